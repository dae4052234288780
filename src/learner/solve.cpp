#include "learner/solve.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "learner/cholesky.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/gram_rank.hpp"
#include "learner/product.hpp"

namespace learner {
namespace {

// Of a matrix of sums of squares and products, the weighted sum of other variables that the one at `place` is, as far
// as rounding shows: those that weigh most first, "0" where there are none. Nothing where it is no such sum.
std::optional<std::string> combination(Matrix sums, const Vector& scale, Index place,
                                       const std::function<std::string(Index)>& name) {
  constexpr double kDamped = 1e-11, kSum = 0.01, kCounts = 1e-3;
  constexpr char kPastNamed = 'd';
  const auto inverse = scale.cwiseInverse().asDiagonal();
  sums = inverse * sums * inverse;
  sums.diagonal().array() += kDamped;
  const auto factor = Cholesky::factor(std::move(sums), 0.0);
  if (!factor) return std::nullopt;
  Vector weights = factor->solve(Vector::Unit(scale.size(), place)).cwiseAbs();
  const double own = std::exchange(weights(place), 0.0);
  if (own < kSum / kDamped) return std::nullopt;
  std::string sum;
  Index next = 0;
  for (char letter = 'a'; weights.maxCoeff(&next) > kCounts * own; ++letter) {
    if (!sum.empty()) sum += " + ";
    if (letter == kPastNamed) return sum + "…";
    sum += std::string(1, letter) + "·" + name(next);
    weights(next) = 0.0;
  }
  return sum.empty() ? "0" : sum;
}

// Two formulas between which rounding leaves no difference: a number of the tokens that ask, where it is one, else a
// feature, and what it follows from.
std::pair<std::string, std::string> alike(const Matrix& gram, Index d, Index feature) {
  const auto number = [](Index j) { return "x" + std::to_string(j + 1); };
  const auto name = [&](Index place) {
    const auto [j, k, l] = folded_entry(place, d);
    return number(l) + "·Σ" + number(j) + number(k);
  };
  Matrix asking = Matrix::Zero(d, d);  // sum z z^T, each row weighted by sum_j G_jj^2
  for (Index j = 0; j < d; ++j) asking += gram.block(folded_index(j, j, 0, d), folded_index(j, j, 0, d), d, d);
  const Vector sizes = asking.diagonal().unaryExpr([](double sum) { return sum > 0.0 ? std::sqrt(sum) : 1.0; });
  for (Index l = d - 1; l >= 0; --l)
    if (const auto numbers = combination(asking, sizes, l, number)) return {number(l), *numbers};
  return {name(feature), combination(gram, feature_scale(gram), feature, name).value_or("…")};
}

std::unexpected<Error> too_few(const Moments& moments) {
  return fail(
      "There are %1 answers to learn from for %2 unknowns, so many layers fit: raise N, the number of sequences, "
      "until there are at least %2 answers, or set the penalty λ (lambda) above 0, for example to 1e-6.",
      moments.rows(), feature_count(moments.shape().d));
}

// Why try_ridge stopped at this feature.
std::unexpected<Error> singular(const Moments& moments, double lambda, Index feature) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const Index rows = moments.rows();
  const Index d = moments.shape().d;
  const Index psi = feature_count(d);
  if (rows < psi && lambda > 0.0) {
    return fail(
        "There are %1 answers to learn from for %2 unknowns, and the penalty λ (lambda) is too small to decide: raise "
        "it, or raise N, the number of sequences, until there are at least %2 answers.",
        rows, psi);
  }
  if (rows < psi) return too_few(moments);
  // Whether it is one, or rounding alone makes it look so, the sums do not tell.
  const auto [one, others] = alike(moments.gram(), d, feature);
  return fail(
      "There are %1 answers to learn from for %2 unknowns, but rounding leaves no difference between %3 and %4, so "
      "many "
      "layers fit alike: give more varied sequences, or a larger penalty λ (lambda). Here x1 is number 1 of the token "
      "that asks, Σx1x2 the sum of number 1 times number 2 over the tokens that it sees, and a, b, … stand for "
      "numbers. "
      "Where numbers of tokens are far from 0, subtract a usual value from each, such as the first year from every "
      "year, and add a number that is always 1.",
      rows, psi, one, others);
}

std::expected<GramFactor, Index> factor_penalised(Matrix A, const Progress& progress) {
  const Vector scale = feature_scale(A);
  const double tolerance = pivot_tolerance(A.rows());
  auto cholesky = Cholesky::factor(std::move(A), tolerance, progress);
  if (!cholesky) return std::unexpected(cholesky.error());
  const double condition = condition_of(*cholesky, scale).number;
  return GramFactor{.cholesky = std::move(*cholesky), .condition = condition};
}

// p, with steps of iterative refinement.
Matrix solved(const Cholesky& cholesky, const Matrix& cross, int refinements) {
  Matrix solution = cholesky.solve(cross);
  for (int i = 0; i < refinements; ++i) solution += cholesky.solve(cross - cholesky.multiply(solution));
  return solution.transpose();
}

// What the error of p needs of a data set, its Gram matrix expanded once.
struct Sums {
  Matrix gram, cross;
  double squares = 0.0;
  double rows = 0.0;

