// Learns from more and more of each data set and measures every fit: the learner's part of figure "samples".
#pragma once

#include "figures/samples/samples.hpp"

namespace figures::samples {

// Errors: those of the learner. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

double work(const Values& values);

// Different features of these values' data: psi, but C(d+2,3) where a sequence is one token (G z is cubic in it).
double visible_features(const Values& values);

// The number of sequences whose independent equations are as many. A sequence whose n tokens all ask has min(n, d) of
// them for each output, since questions G z with one G are as many as tokens z are independent.
double samples_threshold(const Values& values);

// The numbers N tried: powers of sqrt 2 from an eighth of the threshold on, and the threshold itself.
std::vector<double> sample_sizes(const Values& values);

}  // namespace figures::samples
