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

// A font file, and what of it is drawn.
struct Source {
  std::span<const unsigned char> bytes;
  std::vector<char32_t> characters;  // ascending
  std::vector<ImWchar> ranges;       // the same, as ImGui wants them
};

Source source_of(std::span<const unsigned char> bytes, std::vector<char32_t> characters) {
  Source source{bytes, std::move(characters), {}};
  auto& [_, found, ranges] = source;
  sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  for (const char32_t character : found) {
    if (!ranges.empty() && ranges.back() + 1 == static_cast<ImWchar>(character)) {
      ++ranges.back();
    } else {
      ranges.insert(ranges.end(), 2, static_cast<ImWchar>(character));
    }
  }
  ranges.push_back(0);
  return source;
}

Source embedded(Face face) {
  const std::string_view name = kFaceNames[static_cast<std::size_t>(face)];
  std::vector<char32_t> found = {0x20, 0xa0, 0x2007, 0x202f};
  std::string_view rest = glyph_list();
  while (!rest.empty()) {
    std::string_view line = take_part(rest, '\n');
    if (!line.starts_with(name) || line.substr(name.size(), 1) != ":") continue;
    line.remove_prefix(name.size() + 1);
    while (!line.empty()) found.push_back(take_character(line));
  }
  return source_of(font_bytes(face), std::move(found));
}

// ImGui keeps pointers to ranges and bytes for as long as the atlas lives. The letters of a language are one thing for
// all of a program, as the language is (words.cpp).
struct Sources {
  Source embedded;
  Source of_language;
  std::vector<unsigned char> copied;  // bytes of the language's
};

Sources& sources(Face face) {
  static std::array<Sources, kFaceCount> all = {Sources{embedded(Face::regular), {}, {}},
                                                Sources{embedded(Face::italic), {}, {}},
                                                Sources{embedded(Face::semibold), {}, {}}};
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
ImFont* add(ImFontAtlas& atlas, const Source& source, const ImWchar* ranges, float pixels, float density,
            ImFont* into = nullptr) {
  ImFontConfig config;
  // ImGui wants a plain pointer but does not write when it does not own.
  config.FontData = const_cast<unsigned char*>(source.bytes.data());
  config.FontDataSize = static_cast<int>(source.bytes.size());
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
  atlas.Clear();
  // Body text first: it is ImGui's default font.
  for (const Size size : {Size::body, Size::script, Size::small, Size::title, Size::number}) {
    for (const Face face : {Face::regular, Face::italic, Face::semibold}) {
      if (drawn(face, size) != face) continue;
      const auto& [listed, added, _] = sources(face);
      const bool digits = size == Size::number;
      ImFont* font =
          add(atlas, listed, digits ? kNumberRanges.data() : listed.ranges.data(), fonts.pixels(size), fonts.density_);
      fonts.fonts_[index(face, size)] = font;
      if (added.bytes.empty() || digits) continue;
      add(atlas, added, added.ranges.data(), fonts.pixels(size), fonts.density_, font);
    }
  }
  atlas.Build();
  return fonts;
}

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
  const auto& [listed, added, _] = sources(face);
  return std::ranges::binary_search(listed.characters, character) ||
         std::ranges::binary_search(added.characters, character);
}

std::span<const char32_t> Fonts::characters(Face face) { return sources(face).embedded.characters; }

void set_letters(Face face, std::string_view letters, std::span<const unsigned char> font) {
  auto& [_, added, copied] = sources(face);
  copied.assign(font.begin(), font.end());
  std::vector<char32_t> characters;
  while (!letters.empty()) characters.push_back(take_character(letters));
  added = copied.empty() ? Source{} : source_of(copied, std::move(characters));
}

}  // namespace plot
