#include <algorithm>
#include <chrono>

#include "bench/jobs.hpp"

namespace bench {
namespace {

using Pair = double __attribute__((vector_size(16)));  // f64x2 in WebAssembly, one SSE2 register natively
using Quad = double __attribute__((vector_size(32)));  // one AVX register natively

// Every one of rows x columns registers gains the product of its row's and its column's register, as in a tile of a
// matrix product that never leaves the registers. The columns' registers move a little, so that no product can be kept
// from one round to the next. The only chains are additions, one a register and round. One register more, as a step of
// its own, costs V8 a sixth.
template <class Register, int rows, int columns>
[[gnu::always_inline]] inline double gflops(int rounds) {
  constexpr int kLanes = sizeof(Register) / sizeof(double);
  volatile double start_value = 1.0;
  Register left[rows];
  Register right[columns];
  Register sums[rows * columns];
  for (int i = 0; i < rows; ++i) left[i] = Register{start_value, -start_value} * 1e-9;
  for (int j = 0; j < columns; ++j) right[j] = Register{start_value, start_value} * (2.0 + j);
  for (Register& sum : sums) sum = Register{};
  const auto start = std::chrono::steady_clock::now();
#pragma clang loop unroll(disable)
  for (int round = 0; round < rounds; ++round) {
#pragma clang loop unroll(full)
    for (int j = 0; j < columns; ++j) {
      right[j] += left[0];
#pragma clang loop unroll(full)
      for (int i = 0; i < rows; ++i) sums[i + rows * j] += left[i] * right[j];
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  volatile double sink = 0.0;
  for (const Register& sum : sums) sink = sink + sum[0] + sum[1];
  return kLanes * columns * (2.0 * rows + 1.0) * rounds / seconds.count() * 1e-9;
}

// Which tile hides the latency and still fits the registers depends on the engine: the best of some.
template <class Register>
[[gnu::always_inline]] inline double best_gflops() {
  constexpr int kRounds = 2'000'000;
  return std::max({gflops<Register, 2, 3>(kRounds), gflops<Register, 2, 4>(kRounds), gflops<Register, 4, 2>(kRounds),
                   gflops<Register, 3, 3>(kRounds)});
}

#ifdef __x86_64__
[[gnu::target("avx")]] double wide_gflops() { return best_gflops<Quad>(); }
#endif

}  // namespace

double peak_gflops() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx")) return wide_gflops();
#endif
  return best_gflops<Pair>();
}

}  // namespace bench
