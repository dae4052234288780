#include "learner/random.hpp"

#include <bit>
#include <cassert>
#include <cmath>

namespace learner {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: splitmix64's step

// The output function of splitmix64: a bijection that turns counters into random bits.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed) : seed_(seed) {
  for (std::uint64_t& word : state_) word = mix(seed += kGolden);
}

std::uint64_t Random::bits() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

std::uint32_t Random::below(std::uint32_t bound) {
  assert(bound > 0);
  const std::uint32_t rejected = -bound % bound;  // 2^32 mod bound products would be counted twice
  for (;;) {
    const std::uint64_t product = (bits() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) >= rejected) return static_cast<std::uint32_t>(product >> 32);
  }
}

double Random::gaussian() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  for (;;) {
    const double u = 2.0 * uniform() - 1.0;
    const double v = 2.0 * uniform() - 1.0;
    const double s = u * u + v * v;
    if (s >= 1.0 || s == 0.0) continue;
    const double scale = std::sqrt(-2.0 * portable_log(s) / s);
    spare_ = v * scale;
    has_spare_ = true;
    return u * scale;
  }
}

Matrix Random::gaussian(Index rows, Index cols, double deviation) {
  Matrix result(rows, cols);
  for (double& entry : result.reshaped()) entry = deviation * gaussian();
  return result;
}

Random Random::split(std::uint64_t stream) const {
  // The seed is mixed first: otherwise stream s + 1 of seed 0 could start where stream s of seed kGolden does.
  return Random(mix(mix(seed_) + kGolden * (stream + 1)));
}

double portable_log(double x) {
  assert(std::isnormal(x) && x > 0.0);
  constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcd;  // the bits of sqrt(1/2)
  constexpr double kLn2High = 0x1.62e42feep-1;             // 32 bits, so that e * kLn2High is exact
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;        // ln 2 - kLn2High

  const auto word = std::bit_cast<std::uint64_t>(x);
  const std::int64_t exponent = static_cast<std::int64_t>(word - kSqrtHalf) >> 52;
  const double f = std::bit_cast<double>(word - (static_cast<std::uint64_t>(exponent) << 52)) - 1.0;
  const double e = static_cast<double>(exponent);

  // series = 2 s^2/3 + 2 s^4/5 + ...; |s| <= 0.172, so the first term left out is below 2^-56.
  const double s = f / (2.0 + f);
  const double square = s * s;
  double series = 0.0;
  for (int k = 21; k >= 3; k -= 2) series = square * (series + 2.0 / k);

  // 2 s = f - s f, and f is exact: rounding errors enter only through the small product.
  return e * kLn2High - ((s * (f - series) - e * kLn2Low) - f);
}

}  // namespace learner
