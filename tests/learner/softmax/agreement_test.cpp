#include "learner/softmax/agreement.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/value_sum.hpp"

using namespace learner;

namespace {

SoftmaxLayer layer_of(Index d, Index heads, std::uint64_t seed = 1) {
  return random_sign_task({.d = d, .k = 2, .heads = heads, .seed = seed})->truth();
}

// Every sequence of k signs of dimension d, once: 2^(d k) of them, so that a mean is an expectation.
std::vector<Sequence> every_sequence(const SoftmaxLayer& layer, Index k) {
  const Index d = layer.d();
  std::vector<Sequence> all;
  for (unsigned bits = 0; bits < 1u << (d * k); ++bits) {
    Matrix Z(d, k);
    for (Index i = 0; i < d * k; ++i) Z.reshaped()(i) = (bits >> i & 1u) != 0 ? 1.0 : -1.0;
    Matrix Y = attend(layer, Z);
    all.push_back({std::move(Z), std::move(Y)});
  }
  return all;
}

SoftmaxLayer scaled(SoftmaxLayer layer, double scale) {
  for (SoftmaxHead& head : layer.heads) head.Theta *= scale;
  return layer;
}

}  // namespace

TEST_CASE("the crude sum is the sum of the values when all weights are uniform") {
  for (const Index k : {1, 2, 4}) {
    const SoftmaxLayer layer = scaled(layer_of(2, 3), 0.0);
    CHECK(sum_error(*crude_sum(every_sequence(layer, k)), layer) < 1e-14);
  }
}

TEST_CASE("the bias of the crude sum is, to first order in Theta, the predicted one, with its diagonal part") {
  for (const auto [d, k] : {std::pair<Index, Index>{2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}}) {
    const SoftmaxLayer layer = layer_of(d, 2);
    const auto slope = [&](double h) -> Matrix {
      const Matrix above = *crude_sum(every_sequence(scaled(layer, h), k));
      return (above - *crude_sum(every_sequence(scaled(layer, -h), k))) / (2.0 * h);
    };
    const Matrix limit = (4.0 * slope(0.005) - slope(0.01)) / 3.0;  // Richardson: the error is O(h^4)
    const Matrix predicted = crude_sum_bias(layer, k);
    CHECK((limit - predicted).norm() < 1e-6 * predicted.norm());
    Matrix gaussian = Matrix::Zero(d, d);  // right for Gaussian tokens, not for signs
    for (const SoftmaxHead& head : layer.heads) gaussian += (1.0 - 1.0 / static_cast<double>(k)) * head.Theta * head.W;
    CHECK((limit - gaussian).norm() > 0.02 * predicted.norm());
  }
}

TEST_CASE("equal tokens are merged, their answers averaged, and nothing else is") {
  Sequence sequence{Matrix{{1, -1, 1, 1}, {1, 1, 1, -1}}, Matrix{{1, 2, 5, 4}}};
  const DistinctTokens tokens = distinct_tokens(sequence);
  CHECK(tokens.Z == Matrix{{1, -1, 1}, {1, 1, -1}});
  CHECK(tokens.count == Vector{{2, 1, 1}});
  CHECK(tokens.Y == Matrix{{3, 2, 4}});
}

TEST_CASE("with one head and the true sum every usable row agrees and gives constraints that Theta meets") {
  for (const auto [d, k] : {std::pair<Index, Index>{2, 4}, {3, 4}, {3, 8}, {4, 3}}) {
    const SignTask task(layer_of(d, 1), k, 0.0, 1);
    const auto found = agreement(value_sum(task.truth()), task.block(Split::train, 0, 500),
                                 {.tolerance = 1e-9, .least_weight = 1e-6, .most_constraints = 10000});
    REQUIRE(found);
    CHECK(found->accepted > found->usable * 9 / 10);
    CHECK(found->usable <= found->rows);
    CHECK(constraint_error(*found, task.truth()).largest < 1e-8);
    CHECK(constraint_error(*found, scaled(task.truth(), 1.1)).mean > 0.01);
  }
}

TEST_CASE("no two constraints are one up to sign, and all there are at d = 2 are found") {
  const SoftmaxLayer layer = layer_of(2, 1);
  const auto found = agreement(value_sum(layer), every_sequence(layer, 3), {.least_weight = 1e-9});
  REQUIRE(found);
  CHECK(found->constraints.size() == 6);  // 4 queries, 3 other tokens for each; turning all signs changes nothing
  for (std::size_t a = 0; a < found->constraints.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const Constraint &x = found->constraints[a], &y = found->constraints[b];
      const Matrix X = x.query * x.difference.transpose(), Y = y.query * y.difference.transpose();
      CHECK((X - Y).norm() > 1.0);
      CHECK((X + Y).norm() > 1.0);
      CHECK(x.residual >= y.residual);
    }
}

