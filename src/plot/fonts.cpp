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

std::vector<char32_t> read_characters(std::string_view face) {
  std::vector<char32_t> found = {0x20, 0xa0, 0x2007, 0x202f};
  std::string_view rest = glyph_list();
  while (!rest.empty()) {
    std::string_view line = take_part(rest, '\n');
    if (!line.starts_with(face) || line.substr(face.size(), 1) != ":") continue;
    line.remove_prefix(face.size() + 1);
    while (!line.empty()) found.push_back(take_character(line));
  }
  sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

// ImGui keeps the pointer for as long as the atlas lives.
const ImWchar* ranges(Face face) {
  static const auto kRanges = [] {
    std::array<std::vector<ImWchar>, kFaceCount> all;
    for (int k = 0; k < kFaceCount; ++k) {
      auto& list = all[static_cast<std::size_t>(k)];
      for (const char32_t character : Fonts::characters(static_cast<Face>(k))) {
        if (!list.empty() && list.back() + 1 == static_cast<ImWchar>(character)) {
          ++list.back();
        } else {
          list.insert(list.end(), 2, static_cast<ImWchar>(character));
        }
      }
      list.push_back(0);
    }
    return all;
  }();
  return kRanges[static_cast<std::size_t>(face)].data();
}

// Of the large numbers: from the blank to the sign of equality, "¹²³·", the powers, "−".
constexpr std::array<ImWchar, 11> kNumberRanges = {0x20,   0x3d,   0xb2,   0xb3,   0xb7, 0xb9,
                                                   0x2070, 0x207b, 0x2212, 0x2212, 0};

std::size_t index(Face face, Size size) {
  return static_cast<std::size_t>(face) * kSizeCount + static_cast<std::size_t>(size);
}

float whole_height(float pixels) { return std::ceil(pixels * kHeightOverEm); }

ImFont* add(ImFontAtlas& atlas, Face face, float pixels, float density, const ImWchar* characters) {
  const auto bytes = font_bytes(face);
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
  config.GlyphRanges = characters;
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
      fonts.fonts_[index(face, size)] = add(atlas, face, fonts.pixels(size), fonts.density_,
                                            size == Size::number ? kNumberRanges.data() : ranges(face));
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

bool Fonts::has(Face face, char32_t character) { return std::ranges::binary_search(characters(face), character); }

std::span<const char32_t> Fonts::characters(Face face) {
  static const std::array<std::vector<char32_t>, kFaceCount> kCharacters = {
      read_characters(kFaceNames[0]), read_characters(kFaceNames[1]), read_characters(kFaceNames[2])};
  return kCharacters[static_cast<std::size_t>(face)];
}

}  // namespace plot
