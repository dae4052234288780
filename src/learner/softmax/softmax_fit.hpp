#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "learner/softmax/normal_equations.hpp"

namespace learner {

// Levenberg-Marquardt on the Thetas, from one start, the W_i eliminated (see eliminated_values.hpp), one step at a
// time. A step solves (N + mu I) change = gradient and is kept if the residual falls, so it never rises; mu falls with
// the success of steps and grows, faster and faster, with their failures. A copy goes on as the original would.
// Source: Nielsen, "Damping parameter in Marquardt's method", IMM-REP-1999-05.
class ThetaDescent {
 public:
  // Precondition: at least one Theta, all d x d and finite. Errors: those of eliminate_values.
  static Expected<ThetaDescent> begin(std::shared_ptr<const JoinedExamples> examples, std::vector<Matrix> Thetas);

  // One attempt. Precondition: !finished(). Cost: normal_equations after a kept step, m^3 d^6 / 6, eliminate_values.
  void step(const Progress& progress = {});

  // Nothing more to gain: the residual is rounding, no step lowers it, or the equations promise a step that lowers its
  // square by less than 1e-8 of it (a minimum with a residual left).
  bool finished() const { return finished_; }

  double squared_residual() const { return squared_residual_; }
  const std::vector<Matrix>& Thetas() const { return Thetas_; }
  const EliminatedValues& values() const { return values_; }
  SoftmaxLayer layer() const { return layer_of(Thetas_, values_.W); }

 private:
  ThetaDescent(std::shared_ptr<const JoinedExamples> examples, std::vector<Matrix> Thetas, EliminatedValues values);

  std::vector<Matrix> moved(const Vector& change) const;
  void keep(std::vector<Matrix> Thetas, EliminatedValues values, double gain);
  void refuse();

  std::shared_ptr<const JoinedExamples> examples_;
  std::vector<Matrix> Thetas_;
  EliminatedValues values_;
  NormalEquations equations_;  // at Thetas_; empty until a step needs them
  double squared_answers_ = 0.0, squared_residual_ = 0.0;
  double damping_ = 0.0, growth_ = 2.0;
  bool finished_ = false;
};

struct SoftmaxFitOptions {
  Index starts = 8;    // random starts at most; a start is the last when it is exact
  Index steps = 100;   // at most this many from each
  double noise = 0.0;  // standard deviation of the noise in the answers, if known: a start whose residual is no more
                       // than such noise explains is the last too
  std::uint64_t seed = 1;
  Progress progress = {};
};

struct SoftmaxFit {
  SoftmaxLayer layer;                  // of the best start; its heads are in no particular order
  double mean_squared_residual = 0.0;  // over all coordinates of all answers
  double relative_residual = 0.0;      // ||Y - answers||_F / ||Y||_F; 0 where Y is 0
  bool exact = false;                  // relative_residual <= kExactResidual: the layer answers the examples exactly
  // The examples determine every head: the error to expect of its W is below a quarter of W's norm, and that of Theta
  // below a quarter of Theta's or below 1, which for sign tokens is a root mean square of 1 in the scores. Not so with
  // a head too many: it repeats another, shares its W with it, or answers nothing but noise. That looks at layers near
  // this one only; so there must also be a quarter more equations (d for each of distinct_questions) than unknowns.
  // Four times as many, N about 8 m d / k, spare most restarts.
  bool identifiable = false;
  double noise = 0.0;  // the standard deviation that the residual suggests: sqrt(squares / (equations - unknowns))
  std::optional<SoftmaxErrorBound> expected;  // the error to expect from that much noise; none where singular
  Index best = 0;                             // the start that won, counted from 0
  Index starts = 0;                           // used
  Index steps = 0;                            // of all starts together
  std::vector<std::vector<double>> curves;    // of each start: the mean squared residual at first, then after each step
};

inline constexpr double kExactResidual = 1e-12;
inline constexpr double kIdentifiable = 1e-15;  // the least SoftmaxErrorBound::condition that is not rounding

// Recovers a softmax layer from examples, start by start and step by step, so that a figure can draw and pause between
// steps. `seed` determines the result; a copy goes on exactly as the original would.
class SoftmaxSearch {
 public:
  // Errors: those of join_examples; heads out of 1 .. kMaxSoftmaxHeads; an option out of range; examples with fewer
  // numbers in their answers than the layer has entries; no example with two different tokens, so that attention has
  // nothing to choose from.
  static Expected<SoftmaxSearch> begin(std::span<const Sequence> examples, Index heads,
                                       const SoftmaxFitOptions& options = {});

  // The same from a layer, the only start. Further errors: the layer does not have the shape of the tokens, or is not
  // finite.
  static Expected<SoftmaxSearch> begin_at(const SoftmaxLayer& layer, std::span<const Sequence> examples,
                                          const SoftmaxFitOptions& options = {});

  // One step of the present start, or, where that has ended, the first of the next. Precondition: !finished().
  // Errors: numbers too large to be squared. Cost: see ThetaDescent::step.
  Expected<void> step(const Progress& progress = {});

  bool finished() const { return finished_; }

  // What is known now, at any time. Costs as much as softmax_error_bound; `curves` and `layer` below are cheap.
  SoftmaxFit state(const Progress& progress = {}) const;

  const std::vector<std::vector<double>>& curves() const { return curves_; }  // as in SoftmaxFit
  SoftmaxLayer layer() const { return leader().layer(); }                     // the best so far

 private:
  SoftmaxSearch(std::shared_ptr<const JoinedExamples> examples, Index heads, const SoftmaxFitOptions& options);
  Expected<void> begin_random_start();
  Expected<void> begin_start(std::vector<Matrix> Thetas);
  void end_start();
  bool solved(double squared_residual) const;
  bool stalled() const;
  const ThetaDescent& leader() const;

  std::shared_ptr<const JoinedExamples> examples_;
  Index heads_;
  SoftmaxFitOptions options_;
  std::optional<ThetaDescent> now_, best_;
  Index best_start_ = 0;
  std::vector<std::vector<double>> curves_;
  bool finished_ = false;
};

// Runs a SoftmaxSearch to its end. Progress is called at least once a step.
Expected<SoftmaxFit> fit_softmax(std::span<const Sequence> examples, Index heads,
                                 const SoftmaxFitOptions& options = {});

// The same from a layer that is nearly right, e.g. one found algebraically from noisy answers.
Expected<SoftmaxFit> polish_softmax(const SoftmaxLayer& layer, std::span<const Sequence> examples,
                                    const SoftmaxFitOptions& options = {});

}  // namespace learner
