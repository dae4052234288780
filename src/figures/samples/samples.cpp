// What figure "samples" is: its parameters; and what its curves say: at one N, of their slope, and against theory.
#include "figures/samples/samples.hpp"

#include <limits>

#include "figures/advice.hpp"
#include "figures/parameters.hpp"
#include "plot/panel.hpp"

namespace figures::samples {
namespace {

constexpr std::array kViews = {Choice{"error", "Error against N"}, Choice{"needed", "N needed against d"}};
constexpr Condition kOneSize{.id = "view", .choices = 1};
constexpr Condition kEverySize{.id = "view", .choices = 2};
constexpr std::array kLabels = {Choice{"linear", "Linear attention"}, Choice{"softmax", "Softmax attention"}};
constexpr std::array kTargets = {Choice{"last", "Last token"}, Choice{"all", "All tokens"}};
constexpr std::array kHeights = {Choice{"excess", "Above the floor"}, Choice{"error", "The error itself"}};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStages = {Stage{"Floor", "y"}, Stage{"Data sets", "N"}};

constexpr std::array kLambdaStops = {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
constexpr std::array kSetStops = {1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0};
// Where the marker stops for the keyboard; a drag takes every N that was tried.
constexpr std::array kMarkerStops = {1.0,   2.0,   4.0,    8.0,    16.0,   32.0,   64.0,   128.0,
                                     256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0};

constexpr std::array kWithinStops = {1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0};

constexpr std::array kParameters = {
    choice("view", "Shown", kViews, "The error at one token size, or the sequences that each token size needs."),
    choice("labels", "Answers come from", kLabels,
           "The layer to be learned: a linear one, which can be matched, or softmax, which cannot."),
    noise(0.1, "Standard deviation of the Gaussian noise added to every number of an answer.")
        .with_label("Noise σ")
        .primary(),
    token_size(kLeastSize, kMostSize, 4, "Numbers in one token; there are d²(d+1)/2 unknowns for each output.")
        .shown_while(kOneSize)
        .primary(),
    choice("targets", "Which tokens ask", kTargets,
           "The last token only, which gives one equation per sequence for each output, or every token."),
    tokens(16),
    heads("Heads H", 8, 2, "Heads of the layer that answers. The learner is not told."),
    ridge(0, kLambdaStops,
          "Penalty on W. Zero takes the smallest W that fits best, which beyond the peak is ordinary least squares."),
    range("most", "Largest N", std::span(kMarkerStops).subspan(4), 4096, "How many sequences a data set grows to.")
        .with_symbol("N"),
    range("sets", "Data sets", kSetStops, 8, "Independent data sets from the same layer; each is a dot at every N."),
    range("within", "Close enough", kWithinStops, 2,
          "Up to how many times the floor is close enough. Without a floor, next to nothing may be left.")
        .shown_while(kEverySize),
    kSeed,
    choice("height", "Height of a dot", kHeights, "What more data can take away, or all of the error.")
        .shown_while(kOneSize)
        .of_picture(),
    toggle("bound", "The paper's bound",
           "Its slope, (d⁴ + ln 1/δ)/N. Its constant is unknown, so it starts at the error of answering 0.")
        .shown_while(kOneSize)
        .of_picture(),
    film("at", "How far N has grown", kFilm, 18, "First more and more sequences, then theory, then the marker.")
        .shown_while(kOneSize),
    range("N", "Fit shown at N", kMarkerStops, 40, "Where the marker stands: what this many sequences give.")
        .with_symbol("N")
        .shown_while(kOneSize)
        .of_picture()
        .ending_film()
        .primary(),
    kNewData,
};

// See Setting::sizes.
std::vector<double> sizes_of(double threshold, double most) {
  double power = 1;
  while (2 * power <= threshold / 8 && 16 * power <= most) power *= 2;
  std::vector<double> sizes;
  if (threshold <= most) sizes.push_back(threshold);
  for (; power <= most; power *= 2) {
    sizes.push_back(power);
    if (const double between = std::round(power * std::sqrt(2.0)); between <= most) sizes.push_back(between);
  }
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  return sizes;
}

// --- What the curves say
// ----------------------------------------------------------------------------------------------

// A fall by more than this between neighbours is a cliff, not a slope.
constexpr double kCliff = 1e3;

// Where the median passes `level` between number k − 1, above it, and number k: straight in logarithms.
double crossing(const Result& result, std::size_t k, double level) {
  const double before = result.median[k - 1];
  const double after = result.median[k];
  if (!(after > 0) || before > kCliff * after) return result.N[k];
  const double share = std::log(before / level) / std::log(before / after);
  return result.N[k - 1] * std::pow(result.N[k] / result.N[k - 1], share);
}

void find_half(const Study& study, Reading& reading) {
  const auto& [result, setting] = study;
  const double half = reading.excess / 2;
  for (std::size_t k = reading.at + 1; k < result.N.size(); ++k) {
    if (result.median[k] > half) continue;
    reading.halving = Halving::reached;
    reading.needed = crossing(result, k, half);
    for (std::size_t j = reading.at + 1; j < k; ++j) reading.over_peak |= result.median[j] > 2 * reading.excess;
    return;
  }
  const double above = reading.N - setting.threshold;
  const double doubt = result.median[result.median.size() - 1] <= kReached * result.kept ? kReachedDoubt : kKeptDoubt;
  if (result.kept > doubt * half) {
    reading.halving = Halving::never;
  } else if (above > 1 && setting.lambda == 0 && reading.N + above - 1 > result.N.back()) {
    reading.halving = Halving::beyond;
    reading.needed = reading.N + above - 1;
  } else {
    reading.halving = Halving::unknown;
  }
}

Readout multiple_of_floor(const Study& study, const Reading& reading) {
  const auto& [result, setting] = study;
  const double share = reading.error / result.signal;
  if (study.is_exact(reading.excess) && setting.lambda == 0) {
    return {tr("exact"), result.floor > 0 ? std::string(tr("but for the noise"))
                                          : tr("to rounding: %1 of answering 0", number(share, 2))};
  }
  if (result.floor == 0)
    return {share > kLeastPercent ? percent(share) : number(share, 2), tr("of answering 0; no noise, so no floor")};
  return {number(reading.error / result.floor) + " ×", setting.softmax
                                                           ? tr("the floor, the best that linear attention can do")
                                                           : tr("the floor, which is the noise")};
}

Readout halving(const Study& study, const Reading& reading) {
  const bool excess = study.result.floor > 0;
  const double sequences = std::ceil(reading.needed);
  const std::string needed = number(sequences);
  switch (reading.halving) {
    case Halving::nothing: return {tr("no more"), tr("sequences are needed: next to nothing is left")};
    case Halving::reached:
      if (reading.over_peak) {
        return {needed, excess ? tr("sequences halve the part above it, past the peak")
                               : tr("sequences halve the error, past the peak")};
      }
      if (sequences == 1)
        return {needed, excess ? tr("sequence halves the part above it") : tr("sequence halves the error")};
      return {needed, excess ? tr("sequences halve the part above it") : tr("sequences halve the error")};
    case Halving::beyond: {
      // A law that was fitted to what was tried knows two digits.
      const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(sequences)) - 1));
      return {tr("about %1", whole(unit * std::round(sequences / unit))),
              excess ? tr("sequences would halve the part above it") : tr("sequences would halve the error")};
    }
    case Halving::never:
      return {tr("no number"), excess ? tr("of sequences halves the part above it: $λ$ holds it up")
                                      : tr("of sequences halves the error: $λ$ holds it up")};
    case Halving::unknown: break;
  }
  const std::string over = tr("over %1", whole(study.setting.most));
  // No advice where what the penalty leaves may be more than that half.
  if (!can_raise(study.setting.values, "most") || kKeptDoubt * study.result.kept > reading.excess / 2)
    return {over, excess ? tr("to halve the part above it") : tr("to halve the error")};
  return {over, excess ? tr("to halve the part above it: raise the largest $N$")
                       : tr("to halve the error: raise the largest $N$")};
}

}  // namespace

