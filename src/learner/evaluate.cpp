#include "learner/evaluate.hpp"

#include <cassert>

#include "learner/features.hpp"

namespace learner {
namespace {

template <class Predict>
TestError accumulate(std::span<const Sequence> sequences, Index d_out, const Predict& predict) {
  TestError error{.d_out = d_out};
  for (const Sequence& sequence : sequences) error.add(predict(sequence.Z), sequence.Y);
  return error;
}

}  // namespace

double TestError::mean() const { return rows > 0 ? squared_error / static_cast<double>(rows * d_out) : 0.0; }

double TestError::relative() const { return squared_targets > 0.0 ? squared_error / squared_targets : 0.0; }

void TestError::add(const Matrix& prediction, const Matrix& target) {
  assert(prediction.rows() == target.rows() && prediction.cols() == target.cols());
  squared_error += (prediction - target).squaredNorm();
  squared_targets += target.squaredNorm();
  rows += target.cols();
}

void TestError::merge(const TestError& other) {
  assert(d_out == other.d_out);
  squared_error += other.squared_error;
  squared_targets += other.squared_targets;
  rows += other.rows;
}

TestError test_error(const Matrix& p, std::span<const Sequence> sequences, Targets targets) {
  return accumulate(sequences, p.rows(), [&](const Matrix& Z) { return evaluate_folded(p, Z, targets); });
}

TestError test_error(const Model& model, std::span<const Sequence> sequences, Targets targets) {
  return accumulate(sequences, model.d_out(), [&](const Matrix& Z) { return attend(model, Z, targets); });
}

}  // namespace learner
