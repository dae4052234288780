#include "figures/cost/device.hpp"

#include <algorithm>
#include <cmath>

#include "plot/number.hpp"

namespace figures::cost {
namespace {

// Less than this cannot be told from nothing: browsers round their clocks to as much as a tenth of a millisecond.
constexpr double kShortest = 0.05;  // milliseconds

double milliseconds(std::span<const double> times, Step stage) {
  const auto at = static_cast<std::size_t>(stage);
  return at < times.size() && std::isfinite(times[at]) && times[at] >= kShortest ? times[at] : 0;
}

}  // namespace

double Device::rate(Part part) const {
  switch (part) {
    case Part::features:
    case Part::sums: return products;
    case Part::factor:
    case Part::solve: return cholesky;
    case Part::spectrum:
    case Part::heads: break;
  }
  return spectrum;
}

double Device::seconds(const RouteCost& cost) const {
  double sum = 0;
  for (int k = 0; k < kParts; ++k) {
    const auto part = static_cast<Part>(k);
    sum += seconds(cost.of(part), part);
  }
  return sum;
}

std::optional<Device> device_of(const Result& result, std::span<const double> times) {
  const double products = milliseconds(times, Step::products);
  const double cholesky = milliseconds(times, Step::cholesky);
  const double spectrum = milliseconds(times, Step::spectrum);
  const bool worked = result.products.work > 0 && result.cholesky.work > 0 && result.spectrum.work > 0;
  if (!worked || !(std::min({products, cholesky, spectrum}) > 0)) return std::nullopt;
  return Device{.products = 1000 * result.products.work / products,
                .cholesky = 1000 * result.cholesky.work / cholesky,
                .spectrum = 1000 * result.spectrum.work / spectrum};
}

std::optional<Trial> trial_of(const Result& result, std::span<const double> times) {
  const auto device = device_of(result, times);
  const double all = milliseconds(times, Step::algorithm);
  if (!device || !(all > 0) || result.algorithm.times == 0) return std::nullopt;
  const Sizes sizes{.d = static_cast<double>(result.algorithm.size),
                    .n = static_cast<double>(result.n),
                    .N = static_cast<double>(result.N)};
  return Trial{.predicted = device->seconds(cost_of(Route::primal, sizes)),
               .took = all / 1000 / static_cast<double>(result.algorithm.times)};
}

std::string in_human_terms(double seconds) {
  const double ages = seconds / kSpans.back().seconds;
  if (ages >= 1.5) return tr("%1 times the age of the universe", number(std::round(ages), 2));
  const auto next = std::ranges::find_if(kSpans, [seconds](const Span& span) { return span.seconds > seconds; });
  if (next == kSpans.begin()) return tr("less than a blink");
  return tr((next - 1)->longer);
}

}  // namespace figures::cost
