// Figure "certificate": do the data decide every answer, or only those to questions like their own?
//
// Letters: m key size, d = 2m token dimension, n = m + 1 tokens, N sequences, psi = d²(d+1)/2 folded features H,
// Lambda = (1/N) sum H Hᵀ, p d x psi folded coefficients, F the features scaled as in learner/null_space.hpp, rho(Z)
// the part of a question's F that the data do not see. Source: arXiv 2410.10101, lemma 2.3 and section 6 (figure 2);
// rho, the impostor and the path of descent are ours.
#pragma once

#include <cstdint>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::certificate {

// What a result has reached; a preview stops short of descent.
enum class Step : std::uint8_t { data, spectrum, models, descent };

// Which question is asked; the order of the parameter's choices. `edited` has no place in Result::questions.
enum class Ask : std::uint8_t { gaussian, telling, orthonormal, seen, edited };

struct Result {
  Step reached = Step::data;
  std::int32_t m = 0;
  std::int32_t unknowns = 0;   // psi
  std::int64_t sequences = 0;  // seen so far
  std::int64_t planned = 0;
  std::int64_t gaussian = 0;  // of those seen
  double share = 0;

  Vector spectrum;        // of Lambda, rising; empty at first
  double lambda_min = 0;  // 0: cannot be told from 0
  double lambda_max = 0;
  std::int64_t rank = 0;       // by eigenvalues
  double smallest_kept = 0;    // the smallest eigenvalue that is not 0
  double largest_dropped = 0;  // the largest that is
  std::int64_t decided = 0;    // the rank again, by pivots
  Matrix unseen;               // psi x (psi - decided), see learner::NullSpace::basis
  double resolution = 0;       // a rho below this cannot be told from 0

  Matrix truth;  // the p that made the answers
  Matrix fit;    // least squares; of all best fits the one of least W
  bool minimum_norm = false;
  Matrix impostor;
  double distance = 0;   // of the impostor's W from the fit's
  double fit_error = 0;  // training error, the mean over sequences of |y - p H|²
  double impostor_error = 0;
  double rise = 0;                         // their difference by its own formula
  double fit_distance = 0;                 // |fit - truth|
  std::vector<learner::Matrix> questions;  // d x n, in the order of Ask

  double rate = 0;   // of descent
  Vector steps;      // rising
  Vector distances;  // |p - truth| after so many steps, by the formula
  Vector walked;     // and by descent itself, after 1, 2, 4, .. steps
  double start_distance = 0;
  double limit_distance = 0;  // of where descent ends
  double expected_limit = 0;  // what the size of its random start lets expect
  double path_gap = 0;        // the largest difference of formula and descent, relative

  void fields(auto& archive) {
    archive(reached, m, unknowns, sequences, planned, gaussian, share);
    archive(spectrum, lambda_min, lambda_max, rank, smallest_kept, largest_dropped, decided, unseen, resolution);
    archive(truth, fit, minimum_norm, impostor, distance, fit_error, impostor_error, rise, fit_distance, questions);
    archive(rate, steps, distances, walked, start_distance, limit_distance, expected_limit, path_gap);
  }

  int token_size() const { return 2 * m; }
  int tokens() const { return m + 1; }
  std::int64_t null_count() const { return unknowns - decided; }
};

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table, for the question that `values` ask.
Description describe(const Result& result, const Context& context);

}  // namespace figures::certificate
