#include "plot/surface.hpp"

#include <doctest/doctest.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "plot/headless_context.hpp"
#include "plot/notebook.hpp"
#include "plot/pixel_painter.hpp"
#include "plot/surface_parts.hpp"

using plot::Canvas;
using plot::Place;
using plot::Point;
using plot::Rect;
using plot::Spot;
using plot::SurfaceData;
using plot::SurfacePaint;
using plot::SurfaceStyle;
using plot::SurfaceView;

namespace {

constexpr int kColumns = 41;
constexpr int kRows = 33;

// Hills and hollows over x from -1 to 3, y from 0 to 2; heights from about -0.3 to 1.5.
struct Hills {
  std::vector<double> heights;

  Hills() {
    for (int j = 0; j < kColumns; ++j) {
      for (int i = 0; i < kRows; ++i) heights.push_back(at(-1 + 4.0 * j / (kColumns - 1), 2.0 * i / (kRows - 1)));
    }
  }
  static double at(double x, double y) {
    return 0.6 + 0.5 * std::sin(3 * x) * std::cos(4 * y) + 0.3 * std::sin(x + 5 * y);
  }
  SurfaceData data() const {
    return {.heights = heights, .columns = kColumns, .rows = kRows, .x = {-1, 3}, .y = {0, 2}};
  }
};

// A small generator of its own: tests must not depend on the library's.
struct Dice {
  unsigned state = 12345;
  double operator()(double low, double high) {
    state = state * 1664525U + 1013904223U;
    return low + (high - low) * static_cast<double>(state >> 8U) / (1U << 24U);
  }
};

SurfaceStyle style_of(double yaw, double pitch) { return {.camera = {yaw, pitch}, .z = {-0.4, 1.2}, .relief = 0.4F}; }

constexpr Rect kBox{20, 10, 500, 400};

// The same point by matrices: first about the upright axis, then about the one to the right.
struct Turned {
  double right, away, up;
  Turned(const Spot& spot, double yaw, double pitch) {
    const double u = (spot.x + 1) / 2 - 1;
    const double v = spot.y - 1;
    const double w = (spot.z + 0.4) / 1.6 * 0.8;
    const double a = -yaw * std::numbers::pi / 180;
    const double b = pitch * std::numbers::pi / 180;
    const double x = std::cos(a) * u - std::sin(a) * v;
    const double y = std::sin(a) * u + std::cos(a) * v;
    right = x;
    away = std::cos(b) * y - std::sin(b) * w;
    up = std::sin(b) * y + std::cos(b) * w;
  }
};

SurfacePaint painted(const Hills& hills, const SurfaceStyle& style) {
  Notebook notebook;
  plot::HeadlessContext headless;
  headless.frame({}, [&](Canvas& canvas) {
    canvas.painter = &notebook;
    plot::surface(canvas, kBox, hills.data(), style);
  });
  REQUIRE(notebook.paints.size() == 1);
  return notebook.paints.front();
}

// The surface as it is in a picture to take away.
struct Pixels {
  SurfaceView view;
  plot::Raster raster;

  Pixels(const SurfaceData& data, const SurfaceStyle& style) : view(kBox, data, style) {
    plot::PixelPainter painter;
    plot::HeadlessContext headless;
    const ImDrawData& drawn = headless.frame({.still = true}, [&](Canvas& canvas) {
      canvas.painter = &painter;
      view = plot::surface(canvas, kBox, data, style);
    });
    int found = 0;
    for (const ImDrawList* list : drawn.CmdLists) {
      for (const ImDrawCmd& command : list->CmdBuffer) {
        if (const plot::Raster* one = plot::PixelPainter::raster_of(command)) {
          raster = *one;
          ++found;
        }
      }
    }
    CHECK(found == 1);
  }
  // The pixel at a point of the canvas; transparent outside.
  plot::Colour at(Point point) const {
    if (!raster.box.contains(point)) return 0;
    const auto column =
        static_cast<std::size_t>((point.x - raster.box.x) / raster.box.w * static_cast<float>(raster.width));
    const auto row =
        static_cast<std::size_t>((point.y - raster.box.y) / raster.box.h * static_cast<float>(raster.height));
    return raster.pixels[column + static_cast<std::size_t>(raster.width) * row];
  }
  unsigned alpha(Point point) const { return at(point) >> 24U; }
};

}  // namespace

