// Colours: one for each object, the same in every figure, formula, table and style sheet.
//
// Built on Okabe and Ito's set ("Color universal design", 2008), each moved in lightness until it can be read as text
// (contrast >= 4.5) on the paper of its theme; tests/plot/theme_test.cpp computes the contrasts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace plot {

// Red in the lowest byte, then green, blue and alpha: ImGui's packing (IM_COL32).
using Colour = std::uint32_t;

enum class Ink : std::uint8_t {
  // The objects of the article.
  Z,      // prompts, d x n: blue
  G,      // their Gram matrices: violet
  query,  // z, the query token: teal
  W,      // the relaxed parameter: magenta
  V,      // value matrices: orange
  Q,      // key-query matrices: green
  truth,  // ground truth: neutral, always dashed or hollow
  error,  // red means error and nothing else
  // Neutrals.
  paper,     // what everything stands on
  ink,       // text and main marks
  quiet,     // second text: tick labels, units, captions
  hairline,  // axes and grid; the only ink without a promised contrast
  raised,    // surface of tooltips, chips and wells
  accent,    // what can be pressed
};

inline constexpr int kInkCount = 14;

// One ink on its way to another: share 0 to 1.
struct Blend {
  Ink from = Ink::ink;
  Ink to = Ink::ink;
  float share = 0;

  constexpr Blend(Ink ink) : from(ink), to(ink) {}
  constexpr Blend(Ink before, Ink after, float passed) : from(before), to(after), share(passed) {}
};

Colour colour(Ink ink, bool dark);

// The colour over the paper of its theme with `amount` (0 to 1) of it left: opaque, so that overlaps stay even. From 1
// to 2 on the way to the text's ink: for more steps of one colour than there are up to itself.
Colour tint(Ink ink, float amount, bool dark);

// The same colour, see-through. `alpha` from 0 to 1 multiplies what it has.
Colour with_alpha(Colour colour, float alpha);

// The ink of a formula's letter as the page writes it in data-symbol: "Z", "G", "z", "W", "V", "Q", "Theta"; plain ink
// for all others.
Ink symbol_ink(std::string_view symbol);

// Diverging map for values with a sign: t from -1 (blue) over 0 (the paper itself) to 1 (vermilion), clamped; linear in
// Oklab, both arms of equal length. Not a number: the quiet ink.
Colour diverging(double t, bool dark);

// Oklab lightness of a colour, 0 (black) to 1 (white), and the contrast ratio of two as WCAG 2.2 defines it.
double lightness(Colour colour);
double contrast(Colour a, Colour b);

// That of the text's ink and the paper which can be read better on a ground.
Ink ink_on(Colour ground, bool dark);

// "--la-W" for Ink::W; the names the style sheet uses.
std::string_view css_name(Ink ink);

// "#rrggbb".
std::string css_colour(Colour colour);

// The declarations of one theme, one a line, in the order of Ink: "--la-Z: #0b62a4;\n". A build step or test compares
// them with web/style.css.
std::string css_variables(bool dark);

}  // namespace plot
