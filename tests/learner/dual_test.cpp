#include "learner/least_squares.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>

#include <cmath>
#include <limits>

#include "bits.hpp"
#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"
#include "learner/whitening.hpp"

using namespace learner;

namespace {

constexpr Targets kModes[] = {Targets::last, Targets::all, Targets::causal};

std::vector<Sequence> noisy_data(Index d, Targets targets, std::uint64_t count, Index n = 4) {
  return random_attention({.d = d, .d_out = 2, .n = n, .targets = targets, .noise = 0.1})
      ->block(Split::train, 0, count);
}

Moments moments_of(std::span<const Sequence> data, Targets targets) {
  Moments moments({data.front().d(), data.front().Y.rows(), targets});
  REQUIRE(moments.add(data).has_value());
  return moments;
}

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

}  // namespace

TEST_CASE("the kernel is the inner product of unfolded features") {
  for (const Targets targets : kModes) {
    const auto data = noisy_data(4, targets, 40);
    const Questions questions = questions_of(data, targets);
    Matrix X(64, questions.rows());
    Index row = 0;
    for (const auto& [Z, Y] : data) {
      for (Index t = targets == Targets::last ? 3 : 0; t < 4; ++t) {
        X.col(row++) = unfolded_features(Z, t, targets == Targets::causal ? t + 1 : 4).reshaped();
      }
    }
    REQUIRE(row == questions.rows());
    const Matrix K = kernel(questions, questions);
    CHECK(difference("kernel and X^T X", K, X.transpose() * X) < 1e-14);
    CHECK(K == K.transpose());
  }
}

TEST_CASE("dual ridge equals primal ridge, with fewer rows than unknowns and with more") {
  for (const Targets targets : kModes) {
    for (const std::uint64_t count : {7u, 60u}) {
      const auto data = noisy_data(4, targets, count);
      const Moments moments = moments_of(data, targets);
      const double scale = moments.gram().diagonal().mean() / static_cast<double>(moments.rows());
      for (const double lambda : {1e-4 * scale, scale}) {
        const auto dual = solve_dual(data, targets, {.lambda = lambda});
        REQUIRE(dual.has_value());
        CHECK(dual->path == Path::dual);
        CHECK(dual->lambda == lambda);
        // Both systems have a condition number of up to 1e6 times the rounding unit; the promise is 1e-9.
        CHECK(difference("dual and primal ridge", coefficients(*dual), solve_ridge(moments, {.lambda = lambda})->p) <
              1e-9);
      }
    }
  }
}

TEST_CASE("without a penalty the dual gives the minimum norm and its rank, singular or not") {
  struct Case {
    std::uint64_t count;
    Index n, rank;
    Path path;
  };
  // 25 rows of full rank; 60 rows for 40 unknowns; one token a sequence, where 20 features are independent.
  for (const auto& [count, n, rank, path] : {Case{25, 4, 25, Path::dual}, Case{60, 4, 40, Path::dual_minimum_norm},
                                             Case{50, 1, 20, Path::dual_minimum_norm}}) {
    const auto data = noisy_data(4, Targets::last, count, n);
    const auto dual = solve_dual(data, Targets::last);
    REQUIRE(dual.has_value());
    CHECK(dual->rank == rank);
    CHECK(dual->path == path);
    const auto primal = solve_minimum_norm(moments_of(data, Targets::last));
    CHECK(primal->rank == rank);
    CHECK(primal->path == Path::primal_minimum_norm);
    CHECK(difference("dual and primal minimum norm", coefficients(*dual), primal->p) < 1e-9);
  }
}

TEST_CASE("kernel sums answer as the folded coefficients do") {
  for (const Targets targets : kModes) {
    const auto dual = solve_dual(noisy_data(3, targets, 9), targets, {.lambda = 1e-3});
    REQUIRE(dual.has_value());
    const Matrix Z = Random(7).gaussian(3, 6);
    CHECK(difference("kernel sums and p", predict(*dual, Z, targets),
                     evaluate_folded(coefficients(*dual), Z, targets)) < 1e-13);
  }
}

