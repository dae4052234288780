#include "figures/softmax/hidden.hpp"

#include <algorithm>

namespace figures::softmax {

double Found::error() const {
  if (empty()) return 0;
  return std::max(theta_error.maxCoeff(), w_error.maxCoeff());
}

std::vector<double> list_of(const Matrix& heads) {
  const Index d = heads.rows();
  std::vector<double> list;
  for (Index i = 0; i < heads.cols() / d; ++i) {
    for (Index row = 0; row < d; ++row) {
      for (Index column = 0; column < d; ++column) list.push_back(heads(row, i * d + column));
    }
  }
  return list;
}

bool fits(std::span<const double> list, int d, int m) { return std::ssize(list) == m * d * d; }

Matrix matrix_of(std::span<const double> list, int d, int m) {
  Matrix heads(d, m * d);
  auto next = list.begin();
  for (Index i = 0; i < m; ++i) {
    for (Index row = 0; row < d; ++row) {
      for (Index column = 0; column < d; ++column) heads(row, i * d + column) = *next++;
    }
  }
  return heads;
}

Heads heads_of(const learner::SoftmaxLayer& layer) {
  const Index d = layer.d();
  Heads heads{Matrix(d, d * layer.m()), Matrix(d, d * layer.m())};
  for (Index i = 0; i < layer.m(); ++i) {
    heads.Theta.middleCols(i * d, d) = layer.heads[static_cast<std::size_t>(i)].Theta;
    heads.W.middleCols(i * d, d) = layer.heads[static_cast<std::size_t>(i)].W;
  }
  return heads;
}

learner::SoftmaxLayer layer_of(const Heads& heads) {
  const Index d = heads.Theta.rows();
  learner::SoftmaxLayer layer;
  for (Index i = 0; i < heads.Theta.cols() / d; ++i) {
    layer.heads.push_back({heads.Theta.middleCols(i * d, d), heads.W.middleCols(i * d, d)});
  }
  return layer;
}

Expected<learner::SignTask> random_layer(const Values& values, int heads, std::uint64_t seed) {
  return learner::random_sign_task({.d = values.integer("d"),
                                    .k = values.integer("k"),
                                    .heads = heads,
                                    .noise = values.number("noise"),
                                    .seed = seed});
}

Expected<Hidden> hide_layer(const Values& values) {
  const int d = values.integer("d");
  const int m = values.integer("m");
  const auto seed = static_cast<std::uint64_t>(values.integer("seed"));
  const auto random = random_layer(values, m, seed);
  if (!random) return std::unexpected(random.error());
  Heads heads = heads_of(random->truth());
  bool misfit = false;
  const auto edit = [&](const char* id, Matrix& matrix) {
    const auto list = values.list(id);
    if (fits(list, d, m)) matrix = matrix_of(list, d, m);
    misfit = misfit || (!list.empty() && !fits(list, d, m));
  };
  edit("theta", heads.Theta);
  edit("w", heads.W);
  return Hidden{learner::SignTask(layer_of(heads), random->k(), random->noise(), seed), misfit};
}

Found compare(const learner::SoftmaxLayer& truth, const learner::SoftmaxLayer& found) {
  const learner::HeadMatch match = learner::match_heads(truth, found);
  learner::SoftmaxLayer ordered;
  for (const Index j : match.found) ordered.heads.push_back(found.heads[static_cast<std::size_t>(j)]);
  Found result{heads_of(ordered), Vector(truth.m()), Vector(truth.m())};
  const auto relative = [](const Matrix& whole, const Matrix& part) {
    return (whole - part).norm() / (whole.norm() > 0 ? whole.norm() : 1);
  };
  for (Index i = 0; i < truth.m(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    result.theta_error(i) = relative(truth.heads[at].Theta, ordered.heads[at].Theta);
    result.w_error(i) = relative(truth.heads[at].W, ordered.heads[at].W);
  }
  return result;
}

Heads shown_truth(const Result& result, const Values& values) {
  Heads shown = result.truth;
  if (fits(values.list("theta"), result.d, result.m)) shown.Theta = matrix_of(values.list("theta"), result.d, result.m);
  if (fits(values.list("w"), result.d, result.m)) shown.W = matrix_of(values.list("w"), result.d, result.m);
  return shown;
}

}  // namespace figures::softmax
