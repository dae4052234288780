#include "learner/descent/round_loss.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "learner/cholesky.hpp"
#include "learner/features.hpp"
#include "learner/loss.hpp"
#include "learner/solve.hpp"

namespace learner {
namespace {

using Numbers = std::vector<double>;

std::size_t places(Index count) { return static_cast<std::size_t>(count); }

// Four sums at a time, so that no addition waits for the one before.
double dot(const double* a, const double* b, std::size_t count) {
  std::array<double, 4> sums = {};
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    for (std::size_t i = 0; i < 4; ++i) sums[i] += a[k + i] * b[k + i];
  }
  double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; k < count; ++k) sum += a[k] * b[k];
  return sum;
}

void add(double* to, double times, const double* what, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) to[k] += times * what[k];
}

// K u = b in place, b in u, for a symmetric positive definite K, n x n row by row, of which the upper triangle is read:
// K = U^T D U, a row after the other. False where a pivot is not positive.
bool solve_in_place(Numbers& K, Numbers& u) {
  const std::size_t n = u.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = &K[i * n];
    if (!(row[i] > 0)) return false;
    for (std::size_t j = i + 1; j < n; ++j) {
      const double share = row[j] / row[i];
      add(&K[j * n + j], -share, row + j, n - j);
      u[j] -= share * u[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    const double* row = &K[i * n];
    u[i] = (u[i] - dot(row + i + 1, u.data() + i + 1, n - i - 1)) / row[i];
  }
  return true;
}

// The upper triangle of J J^T, or of J^T J if that is smaller, of J given by its columns, each of length `rows`.
void fill_gram(const Numbers& J, std::size_t rows, Numbers& gram) {
  const std::size_t columns = J.size() / rows, n = std::min(rows, columns);
  gram.assign(n * n, 0);
  if (columns < rows) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) gram[i * n + j] = dot(&J[i * rows], &J[j * rows], rows);
    }
    return;
  }
  for (std::size_t start = 0; start < J.size(); start += rows) {
    const double* column = &J[start];
    for (std::size_t r = 0; r < rows; ++r) add(&gram[r * rows + r], column[r], column + r, rows - r);
  }
}

}  // namespace

Expected<RoundLoss> RoundLoss::of(const Moments& moments) {
  const auto solution = solve_ridge(moments);
  if (!solution) return std::unexpected(solution.error());
  const auto loss = QuadraticLoss::around(moments, solution->p);
  if (!loss) return std::unexpected(loss.error());
  const Shape& shape = moments.shape();
  const Index psi = feature_count(shape.d);
  RoundLoss round;
  round.zero_ = moments.squared_targets() / static_cast<double>(moments.rows());
  if (!(round.zero_ > 0)) return fail("All answers are 0: there is nothing to learn. Take other data.");
  round.d_ = shape.d;
  round.values_ = shape.d_out * shape.d;
  round.queries_ = shape.d * shape.d;
  round.coordinates_ = shape.d_out * psi;
  round.least_ = loss->reference_value() / round.zero_;
  const Matrix Lambda = moments.gram() / (static_cast<double>(moments.rows()) * round.zero_);
  const auto factor = Cholesky::factor(Lambda, pivot_tolerance(psi));
  if (!factor) return fail("The data leave the function open: take more sequences.");
  const Matrix C = factor->lower();
  round.map_.assign(places(round.coordinates_ * round.values_ * round.queries_), 0);
  round.centre_.assign(places(round.coordinates_), 0);
  for (Index a = 0; a < shape.d_out; ++a) {
    for (Index i = 0; i < psi; ++i) {
      const Index row = a * psi + i;
      for (Index k = i; k < psi; ++k) round.centre_[places(row)] += C(k, i) * solution->p(a, k);
      for (Index j = 0; j < shape.d; ++j) {
        for (Index k = 0; k < shape.d; ++k) {
          for (Index l = 0; l < shape.d; ++l) {
            const Index feature = folded_index(std::min(j, k), std::max(j, k), l, shape.d);
            const Index column = (a * shape.d + j) * round.queries_ + k * shape.d + l;
            round.map_[places(row * round.values_ * round.queries_ + column)] = C(feature, i);
          }
        }
      }
    }
  }
  return round;
}

Numbers RoundLoss::place(const Model& model) const {
  const auto [V, Q] = columns_of(model);
  Numbers theta(V.data(), V.data() + V.size());
  theta.insert(theta.end(), Q.data(), Q.data() + Q.size());
  return theta;
}

Model RoundLoss::model(const Numbers& theta) const {
  const Index heads = static_cast<Index>(theta.size()) / (values_ + queries_);
  const Eigen::Map<const Matrix> V(theta.data(), values_, heads);
  const Eigen::Map<const Matrix> Q(theta.data() + V.size(), queries_, heads);
  return model_of(V, Q, d_);
}

// W, row by row.
Numbers RoundLoss::lifted(const Numbers& theta) const {
  const std::size_t values = places(values_), queries = places(queries_);
  const std::size_t heads = theta.size() / (values + queries);
  const double* Q = theta.data() + heads * values;
  Numbers W(values * queries, 0);
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t i = 0; i < values; ++i) {
      const double v = theta[h * values + i];
      for (std::size_t j = 0; j < queries; ++j) W[i * queries + j] += v * Q[h * queries + j];
    }
  }
  return W;
}

Numbers RoundLoss::at(const Numbers& theta) const {
  const Numbers W = lifted(theta);
  Numbers x(places(coordinates_));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = dot(&map_[i * W.size()], W.data(), W.size()) - centre_[i];
  return x;
}

double RoundLoss::value(const Numbers& theta) const {
  const Numbers x = at(theta);
  return least_ + dot(x.data(), x.data(), x.size());
}

