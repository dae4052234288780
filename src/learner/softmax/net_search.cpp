#include "learner/softmax/net_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/softmax/eliminated_values.hpp"

namespace learner {
namespace {

constexpr double kFlat = 1e-8;       // of the farthest point: an axis shorter than this has one point
constexpr double kSingular = 1e-12;  // a subset whose features depend on each other by so much is passed over
constexpr Index kMostPoints = 2000;  // of the net: the Gram matrix of all their features is kept

struct Net {
  std::vector<Matrix> points;
  double spacing = 0.0;
};

// Points along one axis, from the least to the largest coordinate.
Vector ticks(const Eigen::RowVectorXd& coordinates, double size, Index count) {
  const double low = coordinates.minCoeff(), high = coordinates.maxCoeff();
  if (count == 1 || high - low <= kFlat * size) return Vector::Constant(1, 0.5 * (low + high));
  return Vector::LinSpaced(count, low, high);
}

Net net_of(const SpanSearch& span, Index d, Index count) {
  const Matrix coordinates = span.basis.transpose() * span.points;
  const double size = coordinates.cwiseAbs().maxCoeff();
  Net net;
  std::vector<Vector> sums{Vector::Zero(span.basis.rows())};
  for (Index axis = 0; axis < coordinates.rows(); ++axis) {
    const Vector along = ticks(coordinates.row(axis), size, count);
    if (along.size() > 1) net.spacing = std::max(net.spacing, along(1) - along(0));
    std::vector<Vector> longer;
    for (const Vector& sum : sums)
      for (const double tick : along) longer.push_back(sum + tick * span.basis.col(axis));
    sums = std::move(longer);
  }
  for (const Vector& sum : sums) net.points.emplace_back(sum.reshaped(d, d));
  return net;
}

// The sums that give the error of every subset: features of all points of the net at once.
struct NetMoments {
  Matrix gram;   // P d x P d
  Matrix cross;  // P d x d_out
  double squares = 0.0;

  NetMoments(const std::vector<Matrix>& points, const JoinedExamples& examples) {
    const Matrix features = attended_tokens(points, examples);
    gram = features * features.transpose();
    cross = features * examples.Y.transpose();
    squares = examples.Y.squaredNorm();
  }

  Matrix gram_of(const std::vector<Index>& subset, Index d) const {
    const Index m = std::ssize(subset);
    Matrix part(m * d, m * d);
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < m; ++j)
        part.block(i * d, j * d, d, d) =
            gram.block(subset[static_cast<std::size_t>(i)] * d, subset[static_cast<std::size_t>(j)] * d, d, d);
    return part;
  }

  Matrix cross_of(const std::vector<Index>& subset, Index d) const {
    Matrix part(std::ssize(subset) * d, cross.cols());
    for (Index i = 0; i < std::ssize(subset); ++i)
      part.middleRows(i * d, d) = cross.middleRows(subset[static_cast<std::size_t>(i)] * d, d);
    return part;
  }
};

class SubsetSearch {
 public:
  SubsetSearch(const NetMoments& fit, const NetMoments& validation, Index d, Index points, Index heads)
      : fit_(fit), validation_(validation), d_(d), points_(points) {
    for (Index i = 0; i < heads; ++i) subset_.push_back(i);
  }

  // Compares every subset, in order.
  void run(double subsets, const Progress& progress) {
    const double look = std::max(1.0, std::floor(subsets / 100.0));
    double done = 0.0;
    do {
      compare();
      done += 1.0;
      if (progress && std::fmod(done, look) == 0.0) progress(done / subsets);
    } while (next());
  }

  const std::vector<Index>& best() const { return best_; }
  double error() const { return validation_.squares > 0.0 ? least_ / validation_.squares : least_; }

 private:
  void compare() {
    const auto factor = Cholesky::factor(fit_.gram_of(subset_, d_), kSingular);
    if (!factor) return;
    const Matrix W = factor->solve(fit_.cross_of(subset_, d_));
    const double explained = 2.0 * W.cwiseProduct(validation_.cross_of(subset_, d_)).sum();
    const double error = validation_.squares - explained + W.cwiseProduct(validation_.gram_of(subset_, d_) * W).sum();
    if (error < least_) least_ = std::max(0.0, error), best_ = subset_;
  }

