#include "figures/head_race/reading.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace figures::head_race {
namespace {

Course course_of(const Racer& racer) {
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
    const auto [value, error] = mean_of(errors);
    course.epochs.push_back(static_cast<double>(epoch));
    course.mean.push_back(value);
    course.error.push_back(error);
    course.low.push_back(value - error);
    course.high.push_back(value + error);
  }
  return course;
}

}  // namespace

Mean mean_of(std::span<const double> errors) {
  if (errors.empty()) return {};
  const auto count = static_cast<double>(errors.size());
  const double mean = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
  if (errors.size() == 1) return {mean, 0};
  double squares = 0;
  for (const double error : errors) squares += (error - mean) * (error - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

std::vector<Course> courses_of(const HeadRaceResult& result) {
  std::vector<Course> courses;
  for (const Racer& racer : result.racers) courses.push_back(course_of(racer));
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

double decades(double from, double to) {
  constexpr double kLeast = 1e-40;
  return std::max(0.0, std::log10(std::max(to, kLeast)) - std::log10(std::max(from, kLeast)));
}

}  // namespace figures::head_race
