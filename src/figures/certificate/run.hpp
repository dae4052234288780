// Runs figure "certificate": data, spectrum, fit and impostor, descent, with progress and previews.
#pragma once

#include "figures/certificate/certificate.hpp"

namespace figures::certificate {

// Descent is followed to so many steps.
inline constexpr int kDescentOctaves = 20;

// Errors: those of the learner, each a sentence with its cure. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

// Multiply-adds of the run: Gram matrix, eigenvalues, fit, training errors.
double work(const Values& values);

}  // namespace figures::certificate
