#include "learner/null_space.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>
#include <Eigen/SVD>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "bits.hpp"
#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/loss.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

Moments moments_of(const Task& task, std::uint64_t count) {
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, count)).has_value());
  return moments;
}

Task associations(double gaussian_share, Index m = 4) {
  return *associative_memory({.key_dimension = m, .gaussian_share = gaussian_share});
}

// rho by its definition on the unfolded features of the data: no moments, no folding, no weights.
Vector plain_rho(const std::vector<Sequence>& data, const Matrix& Z, Targets targets) {
  const auto questions = [&](const Matrix& tokens) {
    const Index n = tokens.cols(), d = tokens.rows();
    const Index first = targets == Targets::last ? n - 1 : 0;
    Matrix X(d * d * d, n - first);
    for (Index t = first; t < n; ++t) {
      const Index visible = targets == Targets::causal ? t + 1 : n;
      X.col(t - first) = unfolded_features(tokens, t, visible).reshaped();
    }
    return X;
  };
  Matrix seen(Z.rows() * Z.rows() * Z.rows(), 0);
  for (const Sequence& sequence : data) {
    const Matrix X = questions(sequence.Z);
    seen.conservativeResize(Eigen::NoChange, seen.cols() + X.cols());
    seen.rightCols(X.cols()) = X;
  }
  const Eigen::JacobiSVD<Matrix> svd(seen, Eigen::ComputeThinU);
  const Index rank = (svd.singularValues().array() > 1e-10 * svd.singularValues()(0)).count();
  const Matrix range = svd.matrixU().leftCols(rank);
  const Matrix asked = questions(Z);
  const Matrix rest = asked - range * (range.transpose() * asked);
  return rest.colwise().norm().cwiseQuotient(asked.colwise().norm()).transpose();
}

}  // namespace

TEST_CASE("orthonormal associative data have 40 null directions, and the truth is orthogonal to all") {
  const Task task = associations(0.0);
  const Moments moments = moments_of(task, 2048);
  double last = 0.0;
  const auto null = null_space(moments, {.progress = [&](double now) {
                                 CHECK(now >= last);
                                 last = now;
                               }});
  REQUIRE(null.has_value());
  CHECK(last == 1.0);
  CHECK(null->rank == 248);
  CHECK(null->rank == solve_minimum_norm(moments)->rank);
  CHECK(null->dimension() == 40);
  CHECK(null->smallest_kept > 1e-3);
  CHECK(null->leak < 1e-11);
  CHECK(difference("basis^T basis and 1", null->basis.transpose() * null->basis, Matrix::Identity(40, 40)) < 1e-13);
  const Vector weights = unfold_weights(8);
  const Matrix truth = folded_coefficients(task.truth()) * weights.cwiseSqrt().asDiagonal();
  // Off by the null space's own error, 2^-52 lambda_max / smallest_kept.
  CHECK((truth * null->basis).norm() < 1e-11);
}

TEST_CASE("rho is 0 on new orthonormal questions and large on Gaussian ones") {
  const auto null = null_space(moments_of(associations(0.0), 2048));
  double known = 0.0, unknown = 1.0;
  for (std::uint64_t i = 0; i < 50; ++i) {
    known = std::max(known, rho(*null, associations(0.0).sequence(Split::test, i).Z, Targets::last)(0));
    unknown = std::min(unknown, rho(*null, associations(1.0).sequence(Split::test, i).Z, Targets::last)(0));
  }
  std::printf("  rho: orthonormal at most %.1e (resolution %.1e), Gaussian at least %.2f\n", known, null->resolution,
              unknown);
  CHECK(known < null->resolution);
  CHECK(null->resolution < 1e-9);
  CHECK(unknown > 0.05);
}

TEST_CASE("rho equals its definition on unfolded features, for all target modes") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    CAPTURE(name_of(targets));
    const auto task = *random_attention({.d = 3, .d_out = 1, .n = 3, .targets = targets});
    const std::uint64_t count = targets == Targets::last ? 11 : 4;
    const auto null = null_space(moments_of(task, count));
    REQUIRE(null.has_value());
    REQUIRE(null->dimension() > 0);
    const Matrix Z = task.sequence(Split::test, 0).Z;
    const Vector expected = plain_rho(task.block(Split::train, 0, count), Z, targets);
    CHECK(expected.size() == target_count(targets, 3));
    CHECK(expected.maxCoeff() > 0.01);
    // Moments square the condition number of the features, here about 1e2.
    CHECK(difference("rho and its definition", rho(*null, Z, targets), expected) < 1e-9);
    CHECK(rho(*null, task.sequence(Split::train, 0).Z, targets).maxCoeff() < null->resolution);
  }
}

TEST_CASE("rho does not change when data and question are rotated together") {
  const auto task = *random_attention({.d = 4, .d_out = 1, .n = 3});
  const Matrix U = Eigen::HouseholderQR<Matrix>(Random(3).gaussian(4, 4)).householderQ();
  Moments plain(task.shape()), rotated(task.shape());
  for (Sequence sequence : task.block(Split::train, 0, 25)) {
    REQUIRE(plain.add(sequence).has_value());
    sequence.Z = U * sequence.Z;
    REQUIRE(rotated.add(sequence).has_value());
  }
  const Matrix Z = task.sequence(Split::test, 1).Z;
  const double here = rho(*null_space(plain), Z, Targets::last)(0);
  CHECK(here > 0.1);
  CHECK(rho(*null_space(rotated), U * Z, Targets::last)(0) == relative(here, 1e-9));
}

