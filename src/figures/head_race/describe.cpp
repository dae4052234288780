// What figure "head_race" says to who cannot see it.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/head_race/entries.hpp"
#include "figures/head_race/protocol.hpp"
#include "figures/head_race/reading.hpp"
#include "figures/head_race/work.hpp"
#include "figures/table.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::head_race {
namespace {

double real(std::size_t value) { return static_cast<double>(value); }

bool is_over(const Result& result, const std::vector<Course>& courses) {
  return !courses.empty() && std::ranges::all_of(courses, [&](const Course& course) {
    return course.lost > 0 || std::ssize(course.mean) == result.epochs + 1;
  });
}

// "sixteen heads", "the full transformer", to go on with and to begin with.
struct TitleName {
  Phrase inside, first;
  bool singular = false;
};

TitleName title_name(const Entry& entry) {
  if (entry.own) return {Phrase("your own model"), Phrase("Your own model"), true};
  if (entry.full) return {Phrase("the full transformer"), Phrase("The full transformer"), true};
  if (entry.layers == 2) return {Phrase("two layers"), Phrase("Two layers")};
  if (entry.layers > 1) return {Phrase("four layers"), Phrase("Four layers")};
  switch (entry.heads) {
    case 1: return {Phrase("one head"), Phrase("One head"), true};
    case 2: return {Phrase("two heads"), Phrase("Two heads")};
    case 4: return {Phrase("four heads"), Phrase("Four heads")};
    case 8: return {Phrase("eight heads"), Phrase("Eight heads")};
    default: return {Phrase("sixteen heads"), Phrase("Sixteen heads")};
  }
}

// The first epoch from which the mean stays below a bound to the end; the last where it does not.
std::size_t first_within(const Course& course, double bound) {
  std::size_t epoch = course.points() - 1;
  while (epoch > 0 && course.mean[epoch - 1] <= bound) --epoch;
  return epoch;
}

// "24 decades" above it, of one head where it is in the race and did not come down; else empty.
std::string straggler(const std::vector<Course>& courses, std::size_t first, double closed) {
  for (std::size_t k = 0; k < courses.size(); ++k) {
    const Entry& entry = courses[k].racer->entry;
    if (k == first || entry.own || entry.full || entry.layers > 1 || entry.heads > 1 || courses[k].points() == 0)
      continue;
    const double above = std::round(decades(closed, courses[k].mean.back()));
    if (above >= 1) return counted("%1 decade", "%1 decades", above);
  }
  return "";
}

std::string reached_title(const TitleName& name, const std::string& epochs, const std::string& behind) {
  const Localized who = tr(name.first);
  if (behind.empty()) {
    return name.singular ? tr("%1 reaches the closed form after %2", who, epochs)
                         : tr("%1 reach the closed form after %2", who, epochs);
  }
  return name.singular ? tr("%1 reaches the closed form after %2; one head ends %3 above", who, epochs, behind)
                       : tr("%1 reach the closed form after %2; one head ends %3 above", who, epochs, behind);
}

std::string missed_title(const TitleName& name, bool alone, const std::string& above, const std::string& epochs) {
  if (alone) {
    return name.singular ? tr("%1 ends %2 above the closed form after %3", tr(name.first), above, epochs)
                         : tr("%1 end %2 above the closed form after %3", tr(name.first), above, epochs);
  }
  return name.singular ? tr("Even %1 ends %2 above the closed form after %3", tr(name.inside), above, epochs)
                       : tr("Even %1 end %2 above the closed form after %3", tr(name.inside), above, epochs);
}

std::string title_of(const Result& result, const std::vector<Course>& courses, Average average) {
  if (courses.empty()) return tr("Nobody runs against the closed form");
  const std::size_t last = last_epoch(courses);
  const auto first = leader(courses, last);
  if (!first) return tr("The race begins");
  const TitleName name = title_name(courses[*first].racer->entry);
  if (!is_over(result, courses)) {
    const std::string epoch = whole(real(last));
    return name.singular ? tr("Epoch %1 of %2: %3 leads", epoch, whole(result.epochs), tr(name.inside))
                         : tr("Epoch %1 of %2: %3 lead", epoch, whole(result.epochs), tr(name.inside));
  }
  const double closed = mean_of(result.closed, average).value;
  const double above = decades(closed, courses[*first].mean[last]);
  if (above < 1) {
    const std::size_t reached = first_within(courses[*first], 10 * closed);
    return reached_title(name, counted("%1 epoch", "%1 epochs", real(reached)), straggler(courses, *first, closed));
  }
  return missed_title(name, courses.size() == 1, counted("%1 decade", "%1 decades", std::round(above)),
                      counted("%1 epoch", "%1 epochs", real(last)));
}

// --- Sentence -------------------------------------------------------------------------------------------------------

// "0.003, the mean of 6 runs".
std::string closed_error(const Result& result, Average average) {
  const std::string error = number(mean_of(result.closed, average).value);
  if (result.runs == 1 || result.one_task) return error;
  return average == Average::decades ? tr("%1, the mean decade of %2 runs", error, whole(result.runs))
                                     : tr("%1, the mean of %2 runs", error, whole(result.runs));
}

std::string closed_sentence(const Result& result, Average average, std::span<const double> times) {
  const std::string error = closed_error(result, average);
  const std::string time = solving_time(result, times);
  return time.empty() ? tr("Least squares on the same %1 sequences has a test error of %2.", whole(result.N), error)
                      : tr("Least squares on the same %1 sequences has a test error of %2, after %3 each.",
                           whole(result.N), error, time);
}

std::string leader_sentence(const Result& result, const std::vector<Course>& courses, std::size_t epoch,
                            Average average) {
  const auto first = leader(courses, epoch);
  if (!first) return "";
  const Course& course = courses[*first];
  const std::string name = long_name(course.racer->entry);
  const std::string mean = number(course.mean[epoch]);
  if (result.runs <= 1) return tr("Of descent, %1 came closest by epoch %2: %3.", name, whole(real(epoch)), mean);
  return tr("Of descent, %1 came closest by epoch %2: %3 with a standard error of %4.", name, whole(real(epoch)), mean,
            error_text(course.error[epoch], average));
}

std::string luck_sentence(const std::vector<Course>& courses, std::size_t epoch) {
  const auto widest = luckiest(courses, epoch);
  if (!widest) return "";
  const Spread spread = spread_of(courses[*widest], epoch);
  return tr("Luck counts most for %1: from %2 to %3 between its runs.", long_name(courses[*widest].racer->entry),
            number(spread.best, 2), number(spread.worst, 2));
}

std::string lost_sentence(const std::vector<Course>& courses) {
  std::string words;
  for (const Course& course : courses) {
    if (course.lost == 0) continue;
    words = passage({words, tr("%1 left the finite numbers in %2, first after epoch %3: choose a smaller learning "
                               "rate.",
                               first_name(course.racer->entry), counted("%1 run", "%1 runs", course.lost),
                               whole(*course.lost_at))});
  }
  return words;
}

std::string sentence_of(const Result& result, const std::vector<Course>& courses, std::size_t epoch, Average average,
                        std::span<const double> times) {
  if (result.closed.empty()) return tr("Data are drawn and the closed form is computed.");
  const std::string_view none =
      courses.empty() ? tr("Switch on a model to let descent run against it.") : std::string_view();
  return passage({closed_sentence(result, average, times), none, leader_sentence(result, courses, epoch, average),
                  luck_sentence(courses, epoch), lost_sentence(courses)});
}

// --- Table ----------------------------------------------------------------------------------------------------------

std::string list_of(std::span<const double> values) {
  std::string words;
  for (const double value : values) words += (words.empty() ? "" : ", ") + number(value);
  return words;
}

struct MeanNames {
  std::string mean, error, decade, decade_error;
};

MeanNames mean_names(std::string_view what) {
  return {tr("%1: mean error", what), tr("%1: standard error", what), tr("%1: mean decade", what),
          tr("%1: standard error of that", what)};
}

MeanNames mean_names(std::string_view what, std::string_view epoch) {
  return {tr("%1: epoch %2, mean error", what, epoch), tr("%1: epoch %2, standard error", what, epoch),
          tr("%1: epoch %2, mean decade", what, epoch), tr("%1: epoch %2, standard error of that", what, epoch)};
}

// Both means, whichever is drawn.
void add_means(Rows& rows, const MeanNames& names, std::span<const double> errors) {
  const Mean plain = mean_of(errors, Average::errors);
  rows(names.mean, plain.value);
  if (errors.size() == 1) return;
  rows(names.error, plain.error);
  const Mean typical = mean_of(errors, Average::decades);
  rows(names.decade, typical.value);
  rows(names.decade_error, error_text(typical.error, Average::decades));
}

void add_setting(Rows& rows, const Result& result, std::span<const double> times) {
  rows(tr("As in the paper"), shared_protocol());
  rows(tr("Different here"), own_protocol(result));
  rows(tr("Runs"), result.runs);
  rows(tr("What differs between runs"),
       result.one_task ? tr("start and order of the data") : tr("task, data and start"));
  rows(tr("Ours in the full model"),
       tr("tokens embedded in %1 numbers, a perceptron of %2 hidden units", whole(kFullWidth), whole(4 * kFullWidth)));
  rows(tr("Fresh sequences measured on"), result.fresh);
  add_means(rows, mean_names(tr("Error of answering 0")), result.zero);
  add_means(rows, mean_names(tr("Closed form")), result.closed);
  rows(tr("Closed form: each run"), list_of(result.closed));
  rows(tr("Closed form: distance of its coefficients from the true ones, each run"), list_of(result.distance));
  if (result.minimum_norm) rows(tr("Closed form"), tr("the data leave coefficients open; the smallest were taken"));
  if (const std::string time = solving_time(result, times); !time.empty()) rows(tr("Closed form: time of a run"), time);
  if (times.size() > 2) rows(tr("Time: all descent"), duration(times[2] / 1000));
}

void add_course(Rows& rows, const Course& course, std::size_t epoch) {
  const std::string name = first_name(course.racer->entry);
  rows(tr("%1: learning rate", name), course.racer->entry.rate);
  if (course.lost > 0) rows(tr("%1: runs that left the finite numbers", name), course.lost);
  if (epoch >= course.points()) return;
  std::vector<double> each;
  std::vector<double> refolded;
  for (std::size_t run = 0; run < course.racer->trials.size(); ++run) {
    each.push_back(course.of_run(run, epoch));
    if (const double error = course.racer->trials[run].refolded; error != kNoRefolding) refolded.push_back(error);
  }
  const std::string at = whole(real(epoch));
  add_means(rows, mean_names(name, at), each);
  rows(tr("%1: epoch %2, each run", name, at), list_of(each));
  if (refolded.size() == each.size())
    rows(tr("%1: last errors again, by folded coefficients", name), list_of(refolded));
}

// The curves themselves, at eleven epochs.
void add_curves(Rows& rows, const Result& result, const std::vector<Course>& courses) {
  for (int tenth = 0; tenth <= 10; ++tenth) {
    const auto epoch = static_cast<std::size_t>(result.epochs * tenth / 10);
    for (const Course& course : courses) {
      if (epoch >= course.points() || (tenth > 0 && result.epochs * (tenth - 1) / 10 == result.epochs * tenth / 10))
        continue;
      rows(tr("Drawn after %1, %2", counted("%1 epoch", "%1 epochs", real(epoch)), long_name(course.racer->entry)),
           course.mean[epoch]);
    }
  }
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const Average average = average_of(context.values);
  const std::vector<Course> courses = courses_of(result, average);
  const std::size_t epoch = shown_epoch(courses, context.values);
  Table table;
  Rows rows(table);
  add_setting(rows, result, context.times);
  for (const Course& course : courses) add_course(rows, course, epoch);
  add_curves(rows, result, courses);
  return {.title = title_of(result, courses, average),
          .sentence = sentence_of(result, courses, epoch, average, context.times),
          .table = std::move(table)};
}

}  // namespace figures::head_race
