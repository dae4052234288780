// The learner against NumPy: plain features and dense least squares on W, see tests/golden/learner_golden.py.
#include "../golden/learner_golden.hpp"

#include "../golden/ridge_golden.hpp"

#include <doctest/doctest.h>

#include <span>
#include <utility>
#include <vector>

#include "difference.hpp"
#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/least_squares.hpp"
#include "learner/solve.hpp"
#include "learner/whitening.hpp"

using namespace learner;

namespace {

constexpr Index d = golden::kTokenDimension;
constexpr Index d_out = golden::kTargetDimension;

// The formulas of the script: small multiples of 1/8, the same numbers in any language.
double token_entry(Index i, Index r, Index c) {
  return static_cast<double>((7 * i * i + 3 * i * r + 5 * r * r + 11 * c + 13 * r * c + i * c * c) % 17 - 8) / 8.0;
}

double target_entry(Index i, Index o, Index t) {
  return static_cast<double>((5 * i * i + 9 * i * o + 3 * t + 7 * o * t + i * t) % 19 - 9) / 8.0;
}

std::vector<Sequence> formula_sequences(Targets targets) {
  std::vector<Sequence> sequences;
  for (Index i = 0; i < golden::kSequences; ++i) {
    const Index n = 3 + i % 3;
    Sequence sequence{Matrix(d, n), Matrix(d_out, target_count(targets, n))};
    for (Index r = 0; r < d; ++r) {
      for (Index c = 0; c < n; ++c) sequence.Z(r, c) = token_entry(i, r, c);
    }
    for (Index o = 0; o < d_out; ++o) {
      for (Index t = 0; t < sequence.rows(); ++t) sequence.Y(o, t) = target_entry(i, o, t);
    }
    sequences.push_back(std::move(sequence));
  }
  return sequences;
}

Moments formula_moments(Targets targets) {
  Moments moments({d, d_out, targets});
  REQUIRE(moments.add(formula_sequences(targets)).has_value());
  return moments;
}

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix row_major(std::span<const double> values, Index rows) {
  return Eigen::Map<const RowMajor>(values.data(), rows, static_cast<Index>(values.size()) / rows);
}

struct Golden {
  Targets targets;
  std::span<const double> gram, cross, spectrum, ridge, plain, sigma;
};

struct RidgeGolden {
  Targets targets;
  std::span<const double> dual, least_norm, whitened;
};

const Golden kGolden[] = {
    {Targets::last, golden::kGramLast, golden::kCrossLast, golden::kSpectrumLast, golden::kRidgeLast,
     golden::kPlainLast, golden::kSigmaLast},
    {Targets::all, golden::kGramAll, golden::kCrossAll, golden::kSpectrumAll, golden::kRidgeAll, golden::kPlainAll,
     golden::kSigmaAll},
    {Targets::causal, golden::kGramCausal, golden::kCrossCausal, golden::kSpectrumCausal, golden::kRidgeCausal,
     golden::kPlainCausal, golden::kSigmaCausal},
};

const RidgeGolden kRidgeGolden[] = {
    {Targets::last, golden::kDualRidgeLast, golden::kLeastNormLast, golden::kWhitenedRidgeLast},
    {Targets::all, golden::kDualRidgeAll, golden::kLeastNormAll, golden::kWhitenedRidgeAll},
    {Targets::causal, golden::kDualRidgeCausal, golden::kLeastNormCausal, golden::kWhitenedRidgeCausal},
};

}  // namespace

TEST_CASE("moments, spectrum, ridge, least squares and singular values equal NumPy's") {
  for (const auto& [targets, gram, cross, spectrum, ridge, plain, sigma] : kGolden) {
    CAPTURE(name_of(targets));
    const Moments moments = formula_moments(targets);
    CHECK(difference("Gram and NumPy", moments.gram(), row_major(gram, feature_count(d))) < 1e-14);
    CHECK(difference("cross and NumPy", moments.cross().transpose(), row_major(cross, d_out)) < 1e-14);

    // Eigenvalues are exact to the rounding unit times the largest, as the reference comes from singular values.
    CHECK(difference("spectrum and NumPy", certify(moments)->spectrum.transpose(), row_major(spectrum, 1)) < 1e-13);

    const auto solution = solve_ridge(moments, {.lambda = golden::kLambda});
    CHECK(difference("ridge and NumPy", solution->p, row_major(ridge, d_out)) < 1e-12);
    // Normal equations square the condition number, about 1e3 for these data.
    CHECK(difference("least squares and NumPy", solve_ridge(moments)->p, row_major(plain, d_out)) < 1e-10);
    CHECK(difference("minimum norm and NumPy", solve_minimum_norm(moments)->p, row_major(plain, d_out)) < 1e-10);
    CHECK(difference("singular values and NumPy", head_spectrum(unfold(solution->p, d), d)->sigma.transpose(),
                     row_major(sigma, 1)) < 1e-12);
  }
}

TEST_CASE("dual ridge, dual minimum norm and whitened ridge equal NumPy's") {
  for (const auto& [targets, dual, least_norm, whitened_p] : kRidgeGolden) {
    CAPTURE(name_of(targets));
    const auto sequences = formula_sequences(targets);
    // 12 rows: of the first 12 sequences, or of the first 3 (3 + 4 + 5 tokens).
    const auto few = std::span(sequences).first(targets == Targets::last ? 12 : 3);
    const auto ridge = solve_dual(few, targets, {.lambda = golden::kLambda});
    REQUIRE(ridge.has_value());
    CHECK(ridge->questions.rows() == golden::kFewRows);
    // The condition number of the kernel matrix is below 1e4.
    CHECK(difference("dual ridge and NumPy", coefficients(*ridge), row_major(dual, d_out)) < 1e-12);
    const auto least = solve_dual(few, targets);
    REQUIRE(least.has_value());
    CHECK(difference("dual minimum norm and NumPy", coefficients(*least), row_major(least_norm, d_out)) < 1e-10);

    // The script whitens every token of the data once, whatever the mode.
    const auto whitening = whitening_of(sequences);
    REQUIRE(whitening.has_value());
    Moments moments({d, d_out, targets});
    REQUIRE(moments.add(whitened(sequences, *whitening)).has_value());
    const auto solution = solve_ridge(moments, {.lambda = golden::kLambda});
    CHECK(difference("whitened ridge and NumPy", unwhitened(solution->p, *whitening), row_major(whitened_p, d_out)) <
          1e-12);
  }
}
