#include <doctest/doctest.h>
#include <imgui.h>

#include <cmath>
#include <string>

#include "plot/headless_context.hpp"
#include "plot/markup.hpp"

using plot::Canvas;

TEST_CASE("Mathematics between dollars becomes pieces with face, level and symbol") {
  const auto pieces = plot::pieces_of("of $λ_{min}$ and $10^{-6}$", false);
  REQUIRE(pieces.size() == 7);
  CHECK(pieces[1].words == "λ");
  CHECK(pieces[1].italic);
  CHECK(pieces[1].symbol == "lambda");
  CHECK(pieces[2].words == "min");
  CHECK_FALSE(pieces[2].italic);
  CHECK(pieces[2].level == -1);
  CHECK(pieces[4].words == "10");
  CHECK(pieces[5].words == "−");
  CHECK(pieces[5].level == 1);
}

TEST_CASE("Two scripts of one letter stand over each other") {
  const auto pieces = plot::pieces_of("$x_i^2$", false);
  REQUIRE(pieces.size() == 3);
  CHECK_FALSE(pieces[1].stacked);
  CHECK(pieces[2].stacked);
}

TEST_CASE("Unfinished markup loses no time and no text") {
  for (const char* words : {"$5", "$", "$$", "${", "$x_$", "$x^{$", "$}$", "a$b{c^_$", "$^^^^$", "\xff\xfe$\xff$"}) {
    CAPTURE(words);
    CHECK(plot::pieces_of(words, false).size() < 10);
  }
  CHECK(plot::pieces_of("$5", false).at(0).words == "$5");
  CHECK(plot::pieces_of("$W$", true).at(0).words == "$W$");
}

TEST_CASE("Text is cut to its width with an ellipsis, and wrapped text fits its box") {
  plot::HeadlessContext headless;
  headless.frame({}, [](Canvas& canvas) {
    const std::string words = "Six of nine starts got stuck at $λ_{min} = 10^{-6}$, and three did not";
    for (const float width : {40.F, 100.F, 200.F, 300.F}) {
      CHECK(plot::text_width(canvas, words, {.max_width = width}) <= width + 0.5F);
      const float height = plot::paragraph_height(canvas, width, words);
      CHECK(height == plot::paragraph(canvas, {0, 0, width, 0}, words));
      CHECK(height >= plot::line_height(canvas));
    }
    CHECK(plot::text_width(canvas, words) > 300);
    CHECK(plot::text_width(canvas, "") == 0);
  });
}

TEST_CASE("Words wider than their room are made smaller before any are cut, and are told where they are written") {
  plot::HeadlessContext headless;
  headless.frame({}, [](Canvas& canvas) {
    std::vector<plot::WrittenLine> written;
    canvas.written = &written;
    const std::string words = "Three of them got stuck";
    const auto width = [&](plot::Size size) { return plot::text_width(canvas, words, {.size = size}); };
    for (const float room : {width(plot::Size::title), width(plot::Size::small), width(plot::Size::script)}) {
      CHECK(plot::text(canvas, plot::Rect{10, 20, room, 30}, words, {.size = plot::Size::title}) == room);
      CHECK_FALSE(written.back().cut);
      CHECK(written.back().words == words);
      CHECK(written.back().place.x == 10);
      CHECK(written.back().place.w == room);
      CHECK(written.back().place.h > 0);
    }
    plot::text(canvas, plot::Rect{10, 20, width(plot::Size::script) - 2, 30}, words, {.size = plot::Size::title});
    CHECK(written.back().cut);
  });
}

TEST_CASE("Lines of a language without blanks part between characters, never before what closes or after what opens") {
  plot::HeadlessContext headless;
  headless.frame({}, [](Canvas& canvas) {
    const auto lines = [&](float width, std::string_view words) {
      return std::lround(plot::paragraph_height(canvas, width, words) / plot::line_height(canvas));
    };
    const float one = plot::text_width(canvas, "中");
    const float four = 4 * one + 0.1F;
    CHECK(lines(four, "中中中中") == 1);
    CHECK(lines(four, "中中中中中") == 2);
    CHECK(lines(four, "中中中中中中中中中") == 3);
    // The full stop takes the character before it along.
    CHECK(lines(four, "中中中中。") == 2);
    CHECK(lines(one + 0.1F, "中，中") == 1 + 1);
    // Latin words and mathematics stay whole.
    CHECK(lines(plot::text_width(canvas, "中word") + 0.1F, "中word中word") == 2);
    CHECK(lines(plot::text_width(canvas, "中中$W$") + 0.1F, "中中$W$中") == 2);
    CHECK(lines(plot::text_width(canvas, "two words") + 0.1F, "two words more") == 2);
  });
}

