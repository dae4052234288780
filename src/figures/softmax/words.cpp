#include "figures/softmax/words.hpp"

#include <algorithm>

#include "figures/softmax/plan.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::softmax {

namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

std::string heads_words(const Result& result) { return counted("%1 head", "%1 heads", result.m); }

int arrived(const Result& result) { return static_cast<int>(std::ranges::count_if(result.starts, &Start::arrived)); }

bool all_ended(const Result& result) {
  return !result.starts.empty() && std::ranges::all_of(result.starts, &Start::ended);
}

std::string misfit_words(const Result& result) {
  return result.misfit ? tr("The edited layer was of another size; a random one stands in for it.") : Localized("");
}

std::string noiseless_title(const Result& result) {
  const std::string algebra = error_text(result.asked.error());
  const std::string polish = error_text(result.polish.error());
  if (result.polished && result.asked.empty())
    return tr("The algebra finds nothing, random examples give the layer to %1", polish);
  if (result.polished) return tr("Without noise the algebra is off by %1, the polish by %2", algebra, polish);
  if (result.asked.empty()) return tr("The questions do not give the layer away");
  return tr("%1 recovered from %2, error %3", heads_words(result),
            counted("%1 question", "%1 questions", real(result.questions)), algebra);
}

std::string asked_title(const Result& result) {
  if (!(result.noise > 0)) return noiseless_title(result);
  const std::string noise = number(result.noise);
  const std::string algebra = error_text(result.asked.error());
  const std::string polish = error_text(result.polish.error());
  if (result.polished && result.asked.empty())
    return tr("Noise %1: the algebra finds nothing, random examples give the layer to %2", noise, polish);
  if (result.polished) return tr("Noise %1: the algebra is off by %2, the polish by %3", noise, algebra, polish);
  if (result.asked.empty()) return tr("Noise %1: the questions do not give the layer away", noise);
  return tr("Noise %1: %2 recovered from %3, error %4", noise, heads_words(result),
            counted("%1 question", "%1 questions", real(result.questions)), algebra);
}

std::string starts_title(const Result& result) {
  if (result.starts.empty()) return tr("The examples are too few");
  const std::string starts = counted("%1 random start", "%1 random starts", result.planned);
  if (!all_ended(result)) return tr("%1 on their way", starts);
  const int count = arrived(result);
  if (result.planned == 1)
    return count == 1 ? tr("The one random start arrived") : tr("The one random start did not arrive");
  if (count == 0) return tr("None of %1 random starts arrived", whole(result.planned));
  if (!result.determined)
    return tr("%1 of %2 answered the examples, which do not decide the layer", whole(count), starts);
  if (count == result.planned) return tr("%1 of %2 arrived, none got stuck", whole(count), starts);
  const bool cut = std::ranges::any_of(result.starts, &Start::cut);
  return cut ? tr("%1 of %2 arrived within %3 steps", whole(count), starts, whole(result.steps))
             : tr("%1 of %2 arrived, the others got stuck", whole(count), starts);
}

std::string heads_title(const Result& result) {
  if (result.counts.empty()) return tr("Asking about layers with more and more heads");
  const Count& last = result.counts.back();
  if (last.layers > 0 && last.recovered == 0)
    return tr("Noise hides layers of %1 from the questions", counted("%1 head", "%1 heads", last.heads));
  if (last.questions == 0)
    return tr("Sequences of %1 tokens are too short for %2 heads", whole(result.k), whole(last.heads));
  return tr("Each head more costs some questions: %1 for 1, %2 for %3", whole(real(result.counts.front().questions)),
            whole(real(last.questions)), whole(last.heads));
}

