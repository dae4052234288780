// The picture of figure "machines": its layout, the transition table to click through, and the curve of what N
// examples are worth.

#include "figures/machines/machines.hpp"
#include "figures/tabs.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

namespace figures::machines {

const TextStyle kSmall{.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle};

namespace {

constexpr auto kMeaning = Phrase("Press an entry for another next state.");

constexpr float kGap = 3 * kGrid;
// In em.
constexpr float kFull = 60;    // of the picture, to say all
constexpr float kTabs = 3.2F;  // the row of tabs with the gap under it
constexpr float kRow = 2.5F;
constexpr float kLettersRow = 1.5F;
constexpr float kStateNames = 4.2F;
constexpr float kWidestEntry = 7;
constexpr float kKey = 1.7F;
constexpr float kAsked = 10.5F;  // for what the layer sees
constexpr float kStateRadius = 0.92F;

// --- The table ------------------------------------------------------------------------------------------------------

// One entry of the table as it is now.
struct Entry {
  int state, letter, next;
  bool asked;                        // by the step shown last
  std::optional<TraceStep> learned;  // nothing where it is not the entry that the result answers for, or a hole
};

Entry entry_of(const Result& result, const Trace& trace, const Eigen::MatrixXi& next, int state, int letter) {
  Entry entry{.state = state, .letter = letter, .next = next(state, letter), .asked = false, .learned = {}};
  if (trace.shown > 0) {
    const TraceStep& last = trace.steps[trace.shown - 1];
    entry.asked = last.state == state && last.letter == letter;
  }
  const bool same_size = next.rows() == result.next.rows() && next.cols() == result.next.cols();
  if (same_size && entry.next != kHole && entry.next == result.next(state, letter))
    entry.learned = ask(result, result.points[trace.point], state, letter);
  return entry;
}

std::string tip_of(const Entry& entry) {
  const std::string from = state_name(entry.state);
  const std::string on = letter_name(entry.letter);
  if (entry.next == kHole) return tr("%1 on %2: a hole\nThe table says nothing. Press for a next state.", from, on);
  const std::string to = state_name(entry.next);
  if (!entry.learned) return tr("%1 on %2 to %3\nPress for another next state.", from, on, to);
  return tr("%1 on %2 to %3\nlearned: %4, $ρ$ = %5\nPress for another next state.", from, on, to,
            state_name(entry.learned->next), number(entry.learned->rho, 3));
}

Sureness sureness_of(const TraceStep& learned) {
  if (!learned.right()) return Sureness::wrong;
  return learned.rho == 0.0 ? Sureness::certain : Sureness::open;
}

void draw_entry(Drawing& drawing, const Rect& cell, const Entry& entry) {
  Canvas& canvas = drawing.canvas;
  const std::string id = "machines.entry." + std::to_string(entry.state) + "." + std::to_string(entry.letter);
  const Region region = plot::region(canvas, id, cell);
  const bool is_hole = entry.next == kHole;
  fill(canvas, cell, canvas.colour(is_hole ? Ink::paper : Ink::raised), {4});
  const Ink edge = region.hovered ? Ink::accent : entry.asked ? Ink::query : Ink::hairline;
  outline(canvas, cell, canvas.colour(edge), region.hovered || entry.asked ? 2.F : 1.F, {4});
  text(canvas, cell, is_hole ? tr("hole") : state_name(entry.next), centred(is_hole ? Ink::quiet : Ink::ink));
  if (entry.learned) {
    draw_sureness(canvas, {cell.right() - 0.75F * canvas.em, cell.centre().y}, sureness_of(*entry.learned));
  }
  if (region.hovered) tooltip(canvas, {cell.right(), cell.y}, tip_of(entry));
  if (region.clicked) cycle_entry(drawing.values, entry.state, entry.letter);
}

void draw_row_name(Canvas& canvas, const Rect& box, int state, bool accepting) {
  const Point centre{box.x + 2.7F * canvas.em, box.centre().y};
  const float radius = kStateRadius * canvas.em;
  draw_state(canvas, centre, radius, state_name(state), accepting);
  const float left = centre.x - radius;
  if (state == 0) arrow(canvas, {left - 1.3F * canvas.em, centre.y}, {left - 1, centre.y}, canvas.colour(Ink::ink));
}

// What the marks in the entries mean, of those that are there.
void draw_key(Canvas& canvas, Rect box, std::span<const Sureness> seen) {
  constexpr std::array kMarks = {std::pair{Sureness::certain, Phrase("learned, $ρ$ = 0")},
                                 std::pair{Sureness::open, Phrase("right, $ρ$ > 0")},
                                 std::pair{Sureness::wrong, Phrase("wrong")}};
  for (const auto& [mark, meaning] : kMarks) {
    if (std::ranges::find(seen, mark) == seen.end()) continue;
    const std::string_view words = tr(meaning);
    if (box.w < text_width(canvas, words, kSmall) + 1.5F * canvas.em) return;
    draw_sureness(canvas, {box.x + 5, box.centre().y}, mark);
    box.take_left(14, 0);
    box.take_left(text(canvas, box, words, kSmall), 1.1F * canvas.em);
  }
}

// What the table needs of a box this wide; a tab is its title.
float table_height(const Canvas& canvas, float width, const Values& values) {
  return paragraph_height(canvas, width, tr(kMeaning), {.size = Size::small}) + 1.5F * kGrid +
         (kLettersRow + kRow * static_cast<float>(values.integer("states")) + kKey) * canvas.em;
}

// The transition table, with what the learned step says of each entry; a tab over it names it.
void draw_table(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, "", tr(kMeaning));
  const Eigen::MatrixXi next = table_of(drawing.values);
  const Trace trace = trace_word(result, drawing.values);
  const float width =
      std::min(kWidestEntry * canvas.em, (box.w - kStateNames * canvas.em) / static_cast<float>(next.cols()));
  Rect header = box.take_top(kLettersRow * canvas.em, 0);
  header.take_left(kStateNames * canvas.em, 0);
  for (int letter = 0; letter < next.cols(); ++letter)
    text(canvas, header.take_left(width, 0).inset(0, 0, 6, 0), tr("on %1", letter_name(letter)),
         centred(Ink::quiet, Size::small));
  std::vector<Sureness> seen;
  for (int state = 0; state < next.rows(); ++state) {
    Rect row = box.take_top(kRow * canvas.em, 0);
    draw_row_name(canvas, row.take_left(kStateNames * canvas.em, 0), state, trace.accepts(state));
    for (int letter = 0; letter < next.cols(); ++letter) {
      const Rect cell = row.take_left(width, 0).inset(0, 3, 6, 3);
      const Entry entry = entry_of(result, trace, next, state, letter);
      draw_entry(drawing, cell, entry);
      if (entry.learned) seen.push_back(sureness_of(*entry.learned));
    }
  }
  draw_key(canvas, box.take_top(kKey * canvas.em, 0), seen);
}

// --- The curve ------------------------------------------------------------------------------------------------------

struct Curve {
  std::vector<double> N, exact, certified;
};

Axis axis_of_N(const Result& result) {
  if (result.task == Task::weights)
    return {.range = {0, std::max(1, result.needed) + 0.2}, .name = tr("transitions taught $N$"), .whole = true};
  const double last = std::max<double>(result.points.back().N, 1.5 * result.needed);
  return {.range = {0.87, 1.25 * last}, .scale = Scale::log, .name = tr("examples $N$")};
}

// Whether some entries of a machine were taught and others may be asked.
bool saw_a_part(const Result& result, const Values& settings, const CurvePoint& point) {
  return result.task == Task::automaton && (settings.choice("lessons") == "pairs" || point.taught % result.next.size());
}

// Of the share that is right, of what it is, and, as far as there is room, what else there is to say.
std::string reading(const Canvas& canvas, const Result& result, const Values& settings, const CurvePoint& point) {
  constexpr std::array kOf = {Phrase("of %1 about machines it never saw"), Phrase("of %1 about its transitions"),
                              Phrase("of %1 about memories it never saw")};
  if (point.questions == 0) return tr("Each entry of the table is a hole.");
  const bool in_part = saw_a_part(result, settings, point);
  const std::string of =
      tr(in_part ? Phrase("of %1 to questions it was not taught") : kOf[static_cast<std::size_t>(result.task)],
         counted("%1 answer", "%1 answers", point.questions));
  if (canvas.narrow()) return of;
  const std::string N = whole(point.N);
  const std::string certain = percent(point.certified);
  if (canvas.area.w < kFull * canvas.em) return tr("%1, with $N$ = %2; %3 certain ($ρ$ = 0).", of, N, certain);
  const std::string rank = whole(point.rank);
  if (result.task != Task::automaton)
    return tr("%1, with $N$ = %2; %3 certain ($ρ$ = 0); rank %4.", of, N, certain, rank);
  return tr("%1, with $N$ = %2; %3 certain ($ρ$ = 0); rank %4 of the %5 that automata can ask.", of, N, certain, rank,
            whole(result.needed));
}

// Points of a line at even steps, so that a label may stand at a steep part of it.
std::vector<Point> evenly(const std::vector<Point>& line) {
  std::vector<Point> points;
  for (std::size_t k = 1; k < line.size(); ++k) {
    const Point from = line[k - 1];
    const Point to = line[k];
    const int pieces = 1 + static_cast<int>(std::hypot(to.x - from.x, to.y - from.y) / 8);
    for (int piece = 0; piece < pieces; ++piece) {
      const float t = static_cast<float>(piece) / static_cast<float>(pieces);
      points.push_back({std::lerp(from.x, to.x, t), std::lerp(from.y, to.y, t)});
    }
  }
  return points;
}

constexpr auto kShare = Phrase("share of answers");

// Over the plot, beside the name of its axis: in it the words would lie on a curve or the marker.
void label_rank(Canvas& canvas, const Axes& axes, int needed) {
  const Rect& area = axes.plot();
  const std::string words = tr("rank needed: %1", whole(needed));
  const float half = text_width(canvas, words, kCaption) / 2;
  const float least = area.x + text_width(canvas, tr(kShare), kCaption) + half;
  if (least > area.right() - half) return;
  const float x = std::clamp(axes.x_at(needed), least, area.right() - half);
  text(canvas, Point{x, area.y - 6}, words,
       {.ink = Ink::quiet, .size = Size::small, .along = Along::centre, .upright = Upright::bottom});
}

// The two curves by name.
void label_curves(Canvas& canvas, const Axes& axes, const Result& result, const Curve& curve, float marker) {
  const Rect& area = axes.plot();
  const float rank = axes.x_at(result.needed);
  Labels labels(area.inset(0, 0, 0, kMarkerHandle + 3));
  const std::vector<Point> exact = evenly(axes.at(curve.N, curve.exact));
  const std::vector<Point> certified = evenly(axes.at(curve.N, curve.certified));
  for (int weight = 0; weight < 4; ++weight) {  // rather far from a curve's end than over a curve
    labels.avoid(exact);
    labels.avoid(certified);
    for (const float x : {marker, rank}) labels.avoid({x, area.y}, {x, area.bottom()});
  }
  if (result.task != Task::weights) label_rank(canvas, axes, result.needed);
  constexpr float kClear = 5;  // of a steep part, beside which a label may stand
  const auto clear_of = [](const auto& curve) {
    std::vector<LabelSpot> spots = spots_along(curve);
    for (LabelSpot& spot : spots) spot.at.x += spot.along == Along::left ? kClear : -kClear;
    return spots;
  };
  labels.place_clear(canvas, tr("right"), {.ink = Ink::W, .size = Size::small, .face = Face::semibold},
                     clear_of(exact));
  std::vector<LabelSpot> under = clear_of(certified);
  const float lower = 0.6F * line_height(canvas, Size::small);
  for (LabelSpot& spot : under) spot.at.y += spot.upright == Upright::top ? lower : 0;
  for (const Point p : certified) under.push_back({{p.x - kClear, p.y - 4}, Along::right, Upright::bottom});
  labels.place_clear(canvas, tr("certain"), {.ink = Ink::ink, .size = Size::small}, under);
}

// What the curve needs of a box this wide.
float curve_height(const Result& result, const Drawing& drawing, float width) {
  const Canvas& canvas = drawing.canvas;
  const CurvePoint& read = result.points[point_at(result, drawing.values.number("N"))];
  return line_height(canvas, canvas.narrow() ? Size::body : Size::title) + 14 +
         paragraph_height(canvas, width, reading(canvas, result, drawing.settings, read), kCaption) + least_box(canvas);
}

// Share of unseen questions answered correctly against N, with a marker to drag.
void draw_curve(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const auto point_of = [&](double N) -> const CurvePoint& { return result.points[point_at(result, N)]; };
  const CurvePoint& read = point_of(drawing.values.number("N"));
  const std::string right = read.questions > 0 ? tr("%1 right", percent(read.exact)) : tr("Nothing to learn");
  const std::string words = reading(canvas, result, drawing.settings, read);
  canvas.narrow() ? heading(canvas, box, right, words) : headline_number(canvas, box, right, words);
  const Axes axes =
      draw_axes(canvas, box.inset(0, 0, 8, 0), axis_of_N(result), {.range = {0, 1.04}, .name = tr(kShare)});
  const Region region = plot::region(canvas, "machines.N", axes.plot());
  const double pointed = axes.x_of(canvas.pointer.at.x);
  if (region.held) drawing.values.set("N", point_of(std::max(0.0, pointed)).N);
  const CurvePoint& marked = point_of(drawing.values.number("N"));
  Curve curve;
  for (const CurvePoint& point : result.points) {
    curve.N.push_back(point.N);
    curve.exact.push_back(point.exact);
    curve.certified.push_back(point.certified);
  }
  if (result.task != Task::weights) rule_x(canvas, axes, result.needed, {.ink = Ink::quiet, .width = 1});
  plot::curve(canvas, axes, curve.N, curve.certified, {.ink = Ink::ink, .width = 1.25F, .amount = 0.7F});
  plot::curve(canvas, axes, curve.N, curve.exact, {.ink = Ink::W, .width = 2.5F, .marks = true});
  marker_line(canvas, axes, marked.N);
  open_dot(canvas, {std::round(axes.x_at(marked.N)), axes.y_at(marked.exact)}, 4.5F, canvas.colour(Ink::accent));
  marker_handle(canvas, axes, marked.N, region.hovered);
  label_curves(canvas, axes, result, curve, axes.x_at(marked.N));
  if (!canvas.hovers(axes.plot())) return;
  const CurvePoint& near = point_of(pointed);
  tooltip(canvas, axes.at(near.N, near.exact),
          tr("$N$ = %1\nright %2, certain %3\nrank %4, largest error %5", whole(near.N), share_of(near, near.exact),
             share_of(near, near.certified), whole(near.rank), number(near.error, 2)));
}

}  // namespace