TEST_CASE("beyond the primal's reach the dual finds the isometric image of the answer within a subspace") {
  // Tokens Z' = B Z with orthonormal B: the minimum-norm W' is that of Z carried along by B.
  const Index d = 4;
  for (const Index wide : {20, 32}) {
    const auto task = *random_attention({.d = d, .d_out = 3, .n = 6});
    const auto data = task.block(Split::train, 0, 60);
    const Matrix B = Matrix(Random(5).gaussian(wide, d).householderQr().householderQ()).leftCols(d);
    std::vector<Sequence> embedded = data;
    for (Sequence& sequence : embedded) sequence.Z = B * sequence.Z;

    const auto solution = solve_least_squares(embedded, Targets::last);
    REQUIRE(solution.has_value());
    CHECK(solution->path == Path::dual_minimum_norm);
    CHECK(solution->rank == 40);
    CHECK(solution->unknowns == feature_count(wide));
    const Matrix W = unfold(solve_minimum_norm(moments_of(data, Targets::last))->p, d);
    Matrix carried = Matrix::Zero(3 * wide, wide * wide);
    for (Index row = 0; row < 3 * d; ++row) {
      const Matrix S = B * W.row(row).transpose().reshaped<Eigen::RowMajor>(d, d) * B.transpose();
      const Index a = row / d;
      carried.middleRows(a * wide, wide) += B.col(row % d) * S.reshaped<Eigen::RowMajor>().transpose();
    }
    CHECK(difference("W of embedded tokens", unfold(solution->p, wide), carried) < 1e-9);

    std::vector<Sequence> fresh = task.block(Split::test, 0, 20);
    for (Sequence& sequence : fresh) sequence.Z = B * sequence.Z;
    CHECK(test_error(solution->p, fresh, Targets::last).relative() < 1e-20);  // unseen, within the subspace
  }
}

TEST_CASE("least squares takes the cheaper path, says which, and both have one answer") {
  const auto many = noisy_data(4, Targets::last, 200);
  const auto few = std::span(many).first(12);
  const auto full = solve_least_squares(many, Targets::last, {.lambda = 1e-3});
  CHECK(full->path == Path::primal);
  CHECK(solve_least_squares(many, Targets::last)->path == Path::primal);
  const auto thin = solve_least_squares(few, Targets::last, {.lambda = 1e-3});
  CHECK(thin->path == Path::dual);
  CHECK(thin->rows == 12);
  CHECK(difference("p by either path", thin->p, solve_ridge(moments_of(few, Targets::last), {.lambda = 1e-3})->p) <
        1e-9);
  CHECK(solve_least_squares(few, Targets::last)->path == Path::dual);
  const auto alike = noisy_data(4, Targets::last, 200, 1);
  const auto open = solve_least_squares(alike, Targets::last);
  CHECK(open->path == Path::primal_minimum_norm);
  CHECK(open->rank == 20);
  CHECK(solve_least_squares(std::span(alike).first(30), Targets::last)->path == Path::dual_minimum_norm);
  CHECK(name_of(Path::primal) == "primal");
  CHECK(name_of(Path::primal_minimum_norm) == "primal, minimum norm");
  CHECK(name_of(Path::dual) == "dual");
  CHECK(name_of(Path::dual_minimum_norm) == "dual, minimum norm");
}

