#include "learner/descent/network.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../difference.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

Vector start_of(const Network& network, std::uint64_t seed) { return network.initial(Random(seed)); }

std::vector<const Sequence*> pointers(std::span<const Sequence> sequences) {
  std::vector<const Sequence*> result;
  for (const Sequence& sequence : sequences) result.push_back(&sequence);
  return result;
}

// Sequences of lengths 1 .. 4 with random targets.
std::vector<Sequence> mixed_lengths(const Shape& shape, int count) {
  Random random(6);
  std::vector<Sequence> sequences;
  for (int i = 0; i < count; ++i) {
    const Index n = 1 + (i * 7) % 4;
    Matrix Z = random.gaussian(shape.d, n);
    sequences.push_back({std::move(Z), random.gaussian(shape.d_out, target_count(shape.targets, n))});
  }
  return sequences;
}

}  // namespace

TEST_CASE("one linear layer is the model of its heads: the definition gives the same answers") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    for (const Index heads : {1, 3, 9}) {
      Network network({.heads = heads, .scaled = true, .averaged = true}, {4, 2, targets});
      const Vector theta = start_of(network, 1);
      const Matrix Z = Random(2).gaussian(4, 7);
      const auto model = network.model(theta);
      REQUIRE(model.has_value());
      CHECK(difference("network and definition", network.predict(theta, Z), attend(*model, Z, targets)) < 1e-14);
    }
  }
}

TEST_CASE("layers in a row are models in a row: each attends to the answers of the one before") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    const Architecture architecture{.heads = 2, .layers = 2};
    Network network(architecture, {3, 2, targets});
    const Vector theta = start_of(network, 3);
    const Targets inner = targets == Targets::last ? Targets::all : targets;
    Network first({.heads = 2}, {3, 3, inner});
    Network second({.heads = 2}, {3, 2, targets});
    const Matrix Z = Random(4).gaussian(3, 5);
    const Matrix between = attend(*first.model(theta.head(first.parameters())), Z, inner);
    const Matrix expected = attend(*second.model(theta.tail(second.parameters())), between, targets);
    CHECK(difference("two layers", network.predict(theta, Z), expected) < 1e-14);
    CHECK(!network.model(theta).has_value());
  }
}

TEST_CASE("the loss and gradient of a batch of mixed lengths are those of its sequences, weighted by their targets") {
  const Shape shape{3, 2, Targets::causal};
  for (const Architecture& architecture : {Architecture{.heads = 2}, full_network(2, 1, 4)}) {
    Network network(architecture, shape);
    const Vector theta = start_of(network, 5);
    const std::vector<Sequence> sequences = mixed_lengths(shape, 21);
    double loss = 0.0, numbers = 0.0;
    Vector gradient = Vector::Zero(network.parameters());
    for (const Sequence& sequence : sequences) {
      const Sequence* only = &sequence;
      const LossGradient& single = network.loss_gradient(theta, std::span(&only, 1));
      const auto weight = static_cast<double>(sequence.Y.size());
      loss += weight * single.loss;
      gradient += weight * single.gradient;
      numbers += weight;
    }
    const LossGradient& whole = network.loss_gradient(theta, pointers(sequences));
    CHECK(whole.loss == doctest::Approx(loss / numbers).epsilon(1e-13));
    CHECK(difference("gradient of mixed lengths", whole.gradient, gradient / numbers) < 1e-13);
  }
}

// Central differences of a loss of order 1 with a step of 1e-5: 1e-10 from the third derivative, 1e-11 from rounding.
TEST_CASE("every network of the race of heads has the gradient that its loss's differences show") {
  for (const Index d : {2, 3, 4}) {
    const Shape shape{d, 1, Targets::causal};
    std::vector<Architecture> racers;
    for (const Index heads : {1, 2, 4, 8, 16}) racers.push_back(experiment_network(heads, 1));
    for (const Index layers : {2, 4}) racers.push_back(experiment_network(4, layers));
    for (const Index layers : {1, 2}) racers.push_back(full_network(4, layers, 4));
    for (const Architecture& architecture : racers) {
      Network network(architecture, shape);
      const Vector theta = start_of(network, 15);
      const std::vector<Sequence> sequences = mixed_lengths(shape, 9);
      const Vector gradient = network.loss_gradient(theta, pointers(sequences)).gradient;
      Random random(16);
      for (int direction = 0; direction < 4; ++direction) {
        const Vector u = random.gaussian(network.parameters(), 1).col(0).normalized();
        const double h = 1e-5;
        const double up = network.test_error(theta + h * u, sequences).mean();
        const double down = network.test_error(theta - h * u, sequences).mean();
        CHECK(gradient.dot(u) == doctest::Approx((up - down) / (2 * h)).epsilon(1e-7).scale(gradient.norm()));
      }
    }
  }
}

