#include "figures/feature_map/run.hpp"

#include <algorithm>
#include <cmath>

#include "learner/features.hpp"
#include "learner/rank_factor.hpp"
#include "learner/tasks.hpp"

namespace figures::feature_map {
namespace {

// Of the seed: the stream of the tokens, beside those of learner::Task.
constexpr std::uint64_t kTokenStream = 7;
constexpr double kMostToken = 3;

// Standard Gaussian tokens in whole tenths, so that a reader can follow every product by hand: G is exact in hundredths
// and X in thousandths.
Matrix drawn_tokens(std::uint64_t seed, Index d, Index n) {
  Matrix Z = Random(seed).split(kTokenStream).gaussian(d, n);
  for (double& entry : Z.reshaped()) entry = std::clamp(std::round(10 * entry) / 10, -kMostToken, kMostToken);
  return Z;
}

Matrix tokens_of(const Values& values, Index d, Index n) {
  const std::span<const double> list = values.list("tokens");
  if (std::ssize(list) != d * n) return drawn_tokens(static_cast<std::uint64_t>(values.integer("seed")), d, n);
  return Eigen::Map<const Matrix>(list.data(), d, n);
}

// Coefficient by coefficient: at these sizes Eigen's blocked products would be 8 kB of module for nothing.
void answer_three_ways(Result& result, const Model& model) {
  const Index d = result.d;
  result.attended = learner::attend(model, result.Z, learner::Targets::last);
  result.W = learner::lift(model);
  result.lifted.resize(d);
  for (Index a = 0; a < d; ++a) result.lifted(a) = result.W.middleRows(a * d, d).cwiseProduct(result.X).sum();
  result.folded = learner::fold(result.W, d).lazyProduct(result.H);
}

Expected<Result> run_map(const Values& values, Reporter<Result>& reporter) {
  const Index d = values.integer("d");
  const Index n = values.integer("n");
  const auto task = learner::random_attention({.d = d,
                                               .d_out = d,
                                               .n = n,
                                               .heads = values.integer("H"),
                                               .seed = static_cast<std::uint64_t>(values.integer("seed"))});
  if (!task) return std::unexpected(task.error());
  Result result;
  result.d = static_cast<std::int32_t>(d);
  result.n = static_cast<std::int32_t>(n);
  result.heads = values.integer("H");
  result.edited = static_cast<std::int32_t>(values.list("tokens").size());
  reporter.begin(0);
  result.Z = tokens_of(values, d, n);
  result.G = result.Z.lazyProduct(result.Z.transpose());
  result.X = learner::unfolded_features(result.Z, n - 1, n);
  result.H = learner::folded_features(result.Z, n - 1, n);
  result.rank = learner::rank_factor(result.G, 1e-12).rank();
  reporter.report(0.5);
  reporter.begin(1);
  answer_three_ways(result, task->truth());
  return result;
}

Result run_growth(const Values& values) {
  Result result;
  result.view = View::growth;
  result.growth = growth_of(values.integer("at"));
  for (std::int64_t j = 1; j <= result.growth.d; ++j) {
    result.counted_features += static_cast<double>((result.growth.d - j + 1) * result.growth.d);
  }
  return result;
}

}  // namespace

Growth growth_of(std::int64_t d) {
  // Not learner::feature_count: its integers have 32 bits in WebAssembly. Doubles are exact here up to d = 200,000.
  const auto size = static_cast<double>(d);
  const double features = size * size * (size + 1) / 2;
  return {.d = d,
          .products = size * size * size,
          .features = features,
          .parameters = size * size * size * size,
          .gram_bytes = 8 * features * features};
}

std::int64_t Result::distinct_features() const { return n == 1 ? d * (d + 1) * (d + 2) / 6 : H.size(); }

double Result::difference() const {
  if (attended.size() == 0) return 0;
  return std::max((lifted - attended).cwiseAbs().maxCoeff(), (folded - attended).cwiseAbs().maxCoeff());
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  const bool growth = request.values.choice("view") == "growth";
  auto result = growth ? run_growth(request.values) : run_map(request.values, reporter);
  reporter.report(1);
  return result;
}

double work(const Values& values) {
  if (values.choice("view") == "growth") return values.number("at");
  const double d = values.number("d");
  const double n = values.number("n");
  const double heads = values.number("H");
  const double lift = heads * d * d * d * d;
  const double features = 3 * n * d * d + 2 * d * d * d;
  const double answers = heads * (2 * n * d + 2 * d * d) + 2 * d * d * d * d;
  return lift + features + answers;
}

}  // namespace figures::feature_map
