// What figure "relaxation" says to who cannot see it.
#include <algorithm>
#include <string>
#include <vector>

#include "figures/relaxation/picture.hpp"
#include "plot/number.hpp"

namespace figures::relaxation {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

using Result = RelaxationResult;

bool is_done(const Result& result) { return result.asked.size() > 0; }

// The losses of all runs with so many heads, in the order of their starts.
std::vector<double> losses_with(const Result& result, int heads) {
  std::vector<double> losses;
  for (int run = heads - 1; run < result.done; run += result.most_heads()) losses.push_back(result.loss_of(run));
  return losses;
}

std::string heads_words(int heads) { return counted(heads, "head", "heads"); }

std::string starts_words(const Result& result) {
  return result.starts == 1 ? "the one start" : "the best of " + whole(result.starts) + " starts";
}

std::string share_words(const Result& result, int heads) {
  const int reaching = result.reaching(heads);
  return reaching == result.starts ? "all" : whole(reaching);
}

// What it is to reach the line, for one start and for several.
std::string reach_words(const Result& result, bool one) {
  if (result.relaxed_loss > 0) return one ? "comes within 1 % of the optimum" : "come within 1 % of the optimum";
  return one ? "fits every label" : "fit every label";
}

std::string title_of(const Result& result) {
  if (!is_done(result)) return "Starting from " + counted(result.runs(), "random place", "random places");
  const auto fewest = result.fewest_reaching();
  if (!fewest) return "No start " + reach_words(result, true) + ", whatever the rank";
  const std::string with = "With " + heads_words(*fewest) + ", ";
  if (result.starts == 1) return with + "the one start " + reach_words(result, true);
  const int most = result.most_heads();
  const int first = result.reaching(*fewest);
  const std::string rest =
      *fewest == most || first == result.starts ? "" : "; with " + heads_words(most) + ", " + share_words(result, most);
  return with + share_words(result, *fewest) + " of " + whole(result.starts) + " starts " +
         reach_words(result, first == 1) + rest;
}

std::string trained(const Result& result) {
  return relaxation_training(result) + (result.rate > 0 ? " at rate " + number(result.rate) : "");
}

double smallest_gap(const Result& result) { return result.asked.minCoeff() - result.asked_relaxed; }

// A difference of two losses; below rounding it may have either sign.
std::string gap_words(const Result& result, double gap) {
  return std::abs(gap) <= result.rounding ? "0 up to rounding (" + number(result.rounding, 1) + ")" : number(gap);
}

std::string nearest_words(const Result& result) {
  const double gap = smallest_gap(result);
  return std::abs(gap) <= result.rounding ? "on it, up to rounding" : number(gap) + " above it";
}

// Where the luck of the start weighs most.
std::string luck_words(const Result& result) {
  int widest = 1;
  double ratio = 0;
  for (int heads = 1; heads <= result.most_heads(); ++heads) {
    const auto [best, worst] = std::ranges::minmax(losses_with(result, heads));
    const double spread = worst / std::max(best, relaxation_floor(result));
    if (spread <= ratio) continue;
    ratio = spread;
    widest = heads;
  }
  if (ratio < 1.01) return " Every start with as many heads ended at the same loss.";
  const auto [best, worst] = std::ranges::minmax(losses_with(result, widest));
  return " Luck weighs most with " + heads_words(widest) + ": the starts end between " + relaxation_loss(result, best) +
         " and " + number(worst) + ".";
}

std::string sentence_of(const Result& result) {
  if (!is_done(result)) {
    return "The relaxed optimum is " + relaxation_loss(result, result.relaxed_loss) + ". " + whole(result.done) +
           " of " + counted(result.runs(), "start has", "starts have") + " ended.";
  }
  std::string words = "The relaxed optimum, solved for, is a training loss of " +
                      relaxation_loss(result, result.relaxed_loss) + ". After " + trained(result) + " " +
                      starts_words(result) + " has";
  const int most = result.most_heads();
  for (const int heads : {1, 2, most}) {
    words += (heads == 1      ? " "
              : heads == most ? " and "
                              : ", ") +
             relaxation_loss(result, result.loss_of(*result.best_run(heads))) + " with " + heads_words(heads);
  }
  words += ". None goes under it; the nearest ends " + nearest_words(result) + ".";
  if (result.starts > 1) words += luck_words(result);
  if (result.rank < result.unknowns) {
    words += " The data decide only " + whole(static_cast<double>(result.rank)) + " of " + whole(result.unknowns) +
             " unknowns for each output, so the relaxed W fits any labels, noise too.";
  }
  return words;
}

void add_setting(Table& table, const Result& result) {
  const auto row = [&table](std::string name, std::string value) {
    table.rows.push_back({std::move(name), std::move(value)});
  };
  row("Token size d", whole(result.d));
  row("Sequences", whole(static_cast<double>(result.sequences)));
  row("Unknowns for each output", whole(result.unknowns));
  row("Rank of the Gram matrix", whole(static_cast<double>(result.rank)));
  row("Labels made by", result.true_heads == 0 ? "pure chance" : "a layer of " + heads_words(result.true_heads));
  if (result.true_heads > 0) row("Noise", number(result.noise));
  row("Heads trained by", trained(result));
  row("Loss of answering 0", number(result.zero_loss));
  if (result.true_heads > 0) row("Loss of the hidden layer itself", relaxation_loss(result, result.layer_loss));
  row("Relaxed optimum", relaxation_loss(result, result.relaxed_loss, 6));
  row("Gradient there, relative to W = 0", number(result.slope));
}

std::string listed(std::span<const double> values) {
  std::string words;
  for (const double value : values) words += (words.empty() ? "" : "; ") + number(value);
  return words;
}

std::string listed_losses(const Result& result, int heads) {
  std::string words;
  for (const double loss : losses_with(result, heads)) {
    words += (words.empty() ? "" : "; ") + (loss > result.rounding ? number(loss, 4) : std::string("rounding"));
  }
  return words;
}

void add_starts(Table& table, const Result& result, int heads) {
  const auto best = result.best_run(heads);
  if (!best) return;
  const std::string with = " with " + heads_words(heads);
  table.rows.push_back({"Best loss" + with, relaxation_loss(result, result.loss_of(*best), 6) + ", start " +
                                                whole(result.start_of(*best)) + "; " +
                                                relaxation_gap(result, result.loss_of(*best))});
  table.rows.push_back({"All losses" + with, listed_losses(result, heads)});
  table.rows.push_back(
      {(result.relaxed_loss > 0 ? "Starts within 1 % of the line" : "Starts below a billionth of answering 0") + with,
       whole(result.reaching(heads)) + " of " + whole(result.starts)});
  const std::span<const double> sigma{result.sigma.col(*best).data(), static_cast<std::size_t>(heads)};
  table.rows.push_back({"Singular values of the best W" + with, listed(sigma)});
  table.rows.push_back(
      {"Distance of the best W from the relaxed W, as functions" + with, relaxation_apart(result, *best)});
}

void add_check(Table& table, const Result& result) {
  if (!is_done(result)) return;
  double apart = 0;
  for (int heads = 1; heads <= result.most_heads(); ++heads) {
    apart = std::max(apart, std::abs(result.asked(heads - 1) - result.loss_of(*result.best_run(heads))));
  }
  const std::string asked = "Check, asking every sequence: ";
  table.rows.push_back({asked + "loss of the relaxed W", gap_words(result, result.asked_relaxed)});
  table.rows.push_back({asked + "smallest distance to the line", gap_words(result, smallest_gap(result))});
  table.rows.push_back({asked + "largest change of a best loss", gap_words(result, apart)});
}

Table table_of(const Result& result) {
  Table table{.columns = {"Quantity", "Value"}, .rows = {}};
  add_setting(table, result);
  for (int heads = 1; heads <= result.most_heads(); ++heads) add_starts(table, result, heads);
  const std::span<const double> sigma{result.relaxed_sigma.data(),
                                      static_cast<std::size_t>(result.relaxed_sigma.size())};
  table.rows.push_back({"Singular values of the relaxed W", listed(sigma)});
  add_check(table, result);
  return table;
}

}  // namespace

Description describe_relaxation(const RelaxationResult& result, std::span<const double> times) {
  Description description{.title = title_of(result), .sentence = sentence_of(result), .table = table_of(result)};
  for (std::size_t stage = 0; stage < times.size() && stage < kRelaxationStages.size(); ++stage) {
    description.table.rows.push_back(
        {"Time: " + std::string(kRelaxationStages[stage].name), plot::duration(times[stage] / 1000)});
  }
  return description;
}

}  // namespace figures::relaxation
