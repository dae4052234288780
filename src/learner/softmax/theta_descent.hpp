#pragma once

#include <memory>
#include <vector>

#include "learner/softmax/normal_equations.hpp"

namespace learner {

// Levenberg-Marquardt on the Thetas, from one start, the W_i eliminated (see eliminated_values.hpp), one step at a
// time. A step solves (N + mu I) change = gradient and is kept if the residual falls; mu falls with the success of
// steps and grows, faster and faster, with their failures. Never rises. A copy goes on as the original would.
// Source: Nielsen, "Damping parameter in Marquardt's method", IMM-REP-1999-05.
class ThetaDescent {
 public:
  // Precondition: at least one Theta, all d x d and finite. Errors: those of eliminate_values.
  static Expected<ThetaDescent> begin(std::shared_ptr<const JoinedExamples> examples, std::vector<Matrix> Thetas);

  // One attempt. Precondition: !finished(). Cost: normal_equations after a kept step, m^3 d^6 / 6, eliminate_values.
  void step(const Progress& progress = {});

  // Nothing more to gain: the residual is rounding, no step lowers it, or steps lower it by less than a millionth of
  // it that the equations promise at most (a minimum with a residual left).
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

}  // namespace learner
