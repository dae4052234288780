#include "learner/solve.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>

#include "difference.hpp"
#include "learner/cholesky.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

Moments moments_of(const Task& task, std::uint64_t count) {
  Moments moments(task.shape());
  for (std::uint64_t first = 0; first < count; first += 256) {
    REQUIRE(moments.add(task.block(Split::train, first, std::min<std::uint64_t>(256, count - first))).has_value());
  }
  return moments;
}

double relative_test_error(const Task& task, const Matrix& p) {
  return test_error(p, task.block(Split::test, 0, 64), task.shape().targets).relative();
}

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

void check_recovery(const RandomAttention& options, std::uint64_t count) {
  const auto start = std::chrono::steady_clock::now();
  const auto task = random_attention(options);
  REQUIRE(task.has_value());
  const auto solution = solve_ridge(moments_of(*task, count));
  REQUIRE(solution.has_value());
  const double error = relative_test_error(*task, solution->p);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("  d = %2td, %-6s  relative test error %.1e  %.2f s\n", options.d, name_of(options.targets).data(), error,
              seconds.count());
  CHECK(error < 1e-20);  // (condition number times rounding unit)^2: what least squares in double can promise
  CHECK(relative_distance(solution->p, folded_coefficients(task->truth())) < 1e-10);
}

}  // namespace

TEST_CASE("the closed form recovers random models from noiseless data, in the three modes") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    for (const Index d : {2, 3, 4, 6, 8}) {
      const auto psi = static_cast<std::uint64_t>(feature_count(d));
      check_recovery({.d = d, .d_out = d, .n = 8, .heads = 2, .targets = targets}, 3 * psi);
    }
  }
  check_recovery({.d = 4, .d_out = 1, .n = 100, .heads = 16, .targets = Targets::causal}, 64);
}

#ifndef LIFTED_SANITIZED
TEST_CASE("the closed form recovers random models of token dimension 12 and 16") {
  check_recovery({.d = 12, .d_out = 12, .n = 32, .heads = 3, .targets = Targets::last}, 3000);
  check_recovery({.d = 16, .d_out = 16, .n = 32, .heads = 3, .targets = Targets::last}, 4096);
  check_recovery({.d = 16, .d_out = 16, .n = 32, .heads = 3, .targets = Targets::all}, 1024);
}
#endif

TEST_CASE("ridge on folded features equals ridge on the lifted coefficients W, by an independent solver") {
  const Index d = 3;
  const double lambda = 0.05;
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    const auto task = *random_attention({.d = d, .d_out = 2, .n = 6, .targets = targets, .noise = 0.1});
    const auto data = task.block(Split::train, 0, 50);
    Matrix normal = Matrix::Zero(d * d * d, d * d * d);
    Matrix right = Matrix::Zero(d * d * d, 2);
    Index rows = 0;
    for (const auto& [Z, Y] : data) {
      for (Index t = 0; t < Y.cols(); ++t, ++rows) {
        const Index token = targets == Targets::last ? Z.cols() - 1 : t;
        const Matrix X = unfolded_features(Z, token, targets == Targets::causal ? t + 1 : Z.cols());
        normal += X.reshaped<Eigen::RowMajor>() * X.reshaped<Eigen::RowMajor>().transpose();
        right += X.reshaped<Eigen::RowMajor>() * Y.col(t).transpose();
      }
    }
    normal.diagonal().array() += lambda * static_cast<double>(rows);
    const Matrix W = normal.ldlt().solve(right);  // rows (j, k, l), one column an output
    Matrix lifted(2 * d, d * d);
    for (Index a = 0; a < 2; ++a) lifted.middleRows(a * d, d) = W.col(a).reshaped<Eigen::RowMajor>(d, d * d);

    Moments moments(task.shape());
    REQUIRE(moments.add(data).has_value());
    const auto solution = solve_ridge(moments, {.lambda = lambda});
    REQUIRE(solution.has_value());
    // The condition number is below rows / (rows lambda) * |X|^2 ~ 1e3.
    CHECK(difference("fold of W and p", solution->p, fold(lifted, d)) < 1e-12);
    CHECK(difference("W and unfold of p", unfold(solution->p, d), lifted) < 1e-12);  // lambda > 0 picks the least norm
  }
}

