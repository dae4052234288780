// What a race says: means over its runs with their standard errors, who leads, who was lucky. For picture and words.
#pragma once

#include "figures/head_race/head_race.hpp"

namespace figures::head_race {

// How runs are averaged.
enum class Average : std::uint8_t {
  decades,  // the mean of log10: the typical run; its standard error is in decades
  errors,   // the plain mean, which the unluckiest run rules
};

// The mean of some errors, and its standard error s / sqrt(runs) with s² the sum of squared deviations over runs − 1.
// Errors below 10^-40 count as that in decades.
struct Mean {
  double value = 0;
  double error = 0;          // 0 for a single run
  double low = 0, high = 0;  // the mean less and plus that
};
Mean mean_of(std::span<const double> errors, Average average);

// Powers of ten between two errors, at least 0; errors below 10^-40 count as that.
double decades(double from, double to);

// One model's test error by epoch, as far as all its runs have come.
struct Course {
  const Racer* racer = nullptr;
  std::vector<double> epochs;  // 0, 1, ..
  std::vector<double> mean, error, low, high;
  std::optional<int> lost_at = {};  // the epoch after which the first run left the finite numbers
  int lost = 0;                     // how many did

  std::size_t points() const { return mean.size(); }
  // The errors of all runs at an epoch this course has.
  std::vector<double> of_runs(std::size_t epoch) const;
};
std::vector<Course> courses_of(const Result& result, Average average);

// A result as the reader looks at it now. Cost: O(models · epochs · runs).
struct Reading {
  Reading(const Result& result, const Values& settings, const Values& values, std::span<const double> times);

  const Result& result;
  const Values& settings;
  Average average;
  std::vector<Course> courses;
  double closed;          // mean error of the closed form
  double zero;            // of answering 0
  int runs;               // how many
  std::string time;       // of the closed form for one run, "0.06 ms"; empty where nobody measured
  std::size_t last;       // the last epoch that any course has
  std::size_t epoch = 0;  // that the marker shows: the value, or the last there is
};

// The course with the least mean at an epoch; none where none has come so far.
const Course* leader(const Reading& reading, std::size_t epoch);

// The course whose runs lie furthest apart at the marker, and the least and the largest of them; none for single runs.
struct Luck {
  const Course* course;
  double best, worst;
};
std::optional<Luck> luckiest(const Reading& reading);

// "1 epoch", "24 decades"; rounded.
std::string epochs_text(double epochs);
std::string decades_text(double decades);
// A standard error in words: "0.4 decades", "3·10⁻⁸".
std::string error_text(double error, Average average);

// How the race is run. The same whatever the settings; and what differs, with the paper's in brackets.
std::string shared_protocol();
std::string own_protocol(const Values& settings);

}  // namespace figures::head_race
