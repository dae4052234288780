// Axes: from data to pixels, with few round ticks.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plot/canvas.hpp"
#include "plot/range.hpp"

namespace plot {

struct Axis {
  Range range = {};
  Scale scale = Scale::linear;
  std::string_view name = {};  // with mathematics, as text(): "test error", "sequences $N$"
  bool ticks = true;           // false: a line only
  bool whole = false;          // ticks at whole numbers only: heads, epochs
};

struct Tick {
  double value = 0;
  std::string label;
};

// Round values inside the range, at most `most` of them and two where possible. Linear: 1, 2 or 5 times a power of ten.
// Log: powers of ten, every k-th; 1, 2, 5 within less than two decades.
std::vector<Tick> ticks(const Axis& axis, int most);

// Where data lie in the canvas. Log axes draw values that are not positive at their lower edge; what is not finite must
// not be asked for (see visible()).
class Axes {
 public:
  Axes(Rect plot, const Axis& x, const Axis& y);

  const Rect& plot() const { return plot_; }  // the rectangle of the data
  const Axis& x() const { return x_; }
  const Axis& y() const { return y_; }

  Point at(double x, double y) const { return {x_at(x), y_at(y)}; }
  // Of a curve; x and y of equal length.
  std::vector<Point> at(std::span<const double> x, std::span<const double> y) const;
  float x_at(double value) const;
  float y_at(double value) const;
  // The other way round.
  double x_of(float pixel) const;
  double y_of(float pixel) const;

  // Whether a value can be shown: finite, and positive on a log axis.
  bool visible(double x, double y) const;

 private:
  Rect plot_;
  Axis x_;
  Axis y_;
};

// A lower plot says nothing: where there is no room for one so high, leave something else out.
inline constexpr float kLeastPlot = 96;
// The height of a box in which draw_axes() leaves it that, with both names.
float least_box(const Canvas& canvas);

// Lays out and draws both axes in `box`: the y axis's name stands above it, upright and to the left, the x axis's below
// at the right; tick labels are measured and never overlap, from 150 px of width up. Returns the mapping.
Axes draw_axes(Canvas& canvas, const Rect& box, const Axis& x, const Axis& y);

// A dashed line across the plot at a value, wherever that is, on whole pixels.
struct RuleStyle {
  Ink ink = Ink::truth;
  float width = 1.25F;
  float dash = 5;
  float gap = 4;
};
void rule_y(Canvas& canvas, const Axes& axes, double y, const RuleStyle& style = {});
void rule_x(Canvas& canvas, const Axes& axes, double x, const RuleStyle& style = {});

// A labelled line across the plot at a value: the optimum, a limit, chance. Dashed.
void reference_y(Canvas& canvas, const Axes& axes, double y, std::string_view label);
void reference_x(Canvas& canvas, const Axes& axes, double x, std::string_view label);

// A value of the x axis that the reader drags: a line across the plot, with a handle at its foot.
//
//   const Region region = marker_region(canvas, "cost.d", axes);    dragged from anywhere in the plot, or by its handle
//   marker_line(canvas, axes, d);
//   open_dot(canvas, axes.at(d, work), 5, accent);
//   marker_handle(canvas, axes, d, region.hovered);                       with a halo while hovered
inline constexpr float kMarkerHandle = 7;  // its radius, in pixels
Region marker_region(Canvas& canvas, std::string_view id, const Axes& axes);
void marker_line(Canvas& canvas, const Axes& axes, double x, float width = 1.25F);
void marker_handle(Canvas& canvas, const Axes& axes, double x, bool hovered);

}  // namespace plot
