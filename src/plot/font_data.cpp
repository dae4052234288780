// The faces cut by fonts/subset.py and the list they were cut to, as bytes.
#include "plot/fonts.hpp"

// #embed is C23; Clang 19 has it in C++ too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

namespace plot {
namespace {

constexpr unsigned char kRegularBytes[] = {
#embed "regular.otf"
};
constexpr unsigned char kItalicBytes[] = {
#embed "italic.otf"
};
constexpr unsigned char kSemiboldBytes[] = {
#embed "semibold.otf"
};
constexpr char kGlyphList[] = {
#embed "fonts/glyphs.txt"
};

}  // namespace

std::span<const unsigned char> font_bytes(Face face) {
  switch (face) {
    case Face::regular: return kRegularBytes;
    case Face::italic: return kItalicBytes;
    case Face::semibold: return kSemiboldBytes;
  }
  return {};
}

std::string_view glyph_list() { return {kGlyphList, sizeof(kGlyphList)}; }

}  // namespace plot
