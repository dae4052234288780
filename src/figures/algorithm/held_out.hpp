// What was learned from a reader's numbers, against those that were held out.
#pragma once

#include "figures/algorithm/source.hpp"
#include "learner/evaluate.hpp"

namespace figures::algorithm {

// Error of coefficients p on all that they were learned from. O(rows d_out psi).
learner::TestError training_error(const SequenceSource& source, const Matrix& p);

// Fills in test_error, trivial_error (of always answering the mean target of what was learned from), relative_error,
// test_rows, answer and prediction, from the first `count` sequences held out.
// Errors: numbers so large that their squares are infinite.
Expected<void> check_held_out(const SequenceSource& source, const Model& heads, Index count, Result& result);

}  // namespace figures::algorithm
