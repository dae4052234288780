#pragma once

#include "learner/exponential.hpp"
#include "learner/matrix.hpp"

namespace learner {

// Networks of tiny matrices (d = 2 .. 16) are fast only when many sequences run side by side. Eight
// sequences of one length form a pack; every number of a layer becomes eight `Lanes`, one for each
// sequence, and all arithmetic is lane by lane. So a layer's code reads like the code for a single
// sequence, uses every SIMD register fully whatever d is, and gives the same bits everywhere.
inline constexpr Index kLanes = 8;

struct Lanes {
  Pair pair[kLanes / 2];

  double operator[](Index lane) const { return pair[lane / 2][lane % 2]; }
  void set(Index lane, double value) { pair[lane / 2][lane % 2] = value; }

  Lanes& operator+=(const Lanes& other) {
    for (int i = 0; i < kLanes / 2; ++i) pair[i] += other.pair[i];
    return *this;
  }
};

inline Lanes operator+(Lanes a, const Lanes& b) { return a += b; }

inline Lanes operator-(Lanes a, const Lanes& b) {
  for (int i = 0; i < kLanes / 2; ++i) a.pair[i] -= b.pair[i];
  return a;
}

inline Lanes operator*(Lanes a, const Lanes& b) {
  for (int i = 0; i < kLanes / 2; ++i) a.pair[i] *= b.pair[i];
  return a;
}

inline Lanes operator*(double scale, Lanes a) {
  for (Pair& pair : a.pair) pair *= scale;
  return a;
}

inline Lanes operator/(Lanes a, const Lanes& b) {
  for (int i = 0; i < kLanes / 2; ++i) a.pair[i] /= b.pair[i];
  return a;
}

inline Lanes all_lanes(double value) {
  Lanes result;
  for (Pair& pair : result.pair) pair = Pair{value, value};
  return result;
}

inline Lanes larger(Lanes a, const Lanes& b) {
  for (int i = 0; i < kLanes / 2; ++i) a.pair[i] = a.pair[i] > b.pair[i] ? a.pair[i] : b.pair[i];
  return a;
}

inline Lanes square_root(Lanes a) {
  for (Pair& pair : a.pair) pair = __builtin_elementwise_sqrt(pair);
  return a;
}

inline Lanes exponential(Lanes a) {
  for (Pair& pair : a.pair) pair = exponential(pair);
  return a;
}

// The sum over lanes, always taken in the same order.
inline double sum(const Lanes& a) {
  const Pair total = (a.pair[0] + a.pair[1]) + (a.pair[2] + a.pair[3]);
  return total[0] + total[1];
}

// Matrix products of a pack. `M` is shared by all lanes: rows x cols doubles, row by row; x, y are
// vectors with one entry a Lanes. Every loop runs in a fixed order.

// y += M x.
inline void add_product(const double* M, Index rows, Index cols, const Lanes* x, Lanes* y) {
  for (Index i = 0; i < rows; ++i) {
    Lanes total = y[i];
    for (Index k = 0; k < cols; ++k) total += M[i * cols + k] * x[k];
    y[i] = total;
  }
}

// y += M^T x.
inline void add_transposed_product(const double* M, Index rows, Index cols, const Lanes* x, Lanes* y) {
  for (Index k = 0; k < cols; ++k) {
    Lanes total = y[k];
    for (Index i = 0; i < rows; ++i) total += M[i * cols + k] * x[i];
    y[k] = total;
  }
}

// M += x y^T, M one matrix a lane: rows x cols Lanes, row by row.
inline void add_outer(const Lanes* x, Index rows, const Lanes* y, Index cols, Lanes* M) {
  for (Index i = 0; i < rows; ++i) {
    for (Index k = 0; k < cols; ++k) M[i * cols + k] += x[i] * y[k];
  }
}

}  // namespace learner
