// Every layer's backward pass against central differences of its forward pass: every parameter, every input.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../difference.hpp"
#include "learner/descent/block.hpp"

using namespace learner;

namespace {

std::vector<Lanes> random_lanes(Random& random, std::size_t count) {
  std::vector<Lanes> values(count);
  for (Lanes& value : values) {
    for (Index lane = 0; lane < kLanes; ++lane) value.set(lane, random.gaussian());
  }
  return values;
}

// A random linear function of all answers of a layer, in all lanes.
template <class Layer>
struct Probe {
  Layer layer;
  std::vector<double> theta;
  std::vector<Lanes> x, weights;

  Probe(const Layer& probed, Index n, std::uint64_t seed) : layer(probed) {
    Random random(seed);
    theta.resize(static_cast<std::size_t>(layer.parameters()));
    for (double& entry : theta) entry = random.gaussian();
    const Index inputs = Index(inputs_of(layer));
    x = random_lanes(random, static_cast<std::size_t>(n * inputs));
    weights = random_lanes(random, layer.forward(theta, x).size());
  }

  static Index inputs_of(const Layer& probed) {
    if constexpr (requires { probed.inputs(); }) {
      return probed.inputs();
    } else {
      return 3;  // of the blocks below
    }
  }

  double value() {
    const auto y = layer.forward(theta, x);
    Lanes total{};
    for (std::size_t i = 0; i < y.size(); ++i) total += weights[i] * y[i];
    return sum(total);
  }

  // The slope of value() along one number, by differences whose error is of fourth order: with step 1e-3 about
  // 1e-12 in curvature and 1e-13 in rounding.
  template <class Set>
  double slope(double at, const Set& set) {
    constexpr double kStep = 1e-3;
    const auto value_at = [&](double offset) {
      set(at + offset);
      return value();
    };
    const double near = value_at(kStep) - value_at(-kStep);
    const double far = value_at(2.0 * kStep) - value_at(-2.0 * kStep);
    set(at);
    return (8.0 * near - far) / (12.0 * kStep);
  }
};

template <class Layer>
void check_gradients(const std::string& name, const Layer& layer, Index n) {
  CAPTURE(name);
  Probe<Layer> probe(layer, n, 7);
  std::vector<Lanes> gradient(probe.theta.size());
  probe.value();
  const auto dx = probe.layer.backward(probe.theta, probe.x, probe.weights, gradient, true);
  const std::vector<Lanes> input_gradient(dx.begin(), dx.end());
  REQUIRE(input_gradient.size() == probe.x.size());

  Matrix exact(static_cast<Index>(probe.theta.size()), 1), numeric = exact;
  for (std::size_t i = 0; i < probe.theta.size(); ++i) {
    exact(static_cast<Index>(i)) = sum(gradient[i]);
    numeric(static_cast<Index>(i)) = probe.slope(probe.theta[i], [&](double value) { probe.theta[i] = value; });
  }
  // Four orders above the error of the differences, far below any mistake.
  CHECK(difference((name + ", by its parameters").c_str(), exact, numeric) < 1e-8);

  Matrix exact_x(static_cast<Index>(probe.x.size()), kLanes), numeric_x = exact_x;
  for (std::size_t i = 0; i < probe.x.size(); ++i) {
    for (Index lane = 0; lane < kLanes; ++lane) {
      exact_x(static_cast<Index>(i), lane) = input_gradient[i][lane];
      numeric_x(static_cast<Index>(i), lane) =
          probe.slope(probe.x[i][lane], [&](double value) { probe.x[i].set(lane, value); });
    }
  }
  CHECK(difference((name + ", by its inputs").c_str(), exact_x, numeric_x) < 1e-8);

  // Without the inputs' gradient the parameters' is the same, and it is added to what was there.
  probe.value();
  CHECK(probe.layer.backward(probe.theta, probe.x, probe.weights, gradient, false).empty());
  Matrix twice = exact;
  for (std::size_t i = 0; i < gradient.size(); ++i) twice(static_cast<Index>(i)) = sum(gradient[i]);
  CHECK(difference((name + ", added up").c_str(), twice, 2.0 * exact) < 1e-14);
}

AttentionShape attention_with(Targets targets, Index d_out) {
  return {.d = 3, .d_out = d_out, .heads = 2, .targets = targets, .score_scale = 0.6, .head_scale = 0.5};
}

}  // namespace

TEST_CASE("linear attention goes back exactly for last, all and causal targets") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    for (const Index d_out : {1, 3}) {
      const std::string name = "linear " + std::string(name_of(targets)) + ", d_out " + std::to_string(d_out);
      check_gradients(name, LinearAttention(attention_with(targets, d_out)), 4);
    }
  }
}

TEST_CASE("folded attention goes back exactly for last, all and causal targets") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    for (const Index d_out : {1, 3}) {
      const std::string name = "folded " + std::string(name_of(targets)) + ", d_out " + std::to_string(d_out);
      check_gradients(name, FoldedAttention(attention_with(targets, d_out)), 4);
    }
  }
}

