// The last stage of figure "algorithm": the learned heads against what they have not seen.
#include "figures/algorithm/algorithm.hpp"
#include "plot/bars.hpp"

namespace figures::algorithm {
namespace {

// --- Dots on a line --------------------------------------------------------------------------------------------------

// What was learned over what is true, a dot each, and the line on which they are equal.
struct Dots {
  std::span<const double> truth;
  std::span<const double> answer;
  Range range;  // of both axes
};

// With the words of `tip`, a function of a dot's index, at the dot under the pointer.
void draw_dots(Canvas& canvas, const Rect& box, const Dots& dots, std::string_view truth_name,
               std::string_view answer_name, const auto& tip) {
  const Axes axes =
      draw_axes(canvas, box, {.range = dots.range, .name = truth_name}, {.range = dots.range, .name = answer_name});
  identity_line(canvas, axes);
  const auto hovered = scatter(canvas, axes, dots.truth, dots.answer, {.ink = Ink::W});
  if (hovered) tooltip(canvas, axes.at(dots.truth[*hovered], dots.answer[*hovered]), tip(*hovered));
}

// Every `step`-th of them, without words.
void dots_thumbnail(Canvas& canvas, Rect box, const Dots& dots, std::size_t step = 1) {
  box = box.fit(1, 1);
  outline(canvas, box, canvas.colour(Ink::hairline), 1, {2});
  dashed_line(canvas, {box.x, box.bottom()}, {box.right(), box.y}, canvas.colour(Ink::truth));
  const Axes axes(box.inset(3), {.range = dots.range}, {.range = dots.range});
  const Clip clip(canvas, box);
  for (std::size_t k = 0; k < dots.truth.size(); k += step) {
    disc(canvas, axes.at(dots.truth[k], dots.answer[k]), 1.6F, canvas.colour(Ink::W));
  }
}

// --- Against always answering the mean -------------------------------------------------------------------------------

void share_of_trivial(const Result& result, Canvas& canvas, Rect& box, std::string_view meaning) {
  headline_number(canvas, box, tr("%1 of the trivial error", percent(result.relative_error)), meaning);
}

// The heads' error, that of the mean, and what else there is to say.
void error_facts(const Result& result, Canvas& canvas, const Rect& box, std::string mean, std::vector<Fact> rest) {
  rest.insert(rest.begin(), {{tr("Squared error, learned"), number(result.test_error)},
                             {std::move(mean), number(result.trivial_error)}});
  facts(canvas, box, rest);
}

// --- Against the truth -----------------------------------------------------------------------------------------------

// At most `most` of the values, evenly taken.
std::vector<double> thinned(const Vector& values, Index most) {
  const Index taken = std::min(values.size(), most);
  std::vector<double> some;
  for (Index k = 0; k < taken; ++k) some.push_back(values(learner::spread(k, taken, values.size())));
  return some;
}

constexpr Index kMostPoints = 1500;
constexpr Index kThumbnailDots = 120;

void coefficients(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("Recovered against true coefficients"),
          tr("Each dot is one of the %1 coefficients of the features. Relative distance: %2.",
             whole(result.truth.size()), number(result.distance)));
  const std::vector<double> x = thinned(result.truth, kMostPoints);
  const std::vector<double> y = thinned(result.recovered, kMostPoints);
  const Dots dots{x, y, joined(range_of(x), range_of(y))};
  draw_dots(canvas, box, dots, tr("true"), tr("recovered"),
            [&](std::size_t k) { return tr("true %1\nrecovered %2", number(x[k], 6), number(y[k], 6)); });
}

// Each output of one fresh answer: the truth hollow, the heads' answer solid.
void fresh_answer(const Result& result, Canvas& canvas, Rect box) {
  headline_number(canvas, box, number(result.test_error),
                  tr("mean squared error of the heads on %1 they never saw",
                     counted("%1 question", "%1 questions", result.test_rows)));
  const Vector truth = result.answer.col(0);
  const Vector guess = result.prediction.col(0);
  std::vector<double> places;
  for (int k = 0; k < truth.size(); ++k) places.push_back(k + 1);
  const Range range =
      joined(range_of(span_of(truth), Scale::linear, 0.15), range_of(span_of(guess), Scale::linear, 0.15));
  const Rect key = box.take_top(line_height(canvas, Size::small), 10);
  const float y = key.centre().y;
  ring(canvas, {key.x + 6, y}, 5, canvas.colour(Ink::truth));
  const float width = text(canvas, Point{key.x + 18, key.y}, tr("the truth"), kCaption);
  disc(canvas, {key.x + width + 42, y}, 3, canvas.colour(Ink::W));
  text(canvas, Point{key.x + width + 52, key.y}, tr("the learned heads"), kCaption);
  const Axes axes =
      draw_axes(canvas, box, bar_axis(static_cast<std::size_t>(truth.size()), tr("output of one fresh answer")),
                {.range = range, .name = tr("value")});
  scatter(canvas, axes, places, span_of(truth), {.ink = Ink::truth, .radius = 6, .hollow = true});
  const auto hovered = scatter(canvas, axes, places, span_of(guess), {.ink = Ink::W, .radius = 3, .amount = 1});
  if (hovered) {
    const auto k = static_cast<Index>(*hovered);
    tooltip(canvas, axes.at(places[*hovered], guess(k)),
            tr("heads %1\ntruth %2", number(guess(k), 12), number(truth(k), 12)));
  }
}

void check_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  const std::vector<double> x = thinned(result.truth, kThumbnailDots);
  dots_thumbnail(canvas, box, {x, thinned(result.recovered, kThumbnailDots), range_of(x)});
}

