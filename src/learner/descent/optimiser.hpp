#pragma once

#include <string_view>

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// Letters: theta parameters, g gradient of the loss by theta, rate the learning rate.

enum class Method { descent, momentum, adam };

std::string_view name_of(Method method);

struct OptimiserOptions {
  Method method = Method::adam;
  double first = 0.9;     // of momentum, and of Adam's mean of g; in [0, 1)
  double second = 0.999;  // of Adam's mean of g^2; in [0, 1)
  double epsilon = 1e-8;  // of Adam; > 0
  double clip = 5.0;      // g is shortened to this Euclidean norm when longer; > 0, infinity never clips
};

// How the learning rate runs over a training of `steps` steps: linearly from `start` to `rate` during the
// first warm_up share of them, then along half a cosine to last_share * rate at the last step.
// Source: paper A, section 6.
struct Schedule {
  double rate = 0.01;        // > 0
  double start = 1e-5;       // > 0
  double warm_up = 0.1;      // in [0, 1]
  double last_share = 0.01;  // in [0, 1]
};

// Errors: an option out of range.
Expected<void> validate(const OptimiserOptions& options);
Expected<void> validate(const Schedule& schedule);

// The rate of step `step`, 0 <= step < steps.
double rate_at(const Schedule& schedule, Index step, Index steps);

// (1 + cos(pi s)) / 2 for s in [0, 1], within 2^-52, by + - * only (`Random` says why not std::cos).
double half_cosine(double s);

// The state of an optimiser: theta += change(g, rate).
//   descent   -rate g
//   momentum  m = first m + g;  -rate m
//   adam      m = first m + (1 - first) g,  v = second v + (1 - second) g^2,
//             -rate (m / (1 - first^k)) / (sqrt(v / (1 - second^k)) + epsilon) at step k = 1, 2, ..
// each after clipping. Source of adam: Kingma & Ba, 2015.
class Optimiser {
 public:
  // Precondition: validate(options).
  Optimiser(const OptimiserOptions& options, Index parameters);

  // Valid until the next call. Precondition: g finite, of the size given. O(parameters).
  const Vector& change(const Vector& g, double rate);

  // All that later changes depend on: m, v, first^k, second^k; saved_size(parameters) numbers. Restore
  // takes them back. Precondition of restore: that size.
  static constexpr Index saved_size(Index parameters) { return 2 * parameters + 2; }
  Vector save() const;
  void restore(const Eigen::Ref<const Vector>& saved);

 private:
  OptimiserOptions options_;
  Vector m_, v_, change_;
  double first_power_ = 1.0, second_power_ = 1.0;  // first^k, second^k
};

}  // namespace learner
