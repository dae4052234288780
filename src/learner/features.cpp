#include "learner/features.hpp"

#include <cassert>

namespace learner {
namespace {

// Answers y_t = contract(G_t) z_t, where contract maps G to the d_out x d matrix that it makes of the coefficients.
template <class Contract>
Matrix answer(const Matrix& Z, Targets targets, Index d_out, const Contract& contract) {
  if (targets != Targets::causal)
    return times(contract(times_transposed(Z, Z)), Z.rightCols(target_count(targets, Z.cols())));
  Matrix G = Matrix::Zero(Z.rows(), Z.rows());
  Matrix Y(d_out, Z.cols());
  for (Index t = 0; t < Z.cols(); ++t) {
    G.noalias() += Z.col(t) * Z.col(t).transpose();
    Y.col(t) = contract(G) * Z.col(t);
  }
  return Y;
}

Matrix visible_gram(const Matrix& Z, [[maybe_unused]] Index token, Index visible) {
  assert(0 <= token && token < Z.cols() && 1 <= visible && visible <= Z.cols());
  return Z.leftCols(visible) * Z.leftCols(visible).transpose();
}

}  // namespace

FoldedEntry folded_entry(Index index, Index d) {
  assert(0 <= index && index < feature_count(d));
  Index j = 0;
  while (j + 1 < d && folded_index(j + 1, j + 1, 0, d) <= index) ++j;
  const Index k = index / d - pair_index(j, 0, d);
  return {j, k, index % d};
}

Vector vech(const Matrix& G) {
  const Index d = G.rows();
  Vector g(pair_count(d));
  for (Index j = 0; j < d; ++j) g.segment(pair_index(j, j, d), d - j) = G.col(j).tail(d - j);
  return g;
}

Matrix unfolded_features(const Matrix& Z, Index token, Index visible) {
  const Index d = Z.rows();
  const Matrix G = visible_gram(Z, token, visible);
  Matrix X(d, d * d);
  for (Index k = 0; k < d; ++k) X.middleCols(k * d, d) = G.col(k) * Z.col(token).transpose();
  return X;
}

Vector folded_features(const Matrix& Z, Index token, Index visible) {
  return folded_features(visible_gram(Z, token, visible), Z.col(token));
}

Vector folded_features(const Matrix& G, const Eigen::Ref<const Vector>& z) {
  return (z * vech(G).transpose()).reshaped();
}

Matrix lift(const Model& model) {
  const Index d = model.d();
  Matrix W = Matrix::Zero(model.d_out() * d, d * d);
  for (const Head& head : model.heads) {
    W.noalias() += head.V.reshaped<Eigen::RowMajor>() * head.Q.reshaped<Eigen::RowMajor>().transpose();
  }
  return W;
}

Matrix evaluate_lifted(const Matrix& W, const Matrix& Z, Targets targets) {
  const Index d = Z.rows();
  const Index d_out = W.rows() / d;
  assert(W.rows() == d_out * d && W.cols() == d * d);
  return answer(Z, targets, d_out, [&](const Matrix& G) {
    Matrix map = Matrix::Zero(d_out, d);
    for (Index a = 0; a < d_out; ++a) {
      for (Index k = 0; k < d; ++k) map.row(a) += G.col(k).transpose() * W.block(a * d, k * d, d, d);
    }
    return map;
  });
}

Matrix evaluate_folded(const Matrix& p, const Matrix& Z, Targets targets) {
  const Index d = Z.rows();
  assert(p.cols() == feature_count(d));
  // p is column-major, so its memory is also the (d_out d) x q matrix with rows (a, l), columns (j, k).
  const Eigen::Map<const Matrix> by_pair(p.data(), p.rows() * d, pair_count(d));
  return answer(Z, targets, p.rows(),
                [&](const Matrix& G) -> Matrix { return (by_pair * vech(G)).reshaped(p.rows(), d); });
}

// Outputs are few: with vectors, the innermost loops of these two would take twice the instructions.
Matrix fold(const Matrix& W, Index d) {
  const Index d_out = W.rows() / d;
  assert(W.rows() == d_out * d && W.cols() == d * d);
  Matrix p(d_out, feature_count(d));
  for (Index j = 0, index = 0; j < d; ++j) {
    for (Index k = j; k < d; ++k) {
      for (Index l = 0; l < d; ++l, ++index) {
        const double* const upper = W.col(k * d + l).data() + j;
        const double* const lower = W.col(j * d + l).data() + k;
        double* const sums = p.col(index).data();
#pragma clang loop vectorize(disable) unroll(disable)
        for (Index a = 0; a < d_out; ++a) sums[a] = j == k ? upper[a * d] : upper[a * d] + lower[a * d];
      }
    }
  }
  return p;
}

Matrix unfold_slope(const Matrix& slope, Index d) {
  assert(slope.cols() == feature_count(d));
  Matrix W(slope.rows() * d, d * d);
  for (Index j = 0, index = 0; j < d; ++j) {
    for (Index k = j; k < d; ++k) {
      for (Index l = 0; l < d; ++l, ++index) {
        const double* const from = slope.col(index).data();
        double* const upper = W.col(k * d + l).data() + j;
        double* const lower = W.col(j * d + l).data() + k;
#pragma clang loop vectorize(disable) unroll(disable)
        for (Index a = 0; a < slope.rows(); ++a) upper[a * d] = lower[a * d] = from[a];
      }
    }
  }
  return W;
}

Matrix unfold(const Matrix& p, Index d) { return unfold_slope(p * unfold_weights(d).asDiagonal(), d); }

Vector unfold_weights(Index d) {
  Vector weights = Vector::Constant(feature_count(d), 0.5);
  for (Index j = 0; j < d; ++j) weights.segment(folded_index(j, j, 0, d), d).setOnes();
  return weights;
}

Matrix folded_coefficients(const Model& model) { return fold(lift(model), model.d()); }

double relative_distance(const Matrix& p, const Matrix& reference) {
  const double norm = reference.norm();
  const double distance = (p - reference).norm();
  return norm > 0.0 ? distance / norm : distance;
}

}  // namespace learner
