// Figure "samples": the error on fresh sequences against the number N of sequences learned from.
//
// Letters: d token dimension, n tokens in a sequence, T of them ask, N sequences, psi = d²(d+1)/2 unknowns for each
// output, sigma the standard deviation of the noise. All errors are means over fresh targets and outputs.
#pragma once

#include <cstdint>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::samples {

struct Result {
  bool softmax = false;  // who made the labels: softmax attention, or linear attention
  bool all = false;      // every token asks, not only the last
  std::int32_t d = 0;
  std::int32_t n = 0;
  std::int32_t heads = 0;
  double noise = 0;
  double lambda = 0;
  std::int32_t unknowns = 0;   // psi
  std::int32_t visible = 0;    // different features: psi, and for n = 1 only C(d+2,3)
  double threshold = 0;        // the N from which the data hold as many independent equations as visible features
  std::int64_t most = 0;       // the largest N
  std::int64_t planned = 0;    // numbers N to be tried
  std::int32_t fresh = 0;      // sequences that errors are measured on
  std::int32_t reference = 0;  // sequences that the best linear attention was fitted on; 0 where it is known

  double signal = 0;       // the error of answering 0
  double floor = 0;        // the error of the best linear attention: sigma² and, for softmax labels, what it cannot say
  double kept = 0;         // how far above the floor lambda keeps the error, however large N
  std::int64_t rank = 0;   // of the Gram matrix of the fresh questions
  double smallest = 0;     // its smallest eigenvalue over the number of rows, lambda_min
  double floor_doubt = 0;  // how far above the best one the fitted reference is itself (subtracted everywhere)
  double measured_floor = 0;  // the error of the reference on the fresh labels themselves

  std::vector<double> N;                  // tried so far, rising
  Matrix excess;                          // error above the floor: data set x N
  std::vector<double> low, median, high;  // of the data sets, the middle half between low and high

  // At the largest N, means over the data sets: measured; what the noise leads to, given the questions (0: not known);
  // and the error itself on the fresh labels.
  double mean_excess = 0;
  double expected_excess = 0;
  double measured_error = 0;

  bool complete() const { return std::ssize(N) == planned; }
  std::int64_t sets() const { return excess.rows(); }

  void fields(auto& archive) {
    archive(softmax, all, d, n, heads, noise, lambda, unknowns, visible, threshold, most, planned, fresh, reference);
    archive(signal, floor, kept, rank, smallest, floor_doubt, measured_floor);
    archive(N, excess, low, median, high, mean_excess, expected_excess, measured_error);
  }
};

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table; N is where the marker stands.
Description describe(const Result& result, const Context& context);

}  // namespace figures::samples
