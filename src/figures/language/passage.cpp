// Figure "language", first question: a passage of the held-out text, with a guess under each token.

#include "figures/language/learn_picture.hpp"
#include "plot/panel.hpp"

namespace figures::language {
namespace {

// What stands for characters that the canvas cannot write, where there are any.
std::string note_on_numbers(const Result& result, std::size_t who) {
  for (const PassageToken& token : result.passage) {
    for (const Token& one : {token.actual, token.guesses[who]})
      if (is_numbered(one))
        return tr("#%1 is token %1 by frequency, in letters this picture lacks: the table has them.",
                  std::to_string(one.rank));
  }
  return "";
}

class Passage {
 public:
  Passage(const Result& result, Drawing& drawing)
      : result_(result), drawing_(drawing), reading_(film_shown(result, drawing), result.passage.size()) {}

  void draw(Rect box) {
    const std::string before = setting_.causal ? std::string(tr("those before it"))
                                               : counted("the one before it", "the %1 before it", setting_.n);
    heading(
        canvas_, box, tr("Which comes next?"),
        passage({setting_.words
                     ? tr("Held-out words. Under each the guess from %1: bold where right, grey where wrong.", before)
                     : tr("Held-out text. Under each character the guess from %1: bold where right, grey where wrong.",
                          before),
                 setting_.words ? std::string_view() : tr("· is a blank, ↓ a new line."),
                 note_on_numbers(result_, std::to_underlying(marked(drawing_.values)))}));
    if (!canvas_.narrow()) name_lines(box.take_left(3.2F * canvas_.em, 0));
    const float line = line_of(box);
    Rect cell{box.x, box.y, 0, line};
    for (std::size_t k = 0; k < result_.passage.size(); ++k) {
      cell.w = width_of(result_.passage[k]);
      if (cell.right() > box.right()) cell.x = box.x, cell.y += line;
      if (cell.y + line > box.bottom() + 0.5F * canvas_.em) return;
      draw_token(cell, result_.passage[k], reading_.share(k), cell.y > box.y);  // the first line can be read
      cell.x += cell.w;
    }
  }

 private:
  std::string token_tip(const PassageToken& token) {
    std::string words = tr("in truth %1", quoted(token.actual));
    for (const Predictor who : scored(result_)) {
      if (who == Predictor::frequent) continue;
      const Token& guess = token.guesses[std::to_underlying(who)];
      const std::string name = name_of(result_, who);
      words += "\n" + (guess.rank == token.actual.rank ? tr("%1: %2 ✓", name, quoted(guess))
                                                       : tr("%1: %2", name, quoted(guess)));
    }
    return words;
  }

  // As wide for every predictor, so that the lines stay when another is chosen; a character takes one place of a line,
  // or two.
  float width_of(const PassageToken& token) const {
    const TextStyle small{.size = Size::small, .verbatim = true};
    const float least = (canvas_.narrow() ? 0.8F : 1.05F) * canvas_.fonts.pixels(size_);
    float width = std::max(text_width(canvas_, written(token.actual), {.size = size_, .verbatim = true}), least);
    for (const Predictor who : scored(result_))
      width = std::max(width, text_width(canvas_, written(token.guesses[std::to_underlying(who)]), small));
    if (setting_.words) return width + 0.6F * canvas_.em;
    const float place = least + 0.15F * canvas_.em;
    return place * std::max(1.F, std::ceil(width / place - 0.2F));
  }

  // A token and the guess under it: right ones bold, wrong ones grey. A hidden token is a line on which it is to stand:
  // the guess drops in, then the token appears.
  void draw_token(const Rect& cell, const PassageToken& token, float share, bool hidden) {
    const Predictor who = marked(drawing_.values);
    const float upper = line_height(canvas_, size_) + 2;
    const Rect tile{cell.x + 1, cell.y, cell.w - 2, upper};
    const Rect lower{cell.x, cell.y + upper + 1, cell.w, line_height(canvas_, Size::small)};
    const float dropped = eased(std::min(1.F, 2 * share));
    const float open = eased(std::max(0.F, 2 * share - 1));
    const bool bold = is_right(token, who) && open > 0;
    TextStyle style{.along = Along::centre, .verbatim = true};
    if (bold) style.face = Face::semibold;
    if (open > 0 || !hidden) {
      if (bold) fill(canvas_, tile, tint(ink_of(who), 0.16F, canvas_.dark), {3});
      style.size = size_;
      style.ink = bold || open <= 0 ? Ink::ink : Ink::quiet;
      style.upright = Upright::middle;
      text(canvas_, tile.centre(), written(token.actual), style);
    }
    if (hidden && open < 1) {
      fill(canvas_, {tile.x, tile.y, tile.w, tile.h * (1 - open)}, canvas_.colour(Ink::paper));
      fill(canvas_, {tile.x + 1, tile.bottom() - 3, tile.w - 2, 2}, tint(Ink::quiet, 0.5F * (1 - open), canvas_.dark));
    }
    style.size = Size::small;
    style.ink = bold || share <= 0 ? ink_of(who) : Ink::quiet;
    style.upright = Upright::top;
    if (share <= 0) {
      // What the film is about: a guess for each of those that can be read.
      if (!hidden) text(canvas_, Point{lower.centre().x, lower.y}, "?", style);
      return;
    }
    text(canvas_, Point{lower.centre().x, lower.y + (1 - dropped) * lower.h * 0.6F},
         written(token.guesses[std::to_underlying(who)]), style);
    const Rect both{cell.x, cell.y, cell.w, lower.bottom() - cell.y};
    if (share >= 1 && canvas_.hovers(both)) tooltip(canvas_, both.centre(), token_tip(token));
  }

  // What the two lines of letters are, left of the first.
  void name_lines(Rect gutter) {
    const float upper = line_height(canvas_, size_) + 2;
    text(canvas_, Point{gutter.x, gutter.y + upper / 2}, tr("text"),
         {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
    text(canvas_, Point{gutter.x, gutter.y + upper + 1}, tr("guess"),
         {.ink = ink_of(marked(drawing_.values)), .size = Size::small, .face = Face::semibold});
  }

  // The height of a line: with little air where there are many, with more where there is room.
  float line_of(const Rect& box) const {
    float x = 0;
    float lines = 1;
    for (const PassageToken& token : result_.passage) {
      const float width = width_of(token);
      if (x + width > box.w) x = 0, ++lines;
      x += width;
    }
    const float written = line_height(canvas_, size_) + line_height(canvas_, Size::small);
    const float air = canvas_.narrow() ? 0.7F : 1.2F;
    return written + std::clamp(box.h / lines - written, air * canvas_.em, 2 * air * canvas_.em);
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_ = drawing_.canvas;
  Setting setting_{drawing_.settings};
  Size size_ = canvas_.narrow() ? Size::body : Size::title;
  Reading reading_;
};

}  // namespace

void draw_passage(const Result& result, Drawing& drawing, Rect box) { Passage(result, drawing).draw(box); }

}  // namespace figures::language
