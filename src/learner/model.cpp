#include "learner/model.hpp"

#include <cassert>
#include <cmath>

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

Model random_heads(Index d, Index d_out, Index count, Random& random) {
  const double deviation = 1.0 / std::sqrt(static_cast<double>(d));
  Model model;
  for (Index h = 0; h < count; ++h) {
    Matrix V = random.gaussian(d_out, d, deviation);
    model.heads.push_back({std::move(V), random.gaussian(d, d, deviation)});
  }
  return model;
}

std::pair<Matrix, Matrix> columns_of(const Model& model) {
  const auto count = static_cast<Index>(model.heads.size());
  Matrix V(model.d_out() * model.d(), count);
  Matrix Q(model.d() * model.d(), count);
  for (Index h = 0; h < count; ++h) {
    const Head& head = model.heads[static_cast<std::size_t>(h)];
    V.col(h) = head.V.reshaped<Eigen::RowMajor>();
    Q.col(h) = head.Q.reshaped<Eigen::RowMajor>();
  }
  return {V, Q};
}

Model model_of(const Matrix& V, const Matrix& Q, Index d) {
  Model model;
  for (Index h = 0; h < V.cols(); ++h) {
    model.heads.push_back(
        {V.col(h).reshaped<Eigen::RowMajor>(V.rows() / d, d), Q.col(h).reshaped<Eigen::RowMajor>(d, d)});
  }
  return model;
}

Matrix attend(const Model& model, const Matrix& Z, Targets targets) {
  assert(!model.heads.empty() && Z.rows() == model.d() && Z.cols() >= 1);
  const Matrix asking = Z.rightCols(target_count(targets, Z.cols()));
  Matrix Y = Matrix::Zero(model.d_out(), asking.cols());
  for (const Head& head : model.heads) {
    Matrix scores = transposed_times(Z, times(head.Q, asking));  // row s: what token s answers to each question
    if (targets == Targets::causal) scores.triangularView<Eigen::StrictlyLower>().setZero();
    Y += times(head.V, times(Z, scores));
  }
  return Y;
}

double TestError::mean() const { return rows > 0 ? squared_error / static_cast<double>(rows * d_out) : 0.0; }

double TestError::relative() const { return squared_targets > 0.0 ? squared_error / squared_targets : 0.0; }

void TestError::add(const Matrix& prediction, const Matrix& target) {
  assert(prediction.rows() == d_out && target.rows() == d_out && prediction.cols() == target.cols());
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
