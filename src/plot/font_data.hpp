// The embedded font files; for fonts.cpp and tests.
#pragma once

#include <span>
#include <string_view>

#include "plot/fonts.hpp"

namespace plot {

// An OpenType file.
std::span<const unsigned char> font_bytes(Face face);

// fonts/glyphs.txt.
std::string_view glyph_list();

}  // namespace plot
