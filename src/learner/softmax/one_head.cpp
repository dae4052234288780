#include "learner/softmax/one_head.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "learner/cholesky.hpp"
#include "learner/decompositions.hpp"
#include "learner/random.hpp"
#include "learner/softmax/two_token_table.hpp"

namespace learner {
namespace {

constexpr double kExactHead = 1e-6;   // relative error at which a layer without noise counts as right
constexpr double kLeastShare = 1e-9;  // a token's weight below is lost in rounding

// One pass over the examples of four; passes report in turn.
class Pass {
 public:
  Pass(const OneHeadOptions& options, int pass, std::size_t count)
      : progress_(options.progress), begin_(0.25 * pass), count_(static_cast<double>(count)) {}

  void at(std::size_t i) const {
    if (progress_ && i % 256 == 0) progress_(begin_ + 0.25 * static_cast<double>(i) / count_);
  }

 private:
  const Progress& progress_;
  double begin_, count_;
};

// The answers in sequences whose tokens agree in entry j: entries = y A_j.
struct TokenAgreement {
  Matrix gram;   // d x d, sum of y y^T
  Vector cross;  // d, sum of y entry
  Index rows = 0;
};

std::vector<TokenAgreement> agreements(std::span<const Sequence> examples) {
  const Index d = examples.front().d();
  std::vector<TokenAgreement> result(static_cast<std::size_t>(d), {Matrix::Zero(d, d), Vector::Zero(d), 0});
  for (const Sequence& example : examples)
    for (Index j = 0; j < d; ++j) {
      const double entry = example.Z(j, 0);
      if ((example.Z.row(j).array() != entry).any()) continue;
      TokenAgreement& agreement = result[static_cast<std::size_t>(j)];
      agreement.gram += example.Y * example.Y.transpose();
      agreement.cross += entry * example.Y.rowwise().sum();
      agreement.rows += example.n();
    }
  return result;
}

// Squares of the answers below which they are noise or rounding, relative to the largest of a Gram matrix.
double cut(const Matrix& gram, double rows, double noise) {
  return std::max(1e-12, 100.0 * noise * noise * rows / std::max(gram.diagonal().maxCoeff(), 1e-300));
}

Index rank(const Matrix& gram, double rows, double noise) {
  return rank_factor(gram, std::min(0.5, cut(gram, rows, noise))).rank();
}

Expected<Matrix> inverse_value_map(std::span<const Sequence> examples, const OneHeadOptions& options,
                                   OneHeadRecovery& report) {
  const Index d = examples.front().d();
  Matrix all = Matrix::Zero(d, d), A(d, d);
  double rows = 0.0;
  const Pass pass(options, 0, examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    pass.at(i);
    const Sequence& example = examples[i];
    all += example.Y * example.Y.transpose();
    rows += static_cast<double>(example.n());
  }
  const std::vector<TokenAgreement> given = agreements(examples);
  for (Index j = 0; j < d; ++j) {
    const TokenAgreement& one = given[static_cast<std::size_t>(j)];
    if (one.rows < d || rank(one.gram, static_cast<double>(one.rows), options.noise) < d) {
      if (one.rows > 4 * d && rank(all, rows, options.noise) < d)
        return options.noise > 0.0
                   ? fail("W is singular or hidden by noise, so that answers do not tell the weights of tokens.")
                   : fail("W is singular, so that answers do not tell the weights of tokens.");
      return fail(
          "Only %1 answers come from sequences whose tokens all agree in entry %2: give more examples, or shorter "
          "ones.",
          one.rows, j + 1);
    }
    const auto cholesky = Cholesky::factor(one.gram, 0.0);
    if (!cholesky) return fail("W is singular, so that answers do not tell the weights of tokens.");
    Vector row = cholesky->solve(one.cross);
    row += cholesky->solve(one.cross - one.gram * row);
    A.row(j) = row.transpose();
    report.value_equations += one.rows;
  }
  return A;
}

// Theta's normal equations, unknowns column by column.
class Scores {
 public:
  // least: no smaller weight of a token counts, as the logarithm of noise is biased.
  Scores(Index d, double least) : least_(least), gram_(Matrix::Zero(d * d, d * d)), cross_(Vector::Zero(d * d)) {}

