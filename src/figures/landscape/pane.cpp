// One view of the loss in figure "landscape": the surface or the map, the balls on it and what became of them.
#include "figures/landscape/pane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "figures/landscape/words.hpp"
#include "plot/number.hpp"
#include "plot/surface.hpp"
#include "plot/words.hpp"

namespace figures::landscape {
namespace {

std::span<const double> column(const Matrix& matrix, Index k, Index rows) {
  return {matrix.data() + k * matrix.rows(), static_cast<std::size_t>(rows)};
}

double contour_step(double rim) {
  const double wanted = rim / 14;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= wanted) return factor * power;
  }
  return 10 * power;
}

SurfaceView draw_surface(const Result& result, Drawing& drawing, const Pane& pane) {
  const auto rows = static_cast<int>(result.heights.rows());
  const SurfaceData data{.heights = {result.heights.data(), static_cast<std::size_t>(result.heights.size())},
                         .columns = static_cast<int>(result.heights.cols()),
                         .rows = rows,
                         .x = {-kWindow, kWindow},
                         .y = {-kWindow, kWindow}};
  const Camera camera = pane.map ? Camera{0, 90} : Camera{drawing.values.number("yaw"), drawing.values.number("pitch")};
  return surface(drawing.canvas, pane.box, data,
                 {.camera = camera,
                  .z = {std::min(0.0, result.heights.minCoeff()), result.rim},
                  .relief = 0.42F,
                  .contours = contour_step(result.rim),
                  .ink = result.scene == Scene::lifted ? Ink::W : Ink::accent,
                  .x_name = pane.large ? axis_name(result, false) : "$s$",
                  .y_name = pane.large ? axis_name(result, true) : "$t$",
                  .z_name = tr("loss")});
}

// A ball far over the rim has no place on the surface; the map has one for it.
bool is_shown(const Result& result, const SurfaceView& view, const Spot& spot) {
  constexpr double kOver = 1.2;
  return view.inside({spot.x, spot.y}) && (view.is_map() || spot.z <= kOver * result.rim);
}

// The lowest places, hollow like everything that is true rather than found.
void draw_bottoms(const Result& result, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  if (result.bottoms.cols() > 2) return;  // a whole curve is the lowest place: the contours show it
  for (Index k = 0; k < result.bottoms.cols(); ++k) {
    const Spot spot{result.bottoms(0, k), result.bottoms(1, k), result.lowest};
    if (view.inside({spot.x, spot.y}))
      ball(canvas, view, spot, {.ink = Ink::truth, .radius = pane.large ? 4.F : 2.5F, .hollow = true});
  }
}

void draw_balls(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane) {
  Canvas& canvas = drawing.canvas;
  const Index step = step_of(drawing);
  // Nobody is told before it is so.
  const auto ink = [&](Index k) {
    const Ball& known = result.balls[static_cast<std::size_t>(k)];
    return step >= known.steps ? ink_of(known.fate) : Ink::ink;
  };
  for (Index k = 0; k < result.s.cols(); ++k) {
    trail(canvas, view, column(result.s, k, step + 1), column(result.t, k, step + 1), column(result.loss, k, step + 1),
          {.ink = ink(k), .width = pane.large ? 2.F : 1.25F});
    const Spot start = spot_of(result, k, 0);
    if (is_shown(result, view, start))
      ball(canvas, view, start, {.ink = Ink::quiet, .radius = pane.large ? 2.5F : 1.5F});
  }
  for (Index k = 0; k < result.s.cols(); ++k) {
    const Spot now = spot_of(result, k, step);
    const bool hollow = step == kSteps && result.balls[static_cast<std::size_t>(k)].fate != Fate::found;
    if (!is_shown(result, view, now)) continue;
    ball(canvas, view, now, {.ink = ink(k), .radius = pane.large ? 5.5F : 3.5F, .hollow = hollow});
  }
}

// Balls that ended in one place; the lowest place has a crowd of 0 when none came there.
struct Crowd {
  Spot spot;
  Fate fate;
  int count = 1;
};

