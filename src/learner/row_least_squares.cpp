#include "learner/row_least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/decompositions.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/least_norm.hpp"
#include "learner/singular_values.hpp"

namespace learner {
namespace {

// [R | Q^T Y] of the rows seen so far, and room for more below: the first rows of the R of [H^T | Y]. What stands below
// them no p explains.
class Reduction {
 public:
  // `squares`: those of each feature, summed over all rows to come.
  Reduction(const Vector& squares, Index outputs)
      : scale_(squares.unaryExpr([](double square) { return square > 0.0 ? std::sqrt(square) : 1.0; })),
        entries_(Matrix::Zero(3 * scale_.size(), scale_.size() + outputs)) {}

  void add(const Vector& feature, const Eigen::Ref<const Vector>& target) {
    if (filled_ == entries_.rows()) reduce();
    entries_.row(filled_).head(feature.size()) = feature.cwiseQuotient(scale_).transpose();
    entries_.row(filled_++).tail(target.size()) = target.transpose();
  }

  void reduce() {
    const Index psi = scale_.size();
    const Matrix R = HouseholderQR(entries_.topRows(filled_)).R(std::min(filled_, entries_.cols()));
    unexplained_ += R.bottomRows(R.rows() - psi).squaredNorm();
    entries_.topRows(psi) = R.topRows(psi);
    filled_ = psi;
    ++blocks_;
  }

  const Vector& scale() const { return scale_; }
  auto R() const { return entries_.topLeftCorner(scale_.size(), scale_.size()); }
  auto answers() const { return entries_.topRows(scale_.size()).rightCols(entries_.cols() - scale_.size()); }
  double unexplained() const { return unexplained_; }  // a sum of squares
  double cut() const { return static_cast<double>(scale_.size() + blocks_) * std::numeric_limits<double>::epsilon(); }

 private:
  Vector scale_;
  Matrix entries_;
  Index filled_ = scale_.size();
  Index blocks_ = 0;
  double unexplained_ = 0.0;
};

void add_rows(std::span<const Sequence> sequences, Targets targets, Reduction& reduction) {
  for (const auto& [Z, Y] : sequences) {
    for (Index t = 0; t < Y.cols(); ++t) {
      const Index token = targets == Targets::last ? Z.cols() - 1 : t;
      reduction.add(folded_features(Z, token, targets == Targets::causal ? t + 1 : Z.cols()), Y.col(t));
    }
  }
}

// The rows that a penalty amounts to below those of the data: penalty(i) on the square of unknown i.
Reduction penalised(const Reduction& data, const Vector& squares, const Vector& penalty) {
  const Matrix R = data.R();
  const Matrix answers = data.answers();
  Reduction reduction(squares + penalty, answers.cols());
  for (Index i = 0; i < R.rows(); ++i) {
    reduction.add(R.row(i).transpose().cwiseProduct(data.scale()), answers.row(i).transpose());
    reduction.add(std::sqrt(penalty(i)) * Vector::Unit(penalty.size(), i), Vector::Zero(answers.cols()));
  }
  reduction.reduce();
  return reduction;
}

// Of T T^T, rising.
Expected<Vector> eigenvalues(const Matrix& T, bool regular) {
  if (regular) return graded_eigenvalues(T);
  const auto roots = singular_values(T);
  if (!roots) return std::unexpected(roots.error());
  return Vector(roots->sigma.reverse().cwiseAbs2());
}

Index rank_of(const Vector& sigma, double cut) { return (sigma.array() > cut * sigma(0)).count(); }

// How much a relative change of the rows by 2^-52 changes the solution x: the condition number, and its square times
// how much of the targets is left over. Source: Golub and Van Loan, theorem 5.3.1.
double sensitivity(double condition, double largest, double left_over, const Matrix& x) {
  const double reach = largest * x.norm();
  return reach > 0.0 ? condition * (1.0 + condition * (left_over / reach)) : condition;
}

Expected<Solution> solve_reduced(const Reduction& reduction, double unexplained, const SingularValues& svd,
                                 const Vector& weights) {
  const Vector& sigma = svd.sigma;
  const Index psi = sigma.size();
  const Index rank = rank_of(sigma, reduction.cut());
  if (rank == 0) return Solution{.p = Matrix::Zero(reduction.answers().cols(), psi), .path = Path::primal_minimum_norm};
  const auto range = svd.V.leftCols(rank);
  const auto nearest = [&](const Matrix& answers) -> Matrix {
    return range * (sigma.head(rank).cwiseInverse().asDiagonal() * (svd.U.leftCols(rank).transpose() * answers));
  };
  const double condition = sigma(0) / sigma(rank - 1);
  // In the coordinates sqrt(w) p the plain norm is that of W.
  const Vector units = weights.cwiseSqrt().cwiseQuotient(reduction.scale());
  Matrix x = nearest(reduction.answers());
  const auto left_over = [&] {
    return std::sqrt(unexplained + (reduction.answers() - reduction.R() * x).squaredNorm());
  };
  // What is left over may grow by this share of it, and an exact fit by this share of the answers.
  constexpr double kMore = 1e-7;
  constexpr double kExact = 1e-9;
  const double most = kMore * left_over() + kExact * reduction.answers().norm();
  if (most > 0.0) {
    auto least = least_norm(std::move(x), svd.V.rightCols(psi - rank), sigma.tail(psi - rank), units, most);
    if (!least) return std::unexpected(least.error());
    x = std::move(*least);
    x += nearest(reduction.answers() - reduction.R() * x);
  }
  const double error = sensitivity(condition, sigma(0), left_over(), x);
  return Solution{.p = x.transpose() * reduction.scale().cwiseInverse().asDiagonal(),
                  .rank = rank,
                  .path = rank < psi ? Path::primal_minimum_norm : Path::primal,
                  .condition = condition,
                  .digits = digits_left(error)};
}

}  // namespace

Expected<RowSolution> solve_rows(const Moments& moments, const Replay& replay, double lambda,
                                 const Progress& progress) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const auto& [d, d_out, targets] = moments.shape();
  const Vector weights = unfold_weights(d);
  const Index psi = weights.size();
  const auto rows = static_cast<double>(moments.rows());
  const Vector squares = moments.gram().diagonal();
  Reduction reduction(squares, d_out);
  double seen = 0.0;
  replay([&](std::span<const Sequence> sequences) {
    add_rows(sequences, targets, reduction);
    for (const Sequence& sequence : sequences) seen += static_cast<double>(sequence.rows());
    if (progress) progress(0.5 * seen / rows);
  });
  reduction.reduce();

  auto svd = singular_values(reduction.R());
  if (!svd) return std::unexpected(svd.error());
  const Index data_rank = rank_of(svd->sigma, reduction.cut());
  auto values = eigenvalues(reduction.scale().asDiagonal() * reduction.R().transpose(), data_rank == psi);
  if (!values) return std::unexpected(values.error());
  double unexplained = reduction.unexplained();
  if (lambda > 0.0) {
    reduction = penalised(reduction, squares, rows * lambda * weights);
    unexplained += reduction.unexplained();
    svd = singular_values(reduction.R());
    if (!svd) return std::unexpected(svd.error());
  }
  auto solution = solve_reduced(reduction, unexplained, *svd, weights);
  if (!solution) return std::unexpected(solution.error());
  solution->lambda = lambda;
  solution->rows = moments.rows();
  solution->unknowns = psi;
  return RowSolution{.solution = std::move(*solution), .spectrum = *values / rows, .data_rank = data_rank};
}

}  // namespace learner
