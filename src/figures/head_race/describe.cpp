// What figure "head_race" says to readers who cannot see the picture.
#include "figures/head_race/head_race.hpp"

#include "figures/advice.hpp"

namespace figures::head_race {
namespace {

// --- Title ----------------------------------------------------------------------------------------------------------

// "1 head", "8 heads and 16 heads".
std::string names_of(std::span<const Course* const> courses) {
  std::vector<std::string> names;
  for (const Course* course : courses) names.push_back(long_name(course->racer->entry));
  return series(names);
}

// Of the associative memory, when the race is over: whether what was learned holds elsewhere. Empty where that says
// nothing clear.
std::string title_of_memory(const Reading& reading) {
  if (!has_elsewhere(reading.settings)) return "";
  const std::vector<Reach> told = told_reaches(reading);
  if (told.empty()) return "";
  if (told.front().is_local()) {
    const std::string names =
        told.size() == 1 ? first_name(told.front().course->racer->entry) : names_of(each_of(told, &Reach::course));
    return tr("%1 learned the data better than the rule", names);
  }
  if (!told.front().certified || !std::ranges::all_of(told, &Reach::is_everywhere)) return "";
  return tr("What descent learned from certified data holds for other questions too");
}

std::string title_of(const Reading& reading) {
  if (reading.courses.empty()) return tr("Every curve is hidden; the closed form needs none");
  const auto arrived = static_cast<double>(arrived_count(reading));
  if (reading.epoch == 0) return tr("The closed form is there before the first epoch; the race begins");
  if (reading.over) {
    if (const std::string title = title_of_memory(reading); !title.empty()) return title;
    if (const std::size_t lower = lower_count(reading); lower > 0)
      return counted("The closed form needs no luck, yet %1 run of descent comes lower",
                     "The closed form needs no luck, yet %1 runs of descent come lower", lower);
  }
  if (reading.closed >= reading.zero) return tr("Answering 0 does better here than the closed form");
  if (!reading.over)
    return arrived == 0
               ? tr("No run of descent has settled at the closed form yet")
               : counted("%1 run has settled at the closed form", "%1 runs have settled at the closed form", arrived);
  const std::size_t runs = run_count(reading);
  if (runs == 1)
    return arrived == 0 ? tr("The closed form needs no luck; the run of descent does not come about as low")
                        : tr("The closed form needs no luck; the run of descent comes about as low");
  if (arrived == 0) {
    return tr("The closed form needs no luck; of %1 of descent none comes about as low",
              counted("%1 run", "%1 runs", runs));
  }
  if (arrived == static_cast<double>(runs))
    return runs == 2 ? tr("The closed form needs no luck; both runs of descent come about as low")
                     : tr("The closed form needs no luck; all %1 runs of descent come about as low", whole(runs));
  return tr("The closed form needs no luck; of %1 of descent %2", counted("%1 run", "%1 runs", runs),
            counted("%1 comes about as low", "%1 come about as low", arrived));
}

// Where answering 0 is not much worse than the closed form, less than usual counts as about as low.
std::string low_sentence(const Reading& reading) {
  if (!reading.over || reading.courses.empty() || reading.closed >= reading.zero) return "";
  if (lower_count(reading) > 0 || !title_of_memory(reading).empty()) return "";  // the title says something else
  const Result& result = reading.result;
  int low = 0;
  for (std::size_t run = 0; run < result.closed.size(); ++run)
    low += as_low_factor(result.closed[run], result.zero[run]) < 0.999 * kAsLow ? 1 : 0;
  if (low == 0) return "";
  if (!has_one_task(reading.settings) && reading.runs > 1)
    return tr(
        "In %1 of %2 runs answering 0 is not much worse than the closed form; there less than usual counts as about as "
        "low.",
        whole(low), whole(reading.runs));
  return tr("Answering 0 has only %1 times the error of the closed form, so “about as low” is here up to %2 times.",
            number(reading.zero / reading.closed, 3), number(reading.arrived / reading.closed, 3));
}

// --- Sentence -------------------------------------------------------------------------------------------------------

// "0.003, the median of 5 runs".
std::string median_text(const Reading& reading, double median) {
  const std::string error = number(median);
  if (reading.runs == 1 || has_one_task(reading.settings)) return error;
  const std::string runs = whole(reading.runs);
  if (reading.runs % 2 == 1) return tr("%1, the median of %2 runs", error, runs);
  if (reading.runs == 2) return tr("%1, in powers of ten half way between the two runs", error);
  return tr("%1, in powers of ten half way between the middle two of %2 runs", error, runs);
}

std::string closed_sentence(const Reading& reading) {
  const Result& result = reading.result;
  const std::string N = whole(reading.settings.number("N"));
  const std::string error = median_text(reading, reading.closed);
  const bool is_open = result.minimum_norm && certified_count(result) == 0;
  const std::string_view open = !is_open                      ? std::string_view()
                                : is_memory(reading.settings) ? tr("They leave W open, and it takes the smallest.")
                                                              : tr("So few leave W open, and it takes the smallest.");
  const std::string elsewhere =
      !has_elsewhere(reading.settings) || result.closed_elsewhere.empty()
          ? ""
          : tr("On Gaussian questions its error is %1.", median_text(reading, median_of(result.closed_elsewhere)));
  const std::string told =
      reading.time.empty()
          ? tr("Least squares on the same %1 sequences has a test error of %2.", N, error)
          : tr("Least squares on the same %1 sequences has a test error of %2, after %3 each.", N, error, reading.time);
  return passage({told, open, elsewhere});
}

std::string certificate_sentence(const Reading& reading) {
  const Result& result = reading.result;
  if (result.lambda_min.empty()) return "";
  const std::size_t certified = certified_count(result);
  const bool one = has_one_task(reading.settings) || reading.runs == 1;
  if (certified == result.lambda_min.size()) {
    const std::string least = number(std::ranges::min(result.lambda_min), 2);
    return one ? tr("The data pass the certificate: λ_min = %1.", least)
               : tr("The data of every run pass the certificate: λ_min is %1 or more.", least);
  }
  const std::string unknowns = whole(unknowns_of(reading.settings));
  if (certified == 0) {
    const std::string rank = whole(std::ranges::max(result.rank));
    return one ? tr("The data do not pass the certificate: they see %1 of %2 directions, so λ_min = 0.", rank, unknowns)
               : tr("The data of no run pass the certificate: they see %1 of %2 directions at most.", rank, unknowns);
  }
  return tr(static_cast<int>(certified) + 1 == reading.runs
                ? Phrase("In %1 of %2 runs the data pass the certificate; in the other they leave W open.")
                : Phrase("In %1 of %2 runs the data pass the certificate; in the others they leave W open."),
            whole(certified), whole(reading.runs));
}

std::string elsewhere_sentence(const Reading& reading) {
  const auto widest = widest_reach(reading);
  if (!widest || reading.epoch == 0 || !has_elsewhere(reading.settings)) return "";
  const std::string epoch = whole(reading.epoch), name = long_name(widest->course->racer->entry);
  const std::string here = number(widest->here, 2), elsewhere = number(widest->elsewhere, 2);
  return reading.runs == 1
             ? tr("At epoch %1 the error of %2, over that of answering 0, is %3 on questions like the data, %4 on "
                  "Gaussian ones.",
                  epoch, name, here, elsewhere)
             : tr("At epoch %1 the median error of %2, over that of answering 0, is %3 on questions like the data, %4 "
                  "on Gaussian ones.",
                  epoch, name, here, elsewhere);
}

std::string leader_sentence(const Reading& reading) {
  const auto first = leaders(reading);
  if (first.empty() || reading.epoch == 0) return "";
  // Of models whose errors are all next to nothing, as the closed form's is, none is closest.
  const auto is_there = [&](const Course& course) {
    return reading.epoch < course.points() && course.median[reading.epoch] <= reading.arrived;
  };
  if (reading.closed < kNothing * reading.zero && std::ranges::count_if(reading.courses, is_there) > 1) return "";
  const std::string name = names_of(first);
  const std::string at = whole(reading.epoch);
  const auto median = [&](const Course* course) { return course->median[reading.epoch]; };
  const auto [least, most] = std::ranges::minmax(each_of(first, median));
  const std::string error = number(least) == number(most) ? number(least) : tr("%1 to %2", number(least), number(most));
  constexpr double kClearly = 1.05;
  const std::string idle = kClearly * least < reading.zero ? ""
                           : least <= kClearly * reading.zero
                               ? std::string(tr("Answering 0 is as good."))
                               : tr("Answering 0 does better: %1.", number(reading.zero));
  constexpr std::array kCame = {
      Phrase("The only model shown, %1, came to %3 by epoch %2."),
      Phrase("The only model shown, %1, came to %3 in the median by epoch %2."),
      Phrase("The only model shown, %1, came to %3 by epoch %2, in powers of ten half way "
             "between %4."),
      Phrase("Of the models shown, %1 lay lowest at epoch %2: %3."),
      Phrase("Of the models shown, %1 lay lowest at epoch %2: %3 in the median."),
      Phrase("Of the models shown, %1 lay lowest at epoch %2: %3, in powers of ten half way "
             "between %4."),
      Phrase("Of the models shown, %1 share the lead at epoch %2: %3."),
      Phrase("Of the models shown, %1 share the lead at epoch %2: %3 in the median."),
      Phrase("Of the models shown, %1 share the lead at epoch %2: %3, in powers of ten half way between %4.")};
  const std::size_t which = (first.size() > 1             ? 6U
                             : reading.courses.size() > 1 ? 3U
                                                          : 0U) +
                            (reading.runs == 1       ? 0U
                             : reading.runs % 2 == 1 ? 1U
                                                     : 2U);
  const std::string_view between = reading.runs == 2 ? tr("the two runs") : tr("the middle two runs");
  return passage({tr(kCame[which], name, at, error, between), idle});
}

// Where the runs end. Where each has its own task, starts are not what its runs differ by alone.
std::string luck_sentence(const Reading& reading) {
  const auto widest = luckiest(reading);
  if (!widest || !reading.over) return "";
  if (widest->worst <= alike(reading) &&
      std::ranges::all_of(reading.courses, [](const Course& course) { return course.lost == 0; }))
    return tr("All end below %1, a thousandth of answering 0.", number(alike(reading), 2));
  if (widest->ratio < 1.01) return "";
  const std::string name = long_name(widest->course->racer->entry);
  const std::string best = number(widest->best, 2);
  const std::string worst = number(widest->worst, 2);
  if (reading.courses.size() == 1)
    return has_one_task(reading.settings)
               ? tr("Luck alone sets the runs apart: they end between %1 and %2.", best, worst)
               : tr("The runs, each with a task of its own, end between %1 and %2.", best, worst);
  const bool is_any_alike = std::ranges::any_of(reading.courses, [&](const Course& course) {
    return reading.epoch < course.points() && std::ranges::min(course.of_runs(reading.epoch)) < alike(reading);
  });
  return passage({has_one_task(reading.settings)
                      ? tr("Luck counts most for %1: the runs end between %2 and %3.", name, best, worst)
                      : tr("The runs, each with a task of its own, differ most for %1: they end between %2 and %3.",
                           name, best, worst),
                  is_any_alike ? tr("Errors below a thousandth of answering 0 count as equal.") : std::string_view()});
}

std::string lost_sentence(const Reading& reading) {
  std::string words;
  for (const Course& course : reading.courses) {
    if (course.lost == 0) continue;
    const Entry& entry = course.racer->entry;
    const std::string runs = counted("%1 run", "%1 runs", course.lost);
    words = passage(
        {words,
         tr("%1 left the finite numbers in %2, first after epoch %3.", first_name(entry), runs, whole(*course.lost_at)),
         can_lower(reading.settings, entry.own ? "own_rate" : "rate") ? tr("Choose a smaller learning rate.")
                                                                      : std::string_view()});
  }
  return words;
}

std::string sentence_of(const Reading& reading) {
  if (reading.result.closed.empty()) return tr("Data are drawn and the closed form is computed.");
  const std::string_view none =
      reading.courses.empty() ? tr("Switch on a model to see descent run against it.") : std::string_view();
  return passage({certificate_sentence(reading), closed_sentence(reading), none, low_sentence(reading),
                  leader_sentence(reading), elsewhere_sentence(reading), luck_sentence(reading),
                  lost_sentence(reading)});
}

// --- Table ----------------------------------------------------------------------------------------------------------

std::string list_of(std::span<const double> values) {
  return listed(values, number_separator(), [](double value) { return number(value); });
}

// Beside the medians of the picture: mean, standard error, mean decade, standard error of that. `names` has places for
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
  rows(tr("As in the paper"), shared_protocol(reading.settings));
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
  if (reading.arrived > 0) {
    rows(tr("Arrived: errors up to this"), reading.arrived);
    rows(tr("What is counted as arrived"),
         tr("up to 1.5 times the closed form's error, up to ten times where that is below a millionth of answering "
            "0, and at most a quarter of the way to answering 0, in decades; below 10⁻²⁹ of answering 0 all is "
            "rounding"));
    if (!has_one_task(reading.settings))
      rows(tr("What a run is held against"), tr("the closed form of its own data; the line is that of the median"));
  }
  rows(tr("Errors up to this are alike: a thousandth of answering 0"), alike(reading));
  rows(tr("Error of answering 0: each run"), list_of(result.zero));
  rows(tr("Closed form: each run"), list_of(result.closed));
  rows(tr("Closed form: distance of its coefficients from the true ones, each run"), list_of(result.distance));
  if (!result.lambda_min.empty()) {
    rows(tr("Error of answering 0 on Gaussian questions: each run"), list_of(result.zero_elsewhere));
    rows(tr("Closed form on Gaussian questions: each run"), list_of(result.closed_elsewhere));
    rows(tr("λ_min of the data: each run"), list_of(result.lambda_min));
    rows(tr("Directions to see"), unknowns_of(reading.settings));
    rows(tr("Directions that the data see: each run"),
         listed(result.rank, number_separator(), [](std::int32_t rank) { return whole(rank); }));
  }
  if (result.minimum_norm)
    rows(tr("Closed form"), tr("where the data leave coefficients open, the smallest were taken"));
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
  rows(tr("%1: epoch %2, median", name, at), course.median[epoch]);
  rows(tr("%1: epoch %2, each run", name, at), list_of(each));
  if (epoch < course.elsewhere.size())
    rows(tr("%1: epoch %2, on Gaussian questions, each run", name, at),
         list_of(course.of_runs(epoch, &Trial::elsewhere)));
  rows(tr("%1: runs that have settled at the closed form", name), course.arrived(epoch));
  std::vector<double> refolded;
  for (const Trial& trial : course.racer->trials) {
    if (trial.refolded != kNoRefolding) refolded.push_back(trial.refolded);
  }
  if (refolded.size() == each.size())
    rows(tr("%1: last errors again, by folded coefficients", name), list_of(refolded));
}

// The thick curves, at eleven epochs or fewer.
void add_curves(Rows& rows, std::span<const Course> courses, std::size_t epochs) {
  for (std::size_t tenth = 0; tenth <= 10; ++tenth) {
    const std::size_t epoch = epochs * tenth / 10;
    if (tenth > 0 && epochs * (tenth - 1) / 10 == epoch) continue;
    for (const Course& course : courses) {
      if (epoch >= course.points()) continue;
      rows(tr("Median after %1, %2", epochs_text(epoch), long_name(course.racer->entry)), course.median[epoch]);
    }
  }
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const Reading reading(result, context.settings, context.values, context.times);
  Description description{.title = title_of(reading), .sentence = sentence_of(reading), .table = {}};
  Rows rows(description.table);
  add_setting(rows, reading);
  // Hidden ones as well.
  const std::vector<Course> courses = courses_of(result);
  for (const Reach& reach : reaches(reading)) {
    const std::string name = first_name(reach.course->racer->entry);
    rows(tr("%1: median, as a share of answering 0", name), reach.here);
    rows(tr("%1: on Gaussian questions, as a share of answering 0", name), reach.elsewhere);
  }
  for (const Course& course : courses) add_course(rows, course, reading.epoch);
  add_curves(rows, courses, static_cast<std::size_t>(context.settings.integer("epochs")));
  return description;
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id != "at") return "";
  const std::string epochs = whole(context.settings.number("epochs"));
  return tr("epoch %1 of %2", whole(Reading(result, context.settings, context.values, context.times).epoch), epochs);
}

}  // namespace figures::head_race
