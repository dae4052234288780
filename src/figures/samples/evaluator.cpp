#include "figures/samples/evaluator.hpp"

#include <cmath>
#include <limits>

#include "learner/certificate.hpp"
#include "learner/cholesky.hpp"
#include "learner/descent/attention.hpp"
#include "learner/descent/optimiser.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/solve.hpp"

namespace figures::samples {
namespace {

using learner::kLanes;
using learner::Lanes;

// V_1, Q_1, V_2, Q_2, .. row by row, as softmax attention reads them.
std::vector<double> parameters_of(const Model& model) {
  std::vector<double> theta;
  for (const learner::Head& head : model.heads) {
    for (const Matrix& rows : {Matrix(head.V.transpose()), Matrix(head.Q.transpose())})
      theta.insert(theta.end(), rows.data(), rows.data() + rows.size());
  }
  return theta;
}

// The tokens of at most kLanes sequences of one length, side by side.
std::vector<Lanes> pack_of(std::span<const Sequence> sequences) {
  std::vector<Lanes> pack(static_cast<std::size_t>(sequences.front().Z.size()), Lanes{});
  for (std::size_t lane = 0; lane < sequences.size(); ++lane) {
    const double* entry = sequences[lane].Z.data();
    for (Lanes& lanes : pack) lanes.set(static_cast<Index>(lane), *entry++);
  }
  return pack;
}

// Softmax answers in place of linear ones, under the same noise. The layer sees tokens of unit variance and divides
// scores by sqrt d, as is usual: with tokens of variance 1/n the softmax would be all but flat.
void relabel(std::span<Sequence> sequences, const Model& truth, const learner::Shape& shape) {
  const auto [d, d_out, targets] = shape;
  const std::vector<double> theta = parameters_of(truth);
  for (std::size_t first = 0; first < sequences.size(); first += kLanes) {
    const auto some = sequences.subspan(first, std::min<std::size_t>(kLanes, sequences.size() - first));
    const auto n = static_cast<double>(some.front().n());
    learner::SoftmaxAttention layer({.d = d,
                                     .d_out = d_out,
                                     .heads = std::ssize(truth.heads),
                                     .targets = targets,
                                     .score_scale = n / std::sqrt(static_cast<double>(d)),
                                     .head_scale = std::sqrt(n)});
    const auto answers = layer.forward(theta, pack_of(some));
    for (std::size_t lane = 0; lane < some.size(); ++lane) {
      Sequence& sequence = some[lane];
      sequence.Y -= learner::attend(truth, sequence.Z, targets);
      for (std::size_t k = 0; k < answers.size(); ++k) sequence.Y.data()[k] += answers[k][static_cast<Index>(lane)];
    }
  }
}

Matrix mean_gram(const Moments& moments) { return moments.gram() / static_cast<double>(moments.rows()); }

// F with F F^T = Lambda, psi x rank, as it is multiplied by: F^T packed.
learner::Panels factor_of(const Matrix& Lambda) {
  const double cut = static_cast<double>(Lambda.rows()) * std::numeric_limits<double>::epsilon();
  const learner::RankFactor factor = learner::rank_factor(Lambda, cut);
  Matrix F(Lambda.rows(), factor.rank());
  for (Index i = 0; i < F.rows(); ++i) F.row(factor.order[static_cast<std::size_t>(i)]) = factor.L.row(i);
  return learner::Panels::transposed(F);
}

// What a change of coefficients changes answers by: the mean of |change H|² / d_out. By the factor, not by Lambda:
// where no question can see a change, rounding would show it as 1e-16 of its square.
double mean_square(const Matrix& change, const learner::Panels& factor) {
  Matrix seen = Matrix::Zero(change.rows(), learner::Panels::kWidth * factor.count());
  learner::add_product(1, learner::Panels(change).all(), factor.all(), seen);
  return seen.squaredNorm() / static_cast<double>(change.rows());
}

}  // namespace

Expected<Source> open_source(const Values& values) {
  auto task = learner::random_attention(
      {.d = values.integer("d"),
       .d_out = values.integer("d"),
       .n = values.integer("n"),
       .heads = values.integer("H"),
       .targets = values.choice("targets") == "all" ? learner::Targets::all : learner::Targets::last,
       .noise = values.number("noise"),
       .seed = static_cast<std::uint64_t>(values.integer("seed"))});
  if (!task) return std::unexpected(task.error());
  return Source{std::move(*task), values.choice("labels") == "softmax"};
}

std::vector<Sequence> Source::block(Split split, Index first, Index count) const {
  auto sequences = task.block(split, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count));
  if (softmax) relabel(sequences, truth(), shape());
  return sequences;
}

std::vector<Sequence> Source::walk() const {
  const auto ends = task.block(Split::test, 0, 2);
  std::vector<Sequence> questions;
  for (int k = 0; k < kWalk; ++k) {
    const double turn = k / (kWalk - 1.0);  // of pi
    const double cosine = 2 * learner::half_cosine(turn) - 1;
    const double sine = 2 * learner::half_cosine(std::abs(turn - 0.5)) - 1;
    const Matrix Z = cosine * ends[0].Z + sine * ends[1].Z;
    questions.push_back({Z, learner::attend(truth(), Z, shape().targets)});
  }
  if (softmax) relabel(questions, truth(), shape());
  for (Sequence& question : questions) question.Y = question.Y.rightCols(1).eval();
  return questions;
}