TEST_CASE("The projection is the one of rotation matrices, up to one scale and shift") {
  const Hills hills;
  Dice dice;
  for (int k = 0; k < 40; ++k) {
    const double yaw = dice(-180, 180);
    const double pitch = dice(15, 84);
    const SurfaceView view(kBox, hills.data(), style_of(yaw, pitch));
    const Spot a{dice(-1, 3), dice(0, 2), dice(0, 1)};
    const Spot b{dice(-1, 3), dice(0, 2), dice(0, 1)};
    const Spot c{1, 1, 0.4};  // the middle
    const Turned ta(a, yaw, pitch), tb(b, yaw, pitch), tc(c, yaw, pitch);
    const double scale = (view.at(a).x - view.at(c).x) / (ta.right - tc.right);
    CHECK(scale > 0);
    CHECK(view.at(b).x - view.at(c).x == doctest::Approx(scale * (tb.right - tc.right)).epsilon(1e-3));
    CHECK(view.at(c).y - view.at(b).y == doctest::Approx(scale * (tb.up - tc.up)).epsilon(1e-3));
    CHECK(view.depth(b) - view.depth(a) == doctest::Approx(tb.away - ta.away));
    CHECK(view.at(c).x == doctest::Approx(kBox.centre().x));
    CHECK(view.at(c).y == doctest::Approx(kBox.centre().y));
  }
}

TEST_CASE("A painter gets the same projection") {
  const Hills hills;
  const SurfaceStyle style = style_of(-28, 45);
  const SurfacePaint paint = painted(hills, style);
  const double k = (paint.across[0] * 1.0 + paint.across[3]) - paint.across[3];
  const Turned middle({1, 1, 0.4}, -28, 45), corner({3, 2, 1.2}, -28, 45);
  const double scale = k / std::cos(28 * std::numbers::pi / 180);
  const double x = paint.across[0] + paint.across[1] + 0.8 * paint.across[2] + paint.across[3];
  const double y = paint.down[0] + paint.down[1] + 0.8 * paint.down[2] + paint.down[3];
  const double x0 = 0.4 * paint.across[2] + paint.across[3];
  const double y0 = 0.4 * paint.down[2] + paint.down[3];
  CHECK(x - x0 == doctest::Approx(scale * (corner.right - middle.right)).epsilon(1e-4));
  CHECK(y0 - y == doctest::Approx(scale * (corner.up - middle.up)).epsilon(1e-4));
}

// Against a depth buffer: of all cells that cover a point of the canvas the one drawn last must be the nearest.
TEST_CASE("From the far cells to the near ones: whatever covers a point, the nearest is drawn last") {
  const Hills hills;
  Dice dice;
  int covered_twice = 0;
  for (int k = 0; k < 12; ++k) {
    const SurfaceStyle style = style_of(dice(-180, 180), dice(15, 60));
    const SurfacePaint paint = painted(hills, style);
    const SurfaceView view(kBox, hills.data(), style);
    const auto spot = [&](int column, int row) {
      const Place place{-1 + 4.0 * column / (kColumns - 1), 2.0 * row / (kRows - 1)};
      return Spot{place.x, place.y, view.height(place)};
    };
    for (int trial = 0; trial < 60; ++trial) {
      const Point at{static_cast<float>(dice(120, 420)), static_cast<float>(dice(100, 320))};
      double last = 1e9;
      double nearest = 1e9;
      int count = 0;
      for (int i = 0; i < kColumns - 1; ++i) {
        const int column = paint.far_is_high_u ? kColumns - 2 - i : i;
        for (int j = 0; j < kRows - 1; ++j) {
          const int row = paint.far_is_high_v ? kRows - 2 - j : j;
          for (const bool upper : {false, true}) {
            const Spot a = spot(column, row), b = spot(column + 1, row + 1);
            const Spot c = upper ? spot(column, row + 1) : spot(column + 1, row);
            const Point pa = view.at(a), pb = view.at(b), pc = view.at(c);
            const double whole = (pb.x - pa.x) * (pc.y - pa.y) - (pc.x - pa.x) * (pb.y - pa.y);
            const double beta = ((at.x - pa.x) * (pc.y - pa.y) - (pc.x - pa.x) * (at.y - pa.y)) / whole;
            const double gamma = ((pb.x - pa.x) * (at.y - pa.y) - (at.x - pa.x) * (pb.y - pa.y)) / whole;
            if (!(beta >= 0 && gamma >= 0 && beta + gamma <= 1)) continue;
            last = view.depth(a) + beta * (view.depth(b) - view.depth(a)) + gamma * (view.depth(c) - view.depth(a));
            nearest = std::min(nearest, last);
            ++count;
          }
        }
      }
      if (count > 1) ++covered_twice;
      if (count > 0) CHECK(last == doctest::Approx(nearest).epsilon(1e-6));
    }
  }
  CHECK(covered_twice > 60);  // else this says nothing
}

