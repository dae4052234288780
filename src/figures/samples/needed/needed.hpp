// What the second view of figure "samples" tells of a result, for picture and words alike.
#pragma once

#include <limits>

#include "figures/samples/samples.hpp"

namespace figures::samples {

// In place of a number of sequences, in this order: not known, as the largest N is smaller than the threshold, and what
// is close there may come to lie far off once more; and more than the largest.
inline constexpr double kOpen = std::numeric_limits<double>::max();
inline constexpr double kBeyond = std::numeric_limits<double>::infinity();

// What one token size needs.
struct Need {
  double d;
  double N;         // from which on half of the data sets, or one more than half, teach enough
  double unknowns;  // over the equations of a sequence
  double law;       // from which on the noise leaves so little: exact for Gaussian features
  double threshold;
  bool exact = false;             // N is the first with as many equations as unknowns
  bool held = false;              // lambda keeps the error above what is close enough, whatever N
  bool idle = false;              // answers of 0 are close enough
  std::vector<double> each = {};  // of the data sets

  bool is_reached() const { return N < kOpen; }
};

struct Growth {
  Growth(const Result& result, const Values& settings) : result(result), setting(settings) {
    for (std::size_t k = 0; k < result.signals.size(); ++k) {
      const Values values = with_token_size(settings, kLeastSize + static_cast<int>(k));
      const Setting one(values);
      const double unknowns = one.visible / one.equations;
      Need size{.d = one.d,
                .N = kBeyond,
                .unknowns = unknowns,
                .law = one.threshold + 1 + one.visible / (one.asked * (one.within - 1)),
                .threshold = one.threshold};
      for (const double N : result.needed.col(static_cast<Index>(k)))
        size.each.push_back(N <= 0 ? kBeyond : one.threshold > one.most ? kOpen : N);
      std::vector<double> rising = size.each;
      std::ranges::sort(rising);
      size.N = rising[(rising.size() - 1) / 2];
      size.exact = size.N == one.threshold;
      const double floor = result.floors[k], signal = result.signals[k];
      const double close = floor > 0 ? (one.within - 1) * floor : kExactly * signal;
      size.held = size.N == kBeyond && result.all_kept[k] > kKeptDoubt * close;
      size.idle = signal <= one.within * floor;
      sizes.push_back(std::move(size));
    }
  }

  bool complete() const { return std::ssize(sizes) == kMostSize - kLeastSize + 1; }
  bool has_floor() const {
    return std::ranges::any_of(result.floors, [](double floor) { return floor > 0; });
  }
  bool all(auto is) const { return std::ranges::all_of(sizes, is); }
  bool any(auto is) const { return std::ranges::any_of(sizes, is); }
  bool is_exact() const { return all(&Need::exact); }
  // Whether the numbers tell how they grow: where all are there, none is of what needs no learning, and they do grow.
  bool has_power() const {
    return complete() && all(&Need::is_reached) && !any(&Need::idle) && sizes.back().N >= 2 * sizes.front().N &&
           !any([](const Need& size) { return size.N < 3; });
  }

  // The power of d that N grows like, by least squares on logarithms. Precondition: has_power().
  double power() const {
    double x = 0, y = 0, xx = 0, xy = 0;
    const auto count = static_cast<double>(sizes.size());
    for (const Need& size : sizes) {
      const double log_d = std::log(size.d), log_N = std::log(size.N);
      x += log_d, y += log_N, xx += log_d * log_d, xy += log_d * log_N;
    }
    return (count * xy - x * y) / (count * xx - x * x);
  }

  std::string said(const Need& size, double N) const {
    if (N < kOpen) return whole(N);
    if (N == kOpen) return tr("not known");
    return size.held ? std::string(tr("no number")) : tr("more than %1", whole(setting.most));
  }
  std::string said(const Need& size) const { return said(size, size.N); }
  // "1 sequence", "more than 64 sequences", "not known".
  std::string in_sequences(const Need& size, double N) const {
    const bool counts = N < kOpen || (N == kBeyond && !size.held);
    return counts ? counted("%1 sequence", "%1 sequences", std::min(N, setting.most), said(size, N)) : said(size, N);
  }

  const Result& result;
  Setting setting;
  std::vector<Need> sizes;  // rising
};

}  // namespace figures::samples