  bool next() {
    Index i = std::ssize(subset_) - 1;
    while (i >= 0 && subset_[static_cast<std::size_t>(i)] == points_ - std::ssize(subset_) + i) --i;
    if (i < 0) return false;
    Index value = subset_[static_cast<std::size_t>(i)];
    for (; i < std::ssize(subset_); ++i) subset_[static_cast<std::size_t>(i)] = ++value;
    return true;
  }

  const NetMoments &fit_, &validation_;
  Index d_, points_;
  std::vector<Index> subset_, best_;
  double least_ = std::numeric_limits<double>::infinity();
};

double binomial(double n, Index m) {
  double result = 1.0;
  for (Index i = 0; i < m; ++i) result *= (n - static_cast<double>(i)) / static_cast<double>(i + 1);
  return std::max(0.0, result);
}

Expected<void> check(const SpanSearch& span, std::span<const Sequence> sequences, const NetOptions& options) {
  if (options.points_per_axis < 1 || options.fit_examples < 1 || options.validation_examples < 1)
    return fail("A net needs at least 1 point an axis, and 1 example to fit and to validate with.");
  if (std::ssize(sequences) < options.fit_examples + options.validation_examples)
    return of_kind(ErrorKind::few_examples, fail("The net needs %1 examples to fit and validate with: ask for more.",
                                                 options.fit_examples + options.validation_examples));
  const Index heads = span.basis.cols();
  const double subsets = net_subsets(options.points_per_axis, heads);
  if (subsets > options.most_subsets || std::round(subsets) > 1e9)
    return fail("A net of %1 points an axis has more than %2 sets of %3 heads: choose a coarser net.",
                options.points_per_axis, static_cast<long long>(std::min(1e9, options.most_subsets)), heads);
  return {};
}

}  // namespace

double net_subsets(Index points_per_axis, Index heads) {
  double points = 1.0;
  for (Index i = 0; i < heads; ++i) points *= static_cast<double>(points_per_axis);
  return binomial(points, heads);
}

Expected<NetSearch> search_net(const SpanSearch& span, std::span<const Sequence> sequences, const NetOptions& options) {
  if (auto ok = check(span, sequences, options); !ok) return std::unexpected(ok.error());
  const Index d = sequences.front().d(), heads = span.basis.cols();
  const Net net = net_of(span, d, options.points_per_axis);
  const Index points = std::ssize(net.points);
  if (points < heads) return fail("The net has %1 points for %2 heads: choose a finer one.", points, heads);
  if (points > kMostPoints) return fail("The net has more than 2000 points: choose a coarser one.");
  const auto all = join_examples(sequences);
  if (!all) return std::unexpected(all.error());
  const auto to_fit = static_cast<std::size_t>(options.fit_examples);
  const auto to_validate = static_cast<std::size_t>(options.validation_examples);
  const NetMoments fit(net.points, *join_examples(sequences.first(to_fit)));
  const NetMoments validation(net.points, *join_examples(sequences.subspan(to_fit, to_validate)));
  NetSearch search{.points = points, .subsets = binomial(static_cast<double>(points), heads), .spacing = net.spacing};
  SubsetSearch subsets(fit, validation, d, points, heads);
  subsets.run(search.subsets, options.progress);
  if (subsets.best().empty())
    return fail("No choice of heads from the net determines the values: ask for more examples to fit with.");
  std::vector<Matrix> Thetas;
  for (const Index point : subsets.best()) Thetas.push_back(net.points[static_cast<std::size_t>(point)]);
  const auto values = eliminate_values(Thetas, *all);
  if (!values) return std::unexpected(values.error());
  search.layer = layer_of(Thetas, values->W);
  search.validation_error = subsets.error();
  return search;
}

}  // namespace learner
