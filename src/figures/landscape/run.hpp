// Computes figure "landscape": the loss over the slice, its lowest places, and the balls' ways.
#pragma once

#include "figures/landscape/landscape.hpp"

namespace figures::landscape {

// Errors: those of the data and of a ball's start, each a sentence. Cost: landscape_work multiply-adds.
Expected<LandscapeResult> run_landscape(const Request& request, Reporter<LandscapeResult>& reporter);

double landscape_work(const Values& values);

}  // namespace figures::landscape
