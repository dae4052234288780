// The second picture of figure "cost": the chart, and the numbers at its marker: how long in all, what each part takes,
// and what the theorem says.

#include "figures/cost/cost.hpp"

#include "plot/panel.hpp"

namespace figures::cost {
namespace {

constexpr float kIndent = 9;
constexpr float kRoomy = 26;  // em of width from which there is room for more words

// --- Words ----------------------------------------------------------------------------------------------------------

struct Words {
  std::string name;
  std::string words;
};

Words answer_of(const Shown& shown) {
  return {job_words(shown),
          tr("%1: %2; or %3", shown.where(), in_human_terms(shown.seconds()), gpt3s(shown.cost.work()))};
}

std::string theorem_words(const Setting& setting) {
  const double asked = setting.asked(setting.d);
  const std::string c = number(setting.c);
  const std::string asks =
      tr("The theorem asks for $N = c(d⁴ + {ln} 1/δ)/ε$ sequences: %1 with $c$ = %2, but nobody knows its constant.",
         number(asked), c);
  const double N = setting.sequences(setting.d);
  if (setting.from == NumberFrom::theorem || N == asked) return passage({asks, tr("That is the $N$ counted here.")});
  if (N > asked) return passage({asks, tr("Counted here is $N$ = %1, which is more.", number(N))});
  const std::string times = rounded(asked / N, 2);
  return passage({asks, times == "1"
                            ? tr("Counted here is $N$ = %1, a little fewer than with $c$ = %2.", number(N), c)
                            : tr("Counted here is $N$ = %1, %2 times fewer than with $c$ = %3.", number(N), times, c)});
}

std::string claim_words(const Setting& setting) {
  const double N = setting.claimed_sequences();
  const std::string times = rounded(setting.asked(kGpt3Width) / N, 2);
  const std::string asked = times == "1" ? tr("about that $N$") : tr("%1 times that $N$", times);
  return tr(
      "It is $N d⁴n/ε$ at $d$ = 12,288 for $N$ = %1, with $n$ = %2, $ε$ = %3, and 1 for the constant. The theorem "
      "would ask for %4; counted as above, it takes %5.",
      number(N, 2), number(setting.n), number(setting.eps), asked, gpt3s(setting.claimed_work()));
}

std::string check_words(const Shown& shown) {
  const std::string d = whole(shown.run.d);
  const std::string N = whole(shown.run.N);
  if (!shown.trial)
    return tr("Algorithm 1 at $d$ = %1, $N$ = %2 was run, but not timed here: press “Measure again”.", d, N);
  const auto [predicted, took] = *shown.trial;
  return passage({tr("Algorithm 1 at $d$ = %1, $N$ = %2: predicted %3, took %4: %5 × the prediction.", d, N,
                     duration(predicted), duration(took), fixed(took / predicted, 2)),
                  overhead_words(*shown.trial)});
}

// The least dispensable first.
std::array<Words, 3> words_of(const Shown& shown) {
  return {{{tr("Check"), check_words(shown)},
           {tr("What the theorem says"), theorem_words(shown.setting)},
           {tr("“A million times GPT-3”"), claim_words(shown.setting)}}};
}

std::string part_tip(Part part, Route route, const PartCost& cost, const Sizes& sizes) {
  std::string words = name_of(part, route);
  words += "\n" + tr("%1 = %2 = %3 multiply-adds", lettered(cost.work_formula), filled(cost.work_formula, sizes),
                     number(cost.work, 6));
  if (part == Part::spectrum) words.append("\n").append(tr("nominal: dense decompositions take 10 to 11 (d²)³"));
  if (cost.bytes_formula.empty()) return words.append("\n").append(tr("works in place"));
  return words + "\n" + tr("%1 = %2 bytes", lettered(cost.bytes_formula), number(cost.bytes, 6));
}

// Short enough for a column; tooltips and the table have the digits.
std::string short_number(double value) { return value < 1e6 ? number(value) : scientific(value); }

// --- The panel ------------------------------------------------------------------------------------------------------

class Panel {
 public:
  Panel(const Shown& shown, Canvas& canvas)
      : shown_(shown),
        canvas_(canvas),
        route_(shown.setting.route),
        small_(line_height(canvas, Size::small)),
        answer_(answer_of(shown)),
        words_(words_of(shown)) {}

  // Where the box is lower, the panel has fewer numbers.
  float height(float width) const {
    const float meaning = paragraph_height(canvas_, width, answer_.words, {.size = Size::small});
    float sum = line_height(canvas_, Size::title) + 14 + meaning + table_height(true);
    for (const Words& words : words_) sum += words_height(width, words);
    return sum;
  }

  void draw(Rect box) {
    float height = 0;
    for (const Words& words : words_) height += words_height(box.w, words);
    headline_number(canvas_, box, answer_.name, answer_.words);
    const bool formulas = table_height(true) + height <= box.h + kGrid;
    draw_table(box.take_top(table_height(formulas), 0), formulas);
    for (const Words& words : words_) {
      const float own = words_height(box.w, words);
      if (own > box.h + kGrid) continue;
      Rect place = box.take_top(own, 0);
      text(canvas_, place.take_top(small_, 0), words.name, {.size = Size::small, .face = Face::semibold});
      paragraph(canvas_, place, words.words, kCaption);
    }
  }

 private:
  float words_height(float width, const Words& words) const {
    return small_ + paragraph_height(canvas_, width, words.words, kCaption) + kGrid;
  }

  double seconds(Part part) const { return shown_.device.seconds(shown_.cost.of(part), part); }

  // --- The table of parts

  float table_height(bool formulas) const {
    const float parts = kParts.size();
    return small_ + 8 + (formulas ? 2 : 1) * parts * small_ + 3 * parts + 5 + 2 * (small_ + 2) + kGrid;
  }

