// The ground of figure "landscape", from an angle or from above, and the balls on it.
#include "figures/landscape/scenery.hpp"
#include "plot/axes.hpp"
#include "plot/labels.hpp"
#include "plot/matrix.hpp"
#include "plot/surface.hpp"

namespace figures::landscape {

Ink ink_of(Fate fate) { return fate == Fate::found || fate == Fate::rolling ? Ink::ink : Ink::error; }

Spot start_of(const Scenery& scenery, const Ball& ball) {
  const Spot start = ball.base.at(0);
  return scenery.on(start.x, start.y);
}

namespace {

// Balls that were stuck are so no more once the ground begins to move.
Blend ink_of(const Shown& shown, const Ball& ball) {
  constexpr float kFree = 0.25F;  // of the way up
  if (!shown.is_between()) return ink_of(shown.fate(ball));
  const float share = static_cast<float>(shown.lift) / kLifts / kFree;
  return {ink_of(ball.base.fate_at(shown.step)), Ink::ink, std::min(share, 1.F)};
}

// --- Panes ----------------------------------------------------------------------------------------------------------

double contour_step(double rim) { return round_step(rim / 14); }

// A bowl is seen from lower down, so that one looks at its wall.
Camera camera_of(const Scenery& scenery, const Values& values) {
  constexpr double kLower = 17;
  constexpr double kLowest = 20;
  const double share = scenery.is_bowl() ? 1 : static_cast<double>(scenery.lifted());
  const double pitch = values.number("pitch");
  return {values.number("yaw"), std::max(std::min(pitch, kLowest), pitch - kLower * share)};
}

SurfaceView draw_surface(const Scenery& scenery, Drawing& drawing, const Pane& pane) {
  const MatrixData heights = data_of(scenery.heights);
  const Frame& frame = scenery.frame;
  const Result& result = scenery.shown.result;
  const SurfaceData data{.heights = heights.values,
                         .columns = heights.columns,
                         .rows = heights.rows,
                         .x = {frame.s_low, frame.s_high},
                         .y = {frame.t_low, frame.t_high}};
  const bool narrow = drawing.canvas.narrow();
  // Where balls have words, or two pictures stand side by side, there is no room for long ones.
  const bool brief = narrow || !pane.bare || pane.box.w < 0.5F * drawing.canvas.area.w;
  constexpr float kWide = 1.3F;  // beside a map there is room for a name then
  const bool named = pane.large && !(pane.map && (narrow || pane.box.w < kWide * pane.box.h));
  const float lifted = scenery.lifted();
  const float bowl = scenery.is_bowl() ? 1 : lifted;
  return surface(drawing.canvas, pane.box, data,
                 {.camera = pane.map ? Camera{0, 90} : camera_of(scenery, drawing.values),
                  .z = {std::min(0.0, scenery.heights.minCoeff()), frame.rim},
                  .relief = std::lerp(0.42F, 0.6F, bowl),
                  .contours = std::lerp(contour_step(result.base.frame.rim), contour_step(result.lifted.frame.rim),
                                        static_cast<double>(lifted)),
                  .ink = {Ink::accent, Ink::W, lifted},
                  .axes = pane.bare || (narrow && !pane.map) ? Numbered::none : Numbered::all,
                  .x_name = named ? axis_name(scenery.setting, false, brief) : "$s$",
                  .y_name = named ? axis_name(scenery.setting, true, brief) : "$t$",
                  .z_name = tr("loss")});
}

// A ball far over the rim has no place on the surface; the map has one for it.
bool is_shown(const Scenery& scenery, const SurfaceView& view, const Spot& spot) {
  constexpr double kOver = 1.2;
  return view.inside({spot.x, spot.y}) && (view.is_map() || spot.z <= kOver * scenery.frame.rim);
}

Spot bottom(const Loss& loss, Index k) { return {loss.bottoms(0, k), loss.bottoms(1, k), loss.lowest}; }

// A ball's way in the picture, thinned.
std::vector<Point> track_of(const Scenery& scenery, const SurfaceView& view, const Ball& ball) {
  constexpr float kApart = 6;
  std::vector<Point> track;
  const Roll& roll = scenery.shown.roll(ball);
  for (Index k = 0; k <= kSteps; ++k) {
    const Point at = view.at(roll.at(k));
    if (track.empty() || std::hypot(at.x - track.back().x, at.y - track.back().y) > kApart) track.push_back(at);
  }
  return track;
}

// Beside a mark: below, above, to the right, to the left.
std::array<LabelSpot, 6> spots_beside(Point at, float below) {
  return {{{{at.x, below}, Along::centre, Upright::top},
           {{at.x, at.y - 9}, Along::centre, Upright::bottom},
           {{at.x + 14, at.y}, Along::left, Upright::middle},
           {{at.x - 14, at.y}, Along::right, Upright::middle},
           {{at.x + 8, at.y + 9}, Along::left, Upright::top},
           {{at.x - 8, at.y + 9}, Along::right, Upright::top}}};
}

// The lowest places, hollow like everything that is true rather than found.
void draw_bottoms(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  const Loss& loss = scenery.shown.loss();
  // A whole curve may be the lowest place: the contours show it.
  if (scenery.shown.is_between() || loss.is_low_along()) return;
  for (Index k = 0; k < loss.bottoms.cols(); ++k) {
    const Spot spot = bottom(loss, k);
    if (!view.inside({spot.x, spot.y})) continue;
    ball(canvas, view, spot, {.ink = Ink::truth, .radius = pane.large ? 4.F : 2.5F, .hollow = true});
    // Named until the balls that came there are counted, and where none rolls over the name.
    if (!pane.large || scenery.shown.step == kSteps) continue;
    Labels labels(pane.box);
    for (const Ball& one : scenery.shown.result.balls) labels.avoid(track_of(scenery, view, one));
    for (const Rect& words : view.words) labels.avoid(words);
    const Point at = view.at(spot);
    labels.place(canvas, fate_label(Fate::found), {.ink = Ink::ink, .size = Size::small}, spots_beside(at, at.y + 9));
  }
}

// Rows 0 to `last` of a way, on the ground as it is now.
void draw_trail(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Matrix& way, Index last,
                const TrailStyle& style) {
  if (style.amount <= 0) return;
  const auto so_far = [&](Index k) { return column_of(way, k).first(static_cast<std::size_t>(last + 1)); };
  if (!scenery.shown.is_between()) return trail(canvas, view, so_far(0), so_far(1), so_far(2), style);
  std::vector<double> heights;
  for (Index k = 0; k <= last; ++k) heights.push_back(scenery.terrain.height(way(k, 0), way(k, 1)));
  trail(canvas, view, so_far(0), so_far(1), heights, style);
}

// The way of a ball; while the ground is lifted that of its roll goes, and that of its roll on the lifted ground comes.
void draw_way(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Ball& one, const Pane& pane) {
  const Shown& shown = scenery.shown;
  const float width = pane.large ? 2.F : 1.25F;
  const auto draw = [&](const Matrix& way, Index last, const Blend& ink, float amount) {
    draw_trail(scenery, canvas, view, way, last, {.ink = ink, .width = width, .amount = std::clamp(amount, 0.F, 1.F)});
  };
  const Blend ink = ink_of(shown, one);
  if (!shown.is_between()) return draw(shown.roll(one).way, shown.step, ink, 1);
  const float arriving = (scenery.lifted() - 0.7F) / 0.3F;
  draw(one.base.way, shown.step, ink, 1 - scenery.lifted() / 0.7F);
  draw(shown.rise(one), shown.lift, ink, 1 - arriving);
  draw(one.lifted.way, shown.step, ink, arriving);
}

void draw_balls(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  const Shown& shown = scenery.shown;
  for (const Ball& one : shown.result.balls) {
    draw_way(scenery, canvas, view, one, pane);
    if (const Spot start = start_of(scenery, one); shown.step > 0 && is_shown(scenery, view, start))
      ball(canvas, view, start, {.ink = Ink::quiet, .radius = pane.large ? 2.5F : 1.5F});
  }
  for (const Ball& one : shown.result.balls) {
    const Fate fate = shown.fate(one);
    const bool hollow = fate != Fate::found && fate != Fate::rolling;
    const Spot spot = shown.at(one);
    if (!is_shown(scenery, view, spot)) continue;
    ball(canvas, view, spot, {.ink = ink_of(shown, one), .radius = pane.large ? 5.5F : 3.5F, .hollow = hollow});
  }
}

// Balls that ended in one place, or along one curve; the lowest place has a crowd of 0 when none came there.
struct Crowd {
  Spot spot;
  Fate fate;
  int count = 1;
};

std::vector<Crowd> crowds_of(const Scenery& scenery, const SurfaceView& view) {
  constexpr double kOnePlace = 0.06;
  const bool lies_along = scenery.shown.loss().is_low_along();
  std::vector<Crowd> crowds;
  for (const Ball& ball : scenery.shown.result.balls) {
    const Spot spot = scenery.shown.at(ball);
    const Fate fate = scenery.shown.fate(ball);
    if (!is_shown(scenery, view, spot)) continue;
    const auto same = std::ranges::find_if(crowds, [&](const Crowd& crowd) {
      return crowd.fate == fate && ((lies_along && fate == Fate::found) ||
                                    std::hypot(crowd.spot.x - spot.x, crowd.spot.y - spot.y) < kOnePlace);
    });
    if (same == crowds.end()) {
      crowds.push_back({spot, fate});
    } else {
      ++same->count;
    }
  }
  const bool reached = std::ranges::count(crowds, Fate::found, &Crowd::fate) > 0;
  const Loss& loss = scenery.shown.loss();
  if (!reached && loss.bottoms.cols() > 0) crowds.push_back({bottom(loss, 0), Fate::found, 0});
  return crowds;
}

// "2 × stuck, loss 0.38", or briefly "0.38".
std::string crowd_words(const Shown& shown, const Crowd& crowd, bool brief) {
  const std::string words(fate_label(crowd.fate)), value = brief_loss(shown, crowd.fate, crowd.spot.z);
  if (brief) return value;
  if (value.empty()) return words;
  const std::string all = tr("%1, loss %2", words, value);
  return crowd.count > 1 ? whole(crowd.count) + " × " + all : all;
}

// From an angle a low place further away looks higher than a high one that is near: a plumb line shows its height.
// Returns where it ends, on the floor.
Point draw_plumb(Canvas& canvas, const SurfaceView& view, const Crowd& crowd) {
  const Point at = view.at(crowd.spot);
  const Point foot = view.is_map() ? at : view.at({crowd.spot.x, crowd.spot.y, view.style().z.low});
  if (view.hidden(crowd.spot)) return at;
  const Colour ink = canvas.colour(ink_of(crowd.fate));
  line(canvas, at, foot, ink, 1.25F);
  line(canvas, {foot.x - 3, foot.y}, {foot.x + 3, foot.y}, ink, 1.25F);
  return foot;
}

// What became of them, beside their place: where there is room, else not (the curves and the hover say it too).
void draw_labels(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  Labels labels(pane.box);
  const auto crowds = crowds_of(scenery, view);
  for (const Crowd& crowd : crowds) labels.avoid(around(view.at(crowd.spot), 7));
  for (const Ball& one : scenery.shown.result.balls) labels.avoid(track_of(scenery, view, one));
  for (const Rect& box : view.words) labels.avoid(box);
  for (const Crowd& crowd : crowds) {
    const Point at = view.at(crowd.spot);
    const float foot = std::max(at.y + 9, draw_plumb(canvas, view, crowd).y + 3);
    labels.place(canvas, crowd_words(scenery.shown, crowd, pane.bare || canvas.narrow()),
                 {.ink = ink_of(crowd.fate), .size = Size::small, .face = Face::semibold}, spots_beside(at, foot));
  }
}

}  // namespace

SurfaceView draw_scenery(const Scenery& scenery, Drawing& drawing, const Pane& pane) {
  const Shown& shown = scenery.shown;
  const SurfaceView view = draw_surface(scenery, drawing, pane);
  draw_bottoms(scenery, drawing.canvas, view, pane);
  draw_balls(scenery, drawing.canvas, view, pane);
  if (pane.large && shown.step == kSteps && !shown.is_between()) draw_labels(scenery, drawing.canvas, view, pane);
  return view;
}

}  // namespace figures::landscape