TEST_CASE("the loss left with the first features is that of least squares on these features alone") {
  const auto task = random_attention({.d = 3, .n = 5, .heads = 2, .seed = 4});
  REQUIRE(task.has_value());
  const Moments moments = moments_of(*task, 200);
  const Matrix cross = moments.cross();
  for (const double lambda : {0.0, 0.1}) {
    Matrix penalised = moments.gram();
    penalised.diagonal() += static_cast<double>(moments.rows()) * lambda * unfold_weights(3);
    const Vector left = loss_by_features(moments, lambda);
    REQUIRE(left.size() == penalised.rows() + 1);
    CHECK(left(0) == 1);
    for (Index k = 1; k < left.size(); ++k) {
      const Matrix p = penalised.topLeftCorner(k, k).llt().solve(cross.topRows(k));
      const double loss = moments.squared_targets() - p.cwiseProduct(cross.topRows(k)).sum();
      CHECK(std::abs(left(k) - loss / moments.squared_targets()) < 1e-12);
      CHECK(left(k) <= left(k - 1));
    }
    CHECK((left(left.size() - 1) < 1e-12) == (lambda == 0));
  }
}

TEST_CASE("lambda is per row: repeating the data changes nothing") {
  const auto task = *random_attention({.d = 3, .d_out = 1, .noise = 0.5});
  const Moments once = moments_of(task, 100);
  Moments twice = once;
  twice.merge(once);
  CHECK(difference("p from doubled data", solve_ridge(twice, {.lambda = 0.1})->p,
                   solve_ridge(once, {.lambda = 0.1})->p) < 1e-12);
}

TEST_CASE("more penalty gives a smaller W and a worse fit") {
  const auto task = *random_attention({.d = 4, .d_out = 4, .noise = 0.1});
  const Moments moments = moments_of(task, 200);
  const auto train = task.block(Split::train, 0, 200);
  double norm = std::numeric_limits<double>::infinity();
  double error = 0.0;
  for (const double lambda : {0.0, 1e-4, 1e-2, 1.0}) {
    const Matrix p = solve_ridge(moments, {.lambda = lambda})->p;
    CHECK(unfold(p, 4).norm() < norm);
    norm = unfold(p, 4).norm();
    const double now = test_error(p, train, Targets::last).mean();
    CHECK(now > error);
    error = now;
  }
}

TEST_CASE("minimum norm is where ridge goes as lambda goes to zero, with too few rows") {
  const auto task = *random_attention({.d = 4, .d_out = 2});
  const Moments moments = moments_of(task, 25);  // 25 rows for 40 unknowns
  const auto least = solve_minimum_norm(moments);
  REQUIRE(least.has_value());
  CHECK(least->rank == 25);
  CHECK(test_error(least->p, task.block(Split::train, 0, 25), Targets::last).relative() < 1e-20);
  const double scale = moments.gram().diagonal().mean() / 25.0;
  const auto near = solve_ridge(moments, {.lambda = 1e-9 * scale});
  REQUIRE(near.has_value());
  // Ridge is off by lambda over the smallest nonzero eigenvalue, about 1e-9 times a condition number of 1e3.
  CHECK(difference("ridge with small lambda and minimum norm", near->p, least->p) < 1e-4);
}

TEST_CASE("minimum norm equals the ordinary solution when the data identify the model") {
  const auto task = *random_attention({.d = 4, .d_out = 4, .noise = 0.1});
  const Moments moments = moments_of(task, 400);
  const auto least = solve_minimum_norm(moments);
  CHECK(least->rank == 40);
  CHECK(difference("minimum norm and Cholesky", least->p, solve_ridge(moments)->p) < 1e-11);
}