TEST_CASE("the costs of both paths are their multiply-adds, and out of reach is infinite") {
  // d = 2: q = 3, psi = 6. Primal 10 terms of 3*3*4/2 = 18 (all: 3*4*5/6 = 10) and 36; dual 100 * 5 + 1000/6 + 60.
  const PathCosts last = path_costs({2, 1, Targets::last}, 10, 10);
  CHECK(last.primal == 216.0);
  CHECK(last.dual == doctest::Approx(500.0 + 1000.0 / 6.0 + 60.0));
  CHECK(path_costs({2, 1, Targets::all}, 10, 2).primal == 56.0);
  CHECK(std::isinf(path_costs({17, 1, Targets::last}, 10, 10).primal));
  CHECK(std::isfinite(path_costs({17, 1, Targets::last}, 10, 10).dual));
  CHECK(std::isinf(path_costs({65, 1, Targets::last}, 10, 10).dual));
  CHECK(std::isinf(path_costs({4, 1, Targets::last}, 4097, 4097).dual));
}

TEST_CASE("what the dual cannot serve is refused with a cure") {
  const auto data = noisy_data(2, Targets::last, 8);
  CHECK(says(solve_dual({}, Targets::last).error(), "give at least one sequence"));
  CHECK(says(solve_least_squares({}, Targets::last).error(), "give at least one sequence"));
  CHECK(says(solve_dual(data, Targets::last, {.lambda = -1.0}).error(), "must be 0 or a positive number"));
  CHECK(says(solve_dual(data, Targets::last, {.lambda = 1e-30}).error(), "raise it, or set it to 0"));
  auto bad = data;
  bad[2].Z(0, 0) = std::numeric_limits<double>::infinity();
  CHECK(says(solve_dual(bad, Targets::last).error(), "Sequence 3"));
  for (Sequence& sequence : bad) sequence.Z.setConstant(1e120);
  CHECK(says(solve_dual(bad, Targets::last).error(), "divide the large coordinates"));

  const std::vector<Sequence> wide(2, {Matrix::Ones(65, 1), Matrix::Ones(1, 1)});
  CHECK(says(solve_dual(wide, Targets::last).error(), "between 1 and 64"));
  CHECK(says(solve_least_squares(wide, Targets::last).error(), "are out of reach"));
  const std::vector<Sequence> longest(2, {Matrix::Ones(17, 2050), Matrix::Ones(1, 2050)});
  CHECK(says(solve_dual(longest, Targets::all).error(), "keep 4096 or fewer"));
  CHECK(says(solve_least_squares(longest, Targets::all).error(), "are out of reach"));
  const std::vector<Sequence> alike(1001, {Matrix::Ones(1, 1), Matrix::Ones(1, 1)});
  CHECK(says(solve_dual(alike, Targets::last).error(), "ask nothing that others do not ask"));
  const std::vector<Sequence> two(2, alike.front());
  CHECK(
      says(solve_dual(two, Targets::last, {.lambda = 1e-30}).error(), "question 2 asks nothing that those before it"));
  CHECK(solve_dual(two, Targets::last, {.lambda = 1e-6}).has_value());  // as advised
  CHECK(solve_dual(two, Targets::last, {.lambda = 0}).has_value());
}

TEST_CASE("moments, ridge by both paths, whitening and choice of lambda: same bits natively and as WASM") {
  for (const Targets targets : kModes) {
    const auto data = noisy_data(5, targets, 150);
    const Moments moments = moments_of(data, targets);
    print_bits("Gram", moments.gram());
    print_bits("cross", moments.cross());
    print_bits("ridge", solve_ridge(moments, {.lambda = 1e-3})->p);
    print_bits("minimum norm", solve_minimum_norm(moments)->p);
    const auto few = std::span(data).first(20);
    print_bits("dual ridge", coefficients(*solve_dual(few, targets, {.lambda = 1e-3})));
    print_bits("dual minimum norm", coefficients(*solve_dual(few, targets)));
    const auto whitening = whitening_of(data);
    print_bits("whitening", whitening->L);
    print_bits("unwhitened", unwhitened(solve_ridge(moments_of(whitened(data, *whitening), targets))->p, *whitening));
    print_bits("chosen lambda", choose_lambda(moments_of(few, targets), moments)->solution.p);
  }
}
