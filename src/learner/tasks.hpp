#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "learner/model.hpp"
#include "learner/random.hpp"

namespace learner {

// Data made from a seed. Sequence i of a split depends on (options, split, i) only, so data sets
// of any size can be drawn block by block, in any order, by any number of workers.

enum class Split { train, test };  // independent random streams

// Errors: noise, a standard deviation, negative or not finite.
Expected<void> validate_noise(double noise);

class Task {
 public:
  using DrawTokens = std::function<Matrix(Random&)>;

  // Labels are truth's own answers plus noise of the given standard deviation in every coordinate.
  Task(Model truth, Targets targets, double noise, std::uint64_t seed, DrawTokens draw);

  const Model& truth() const { return truth_; }
  Shape shape() const { return {truth_.d(), truth_.d_out(), targets_}; }

  Sequence sequence(Split split, std::uint64_t i) const;

  // Sequence i with the truth's own answers, and what noise of standard deviation 1 adds to them, of their shape. Times
  // another deviation it is, to the bit, the noise of a task that has this one: such tasks need not be drawn again.
  std::pair<Sequence, Matrix> with_noise_apart(Split split, std::uint64_t i) const;

  // Sequences first .. first + count - 1.
  std::vector<Sequence> block(Split split, std::uint64_t first, std::uint64_t count) const;

 private:
  Random stream(Split split, std::uint64_t i) const;
  Sequence answered(Random& random) const;

  Model truth_;
  Targets targets_;
  double noise_;
  std::uint64_t seed_;
  DrawTokens draw_;
};

struct RandomAttention {
  Index d = 4;
  Index d_out = 4;  // the paper's experiments have 1
  Index n = 32;     // the paper's have 100
  Index heads = 1;
  Targets targets = Targets::last;
  double noise = 0.0;
  std::uint64_t seed = 1;
};

// V_h and Q_h with independent entries of standard deviation 1/sqrt(d), tokens with 1/sqrt(n).
// Errors: an option out of range. Source: paper A, section 6 (figures 1 and 3), any d_out.
Expected<Task> random_attention(const RandomAttention& options);

struct AssociativeMemory {
  Index key_dimension = 4;      // m; d = 2m
  double gaussian_share = 1.0;  // probability that an example is Gaussian; else keys, values orthonormal
  double noise = 0.0;
  std::uint64_t seed = 1;
};

// Answer a query with the value stored under its key, one head:
//   Z = [[k_1 .. k_m, k_i], [v_1 .. v_m, zeta]], d = 2m, n = m + 1, i uniform, zeta ~ N(0, I),
//   V = [[0,0],[0,I]], Q = [[I,0],[0,0]], last token asks.
// Gaussian examples have k, v ~ N(0, I); the others fresh random orthonormal k and v (Haar), which
// alone do not identify the model. Labels come from the model itself, so they hold the self term
// ||k_i||^2 zeta that the paper's eq. 14 leaves out.
// Errors: an option out of range. Source: paper A, section 6 (figure 2).
Expected<Task> associative_memory(const AssociativeMemory& options);

}  // namespace learner
