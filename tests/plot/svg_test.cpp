#include "plot/svg.hpp"

#include <doctest/doctest.h>
#include <imgui.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "plot/bars.hpp"
#include "plot/curve.hpp"
#include "plot/headless_context.hpp"
#include "plot/matrix.hpp"
#include "plot/pixel_painter.hpp"
#include "plot/surface.hpp"

using plot::Canvas;
using plot::Point;

namespace {

int count(const std::string& words, std::string_view part) {
  int found = 0;
  for (std::size_t at = words.find(part); at != std::string::npos; at = words.find(part, at + 1)) ++found;
  return found;
}

// Every element that opens closes again, in order; attributes are quoted; no stray "<" or "&".
bool is_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = svg.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos || count(tag, "\"") % 2 != 0) return false;
    const std::string name = tag.substr(0, tag.find_first_of(" /"));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
  }
  return open.empty() &&
         count(svg, "&") == count(svg, "&amp;") + count(svg, "&lt;") + count(svg, "&gt;") + count(svg, "&quot;");
}

std::string drawn(const std::function<void(Canvas&)>& draw, plot::Look look = {.still = true}) {
  plot::HeadlessContext headless;
  return plot::to_svg(headless.frame(look, draw), headless.fonts(),
                      {.title = "A <title> & more", .description = "words"});
}

void typical(Canvas& canvas) {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 200; ++k) {
    x.push_back(k + 1);
    y.push_back(std::exp(-0.05 * k) + 0.01 * std::sin(k));
  }
  const auto [left, right] = canvas.area.inset(16).columns<2>({1, 1});
  const auto axes = plot::draw_axes(canvas, left.row(0, 2), {.range = {1, 200}, .name = "epoch"},
                                    {.range = {1e-3, 1}, .scale = plot::Scale::log, .name = "test error"});
  plot::curve(canvas, axes, x, y, {.ink = plot::Ink::W, .label = "descent"});
  plot::reference_y(canvas, axes, 0.002, "closed form");
  const auto other = plot::draw_axes(canvas, left.row(1, 2), plot::bar_axis(50), {.range = {0, 1}});
  plot::bars(canvas, other, std::span(y).first(50));
  plot::matrix(canvas, right, {.values = std::span(y).first(196), .rows = 14, .columns = 14}, {.symbol = "W"});
}

}  // namespace

TEST_CASE("Text comes back as it was written, one element a run") {
  const std::string words = "Six of nine <starts> & “got stuck”: −2.3·10⁻²⁷";
  const std::string svg = drawn([&](Canvas& canvas) { plot::text(canvas, Point{20.3F, 30.7F}, words); });
  CHECK(svg.find(">Six of nine &lt;starts&gt; &amp; “got stuck”: −2.3·10⁻²⁷</text>") != std::string::npos);
  CHECK(count(svg, "<text") == 1);
}

TEST_CASE("Faces and sizes survive") {
  const std::string svg = drawn([](Canvas& canvas) {
    plot::text(canvas, Point{0, 0}, "Title", {.size = plot::Size::title, .face = plot::Face::semibold});
    plot::text(canvas, Point{0, 40}, "$W$");
  });
  CHECK(svg.find("font-size=\"17\" font-weight=\"600\"") != std::string::npos);
  CHECK(svg.find("font-size=\"14\" font-style=\"italic\"") != std::string::npos);
  CHECK(svg.find(plot::css_colour(plot::colour(plot::Ink::W, false))) != std::string::npos);
}

TEST_CASE("Rectangles of one colour share an element, and their order is kept where they overlap") {
  const std::string svg = drawn([](Canvas& canvas) {
    for (int k = 0; k < 20; ++k) {
      plot::fill(canvas, {10.F * static_cast<float>(k), 0, 9, 9}, k % 2 == 0 ? 0xff0000ffU : 0xffff0000U);
    }
    plot::fill(canvas, {5, 5, 50, 50}, 0xff00ff00U);
  });
  CHECK(count(svg, "<path") == 3);
  CHECK(svg.find("#00ff00") > svg.find("#ff0000"));
  CHECK(svg.find("#00ff00") > svg.find("#0000ff"));
}

