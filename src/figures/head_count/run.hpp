// Runs figure "head_count": the learner's calls in order, first at the chosen noise, then over all noise levels.
#pragma once

#include "figures/head_count/head_count.hpp"

namespace figures::head_count {

// Errors: those of the data and of the solver, each a sentence with its cure. Cost: planned_work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

}  // namespace figures::head_count
