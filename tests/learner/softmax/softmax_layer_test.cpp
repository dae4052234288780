#include "learner/softmax/softmax_layer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "learner/softmax/sign_task.hpp"

using namespace learner;

namespace {

SignTask task_of(Index d, Index k, Index heads, double noise = 0.0, std::uint64_t seed = 1) {
  return *random_sign_task({.d = d, .k = k, .heads = heads, .noise = noise, .seed = seed});
}

// Paper B's own words: rows are tokens, softmax goes along rows, F(X) = sum softmax(X Theta X^T) X W.
Matrix by_rows(const SoftmaxLayer& layer, const Matrix& X) {
  Matrix F = Matrix::Zero(X.rows(), X.cols());
  for (const SoftmaxHead& head : layer.heads) {
    Matrix A = (X * head.Theta * X.transpose()).array().exp().matrix();
    for (Index t = 0; t < A.rows(); ++t) A.row(t) /= A.row(t).sum();
    F += A * X * head.W;
  }
  return F;
}

}  // namespace

TEST_CASE("a softmax layer answers as paper B's formula for rows does") {
  const SignTask task = task_of(5, 7, 3);
  for (const Sequence& sequence : task.block(Split::train, 0, 20))
    CHECK((attend(task.truth(), sequence.Z).transpose() - by_rows(task.truth(), sequence.Z.transpose())).norm() <
          1e-13);
}

TEST_CASE("softmax weights are at least 0 and sum to 1, whatever the size of the scores") {
  for (const double scale : {0.0, 1.0, 1e3, 1e300}) {
    const Vector p = softmax(scale * Vector::LinSpaced(5, -1.0, 1.0));
    CHECK(p.minCoeff() >= 0.0);
    CHECK(p.sum() == doctest::Approx(1.0).epsilon(1e-15));
  }
}

TEST_CASE("the error of a layer on its own answers is 0, and 1 when it answers nothing") {
  const SignTask task = task_of(3, 4, 2);
  const auto sequences = task.block(Split::test, 0, 20);
  CHECK(test_error(task.truth(), sequences).relative() == 0.0);
  SoftmaxLayer silent = task.truth();
  for (SoftmaxHead& head : silent.heads) head.W.setZero();
  CHECK(test_error(silent, sequences).relative() == doctest::Approx(1.0));
}

TEST_CASE("tokens are signs, every pattern about equally often, and noise has the asked deviation") {
  const SignTask clean = task_of(3, 4, 2), noisy = task_of(3, 4, 2, 0.5);
  double squares = 0.0;
  std::vector<int> seen(8, 0);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Sequence a = clean.sequence(Split::train, i), b = noisy.sequence(Split::train, i);
    REQUIRE(a.Z == b.Z);
    REQUIRE(a.Z.cwiseAbs() == Matrix::Ones(3, 4));
    squares += (a.Y - b.Y).squaredNorm();
    for (Index t = 0; t < 4; ++t)
      ++seen[static_cast<std::size_t>((a.Z.col(t).array() > 0).cast<int>().matrix().dot(Eigen::Vector3i(1, 2, 4)))];
  }
  CHECK(std::sqrt(squares / (2000 * 12)) == doctest::Approx(0.5).epsilon(0.02));
  CHECK(*std::ranges::min_element(seen) > 850);
  CHECK(*std::ranges::max_element(seen) < 1150);
  const Matrix Z = clean.sequence(Split::test, 0).Z;
  CHECK(Z != clean.sequence(Split::train, 0).Z);
  CHECK(clean.answer(Z, 0) == attend(clean.truth(), Z));
  CHECK(noisy.answer(Z, 0) != noisy.answer(Z, 1));
  CHECK(noisy.answer(Z, 1) == noisy.answer(Z, 1));
}

TEST_CASE("heads are matched in the best order, found by trying all of them") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SoftmaxLayer truth = task_of(2, 2, 5, 0.0, seed).truth(), found = task_of(2, 2, 5, 0.0, seed + 100).truth();
    const auto cost = [&](const std::vector<Index>& order) {
      double sum = 0.0;
      for (std::size_t i = 0; i < order.size(); ++i) {
        const SoftmaxHead& b = found.heads[static_cast<std::size_t>(order[i])];
        sum += (truth.heads[i].Theta - b.Theta).squaredNorm() + (truth.heads[i].W - b.W).squaredNorm();
      }
      return sum;
    };
    std::vector<Index> order{0, 1, 2, 3, 4};
    double least = std::numeric_limits<double>::infinity();
    do least = std::min(least, cost(order));
    while (std::ranges::next_permutation(order).found);
    CHECK(cost(match_heads(truth, found).found) == doctest::Approx(least));
  }
}

