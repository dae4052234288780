#include "learner/row_least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/decompositions.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/gram_rank.hpp"
#include "learner/least_norm.hpp"
#include "learner/row_triangle.hpp"
#include "learner/singular_values.hpp"

namespace learner {
namespace {

// Progress when the rows are a triangle.
constexpr double kReduced = 0.6;

RowTriangle reduced(const Moments& moments, const Replay& replay, const Progress& progress) {
  const auto& [d, d_out, targets] = moments.shape();
  RowTriangle triangle(feature_scale(moments.gram()), d_out);
  double seen = 0.0;
  replay([&](std::span<const Sequence> sequences) {
    for (const auto& [Z, Y] : sequences) {
      Matrix G = Matrix::Zero(d, d);
      if (targets != Targets::causal) G = Z * Z.transpose();
      for (Index t = 0; t < Y.cols(); ++t, ++seen) {
        const auto z = Z.col(targets == Targets::last ? Z.cols() - 1 : t);
        if (targets == Targets::causal) G.noalias() += z * z.transpose();
        if (triangle.add(folded_features(G, z), Y.col(t)) && progress)
          progress(seen / static_cast<double>(moments.rows()));
      }
    }
  });
  triangle.finish();
  return triangle;
}

// The rows that a penalty amounts to below those of the data: penalty(i) on the square of unknown i.
RowTriangle penalised(const RowTriangle& data, const Vector& penalty) {
  const Matrix R = data.R() * data.scale().asDiagonal();
  const Matrix answers = data.answers();
  RowTriangle triangle((R.colwise().squaredNorm().transpose() + penalty).cwiseSqrt(), answers.cols());
  for (Index i = 0; i < R.rows(); ++i) {
    triangle.add(R.row(i).transpose(), answers.row(i).transpose());
    triangle.add(std::sqrt(penalty(i)) * Vector::Unit(penalty.size(), i), Vector::Zero(answers.cols()));
  }
  triangle.finish();
  return triangle;
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

// In the coordinates sqrt(w) p the plain norm is that of W.
Vector units_of(const RowTriangle& triangle, const Vector& weights) {
  return weights.cwiseSqrt().cwiseQuotient(triangle.scale());
}

// What is left over may grow by this share of it, and an exact fit by this share of the answers.
double most_more(double left_over, double answers) {
  constexpr double kMore = 1e-7;
  constexpr double kExact = 1e-9;
  return kMore * left_over + kExact * answers;
}

Expected<Solution> by_singular_values(const RowTriangle& triangle, double unexplained, const Vector& weights) {
  const auto svd = singular_values(triangle.R());
  if (!svd) return std::unexpected(svd.error());
  const Vector& sigma = svd->sigma;
  const Index psi = sigma.size();
  const Index rank = rank_of(sigma, triangle.cut());
  if (rank == 0) return Solution{.p = Matrix::Zero(triangle.answers().cols(), psi), .path = Path::primal_minimum_norm};
  const auto range = svd->V.leftCols(rank);
  const auto nearest = [&](const Matrix& answers) -> Matrix {
    return range * (sigma.head(rank).cwiseInverse().asDiagonal() * (svd->U.leftCols(rank).transpose() * answers));
  };
  const double condition = sigma(0) / sigma(rank - 1);
  Matrix x = nearest(triangle.answers());
  const auto left_over = [&] { return std::sqrt(unexplained + (triangle.answers() - triangle.R() * x).squaredNorm()); };
  const double most = most_more(left_over(), triangle.answers().norm());
  if (most > 0.0) {
    auto least = least_norm(std::move(x), svd->V.rightCols(psi - rank), sigma.tail(psi - rank),
                            units_of(triangle, weights), most);
    if (!least) return std::unexpected(least.error());
    x = std::move(*least);
    x += nearest(triangle.answers() - triangle.R() * x);
  }
  const double error = sensitivity(condition, sigma(0), left_over(), x);
  return Solution{.p = x.transpose() * triangle.scale().cwiseInverse().asDiagonal(),
                  .rank = rank,
                  .path = rank < psi ? Path::primal_minimum_norm : Path::primal,
                  .condition = condition,
                  .digits = digits_left(error)};
}

// x in the order of the columns of the triangle.
Matrix in_order(const PivotedTriangle& pivots, const Matrix& x) {
  Matrix result = Matrix::Zero(std::ssize(pivots.order), x.cols());
  for (Index i = 0; i < x.rows(); ++i) result.row(pivots.order[static_cast<std::size_t>(i)]) = x.row(i);
  return result;
}

// Of all x that the pivots leave open that with the least ||U x||, U the diagonal matrix of `units`: M^T (M M^T)^-1
// times the answers, M = T U^-1, with the triangle of the rows of M^T for M M^T; then the fit is refined. Source:
// Demmel and Higham, "Improved error bounds for underdetermined system solvers", 1993.
Matrix least_norm(const PivotedTriangle& pivots, const Vector& units, const Progress& progress) {
  const Index rank = pivots.rank();
  const Vector inverse = units(pivots.order).cwiseInverse();
  const Matrix R = triangle_of(inverse.asDiagonal() * pivots.T.transpose(), progress);
  const Matrix weights = solve_upper(R, solve_lower(Matrix(R.transpose()), pivots.answers));
  Matrix x = inverse.cwiseAbs2().asDiagonal() * (pivots.T.transpose() * weights);
  x.topRows(rank) += solve_upper(pivots.T.leftCols(rank), Matrix(pivots.answers - pivots.T * x));
  return in_order(pivots, x);
}

// The same without all singular values: one triangle solved where it is regular, else pivots instead of null vectors.
Solution by_pivots(const RowTriangle& triangle, double unexplained, const Vector& weights, const Progress& progress) {
  const Matrix R = triangle.R();
  const Matrix answers = triangle.answers();
  const auto left_over = [&](const Matrix& x) { return std::sqrt(unexplained + (answers - R * x).squaredNorm()); };
  SingularEnds ends = singular_ends(R);
  Solution solution{.p = Matrix::Zero(answers.cols(), R.cols()), .rank = R.cols()};
  Matrix x;
  if (ends.independent(triangle.cut())) {
    x = solve_upper(R, answers);
  } else {
    const PivotedTriangle pivots = pivoted(R, answers, triangle.cut(), part_of(progress, 0.0, 0.7));
    solution.rank = pivots.rank();
    solution.path = Path::primal_minimum_norm;
    if (solution.rank == 0) return solution;
    ends = pivots.ends;
    const Progress rest = part_of(progress, 0.7, 1.0);
    x = least_norm(pivots, units_of(triangle, weights), rest);
    // Where units are so far apart that what is no pivot spoils the fit: of least norm in units in which it cannot.
    const double least = left_over(in_order(pivots, solve_upper(pivots.T.leftCols(solution.rank), pivots.answers)));
    if (!(left_over(x) <= least + most_more(least, answers.norm()))) x = least_norm(pivots, Vector::Ones(R.cols()), {});
  }
  solution.condition = ends.largest / ends.smallest;
  solution.digits = digits_left(sensitivity(solution.condition, ends.largest, left_over(x), x));
  solution.p = x.transpose() * triangle.scale().cwiseInverse().asDiagonal();
  return solution;
}

Expected<RowSpectrum> whole_spectrum(const RowTriangle& triangle, Index rank) {
  auto values = eigenvalues(triangle.scale().asDiagonal() * triangle.R().transpose(), rank == triangle.scale().size());
  if (!values) return std::unexpected(values.error());
  RowSpectrum spectrum{.rank = rank, .values = std::move(*values)};
  spectrum.lambda_max = spectrum.values(spectrum.values.size() - 1);
  if (rank == spectrum.values.size()) spectrum.lambda_min = spectrum.values(0);
  return spectrum;
}

Expected<RowSpectrum> ends_of_spectrum(const RowTriangle& triangle, Index rank) {
  const Matrix T = triangle.scale().asDiagonal() * triangle.R().transpose();
  const auto largest = largest_eigenpair(T.rows(), [&](const Vector& x) -> Vector { return T * (T.transpose() * x); });
  if (!largest) return std::unexpected(largest.error());
  RowSpectrum spectrum{.rank = rank, .lambda_max = largest->value, .values = {}};
  if (rank < T.rows()) return spectrum;
  const auto smallest = smallest_eigenpair(T);
  if (!smallest) return std::unexpected(smallest.error());
  spectrum.lambda_min = smallest->value;
  return spectrum;
}

}  // namespace

Expected<RowSolution> solve_rows(const Moments& moments, const Replay& replay, double lambda,
                                 const Progress& progress) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const Vector weights = unfold_weights(moments.shape().d);
  const bool whole = weights.size() <= kWholeSpectrum;
  const auto rows = static_cast<double>(moments.rows());
  const RowTriangle data = reduced(moments, replay, part_of(progress, 0.0, kReduced));
  const auto solve = [&](const RowTriangle& triangle, double unexplained, double from,
                         double to) -> Expected<Solution> {
    if (whole) return by_singular_values(triangle, unexplained, weights);
    return by_pivots(triangle, unexplained, weights, part_of(progress, from, to));
  };
  const double plain = lambda > 0.0 ? 0.5 * (kReduced + 1.0) : 1.0;
  auto solution = solve(data, data.unexplained(), kReduced, plain);
  if (!solution) return std::unexpected(solution.error());
  auto spectrum = whole ? whole_spectrum(data, solution->rank) : ends_of_spectrum(data, solution->rank);
  if (!spectrum) return std::unexpected(spectrum.error());
  spectrum->lambda_min /= rows;
  spectrum->lambda_max /= rows;
  spectrum->values /= rows;
  if (lambda > 0.0) {
    const RowTriangle triangle = penalised(data, rows * lambda * weights);
    solution = solve(triangle, data.unexplained() + triangle.unexplained(), plain, 1.0);
    if (!solution) return std::unexpected(solution.error());
  }
  solution->lambda = lambda;
  solution->rows = moments.rows();
  solution->unknowns = weights.size();
  return RowSolution{
      .solution = std::move(*solution), .spectrum = std::move(*spectrum), .may_lose_rows = data.may_lose_rows()};
}

}  // namespace learner
