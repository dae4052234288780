#include "learner/softmax/normal_equations.hpp"

#include <doctest/doctest.h>

#include "../difference.hpp"
#include "learner/softmax/sign_task.hpp"

using namespace learner;

namespace {

constexpr double kStep = 1e-5;  // of central differences: their error is about its square

struct Problem {
  JoinedExamples examples;
  std::vector<Matrix> Thetas;

  // Lengths of examples differ, and there are enough tokens for several batches.
  Problem(Index d, Index heads, double noise) {
    std::vector<Sequence> sequences;
    for (const Index k : {2, 3, 5}) {
      const SignTask task = *random_sign_task({.d = d, .k = k, .heads = heads, .noise = noise, .seed = 5});
      for (const Sequence& sequence : task.block(Split::train, 0, 60)) sequences.push_back(sequence);
      if (Thetas.empty())
        for (const SoftmaxHead& head : task.truth().heads) Thetas.push_back(head.Theta);
    }
    examples = *join_examples(sequences);
  }

  void perturb() {
    Random random(23);
    for (Matrix& Theta : Thetas) Theta += random.gaussian(Theta.rows(), Theta.cols(), 0.3);
  }

  Matrix residual(Index unknown, double by) const {
    std::vector<Matrix> moved = Thetas;
    const Index size = Thetas[0].size();
    moved[static_cast<std::size_t>(unknown / size)].reshaped()(unknown % size) += by;
    return eliminate_values(moved, examples)->residual;
  }

  // Column u: -dR/du, all of it, by central differences; rows (token, output).
  Matrix jacobian() const {
    const Index unknowns = std::ssize(Thetas) * Thetas[0].size();
    Matrix J(examples.Y.size(), unknowns);
    for (Index u = 0; u < unknowns; ++u)
      J.col(u) = ((residual(u, -kStep) - residual(u, kStep)) / (2.0 * kStep)).reshaped();
    return J;
  }
};

// Without what the basis explains, for every output: Kaufman's part of the derivative.
Matrix projected(Matrix J, const Matrix& basis, Index d) {
  for (Index u = 0; u < J.cols(); ++u) {
    Matrix column = J.col(u).reshaped(d, basis.cols());
    column -= (column * basis.transpose()) * basis;
    J.col(u) = column.reshaped();
  }
  return J;
}

}  // namespace

TEST_CASE("the gradient of the reduced residual is that of finite differences, far from the truth") {
  Problem problem(3, 2, 0.1);
  problem.perturb();
  const auto values = eliminate_values(problem.Thetas, problem.examples);
  const NormalEquations equations = normal_equations(problem.Thetas, *values, problem.examples);
  CHECK(difference("gradient", equations.gradient, problem.jacobian().transpose() * values->residual.reshaped()) <
        1e-8);
}

TEST_CASE("the normal matrix is that of the derivative's part outside the range of what heads attend to") {
  Problem problem(3, 2, 0.1);
  problem.perturb();
  const auto values = eliminate_values(problem.Thetas, problem.examples);
  const NormalEquations equations = normal_equations(problem.Thetas, *values, problem.examples);
  const Matrix J = problem.jacobian(), outside = projected(J, values->basis, 3);
  CHECK(difference("normal, projected", equations.normal, outside.transpose() * outside) < 1e-8);
  CHECK(equations.normal == equations.normal.transpose());
  // The part that Kaufman's approximation leaves out is there, and is nothing that differences could hide.
  CHECK((J - outside).norm() > 0.01 * J.norm());
}

TEST_CASE("where the residual is zero the normal matrix is that of the whole derivative") {
  const Problem problem(3, 2, 0.0);
  const auto values = eliminate_values(problem.Thetas, problem.examples);
  const NormalEquations equations = normal_equations(problem.Thetas, *values, problem.examples);
  const Matrix J = problem.jacobian();
  CHECK(difference("normal, whole", equations.normal, J.transpose() * J) < 1e-8);
  CHECK(equations.gradient.norm() < 1e-12);
}

TEST_CASE("the normal matrix and the gradient do not depend on the order of examples beyond rounding") {
  const Problem problem(2, 3, 0.1);
  std::vector<Sequence> turned;
  for (Index i = problem.examples.count(); i-- > 0;) {
    const Index first = problem.examples.first[static_cast<std::size_t>(i)], k = problem.examples.length(i);
    turned.push_back({problem.examples.Z.middleCols(first, k), problem.examples.Y.middleCols(first, k)});
  }
  const JoinedExamples other = *join_examples(turned);
  const auto a =
      normal_equations(problem.Thetas, *eliminate_values(problem.Thetas, problem.examples), problem.examples);
  const auto b = normal_equations(problem.Thetas, *eliminate_values(problem.Thetas, other), other);
  CHECK(difference("normal", a.normal, b.normal) < 1e-12);
  CHECK(difference("gradient", a.gradient, b.gradient) < 1e-11);
}