Numbers RoundLoss::gradient(const Numbers& theta) const {
  const Numbers x = at(theta);
  const std::size_t values = places(values_), queries = places(queries_);
  Numbers slope(values * queries, 0);  // by W
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < slope.size(); ++k) slope[k] += 2 * x[i] * map_[i * slope.size() + k];
  }
  const std::size_t heads = theta.size() / (values + queries);
  Numbers g(theta.size(), 0);
  for (std::size_t h = 0; h < heads; ++h) {
    const double* V = &theta[h * values];
    const double* Q = &theta[heads * values + h * queries];
    double* of_V = &g[h * values];
    double* of_Q = &g[heads * values + h * queries];
    for (std::size_t i = 0; i < values; ++i) {
      for (std::size_t j = 0; j < queries; ++j) {
        of_V[i] += slope[i * queries + j] * Q[j];
        of_Q[j] += slope[i * queries + j] * V[i];
      }
    }
  }
  return g;
}

Numbers RoundLoss::tangents(const Numbers& theta) const {
  const std::size_t values = places(values_), queries = places(queries_), m = places(coordinates_);
  const std::size_t heads = theta.size() / (values + queries);
  Numbers J(theta.size() * m, 0);
  for (std::size_t h = 0; h < heads; ++h) {
    const double* V = &theta[h * values];
    const double* Q = &theta[heads * values + h * queries];
    double* by_V = &J[h * values * m];
    double* by_Q = &J[(heads * values + h * queries) * m];
    for (std::size_t k = 0; k < m; ++k) {
      const double* row = &map_[k * values * queries];
      for (std::size_t i = 0; i < values; ++i) {
        for (std::size_t j = 0; j < queries; ++j) {
          by_V[i * m + k] += row[i * queries + j] * Q[j];
          by_Q[j * m + k] += row[i * queries + j] * V[i];
        }
      }
    }
  }
  return J;
}

namespace {

// x with the two rows of a hold after it: sqrt(stiffness) (<a, x> - s), likewise b.
void append_hold(Numbers& x, const RoundLoss::Hold& hold) {
  const double root = std::sqrt(hold.stiffness);
  const std::size_t m = hold.a.size();
  const double along = dot(x.data(), hold.a.data(), m), across = dot(x.data(), hold.b.data(), m);
  x.push_back(root * (along - hold.s));
  x.push_back(root * (across - hold.t));
}

}  // namespace

double RoundLoss::held_value(const Numbers& theta, const Hold& hold) const {
  Numbers x = at(theta);
  append_hold(x, hold);
  return least_ + dot(x.data(), x.data(), x.size());
}

double RoundLoss::held_bowl(const Hold& hold) const {
  return least_ + (hold.s * hold.s + hold.t * hold.t) * hold.stiffness / (1 + hold.stiffness);
}

// The tangents with the two rows of a hold under each.
Numbers RoundLoss::held_tangents(const Numbers& theta, const std::optional<Hold>& hold) const {
  Numbers plain = tangents(theta);
  if (!hold) return plain;
  const std::size_t m = places(coordinates_);
  const double root = std::sqrt(hold->stiffness);
  Numbers J;
  J.reserve(theta.size() * (m + 2));
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double* column = &plain[i * m];
    J.insert(J.end(), column, column + m);
    J.push_back(root * dot(column, hold->a.data(), m));
    J.push_back(root * dot(column, hold->b.data(), m));
  }
  return J;
}

double RoundLoss::improve(Numbers& theta, int steps, const std::optional<Hold>& hold, double enough) const {
  constexpr double kLeastDamping = 1e-8;
  constexpr int kInVain = 12;  // steps that hardly lower the loss, one after the other
  constexpr double kHardly = 1e-13;
  const std::size_t rows = places(coordinates_) + (hold ? 2 : 0);
  const double bound = hold ? held_bowl(*hold) : least_;
  const auto residual = [&](const Numbers& place) {
    Numbers x = at(place);
    if (hold) append_hold(x, *hold);
    return x;
  };
  const std::size_t columns = theta.size(), n = std::min(rows, columns);
  Numbers x = residual(theta), trial = theta, J, K, u, gram;
  double loss = least_ + dot(x.data(), x.data(), rows);
  double damping = 1e-2;
  for (int step = 0, vain = 0; step < steps && loss > bound + enough && vain < kInVain; ++step) {
    if (J.empty()) {
      J = held_tangents(theta, hold);
      fill_gram(J, rows, gram);
    }
    K = gram;
    for (std::size_t r = 0; r < n; ++r) K[r * n + r] += damping;
    // J^T (J J^T + lambda I)^-1 x or, the same, (J^T J + lambda I)^-1 J^T x.
    const auto by_columns = [&](const Numbers& of_rows) {
      Numbers all(columns);
      for (std::size_t i = 0; i < columns; ++i) all[i] = dot(&J[i * rows], of_rows.data(), rows);
      return all;
    };
    u = columns < rows ? by_columns(x) : x;
    ++vain;
    damping *= 4;
    if (!solve_in_place(K, u)) continue;
    if (columns >= rows) u = by_columns(u);
    for (std::size_t i = 0; i < columns; ++i) trial[i] = theta[i] - u[i];
    Numbers there = residual(trial);
    const double lower = least_ + dot(there.data(), there.data(), rows);
    if (!(lower < loss)) continue;
    if (lower < loss - kHardly) vain = 0;
    theta = trial;
    x = std::move(there);
    loss = lower;
    damping = std::max(0.1 * damping, kLeastDamping);  // 0.4 of what it was
    J.clear();
  }
  return loss;
}

}  // namespace learner
