#include "figures/samples/reading.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace figures::samples {
namespace {

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

void find_half(const Result& result, Reading& reading) {
  const double half = reading.excess / 2;
  for (std::size_t k = reading.at + 1; k < result.N.size(); ++k) {
    if (result.median[k] > half) continue;
    reading.halving = Halving::reached;
    reading.needed = crossing(result, k, half);
    for (std::size_t j = reading.at + 1; j < k; ++j) reading.over_peak |= result.median[j] > 2 * reading.excess;
    return;
  }
  const double above = reading.N - result.threshold;
  if (result.kept > half) {
    reading.halving = Halving::never;
  } else if (above > 1 && result.lambda == 0) {
    reading.halving = Halving::beyond;
    reading.needed = reading.N + above - 1;
  } else {
    reading.halving = Halving::unknown;
  }
}

}  // namespace

bool is_exact(const Result& result, double excess) { return excess <= kExactly * result.signal; }

Reading read_samples(const Result& result, double N) {
  Reading reading;
  const auto away = [&](std::size_t k) { return std::abs(std::log(result.N[k] / N)); };
  for (std::size_t k = 1; k < result.N.size(); ++k) {
    if (away(k) < away(reading.at)) reading.at = k;
  }
  reading.N = result.N[reading.at];
  reading.excess = result.median[reading.at];
  reading.error = result.floor + reading.excess;
  if (!is_exact(result, reading.excess)) find_half(result, reading);
  return reading;
}

double targets_of(const Result& result) { return result.all ? result.n : 1; }

double noise_law(const Result& result, double N) {
  const double left = N - result.threshold - 1;
  if (left <= 0) return std::numeric_limits<double>::infinity();
  return result.floor * result.visible / (targets_of(result) * left);
}

double noise_bound(const Result& result, double N) { return result.floor * result.visible / (targets_of(result) * N); }

double paper_anchor(const Result& result) { return std::pow(result.d, 4) - std::log(kDelta); }

double paper_shape(const Result& result, double N) { return result.signal * paper_anchor(result) / N; }

Peak peak_of(const Result& result) {
  Peak peak;
  for (std::size_t k = 1; k < result.median.size(); ++k) {
    if (result.median[k] > result.median[peak.at]) peak.at = k;
  }
  const auto end = result.median.begin() + static_cast<std::ptrdiff_t>(peak.at) + 1;
  peak.height = result.median[peak.at] / std::max(*std::min_element(result.median.begin(), end), 1e-300);
  return peak;
}

double slope_of(const Result& result) {
  double count = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (std::size_t k = 0; k < result.N.size(); ++k) {
    if (result.N[k] < 8 * result.threshold || is_exact(result, result.median[k])) continue;
    const double x = std::log(result.N[k]);
    const double y = std::log(result.median[k]);
    ++count, sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y;
  }
  return count < 4 ? 0 : (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

}  // namespace figures::samples
