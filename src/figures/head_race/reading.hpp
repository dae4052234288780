// What a race says: means over its runs with their standard errors, who leads, who was lucky. For picture and words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "figures/head_race/head_race.hpp"

namespace figures::head_race {

// How runs are averaged.
enum class Average : std::uint8_t {
  decades,  // the mean of log10: the typical run; its standard error is in decades
  errors,   // the plain mean, which the unluckiest run rules
};
Average average_of(const Values& values);

// The mean of some errors, and its standard error s / sqrt(runs) with s² the sum of squared deviations over runs − 1.
// Errors below 10^-40 count as that in decades.
struct Mean {
  double value = 0;
  double error = 0;          // 0 for a single run
  double low = 0, high = 0;  // the mean less and plus that
};
Mean mean_of(std::span<const double> errors, Average average);

// One model's test error by epoch, as far as all its runs have come.
struct Course {
  const Racer* racer = nullptr;
  std::vector<double> epochs;  // 0, 1, ..
  std::vector<double> mean, error, low, high;
  std::optional<int> lost_at = {};  // the epoch after which the first run left the finite numbers
  int lost = 0;                     // how many did

  std::size_t points() const { return mean.size(); }
  // The error of one run at an epoch this course has.
  double of_run(std::size_t run, std::size_t epoch) const { return racer->trials[run].errors[epoch]; }
};

std::vector<Course> courses_of(const Result& result, Average average);

// The last epoch that any course has.
std::size_t last_epoch(const std::vector<Course>& courses);

// The epoch that the marker shows: the value, or the last epoch there is.
std::size_t shown_epoch(const std::vector<Course>& courses, const Values& values);

// Index of the course with the least mean at an epoch; nothing where none has come so far.
std::optional<std::size_t> leader(const std::vector<Course>& courses, std::size_t epoch);

// The runs of one course at one epoch, the best and the worst.
struct Spread {
  double best = 0;
  double worst = 0;
};
Spread spread_of(const Course& course, std::size_t epoch);

// Index of the course whose runs lie furthest apart; nothing for single runs.
std::optional<std::size_t> luckiest(const std::vector<Course>& courses, std::size_t epoch);

// A standard error in words: "0.4 decades", "3·10⁻⁸".
std::string error_text(double error, Average average);

// Powers of ten between two errors, at least 0; errors below 10^-40 count as that.
double decades(double from, double to);

}  // namespace figures::head_race