Values with_token_size(const Values& values, int d) {
  Values other = values;
  other.read_query("d=" + std::to_string(d));
  return other;
}

Setting::Setting(const Values& given)
    : values(given),
      threshold(std::ceil(visible / equations)),
      // Four times the largest data set at the least, so that what the reference is off by stays a correction.
      reference(softmax ? static_cast<int>(std::clamp(8 * most, 16384.0, 65536.0)) : 0),
      sizes(sizes_of(threshold, most)) {}

bool Study::is_exact(double excess) const { return excess <= kExactly * result.signal; }

Reading Study::read(double N) const {
  Reading reading;
  const auto away = [&](std::size_t k) { return std::abs(std::log(result.N[k] / N)); };
  for (std::size_t k = 1; k < result.N.size(); ++k)
    if (away(k) < away(reading.at)) reading.at = k;
  reading.N = result.N[reading.at];
  reading.excess = result.median[reading.at];
  reading.error = result.floor + reading.excess;
  if (!is_exact(reading.excess)) find_half(*this, reading);
  return reading;
}

std::array<Readout, 3> Study::readouts(const Reading& reading) const {
  const std::string after = counted("%1 sequence", "%1 sequences", reading.N);
  return {Readout{number(reading.error),
                  setting.sets > 1 ? tr("median error after %1", after) : tr("error after %1", after)},
          multiple_of_floor(*this, reading), halving(*this, reading)};
}

