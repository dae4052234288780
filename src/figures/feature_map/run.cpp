#include <algorithm>
#include <cmath>

#include "figures/feature_map/feature_map.hpp"
#include "learner/cholesky.hpp"
#include "learner/features.hpp"

namespace figures::feature_map {
namespace {

// Of the seed: the stream of the tokens, beside those of learner::Task.
constexpr std::uint64_t kTokenStream = 7;
constexpr double kMostToken = 3;

// The reader's numbers if they fill Z. Else standard Gaussian tokens in whole tenths, so that a reader can follow every
// product by hand: G is exact in hundredths and X in thousandths.
Matrix tokens_of(std::span<const double> list, std::uint64_t seed, Index d, Index n) {
  if (std::ssize(list) == d * n) return Eigen::Map<const Matrix>(list.data(), d, n);
  Matrix Z = Random(seed).split(kTokenStream).gaussian(d, n);
  for (double& entry : Z.reshaped()) entry = std::clamp(std::round(10 * entry) / 10, -kMostToken, kMostToken);
  return Z;
}

Expected<Result> run_map(const Values& values, Reporter<Result>& reporter) {
  const Index d = values.integer("d");
  const Index n = values.integer("n");
  const auto seed = static_cast<std::uint64_t>(values.integer("seed"));
  const auto task = learner::random_attention({.d = d, .d_out = d, .n = n, .heads = values.integer("H"), .seed = seed});
  if (!task) return std::unexpected(task.error());
  Result result;
  reporter.begin(0);
  result.Z = tokens_of(values.list("tokens"), seed, d, n);
  // Coefficient by coefficient: at these sizes Eigen's blocked products would be 8 kB of module for nothing.
  result.G = result.Z.lazyProduct(result.Z.transpose());
  result.X = learner::unfolded_features(result.Z, n - 1, n);
  result.H = learner::folded_features(result.Z, n - 1, n);
  result.rank = learner::rank_factor(result.G, 1e-12).rank();
  reporter.report(0.5);
  reporter.begin(1);
  const Model model = task->truth();
  result.attended = learner::attend(model, result.Z, learner::Targets::last);
  result.W = learner::lift(model);
  result.lifted.resize(d);
  for (Index a = 0; a < d; ++a) result.lifted(a) = result.W.middleRows(a * d, d).cwiseProduct(result.X).sum();
  result.folded = learner::fold(result.W, d).lazyProduct(result.H);
  return result;
}

Result run_growth(double d) {
  Result result;
  for (double j = 1; j <= d; ++j) result.counted_features += (d - j + 1) * d;
  return result;
}

}  // namespace

double Result::difference() const {
  return std::max((lifted - attended).cwiseAbs().maxCoeff(), (folded - attended).cwiseAbs().maxCoeff());
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  const bool growth = request.values.choice("view") == "growth";
  auto result = growth ? run_growth(request.values.number("at")) : run_map(request.values, reporter);
  reporter.report(1);
  return result;
}

}  // namespace figures::feature_map