TEST_CASE("No line ends between a number and its per cent sign, or beside an equals sign") {
  plot::HeadlessContext headless;
  headless.frame({}, [](Canvas& canvas) {
    std::vector<plot::WrittenLine> written;
    canvas.written = &written;
    const auto last = [&](std::string_view words, std::string_view fits) {
      plot::paragraph(canvas, {0, 0, plot::text_width(canvas, fits) + 0.1F, 0}, words);
      return written.back().words;
    };
    CHECK(last("learned of 5 %", "learned of 5") == "5 %");
    CHECK(last("learned, $ρ$ = 0", "learned, $ρ$") == "$ρ$ = 0");
    CHECK(last("learned, $ρ$ = 0", "learned, $ρ$ =") == "$ρ$ = 0");
    CHECK(last("learned, $ρ$ = 0 here", "learned, $ρ$ = 0") == "here");
  });
}

TEST_CASE("One line in a box keeps to the box, and to its own width where that is less") {
  plot::HeadlessContext headless;
  headless.frame({}, [](Canvas& canvas) {
    const plot::Rect box{0, 0, 200, 20};
    const std::string words = "Six of nine starts got stuck, and three did not";
    CHECK(plot::text(canvas, box, words) <= 200.5F);
    CHECK(plot::text(canvas, box, words, {.max_width = 90}) <= 90.5F);
    CHECK(plot::text(canvas, box, words, {.max_width = 400}) <= 200.5F);
  });
}

TEST_CASE("A tooltip stays inside the canvas wherever the pointer is") {
  plot::HeadlessContext headless;
  for (const plot::Point at : {plot::Point{0, 0}, {199, 0}, {0, 99}, {199, 99}, {100, 50}}) {
    const ImDrawData& data = headless.frame({.width = 200, .height = 100}, [&](Canvas& canvas) {
      plot::tooltip(canvas, at, "$W$ = 0.12\nrow 3, column 5");
    });
    for (const ImDrawList* list : data.CmdLists) {
      for (const ImDrawVert& vertex : list->VtxBuffer) {
        // Anti-aliasing reaches half a pixel further.
        CHECK(vertex.pos.x >= -0.5F);
        CHECK(vertex.pos.y >= -0.5F);
        CHECK(vertex.pos.x <= 200.5F);
        CHECK(vertex.pos.y <= 100.5F);
      }
    }
  }
}

TEST_CASE("A region takes the press, keeps the drag, and a click is a press that did not move") {
  plot::HeadlessContext headless;
  plot::Region state;
  const auto step = [&](plot::Point at, bool down) {
    headless.pointer.next(at, true, down, false);
    headless.frame({}, [&](Canvas& canvas) { state = plot::region(canvas, "ball", {100, 100, 30, 30}); });
  };
  step({110, 110}, false);
  CHECK(state.hovered);
  CHECK(headless.hand);
  step({110, 110}, true);
  CHECK(state.pressed);
  step({300, 200}, true);
  CHECK(state.held);
  CHECK_FALSE(state.clicked);
  step({300, 200}, false);
  CHECK_FALSE(state.clicked);
  step({110, 110}, false);
  step({110, 110}, true);
  step({111, 110}, false);
  CHECK(state.clicked);
  step({111, 110}, false);
  CHECK_FALSE(state.clicked);
}

TEST_CASE("A letter of a formula lights its symbol under the pointer") {
  plot::HeadlessContext headless;
  headless.pointer.next({13, 12}, true, false, false);
  headless.frame({}, [](Canvas& canvas) { plot::text(canvas, plot::Point{8, 4}, "$W$ and more"); });
  CHECK(headless.pointed_symbol == "W");
}
