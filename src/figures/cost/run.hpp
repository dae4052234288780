// Runs the learner's kernels so that the host can time them: the learner's part of figure "cost".
#pragma once

#include "figures/cost/cost.hpp"

namespace figures::cost {

// Each kernel `repeats` times and the whole algorithm half as often, after a quarter of that to warm up, in up to four
// rounds that take turns, so that a processor that changes its speed changes it for all.
// Residuals: of the moments, entries of their Gram matrix against sums over plainly made features; of Cholesky,
// |A X - B| / |B|; of the spectrum, |A - U S V^T| / |A|; of the algorithm, its heads against those that made the data.
// Errors: those of the learner. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

double work(const Values& values);

}  // namespace figures::cost
