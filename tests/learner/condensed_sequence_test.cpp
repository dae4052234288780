// Fewer tokens that ask as much.
#include "learner/sequence.hpp"

#include <doctest/doctest.h>

#include "learner/least_squares.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

using namespace learner;

TEST_CASE("a condensed sequence keeps G and what the answers have in common with the tokens, in min(n, d) tokens") {
  for (const Index n : {1, 3, 4, 5, 40}) {
    CAPTURE(n);
    const auto task = *random_attention({.d = 4, .d_out = 3, .n = n, .targets = Targets::all, .noise = 0.3});
    for (std::uint64_t i = 0; i < 5; ++i) {
      const Sequence whole = task.sequence(Split::train, i);
      const Sequence few = condensed(whole);
      CHECK(few.n() == std::min<Index>(n, 4));
      CHECK(few.rows() == few.n());
      CHECK((few.Z * few.Z.transpose() - whole.Z * whole.Z.transpose()).norm() < 1e-14);
      // G of five tokens in four dimensions may have a condition number of thousands.
      CHECK((few.Z * few.Y.transpose() - whole.Z * whole.Y.transpose()).norm() < 1e-12 * (1 + whole.Y.norm()));
    }
  }
}

TEST_CASE("tokens that all lie in a plane come back as they are") {
  Sequence flat{Matrix::Random(3, 8), Matrix::Random(2, 8)};
  flat.Z.row(2) = flat.Z.row(0) + flat.Z.row(1);
  CHECK(condensed(flat).Z == flat.Z);
  CHECK(condensed(flat).Y == flat.Y);
}

TEST_CASE("condensed sequences have the minimum-norm fit of whole ones, by a kernel matrix of full rank") {
  const auto task = *random_attention({.d = 4, .n = 12, .targets = Targets::all, .noise = 0.1});
  const auto whole = task.block(Split::train, 0, 7);
  std::vector<Sequence> few;
  Moments moments(task.shape());
  REQUIRE(moments.add(whole));
  for (const Sequence& sequence : whole) few.push_back(condensed(sequence));
  const auto solution = solve_dual(few, Targets::all);
  REQUIRE(solution);
  CHECK(solution->rank == 28);
  CHECK(solution->path == Path::dual);
  const auto primal = solve_minimum_norm(moments);
  REQUIRE(primal);
  CHECK(primal->rank == 28);
  CHECK((coefficients(*solution) - primal->p).norm() < 1e-9 * primal->p.norm());
}
