// What figure "language" reads off a result, for picture and words alike.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "figures/language/language.hpp"
#include "plot/words.hpp"

namespace figures::language {

inline const PredictorScore& score_of(const Result& result, Predictor predictor) {
  return result.scores[static_cast<std::size_t>(predictor)];
}

// Whether descent has been scored, and not only started.
inline bool has_descent(const Result& result) { return result.complete && !result.descent.empty(); }

// The curve of a sketch; nothing while it is still to come.
const SketchCurve* curve_of(const Result& result, Sketch sketch);

// The place in `sizes` nearest to a number of features, by ratio.
std::size_t nearest_size(const Result& result, double kept);

// How much of what all features gain over always answering the mean token an error keeps: 1 at the full solution.
// Nothing where all features gain nothing.
std::optional<double> share_of_gain(const Result& result, double error);

// The fewest features, among the sizes tried, from which on greedy choice keeps this share of the gain.
std::optional<double> fewest_for(const Result& result, double share);

// Whether a predictor has a row of its own: counting whole windows of one token is counting pairs.
inline bool is_told(const Result& result, Predictor predictor) {
  return predictor != Predictor::windows || result.longest > 1;
}

// As picture and table call them.
std::string name_of(const Result& result, Predictor predictor);
Localized name_of(Sketch sketch, bool signs);

}  // namespace figures::language