TEST_CASE("A spot is hidden exactly where a dense walk towards the reader comes out through the upper side") {
  const Hills hills;
  Dice dice;
  int hidden = 0;
  int seen = 0;
  int differ = 0;
  for (int k = 0; k < 400; ++k) {
    const double yaw = dice(-180, 180);
    const double pitch = dice(18, 50);
    const SurfaceView view(kBox, hills.data(), style_of(yaw, pitch));
    Spot spot{dice(-1, 3), dice(0, 2), 0};
    spot.z = view.height({spot.x, spot.y});
    if (spot.z > 1.2) continue;
    const double a = yaw * std::numbers::pi / 180;
    const double b = pitch * std::numbers::pi / 180;
    bool below = false;
    bool found = false;
    for (double way = 0.05; way < 4; way += 0.0005) {
      const Spot here{spot.x + 2 * way * std::sin(a) * std::cos(b), spot.y - way * std::cos(a) * std::cos(b),
                      spot.z + 2 * way * std::sin(b)};
      if (!view.inside({here.x, here.y})) break;
      const bool now_below = here.z < view.height({here.x, here.y});
      found = found || (below && !now_below && here.z <= 1.2);
      below = now_below;
    }
    (found ? hidden : seen) += 1;
    differ += found != view.hidden(spot) ? 1 : 0;
  }
  CHECK(hidden > 30);
  CHECK(seen > 100);
  CHECK(differ <= (hidden + seen) / 100);  // at the very edge of a hill the two steps may differ
}

TEST_CASE("What is picked under a point is what is drawn there; on the map exactly") {
  const Hills hills;
  Dice dice;
  int picked = 0;
  int missed = 0;
  for (int k = 0; k < 300; ++k) {
    const bool map = k % 3 == 0;
    const SurfaceView view(kBox, hills.data(), map ? style_of(0, 90) : style_of(dice(-180, 180), dice(25, 75)));
    Spot spot{dice(-0.95, 2.95), dice(0.05, 1.95), 0};
    spot.z = view.height({spot.x, spot.y});
    if (!map && (spot.z > 1.19 || view.hidden(spot) || view.facing({spot.x, spot.y}) < 0.1)) continue;
    const auto place = view.pick(view.at(spot));
    REQUIRE(place);
    const bool same =
        std::abs(place->x - spot.x) < (map ? 1e-5 : 0.08) && std::abs(place->y - spot.y) < (map ? 1e-5 : 0.04);
    CHECK((same || !map));
    (same ? picked : missed) += 1;
  }
  CHECK(picked > 150);
  CHECK(missed <= 2);  // a ray may graze the top of a hill
  const SurfaceView view(kBox, hills.data(), style_of(20, 40));
  CHECK_FALSE(view.pick({kBox.x - 5, kBox.y}));
}

TEST_CASE("What is over the rim is cut away: nothing is drawn higher") {
  std::vector<double> slope;
  for (int column = 0; column < 9; ++column) {
    for (int row = 0; row < 9; ++row) slope.push_back(column / 8.0);
  }
  const SurfaceData data{.heights = slope, .columns = 9, .rows = 9, .x = {0, 1}, .y = {0, 1}};
  const SurfaceStyle style{.camera = {0, 30}, .z = {0, 0.5}};
  const Pixels pixels(data, style);
  // Half of the sides lies under the rim, and is full; beyond x = 0.5 there is nothing.
  const Point edge = pixels.view.at({0.5, 0.5, 0.5});
  CHECK(pixels.alpha({edge.x - 10, pixels.view.at({0.45, 0.5, 0.45}).y}) == 255);
  for (float y = kBox.y; y < kBox.bottom(); y += 3) CHECK(pixels.alpha({edge.x + 5, y}) == 0);
}

// Whether the upper side is seen within some pixels of a point.
bool is_upper_near(const SurfaceView& view, Point at) {
  for (const float x : {-5.F, 0.F, 5.F}) {
    for (const float y : {-5.F, 0.F, 5.F}) {
      if (view.pick({at.x + x, at.y + y})) return true;
    }
  }
  return false;
}

TEST_CASE("The lines of a surface are where its upper side is seen, and nowhere else") {
  const Hills hills;
  plot::HeadlessContext headless;
  headless.frame({}, [&](Canvas& canvas) {
    for (double yaw = -180; yaw < 180; yaw += 24) {
      SurfaceStyle style = style_of(yaw, 35);
      style.contours = 0.2;
      const SurfaceView view(kBox, hills.data(), style);
      const int before = canvas.list.VtxBuffer.Size;
      plot::draw_contours(canvas, view, plot::paint_of(canvas, view));
      plot::draw_borders(canvas, view, ~0U);
      plot::draw_folds(canvas, view, ~0U);
      int astray = 0;
      for (int k = before; k < canvas.list.VtxBuffer.Size; ++k) {
        const ImVec2 at = canvas.list.VtxBuffer[k].pos;
        astray += is_upper_near(view, {at.x, at.y}) ? 0 : 1;
      }
      // Folds are traced on a coarser grid.
      const int all = canvas.list.VtxBuffer.Size - before;
      CHECK(all > 1000);
      CHECK_MESSAGE(50 * astray < all, yaw);
    }
  });
}

