// The numbers of figure "cost" at its marker: how long in all, what each part takes, and what the theorem says.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/cost/picture.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::cost {
namespace {

constexpr float kIndent = 9;
constexpr float kRoomy = 26;  // em of width from which there is room for more words

constexpr TextStyle kQuiet = {.ink = Ink::quiet, .size = Size::small};

// --- The answer -----------------------------------------------------------------------------------------------------

struct Answer {
  std::string value;
  std::string meaning;
};

Answer answer_of(const Picture& picture) {
  const RouteCost cost = cost_of(picture.route, picture.sizes());
  if (!picture.device) {
    return {tr("%1 multiply-adds", number(cost.work(), 2)),
            tr("or %1 times the training of GPT-3", gpt3s(cost.work()))};
  }
  const double seconds = picture.device->seconds(cost);
  return {duration(seconds),
          tr("on this device: %1; or %2 times the training of GPT-3", in_human_terms(seconds), gpt3s(cost.work()))};
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

// `at`: where the first column may begin.
void draw_cells(Canvas& canvas, const Columns& columns, Point at, const Cells& cells, TextStyle style) {
  style.along = Along::right;
  style.size = Size::small;
  // Words end where the column before theirs does.
  const auto cell = [&](float right, float left, std::string_view words) {
    style.max_width = std::max(1.F, right - left);
    text(canvas, Point{right, at.y}, words, style);
  };
  cell(columns.work, at.x, cells.work);
  if (columns.with_bytes) cell(columns.bytes, columns.work, cells.bytes);
  if (columns.with_time) cell(columns.time, columns.with_bytes ? columns.bytes : columns.work, cells.time);
}

// What stands at the left of a row, cut where its first number begins.
void draw_name(Canvas& canvas, const Columns& columns, Point at, std::string_view name, std::string_view work,
               TextStyle style) {
  style.max_width = std::max(1.F, columns.work - text_width(canvas, work, style) - at.x);
  text(canvas, at, name, style);
}

// Short enough for a column; tooltips and the table have the digits.
std::string short_number(double value) { return value < 1e6 ? number(value) : scientific(value); }

void draw_header(Canvas& canvas, const Rect& row, const Columns& columns, std::string_view route) {
  const float width = text(canvas, Point{row.x, row.y}, route, {.size = Size::small, .face = Face::semibold});
  const bool roomy = row.w >= kRoomy * canvas.em;
  draw_cells(canvas, columns, {row.x + width, row.y},
             {roomy ? tr("multiply-adds") : tr("operations"), tr("memory"), tr("time")}, kQuiet);
  fill(canvas, {row.x, row.bottom() - 1, row.w, 1}, canvas.colour(Ink::hairline));
}

std::string part_tip(Part part, Route route, const PartCost& cost, const Sizes& sizes) {
  std::string words = name_of(part, route);
  words += "\n" + tr("%1 = %2 = %3 multiply-adds", lettered(cost.work_formula), filled(cost.work_formula, sizes),
                     number(cost.work, 6));
  if (part == Part::spectrum) words.append("\n").append(tr("nominal: dense decompositions take 10 to 11 (d²)³"));
  if (cost.bytes_formula.empty()) return words.append("\n").append(tr("works in place"));
  return words + "\n" + tr("%1 = %2 bytes", lettered(cost.bytes_formula), number(cost.bytes, 6));
}

// With its formula in a second line where the row has room.
void draw_part(const Picture& picture, const Rect& row, const Columns& columns, Part part) {
  Canvas& canvas = picture.drawing.canvas;
  const Sizes sizes = picture.sizes();
  const RouteCost all = cost_of(picture.route, sizes);
  const PartCost& cost = all.of(part);
  const float small = line_height(canvas, Size::small);
  const bool most = cost.work > 0.5 * all.work();
  const TextStyle style{.size = Size::small, .face = most ? Face::semibold : Face::regular};
  fill(canvas, {row.x, row.y + 3, 3, small - 5}, canvas.colour(ink_of(part)), {1.5F});
  const std::string work = short_number(cost.work);
  draw_name(canvas, columns, {row.x + kIndent, row.y}, name_of(part, picture.route), work, style);
  draw_cells(canvas, columns, {row.x, row.y},
             {work, cost.bytes > 0 ? bytes(cost.bytes) : tr("in place"),
              picture.device ? duration(picture.device->seconds(cost, part)) : ""},
             style);
  if (row.h > 1.5F * small) {
    TextStyle formula = kQuiet;
    formula.max_width = row.w - kIndent;
    text(canvas, Point{row.x + kIndent, row.y + small - 1}, filled(cost.work_formula, sizes), formula);
  }
  if (canvas.hovers(row)) tooltip(canvas, {row.x + 12, row.y}, part_tip(part, picture.route, cost, sizes));
}

void draw_sum(const Picture& picture, const Rect& row, const Columns& columns, Route route) {
  Canvas& canvas = picture.drawing.canvas;
  const RouteCost cost = cost_of(route, picture.sizes());
  const bool shown = route == picture.route;
  const bool least = route == cheaper(picture.sizes());
  const TextStyle style{
      .ink = shown ? Ink::ink : Ink::quiet, .size = Size::small, .face = shown ? Face::semibold : Face::regular};
  const bool roomy = row.w >= kRoomy * canvas.em;
  std::string name = name_of(route);
  if (roomy) name = route == Route::primal ? tr("primal in all") : tr("dual in all");
  if (least) name = roomy ? tr("%1 ✓ cheaper", name) : name + " ✓";
  const std::string work = short_number(cost.work());
  draw_name(canvas, columns, {row.x + kIndent, row.y}, name, work, style);
  draw_cells(canvas, columns, {row.x, row.y},
             {work, bytes(cost.bytes()), picture.device ? duration(picture.device->seconds(cost)) : ""}, style);
}

float table_height(const Canvas& canvas, bool formulas) {
  const float small = line_height(canvas, Size::small);
  const auto lines = static_cast<float>(formulas ? 2 * kParts : kParts);
  return small + 8 + lines * small + 3 * kParts + 5 + 2 * (small + 2) + kGrid;
}

void draw_table(const Picture& picture, Rect box, bool formulas) {
  Canvas& canvas = picture.drawing.canvas;
  const float small = line_height(canvas, Size::small);
  const Columns columns = columns_of(canvas, box, picture.device.has_value());
  const bool roomy = box.w >= kRoomy * canvas.em;
  const std::string N = number(picture.sizes().N);
  const std::string route = !roomy                           ? "$N$ = " + N
                            : picture.route == Route::primal ? tr("Primal, $N$ = %1", N)
                                                             : tr("Dual, $N$ = %1", N);
  draw_header(canvas, box.take_top(small + 4, 4), columns, route);
  for (int k = 0; k < kParts; ++k) {
    draw_part(picture, box.take_top(formulas ? 2 * small : small, 3), columns, static_cast<Part>(k));
  }
  fill(canvas, {box.x, box.y, box.w, 1}, canvas.colour(Ink::hairline));
  box.take_top(1, 4);
  for (const Route way : {picture.route, other(picture.route)}) {
    draw_sum(picture, box.take_top(small, 2), columns, way);
  }
}

// --- Theorem and check ----------------------------------------------------------------------------------------------

std::string theorem_words(const Setting& setting) {
  const double asked = theorem_sequences(setting.d, setting.eps, setting.c);
  const std::string asks =
      tr("The theorem asks for $N = c(d⁴ + {ln} 1/δ)/ε$ = %1 sequences, up to its unknown constant.", number(asked));
  if (setting.from == NumberFrom::theorem) return passage({asks, tr("That is the $N$ counted here.")});
  const double N = setting.sequences(setting.d);
  const std::string counted = N < asked ? tr("Counted here is $N$ = %1, %2 times fewer: there it promises nothing.",
                                             number(N), rounded(asked / N, 2))
                                        : tr("Counted here is $N$ = %1, which is more.", number(N));
  return passage({asks, counted});
}

std::string claim_words(const Setting& setting) {
  const double N = setting.claimed_sequences();
  return tr(
      "It is $N d⁴n/ε$ at $d$ = 12,288 for $N$ = %1, with $n$ = %2, $ε$ = %3, and 1 for the constant. The "
      "theorem would ask for %4 times that $N$; counted as above, it takes %5 times the training of GPT-3.",
      number(N, 2), number(setting.n), number(setting.eps),
      rounded(theorem_sequences(kGpt3Width, setting.eps, setting.c) / N, 2), gpt3s(claimed_cost(setting)));
}

std::string check_words(const Picture& picture) {
  const std::string d = whole(picture.result.algorithm.size);
  const std::string N = whole(picture.result.N);
  if (!picture.trial) {
    return tr("Algorithm 1 at $d$ = %1, $N$ = %2 was run, but not timed here: press “Measure again”.", d, N);
  }
  const auto [predicted, took] = *picture.trial;
  return passage({tr("Algorithm 1 at $d$ = %1, $N$ = %2: predicted %3, took %4: %5 × the prediction.", d, N,
                     duration(predicted), duration(took), fixed(took / predicted, 2)),
                  overhead_words(*picture.trial)});
}

struct Words {
  std::string name;
  std::string words;
};

// The least dispensable first.
std::array<Words, 3> words_of(const Picture& picture) {
  return {{{tr("Check"), check_words(picture)},
           {tr("What the theorem says"), theorem_words(picture.setting)},
           {tr("“A million times GPT-3”"), claim_words(picture.setting)}}};
}

float words_height(const Canvas& canvas, float width, const Words& words) {
  return line_height(canvas, Size::small) + paragraph_height(canvas, width, words.words, kQuiet) + kGrid;
}

void draw_words(Canvas& canvas, Rect box, const Words& words) {
  text(canvas, box.take_top(line_height(canvas, Size::small), 0), words.name,
       {.size = Size::small, .face = Face::semibold});
  paragraph(canvas, box, words.words, kQuiet);
}

float top_height(const Picture& picture, float width) {
  const Canvas& canvas = picture.drawing.canvas;
  const float meaning = paragraph_height(canvas, width, answer_of(picture).meaning, {.size = Size::small});
  return line_height(canvas, Size::title) + 14 + meaning + ruler_height(picture);
}

}  // namespace

std::string rounded(double value, int digits) {
  if (!(value >= 1)) return number(value, digits);
  const double unit = std::pow(10, std::floor(std::log10(value)) + 1 - digits);
  return number(unit > 1 ? unit * std::round(value / unit) : value, digits);
}

std::string overhead_words(const Trial& trial) {
  if (!(trial.took > 2 * trial.predicted)) return "";
  return tr("So small a run is more preparation than arithmetic.");
}

double claimed_cost(const Setting& setting) {
  const Sizes sizes{.d = kGpt3Width, .n = setting.n, .N = setting.claimed_sequences(), .all = setting.all};
  return cost_of(cheaper(sizes), sizes).work();
}

std::string gpt3s(double work) { return rounded(work / kGpt3, 2); }

float panel_height(const Picture& picture, float width) {
  float height = top_height(picture, width) + table_height(picture.drawing.canvas, true);
  for (const Words& words : words_of(picture)) height += words_height(picture.drawing.canvas, width, words);
  return height;
}

void draw_panel(const Picture& picture, Rect box) {
  Canvas& canvas = picture.drawing.canvas;
  const auto words = words_of(picture);
  float height = 0;
  std::array<float, words.size()> heights;
  for (std::size_t k = 0; k < words.size(); ++k) height += heights[k] = words_height(canvas, box.w, words[k]);
  const Answer answer = answer_of(picture);
  headline_number(canvas, box, answer.value, answer.meaning);
  draw_ruler(picture, box);
  const bool formulas = table_height(canvas, true) + height <= box.h + kGrid;
  draw_table(picture, box.take_top(table_height(canvas, formulas), 0), formulas);
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (heights[k] <= box.h + kGrid) draw_words(canvas, box.take_top(heights[k], 0), words[k]);
  }
}

}  // namespace figures::cost