std::string polish_sentence(const Result& result) {
  if (!result.polished) return "";
  const std::string examples = counted("%1 random example", "%1 random examples", real(result.examples));
  const std::string error = error_text(result.polish.error());
  if (result.bound > 0) {
    const std::string bound = error_text(result.bound);
    return result.asked.empty()
               ? tr("Levenberg–Marquardt on %1, from random starts since there was nothing to polish, ends with an "
                    "error of %2; on average no unbiased method can expect less than %3 from these examples.",
                    examples, error, bound)
               : tr("Levenberg–Marquardt on %1, from there, ends with an error of %2; on average no unbiased method "
                    "can expect less than %3 from these examples.",
                    examples, error, bound);
  }
  return result.asked.empty() ? tr("Levenberg–Marquardt on %1, from random starts since there was nothing to polish, "
                                   "ends with an error of %2.",
                                   examples, error)
                              : tr("Levenberg–Marquardt on %1, from there, ends with an error of %2.", examples, error);
}

std::string asked_sentence(const Result& result) {
  std::string words = message(result.trouble);
  if (!result.asked.empty()) {
    words +=
        tr("From %1, all but %2 of two distinct tokens at most, the learner has every entry of Θ and W of %3, by "
           "linear algebra and the roots of polynomials, refined by a few steps of Gauss–Newton. The largest "
           "relative error is %4; the other %2 sequences check the layer.",
           counted("%1 sequence", "%1 sequences", real(result.questions)), whole(real(result.checks)),
           heads_words(result), error_text(result.asked.error()));
  }
  return passage({words, polish_sentence(result)});
}

std::string best_start_sentence(const Result& result) {
  const auto best = std::ranges::min_element(result.starts, {}, [](const Start& start) {
    return start.losses.size() == 0 ? 0.0 : start.losses(start.losses.size() - 1);
  });
  if (!all_ended(result) || best->found.empty()) return "";
  return tr("The layer of the best start is off by %1.", error_text(best->found.error()));
}

std::string starts_sentence(const Result& result) {
  const std::string trouble = message(result.trouble);
  if (result.starts.empty()) return trouble.empty() ? std::string(tr("The starts have not begun.")) : trouble;
  const std::string arrivals =
      tr("%1 with %2 of %3 tokens: %4 ended as low as a fit that starts at the hidden layer.",
         counted("%1 random start", "%1 random starts", result.planned),
         counted("%1 example", "%1 examples", real(result.examples)), whole(result.k), whole(arrived(result)));
  const std::string_view open = all_ended(result) && !result.determined
                                    ? tr("These examples leave something of the layer open: give more, or longer ones.")
                                    : std::string_view();
  return passage({arrivals, best_start_sentence(result), open, trouble});
}

std::string recovered_sentence(const Result& result) {
  const auto all = [](const Count& count) { return count.recovered == kLayers; };
  const std::string layers = whole(kLayers);
  if (result.counts.empty())
    return tr("Of %1 random layers with each number of heads, the questions recovered.", layers);
  if (std::ranges::all_of(result.counts, all))
    return tr("Of %1 random layers with each number of heads, the questions recovered all.", layers);
  std::string list;
  for (const Count& count : result.counts) {
    if (!list.empty()) list += ", ";
    list += tr("%1 with %2", whole(count.recovered), counted("%1 head", "%1 heads", count.heads));
  }
  return tr("Of %1 random layers with each number of heads, the questions recovered %2.", layers, list);
}

std::string heads_sentence(const Result& result) {
  const bool too_short = !result.counts.empty() && result.counts.back().layers == 0;
  return passage({recovered_sentence(result),
                  tr("The theorem’s time, (dk)^(m³) up to constants in the exponent, covers every layer that is not "
                     "degenerate and needs only random examples; the questions are chosen."),
                  too_short ? tr("Questions about m heads take sequences of m + 1 tokens or more: raise k.")
                            : std::string_view()});
}

std::string_view drag_words() { return tr("Drag a hidden entry to change it."); }

}  // namespace

std::string error_text(double error) { return number(error, 2); }

std::string question_words() {
  return tr(
      "Sequences hold $r$ copies of $u$ for each of $v$. Head $i$ gives $u$ the weight $r/(r + β_i)$ and flips at "
      "$r = β_i$ (line: found, dashed: hidden); the answer jumps by $W_i^T(u − v)$. Click a bit to flip it.");
}

