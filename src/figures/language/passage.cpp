// Figure "language", learn: held-out text with a guess under each token.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "figures/language/picture.hpp"
#include "figures/language/reading.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::language {
namespace {

// Code points of UTF-8 that the tokeniser has checked.
char32_t next_character(std::string_view& words) {
  const auto lead = static_cast<unsigned char>(words.front());
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  char32_t value = bytes == 1 ? lead : lead & (0x7fU >> bytes);
  for (std::size_t k = 1; k < bytes && k < words.size(); ++k)
    value = (value << 6) | (static_cast<unsigned char>(words[k]) & 0x3fU);
  words.remove_prefix(std::min(bytes, words.size()));
  return value;
}

// What stands for characters that the canvas cannot write, where there are any.
std::string note_on_numbers(const Result& result, std::size_t who) {
  for (const PassageToken& token : result.passage) {
    for (const auto& [words, rank] : {std::pair(token.actual, token.rank), {token.guesses[who], token.ranks[who]}}) {
      const bool numbered = rank > 0 && words != "#" && written(words, rank).starts_with("#");
      if (!numbered) continue;
      return tr("#%1 is token %1 by frequency, in letters this picture lacks: the table has them.",
                std::to_string(rank));
    }
  }
  return "";
}

std::string guess_sentence(const Result& result) {
  const std::string before =
      result.causal ? std::string(tr("those before it")) : counted("the one before it", "the %1 before it", result.n);
  return result.words
             ? tr("Under each word the guess made from %1, red where wrong, underlined where right.", before)
             : tr("Under each character the guess made from %1, red where wrong, underlined where right.", before);
}

bool is_writable(std::string_view token) {
  while (!token.empty()) {
    if (!Fonts::has(Face::regular, next_character(token))) return false;
  }
  return true;
}

Predictor marked(const Values& values) {
  return static_cast<Predictor>(values.integer("marks") + static_cast<int>(Predictor::bigram));
}

// What counting whole windows counts, as a name to press.
std::string name_of_runs(const Result& result) {
  return result.longest == 2 ? tr("Triples") : tr("Runs of %1", std::to_string(result.longest + 1));
}

// Names to press; the one whose guesses are shown is underlined. Takes as many rows from the top of the box as they
// need.
void draw_choice(const Result& result, Drawing& drawing, Rect& box) {
  Canvas& canvas = drawing.canvas;
  const float height = 1.6F * canvas.em;
  Rect row = box.take_top(height, 0);
  constexpr std::array<std::string_view, 4> kIds = {"pairs", "runs", "closed", "descent"};
  const std::array<std::string, 4> names = {tr("Pairs"), name_of_runs(result), tr("Closed form"), tr("Descent")};
  const Localized guesses = tr("Guesses of");
  text(canvas, row, guesses, {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
  row.take_left(text_width(canvas, guesses, {.size = Size::small}) + 10, 0);
  for (std::size_t k = 0; k < kIds.size(); ++k) {
    const auto who = static_cast<Predictor>(k + 1);
    if (!is_told(result, who) || (who == Predictor::descent && !has_descent(result))) continue;
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
    if (region(canvas, "language.marks." + std::string(kIds[k]), chip).clicked) drawing.values.choose("marks", kIds[k]);
  }
}

std::string token_tip(const Result& result, const PassageToken& token) {
  std::string words = tr("in truth %1", quoted(token.actual, token.rank));
  for (const Predictor who : {Predictor::bigram, Predictor::windows, Predictor::closed, Predictor::descent}) {
    if (!is_told(result, who) || (who == Predictor::descent && !has_descent(result))) continue;
    const auto k = static_cast<std::size_t>(who);
    const std::string name = name_of(result, who);
    const std::string guess = quoted(token.guesses[k], token.ranks[k]);
    words += "\n" + (token.ranks[k] == token.rank ? tr("%1: %2 ✓", name, guess) : tr("%1: %2", name, guess));
  }
  return words;
}

// One token over its guess. Returns the width taken; draws nothing where it would go beyond `right`.
float draw_token(const Result& result, Drawing& drawing, Point at, float right, const PassageToken& token) {
  Canvas& canvas = drawing.canvas;
  const auto who = static_cast<std::size_t>(marked(drawing.values));
  const std::string actual = written(token.actual, token.rank);
  const std::string guess = written(token.guesses[who], token.ranks[who]);
  const TextStyle small{.size = Size::small, .verbatim = true};
  const float inner =
      std::max({text_width(canvas, actual, {.verbatim = true}), text_width(canvas, guess, small), 0.62F * canvas.em});
  const float width = inner + (result.words ? 0.6F : 0.18F) * canvas.em;
  if (at.x + width > right) return 0;
  const bool correct = token.ranks[who] == token.rank;
  const float line = line_height(canvas);
  const Rect upper{at.x, at.y, width, line};
  const Rect lower{at.x, at.y + line, width, line_height(canvas, Size::small)};
  const Ink ink = correct ? ink_of(static_cast<Predictor>(who)) : Ink::error;
  text(canvas, upper, actual,
       {.ink = token.rank == 0 ? Ink::quiet : Ink::ink, .along = Along::centre, .verbatim = true});
  text(canvas, lower, guess, {.ink = ink, .size = Size::small, .along = Along::centre, .verbatim = true});
  if (correct) fill(canvas, {at.x + 1, lower.bottom(), width - 2, 2}, canvas.colour(ink));
  const Rect whole{at.x, at.y, width, lower.bottom() - at.y};
  if (canvas.hovers(whole)) tooltip(canvas, whole.centre(), token_tip(result, token));
  return width;
}

}  // namespace

std::string written(const std::string& token, std::int32_t rank) {
  if (rank == 0) return "…";
  if (token == " ") return "·";
  if (token == "\n" || token == "\r") return "↓";
  if (token == "\t") return "→";
  return is_writable(token) ? token : "#" + std::to_string(rank);
}

std::string quoted(const std::string& token, std::int32_t rank) {
  if (rank == 0) return tr("a token without an embedding");
  if (token == " ") return tr("a blank");
  if (token == "\n" || token == "\r") return tr("a new line");
  if (token == "\t") return tr("a tab");
  if (token == "$") return tr("a dollar sign");  // in a tooltip it would begin a formula
  if (!is_writable(token)) return tr("token %1 by frequency", std::to_string(rank));
  return tr("“%1”", token);
}

void draw_passage(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, tr("Held-out text, and what was guessed"),
          passage({guess_sentence(result), result.words ? std::string_view() : tr("· is a blank, ↓ a new line."),
                   note_on_numbers(result, static_cast<std::size_t>(marked(drawing.values)))}));
  if (result.passage.empty()) return;
  draw_choice(result, drawing, box);
  box.take_top(0, 8);
  const float line = line_height(canvas) + line_height(canvas, Size::small) + 0.75F * canvas.em;
  Point at{box.x, box.y};
  for (const PassageToken& token : result.passage) {
    float width = draw_token(result, drawing, at, box.right(), token);
    if (width == 0) {
      at = {box.x, at.y + line};
      if (at.y + line > box.bottom() + 0.5F * canvas.em) return;
      width = draw_token(result, drawing, at, box.right() + 1e4F, token);
    }
    at.x += width;
  }
}

}  // namespace figures::language
