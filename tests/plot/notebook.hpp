// A painter that paints nothing and writes down what it is asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "plot/painter.hpp"

class Notebook final : public plot::Painter {
 public:
  bool surface(ImDrawList&, const plot::SurfacePaint& paint) override {
    paints.push_back(paint);
    return can;
  }
  bool cells(ImDrawList&, const plot::CellsPaint& paint) override {
    matrices.push_back(paint);
    numbers.assign(paint.numbers.begin(), paint.numbers.end());
    return can;
  }

  bool can = true;
  std::vector<plot::SurfacePaint> paints;
  std::vector<plot::CellsPaint> matrices;
  std::vector<std::uint8_t> numbers;  // of the last matrix: a paint does not own them
};