  static Sums of(const Moments& moments) {
    if (moments.is_pending()) return of(moments.flushed());
    return {moments.gram(), moments.cross(), moments.squared_targets(), static_cast<double>(moments.rows())};
  }
  // Errors: those of Moments::check().
  static Expected<Sums> checked(const Moments& moments) {
    if (moments.is_pending()) return checked(moments.flushed());
    if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
    return of(moments);
  }
};

MomentError error_from(const Sums& sums, const Matrix& p) {
  const double linear = 2.0 * p.cwiseProduct(sums.cross.transpose()).sum();
  constexpr Index kStrip = 64;  // columns at a time: a second Gram matrix, packed, would be 38 MB at d = 16
  Matrix image = Matrix::Zero(p.rows(), p.cols());  // p Gram
  const Panels packed(p);
  for (Index first = 0; first < p.cols(); first += kStrip) {
    const Index width = std::min(kStrip, p.cols() - first);
    add_product(1.0, packed.from(0), Panels(sums.gram.middleRows(first, width)).from(0),
                image.middleCols(first, width));
  }
  const double quadratic = p.cwiseProduct(image).sum();
  const double unit = static_cast<double>(p.cols()) * std::numeric_limits<double>::epsilon();
  MomentError error{.floor = unit * (sums.squares + std::abs(linear) + std::abs(quadratic))};
  error.squared = std::max(error.floor, sums.squares - linear + quadratic);
  error.mean = error.squared / (sums.rows * static_cast<double>(p.rows()));
  return error;
}

}  // namespace

std::string_view name_of(Path path) {
  switch (path) {
    case Path::primal: return "primal";
    case Path::primal_minimum_norm: return "primal, minimum norm";
    case Path::dual: return "dual";
    case Path::dual_minimum_norm: return "dual, minimum norm";
  }
  return "";
}

int digits_left(double sensitivity) {
  constexpr int kMost = 15;
  int digits = 0;
  for (double error = 10.0 * std::numeric_limits<double>::epsilon() * sensitivity; error <= 1.0 && digits < kMost;
       error *= 10.0)
    ++digits;
  return digits;
}

Expected<void> validate(const RidgeOptions& options) {
  if (options.lambda >= 0.0 && std::isfinite(options.lambda)) return {};
  return fail("The penalty lambda must be 0 or a positive number: 0 fits the data exactly, 1e-6 is a good start.");
}

Expected<Matrix> solve_determined(const Moments& moments) {
  auto sums = Sums::checked(moments);
  if (!sums) return std::unexpected(sums.error());
  const auto factor = Cholesky::factor(std::move(sums->gram), gram_cut(moments));
  if (!factor) return too_few(moments);
  return solved(*factor, sums->cross, RidgeOptions{}.refinements);
}

std::expected<Solution, Index> try_ridge(const Moments& moments, const RidgeOptions& options) {
  auto sums = Sums::checked(moments);
  if (!sums) return std::unexpected(Index{0});
  const Index d = moments.shape().d;
  const Index psi = feature_count(d);
  const double penalty = static_cast<double>(moments.rows()) * options.lambda;
  Matrix A = std::move(sums->gram);
  A.diagonal() += penalty * unfold_weights(d);
  auto factor = options.lambda > 0.0 ? factor_penalised(std::move(A), options.progress)
                                     : factor_gram(std::move(A), gram_cut(moments), options.progress);
  if (!factor) return std::unexpected(factor.error());
  return Solution{.p = solved(factor->cholesky, sums->cross, options.refinements),
                  .lambda = options.lambda,
                  .rank = psi,
                  .rows = moments.rows(),
                  .unknowns = psi,
                  .condition = factor->condition,
                  .digits = digits_left(factor->condition)};
}

Expected<Solution> solve_ridge(const Moments& moments, const RidgeOptions& options) {
  if (const auto valid = validate(options); !valid) return std::unexpected(valid.error());
  auto solution = try_ridge(moments, options);
  if (!solution) return singular(moments, options.lambda, solution.error());
  return *std::move(solution);
}

