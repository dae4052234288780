// One question of figure "certificate": its numbers, to be dragged, what two models answer, and whether that could be
// known beforehand.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "figures/certificate/certificate.hpp"
#include "plot/cells.hpp"

namespace figures::certificate {
namespace {

constexpr TextStyle kSmall = {.ink = Ink::quiet, .size = Size::small};

// --- The question ---------------------------------------------------------------------------------------------------

// Colours of the question reach from minus to plus so much, whatever its entries: they must not change while one is
// dragged.
constexpr double kColourLimit = 3;
// Pixels of a drag that change an entry by 1.
constexpr float kPixelsToOne = 48;
// Dragged entries are multiples of it.
constexpr double kGrain = 0.01;
constexpr float kMargin = 3.4F;  // em, for the names of the rows

void edit_entries(Drawing& drawing, const Matrix& question, const MatrixView& view) {
  const auto entry = drag_entry(drawing.canvas, "certificate.entry", view, data_of(question), kPixelsToOne);
  if (!entry) return;
  tooltip(drawing.canvas, {entry->cell.right(), entry->cell.y},
          tr("$Z_{%1,%2}$ = %3\ndrag sideways to change it", whole(entry->row + 1), whole(entry->column + 1),
             number(question(entry->row, entry->column), 4)));
  if (!entry->value) return;
  Matrix Z = question;
  Z(entry->row, entry->column) = std::round(*entry->value / kGrain) * kGrain;
  drawing.values.set_list("question", question_list(Z));
  drawing.values.choose("ask", "edited");
}

// Each entry's value, in the ink that can be read on its colour.
void write_entries(Canvas& canvas, const Matrix& Z, const MatrixView& view) {
  const Rect first = view.cell(0, 0);
  const Size size = first.w >= 2.6F * canvas.em ? Size::small : Size::script;
  if (first.w < text_width(canvas, "−0.0", {.size = size})) return;
  for (int column = 0; column < view.columns; ++column) {
    for (int row = 0; row < view.rows; ++row) {
      const double value = Z(row, column);
      const Colour back = diverging(value / kColourLimit, canvas.dark);
      const bool plain = contrast(back, canvas.colour(Ink::ink)) >= contrast(back, canvas.colour(Ink::paper));
      text(canvas, view.cell(row, column), fixed(value, 1),
           {.ink = plain ? Ink::ink : Ink::paper, .size = size, .along = Along::centre, .upright = Upright::middle});
    }
  }
}

// With what its rows and its last column are; returns what is to the right of it.
Rect draw_question(Drawing& drawing, const Matrix& Z, Rect box) {
  Canvas& canvas = drawing.canvas;
  TextStyle small = kSmall;
  small.upright = Upright::middle;
  const Rect top = box.take_top(line_height(canvas, Size::small), 2);
  const Rect side = box.take_left(kMargin * canvas.em, 0);
  const MatrixData data = data_of(Z);
  const auto view =
      matrix(canvas, box, data, {.symbol = "Z", .limit = kColourLimit, .block_rows = data.rows / 2, .name = false});
  write_entries(canvas, Z, view);
  const float half = view.cells.h / 2;
  text(canvas, Rect{side.x, view.cells.y, side.w, half}, tr("keys"), small);
  text(canvas, Rect{side.x, view.cells.y + half, side.w, half}, tr("values"), small);
  small.along = Along::centre;
  text(canvas, Point{view.cell(0, view.columns - 1).centre().x, top.centre().y}, tr("asks"), small);
  edit_entries(drawing, Z, view);
  const float taken = view.cells.right() + 2.5F * kGrid;
  return {taken, top.y, std::max(0.F, box.right() - taken), view.cells.bottom() - top.y};
}

// --- The verdict ----------------------------------------------------------------------------------------------------

std::string verdict(const Result& result, const Answer& answer) {
  if (answer.is_empty()) return tr("A question of zeros: every attention layer answers it with zeros.");
  if (result.null_count() == 0)
    return tr("Only one function fits the data; its training error gives the impostor away.");
  if (answer.is_certain()) return tr("Every model that fits the data answers this alike, whatever it does elsewhere.");
  return tr("Models that fit equally well, with $W$ a distance of %1 apart, may differ here by up to %2.",
            number(result.distance, 2), number(answer.reach, 3));
}

// The features of the question as an arrow of length 1: along what the data see, and lifted by rho out of it.
void draw_lift(const Result& result, Canvas& canvas, Rect box, double rho) {
  const float line_height = plot::line_height(canvas, Size::small);
  const Rect room = box.inset(4, line_height + 4, 0, line_height + 4);
  const float length = std::min({room.h, room.w - 2 * canvas.em, 9 * canvas.em});
  if (length < 3 * canvas.em) return;
  const Point foot{room.x, room.y + length};
  const auto at = [&](double along, double up) {
    return Point{foot.x + length * static_cast<float>(along), foot.y - length * static_cast<float>(up)};
  };
  const Colour axis = canvas.colour(Ink::quiet);
  line(canvas, foot, at(1.08, 0), axis);
  TextStyle name = kSmall;
  name.max_width = box.right() - foot.x;
  text(canvas, Point{foot.x, foot.y + 4}, tr("what the data see"), name);
  line(canvas, foot, at(0, 1.08), axis);
  text(canvas, Point{foot.x, room.y - line_height - 6},
       result.null_count() > 0 ? tr("what they never saw") : tr("never seen: nothing"), name);
  constexpr int kPieces = 24;
  const auto around = [&](int k) {
    const double angle = k * std::numbers::pi / (2 * kPieces);
    return at(std::cos(angle), std::sin(angle));
  };
  for (int k = 0; k < kPieces; ++k) line(canvas, around(k), around(k + 1), canvas.colour(Ink::hairline));
  const Point tip = at(std::sqrt(1 - rho * rho), rho);
  dashed_line(canvas, {tip.x, foot.y}, tip, canvas.colour(Ink::ink), 1.5F);
  arrow(canvas, foot, tip, canvas.colour(Ink::Z), 2.5F);
  if (length * static_cast<float>(rho) > 1.2F * line_height) {
    text(canvas, Point{tip.x + 5, (tip.y + foot.y) / 2}, "$ρ$", {.upright = Upright::middle});
  }
}

void draw_verdict(const Result& result, Drawing& drawing, const Answer& answer, Rect box) {
  Canvas& canvas = drawing.canvas;
  const std::string rho = answer.is_empty() ? tr("nothing asked") : "$ρ$ = " + number(answer.rho, 2);
  headline_number(canvas, box, rho, verdict(result, answer));
  const float height = 2 * canvas.em;
  if (drawing.values.choice("ask") == "edited" && box.h >= height) {
    const std::string_view undo = tr("Undo my edits");
    const float width = text_width(canvas, undo) + 2 * canvas.em;
    if (button(canvas, "certificate.undo", box.take_top(height, kGrid).take_left(width), undo)) {
      drawing.values.set_list("question", {});
      drawing.values.choose("ask", "gaussian");
    }
  }
  if (answer.misfit) {
    paragraph(canvas, box, tr("The edited question was of another size; a Gaussian one stands in for it."), kSmall);
  } else if (!answer.is_empty()) {
    draw_lift(result, canvas, box, answer.rho);
  }
}

// --- The numbers ----------------------------------------------------------------------------------------------------

float width_of(const Canvas& canvas, const std::vector<Fact>& list) {
  float width = 0;
  for (const Fact& fact : list) {
    const float value = text_width(canvas, fact.value, {.face = Face::semibold});
    width = std::max(width, text_width(canvas, fact.name, {}) + value + 2 * kGrid);
  }
  return width;
}

// Under the verdict where there is room, else under the question.
void draw_comparison(const Result& result, Canvas& canvas, const Answer& answer, Rect& words, Rect& box) {
  const std::vector<Fact> list = {
      {tr("Training error, fit"), number(result.fit_error, 2)},
      {tr("Training error, impostor"), number(result.impostor_error, 2)},
      {tr("Answers apart by"), number(answer.apart, 3)},
      result.null_count() > 0 ? Fact{tr("$ρ$ allows at most"), number(answer.reach, 3)}
                              : Fact{tr("$λ_{min}$ allows at most"), number(answer.bound, 3)},
  };
  const float line = 1.9F * canvas.em;
  const float all = line * static_cast<float>(list.size()) + 2;
  const float said =
      line_height(canvas, Size::title) + paragraph_height(canvas, words.w, verdict(result, answer), kSmall);
  if (words.w > width_of(canvas, list) && words.h > all + said + 3 * canvas.em) {
    facts(canvas, words.take_bottom(all, kGrid), list);
    return;
  }
  // Answers without room say nothing: where it is short they go before the last of the facts.
  constexpr float kAnswers = 11;  // em, at least
  const float room = std::max(2 * line + 2, box.h - kAnswers * canvas.em);
  facts(canvas, box.take_top(std::min(all, room), 1.5F * kGrid), list);
}

}  // namespace

void draw_question_panel(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  if (result.reached < Step::models) {
    heading(canvas, box, tr("One question, two answers"), tr("Both models come when the data are there."));
    return;
  }
  const Answer answer = answer_question(result, drawing.values);
  heading(canvas, box, tr("One question $Z$, two answers"),
          tr("The last column asks, the others are what it may look up. Drag an entry sideways."));
  // Square entries, as large as the panel allows.
  const float small = line_height(canvas, Size::small);
  const auto rows = static_cast<float>(answer.Z.rows());
  const float width = (0.56F * box.w - kMargin * canvas.em) / static_cast<float>(answer.Z.cols());
  const float height = (0.48F * box.h - small) / rows;
  const float entry = std::clamp(std::min(width, height), 8.F, 42.F);
  Rect words = draw_question(drawing, answer.Z, box.take_top(entry * rows + small + 2, 1.5F * kGrid));
  draw_comparison(result, canvas, answer, words, box);
  draw_verdict(result, drawing, answer, words);
  draw_answers(canvas, answer, box);
}

}  // namespace figures::certificate
