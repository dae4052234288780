// One question of figure "certificate": its numbers, to be dragged, what two models answer, and whether that could be
// known beforehand.
#include <numbers>

#include "figures/certificate/certificate.hpp"
#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"
#include "plot/bars.hpp"
#include "plot/cells.hpp"

namespace figures::certificate {
namespace {

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
  TextStyle small = kCaption;
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
  TextStyle name = kCaption;
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
    paragraph(canvas, box, tr("The edited question was of another size; a Gaussian one stands in for it."), kCaption);
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
      line_height(canvas, Size::title) + paragraph_height(canvas, words.w, verdict(result, answer), kCaption);
  if (words.w > width_of(canvas, list) && words.h > all + said + 3 * canvas.em) {
    facts(canvas, words.take_bottom(all, kGrid), list);
    return;
  }
  // Answers without room say nothing: where it is short they go before the last of the facts.
  constexpr float kAnswers = 11;  // em, at least
  const float room = std::max(2 * line + 2, box.h - kAnswers * canvas.em);
  facts(canvas, box.take_top(std::min(all, room), 1.5F * kGrid), list);
}

// --- The answers: bars side by side ---------------------------------------------------------------------------------

// The next of a few round numbers: an axis that rests while an entry is dragged.
double rounded_up(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0}) {
    if (value <= factor * unit) return factor * unit;
  }
  return 10 * unit;
}

Range answer_range(const Answer& answer) {
  double low = 0;
  double high = 0;
  for (const Vector* values : {&answer.truth, &answer.fit, &answer.impostor}) {
    low = std::min(low, values->minCoeff());
    high = std::max(high, values->maxCoeff());
  }
  // Rounding errors are no answer.
  constexpr double kLeast = 1e-6;
  const Range range{-rounded_up(-low), rounded_up(high)};
  return range.high - range.low < kLeast ? Range{-1, 1} : range;
}

void draw_fit_bar(Canvas& canvas, const Rect& bar) { fill(canvas, bar, canvas.colour(Ink::W)); }

// Not by colour alone: pale, with an outline.
void draw_impostor_bar(Canvas& canvas, const Rect& bar) {
  fill(canvas, bar, tint(Ink::W, 0.22F, canvas.dark));
  outline(canvas, bar, canvas.colour(Ink::W), 1.25F);
}

void draw_truth_line(Canvas& canvas, const Rect& bar) {
  const float y = bar.centre().y;
  dashed_line(canvas, {bar.x - 3, y}, {bar.right() + 3, y}, canvas.colour(Ink::truth), 2, 4, 2.5F);
}

void draw_key(Canvas& canvas, Rect row) {
  struct Swatch {
    Phrase words;
    void (*draw)(Canvas&, const Rect&);
  };
  constexpr std::array kSwatches = {Swatch{Phrase("the fit"), draw_fit_bar},
                                    Swatch{Phrase("the impostor"), draw_impostor_bar},
                                    Swatch{Phrase("the truth"), draw_truth_line}};
  for (const Swatch& swatch : kSwatches) {
    swatch.draw(canvas, {row.x + 3, row.centre().y - 5, 14, 10});
    const float width = text(canvas, Point{row.x + 24, row.y}, tr(swatch.words),
                             {.ink = Ink::quiet, .size = Size::small, .max_width = std::max(1.F, row.w - 24)});
    row.take_left(width + 24 + 1.3F * canvas.em, 0);
  }
}

Rect bar_between(const Axes& axes, double value, float x, float width) {
  const float foot = axes.y_at(0);
  const float top = axes.y_at(value);
  return {x, std::min(foot, top), width, std::max(1.5F, std::abs(foot - top))};
}

void draw_output(Canvas& canvas, const Axes& axes, const Answer& answer, int k) {
  const float middle = axes.x_at(k + 1.0);
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const float width = std::min(0.36F * pitch, 26.F);
  draw_fit_bar(canvas, bar_between(axes, answer.fit(k), middle - width - 1, width));
  draw_impostor_bar(canvas, bar_between(axes, answer.impostor(k), middle + 1, width));
  draw_truth_line(canvas, {middle - width - 1, axes.y_at(answer.truth(k)), 2 * width + 2, 0});
  if (!canvas.hovers({middle - pitch / 2, axes.plot().y, pitch, axes.plot().h})) return;
  tooltip(canvas, canvas.pointer.at,
          tr("output %1\nthe fit %2\nthe impostor %3\nthe truth %4", whole(k + 1), number(answer.fit(k), 6),
             number(answer.impostor(k), 6), number(answer.truth(k), 6)));
}

void draw_answers(Canvas& canvas, const Answer& answer, Rect box) {
  draw_key(canvas, box.take_top(line_height(canvas, Size::small), 6));
  const auto count = static_cast<int>(answer.truth.size());
  const Axes axes = draw_axes(canvas, box, bar_axis(static_cast<std::size_t>(count), tr("output")),
                              {.range = answer_range(answer), .name = tr("answer")});
  line(canvas, {axes.plot().x, axes.y_at(0)}, {axes.plot().right(), axes.y_at(0)}, canvas.colour(Ink::quiet));
  for (int k = 0; k < count; ++k) draw_output(canvas, axes, answer, k);
}

}  // namespace

std::vector<double> question_list(const Matrix& Z) { return {Z.data(), Z.data() + Z.size()}; }

Answer answer_question(const Result& result, const Values& values) {
  constexpr auto kLast = learner::Targets::last;
  Answer answer{.ask = static_cast<Ask>(values.integer("ask"))};
  const std::span<const double> list = values.list("question");
  if (answer.ask == Ask::edited && std::ssize(list) != result.questions.front().size()) {
    // It was edited for another key size, or not yet: the Gaussian question stands in for it.
    answer.ask = Ask::gaussian;
    answer.misfit = !list.empty();
  }
  answer.Z = answer.ask == Ask::edited ? Matrix(Eigen::Map<const Matrix>(list.data(), result.d(), result.m() + 1))
                                       : result.questions[static_cast<std::size_t>(answer.ask)];
  const Matrix& Z = answer.Z;
  answer.truth = learner::evaluate_folded(result.truth, Z, kLast).col(0);
  answer.fit = learner::evaluate_folded(result.fit, Z, kLast).col(0);
  answer.impostor = learner::evaluate_folded(result.impostor, Z, kLast).col(0);
  answer.features = learner::folded_features(Z, Z.cols() - 1, Z.cols()).norm();
  // rho takes the basis alone: a result keeps no more of a learner::NullSpace.
  const double rho = learner::rho({.basis = result.unseen, .d = result.d()}, Z, kLast)(0);
  answer.rho = rho > result.resolution ? rho : 0;
  answer.apart = (answer.fit - answer.impostor).norm();
  answer.scaled = learner::scaled_features(Z, kLast).norm();
  answer.reach = result.distance * answer.rho * answer.scaled;
  answer.excess = std::max(result.rise, 0.0);
  if (result.lambda_min > 0) {
    const double squared = answer.features * answer.features;
    answer.bound = std::sqrt(learner::disagreement_bound(answer.excess, result.lambda_min, squared));
    answer.printed = answer.excess / result.lambda_min * std::pow(Z.squaredNorm(), 3);
    if (answer.printed > 0 && answer.apart > 0) {
      answer.violated_below = result.distance * answer.apart / answer.printed;
      answer.violated_divided = std::cbrt(answer.printed / answer.apart);
    }
  }
  return answer;
}

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
