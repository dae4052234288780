// What the curves of figure "samples" say: at one N, of their slope, and against theory.
#include <limits>

#include "figures/samples/samples.hpp"

namespace figures::samples {
namespace {

// Squared errors of doubles lie near 1e-30 of what was computed with.
constexpr double kExactly = 1e-18;

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
  if (result.kept > half) {
    reading.halving = Halving::never;
  } else if (above > 1 && setting.lambda == 0) {
    reading.halving = Halving::beyond;
    reading.needed = reading.N + above - 1;
  } else {
    reading.halving = Halving::unknown;
  }
}

Readout multiple_of_floor(const Study& study, const Reading& reading) {
  const auto& [result, setting] = study;
  const double share = reading.error / result.signal;
  if (study.is_exact(reading.excess)) {
    return {tr("exact"), result.floor > 0 ? std::string(tr("but for the noise"))
                                          : tr("to rounding: %1 of answering 0", number(share, 2))};
  }
  if (result.floor == 0)
    return {share > kLeastPercent ? percent(share) : number(share, 2), tr("of answering 0; no noise, so no floor")};
  return {number(reading.error / result.floor) + " ×", setting.softmax
                                                           ? tr("the floor, the best that linear attention can do")
                                                           : tr("the floor, the noise that nobody can know")};
}

Readout halving(const Study& study, const Reading& reading) {
  const bool excess = study.result.floor > 0;
  const std::string needed = number(std::round(reading.needed));
  switch (reading.halving) {
    case Halving::nothing: return {tr("0 more"), tr("sequences are needed: nothing is left to mend")};
    case Halving::reached:
      if (reading.over_peak) {
        return {needed, excess ? tr("sequences halve the excess, past the peak")
                               : tr("sequences halve the error, past the peak")};
      }
      if (std::round(reading.needed) == 1)
        return {needed, excess ? tr("sequence halves the excess") : tr("sequence halves the error")};
      return {needed, excess ? tr("sequences halve the excess") : tr("sequences halve the error")};
    case Halving::beyond:
      return {tr("about %1", needed),
              excess ? tr("sequences would halve the excess") : tr("sequences would halve the error")};
    case Halving::never:
      return {tr("no number"), excess ? tr("of sequences halves the excess: $λ$ holds it up")
                                      : tr("of sequences halves the error: $λ$ holds it up")};
    case Halving::unknown: break;
  }
  return {tr("over %1", whole(study.setting.most)),
          excess ? tr("to halve the excess: raise the largest $N$") : tr("to halve the error: raise the largest $N$")};
}

}  // namespace

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

Peak Study::peak() const {
  const auto at = std::ranges::max_element(result.median);
  const double smallest = *std::min_element(result.median.begin(), at + 1);
  return {static_cast<std::size_t>(at - result.median.begin()), *at / std::max(smallest, 1e-300)};
}

double Study::slope() const {
  double count = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (std::size_t k = 0; k < result.N.size(); ++k) {
    if (result.N[k] < 8 * setting.threshold || is_exact(result.median[k])) continue;
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

}  // namespace figures::samples
