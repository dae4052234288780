// What the second view of figure "samples" says: the sequences that are needed against the token size.
#include "figures/advice.hpp"
#include "figures/samples/needed/needed.hpp"

namespace figures::samples {
namespace {

constexpr double kTheorem = 4;  // the power of d in the theorem's number of examples

std::string title_of(const Growth& growth) {
  if (growth.sizes.empty()) return tr("How many sequences are needed?");
  const auto& setting = growth.setting;
  const Need& last = growth.sizes.back();
  const std::string d = whole(last.d);
  if (last.held)
    return tr("With λ = %1 no number of sequences is enough for %2 numbers in a token", number(setting.lambda), d);
  if (last.N == kOpen)
    return tr("%1 sequences are too few to know what %2 numbers in a token need", whole(setting.most), d);
  if (growth.complete() && growth.all(&Need::idle))
    return tr("Answers of 0 are already within %1 times the floor", number(setting.within));
  const std::string need = tr("%1 numbers in a token need %2", d, growth.in_sequences(last, last.N));
  if (!growth.has_power()) return need;
  if (growth.is_exact() && !setting.all && !setting.singular)
    return tr("%1: as many as there are unknowns, about d³/2, not d⁴", need);
  const std::string power = fixed(growth.power(), 1);
  if (growth.is_exact())
    return tr("%1: as many equations as %3, growing like d to the power %2", need, power, unknowns_word(setting));
  return growth.power() < kTheorem - 0.5 ? tr("%1: growing like d to the power %2, not 4", need, power)
                                         : tr("%1: growing like d to the power %2", need, power);
}

// What is close enough.
std::string enough_sentence(const Growth& growth) {
  const Setting& setting = growth.setting;
  const std::string sets = whole(setting.sets), within = number(setting.within);
  if (!growth.has_floor())
    return setting.sets == 1
               ? tr("Enough is when the error of the data set falls to %1 times that of answering 0.", number(kExactly))
               : tr("Enough is when the errors of at least half of the data sets (%1) fall to %2 "
                    "times that of answering 0.",
                    sets, number(kExactly));
  return setting.sets == 1
             ? tr("Enough is when the error of the data set falls to %1 times its floor.", within)
             : tr("Enough is when the errors of at least half of the data sets (%1) fall to %2 times their floor.",
                  sets, within);
}

// More are needed than were tried, and that many are enough.
bool is_beyond(const Need& size) { return size.N == kBeyond && !size.held; }

std::string found_sentence(const Growth& growth) {
  const auto& sizes = growth.sizes;
  const std::string from = whole(sizes.front().d), to = whole(sizes.back().d);
  if (growth.all(&Need::held)) return tr("No number of sequences is enough for tokens of %1 to %2 numbers.", from, to);
  if (growth.all(is_beyond))
    return tr("Tokens of %1 to %2 numbers all need %3 sequences.", from, to, growth.said(sizes.front()));
  const std::string list = listed(sizes, ", ", [&](const Need& size) { return growth.said(size); });
  const auto is_number = [&](const Need& size) { return size.is_reached() || is_beyond(size); };
  return growth.all(is_number) ? tr("Tokens of %1 to %2 numbers need %3 sequences.", from, to, list)
                               : tr("Sequences that tokens of %1 to %2 numbers need: %3.", from, to, list);
}

std::string advice(bool helps, Phrase words) { return helps ? std::string(tr(words)) : std::string(); }

// Where nothing has to be learned.
std::string idle_sentence(const Growth& growth) {
  if (!growth.any(&Need::idle)) return "";
  const auto& [result, setting, sizes] = growth;
  double least = kBeyond;  // the error of answers of 0, times the floor
  for (std::size_t k = 0; k < sizes.size(); ++k) least = std::min(least, result.signals[k] / result.floors[k]);
  constexpr double kRoom = 1.2;  // there is a smaller choice
  const bool closer = least > kRoom && can_lower(setting.values, "within");
  return passage(
      {growth.all(&Need::idle) ? tr("Answers of 0 do so too, with every token size.")
                               : tr("Answers of 0 do so too, with some token sizes."),
       advice(closer, Phrase("Lower what counts as close enough.")),
       advice(!closer && !setting.softmax && can_lower(setting.values, "noise"), Phrase("Lower the noise."))});
}

// Why a number is missing, and what helps.
std::string missing_sentence(const Growth& growth) {
  const auto& [result, setting, sizes] = growth;
  std::string words;
  const bool lower = growth.any(&Need::held) && can_lower(setting.values, "lambda");
  if (growth.any(&Need::held))
    words = passage(
        {tr("λ holds the error up."), advice(lower, growth.has_floor() ? Phrase("Lower λ.") : Phrase("Set λ to 0."))});
  if (!growth.any([](const Need& size) { return size.N == kOpen; })) {
    // Where λ holds some sizes up, it may be why others need so many.
    const bool more = !lower && growth.any(is_beyond) && can_raise(setting.values, "most");
    return passage({words, advice(more, Phrase("Raise the largest N."))});
  }
  const double threshold = sizes.back().threshold;
  return passage(
      {words,
       tr("Not known: at %1 sequences the error is close, but they hold fewer equations than unknowns, and "
          "with more of them it may rise once more.",
          whole(setting.most)),
       can_exceed(setting.values, "most", threshold) ? tr("Raise the largest N above %1.", whole(threshold)) : ""});
}

std::string sentence_of(const Growth& growth) {
  if (growth.sizes.empty()) return tr("Looking for the number of sequences from which on the error is small.");
  const std::string_view word = unknowns_word(growth.setting);
  const std::string counted_out =
      growth.is_exact()
          ? tr("Each time these are the first with as many equations as %1 for each output.", word)
          : tr("As many equations as %2 for each output are in %1.",
               listed(growth.sizes, ", ", [](const Need& size) { return whole(std::ceil(size.unknowns)); }), word);
  const std::string power = growth.has_power()
                                ? tr("Over these sizes that grows like d to the power %1. The theorem's order, d⁴, is "
                                     "enough for answers of any kind; "
                                     "its constant is unknown.",
                                     fixed(growth.power(), 2))
                                : "";
  return passage({enough_sentence(growth), idle_sentence(growth), found_sentence(growth), missing_sentence(growth),
                  counted_out, power});
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const Growth growth(result, context.settings);
  const Setting& setting = growth.setting;
  if (!setting.every_size) return describe_error(result, context);
  Table table;
  Rows rows(table);
  rows(tr("Answers come from"), setting.softmax ? tr("softmax attention") : tr("linear attention"));
  rows(tr("Data sets"), setting.sets);
  rows(tr("Largest N"), setting.most);
  rows(tr("Ridge λ"), setting.lambda);
  if (growth.has_floor()) rows(tr("Close enough: times the floor"), setting.within);
  if (growth.has_power()) rows(tr("Exponent of the growth with d"), fixed(growth.power(), 3));
  for (std::size_t k = 0; k < growth.sizes.size(); ++k) {
    const Need& size = growth.sizes[k];
    const std::string d = whole(size.d);
    rows(tr("d = %1: sequences needed", d), growth.said(size));
    rows(setting.singular ? tr("d = %1: different features over equations of a sequence", d)
                          : tr("d = %1: unknowns over equations of a sequence", d),
         size.unknowns);
    rows(tr("d = %1: sequences needed by each data set", d),
         listed(size.each, ", ", [&](double N) { return growth.said(size, N); }));
    rows(tr("d = %1: error of answering 0", d), result.signals[k]);
    rows(tr("d = %1: floor", d), result.floors[k]);
    if (setting.lambda > 0)
      rows(tr("d = %1: left above the floor by λ in the limit of large N", d), result.all_kept[k]);
    if (growth.has_floor() && setting.lambda == 0) rows(tr("d = %1: sequences by theory", d), size.law);
    rows(tr("d = %1: d⁴", d), size.d * size.d * size.d * size.d);
  }
  return {.title = title_of(growth), .sentence = sentence_of(growth), .table = std::move(table)};
}

}  // namespace figures::samples
