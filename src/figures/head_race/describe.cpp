// What figure "head_race" says to who cannot see it.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/head_race/entries.hpp"
#include "figures/head_race/protocol.hpp"
#include "figures/head_race/reading.hpp"
#include "figures/head_race/work.hpp"
#include "figures/rows.hpp"
#include "plot/number.hpp"

namespace figures::head_race {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

using Result = HeadRaceResult;

double real(std::size_t value) { return static_cast<double>(value); }

bool is_over(const Result& result, const std::vector<Course>& courses) {
  return !courses.empty() && std::ranges::all_of(courses, [&](const Course& course) {
    return course.lost > 0 || std::ssize(course.mean) == result.epochs + 1;
  });
}

// "sixteen heads", "the full transformer", to begin or go on with.
std::string title_name(const Entry& entry) {
  if (entry.own) return "your own model";
  if (entry.full) return "the full transformer";
  if (entry.layers > 1) return entry.layers == 2 ? "two layers" : "four layers";
  switch (entry.heads) {
    case 1: return "one head";
    case 2: return "two heads";
    case 4: return "four heads";
    case 8: return "eight heads";
    default: return "sixteen heads";
  }
}

bool is_singular(const Entry& entry) { return entry.own || entry.full || (entry.layers == 1 && entry.heads == 1); }

std::string upper(std::string words) {
  if (words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

// The first epoch from which the mean stays below a bound to the end; the last where it does not.
std::size_t first_within(const Course& course, double bound) {
  std::size_t epoch = course.points() - 1;
  while (epoch > 0 && course.mean[epoch - 1] <= bound) --epoch;
  return epoch;
}

// "; one head ends 24 decades above it", of one head where it is in the race and did not come down.
std::string straggler(const std::vector<Course>& courses, std::size_t first, double closed) {
  for (std::size_t k = 0; k < courses.size(); ++k) {
    const Entry& entry = courses[k].racer->entry;
    if (k == first || entry.own || entry.full || entry.layers > 1 || entry.heads > 1 || courses[k].points() == 0)
      continue;
    const double above = std::round(decades(closed, courses[k].mean.back()));
    if (above >= 1) return "; one head ends " + counted(above, "decade", "decades") + " above";
  }
  return "";
}

std::string title_of(const Result& result, const std::vector<Course>& courses, Average average) {
  if (courses.empty()) return "Nobody runs against the closed form";
  const std::size_t last = last_epoch(courses);
  const auto first = leader(courses, last);
  if (!first) return "The race begins";
  const Entry& entry = courses[*first].racer->entry;
  const std::string name = title_name(entry);
  if (!is_over(result, courses)) {
    return "Epoch " + whole(real(last)) + " of " + whole(result.epochs) + ": " + name +
           (is_singular(entry) ? " leads" : " lead");
  }
  const double closed = mean_of(result.closed, average).value;
  const std::string verb = is_singular(entry) ? "s " : " ";
  if (const auto reached = first_within(courses[*first], 10 * closed);
      decades(closed, courses[*first].mean[last]) < 1) {
    return upper(name) + " reach" + (is_singular(entry) ? "es" : "") + " the closed form after " +
           counted(real(reached), "epoch", "epochs") + straggler(courses, *first, closed);
  }
  const double above = std::round(decades(closed, courses[*first].mean[last]));
  const std::string start = courses.size() > 1 ? "Even " + name : upper(name);
  return start + " end" + verb + counted(above, "decade", "decades") + " above the closed form after " +
         counted(real(last), "epoch", "epochs");
}

// --- Sentence -------------------------------------------------------------------------------------------------------

std::string in_runs(const Result& result, Average average) {
  if (result.runs == 1 || result.one_task) return "";
  return std::string(average == Average::decades ? ", the mean decade of " : ", the mean of ") + whole(result.runs) +
         " runs";
}

std::string closed_sentence(const Result& result, Average average, std::span<const double> times) {
  std::string words = "Least squares on the same " + whole(result.N) + " sequences has a test error of " +
                      number(mean_of(result.closed, average).value) + in_runs(result, average);
  if (const std::string time = solving_time(result, times); !time.empty()) words += ", after " + time + " each";
  return words + ".";
}

std::string leader_sentence(const Result& result, const std::vector<Course>& courses, std::size_t epoch,
                            Average average) {
  const auto first = leader(courses, epoch);
  if (!first) return "";
  const Course& course = courses[*first];
  std::string words = " Of descent, " + long_name(course.racer->entry) + " came closest by epoch " +
                      whole(real(epoch)) + ": " + number(course.mean[epoch]);
  if (result.runs > 1) words += " with a standard error of " + error_text(course.error[epoch], average);
  return words + ".";
}

std::string luck_sentence(const std::vector<Course>& courses, std::size_t epoch) {
  const auto widest = luckiest(courses, epoch);
  if (!widest) return "";
  const Spread spread = spread_of(courses[*widest], epoch);
  return " Luck counts most for " + long_name(courses[*widest].racer->entry) + ": from " + number(spread.best, 2) +
         " to " + number(spread.worst, 2) + " between its runs.";
}

std::string lost_sentence(const std::vector<Course>& courses) {
  std::string words;
  for (const Course& course : courses) {
    if (course.lost == 0) continue;
    words += " " + upper(long_name(course.racer->entry)) + " left the finite numbers in " +
             counted(course.lost, "run", "runs") + ", first after epoch " + whole(*course.lost_at) +
             ": choose a smaller learning rate.";
  }
  return words;
}

std::string sentence_of(const Result& result, const std::vector<Course>& courses, std::size_t epoch, Average average,
                        std::span<const double> times) {
  if (result.closed.empty()) return "Data are drawn and the closed form is computed.";
  const std::string none = courses.empty() ? " Switch on a model to let descent run against it." : "";
  return closed_sentence(result, average, times) + none + leader_sentence(result, courses, epoch, average) +
         luck_sentence(courses, epoch) + lost_sentence(courses);
}

// --- Table ----------------------------------------------------------------------------------------------------------

;

std::string list_of(std::span<const double> values) {
  std::string words;
  for (const double value : values) words += (words.empty() ? "" : ", ") + number(value);
  return words;
}

// Both means, whichever is drawn.
void add_means(Rows& rows, const std::string& name, std::span<const double> errors) {
  const Mean plain = mean_of(errors, Average::errors);
  rows(name + "mean error", plain.value);
  if (errors.size() == 1) return;
  rows(name + "standard error", plain.error);
  const Mean typical = mean_of(errors, Average::decades);
  rows(name + "mean decade", typical.value);
  rows(name + "standard error of that", error_text(typical.error, Average::decades));
}

void add_setting(Rows& rows, const Result& result, std::span<const double> times) {
  rows("As in the paper", shared_protocol());
  rows("Different here", own_protocol(result));
  rows("Runs", result.runs);
  rows("What differs between runs", result.one_task ? "start and order of the data" : "task, data and start");
  rows("Ours in the full model", "tokens embedded in " + whole(kFullWidth) + " numbers, a perceptron of " +
                                     whole(4 * kFullWidth) + " hidden units");
  rows("Fresh sequences measured on", result.fresh);
  add_means(rows, "Error of answering 0: ", result.zero);
  add_means(rows, "Closed form: ", result.closed);
  rows("Closed form: each run", list_of(result.closed));
  rows("Closed form: distance of its coefficients from the true ones, each run", list_of(result.distance));
  if (result.minimum_norm) rows("Closed form", "the data leave coefficients open; the smallest were taken");
  if (const std::string time = solving_time(result, times); !time.empty()) rows("Closed form: time of a run", time);
  if (times.size() > 2) rows("Time: all descent", plot::duration(times[2] / 1000));
}

void add_course(Rows& rows, const Course& course, std::size_t epoch) {
  const std::string name = upper(long_name(course.racer->entry)) + ": ";
  rows(name + "learning rate", course.racer->entry.rate);
  if (course.lost > 0) rows(name + "runs that left the finite numbers", course.lost);
  if (epoch >= course.points()) return;
  const std::string at = name + "epoch " + whole(real(epoch)) + ", ";
  std::vector<double> each;
  std::vector<double> refolded;
  for (std::size_t run = 0; run < course.racer->trials.size(); ++run) {
    each.push_back(course.of_run(run, epoch));
    if (const double error = course.racer->trials[run].refolded; error != kNoRefolding) refolded.push_back(error);
  }
  add_means(rows, at, each);
  rows(at + "each run", list_of(each));
  if (refolded.size() == each.size()) rows(name + "last errors again, by folded coefficients", list_of(refolded));
}

// The curves themselves, at eleven epochs.
void add_curves(Rows& rows, const Result& result, const std::vector<Course>& courses) {
  for (int tenth = 0; tenth <= 10; ++tenth) {
    const auto epoch = static_cast<std::size_t>(result.epochs * tenth / 10);
    for (const Course& course : courses) {
      if (epoch >= course.points() || (tenth > 0 && result.epochs * (tenth - 1) / 10 == result.epochs * tenth / 10))
        continue;
      rows("Drawn after " + counted(real(epoch), "epoch", "epochs") + ", " + long_name(course.racer->entry),
           course.mean[epoch]);
    }
  }
}

}  // namespace

Description describe_head_race(const Result& result, const Values& values, std::span<const double> times) {
  const Average average = average_of(values);
  const std::vector<Course> courses = courses_of(result, average);
  const std::size_t epoch = shown_epoch(courses, values);
  Table table;
  Rows rows(table);
  add_setting(rows, result, times);
  for (const Course& course : courses) add_course(rows, course, epoch);
  add_curves(rows, result, courses);
  return {.title = title_of(result, courses, average),
          .sentence = sentence_of(result, courses, epoch, average, times),
          .table = std::move(table)};
}

}  // namespace figures::head_race
