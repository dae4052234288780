// The picture of figure "language", third question asked of several contexts and vocabularies: a table of cells, each
// with the share of Lambda's directions that the text shows, and to how many digits the weakest asks to know the
// features.
#include "figures/language/run.hpp"

namespace figures::language {
namespace {

constexpr auto kContexts = static_cast<float>(kSweptContexts.size());

std::string head(const SweepCell& cell, int unknowns) {
  if (cell.rank == unknowns) return tr("all");
  return percent(static_cast<double>(cell.rank) / unknowns);
}

std::string tip(const SweepCell& cell, int unknowns) {
  std::string words =
      tr("%1 of context, %2 with an embedding\n%3 of %4 directions shown", counted("%1 token", "%1 tokens", cell.n),
         counted("%1 token", "%1 tokens", cell.vocabulary), whole(cell.rank), whole(unknowns));
  if (cell.lambda_min > 0)
    words += "\n" + tr("$λ_{min}$ = %1, %2 of the largest", number(cell.lambda_min, 2),
                       number(cell.lambda_min / cell.lambda_max, 2));
  words += "\n" + (cell.fresh > 0 ? tr("of %1 new questions %2 have ρ = 0", whole(cell.fresh),
                                       percent(static_cast<double>(cell.exact) / static_cast<double>(cell.fresh)))
                                  : std::string(tr("no held-out question is new")));
  return words;
}

// Filled the more, the more of the directions are shown.
void draw_cell(Canvas& canvas, const SweepCell& cell, int unknowns, const Rect& box) {
  const auto share = static_cast<float>(cell.rank) / static_cast<float>(unknowns);
  fill(canvas, box, tint(Ink::G, 0.06F + 0.44F * share * share, canvas.dark));
  const float small = line_height(canvas, Size::small);
  const float middle = box.centre().y;
  const bool has_digits = cell.lambda_min > 0 && box.h > 3.2F * small;
  const Rect upper{box.x, middle - line_height(canvas) / 2 - (has_digits ? small / 2 : 0), box.w, line_height(canvas)};
  text(canvas, upper, head(cell, unknowns), centred(Ink::ink, Size::body, Face::semibold));
  if (!has_digits) return;
  const Rect lower{box.x, upper.bottom(), box.w, small};
  const std::string digits = digits_text(cell.digits());
  text(canvas, lower,
       text_width(canvas, digits, {.size = Size::small}) < box.w ? digits : whole(std::ceil(cell.digits())),
       centred(Ink::ink, Size::small));
}

}  // namespace

void draw_sweep(const Result& result, Drawing& drawing, Rect area) {
  Canvas& canvas = drawing.canvas;
  const Setting setting(drawing.settings);
  heading(canvas, area, tr("Which contexts show all %1 directions?", whole(setting.unknowns)),
          tr("In each cell: the share of the directions of $Λ$ that the text shows, and to how many digits features "
             "must be "
             "known for the weakest of them to be told from none."));
  if (result.sweep.empty()) return;
  const float line = line_height(canvas, Size::small);
  const float left = 3.6F * canvas.em;
  const TextStyle quiet{.ink = Ink::quiet, .size = Size::small};
  text(canvas, Point{area.x, area.y}, setting.words ? tr("words known") : tr("characters known"), quiet);
  area.take_top(1.5F * line);
  Rect below = area.take_bottom(2.6F * line);
  below.x += left, below.w -= left;
  const float rows = std::ceil(static_cast<float>(result.sweep.size()) / kContexts);
  const float width = below.w / kContexts;
  const float height = std::min(area.h / std::max(rows, 3.F), 1.2F * width + 2 * line);
  const float foot = area.y + rows * height;
  text(canvas, Rect{below.x, foot + 1.4F * line, below.w, line}, tr("tokens of context $n$"),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::centre});
  for (std::size_t k = 0; k < result.sweep.size(); ++k) {
    const SweepCell& cell = result.sweep[k];
    const auto row = static_cast<float>(k / kSweptContexts.size());
    const auto column = static_cast<float>(k % kSweptContexts.size());
    const Rect box{below.x + column * width + 1, area.y + row * height + 1, width - 2, height - 2};
    draw_cell(canvas, cell, setting.unknowns, box);
    if (column == 0)
      text(canvas, Rect{area.x, box.y, left - 0.6F * canvas.em, box.h}, whole(cell.vocabulary),
           {.size = Size::small, .along = Along::right, .upright = Upright::middle});
    if (row == 0)
      text(canvas, Rect{box.x, foot + 0.2F * line, box.w, line}, whole(cell.n),
           {.size = Size::small, .along = Along::centre});
    const Region place = region(canvas, "cell" + std::to_string(k), box);
    if (!place.hovered) continue;
    outline(canvas, box, canvas.colour(Ink::ink), 1.5F);
    tooltip(canvas, canvas.pointer.at, tip(cell, setting.unknowns));
    if (!place.clicked) continue;
    drawing.values.set("n", cell.n);
    drawing.values.set("vocabulary", static_cast<double>(kSweptVocabularies[k / kSweptContexts.size()]));
    drawing.values.choose("view", "certificate");
  }
  highlight(canvas, area, "Lambda");
}

}  // namespace figures::language
