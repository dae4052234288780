#include "plot/axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plot/number.hpp"

namespace plot {
namespace {

double transformed(double value, Scale scale) { return scale == Scale::log ? std::log10(value) : value; }

// Where in the range, 0 to 1 inside it.
double share(double value, const Axis& axis) {
  const auto& [low, high] = axis.range;
  const double from = transformed(low, axis.scale);
  const double to = transformed(high, axis.scale);
  if (axis.scale == Scale::log && value <= 0) return 0;
  return to > from ? (transformed(value, axis.scale) - from) / (to - from) : 0.5;
}

double value_at(double share, const Axis& axis) {
  const double from = transformed(axis.range.low, axis.scale);
  const double to = transformed(axis.range.high, axis.scale);
  const double value = std::lerp(from, to, share);
  return axis.scale == Scale::log ? std::pow(10, value) : value;
}

int places_of(double step) { return std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 15); }

std::string linear_label(double value, double step, double largest) {
  if (std::abs(value) < step * 1e-6) return "0";
  if (largest >= 1e6 || step < 1e-4) return number(value, 3);
  return fixed(value, places_of(step));
}

std::vector<Tick> linear_ticks(const Axis& axis, int most) {
  const auto [low, high] = axis.range;
  // Flat, or too far from zero for doubles to count in steps.
  if (!(high - low > 1e-12 * std::max(std::abs(low), std::abs(high)))) return {{low, number(low)}};
  double step = round_step((high - low) / (most + 2));  // finer than can be: coarsened below
  if (axis.whole) step = std::max(step, 1.0);
  const double slack = (high - low) * 1e-9;
  const double largest = std::max(std::abs(low), std::abs(high));
  std::vector<Tick> found;
  std::vector<Tick> too_many;
  do {
    too_many = std::move(found);
    found.clear();
    for (double k = std::ceil((low - slack) / step); k * step <= high + slack; ++k) {
      found.push_back({k * step, linear_label(k * step, step, largest)});
    }
    step = round_step(step * 1.01);
  } while (static_cast<int>(found.size()) > most);
  // One number alone gives no scale: rather the two ends of what was too many.
  if (found.size() < 2 && most >= 2 && too_many.size() >= 2) return {too_many.front(), too_many.back()};
  return found;
}

std::string log_label(double value, int exponent) {
  return exponent >= -2 && exponent <= 4 ? number(value) : number(value, 1);
}

std::vector<Tick> log_ticks(const Axis& axis, int most) {
  const auto [low, high] = axis.range;
  const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  std::vector<Tick> found;
  if (last - first < 1 && !axis.whole) {  // fewer than two powers of ten: 1, 2, 5 between them
    for (int exponent = first - 1; exponent <= last; ++exponent) {
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double value = factor * std::pow(10, exponent);
        if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
        found.push_back({value, log_label(value, exponent)});
      }
    }
    while (static_cast<int>(found.size()) > std::max(most, 1)) found.erase(found.begin() + 1);
    return found;
  }
  const int step = std::max(1, (last - first + most) / std::max(most, 1));
  // Multiples of the step, so that the same ticks stand on neighbouring pictures.
  const bool plain = first >= -3 && last <= 4;
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % step != 0) continue;
    const double value = std::pow(10, exponent);
    found.push_back({value, plain || exponent == 0 || exponent == 1 ? number(value) : power_of_ten(exponent)});
  }
  return found;
}

float widest(const Canvas& canvas, const std::vector<Tick>& all, const TextStyle& style) {
  float width = 0;
  for (const Tick& tick : all) width = std::max(width, text_width(canvas, tick.label, style));
  return width;
}

constexpr TextStyle kTickStyle = {.ink = Ink::quiet, .size = Size::small};

// Ticks of the x axis whose labels leave a gap between them.
std::vector<Tick> fitting_ticks(const Canvas& canvas, const Axis& axis, float width) {
  const float gap = canvas.em;
  for (int most = std::clamp(static_cast<int>(width / (3 * canvas.em)), 2, 8); most > 1; --most) {
    auto found = ticks(axis, most);
    if (found.size() < 2) return found;
    float nearest = width;
    for (std::size_t k = 1; k < found.size(); ++k) {
      const double apart = share(found[k].value, axis) - share(found[k - 1].value, axis);
      const float half =
          text_width(canvas, found[k].label, kTickStyle) / 2 + text_width(canvas, found[k - 1].label, kTickStyle) / 2;
      nearest = std::min(nearest, static_cast<float>(apart) * width - half);
    }
    if (nearest >= gap) return found;
  }
  return ticks(axis, 1);
}

