// Values from the least to the largest, and how an axis spaces them.
#pragma once

#include <cstdint>
#include <span>

namespace plot {

struct Range {
  double low = 0;
  double high = 1;
};

enum class Scale : std::uint8_t { linear, log };

// The range of the finite values (on a log scale: of the positive ones), widened by `margin` of its length on both
// sides and, when flat or empty, to something that can be drawn. Log: at least one decade, never below `floor`.
Range range_of(std::span<const double> values, Scale scale = Scale::linear, double margin = 0.05,
               double floor = 1e-300);
Range joined(Range a, Range b);

}  // namespace plot