Expected<Solution> solve_minimum_norm(const Moments& moments) {
  const auto sums = Sums::checked(moments);
  if (!sums) return std::unexpected(sums.error());
  const Index d = moments.shape().d;
  const Index psi = feature_count(d);
  if (psi > kMaxSpectrum) {
    return fail(
        "Many layers fit these data, and with %1 unknowns the search for the smallest takes too long here: use tokens "
        "of d = 12 or fewer coordinates, or set the penalty λ (lambda) above 0, for example to 1e-6.",
        psi);
  }
  const Matrix& gram = sums->gram;
  const double cut = gram_cut(moments);
  GramRank rank{.rank = psi};
  if (const auto factor = factor_gram(gram, cut)) {
    rank.condition = factor->condition;
  } else {
    const auto deficient = deficient_rank(gram, cut);
    if (!deficient) return std::unexpected(deficient.error());
    rank = *deficient;
  }
  // In the unknowns sqrt(w) p the plain norm is that of W, and the features are H / sqrt(w).
  const Vector scale = unfold_weights(d).cwiseSqrt().cwiseInverse();
  const Matrix A = scale.asDiagonal() * gram * scale.asDiagonal();
  const Matrix b = scale.asDiagonal() * sums->cross;
  const auto X = solve_least_norm(A, b, rank.rank);
  if (!X) return std::unexpected(X.error());
  return Solution{.p = X->transpose() * scale.asDiagonal(),
                  .lambda = 0.0,
                  .rank = rank.rank,
                  .rows = moments.rows(),
                  .unknowns = psi,
                  .path = Path::primal_minimum_norm,
                  .condition = rank.condition,
                  .digits = digits_left(rank.condition)};
}

Expected<Solution> solve_open(const Moments& moments, double lambda, Index feature) {
  const bool least = lambda == 0.0 && feature_count(moments.shape().d) <= kMaxSpectrum;
  return least ? solve_minimum_norm(moments) : singular(moments, lambda, feature);
}

Expected<Solution> solve_sums(const Moments& moments, const RidgeOptions& options) {
  if (const auto valid = validate(options); !valid) return std::unexpected(valid.error());
  auto solution = try_ridge(moments, options);
  if (!solution) return solve_open(moments, options.lambda, solution.error());
  return *std::move(solution);
}

MomentError error_from(const Moments& moments, const Matrix& p) {
  assert(moments.rows() > 0 && p.rows() == moments.shape().d_out && p.cols() == feature_count(moments.shape().d));
  return error_from(Sums::of(moments), p);
}

Vector loss_by_features(const Moments& moments, double lambda) {
  Matrix A = moments.gram();
  Matrix b = moments.cross();
  const Index psi = A.rows();
  A.diagonal() += static_cast<double>(moments.rows()) * lambda * unfold_weights(moments.shape().d);
  const Vector scale = A.diagonal();
  const double rounding = static_cast<double>(psi) * std::numeric_limits<double>::epsilon();
  Vector left = Vector::Zero(psi + 1);
  left(0) = moments.squared_targets();
  // Column by column: what is left of A and b once the features so far have been taken out.
  for (Index k = 0; k < psi; ++k) {
    left(k + 1) = left(k);
    const double pivot = A(k, k);
    if (!(pivot > rounding * scale(k))) continue;
    const Index rest = psi - k - 1;
    const Vector column = A.col(k).tail(rest) / pivot;
    const Eigen::RowVectorXd row = b.row(k);
    left(k + 1) = std::max(0.0, left(k) - row.squaredNorm() / pivot);
    for (Index c = 0; c < rest; ++c) A.col(k + 1 + c).tail(rest - c) -= column(c) * A.col(k).tail(rest - c);
    b.bottomRows(rest).noalias() -= column * row;
  }
  return left(0) > 0 ? Vector(left / left(0)) : left;
}

std::vector<double> default_grid(const Moments& training) {
  const Sums sums = Sums::of(training);
  const Vector weights = unfold_weights(training.shape().d);
  const double scale = sums.gram.diagonal().cwiseQuotient(weights).mean() / sums.rows;
  std::vector<double> grid;
  double power = 1e-12;
  for (int i = 0; i < 13; ++i, power *= 10.0) grid.push_back(scale * power);
  return grid;
}

Expected<LambdaChoice> choose_lambda(const Moments& training, const Moments& held_out, const LambdaOptions& options) {
  assert(training.shape() == held_out.shape());
  if (training.is_pending()) return choose_lambda(training.flushed(), held_out, options);
  const auto seen = Sums::checked(training);
  if (!seen) return std::unexpected(seen.error());
  const auto unseen = Sums::checked(held_out);
  if (!unseen) return std::unexpected(unseen.error());
  std::vector<double> grid = options.grid.empty() ? default_grid(training) : options.grid;
  LambdaChoice choice;
  double least = std::numeric_limits<double>::infinity();
  double refused = 0.0;
  Index feature = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double lambda = grid[i];
    if (const auto valid = validate(RidgeOptions{.lambda = lambda}); !valid) return std::unexpected(valid.error());
    auto solution = try_ridge(training, {.lambda = lambda});
    if (options.progress) options.progress(static_cast<double>(i + 1) / static_cast<double>(grid.size()));
    if (!solution) {
      refused = lambda;
      feature = solution.error();
      continue;
    }
    const double error = error_from(*unseen, solution->p).mean;
    choice.trials.push_back({lambda, error_from(*seen, solution->p).mean, error});
    if (error < least || (error == least && lambda < choice.solution.lambda)) {
      least = error;
      choice.solution = std::move(*solution);
    }
  }
  if (choice.trials.empty()) return singular(training, refused, feature);
  return choice;
}

}  // namespace learner
