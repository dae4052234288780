// The lines of figure "samples" that are no data: thresholds, floors, laws; and the labels of all that is drawn.
#pragma once

#include <vector>

#include "figures/samples/reading.hpp"
#include "plot/axes.hpp"
#include "plot/labels.hpp"

namespace figures::samples {

// Everything that is drawn from one result at one size.
struct Plot {
  const Result& result;
  Canvas& canvas;
  const Axes& axes;
  Labels& labels;
  bool narrow = false;
};

// The medians with the floor.
std::vector<double> test_errors(const Result& result);

// Behind the data: the threshold, answering 0, the floors, the paper's line and where it is hung up.
void draw_references(const Plot& to);

// Over the data, which it should coincide with in the end: what noise leads to.
void draw_law(const Plot& to);

// Last of all.
void label_lines(const Plot& to);

}  // namespace figures::samples