TEST_CASE("the errors of a match are those of the worst head, relative to the truth") {
  const SoftmaxLayer truth = task_of(3, 2, 3).truth();
  SoftmaxLayer found = truth;
  std::swap(found.heads[0], found.heads[2]);
  CHECK(match_heads(truth, found).theta_error == 0.0);
  CHECK(match_heads(truth, found).found == std::vector<Index>{2, 1, 0});
  found.heads[1].Theta *= 1.25;
  found.heads[2].W *= 0.5;
  CHECK(match_heads(truth, found).theta_error == doctest::Approx(0.25));
  CHECK(match_heads(truth, found).w_error == doctest::Approx(0.5));
}

TEST_CASE("a task out of range is refused with what to set") {
  CHECK(random_sign_task({.d = 0}).error().text() == "The token dimension d is 0: set it from 1 to 16.");
  CHECK(random_sign_task({.k = 65}).error().text() == "The number of tokens k is 65: set it from 1 to 64.");
  CHECK(random_sign_task({.heads = 9}).error().text() == "The number of heads m is 9: set it from 1 to 8.");
  CHECK(!random_sign_task({.noise = -1.0}));
  CHECK(!random_sign_task({.noise = std::numeric_limits<double>::quiet_NaN()}));
}

TEST_CASE("Gaussian tokens have mean 0 and variance 1, and leave the layer as it was") {
  const auto task = random_sign_task({.d = 3, .k = 8, .heads = 2, .seed = 4, .inputs = Inputs::gaussian});
  REQUIRE(task);
  double sum = 0, squares = 0, fourth = 0;
  const auto sequences = task->block(Split::train, 0, 2000);
  for (const Sequence& sequence : sequences) {
    sum += sequence.Z.sum();
    squares += sequence.Z.squaredNorm();
    fourth += sequence.Z.array().pow(4).sum();
  }
  const double count = 3 * 8 * 2000;  // standard errors 0.005, 0.007, 0.05
  CHECK(std::abs(sum / count) < 0.025);
  CHECK(squares / count == doctest::Approx(1).epsilon(0.035));
  CHECK(fourth / count == doctest::Approx(3).epsilon(0.08));
  CHECK((sequences[5].Y - attend(task->truth(), sequences[5].Z)).norm() == 0);
  const SignTask signs = task_of(3, 8, 2, 0.0, 4);
  CHECK(signs.truth().heads[1].Theta == task->truth().heads[1].Theta);
  CHECK(signs.truth().heads[1].W == task->truth().heads[1].W);
}

TEST_CASE("tokens on a sphere are as long as tokens of signs, point anywhere alike, and are those where d is 1") {
  const auto task = random_sign_task({.d = 3, .k = 8, .heads = 2, .seed = 4, .inputs = Inputs::sphere});
  REQUIRE(task);
  Matrix moment = Matrix::Zero(3, 3);
  double fourth = 0;
  for (const Sequence& sequence : task->block(Split::train, 0, 2000)) {
    CHECK((sequence.Z.colwise().squaredNorm().array() - 3).abs().maxCoeff() < 1e-14);
    moment += sequence.Z * sequence.Z.transpose() / (8 * 2000);
    fourth += sequence.Z.array().pow(4).sum() / (3 * 8 * 2000);
  }
  CHECK((moment - Matrix::Identity(3, 3)).cwiseAbs().maxCoeff() < 0.04);  // standard errors 0.007 and 0.008
  CHECK(fourth == doctest::Approx(1.8).epsilon(0.03));                    // 3 d / (d + 2); its standard error is 0.007
  const auto line = random_sign_task({.d = 1, .k = 8, .seed = 4, .inputs = Inputs::sphere});
  CHECK((line->sequence(Split::train, 0).Z.array().abs() == 1).all());
}
