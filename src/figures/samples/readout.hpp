// What figure "samples" says over its plot of the N that the marker stands at: three numbers, each with its meaning.
#pragma once

#include <array>
#include <string>

#include "figures/samples/reading.hpp"

namespace figures::samples {

struct Readout {
  std::string value;
  std::string meaning;
};

// The error; how many times the floor; and the sequences that halve what lies above it.
std::array<Readout, 3> readouts_of(const Result& result, const Reading& reading);

}  // namespace figures::samples
