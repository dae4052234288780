// What figure "head_race" says to readers who cannot see the picture.
#include <algorithm>
#include <cmath>

#include "figures/head_race/reading.hpp"
#include "figures/rows.hpp"

namespace figures::head_race {
namespace {

// --- Title ----------------------------------------------------------------------------------------------------------

bool is_over(const Reading& reading) {
  return std::ranges::all_of(reading.courses, [&](const Course& course) {
    return course.lost > 0 || std::ssize(course.mean) == reading.settings.integer("epochs") + 1;
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

std::string epochs_words(double epochs) { return counted("%1 epoch", "%1 epochs", epochs); }
std::string decades_words(double decades) { return counted("%1 decade", "%1 decades", decades); }

// The first epoch from which the mean stays below a bound to the end; the last where it does not.
double first_within(const Course& course, double bound) {
  std::size_t epoch = course.points() - 1;
  while (epoch > 0 && course.mean[epoch - 1] <= bound) --epoch;
  return course.epochs[epoch];
}

// "24 decades" above it, of one head where it is in the race and did not come down; else empty.
std::string straggler(const Reading& reading, const Course& first) {
  for (const Course& course : reading.courses) {
    const Entry& entry = course.racer->entry;
    if (&course == &first || entry.own || entry.full || entry.layers > 1 || entry.heads > 1 || course.points() == 0)
      continue;
    const double above = std::round(decades(reading.closed, course.mean.back()));
    if (above >= 1) return decades_words(above);
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

std::string title_of(const Reading& reading) {
  if (reading.courses.empty()) return tr("Nobody runs against the closed form");
  const Course* first = leader(reading, reading.last);
  if (!first) return tr("The race begins");
  const TitleName name = title_name(first->racer->entry);
  const double epoch = first->epochs[reading.last];
  if (!is_over(reading)) {
    const std::string all = whole(reading.settings.number("epochs"));
    return name.singular ? tr("Epoch %1 of %2: %3 leads", whole(epoch), all, tr(name.inside))
                         : tr("Epoch %1 of %2: %3 lead", whole(epoch), all, tr(name.inside));
  }
  const double above = decades(reading.closed, first->mean[reading.last]);
  if (above < 1) {
    return reached_title(name, epochs_words(first_within(*first, 10 * reading.closed)), straggler(reading, *first));
  }
  return missed_title(name, reading.courses.size() == 1, decades_words(std::round(above)), epochs_words(epoch));
}

// --- Sentence -------------------------------------------------------------------------------------------------------

// "0.003, the mean of 6 runs".
std::string closed_error(const Reading& reading) {
  const std::string error = number(reading.closed);
  if (reading.runs == 1 || has_one_task(reading.settings)) return error;
  return reading.average == Average::decades ? tr("%1, the mean decade of %2 runs", error, whole(reading.runs))
                                             : tr("%1, the mean of %2 runs", error, whole(reading.runs));
}

std::string closed_sentence(const Reading& reading, const std::string& time) {
  const std::string N = whole(reading.settings.number("N"));
  const std::string error = closed_error(reading);
  return time.empty()
             ? tr("Least squares on the same %1 sequences has a test error of %2.", N, error)
             : tr("Least squares on the same %1 sequences has a test error of %2, after %3 each.", N, error, time);
}

std::string leader_sentence(const Reading& reading) {
  const std::size_t epoch = reading.epoch;
  const Course* first = leader(reading, epoch);
  if (!first) return "";
  const std::string name = long_name(first->racer->entry);
  const std::string at = whole(first->epochs[epoch]);
  const std::string mean = number(first->mean[epoch]);
  if (reading.runs == 1) return tr("Of descent, %1 came closest by epoch %2: %3.", name, at, mean);
  return tr("Of descent, %1 came closest by epoch %2: %3 with a standard error of %4.", name, at, mean,
            error_text(first->error[epoch], reading.average));
}

std::string luck_sentence(const Reading& reading) {
  const auto widest = luckiest(reading);
  if (!widest) return "";
  return tr("Luck counts most for %1: from %2 to %3 between its runs.", long_name(widest->course->racer->entry),
            number(widest->best, 2), number(widest->worst, 2));
}

std::string lost_sentence(const Reading& reading) {
  std::string words;
  for (const Course& course : reading.courses) {
    if (course.lost == 0) continue;
    words = passage({words, tr("%1 left the finite numbers in %2, first after epoch %3: choose a smaller learning "
                               "rate.",
                               first_name(course.racer->entry), counted("%1 run", "%1 runs", course.lost),
                               whole(*course.lost_at))});
  }
  return words;
}

std::string sentence_of(const Reading& reading, const std::string& time) {
  if (reading.result.closed.empty()) return tr("Data are drawn and the closed form is computed.");
  const std::string_view none =
      reading.courses.empty() ? tr("Switch on a model to let descent run against it.") : std::string_view();
  return passage(
      {closed_sentence(reading, time), none, leader_sentence(reading), luck_sentence(reading), lost_sentence(reading)});
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

void add_setting(Rows& rows, const Reading& reading, const std::string& time) {
  const Result& result = reading.result;
  rows(tr("As in the paper"), shared_protocol());
  rows(tr("Different here"), own_protocol(reading.settings));
  rows(tr("Runs"), reading.runs);
  rows(tr("What differs between runs"),
       has_one_task(reading.settings) ? tr("start and order of the data") : tr("task, data and start"));
  rows(tr("Ours in the full model"),
       tr("tokens embedded in %1 numbers, a perceptron of %2 hidden units", whole(kFullWidth), whole(4 * kFullWidth)));
  rows(tr("Fresh sequences measured on"), kFresh);
  add_means(rows, mean_names(tr("Error of answering 0")), result.zero);
  add_means(rows, mean_names(tr("Closed form")), result.closed);
  rows(tr("Closed form: each run"), list_of(result.closed));
  rows(tr("Closed form: distance of its coefficients from the true ones, each run"), list_of(result.distance));
  if (result.minimum_norm) rows(tr("Closed form"), tr("the data leave coefficients open; the smallest were taken"));
  if (!time.empty()) rows(tr("Closed form: time of a run"), time);
}

void add_course(Rows& rows, const Course& course, std::size_t epoch) {
  const std::string name = first_name(course.racer->entry);
  rows(tr("%1: learning rate", name), course.racer->entry.rate);
  if (course.lost > 0) rows(tr("%1: runs that left the finite numbers", name), course.lost);
  if (epoch >= course.points()) return;
  const std::vector<double> each = course.of_runs(epoch);
  const std::string at = whole(course.epochs[epoch]);
  add_means(rows, mean_names(name, at), each);
  rows(tr("%1: epoch %2, each run", name, at), list_of(each));
  std::vector<double> refolded;
  for (const Trial& trial : course.racer->trials) {
    if (trial.refolded != kNoRefolding) refolded.push_back(trial.refolded);
  }
  if (refolded.size() == each.size())
    rows(tr("%1: last errors again, by folded coefficients", name), list_of(refolded));
}

// The curves themselves, at eleven epochs or fewer.
void add_curves(Rows& rows, const Reading& reading) {
  const int epochs = reading.settings.integer("epochs");
  for (int tenth = 0; tenth <= 10; ++tenth) {
    const int epoch = epochs * tenth / 10;
    if (tenth > 0 && epochs * (tenth - 1) / 10 == epoch) continue;
    for (const Course& course : reading.courses) {
      if (epoch >= std::ssize(course.mean)) continue;
      rows(tr("Drawn after %1, %2", epochs_words(epoch), long_name(course.racer->entry)),
           course.mean[static_cast<std::size_t>(epoch)]);
    }
  }
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const Reading reading(result, context.settings, context.values);
  const std::string time = solving_time(reading, context.times);
  Description description{.title = title_of(reading), .sentence = sentence_of(reading, time), .table = {}};
  Rows rows(description.table);
  add_setting(rows, reading, time);
  if (context.times.size() > 2) rows(tr("Time: all descent"), duration(context.times[2] / 1000));
  for (const Course& course : reading.courses) add_course(rows, course, reading.epoch);
  add_curves(rows, reading);
  return description;
}

}  // namespace figures::head_race
