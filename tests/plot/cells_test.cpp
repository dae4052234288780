#include "plot/cells.hpp"

#include <doctest/doctest.h>
#include <imgui.h>

#include <vector>

#include "plot/headless_context.hpp"

using plot::Canvas;
using plot::MatrixData;
using plot::MatrixView;

namespace {

MatrixView grid(float cell, int rows, int columns) {
  return {.cells = {20, 30, cell * static_cast<float>(columns), cell * static_cast<float>(rows)},
          .rows = rows,
          .columns = columns,
          .hovered = {}};
}

}  // namespace

TEST_CASE("A point names the cell it is in, and none beside the matrix") {
  const MatrixView view = grid(40, 3, 5);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 5; ++column) {
      const auto found = plot::cell_at(view, view.cell(row, column).centre());
      REQUIRE(found.has_value());
      CHECK(found->row == row);
      CHECK(found->column == column);
    }
  }
  CHECK_FALSE(plot::cell_at(view, {19, 40}).has_value());
  CHECK_FALSE(plot::cell_at(view, {40, 30 + 3 * 40 + 1}).has_value());
}

TEST_CASE("Cells beside one another make one rectangle without the last gap") {
  const MatrixView view = grid(40, 3, 5);
  const plot::Rect box = plot::cells_of(view, {1, 2, 2, 3});
  CHECK(box.x == 20 + 80);
  CHECK(box.y == 30 + 40);
  CHECK(box.w == 119);
  CHECK(box.h == 79);
}

TEST_CASE("Numbers are written where they fit and left out where they do not") {
  plot::HeadlessContext headless;
  const std::vector<double> values = {-0.5, 1.25, 3, -2};
  const MatrixData data{.values = values, .rows = 2, .columns = 2};
  for (const float cell : {60.F, 34.F, 26.F, 14.F}) {
    bool written = false;
    headless.frame({}, [&](Canvas& canvas) { written = plot::cell_numbers(canvas, grid(cell, 2, 2), data); });
    CHECK(written == (cell >= 26));
  }
}

TEST_CASE("Parts of one object are written alike") {
  plot::HeadlessContext headless;
  const std::vector<double> narrow = {1, 2};
  const std::vector<double> wide = {-100.25, 2};
  const MatrixData part{.values = narrow, .rows = 1, .columns = 2};
  const MatrixData whole{.values = wide, .rows = 1, .columns = 2};
  bool alone = false;
  bool alike = true;
  headless.frame({}, [&](Canvas& canvas) {
    alone = plot::cell_numbers(canvas, grid(30, 1, 2), part);
    alike = plot::cell_numbers(canvas, grid(30, 1, 2), part, {.like = &whole});
  });
  CHECK(alone);
  CHECK_FALSE(alike);
}

TEST_CASE("Only the first cells have numbers where the others are not there yet") {
  plot::HeadlessContext headless;
  const std::vector<double> values = {1, 2, 3, 4};
  const MatrixData data{.values = values, .rows = 2, .columns = 2};
  const auto vertices = [&](int first) {
    return headless
        .frame({}, [&](Canvas& canvas) { CHECK(plot::cell_numbers(canvas, grid(40, 2, 2), data, {.first = first})); })
        .TotalVtxCount;
  };
  const int one = vertices(1) - vertices(0);
  CHECK(one > 0);
  for (int first = 2; first <= 4; ++first) CHECK(vertices(first) - vertices(first - 1) == one);
  CHECK(vertices(9) == vertices(4));
}

TEST_CASE("A link stays between its ends, straight or with two turns") {
  plot::HeadlessContext headless;
  for (const bool upright : {false, true}) {
    for (const float across : {0.F, 1.F, 30.F, -200.F}) {
      const plot::Point from{300, 200};
      const plot::Point to = upright ? plot::Point{300 + across, 260} : plot::Point{360, 200 + across / 2};
      const ImDrawData& data = headless.frame({.width = 640, .height = 400, .still = true}, [&](Canvas& canvas) {
        plot::link(canvas, from, to, {.upright = upright});
      });
      CHECK(data.TotalVtxCount > 0);
      for (const ImDrawVert& vertex : data.CmdLists[0]->VtxBuffer) {
        CHECK(vertex.pos.x >= std::min(from.x, to.x) - 4);
        CHECK(vertex.pos.x <= std::max(from.x, to.x) + 4);
        CHECK(vertex.pos.y >= std::min(from.y, to.y) - 4);
        CHECK(vertex.pos.y <= std::max(from.y, to.y) + 4);
      }
    }
  }
}
