#pragma once

#include <chrono>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/data.hpp"

namespace bench {

// Milliseconds of each named stage of a run. What happens before `start` or after the last `lap` is not counted.
class Laps {
 public:
  void start() { mark_ = Clock::now(); }
  void lap(std::string_view stage);

  double total() const;
  const std::vector<std::pair<std::string_view, double>>& stages() const { return stages_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point mark_;
  std::vector<std::pair<std::string_view, double>> stages_;
};

// One task as one contestant does it. Returns its answer, by which contestants are compared.
struct Job {
  std::string_view task;
  Matrix (*run)(const Data& data, Laps& laps);
};

std::span<const Job> learner_jobs();  // this project's learner
std::span<const Job> naive_jobs();    // plain loops over plain features

// Sums of the symmetric psi x psi matrix by which Gram matrices are compared: A u with u_i = (7 i mod 13 - 6) / 6.
Matrix probe(const Matrix& A);

// 1e9 additions and multiplications of doubles a second that vectors in registers reach, of two lanes or, natively with
// AVX, four; one thread: the limit for every kernel of this engine that keeps to IEEE 754 and does not fuse them. Takes
// about 20 ms.
double peak_gflops();

}  // namespace bench
