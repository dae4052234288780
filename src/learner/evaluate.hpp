#pragma once

#include <span>

#include "learner/model.hpp"

namespace learner {

// Sums from which the error of predictions is read; blocks of a large test set add up.
struct TestError {
  double squared_error = 0.0;    // sum over rows of ||y - yhat||^2
  double squared_targets = 0.0;  // sum over rows of ||y||^2
  Index rows = 0;
  Index d_out = 1;

  // Mean over rows of ||y - yhat||^2 / d_out. 0 when there are no rows.
  double mean() const;
  // squared_error / squared_targets: 1 is what answering 0 achieves. 0 when all targets are 0.
  double relative() const;

  void add(const Matrix& prediction, const Matrix& target);  // both d_out x T
  void merge(const TestError& other);
};

// Error of folded coefficients p, d_out x psi, on sequences that pass validate.
// Cost: evaluate_folded for each.
TestError test_error(const Matrix& p, std::span<const Sequence> sequences, Targets targets);

// Error of a model. Cost: attend for each.
TestError test_error(const Model& model, std::span<const Sequence> sequences, Targets targets);

}  // namespace learner
