// What figure "relaxation" says to readers who cannot see the picture.
#include <algorithm>
#include <cmath>

#include "figures/relaxation/relaxation.hpp"
#include "figures/rows.hpp"
#include "figures/spans.hpp"

namespace figures::relaxation {
namespace {

// The losses of all runs with so many heads, in the order of their starts.
std::vector<double> losses_with(const Result& result, int heads) {
  std::vector<double> losses;
  for (const int run : result.runs_with(heads)) losses.push_back(result.loss_of(run));
  return losses;
}

// With so many heads, so many starts reach the line.
std::string reaching_words(const Result& result, int heads, int reaching) {
  const std::string with = heads_text(heads);
  const std::string starts = whole(result.starts);
  const bool near = result.relaxed_loss > 0;
  if (reaching == result.starts) {
    return near ? tr("With %1, all of %2 starts come within 1 % of the optimum", with, starts)
                : tr("With %1, all of %2 starts fit every label", with, starts);
  }
  if (reaching == 1) {
    return near ? tr("With %1, 1 of %2 starts comes within 1 % of the optimum", with, starts)
                : tr("With %1, 1 of %2 starts fits every label", with, starts);
  }
  return near ? tr("With %1, %2 of %3 starts come within 1 % of the optimum", with, whole(reaching), starts)
              : tr("With %1, %2 of %3 starts fit every label", with, whole(reaching), starts);
}

std::string title_of(const Result& result) {
  if (!result.is_done())
    return counted("Starting from %1 random place", "Starting from %1 random places", result.runs());
  const bool near = result.relaxed_loss > 0;
  const auto fewest = result.fewest_reaching();
  if (!fewest) {
    return near ? tr("No start comes within 1 % of the optimum, whatever the rank")
                : tr("No start fits every label, whatever the rank");
  }
  if (result.starts == 1) {
    return near ? tr("With %1, the one start comes within 1 % of the optimum", heads_text(*fewest))
                : tr("With %1, the one start fits every label", heads_text(*fewest));
  }
  const int most = result.most_heads();
  const int first = result.reaching(*fewest);
  const std::string start = reaching_words(result, *fewest, first);
  if (*fewest == most || first == result.starts) return start;
  const int last = result.reaching(most);
  return last == result.starts ? tr("%1; with %2, all", start, heads_text(most))
                               : tr("%1; with %2, %3", start, heads_text(most), whole(last));
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

std::string nearest_sentence(const Result& result) {
  const double gap = result.smallest_gap();
  if (std::abs(gap) <= result.rounding) return tr("None goes under it; the nearest ends on it, up to rounding.");
  return tr("None goes under it; the nearest ends %1 above it.", number(gap));
}

// Where the luck of the start weighs most.
std::string luck_sentence(const Result& result) {
  if (result.starts == 1) return "";
  int widest = 1;
  double ratio = 0;
  for (int heads = 1; heads <= result.most_heads(); ++heads) {
    const auto [best, worst] = std::ranges::minmax(losses_with(result, heads));
    const double spread = worst / std::max(best, result.line());
    if (spread <= ratio) continue;
    ratio = spread;
    widest = heads;
  }
  if (ratio < 1.01) return tr("Every start with as many heads ended at the same loss.");
  const auto [best, worst] = std::ranges::minmax(losses_with(result, widest));
  return tr("Luck weighs most with %1: the starts end between %2 and %3.", heads_text(widest), loss_text(result, best),
            number(worst));
}

std::string best_with(const Result& result, int heads) {
  return tr("%1 with %2", loss_text(result, result.loss_of(*result.best_run(heads))), heads_text(heads));
}

std::string starts_sentence(const Result& result, const std::string& training) {
  const std::string one = best_with(result, 1);
  const std::string two = best_with(result, 2);
  const std::string most = best_with(result, result.most_heads());
  if (result.starts == 1) return tr("After %1 the one start has %2, %3 and %4.", training, one, two, most);
  return tr("After %1 the best of %2 starts has %3, %4 and %5.", training, whole(result.starts), one, two, most);
}

std::string open_sentence(const Result& result) {
  if (result.rank >= result.unknowns()) return "";
  return tr("The data decide only %1 of %2 unknowns for each output, so the relaxed W fits any labels, noise too.",
            whole(static_cast<double>(result.rank)), whole(result.unknowns()));
}

std::string sentence_of(const Result& result, const std::string& training) {
  const std::string optimum = loss_text(result, result.relaxed_loss);
  if (!result.is_done()) {
    return passage(
        {tr("The relaxed optimum is %1.", optimum),
         tr("%1 of %2 ended.", whole(result.done), counted("%1 start has", "%1 starts have", result.runs()))});
  }
  return passage({tr("The relaxed optimum, solved for, is a training loss of %1.", optimum),
                  starts_sentence(result, training), nearest_sentence(result), luck_sentence(result),
                  open_sentence(result)});
}

void add_setting(Rows& rows, const Result& result, const Values& settings) {
  const int hidden = true_heads(settings);
  rows(tr("Token size d"), whole(result.d));
  rows(tr("Sequences"), whole(settings.number("N")));
  rows(tr("Unknowns for each output"), whole(result.unknowns()));
  rows(tr("Rank of the Gram matrix"), whole(static_cast<double>(result.rank)));
  rows(tr("Labels made by"), hidden == 0 ? tr("pure chance") : tr("a layer of %1", heads_text(hidden)));
  if (hidden > 0) rows(tr("Noise"), number(settings.number("noise")));
  rows(tr("Heads trained by"), trained(settings));
  rows(tr("Loss of answering 0"), number(result.zero_loss));
  if (hidden > 0) rows(tr("Loss of the hidden layer itself"), loss_text(result, result.layer_loss));
  rows(tr("Relaxed optimum"), loss_text(result, result.relaxed_loss, 6));
  rows(tr("Gradient there, relative to W = 0"), number(result.slope));
}

std::string listed(std::span<const double> values) {
  std::string words;
  for (const double value : values) words += (words.empty() ? "" : "; ") + number(value);
  return words;
}

std::string listed_losses(const Result& result, int heads) {
  std::string words;
  for (const double loss : losses_with(result, heads)) {
    words += (words.empty() ? "" : "; ") + (loss > result.rounding ? number(loss, 4) : std::string(tr("rounding")));
  }
  return words;
}

void add_starts(Rows& rows, const Result& result, int heads) {
  const auto best = result.best_run(heads);
  if (!best) return;
  const std::string with = heads_text(heads);
  const double loss = result.loss_of(*best);
  rows(tr("Best loss with %1", with),
       tr("%1, start %2; %3", loss_text(result, loss, 6), whole(result.start_of(*best)), gap_text(result, loss)));
  rows(tr("All losses with %1", with), listed_losses(result, heads));
  rows(result.relaxed_loss > 0 ? tr("Starts within 1 % of the line with %1", with)
                               : tr("Starts below a billionth of answering 0 with %1", with),
       tr("%1 of %2", whole(result.reaching(heads)), whole(result.starts)));
  const std::span<const double> sigma{result.sigma.col(*best).data(), static_cast<std::size_t>(heads)};
  rows(tr("Singular values of the best W with %1", with), listed(sigma));
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
  Description description{
      .title = title_of(result), .sentence = sentence_of(result, trained(context.settings)), .table = {}};
  Rows rows(description.table);
  add_setting(rows, result, context.settings);
  for (int heads = 1; heads <= result.most_heads(); ++heads) add_starts(rows, result, heads);
  rows(tr("Singular values of the relaxed W"), listed(span_of(result.relaxed_sigma)));
  if (result.is_done()) add_check(rows, result);
  for (std::size_t stage = 0; stage < context.times.size() && stage < kStages.size(); ++stage) {
    rows(tr("Time: %1", translated(kStages[stage].name)), duration(context.times[stage] / 1000));
  }
  return description;
}

}  // namespace figures::relaxation
