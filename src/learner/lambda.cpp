#include "learner/lambda.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/features.hpp"
#include "learner/product.hpp"

namespace learner {
namespace {

// What the error of p needs of a data set, its Gram matrix expanded once.
struct Sums {
  Matrix gram, cross;
  double squares = 0.0;
  double rows = 0.0;

  explicit Sums(const Moments& moments)
      : gram(moments.gram()),
        cross(moments.cross()),
        squares(moments.squared_targets()),
        rows(static_cast<double>(moments.rows())) {}
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

MomentError error_from(const Moments& moments, const Matrix& p) {
  assert(moments.rows() > 0 && p.rows() == moments.shape().d_out && p.cols() == feature_count(moments.shape().d));
  return error_from(Sums(moments), p);
}

std::vector<double> default_grid(const Moments& training) {
  const Sums sums(training);
  const Vector weights = unfold_weights(training.shape().d);
  const double scale = sums.gram.diagonal().cwiseQuotient(weights).mean() / sums.rows;
  std::vector<double> grid;
  double power = 1e-12;
  for (int i = 0; i < 13; ++i, power *= 10.0) grid.push_back(scale * power);
  return grid;
}

Expected<LambdaChoice> choose_lambda(const Moments& training, const Moments& held_out, const LambdaOptions& options) {
  assert(training.shape() == held_out.shape());
  if (const auto ready = training.check(); !ready) return std::unexpected(ready.error());
  if (const auto ready = held_out.check(); !ready) return std::unexpected(ready.error());
  std::vector<double> grid = options.grid.empty() ? default_grid(training) : options.grid;
  const Sums seen(training);
  const Sums unseen(held_out);
  LambdaChoice choice;
  double least = std::numeric_limits<double>::infinity();
  Error last;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double lambda = grid[i];
    if (const auto valid = validate(RidgeOptions{.lambda = lambda}); !valid) return std::unexpected(valid.error());
    auto solution = solve_ridge(training, {.lambda = lambda});
    if (options.progress) options.progress(static_cast<double>(i + 1) / static_cast<double>(grid.size()));
    if (!solution) {
      last = solution.error();
      continue;
    }
    const double error = error_from(unseen, solution->p).mean;
    choice.trials.push_back({lambda, error_from(seen, solution->p).mean, error});
    if (error < least || (error == least && lambda < choice.solution.lambda)) {
      least = error;
      choice.solution = std::move(*solution);
    }
  }
  if (choice.trials.empty()) return std::unexpected(last);
  return choice;
}

}  // namespace learner
