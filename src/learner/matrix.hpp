#pragma once

#include <cstdint>
#include <functional>

#include <Eigen/Core>

namespace learner {

using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;  // column-major
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

// Long computations call this with the fraction done, from 0 to 1 and never falling. May be empty.
using Progress = std::function<void(double fraction)>;

// A progress of which 0 to 1 are `from` to `to` of the whole; empty if that is.
inline Progress part_of(const Progress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double fraction) { whole(from + (to - from) * fraction); };
}

// The k-th of `count` numbers spread evenly over 0 .. all - 1, rising from 0. With 64 bits: an Index has 32 in
// WebAssembly, too few for the product.
constexpr Index spread(Index k, Index count, Index all) {
  return static_cast<Index>(std::int64_t{k} * all / count);
}

}  // namespace learner
