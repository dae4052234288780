// The picture of figure "certificate": questions that both models have seen, one that neither has, and on one axis what
// they answer.
#include "figures/certificate/certificate.hpp"
#include "figures/easing.hpp"
#include "plot/axes.hpp"
#include "plot/panel.hpp"

namespace figures::certificate {
namespace {

// --- The axis --------------------------------------------------------------------------------------------------------

// The next of a few round numbers, so that the axis rests while an entry is dragged.
double rounded_up(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0}) {
    if (value <= factor * unit) return factor * unit;
  }
  return 10 * unit;
}

// Where an answer stands; beyond the axis it is at its end.
Point place(const Axes& axes, double value, float y) {
  return {std::clamp(axes.x_at(value), axes.plot().x, axes.plot().right()), y};
}

// --- Marks: the fit fills, the impostor surrounds --------------------------------------------------------------------

void draw_mark(Canvas& canvas, Point at, float radius, bool impostor) {
  const Colour colour = canvas.colour(Ink::W);
  impostor ? ring(canvas, at, radius, colour, radius > 8 ? 2.5F : 1.5F) : disc(canvas, at, 0.58F * radius, colour);
}

// An answer beyond the axis has an arrow in place of its mark.
void draw_answer(Canvas& canvas, const Axes& axes, double value, Point at, float radius, bool impostor) {
  const Range& range = axes.x().range;
  if (value >= range.low && value <= range.high) return draw_mark(canvas, at, radius, impostor);
  const float inwards = value > range.high ? -2 * radius : 2 * radius;
  arrow(canvas, {at.x + inwards, at.y}, at, canvas.colour(Ink::W));
}

// Both answers leave the question together.
void draw_both(Canvas& canvas, const Axes& axes, Point from, double fit, double impostor, float radius, float share) {
  for (const bool second : {false, true}) {
    const double value = second ? impostor : fit;
    const Point end = place(axes, value, from.y);
    draw_answer(canvas, axes, value, {std::lerp(from.x, end.x, eased(share)), from.y}, radius, second);
  }
}

void draw_key(Canvas& canvas, Rect row) {
  constexpr std::array kNames = {Phrase("the fit"), Phrase("an impostor"), Phrase("the truth")};
  for (std::size_t k = 0; k < kNames.size(); ++k) {
    const Point at{row.x + 8, row.centre().y};
    if (k < 2) draw_mark(canvas, at, k == 0 ? 8.F : 6.F, k == 1);
    if (k == 2) dashed_line(canvas, {at.x, row.y}, {at.x, row.bottom()}, canvas.colour(Ink::truth), 1.5F, 3, 3);
    TextStyle style = kCaption;
    style.max_width = std::max(1.F, row.w - 19);
    const float width = text(canvas, Point{row.x + 19, row.y}, tr(kNames[k]), style);
    row.take_left(19 + width + 1.2F * canvas.em, 0);
  }
}

// --- What was seen ---------------------------------------------------------------------------------------------------

void draw_tokens(Canvas& canvas, const Matrix& Z, const Rect& box) {
  const auto rows = static_cast<int>(Z.rows());
  const auto columns = static_cast<int>(Z.cols());
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row < rows; ++row)
      fill(canvas, box.column(column, columns, 1).row(row, rows, 0), diverging(Z(row, column) / 3, canvas.dark));
  }
  outline(canvas, box.inset(-1), canvas.colour(Ink::hairline));
}

// All kinds of the examples shown, if there is but one.
std::optional<bool> common_kind(const Result& result) {
  const auto& shown = result.examples.value;
  const auto kind = [&](const Matrix& Z) { return is_gaussian(Z, result.m()); };
  const auto gaussian = std::ranges::count_if(shown, kind);
  if (gaussian != 0 && gaussian != std::ssize(shown)) return std::nullopt;
  return gaussian != 0;
}

std::string_view kind_name(bool gaussian) { return gaussian ? tr("Gaussian") : tr("orthonormal"); }

