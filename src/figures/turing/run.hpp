// Runs figure "turing": lessons from other machines, then the run of this one, with progress and previews.
#pragma once

#include "figures/turing/turing.hpp"

namespace figures::turing {

// A run of a table from tape and head: `rules` are carried out, `table` says where there are holes. At most `limit`
// steps. A configuration that comes back is found by Brent's method: compared with that after 1, 2, 4, .. steps.
Trace trace_of(const Result& result, const std::vector<std::int32_t>& rules);

// Errors: those of the learner. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

// Multiply-adds of the run: each example of a key is projected twice on those before it.
double work(const Values& values);

}  // namespace figures::turing
