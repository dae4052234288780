#include "figures/head_race/reading.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::head_race {
namespace {

constexpr double kLeast = 1e-40;
// A spread of decades below this is rounding, and of a logarithm that is not the same in every library.
constexpr double kNoSpread = 1e-12;

double exponent(double error) { return std::log10(std::max(error, kLeast)); }

Mean plain_mean(std::span<const double> values) {
  if (values.empty()) return {};
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = values.size() > 1 ? std::sqrt(squares / (count - 1) / count) : 0;
  return {mean, error, mean - error, mean + error};
}

Course course_of(const Racer& racer, Average average) {
  Course course;
  course.racer = &racer;
  std::size_t points = racer.trials.front().errors.size();
  for (const Trial& trial : racer.trials) {
    points = std::min(points, trial.errors.size());
    if (!trial.lost) continue;
    ++course.lost;
    const int epoch = std::max(0, static_cast<int>(trial.errors.size()) - 1);
    course.lost_at = std::min(course.lost_at.value_or(epoch), epoch);
  }
  std::vector<double> errors(racer.trials.size());
  for (std::size_t epoch = 0; epoch < points; ++epoch) {
    for (std::size_t run = 0; run < errors.size(); ++run) errors[run] = racer.trials[run].errors[epoch];
    const Mean mean = mean_of(errors, average);
    course.epochs.push_back(static_cast<double>(epoch));
    course.mean.push_back(mean.value);
    course.error.push_back(mean.error);
    course.low.push_back(mean.low);
    course.high.push_back(mean.high);
  }
  return course;
}

}  // namespace

Average average_of(const Values& values) {
  return values.choice("average") == "errors" ? Average::errors : Average::decades;
}

Mean mean_of(std::span<const double> errors, Average average) {
  if (average == Average::errors || errors.empty()) return plain_mean(errors);
  std::vector<double> exponents;
  for (const double error : errors) exponents.push_back(exponent(error));
  const Mean mean = plain_mean(exponents);
  const double error = mean.error < kNoSpread ? 0 : mean.error;
  return {std::pow(10.0, mean.value), error, std::pow(10.0, mean.low), std::pow(10.0, mean.high)};
}

std::vector<Course> courses_of(const Result& result, Average average) {
  std::vector<Course> courses;
  for (const Racer& racer : result.racers) courses.push_back(course_of(racer, average));
  return courses;
}

std::size_t last_epoch(const std::vector<Course>& courses) {
  std::size_t points = 1;
  for (const Course& course : courses) points = std::max(points, course.points());
  return points - 1;
}

std::size_t shown_epoch(const std::vector<Course>& courses, const Values& values) {
  return std::min(static_cast<std::size_t>(values.integer("epoch")), last_epoch(courses));
}

std::optional<std::size_t> leader(const std::vector<Course>& courses, std::size_t epoch) {
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < courses.size(); ++k) {
    if (epoch >= courses[k].points()) continue;
    if (!best || courses[k].mean[epoch] < courses[*best].mean[epoch]) best = k;
  }
  return best;
}

Spread spread_of(const Course& course, std::size_t epoch) {
  Spread spread{course.of_run(0, epoch), course.of_run(0, epoch)};
  for (std::size_t run = 1; run < course.racer->trials.size(); ++run) {
    spread.best = std::min(spread.best, course.of_run(run, epoch));
    spread.worst = std::max(spread.worst, course.of_run(run, epoch));
  }
  return spread;
}

std::optional<std::size_t> luckiest(const std::vector<Course>& courses, std::size_t epoch) {
  std::optional<std::size_t> widest;
  double most = 0;
  for (std::size_t k = 0; k < courses.size(); ++k) {
    if (epoch >= courses[k].points() || courses[k].racer->trials.size() < 2) continue;
    const Spread spread = spread_of(courses[k], epoch);
    const double width = decades(spread.best, spread.worst);
    if (width <= most) continue;
    most = width;
    widest = k;
  }
  return widest;
}

std::string error_text(double error, Average average) {
  const std::string value = number(error, 2);
  return average == Average::decades ? tr("%1 decades", value) : value;
}

double decades(double from, double to) { return std::max(0.0, exponent(to) - exponent(from)); }

}  // namespace figures::head_race
