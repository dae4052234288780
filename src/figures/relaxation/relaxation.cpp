#include "figures/relaxation/relaxation.hpp"

#include "figures/parameters.hpp"

namespace figures::relaxation {
namespace {

constexpr std::array kLabels = {Choice{"layer", "A hidden layer"}, Choice{"chance", "Pure chance"}};
constexpr std::array kTrainers = {Choice{"adam", "Adam"}, Choice{"descent", "Gradient descent"},
                                  Choice{"sweeps", "Alternating least squares"}};
constexpr std::array kHeights = {Choice{"loss", "Loss"}, Choice{"distance", "Distance to the line"}};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStages = {Stage{"Data", "Z"}, Stage{"Relaxed optimum", "W"}, Stage{"Starts", "V"},
                                Stage{"Check", "y"}};

constexpr std::array kSequenceStops = {8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0};
constexpr std::array kStepStops = {100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0};
constexpr std::array kSweepStops = {5.0, 10.0, 20.0, 50.0, 100.0};
constexpr std::array kRateStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3};
constexpr std::array kDescentRateStops = {0.03, 0.1, 0.3, 1.0, 3.0};

constexpr Condition kWithLayer{.id = "labels", .choices = 0b01};
constexpr Condition kWithAdam{.id = "trainer", .choices = 0b001};
constexpr Condition kWithDescent{.id = "trainer", .choices = 0b010};
constexpr Condition kWithSteps{.id = "trainer", .choices = 0b011};
constexpr Condition kWithSweeps{.id = "trainer", .choices = 0b100};

constexpr Parameter kRate = learning_rate(
    0.03, kRateStops, "The largest: it rises to this in the first tenth of the steps and then falls to a hundredth.");

constexpr std::array kParameters = {
    token_size(2, 4, 3, "Numbers in one token. W has d² rows and columns, so its rank is at most d²."),
    choice("labels", "Labels are made by", kLabels,
           "A hidden attention layer, or numbers that have nothing to do with the tokens."),
    range("heads", "Its heads", 1, 16, 2, "Heads of the hidden layer. Nobody who learns is told.")
        .with_symbol("H")
        .shown_while(kWithLayer),
    noise(0.01, "Standard deviation of the Gaussian noise added to every number of a label.").shown_while(kWithLayer),
    sequences(256, kSequenceStops, "Sequences to learn from, each with one label of d numbers."),
    choice("trainer", "Heads are trained by", kTrainers,
           "All use the exact loss. Gradients longer than 5 are shortened to 5."),
    range("starts", "Starts", 1, 16, 8, "Random starts with each number of heads."),
    range("steps", "Steps", 100, 5000, 2000, "Steps of descent for each start. More may bring the dots lower.")
        .with_step(100)
        .with_stops(kStepStops)
        .shown_while(kWithSteps),
    range("sweeps", "Sweeps", 5, 100, 20, "A sweep solves for all V with Q held, then for all Q with V held.")
        .with_stops(kSweepStops)
        .shown_while(kWithSweeps),
    kRate.shown_while(kWithAdam),
    learning_rate(0.3, kDescentRateStops, kRate.help).with_id("descent_rate").shown_while(kWithDescent),
    kSeed,
    choice("height", "Height of a dot", kHeights, "The training loss, or how far it is above the relaxed optimum.")
        .of_picture(),
    range("H", "Shown: heads H", 1, 16, 2, "The column whose W is shown; at most d².")
        .with_symbol("H")
        .of_picture()
        .primary(),
    range("start", "Shown: start", 0, 16, 0, "The start whose W and losses are shown; 0 is the best of its column.")
        .of_picture(),
    range("moment", "Steps shown, %", 0, kMoments, kMoments,
          "How far the starts have come: 0 where they begin, 100 where they end.")
        .playing(40)
        .of_picture()
        .primary(),
    kNewData.primary(),
};

}  // namespace

Training::Training(const Values& settings)
    : trainer(static_cast<Trainer>(settings.integer("trainer"))),
      steps(settings.integer(trainer == Trainer::sweeps ? "sweeps" : "steps")),
      rate(trainer == Trainer::sweeps ? 0 : settings.number(trainer == Trainer::adam ? "rate" : "descent_rate")) {}

