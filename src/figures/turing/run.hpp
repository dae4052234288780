// Runs figure "turing": lessons from other machines, then the run of this one, with progress and previews.
#pragma once

#include "figures/turing/turing.hpp"

namespace figures::turing {

// A run of a table from tape and head: `rules` are carried out, `table` says where there are holes. At most `limit`
// steps. A configuration that comes back is found by Brent's method: compared with that after 1, 2, 4, .. steps.
TuringTrace trace_of(const TuringResult& result, const std::vector<std::int32_t>& rules);

// Errors: those of the learner. Cost: turing_work multiply-adds.
Expected<TuringResult> run_turing(const Request& request, Reporter<TuringResult>& reporter);

// Multiply-adds of the run: each example of a key is projected twice on those before it.
double turing_work(const Values& values);

}  // namespace figures::turing
