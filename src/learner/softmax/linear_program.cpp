#include "learner/softmax/linear_program.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

#include "learner/decompositions.hpp"

namespace learner {
namespace {

constexpr double kTolerance = 1e-10;  // after scaling
constexpr double kPivot = 1e-9;       // what is smaller may be rounding
constexpr Index kStale = 200;         // steps after which the tableau is made anew
constexpr double kBroken = 1e-7;      // a vertex that breaks a row by so much of the scale of b is no answer

enum class Ending { optimal, unbounded, unfinished };

// minimise b^T y with A^T y = c, y >= 0. Columns: M of y, n artificial ones, the right side. Row n holds the reduced
// costs of the phase that runs.
class Tableau {
 public:
  Tableau(const Matrix& A, const Vector& c, Index pivots_left)
      : n_(A.cols()), count_(A.rows()), pivots_left_(pivots_left), basis_(static_cast<std::size_t>(n_)) {
    original_ = Matrix::Zero(n_, count_ + n_ + 1);
    for (Index i = 0; i < n_; ++i) {
      const double sign = c(i) < 0.0 ? -1.0 : 1.0;
      original_.row(i).head(count_) = sign * A.col(i).transpose();
      original_(i, count_ + i) = 1.0;
      original_(i, right()) = sign * c(i);
      basis_[static_cast<std::size_t>(i)] = count_ + i;
    }
    T_ = Matrix::Zero(n_ + 1, original_.cols());
    T_.topRows(n_) = original_;
  }

  // Phase 1: whether some y >= 0 has A^T y = c. Optimal: yes; unbounded: no (then the primal is not bounded).
  Ending find_start() {
    costs_ = Vector::Zero(count_ + n_);
    costs_.tail(n_).setOnes();
    if (descend() == Ending::unfinished) return Ending::unfinished;
    if (-T_(n_, right()) > kTolerance * static_cast<double>(n_)) return Ending::unbounded;
    return drive_out_artificial() ? Ending::optimal : Ending::unfinished;
  }

  // Phase 2, from the start that was found.
  Ending minimise(const Vector& b) {
    costs_ = Vector::Zero(count_ + n_);
    costs_.head(count_) = b;
    return descend();
  }

  const std::vector<Index>& basis() const { return basis_; }
  Index pivots() const { return pivots_; }

 private:
  Index right() const { return count_ + n_; }
  bool artificial(Index i) const { return basis_[static_cast<std::size_t>(i)] >= count_; }

  Ending descend() {
    Index idle = 0;  // steps since the last that gained something
    if (!refresh()) return Ending::unfinished;
    while (true) {
      if (stale_ >= kStale && !refresh()) return Ending::unfinished;
      const bool bland = idle > count_ + n_;
      const Index enters = bland ? first_falling() : steepest();
      if (enters < 0 && stale_ == 0) return Ending::optimal;
      if (enters < 0) {
        stale_ = kStale;
        continue;
      }
      const Index leaves = blocking_row(enters, bland);
      if (leaves < 0) return Ending::unbounded;
      idle = T_(leaves, right()) > kTolerance ? 0 : idle + 1;
      if (!pivot(leaves, enters)) return Ending::unfinished;
    }
  }

  // The tableau of this basis from the original rows, which takes the rounding errors of many steps away.
  bool refresh() {
    Matrix B(n_, n_);
    for (Index i = 0; i < n_; ++i) B.col(i) = original_.col(basis_[static_cast<std::size_t>(i)]);
    if (stale_ > 0) T_.topRows(n_) = HouseholderQR(B).solve(original_);
    stale_ = 0;
    T_.row(n_).setZero();
    T_.row(n_).head(costs_.size()) = costs_.transpose();
    for (Index i = 0; i < n_; ++i) {
      if (started_ && artificial(i)) empty(i);
      T_.row(n_) -= costs_(basis_[static_cast<std::size_t>(i)]) * T_.row(i);
    }
    return T_.allFinite();
  }

  // An artificial variable that stayed in the basis is 0, and its row says nothing about y.
  void empty(Index i) {
    T_.row(i).head(count_).setZero();
    T_(i, right()) = 0.0;
  }

  Index steepest() const {
    Index column = 0;
    if (count_ == 0 || !(T_.row(n_).head(count_).minCoeff(&column) < -kTolerance)) return -1;
    return column;
  }

  Index first_falling() const {
    for (Index j = 0; j < count_; ++j)
      if (T_(n_, j) < -kTolerance) return j;
    return -1;
  }

  // The row whose basic variable reaches 0 first. Among those that do so together, the largest pivot, which keeps the
  // rounding errors small; under Bland's rule the lowest index.
  Index blocking_row(Index column, bool bland) const {
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < n_; ++i)
      if (T_(i, column) > kPivot) least = std::min(least, (std::max(0.0, T_(i, right())) + kTolerance) / T_(i, column));
    Index row = -1;
    for (Index i = 0; i < n_; ++i) {
      if (!(T_(i, column) > kPivot) || std::max(0.0, T_(i, right())) / T_(i, column) > least) continue;
      const bool earlier = row >= 0 && basis_[static_cast<std::size_t>(i)] < basis_[static_cast<std::size_t>(row)];
      if (row < 0 || (bland ? earlier : T_(i, column) > T_(row, column))) row = i;
    }
    return row;
  }

