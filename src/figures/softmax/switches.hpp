// What a layer answers to u where the sequence holds u and another token v only: a sum of switches.
//
//   y(r) = sum_i W_i^T v + sum_i c_i r/(r + beta_i),   beta_i = exp(-u^T Theta_i (u - v)),   c_i = W_i^T (u - v)
#pragma once

#include <optional>

#include "figures/softmax/softmax.hpp"

namespace figures::softmax {

struct Switches {
  Vector log_beta;  // m
  Matrix heights;   // d x m: c_i
  Vector start;     // d: where r is 0

  double weight(Index i, double log_r) const;  // r/(r + beta_i)
  double answer(Index coordinate, double log_r) const;
  // The same for n copies of u and `others` of v, without a logarithm: these bits are the same everywhere.
  double answer_of(Index coordinate, double n, double others) const;
};

Switches switches_of(const Heads& heads, const Vector& u, const Vector& v);

// What the reader looks at: two tokens and a coordinate of the answer.
struct Chosen {
  Vector u;
  Vector v;
  Index coordinate = 0;
  const Pair* asked = nullptr;  // where the learner asked about these two

  // The only bit in which u and v differ; nothing where they differ in none or in several.
  std::optional<learner::Index> flipped() const;
};

// From the values; where they do not say, the question that shows the switches of all heads best.
Chosen chosen_tokens(const Result& result, const Values& values);

// The two tokens as the lists of their parameters.
void choose_tokens(Values& values, const Vector& u, const Vector& v);

// The largest difference between the sum of switches and what the layer answers to sequences of k tokens.
double switches_error(const Heads& heads, const Switches& switches, const Chosen& chosen, int k);

// Values of ln r that the chart shows: what was asked and all switches, as far as they can be shown.
struct LogRange {
  double low = 0;
  double high = 0;
};
LogRange shown_ratios(const Result& result, const Switches& switches);

}  // namespace figures::softmax
