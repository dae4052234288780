#pragma once

#include <array>
#include <cmath>

#include "learner/matrix.hpp"

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

// Whether the mean of differences may be 0: chance alone makes it as far from 0 in one case of 20. O(differences).
inline bool mean_may_be_chance(Vector differences) {
  const double largest = differences.size() > 0 ? differences.cwiseAbs().maxCoeff() : 0.0;
  if (differences.size() < 2 || largest == 0) return true;
  differences /= largest;  // or the squares of small ones would be 0, of large ones infinite
  const auto count = static_cast<double>(differences.size());
  const double mean = differences.mean();
  const double variance = (differences.array() - mean).square().sum() / (count - 1);
  return std::abs(mean) <= student_95(count) * std::sqrt(variance / count);
}

// Whether differences may have no direction: their mean may be 0, and no more of them have its sign than chance would
// give. The mean alone says little where a few of them outweigh all others; where many count, signs say nothing of it.
// O(differences).
inline bool may_be_chance(const Vector& differences) {
  if (!mean_may_be_chance(differences)) return false;
  const auto count = static_cast<double>(differences.size());
  const double sum = differences.sum();
  const double sign = sum > 0 ? 1 : sum < 0 ? -1 : 0;
  const auto alike = static_cast<double>((differences.array() * sign > 0).count());
  return count < 6 || alike - count / 2 <= std::sqrt(count);
}

}  // namespace learner
