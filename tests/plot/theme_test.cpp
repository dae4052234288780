#include "plot/theme.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include <array>
#include <cmath>
#include <limits>
#include <string>

using plot::Ink;

namespace {

bool is_written_or_drawn(Ink ink) { return ink != Ink::paper && ink != Ink::hairline && ink != Ink::raised; }

}  // namespace

TEST_CASE("Every ink can be read as text on paper and on raised surfaces, in both themes") {
  for (const bool dark : {false, true}) {
    for (int k = 0; k < plot::kInkCount; ++k) {
      const Ink ink = static_cast<Ink>(k);
      if (!is_written_or_drawn(ink)) continue;
      CAPTURE(plot::css_name(ink));
      CAPTURE(dark);
      CHECK(plot::contrast(plot::colour(ink, dark), plot::colour(Ink::paper, dark)) >= 4.5);
      CHECK(plot::contrast(plot::colour(ink, dark), plot::colour(Ink::raised, dark)) >= 4.25);
    }
  }
}

TEST_CASE("Points at their usual strength keep a contrast of 3 on paper") {
  for (const bool dark : {false, true}) {
    for (int k = 0; k <= static_cast<int>(Ink::truth); ++k) {
      const auto point = plot::tint(static_cast<Ink>(k), 0.75F, dark);
      CHECK(plot::contrast(point, plot::colour(Ink::paper, dark)) >= 3);
    }
  }
}

TEST_CASE(
    "Five steps of one ink, from pale over itself towards the text's, can be told from one another and from paper") {
  for (const bool dark : {false, true}) {
    double last = plot::lightness(plot::colour(Ink::paper, dark));
    for (const float amount : {0.75F, 0.95F, 1.17F, 1.4F, 1.62F}) {
      const auto step = plot::tint(Ink::V, amount, dark);
      // Twice what an eye can just see.
      CHECK(std::abs(plot::lightness(step) - last) > 0.04);
      CHECK(plot::contrast(step, plot::colour(Ink::paper, dark)) >= 3);
      last = plot::lightness(step);
    }
    CHECK(plot::tint(Ink::V, 1, dark) == plot::colour(Ink::V, dark));
    CHECK(plot::tint(Ink::V, 2, dark) == plot::colour(Ink::ink, dark));
  }
}

TEST_CASE("Black on white has the contrast that WCAG names") {
  CHECK(plot::contrast(0xff000000U, 0xffffffffU) == doctest::Approx(21));
}

TEST_CASE("The diverging map is the paper at zero, and both arms leave it evenly and alike") {
  for (const bool dark : {false, true}) {
    CHECK(plot::diverging(0, dark) == plot::colour(Ink::paper, dark));
    double last = 0;
    for (int k = 1; k <= 10; ++k) {
      const double zero = plot::lightness(plot::diverging(0, dark));
      const double blue = std::abs(plot::lightness(plot::diverging(-k / 10.0, dark)) - zero);
      const double orange = std::abs(plot::lightness(plot::diverging(k / 10.0, dark)) - zero);
      CHECK(blue > last);
      // A step of lightness that an eye can just see is about 0.02.
      CHECK(std::abs(blue - orange) < 0.03);
      last = blue;
    }
  }
}

TEST_CASE("Colour maps take any number") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(plot::diverging(1e300, false) == plot::diverging(1, false));
  CHECK((plot::diverging(nan, true) >> 24U) == 255);
}

TEST_CASE("A symbol has the ink of its object, others have plain ink") {
  CHECK(plot::symbol_ink("W") == Ink::W);
  CHECK(plot::symbol_ink("z") == Ink::query);
  CHECK(plot::symbol_ink("Theta") == Ink::Q);
  CHECK(plot::symbol_ink("lambda") == Ink::ink);
  CHECK(plot::symbol_ink("") == Ink::ink);
}

TEST_CASE("The style sheet's variables name every ink once") {
  const std::string css = plot::css_variables(false);
  CHECK(css.starts_with("--la-Z: #0a5fd0;\n"));
  int lines = 0;
  for (const char c : css) lines += c == '\n' ? 1 : 0;
  CHECK(lines == plot::kInkCount);
}

namespace {

std::string file(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("The page and the element have the very colours of the canvas") {
  const std::string page = file("web/style.css");
  const std::string element = file("web/element/style.js");
  REQUIRE(page.size() > 1000);
  REQUIRE(element.size() > 1000);
  for (int k = 0; k < plot::kInkCount; ++k) {
    const auto ink = static_cast<plot::Ink>(k);
    const std::string name(plot::css_name(ink));
    const std::string light = plot::css_colour(plot::colour(ink, false));
    const std::string dark = plot::css_colour(plot::colour(ink, true));
    CHECK_MESSAGE(page.find(name + ": light-dark(" + light + ", " + dark + ");") != std::string::npos, name, " ", light,
                  " ", dark);
    if (element.find(name + ": ") == std::string::npos) continue;  // the element needs the neutrals only
    CHECK_MESSAGE(element.find(name + ": " + light + ";") != std::string::npos, name, " ", light);
    CHECK_MESSAGE(element.find(name + ": " + dark + ";") != std::string::npos, name, " ", dark);
  }
}
