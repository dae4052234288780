#include "learner/softmax/normal_equations.hpp"

#include <algorithm>
#include <cmath>

#include "learner/cholesky.hpp"
#include "learner/product.hpp"
#include "learner/tasks.hpp"

namespace learner {
namespace {

// Tokens whose lists are held at once: up to 256, less where their products would take long between two reports of
// progress. A batch ends with an example.
Index batch_of(Index unknowns) { return std::clamp<Index>((1 << 26) / (unknowns * unknowns), 16, 256); }

// The upper triangle of B B^T, column by column.
template <class Rows>
void put_square(const Rows& B, Eigen::Ref<Vector> entries) {
  Index next = 0;
  for (Index j = 0; j < B.rows(); ++j)
    for (Index i = 0; i <= j; ++i) entries(next++) = B.row(i).dot(B.row(j));
}

Index half(Index size) { return size * (size + 1) / 2; }

// Everything that is summed over tokens.
struct LayerSums {
  Matrix squares;   // (m d)(m d + 1)/2 x d(d + 1)/2: sum_t vech(B_t B_t^T) vech(z_t z_t^T)^T
  Matrix crossed;   // (r d) x (m d d): sum_t (q_t (x) z_t) vec(B_t)^T
  Matrix gradient;  // d x (m d): sum_t z_t (B_t R_t)^T
};

class Batch {
 public:
  Batch(std::span<const Matrix> Thetas, const EliminatedValues& values, const JoinedExamples& examples)
      : Thetas_(Thetas), values_(values), examples_(examples) {}

  // Adds examples begin .. end - 1.
  void add(Index begin, Index end, LayerSums& sums) {
    const Index first = examples_.first[static_cast<std::size_t>(begin)];
    const Index count = examples_.first[static_cast<std::size_t>(end)] - first;
    const Index d = examples_.d(), rows = values_.W.rows();
    B_.resize(rows * d, count);
    for (Index n = begin; n < end; ++n) fill(n, first);
    Matrix squares(half(rows), count), tokens(half(d), count), crossed(values_.rank() * d, count), slopes(rows, count);
    for (Index t = 0; t < count; ++t) {
      const auto B = B_.col(t).reshaped(rows, d);
      const auto z = examples_.Z.col(first + t);
      put_square(B, squares.col(t));
      put_square(z, tokens.col(t));
      crossed.col(t).reshaped(d, values_.rank()).noalias() = z * values_.basis.col(first + t).transpose();
      slopes.col(t).noalias() = B * values_.residual.col(first + t);
    }
    add_product(1.0, Panels(squares).all(), Panels(tokens).all(), sums.squares);
    add_product(1.0, Panels(crossed).all(), Panels(B_).all(), sums.crossed);
    add_product(1.0, Panels(examples_.Z.middleCols(first, count)).all(), Panels(slopes).all(), sums.gradient);
  }

 private:
  // B_t of the tokens of example n: B_it = sum_s p_s z_s (v_s - mean v)^T with v_s = W_i^T z_s.
  void fill(Index n, Index batch_first) {
    const Index d = examples_.d(), first = examples_.first[static_cast<std::size_t>(n)], k = examples_.length(n);
    const Matrix Z = examples_.Z.middleCols(first, k);
    for (Index i = 0; i < std::ssize(Thetas_); ++i) {
      const Matrix P = attention_weights(Thetas_[static_cast<std::size_t>(i)], Z);
      const Matrix V = values_.W.middleRows(i * d, d).transpose() * Z, means = V * P;
      for (Index t = 0; t < k; ++t)
        for (Index c = 0; c < d; ++c) {
          auto B = B_.col(first - batch_first + t).segment(c * values_.W.rows() + i * d, d);
          B.setZero();
          for (Index s = 0; s < k; ++s) B += P(s, t) * (V(c, s) - means(c, t)) * Z.col(s);
        }
    }
  }

