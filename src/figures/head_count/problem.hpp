// The data of figure "head_count": a random attention layer, its sequences with noise, and fresh questions without.
#pragma once

#include <cstdint>
#include <vector>

#include "figures/parameter.hpp"
#include "learner/tasks.hpp"

namespace figures::head_count {

struct Setting {
  Index d = 0;
  Index d_out = 0;
  Index n = 0;
  Index sequences = 0;    // N
  Index heads = 0;        // of the model that makes the data
  bool rank_one = false;  // V_h = a bᵀ
  double noise = 0;
  std::uint64_t seed = 1;
};

Setting head_count_setting(const Values& values);

class HeadProblem {
 public:
  // Questions of known answer, and sequences with noise that only count heads.
  static constexpr Index kFresh = 256;
  static constexpr Index kHeldOut = 256;

  // Errors: those of learner::random_attention.
  static learner::Expected<HeadProblem> create(const Setting& setting);

  const Model& truth() const { return truth_; }
  learner::Shape shape() const { return {setting_.d, setting_.d_out, learner::Targets::last}; }
  const std::vector<learner::Sequence>& fresh() const { return fresh_; }

  // `noise` in parts of the root mean square of the fresh answers, so that its square is the noise floor of the errors.
  std::vector<learner::Sequence> data(double noise) const;
  std::vector<learner::Sequence> held_out(double noise) const;

 private:
  HeadProblem(const Setting& setting, Model truth);
  learner::Task task(double noise) const;

  Setting setting_;
  Model truth_;
  std::vector<learner::Sequence> fresh_;
  double root_mean_square_ = 0;
};

}  // namespace figures::head_count
