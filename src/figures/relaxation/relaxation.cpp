#include "figures/relaxation/relaxation.hpp"

namespace figures::relaxation {
namespace {

constexpr std::array kLabels = {Choice{"layer", "A hidden layer"}, Choice{"chance", "Pure chance"}};
constexpr std::array kTrainers = {Choice{"adam", "Adam"}, Choice{"descent", "Gradient descent"},
                                  Choice{"sweeps", "Alternating least squares"}};
constexpr std::array kHeights = {Choice{"loss", "Loss"}, Choice{"distance", "Distance to the line"}};
constexpr std::array kBeside = {Choice{"nothing", "Nothing"}, Choice{"w", "W of a start, and the relaxed W"},
                                Choice{"losses", "The losses of a column"}};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStages = {Stage{"Data", "Z"}, Stage{"Relaxed optimum", "W"}, Stage{"Starts", "V"},
                                Stage{"Check", "y"}};

constexpr std::array kSequenceStops = {8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0};
constexpr std::array kStepStops = {100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0};
constexpr std::array kSweepStops = {5.0, 10.0, 20.0, 50.0, 100.0};
constexpr auto kMomentStops = even_stops<26>(kMoments);
constexpr std::array kRateStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3};
constexpr std::array kDescentRateStops = {0.03, 0.1, 0.3, 1.0, 3.0};

constexpr Condition kWithLayer{.id = "labels", .choices = 0b01};
constexpr Condition kWithAdam{.id = "trainer", .choices = 0b001};
constexpr Condition kWithDescent{.id = "trainer", .choices = 0b010};
constexpr Condition kWithSteps{.id = "trainer", .choices = 0b011};
constexpr Condition kWithSweeps{.id = "trainer", .choices = 0b100};
constexpr Condition kChosen{.id = "beside", .choices = 0b110};

constexpr Parameter kRate = learning_rate(
    0.03, kRateStops, "The largest rate, reached after a tenth of the steps; from there it falls to a hundredth.");

constexpr std::array kParameters = {
    token_size(2, 4, 3, "Numbers in one token. W has d² rows and columns, so its rank is at most d²."),
    choice("labels", "Labels are made by", kLabels,
           "A hidden attention layer, or numbers that have nothing to do with the tokens."),
    range("heads", "Hidden heads", 1, 16, 2, "Heads of the hidden layer. The learner is not told.")
        .with_symbol("H")
        .shown_while(kWithLayer)
        .primary(),
    noise(0.01, "Standard deviation of the Gaussian noise added to every number of a label.")
        .shown_while(kWithLayer)
        .primary(),
    sequences(256, kSequenceStops, "Sequences to learn from, each with one label of d numbers."),
    choice("trainer", "Heads are trained by", kTrainers,
           "All use the exact loss. Gradients longer than 5 are shortened to 5."),
    range("starts", "Starts", 1, 16, 8, "Random starts with each number of heads."),
    range("steps", "Steps", kStepStops, 2000, "Steps of descent for each start. More may bring the dots lower.")
        .with_step(100)
        .shown_while(kWithSteps),
    range("sweeps", "Sweeps", kSweepStops, 20, "A sweep solves for all V with Q held, then for all Q with V held.")
        .shown_while(kWithSweeps),
    kRate.shown_while(kWithAdam),
    learning_rate(0.3, kDescentRateStops, kRate.help).with_id("descent_rate").shown_while(kWithDescent),
    kSeed,
    choice("height", "Height of a dot", kHeights, "The training loss, or how far it is above the relaxed optimum.")
        .of_picture(),
    film("moment", "Step by step", kMomentStops, 25,
         "How far the starts have come: 0 where they begin, 100 where they end.")
        .with_step(0.25)
        .replaying(),
    choice("beside", "Also show", kBeside, "Pressing a dot also shows its W.").of_picture(),
    range("H", "Of the starts with H heads", 1, 16, 2, "The column of the start that is shown; at most d².")
        .with_symbol("H")
        .of_picture()
        .shown_while(kChosen),
    range("start", "Of them, start", 0, 16, 0, "The start that is shown; 0 is the best of its column.")
        .of_picture()
        .shown_while(kChosen),
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

double Result::loss_at(int run, double moment) const {
  const auto before = std::min(static_cast<Index>(moment), Index{kMoments - 1});
  const double from = losses(before, run);
  const double to = losses(before + 1, run);
  const double share = moment - static_cast<double>(before);
  if (share >= 1 || from <= 0 || to <= 0) return to;
  return share > 0 ? from * std::pow(to / from, share) : from;
}

std::optional<int> Result::best_run(int heads) const {
  std::optional<int> best;
  for (const int run : runs_with(heads)) {
    if (!best || loss_of(run) < loss_of(*best)) best = run;
  }
  return best;
}

bool Result::reaches(double loss) const {
  return loss <= (relaxed_loss > 0 ? relaxed_loss + std::max(0.01 * relaxed_loss, rounding) : 1e-9 * zero_loss);
}

int Result::reaching(int heads) const {
  return static_cast<int>(std::ranges::count_if(runs_with(heads), [this](int run) { return reaches(loss_of(run)); }));
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

extern const Figure kFigure = declare<run, draw, describe, say>(cut<Cut>({
    .id = "relaxation",
    .name = "Descent against the bottom of the bowl",
    .question = "How much loss comes from few heads, and how much from a bad start?",
    .parameters = kParameters,
    .stages = kStages,
    .jobs = kJobs,
    .shape = {.narrow = 1.5, .wide = 0.58},
    .work = work,
    .act = take_next_seed,
}));

}  // namespace figures::relaxation
