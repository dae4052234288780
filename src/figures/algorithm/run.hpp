// Runs Algorithm 1 on the data a reader chose: the learner's calls in order, with progress and previews.
#pragma once

#include "figures/algorithm/algorithm.hpp"

namespace figures::algorithm {

// Errors: those of the data (text that is no text, too short, …) and of the solver, each a sentence with its cure.
// Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

// Multiply-adds of the run: Gram matrix, Cholesky, singular values, test.
double work(const Values& values);

}  // namespace figures::algorithm
