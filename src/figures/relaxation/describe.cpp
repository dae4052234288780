// What figure "relaxation" says to readers who cannot see the picture.
#include "figures/relaxation/relaxation.hpp"

namespace figures::relaxation {
namespace {

// The losses of all runs with so many heads, in the order of their starts.
std::vector<double> losses_with(const Result& result, int heads) {
  std::vector<double> losses;
  for (const int run : result.runs_with(heads)) losses.push_back(result.loss_of(run));
  return losses;
}

// The fewest heads with which a start reaches the line, and how many do with most heads.
std::string title_of(const Result& result, const Training& training) {
  if (!result.is_done())
    return counted("Starting from %1 random place", "Starting from %1 random places", result.runs());
  // Of so little a fall 1 % is half or more.
  constexpr double kLittle = 0.02;
  if (const double fall = result.zero_loss / result.relaxed_loss - 1; fall < kLittle)
    return tr("There is next to nothing to gain: answering 0 comes within %1 of the optimum", percent(fall));
  const auto said = [&](Phrase near, Phrase on, const auto&... values) {
    return std::string(tr(result.relaxed_loss > 0 ? near : on, values...));
  };
  const auto fewest = result.fewest_reaching();
  if (!fewest) {
    return said(Phrase("After %1 no start comes within 1 % of the optimum, with however many heads"),
                Phrase("After %1 no start fits every label, with however many heads"),
                steps_text(training, training.steps));
  }
  const std::string with = heads_text(*fewest);
  const std::string starts = whole(result.starts);
  if (result.starts == 1) {
    return said(Phrase("With %1, the one start comes within 1 % of the optimum"),
                Phrase("With %1, the one start fits every label"), with);
  }
  const auto and_with = [&](const std::string& first, int heads) {
    const std::string more = heads_text(heads);
    const int count = result.reaching(heads);
    if (count == 0) return tr("%1; with %2, none", first, more);
    if (count < result.starts) return tr("%1; with %2, %3", first, more, whole(count));
    return count == 2 ? tr("%1; with %2, both", first, more) : tr("%1; with %2, all", first, more);
  };
  const int reaching = result.reaching(*fewest);
  // More heads may do worse.
  int worst = *fewest;
  for (int heads = *fewest + 1; heads <= result.most_heads(); ++heads)
    if (result.reaching(heads) < result.reaching(worst)) worst = heads;
  if (reaching == result.starts) {
    const std::string all = reaching == 2 ? said(Phrase("With %1, both starts come within 1 % of the optimum"),
                                                 Phrase("With %1, both starts fit every label"), with)
                                          : said(Phrase("With %1, all %2 starts come within 1 % of the optimum"),
                                                 Phrase("With %1, all %2 starts fit every label"), with, starts);
    return worst == *fewest ? all : and_with(all, worst);
  }
  const std::string first =
      reaching == 1 ? said(Phrase("With %1, 1 of %2 starts comes within 1 % of the optimum"),
                           Phrase("With %1, 1 of %2 starts fits every label"), with, starts)
                    : said(Phrase("With %1, %2 of %3 starts come within 1 % of the optimum"),
                           Phrase("With %1, %2 of %3 starts fit every label"), with, whole(reaching), starts);
  const int most = result.most_heads();
  const bool is_worse = worst != *fewest && result.reaching(worst) < result.reaching(most);
  return *fewest == most ? first : and_with(is_worse ? and_with(first, worst) : first, most);
}

std::string trained(const Values& settings) {
  const Training training(settings);
  const std::string words = training_text(training);
  return training.rate > 0 ? tr("%1 at rate %2", words, number(training.rate)) : words;
}

// A difference of two losses; below rounding it may have either sign.
std::string gap_words(const Result& result, double gap) {
  return std::abs(gap) <= result.rounding ? tr("0 up to rounding (%1)", number(result.rounding, 1)) : number(gap);
}

// Where the luck of the start weighs most. What lies below a thousandth of answering 0 is alike: there rounding
// spreads, or the last steps of a way that goes down; so is what rounds below the line.
std::string luck_sentence(const Result& result) {
  if (result.starts == 1) return "";
  const double little = 1e-3 * result.zero_loss;
  const double alike = std::max(result.relaxed_loss, little);
  double widest = 1.01, highest = 0;
  std::string words;
  for (int heads = 1; heads <= result.most_heads(); ++heads) {
    const auto [best, worst] = std::ranges::minmax(losses_with(result, heads));
    highest = std::max(highest, worst);
    const double ratio = std::max(worst, alike) / std::max(best, alike);
    if (ratio <= widest) continue;
    widest = ratio;
    words =
        tr("Luck weighs most with %1: there the starts end furthest apart as a ratio, between %2 and %3; "
           "losses below a thousandth of answering 0 count as equal.",
           heads_text(heads), loss_text(result, best), number(worst));
  }
  if (!words.empty()) return words;
  return highest <= little ? tr("Every start, with any number of heads, ends below a thousandth of answering 0.")
                           : tr("Starts with as many heads end within 1 % of each other, or below a thousandth of "
                                "answering 0.");
}

std::string starts_sentence(const Result& result, const std::string& training) {
  const auto best = [&](int heads) {
    return tr("%1 with %2", loss_text(result, result.loss_of(*result.best_run(heads))), heads_text(heads));
  };
  const std::string most = best(result.most_heads());
  if (result.starts == 1) return tr("After %1 the one start has %2, %3 and %4.", training, best(1), best(2), most);
  return tr("After %1 the best of %2 starts has %3, %4 and %5.", training, whole(result.starts), best(1), best(2),
            most);
}

std::string open_sentence(const Result& result, bool noisy) {
  if (result.rank >= result.unknowns()) return "";
  const std::string rank = whole(result.rank);
  const std::string unknowns = whole(result.unknowns());
  return noisy ? tr("The data decide only %1 of %2 unknowns for each output, so the relaxed W fits any labels, noise "
                    "too.",
                    rank, unknowns)
               : tr("The data decide only %1 of %2 unknowns for each output, so the relaxed W fits any labels.", rank,
                    unknowns);
}

std::string sentence_of(const Result& result, const std::string& training, bool noisy) {
  const std::string optimum = loss_text(result, result.relaxed_loss);
  if (!result.is_done()) {
    return passage(
        {tr("The relaxed optimum is %1.", optimum),
         tr("%1 of %2 ended.", whole(result.done), counted("%1 start has", "%1 starts have", result.runs()))});
  }
  const double gap = result.smallest_gap();
  const std::string nearest = std::abs(gap) <= result.rounding
                                  ? tr("None goes under it; the nearest ends on it, up to rounding.")
                                  : tr("None goes under it; the nearest ends %1 above it.", number(gap));
  return passage({tr("The relaxed optimum, solved for, is a training loss of %1.", optimum),
                  starts_sentence(result, training), nearest, luck_sentence(result), open_sentence(result, noisy)});
}

void add_setting(Rows& rows, const Result& result, const Values& settings, const std::string& training) {
  const int hidden = true_heads(settings);
  rows(tr("Token size d"), whole(result.d));
  rows(tr("Sequences"), whole(settings.number("N")));
  rows(tr("Unknowns for each output"), whole(result.unknowns()));
  rows(tr("Rank of the Gram matrix"), whole(result.rank));
  rows(tr("Labels made by"), hidden == 0 ? tr("pure chance") : tr("a layer of %1", heads_text(hidden)));
  if (hidden > 0) rows(tr("Noise"), number(settings.number("noise")));
  rows(tr("Heads trained by"), training);
  rows(tr("Loss of answering 0"), number(result.zero_loss, 6));
  if (hidden > 0) rows(tr("Loss of the hidden layer itself"), loss_text(result, result.layer_loss));
  rows(tr("Relaxed optimum"), loss_text(result, result.relaxed_loss, 6));
  rows(tr("Gradient there, relative to W = 0"), number(result.slope));
}

std::string list_of(std::span<const double> values, int digits = 3, double rounding = -1) {
  const auto words = [&](double value) {
    return value > rounding ? number(value, digits) : std::string(tr("rounding"));
  };
  return listed(values, "; ", words);
}

void add_starts(Rows& rows, const Result& result, int heads) {
  const auto best = result.best_run(heads);
  if (!best) return;
  const std::string with = heads_text(heads);
  const double loss = result.loss_of(*best);
  rows(tr("Best loss with %1", with),
       tr("%1, start %2; %3", loss_text(result, loss, 6), whole(result.start_of(*best)), gap_text(result, loss)));
  rows(tr("All losses with %1", with), list_of(losses_with(result, heads), 6, result.rounding));
  rows(result.relaxed_loss > 0 ? tr("Starts within 1 % of the line with %1", with)
                               : tr("Starts below a billionth of answering 0 with %1", with),
       tr("%1 of %2", whole(result.reaching(heads)), whole(result.starts)));
  const Vector sigma = result.sigma.col(*best).head(heads);
  rows(tr("Singular values of the best W with %1", with), list_of(span_of(sigma)));
  rows(tr("Distance of the best W from the relaxed W, as functions with %1", with), apart_text(result, *best));
}

void add_check(Rows& rows, const Result& result) {
  double apart = 0;
  for (int heads = 1; heads <= result.most_heads(); ++heads) {
    apart = std::max(apart, std::abs(result.asked(heads - 1) - result.loss_of(*result.best_run(heads))));
  }
  rows(tr("Check, asking every sequence: loss of the relaxed W"), gap_words(result, result.asked_relaxed));
  rows(tr("Check, asking every sequence: smallest distance to the line"), gap_words(result, result.smallest_gap()));
  rows(tr("Check, asking every sequence: largest change of a best loss"), gap_words(result, apart));
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const std::string training = trained(context.settings);
  const bool noisy = true_heads(context.settings) == 0 || context.settings.number("noise") > 0;
  // What they reach is said when they have reached it.
  const double moment = context.values.number("moment");
  const bool ended = !result.is_done() || moment >= kMoments;
  const Training steps(context.settings);
  Description description{
      .title = ended ? title_of(result, steps)
                     : tr("%1 random starts on the way down: how many heads reach the optimum?", whole(result.runs())),
      .sentence = sentence_of(result, training, noisy),
      .table = {}};
  Rows rows(description.table);
  add_setting(rows, result, context.settings, training);
  for (int heads = 1; heads <= result.most_heads(); ++heads) add_starts(rows, result, heads);
  rows(tr("Singular values of the relaxed W"), list_of(span_of(result.relaxed_sigma)));
  if (result.is_done()) add_check(rows, result);
  return description;
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id == "H") return whole(chosen_heads(result, context.values));
  if (id == "moment") {
    const Training training(context.settings);
    return tr("%1 of %2", whole(training.steps_until(context.values.number("moment"))),
              steps_text(training, training.steps));
  }
  const auto run = chosen_run(result, context.values);
  if (id != "start" || !run) return "";
  const std::string start = whole(result.start_of(*run));
  return run == result.best_run(result.heads_of(*run)) ? tr("%1, the best", start) : start;
}

}  // namespace figures::relaxation
