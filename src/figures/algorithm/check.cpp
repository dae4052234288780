// The last step of figure "algorithm": the learned heads against what they have not seen.
#include "figures/algorithm/scene.hpp"
#include "figures/three_words.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/matrix.hpp"
#include "plot/panel.hpp"

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
Axes draw_dots(Canvas& canvas, const Rect& box, const Dots& dots, std::string_view truth_name,
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
  return axes;
}

// Where the dots are.
Rect box_of_dots(const Canvas& canvas, const Frame& frame) { return canvas.narrow() ? frame.all : frame.hero; }

Rect square(const Rect& box) {
  const float size = std::min(box.w, box.h);
  return {box.x, box.y, size, size};
}

// What it comes to, said once the dots have landed.
struct Verdict {
  std::string value;
  std::string meaning;
};
constexpr float kLanded = 0.9F;   // of the scene
constexpr float kCorner = 0.44F;  // of the plot: where the corner under the diagonal begins

// Whether a dot is where a verdict would be in that corner.
bool is_in_corner(const Dots& dots, std::span<const double> answers) {
  const double low = dots.range.low, part = kCorner * (dots.range.high - low);
  for (std::size_t k = 0; k < answers.size(); ++k)
    if (dots.truth[k] > low + part && answers[k] < low + part) return true;
  return false;
}

// Beside the square of the dots where there is room, else over it; in the corner, as draw_verdict() does, where that is
// large and no dot there. Takes its room off the box, and returns whether it has.
bool take_verdict(Canvas& canvas, Rect& box, bool is_corner_free, const Verdict& verdict, float share) {
  const TextStyle strong{.size = Size::title, .face = Face::semibold};
  const float size = square(box).w;
  Rect place = {box.x + size + 2 * kGrid, box.y, box.w - size - 2 * kGrid, box.h};
  const bool beside = place.w > 7 * canvas.em;
  if (!beside && is_corner_free && text_width(canvas, verdict.value, strong) < 0.45F * size) return false;
  if (!beside) place = box;
  const float top = place.y;
  paragraph(canvas, place.take_top(paragraph_height(canvas, place.w, verdict.value, strong), 2), verdict.value, strong);
  paragraph(canvas, place.take_top(paragraph_height(canvas, place.w, verdict.meaning, kCaption), kGrid),
            verdict.meaning, kCaption);
  veil(canvas, {place.x, top, place.w, place.y - top}, 1 - part(share, kLanded, 1));
  if (!beside) box = place;
  return true;
}

void draw_verdict(Canvas& canvas, const Axes& axes, const Verdict& verdict, float share) {
  if (share < kLanded) return;
  const auto& [value, meaning] = verdict;
  const Rect& plot = axes.plot();
  Rect corner = plot.inset(kCorner * plot.w, 0, 4, 0);
  const TextStyle large{.size = Size::number, .face = Face::semibold};
  const Size size = text_width(canvas, value, large) <= corner.w ? Size::number : Size::title;
  const float line = line_height(canvas, size) + 2;
  corner.h = line + paragraph_height(canvas, corner.w, meaning, kCaption);
  corner.y = plot.bottom() - corner.h - kGrid;
  fill(canvas, corner.inset(-4), with_alpha(canvas.colour(Ink::paper), 0.85F), {4});
  text(canvas, Point{corner.x, corner.y}, value, {.size = size, .face = Face::semibold});
  paragraph(canvas, corner.inset(0, line, 0, 0), meaning, kCaption);
  veil(canvas, corner, 1 - part(share, kLanded, 1));
}

// --- Against always answering the mean -------------------------------------------------------------------------------

// The heads' error, that of the mean, and what else there is to say.
void error_facts(const Result& result, Canvas& canvas, const Rect& box, std::string mean, std::vector<Fact> rest) {
  rest.insert(rest.begin(), {{tr("Squared error, learned"), number(result.test_error)},
                             {std::move(mean), number(result.trivial_error)}});
  facts(canvas, box, rest);
}

// --- Against the truth -----------------------------------------------------------------------------------------------

Dots shown_dots(const Result& result) {
  const auto truth = data_of(result.answer).values;
  const auto answer = data_of(result.prediction).values;
  return {truth, answer, joined(range_of(truth), range_of(answer))};
}