void draw_sureness(Canvas& canvas, Point centre, Sureness sureness) {
  constexpr float kRadius = 3.5F;
  if (sureness == Sureness::certain) disc(canvas, centre, kRadius, canvas.colour(Ink::W));
  if (sureness == Sureness::open) ring(canvas, centre, kRadius, canvas.colour(Ink::W));
  if (sureness != Sureness::wrong) return;
  const Colour red = canvas.colour(Ink::error);
  line(canvas, {centre.x - kRadius, centre.y - kRadius}, {centre.x + kRadius, centre.y + kRadius}, red, 2);
  line(canvas, {centre.x - kRadius, centre.y + kRadius}, {centre.x + kRadius, centre.y - kRadius}, red, 2);
}

void draw(const Result& result, Drawing& drawing) {
  if (result.points.empty()) return;
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  const bool memory = result.task == Task::memory;
  if (canvas.narrow()) {
    const float curve = curve_height(result, drawing, area.w);
    if (memory) {
      draw_curve(result, drawing, area.take_bottom(std::max(0.36F * area.h, curve), kGrid));
      return draw_memory(result, drawing, area);
    }
    const float table = table_height(canvas, area.w, drawing.values);
    Rect below = area.take_bottom(std::max(table, curve) + kTabs * canvas.em, kGrid);
    draw_run(result, drawing, area);
    if (draw_tabs(drawing, below) == "table") return draw_table(result, drawing, below);
    return draw_curve(result, drawing, below);
  }
  if (memory) {
    const auto [left, right] = area.columns<2>({1, 0.66F}, 5 * kGrid);
    draw_memory(result, drawing, left);
    return draw_curve(result, drawing, right);
  }
  auto [left, right] = area.columns<2>({1, 0.66F}, 5 * kGrid);
  draw_run(result, drawing, left);
  if (draw_tabs(drawing, right) != "table") return draw_curve(result, drawing, right);
  draw_table(result, drawing, right.take_top(table_height(canvas, right.w, drawing.values), kGap));
  // What the layer sees, where there is room under the table.
  if (right.h >= kAsked * canvas.em) draw_asked(canvas, result, trace_word(result, drawing.values), right);
}

}  // namespace figures::machines
