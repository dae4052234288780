// What a race says: means over its runs, who leads, who was lucky.
#include <functional>
#include <numeric>

#include "figures/head_race/head_race.hpp"
#include "plot/sort.hpp"

namespace figures::head_race {
namespace {

double exponent(double error) {
  constexpr double kLeast = 1e-40;
  return std::log10(std::max(error, kLeast));
}

// A run that stays below has arrived. It may cross the closed form and come back: both are rounding.
std::optional<std::size_t> reached_at(const Trial& trial, double below) {
  std::size_t epoch = trial.errors.size();
  while (epoch > 0 && trial.errors[epoch - 1] <= below) --epoch;
  if (trial.lost || epoch == trial.errors.size()) return std::nullopt;
  return epoch;
}

Course course_of(const Racer& racer, const Result& result) {
  const std::size_t known = std::min(result.closed.size(), result.zero.size());
  Course course;
  course.racer = &racer;
  std::size_t points = racer.trials.front().errors.size();
  for (std::size_t run = 0; run < racer.trials.size(); ++run) {
    const Trial& trial = racer.trials[run];
    points = std::min(points, trial.errors.size());
    course.reached.push_back(run < known ? reached_at(trial, arrived_below(result.closed[run], result.zero[run]))
                                         : std::nullopt);
    if (!trial.lost) continue;
    ++course.lost;
    const std::size_t epoch = trial.errors.size() - std::min<std::size_t>(1, trial.errors.size());
    course.lost_at = std::min(course.lost_at.value_or(epoch), epoch);
  }
  for (std::size_t epoch = 0; epoch < points; ++epoch) {
    course.median.push_back(median_of(course.of_runs(epoch)));
    if (result.zero_elsewhere.empty()) continue;
    course.elsewhere.push_back(median_of(course.of_runs(epoch, &Trial::elsewhere)));
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
  // A spread below this is rounding; in decades, of a logarithm that is not the same in every library.
  constexpr double kNoSpread = 1e-12;
  if (!in_decades) return {mean, error < kNoSpread * mean ? 0 : error};
  return {std::pow(10.0, mean), error < kNoSpread ? 0 : error};
}

double median_of(std::vector<double> errors) {
  if (errors.empty()) return 0;
  sort(errors);
  const double low = errors[(errors.size() - 1) / 2];
  const double high = errors[errors.size() / 2];
  return low == high ? low : std::sqrt(low) * std::sqrt(high);
}

double decades(double from, double to) { return std::max(0.0, exponent(to) - exponent(from)); }

std::vector<double> Course::of_runs(std::size_t epoch, std::vector<double> Trial::* errors) const {
  return each_of(racer->trials, [=](const Trial& trial) { return (trial.*errors)[epoch]; });
}

std::size_t Course::arrived(std::size_t epoch) const {
  const auto has = [epoch](const std::optional<std::size_t>& from) { return from && *from <= epoch; };
  return static_cast<std::size_t>(std::ranges::count_if(reached, has));
}

std::vector<Course> courses_of(const Result& result) {
  return each_of(result.racers, [&result](const Racer& racer) { return course_of(racer, result); });
}

Reading::Reading(const Result& result, const Values& settings, const Values& values, std::span<const double> times)
    : result(result),
      settings(settings),
      closed(median_of(result.closed)),
      zero(median_of(result.zero)),
      arrived(arrived_below(closed, zero)),
      runs(settings.integer("runs")) {
  std::size_t points = 1;
  bool whole = true;
  const auto epochs = static_cast<std::size_t>(settings.integer("epochs"));
  for (const Racer& racer : result.racers) {
    for (const Trial& trial : racer.trials) {
      points = std::max(points, trial.errors.size());
      whole = whole && (trial.lost || trial.errors.size() == epochs + 1);
    }
  }
  last = points - 1;
  const int at = values.integer("at");
  front = std::min(static_cast<double>(last), static_cast<double>(epochs) * at / kFilm);
  epoch = static_cast<std::size_t>(front);
  over = whole && at == kFilm;
  std::vector<Course> all = courses_of(result);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (values.is_on(switch_of(k))) courses.push_back(std::move(all[k]));
  }
  if (times.size() > 1 && times[1] > 0) time = duration(times[1] / 1000 / runs);
}

std::size_t run_count(const Reading& reading) {
  std::size_t count = 0;
  for (const Course& course : reading.courses) count += course.reached.size();
  return count;
}

std::size_t arrived_count(const Reading& reading) {
  std::size_t count = 0;
  for (const Course& course : reading.courses) count += course.arrived(reading.epoch);
  return count;
}

std::size_t lower_count(const Reading& reading) {
  constexpr double kClearly = 1.5;
  const Result& result = reading.result;
  std::size_t count = 0;
  for (const Course& course : reading.courses) {
    if (reading.epoch >= course.points()) continue;
    const std::vector<double> errors = course.of_runs(reading.epoch);
    const std::size_t known = std::min({errors.size(), result.closed.size(), result.zero.size()});
    for (std::size_t run = 0; run < known; ++run) {
      const double closed = result.closed[run];
      if (closed > kNothing * result.zero[run] && kClearly * errors[run] < closed) ++count;
    }
  }
  return count;
}

std::vector<const Course*> leaders(const Reading& reading) {
  const std::size_t epoch = reading.epoch;
  const Course* best = nullptr;
  for (const Course& course : reading.courses) {
    if (epoch < course.points() && (!best || course.median[epoch] < best->median[epoch])) best = &course;
  }
  const auto is_as_close = [&](const Course& course) {
    constexpr double kNear = 1.1;
    const double least = best->median[epoch], median = course.median[epoch];
    if (number(median) == number(least)) return true;
    if (reading.runs == 1 || median > kNear * least) return false;
    std::vector<double> ratios = course.of_runs(epoch);
    std::ranges::transform(ratios, best->of_runs(epoch), ratios.begin(), std::divides());
    const Mean mean = mean_of(ratios, Average::decades);
    return decades(1, mean.value) <= 2 * mean.error;
  };
  double most = 0;
  for (const Course& course : reading.courses)
    if (epoch < course.points() && (&course == best || is_as_close(course)))
      most = std::max(most, course.median[epoch]);
  std::vector<const Course*> leaders;
  for (const Course& course : reading.courses)
    if (epoch < course.points() && course.median[epoch] <= most) leaders.push_back(&course);
  return leaders;
}

std::vector<Reach> reaches(const Reading& reading) {
  const Result& result = reading.result;
  const auto share = [&](const Course& course, std::vector<double> Trial::* errors, const std::vector<double>& zero) {
    std::vector<double> shares = course.of_runs(reading.epoch, errors);
    std::ranges::transform(shares, zero, shares.begin(), std::divides());
    return median_of(shares);
  };
  const bool certified = certified_count(result) == result.lambda_min.size();
  std::vector<Reach> all;
  for (const Course& course : reading.courses) {
    if (reading.epoch >= course.elsewhere.size() || result.zero_elsewhere.size() < course.reached.size()) continue;
    all.push_back({&course, share(course, &Trial::errors, result.zero),
                   share(course, &Trial::elsewhere, result.zero_elsewhere), certified});
  }
  return all;
}

std::vector<Reach> told_reaches(const Reading& reading) {
  const std::vector<Reach> all = reaches(reading);
  for (const auto is_told : {&Reach::is_local, &Reach::has_learned}) {
    std::vector<Reach> told;
    std::ranges::copy_if(all, std::back_inserter(told), is_told);
    if (!told.empty()) return told;
  }
  if (all.empty()) return {};
  return {*std::ranges::min_element(all, {}, &Reach::here)};
}

std::optional<Reach> widest_reach(const Reading& reading) {
  const std::vector<Reach> told = told_reaches(reading);
  if (told.empty()) return std::nullopt;
  return *std::ranges::max_element(told, {}, &Reach::apart);
}

std::size_t certified_count(const Result& result) {
  return result.lambda_min.size() - static_cast<std::size_t>(std::ranges::count(result.lambda_min, 0));
}

std::optional<Luck> luckiest(const Reading& reading) {
  std::optional<Luck> widest;
  for (const Course& course : reading.courses) {
    if (reading.epoch >= course.points() || course.of_runs(0).size() < 2) continue;
    const auto [best, worst] = std::ranges::minmax(course.of_runs(reading.epoch));
    const double floor = alike(reading);
    const double ratio = std::max(worst, floor) / std::max(best, floor);
    if (!widest || ratio > widest->ratio) widest = {&course, best, worst, ratio};
  }
  return widest;
}

std::string epochs_text(std::size_t epochs) { return counted("%1 epoch", "%1 epochs", epochs); }

std::string error_text(double error, Average average) {
  const std::string value = number(error, 2);
  return average == Average::decades ? counted("%1 decade", "%1 decades", error, value) : value;
}

std::string shared_protocol(const Values& settings) {
  if (is_memory(settings)) return tr("keys, values and question of its figure 2, and one head to be found");
  return tr(
      "Adam, 10 % warm-up, half a cosine down to 1 %, gradients clipped at 5, every token asks and sees the past, "
      "mean over heads");
}

std::string own_protocol(const Values& settings) {
  std::string words;
  for (const PaperSize& paper : paper_sizes(settings)) {
    const double ours = settings.number(paper.id);
    if (ours != paper.value) words += tr(paper.comparison, number(ours), number(paper.value)) + ", ";
  }
  if (is_memory(settings)) {
    if (const double share = settings.number("share"); share > 0.05)
      words += tr("Gaussian share %1 (0 to %2)", number(share), number(0.05)) + ", ";
    words += std::string(tr("descent as for a random layer")) + ", ";
  }
  return words + std::string(tr("64-bit numbers (32)"));
}

}  // namespace figures::head_race
