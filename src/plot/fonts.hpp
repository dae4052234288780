// Inter, in the few cuts and sizes the figures use, as ImGui fonts.
//
// The faces are cut to fonts/glyphs.txt (fonts/subset.py) and embedded; digits are tabular.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

struct ImFont;
struct ImFontAtlas;

namespace plot {

enum class Face : std::uint8_t {
  regular,
  italic,    // letters of formulas; has letters and Greek only
  semibold,  // titles
};

enum class Size : std::uint8_t {
  script,  // 10: sub- and superscripts
  small,   // 12: tick labels, captions
  body,    // 14
  title,   // 17
  number,  // 28: the one number that a picture comes to; semi-bold digits and signs, no letters
};

inline constexpr int kFaceCount = 3;
inline constexpr int kSizeCount = 5;

// Body text in CSS pixels at text scale 1.
inline constexpr float kBodyPixels = 14;

enum class Letters : std::uint8_t {
  first,  // those that the article's first figure writes
  later,  // all others
};

// The embedded font file of a face, OpenType, and fonts/glyphs.txt. In a page the later letters are zeros until their
// part has been loaded.
std::span<const unsigned char> font_bytes(Face face, Letters letters);
std::string_view glyph_list();

// The letters that the reader's language has beyond glyphs.txt, for fonts built from now on: the letters, and an
// OpenType font of them with Inter's ascender and descender (fonts/subset.py), copied; none: no letters beyond the
// list.
void set_letters(Face face, std::string_view letters, std::span<const unsigned char> font);

class Fonts {
 public:
  // Throws away what the atlas holds and adds every face and size, rasterised for `density` device pixels to a CSS
  // pixel (moved to nearest_density). The renderer has to upload the texture again. `scale` makes all text larger
  // (projector: 2). The atlas belongs to the current ImGui context and must outlive this. Cost: about 20 ms at
  // density 1.
  static Fonts build(ImFontAtlas& atlas, float density, float scale = 1);

  // From 1 to 3: more would not be seen, less would be read badly.
  static float nearest_density(float density);

  // Draw its glyphs scaled by fit(size): ImGui allows whole sizes only, so a font is made a little larger than
  // pixels(size). Their texels then fall on device pixels.
  ImFont& font(Face face, Size size) const;
  float fit(Size size) const;

  // The face that stands in for one that a size does not have.
  static Face drawn(Face face, Size size);

  // CSS pixels of a size, text scale included.
  float pixels(Size size) const;
  float em() const { return pixels(Size::body); }
  float density() const { return density_; }
  float scale() const { return scale_; }
  // Whether no letters have been set since these fonts were built.
  bool is_current() const;

  // Whether the face can draw this character: one of its list or of the language's. For figures other than the first.
  static bool has(Face face, char32_t character);

  // Every character that glyphs.txt gives a face, ascending.
  static std::vector<char32_t> characters(Face face);

 private:
  std::array<ImFont*, kFaceCount * kSizeCount> fonts_ = {};
  float density_ = 1;
  float scale_ = 1;
  int letters_ = 0;  // how often letters had been set
};

}  // namespace plot
