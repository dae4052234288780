// Figure "cost": what Algorithm 1 costs at every token size, counted; and how fast this device is, measured.
//
// Operations are multiply-adds throughout; counts.hpp has the letters and the formulas. What was measured is what the
// learner's own kernels did in each stage; the host has the clock and gives the times of the stages to draw and
// describe.
#pragma once

#include <cstdint>

#include "figures/figure.hpp"

namespace figures::cost {

// In order. Only what stands between `prepare` and `check` is timed for its own sake.
enum class Step : std::uint8_t { prepare, products, cholesky, spectrum, algorithm, check };

// A kernel of the learner that ran again and again.
struct Kernel {
  std::int32_t size = 0;   // token size (products), rows (the others)
  std::int64_t times = 0;  // how often it ran
  double work = 0;         // multiply-adds of all of them
  double residual = 0;     // relative, of its result: see run.hpp

  void fields(auto& archive) { archive(size, times, work, residual); }
};

struct Result {
  std::int32_t rounds = 0;   // planned
  std::int32_t reached = 0;  // of them
  Kernel products;           // moments of a block of sequences
  Kernel cholesky;
  Kernel spectrum;  // singular values and vectors of a square matrix

  // Algorithm 1 from beginning to end: what is predicted from the kernels and held against its own time.
  Kernel algorithm;  // residual: |p - truth| / |truth| of its heads
  std::int32_t n = 0;
  std::int32_t N = 0;

  bool complete() const { return reached == rounds; }
  void fields(auto& archive) { archive(rounds, reached, products, cholesky, spectrum, algorithm, n, N); }
};

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table.
Description describe(const Result& result, const Context& context);

}  // namespace figures::cost