TEST_CASE("the residual of two tokens is that of the best weight found by search, and two heads seldom agree") {
  const SoftmaxLayer layer = layer_of(3, 2);
  const Matrix Z{{1, 1}, {1, -1}, {-1, 1}};
  const Sequence sequence{Z, attend(layer, Z)};
  const Matrix sum = value_sum(layer), corners = sum.transpose() * Z;
  const double longest = (corners.col(0) - corners.col(1)).norm();
  double mean = 0.0;
  for (Index t = 0; t < 2; ++t) {
    double least = 1e9;
    for (int i = 0; i <= 100000; ++i) {
      const double p = i / 100000.0;
      least = std::min(least, (sequence.Y.col(t) - p * corners.col(0) - (1 - p) * corners.col(1)).norm() / longest);
    }
    mean += least / 2.0;
  }
  const auto found = agreement(sum, std::span(&sequence, 1), {.tolerance = 10.0, .least_weight = 1e-9});
  REQUIRE(found);
  REQUIRE(found->constraints.size() == 2);
  CHECK((found->constraints[0].residual + found->constraints[1].residual) / 2.0 == doctest::Approx(mean).epsilon(1e-6));
  const auto strict = agreement(sum, std::span(&sequence, 1), {.tolerance = 1e-6});
  REQUIRE(!strict);
  CHECK(strict.error().text().starts_with("The heads agree on no row: the smallest residual is "));
  const double least = std::min(found->constraints[0].residual, found->constraints[1].residual);
  const auto rising = residuals(sum, std::span(&sequence, 1), {.tolerance = 1e-6, .least_weight = 1e-9});
  REQUIRE(rising);
  CHECK(*rising == std::vector<double>{found->constraints[0].residual, found->constraints[1].residual});
  const auto close = agreement(sum, std::span(&sequence, 1), {.tolerance = least * (1 - 1e-9)});
  REQUIRE(!close);
  CHECK(std::strtod(close.error().values.front().c_str(), nullptr) > least * (1 - 1e-9));
  CHECK(std::strtod(close.error().values.front().c_str(), nullptr) < least * 1.001);
}

TEST_CASE("sequences of equal tokens alone give the sum of the values to rounding, and a low margin does not") {
  const SoftmaxLayer layer = layer_of(2, 3);
  const auto all = every_sequence(layer, 3);
  const auto exact = refine_sum(layer.heads[0].Theta, all, 1e6);
  REQUIRE(exact);
  CHECK(exact->rows == 4);
  CHECK(sum_error(exact->sum, layer) < 1e-14);
  const auto chosen = refine_sum(layer.heads[0].Theta, all, 0.0);
  REQUIRE(chosen);
  CHECK(chosen->rows == 4);
  CHECK(chosen->margin > 1.0);
  const auto loose = refine_sum(layer.heads[0].Theta, all, 1.0);
  REQUIRE(loose);
  CHECK(loose->rows > 4);
  CHECK(sum_error(loose->sum, layer) > 0.01);
}

TEST_CASE("a larger margin refines the sum better once all heads look where Theta does") {
  SoftmaxLayer layer = scaled(layer_of(3, 2), 4.0);
  layer.heads[1].Theta = 0.9 * layer.heads[0].Theta;
  const SignTask task(layer, 8, 0.0, 1);
  const auto sequences = task.block(Split::train, 0, 500);
  double last = 1.0;
  for (const double margin : {1.0, 3.0, 9.0}) {
    const auto refined = refine_sum(layer.heads[0].Theta, sequences, margin);
    REQUIRE(refined);
    CHECK(sum_error(refined->sum, layer) < last);
    last = sum_error(refined->sum, layer);
  }
  CHECK(last < 1e-2);
}

TEST_CASE("phases without examples, without values or without two tokens say so") {
  const SoftmaxLayer layer = layer_of(2, 1);
  CHECK(crude_sum({}).error().text() == "There are no examples to average: ask for at least 1.");
  CHECK(!agreement(value_sum(layer), {}));
  CHECK(!refine_sum(layer.heads[0].Theta, {}, 1.0));
  const auto ones = every_sequence(layer, 1);
  CHECK(agreement(value_sum(layer), ones).error().text().starts_with("No example has 2 to 2 different tokens"));
  CHECK(agreement(Matrix::Zero(2, 2), ones).error().text().starts_with("The values of the heads sum to zero"));
  CHECK(!refine_sum(layer.heads[0].Theta, std::span(ones).first(1), 1.0));
}
