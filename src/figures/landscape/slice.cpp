#include "figures/landscape/slice.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "learner/features.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

namespace figures::landscape {
namespace {

using learner::Expected;
using learner::Head;
using learner::Space;

// The same function with |V| = |Q|.
Head balanced(const Head& head) {
  const double scale = std::sqrt(head.Q.norm() / head.V.norm());
  return {head.V * scale, head.Q / scale};
}

// A random matrix as long as `other`, orthogonal to it.
Matrix random_across(const Matrix& other, Random& random) {
  Matrix result = random.gaussian(other.rows(), other.cols());
  result -= other * (other.cwiseProduct(result).sum() / other.squaredNorm());
  return result * (other.norm() / result.norm());
}

Head second_direction(const Model& hidden, const SliceOptions& options) {
  constexpr std::uint64_t kStream = 77;  // apart from the streams of the data
  const Head first = balanced(hidden.heads.front());
  const Head from = hidden.heads.size() > 1 ? balanced(hidden.heads[1]) : Head{-first.V, first.Q};
  Random random = Random(options.seed).split(kStream);
  const Matrix V = random_across(from.V, random);
  const Matrix Q = random_across(from.Q, random);
  const double share = options.turn;
  const double length = std::sqrt((1 - share) * (1 - share) + share * share);
  return {(share * V + (1 - share) * from.V) / length, (share * Q + (1 - share) * from.Q) / length};
}

Model one_head(Head head) { return {.heads = {std::move(head)}}; }

learner::Slice slice_of(const learner::Landscape& landscape, const Head& head, const Head& second) {
  const Model nothing =
      one_head({Matrix::Zero(head.V.rows(), head.V.cols()), Matrix::Zero(head.Q.rows(), head.Q.cols())});
  return learner::slice_with_places(
      {landscape.place(nothing), landscape.place(one_head(head)), landscape.place(one_head(second))},
      {Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1)});
}

}  // namespace

double LossSlice::on_data(double s, double t) const {
  const Vector theta = slice.at(s, t);
  const learner::Shape& shape = landscape.loss().shape();
  const bool lifted = theta.size() == shape.d_out * shape.d * shape.d * shape.d;
  double sum = 0;
  for (const Sequence& sequence : data) {
    const Matrix answer = lifted ? learner::evaluate_lifted(theta.reshaped(shape.d_out * shape.d, shape.d * shape.d),
                                                            sequence.Z, shape.targets)
                                 : learner::attend(landscape.model(theta), sequence.Z, shape.targets);
    sum += (answer - sequence.Y).squaredNorm();
  }
  return sum / static_cast<double>(data.size());
}

double LossSlice::off_slope(double s, double t) const {
  Vector gradient = landscape.gradient(slice.at(s, t));
  const Vector first = slice.a.normalized();
  const Vector across = slice.b - first * first.dot(slice.b);
  gradient -= first * first.dot(gradient);
  // The two axes may run along one line.
  if (across.norm() > 1e-9 * slice.b.norm()) gradient -= across * (across.dot(gradient) / across.squaredNorm());
  return unit * gradient.norm();
}

Expected<LossSlice> make_slice(const SliceOptions& options) {
  const auto task = learner::random_attention(
      {.d = kHiddenSize, .d_out = kHiddenSize, .n = kHiddenTokens, .heads = options.hidden, .seed = options.seed});
  if (!task) return std::unexpected(task.error());
  std::vector<learner::Sequence> data = task->block(Split::train, 0, kHiddenSequences);
  Moments moments(task->shape());
  if (auto added = moments.add(data); !added) return std::unexpected(added.error());
  auto fit = learner::solve_ridge(moments);
  if (!fit) return std::unexpected(fit.error());
  auto loss = learner::QuadraticLoss::around(moments, std::move(fit->p));
  if (!loss) return std::unexpected(loss.error());
  const double regression = loss->reference_value();
  const learner::Landscape landscape(std::move(*loss), options.space, 1);
  const learner::Slice slice =
      slice_of(landscape, balanced(task->truth().heads.front()), second_direction(task->truth(), options));
  return LossSlice{.landscape = landscape,
                   .slice = slice,
                   .data = std::move(data),
                   .zero_loss = moments.squared_targets() / static_cast<double>(moments.rows()),
                   .regression = regression,
                   .unit = slice.a.norm()};
}

}  // namespace figures::landscape
