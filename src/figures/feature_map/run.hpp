// Computes the features of a few tokens, the answers of a few heads in three ways, and what a dimension costs.
#pragma once

#include "figures/feature_map/feature_map.hpp"

namespace figures::feature_map {

// Errors: none that a reader can cause. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

// Multiply-adds of the run: the lift, the features, the three answers.
double work(const Values& values);

}  // namespace figures::feature_map