TEST_CASE("minimum norm recovers the truth on orthonormal associative data, which do not identify it") {
  const auto task = *associative_memory({.key_dimension = 4, .gaussian_share = 0.0});
  const auto least = solve_minimum_norm(moments_of(task, 2048));
  REQUIRE(least.has_value());
  CHECK(least->rank == 248);
  CHECK(relative_distance(least->p, folded_coefficients(task.truth())) < 1e-10);
  CHECK(relative_test_error(task, least->p) < 1e-20);
}

TEST_CASE("the verdict and the answers do not depend on the unit of the tokens") {
  const auto task = *random_attention({.d = 3, .d_out = 1});
  const Matrix p = solve_ridge(moments_of(task, 200))->p;
  for (const double unit : {1e-6, 1e6}) {
    Moments scaled(task.shape());
    for (Sequence sequence : task.block(Split::train, 0, 200)) {
      sequence.Z *= unit;
      REQUIRE(scaled.add(sequence).has_value());
    }
    const auto solution = solve_ridge(scaled);
    REQUIRE(solution.has_value());
    CHECK(difference("p in another unit", solution->p * (unit * unit * unit), p) < 1e-12);
  }
}

TEST_CASE("what sums can say is ridge's answer, and that of least norm where ridge has none") {
  for (const auto& [n, path] : {std::pair{3, Path::primal}, {1, Path::primal_minimum_norm}}) {
    const Moments moments = moments_of(*random_attention({.d = 3, .n = n}), 100);
    const auto solution = solve_sums(moments);
    REQUIRE(solution.has_value());
    CHECK(solution->path == path);
    CHECK(solution->p == (n == 1 ? solve_minimum_norm(moments) : solve_ridge(moments))->p);
  }
}

TEST_CASE("data that do not determine the model are refused with rows, unknowns and a cure") {
  const auto few = solve_ridge(moments_of(*random_attention({.d = 4}), 39));
  REQUIRE(!few.has_value());
  CHECK(says(few.error(), "There are 39 answers to learn from for 40 unknowns"));
  CHECK(says(few.error(), "set the penalty λ (lambda) above 0"));
  CHECK(says(few.error(), "raise N, the number of sequences, until there are at least 40 answers"));

  const auto alike = solve_ridge(moments_of(*random_attention({.d = 4, .n = 1}), 1000));  // rank 20, lemma A.5 fails
  REQUIRE(!alike.has_value());
  // With one token G_11 z_2 = G_12 z_1, which stands behind it.
  CHECK(says(alike.error(), "no difference between x1·Σx1x2 and a·x2·Σx1x1, so many"));
  CHECK(says(alike.error(), "give more varied sequences"));

  const auto weak = solve_ridge(moments_of(*random_attention({.d = 4, .n = 1}), 1000), {.lambda = 1e-30});
  REQUIRE(!weak.has_value());
  CHECK(says(weak.error(), "or a larger penalty λ (lambda)"));

  const auto unitary = solve_ridge(moments_of(*associative_memory({.gaussian_share = 0.0}), 4096));
  REQUIRE(!unitary.has_value());
  CHECK(says(unitary.error(), "more varied sequences"));
}

TEST_CASE("where a number of the tokens follows from others, or is 0, it is named with them") {
  const auto error_of = [](Targets targets, const auto& change) {
    const auto task = *random_attention({.d = 5, .n = 4, .targets = targets});
    std::vector<Sequence> sequences = task.block(Split::train, 0, 400);
    for (Sequence& sequence : sequences) change(sequence.Z);
    Moments moments(task.shape());
    REQUIRE(moments.add(sequences).has_value());
    const auto solution = solve_ridge(moments);
    REQUIRE(!solution.has_value());
    return solution.error();
  };
  for (const Targets targets : {Targets::last, Targets::causal}) {
    const auto sum = error_of(targets, [](Matrix& Z) { Z.row(4) = 2 * Z.row(0) - 3 * Z.row(2); });
    CHECK(says(sum, "no difference between x5 and a·x3 + b·x1, so many"));
    const auto copy = error_of(targets, [](Matrix& Z) { Z.row(1) = -1e6 * Z.row(3); });
    CHECK(says(copy, "no difference between x4 and a·x2, so many"));
    const auto none = error_of(targets, [](Matrix& Z) { Z.row(3).setZero(); });
    CHECK(says(none, "no difference between x4 and 0, so many"));
  }
  // What only who asks has not.
  const auto asking = error_of(Targets::last, [](Matrix& Z) { Z(3, Z.cols() - 1) = 0; });
  CHECK(says(asking, "no difference between x4 and 0, so many"));
}

