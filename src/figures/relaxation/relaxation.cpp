#include "figures/relaxation/relaxation.hpp"

#include <algorithm>
#include <array>

#include "figures/parameters.hpp"

namespace figures::relaxation {
namespace {

constexpr std::array kLabels = {
    Choice{.id = "layer", .label = "A hidden layer"},
    Choice{.id = "chance", .label = "Pure chance"},
};
constexpr std::array kTrainers = {
    Choice{.id = "adam", .label = "Adam"},
    Choice{.id = "descent", .label = "Gradient descent"},
    Choice{.id = "sweeps", .label = "Alternating least squares"},
};

constexpr std::array kSequenceStops = {8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0};
constexpr std::array kNoiseStops = {0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};
constexpr std::array kStepStops = {100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0};
constexpr std::array kSweepStops = {5.0, 10.0, 20.0, 50.0, 100.0};
constexpr std::array kRateStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3};
constexpr std::array kDescentRateStops = {0.03, 0.1, 0.3, 1.0, 3.0};

constexpr std::array kHeights = {
    Choice{.id = "loss", .label = "Loss"},
    Choice{.id = "distance", .label = "Distance to the line"},
};

constexpr Condition with(Trainer trainer) { return {.id = "trainer", .choices = 1U << static_cast<unsigned>(trainer)}; }

constexpr std::array kParameters = {
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 2,
              .max = 4,
              .initial = 3,
              .symbol = "d",
              .help = "Numbers in one token. W has d² rows and columns, so its rank is at most d²."},
    Parameter{.id = "labels",
              .label = "Labels are made by",
              .kind = Kind::choice,
              .choices = kLabels,
              .help = "A hidden attention layer, or numbers that have nothing to do with the tokens."},
    Parameter{.id = "heads",
              .label = "Its heads",
              .min = 1,
              .max = 16,
              .initial = 2,
              .symbol = "H",
              .help = "Heads of the hidden layer. Nobody who learns is told.",
              .shown = {.id = "labels", .choices = 1}},
    Parameter{.id = "noise",
              .label = "Noise",
              .min = 0,
              .max = 1,
              .step = 0,
              .initial = 0.01,
              .stops = kNoiseStops,
              .help = "Standard deviation of the Gaussian noise added to every number of a label.",
              .shown = {.id = "labels", .choices = 1}},
    Parameter{.id = "N",
              .label = "Sequences N",
              .min = 8,
              .max = 4096,
              .initial = 256,
              .stops = kSequenceStops,
              .symbol = "N",
              .help = "Sequences to learn from, each with one label of d numbers."},
    Parameter{.id = "trainer",
              .label = "Heads are trained by",
              .kind = Kind::choice,
              .choices = kTrainers,
              .help = "All use the exact loss. Gradients longer than 5 are shortened to 5."},
    Parameter{.id = "starts",
              .label = "Starts",
              .min = 1,
              .max = 16,
              .initial = 8,
              .help = "Random starts with each number of heads."},
    Parameter{.id = "steps",
              .label = "Steps",
              .min = 100,
              .max = 5000,
              .step = 100,
              .initial = 2000,
              .stops = kStepStops,
              .help = "Steps of descent for each start. More may bring the dots lower.",
              .shown = {.id = "trainer", .choices = 3}},
    Parameter{.id = "sweeps",
              .label = "Sweeps",
              .min = 5,
              .max = 100,
              .initial = 20,
              .stops = kSweepStops,
              .help = "A sweep solves for all V with Q held, then for all Q with V held.",
              .shown = with(Trainer::sweeps)},
    Parameter{.id = "rate",
              .label = "Learning rate",
              .min = 0.001,
              .max = 0.3,
              .step = 0,
              .initial = 0.03,
              .stops = kRateStops,
              .help = "The largest: it rises to this in the first tenth of the steps and then falls to a hundredth.",
              .shown = with(Trainer::adam)},
    Parameter{.id = "descent_rate",
              .label = "Learning rate",
              .min = 0.03,
              .max = 3,
              .step = 0,
              .initial = 0.3,
              .stops = kDescentRateStops,
              .help = "The largest: it rises to this in the first tenth of the steps and then falls to a hundredth.",
              .shown = with(Trainer::descent)},
    kSeed,
    Parameter{.id = "height",
              .label = "Height of a dot",
              .kind = Kind::choice,
              .choices = kHeights,
              .help = "The training loss, or how far it is above the relaxed optimum.",
              .affects = Affects::picture},
    Parameter{.id = "H",
              .label = "Shown: heads H",
              .min = 1,
              .max = 16,
              .initial = 2,
              .symbol = "H",
              .help = "The column whose W is shown; at most d².",
              .affects = Affects::picture,
              .by_hand = true},
    Parameter{.id = "start",
              .label = "Shown: start",
              .min = 0,
              .max = 16,
              .initial = 0,
              .help = "The start whose W and losses are shown; 0 is the best of its column.",
              .affects = Affects::picture,
              .by_hand = true},
    Parameter{.id = "moment",
              .label = "Steps shown, %",
              .min = 0,
              .max = kRelaxationMoments,
              .initial = kRelaxationMoments,
              .plays = 40,
              .help = "How far the starts have come: 0 where they begin, 100 where they end.",
              .affects = Affects::picture},
    kNewData,
};

}  // namespace

std::optional<int> Result::best_run(int heads, int moment) const {
  std::optional<int> best;
  for (int run = heads - 1; run < done; run += most_heads()) {
    if (!best || losses(moment, run) < losses(moment, *best)) best = run;
  }
  return best;
}

bool Result::reaches(double loss) const {
  return relaxed_loss > 0 ? loss <= 1.01 * relaxed_loss : loss <= 1e-9 * zero_loss;
}

int Result::reaching(int heads) const {
  int count = 0;
  for (int run = heads - 1; run < done; run += most_heads()) count += reaches(loss_of(run)) ? 1 : 0;
  return count;
}

std::optional<int> Result::fewest_reaching() const {
  for (int heads = 1; heads <= most_heads(); ++heads) {
    if (reaching(heads) > 0) return heads;
  }
  return std::nullopt;
}

int relaxation_rank(std::span<const double> sigma) {
  constexpr double kZero = 1e-9;  // what rounding leaves is a thousand times smaller
  const double least = sigma.empty() ? 0 : kZero * sigma.front();
  return static_cast<int>(std::ranges::count_if(sigma, [least](double value) { return value > least; }));
}

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "relaxation",
    .name = "Dropping the rank",
    .question = "What does it cost to drop the rank?",
    .parameters = kParameters,
    .stages = kRelaxationStages,
    .shape = {.narrow = 2.7, .wide = 0.66},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::relaxation
