#include <algorithm>
#include <chrono>

#include "bench/jobs.hpp"

namespace bench {
namespace {

using Pair = double __attribute__((vector_size(16)));  // f64x2 in WebAssembly, one SSE2 register natively

// x <- x m + c in `chains` registers that do not depend on one another. m and c come from memory that the compiler
// cannot see through; x stays near c / (1 - m).
template <int chains>
double gflops(int rounds) {
  volatile double m = 0.5;
  volatile double c = 1.0;
  const Pair factor{m, m};
  const Pair term{c, c};
  Pair x[chains];
  for (int i = 0; i < chains; ++i) x[i] = Pair{c, 2.0 * c} + static_cast<double>(i);
  const auto start = std::chrono::steady_clock::now();
  for (int round = 0; round < rounds; ++round) {
#pragma clang loop unroll(full)
    for (int i = 0; i < chains; ++i) x[i] = x[i] * factor + term;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  volatile double sink = 0.0;
  for (const Pair& each : x) sink = sink + each[0] + each[1];
  return 4.0 * chains * rounds / seconds.count() * 1e-9;
}

}  // namespace

// How many chains hide the latency and still fit the registers depends on the engine: the best of some counts.
double peak_gflops() {
  constexpr int kRounds = 2'000'000;
  return std::max({gflops<8>(kRounds), gflops<10>(kRounds), gflops<12>(kRounds), gflops<13>(kRounds)});
}

}  // namespace bench