// Of the first question: what the layer that made the data says, and what the heads say.
void draw_both_answers(const Result& result, Canvas& canvas, Rect box) {
  const std::string_view question =
      result.source == Source::edible ? translated(kThreeWords.label) : tr("The first fresh question");
  text(canvas, box.take_top(line_height(canvas), kGrid), question, {.face = Face::semibold});
  const float height = (box.h - kGrid) / 2;
  const double limit = largest(result.answer);
  const auto row = [&](std::string_view name, const Matrix& answers) {
    const Matrix cells = answers.col(0).transpose();
    const Rect place = box.take_top(height, kGrid);
    numbers(canvas, named(canvas, place, name, cells, {.symbol = "y", .limit = limit}), cells);
  };
  row(tr("answer of the layer that made the data"), result.answer);
  row(tr("answer of the learned heads"), result.prediction);
}

void against_truth(const Result& result, Canvas& canvas, const Frame& frame, float share) {
  explain(canvas, frame,
          tr("Fresh questions, answered by the heads: each dot is a number of an answer to a sequence they never saw. "
             "The dots start at 0, the answer before anything is learned."));
  const Dots dots = shown_dots(result);
  const std::string asked = counted("%1 question", "%1 questions", result.test_rows);
  const Verdict verdict = {
      number(result.test_error),
      canvas.narrow() ? tr("mean squared error on %1 the heads never saw.", asked)
                      : tr("mean squared error on %1 the heads never saw. Relative distance of the coefficients: %2",
                           asked, number(result.distance))};
  Rect box = box_of_dots(canvas, frame);
  const bool is_said = take_verdict(canvas, box, !is_in_corner(dots, dots.answer), verdict, share);
  const Axes axes = draw_dots(
      canvas, square(box), dots, tr("true answer"), tr("answer of the heads"), share,
      [&](std::size_t k) { return tr("truth %1\nheads %2", number(dots.truth[k], 12), number(dots.answer[k], 12)); });
  if (!is_said) draw_verdict(canvas, axes, verdict, share);
  if (canvas.narrow()) return;
  Rect side = frame.side;
  draw_both_answers(result, canvas, side.take_top(heads_box(canvas, frame).y - side.y, 0).inset(0, 0, 0, 3 * kGrid));
  draw_learned_heads(result, canvas, frame);
}

// --- Of a text -------------------------------------------------------------------------------------------------------

// As set in a text, where white space is not seen.
std::string set(const Token& token) { return is_space(token) ? " " : written(token); }

// What stands for letters that the canvas lacks, where there are any.
std::string note_on_numbers(const Result& result) {
  for (const auto* tokens : {&result.actual, &result.predicted}) {
    const auto one = std::ranges::find_if(*tokens, is_numbered);
    if (one != tokens->end())
      return tr("#%1 is token %1 by frequency, in letters this picture lacks.", std::to_string(one->rank));
  }
  return "";
}

// Set like a text, broken between words.
void held_out_passage(const Result& result, Canvas& canvas, const Rect& box, float share) {
  const auto width_of = [&](std::size_t k) { return text_width(canvas, set(result.actual[k]), {.verbatim = true}); };
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
    const Token& token = result.actual[k];
    const bool starts_word = k == 0 || result.words || is_space(result.actual[k - 1]);
    if (x > 0 && starts_word && x + word_width(k) > box.w) {
      x = 0;
      y += height;
    }
    const Rect rect{box.x + x, box.y + y, width_of(k), height};
    if (rect.bottom() > box.bottom()) return;
    x += rect.w + (result.words ? 0.35F * canvas.em : 0);
    const bool right = result.predicted[k].rank == token.rank;
    if (right) fill(canvas, {rect.x, rect.bottom() - 5, rect.w, 2}, canvas.colour(Ink::Q));
    text(canvas, rect, set(token), {.ink = right ? Ink::Q : Ink::ink, .upright = Upright::middle, .verbatim = true});
    if (canvas.hovers(rect)) {
      tooltip(canvas, {rect.centre().x, rect.y},
              tr("guessed %1\nin truth %2", quoted(result.predicted[k]), quoted(token)));
    }
  }
}

void against_mean_token(const Result& result, Canvas& canvas, const Frame& frame, float share) {
  explain(canvas, frame,
          tr("Held-out text, token by token. Green and underlined: guessed right from what stood before. None of this "
             "was learned from; point at a token to see the guess."));
  Rect side = frame.all;
  Rect passage = canvas.narrow() ? side.take_top(0.6F * side.h, 2 * kGrid) : side.take_left(0.58F * side.w, 5 * kGrid);
  if (const std::string note = note_on_numbers(result); !note.empty())
    paragraph(canvas, passage.take_top(paragraph_height(canvas, passage.w, note, kCaption), kGrid), note, kCaption);
  held_out_passage(result, canvas, passage, share);
  if (share < 1) return;
  headline_number(canvas, side, tr("%1 of the trivial error", percent(result.relative_error)),
                  tr("held-out squared error of the learned heads, against always answering the mean token"));
  error_facts(result, canvas, side, tr("Squared error, mean token"),
              {{tr("Right next token, learned"), percent(result.accuracy)},
               {tr("Right next token, most frequent"), percent(result.trivial_accuracy)},
               {tr("Tokens in the text"), whole(result.tokens)},
               {tr("Tokens with their own embedding"), whole(result.vocabulary - 1)}});
}

