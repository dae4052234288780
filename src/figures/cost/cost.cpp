#include "figures/cost/cost.hpp"

#include "figures/parameters.hpp"

namespace figures::cost {
namespace {

constexpr std::array kStages = {Stage{"Warm-up", ""},          Stage{"Moments", "G"},    Stage{"Cholesky", "W"},
                                Stage{"Singular values", "V"}, Stage{"Algorithm 1", ""}, Stage{"Check", ""}};
constexpr std::array kSources = {Choice{"theorem", "the theorem"}, Choice{"enough", "equations = unknowns"},
                                 Choice{"chosen", "a choice"}};
constexpr std::array kTargets = {Choice{"last", "last token"}, Choice{"all", "every token"}};
constexpr std::array kViews = {Choice{"time", "Time"}, Choice{"parts", "Operations, part by part"}};
constexpr std::array kSpeeds = {Choice{"device", "This device"}, Choice{"billion", "10⁹ a second"},
                                Choice{"largest", "10¹⁸ a second"}};
constexpr std::array kRoutes = {Choice{"cheaper", "the cheaper"}, Choice{"primal", "primal"}, Choice{"dual", "dual"}};
constexpr std::array kWidthStops = {2.0,   3.0,   4.0,   6.0,   8.0,    12.0,   16.0,   24.0,   32.0,   48.0,   64.0,
                                    128.0, 256.0, 512.0, 768.0, 1024.0, 1600.0, 2048.0, 4096.0, 8192.0, 12288.0};
// Thirty steps.
constexpr auto kClimbStops = even_stops<31>(kClimb);
constexpr std::array kLengthStops = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0};
constexpr std::array kEpsStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};
constexpr std::array kConstantStops = {0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0};
constexpr std::array kNumberStops = {1.0, 10.0, 100.0, 1e3,  3e3,  1e4,  3e4,  1e5,  3e5,  1e6,  1e7,
                                     1e8, 1e9,  1e10,  1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
constexpr std::array kRepeatStops = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};

constexpr std::array kParameters = {
    film("climb", "From d = 2 upwards", kClimbStops, 60, "How far the curves have come: 300 is all the way.").primary(),
    range("d", "Up to token size d", kWidthStops, kGpt3Width, "Numbers in one token; the marker stands there.")
        .with_symbol("d")
        .of_picture()
        .ending_film()
        .primary(),
    choice("view", "Shown", kViews, "How long it takes; or how many operations, and for what.").of_picture(),
    choice("speed", "At the speed of", kSpeeds,
           "Multiply-adds a second: as measured on this device, a round number, or the largest computers’.")
        .of_picture(),
    choice("from", "N comes from", kSources,
           "The theorem’s number of sequences, as many as hold as many equations as unknowns, or your own.")
        .with_symbol("N")
        .of_picture(),
    range("N", "Sequences N", kNumberStops, 1e6, "Sequences to learn from, at every token size.")
        .with_symbol("N")
        .of_picture()
        .shown_while({.id = "from", .choices = 4}),
    range("eps", "Error ε", kEpsStops, 0.1,
          "How far above the best layer the learned one may be. The theorem’s N and time are divided by it.")
        .of_picture(),
    range("c", "Constant c", kConstantStops, 1,
          "The theorem gives N up to a constant that nobody has computed. Try different values.")
        .of_picture()
        .shown_while({.id = "from", .choices = 1}),
    range("n", "Tokens n", kLengthStops, 2048, "Tokens in one sequence; GPT-3 reads 2,048.")
        .with_symbol("n")
        .of_picture(),
    action("claim", "10⁶ × GPT-3", "Sets the width and the N behind the claim of a million times GPT-3."),
    choice("targets", "Which tokens ask", kTargets,
           "The last token of a sequence, which is one target, or every token.")
        .of_picture(),
    choice("route", "Solved by", kRoutes,
           "Primal solves for ψ unknowns, dual for one weight per target; the answer is the same.")
        .of_picture(),
    range("run", "Check at d", 2, 8, 8, "Runs Algorithm 1 at this token size, to check the prediction.")
        .with_symbol("d"),
    range("repeats", "Repeats", kRepeatStops, 16, "How often each kernel runs while it is timed; more is steadier."),
    kSeed,
    action("again", "Measure again", "Takes the next seed and times this device once more."),
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  if (action != "claim") return;
  // Three digits of it: the claim is not a sharp one.
  const double N = Setting(values).claimed_sequences();
  const double unit = std::pow(10, std::floor(std::log10(N)) - 2);
  values.set("N", unit * std::round(N / unit));
  values.choose("from", "chosen");
  values.set("d", kGpt3Width);
  values.set("climb", kClimb);
}

Device device_with(Speed speed, const std::optional<Device>& measured) {
  if (speed == Speed::device) return *measured;
  const double rate = speed == Speed::billion ? 1e9 : 1e18;
  return {.products = rate, .cholesky = rate, .spectrum = rate};
}