TEST_CASE("features that rounding alone makes alike are not called combinations, and what is advised helps") {
  constexpr double kUsual = 3000;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const auto task = *random_attention({.d = 3, .d_out = 1, .n = 4, .seed = seed});
    std::vector<Sequence> far = task.block(Split::train, 0, 100), near = far;
    Matrix rows(100, feature_count(3));
    for (std::size_t i = 0; i < far.size(); ++i) {
      far[i].Z.array() += kUsual;
      far[i].Y = near[i].Y = attend(task.truth(), far[i].Z, Targets::last);
      near[i].Z.conservativeResize(4, 4);
      near[i].Z.row(3).setOnes();
      rows.row(static_cast<Index>(i)) = folded_features(far[i].Z, 3, 4).normalized().transpose();
    }
    Eigen::ColPivHouseholderQR<Matrix> qr;
    qr.setThreshold(1e-13);
    CHECK(qr.compute(rows).rank() == feature_count(3));  // no feature is a combination of others
    Moments sums(task.shape());
    REQUIRE(sums.add(far).has_value());
    for (const double lambda : {0.0, 1e-30}) {
      const auto solution = solve_ridge(sums, {.lambda = lambda});
      REQUIRE(!solution.has_value());
      CHECK(!says(solution.error(), "is a combination"));
      CHECK(says(solution.error(), "subtract a usual value from each"));
    }
    Moments advised({4, 1, Targets::last});
    REQUIRE(advised.add(near).has_value());
    const auto solution = solve_ridge(advised);
    REQUIRE(solution.has_value());
    CHECK(test_error(solution->p, near, Targets::last).relative() < 1e-20);
  }
}

TEST_CASE("a penalty that is no penalty, no data, and too many unknowns are refused with a cure") {
  const Moments moments = moments_of(*random_attention({.d = 2}), 20);
  for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    CHECK(says(solve_ridge(moments, {.lambda = bad}).error(), "must be 0 or a positive number"));
  }
  const Moments none({2, 1, Targets::last});
  CHECK(says(solve_ridge(none).error(), "add at least one sequence"));
  CHECK(says(solve_minimum_norm(none).error(), "add at least one sequence"));
  const auto large = solve_minimum_norm(moments_of(*random_attention({.d = 13}), 2));
  CHECK(says(large.error(), "use tokens of d = 12 or fewer coordinates"));
}

TEST_CASE("Cholesky across blocks solves, multiplies, reports progress to 1 and names the failing row") {
  const Index size = 150;
  const Matrix B = Random(1).gaussian(size, size + 20);
  const Matrix A = B * B.transpose();
  const Matrix X = Random(2).gaussian(size, 3);
  double fraction = 0.0;
  const auto cholesky = Cholesky::factor(A, 1e-13, [&](double now) {
    CHECK(now > fraction);
    fraction = now;
  });
  REQUIRE(cholesky.has_value());
  CHECK(fraction == 1.0);
  CHECK(difference("A X", cholesky->multiply(X), A * X) < 1e-13);
  CHECK(difference("A^-1 A X", cholesky->solve(A * X), X) < 1e-9);  // condition number 3e3, squared data

  Matrix singular = A;
  singular.row(100) = A.row(7);
  singular.col(100) = singular.row(100).transpose();
  singular(100, 100) = A(7, 7);
  const auto failed = Cholesky::factor(singular, 1e-13);
  REQUIRE(!failed.has_value());
  CHECK(failed.error() == 100);
}
