// What layers with more and more heads cost, in words, in figure "softmax".

#include "figures/advice.hpp"
#include "figures/softmax/words.hpp"

namespace figures::softmax {
namespace {

// Those with the fewest heads of which the questions recovered none; nothing where there are none such.
const Count* first_lost(const Result& result) {
  const auto asked = asked_counts(result);
  const auto lost = std::ranges::find(asked, 0, &Count::recovered);
  return lost == asked.end() ? nullptr : &*lost;
}

// Layers with still more heads were asked about, and noise hides all of them, too.
bool hides_more(const Result& result) {
  const auto asked = asked_counts(result);
  const auto lost = std::ranges::find(asked, 0, &Count::recovered);
  return asked.end() - lost > 1 &&
         std::all_of(lost, asked.end(), [](const Count& one) { return one.recovered == 0 && one.noise_hides; });
}

// Of those with the fewest recovered some, but not all; nothing where all were.
const Count* partly_lost(const Result& result) {
  const auto asked = asked_counts(result);
  const auto least = std::ranges::min_element(asked, {}, &Count::recovered);
  return least == asked.end() || least->recovered == least->layers ? nullptr : &*least;
}

// The fewest heads that sequences are too short for.
const Count* first_unasked(const Result& result) {
  const std::size_t asked = asked_counts(result).size();
  return asked == result.counts.size() ? nullptr : &result.counts[asked];
}

std::string heads_title(const Result& result, const Setting& setting) {
  if (const Count* lost = first_lost(result))
    return !lost->noise_hides   ? tr("The questions recover no layer of %1", heads_text(lost->heads))
           : hides_more(result) ? tr("Noise hides layers of %1 or more from the questions", heads_text(lost->heads))
                                : tr("Noise hides layers of %1 from the questions", heads_text(lost->heads));
  if (const Count* unasked = first_unasked(result)) {
    const Phrase words = unasked->heads == kMostHeads
                             ? Phrase("Sequences of %1 tokens are too short for %2 heads")
                             : Phrase("Sequences of %1 tokens are too short for %2 heads or more");
    return tr(words, whole(setting.k), whole(unasked->heads));
  }
  if (result.counts.size() < 2) return tr("Asking about layers with more and more heads");
  if (const Count* partly = partly_lost(result)) {
    const std::string found = whole(partly->recovered), all = whole(partly->layers), heads = heads_text(partly->heads);
    return partly->noise_hides
               ? tr("Noise %1: the questions recover %2 of %3 layers of %4", number(setting.noise), found, all, heads)
               : tr("The questions recover %1 of %2 layers of %3", found, all, heads);
  }
  const Count& last = result.counts.back();
  return tr("Each further head costs more questions: %1 for 1, %2 for %3", whole(result.counts.front().questions),
            whole(last.questions), whole(last.heads));
}

std::string recovered_sentence(const Result& result) {
  const auto asked = asked_counts(result);
  if (asked.empty()) return "";
  const std::string layers = whole(kLayers);
  if (first_unasked(result) == nullptr && std::ranges::count(asked, kLayers, &Count::recovered) == std::ssize(asked))
    return tr("Of %1 random layers with each number of heads, the questions recovered all.", layers);
  return tr("Of %1 random layers with each number of heads, the questions recovered %2.", layers,
            listed(asked, ", ", [](const Count& count) {
              return tr("%1 with %2", whole(count.recovered), heads_text(count.heads));
            }));
}

// What stands in the way of more: noise, or sequences that are too short.
std::string obstacle_sentence(const Result& result, const Setting& setting) {
  const Count* lost = first_lost(result);
  if (lost == nullptr) lost = partly_lost(result);
  const bool hidden = lost != nullptr && lost->noise_hides;
  const std::string noise =
      hidden ? passage({lost->recovered == 0
                            ? tr("It is the noise: without it the questions give a layer of %1 away.",
                                 heads_text(lost->heads))
                            : tr("It is the noise: without it the questions give one more layer of %1 away at least.",
                                 heads_text(lost->heads)),
                        can_lower(setting.values, "noise") ? tr("Lower the noise.") : std::string_view()})
             : "";
  if (first_lost(result) != nullptr || first_unasked(result) == nullptr) return noise;
  const bool are_twins = setting.structure == learner::Structure::twins && setting.off == 0;
  return passage({noise, tr("Questions about m heads take sequences of more than m tokens."),
                  !can_raise(setting.values, "k") || are_twins ? std::string_view()
                  : setting.noise > 0                          ? tr("Raise k; noise may hide the layer even then.")
                                                               : tr("Raise k: that may be enough.")});
}

std::string heads_sentence(const Result& result, const Setting& setting) {
  return passage({recovered_sentence(result),
                  tr("The theorem’s time, (dk)^(m³) up to constants in the exponent, covers every layer that is not "
                     "degenerate and needs only random examples; the questions are chosen."),
                  counted_conditions_sentence(result), obstacle_sentence(result, setting)});
}

void add_counts(Rows& rows, const Result& result, const Setting& setting, std::span<const double> times) {
  const HeadsTime time = times_of(result, times);
  for (std::size_t k = 0; k < result.counts.size(); ++k) {
    const Count& count = result.counts[k];
    const std::string heads = heads_text(count.heads);
    if (count.layers == 0) {
      rows(tr("%1: questions", heads), tr("sequences are too short"));
    } else {
      rows(tr("%1: layers recovered by questions", heads), tr("%1 of %2", whole(count.recovered), whole(count.layers)));
      const bool none = count.questions == 0;  // the algebra made nothing of any
      rows(tr("%1: questions for one layer", heads),
           none ? std::string(tr("no layer was found")) : whole(count.questions));
      rows(tr("%1: layers that keep the theorem's conditions", heads),
           tr("%1 of %2", whole(count.kept), whole(count.layers)));
      if (!none) rows(tr("%1: median error of the layers found", heads), count.median);
      if (count.recovered < count.layers && setting.noise > 0)
        rows(tr("%1: without noise the first layer that was not is recovered", heads),
             count.noise_hides ? tr("yes") : tr("no"));
    }
    if (time.questions[k] > 0) rows(tr("%1: time by questions, one layer", heads), duration(time.questions[k]));
    if (count.starts > 0) {
      rows(tr("%1: random starts on examples", heads), count.arrived
                                                           ? tr("%1, the last one arrived", whole(count.starts))
                                                           : tr("%1, none arrived", whole(count.starts)));
    }
    if (time.examples[k] > 0) rows(tr("%1: time by examples", heads), duration(time.examples[k]));
    rows(heads + ": (dk)^(m³)", tr("10 to the power %1", number(theorem_exponent(setting, count.heads))));
  }
}

}  // namespace

std::span<const Count> asked_counts(const Result& result) {
  const auto end = std::ranges::find(result.counts, 0, &Count::layers);
  return {result.counts.begin(), end};
}

void describe_heads(const Result& result, const Setting& setting, std::span<const double> times,
                    Description& description) {
  description.title = heads_title(result, setting);
  description.sentence = heads_sentence(result, setting);
  Rows rows(description.table);
  add_counts(rows, result, setting, times);
}

}  // namespace figures::softmax
