#pragma once

#include "learner/matrix.hpp"

namespace learner {

// Four doubles that may stand anywhere: two 128-bit registers natively (SSE2) and in WASM. The arithmetic is entry by
// entry, so a machine with wider registers gives the same bits. A function that takes or gives a reference to one must
// be always inlined: called, Clang forgets the alignment written here and reads as if it were 32 bytes.
typedef double Quad __attribute__((vector_size(32), aligned(8), may_alias));

typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));  // one of them

[[gnu::always_inline]] inline Two& two(double* entries) { return *reinterpret_cast<Two*>(entries); }
[[gnu::always_inline]] inline const Two& two(const double* entries) { return *reinterpret_cast<const Two*>(entries); }
[[gnu::always_inline]] inline Quad& quad(double* entries) { return *reinterpret_cast<Quad*>(entries); }
[[gnu::always_inline]] inline const Quad& quad(const double* entries) {
  return *reinterpret_cast<const Quad*>(entries);
}

// The four numbers of a quad added.
[[gnu::always_inline]] inline double sum_of(const Quad& sums) { return (sums[0] + sums[2]) + (sums[1] + sums[3]); }

// A sum may not be reordered by the compiler; four partial sums of our own let it use SIMD.
inline double inner_product(const double* x, const double* y, Index size) {
  Quad sums = {};
  Index i = 0;
  for (; i + 4 <= size; i += 4) sums += quad(x + i) * quad(y + i);
  double rest = 0.0;
  for (; i < size; ++i) rest += x[i] * y[i];
  return sum_of(sums) + rest;
}

// For four columns side by side, `stride` apart, each read once: y += columns t and sums += columns^T x, or one of the
// two, with a null pointer for the other's operands. By two rows at a time the registers suffice; by four V8 takes a
// fifth longer.
template <bool adds, bool sums>
inline void four_columns(const double* a, Index stride, Index rows, const double* t, double* y, const double* x,
                         double* sum) {
  Two factor[4] = {}, part[4] = {};
  for (Index c = 0; adds && c < 4; ++c) factor[c] = Two{t[c], t[c]};
  Index i = 0;
  for (; i + 2 <= rows; i += 2) {
    Two result = adds ? two(y + i) : Two{};
    const Two known = sums ? two(x + i) : Two{};
    for (Index c = 0; c < 4; ++c) {
      const Two entries = two(a + i + c * stride);
      if (adds) result += entries * factor[c];
      if (sums) part[c] += entries * known;
    }
    if (adds) two(y + i) = result;
  }
  for (Index c = 0; c < 4; ++c) {
    if (sums) sum[c] += part[c][0] + part[c][1];
    if (i == rows) continue;
    const double entry = a[i + c * stride];
    if (adds) y[i] += entry * t[c];
    if (sums) sum[c] += entry * x[i];
  }
}

}  // namespace learner