// Against a search through all cells for the nearest that covers the point, and the light on its own plane.
TEST_CASE("A picture to take away has the surface as pixels: what is nearest, in the colour of its height and slope") {
  const Hills hills;
  Dice dice;
  int compared = 0;
  int empty = 0;
  for (int k = 0; k < 6; ++k) {
    const SurfaceStyle style = style_of(dice(-180, 180), dice(25, 60));
    const Pixels pixels(hills.data(), style);
    const SurfacePaint paint = painted(hills, style);
    for (int trial = 0; trial < 60; ++trial) {
      // The middle of a pixel.
      const Point at{2 * std::floor(static_cast<float>(dice(60, 240))) + 1,
                     2 * std::floor(static_cast<float>(dice(20, 190))) + 1};
      const auto place = pixels.view.pick(at);
      if (!place) {
        // The lower side is not there.
        if (is_upper_near(pixels.view, at)) continue;
        CHECK(pixels.alpha(at) == 0);
        ++empty;
        continue;
      }
      const double share = (pixels.view.height(*place) + 0.4) / 1.6;
      // Near a fold and near the rim the pixel is a mixture.
      if (share > 0.95 || pixels.view.facing(*place) < 0.25) continue;
      constexpr double kStep = 1e-3;
      const auto height = [&](double x, double y) { return Hills::at(x, y) * 0.8 / 1.6; };
      const double du = 2 * (height(place->x + kStep, place->y) - height(place->x - kStep, place->y)) / (2 * kStep);
      const double dv = (height(place->x, place->y + kStep) - height(place->x, place->y - kStep)) / (2 * kStep);
      const double length = std::sqrt(du * du + dv * dv + 1);
      const double light =
          std::max(0.0, (-du * paint.light[0] - dv * paint.light[1] + paint.light[2]) / length / paint.light[2]);
      const plot::Colour ground = plot::mixed(paint.stops, static_cast<float>(share));
      const double amount = light < 1 ? 0.5 * (1 - light) : std::min(1.0, 0.8 * (light - 1));
      const plot::Colour expected =
          plot::blend(ground, light < 1 ? paint.shadow : paint.gleam, static_cast<float>(amount));
      const plot::Colour found = pixels.at(at);
      CHECK((found >> 24U) == 255);
      for (const unsigned shift : {0U, 8U, 16U}) {
        CHECK(std::abs(static_cast<int>(found >> shift & 255U) - static_cast<int>(expected >> shift & 255U)) < 14);
      }
      ++compared;
    }
  }
  CHECK(compared > 100);
  CHECK(empty > 20);
}

TEST_CASE("With a painter of live pictures its lines are left to it, too; without one they are all there is") {
  const Hills hills;
  const SurfaceStyle style{.camera = {-28, 45}, .z = {-0.4, 1.2}, .contours = 0.1};
  const std::vector<double> x = {0, 1, 2}, y = {0.2, 1, 1.8}, z = {0.9, 0.5, 0.9};
  Notebook notebook;
  plot::HeadlessContext headless;
  std::array<int, 2> contours{};
  for (plot::Painter* painter : {static_cast<plot::Painter*>(nullptr), static_cast<plot::Painter*>(&notebook)}) {
    int vertices = 0;
    headless.frame({}, [&](Canvas& canvas) {
      canvas.painter = painter;
      const SurfaceView view = plot::surface(canvas, kBox, hills.data(), style);
      const int before = canvas.list.VtxBuffer.Size;
      plot::trail(canvas, view, x, y, z);
      plot::ball(canvas, view, {1, 1, 0.5});
      vertices = canvas.list.VtxBuffer.Size - before;
      contours[painter != nullptr ? 1 : 0] = before;
      CHECK(view.at({1, 1, 0.5}).x == doctest::Approx(SurfaceView(view).at({1, 1, 0.5}).x));
    });
    CHECK(vertices > 20);
  }
  CHECK(contours[0] > contours[1] + 500);
  REQUIRE(notebook.paints.size() == 1);
  CHECK(notebook.paints[0].contours == 0.1);
  CHECK(notebook.paints[0].columns == kColumns);
}