// --- Of a reader's own numbers ---------------------------------------------------------------------------------------

void against_mean_target(const Result& result, Canvas& canvas, const Frame& frame, float share) {
  explain(canvas, frame,
          result.compared
              ? tr("Held-out sequences, every tenth: each dot is a number of a target that was not learned from, "
                   "answered by the learned heads; each ring is what your model answers.")
              : tr("Held-out sequences, answered: each dot is a number of a target in one of your sequences that was "
                   "not learned from, every tenth."));
  const Dots dots = shown_dots(result);
  Frame below = frame;  // on a phone the comparison stands first
  if (canvas.narrow() && result.compared && share >= 1) draw_comparison(result, canvas, below.all);
  const bool exact = result.relative_error < kRoundedShare;
  const Verdict verdict = {exact ? std::string(tr("Nothing but rounding")) : percent(result.relative_error),
                           std::string(exact ? tr("is wrong in the answers of the learned heads")
                                             : tr("of the squared error of always answering the mean target"))};
  const auto others = data_of(result.other).values;
  Rect box = box_of_dots(canvas, below);
  const bool is_said =
      take_verdict(canvas, box, !is_in_corner(dots, dots.answer) && !is_in_corner(dots, others), verdict, share);
  const Axes axes = draw_dots(canvas, square(box), dots, tr("your target"), tr("answer"), share, [&](std::size_t k) {
    const auto output = static_cast<Index>(k) % result.answer.rows();
    return tr("y%1 = %2\nanswer %3", whole(output + 1), number(dots.truth[k], 6), number(dots.answer[k], 6));
  });
  if (result.compared && share >= 1) scatter(canvas, axes, dots.truth, others, {.ink = Ink::quiet, .hollow = true});
  if (!is_said) draw_verdict(canvas, axes, verdict, share);
  if (canvas.narrow() || share < 1) return;
  Rect side = frame.side;
  if (result.compared) draw_comparison(result, canvas, side);
  error_facts(result, canvas, side, tr("Squared error, mean target"),
              {{tr("Squared error, in training"), number(result.training_error)},
               {tr("Targets learned from"), whole(result.rows)},
               {tr("Targets held out"), whole(result.test_rows)}});
}

}  // namespace

void draw_question(const Result& result, Canvas& canvas, Rect box) {
  const bool has_dots = result.answer.size() > 0;
  if (has_dots) {
    // As at the start of the last scene: every dot at the answer 0.
    const Dots dots = shown_dots(result);
    const float size = std::min(box.h, 0.55F * box.w);
    const Rect place = box.take_left(size, canvas.narrow() ? 2 * kGrid : 5 * kGrid);
    const Axes axes =
        draw_axes(canvas, {place.x, place.y, size, size}, {.range = dots.range, .name = tr("true answer")},
                  {.range = dots.range, .name = tr("learned answer")});
    identity_line(canvas, axes);
    scatter(canvas, axes, dots.truth, std::vector<double>(dots.truth.size()), {.ink = Ink::W});
  }
  const TextStyle large{.size = canvas.narrow() ? Size::body : Size::title, .face = Face::semibold};
  const std::string_view question =
      has_dots ? tr("Will every dot reach the line?") : tr("Will it guess what comes next?");
  const std::string from = counted("%1 sequence", "%1 sequences", result.planned);
  const std::string words =
      has_dots
          ? tr("%1 with answers are all there is to learn from. Then fresh questions are asked: each dot is a number "
               "of an answer, at 0 before anything is learned, on the line where it is right.",
               from)
          : tr("%1 with answers are all there is to learn from. Then fresh questions are asked.", from);
  box.take_top(0.2F * box.h, 0);
  paragraph(canvas, box.take_top(paragraph_height(canvas, box.w, question, large), kGrid), question, large);
  paragraph(canvas, box, words, kCaption);
}

bool keeps_heads(const Result& result, const Canvas& canvas) {
  return !canvas.narrow() && result.source != Source::text && result.source != Source::numbers;
}

void draw_check(const Result& result, Canvas& canvas, const Frame& frame, float share) {
  switch (result.source) {
    case Source::text: return against_mean_token(result, canvas, frame, share);
    case Source::numbers: return against_mean_target(result, canvas, frame, share);
    default: return against_truth(result, canvas, frame, share);
  }
}

}  // namespace figures::algorithm