  void draw_table(Rect box, bool formulas) {
    bytes_end_ = box.right() - 7.6F * canvas_.em;
    shows_bytes_ = box.w > 23.5F * canvas_.em;
    work_end_ = bytes_end_ - (shows_bytes_ ? 5.2F * canvas_.em : 0);
    roomy_ = box.w >= kRoomy * canvas_.em;
    draw_header(box.take_top(small_ + 4, 4));
    for (const Part part : kParts) draw_part(box.take_top(formulas ? 2 * small_ : small_, 3), part);
    fill(canvas_, {box.x, box.y, box.w, 1}, canvas_.colour(Ink::hairline));
    box.take_top(1, 4);
    for (const Route route : {route_, other(route_)}) draw_sum(box.take_top(small_, 2), route);
  }

  // What a row says in its columns; `left`: where the first may begin.
  void draw_cells(const Rect& row, float left, TextStyle style, std::string_view work, std::string_view bytes,
                  std::string_view time) {
    style.along = Along::right;
    // Words end where the column before theirs does.
    const auto cell = [&](float right, float from, std::string_view words) {
      style.max_width = std::max(1.F, right - from);
      text(canvas_, Point{right, row.y}, words, style);
    };
    cell(work_end_, left, work);
    if (shows_bytes_) cell(bytes_end_, work_end_, bytes);
    cell(row.right(), bytes_end_, time);
  }

  void draw_header(const Rect& row) {
    const std::string N = number(shown_.sizes.N);
    const std::string route = !roomy_                   ? "$N$ = " + N
                              : route_ == Route::primal ? tr("Primal, $N$ = %1", N)
                                                        : tr("Dual, $N$ = %1", N);
    const float width = text(canvas_, Point{row.x, row.y}, route, {.size = Size::small, .face = Face::semibold});
    draw_cells(row, row.x + width, kCaption, roomy_ ? tr("multiply-adds") : tr("operations"), tr("memory"), tr("time"));
    fill(canvas_, {row.x, row.bottom() - 1, row.w, 1}, canvas_.colour(Ink::hairline));
  }

  // The name is cut where the first number begins.
  void draw_row(const Rect& row, TextStyle style, std::string_view name, double work, const std::string& bytes,
                double time) {
    const std::string count = short_number(work);
    const float left = row.x + kIndent;
    style.max_width = std::max(1.F, work_end_ - text_width(canvas_, count, style) - left);
    text(canvas_, Point{left, row.y}, name, style);
    draw_cells(row, row.x, style, count, bytes, duration(time));
  }

  // With its formula in a second line where the row has room.
  void draw_part(const Rect& row, Part part) {
    const PartCost& cost = shown_.cost.of(part);
    const bool most = cost.work > 0.5 * shown_.cost.work();
    const TextStyle style{.size = Size::small, .face = most ? Face::semibold : Face::regular};
    fill(canvas_, {row.x, row.y + 3, 3, small_ - 5}, canvas_.colour(ink_of(part)), {1.5F});
    draw_row(row, style, name_of(part, route_), cost.work, cost.bytes > 0 ? bytes(cost.bytes) : tr("in place"),
             seconds(part));
    if (row.h > 1.5F * small_) {
      TextStyle formula = kCaption;
      formula.max_width = row.w - kIndent;
      text(canvas_, Point{row.x + kIndent, row.y + small_ - 1}, filled(cost.work_formula, shown_.sizes), formula);
    }
    if (canvas_.hovers(row)) tooltip(canvas_, {row.x + 12, row.y}, part_tip(part, route_, cost, shown_.sizes));
  }

  void draw_sum(const Rect& row, Route route) {
    const RouteCost cost = cost_of(route, shown_.sizes);
    const bool shown = route == route_;
    const TextStyle style = shown ? TextStyle{.size = Size::small, .face = Face::semibold} : kCaption;
    std::string name = route == Route::primal ? roomy_ ? tr("primal in all") : tr("primal")
                       : roomy_ ? tr("dual in all")
                                              : tr("dual");
    if (route == cheaper(shown_.sizes)) name = roomy_ ? tr("%1 ✓ cheaper", name) : name + " ✓";
    draw_row(row, style, name, cost.work(), bytes(cost.bytes()), shown_.device.seconds(cost));
  }

  const Shown& shown_;
  Canvas& canvas_;
  Route route_;
  float small_;
  Words answer_;
  std::array<Words, 3> words_;
  float work_end_ = 0, bytes_end_ = 0;  // of the columns, at the right; that of times is the box's
  bool shows_bytes_ = true, roomy_ = true;
};

}  // namespace

Ink ink_of(Part part) {
  constexpr std::array kInks = {Ink::Z, Ink::G, Ink::ink, Ink::W, Ink::V, Ink::Q};
  return kInks[static_cast<std::size_t>(part)];
}

// On a phone the panel is alone: the chart has no room.
void draw_parts(const Shown& shown, Drawing& drawing, const Rect& box) {
  Panel panel(shown, drawing.canvas);
  if (drawing.canvas.narrow()) return panel.draw(box);
  const auto [chart, numbers] = box.columns<2>({1.25F, 1}, 3 * kGrid);
  draw_chart(shown, drawing, chart);
  panel.draw(numbers);
}

void draw(const Result& result, Drawing& drawing) {
  const Shown shown(result, {drawing.settings, drawing.values, drawing.times});
  const Rect area = drawing.canvas.area.inset(2);
  if (drawing.values.choice("view") == "parts") return draw_parts(shown, drawing, area);
  draw_ruler(shown, drawing, area);
}

}  // namespace figures::cost
