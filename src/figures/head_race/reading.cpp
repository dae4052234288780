// What a race says: means over its runs, who leads, who was lucky.
#include <numeric>

#include "figures/head_race/head_race.hpp"

namespace figures::head_race {
namespace {

double exponent(double error) {
  constexpr double kLeast = 1e-40;
  return std::log10(std::max(error, kLeast));
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
  for (std::size_t epoch = 0; epoch < points; ++epoch) {
    const Mean mean = mean_of(course.of_runs(epoch), average);
    course.epochs.push_back(static_cast<double>(epoch));
    course.mean.push_back(mean.value);
    course.error.push_back(mean.error);
    course.low.push_back(mean.low);
    course.high.push_back(mean.high);
  }
  return course;
}

}  // namespace

Mean mean_of(std::span<const double> errors, Average average) {
  if (errors.empty()) return {};
  const bool in_decades = average == Average::decades;
  std::vector<double> values(errors.begin(), errors.end());
  if (in_decades) std::ranges::transform(values, values.begin(), exponent);
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = values.size() > 1 ? std::sqrt(squares / (count - 1) / count) : 0;
  if (!in_decades) return {mean, error, mean - error, mean + error};
  // A spread of decades below this is rounding, and of a logarithm that is not the same in every library.
  constexpr double kNoSpread = 1e-12;
  return {std::pow(10.0, mean), error < kNoSpread ? 0 : error, std::pow(10.0, mean - error),
          std::pow(10.0, mean + error)};
}

double decades(double from, double to) { return std::max(0.0, exponent(to) - exponent(from)); }

std::vector<double> Course::of_runs(std::size_t epoch) const {
  std::vector<double> errors;
  for (const Trial& trial : racer->trials) errors.push_back(trial.errors[epoch]);
  return errors;
}

std::vector<Course> courses_of(const Result& result, Average average) {
  std::vector<Course> courses;
  for (const Racer& racer : result.racers) courses.push_back(course_of(racer, average));
  return courses;
}

Reading::Reading(const Result& result, const Values& settings, const Values& values, std::span<const double> times)
    : result(result),
      settings(settings),
      average(values.choice("average") == "errors" ? Average::errors : Average::decades),
      courses(courses_of(result, average)),
      closed(mean_of(result.closed, average).value),
      zero(mean_of(result.zero, average).value),
      runs(settings.integer("runs")) {
  std::size_t points = 1;
  for (const Course& course : courses) points = std::max(points, course.points());
  last = points - 1;
  epoch = std::min(static_cast<std::size_t>(values.integer("epoch")), last);
  if (times.size() > 1 && times[1] > 0) time = duration(times[1] / 1000 / runs);
}

const Course* leader(const Reading& reading, std::size_t epoch) {
  const Course* best = nullptr;
  for (const Course& course : reading.courses) {
    if (epoch < course.points() && (!best || course.mean[epoch] < best->mean[epoch])) best = &course;
  }
  return best;
}

std::optional<Luck> luckiest(const Reading& reading) {
  std::optional<Luck> widest;
  double most = 0;
  for (const Course& course : reading.courses) {
    if (reading.epoch >= course.points()) continue;
    const auto [best, worst] = std::ranges::minmax(course.of_runs(reading.epoch));
    if (decades(best, worst) <= most) continue;
    most = decades(best, worst);
    widest = {&course, best, worst};
  }
  return widest;
}

std::string epochs_text(double epochs) { return counted("%1 epoch", "%1 epochs", epochs); }

std::string decades_text(double decades) { return counted("%1 decade", "%1 decades", std::round(decades)); }

std::string error_text(double error, Average average) {
  const std::string value = number(error, 2);
  return average == Average::decades ? counted("%1 decade", "%1 decades", error, value) : value;
}

std::string shared_protocol() {
  return tr(
      "Adam, 10 % warm-up, half a cosine down to 1 %, gradients clipped at 5, every token asks and sees the past, "
      "mean over heads");
}

std::string own_protocol(const Values& settings) {
  std::string words;
  for (const PaperSize& paper : paper_sizes(settings.integer("d"))) {
    const double ours = settings.number(paper.id);
    if (ours != paper.value) words += tr(paper.comparison, number(ours), number(paper.value)) + ", ";
  }
  return words + std::string(tr("64-bit numbers (32)"));
}

}  // namespace figures::head_race
