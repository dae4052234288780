// What figure "head_race" says to readers who cannot see the picture.
#include "figures/head_race/head_race.hpp"

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
    if (above >= 1) return decades_text(above);
  }
  return "";
}

std::string title_of(const Reading& reading) {
  if (reading.courses.empty()) return tr("Nobody runs against the closed form");
  const Course* first = leader(reading, reading.last);
  if (!first) return tr("The race begins");
  const TitleName name = title_name(first->racer->entry);
  const auto said = [&](Phrase of_one, Phrase of_many, const auto&... values) {
    return tr(name.singular ? of_one : of_many, values...);
  };
  if (!is_over(reading)) {
    return said(Phrase("Epoch %1 of %2: %3 leads"), Phrase("Epoch %1 of %2: %3 lead"), whole(reading.last),
                whole(reading.settings.number("epochs")), tr(name.inside));
  }
  const double above = decades(reading.closed, first->mean[reading.last]);
  if (above < 1) {
    const std::string epochs = epochs_text(first_within(*first, 10 * reading.closed));
    const std::string behind = straggler(reading, *first);
    return behind.empty() ? said(Phrase("%1 reaches the closed form after %2"),
                                 Phrase("%1 reach the closed form after %2"), tr(name.first), epochs)
                          : said(Phrase("%1 reaches the closed form after %2; one head ends %3 above"),
                                 Phrase("%1 reach the closed form after %2; one head ends %3 above"), tr(name.first),
                                 epochs, behind);
  }
  const std::string epochs = epochs_text(first->epochs[reading.last]);
  return reading.courses.size() == 1
             ? said(Phrase("%1 ends %2 above the closed form after %3"),
                    Phrase("%1 end %2 above the closed form after %3"), tr(name.first), decades_text(above), epochs)
             : said(Phrase("Even %1 ends %2 above the closed form after %3"),
                    Phrase("Even %1 end %2 above the closed form after %3"), tr(name.inside), decades_text(above),
                    epochs);
}

// --- Sentence -------------------------------------------------------------------------------------------------------

// "0.003, the mean of 6 runs".
std::string closed_error(const Reading& reading) {
  const std::string error = number(reading.closed);
  if (reading.runs == 1 || has_one_task(reading.settings)) return error;
  return reading.average == Average::decades ? tr("%1, the mean decade of %2 runs", error, whole(reading.runs))
                                             : tr("%1, the mean of %2 runs", error, whole(reading.runs));
}

std::string closed_sentence(const Reading& reading) {
  const std::string N = whole(reading.settings.number("N"));
  const std::string error = closed_error(reading);
  if (reading.time.empty()) return tr("Least squares on the same %1 sequences has a test error of %2.", N, error);
  return tr("Least squares on the same %1 sequences has a test error of %2, after %3 each.", N, error, reading.time);
}

std::string leader_sentence(const Reading& reading) {
  const std::size_t epoch = reading.epoch;
  const Course* first = leader(reading, epoch);
  if (!first) return "";
  const std::string name = long_name(first->racer->entry);
  const std::string at = whole(epoch);
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

std::string sentence_of(const Reading& reading) {
  if (reading.result.closed.empty()) return tr("Data are drawn and the closed form is computed.");
  const std::string_view none =
      reading.courses.empty() ? tr("Switch on a model to let descent run against it.") : std::string_view();
  return passage(
      {closed_sentence(reading), none, leader_sentence(reading), luck_sentence(reading), lost_sentence(reading)});
}

// --- Table ----------------------------------------------------------------------------------------------------------

std::string list_of(std::span<const double> values) {
  return listed(values, ", ", [](double value) { return number(value); });
}

// Both means, whichever is drawn: mean, standard error, mean decade, standard error of that. `names` has places for
// `what` and `epoch`.
void add_means(Rows& rows, std::span<const double> errors, const std::array<Phrase, 4>& names, std::string_view what,
               std::string_view epoch = "") {
  const Mean plain = mean_of(errors, Average::errors);
  rows(tr(names[0], what, epoch), plain.value);
  if (errors.size() == 1) return;
  rows(tr(names[1], what, epoch), plain.error);
  const Mean typical = mean_of(errors, Average::decades);
  rows(tr(names[2], what, epoch), typical.value);
  rows(tr(names[3], what, epoch), error_text(typical.error, Average::decades));
}

void add_setting(Rows& rows, const Reading& reading) {
  const Result& result = reading.result;
  rows(tr("As in the paper"), shared_protocol());
  rows(tr("Different here"), own_protocol(reading.settings));
  rows(tr("Runs"), reading.runs);
  rows(tr("What differs between runs"),
       has_one_task(reading.settings) ? tr("start and order of the data") : tr("task, data and start"));
  rows(tr("Ours in the full model"),
       tr("tokens embedded in %1 numbers, a perceptron of %2 hidden units", whole(kFullWidth), whole(4 * kFullWidth)));
  rows(tr("Fresh sequences measured on"), kFresh);
  constexpr std::array kNames = {Phrase("%1: mean error"), Phrase("%1: standard error"), Phrase("%1: mean decade"),
                                 Phrase("%1: standard error of that")};
  add_means(rows, result.zero, kNames, tr("Error of answering 0"));
  add_means(rows, result.closed, kNames, tr("Closed form"));
  rows(tr("Closed form: each run"), list_of(result.closed));
  rows(tr("Closed form: distance of its coefficients from the true ones, each run"), list_of(result.distance));
  if (result.minimum_norm) rows(tr("Closed form"), tr("the data leave coefficients open; the smallest were taken"));
  if (!reading.time.empty()) rows(tr("Closed form: time of a run"), reading.time);
}

void add_course(Rows& rows, const Course& course, std::size_t epoch) {
  const std::string name = first_name(course.racer->entry);
  rows(tr("%1: learning rate", name), course.racer->entry.rate);
  if (course.lost > 0) rows(tr("%1: runs that left the finite numbers", name), course.lost);
  if (epoch >= course.points()) return;
  const std::vector<double> each = course.of_runs(epoch);
  const std::string at = whole(epoch);
  constexpr std::array kNames = {Phrase("%1: epoch %2, mean error"), Phrase("%1: epoch %2, standard error"),
                                 Phrase("%1: epoch %2, mean decade"), Phrase("%1: epoch %2, standard error of that")};
  add_means(rows, each, kNames, name, at);
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
      rows(tr("Drawn after %1, %2", epochs_text(epoch), long_name(course.racer->entry)),
           course.mean[static_cast<std::size_t>(epoch)]);
    }
  }
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const Reading reading(result, context.settings, context.values, context.times);
  Description description{.title = title_of(reading), .sentence = sentence_of(reading), .table = {}};
  Rows rows(description.table);
  add_setting(rows, reading);
  for (const Course& course : reading.courses) add_course(rows, course, reading.epoch);
  add_curves(rows, reading);
  return description;
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id != "epoch") return "";
  return whole(Reading(result, context.settings, context.values, context.times).epoch);
}

}  // namespace figures::head_race
