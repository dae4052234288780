// Numbers that count what is done with them, and plain loops over them: the independent count of figure "cost".
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "learner/matrix.hpp"

namespace counting {

using learner::Index;
using learner::Matrix;

// Multiplications, divisions and roots count; an addition is part of the multiplication before it.
struct Counted {
  double value = 0;
  static inline double count = 0;
  friend Counted operator*(Counted a, Counted b) { return ++count, Counted{a.value * b.value}; }
  friend Counted operator/(Counted a, Counted b) { return ++count, Counted{a.value / b.value}; }
  friend Counted operator+(Counted a, Counted b) { return {a.value + b.value}; }
  friend Counted operator-(Counted a, Counted b) { return {a.value - b.value}; }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator-=(Counted b) { return *this = *this - b; }
};
inline Counted root(Counted a) { return ++Counted::count, Counted{std::sqrt(a.value)}; }

using Row = std::vector<Counted>;
using Grid = std::vector<Row>;

inline Grid grid(std::size_t rows, std::size_t columns) { return Grid(rows, Row(columns)); }

inline Grid copy_of(const Matrix& matrix) {
  Grid copy = grid(static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j)
      copy[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].value = matrix(i, j);
  }
  return copy;
}

// Runs something and says what it cost.
inline double counted(const auto& job) {
  Counted::count = 0;
  job();
  return Counted::count;
}

inline void factor(Grid& A) {
  for (std::size_t j = 0; j < A.size(); ++j) {
    for (std::size_t k = 0; k < j; ++k) A[j][j] -= A[j][k] * A[j][k];
    A[j][j] = root(A[j][j]);
    for (std::size_t i = j + 1; i < A.size(); ++i) {
      for (std::size_t k = 0; k < j; ++k) A[i][j] -= A[i][k] * A[j][k];
      A[i][j] = A[i][j] / A[j][j];
    }
  }
}

inline Row substitute(const Grid& L, Row b) {
  const std::size_t size = L.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= L[i][k] * b[k];
    b[i] = b[i] / L[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) b[i] -= L[k][i] * b[k];
    b[i] = b[i] / L[i][i];
  }
  return b;
}

// x with A x = b, refined twice.
inline Row solve(const Grid& L, const Grid& A, const Row& b) {
  Row x = substitute(L, b);
  for (int step = 0; step < 2; ++step) {
    Row rest = b;
    for (std::size_t i = 0; i < A.size(); ++i) {
      for (std::size_t k = 0; k < A.size(); ++k) rest[i] -= A[i][k] * x[k];
    }
    const Row change = substitute(L, rest);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += change[i];
  }
  return x;
}

inline Row lower_triangle(const Grid& Z) {  // vech(Z Zᵀ), row by row of the upper triangle
  Row g;
  for (std::size_t j = 0; j < Z.size(); ++j) {
    for (std::size_t k = j; k < Z.size(); ++k) {
      Counted sum;
      for (std::size_t t = 0; t < Z[j].size(); ++t) sum += Z[j][t] * Z[k][t];
      g.push_back(sum);
    }
  }
  return g;
}

}  // namespace counting
