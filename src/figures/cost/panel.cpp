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

constexpr float kIndent = 9;
constexpr float kRoomy = 26;  // em of width from which there is room for more words

constexpr plot::TextStyle kQuiet = {.ink = Ink::quiet, .size = Size::small};

// --- The answer -----------------------------------------------------------------------------------------------------

struct Answer {
  std::string value;
  std::string meaning;
};

Answer answer_of(const CostPicture& picture) {
  const RouteCost cost = cost_of(picture.route, picture.sizes());
  if (!picture.device) return {plot::number(cost.work(), 2) + " multiply-adds", "or " + gpt3s(cost.work())};
  const double seconds = picture.device->seconds(cost);
  return {plot::duration(seconds), "on this device: " + in_human_terms(seconds) + "; or " + gpt3s(cost.work())};
}

// --- The parts ------------------------------------------------------------------------------------------------------

// Right ends of the columns.
struct Columns {
  float work, bytes, time;
  bool with_bytes, with_time;
};

Columns columns_of(const Canvas& canvas, const Rect& box, bool timed) {
  const bool with_bytes = box.w > 23.5F * canvas.em;
  const float bytes = box.right() - (timed ? 7.6F * canvas.em : 0);
  return {.work = bytes - (with_bytes ? 5.2F * canvas.em : 0),
          .bytes = bytes,
          .time = box.right(),
          .with_bytes = with_bytes,
          .with_time = timed};
}

// What a row says in its columns.
struct Cells {
  std::string work, bytes, time;
};

void draw_cells(Canvas& canvas, const Columns& columns, float y, const Cells& cells, plot::TextStyle style) {
  style.along = Along::right;
  style.size = Size::small;
  text(canvas, plot::Point{columns.work, y}, cells.work, style);
  if (columns.with_bytes) text(canvas, plot::Point{columns.bytes, y}, cells.bytes, style);
  if (columns.with_time) text(canvas, plot::Point{columns.time, y}, cells.time, style);
}

// Short enough for a column; tooltips and the table have the digits.
std::string short_number(double value) { return value < 1e6 ? plot::number(value) : plot::scientific(value); }

void draw_header(Canvas& canvas, const Rect& row, const Columns& columns, std::string_view route) {
  text(canvas, plot::Point{row.x, row.y}, route, {.size = Size::small, .face = plot::Face::semibold});
  const bool roomy = row.w >= kRoomy * canvas.em;
  draw_cells(canvas, columns, row.y, {roomy ? "multiply-adds" : "operations", "memory", "time"}, kQuiet);
  fill(canvas, {row.x, row.bottom() - 1, row.w, 1}, canvas.colour(Ink::hairline));
}

std::string part_tip(Part part, Route route, const PartCost& cost, const Sizes& sizes) {
  std::string words = std::string(name_of(part, route)) + "\n" + lettered(cost.work_formula) + " = " +
                      filled(cost.work_formula, sizes) + " = " + plot::number(cost.work, 6) + " multiply-adds";
  if (part == Part::spectrum) words += "\nnominal: dense decompositions take 10 to 11 (d²)³";
  if (cost.bytes_formula.empty()) return words + "\nworks in place";
  return words + "\n" + lettered(cost.bytes_formula) + " = " + plot::number(cost.bytes, 6) + " bytes";
}

// With its formula in a second line where the row has room.
void draw_part(const CostPicture& picture, const Rect& row, const Columns& columns, Part part) {
  Canvas& canvas = picture.drawing.canvas;
  const Sizes sizes = picture.sizes();
  const RouteCost all = cost_of(picture.route, sizes);
  const PartCost& cost = all.of(part);
  const float small = line_height(canvas, Size::small);
  const bool most = cost.work > 0.5 * all.work();
  const plot::TextStyle style{.size = Size::small, .face = most ? plot::Face::semibold : plot::Face::regular};
  fill(canvas, {row.x, row.y + 3, 3, small - 5}, canvas.colour(ink_of(part)), {1.5F});
  text(canvas, plot::Point{row.x + kIndent, row.y}, name_of(part, picture.route), style);
  draw_cells(canvas, columns, row.y,
             {short_number(cost.work), cost.bytes > 0 ? plot::bytes(cost.bytes) : "in place",
              picture.device ? plot::duration(picture.device->seconds(cost, part)) : ""},
             style);
  if (row.h > 1.5F * small) {
    plot::TextStyle formula = kQuiet;
    formula.max_width = row.w - kIndent;
    text(canvas, plot::Point{row.x + kIndent, row.y + small - 1}, filled(cost.work_formula, sizes), formula);
  }
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
  const bool roomy = row.w >= kRoomy * canvas.em;
  const std::string name = std::string(name_of(route)) + (roomy ? " in all" : "");
  const std::string mark = !least ? "" : roomy ? " ✓ cheaper" : " ✓";
  text(canvas, plot::Point{row.x + kIndent, row.y}, name + mark, style);
  draw_cells(canvas, columns, row.y,
             {short_number(cost.work()), plot::bytes(cost.bytes()),
              picture.device ? plot::duration(picture.device->seconds(cost)) : ""},
             style);
}

float table_height(const Canvas& canvas, bool formulas) {
  const float small = line_height(canvas, Size::small);
  const auto lines = static_cast<float>(formulas ? 2 * kParts : kParts);
  return small + 8 + lines * small + 3 * kParts + 5 + 2 * (small + 2) + plot::kGrid;
}