TEST_CASE("folded attention is linear attention: the same answers from the same heads") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    Probe<FoldedAttention> folded(FoldedAttention(attention_with(targets, 2)), 6, 5);
    LinearAttention linear(attention_with(targets, 2));
    const auto value = folded.layer.forward(folded.theta, folded.x);
    const auto reference = linear.forward(folded.theta, folded.x);
    REQUIRE(value.size() == reference.size());
    Matrix values(static_cast<Index>(value.size()), kLanes), references = values;
    for (std::size_t i = 0; i < value.size(); ++i) {
      for (Index lane = 0; lane < kLanes; ++lane) {
        values(static_cast<Index>(i), lane) = value[i][lane];
        references(static_cast<Index>(i), lane) = reference[i][lane];
      }
    }
    CHECK(difference("folded and linear attention", values, references) < 1e-14);
  }
}

TEST_CASE("folding pays for many heads and few coordinates") {
  CHECK(FoldedAttention::pays({.d = 4, .d_out = 1, .heads = 2}));
  CHECK(FoldedAttention::pays({.d = 4, .d_out = 4, .heads = 4}));
  CHECK(!FoldedAttention::pays({.d = 4, .d_out = 4, .heads = 2}));
  CHECK(!FoldedAttention::pays({.d = 16, .d_out = 16, .heads = 16}));
}

TEST_CASE("softmax attention goes back exactly for last, all and causal targets") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    for (const Index d_out : {1, 3}) {
      const std::string name = "softmax " + std::string(name_of(targets)) + ", d_out " + std::to_string(d_out);
      check_gradients(name, SoftmaxAttention(attention_with(targets, d_out)), 4);
    }
  }
}

TEST_CASE("softmax attention to scores in the thousands picks the token with the largest") {
  SoftmaxAttention attention({.d = 1, .d_out = 1, .targets = Targets::last});
  const std::vector<double> theta = {1.0, 1000.0};  // y = the tokens' mean by weights exp(1000 z_s z_n)
  const std::vector<Lanes> x = {all_lanes(1.0), all_lanes(2.0), all_lanes(3.0), all_lanes(1.5)};
  CHECK(attention.forward(theta, x)[0][0] == 3.0);
}

TEST_CASE("linear maps, layer norm and the perceptron go back exactly") {
  check_gradients("linear map", LinearMap(3, 2, false), 3);
  check_gradients("linear map with bias", LinearMap(2, 4, true), 3);
  check_gradients("layer norm", LayerNorm(4), 3);
  check_gradients("perceptron", Perceptron(3, 5), 3);
}

TEST_CASE("a block goes back exactly with and without layer norm and residual") {
  for (const bool normalised : {false, true}) {
    for (const bool residual : {false, true}) {
      const std::string name = std::string("block") + (normalised ? ", norm" : "") + (residual ? ", residual" : "");
      check_gradients(name + ", last", Block(LinearAttention(attention_with(Targets::last, 3)), normalised, residual),
                      4);
      check_gradients(name + ", causal",
                      Block(SoftmaxAttention(attention_with(Targets::causal, 3)), normalised, residual), 4);
    }
  }
}

TEST_CASE("a block adds the last token only when its attention answers that one") {
  Block plain(LinearAttention(attention_with(Targets::last, 3)), false, false);
  Probe<Block> probe(Block(LinearAttention(attention_with(Targets::last, 3)), false, true), 4, 3);
  const auto sum_of_both = probe.layer.forward(probe.theta, probe.x);
  const auto attention = plain.forward(probe.theta, probe.x);
  REQUIRE(sum_of_both.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (Index lane = 0; lane < kLanes; ++lane) {
      CHECK(sum_of_both[i][lane] == probe.x[9 + i][lane] + attention[i][lane]);
    }
  }
}

TEST_CASE("layer norm gives every token mean 0 and variance 1, up to its epsilon") {
  LayerNorm norm(5);
  Random random(4);
  std::vector<double> theta(10, 0.0);
  std::fill_n(theta.begin(), 5, 1.0);
  const auto x = random_lanes(random, 15);
  const auto y = norm.forward(theta, x);
  for (std::size_t t = 0; t < 3; ++t) {
    for (Index lane = 0; lane < kLanes; ++lane) {
      Vector before(5), after(5);
      for (std::size_t i = 0; i < 5; ++i) {
        before(static_cast<Index>(i)) = x[5 * t + i][lane];
        after(static_cast<Index>(i)) = y[5 * t + i][lane];
      }
      const double variance = (before.array() - before.mean()).square().mean();
      CHECK(std::abs(after.mean()) < 1e-14);
      CHECK(after.squaredNorm() / 5.0 == doctest::Approx(variance / (variance + 1e-5)).epsilon(1e-13));
    }
  }
}

TEST_CASE("the perceptron's activation is v times the logistic function of 1.5958 (v + 0.044715 v^3)") {
  Perceptron perceptron(1, 1);
  const std::vector<double> identity = {1.0, 0.0, 1.0, 0.0};
  for (const double v : {-40.0, -3.0, -0.5, 0.0, 1e-9, 0.7, 5.0, 1e3}) {
    const std::vector<Lanes> x = {all_lanes(v)};
    const double exponent = 2.0 * std::sqrt(2.0 / std::acos(-1.0)) * (v + 0.044715 * v * v * v);
    const double expected = v / (1.0 + std::exp(-exponent));
    // An error of 1 ulp in the exponent is one of |exponent| ulp in the result.
    CHECK(std::abs(perceptron.forward(identity, x)[0][0] - expected) <=
          (4.0 + std::abs(exponent)) * 0x1p-52 * std::abs(expected));
  }
}
