// Runs the six phases one by one: the learner's part of figure "phases".
#pragma once

#include "figures/phases/phases.hpp"

namespace figures::phases {

// A phase that cannot go on ends the run and says why; what was reached stands. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

double work(const Values& values);

// Points of the net along each axis of the span: what the reader asks for, or fewer where the subsets of m points would
// be too many to try.
Index net_points(const Values& values);

}  // namespace figures::phases
