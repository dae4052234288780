#include <algorithm>
#include <chrono>

#include "bench/jobs.hpp"

namespace bench {
namespace {

using Pair = double __attribute__((vector_size(16)));  // f64x2 in WebAssembly, one SSE2 register natively

// Every one of rows x columns registers gains the product of its row's and its column's register, as in a tile of a
// matrix product that never leaves the registers. The columns' registers move a little, so that no product can be kept
// from one round to the next. The only chains are additions, one a register and round. One register more, as a step of
// its own, costs V8 a sixth.
template <int rows, int columns>
double gflops(int rounds) {
  volatile double start_value = 1.0;
  Pair left[rows];
  Pair right[columns];
  Pair sums[rows * columns];
  for (int i = 0; i < rows; ++i) left[i] = Pair{start_value, -start_value} * 1e-9;
  for (int j = 0; j < columns; ++j) right[j] = Pair{start_value, start_value} * (2.0 + j);
  for (Pair& sum : sums) sum = Pair{};
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
  for (const Pair& sum : sums) sink = sink + sum[0] + sum[1];
  return 2.0 * columns * (2.0 * rows + 1.0) * rounds / seconds.count() * 1e-9;
}

}  // namespace

// Which tile hides the latency and still fits the registers depends on the engine: the best of some.
double peak_gflops() {
  constexpr int kRounds = 2'000'000;
  return std::max({gflops<2, 3>(kRounds), gflops<2, 4>(kRounds), gflops<4, 2>(kRounds), gflops<3, 3>(kRounds)});
}

}  // namespace bench
