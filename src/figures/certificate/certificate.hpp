// Figure "certificate": do the data decide every answer, or only those to questions like their own?
//
// Letters: m key size, d = 2m token dimension, n = m + 1 tokens, N sequences, psi = d²(d+1)/2 folded features H,
// Lambda = (1/N) sum H Hᵀ, p d x psi folded coefficients, F the features scaled as in learner/null_space.hpp, rho(Z)
// the part of a question's F that the data do not see. Source: arXiv 2410.10101, lemma 2.3 and section 6 (figure 2);
// rho, the impostor and the path of descent are ours. With all mixtures of data compared: see mixtures.hpp.
#pragma once

#include "figures/certificate/mixtures.hpp"
#include "figures/check_data.hpp"
#include "plot/range.hpp"

namespace figures::certificate {

// What a result has reached; a preview stops short of descent.
enum class Step : std::uint8_t { data, spectrum, models, descent };

// What the picture shows; the order of the parameter's choices.
enum class Shown : std::uint8_t { answers, eigenvalues, descent };

// Which question is asked; the order of the parameter's choices. `edited` has no place in Result::questions.
enum class Ask : std::uint8_t { gaussian, telling, orthonormal, seen, edited };

// Of the training examples so many are asked in the picture.
inline constexpr int kExamples = 10;
// The impostor goes as far from the fit as it may, or until the training error has risen by so much.
inline constexpr double kUnnoticed = 1e-5;

struct Result {
  std::vector<Mixture> mixtures;  // done so far, where they are compared: then there is nothing else

  Step reached = Step::data;
  std::int32_t sequences = 0;  // seen so far
  std::int32_t gaussian = 0;   // of those seen

  Vector spectrum;        // of Lambda, rising; empty at first
  double lambda_min = 0;  // 0: cannot be told from 0
  double lambda_max = 0;
  std::int32_t rank = 0;       // by eigenvalues
  double smallest_kept = 0;    // the smallest eigenvalue that is not 0
  double largest_dropped = 0;  // the largest that is
  std::int32_t decided = 0;    // the rank again, by pivots
  double resolution = 0;       // a rho below this cannot be told from 0

  Matrix truth;  // the p that made the answers
  Matrix fit;    // least squares; of all best fits the one of least W
  bool minimum_norm = false;
  Matrix impostor;
  double distance = 0;   // of the impostor's W from the fit's
  double fit_error = 0;  // training error, the mean over sequences of |y - p H|²
  double impostor_error = 0;
  double rise = 0;                // their difference by its own formula
  double pull = 1;                // the share of its way that the impostor goes unnoticed
  double fit_distance = 0;        // |fit - truth|
  std::vector<Matrix> questions;  // d x n, in the order of Ask
  Matrix seen_answers;  // to the training examples shown, output `telling()` of fit, impostor on its pull, truth

  double rate = 0;   // of descent
  Vector steps;      // rising
  Vector distances;  // |p - truth| after so many steps, by the formula
  Vector walked;     // and by descent itself, after 1, 2, 4, .. steps
  double start_distance = 0;
  double limit_distance = 0;  // of where descent ends
  double expected_limit = 0;  // what the size of its random start lets expect
  double path_gap = 0;        // the largest difference of formula and descent, relative

  Unmoved<std::vector<Matrix>> examples;  // d x n, the training examples shown
  Unmoved<Matrix> unseen;                 // psi x (psi - decided), see learner::NullSpace::basis

  void fields(auto& archive) {
    archive(mixtures, reached, sequences, gaussian, spectrum, lambda_min, lambda_max, rank, smallest_kept,
            largest_dropped, decided, resolution, truth, fit, minimum_norm, impostor, distance, fit_error,
            impostor_error, rise, pull, fit_distance, questions, seen_answers, rate, steps, distances, walked,
            start_distance, limit_distance, expected_limit, path_gap, examples, unseen);
  }