void draw_x_ticks(Canvas& canvas, const Axes& axes, const std::vector<Tick>& all) {
  const Rect& plot = axes.plot();
  for (const Tick& tick : all) {
    const float x = std::round(axes.x_at(tick.value));
    line(canvas, {x, plot.bottom()}, {x, plot.bottom() + 4}, canvas.colour(Ink::hairline));
    TextStyle style = kTickStyle;
    style.along = Along::centre;
    const float half = text_width(canvas, tick.label, style) / 2;
    const float middle =
        std::clamp(x, canvas.area.x + half, std::max(canvas.area.x + half, canvas.area.right() - half));
    text(canvas, Point{middle, plot.bottom() + 6}, tick.label, style);
  }
}

void draw_y_ticks(Canvas& canvas, const Axes& axes, const std::vector<Tick>& all) {
  const Rect& plot = axes.plot();
  for (const Tick& tick : all) {
    const float y = std::round(axes.y_at(tick.value));
    if (y < plot.bottom() - 1) line(canvas, {plot.x, y}, {plot.right(), y}, tint(Ink::hairline, 0.6F, canvas.dark));
    TextStyle style = kTickStyle;
    style.along = Along::right;
    style.upright = Upright::middle;
    text(canvas, Point{plot.x - 6, y}, tick.label, style);
  }
}

}  // namespace

Range range_of(std::span<const double> values, Scale scale, double margin, double floor) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const bool log = scale == Scale::log;
  double low = kFar;
  double high = -kFar;
  for (const double value : values) {
    if (!std::isfinite(value) || (log && value <= 0)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low > high) return log ? Range{0.1, 10} : Range{0, 1};
  if (log) {
    double from = std::log10(std::max(low, floor));
    double to = std::log10(std::max(high, floor));
    const double pad = std::max(margin * (to - from), (1 - (to - from)) / 2);
    return {std::pow(10, std::max(from - pad, -307.0)), std::pow(10, std::min(to + pad, 307.0))};
  }
  const double length = high - low;
  const double pad =
      length > 1e-12 * std::max(std::abs(low), std::abs(high)) ? margin * length : std::max(0.5, std::abs(low) * 0.1);
  return {low - pad, high + pad};
}

