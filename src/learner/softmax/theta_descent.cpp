#include "learner/softmax/theta_descent.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "learner/cholesky.hpp"

namespace learner {
namespace {

constexpr double kFirstDamping = 1e-3;   // of the largest diagonal entry of the first normal equations
constexpr double kRounding = 1e-30;      // squared residual over squared answers that is rounding alone
constexpr double kNearRounding = 1e-24;  // below this a step that gains little has met rounding
constexpr double kStationary = 1e-8;     // a promised gain below this part of the squared residual is none
constexpr double kMostGrowth = 0x1p30;   // of the damping, after 30 failures in a row

}  // namespace

Expected<ThetaDescent> ThetaDescent::begin(std::shared_ptr<const JoinedExamples> examples, std::vector<Matrix> Thetas) {
  assert(examples != nullptr && !Thetas.empty());
  auto values = eliminate_values(Thetas, *examples);
  if (!values) return std::unexpected(values.error());
  return ThetaDescent(std::move(examples), std::move(Thetas), std::move(*values));
}

ThetaDescent::ThetaDescent(std::shared_ptr<const JoinedExamples> examples, std::vector<Matrix> Thetas,
                           EliminatedValues values)
    : examples_(std::move(examples)),
      Thetas_(std::move(Thetas)),
      values_(std::move(values)),
      squared_answers_(examples_->Y.squaredNorm()),
      squared_residual_(values_.residual.squaredNorm()),
      finished_(squared_residual_ <= kRounding * squared_answers_) {}

void ThetaDescent::step(const Progress& progress) {
  assert(!finished_);
  if (equations_.gradient.size() == 0) equations_ = normal_equations(Thetas_, values_, *examples_, progress);
  if (damping_ == 0.0) damping_ = kFirstDamping * equations_.normal.diagonal().maxCoeff();
  Matrix damped = equations_.normal;
  damped.diagonal().array() += damping_;
  const auto cholesky = Cholesky::factor(std::move(damped), 0.0, progress);
  if (!cholesky) return refuse();
  const Vector change = cholesky->solve(equations_.gradient);
  const double gain = change.dot(equations_.gradient + damping_ * change);
  if (!(gain > kStationary * squared_residual_)) {
    finished_ = true;
    return;
  }
  std::vector<Matrix> Thetas = moved(change);
  auto values = eliminate_values(Thetas, *examples_);
  if (!values || !(values->residual.squaredNorm() < squared_residual_)) return refuse();
  keep(std::move(Thetas), std::move(*values), gain);
}

std::vector<Matrix> ThetaDescent::moved(const Vector& change) const {
  std::vector<Matrix> Thetas = Thetas_;
  const Index size = Thetas.front().size();
  for (std::size_t i = 0; i < Thetas.size(); ++i)
    Thetas[i].reshaped() += change.segment(static_cast<Index>(i) * size, size);
  return Thetas;
}

void ThetaDescent::keep(std::vector<Matrix> Thetas, EliminatedValues values, double gain) {
  const double before = std::exchange(squared_residual_, values.residual.squaredNorm());
  Thetas_ = std::move(Thetas);
  values_ = std::move(values);
  equations_ = {};
  const double agreement = 2.0 * (before - squared_residual_) / gain - 1.0;
  damping_ *= std::max(1.0 / 3.0, 1.0 - agreement * agreement * agreement);
  growth_ = 2.0;
  finished_ = squared_residual_ <= kRounding * squared_answers_ ||
              (squared_residual_ <= kNearRounding * squared_answers_ && squared_residual_ > 0.25 * before);
}

void ThetaDescent::refuse() {
  damping_ *= growth_;
  growth_ *= 2.0;
  finished_ = growth_ >= kMostGrowth || squared_residual_ <= kNearRounding * squared_answers_;
}

}  // namespace learner
