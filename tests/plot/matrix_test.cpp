#include "plot/matrix.hpp"

#include <doctest/doctest.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plot/headless_context.hpp"
#include "plot/notebook.hpp"

using plot::Canvas;
using plot::MatrixData;

TEST_CASE("Pooling keeps the largest entry of each block with its sign and its place") {
  std::vector<double> values(6 * 4, 0.1);
  values[1 + 6 * 2] = -5;  // row 1, column 2
  const auto pooled = plot::pooled({.values = values, .rows = 6, .columns = 4}, 3, 2);
  REQUIRE(pooled.rows == 3);
  REQUIRE(pooled.columns == 2);
  CHECK(pooled.cells[1].value == -5);
  CHECK(pooled.cells[1].row == 1);
  CHECK(pooled.cells[1].column == 2);
  CHECK(pooled.cells[0].value == 0.1);
}

TEST_CASE("What is not finite is not pooled away") {
  const std::vector<double> values = {1, std::nan(""), 3, 4};
  CHECK(std::isnan(plot::pooled({.values = values, .rows = 2, .columns = 2}, 1, 1).cells[0].value));
}

TEST_CASE("The pointer finds the cell it is over, of small and of pooled matrices") {
  plot::HeadlessContext headless;
  for (const int size : {5, 40, 300}) {
    std::vector<double> values(static_cast<std::size_t>(size * size));
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::sin(static_cast<double>(k));
    plot::MatrixView view;
    const auto draw = [&](Canvas& canvas) {
      view = plot::matrix(canvas, canvas.area.inset(8), {.values = values, .rows = size, .columns = size},
                          {.symbol = "W"});
    };
    headless.pointer.next({0, 0}, false, false, false);
    headless.frame({}, draw);
    CHECK_FALSE(view.hovered.has_value());
    const plot::Rect wanted = view.cell(size - 2, 1);
    headless.pointer.next(wanted.centre(), true, false, false);
    headless.frame({}, draw);
    REQUIRE(view.hovered.has_value());
    CHECK(std::abs(view.hovered->row - (size - 2)) <= size / 96);
    CHECK(std::abs(view.hovered->column - 1) <= size / 96);
    const auto index = static_cast<std::size_t>(view.hovered->row + size * view.hovered->column);
    CHECK(view.hovered->value == values[index]);
    CHECK(headless.pointed_symbol == "W");
  }
}

TEST_CASE("A matrix fits its box") {
  plot::HeadlessContext headless;
  const std::vector<double> values(7 * 3, 1.0);
  headless.frame({}, [&](Canvas& canvas) {
    const plot::MatrixStyle style{.symbol = "Q"};
    const plot::Rect box{10, 10, 200, 150};
    const auto view = plot::matrix(canvas, box, {.values = values, .rows = 7, .columns = 3}, style);
    CHECK(view.cells.right() <= box.right());
    CHECK(view.cells.bottom() <= box.bottom());
    // Square, as large as whole pixels let them be: 21 of 150 / 7, and 5.5 of 40 / 7 where they are small.
    for (const auto& [high, side] : {std::pair{150.F, 21.F}, std::pair{38.5F, 5.5F}}) {
      const plot::Rect cells = plot::cells_in({10.4F, 10, 200, high}, 7, 3);
      const auto bare =
          plot::matrix(canvas, {10.4F, 10, 200, high}, {.values = values, .rows = 7, .columns = 3}, {.name = false});
      for (const plot::Rect& one : {cells, bare.cells}) {
        CHECK(one.x == 10);
        CHECK(one.w == 3 * side);
        CHECK(one.h == 7 * side);
      }
    }
  });
}

TEST_CASE("A painter gets the colours that rectangles have, cell by cell") {
  constexpr int kSize = 40;
  std::vector<double> values(kSize * kSize);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::sin(0.1 * static_cast<double>(k));
  values[7] = std::nan("");
  const MatrixData data{.values = values, .rows = kSize, .columns = kSize};
  plot::HeadlessContext headless;
  Notebook notebook;
  headless.frame({}, [&](Canvas& canvas) {
    canvas.painter = &notebook;
    plot::matrix(canvas, canvas.area, data, {.limit = 1, .filled = 0.5});
  });
  REQUIRE(notebook.numbers.size() == values.size());
  const auto& palette = notebook.matrices.back().palette;
  const auto shown = [&](int row, int column) {
    return palette[notebook.numbers[static_cast<std::size_t>(row * kSize + column)]];
  };
  for (const int row : {0, 3, 39}) {
    const double nearest = -1 + 2 * std::round((data.at(row, 2) + 1) / 2 * 96) / 96;
    CHECK(shown(row, 2) == plot::diverging(nearest, false));
  }
  CHECK(shown(7, 0) == plot::colour(plot::Ink::quiet, false));
  CHECK(shown(0, kSize - 1) == plot::tint(plot::Ink::hairline, 0.35F, false));  // not there yet
}

TEST_CASE("A painter takes more cells than rectangles can show, and none of a small matrix") {
  const std::vector<double> values(300 * 300, 1.0);
  plot::HeadlessContext headless;
  Notebook notebook;
  const auto asked = [&](int size) {
    notebook.matrices.clear();
    headless.frame({.width = 600, .height = 600}, [&](Canvas& canvas) {
      canvas.painter = &notebook;
      plot::matrix(canvas, canvas.area, {.values = values, .rows = size, .columns = size});
    });
    return notebook.matrices.empty() ? 0 : notebook.matrices.back().rows;
  };
  CHECK(asked(4) == 0);
  CHECK(asked(200) == 200);
  CHECK(asked(300) == 256);
}

TEST_CASE("Where a painter cannot, a matrix is drawn with rectangles") {
  const std::vector<double> values(50 * 50, 1.0);
  plot::HeadlessContext headless;
  const auto vertices = [&](bool can) {
    Notebook notebook;
    notebook.can = can;
    return headless
        .frame({},
               [&](Canvas& canvas) {
                 canvas.painter = &notebook;
                 plot::matrix(canvas, canvas.area, {.values = values, .rows = 50, .columns = 50}, {.name = false});
               })
        .TotalVtxCount;
  };
  CHECK(vertices(false) > vertices(true) + 4 * 2000);
}
