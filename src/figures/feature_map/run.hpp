// Computes the features of a few tokens, the answers of a few heads in three ways, and what a dimension costs.
#pragma once

#include "figures/feature_map/feature_map.hpp"

namespace figures::feature_map {

// Errors: none that a reader can cause. Cost: feature_map_work multiply-adds.
Expected<FeatureMapResult> run_feature_map(const Request& request, Reporter<FeatureMapResult>& reporter);

// Multiply-adds of the run: the lift, the features, the three answers.
double feature_map_work(const Values& values);

}  // namespace figures::feature_map
