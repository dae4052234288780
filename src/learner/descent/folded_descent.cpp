#include "learner/descent/folded_descent.hpp"

#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "learner/random.hpp"

namespace learner {
namespace {

// Not a stream of Task's, see training.cpp.
constexpr std::uint64_t kStartStream = 1001;

Matrix start(const Moments& moments, const FoldedDescentOptions& options, Index psi) {
  const double deviation = options.deviation < 0.0 ? 1.0 / std::sqrt(static_cast<double>(psi)) : options.deviation;
  return Random(options.seed).split(kStartStream).gaussian(moments.shape().d_out, psi, deviation);
}

}  // namespace

Expected<FoldedDescent> FoldedDescent::begin(const Moments& moments, const FoldedDescentOptions& options) {
  if (const auto valid = moments.check(); !valid) return std::unexpected(valid.error());
  if (options.steps < 1) return fail("Descent needs time: set the number of steps to 1 or more.");
  if (!std::isfinite(options.deviation)) return fail("The start's deviation must be a number, for example 0.1.");
  if (const auto valid = validate(options.schedule); !valid) return std::unexpected(valid.error());
  if (const auto valid = validate(options.optimiser); !valid) return std::unexpected(valid.error());
  return FoldedDescent(moments, options);
}

FoldedDescent::FoldedDescent(const Moments& moments, const FoldedDescentOptions& options)
    : options_(options),
      gram_(moments.gram()),
      cross_(moments.cross().transpose()),
      p_(start(moments, options, gram_.rows())),
      before_(p_),
      optimiser_(options.optimiser, p_.size()) {
  const double share = 1.0 / static_cast<double>(moments.rows());
  gram_ *= share;
  cross_ *= share;
  squares_ = share * moments.squared_targets();
}

double FoldedDescent::loss() const {
  const Matrix answers = p_ * gram_;
  return p_.cwiseProduct(answers - 2.0 * cross_).sum() + squares_;
}

Expected<double> FoldedDescent::step() {
  if (stopped_) return std::unexpected(*stopped_);
  assert(!finished());
  const auto stop = [&] {
    p_ = before_;
    stopped_ = fail(
                   "After %1 steps the loss is no longer a finite number: choose a smaller learning rate, or clip the "
                   "gradient to a shorter length.",
                   step_)
                   .error();
    return std::unexpected(*stopped_);
  };
  const Matrix answers = p_ * gram_;
  const double loss = p_.cwiseProduct(answers - 2.0 * cross_).sum() + squares_;
  const Matrix gradient = 2.0 * (answers - cross_);
  if (!std::isfinite(loss) || !std::isfinite(gradient.squaredNorm())) return stop();
  before_ = p_;
  p_.reshaped() += optimiser_.change(gradient.reshaped(), rate());
  if (!p_.allFinite()) return stop();
  ++step_;
  return loss;
}

}  // namespace learner
