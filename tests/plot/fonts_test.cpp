#include "plot/fonts.hpp"

#include <doctest/doctest.h>
#include <imgui.h>

#include "plot/headless_context.hpp"

using plot::Face;
using plot::Size;

TEST_CASE("Every face can draw every character its list names, at every size and density") {
  plot::HeadlessContext headless;
  for (const float density : {1.F, 1.5F, 2.F, 3.F}) {
    const plot::Fonts fonts = plot::Fonts::build(*ImGui::GetIO().Fonts, density);
    for (const Face face : {Face::regular, Face::italic, Face::semibold}) {
      CHECK(plot::Fonts::characters(face).size() > 60);
      for (const Size size : {Size::small, Size::body, Size::title}) {
        for (const char32_t character : plot::Fonts::characters(face)) {
          CAPTURE(static_cast<unsigned>(character));
          CHECK(fonts.font(face, size).FindGlyphNoFallback(static_cast<ImWchar>(character)) != nullptr);
        }
      }
    }
  }
}

TEST_CASE("Large numbers have every digit and sign that numbers are written with") {
  plot::HeadlessContext headless;
  const plot::Fonts fonts = plot::Fonts::build(*ImGui::GetIO().Fonts, 2);
  for (const char32_t character : U"0123456789.,−+-=·⁰¹²³⁴⁵⁶⁷⁸⁹⁻") {
    if (character == 0) continue;
    CAPTURE(static_cast<unsigned>(character));
    CHECK(fonts.font(Face::semibold, Size::number).FindGlyphNoFallback(static_cast<ImWchar>(character)) != nullptr);
  }
  CHECK(&fonts.font(Face::regular, Size::number) == &fonts.font(Face::semibold, Size::number));
}

TEST_CASE("Digits are as wide as one another and as the figure space") {
  plot::HeadlessContext headless;
  const plot::Fonts fonts = plot::Fonts::build(*ImGui::GetIO().Fonts, 2);
  for (const Face face : {Face::regular, Face::semibold}) {
    const ImFont& font = fonts.font(face, Size::body);
    for (char digit = '1'; digit <= '9'; ++digit) {
      CHECK(font.GetCharAdvance(static_cast<ImWchar>(digit)) == font.GetCharAdvance('0'));
    }
    // One unit of the font's 2048 is left to rounding.
    CHECK(font.GetCharAdvance(0x2007) == doctest::Approx(font.GetCharAdvance('0')).epsilon(0.01));
  }
}

TEST_CASE("A language's letters are drawn by its own font, at the size of the others, until they are taken away") {
  plot::HeadlessContext headless;
  const auto built = [] { return plot::Fonts::build(*ImGui::GetIO().Fonts, 2); };
  constexpr ImWchar kLetter = U'é';
  CHECK_FALSE(plot::Fonts::has(Face::semibold, kLetter));
  CHECK(built().font(Face::semibold, Size::title).FindGlyphNoFallback(kLetter) == nullptr);
  // The regular face has this letter, so its font serves as that of a language.
  const ImFontGlyph own = *built().font(Face::regular, Size::title).FindGlyphNoFallback(kLetter);
  plot::set_letters(Face::semibold, "éè", plot::font_bytes(Face::regular, plot::Letters::later));
  CHECK(plot::Fonts::has(Face::semibold, kLetter));
  CHECK_FALSE(plot::Fonts::has(Face::semibold, U'ê'));
  for (const Size size : {Size::small, Size::body, Size::title}) {
    CHECK(built().font(Face::semibold, size).FindGlyphNoFallback(kLetter) != nullptr);
  }
  const ImFontGlyph added = *built().font(Face::semibold, Size::title).FindGlyphNoFallback(kLetter);
  CHECK(added.AdvanceX == own.AdvanceX);
  CHECK(added.Y0 == own.Y0);
  CHECK(added.Y1 == own.Y1);
  plot::set_letters(Face::semibold, "", {});
  CHECK_FALSE(plot::Fonts::has(Face::semibold, kLetter));
  CHECK(built().font(Face::semibold, Size::title).FindGlyphNoFallback(kLetter) == nullptr);
}

TEST_CASE("Letters keep their size whatever the density, and grow with the text scale") {
  plot::HeadlessContext headless;
  const auto width = [](float density, float scale) {
    const plot::Fonts fonts = plot::Fonts::build(*ImGui::GetIO().Fonts, density, scale);
    return fonts.font(Face::regular, Size::body).GetCharAdvance('n') * fonts.fit(Size::body);
  };
  const float once = width(1, 1);
  CHECK(width(1.5F, 1) == doctest::Approx(once).epsilon(1e-4));
  CHECK(width(3, 1) == doctest::Approx(once).epsilon(1e-4));
  CHECK(width(1, 2) == doctest::Approx(2 * once).epsilon(1e-4));
}
