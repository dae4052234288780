// The six rows of figure "phases": what each phase made and how far off it is, on one axis.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "figures/phases/picture.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::phases {
namespace {

// What is smaller or larger is an arrow on the axis' edge.
constexpr double kLowest = 1e-3;
constexpr double kHighest = 10;
constexpr float kDot = 4.5F;
constexpr float kDisc = 11;  // radius of a phase's number

struct Columns {
  Rect words, mark, errors;
};

Columns columns_of(const Canvas& canvas, const Rect& row) {
  Rect rest = row.inset(kDisc * 2 + 18, 4, 4, 4);
  if (canvas.narrow()) {
    const Rect words = rest.take_left(0.45F * rest.w, 8);
    return {words, {}, rest};
  }
  const Rect words = rest.take_left(0.37F * rest.w, 8);
  const float side = std::min(rest.h, 72.F);
  const Rect mark = rest.take_left(1.3F * side, 16);
  return {words, {mark.x, mark.centre().y - side / 2, mark.w, side}, rest};
}

Axes axes_of(const Rect& plot) {
  return Axes(plot, {.range = {0.75 * kLowest, 1.25 * kHighest}, .scale = Scale::log}, {});
}

std::string tick_label(double value) { return value < 0.01 ? number(100 * value) + " %" : whole(100 * value) + " %"; }

// The lines of the decades, and as many of their labels as have room, that of 100 % first.
void draw_grid(Canvas& canvas, const Axes& axes, float top) {
  const Rect& plot = axes.plot();
  std::vector<double> decades = {1.0};
  for (double value = kLowest; value <= axes.x().range.high; value *= 10) {
    if (std::abs(value - 1) > 1e-9) decades.push_back(value);
  }
  Labels labels({plot.x - 40, top, plot.w + 80, line_height(canvas, Size::small) + 1});
  for (const double value : decades) {
    const float x = std::round(axes.x_at(value));
    if (value == 1) {
      dashed_line(canvas, {x, plot.y}, {x, plot.bottom()}, canvas.colour(Ink::truth), 1.25F);
    } else {
      line(canvas, {x, plot.y}, {x, plot.bottom()}, tint(Ink::hairline, 0.7F, canvas.dark));
    }
    const LabelSpot above[] = {{{x, top}, Along::centre, Upright::top}};
    labels.place(canvas, tick_label(value), {.ink = Ink::quiet, .size = Size::small}, above);
  }
}

Point place(const Axes& axes, const ErrorMark& mark, float y) {
  return {axes.x_at(std::clamp(mark.error, kLowest, kHighest)), y};
}

void draw_dot(Canvas& canvas, const Axes& axes, const ErrorMark& mark, float y) {
  const Point at = place(axes, mark, y);
  const Colour colour = canvas.colour(mark.ink);
  if (mark.error < kLowest) {
    arrow(canvas, {at.x + 14, y}, {at.x - 4, y}, colour, 2);
  } else if (mark.error > kHighest) {
    arrow(canvas, {at.x - 14, y}, {at.x + 5, y}, colour, 2);
  } else if (mark.hollow) {
    ring(canvas, at, kDot - 0.5F, colour, 1.5F);
  } else {
    disc(canvas, at, kDot, colour);
  }
  const Rect around{at.x - 9, y - 7, 18, 14};
  if (canvas.hovers(around)) {
    tooltip(canvas, at, tr("%1\n%2 % of its size", mark.name, number(100 * mark.error, 4)));
  }
}

// Beside the worst of the main marks.
void label_worst(Canvas& canvas, const Axes& axes, const ErrorMark& mark, float y) {
  const Point at = place(axes, mark, y);
  const std::string words = is_exact(mark.error) ? tr("exact") : error_text(mark.error);
  const TextStyle style{.ink = mark.ink, .size = Size::small, .face = Face::semibold};
  const float width = text_width(canvas, words, style);
  const float gap = mark.error < kLowest ? 20 : 10;
  const float left = at.x + gap;
  const float height = line_height(canvas, Size::small);
  fill(canvas, {left - 2, y - height / 2, width + 4, height}, with_alpha(canvas.colour(Ink::paper), 0.75F), {2});
  text(canvas, Rect{left, y - height / 2, width + 2, height}, words, style);
}

void draw_errors(const Result& result, Canvas& canvas, const Axes& axes, const Rect& row, int phase) {
  const std::vector<ErrorMark> marks = marks_of(result, phase);
  const float step = std::min(13.F, row.h / static_cast<float>(marks.size() + 1));
  float y = row.centre().y - step * static_cast<float>(marks.size() - 1) / 2;
  const ErrorMark* worst = nullptr;
  float worst_y = 0;
  for (const ErrorMark& mark : marks) {
    draw_dot(canvas, axes, mark, y);
    if (!mark.hollow && (worst == nullptr || mark.error > worst->error)) {
      worst = &mark;
      worst_y = y;
    }
    y += step;
  }
  if (worst != nullptr) label_worst(canvas, axes, *worst, worst_y);
}

void draw_number(Canvas& canvas, const Rect& row, int phase, bool done, bool failed) {
  const Point at{row.x + kDisc + 8, row.centre().y};
  const std::string words = whole(phase);
  const Ink ink = failed ? Ink::error : Ink::quiet;
  if (done) {
    disc(canvas, at, kDisc, canvas.colour(Ink::ink));
  } else {
    ring(canvas, at, kDisc - 0.5F, canvas.colour(ink), 1.25F);
  }
  text(canvas, Rect{at.x - kDisc, at.y - kDisc, 2 * kDisc, 2 * kDisc}, words,
       {.ink = done ? Ink::paper : ink,
        .size = Size::small,
        .face = Face::semibold,
        .along = Along::centre,
        .upright = Upright::middle});
}

// Lines do not end before a per cent sign.
std::string unbroken(std::string words) {
  for (std::size_t at = words.find(" %"); at != std::string::npos; at = words.find(" %", at)) {
    words.replace(at, 1, "\u00a0");
  }
  return words;
}

// In the middle of the row.
void draw_words(const Result& result, Canvas& canvas, Rect box, int phase) {
  const std::string words = unbroken(row_words(result, phase, box.w < 14 * canvas.em));
  const TextStyle style{.ink = Ink::quiet, .size = Size::small};
  const float name = line_height(canvas);
  const float room = std::max(0.F, box.h - name - paragraph_height(canvas, box.w, words, style));
  box.take_top(room / 2, 0);
  text(canvas, box.take_top(name, 0), phase_name(phase),
       {.ink = phase <= result.reached ? Ink::ink : Ink::quiet, .face = Face::semibold, .max_width = box.w});
  paragraph(canvas, box, words, style);
}

// True when the row was pressed.
bool draw_row(const Result& result, Drawing& drawing, const Rect& row, const Axes& axes, int phase) {
  Canvas& canvas = drawing.canvas;
  const bool done = phase <= result.reached;
  const Columns columns = columns_of(canvas, row);
  draw_words(result, canvas, columns.words, phase);
  if (done && columns.mark.w > 0) draw_mark(result, canvas, columns.mark, phase);
  draw_errors(result, canvas, axes, row, phase);
  draw_number(canvas, row, phase, done, !result.stopped.sentence.empty() && phase == result.reached + 1);
  constexpr std::array<std::string_view, kPhases> kIds = {"phases.1", "phases.2", "phases.3",
                                                          "phases.4", "phases.5", "phases.6"};
  const Region region = plot::region(canvas, kIds[static_cast<std::size_t>(phase - 1)], row);
  return region.pressed || region.clicked;
}

void draw_chosen(Canvas& canvas, const Rect& row, bool chosen) {
  if (!chosen) {
    if (canvas.hovers(row)) fill(canvas, row, with_alpha(canvas.colour(Ink::raised), 0.6F), {4});
    return;
  }
  fill(canvas, row, canvas.colour(Ink::raised), {4});
  fill(canvas, {row.x, row.y + 4, 3, row.h - 8}, canvas.colour(Ink::accent), {1.5F});
}

}  // namespace

