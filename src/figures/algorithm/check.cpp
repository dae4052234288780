// The last step of figure "algorithm": the learned heads against what they have not seen.
#include "figures/algorithm/algorithm.hpp"

namespace figures::algorithm {
namespace {

// --- Dots on a line --------------------------------------------------------------------------------------------------

// What was learned over what is true, a dot each, and the line on which they are equal.
struct Dots {
  std::span<const double> truth;
  std::span<const double> answer;
  Range range;  // of both axes
};

// The dots fall from the answer 0 to their places one after the other while `share` grows. With the words of `tip`, a
// function of a dot's index, at the dot under the pointer.
void draw_dots(Canvas& canvas, const Rect& box, const Dots& dots, std::string_view truth_name,
               std::string_view answer_name, float share, const auto& tip) {
  constexpr float kTogether = 0.3F;  // of the time, each is on its way
  const Axes axes =
      draw_axes(canvas, box, {.range = dots.range, .name = truth_name}, {.range = dots.range, .name = answer_name});
  identity_line(canvas, axes);
  std::vector<double> fallen;
  const auto all = static_cast<float>(dots.truth.size());
  for (const double answer : dots.answer) {
    const float way = (share - (1 - kTogether) * static_cast<float>(fallen.size()) / all) / kTogether;
    if (way <= 0 && share < 1) break;
    fallen.push_back(answer * std::min(1.F, way * way));
  }
  const auto hovered = scatter(canvas, axes, dots.truth.first(fallen.size()), fallen, {.ink = Ink::W});
  if (hovered) tooltip(canvas, axes.at(dots.truth[*hovered], fallen[*hovered]), tip(*hovered));
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

Dots shown_dots(const Result& result) {
  const auto truth = data_of(result.answer).values;
  const auto answer = data_of(result.prediction).values;
  return {truth, answer, joined(range_of(truth), range_of(answer))};
}

void fresh_answers(const Result& result, Canvas& canvas, Rect box, float share) {
  heading(canvas, box, tr("Fresh questions, answered by the heads"),
          tr("Each dot is a number of an answer to a sequence they never saw. Answering 0 is where they fall from."));
  const Dots dots = shown_dots(result);
  draw_dots(canvas, box, dots, tr("the truth"), tr("the heads"), share, [&](std::size_t k) {
    return tr("truth %1\nheads %2", number(dots.truth[k], 12), number(dots.answer[k], 12));
  });
}

void coefficients(const Result& result, Canvas& canvas, Rect box) {
  headline_number(canvas, box, number(result.test_error),
                  tr("mean squared error of the heads on %1 they never saw",
                     counted("%1 question", "%1 questions", result.test_rows)));
  if (canvas.narrow()) return;
  heading(canvas, box, tr("And the function is the true one"),
          tr("Recovered over true, the %1 coefficients of the features. Relative distance: %2.",
             whole(result.truth.size()), number(result.distance)));
  const std::vector<double> x = thinned(result.truth, kMostPoints);
  const std::vector<double> y = thinned(result.recovered, kMostPoints);
  const Dots dots{x, y, joined(range_of(x), range_of(y))};
  draw_dots(canvas, box, dots, tr("true"), tr("recovered"), 1,
            [&](std::size_t k) { return tr("true %1\nrecovered %2", number(x[k], 6), number(y[k], 6)); });
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
void held_out_passage(const Result& result, Canvas& canvas, Rect box, float share) {
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
  const auto asked = static_cast<std::size_t>(share * static_cast<float>(result.actual.size()));
  for (std::size_t k = 0; k < asked; ++k) {
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

void held_out_answers(const Result& result, Canvas& canvas, Rect box, float share) {
  heading(canvas, box, tr("Held-out sequences, answered"),
          tr("Each dot is a number of a target in one of your sequences that was not learned from: every tenth."));
  const Dots dots = shown_dots(result);
  draw_dots(canvas, box, dots, tr("your target"), tr("answer"), share, [&](std::size_t k) {
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
  const Dots dots = shown_dots(result);
  dots_thumbnail(canvas, box, dots, std::max<std::size_t>(1, dots.truth.size() / kThumbnailDots));
}

}  // namespace

CheckScene check_scene(Source source) {
  switch (source) {
    case Source::text: return {held_out_passage, against_mean_token, text_thumbnail};
    case Source::numbers: return {held_out_answers, against_mean_target, answers_thumbnail};
    default: return {fresh_answers, coefficients, check_thumbnail};
  }
}

}  // namespace figures::algorithm
