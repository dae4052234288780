// Figure "language", first question: who predicts how well, the descent on its way, and held-out text with a guess
// under each token.

#include "figures/language/language.hpp"

namespace figures::language {
namespace {

Ink ink_of(Predictor predictor) {
  constexpr std::array kInks = {Ink::quiet, Ink::ink, Ink::ink, Ink::W, Ink::V};
  return kInks[std::to_underlying(predictor)];
}

// --- Scores ---------------------------------------------------------------------------------------------------------

// The columns of a row of the score board.
struct Row {
  Rect name, error, right, time;
};

Row row_of(const Canvas& canvas, Rect box, bool timed) {
  if (canvas.narrow()) {
    const Rect name = box.take_top(box.h * 0.42F, 0);
    const auto [error, right] = box.columns<2>({1, 1});
    return {name, error, right, name};
  }
  const auto [name, error, right, time] = box.columns<4>({1.35F, 1.2F, 1.2F, timed ? 0.45F : 0.F});
  return {name, error, right, time};
}

// A bar, `share` of the longest, with its number behind it; the longest leaves room for that.
void draw_bar(Canvas& canvas, const Rect& box, double share, std::string_view words, Ink ink) {
  const float thickness = std::min(box.h * 0.62F, 1.05F * canvas.em);
  const float room = text_width(canvas, words, {.face = Face::semibold}) + 8;
  const float longest = std::max(0.F, box.w - room);
  const float width = std::max(2.F, longest * static_cast<float>(std::clamp(share, 0.0, 1.0)));
  const Rect rect{box.x, box.centre().y - thickness / 2, width, thickness};
  fill(canvas, rect, canvas.colour(ink), {2});
  text(canvas, Rect{rect.right() + 6, box.y, room, box.h}, words, {.face = Face::semibold, .upright = Upright::middle});
}

// Where there is no room for name_of().
std::string short_name(const Result& result, Predictor who) {
  if (who == Predictor::windows && result.longest != 2) return tr("runs of %1", std::to_string(result.longest + 1));
  constexpr std::array kNames = {Phrase("commonest"), Phrase("pairs"), Phrase("triples"), Phrase("closed form"),
                                 Phrase("descent")};
  return tr(kNames[std::to_underlying(who)]);
}

// Who guesses best, once all have been scored.
std::string scores_heading(const Result& result, const Setting& setting) {
  if (!result.complete)
    return setting.words ? tr("How well is the next word predicted?") : tr("How well is the next character predicted?");
  const std::vector<Predictor> all = scored(result);
  const auto right = [&](Predictor who) { return result.score(who).accuracy; };
  const Predictor best = *std::ranges::max_element(all, {}, right);
  return tr("Most often right: %1, %2", name_of(result, best), percent(right(best)));
}

// --- Descent --------------------------------------------------------------------------------------------------------

// From under the lowest level to over the mean token's error.
Range error_range(const Result& result) {
  constexpr double kHighest = 1.15;  // errors above are cut off: the random start of a descent
  double low = std::min({1.0, result.score(Predictor::bigram).error, result.full_error()});
  double high = std::max(1.0, std::min(result.full_error(), kHighest));
  for (const double error : result.descent) {
    low = std::min(low, error);
    high = std::max(high, std::min(error, kHighest));
  }
  const double margin = std::max(0.02, 0.1 * (high - low));
  return {std::max(0.0, low - margin), high + margin};
}

// --- Passage --------------------------------------------------------------------------------------------------------

bool is_writable(std::string_view token) {
  while (!token.empty())
    if (!Fonts::has(Face::regular, take_character(token))) return false;
  return true;
}

// What stands for characters that the canvas cannot write, where there are any.
std::string note_on_numbers(const Result& result, std::size_t who) {
  for (const PassageToken& token : result.passage) {
    for (const Token& one : {token.actual, token.guesses[who]})
      if (one.rank > 0 && one.text != "#" && written(one).starts_with("#"))
        return tr("#%1 is token %1 by frequency, in letters this picture lacks: the table has them.",
                  std::to_string(one.rank));
  }
  return "";
}

std::string guess_sentence(const Setting& setting) {
  const std::string before =
      setting.causal ? std::string(tr("those before it")) : counted("the one before it", "the %1 before it", setting.n);
  return setting.words
             ? tr("Under each word the guess made from %1, red where wrong, underlined where right.", before)
             : tr("Under each character the guess made from %1, red where wrong, underlined where right.", before);
}

Predictor marked(const Values& values) {
  return static_cast<Predictor>(values.integer("marks") + static_cast<int>(Predictor::bigram));
}

struct Learned {
  const Result& result;
  Drawing& drawing;
  Setting setting{drawing.settings};
  Canvas& canvas = drawing.canvas;