int true_heads(const Values& settings) { return settings.choice("labels") == "layer" ? settings.integer("heads") : 0; }

double Result::line() const { return std::max({relaxed_loss, rounding, 1e-300}); }

std::vector<int> Result::runs_with(int heads) const {
  std::vector<int> runs;
  for (int run = heads - 1; run < done; run += most_heads()) runs.push_back(run);
  return runs;
}

std::optional<int> Result::best_run(int heads, int moment) const {
  std::optional<int> best;
  for (const int run : runs_with(heads)) {
    if (!best || losses(moment, run) < losses(moment, *best)) best = run;
  }
  return best;
}

int Result::reaching(int heads) const {
  const double bound = relaxed_loss > 0 ? 1.01 * relaxed_loss : 1e-9 * zero_loss;
  return static_cast<int>(std::ranges::count_if(runs_with(heads), [&](int run) { return loss_of(run) <= bound; }));
}

std::optional<int> Result::fewest_reaching() const {
  for (int heads = 1; heads <= most_heads(); ++heads) {
    if (reaching(heads) > 0) return heads;
  }
  return std::nullopt;
}

int rank_of(std::span<const double> sigma) {
  constexpr double kZero = 1e-9;  // what rounding leaves is a thousand times smaller
  const double least = sigma.empty() ? 0 : kZero * sigma.front();
  return static_cast<int>(std::ranges::count_if(sigma, [least](double value) { return value > least; }));
}

int chosen_heads(const Result& result, const Values& values) {
  return std::min(values.integer("H"), result.most_heads());
}

std::optional<int> chosen_run(const Result& result, const Values& values) {
  const int heads = chosen_heads(result, values);
  const int run = (values.integer("start") - 1) * result.most_heads() + heads - 1;
  if (run >= 0 && run < result.done) return run;
  return result.best_run(heads);
}

// --- Words ----------------------------------------------------------------------------------------------------------

std::string heads_text(int heads) { return counted("%1 head", "%1 heads", heads); }

std::string steps_text(const Training& training, int steps) {
  return training.trainer == Trainer::sweeps ? counted("%1 sweep", "%1 sweeps", steps)
                                             : counted("%1 step", "%1 steps", steps);
}

std::string training_text(const Training& training) {
  const std::string steps = steps_text(training, training.steps);
  switch (training.trainer) {
    case Trainer::adam: return tr("%1 of Adam", steps);
    case Trainer::descent: return tr("%1 of gradient descent", steps);
    case Trainer::sweeps: break;
  }
  return tr("%1 of alternating least squares", steps);
}

std::string loss_text(const Result& result, double loss, int digits) {
  if (loss > result.rounding) return number(loss, digits);
  return tr("0 up to rounding (%1)", number(result.rounding, 1));
}

std::string gap_text(const Result& result, double loss) {
  const double gap = loss - result.relaxed_loss;
  if (gap <= result.rounding) return tr("on the line, up to rounding");
  const double share = result.relaxed_loss == 0 ? 0 : gap / result.relaxed_loss;
  if (share < 1e-6) return tr("%1 above the line", number(gap));
  if (share < 1) return tr("%1 above the line (%2)", number(gap), percent(share));
  return tr("%1 above the line, %2 times as high", number(gap), number(share + 1, 2));
}

std::string apart_text(const Result& result, int run) {
  constexpr double kSame = 1e-9;  // relative; below it is rounding
  const double apart = result.apart(run);
  if (apart < kSame) return tr("0, up to rounding");
  return apart < 1e-3 ? number(apart, 2) : percent(apart);
}

extern const Figure kFigure = declare<run, draw, describe, say>({
    .id = "relaxation",
    .name = "Dropping the rank",
    .question = "What does it cost to drop the rank?",
    .parameters = kParameters,
    .stages = kStages,
    .jobs = kJobs,
    .shape = {.narrow = 2.7, .wide = 0.66},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::relaxation
