// The data of figure "head_count".
#pragma once

#include "figures/head_count/head_count.hpp"
#include "learner/features.hpp"

namespace figures::head_count {

// A random attention layer, its sequences with noise, and fresh questions without.
class Problem {
 public:
  // All is drawn here, once for every noise. Errors: those of learner::random_attention.
  static Expected<Problem> create(const Setting& setting, const learner::Progress& progress = {});

  const Matrix& truth() const { return p_; }
  const Model& heads() const { return truth_; }
  learner::Shape shape() const { return {setting_.d, setting_.d_out, learner::Targets::last}; }

  // The sequences to learn from, `noise` in parts of the root mean square of the fresh answers, so that its square is
  // the noise floor of the errors.
  std::vector<Sequence> data(double noise) const;
  // Sequences with noise that only count heads.
  std::vector<Sequence> held_out(double noise) const { return task(noise).block(Split::test, kFresh, kHeldOut); }

  const std::vector<Sequence>& fresh() const { return fresh_; }
  double root_mean_square() const { return root_mean_square_; }  // of the fresh answers

  // On the fresh questions, of a model or of p.
  double error_of(const auto& predictor) const {
    return learner::test_error(predictor, fresh_, learner::Targets::last).relative();
  }

 private:
  static constexpr int kHeldOut = 256;

  Problem(const Setting& setting, Model truth, const learner::Progress& progress);
  learner::Task task(double noise) const;

  Setting setting_;
  Model truth_;
  Matrix p_;
  std::vector<std::pair<Sequence, Matrix>> drawn_;  // the sequences without noise, and their noise of deviation 1
  std::vector<Sequence> fresh_;
  double root_mean_square_ = 0;
};

// The same layer with its heads mixed: V_h -> sum_g V_g M_gh and Q_h -> sum_g (M^-1)_hg Q_g change no answer, so what a
// null space gives is one basis of many, of any sign, and another one at every noise. Shown are those whose V_h come
// nearest to the heads that made the data, which stand still while the noise moves. Where these are another number, or
// not to be had by mixing, nothing is mixed, the largest entry of every V_h is positive, and the answer is false.
bool mix_like(Model& model, const Model& truth);

}  // namespace figures::head_count
