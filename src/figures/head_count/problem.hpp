// The data of figure "head_count": a random attention layer, its sequences with noise, and fresh questions without.
#pragma once

#include <cstdint>
#include <vector>

#include "figures/parameter.hpp"
#include "learner/tasks.hpp"

namespace figures::head_count {

struct HeadCountSetting {
  learner::Index d = 0;
  learner::Index d_out = 0;
  learner::Index n = 0;
  learner::Index sequences = 0;  // N
  learner::Index heads = 0;      // of the model that makes the data
  bool rank_one = false;         // V_h = a bᵀ
  double noise = 0;
  std::uint64_t seed = 1;
};

HeadCountSetting head_count_setting(const Values& values);

class HeadProblem {
 public:
  // Questions of known answer, and sequences with noise that only count heads.
  static constexpr learner::Index kFresh = 256;
  static constexpr learner::Index kHeldOut = 256;

  // Errors: those of learner::random_attention.
  static learner::Expected<HeadProblem> create(const HeadCountSetting& setting);

  const learner::Model& truth() const { return truth_; }
  learner::Shape shape() const { return {setting_.d, setting_.d_out, learner::Targets::last}; }
  const std::vector<learner::Sequence>& fresh() const { return fresh_; }

  // `noise` in parts of the root mean square of the fresh answers, so that its square is the noise floor of the errors.
  std::vector<learner::Sequence> data(double noise) const;
  std::vector<learner::Sequence> held_out(double noise) const;

 private:
  HeadProblem(const HeadCountSetting& setting, learner::Model truth);
  learner::Task task(double noise) const;

  HeadCountSetting setting_;
  learner::Model truth_;
  std::vector<learner::Sequence> fresh_;
  double root_mean_square_ = 0;
};

}  // namespace figures::head_count
