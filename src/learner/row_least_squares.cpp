#include "learner/row_least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/decompositions.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/singular_values.hpp"

namespace learner {
namespace {

// [R | Q^T Y] of the rows seen so far, and room for more below: the first rows of the R of [H^T | Y].
class Reduction {
 public:
  Reduction(const Vector& scale, Index outputs)
      : scale_(scale), entries_(Matrix::Zero(3 * scale.size(), scale.size() + outputs)) {}

  void add(const Vector& feature, const Eigen::Ref<const Vector>& target) {
    if (filled_ == entries_.rows()) reduce();
    entries_.row(filled_).head(feature.size()) = feature.cwiseQuotient(scale_).transpose();
    entries_.row(filled_++).tail(target.size()) = target.transpose();
  }

  void reduce() {
    entries_.topRows(scale_.size()) = HouseholderQR(entries_.topRows(filled_)).R(scale_.size());
    filled_ = scale_.size();
    ++blocks_;
  }

  auto R() const { return entries_.topLeftCorner(scale_.size(), scale_.size()); }
  auto answers() const { return entries_.topRows(scale_.size()).rightCols(entries_.cols() - scale_.size()); }
  Index blocks() const { return blocks_; }

 private:
  const Vector& scale_;
  Matrix entries_;
  Index filled_ = scale_.size();
  Index blocks_ = 0;
};

template <class Use>
void for_each_row(std::span<const Sequence> sequences, Targets targets, const Use& use) {
  for (const auto& [Z, Y] : sequences) {
    for (Index t = 0; t < Y.cols(); ++t) {
      const Index token = targets == Targets::last ? Z.cols() - 1 : t;
      use(folded_features(Z, token, targets == Targets::causal ? t + 1 : Z.cols()), Y.col(t));
    }
  }
}

// Of T T^T, rising.
Expected<Vector> eigenvalues(const Matrix& T, bool regular) {
  if (regular) return graded_eigenvalues(T);
  const auto roots = singular_values(T);
  if (!roots) return std::unexpected(roots.error());
  return Vector(roots->sigma.reverse().cwiseAbs2());
}

}  // namespace

Expected<RowSolution> solve_rows(std::span<const Sequence> sequences, Targets targets, const Progress& progress) {
  if (sequences.empty()) return fail("There is no data: give at least one sequence.");
  const Index d = sequences.front().d();
  const Index psi = feature_count(d);
  Vector squares = Vector::Zero(psi);
  Index rows = 0;
  for_each_row(sequences, targets, [&](const Vector& feature, const auto&) {
    squares += feature.cwiseAbs2();
    ++rows;
  });
  const Vector scale = squares.unaryExpr([](double square) { return square > 0.0 ? std::sqrt(square) : 1.0; });
  Reduction reduction(scale, sequences.front().Y.rows());
  Index row = 0;
  for_each_row(sequences, targets, [&](const Vector& feature, const auto& target) {
    reduction.add(feature, target);
    if (++row % psi == 0 && progress) progress(0.5 * static_cast<double>(row) / static_cast<double>(rows));
  });
  reduction.reduce();
  if (progress) progress(0.5);

  const auto svd = singular_values(reduction.R());
  if (!svd) return std::unexpected(svd.error());
  const double cut = static_cast<double>(psi + reduction.blocks()) * std::numeric_limits<double>::epsilon();
  const Vector& sigma = svd->sigma;
  const Index rank = (sigma.array() > cut * sigma(0)).count();
  const auto values = eigenvalues(scale.asDiagonal() * reduction.R().transpose(), rank == psi);
  if (!values) return std::unexpected(values.error());
  const Matrix along = svd->U.leftCols(rank).transpose() * reduction.answers();
  Matrix X = svd->V.leftCols(rank) * sigma.head(rank).cwiseInverse().asDiagonal() * along;
  // In the coordinates sqrt(w) p, where the plain norm is that of W.
  const Vector weights = unfold_weights(d).cwiseSqrt();
  const Vector units = weights.cwiseQuotient(scale);
  X = units.asDiagonal() * X;
  if (rank < psi) {
    const auto null = singular_values(units.asDiagonal() * svd->V.rightCols(psi - rank));
    if (!null) return std::unexpected(null.error());
    X -= null->U * (null->U.transpose() * X).eval();
  }
  const double ratio = rank > 0 ? sigma(0) / sigma(rank - 1) : 1.0;
  return RowSolution{.solution = {.p = X.transpose() * weights.cwiseInverse().asDiagonal(),
                                  .rank = rank,
                                  .rows = rows,
                                  .unknowns = psi,
                                  .path = rank < psi ? Path::primal_minimum_norm : Path::primal,
                                  .condition = ratio},
                     .spectrum = *values / static_cast<double>(rows)};
}

}  // namespace learner
