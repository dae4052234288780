// The picture of figure "more_heads": the ground with so many heads, and who got stuck on it.
#include "figures/more_heads/more_heads.hpp"
#include "plot/axes.hpp"
#include "plot/labels.hpp"
#include "plot/matrix.hpp"
#include "plot/panel.hpp"
#include "plot/surface.hpp"

namespace figures::more_heads {
namespace {

// The rim: as high as the bowl at the middle of a side, so that its round shows, and over the valleys.
double rim_of(const Result& result) {
  double rim = 0.9 * result.reach * result.reach;
  if (result.columns.empty()) return rim;
  for (const Crowd& crowd : result.of(1).crowds) rim = std::max(rim, 1.35 * crowd.loss);
  return rim;
}

// Balls of the starts that got stuck with so many heads; none on a ground that does not show their valley.
void draw_crowds(const Result& result, Canvas& canvas, const SurfaceView& view, int heads, float amount) {
  if (amount <= 0.02F || result.hides(heads)) return;
  const double rim = rim_of(result);
  constexpr auto kStuck = Phrase("%1 stuck at %2");
  Labels labels(canvas.area);
  for (const Rect& words : view.words) labels.avoid(words);
  for (const Crowd& crowd : result.of(heads).crowds) {
    const Spot spot{crowd.s, crowd.t, std::min(crowd.loss, rim)};
    if (!view.inside({crowd.s, crowd.t})) continue;
    const Spot foot{crowd.s, crowd.t, view.height({crowd.s, crowd.t})};
    const bool hangs = spot.z - foot.z > 0.04 * rim;
    if (hangs) dashed_line(canvas, view.at(spot), view.at(foot), canvas.colour(Ink::error), 1);
    ball(canvas, view, spot, {.ink = Blend{Ink::paper, Ink::error, amount}, .radius = 6 * amount});
    labels.avoid(around(view.at(spot), 7));
  }
  if (amount < 0.8F) return;
  int named = 0;
  for (const Crowd& crowd : result.of(heads).crowds) {
    if (++named > 3 || !view.inside({crowd.s, crowd.t})) continue;
    const Point at = view.at({crowd.s, crowd.t, std::min(crowd.loss, rim)});
    labels.place(canvas, tr(kStuck, whole(crowd.count), loss_text(crowd.loss)),
                 {.ink = Ink::error, .size = Size::small, .face = Face::semibold},
                 std::array{LabelSpot{{at.x, at.y - 9}, Along::centre, Upright::bottom},
                            LabelSpot{{at.x, at.y + 9}, Along::centre, Upright::top},
                            LabelSpot{{at.x + 12, at.y}, Along::left, Upright::middle},
                            LabelSpot{{at.x - 12, at.y}, Along::right, Upright::middle}});
  }
}

void draw_ground(const Result& result, Drawing& drawing, const Rect& box, double heads) {
  Canvas& canvas = drawing.canvas;
  const Matrix heights = result.heights(heads);
  const MatrixData data = data_of(heights);
  const double rim = rim_of(result);
  const Range side{-result.reach, result.reach};
  const float share = static_cast<float>((heads - 1) / (kMostHeads - 1));
  const SurfaceView view =
      surface(canvas, box, {.heights = data.values, .columns = data.columns, .rows = data.rows, .x = side, .y = side},
              {.camera = {drawing.values.number("yaw"), drawing.values.number("pitch")},
               .z = {0, rim},
               .relief = 0.5F,
               .contours = round_step(rim / 12),
               .ink = {Ink::accent, Ink::W, share},
               .axes = canvas.narrow() ? Numbered::upright : Numbered::all,
               .x_name = "$s$",
               .y_name = "$t$",
               .z_name = tr("loss")});
  const int below = static_cast<int>(heads);
  const float passed = static_cast<float>(heads - below);
  const Spot bottom{0, 0, result.optimum};
  const Point lowest = ball(canvas, view, bottom, {.ink = Ink::truth, .radius = 5, .hollow = true});
  Labels(box).place(canvas, tr("lowest"), {.ink = Ink::ink, .size = Size::small},
                    {{LabelSpot{{lowest.x, lowest.y + 9}, Along::centre, Upright::top}}});
  draw_crowds(result, canvas, view, below, 1 - passed);
  if (passed > 0) draw_crowds(result, canvas, view, below + 1, passed);
}

std::string ground_words(const Result& result, double heads) {
  const int below = static_cast<int>(heads);
  const Column& column = result.of(below);
  const bool is_bowl = result.is_bowl(column);
  if (heads > below)
    return tr(is_bowl ? Phrase("One head more: this slice stays the same.")
                      : Phrase("The ground sinks: one head more."));
  if (result.hides(below)) {
    const Index side = column.heights.rows();
    if (is_bowl && result.above_bowl(column) < result.too_small())
      return counted("A bowl: %1 start got stuck too low to show here.",
                     "A bowl: %1 starts got stuck too low to show here.", column.caught());
    return is_bowl
               ? counted("A bowl: %1 start got stuck outside this slice.",
                         "A bowl: %1 starts got stuck outside this slice.", column.caught())
               : tr("At %1 × %1 places no bad valley shows, yet %2 got stuck.", whole(side), whole(column.caught()));
  }
  if (is_bowl)
    return tr(below == kMostHeads ? Phrase("The bowl of the convex problem in $W$, split into heads.")
                                  : Phrase("In these two directions the bowl already."));
  return tr(column.crowds.empty() ? Phrase("Rough, yet no start got stuck.")
                                  : Phrase("Starts end in valleys above the lowest place."));
}

// Drag: turn. A press needs nothing of its own.
void turn(Drawing& drawing, const Rect& box) {
  Canvas& canvas = drawing.canvas;
  const Region pointing = region(canvas, "more_heads.ground", box);
  if (pointing.pressed)
    canvas.pointer.grip = {static_cast<float>(drawing.values.number("yaw")),
                           static_cast<float>(drawing.values.number("pitch"))};
  if (!pointing.held || !canvas.pointer.dragging) return;
  const Point moved{canvas.pointer.at.x - canvas.pointer.from.x, canvas.pointer.at.y - canvas.pointer.from.y};
  double yaw = canvas.pointer.grip.x + 0.4 * moved.x;
  while (yaw > 180) yaw -= 360;
  while (yaw < -180) yaw += 360;
  drawing.values.set("yaw", yaw);
  if (!canvas.pointer.touch) drawing.values.set("pitch", canvas.pointer.grip.y + 0.3 * moved.y);
}

}  // namespace

// The chart first: it says what more heads are good for.
void draw(const Result& result, Drawing& drawing) {
  Canvas& canvas = drawing.canvas;
  const Rect area = canvas.area.inset(2);
  if (result.grounds() == 0) return draw_chart(result, drawing, area);
  auto [chart, ground] = canvas.narrow() ? area.rows<2>({1, 1}) : area.columns<2>({1.2F, 1}, 4 * kGrid);
  draw_chart(result, drawing, chart);
  const double heads = shown_heads(result, drawing.values);
  const int below = static_cast<int>(heads);
  heading(canvas, ground,
          heads > below ? tr("The loss between %1 and %2", heads_text(below), whole(below + 1))
                        : tr("The loss of %1", heads_text(below)),
          ground_words(result, heads));
  draw_ground(result, drawing, ground, heads);
  turn(drawing, ground);
}

}  // namespace figures::more_heads
