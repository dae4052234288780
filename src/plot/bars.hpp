// Bars and stems: spectra, counts, times.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "plot/axes.hpp"

namespace plot {

struct BarStyle {
  Ink ink = Ink::ink;
  int first_of_rest = -1;  // from this one on they are quiet; -1: all in `ink`
  bool stems = false;      // a thin line with a dot at its end instead of a bar
};

// Bar k stands at x = k + 1 and grows from 0, on a log axis from the lower edge. Values that cannot be shown are left
// out; on a log axis a value that is not positive is a hollow mark on the lower edge. Returns the bar under the
// pointer, which is outlined; bars narrower than a pixel are pooled (the largest one stands).
std::optional<std::size_t> bars(Canvas& canvas, const Axes& axes, std::span<const double> values,
                                const BarStyle& style = {});

// The x axis that fits: from 0.5 to count + 0.5.
Axis bar_axis(std::size_t count, std::string_view name = {});

}  // namespace plot