void draw_table(const CostPicture& picture, Rect box, bool formulas) {
  Canvas& canvas = picture.drawing.canvas;
  const float small = line_height(canvas, Size::small);
  const Columns columns = columns_of(canvas, box, picture.device.has_value());
  const bool roomy = box.w >= kRoomy * canvas.em;
  const std::string start = !roomy ? "" : picture.route == Route::primal ? "Primal, " : "Dual, ";
  draw_header(canvas, box.take_top(small + 4, 4), columns, start + "$N$ = " + plot::number(picture.sizes().N));
  for (int k = 0; k < kParts; ++k) {
    draw_part(picture, box.take_top(formulas ? 2 * small : small, 3), columns, static_cast<Part>(k));
  }
  fill(canvas, {box.x, box.y, box.w, 1}, canvas.colour(Ink::hairline));
  box.take_top(1, 4);
  for (const Route route : {picture.route, other(picture.route)})
    draw_sum(picture, box.take_top(small, 2), columns, route);
}

// --- Theorem and check ----------------------------------------------------------------------------------------------

std::string theorem_words(const Setting& setting) {
  const double asked = theorem_sequences(setting.d, setting.eps, setting.c);
  std::string words = "The theorem asks for $N = c(d⁴ + {ln} 1/δ)/ε$ = " + plot::number(asked) +
                      " sequences, up to its unknown constant.";
  if (setting.from == NumberFrom::theorem) return words + " That is the $N$ counted here.";
  const double N = setting.sequences(setting.d);
  words += " Counted here is $N$ = " + plot::number(N);
  if (N < asked) return words + ", " + rounded(asked / N, 2) + " times fewer: there it promises nothing.";
  return words + ", which is more.";
}

std::string claim_words(const Setting& setting) {
  const double N = setting.claimed_sequences();
  return "It is $N d⁴n/ε$ at $d$ = 12,288 for $N$ = " + plot::number(N, 2) + ", with $n$ = " + plot::number(setting.n) +
         ", $ε$ = " + plot::number(setting.eps) + ", and 1 for the constant. The theorem would ask for " +
         rounded(theorem_sequences(kGpt3Width, setting.eps, setting.c) / N, 2) +
         " times that $N$; counted as above, it takes " + gpt3s(claimed_cost(setting)) + ".";
}

std::string check_words(const CostPicture& picture) {
  const Kernel& run = picture.result.algorithm;
  const std::string at = "Algorithm 1 at $d$ = " + plot::whole(run.size) + ", $N$ = " + plot::whole(picture.result.N);
  if (!picture.trial) return at + " was run, but not timed here: press “Measure again”.";
  return at + ": predicted " + plot::duration(picture.trial->predicted) + ", took " +
         plot::duration(picture.trial->took) + ": " + plot::fixed(picture.trial->took / picture.trial->predicted, 2) +
         " × the prediction." + overhead_words(*picture.trial);
}

struct Words {
  std::string name;
  std::string words;
};

// The least dispensable first.
std::array<Words, 3> words_of(const CostPicture& picture) {
  return {{{"Check", check_words(picture)},
           {"What the theorem says", theorem_words(picture.setting)},
           {"“A million times GPT-3”", claim_words(picture.setting)}}};
}

float words_height(const Canvas& canvas, float width, const Words& words) {
  return line_height(canvas, Size::small) + paragraph_height(canvas, width, words.words, kQuiet) + plot::kGrid;
}

void draw_words(Canvas& canvas, Rect box, const Words& words) {
  text(canvas, box.take_top(line_height(canvas, Size::small), 0), words.name,
       {.size = Size::small, .face = plot::Face::semibold});
  paragraph(canvas, box, words.words, kQuiet);
}

float top_height(const CostPicture& picture, float width) {
  const Canvas& canvas = picture.drawing.canvas;
  const float meaning = paragraph_height(canvas, width, answer_of(picture).meaning, {.size = Size::small});
  return line_height(canvas, Size::title) + 14 + meaning + ruler_height(picture);
}

}  // namespace

std::string rounded(double value, int digits) {
  if (!(value >= 1)) return plot::number(value, digits);
  const double unit = std::pow(10, std::floor(std::log10(value)) + 1 - digits);
  return plot::number(unit > 1 ? unit * std::round(value / unit) : value, digits);
}

std::string overhead_words(const Trial& trial) {
  return trial.took > 2 * trial.predicted ? " So small a run is more preparation than arithmetic." : "";
}

double claimed_cost(const Setting& setting) {
  const Sizes sizes{.d = kGpt3Width, .n = setting.n, .N = setting.claimed_sequences(), .all = setting.all};
  return cost_of(cheaper(sizes), sizes).work();
}

std::string gpt3s(double work) { return rounded(work / kGpt3, 2) + " times the training of GPT-3"; }

float panel_height(const CostPicture& picture, float width) {
  float height = top_height(picture, width) + table_height(picture.drawing.canvas, true);
  for (const Words& words : words_of(picture)) height += words_height(picture.drawing.canvas, width, words);
  return height;
}

void draw_panel(const CostPicture& picture, Rect box) {
  Canvas& canvas = picture.drawing.canvas;
  const auto words = words_of(picture);
  float height = 0;
  std::array<float, words.size()> heights;
  for (std::size_t k = 0; k < words.size(); ++k) height += heights[k] = words_height(canvas, box.w, words[k]);
  const Answer answer = answer_of(picture);
  headline_number(canvas, box, answer.value, answer.meaning);
  draw_ruler(picture, box);
  const bool formulas = table_height(canvas, true) + height <= box.h + plot::kGrid;
  draw_table(picture, box.take_top(table_height(canvas, formulas), 0), formulas);
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (heights[k] <= box.h + plot::kGrid) draw_words(canvas, box.take_top(heights[k], 0), words[k]);
  }
}

}  // namespace figures::cost
