#pragma once

#include <array>
#include <cmath>

namespace learner {

// So many standard errors on both sides of a mean of `count` numbers hold 95 % of chance: Student's t of count - 1
// degrees of freedom, 12.71 for two numbers, 1.96 for many, to 1 %. Precondition: count >= 2.
// Source: Fisher and Cornish, "The percentile points of distributions having known cumulants", 1960.
inline double student_95(double count) {
  constexpr std::array kFew = {12.71, 4.30};
  const double freedom = count - 1.0;
  if (freedom < 3.0) return kFew[static_cast<std::size_t>(freedom) - 1];
  return 1.960 + (2.372 + (2.823 + 2.556 / freedom) / freedom) / freedom;
}

}  // namespace learner
