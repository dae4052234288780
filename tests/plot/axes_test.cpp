#include "plot/axes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "plot/headless_context.hpp"
#include "plot/number.hpp"

using plot::Axis;
using plot::Scale;

namespace {

constexpr Axis kAxes[] = {{.range = {0, 1}},
                          {.range = {-3.7, 12.2}},
                          {.range = {0.5, 16.5}, .whole = true},
                          {.range = {1e-9, 3e-9}},
                          {.range = {0, 4e6}},
                          {.range = {1000.001, 1000.004}},
                          {.range = {5, 5}},
                          {.range = {1e-30, 1}, .scale = Scale::log},
                          {.range = {1, 12288}, .scale = Scale::log},
                          {.range = {2, 7}, .scale = Scale::log},
                          {.range = {1.1, 1.3}, .scale = Scale::log},
                          {.range = {1e-300, 1e300}, .scale = Scale::log}};

}  // namespace

TEST_CASE("Ticks lie inside their range, ascend, are few, and no two have one label") {
  for (const Axis& axis : kAxes) {
    for (int most = 1; most <= 8; ++most) {
      const auto found = plot::ticks(axis, most);
      CAPTURE(axis.range.low);
      CAPTURE(axis.range.high);
      CAPTURE(most);
      CHECK(static_cast<int>(found.size()) <= std::max(most, 1));
      for (std::size_t k = 0; k < found.size(); ++k) {
        const double slack = 1e-6 * (std::abs(axis.range.high) + std::abs(axis.range.low));
        CHECK(found[k].value >= axis.range.low - slack);
        CHECK(found[k].value <= axis.range.high + slack);
        if (k == 0) continue;
        CHECK(found[k].value > found[k - 1].value);
        CHECK(found[k].label != found[k - 1].label);
      }
    }
  }
}

TEST_CASE("A range that cannot be drawn has no ticks") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(plot::ticks({.range = {0, infinity}}, 5).empty());
  CHECK(plot::ticks({.range = {std::nan(""), 1}}, 5).empty());
  CHECK(plot::ticks({.range = {-1, 1}, .scale = Scale::log}, 5).empty());
  CHECK(plot::ticks({.range = {1, -1}}, 5).empty());
  CHECK(plot::ticks({.range = {1e17, 1e17 + 16}}, 5).size() == 1);
}

TEST_CASE("Axes map data to pixels and back") {
  const plot::Axes axes({10, 20, 300, 200}, {.range = {-1, 3}}, {.range = {1e-6, 1}, .scale = Scale::log});
  CHECK(axes.x_at(-1) == doctest::Approx(10));
  CHECK(axes.y_at(1) == doctest::Approx(20));
  CHECK(axes.y_at(1e-3) == doctest::Approx(120));
  CHECK(axes.y_at(-1) == doctest::Approx(220));
  CHECK(axes.x_of(axes.x_at(0.7)) == doctest::Approx(0.7).epsilon(1e-5));
  CHECK(axes.y_of(axes.y_at(3e-4)) == doctest::Approx(3e-4).epsilon(1e-4));
  CHECK(axes.visible(0, 1e-9));
  CHECK_FALSE(axes.visible(0, 0));
  CHECK_FALSE(axes.visible(std::nan(""), 1));
}

TEST_CASE("A range is never empty, whatever the values") {
  const double nan = std::nan("");
  const double flat[] = {3, 3, nan};
  const double none[] = {nan, -1, 0};
  CHECK(plot::range_of(flat).high > plot::range_of(flat).low);
  CHECK(plot::range_of(none, Scale::log).low > 0);
  CHECK(plot::range_of({}).high > 0);
  const double two[] = {1, 1};
  CHECK(plot::range_of(two, Scale::log).high / plot::range_of(two, Scale::log).low == doctest::Approx(10));
}

TEST_CASE("Drawn axes stay inside their box and leave room for data at any width from 150 px") {
  plot::HeadlessContext headless;
  for (const Axis& axis : kAxes) {
    for (const float width : {150.F, 220.F, 360.F, 720.F, 1280.F}) {
      headless.frame({.width = width, .height = 200}, [&](plot::Canvas& canvas) {
        const plot::Axes axes = plot::draw_axes(canvas, canvas.area, axis, axis);
        CHECK(axes.plot().w > 60);
        CHECK(axes.plot().h > 60);
        CHECK(axes.plot().right() <= width);
        CHECK(axes.plot().bottom() <= 200);
      });
    }
  }
}