void draw_rows(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const float small = line_height(canvas, Size::small);
  const Rect header = box.take_top(2 * small + 2, 2);
  const Rect foot = box.take_bottom(small + 2, 0);
  const Rect errors = columns_of(canvas, box.row(0, kPhases, 2)).errors;
  // Room at the right for what stands beside the farthest mark.
  const Axes axes = axes_of({errors.x, box.y, std::max(40.F, errors.w - 3.4F * canvas.em), box.h});
  const int chosen = drawing.values.integer("phase") + 1;
  for (int phase = 1; phase <= kPhases; ++phase) draw_chosen(canvas, box.row(phase - 1, kPhases, 2), phase == chosen);
  const std::string_view full = tr("relative error against the truth");
  const bool fits = text_width(canvas, full, {.size = Size::small}) <= errors.w;
  text(canvas, Rect{errors.x, header.y, errors.w, small}, fits ? full : tr("relative error"),
       {.ink = Ink::quiet, .size = Size::small});
  draw_grid(canvas, axes, header.y + small);
  for (int phase = 1; phase <= kPhases; ++phase) {
    if (draw_row(result, drawing, box.row(phase - 1, kPhases, 2), axes, phase)) drawing.values.set("phase", phase - 1);
  }
  const TextStyle style{.ink = Ink::truth, .size = Size::small};
  const std::string_view zero = tr("answering 0");
  const float width = text_width(canvas, zero, style);
  const float left = std::min(axes.x_at(1) - width / 2, foot.right() - width);
  text(canvas, Point{left, foot.y}, zero, style);
  const float free = left - foot.x - 8;
  text(canvas, foot, canvas.narrow() ? tr("● found   ○ heads outside") : tr("● found   ○ true heads outside the body"),
       {.ink = Ink::quiet, .size = Size::small, .max_width = free});
}

}  // namespace figures::phases