Range joined(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

std::vector<Tick> ticks(const Axis& axis, int most) {
  most = std::max(most, 1);
  const auto [low, high] = axis.range;
  const bool drawable = std::isfinite(low) && std::isfinite(high - low) && (axis.scale == Scale::linear || low > 0);
  if (!drawable || high < low) return {};
  return axis.scale == Scale::log ? log_ticks(axis, most) : linear_ticks(axis, most);
}

Axes::Axes(Rect plot, const Axis& x, const Axis& y) : plot_(plot), x_(x), y_(y) {}

std::vector<Point> Axes::at(std::span<const double> x, std::span<const double> y) const {
  std::vector<Point> points;
  for (std::size_t k = 0; k < x.size(); ++k) points.push_back(at(x[k], y[k]));
  return points;
}

float Axes::x_at(double value) const { return plot_.x + plot_.w * static_cast<float>(share(value, x_)); }
float Axes::y_at(double value) const { return plot_.bottom() - plot_.h * static_cast<float>(share(value, y_)); }
double Axes::x_of(float pixel) const { return value_at((pixel - plot_.x) / std::max(plot_.w, 1e-3F), x_); }
double Axes::y_of(float pixel) const { return value_at((plot_.bottom() - pixel) / std::max(plot_.h, 1e-3F), y_); }

bool Axes::visible(double x, double y) const {
  const auto shows = [](double value, const Axis& axis) {
    return std::isfinite(value) && (axis.scale == Scale::linear || value > 0);
  };
  return shows(x, x_) && shows(y, y_);
}

float least_box(const Canvas& canvas) { return kLeastPlot + 3 * line_height(canvas, Size::small) + 12; }

Axes draw_axes(Canvas& canvas, const Rect& box, const Axis& x, const Axis& y) {
  const float small = line_height(canvas, Size::small);
  Rect plot = box;
  const TextStyle name_style{.ink = Ink::quiet, .size = Size::small, .max_width = box.w};
  if (!y.name.empty()) text(canvas, Point{box.x, box.y}, y.name, name_style);
  plot = plot.inset(0, y.name.empty() ? small / 2 : small + 6, 0, x.ticks ? small + 6 : 1);
  if (!x.name.empty()) plot = plot.inset(0, 0, 0, small);
  const auto y_ticks =
      y.ticks ? ticks(y, std::clamp(static_cast<int>(plot.h / (2.5F * canvas.em)), 2, 6)) : std::vector<Tick>{};
  if (y.ticks) plot = plot.inset(std::ceil(widest(canvas, y_ticks, kTickStyle)) + 8, 0, 0, 0);
  const auto x_ticks = x.ticks ? fitting_ticks(canvas, x, plot.w) : std::vector<Tick>{};
  // Half of the last label may stand out to the right: make room inside the box.
  if (!x_ticks.empty()) {
    const float half = text_width(canvas, x_ticks.back().label, kTickStyle) / 2;
    const float room = plot.w * static_cast<float>(1 - share(x_ticks.back().value, x));
    plot = plot.inset(0, 0, std::max(0.F, std::ceil(half - room)), 0);
  }
  canvas.lowest_plot = std::min(canvas.lowest_plot, plot.h);
  const Axes axes(plot, x, y);
  draw_y_ticks(canvas, axes, y_ticks);
  line(canvas, {plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, canvas.colour(Ink::quiet));
  draw_x_ticks(canvas, axes, x_ticks);
  TextStyle x_style = name_style;
  x_style.along = Along::right;
  if (!x.name.empty()) text(canvas, Point{plot.right(), plot.bottom() + small + 6}, x.name, x_style);
  return axes;
}

namespace {

// On a scrap of paper, so that curves behind it do not strike it through.
void reference_label(Canvas& canvas, Point at, std::string_view label, const TextStyle& style) {
  const float width = std::min(text_width(canvas, label, style), style.max_width);
  if (width <= 0) return;
  const float left = style.along == Along::right ? at.x - width : at.x;
  fill(canvas, {left - 2, at.y, width + 4, line_height(canvas, style.size) - 1},
       with_alpha(canvas.colour(Ink::paper), 0.8F));
  text(canvas, at, label, style);
}

}  // namespace

void rule_y(Canvas& canvas, const Axes& axes, double y, const RuleStyle& style) {
  const Rect& area = axes.plot();
  const float at = std::round(axes.y_at(y));
  dashed_line(canvas, {area.x, at}, {area.right(), at}, canvas.colour(style.ink), style.width, style.dash, style.gap);
}

void rule_x(Canvas& canvas, const Axes& axes, double x, const RuleStyle& style) {
  const Rect& area = axes.plot();
  const float at = std::round(axes.x_at(x));
  dashed_line(canvas, {at, area.y}, {at, area.bottom()}, canvas.colour(style.ink), style.width, style.dash, style.gap);
}

void reference_y(Canvas& canvas, const Axes& axes, double y, std::string_view label) {
  if (!axes.visible(axes.x().range.low, y)) return;
  const Rect& plot = axes.plot();
  const float at = std::round(axes.y_at(y));
  if (at < plot.y - 1 || at > plot.bottom() + 1) return;
  rule_y(canvas, axes, y);
  const float small = line_height(canvas, Size::small);
  const bool above = at - small - 2 >= plot.y;
  reference_label(canvas, {plot.right(), above ? at - small : at + 3}, label,
                  {.ink = Ink::truth, .size = Size::small, .along = Along::right, .max_width = plot.w - 4});
}

void reference_x(Canvas& canvas, const Axes& axes, double x, std::string_view label) {
  if (!axes.visible(x, axes.y().range.low)) return;
  const Rect& plot = axes.plot();
  const float at = std::round(axes.x_at(x));
  if (at < plot.x - 1 || at > plot.right() + 1) return;
  rule_x(canvas, axes, x);
  const TextStyle words{.ink = Ink::truth, .size = Size::small, .max_width = plot.w};
  const float width = text_width(canvas, label, words);
  const bool right = at + 5 + width <= plot.right();
  reference_label(canvas, {right ? at + 5 : std::max(plot.x, at - 5 - width), plot.y}, label, words);
}

// At either end of the axis half the handle stands outside the plot, as it does below everywhere.
Region marker_region(Canvas& canvas, std::string_view id, const Axes& axes) {
  constexpr float kBeyond = kMarkerHandle + 4;
  return region(canvas, id, axes.plot().inset(-kBeyond, 0, -kBeyond, -kBeyond));
}

void marker_line(Canvas& canvas, const Axes& axes, double x, float width) {
  const Rect& area = axes.plot();
  const float at = std::round(axes.x_at(x));
  line(canvas, {at, area.y}, {at, area.bottom()}, canvas.colour(Ink::accent), width);
}

void marker_handle(Canvas& canvas, const Axes& axes, double x, bool hovered) {
  const Point foot{std::round(axes.x_at(x)), axes.plot().bottom()};
  if (hovered) disc(canvas, foot, kMarkerHandle + 4, tint(Ink::accent, 0.2F, canvas.dark));
  disc(canvas, foot, kMarkerHandle, canvas.colour(Ink::accent));
}

}  // namespace plot