  Index d() const { return truth.rows(); }
  int m() const { return static_cast<int>(truth.rows() / 2); }
  Index telling() const { return truth.rows() / 2; }  // the output on which fit and impostor differ, the first value
  int unknowns() const { return static_cast<int>(truth.cols()); }  // psi
  int missing() const { return unknowns() - rank; }                // directions that the data never saw, by eigenvalues
  int null_count() const { return unknowns() - decided; }          // the same by pivots
};

// Errors: those of the learner, each a sentence with its cure.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table, for the question that the values ask.
Description describe(const Result& result, const Context& context);

// How far the film is. It runs from 0 to kFilm.
inline constexpr int kFilm = 100;
struct Moment {
  float seen = kExamples;  // so many of the training examples have been answered
  float asked = 1;         // so much of the new question is there
  float answered = 1;      // and both answers are so far on their way
  bool is_end() const { return answered == 1; }
};
Moment moment_of(const Values& values);
std::string say(const Result& result, std::string_view id, const Context& context);

// Keys of the examples that are not Gaussian have length 1.
bool is_gaussian(const Matrix& Z, Index m);
// The data with this share of Gaussian examples.
Expected<learner::Task> task_of(const Values& values, double share);
// A random start of descent, which depends on sizes and seed alone.
Expected<Matrix> start_of(const learner::Task& task, std::uint64_t seed);
// See figures/check_data.hpp.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

// One question, answered by the models of a result.
struct Answer {
  Ask ask = Ask::gaussian;
  bool misfit = false;  // the edited question is of another size, so that `ask` is what stands in for it
  Matrix Z = {};        // d x n, the question
  Vector truth = {};    // what the three models answer
  Vector fit = {};
  Vector impostor = {};
  double rho = 0;       // 0 where it cannot be told from 0
  double features = 0;  // |H|
  double scaled = 0;    // |F|
  double apart = 0;     // |fit - impostor|; on the share of its way that goes unnoticed, pull times that
  double reach = 0;     // what models that fit, their W distance apart, can differ by: distance rho |F|
  double excess = 0;    // by how much the worse of the two misses the least training error
  double bound = 0;     // what lambda_min allows for that excess; 0 where there is no bound
  double printed = 0;   // the same as paper A prints it in eq. 22: excess / lambda_min |Z|_F^6
  // The printed bound is violated at a distance of W below the one, as apart grows like it and printed like its square,
  // and for the question divided by more than the other, as they grow like its third and sixth power.
  double violated_below = 0;
  double violated_divided = 0;

  bool is_violated() const { return apart > printed; }
  bool is_empty() const { return features == 0; }
  bool is_certain() const { return rho == 0; }
};

// The question that the values ask, of the sizes of the result. For every frame, since the reader drags its entries: a
// few products of the models and of the directions never seen with one vector of features, some ten microseconds.
Answer answer_question(const Result& result, const Values& values);

// The edited question as the list that Values hold: token after token.
std::vector<double> question_list(const Matrix& Z);

// --- Pieces of the picture and of the description ----------------------------------------------------------------

// The axis of answers. It depends on the question and on how far the impostor may go, never on the data, so that states
// of the slider can be compared.
Range answer_range(const Result& result, const Answer& answer);
// What was seen, what is asked, and on one axis what two models answer.
void draw_answers(const Result& result, Drawing& drawing, Rect box);
// The question's numbers, to be dragged, the first so much of them; returns where they are.
Rect draw_question(Drawing& drawing, const Matrix& Z, Rect box, float there);
// That another question stands in for the edited one, if it does.
std::string misfit_words(const Answer& answer);
// Whether its answer could be known, in a sentence.
std::string verdict(const Result& result, const Answer& answer);
// The eigenvalues of Lambda, and descent from a random start.
void draw_spectrum(const Result& result, Canvas& canvas, Rect box);
void draw_descent(const Result& result, Canvas& canvas, Rect box);

// "none", "843" or "all" of the examples.
std::string gaussian_words(const Result& result);
// Where descent ends, or when it forgets its start; without its full stop.
std::string descent_words(const Result& result);

}  // namespace figures::certificate