TEST_CASE("the test error is the mean over targets of what predictions miss") {
  const Shape shape{3, 2, Targets::all};
  Network network(full_network(2, 2, 4), shape);
  const Vector theta = start_of(network, 7);
  const std::vector<Sequence> sequences = mixed_lengths(shape, 13);
  TestError expected{.d_out = 2};
  for (const Sequence& sequence : sequences) expected.add(network.predict(theta, sequence.Z), sequence.Y);
  const TestError error = network.test_error(theta, sequences);
  CHECK(error.rows == expected.rows);
  CHECK(error.mean() == doctest::Approx(expected.mean()).epsilon(1e-13));
  CHECK(error.relative() == doctest::Approx(expected.relative()).epsilon(1e-13));
  CHECK(network.loss_gradient(theta, pointers(sequences)).loss == doctest::Approx(error.mean()).epsilon(1e-13));
}

TEST_CASE("a causal network does not see the future, whatever its layers") {
  for (const Architecture& architecture : {experiment_network(2, 3), full_network(2, 2, 4)}) {
    Network network(architecture, {3, 1, Targets::causal});
    const Vector theta = start_of(network, 8);
    Matrix Z = Random(9).gaussian(3, 6);
    const Matrix before = network.predict(theta, Z);
    Z.rightCols(2).setConstant(3.0);
    const Matrix after = network.predict(theta, Z);
    CHECK(before.leftCols(4) == after.leftCols(4));
    CHECK(before.rightCols(2) != after.rightCols(2));
  }
}

TEST_CASE("initial weights have variance 1/inputs, gains 1 and biases 0") {
  const Network linear({.heads = 64}, {16, 16, Targets::last});
  const Vector theta = start_of(linear, 10);
  // 32,768 entries: five standard errors of a variance are 5 sqrt(2/32768) = 4 %.
  CHECK(theta.squaredNorm() / static_cast<double>(theta.size()) == doctest::Approx(1.0 / 16.0).epsilon(0.04));
  // Embedding 2 x 2; norm; one head V, Q; norm; perceptron; norm; readout.
  const Network full({.softmax = true, .residual = true, .normalised = true, .hidden = 1, .width = 2},
                     {2, 1, Targets::last});
  const Vector entries = start_of(full, 11);
  REQUIRE(entries.size() == 4 + 4 + 8 + 4 + (2 + 1 + 2 + 2) + 4 + 2);
  for (const Index norm : {4, 16, 27}) CHECK(entries.segment(norm, 4) == Vector{{1.0, 1.0, 0.0, 0.0}});
  CHECK(entries(22) == 0.0);
  CHECK(entries.segment(25, 2) == Vector::Zero(2));
  CHECK(start_of(full, 11) == entries);
  CHECK(start_of(full, 12) != entries);
}

TEST_CASE("a network of impossible size is refused with the possible sizes") {
  const Shape shape{3, 1, Targets::last};
  const auto says = [&](const Architecture& architecture, const char* words) {
    const auto valid = validate(architecture, shape);
    return !valid && valid.error().text().find(words) != std::string::npos;
  };
  CHECK(says({.heads = 0}, "0 heads: choose from 1 to 256"));
  CHECK(says({.layers = 65}, "65 layers: choose from 1 to 64"));
  CHECK(says({.hidden = -1}, "-1 hidden units: choose from 0"));
  CHECK(says({.width = 257}, "257 coordinates of width: choose from 0 to 256"));
  CHECK(!validate(Architecture{}, Shape{17, 1, Targets::last}).has_value());
  CHECK(validate(full_network(16, 4, 16), shape).has_value());
}