// --- Of a text -------------------------------------------------------------------------------------------------------

// White space that would not be seen, made visible.
std::string visible_token(const std::string& token) {
  if (token == " ") return tr("a blank");
  if (token == "\n") return tr("a new line");
  return tr("“%1”", token);
}

bool is_space(const std::string& token) { return token == " " || token == "\n" || token == "\t"; }

// Set like a text, broken between words.
void held_out_passage(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("Held-out text, token by token"),
          tr("Green and underlined: guessed right from what stood before. None of this was learned from; point at a "
             "token to see the guess."));
  const auto width_of = [&](std::size_t k) {
    return text_width(canvas, is_space(result.actual[k]) ? " " : result.actual[k], {.verbatim = true});
  };
  // From token k to the next blank.
  const auto word_width = [&](std::size_t k) {
    float width = width_of(k);
    for (++k; !result.words && k < result.actual.size() && !is_space(result.actual[k]); ++k) width += width_of(k);
    return width;
  };
  const float height = 1.75F * canvas.em;
  float x = 0;
  float y = 0;
  for (std::size_t k = 0; k < result.actual.size(); ++k) {
    const std::string& token = result.actual[k];
    const bool starts_word = k == 0 || result.words || is_space(result.actual[k - 1]);
    if (x > 0 && starts_word && x + word_width(k) > box.w) {
      x = 0;
      y += height;
    }
    const Rect rect{box.x + x, box.y + y, width_of(k), height};
    if (rect.bottom() > box.bottom()) return;
    x += rect.w + (result.words ? 0.35F * canvas.em : 0);
    const bool right = result.predicted[k] == token;
    if (right) fill(canvas, {rect.x, rect.bottom() - 5, rect.w, 2}, canvas.colour(Ink::Q));
    if (!is_space(token)) {
      text(canvas, rect, token, {.ink = right ? Ink::Q : Ink::ink, .upright = Upright::middle, .verbatim = true});
    }
    if (canvas.hovers(rect)) {
      tooltip(canvas, {rect.centre().x, rect.y},
              tr("guessed %1\nin truth %2", visible_token(result.predicted[k]), visible_token(token)));
    }
  }
}

void against_mean_token(const Result& result, Canvas& canvas, Rect box) {
  share_of_trivial(result, canvas, box,
                   tr("held-out squared error of the learned heads, against always answering the mean token"));
  error_facts(result, canvas, box, tr("Squared error, mean token"),
              {{tr("Right next token, learned"), percent(result.accuracy)},
               {tr("Right next token, most frequent"), percent(result.trivial_accuracy)},
               {tr("Tokens in the text"), whole(result.tokens)},
               {tr("Different tokens"), whole(result.vocabulary)}});
}

void text_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  box = box.fit(1, 1);
  const float learned = box.h * static_cast<float>(std::clamp(result.relative_error, 0.0, 1.0));
  const Rect left = box.column(0, 2, 6);
  const Rect right = box.column(1, 2, 6);
  fill(canvas, left, canvas.colour(Ink::truth));
  fill(canvas, {right.x, right.bottom() - learned, right.w, learned}, canvas.colour(Ink::W));
}

// --- Of a reader's own numbers ---------------------------------------------------------------------------------------

Dots held_out_dots(const Result& result) {
  const auto truth = data_of(result.answer).values;
  const auto answer = data_of(result.prediction).values;
  return {truth, answer, joined(range_of(truth), range_of(answer))};
}

void held_out_answers(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("Held-out sequences, answered"),
          tr("Each dot is a number of a target in one of your sequences that was not learned from: every tenth."));
  const Dots dots = held_out_dots(result);
  draw_dots(canvas, box, dots, tr("your target"), tr("answer"), [&](std::size_t k) {
    const auto output = static_cast<Index>(k) % result.answer.rows();
    return tr("y%1 = %2\nanswer %3", whole(output + 1), number(dots.truth[k], 6), number(dots.answer[k], 6));
  });
}

void against_mean_target(const Result& result, Canvas& canvas, Rect box) {
  if (result.relative_error < learner::kExactShare) {
    headline_number(canvas, box, tr("Nothing but rounding"), tr("is wrong in the answers of the learned heads"));
  } else {
    share_of_trivial(result, canvas, box,
                     tr("held-out squared error of the learned heads, against always answering the mean target"));
  }
  error_facts(result, canvas, box, tr("Squared error, mean target"),
              {{tr("Squared error, in training"), number(result.training_error)},
               {tr("Targets learned from"), whole(result.rows)},
               {tr("Targets held out"), whole(result.test_rows)}});
}

void answers_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  const Dots dots = held_out_dots(result);
  dots_thumbnail(canvas, box, dots, std::max<std::size_t>(1, dots.truth.size() / kThumbnailDots));
}

}  // namespace

StagePanels check_panels(Source source) {
  switch (source) {
    case Source::text: return {held_out_passage, against_mean_token, text_thumbnail};
    case Source::numbers: return {held_out_answers, against_mean_target, answers_thumbnail};
    default: return {coefficients, fresh_answer, check_thumbnail};
  }
}

}  // namespace figures::algorithm