// One training example: its tokens in `side`, and both answers, which grow where they stand.
void draw_example(const Result& result, Canvas& canvas, const Axes& axes, int k, Rect side, float share) {
  const Matrix& Z = result.examples.value[static_cast<std::size_t>(k)];
  const bool gaussian = is_gaussian(Z, result.m());
  const bool alike = common_kind(result).has_value();
  const float width = 1.9F * canvas.em;
  const Rect tokens = alike ? side.take_right(width, 10) : side.take_left(width, 10);
  draw_tokens(canvas, Z, tokens.inset(0, 2, 0, 2));
  const float y = tokens.centre().y;
  if (!canvas.narrow() && !alike)
    text(canvas, side, kind_name(gaussian),
         {.ink = gaussian ? Ink::ink : Ink::quiet, .size = Size::small, .upright = Upright::middle});
  const Rect& plot = axes.plot();
  line(canvas, {plot.x, y}, {plot.right(), y}, canvas.colour(Ink::hairline), 0.75F);
  const auto answers = result.seen_answers.col(k);
  if (share <= 0) return;
  const float reach = 0.5F * side.h;
  const float radius = std::clamp(0.7F * reach, 5.F, 7.F) * eased(share);
  const float truth = place(axes, answers(2), y).x;
  dashed_line(canvas, {truth, y - reach}, {truth, y + reach}, canvas.colour(Ink::truth), 1.5F, 3, 3);
  for (const bool second : {false, true})
    draw_answer(canvas, axes, answers(second ? 1 : 0), place(axes, answers(second ? 1 : 0), y), radius, second);
  if (!canvas.hovers({tokens.x, tokens.y, plot.right() - tokens.x, tokens.h})) return;
  tooltip(canvas, {plot.x, y},
          tr("example %1 of %2, %3\nthe fit %4\nthe impostor %5\nthe truth %6", whole(k + 1), whole(result.sequences),
             kind_name(gaussian), number(answers(0), 6), number(answers(1), 6), number(answers(2), 6)));
}

void draw_examples(const Result& result, Canvas& canvas, const Axes& axes, const Rect& side, const Moment& now) {
  for (int k = 0; k < kExamples; ++k) {
    constexpr float kGrowing = 2;  // so many come at a time
    const float begun = now.seen * (kExamples + kGrowing) / kExamples - static_cast<float>(k);
    draw_example(result, canvas, axes, k, side.row(k, kExamples, 0), std::min(1.F, begun / kGrowing));
  }
}

// --- What is asked ---------------------------------------------------------------------------------------------------

// A number beside its mark, moved into the plot.
Rect label_room(const Canvas& canvas, const Axes& axes, Point at, std::string_view words, const TextStyle& style) {
  const float width = text_width(canvas, words, style);
  const float least = axes.plot().x + 4;
  const float x = std::clamp(at.x - width / 2, least, std::max(least, axes.plot().right() - width - 4));
  return {x, at.y, width, line_height(canvas, style.size)};
}

// Over the marks, moved apart where they are near; one alone where both are at an end.
void draw_labels(Canvas& canvas, const Axes& axes, Point at, std::string_view words, Point other,
                 std::string_view others) {
  const TextStyle style{.ink = Ink::W, .size = Size::small};
  const float above = at.y - 20 - line_height(canvas, Size::small);
  const float between = (at.x + other.x) / 2;
  const auto room = [&](Point mark, std::string_view label, float side) {
    const float half = text_width(canvas, label, style) / 2 + 5;
    const float x = side < 0 ? std::min(mark.x, between - half) : std::max(mark.x, between + half);
    return label_room(canvas, axes, {x, above}, label, style);
  };
  const float side = at.x <= other.x ? -1 : 1;
  const Rect first = room(at, words, side);
  const Rect second = room(other, others, -side);
  text(canvas, first, words, style);
  if (!first.overlaps(second)) text(canvas, second, others, style);
}

// From the line of the answers down to how far the two are apart.
constexpr float kGapBelow = 27;

// How far the two are apart, under them.
void draw_gap(Canvas& canvas, const Axes& axes, Point fit, Point impostor, std::string_view words) {
  const float y = fit.y + 20;
  const auto [left, right] = std::minmax(fit.x, impostor.x);
  if (right - left > 10) {
    const Colour ink = canvas.colour(Ink::ink);
    line(canvas, {left, y}, {right, y}, ink, 1.5F);
    for (const float x : {left, right}) line(canvas, {x, y - 5}, {x, y + 5}, ink, 1.5F);
  }
  const TextStyle style{.size = Size::title, .face = Face::semibold};
  text(canvas, label_room(canvas, axes, {(left + right) / 2, fit.y + kGapBelow}, words, style), words, style);
}

