// What the chart of figure "cost" shows: lines over the token size, and levels across it.
#pragma once

#include <string>
#include <vector>

#include "figures/cost/picture.hpp"
#include "plot/axes.hpp"

namespace figures::cost {

// Multiply-adds at token sizes, rising.
struct Line {
  std::string words;
  Ink ink;
  bool dashed = false;
  float width = 2;
  float amount = 1;
  std::vector<double> d = {};
  std::vector<double> work = {};
};

// In the order of drawing: the sum lies under its parts.
std::vector<Line> lines_of(const Picture& picture);

// A round range that holds all lines and the claim.
Range range_of(const std::vector<Line>& lines);

// So many multiply-adds, and what takes them.
struct Level {
  double work;
  std::string words;
  std::string few_words;
};

// GPT-3, and what this device does in spans that people know, at the rate of its Cholesky factors.
std::vector<Level> levels_of(const Picture& picture);

}  // namespace figures::cost