double Study::rise(std::size_t at) const {
  const auto here = result.median.begin() + static_cast<std::ptrdiff_t>(at);
  const double before = *std::min_element(result.median.begin(), here + 1);
  const double after = *std::min_element(here, result.median.end());
  return *here / std::max({before, after, kExactly * result.signal, 1e-300});
}

Peak Study::peak() const {
  constexpr double kBefore = 4, kBehind = 1.5;  // a penalty moves the peak to fewer sequences
  Peak highest;
  for (std::size_t at = 0; at < result.median.size(); ++at) {
    const bool near = kBefore * result.N[at] > setting.threshold && result.N[at] < kBehind * setting.threshold;
    if ((near || at == worst()) && rise(at) > highest.height) highest = {at, rise(at)};
  }
  return highest;
}

double Study::highest_rise() const {
  double highest = 1;
  for (std::size_t at = 0; at < result.median.size(); ++at) highest = std::max(highest, rise(at));
  return highest;
}

double Study::slope() const {
  double count = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (std::size_t k = 0; k < result.N.size(); ++k) {
    if (!is_late(result.N[k]) || is_exact(result.median[k])) continue;
    const double x = std::log(result.N[k]);
    const double y = std::log(result.median[k]);
    ++count, sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y;
  }
  return count < 4 ? 0 : (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

double Study::noise_law(double N) const {
  const double left = N - setting.threshold - 1;
  if (left <= 0) return std::numeric_limits<double>::infinity();
  return result.floor * setting.visible / (setting.asked * left);
}

double Study::noise_bound(double N) const { return result.floor * setting.visible / (setting.asked * N); }

double Study::paper_shape(double N) const { return result.signal * paper_anchor() / N; }

double Study::paper_anchor() const { return std::pow(setting.d, 4) - std::log(kDelta); }

extern const Figure kFigure = declare<run, draw, describe, say, stands>(cut<Cut>({
    .id = "samples",
    .name = "How much data?",
    .question = "How much data is enough?",
    .parameters = kParameters,
    .stages = kStages,
    .jobs = kJobs,
    .shape = {.narrow = 1.5, .wide = 0.56},
    .work = work,
    .act = take_next_seed,
}));

}  // namespace figures::samples
