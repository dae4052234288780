// Oklab: Björn Ottosson, "A perceptual color space for image processing" (2020).
#include "plot/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace plot {
namespace {

constexpr Colour rgb(std::uint32_t hex) {
  return 0xff000000U | ((hex & 0xffU) << 16U) | (hex & 0xff00U) | (hex >> 16U);
}

struct Entry {
  std::string_view name;
  Colour light;
  Colour dark;
};

// In the order of Ink.
constexpr std::array<Entry, kInkCount> kInks = {{
    {"--la-Z", rgb(0x0a5fd0), rgb(0x6cb1fc)},
    {"--la-G", rgb(0x6a1bb0), rgb(0x9d84f0)},
    {"--la-z", rgb(0x006f76), rgb(0x2fded4)},
    {"--la-W", rgb(0xc8268f), rgb(0xea58a8)},
    {"--la-V", rgb(0xb55a00), rgb(0xd8922f)},
    {"--la-Q", rgb(0x2a5f10), rgb(0x84d93c)},
    {"--la-truth", rgb(0x666c75), rgb(0x9aa1ab)},
    {"--la-error", rgb(0xb0101a), rgb(0xff8f88)},
    {"--la-paper", rgb(0xffffff), rgb(0x15171c)},
    {"--la-ink", rgb(0x1a1c20), rgb(0xe8eaed)},
    {"--la-quiet", rgb(0x5c626b), rgb(0xa3aab4)},
    {"--la-hairline", rgb(0xd9dce1), rgb(0x363b44)},
    {"--la-raised", rgb(0xf4f5f7), rgb(0x21252c)},
    {"--la-accent", rgb(0x1f5fa8), rgb(0x7ab8ff)},
}};

const Entry& entry(Ink ink) { return kInks[static_cast<std::size_t>(ink)]; }

struct Linear {
  double r = 0, g = 0, b = 0;
};

struct Lab {
  double l = 0, a = 0, b = 0;
};

double to_linear(double byte) {
  const double c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint32_t to_byte(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<std::uint32_t>(std::lround(255 * encoded));
}

Linear linear_of(Colour c) {
  return {to_linear(c & 0xffU), to_linear((c >> 8U) & 0xffU), to_linear((c >> 16U) & 0xffU)};
}

Lab lab_of(Colour colour) {
  const Linear c = linear_of(colour);
  const double l = std::cbrt(0.4122214708 * c.r + 0.5363325363 * c.g + 0.0514459929 * c.b);
  const double m = std::cbrt(0.2119034982 * c.r + 0.6806995451 * c.g + 0.1073969566 * c.b);
  const double s = std::cbrt(0.0883024619 * c.r + 0.2817188376 * c.g + 0.6299787005 * c.b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double cube(double x) { return x * x * x; }

Colour colour_of(const Lab& lab) {
  const double l = cube(lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b);
  const double m = cube(lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b);
  const double s = cube(lab.l - 0.0894841775 * lab.a - 1.2914855480 * lab.b);
  return 0xff000000U | to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) |
         to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8U |
         to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s) << 16U;
}

Colour mixed(Colour from, Colour to, double t) {
  const Lab a = lab_of(from);
  const Lab b = lab_of(to);
  return colour_of({std::lerp(a.l, b.l, t), std::lerp(a.a, b.a, t), std::lerp(a.b, b.b, t)});
}

double luminance(Colour colour) {
  const Linear c = linear_of(colour);
  return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
}

}  // namespace

Colour colour(Ink ink, bool dark) { return dark ? entry(ink).dark : entry(ink).light; }

Colour tint(Ink ink, float amount, bool dark) {
  const double share = std::clamp(static_cast<double>(amount), 0.0, 2.0);
  return share > 1 ? mixed(colour(ink, dark), colour(Ink::ink, dark), share - 1)
                   : mixed(colour(Ink::paper, dark), colour(ink, dark), share);
}

Colour with_alpha(Colour colour, float alpha) {
  const float now = static_cast<float>(colour >> 24U) * std::clamp(alpha, 0.F, 1.F);
  return (colour & 0x00ffffffU) | static_cast<Colour>(std::lround(now)) << 24U;
}

Ink symbol_ink(std::string_view symbol) {
  if (symbol == "Theta") return Ink::Q;  // what softmax attention has for Q
  constexpr std::array<std::string_view, 6> kSymbols = {"Z", "G", "z", "W", "V", "Q"};
  const auto found = std::find(kSymbols.begin(), kSymbols.end(), symbol);
  return found == kSymbols.end() ? Ink::ink : static_cast<Ink>(found - kSymbols.begin());
}

Colour diverging(double t, bool dark) {
  if (std::isnan(t)) return colour(Ink::quiet, dark);
  // Ends of equal distance in lightness from the paper, so that -x and x weigh the same.
  const Colour negative = dark ? rgb(0x5db4f2) : rgb(0x0a5fa3);
  const Colour positive = dark ? rgb(0xf5904a) : rgb(0xa03500);
  return mixed(colour(Ink::paper, dark), t < 0 ? negative : positive, std::min(std::abs(t), 1.0));
}

double lightness(Colour colour) { return lab_of(colour).l; }

double contrast(Colour a, Colour b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

Ink ink_on(Colour ground, bool dark) {
  return contrast(colour(Ink::ink, dark), ground) >= contrast(colour(Ink::paper, dark), ground) ? Ink::ink : Ink::paper;
}

std::string_view css_name(Ink ink) { return entry(ink).name; }

std::string css_colour(Colour colour) {
  std::array<char, 8> buffer;
  std::snprintf(buffer.data(), buffer.size(), "#%02x%02x%02x", colour & 0xffU, (colour >> 8U) & 0xffU,
                (colour >> 16U) & 0xffU);
  return buffer.data();
}

std::string css_variables(bool dark) {
  std::string css;
  for (int k = 0; k < kInkCount; ++k) {
    const Ink ink = static_cast<Ink>(k);
    css.append(css_name(ink)).append(": ").append(css_colour(colour(ink, dark))).append(";\n");
  }
  return css;
}

}  // namespace plot