  bool pivot(Index row, Index column) {
    if (pivots_ >= pivots_left_) return false;
    ++pivots_;
    ++stale_;
    T_.row(row) /= T_(row, column);
    Vector factors = T_.col(column);
    factors(row) = 0.0;
    const Eigen::RowVectorXd pivot_row = T_.row(row);
    T_.noalias() -= factors * pivot_row;
    basis_[static_cast<std::size_t>(row)] = column;
    return true;
  }

  // An artificial variable that stayed at 0 must not grow in phase 2. A row without any column to put in its place says
  // nothing about y, and is emptied.
  bool drive_out_artificial() {
    for (Index i = 0; i < n_; ++i) {
      if (!artificial(i)) continue;
      T_(i, right()) = 0.0;
      Index column = 0;
      const double largest = count_ == 0 ? 0.0 : T_.row(i).head(count_).cwiseAbs().maxCoeff(&column);
      if (largest <= kTolerance) {
        empty(i);
      } else if (!pivot(i, column)) {
        return false;
      }
    }
    started_ = true;
    return true;
  }

  Index n_, count_, pivots_left_, pivots_ = 0;
  Index stale_ = 0;       // steps since the tableau was made from the original rows
  bool started_ = false;  // phase 2
  Matrix original_, T_;
  Vector costs_;  // of y and of the artificial variables, in the phase that runs
  std::vector<Index> basis_;
};

// Rows of length 1, and the sizes of b and c divided out; rows of zeros stay.
struct Scaled {
  Matrix A;
  Vector b, lengths;
  double b_size = 1.0;

  Scaled(const Matrix& full, const Vector& right) : A(full), b(right), lengths(full.rowwise().norm()) {
    for (Index i = 0; i < lengths.size(); ++i) {
      if (!(lengths(i) > 0.0)) lengths(i) = 1.0;
      A.row(i) /= lengths(i);
      b(i) /= lengths(i);
    }
    if (b.size() > 0 && b.cwiseAbs().maxCoeff() > 0.0) b_size = b.cwiseAbs().maxCoeff();
    b /= b_size;
  }
};

// x solves the basic rows as equations, the duals weigh them so that they sum to c; a coordinate that no row of the
// basis fixes is 0. One step of refinement each.
bool read_vertex(const Scaled& scaled, const Vector& c, const std::vector<Index>& basis, ProgramAnswer& answer) {
  const Index n = c.size(), count = scaled.b.size();
  Matrix B = Matrix::Zero(n, n);
  Vector right = Vector::Zero(n);
  for (Index i = 0; i < n; ++i) {
    const Index row = basis[static_cast<std::size_t>(i)];
    if (row >= count) {
      B(i, row - count) = 1.0;
    } else {
      B.row(i) = scaled.A.row(row);
      right(i) = scaled.b(row);
    }
  }
  const HouseholderQR qr(B), transposed(B.transpose());
  Vector x = qr.solve(right);
  x += qr.solve(Vector(right - B * x));
  Vector y = transposed.solve(c);
  y += transposed.solve(Vector(c - B.transpose() * y));
  if (!x.allFinite() || !y.allFinite()) return false;
  if (count > 0 && (scaled.A * x - scaled.b).maxCoeff() > kBroken) return false;
  answer.x = scaled.b_size * x;
  answer.duals = Vector::Zero(count);
  for (Index i = 0; i < n; ++i) {
    const Index row = basis[static_cast<std::size_t>(i)];
    if (row < count) answer.duals(row) = std::max(0.0, y(i)) / scaled.lengths(row);
  }
  return true;
}

}  // namespace

ProgramAnswer maximise(const Matrix& A, const Vector& b, const Vector& c, Index most_pivots) {
  assert(c.size() >= 1 && A.cols() == c.size() && A.rows() == b.size());
  const Scaled scaled(A, b);
  const double c_size = c.norm() > 0.0 ? c.norm() : 1.0;
  ProgramAnswer answer;
  Tableau tableau(scaled.A, c / c_size, most_pivots);
  const Ending start = tableau.find_start();
  answer.pivots = tableau.pivots();
  if (start == Ending::unfinished) return answer;
  if (start == Ending::unbounded) {  // no c^T x is a bound; unless no x is allowed at all
    const ProgramAnswer any = maximise(A, b, Vector::Zero(c.size()), most_pivots - answer.pivots);
    answer.pivots += any.pivots;
    answer.status = any.status == ProgramStatus::optimal ? ProgramStatus::unbounded : any.status;
    return answer;
  }
  const Ending end = tableau.minimise(scaled.b);
  answer.pivots = tableau.pivots();
  if (end == Ending::unbounded) answer.status = ProgramStatus::infeasible;
  if (end != Ending::optimal || !read_vertex(scaled, c / c_size, tableau.basis(), answer)) return answer;
  answer.status = ProgramStatus::optimal;
  answer.duals *= c_size;
  answer.value = c.dot(answer.x);
  return answer;
}

}  // namespace learner