std::vector<Crowd> crowds_of(const Result& result, const SurfaceView& view) {
  constexpr double kOnePlace = 0.06;
  std::vector<Crowd> crowds;
  for (Index k = 0; k < result.s.cols(); ++k) {
    const Spot spot = spot_of(result, k, kSteps);
    const Fate fate = result.balls[static_cast<std::size_t>(k)].fate;
    if (!is_shown(result, view, spot)) continue;
    const auto same = std::ranges::find_if(crowds, [&](const Crowd& crowd) {
      return crowd.fate == fate && std::hypot(crowd.spot.x - spot.x, crowd.spot.y - spot.y) < kOnePlace;
    });
    if (same == crowds.end()) {
      crowds.push_back({spot, fate});
    } else {
      ++same->count;
    }
  }
  const bool reached = std::ranges::any_of(crowds, [](const Crowd& crowd) { return crowd.fate == Fate::found; });
  if (!reached && result.bottoms.cols() > 0) {
    crowds.push_back({{result.bottoms(0, 0), result.bottoms(1, 0), result.lowest}, Fate::found, 0});
  }
  return crowds;
}

std::string crowd_words(const Result& result, const Crowd& crowd, bool brief) {
  std::string words(fate_label(crowd.fate));
  if (crowd.fate == Fate::saddle || crowd.fate == Fate::escaped) return words;
  // What found the lowest place did so up to kFoundWithin.
  const double loss = crowd.fate == Fate::found ? result.lowest : crowd.spot.z;
  if (!brief) words = tr("%1, loss %2", words, loss < kFoundWithin ? "0" : number(loss, 2));
  return crowd.count > 1 ? whole(crowd.count) + " × " + words : words;
}

bool overlaps(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

// What became of them, beside their place: where there is room, else not (the curves and the hover say it too).
void draw_labels(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane) {
  Canvas& canvas = drawing.canvas;
  std::vector<Rect> taken;
  const auto crowds = crowds_of(result, view);
  for (const Crowd& crowd : crowds) {
    const Point at = view.at(crowd.spot);
    taken.push_back({at.x - 7, at.y - 7, 14, 14});
  }
  const TextStyle style{.size = Size::small, .face = Face::semibold};
  for (const Crowd& crowd : crowds) {
    const std::string words = crowd_words(result, crowd, canvas.narrow());
    const float width = text_width(canvas, words, style);
    const float height = line_height(canvas, Size::small);
    const Point at = view.at(crowd.spot);
    const std::array<Point, 6> corners = {{{at.x - width / 2, at.y + 9},
                                           {at.x - width / 2, at.y - 9 - height},
                                           {at.x + 11, at.y - height / 2},
                                           {at.x - 11 - width, at.y - height / 2},
                                           {at.x + 5, at.y + 9},
                                           {at.x - 5 - width, at.y + 9}}};
    for (const Point& corner : corners) {
      const Rect box{corner.x - 3, corner.y, width + 6, height};
      const bool fits = box.x >= pane.box.x && box.right() <= pane.box.right() && box.y >= pane.box.y &&
                        box.bottom() <= pane.box.bottom();
      if (!fits || std::ranges::any_of(taken, [&](const Rect& other) { return overlaps(box, other); })) continue;
      fill(canvas, box, with_alpha(canvas.colour(Ink::paper), 0.82F), {3});
      text(canvas, corner, words, {.ink = ink_of(crowd.fate), .size = Size::small, .face = Face::semibold});
      taken.push_back(box);
      break;
    }
  }
}

}  // namespace

Index step_of(const Drawing& drawing) { return static_cast<Index>(drawing.values.integer("step")); }

Spot spot_of(const Result& result, Index ball, Index step) {
  return {result.s(step, ball), result.t(step, ball), result.loss(step, ball)};
}

Ink ink_of(Fate fate) { return fate == Fate::found || fate == Fate::rolling ? Ink::ink : Ink::error; }

void draw_pane(const Result& result, Drawing& drawing, const Pane& pane) {
  const SurfaceView view = draw_surface(result, drawing, pane);
  draw_bottoms(result, drawing.canvas, view, pane);
  draw_balls(result, drawing, view, pane);
  if (pane.large && step_of(drawing) == kSteps) draw_labels(result, drawing, view, pane);
  if (drawing.canvas.still) return;
  handle_pointer(result, drawing, view, pane);
}

}  // namespace figures::landscape