TEST_CASE("A typical figure is well formed, small, free of NaN, and the same each time") {
  const std::string svg = drawn(typical);
  CHECK(is_well_formed(svg));
  MESSAGE("typical figure: " << svg.size() << " bytes");
  CHECK(svg.size() < 60'000);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
  CHECK(svg == drawn(typical));
  CHECK(svg.find(">test error</text>") != std::string::npos);
  CHECK(svg.find("<clipPath") != std::string::npos);
}

TEST_CASE("Pictures that stand in one page share no id, and what one refers to is in it") {
  const auto ids = [](const std::string& svg, const std::string& before) {
    std::set<std::string> found;
    for (std::size_t at = svg.find(before); at != std::string::npos; at = svg.find(before, at + 1)) {
      const std::size_t from = at + before.size();
      found.insert(svg.substr(from, svg.find_first_of("\")", from) - from));
    }
    return found;
  };
  const std::string one = drawn(typical);
  const std::string other = drawn([](Canvas& canvas) {
    typical(canvas);
    plot::fill(canvas, {5, 5, 50, 50}, 0xff00ff00U);
  });
  const std::set<std::string> own = ids(one, " id=\"");
  CHECK(!own.empty());
  CHECK(own == ids(one, "url(#"));
  for (const std::string& id : ids(other, " id=\"")) CHECK(own.count(id) == 0);
}

TEST_CASE("Infinite and absent data leave a well-formed picture") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double bad[] = {1, std::nan(""), -kInfinity, kInfinity, 0, -3, 1e300, 2};
  const std::string svg = drawn([&](Canvas& canvas) {
    const plot::Axis log{.range = plot::range_of(bad, plot::Scale::log), .scale = plot::Scale::log};
    const auto axes = plot::draw_axes(canvas, canvas.area, log, log);
    plot::curve(canvas, axes, bad, bad, {.dashed = true});
    plot::band(canvas, axes, bad, bad, bad, plot::Ink::W);
    plot::scatter(canvas, axes, bad, bad);
    plot::bars(canvas, axes, bad);
    plot::reference_y(canvas, axes, kInfinity, "far");
    plot::matrix(canvas, canvas.area, {.values = bad, .rows = 4, .columns = 2});
  });
  CHECK(is_well_formed(svg));
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("No text of an SVG holds two blanks in a row, which browsers would fold") {
  plot::HeadlessContext headless;
  const plot::Look look{.width = 400, .height = 100, .still = true};
  const ImDrawData& data =
      headless.frame(look, [](plot::Canvas& canvas) { text(canvas, plot::Point{10, 10}, "1  Sequences   and  more"); });
  const std::string svg = plot::to_svg(data, headless.fonts(), {});
  CHECK(svg.find(">Sequences</text>") != std::string::npos);
  for (std::size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
    const std::size_t begin = svg.find('>', at);
    CHECK(svg.substr(begin, svg.find("</text>", begin) - begin).find("  ") == std::string::npos);
  }
}

TEST_CASE("A line of many pieces is one stroke with a point for each, and lines of one colour share a path") {
  const auto zigzag = [](Canvas& canvas, float top) {
    for (int k = 0; k < 12; ++k)
      canvas.list.PathLineTo({10.F + 7 * static_cast<float>(k), top + (k % 2 == 0 ? 0.F : 5.F)});
    canvas.list.PathStroke(0xff2040a0U, 0, 2);
  };
  const std::string svg = drawn([&](Canvas& canvas) {
    zigzag(canvas, 20);
    zigzag(canvas, 60);
  });
  const std::size_t at = svg.find("stroke=\"#a04020\"");
  REQUIRE(at != std::string::npos);
  CHECK(count(svg, "stroke=\"#a04020\"") == 1);
  const std::string path = svg.substr(at, svg.find("/>", at) - at);
  CHECK(count(path, "l7") == 22);
  CHECK(path.find("M10 20l7 5l7-5") != std::string::npos);
  CHECK(path.find("stroke-width=\"2\"") != std::string::npos);
}

TEST_CASE("A curve's straight stretches lose their points, its bends do not") {
  const auto points = [](const std::vector<double>& y) {
    std::vector<double> x;
    for (std::size_t k = 0; k < y.size(); ++k) x.push_back(static_cast<double>(k));
    const std::string svg = drawn([&](Canvas& canvas) {
      const plot::Axes axes(canvas.area, {.range = {0, 100}}, {.range = {-2, 2}});
      plot::curve(canvas, axes, x, y, {.ink = plot::Ink::W});
    });
    const std::size_t at = svg.find("stroke=\"" + plot::css_colour(plot::colour(plot::Ink::W, false)) + "\"");
    return at == std::string::npos ? 0 : count(svg.substr(at, svg.find("/>", at) - at), "l");
  };
  std::vector<double> bent;
  std::vector<double> sloped;
  for (int k = 0; k <= 100; ++k) {
    sloped.push_back(0.01 * k);
    bent.push_back(std::sin(0.2 * k));
  }
  CHECK(points(sloped) <= 4);  // "stroke-linejoin" and the like have an l too
  CHECK(points(bent) > 60);
}

TEST_CASE(
    "labels of curves that end near one another stand around their ends, none under another, and are tied to them") {
  plot::HeadlessContext headless;
  float lone = 0;
  float together = 0;
  float line = 0;
  const ImDrawData& drawn = headless.frame({.width = 400, .height = 300, .still = true}, [&](Canvas& canvas) {
    const plot::Axes axes = plot::draw_axes(canvas, {0, 0, 300, 300}, {.range = {0, 1}}, {.range = {0, 1}});
    std::vector<plot::EndLabel> labels = {{.y = 0.1, .words = "lone"}};
    for (const char* words : {"A", "B", "C", "D"}) labels.push_back({.y = 0.6, .words = words});
    plot::end_labels(canvas, axes, labels);
    lone = axes.y_at(0.1);
    together = axes.y_at(0.6);
    line = plot::line_height(canvas, plot::Size::small);
  });
  const std::string svg = plot::to_svg(drawn, headless.fonts(), {.title = "t", .description = "d"});
  const auto baseline = [&](const std::string& words) {
    const std::size_t end = svg.find(">" + words + "<");
    REQUIRE(end != std::string::npos);
    return std::stof(svg.substr(svg.rfind(" y=\"", end) + 4));
  };
  const float below = baseline("lone") - lone;
  float sum = 0;
  for (const char* words : {"A", "B", "C", "D"}) sum += baseline(words) - below - together;
  CHECK(std::abs(sum / 4) < 1.5);
  CHECK(baseline("B") - baseline("A") >= line - 1);
  CHECK(baseline("D") - baseline("A") <= 3 * line + 1);
}

TEST_CASE("What a pixel painter has painted is an image, in its turn among the shapes") {
  std::vector<double> heights;
  for (int k = 0; k < 25; ++k) heights.push_back(0.1 * (k % 5));
  plot::HeadlessContext headless;
  plot::PixelPainter painter;
  const ImDrawData& data = headless.frame({.width = 300, .height = 200, .still = true}, [&](Canvas& canvas) {
    canvas.painter = &painter;
    plot::fill(canvas, {0, 0, 9, 9}, 0xff0000ffU);
    plot::surface(canvas, canvas.area, {.heights = heights, .columns = 5, .rows = 5, .x = {0, 1}, .y = {0, 1}});
    plot::fill(canvas, {0, 0, 9, 9}, 0xffff0000U);
  });
  const std::string svg = plot::to_svg(data, headless.fonts(), {});
  CHECK(is_well_formed(svg));
  const std::string start = " href=\"data:image/png;base64,";
  const std::size_t at = svg.find(start);
  REQUIRE(at != std::string::npos);
  CHECK(svg.find("#ff0000") < at);
  CHECK(svg.find("#0000ff") > at);
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (std::size_t k = at + start.size(); svg[k] != '"' && svg[k] != '='; ++k) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bits = bits << 6U | static_cast<unsigned>(digits.find(svg[k]));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
  }
  const auto number = [&](std::size_t place) {
    unsigned value = 0;
    for (std::size_t k = 0; k < 4; ++k) value = value << 8U | static_cast<unsigned char>(bytes[place + k]);
    return value;
  };
  CHECK(bytes.starts_with("\x89PNG\r\n\x1a\n"));
  // Rows are each a byte longer than their pixels; the last checksum is the one of every PNG.
  const unsigned width = number(16);
  const unsigned height = number(20);
  CHECK(bytes.substr(12, 4) == "IHDR");
  const std::size_t rows = (4 * width + 1) * height;
  CHECK(number(33) == rows + 2 + 5 * ((rows + 65534) / 65535) + 4);
  CHECK(bytes.substr(37, 4) == "IDAT");
  CHECK(bytes.size() == 33 + 12 + number(33) + 12);
  CHECK(bytes.ends_with(std::string("IEND\xae\x42\x60\x82")));
}
