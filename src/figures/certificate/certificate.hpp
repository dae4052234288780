// Figure "certificate": do the data decide every answer, or only those to questions like their own?
//
// Letters: m key size, d = 2m token dimension, n = m + 1 tokens, N sequences, psi = d²(d+1)/2 folded features H,
// Lambda = (1/N) sum H Hᵀ, p d x psi folded coefficients, F the features scaled as in learner/null_space.hpp, rho(Z)
// the part of a question's F that the data do not see. Source: arXiv 2410.10101, lemma 2.3 and section 6 (figure 2);
// rho, the impostor and the path of descent are ours.
#pragma once

#include "figures/check_data.hpp"
#include "figures/figure.hpp"

namespace figures::certificate {

// What a result has reached; a preview stops short of descent.
enum class Step : std::uint8_t { data, spectrum, models, descent };

// Which question is asked; the order of the parameter's choices. `edited` has no place in Result::questions.
enum class Ask : std::uint8_t { gaussian, telling, orthonormal, seen, edited };

struct Result {
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
  Matrix unseen;               // psi x (psi - decided), see learner::NullSpace::basis
  double resolution = 0;       // a rho below this cannot be told from 0

  Matrix truth;  // the p that made the answers
  Matrix fit;    // least squares; of all best fits the one of least W
  bool minimum_norm = false;
  Matrix impostor;
  double distance = 0;   // of the impostor's W from the fit's
  double fit_error = 0;  // training error, the mean over sequences of |y - p H|²
  double impostor_error = 0;
  double rise = 0;                // their difference by its own formula
  double fit_distance = 0;        // |fit - truth|
  std::vector<Matrix> questions;  // d x n, in the order of Ask

  double rate = 0;   // of descent
  Vector steps;      // rising
  Vector distances;  // |p - truth| after so many steps, by the formula
  Vector walked;     // and by descent itself, after 1, 2, 4, .. steps
  double start_distance = 0;
  double limit_distance = 0;  // of where descent ends
  double expected_limit = 0;  // what the size of its random start lets expect
  double path_gap = 0;        // the largest difference of formula and descent, relative

  void fields(auto& archive) {
    archive(reached, sequences, gaussian);
    archive(spectrum, lambda_min, lambda_max, rank, smallest_kept, largest_dropped, decided, unseen, resolution);
    archive(truth, fit, minimum_norm, impostor, distance, fit_error, impostor_error, rise, fit_distance, questions);
    archive(rate, steps, distances, walked, start_distance, limit_distance, expected_limit, path_gap);
  }

  Index d() const { return truth.rows(); }
  int m() const { return static_cast<int>(truth.rows() / 2); }
  int unknowns() const { return static_cast<int>(truth.cols()); }  // psi
  int missing() const { return unknowns() - rank; }                // directions that the data never saw, by eigenvalues
  int null_count() const { return unknowns() - decided; }          // the same by pivots
};

// Errors: those of the learner, each a sentence with its cure.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table, for the question that the values ask.
Description describe(const Result& result, const Context& context);

// The data with this share of Gaussian examples.
Expected<learner::Task> task_of(const Values& values, double share);
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
  double apart = 0;     // |fit - impostor|
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

// A question that can be edited, what two models answer, and whether that could be known.
void draw_question_panel(const Result& result, Drawing& drawing, Rect box);

// "none", "843" or "all" of the examples.
std::string gaussian_words(const Result& result);
// Where descent ends, or when it forgets its start; without its full stop.
std::string descent_words(const Result& result);

}  // namespace figures::certificate
