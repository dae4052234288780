// The numbers of figure "cost" at its marker: how long in all, what each part takes, and what the theorem says.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/cost/picture.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"

namespace figures::cost {
namespace {

using plot::Along;
using plot::Canvas;
using plot::Ink;
using plot::Rect;
using plot::Size;
using plot::Upright;

constexpr plot::TextStyle kQuiet = {.ink = Ink::quiet, .size = Size::small};

// --- The answer -----------------------------------------------------------------------------------------------------

void draw_answer(const CostPicture& picture, Rect& box) {
  Canvas& canvas = picture.drawing.canvas;
  const RouteCost cost = cost_of(picture.route, picture.sizes());
  if (!picture.device) {
    headline_number(canvas, box, plot::number(cost.work(), 2) + " multiply-adds", "or " + gpt3s(cost.work()));
    return;
  }
  const double seconds = picture.device->seconds(cost);
  headline_number(canvas, box, plot::duration(seconds),
                  "on this device: " + in_human_terms(seconds) + "; or " + gpt3s(cost.work()));
}

// --- The parts ------------------------------------------------------------------------------------------------------

// Right ends of the columns.
struct Columns {
  float work, bytes, time;
};

Columns columns_of(const Canvas& canvas, const Rect& box, bool timed) {
  const float time = timed ? 7.6F * canvas.em : 0;
  const float right = box.right();
  return {.work = right - time - 5.2F * canvas.em, .bytes = right - time, .time = right};
}

void cell(Canvas& canvas, float right, float y, std::string_view words, plot::TextStyle style) {
  style.along = Along::right;
  style.size = Size::small;
  text(canvas, plot::Point{right, y}, words, style);
}

void draw_header(Canvas& canvas, const Rect& row, const Columns& columns, std::string_view route) {
  text(canvas, plot::Point{row.x, row.y}, route, {.size = Size::small, .face = plot::Face::semibold});
  cell(canvas, columns.work, row.y, "multiply-adds", kQuiet);
  cell(canvas, columns.bytes, row.y, "memory", kQuiet);
  if (columns.time > columns.bytes) cell(canvas, columns.time, row.y, "time", kQuiet);
  fill(canvas, {row.x, row.bottom() - 1, row.w, 1}, canvas.colour(Ink::hairline));
}

std::string part_tip(Part part, Route route, const PartCost& cost, const Sizes& sizes) {
  std::string words = std::string(name_of(part, route)) + "\n" + plain_letters(cost.work_formula) + " = " +
                      filled(cost.work_formula, sizes) + " = " + plot::number(cost.work, 6) + " multiply-adds";
  if (cost.bytes_formula.empty()) return words + "\nworks in place";
  return words + "\n" + plain_letters(cost.bytes_formula) + " = " + plot::number(cost.bytes, 6) + " bytes";
}

void draw_part(const CostPicture& picture, const Rect& row, const Columns& columns, Part part) {
  Canvas& canvas = picture.drawing.canvas;
  const Sizes sizes = picture.sizes();
  const RouteCost all = cost_of(picture.route, sizes);
  const PartCost& cost = all.of(part);
  const float small = line_height(canvas, Size::small);
  const bool most = cost.work > 0.5 * all.work();
  const plot::Face face = most ? plot::Face::semibold : plot::Face::regular;
  fill(canvas, {row.x, row.y + 3, 3, small - 5}, canvas.colour(ink_of(part)), {1.5F});
  text(canvas, plot::Point{row.x + 9, row.y}, name_of(part, picture.route), {.size = Size::small, .face = face});
  cell(canvas, columns.work, row.y, plot::number(cost.work), {.face = face});
  cell(canvas, columns.bytes, row.y, cost.bytes > 0 ? plot::bytes(cost.bytes) : "in place", {.face = face});
  if (picture.device)
    cell(canvas, columns.time, row.y, plot::duration(picture.device->seconds(cost, part)), {.face = face});
  text(canvas, plot::Point{row.x + 9, row.y + small - 1}, filled(cost.work_formula, sizes),
       {.ink = Ink::quiet, .size = Size::small, .max_width = row.w - 9});
  if (canvas.hovers(row)) tooltip(canvas, {row.x + 12, row.y}, part_tip(part, picture.route, cost, sizes));
}

void draw_sum(const CostPicture& picture, const Rect& row, const Columns& columns, Route route) {
  Canvas& canvas = picture.drawing.canvas;
  const RouteCost cost = cost_of(route, picture.sizes());
  const bool shown = route == picture.route;
  const bool least = route == cheaper(picture.sizes());
  const plot::TextStyle style{.ink = shown ? Ink::ink : Ink::quiet,
                              .size = Size::small,
                              .face = shown ? plot::Face::semibold : plot::Face::regular};
  const std::string name = std::string(route == Route::primal ? "primal" : "dual") + " in all";
  text(canvas, plot::Point{row.x + 9, row.y}, name + (!least ? "" : canvas.narrow() ? " ✓" : " ✓ cheaper"), style);
  cell(canvas, columns.work, row.y, plot::number(cost.work()), style);
  cell(canvas, columns.bytes, row.y, plot::bytes(cost.bytes()), style);
  if (picture.device) cell(canvas, columns.time, row.y, plot::duration(picture.device->seconds(cost)), style);
}

void draw_parts(const CostPicture& picture, Rect& box) {
  Canvas& canvas = picture.drawing.canvas;
  const float small = line_height(canvas, Size::small);
  const Columns columns = columns_of(canvas, box, picture.device.has_value());
  const std::string start = canvas.narrow() ? "" : picture.route == Route::primal ? "Primal, " : "Dual, ";
  draw_header(canvas, box.take_top(small + 4, 4), columns, start + "$N$ = " + plot::number(picture.sizes().N));
  for (int k = 0; k < kParts; ++k) {
    draw_part(picture, box.take_top(2 * small, 3), columns, static_cast<Part>(k));
  }
  fill(canvas, {box.x, box.y, box.w, 1}, canvas.colour(Ink::hairline));
  box.take_top(1, 4);
  const Route other = picture.route == Route::primal ? Route::dual : Route::primal;
  for (const Route route : {picture.route, other}) draw_sum(picture, box.take_top(small, 2), columns, route);
  box.take_top(0, plot::kGrid);
}

// --- Theorem and check ----------------------------------------------------------------------------------------------

std::string theorem_words(const Setting& setting) {
  const double asked = theorem_sequences(setting.d, setting.eps, setting.c);
  std::string words = "The theorem asks for $N = c(d⁴ + {ln} 1/δ)/ε$ = " + plot::number(asked) +
                      " sequences, up to its unknown constant.";
  if (setting.from == NumberFrom::theorem) return words + " That is the $N$ counted here.";
  const double N = setting.sequences(setting.d);
  words += " Counted here is $N$ = " + plot::number(N);
  if (N < asked) return words + ", " + rounded(asked / N, 2) + " times fewer: nothing is promised.";
  return words + ", which is more.";
}

std::string claim_words(const Setting& setting) {
  const double N = setting.claimed_sequences();
  return "It is $N d⁴n/ε$ at $d$ = 12,288 for $N$ = " + plot::number(N, 2) + ", with $n$ = " + plot::number(setting.n) +
         ", $ε$ = " + plot::number(setting.eps) + ", and 1 for the constant. There the theorem asks for " +
         rounded(theorem_sequences(kGpt3Width, setting.eps, setting.c) / N, 2) + " times as many.";
}

std::string check_words(const CostPicture& picture) {
  const Kernel& run = picture.result.algorithm;
  const std::string at = "Algorithm 1 at $d$ = " + plot::whole(run.size) + ", $N$ = " + plot::whole(picture.result.N);
  if (!picture.trial) return at + " was run, but not timed here: press “Measure again”.";
  return at + ": predicted " + plot::duration(picture.trial->predicted) + ", took " +
         plot::duration(picture.trial->took) + ": " + plot::fixed(picture.trial->took / picture.trial->predicted, 2) +
         " × the prediction.";
}

void draw_words(Canvas& canvas, Rect& box, std::string_view name, std::string_view words) {
  text(canvas, box.take_top(line_height(canvas, Size::small), 0), name,
       {.size = Size::small, .face = plot::Face::semibold});
  const float height = paragraph_height(canvas, box.w, words, kQuiet);
  paragraph(canvas, box.take_top(height, plot::kGrid), words, kQuiet);
}

}  // namespace

std::string rounded(double value, int digits) {
  if (!(value >= 1)) return plot::number(value, digits);
  const double unit = std::pow(10, std::floor(std::log10(value)) + 1 - digits);
  return plot::number(unit > 1 ? unit * std::round(value / unit) : value, digits);
}

std::string gpt3s(double work) { return rounded(work / kGpt3, 2) + " times the training of GPT-3"; }

void draw_panel(const CostPicture& picture, Rect box) {
  Canvas& canvas = picture.drawing.canvas;
  draw_answer(picture, box);
  draw_ruler(picture, box);
  draw_parts(picture, box);
  draw_words(canvas, box, "What the theorem says", theorem_words(picture.setting));
  draw_words(canvas, box, "“A million times GPT-3”", claim_words(picture.setting));
  draw_words(canvas, box, "Check", check_words(picture));
}

}  // namespace figures::cost
