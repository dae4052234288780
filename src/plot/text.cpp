#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plot/canvas.hpp"
#include "plot/markup.hpp"
#include "plot/utf8.hpp"

namespace plot {
namespace {

// Inter's ascender over its em: from the top of a line to its baseline.
constexpr float kAscent = 1984.F / 2048.F;
constexpr float kCapital = 1490.F / 2048.F;  // height of its capital letters
constexpr float kLineOverEm = 1.35F;
constexpr float kBoxOverEm = 1.21F;

char32_t next_character(std::string_view& words) {
  unsigned int character = 0;
  const int length = ImTextCharFromUtf8(&character, words.data(), words.data() + words.size());
  words.remove_prefix(static_cast<std::size_t>(std::max(length, 1)));
  switch (character) {
    case U'⟨': return U'‹';  // Inter has no mathematical brackets
    case U'⟩': return U'›';
    default: return character < 32 ? U' ' : static_cast<char32_t>(character);
  }
}

// A font with the scale that brings it to the size wanted.
struct Cut {
  Face face = Face::regular;
  Size size = Size::body;
  float scale = 1;
};

Cut cut_of(const Fonts& fonts, const Piece& piece, const TextStyle& style) {
  const Face face = piece.italic ? Face::italic : style.face;
  const auto cut = [&](Size size, float scale) { return Cut{face, size, scale * fonts.fit(size)}; };
  if (piece.level == 0) return cut(style.size, 1);
  switch (style.size) {
    case Size::script: return cut(Size::script, 0.85F);
    case Size::small: return cut(Size::script, 0.9F);
    case Size::body: return cut(Size::script, 1);
    case Size::title: return cut(Size::small, 1);
    case Size::number: return cut(Size::body, 1);
  }
  return {};
}

// The regular face stands in where the cut's own lacks a character.
const ImFontGlyph& glyph(const Fonts& fonts, const Cut& cut, char32_t character, ImFont*& font) {
  font = &fonts.font(cut.face, cut.size);
  if (const ImFontGlyph* own = font->FindGlyphNoFallback(static_cast<ImWchar>(character))) return *own;
  font = &fonts.font(Face::regular, cut.size);
  return *font->FindGlyph(static_cast<ImWchar>(character));
}

float width_of(const Fonts& fonts, const Cut& cut, std::string_view words) {
  float width = 0;
  ImFont* font = nullptr;
  while (!words.empty()) width += glyph(fonts, cut, next_character(words), font).AdvanceX * cut.scale;
  return width;
}

// A piece and where it stands on the line.
struct Placed {
  Piece piece;
  Cut cut;
  float x = 0;
  float width = 0;
};

struct Line {
  Size size = Size::body;
  std::vector<Placed> pieces = {};
  float width = 0;
};

// Cuts the line to a width, an ellipsis after it.
void shorten(const Fonts& fonts, Line& line, const TextStyle& style) {
  const Cut dots_cut = cut_of(fonts, {}, style);
  const float width = style.max_width;
  const float dots = width_of(fonts, dots_cut, "…");
  while (!line.pieces.empty() && line.pieces.back().x > width - dots) line.pieces.pop_back();
  float end = 0;
  if (!line.pieces.empty()) {
    Placed& last = line.pieces.back();
    std::string_view& words = last.piece.words;
    while (!words.empty() && last.x + width_of(fonts, last.cut, words) > width - dots) {
      words = whole_characters(words, words.size() - 1);
    }
    while (words.ends_with(' ')) words.remove_suffix(1);
    last.width = width_of(fonts, last.cut, words);
    end = last.x + last.width;
  }
  line.pieces.push_back({{.words = "…"}, dots_cut, end, dots});
  line.width = end + dots;
}

// Words wider than they may be are made smaller, and where they are the smallest cut.
Line lay_out(const Fonts& fonts, std::string_view words, const TextStyle& style) {
  Line line{.size = style.size};
  float script_start = 0;
  for (const Piece& piece : pieces_of(words, style.verbatim)) {
    const Cut cut = cut_of(fonts, piece, style);
    // A second script of the same letter stands over or under the first.
    const float x = piece.stacked ? script_start : line.width;
    if (piece.level != 0 && !piece.stacked) script_start = x;
    const float width = width_of(fonts, cut, piece.words);
    line.pieces.push_back({piece, cut, x, width});
    line.width = std::max(line.width, x + width);
  }
  if (style.max_width <= 0 || line.width <= style.max_width + 0.5F) return line;
  if (style.size > Size::script) {
    TextStyle smaller = style;
    smaller.size = static_cast<Size>(static_cast<int>(style.size) - 1);
    return lay_out(fonts, words, smaller);
  }
  shorten(fonts, line, style);
  return line;
}

void draw_words(Canvas& canvas, float x, float baseline, const Placed& placed, Colour colour) {
  const float density = canvas.fonts.density();
  const float y = std::round(baseline * density) / density;
  std::string_view words = placed.piece.words;
  while (!words.empty()) {
    ImFont* font = nullptr;
    const ImFontGlyph& g = glyph(canvas.fonts, placed.cut, next_character(words), font);
    const float scale = placed.cut.scale;
    if (g.Visible) {
      const float top = y - std::round(font->Ascent) * scale;
      canvas.list.PrimReserve(6, 4);
      canvas.list.PrimRectUV({x + g.X0 * scale, top + g.Y0 * scale}, {x + g.X1 * scale, top + g.Y1 * scale},
                             {g.U0, g.V0}, {g.U1, g.V1}, colour);
    }
    x += g.AdvanceX * scale;
  }
}

// A letter of a formula glows while it is lit, and lights up its kin.
void light_piece(Canvas& canvas, const Placed& placed, float x, float baseline, float pixels, Ink ink) {
  const Rect box{x - 2, baseline - 0.85F * pixels, placed.width + 4, 1.1F * pixels};
  if (highlight(canvas, box, placed.piece.symbol)) fill(canvas, box, tint(ink, 0.22F, canvas.dark), {3});
}

}  // namespace

float text(Canvas& canvas, Point at, std::string_view words, const TextStyle& style) {
  const Line laid = lay_out(canvas.fonts, words, style);
  const float pixels = canvas.fonts.pixels(laid.size);
  const float x = at.x - laid.width * static_cast<float>(style.along) / 2;
  const float baseline = at.y + kAscent * pixels - kBoxOverEm * pixels * static_cast<float>(style.upright) / 2;
  for (const Placed& placed : laid.pieces) {
    const Piece& piece = placed.piece;
    const Ink own = symbol_ink(piece.symbol);
    const Ink ink = own == Ink::ink ? style.ink : own;
    if (!piece.symbol.empty()) light_piece(canvas, placed, x + placed.x, baseline, pixels, own);
    const float raise = piece.level > 0 ? -0.36F : piece.level < 0 ? 0.18F : 0;
    draw_words(canvas, x + placed.x, baseline + raise * pixels, placed, tint(ink, style.amount, canvas.dark));
  }
  if (canvas.written != nullptr) {
    const bool cut = !laid.pieces.empty() && laid.pieces.back().piece.words == "…" && !words.ends_with("…");
    canvas.written->push_back(
        {{x, baseline - kCapital * pixels, laid.width, kCapital * pixels}, std::string(words), cut});
  }
  return laid.width;
}

float text(Canvas& canvas, const Rect& box, std::string_view words, TextStyle style) {
  style.max_width = style.max_width > 0 ? std::min(style.max_width, box.w) : box.w;
  const Point at{box.x + box.w * static_cast<float>(style.along) / 2,
                 box.y + box.h * static_cast<float>(style.upright) / 2};
  return text(canvas, at, words, style);
}

float text_width(const Canvas& canvas, std::string_view words, const TextStyle& style) {
  return lay_out(canvas.fonts, words, style).width;
}

float line_height(const Canvas& canvas, Size size) { return std::round(kLineOverEm * canvas.fonts.pixels(size)); }

namespace {

// Chinese and Japanese have no blanks between words: a line may be cut between any two characters, but a sign that
// closes stays with what stands before it, and one that opens with what follows.
bool parts_from(std::string_view before, std::string_view after) {
  constexpr std::string_view kCloses = "、。，．：；？！）》」』】”’…—·,.:;?!)]%";
  constexpr std::string_view kOpens = "（《「『【“‘([";
  const auto wide = [](std::string_view one) { return !one.empty() && code_point(one) >= 0x2e80; };
  if (!wide(before) && !wide(after)) return false;
  return before != " " && after != " " && !kCloses.contains(after) && !kOpens.contains(before);
}

// A blank that holds what it stands between together: 5 %, d = 4.
bool holds(std::string_view words, std::size_t blank) {
  const std::string_view after = words.substr(blank + 1);
  return after.starts_with('%') || after.starts_with("= ") || words.substr(0, blank).ends_with(" =");
}

// The lines of a paragraph: cut at "\n", and where words part outside mathematics.
std::vector<std::string_view> wrapped(const Canvas& canvas, float width, std::string_view words,
                                      const TextStyle& style) {
  std::vector<std::string_view> lines;
  std::size_t start = 0;
  std::size_t last_fit = 0;  // end of the longest run from start that fits
  bool mathematics = false;
  std::string_view before;  // the character before k
  for (std::size_t k = 0; k <= words.size(); k += std::max<std::size_t>(before.size(), 1)) {
    const std::string_view here = k < words.size() ? first_character(words.substr(k)) : "\n";
    const bool apart = !mathematics && parts_from(before, here);
    if (here == "$" && !style.verbatim) {
      mathematics = !mathematics && words.substr(k + 1).find('$') != std::string_view::npos;
    }
    before = here;
    const bool is_blank = here == " " && !mathematics && !holds(words, k);
    if (here != "\n" && !apart && !is_blank) continue;
    if (last_fit > start && text_width(canvas, words.substr(start, k - start), style) > width) {
      lines.push_back(words.substr(start, last_fit - start));
      start = last_fit + (words[last_fit] == ' ' ? 1 : 0);
    }
    last_fit = k;
    if (here == "\n") {
      lines.push_back(words.substr(start, k - start));
      start = last_fit = k + 1;
      mathematics = false;
    }
  }
  return lines;
}

}  // namespace

float paragraph(Canvas& canvas, const Rect& box, std::string_view words, const TextStyle& style) {
  const float step = line_height(canvas, style.size);
  float y = box.y;
  TextStyle one_line = style;
  one_line.max_width = box.w;
  one_line.upright = Upright::top;
  const float x = box.x + box.w * static_cast<float>(style.along) / 2;
  for (const std::string_view one : wrapped(canvas, box.w, words, style)) {
    if (box.h <= 0 || y + step <= box.bottom() + 0.5F) text(canvas, Point{x, y}, one, one_line);
    y += step;
  }
  return y - box.y;
}

float paragraph_height(const Canvas& canvas, float width, std::string_view words, const TextStyle& style) {
  TextStyle free = style;
  free.max_width = 0;
  return line_height(canvas, style.size) * static_cast<float>(wrapped(canvas, width, words, free).size());
}

}  // namespace plot
