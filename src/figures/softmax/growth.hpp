// Times against the number of heads of figure "softmax".
#pragma once

#include <span>
#include <vector>

#include "figures/softmax/softmax.hpp"

namespace figures::softmax {

// Seconds for one layer with 1, 2, .. heads; 0 where nobody measured.
struct HeadsTime {
  std::vector<double> questions;
  std::vector<double> examples;
};
HeadsTime times_of(const Result& result, std::span<const double> milliseconds);

// log10 of (dk)^(m³): the theorem's time, its constant left out.
double theorem_exponent(const Result& result, double heads);

}  // namespace figures::softmax
