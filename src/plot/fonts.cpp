#include "plot/fonts.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plot/sort.hpp"
#include "plot/utf8.hpp"

namespace plot {
namespace {

// Inter's ascender minus descender over its em; ImGui takes this height for the size of a font.
constexpr float kHeightOverEm = 2478.F / 2048.F;

constexpr std::array<float, kSizeCount> kPixels = {10, 12, kBodyPixels, 17, 28};
constexpr std::array<std::string_view, kFaceCount> kFaceNames = {"regular", "italic", "semibold"};

// Where the characters of fonts/glyphs.txt lie: ImGui asks each font file which of them it has.
constexpr std::array<ImWchar, 17> kBlocks = {0x20,   0x17e,  0x391,  0x3c9,  0x2007, 0x208b, 0x2113, 0x2113, 0x2190,
                                             0x2194, 0x2202, 0x2265, 0x25a0, 0x25cf, 0x2713, 0x2717, 0};

// The letters of a language in a face. ImGui keeps pointers to both for as long as the atlas lives; they are one thing
// for all of a program, as the language is (words.cpp).
struct OfLanguage {
  std::vector<unsigned char> bytes;
  std::vector<ImWchar> ranges;  // each letter twice
};

int times_set = 0;

OfLanguage& of_language(Face face) {
  static std::array<OfLanguage, kFaceCount> all;
  return all[static_cast<std::size_t>(face)];
}

// Of the large numbers: from the blank to the sign of equality, "¹²³·", the powers, "−".
constexpr std::array<ImWchar, 11> kNumberRanges = {0x20,   0x3d,   0xb2,   0xb3,   0xb7, 0xb9,
                                                   0x2070, 0x207b, 0x2212, 0x2212, 0};

std::size_t index(Face face, Size size) {
  return static_cast<std::size_t>(face) * kSizeCount + static_cast<std::size_t>(size);
}

float whole_height(float pixels) { return std::ceil(pixels * kHeightOverEm); }

// Adds a font to the atlas, or, where `into` is one that it has, its characters to that one.
ImFont* add(ImFontAtlas& atlas, std::span<const unsigned char> bytes, const ImWchar* ranges, float pixels,
            float density, ImFont* into = nullptr) {
  ImFontConfig config;
  // ImGui wants a plain pointer but does not write when it does not own.
  config.FontData = const_cast<unsigned char*>(bytes.data());
  config.FontDataSize = static_cast<int>(bytes.size());
  config.FontDataOwnedByAtlas = false;
  config.SizePixels = whole_height(pixels);
  config.RasterizerDensity = density * pixels * kHeightOverEm / whole_height(pixels);
  config.OversampleH = density < 1.75F ? 2 : 1;
  config.OversampleV = 1;
  config.PixelSnapH = false;
  config.GlyphRanges = ranges;
  config.MergeMode = into != nullptr;
  config.DstFont = into;
  return atlas.AddFont(&config);
}

}  // namespace

Fonts Fonts::build(ImFontAtlas& atlas, float density, float scale) {
  Fonts fonts;
  fonts.density_ = nearest_density(density);
  fonts.scale_ = scale;
  fonts.letters_ = times_set;
  atlas.Clear();
  // Body text first: it is ImGui's default font.
  for (const Size size : {Size::body, Size::script, Size::small, Size::title, Size::number}) {
    for (const Face face : {Face::regular, Face::italic, Face::semibold}) {
      if (drawn(face, size) != face) continue;
      const bool digits = size == Size::number;
      const ImWchar* ranges = digits ? kNumberRanges.data() : kBlocks.data();
      const auto adds = [&](std::span<const unsigned char> bytes, const ImWchar* those, ImFont* into) {
        return add(atlas, bytes, those, fonts.pixels(size), fonts.density_, into);
      };
      ImFont* font = adds(font_bytes(face, Letters::first), ranges, nullptr);
      fonts.fonts_[index(face, size)] = font;
      if (const auto later = font_bytes(face, Letters::later); later.front() != 0) adds(later, ranges, font);
      const OfLanguage& more = of_language(face);
      if (!more.bytes.empty() && !digits) adds(more.bytes, more.ranges.data(), font);
    }
  }
  atlas.Build();
  return fonts;
}

bool Fonts::is_current() const { return letters_ == times_set; }

float Fonts::nearest_density(float density) { return density > 1 ? std::min(density, 3.F) : 1; }

ImFont& Fonts::font(Face face, Size size) const { return *fonts_[index(drawn(face, size), size)]; }

// Semi-bold is for titles, labels and large numbers, never for scripts.
Face Fonts::drawn(Face face, Size size) {
  if (size == Size::number) return Face::semibold;
  return size == Size::script && face == Face::semibold ? Face::regular : face;
}

float Fonts::fit(Size size) const { return pixels(size) * kHeightOverEm / whole_height(pixels(size)); }

float Fonts::pixels(Size size) const { return kPixels[static_cast<std::size_t>(size)] * scale_; }

bool Fonts::has(Face face, char32_t character) {
  static const std::array<std::vector<char32_t>, kFaceCount> listed = {
      characters(Face::regular), characters(Face::italic), characters(Face::semibold)};
  const std::vector<ImWchar>& ranges = of_language(face).ranges;
  return std::ranges::binary_search(listed[static_cast<std::size_t>(face)], character) ||
         std::ranges::find(ranges, character) != ranges.end();
}

std::vector<char32_t> Fonts::characters(Face face) {
  std::vector<char32_t> found = {0x20, 0xa0, 0x2007, 0x202f};
  std::string_view rest = glyph_list();
  while (!rest.empty()) {
    std::string_view line = take_part(rest, '\n');
    std::string_view name = take_part(line, ':');
    if (name.starts_with("first ")) take_part(name, ' ');
    if (name != kFaceNames[static_cast<std::size_t>(face)]) continue;
    while (!line.empty()) found.push_back(take_character(line));
  }
  sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

void set_letters(Face face, std::string_view letters, std::span<const unsigned char> font) {
  auto& [bytes, ranges] = of_language(face);
  bytes.assign(font.begin(), font.end());
  ranges.clear();
  while (!letters.empty()) ranges.insert(ranges.end(), 2, static_cast<ImWchar>(take_character(letters)));
  ranges.push_back(0);
  ++times_set;
}

}  // namespace plot
