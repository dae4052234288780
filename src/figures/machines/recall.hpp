// The reader's memory asked one question, answered by the learned layer: cheap enough for every frame.
#pragma once

#include <string>
#include <vector>

#include "figures/machines/machines.hpp"

namespace figures::machines {

inline constexpr int kMostKeys = 4;
// An answer is exact when it is off by at most so much of its largest number, or of 1.
inline constexpr double kExactRecall = 1e-6;
bool is_recalled(double error, const Vector& truth);

// The folded features of a memory's question in the units in which the plain norm is that of W; length psi.
Vector memory_features(const Matrix& Z);

struct Recall {
  std::size_t point = 0;  // of Result::points
  Matrix Z;               // 2m x (m + 1)
  bool edited = false;    // not as the reader found it
  bool misfit = false;    // the edited memory is of another size, so the found one stands in for it
  int asked = 0;          // the key that is asked for, from 0; -1: a query of the reader's own
  Vector meets;           // m + 1: <k_i, q>, the last the product of the query with itself
  Vector learned;         // m numbers each
  Vector truth;           // of the layer that taught: sum_i v_i <k_i, q> + zeta |q|^2
  Vector stored;          // the value of the key that is asked for; empty for a query of one's own
  Vector self;            // zeta |q|^2, which eq. 14 of the paper leaves out
  double crosstalk = 0;   // the largest part of the truth that other keys add
  double error = 0;       // largest |learned - truth|
  double rho = 0;         // 0 where it cannot be told from 0
  bool is_exact() const { return is_recalled(error, truth); }
};

// Precondition: a result for memories where something was tried.
Recall recall_memory(const Result& result, const Values& values);

// A memory as the list that Values hold: token after token.
std::vector<double> memory_list(const Matrix& Z);

// What was recalled, and why it is right or wrong, as sentences.
std::string recall_sentence(const Recall& recall);

}  // namespace figures::machines
