// One question of figure "certificate": what two models answer, and whether that could be known beforehand.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "figures/certificate/picture.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::certificate {
namespace {

constexpr TextStyle kSmall = {.ink = Ink::quiet, .size = Size::small};
constexpr float kAnswers = 11;  // em, at least

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
  const auto asked = drawing.values.choice("ask");
  if (asked == "edited" && box.h >= height) {
    const float width = std::min(box.w, text_width(canvas, tr("Undo my edits"), {}) + 2 * canvas.em);
    Rect place = box.take_top(height, kGrid);
    place.w = width;
    if (button(canvas, "certificate.undo", place, tr("Undo my edits"))) {
      drawing.values.set_list("question", {});
      drawing.values.choose("ask", "gaussian");
    }
  }
  if (answer.misfit) {
    paragraph(canvas, box, tr("The edited question was of another size; a Gaussian one stands in for it."), kSmall);
    return;
  }
  if (!answer.is_empty()) draw_lift(result, canvas, box, answer.rho);
}

// The largest that the two answers may be apart, by the certificate that holds.
Fact most_apart(const Result& result, const Answer& answer) {
  if (result.null_count() > 0) return {tr("$ρ$ allows at most"), number(answer.reach, 3)};
  return {tr("$λ_{min}$ allows at most"), number(answer.bound, 3)};
}

std::vector<Fact> comparison(const Result& result, const Answer& answer) {
  return {{tr("Training error, fit"), number(result.fit_error, 2)},
          {tr("Training error, impostor"), number(result.impostor_error, 2)},
          {tr("Answers apart by"), number(answer.apart, 3)},
          most_apart(result, answer)};
}

// Square entries, as large as the panel allows.
float entry_size(const Canvas& canvas, const Rect& box, const Matrix& Z) {
  const float width = (0.56F * box.w - kQuestionMargin * canvas.em) / static_cast<float>(Z.cols());
  const float height = (0.48F * box.h - line_height(canvas, Size::small)) / static_cast<float>(Z.rows());
  return std::clamp(std::min(width, height), 8.F, 42.F);
}

float width_of(const Canvas& canvas, const std::vector<Fact>& list) {
  float width = 0;
  for (const Fact& fact : list) {
    const float value = text_width(canvas, fact.value, {.face = Face::semibold});
    width = std::max(width, text_width(canvas, fact.name, {}) + value + 2 * kGrid);
  }
  return width;
}

// The facts stand under the verdict where there is room, else under the question.
void draw_comparison(const Result& result, Canvas& canvas, const Answer& answer, Rect& words, Rect& box) {
  const std::vector<Fact> list = comparison(result, answer);
  const float line = 1.9F * canvas.em;
  const float all = line * static_cast<float>(list.size()) + 2;
  const float said =
      line_height(canvas, Size::title) + paragraph_height(canvas, words.w, verdict(result, answer), kSmall);
  if (words.w > width_of(canvas, list) && words.h > all + said + 3 * canvas.em) {
    facts(canvas, words.take_bottom(all, kGrid), list);
    return;
  }
  // Answers without room say nothing: where it is short they go before the last of the facts.
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
  const float height = entry_size(canvas, box, answer.Z) * static_cast<float>(answer.Z.rows());
  const Rect top = box.take_top(height + line_height(canvas, Size::small) + 2, 1.5F * kGrid);
  Rect words = draw_certificate_question(drawing, answer, top);
  draw_comparison(result, canvas, answer, words, box);
  draw_verdict(result, drawing, answer, words);
  draw_certificate_answers(canvas, answer, box);
}

}  // namespace figures::certificate