TEST_CASE("rho is 0 everywhere for data that identify the model, and for a question of zeros") {
  const auto null = null_space(moments_of(*random_attention({.d = 3, .d_out = 1}), 100));
  CHECK(null->dimension() == 0);
  CHECK(null->rank == 18);
  CHECK(null->leak == 0.0);
  CHECK(rho(*null, Random(1).gaussian(3, 2), Targets::last)(0) == 0.0);
  const auto few = null_space(moments_of(*random_attention({.d = 3, .d_out = 1}), 5));
  CHECK(few->dimension() == 13);
  CHECK(rho(*few, Matrix::Zero(3, 2), Targets::last)(0) == 0.0);
}

TEST_CASE("tokens of zeros leave everything unseen: rho is 1") {
  Moments zeros({2, 1, Targets::last});
  REQUIRE(zeros.add(Sequence{Matrix::Zero(2, 3), Matrix::Zero(1, 1)}).has_value());
  const auto null = null_space(zeros);
  REQUIRE(null.has_value());
  CHECK(null->dimension() == feature_count(2));
  CHECK(rho(*null, Matrix::Ones(2, 1), Targets::last)(0) == relative(1.0, 1e-14));
}

TEST_CASE("a larger cut adds weak directions, and along them the loss rises no more than the leak says") {
  const Task task = associations(0.02);
  const Moments moments = moments_of(task, 4096);
  CHECK(null_space(moments)->dimension() == 0);
  const auto weak = null_space(moments, {.cut = 1e-3});
  REQUIRE(weak.has_value());
  CHECK(weak->dimension() > 0);
  const auto loss = QuadraticLoss::around(moments, folded_coefficients(task.truth()));
  const Vector folded = unfold_weights(8).cwiseSqrt().cwiseInverse();
  double largest = 0.0;
  for (Index i = 0; i < weak->dimension(); ++i) {
    Matrix p = loss->reference();
    p.row(3) += weak->basis.col(i).cwiseProduct(folded).transpose();
    largest = std::max(largest, loss->value(p));
  }
  std::printf("  %d weak directions: loss rises %.2e at most, leak %.2e\n", static_cast<int>(weak->dimension()),
              largest, weak->leak);
  CHECK(largest > 0.0);
  CHECK(largest <= weak->leak);
}

TEST_CASE("projecting twice is projecting once, and projections have no trace in the data") {
  const auto task = *random_attention({.d = 4, .d_out = 1, .n = 3});
  const auto null = null_space(moments_of(task, 20));
  const Vector x = Random(9).gaussian(40, 1).col(0);
  const Vector once = null->project(x);
  CHECK(once.norm() > 0.1);
  CHECK(difference("projected twice", null->project(once), once) < 1e-13);
  for (const Sequence& sequence : task.block(Split::train, 0, 20)) {
    CHECK(std::fabs(scaled_features(sequence.Z, Targets::last).col(0).dot(once)) < 1e-9);
  }
}

TEST_CASE("descent from a random start keeps the null component: sqrt(8 40/288) = 1.05 at 4-dimensional keys") {
  const Task task = associations(0.0);
  const Moments moments = moments_of(task, 2048);
  const auto null = *null_space(moments);
  const Matrix truth = folded_coefficients(task.truth());
  const auto loss = *QuadraticLoss::around(moments, truth);
  const Vector root = unfold_weights(8).cwiseSqrt();
  // Descent on W, i.e. in the coordinates c = sqrt(w) p: start N(0, 1/psi), slope dL/dc = dL/dp / sqrt(w).
  const Matrix start = Random(1).gaussian(8, 288, 1.0 / std::sqrt(288.0));
  const auto unseen = [&](const Matrix& c) -> Matrix { return (c - truth * root.asDiagonal()) * null.basis; };
  Matrix c = start;
  const double before = loss.value(c * root.cwiseInverse().asDiagonal());
#ifdef LIFTED_SANITIZED
  const int steps = 20;
#else
  const int steps = 200;
#endif
  for (int i = 0; i < steps; ++i) {
    const Matrix p = c * root.cwiseInverse().asDiagonal();
    c -= 0.02 * loss.gradient(p) * root.cwiseInverse().asDiagonal();
  }
  const double after = loss.value(c * root.cwiseInverse().asDiagonal());
  std::printf("  loss %.3g -> %.3g, null component %.4f\n", before, after, unseen(c).norm());
  CHECK(after < 0.5 * before);
  CHECK(difference("null component, kept", unseen(c), unseen(start)) < 1e-11);
  // 320 squares of N(0, 1/288): its deviation is 4 %.
  CHECK(unseen(c).norm() == relative(std::sqrt(8.0 * 40.0 / 288.0), 0.12));
}

TEST_CASE("no data and a cut that is no share are refused with a cure") {
  CHECK(null_space(Moments({2, 1, Targets::last})).error().text().find("add at least one") != std::string::npos);
  const Moments moments = moments_of(*random_attention({.d = 2}), 3);
  for (const double bad : {-1e-9, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(null_space(moments, {.cut = bad}).error().text().find("set it to 0 for rounding only") != std::string::npos);
  }
}

TEST_CASE("the null space and rho have the same bits natively and as WASM") {
  const auto null = null_space(moments_of(associations(0.0, 3), 512));
  REQUIRE(null.has_value());
  print_bits("null directions", null->basis);
  print_bits("rho", rho(*null, Random(2).gaussian(6, 5), Targets::causal));
  CHECK(null->dimension() > 0);
}
