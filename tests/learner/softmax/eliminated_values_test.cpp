#include "learner/softmax/eliminated_values.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>

#include <limits>

#include "../difference.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_layer.hpp"

using namespace learner;

namespace {

JoinedExamples examples_of(Index d, Index k, Index heads, Index count, double noise) {
  const SignTask task = *random_sign_task({.d = d, .k = k, .heads = heads, .noise = noise, .seed = 3});
  return *join_examples(task.block(Split::train, 0, static_cast<std::uint64_t>(count)));
}

std::vector<Matrix> random_thetas(Index d, Index heads) {
  Random random(17);
  std::vector<Matrix> Thetas;
  for (Index i = 0; i < heads; ++i) Thetas.push_back(random.gaussian(d, d, 0.6));
  return Thetas;
}

}  // namespace

TEST_CASE("examples of different lengths are joined column by column, each with its place") {
  const SignTask longer = *random_sign_task({.d = 3, .k = 5}), shorter = *random_sign_task({.d = 3, .k = 2});
  const std::vector<Sequence> examples{longer.sequence(Split::train, 0), shorter.sequence(Split::train, 1)};
  const auto joined = join_examples(examples);
  REQUIRE(joined);
  CHECK(joined->first == std::vector<Index>{0, 5, 7});
  CHECK(joined->Z.rightCols(2) == examples[1].Z);
  CHECK(joined->Y.leftCols(5) == examples[0].Y);
}

TEST_CASE(
    "eliminated values are those of dense least squares, and what is left is orthogonal to what heads attend to") {
  const JoinedExamples examples = examples_of(4, 3, 2, 60, 0.1);
  const std::vector<Matrix> Thetas = random_thetas(4, 3);
  const auto values = eliminate_values(Thetas, examples);
  REQUIRE(values);
  CHECK(values->rank() == 12);
  // What head 1 attends to for token 2 of example 5, from the definition.
  const Matrix Z = examples.Z.middleCols(15, 3);
  CHECK((values->O.col(17).segment(4, 4) - Z * softmax(Z.transpose() * Thetas[1].transpose() * Z.col(2))).norm() <
        1e-14);
  const Matrix W = Matrix(values->O.transpose()).colPivHouseholderQr().solve(Matrix(examples.Y.transpose()));
  CHECK(difference("W by elimination", values->W, W) < 1e-13);
  CHECK(difference("residual", values->residual, examples.Y - W.transpose() * values->O) < 1e-13);
  CHECK((values->O * values->residual.transpose()).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((values->basis * values->basis.transpose() - Matrix::Identity(12, 12)).cwiseAbs().maxCoeff() < 1e-14);
  CHECK(difference("root root^T", values->root * values->root.transpose() * (values->O * values->O.transpose()),
                   Matrix::Identity(12, 12)) < 1e-11);
  const SoftmaxLayer layer = layer_of(Thetas, values->W);
  CHECK((attend(layer, Z) - (examples.Y - values->residual).middleCols(15, 3)).norm() < 1e-13);
}

TEST_CASE("a question counts once in whatever order and sign its tokens stand, and not at all among equal tokens") {
  const Matrix mixed{{1, -1, 1}, {1, 1, 1}}, turned{{1, 1, -1}, {1, 1, 1}}, equal = Matrix::Ones(2, 3);
  const Matrix negative = -mixed, other{{-1, -1, 1}, {1, 1, 1}};
  std::vector<Sequence> examples;
  for (const Matrix& Z : {mixed, turned, negative, equal, other}) examples.push_back({.Z = Z, .Y = Z});
  CHECK(distinct_questions(*join_examples(examples)) == 4);
  const SoftmaxLayer layer = random_sign_task({.d = 2})->truth();
  CHECK(attend(layer, negative) == -attend(layer, mixed));
}

TEST_CASE("a head that repeats another shares the values of least norm with it") {
  const JoinedExamples examples = examples_of(3, 4, 1, 50, 0.1);
  std::vector<Matrix> Thetas = random_thetas(3, 2);
  Thetas.push_back(Thetas[0]);
  const auto values = eliminate_values(Thetas, examples);
  REQUIRE(values);
  CHECK(values->rank() == 6);
  const Matrix W =
      Matrix(values->O.transpose()).completeOrthogonalDecomposition().solve(Matrix(examples.Y.transpose()));
  CHECK(difference("W of least norm", values->W, W) < 1e-12);
  CHECK((values->W.topRows(3) - values->W.bottomRows(3)).norm() < 1e-12);
}

TEST_CASE("heads that differ by a thousandth in one entry are told apart") {
  const JoinedExamples examples = examples_of(3, 4, 1, 50, 0.1);
  std::vector<Matrix> Thetas = random_thetas(3, 2);
  Thetas[1] = Thetas[0];
  Thetas[1](0, 1) += 1e-3;
  const auto values = eliminate_values(Thetas, examples);
  REQUIRE(values);
  const Matrix W =
      Matrix(values->O.transpose()).completeOrthogonalDecomposition().solve(Matrix(examples.Y.transpose()));
  CHECK(values->rank() == 6);
  CHECK(difference("nearly equal heads", values->residual, examples.Y - W.transpose() * values->O) < 1e-11);
}

TEST_CASE("examples that cannot be joined or squared are refused in words") {
  CHECK(join_examples({}).error().text() == "There is nothing to learn from: add at least one example.");
  std::vector<Sequence> examples{{.Z = Matrix::Ones(2, 3), .Y = Matrix::Ones(1, 3)}};
  CHECK(!join_examples(examples));
  examples[0].Y = Matrix::Constant(2, 3, std::numeric_limits<double>::quiet_NaN());
  CHECK(!join_examples(examples));
  examples[0] = {.Z = Matrix::Constant(2, 3, 1e200), .Y = Matrix::Ones(2, 3)};
  CHECK(eliminate_values(random_thetas(2, 1), *join_examples(examples)).error().text().contains("too large"));
}

TEST_CASE("values for the true scores are the true ones") {
  const SignTask task = *random_sign_task({.d = 3, .k = 5, .heads = 3});
  std::vector<Matrix> Thetas;
  for (const SoftmaxHead& head : task.truth().heads) Thetas.push_back(head.Theta);
  const auto values = eliminate_values(Thetas, *join_examples(task.block(Split::train, 0, 40)));
  REQUIRE(values);
  CHECK(match_heads(task.truth(), layer_of(Thetas, values->W)).w_error < 1e-13);
}
