// The conditions of paper B's theorem, measured on a layer of figure "softmax".
#pragma once

#include "figures/figure.hpp"

namespace figures::softmax {

struct Heads;
struct Result;
struct Setting;

// How far a layer is from what the theorem excludes: learner/softmax/conditions.hpp says what each is.
struct Conditions {
  static constexpr int kCount = 5;
  double apart = 0, theta_gap = 0, w_gap = 0, theta_span = 0, w_span = 0;

  void fields(auto& archive) { archive(apart, theta_gap, w_gap, theta_span, w_span); }
  int kept() const;  // how many are not 0 but for rounding
  bool are_kept() const { return kept() == kCount; }
};
Expected<Conditions> measure_conditions(const Heads& heads);

// The conditions in the table, and in a sentence where some are broken or the reader has chosen a structure; what was
// recovered all the same. The same of the layers behind `counts`, where some break them.
void add_conditions(Rows& rows, const Conditions& measured);
std::string conditions_sentence(const Result& result, const Setting& setting);
std::string counted_conditions_sentence(const Result& result);

}  // namespace figures::softmax
