#include "learner/heads.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "bits.hpp"
#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

Task task_with(Index d, Index d_out, Index heads) {
  return *random_attention({.d = d, .d_out = d_out, .heads = heads});
}

// (V (x) Q)[a d + j, k d + l] = V[a,k] Q[j,l].
Matrix kronecker(const Matrix& V, const Matrix& Q) {
  Matrix result(V.rows() * Q.rows(), V.cols() * Q.cols());
  for (Index a = 0; a < V.rows(); ++a) {
    for (Index k = 0; k < V.cols(); ++k) {
      result.block(a * Q.rows(), k * Q.cols(), Q.rows(), Q.cols()) = V(a, k) * Q;
    }
  }
  return result;
}

}  // namespace

TEST_CASE("all heads of the singular value decomposition rebuild W and attention") {
  for (const Index d : {1, 2, 4, 8}) {
    for (const Index d_out : {Index{1}, d}) {
      const Task task = task_with(d, d_out, 2);
      const Matrix W = unfold(folded_coefficients(task.truth()), d);
      const auto spectrum = head_spectrum(W, d);
      REQUIRE(spectrum.has_value());
      CHECK(spectrum->sigma.size() == std::min(d_out * d, d * d));
      const Model rebuilt = heads_from(*spectrum, spectrum->rank);
      CHECK(difference("W of the heads", lift(rebuilt), W) < 1e-13);
      const Matrix Z = task.sequence(Split::test, 0).Z;
      CHECK(difference("attention of the heads", attend(rebuilt, Z, Targets::causal),
                       attend(task.truth(), Z, Targets::causal)) < 1e-12);
    }
  }
}

TEST_CASE("a truncated model is the best approximation of W: what is lost is the tail of the spectrum") {
  const Matrix W = Random(1).gaussian(9, 9);
  const auto spectrum = head_spectrum(W, 3);
  for (Index count = 1; count <= 9; ++count) {
    const double lost = (lift(heads_from(*spectrum, count)) - W).norm();
    const double tail = spectrum->sigma.tail(9 - count).norm();
    CHECK(std::abs(lost - tail) < 1e-13 * W.norm());
  }
}

TEST_CASE("the heads share a singular value evenly: |V| = |Q| = sqrt(sigma)") {
  const auto spectrum = head_spectrum(Random(2).gaussian(8, 16), 4);
  const Model model = heads_from(*spectrum, 8);
  for (std::size_t h = 0; h < 8; ++h) {
    const double root = std::sqrt(spectrum->sigma(static_cast<Index>(h)));
    CHECK(model.heads[h].V.norm() == doctest::Approx(root).epsilon(1e-13));
    CHECK(model.heads[h].Q.norm() == doctest::Approx(root).epsilon(1e-13));
  }
}

TEST_CASE("the minimum-norm W is half of vec V vec Q^T + V (x) Q and has rank d^2, even for one head") {
  for (const Index d : {2, 3, 4, 5, 6}) {
    const Model truth = task_with(d, d, 1).truth();
    const auto& [V, Q] = truth.heads.front();
    const Matrix W = unfold(folded_coefficients(truth), d);
    CHECK(difference("minimum-norm W and its formula", W, 0.5 * (lift(truth) + kronecker(V, Q))) < 1e-14);
    CHECK(head_spectrum(W, d)->rank == d * d);
    CHECK(head_spectrum(lift(truth), d)->rank == 1);
  }
}

TEST_CASE("truncating the minimum-norm W to the true number of heads loses a quarter of p and more") {
  const Model truth = task_with(4, 4, 2).truth();
  const Matrix p = folded_coefficients(truth);
  const auto spectrum = head_spectrum(unfold(p, 4), 4);
  const double lost = relative_distance(folded_coefficients(heads_from(*spectrum, 2)), p);
  CHECK(lost > 0.2);
  CHECK(lost < 0.7);
}

TEST_CASE("the rank of S(x) counts the heads while they are fewer than d") {
  for (const Index d : {2, 3, 4, 6, 8}) {
    for (Index heads = 1; heads < d; ++heads) {
      const auto evidence = head_count_evidence(folded_coefficients(task_with(d, d, heads).truth()), d);
      CHECK(evidence.by_rank == heads);
      CHECK(evidence.by_gap == heads);
      CHECK(evidence.gap > 1e6);
    }
    const auto full = head_count_evidence(folded_coefficients(task_with(d, d, d).truth()), d);
    CHECK(full.by_rank == d);
    CHECK(full.gap < 1e3);
  }
}

TEST_CASE("the gap of S(x) counts the heads of a model fitted to data with 5 % noise") {
  for (const Index heads : {1, 2, 3}) {
    const auto task = *random_attention({.d = 5, .d_out = 5, .heads = heads});
    auto data = task.block(Split::train, 0, 4096);
    double squares = 0.0;
    for (const Sequence& sequence : data) squares += sequence.Y.squaredNorm() / (5.0 * 4096.0);
    Random random(3);
    for (Sequence& sequence : data) sequence.Y += random.gaussian(5, 1, 0.05 * std::sqrt(squares));
    Moments moments(task.shape());
    REQUIRE(moments.add(data).has_value());
    CHECK(head_count_evidence(solve_ridge(moments)->p, 5).by_gap == heads);
  }
}

TEST_CASE("coefficients that are not finite have no heads, and the sentence says why") {
  Matrix W = Matrix::Ones(4, 4);
  W(1, 2) = std::numeric_limits<double>::quiet_NaN();
  const auto spectrum = head_spectrum(W, 2);
  REQUIRE(!spectrum.has_value());
  CHECK(spectrum.error().text().find("raise lambda or check the data") != std::string::npos);
}

TEST_CASE("W, its singular values and its heads have the same bits natively and as WASM") {
  const Task task = task_with(6, 6, 3);
  const Matrix W = unfold(folded_coefficients(task.truth()), 6);
  const auto spectrum = head_spectrum(W, 6);
  REQUIRE(spectrum.has_value());
  print_bits("W", W);
  print_bits("singular values", spectrum->sigma);
  print_bits("attention of the first seven heads",
             attend(heads_from(*spectrum, 7), task.sequence(Split::test, 0).Z, Targets::all));
  CHECK(spectrum->sigma.allFinite());
}