std::string gap_words(const Answer& answer, double gap) {
  if (answer.is_empty()) return tr("nothing asked");
  if (answer.is_certain() && gap < 1e-9) return tr("one answer");
  return tr("%1 apart", number(gap, 3));
}

// Both answers to the question, on a line through the upper part of `lane`.
void draw_new_answers(const Result& result, Canvas& canvas, const Axes& axes, const Answer& answer, Point from,
                      const Moment& now) {
  const Index k = result.telling();
  const double fit = answer.fit(k);
  const double impostor = fit + result.pull * (answer.impostor(k) - fit);
  const Point at = place(axes, fit, from.y);
  const Point other = place(axes, impostor, from.y);
  const Rect& plot = axes.plot();
  line(canvas, {plot.x, from.y}, {plot.right(), from.y}, canvas.colour(Ink::quiet), 0.75F);
  const float truth = place(axes, answer.truth(k), from.y).x;
  if (now.is_end())
    dashed_line(canvas, {truth, from.y - 18}, {truth, from.y + 18}, canvas.colour(Ink::truth), 1.5F, 3, 3);
  if (now.answered > 0) {
    draw_both(canvas, axes, from, fit, impostor, 11, now.answered);
  } else {
    disc(canvas, {plot.centre().x, from.y}, 16, canvas.colour(Ink::raised));
    text(canvas, around({plot.centre().x, from.y}, 16), "?", centred(Ink::quiet, Size::title, Face::semibold));
  }
  if (!now.is_end()) return;
  const bool narrow = canvas.narrow();
  draw_labels(canvas, axes, at, tr(narrow ? Phrase("fit %1") : Phrase("the fit: %1"), number(fit, 3)), other,
              tr(narrow ? Phrase("impostor %1") : Phrase("the impostor: %1"), number(impostor, 3)));
  draw_gap(canvas, axes, at, other, gap_words(answer, std::abs(impostor - fit)));
  if (canvas.hovers({plot.x, from.y - 20, plot.w, 40})) {
    tooltip(canvas, at,
            tr("first number of the answer\nthe fit %1\nthe impostor %2\nthe truth %3", number(fit, 6),
               number(impostor, 6), number(answer.truth(k), 6)));
  }
}

// The sentence, and the way back from what was edited.
void draw_words(const Result& result, Drawing& drawing, const Answer& answer, Rect box) {
  Canvas& canvas = drawing.canvas;
  if (drawing.values.choice("ask") == "edited") {
    const std::string_view undo = tr("Undo my edits");
    const float width = text_width(canvas, undo) + 2 * canvas.em;
    const Rect place = canvas.narrow() ? box.take_bottom(2 * canvas.em) : box.take_right(width, 2 * kGrid);
    if (button(canvas, "certificate.undo", {place.x, place.bottom() - 2 * canvas.em, width, 2 * canvas.em}, undo)) {
      drawing.values.set_list("question", {});
      drawing.values.choose("ask", "gaussian");
    }
  }
  const std::string words = answer.misfit ? misfit_words(answer) : verdict(result, answer);
  const float height = paragraph_height(canvas, box.w, words, kCaption);
  paragraph(canvas, canvas.narrow() ? box : box.take_bottom(std::min(height, box.h)), words, kCaption);
}

std::string training_words(const Result& result) {
  const double risen = result.fit_error + result.pull * result.pull * (result.impostor_error - result.fit_error);
  return tr("Training errors: the fit %1, the impostor %2; $λ_{min}$ = %3", number(result.fit_error, 1),
            number(std::max(risen, 0.0), 1), number(result.lambda_min, 2));
}

}  // namespace

Range answer_range(const Result& result, const Answer& answer) {
  constexpr double kLeast = 4;       // most training examples are answered within it
  constexpr double kMostRho = 0.37;  // of all but a few questions
  const double truth = answer.truth(result.telling());
  const double reach = kMostRho * result.distance * answer.scaled;
  // The impostor was made to answer the Gaussian question with more.
  const double below = answer.ask == Ask::gaussian ? 1 : reach;
  return {-rounded_up(std::max(kLeast, below - truth)), rounded_up(std::max(kLeast, truth + reach))};
}

