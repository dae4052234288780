#pragma once

#include <cstdint>

#include "learner/matrix.hpp"

namespace learner {

// A seeded generator: xoshiro256++ whose state is filled by splitmix64 (Blackman & Vigna,
// "Scrambled linear pseudorandom number generators", ACM TOMS 2021).
//
// One seed gives the same bits on every platform. The standard distributions differ between
// libraries and libm's log differs between systems, so neither is used: everything here is integer
// arithmetic, + - * / and sqrt, which IEEE 754 rounds in one way only.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  // The next 64 random bits.
  std::uint64_t bits();

  // A multiple of 2^-53 in [0, 1).
  double uniform();

  // An integer in [0, bound), every value equally likely. bound > 0.
  // Source: Lemire, "Fast random integer generation in an interval", 2019, in its 32-bit form.
  std::uint32_t below(std::uint32_t bound);

  // One draw of N(0, 1). Source: Marsaglia's polar method; draws come in pairs, the second is kept.
  double gaussian();

  // A rows x cols matrix of independent N(0, deviation^2), drawn column by column.
  Matrix gaussian(Index rows, Index cols, double deviation = 1.0);

  // An independent generator that depends on this one's seed and on `stream` only, not on how many
  // numbers were drawn before: sequence i of a data set is the same whoever asks for it, and when.
  Random split(std::uint64_t stream) const;

 private:
  std::uint64_t seed_;
  std::uint64_t state_[4];
  double spare_ = 0.0;
  bool has_spare_ = false;
};

// The natural logarithm of a positive, finite, normal x, within 1 ulp, by + - * / only.
// x = 2^e (1+f) with 1+f in [sqrt(1/2), sqrt(2)); with s = f/(2+f),
// log(1+f) = 2 s + 2 s^3/3 + 2 s^5/5 + ...; `Random` says why not std::log.
double portable_log(double x);

}  // namespace learner
