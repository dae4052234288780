#include "learner/softmax/eliminated_values.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/decompositions.hpp"
#include "learner/product.hpp"
#include "learner/symmetric_eigen.hpp"

namespace learner {
namespace {

constexpr double kZeroEigenvalue = 1e-13;  // of the largest; what is above keeps the second pass well conditioned

// A A^T, both triangles.
Matrix gram_of(const Matrix& A) {
  Matrix gram = Matrix::Zero(A.rows(), A.rows());
  add_lower_product(1.0, Panels(A).all(), gram);
  return gram.selfadjointView<Eigen::Lower>();
}

std::unexpected<Error> too_large() {
  return fail("The numbers are too large to be squared and summed: divide tokens and answers by a common factor.");
}

}  // namespace

Expected<JoinedExamples> join_examples(std::span<const Sequence> examples) {
  if (examples.empty()) return fail("There is nothing to learn from: add at least one example.");
  const Index d = examples.front().d();
  const Shape shape{.d = d, .d_out = d, .targets = Targets::all};
  if (const auto valid = validate(shape); !valid) return std::unexpected(valid.error());
  if (const auto valid = validate(shape, examples); !valid) return std::unexpected(valid.error());
  JoinedExamples joined;
  joined.first.push_back(0);
  for (const Sequence& example : examples) joined.first.push_back(joined.first.back() + example.n());
  joined.Z.resize(d, joined.first.back());
  joined.Y.resize(d, joined.first.back());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    joined.Z.middleCols(joined.first[i], examples[i].n()) = examples[i].Z;
    joined.Y.middleCols(joined.first[i], examples[i].n()) = examples[i].Y;
  }
  return joined;
}

namespace {

using Token = std::vector<double>;
using Question = std::vector<Token>;  // the tokens in rising order, and the one that asks

Question question_of(const Matrix& Z, Index t) {
  Question question;
  for (const auto& z : Z.colwise()) question.emplace_back(z.begin(), z.end());
  Token asking = question[static_cast<std::size_t>(t)];
  std::ranges::sort(question);
  question.push_back(std::move(asking));
  return question;
}

}  // namespace

Index distinct_questions(const JoinedExamples& examples) {
  std::set<Question> questions;
  for (Index n = 0; n < examples.count(); ++n) {
    const Matrix Z = examples.Z.middleCols(examples.first[static_cast<std::size_t>(n)], examples.length(n));
    if (Z == Z.col(0).replicate(1, Z.cols())) continue;
    for (Index t = 0; t < Z.cols(); ++t) questions.insert(std::min(question_of(Z, t), question_of(-Z, t)));
  }
  return std::ssize(questions);
}

Matrix attended_tokens(std::span<const Matrix> Thetas, const JoinedExamples& examples) {
  const Index d = examples.d();
  Matrix O(std::ssize(Thetas) * d, examples.tokens());
  for (Index n = 0; n < examples.count(); ++n) {
    const Index first = examples.first[static_cast<std::size_t>(n)], k = examples.length(n);
    const Matrix Z = examples.Z.middleCols(first, k);
    for (Index i = 0; i < std::ssize(Thetas); ++i) {
      O.block(i * d, first, d, k) = Z * attention_weights(Thetas[static_cast<std::size_t>(i)], Z);
    }
  }
  return O;
}

Expected<EliminatedValues> eliminate_values(std::span<const Matrix> Thetas, const JoinedExamples& examples) {
  EliminatedValues result;
  result.O = attended_tokens(Thetas, examples);
  const Matrix gram = gram_of(result.O);
  if (!gram.allFinite()) return too_large();
  const auto eigen = symmetric_eigen(gram);
  if (!eigen) return too_large();
  const Vector& values = eigen->values;
  const double most = values(values.size() - 1);
  const Index rank = most > 0.0 ? (values.array() > kZeroEigenvalue * most).count() : 0;
  const Matrix rotation = eigen->vectors.rightCols(rank) * values.tail(rank).cwiseSqrt().cwiseInverse().asDiagonal();
  const Matrix first = rotation.transpose() * result.O;
  const auto cholesky = Cholesky::factor(gram_of(first), 0.0);
  if (!cholesky) return too_large();
  const Matrix lower = cholesky->lower();
  result.basis = solve_lower(lower, first);
  result.root = lower.triangularView<Eigen::Lower>().solve(rotation.transpose()).transpose();

  Matrix weights = Matrix::Zero(rank, examples.d());  // basis Y^T
  add_product(1.0, Panels(result.basis).all(), Panels(examples.Y).all(), weights);
  result.W = result.root * weights;
  result.residual = examples.Y - weights.transpose() * result.basis;
  if (!std::isfinite(result.residual.squaredNorm()) || !std::isfinite(result.W.squaredNorm())) return too_large();
  return result;
}

SoftmaxLayer layer_of(std::span<const Matrix> Thetas, const Matrix& W) {
  const Index d = W.cols();
  SoftmaxLayer layer;
  for (std::size_t i = 0; i < Thetas.size(); ++i) {
    layer.heads.push_back({Thetas[i], W.middleRows(static_cast<Index>(i) * d, d)});
  }
  return layer;
}

}  // namespace learner