double milliseconds(std::span<const double> times, Step stage) {
  // Less cannot be told from nothing: browsers round their clocks to as much as a tenth of a millisecond.
  constexpr double kShortest = 0.05;
  const auto at = static_cast<std::size_t>(stage);
  return at < times.size() && std::isfinite(times[at]) && times[at] >= kShortest ? times[at] : 0;
}

}  // namespace

double Device::seconds(const PartCost& cost, Part part) const {
  switch (part) {
    case Part::features:
    case Part::sums: return cost.work / products;
    case Part::factor:
    case Part::solve: return cost.work / cholesky;
    case Part::spectrum:
    case Part::heads: break;
  }
  return cost.work / spectrum;
}

double Device::seconds(const RouteCost& cost) const {
  double sum = 0;
  for (const Part part : kParts) sum += seconds(cost.of(part), part);
  return sum;
}

std::optional<Device> device_of(const Result& result, std::span<const double> times) {
  const auto rate = [times](const Kernel& kernel, Step stage) {
    const double took = milliseconds(times, stage);
    return took > 0 ? 1000 * kernel.work / took : 0;
  };
  const Device device{.products = rate(result.products, Step::products),
                      .cholesky = rate(result.cholesky, Step::cholesky),
                      .spectrum = rate(result.spectrum, Step::spectrum)};
  if (!(std::min({device.products, device.cholesky, device.spectrum}) > 0)) return std::nullopt;
  return device;
}

std::optional<Trial> trial_of(const Result& result, const Sizes& sizes, std::span<const double> times) {
  const auto device = device_of(result, times);
  const double all = milliseconds(times, Step::algorithm);
  if (!device || !(all > 0) || result.algorithm.times == 0) return std::nullopt;
  return Trial{.predicted = device->seconds(cost_of(Route::primal, sizes)),
               .took = all / 1000 / static_cast<double>(result.algorithm.times)};
}

std::string in_human_terms(double seconds) {
  const double ages = seconds / kSpans.back().seconds;
  if (ages >= 1.5) return tr("%1 times the age of the universe", rounded(ages, 2));
  const auto next = std::ranges::find_if(kSpans, [seconds](const Span& span) { return span.seconds > seconds; });
  if (next == kSpans.begin()) return tr("less than a blink");
  return tr((next - 1)->longer);
}

Setting::Setting(const Values& given) : values(given) {}

double Setting::sequences(double token_size, NumberFrom source) const {
  switch (source) {
    case NumberFrom::theorem: return asked(token_size);
    case NumberFrom::enough: return just_enough(token_size, n, all);
    case NumberFrom::chosen: break;
  }
  return chosen;
}

double Setting::claimed_work() const {
  const Sizes there{.d = kGpt3Width, .n = n, .N = claimed_sequences(), .all = all};
  return cost_of(cheaper(there), there).work();
}

Shown::Shown(const Result& result, const Context& context)
    : result(result),
      setting(context.values),
      sizes(setting.sizes(setting.d)),
      cost(cost_of(setting.route, sizes)),
      run(run_sizes(context.settings.number("run"))),
      measured(device_of(result, context.times)),
      speed(static_cast<Speed>(context.values.integer("speed"))),
      trial(trial_of(result, run, context.times)) {
  if (speed == Speed::device && !measured) speed = Speed::billion;
  device = device_with(speed, measured);
}

std::string Shown::where() const {
  switch (speed) {
    case Speed::device: return tr("on this device");
    case Speed::billion: return tr("at 10⁹ multiply-adds a second");
    case Speed::largest: break;
  }
  return tr("on one of the largest computers");
}

std::string name_of(const Setting& setting, NumberFrom source, bool brief) {
  switch (source) {
    case NumberFrom::theorem: return brief ? tr("the theorem’s $N$") : tr("the theorem’s $N$ examples");
    case NumberFrom::enough:
      if (setting.n == 1) return tr("$N$ = unknowns");
      return brief ? tr("the least $N$") : tr("the least $N$ examples");
    case NumberFrom::chosen: break;
  }
  return "$N$ = " + number(setting.chosen);
}

std::string rounded(double value, int digits) {
  if (!(value >= 1)) return number(value, digits);
  const double unit = std::pow(10, std::floor(std::log10(value)) + 1 - digits);
  return number(unit > 1 ? unit * std::round(value / unit) : value, digits);
}

std::string gpt3s(double work) {
  const std::string times = rounded(work / kGpt3, 2);
  return times == "1" ? tr("as much as the training of GPT-3") : tr("%1 times the training of GPT-3", times);
}

std::string job_words(const Shown& shown) { return tr("Learning one layer: %1", duration(shown.seconds())); }

std::string overhead_words(const Trial& trial) {
  if (!(trial.took > 2 * trial.predicted)) return "";
  return tr("So small a run is more preparation than arithmetic.");
}

extern const Figure kFigure = declare<run, draw, describe, say>({
    .id = "cost",
    .name = "What learning costs",
    .question = "What does learning attention exactly cost?",
    .parameters = kParameters,
    .stages = kStages,
    .shape = {.narrow = 1.6, .wide = 0.62},
    .work = work,
    .act = act,
});

}  // namespace figures::cost