  // Whether the sequence tells weights.
  bool add(const Sequence& example, const Matrix& A) {
    const Index d = A.rows();
    const DistinctTokens tokens = distinct_tokens(example);
    const Index count = tokens.Z.cols();
    if (count < 2 || count > d + 1) return false;
    Matrix system(d + 1, count), right(d + 1, example.n());
    system << tokens.Z, Matrix::Ones(1, count);
    right << A * example.Y, Matrix::Ones(1, example.n());
    if (rank_factor(system.transpose() * system, 1e-10).rank() < count) return false;
    const Matrix p = HouseholderQR(system).solve(right);
    if (!p.allFinite()) return false;
    for (Index t = 0; t < example.n(); ++t) add(example.Z.col(t), tokens, p.col(t));
    return true;
  }

  Expected<Matrix> solve() const {
    const Index d = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(cross_.size()))));
    const auto cholesky = equations_ < cross_.size() ? std::unexpected(Index{0}) : Cholesky::factor(gram_, 1e-12);
    if (!cholesky)
      return fail(
          "The weights of %1 pairs of tokens do not determine the %2 entries of Theta: give more examples, or "
          "sequences of fewer tokens.",
          equations_, cross_.size());
    Vector theta = cholesky->solve(cross_);
    theta += cholesky->solve(cross_ - gram_ * theta);
    return Matrix(theta.reshaped(d, d));
  }

  Index equations() const { return equations_; }

 private:
  void add(const Vector& asking, const DistinctTokens& tokens, const Vector& p) {
    Index c = 0;
    p.maxCoeff(&c);
    for (Index b = 0; b < p.size(); ++b) {
      if (b == c || !(p(b) > least_)) continue;
      const double difference = portable_log(p(b) / tokens.count(b)) - portable_log(p(c) / tokens.count(c));
      const Vector feature = p(b) * (asking * (tokens.Z.col(b) - tokens.Z.col(c)).transpose()).reshaped();
      gram_.noalias() += feature * feature.transpose();
      cross_ += p(b) * difference * feature;
      ++equations_;
    }
  }

  double least_;
  Matrix gram_;
  Vector cross_;
  Index equations_ = 0;
};

// W of least squared error for these weights; more exact than the inverse of A.
Matrix value_map(std::span<const Sequence> examples, const Matrix& Theta, const OneHeadOptions& options) {
  const Index d = Theta.rows();
  Matrix gram = Matrix::Zero(d, d), cross = Matrix::Zero(d, d);
  const Pass pass(options, 2, examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    pass.at(i);
    const Sequence& example = examples[i];
    const Matrix means = example.Z * attention_weights(Theta, example.Z);
    gram.noalias() += means * means.transpose();
    cross.noalias() += means * example.Y.transpose();
  }
  return HouseholderQR(gram).solve(cross);
}

Expected<void> check(std::span<const Sequence> examples, const OneHeadOptions& options) {
  if (!(options.noise >= 0.0 && std::isfinite(options.noise))) return fail("Noise is 0 or a positive number.");
  return validate_sign_examples(examples);
}

Expected<OneHeadRecovery> measured(OneHeadRecovery report, std::span<const Sequence> examples,
                                   const OneHeadOptions& options) {
  TestError error{.d_out = report.layer.d()};
  const Pass pass(options, 3, examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    pass.at(i);
    error.add(attend(report.layer, examples[i].Z), examples[i].Y);
  }
  if (options.progress) options.progress(1.0);
  const double size = std::sqrt(error.squared_targets / static_cast<double>(error.rows * error.d_out));
  report.fit_error = std::sqrt(error.mean());
  if (report.fit_error <= 4.0 * options.noise + kExactHead * size) return report;
  return options.noise > 0.0
             ? fail("No single head gives these answers: there are more heads, or more noise than said.")
             : fail("No single head gives these answers: there are more.");
}

}  // namespace

Expected<OneHeadRecovery> recover_one_head(std::span<const Sequence> examples, const OneHeadOptions& options) {
  if (const auto ok = check(examples, options); !ok) return std::unexpected(ok.error());
  OneHeadRecovery report;
  const auto A = inverse_value_map(examples, options, report);
  if (!A) return std::unexpected(A.error());
  Scores scores(A->rows(), std::max(kLeastShare, 10.0 * options.noise * A->norm()));
  const Pass pass(options, 1, examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    pass.at(i);
    if (scores.add(examples[i], *A)) ++report.sequences_used;
  }
  report.score_equations = scores.equations();
  const auto Theta = scores.solve();
  if (!Theta) return std::unexpected(Theta.error());
  report.layer.heads.push_back({*Theta, value_map(examples, *Theta, options)});
  return measured(std::move(report), examples, options);
}

}  // namespace learner
