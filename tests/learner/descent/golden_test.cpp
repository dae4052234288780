// Networks and their training against NumPy with complex-step gradients, see tests/golden/descent_golden.py.
#include "../../golden/descent_golden.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <span>

#include "../difference.hpp"
#include "learner/descent/training.hpp"

using namespace learner;
namespace gold = golden::descent;

namespace {

// The formulas of the script: small multiples of 1/8 and 1/16, the same numbers in any language.
double token_entry(Index i, Index r, Index c) {
  return static_cast<double>((7 * i * i + 3 * i * r + 5 * r * r + 11 * c + 13 * r * c + i * c * c) % 17 - 8) / 8.0;
}

double target_entry(Index i, Index o, Index t) {
  return static_cast<double>((5 * i * i + 9 * i * o + 3 * t + 7 * o * t + i * t) % 19 - 9) / 8.0;
}

std::shared_ptr<const Dataset> formula_data(Targets targets) {
  constexpr Index d = gold::kTokenDimension, d_out = gold::kTargetDimension;
  Dataset data{{d, d_out, targets}, {}};
  for (Index i = 0; i < gold::kSequences; ++i) {
    const Index n = 3 + i % 2;
    Sequence sequence{Matrix(d, n), Matrix(d_out, target_count(targets, n))};
    for (Index r = 0; r < d; ++r) {
      for (Index c = 0; c < n; ++c) sequence.Z(r, c) = token_entry(i, r, c);
    }
    for (Index o = 0; o < d_out; ++o) {
      for (Index t = 0; t < sequence.rows(); ++t) sequence.Y(o, t) = target_entry(i, o, t);
    }
    data.sequences.push_back(std::move(sequence));
  }
  return std::make_shared<const Dataset>(std::move(data));
}

Vector formula_start(std::size_t count) {
  Vector theta(static_cast<Index>(count));
  for (Index i = 0; i < theta.size(); ++i) theta(i) = static_cast<double>((7 * i * i + 5 * i + 3) % 29 - 14) / 16.0;
  return theta;
}

Matrix column(std::span<const double> values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

// All sequences in one batch, so that an epoch is a step.
TrainingOptions formula_options(Method method, std::size_t parameters) {
  return {.batch = gold::kSequences,
          .epochs = gold::kSteps,
          .schedule = {.rate = gold::kRate,
                       .start = gold::kStart,
                       .warm_up = gold::kWarmUp,
                       .last_share = gold::kLastShare},
          .optimiser = {.method = method, .clip = gold::kClip},
          .start = formula_start(parameters)};
}

struct Golden {
  const char* name;
  Targets targets;
  Architecture architecture;
  std::span<const double> gradient, adam, losses;
};

const Architecture kFull = {.heads = 2,
                            .layers = 2,
                            .softmax = true,
                            .scaled = true,
                            .averaged = true,
                            .residual = true,
                            .normalised = true,
                            .hidden = 5,
                            .width = 4};
const Architecture kFullLast = {.heads = 2,
                                .layers = 2,
                                .softmax = true,
                                .scaled = true,
                                .averaged = true,
                                .residual = true,
                                .normalised = true,
                                .hidden = 3};

const Golden kGolden[] = {
    {"theory, last",
     Targets::last,
     {.heads = 2},
     gold::kGradientTheoryLast,
     gold::kAdamTheoryLast,
     gold::kLossesTheoryLast},
    {"theory, all", Targets::all, {.heads = 2}, gold::kGradientTheoryAll, gold::kAdamTheoryAll, gold::kLossesTheoryAll},
    {"theory, causal",
     Targets::causal,
     {.heads = 2},
     gold::kGradientTheoryCausal,
     gold::kAdamTheoryCausal,
     gold::kLossesTheoryCausal},
    {"three plain layers",
     Targets::last,
     {.heads = 2, .layers = 3, .scaled = true},
     gold::kGradientDeep,
     gold::kAdamDeep,
     gold::kLossesDeep},
    {"the experiment's two layers", Targets::causal, experiment_network(3, 2), gold::kGradientExperiment,
     gold::kAdamExperiment, gold::kLossesExperiment},
    {"softmax",
     Targets::all,
     {.heads = 2, .softmax = true, .scaled = true},
     gold::kGradientSoftmax,
     gold::kAdamSoftmax,
     gold::kLossesSoftmax},
    {"full, causal", Targets::causal, kFull, gold::kGradientFull, gold::kAdamFull, gold::kLossesFull},
    {"full, last", Targets::last, kFullLast, gold::kGradientFullLast, gold::kAdamFullLast, gold::kLossesFullLast},
};

std::string about(const char* name, const char* what) { return std::string(name) + ": " + what; }

}  // namespace

TEST_CASE("loss, gradient and five steps of Adam equal NumPy's for every kind of network") {
  for (const auto& [name, targets, architecture, gradient, adam, losses] : kGolden) {
    CAPTURE(name);
    const auto data = formula_data(targets);
    Network network(architecture, data->shape);
    REQUIRE(network.parameters() == static_cast<Index>(gradient.size()));
    std::vector<const Sequence*> batch;
    for (const Sequence& sequence : data->sequences) batch.push_back(&sequence);
    const auto& [loss, exact] = network.loss_gradient(formula_start(gradient.size()), batch);
    CHECK(loss == doctest::Approx(losses[0]).epsilon(1e-13));
    CHECK(difference(about(name, "gradient").c_str(), exact, column(gradient)) < 1e-12);

    auto training = Training::begin(data, architecture, formula_options(Method::adam, gradient.size()));
    REQUIRE(training.has_value());
    for (std::size_t k = 0; k < losses.size(); ++k) {
      CHECK(training->rate() == doctest::Approx(gold::kRates[k]).epsilon(1e-14));
      // Adam divides by the size of a gradient, which makes a small gradient's rounding error as large as a step's.
      CHECK(*training->step() == doctest::Approx(losses[k]).epsilon(1e-9));
    }
    CHECK(training->finished());
    CHECK(difference(about(name, "after five steps").c_str(), training->parameters(), column(adam)) < 1e-9);
  }
}

TEST_CASE("five steps of plain descent and of momentum equal NumPy's") {
  const auto data = formula_data(Targets::causal);
  for (const Method method : {Method::descent, Method::momentum}) {
    const std::span<const double> after =
        method == Method::descent ? std::span<const double>(gold::kDescentExperiment) : gold::kMomentumExperiment;
    auto training = Training::begin(data, experiment_network(3, 2), formula_options(method, after.size()));
    REQUIRE(training.has_value());
    while (!training->finished()) REQUIRE(training->step().has_value());
    CHECK(difference(std::string(name_of(method)).c_str(), training->parameters(), column(after)) < 1e-12);
  }
}
