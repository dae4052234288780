#include "learner/softmax/normal_equations.hpp"

#include "learner/product.hpp"

namespace learner {
namespace {

constexpr Index kBatch = 256;  // tokens at least whose lists are held at once; a batch ends with an example

// The upper triangle of a symmetric matrix, column by column.
void put_upper(const Matrix& S, Eigen::Ref<Vector> entries) {
  Index next = 0;
  for (Index j = 0; j < S.cols(); ++j)
    for (Index i = 0; i <= j; ++i) entries(next++) = S(i, j);
}

Index half(Index size) { return size * (size + 1) / 2; }

// Everything that is summed over tokens.
struct Sums {
  Matrix squares;   // (m d)(m d + 1)/2 x d(d + 1)/2: sum_t vech(B_t B_t^T) vech(z_t z_t^T)^T
  Matrix crossed;   // (r d) x (m d d): sum_t (q_t (x) z_t) vec(B_t)^T
  Matrix gradient;  // d x (m d): sum_t z_t (B_t R_t)^T
};

class Batch {
 public:
  Batch(std::span<const Matrix> Thetas, const EliminatedValues& values, const JoinedExamples& examples)
      : Thetas_(Thetas), values_(values), examples_(examples) {}

  // Adds examples begin .. end - 1.
  void add(Index begin, Index end, Sums& sums) {
    const Index first = examples_.first[static_cast<std::size_t>(begin)];
    const Index count = examples_.first[static_cast<std::size_t>(end)] - first;
    const Index d = examples_.d(), rows = values_.W.rows();
    B_.resize(rows * d, count);
    for (Index n = begin; n < end; ++n) fill(n, first);
    Matrix squares(half(rows), count), tokens(half(d), count), crossed(values_.rank() * d, count), slopes(rows, count);
    for (Index t = 0; t < count; ++t) {
      const auto B = B_.col(t).reshaped(rows, d);
      const Vector z = examples_.Z.col(first + t);
      put_upper(B * B.transpose(), squares.col(t));
      put_upper(z * z.transpose(), tokens.col(t));
      crossed.col(t).reshaped(d, values_.rank()) = z * values_.basis.col(first + t).transpose();
      slopes.col(t) = B * values_.residual.col(first + t);
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
      const auto W = values_.W.middleRows(i * d, d);
      const Matrix P = attention_weights(Thetas_[static_cast<std::size_t>(i)], Z), V = Z.transpose() * W;
      for (Index t = 0; t < k; ++t) {
        const Vector p = P.col(t);
        const Matrix centred = V.rowwise() - (p.transpose() * V).eval();
        B_.col(first - batch_first + t).reshaped(values_.W.rows(), d).middleRows(i * d, d) =
            Z * (p.asDiagonal() * centred);
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

}  // namespace

NormalEquations normal_equations(std::span<const Matrix> Thetas, const EliminatedValues& values,
                                 const JoinedExamples& examples, const Progress& progress) {
  const Index d = examples.d(), rows = values.W.rows();
  Sums sums{.squares = Matrix::Zero(half(rows), half(d)),
            .crossed = Matrix::Zero(values.rank() * d, rows * d),
            .gradient = Matrix::Zero(d, rows)};
  Batch batch(Thetas, values, examples);
  for (Index begin = 0, end = 0; begin < examples.count(); begin = end) {
    const Index first = examples.first[static_cast<std::size_t>(begin)];
    while (end < examples.count() && examples.first[static_cast<std::size_t>(end)] - first < kBatch) ++end;
    batch.add(begin, end, sums);
    if (progress) progress(static_cast<double>(end) / static_cast<double>(examples.count()));
  }
  NormalEquations result{.normal = unfolded(sums.squares, rows, d),
                         .gradient = sums.gradient.reshaped(),
                         .explained = rearranged(sums.crossed, rows, d)};
  add_lower_product(-1.0, Panels(result.explained).all(), result.normal);
  result.normal = Matrix(result.normal.selfadjointView<Eigen::Lower>());
  return result;
}

}  // namespace learner
