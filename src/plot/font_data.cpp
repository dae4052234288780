// The faces cut by fonts/subset.py and the list they were cut to, as bytes. In a page the later letters are zeros until
// their part has been loaded (web/article/data.mjs), so nobody who asks for them may see that they are constants: this
// file is compiled alone.
#include "plot/fonts.hpp"

// #embed is C23; Clang 19 has it in C++ too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

namespace plot {
namespace {

constexpr unsigned char kFirstRegular[] = {
#embed "first-regular.otf"
};
constexpr unsigned char kFirstItalic[] = {
#embed "first-italic.otf"
};
constexpr unsigned char kFirstSemibold[] = {
#embed "first-semibold.otf"
};
constexpr unsigned char kLaterRegular[] = {
#embed "regular.otf"
};
constexpr unsigned char kLaterItalic[] = {
#embed "italic.otf"
};
constexpr unsigned char kLaterSemibold[] = {
#embed "semibold.otf"
};
constexpr char kGlyphList[] = {
#embed "glyphs.txt"
};

}  // namespace

std::span<const unsigned char> font_bytes(Face face, Letters letters) {
  using Bytes = std::span<const unsigned char>;
  const bool first = letters == Letters::first;
  switch (face) {
    case Face::regular: return first ? Bytes(kFirstRegular) : Bytes(kLaterRegular);
    case Face::italic: return first ? Bytes(kFirstItalic) : Bytes(kLaterItalic);
    case Face::semibold: return first ? Bytes(kFirstSemibold) : Bytes(kLaterSemibold);
  }
  return {};
}

std::string_view glyph_list() { return {kGlyphList, sizeof(kGlyphList)}; }

}  // namespace plot
