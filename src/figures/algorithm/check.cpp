// The last stage of figure "algorithm": the learned heads against what they have not seen.
#include <algorithm>
#include <string>
#include <vector>

#include "figures/algorithm/picture.hpp"
#include "figures/heads_picture.hpp"
#include "plot/bars.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/scatter.hpp"

namespace figures::algorithm {
namespace {

using plot::Axes;
using plot::Canvas;
using plot::Fact;
using plot::Ink;
using plot::Rect;
using plot::Size;

using Result = AlgorithmResult;

// --- Check
// ------------------------------------------------------------------------------------------------------------

// At most `most` of the values, evenly taken.
std::vector<double> thinned(const learner::Vector& values, learner::Index most) {
  const learner::Index taken = std::min(values.size(), most);
  std::vector<double> some;
  for (learner::Index k = 0; k < taken; ++k) some.push_back(values(k * values.size() / taken));
  return some;
}

constexpr learner::Index kMostPoints = 1500;

void coefficients(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, "Recovered against true coefficients",
          "Each dot is one of the " + plot::whole(static_cast<double>(result.truth.size())) +
              " coefficients of the features. Relative distance: " + plot::number(result.distance) + ".");
  const std::vector<double> x = thinned(result.truth, kMostPoints);
  const std::vector<double> y = thinned(result.recovered, kMostPoints);
  const plot::Range range = joined(plot::range_of(x), plot::range_of(y));
  const Axes axes = draw_axes(canvas, box, {.range = range, .name = "true"}, {.range = range, .name = "recovered"});
  identity_line(canvas, axes);
  const auto hovered = scatter(canvas, axes, x, y, {.ink = Ink::W});
  if (hovered) {
    tooltip(canvas, axes.at(x[*hovered], y[*hovered]),
            "true " + plot::number(x[*hovered], 6) + "\nrecovered " + plot::number(y[*hovered], 6));
  }
}

// Each output of one fresh answer: the truth hollow, the heads' answer solid.
void fresh_answer(const Result& result, Canvas& canvas, Rect box) {
  headline_number(canvas, box, plot::number(result.test_error),
                  "mean squared error of the heads on " +
                      plot::counted(static_cast<double>(result.test_rows), "question", "questions") +
                      " they never saw");
  const learner::Vector truth = result.answer.col(0);
  const learner::Vector guess = result.prediction.col(0);
  std::vector<double> places;
  for (int k = 0; k < truth.size(); ++k) places.push_back(k + 1);
  const plot::Range range = joined(plot::range_of(span_of(truth), plot::Scale::linear, 0.15),
                                   plot::range_of(span_of(guess), plot::Scale::linear, 0.15));
  const Rect key = box.take_top(line_height(canvas, Size::small), 10);
  const float y = key.centre().y;
  ring(canvas, {key.x + 6, y}, 5, canvas.colour(Ink::truth));
  const float width =
      text(canvas, plot::Point{key.x + 18, key.y}, "the truth", {.ink = Ink::quiet, .size = Size::small});
  disc(canvas, {key.x + width + 42, y}, 3, canvas.colour(Ink::W));
  text(canvas, plot::Point{key.x + width + 52, key.y}, "the learned heads", {.ink = Ink::quiet, .size = Size::small});
  const Axes axes =
      draw_axes(canvas, box, plot::bar_axis(static_cast<std::size_t>(truth.size()), "output of one fresh answer"),
                {.range = range, .name = "value"});
  scatter(canvas, axes, places, span_of(truth), {.ink = Ink::truth, .radius = 6, .hollow = true});
  const auto hovered = scatter(canvas, axes, places, span_of(guess), {.ink = Ink::W, .radius = 3, .amount = 1});
  if (hovered) {
    const auto k = static_cast<learner::Index>(*hovered);
    tooltip(canvas, axes.at(places[*hovered], guess(k)),
            "heads " + plot::number(guess(k), 12) + "\ntruth " + plot::number(truth(k), 12));
  }
}

void check_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  box = box.fit(1, 1);
  outline(canvas, box, canvas.colour(Ink::hairline), 1, {2});
  dashed_line(canvas, {box.x, box.bottom()}, {box.right(), box.y}, canvas.colour(Ink::truth));
  const std::vector<double> x = thinned(result.truth, 120);
  const std::vector<double> y = thinned(result.recovered, 120);
  const Axes axes(box.inset(3), {.range = plot::range_of(x)}, {.range = plot::range_of(x)});
  const plot::Clip clip(canvas, box);
  for (std::size_t k = 0; k < x.size(); ++k) disc(canvas, axes.at(x[k], y[k]), 1.6F, canvas.colour(Ink::W));
}