  std::span<const Matrix> Thetas_;
  const EliminatedValues& values_;
  const JoinedExamples& examples_;
  Matrix B_;  // column t: B_t, (m d) x d
};

// normal((ib, a), (jc, e)) = squares({ib, jc}, {a, e}).
Matrix unfolded(const Matrix& squares, Index rows, Index d) {
  Matrix normal(rows * d, rows * d);
  for (Index right = 0, pair = 0; right < rows; ++right)
    for (Index left = 0; left <= right; ++left, ++pair)
      for (Index e = 0, place = 0; e < d; ++e)
        for (Index a = 0; a <= e; ++a, ++place) {
          const double sum = squares(pair, place);
          normal(left * d + a, right * d + e) = normal(left * d + e, right * d + a) = sum;
          normal(right * d + e, left * d + a) = normal(right * d + a, left * d + e) = sum;
        }
  return normal;
}

// explained((ib, a), (c, q)) = crossed((q, a), (c, ib)).
Matrix rearranged(const Matrix& crossed, Index rows, Index d) {
  const Index rank = crossed.rows() / d;
  Matrix explained(rows * d, rank * d);
  for (Index c = 0; c < d; ++c)
    for (Index row = 0; row < rows; ++row)
      explained.block(row * d, c * rank, d, rank) = crossed.col(c * rows + row).reshaped(d, rank);
  return explained;
}

// The examples with the layer's own answers.
Expected<JoinedExamples> answered(const SoftmaxLayer& layer, std::span<const Sequence> examples) {
  auto joined = join_examples(examples);
  if (!joined) return joined;
  if (layer.heads.empty()) return fail("The layer has no heads: give it at least one.");
  const Index d = joined->d();
  for (const SoftmaxHead& head : layer.heads)
    for (const Matrix* entries : {&head.Theta, &head.W})
      if (entries->rows() != d || entries->cols() != d || !entries->allFinite())
        return fail("The layer does not fit the examples: its Theta and W must be %1 x %2 and finite.", d, d);
  for (std::size_t i = 0; i < examples.size(); ++i)
    joined->Y.middleCols(joined->first[i], examples[i].n()) = attend(layer, examples[i].Z);
  return joined;
}

// The diagonal of A^-1, a few columns at a time, so that progress is heard between them.
Vector inverse_diagonal(const Cholesky& cholesky, Index size, Index step, const Progress& progress) {
  Vector diagonal(size);
  for (Index first = 0; first < size; first += step) {
    Matrix unit = Matrix::Zero(size, step);
    unit.middleRows(first, step).setIdentity();
    diagonal.segment(first, step) = cholesky.solve(std::move(unit)).middleRows(first, step).diagonal();
    if (progress) progress(static_cast<double>(first + step) / static_cast<double>(size));
  }
  return diagonal;
}

// Covariance of one column of W, summed over the columns, for unit noise: its own, and what comes with Theta's, as
// column c moves by -root (Q J_c) times the error of Theta.
Vector value_variances(const Cholesky& cholesky, const NormalEquations& equations, const EliminatedValues& values) {
  const Index d = values.W.cols(), rank = values.rank();
  Matrix moved = static_cast<double>(d) * Matrix::Identity(rank, rank);
  for (Index c = 0; c < d; ++c) {
    const auto explained = equations.explained.middleCols(c * rank, rank);
    moved += explained.transpose() * cholesky.solve(explained);
  }
  return (values.root * moved).cwiseProduct(values.root).rowwise().sum();
}

}  // namespace

NormalEquations normal_equations(std::span<const Matrix> Thetas, const EliminatedValues& values,
                                 const JoinedExamples& examples, const Progress& progress) {
  const Index d = examples.d(), rows = values.W.rows();
  LayerSums sums{.squares = Matrix::Zero(half(rows), half(d)),
                 .crossed = Matrix::Zero(values.rank() * d, rows * d),
                 .gradient = Matrix::Zero(d, rows)};
  Batch batch(Thetas, values, examples);
  for (Index begin = 0, end = 0; begin < examples.count(); begin = end) {
    const Index first = examples.first[static_cast<std::size_t>(begin)];
    while (end < examples.count() && examples.first[static_cast<std::size_t>(end)] - first < batch_of(rows * d)) ++end;
    batch.add(begin, end, sums);
    if (progress) progress(static_cast<double>(end) / static_cast<double>(examples.count()));
  }
  NormalEquations result{.normal = unfolded(sums.squares, rows, d),
                         .gradient = sums.gradient.reshaped(),
                         .explained = rearranged(sums.crossed, rows, d)};
  for (Index c = 0; c < d; ++c) {
    add_lower_product(-1.0, Panels(result.explained.middleCols(c * values.rank(), values.rank())).all(), result.normal);
    if (progress) progress(1.0);
  }
  result.normal = Matrix(result.normal.selfadjointView<Eigen::Lower>());
  return result;
}

Expected<SoftmaxErrorBound> softmax_error_bound(const SoftmaxLayer& layer, std::span<const Sequence> examples,
                                                double noise, const Progress& progress) {
  const auto joined = answered(layer, examples);
  if (!joined) return std::unexpected(joined.error());
  std::vector<Matrix> Thetas;
  for (const SoftmaxHead& head : layer.heads) Thetas.push_back(head.Theta);
  auto values = eliminate_values(Thetas, *joined);
  if (!values) return std::unexpected(values.error());
  // Up to rounding they are that already; but a W of zero must be exactly zero to be seen as such.
  for (Index i = 0; i < layer.m(); ++i)
    values->W.middleRows(i * layer.d(), layer.d()) = layer.heads[static_cast<std::size_t>(i)].W;
  return softmax_error_bound(Thetas, *values, *joined, noise, progress);
}

Expected<SoftmaxErrorBound> softmax_error_bound(std::span<const Matrix> Thetas, const EliminatedValues& values,
                                                const JoinedExamples& examples, double noise,
                                                const Progress& progress) {
  if (const auto valid = validate_noise(noise); !valid) return std::unexpected(valid.error());
  const NormalEquations equations = normal_equations(Thetas, values, examples, progress);
  const Index m = std::ssize(Thetas), d = examples.d(), size = m * d * d;
  const auto cholesky = Cholesky::factor(equations.normal, pivot_tolerance(size), progress);
  if (!cholesky || values.rank() < m * d) {
    return fail(
        "These examples do not determine every head, so no error can be promised: remove heads that repeat others or "
        "answer nothing, or add examples.");
  }
  const Vector of_theta = inverse_diagonal(*cholesky, size, d, progress);
  const Vector of_w = value_variances(*cholesky, equations, values);
  SoftmaxErrorBound bound{.theta = Vector(m), .w = Vector(m)};
  for (Index i = 0; i < m; ++i) {
    bound.theta(i) = noise * std::sqrt(of_theta.segment(i * d * d, d * d).sum());
    bound.w(i) = noise * std::sqrt(of_w.segment(i * d, d).sum());
    const Matrix W = values.W.middleRows(i * d, d);
    bound.theta_error =
        std::max(bound.theta_error, bound.theta(i) / or_one(Thetas[static_cast<std::size_t>(i)].norm()));
    bound.w_error = std::max(bound.w_error, bound.w(i) / or_one(W.norm()));
  }
  bound.condition = 1.0 / (equations.normal.trace() * of_theta.sum());
  return bound;
}

}  // namespace learner
