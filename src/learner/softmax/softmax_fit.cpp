#include "learner/softmax/softmax_fit.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/random.hpp"
#include "learner/softmax/sign_task.hpp"

namespace learner {
namespace {

constexpr double kFirstDamping = 1e-3;   // of the largest diagonal entry of the first normal equations
constexpr double kRounding = 1e-30;      // squared residual over squared answers that is rounding alone
constexpr double kNearRounding = 1e-24;  // below this a step that gains little has met rounding
constexpr double kStationary = 1e-8;     // a promised gain below this part of the squared residual is none
constexpr double kMostGrowth = 0x1p30;   // of the damping, after 30 failures in a row

// A start is left for the next when so many steps took less than a tenth off its squared residual: it crosses a plateau
// that may or may not end. Without this the same searches took 1.6 times as many steps (160 random tasks).
constexpr std::ptrdiff_t kPatience = 10;
constexpr double kFall = 0.9;

// Random Thetas have entries of these standard deviations over sqrt(d), in turn. Small ones do better than ones as
// large as the truth (of 60 truths, d = 3, k = 8, m = 1: 57, 50, 43, 35, 33 single starts were exact for 0.02, 0.1,
// 0.3, 1, 1.5), but descend too much alike: within 8 starts 298 of 300 tasks were exact with 0.1 or with 0.3 alone, 300
// with 1 alone, and 300 in the fewest steps with all three.
constexpr double kDeviations[]{0.1, 0.3, 1.0};

// Equations for each unknown that `identifiable` asks for: with one for one, layers that are not the truth can be
// exact.
constexpr double kSurplus = 1.25;

constexpr std::uint64_t kCurvesStream = 2001;  // far from the streams of SignTask, as its seed may be the same

double entries_of(const JoinedExamples& examples) { return static_cast<double>(examples.Y.size()); }

double unknowns_of(Index heads, Index d) { return 2.0 * static_cast<double>(heads * d * d); }

Expected<void> validate_options(Index heads, const SoftmaxFitOptions& options) {
  if (heads < 1 || heads > kMaxSoftmaxHeads) {
    return fail("The number of heads m is %1: set it from 1 to %2.", heads, kMaxSoftmaxHeads);
  }
  if (options.starts < 1 || options.steps < 1) return fail("A search needs at least one start and one step.");
  return validate_noise(options.noise);
}

Expected<JoinedExamples> enough_examples(std::span<const Sequence> sequences, Index heads) {
  auto examples = join_examples(sequences);
  if (!examples) return examples;
  if (distinct_questions(*examples) == 0) {
    return fail(
        "No example has two different tokens, so attention has nothing to choose from and Theta leaves no trace: give "
        "some with two different ones.");
  }
  const double unknowns = unknowns_of(heads, examples->d());
  if (entries_of(*examples) < unknowns) {
    const double count = static_cast<double>(examples->count());
    const auto whole = [](double value) { return std::to_string(static_cast<long>(value)); };
    return of_kind(ErrorKind::few_examples, fail("%1 examples give %2 equations for the %3 entries of Theta and W: at "
                                                 "least %4 like them are needed, or longer ones.",
                                                 whole(count), whole(entries_of(*examples)), whole(unknowns),
                                                 whole(std::ceil(unknowns * count / entries_of(*examples)))));
  }
  return examples;
}

bool is_determined(const SoftmaxLayer& layer, const SoftmaxErrorBound& bound) {
  if (!(bound.condition >= kIdentifiable)) return false;
  for (Index i = 0; i < layer.m(); ++i) {
    const SoftmaxHead& head = layer.heads[static_cast<std::size_t>(i)];
    if (!(bound.theta(i) < std::max(1.0, 0.25 * head.Theta.norm())) || !(bound.w(i) < 0.25 * head.W.norm()))
      return false;
  }
  return true;
}

}  // namespace

Expected<ThetaDescent> ThetaDescent::begin(std::shared_ptr<const JoinedExamples> examples, std::vector<Matrix> Thetas) {
  assert(examples != nullptr && !Thetas.empty());
  auto values = eliminate_values(Thetas, *examples);
  if (!values) return std::unexpected(values.error());
  return ThetaDescent(std::move(examples), std::move(Thetas), std::move(*values));
}

ThetaDescent::ThetaDescent(std::shared_ptr<const JoinedExamples> examples, std::vector<Matrix> Thetas,
                           EliminatedValues values)
    : examples_(std::move(examples)),
      Thetas_(std::move(Thetas)),
      values_(std::move(values)),
      squared_answers_(examples_->Y.squaredNorm()),
      squared_residual_(values_.residual.squaredNorm()),
      finished_(squared_residual_ <= kRounding * squared_answers_) {}

void ThetaDescent::step(const Progress& progress) {
  assert(!finished_);
  if (equations_.gradient.size() == 0) equations_ = normal_equations(Thetas_, values_, *examples_, progress);
  if (damping_ == 0.0) damping_ = kFirstDamping * equations_.normal.diagonal().maxCoeff();
  Matrix damped = equations_.normal;
  damped.diagonal().array() += damping_;
  const auto cholesky = Cholesky::factor(std::move(damped), 0.0, progress);
  if (!cholesky) return refuse();
  const Vector change = cholesky->solve(equations_.gradient);
  const double gain = change.dot(equations_.gradient + damping_ * change);
  if (!(gain > kStationary * squared_residual_)) {
    finished_ = true;
    return;
  }
  std::vector<Matrix> Thetas = moved(change);
  auto values = eliminate_values(Thetas, *examples_);
  if (!values || !(values->residual.squaredNorm() < squared_residual_)) return refuse();
  keep(std::move(Thetas), std::move(*values), gain);
}

std::vector<Matrix> ThetaDescent::moved(const Vector& change) const {
  std::vector<Matrix> Thetas = Thetas_;
  const Index size = Thetas.front().size();
  for (std::size_t i = 0; i < Thetas.size(); ++i)
    Thetas[i].reshaped() += change.segment(static_cast<Index>(i) * size, size);
  return Thetas;
}

void ThetaDescent::keep(std::vector<Matrix> Thetas, EliminatedValues values, double gain) {
  const double before = std::exchange(squared_residual_, values.residual.squaredNorm());
  Thetas_ = std::move(Thetas);
  values_ = std::move(values);
  equations_ = {};
  const double agreement = 2.0 * (before - squared_residual_) / gain - 1.0;
  damping_ *= std::max(1.0 / 3.0, 1.0 - agreement * agreement * agreement);
  growth_ = 2.0;
  finished_ = squared_residual_ <= kRounding * squared_answers_ ||
              (squared_residual_ <= kNearRounding * squared_answers_ && squared_residual_ > 0.25 * before);
}

void ThetaDescent::refuse() {
  damping_ *= growth_;
  growth_ *= 2.0;
  finished_ = growth_ >= kMostGrowth || squared_residual_ <= kNearRounding * squared_answers_;
}

SoftmaxSearch::SoftmaxSearch(std::shared_ptr<const JoinedExamples> examples, Index heads,
                             const SoftmaxFitOptions& options)
    : examples_(std::move(examples)), heads_(heads), options_(options) {
  options_.progress = {};
}

Expected<SoftmaxSearch> SoftmaxSearch::begin(std::span<const Sequence> examples, Index heads,
                                             const SoftmaxFitOptions& options) {
  if (const auto valid = validate_options(heads, options); !valid) return std::unexpected(valid.error());
  auto joined = enough_examples(examples, heads);
  if (!joined) return std::unexpected(joined.error());
  SoftmaxSearch search(std::make_shared<const JoinedExamples>(std::move(*joined)), heads, options);
  if (const auto begun = search.begin_random_start(); !begun) return std::unexpected(begun.error());
  return search;
}

Expected<SoftmaxSearch> SoftmaxSearch::begin_at(const SoftmaxLayer& layer, std::span<const Sequence> examples,
                                                const SoftmaxFitOptions& options) {
  const Index heads = std::ssize(layer.heads);
  if (const auto valid = validate_options(heads, options); !valid) return std::unexpected(valid.error());
  auto joined = enough_examples(examples, heads);
  if (!joined) return std::unexpected(joined.error());
  std::vector<Matrix> Thetas;
  for (const SoftmaxHead& head : layer.heads) {
    if (head.Theta.rows() != joined->d() || head.Theta.cols() != joined->d() || !head.Theta.allFinite()) {
      return fail("The layer to start from does not fit the examples: its Theta must be %1 x %2 and finite.",
                  joined->d(), joined->d());
    }
    Thetas.push_back(head.Theta);
  }
  SoftmaxSearch search(std::make_shared<const JoinedExamples>(std::move(*joined)), heads, options);
  search.options_.starts = 1;
  if (const auto begun = search.begin_start(std::move(Thetas)); !begun) return std::unexpected(begun.error());
  return search;
}

Expected<void> SoftmaxSearch::begin_random_start() {
  const Index d = examples_->d();
  const double deviation = kDeviations[curves_.size() % std::size(kDeviations)] / std::sqrt(static_cast<double>(d));
  Random random = Random(options_.seed).split(kCurvesStream).split(curves_.size());
  std::vector<Matrix> Thetas;
  for (Index i = 0; i < heads_; ++i) Thetas.push_back(random.gaussian(d, d, deviation));
  return begin_start(std::move(Thetas));
}

Expected<void> SoftmaxSearch::begin_start(std::vector<Matrix> Thetas) {
  auto descent = ThetaDescent::begin(examples_, std::move(Thetas));
  if (!descent) return std::unexpected(descent.error());
  now_ = std::move(*descent);
  curves_.push_back({now_->squared_residual() / entries_of(*examples_)});
  if (now_->finished()) end_start();
  return {};
}

// The present start has ended: is it the best, is it the last?
void SoftmaxSearch::end_start() {
  if (!best_ || now_->squared_residual() < best_->squared_residual()) {
    best_ = std::move(now_);
    best_start_ = std::ssize(curves_) - 1;
  }
  now_.reset();
  finished_ = std::ssize(curves_) == options_.starts || solved(best_->squared_residual());
}

bool SoftmaxSearch::solved(double squared_residual) const {
  if (squared_residual <= kExactResidual * kExactResidual * examples_->Y.squaredNorm()) return true;
  // A sum of so many squares of noise has this mean and, next to it, four standard deviations.
  const double freedom = entries_of(*examples_) - unknowns_of(heads_, examples_->d());
  return squared_residual <= options_.noise * options_.noise * (freedom + 4.0 * std::sqrt(2.0 * freedom));
}

Expected<void> SoftmaxSearch::step(const Progress& progress) {
  assert(!finished_);
  if (!now_) return begin_random_start();
  now_->step(progress);
  curves_.back().push_back(now_->squared_residual() / entries_of(*examples_));
  if (now_->finished() || std::ssize(curves_.back()) > options_.steps || stalled()) end_start();
  return {};
}

// The last start has nowhere to hand over to, and one that needs no other may take its time.
bool SoftmaxSearch::stalled() const {
  const std::vector<double>& curve = curves_.back();
  if (std::ssize(curves_) == options_.starts || std::ssize(curve) <= kPatience) return false;
  return curve.back() > kFall * curve.end()[-1 - kPatience] && !solved(now_->squared_residual());
}

const ThetaDescent& SoftmaxSearch::leader() const {
  if (!now_ || (best_ && best_->squared_residual() <= now_->squared_residual())) return *best_;
  return *now_;
}

SoftmaxFit SoftmaxSearch::state(const Progress& progress) const {
  const ThetaDescent& descent = leader();
  const double squares = descent.squared_residual(), answers = examples_->Y.squaredNorm();
  SoftmaxFit fit;
  fit.layer = descent.layer();
  fit.mean_squared_residual = squares / entries_of(*examples_);
  fit.relative_residual = answers > 0.0 ? std::sqrt(squares / answers) : 0.0;
  fit.exact = fit.relative_residual <= kExactResidual;
  fit.noise = std::sqrt(squares / std::max(1.0, entries_of(*examples_) - unknowns_of(heads_, examples_->d())));
  auto bound = softmax_error_bound(descent.Thetas(), descent.values(), *examples_, fit.noise, progress);
  if (bound) fit.expected = std::move(*bound);
  const double equations = static_cast<double>(distinct_questions(*examples_) * examples_->d());
  fit.identifiable = equations >= kSurplus * unknowns_of(heads_, examples_->d()) && fit.expected &&
                     is_determined(fit.layer, *fit.expected);
  fit.best = now_ && &descent == &*now_ ? std::ssize(curves_) - 1 : best_start_;
  fit.starts = std::ssize(curves_);
  for (const auto& curve : curves_) fit.steps += std::ssize(curve) - 1;
  fit.curves = curves_;
  return fit;
}

namespace {

Expected<SoftmaxFit> finish(Expected<SoftmaxSearch> search, const SoftmaxFitOptions& options) {
  if (!search) return std::unexpected(search.error());
  const double all = static_cast<double>(options.starts) * static_cast<double>(options.steps + 1);
  while (!search->finished()) {
    const auto& curves = search->curves();
    const double done = (static_cast<double>(curves.size() - 1) * static_cast<double>(options.steps + 1) +
                         static_cast<double>(curves.back().size())) /
                        all;
    const Progress same = options.progress ? Progress([&](double) { options.progress(done); }) : Progress();
    if (same) same(0.0);
    if (const auto stepped = search->step(same); !stepped) return std::unexpected(stepped.error());
  }
  if (options.progress) options.progress(1.0);
  return search->state();
}

}  // namespace

Expected<SoftmaxFit> fit_softmax(std::span<const Sequence> examples, Index heads, const SoftmaxFitOptions& options) {
  return finish(SoftmaxSearch::begin(examples, heads, options), options);
}

Expected<SoftmaxFit> polish_softmax(const SoftmaxLayer& layer, std::span<const Sequence> examples,
                                    const SoftmaxFitOptions& options) {
  return finish(SoftmaxSearch::begin_at(layer, examples, options), options);
}

}  // namespace learner