std::string answer_words(const Result& result, const Chosen& chosen) {
  const std::string y = "$y_" + std::to_string(chosen.coordinate + 1) + "$";
  if (chosen.u == chosen.v) return tr("%1, answered to a token $u$: $u$ = $v$, nothing to switch", y);
  if (chosen.asked != nullptr) return tr("%1, answered to a token $u$; dots: heard by the learner", y);
  return result.asked.empty() && !result.polished ? tr("%1, answered to a token $u$; rings: never asked", y)
                                                  : tr("%1, answered to a token $u$; rings: never asked, foreseen", y);
}

std::string layer_words(const Result& result, const Chosen& chosen) {
  if (result.misfit) return passage({misfit_words(result), drag_words()});
  if (!result.trouble.sentence.empty() && (result.polished || result.asked.empty())) {
    return passage({message(result.trouble),
                    result.polished ? tr("Random starts were polished instead.") : std::string_view()});
  }
  const auto flipped = chosen.flipped();
  if (!flipped) {
    return passage({tr("Where $u$ and $v$ differ in one bit only, a question asks about one row of each $W$ and one "
                       "column of each $Θ$."),
                    drag_words()});
  }
  return passage({tr("Flipping bit %1 asks about row %1 of each $W$ and column %1 of each $Θ$ (framed).",
                     whole(real(*flipped + 1))),
                  drag_words()});
}

std::string start_words(const Result& result, std::optional<std::size_t> start) {
  if (!start) {
    return passage(
        {result.trouble.sentence.empty() ? tr("No start has ended yet.") : std::string_view(), drag_words()});
  }
  const Start& shown = result.starts[*start];
  const std::string name = whole(static_cast<double>(*start + 1));
  return passage({shown.arrived ? tr("Found by start %1, which arrived.", name)
                  : shown.cut   ? tr("Found by start %1, which was cut short.", name)
                                : tr("Found by start %1, which got stuck.", name),
                  drag_words()});
}

std::string state_words(const Start& start) {
  return start.arrived ? tr("arrived") : start.cut ? tr("cut short") : start.ended ? tr("stuck") : tr("on its way");
}

std::vector<plot::Fact> facts_of(const Result& result, const Chosen* chosen) {
  std::vector<plot::Fact> facts;
  if (!result.asked.empty()) {
    facts.push_back({tr("sequences asked"), whole(static_cast<double>(result.questions))});
    facts.push_back({tr("entries recovered"), whole(2.0 * static_cast<double>(result.truth.W.size()))});
    facts.push_back({tr("largest error, by questions"), error_text(result.asked.error())});
  }
  if (!result.polish.empty()) facts.push_back({tr("after the polish"), error_text(result.polish.error())});
  if (!result.polish.empty() && result.bound > 0)
    facts.push_back({tr("least on average, of anybody"), error_text(result.bound)});
  if (chosen != nullptr) {
    const Switches truth = switches_of(result.truth, chosen->u, chosen->v);
    facts.push_back(
        {tr("check: switches − attention"), error_text(switches_error(result.truth, truth, *chosen, result.k))});
  }
  if (!result.starts.empty()) {
    facts.push_back({tr("starts that arrived"), tr("%1 of %2", whole(arrived(result)), whole(result.planned))});
    facts.push_back({tr("least residual"), error_text(result.least_loss)});
  }
  return facts;
}

std::string title_of(const Result& result) {
  switch (result.road) {
    case Method::questions: return asked_title(result);
    case Method::examples: return starts_title(result);
    case Method::heads: break;
  }
  return heads_title(result);
}

std::string sentence_of(const Result& result) {
  switch (result.road) {
    case Method::questions: return passage({misfit_words(result), asked_sentence(result)});
    case Method::examples: return passage({misfit_words(result), starts_sentence(result)});
    case Method::heads: break;
  }
  return heads_sentence(result);
}

}  // namespace figures::softmax