Expected<Matrix> fit(const Moments& moments, double lambda, bool singular) {
  // Drawn tokens, as in solve_sums; but where single tokens make features copies of one another, that is known before.
  if (lambda > 0 || !singular) {
    auto solution = learner::try_ridge(moments, {.lambda = lambda});
    if (solution) return std::move(solution->p);
  }
  auto smallest = learner::solve_minimum_norm(moments);
  if (!smallest) return std::unexpected(smallest.error());
  return std::move(smallest->p);
}

Expected<Evaluator> Evaluator::make(const Source& source, const Setting& setting, const Step& step, Result& result) {
  Evaluator made(source, setting);
  Expected<void> done;
  if (setting.softmax) done = made.fit_reference(source, step, result);
  if (done) done = made.ask(source, step, result);
  if (!done) return std::unexpected(done.error());
  return made;
}

// The best linear attention for labels that none can give: a fit to very many sequences of the test split, those that
// come after the fresh ones. Two halves of them, fitted apart, differ by twice as much as their union is off.
Expected<void> Evaluator::fit_reference(const Source& source, const Step& step, Result& result) {
  const Index half = setting_.reference / 2;
  std::array halves = {Moments(source.shape()), Moments(source.shape())};
  std::array<Matrix, 2> fits;
  for (std::size_t k = 0; k < 2; ++k) {
    for (Index first = 0; first < half; first += kBlock) {
      const Index size = std::min(kBlock, half - first);
      const auto block = source.block(Split::test, kFresh + static_cast<Index>(k) * half + first, size);
      if (auto added = halves[k].add(block); !added) return added;
      step(size);
    }
    auto p = fit(halves[k], 0, setting_.singular);
    if (!p) return std::unexpected(p.error());
    fits[k] = std::move(*p);
  }
  halves[0].merge(halves[1]);
  auto p = fit(halves[0], 0, setting_.singular);
  auto penalised = setting_.lambda > 0 ? fit(halves[0], setting_.lambda, false) : p;
  if (!p) return std::unexpected(p.error());
  if (!penalised) return std::unexpected(penalised.error());
  const learner::Panels F = factor_of(mean_gram(halves[0]));
  doubt_ = mean_square(fits[0] - fits[1], F) / 4;
  result.kept = mean_square(*penalised - *p, F);
  best_ = std::move(*p);
  return {};
}

// Answers the fresh questions by the best fit and keeps what it leaves.
Expected<void> Evaluator::ask(const Source& source, const Step& step, Result& result) {
  const auto targets = source.shape().targets;
  double squares = 0;
  for (Index first = 0; first < kFresh; first += kBlock) {
    auto block = source.block(Split::test, first, std::min<Index>(kBlock, kFresh - first));
    for (Sequence& sequence : block) {
      squares += sequence.Y.squaredNorm();
      sequence.Y -= setting_.softmax ? learner::evaluate_folded(best_, sequence.Z, targets)
                                     : learner::attend(source.truth(), sequence.Z, targets);
    }
    if (auto added = residuals_.add(block); !added) return added;
    step(std::ssize(block));
  }
  Lambda_ = mean_gram(residuals_);
  factor_ = factor_of(Lambda_);
  cross_ = residuals_.cross().transpose();
  floor_ = mean(residuals_.squared_targets());
  result.signal = mean(squares);
  result.floor = setting_.softmax ? std::max(0.0, floor_ - doubt_) : setting_.noise * setting_.noise;
  result.measured_floor = floor_;
  result.floor_doubt = doubt_;
  if (!setting_.softmax && setting_.lambda > 0) result.kept = expected(Lambda_, 1, 0);
  return {};
}

Expected<void> Evaluator::certify(Result& result) const {
  const auto certificate = learner::certify(residuals_);
  if (!certificate) return std::unexpected(certificate.error());
  result.rank = static_cast<std::int32_t>(certificate->rank);
  result.smallest = certificate->lambda_min;
  return {};
}

double Evaluator::mean(double sum) const {
  return sum / static_cast<double>(residuals_.rows() * residuals_.shape().d_out);
}

double Evaluator::excess(const Matrix& p) const { return std::max(0.0, mean_square(p - best_, factor_) - doubt_); }

double Evaluator::error(const Matrix& p) const {
  const Matrix change = p - best_;
  return floor_ - 2 * mean(change.cwiseProduct(cross_).sum()) + mean_square(change, factor_);
}

double Evaluator::expected(const Matrix& gram, Index rows, double variance) const {
  if (setting_.lambda == 0 && setting_.singular) {
    const auto inverse = learner::solve_least_norm(gram, Lambda_);
    return inverse ? variance * inverse->X.trace() : 0;
  }
  const double penalty = static_cast<double>(rows) * setting_.lambda;
  const Vector weights = penalty * learner::unfold_weights(residuals_.shape().d);
  Matrix A = gram;
  A.diagonal() += weights;
  const auto cholesky = learner::Cholesky::factor(std::move(A), 1e-14);
  if (!cholesky) return 0;
  const Matrix fresh = cholesky->solve(Lambda_);
  if (penalty == 0) return variance * fresh.trace();
  const Matrix pull = cholesky->solve(weights.asDiagonal() * best_.transpose());
  const Matrix spread = cholesky->solve(gram);
  return variance * spread.cwiseProduct(fresh.transpose()).sum() + mean_square(pull.transpose(), factor_);
}

}  // namespace figures::samples