  void draw_score(const Row& row, Predictor who) {
    const PredictorScore& score = result.score(who);
    const std::string name = name_of(result, who);
    const TextStyle style{.size = canvas.narrow() ? Size::small : Size::body, .upright = Upright::middle};
    const bool fits = text_width(canvas, name, style) <= row.name.w;
    text(canvas, row.name, fits ? name : short_name(result, who), style);
    const bool is_descent = who == Predictor::descent;
    const std::size_t step = std::to_underlying(is_descent ? Step::descent : Step::closed);
    if (who >= Predictor::closed && drawing.times.size() > step) {
      text(canvas, row.time, duration(drawing.times[step] / 1000),
           {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle});
    }
    if (is_descent && !has_descent(result)) {
      text(canvas, row.error, tr("on its way"), {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
      return;
    }
    double most = 1;
    double best = 1e-6;
    for (const PredictorScore& other : result.scores) {
      most = std::max(most, std::min(other.error, 1.6));
      best = std::max(best, other.accuracy);
    }
    draw_bar(canvas, row.error, score.error / most, number(score.error), ink_of(who));
    draw_bar(canvas, row.right, score.accuracy / best, percent(score.accuracy), ink_of(who));
    const Rect all{row.name.x, row.name.y, row.right.right() - row.name.x, row.right.bottom() - row.name.y};
    if (!canvas.hovers(all)) return;
    tooltip(canvas, canvas.pointer.at,
            tr("%1\nsquared error %2 of that of the mean token\nguessed right %3 of %4", name, number(score.error, 6),
               percent(score.accuracy), counted("%1 held-out token", "%1 held-out tokens", result.test_rows)));
  }

  void draw_scores(Rect box) {
    heading(canvas, box, scores_heading(result, setting),
            tr("On %1. Squared error: 1 is always answering the mean token.",
               counted("%1 held-out token", "%1 held-out tokens", result.test_rows)));
    const bool timed = drawing.times.size() > std::to_underlying(Step::descent);
    const Rect top = box.take_top(line_height(canvas, Size::small), 2);
    Row head = row_of(canvas, top, timed);
    if (canvas.narrow()) {
      const auto [error, right] = top.columns<2>({1, 1});
      head.error = error, head.right = right;
    }
    text(canvas, head.error, tr("squared error"), kCaption);
    text(canvas, head.right, tr("guessed right"), kCaption);
    if (timed && !canvas.narrow())
      text(canvas, head.time, tr("time"), {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
    const float height = std::min(box.h / kPredictors, (canvas.narrow() ? 3.1F : 2.3F) * canvas.em);
    for (std::size_t k = 0; k < kPredictors; ++k) {
      const auto who = static_cast<Predictor>(k);
      if (has_row(result, who)) draw_score(row_of(canvas, box.take_top(height, 0), timed), who);
    }
  }

  void draw_descent(Rect box) {
    const std::string heads = counted("%1 head", "%1 heads", setting.heads);
    heading(canvas, box, result.diverged ? tr("Descent blew up") : tr("Descent, pass by pass"),
            result.passes.empty() ? std::string(tr("It starts when the closed form is done."))
                                  : tr("%1, Adam on $V$ and $Q$: the error on the held-out text as it learns.", heads));
    if (result.passes.empty()) return;
    const Axes axes = draw_axes(canvas, box, {.range = {0, 1.0 * setting.epochs}, .name = tr("passes over the data")},
                                {.range = error_range(result), .name = tr("squared error, held out")});
    Labels labels(axes.plot());
    const Level levels[] = {{result.full_error(), tr("closed form %1", number(result.full_error())), Ink::W, false},
                            bigram_level(result, Ink::truth, false),
                            {1, canvas.narrow() ? tr("mean token 1") : tr("always the mean token: 1"), Ink::quiet}};
    draw_levels(canvas, axes, labels, levels);
    {
      const Clip clip(canvas, axes.plot());
      curve(canvas, axes, result.passes, result.descent, {.ink = Ink::V, .width = 2.5F});
    }
    std::vector<Point> points;
    for (std::size_t k = 0; k < result.passes.size(); ++k) {
      const Point at = axes.at(result.passes[k], result.descent[k]);
      if (axes.plot().inset(-1).contains(at)) points.push_back(at);
    }
    labels.avoid(points);
    labels.place(canvas, tr("descent %1", number(result.descent.back())),
                 {.ink = Ink::V, .size = Size::small, .face = Face::semibold}, spots_along(points));
    label_levels(canvas, axes, labels, levels);
    const auto at = curve_hover(canvas, axes, result.passes);
    if (!at) return;
    const double error = result.descent[*at];
    disc(canvas, axes.at(result.passes[*at], std::min(error, axes.y().range.high)), 4, canvas.colour(Ink::V));
    tooltip(canvas, canvas.pointer.at,
            tr("after %1\nsquared error %2\nthe closed form %3", passes_text(result.passes[*at]), number(error, 6),
               number(result.full_error(), 6)));
  }

  // Names to press, in as many rows as they need; the one whose guesses are shown is underlined.
  void draw_choice(Rect& box) {
    const float height = 1.6F * canvas.em;
    Rect row = box.take_top(height, 0);
    constexpr std::array<std::string_view, 4> kIds = {"pairs", "runs", "closed", "descent"};
    const std::string runs = result.longest == 2 ? tr("Triples") : tr("Runs of %1", std::to_string(result.longest + 1));
    const std::array<std::string, 4> names = {tr("Pairs"), runs, tr("Closed form"), tr("Descent")};
    const Localized guesses = tr("Guesses of");
    text(canvas, row, guesses, {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
    row.take_left(text_width(canvas, guesses, {.size = Size::small}) + 10, 0);
    for (const Predictor who : scored(result)) {
      if (who == Predictor::frequent) continue;
      const std::size_t k = std::to_underlying(who) - 1UZ;
      const bool on = marked(drawing.values) == who;
      const TextStyle style{.ink = on ? ink_of(who) : Ink::accent,
                            .size = Size::small,
                            .face = on ? Face::semibold : Face::regular,
                            .upright = Upright::middle};
      const float width = std::min(text_width(canvas, names[k], style) + 2, box.w);
      if (width > row.w) row = box.take_top(height, 0);
      const Rect chip = row.take_left(width, 14);
      text(canvas, chip, names[k], style);
      if (on) fill(canvas, {chip.x, chip.bottom() - 2, chip.w, 2}, canvas.colour(ink_of(who)));
      if (region(canvas, "language.marks." + std::string(kIds[k]), chip).clicked)
        drawing.values.choose("marks", kIds[k]);
    }
  }

  std::string token_tip(const PassageToken& token) {
    std::string words = tr("in truth %1", quoted(token.actual));
    for (const Predictor who : scored(result)) {
      if (who == Predictor::frequent) continue;
      const Token& guess = token.guesses[std::to_underlying(who)];
      const std::string name = name_of(result, who);
      words += "\n" + (guess.rank == token.actual.rank ? tr("%1: %2 ✓", name, quoted(guess))
                                                       : tr("%1: %2", name, quoted(guess)));
    }
    return words;
  }

  // One token over its guess. Returns the width taken; draws nothing where it would go beyond `right`.
  float draw_token(Point at, float right, const PassageToken& token) {
    const Predictor who = marked(drawing.values);
    const Token& guessed = token.guesses[std::to_underlying(who)];
    const std::string actual = written(token.actual);
    const std::string guess = written(guessed);
    const TextStyle small{.size = Size::small, .verbatim = true};
    const float inner =
        std::max({text_width(canvas, actual, {.verbatim = true}), text_width(canvas, guess, small), 0.62F * canvas.em});
    const float width = inner + (setting.words ? 0.6F : 0.18F) * canvas.em;
    if (at.x + width > right) return 0;
    const bool correct = guessed.rank == token.actual.rank;
    const float line = line_height(canvas);
    const Rect upper{at.x, at.y, width, line};
    const Rect lower{at.x, at.y + line, width, line_height(canvas, Size::small)};
    const Ink ink = correct ? ink_of(who) : Ink::error;
    text(canvas, upper, actual,
         {.ink = token.actual.rank == 0 ? Ink::quiet : Ink::ink, .along = Along::centre, .verbatim = true});
    text(canvas, lower, guess, {.ink = ink, .size = Size::small, .along = Along::centre, .verbatim = true});
    if (correct) fill(canvas, {at.x + 1, lower.bottom(), width - 2, 2}, canvas.colour(ink));
    const Rect both{at.x, at.y, width, lower.bottom() - at.y};
    if (canvas.hovers(both)) tooltip(canvas, both.centre(), token_tip(token));
    return width;
  }

  void draw_passage(Rect box) {
    heading(canvas, box, tr("Held-out text, and what was guessed"),
            passage({guess_sentence(setting), setting.words ? std::string_view() : tr("· is a blank, ↓ a new line."),
                     note_on_numbers(result, std::to_underlying(marked(drawing.values)))}));
    if (result.passage.empty()) return;
    draw_choice(box);
    box.take_top(0, 8);
    const float line = line_height(canvas) + line_height(canvas, Size::small) + 0.75F * canvas.em;
    Point at{box.x, box.y};
    for (const PassageToken& token : result.passage) {
      float width = draw_token(at, box.right(), token);
      if (width == 0) {
        at = {box.x, at.y + line};
        if (at.y + line > box.bottom() + 0.5F * canvas.em) return;
        width = draw_token(at, box.right() + 1e4F, token);
      }
      at.x += width;
    }
  }
};

}  // namespace

std::string written(const Token& token) {
  if (token.rank == 0) return "…";
  if (token.text == " ") return "·";
  if (token.text == "\n" || token.text == "\r") return "↓";
  if (token.text == "\t") return "→";
  return is_writable(token.text) ? token.text : "#" + std::to_string(token.rank);
}

std::string quoted(const Token& token) {
  if (token.rank == 0) return tr("a token without an embedding");
  if (token.text == " ") return tr("a blank");
  if (token.text == "\n" || token.text == "\r") return tr("a new line");
  if (token.text == "\t") return tr("a tab");
  if (token.text == "$") return tr("a dollar sign");  // in a tooltip it would begin a formula
  if (!is_writable(token.text)) return tr("token %1 by frequency", std::to_string(token.rank));
  return tr("“%1”", token.text);
}

void draw_learn(const Result& result, Drawing& drawing, Rect area) {
  const auto [left, right] = area.columns<2>({1, 0.92F}, 5 * kGrid);
  const auto [upper, lower] = left.rows<2>({0.6F, 1}, 3 * kGrid);
  const auto [scores, descent, passage] =
      drawing.canvas.narrow() ? area.rows<3>({1.15F, 0.95F, 1.25F}, 3 * kGrid) : std::array{upper, lower, right};
  Learned learned{result, drawing};
  learned.draw_scores(scores);
  learned.draw_descent(descent);
  learned.draw_passage(passage);
}

}  // namespace figures::language