void draw_answers(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  if (result.reached < Step::models) {
    return heading(canvas, box, tr("Two models that fit"),
                   tr("They come when the data are there: %1 of %2 examples.", whole(result.sequences),
                      whole(drawing.settings.number("N"))));
  }
  const bool narrow = canvas.narrow();
  const float small = line_height(canvas, Size::small);
  const Moment now = moment_of(drawing.values);
  const Answer answer = answer_question(result, drawing.values);

  const Rect title = box.take_top(line_height(canvas), 2);
  const Rect caption = box.take_top(small, kGrid);
  const float margin = narrow ? 2.6F * canvas.em : 14 * canvas.em;
  const float ticks = 2 * small + 12;
  // In a low picture the examples stand closer, so that the question keeps its room.
  const float spare = (box.h - ticks - 12 * canvas.em) / kExamples;
  const float row = narrow ? 1.15F * canvas.em : std::clamp(spare, 0.75F * canvas.em, 1.55F * canvas.em);
  Rect examples = box.take_top(kExamples * row, 1.5F * kGrid);
  Rect band = box.inset(0, 0, 0, ticks);
  fill(canvas, band, canvas.colour(Ink::raised), {6});
  const Rect plot{box.x + margin, title.y, box.w - margin, box.bottom() - title.y};
  const Axes axes =
      draw_axes(canvas, plot, {.range = answer_range(result, answer), .name = tr("first number of the answer")},
                {.ticks = false});

  // The head of the table.
  const auto kind = common_kind(result);
  const std::string count = tr("%1 of %2", whole(kExamples), whole(result.sequences));
  const float beside = narrow ? text_width(canvas, count, kCaption) + kGrid : 0;
  text(canvas, title, tr("Seen in training"), {.face = Face::semibold, .max_width = title.w - beside});
  if (narrow) {
    draw_key(canvas, caption);
    text(canvas, title, count, {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
  } else {
    TextStyle style = kCaption;
    style.max_width = margin - kGrid;
    text(canvas, caption, count, style);
    draw_key(canvas, {axes.plot().x, title.y, axes.plot().w, small});
    const Rect errors{axes.plot().x, caption.y, axes.plot().w, small};
    std::string keys;
    if (kind) keys = *kind ? tr("Gaussian keys and values.") : tr("Orthonormal keys and values.");
    const std::string training = now.seen == kExamples ? training_words(result) : "";
    const std::string both = passage({keys, training});
    text(canvas, errors, text_width(canvas, both, kCaption) <= errors.w ? both : training, kCaption);
  }
  draw_examples(result, canvas, axes, examples.take_left(margin - kGrid, 0), now);

  // The new question, beside its answers or above them.
  Rect asked = narrow ? band.take_top(band.h - 6.6F * canvas.em, 0) : band.take_left(margin, 0);
  asked = asked.inset(10, 8, 8, narrow ? 0 : 8);
  Rect words{axes.plot().x + kGrid, band.y + 0.7F * band.h, axes.plot().w - 2 * kGrid, 0.3F * band.h - kGrid};
  if (narrow) words = asked.take_right(0.52F * asked.w, kGrid);
  const Rect name = (narrow ? words : asked).take_top(line_height(canvas), 2);
  const bool seen = drawing.values.choice("ask") == "seen";
  text(canvas, name, seen ? tr("An example again: $Z$") : tr("A new question $Z$"), {.face = Face::semibold});
  const Rect cells = draw_question(drawing, answer.Z, asked, now.asked);
  // In a low picture the answers stand higher, so that how far they are apart has room above the sentence.
  const float lowest = narrow ? band.bottom() : words.y - kGapBelow - line_height(canvas, Size::title);
  const Point from{narrow ? band.x + 16 : cells.right() + 12, std::min(band.y + 0.44F * band.h, lowest)};
  draw_new_answers(result, canvas, axes, answer, from, now);
  if (now.is_end()) draw_words(result, drawing, answer, words);
}

void draw(const Result& result, Drawing& drawing) {
  const Rect area = drawing.canvas.area.inset(2);
  if (compares_mixtures(drawing.settings)) return draw_mixtures(result, drawing, area);
  switch (static_cast<Shown>(drawing.values.integer("view"))) {
    case Shown::answers: return draw_answers(result, drawing, area);
    case Shown::eigenvalues: return draw_spectrum(result, drawing.canvas, area);
    case Shown::descent: return draw_descent(result, drawing.canvas, area);
  }
}

}  // namespace figures::certificate
