// Computes figure "landscape": the loss over the slice, its lowest places, and the balls' ways.
#pragma once

#include "figures/landscape/landscape.hpp"

namespace figures::landscape {

// Errors: those of the data and of a ball's start, each a sentence. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

double work(const Values& values);

}  // namespace figures::landscape