// --- Check, for text
// --------------------------------------------------------------------------------------------------

// White space that would not be seen, made visible.
std::string visible_token(const std::string& token) {
  if (token == " ") return "a blank";
  if (token == "\n") return "a new line";
  return "“" + token + "”";
}

bool is_space(const std::string& token) { return token == " " || token == "\n" || token == "\t"; }

// Where a held-out passage's tokens stand: like set text, broken between words.
class PassageSetter {
 public:
  PassageSetter(const Canvas& canvas, const Result& result, const Rect& box)
      : canvas_(canvas), result_(result), box_(box), line_(1.75F * canvas.em) {}

  // The place of token k; tokens must be asked for in order.
  Rect place(std::size_t k) {
    const float width = width_of(k);
    const bool starts_word = k == 0 || result_.words || is_space(result_.actual[k - 1]);
    if (x_ > 0 && starts_word && x_ + word_width(k) > box_.w) {
      x_ = 0;
      y_ += line_;
    }
    const Rect rect{box_.x + x_, box_.y + y_, width, line_};
    x_ += width + (result_.words ? 0.35F * canvas_.em : 0);
    return rect;
  }

 private:
  float width_of(std::size_t k) const {
    const std::string& token = result_.actual[k];
    return text_width(canvas_, is_space(token) ? " " : token, {.verbatim = true});
  }
  // From token k to the next blank.
  float word_width(std::size_t k) const {
    float width = width_of(k);
    for (++k; !result_.words && k < result_.actual.size() && !is_space(result_.actual[k]); ++k) width += width_of(k);
    return width;
  }

  const Canvas& canvas_;
  const Result& result_;
  Rect box_;
  float line_;
  float x_ = 0;
  float y_ = 0;
};

void held_out_passage(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, "Held-out text, token by token",
          "Green and underlined: guessed right from what stood before. None of this was learned from; point at a token "
          "to see "
          "the guess.");
  PassageSetter setter(canvas, result, box);
  for (std::size_t k = 0; k < result.actual.size(); ++k) {
    const Rect rect = setter.place(k);
    if (rect.bottom() > box.bottom()) return;
    const bool right = result.predicted[k] == result.actual[k];
    if (right) fill(canvas, {rect.x, rect.bottom() - 5, rect.w, 2}, canvas.colour(Ink::Q));
    if (!is_space(result.actual[k])) {
      text(canvas, rect, result.actual[k],
           {.ink = right ? Ink::Q : Ink::ink, .upright = plot::Upright::middle, .verbatim = true});
    }
    if (canvas.hovers(rect)) {
      tooltip(canvas, {rect.centre().x, rect.y},
              "guessed " + visible_token(result.predicted[k]) + "\nin truth " + visible_token(result.actual[k]));
    }
  }
}

void against_trivial(const Result& result, Canvas& canvas, Rect box) {
  headline_number(canvas, box, plot::percent(result.relative_error) + " of the trivial error",
                  "held-out squared error of the learned heads, against always answering the mean token");
  facts(canvas, box,
        std::vector<Fact>{{"Squared error, learned", plot::number(result.test_error)},
                          {"Squared error, mean token", plot::number(result.trivial_error)},
                          {"Right next token, learned", plot::percent(result.accuracy)},
                          {"Right next token, most frequent", plot::percent(result.trivial_accuracy)},
                          {"Tokens in the text", plot::whole(static_cast<double>(result.tokens))},
                          {"Different tokens", plot::whole(static_cast<double>(result.vocabulary))}});
}

void text_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  box = box.fit(1, 1);
  const float learned = box.h * static_cast<float>(std::clamp(result.relative_error, 0.0, 1.0));
  const Rect left = box.column(0, 2, 6);
  const Rect right = box.column(1, 2, 6);
  fill(canvas, left, canvas.colour(Ink::truth));
  fill(canvas, {right.x, right.bottom() - learned, right.w, learned}, canvas.colour(Ink::W));
}

}  // namespace

StagePanels check_panels() { return {coefficients, fresh_answer, check_thumbnail}; }

StagePanels text_check_panels() { return {held_out_passage, against_trivial, text_thumbnail}; }

}  // namespace figures::algorithm
