#include "figures/softmax/words.hpp"

#include <algorithm>

#include "figures/softmax/plan.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::softmax {

using plot::counted;
using plot::number;
using plot::passage;
using plot::say;
using plot::whole;

namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

std::string heads_words(const SoftmaxResult& result) { return counted("%1 head", "%1 heads", result.m); }

int arrived(const SoftmaxResult& result) {
  return static_cast<int>(std::ranges::count_if(result.starts, &SoftmaxStart::arrived));
}

bool all_ended(const SoftmaxResult& result) {
  return !result.starts.empty() && std::ranges::all_of(result.starts, &SoftmaxStart::ended);
}

std::string misfit_words(const SoftmaxResult& result) {
  return result.misfit ? say("The edited layer was of another size; a random one stands in for it.") : plot::Said("");
}

std::string noiseless_title(const SoftmaxResult& result) {
  const std::string algebra = error_text(result.asked.error());
  const std::string polish = error_text(result.polish.error());
  if (result.polished && result.asked.empty())
    return say("The algebra finds nothing, random examples give the layer to %1", polish);
  if (result.polished) return say("Without noise the algebra is off by %1, the polish by %2", algebra, polish);
  if (result.asked.empty()) return say("The questions do not give the layer away");
  return say("%1 recovered from %2, error %3", heads_words(result),
             counted("%1 question", "%1 questions", real(result.questions)), algebra);
}

std::string asked_title(const SoftmaxResult& result) {
  if (!(result.noise > 0)) return noiseless_title(result);
  const std::string noise = number(result.noise);
  const std::string algebra = error_text(result.asked.error());
  const std::string polish = error_text(result.polish.error());
  if (result.polished && result.asked.empty())
    return say("Noise %1: the algebra finds nothing, random examples give the layer to %2", noise, polish);
  if (result.polished) return say("Noise %1: the algebra is off by %2, the polish by %3", noise, algebra, polish);
  if (result.asked.empty()) return say("Noise %1: the questions do not give the layer away", noise);
  return say("Noise %1: %2 recovered from %3, error %4", noise, heads_words(result),
             counted("%1 question", "%1 questions", real(result.questions)), algebra);
}

std::string starts_title(const SoftmaxResult& result) {
  if (result.starts.empty()) return say("The examples are too few");
  const std::string starts = counted("%1 random start", "%1 random starts", result.planned);
  if (!all_ended(result)) return say("%1 on their way", starts);
  const int count = arrived(result);
  if (result.planned == 1)
    return count == 1 ? say("The one random start arrived") : say("The one random start did not arrive");
  if (count == 0) return say("None of %1 random starts arrived", whole(result.planned));
  if (!result.determined)
    return say("%1 of %2 answered the examples, which do not decide the layer", whole(count), starts);
  if (count == result.planned) return say("%1 of %2 arrived, none got stuck", whole(count), starts);
  const bool cut = std::ranges::any_of(result.starts, &SoftmaxStart::cut);
  return cut ? say("%1 of %2 arrived within %3 steps", whole(count), starts, whole(result.steps))
             : say("%1 of %2 arrived, the others got stuck", whole(count), starts);
}

std::string heads_title(const SoftmaxResult& result) {
  if (result.counts.empty()) return say("Asking about layers with more and more heads");
  const SoftmaxCount& last = result.counts.back();
  if (last.layers > 0 && last.recovered == 0)
    return say("Noise hides layers of %1 from the questions", counted("%1 head", "%1 heads", last.heads));
  if (last.questions == 0)
    return say("Sequences of %1 tokens are too short for %2 heads", whole(result.k), whole(last.heads));
  return say("Each head more costs some questions: %1 for 1, %2 for %3", whole(real(result.counts.front().questions)),
             whole(real(last.questions)), whole(last.heads));
}

std::string polish_sentence(const SoftmaxResult& result) {
  if (!result.polished) return "";
  const std::string examples = counted("%1 random example", "%1 random examples", real(result.examples));
  const std::string error = error_text(result.polish.error());
  if (result.bound > 0) {
    const std::string bound = error_text(result.bound);
    return result.asked.empty()
               ? say("Levenberg–Marquardt on %1, from random starts since there was nothing to polish, ends with an "
                     "error of %2; on average no unbiased method can expect less than %3 from these examples.",
                     examples, error, bound)
               : say("Levenberg–Marquardt on %1, from there, ends with an error of %2; on average no unbiased method "
                     "can expect less than %3 from these examples.",
                     examples, error, bound);
  }
  return result.asked.empty()
             ? say("Levenberg–Marquardt on %1, from random starts since there was nothing to polish, "
                   "ends with an error of %2.",
                   examples, error)
             : say("Levenberg–Marquardt on %1, from there, ends with an error of %2.", examples, error);
}

std::string asked_sentence(const SoftmaxResult& result) {
  std::string words = figures::say(result.trouble);
  if (!result.asked.empty()) {
    words +=
        say("From %1, all but %2 of two distinct tokens at most, the learner has every entry of Θ and W of %3, by "
            "linear algebra and the roots of polynomials, refined by a few steps of Gauss–Newton. The largest "
            "relative error is %4; the other %2 sequences check the layer.",
            counted("%1 sequence", "%1 sequences", real(result.questions)), whole(real(result.checks)),
            heads_words(result), error_text(result.asked.error()));
  }
  return passage({words, polish_sentence(result)});
}

std::string best_start_sentence(const SoftmaxResult& result) {
  const auto best = std::ranges::min_element(result.starts, {}, [](const SoftmaxStart& start) {
    return start.losses.size() == 0 ? 0.0 : start.losses(start.losses.size() - 1);
  });
  if (!all_ended(result) || best->found.empty()) return "";
  return say("The layer of the best start is off by %1.", error_text(best->found.error()));
}

std::string starts_sentence(const SoftmaxResult& result) {
  const std::string trouble = figures::say(result.trouble);
  if (result.starts.empty()) return trouble.empty() ? std::string(say("The starts have not begun.")) : trouble;
  const std::string arrivals =
      say("%1 with %2 of %3 tokens: %4 ended as low as a fit that starts at the hidden layer.",
          counted("%1 random start", "%1 random starts", result.planned),
          counted("%1 example", "%1 examples", real(result.examples)), whole(result.k), whole(arrived(result)));
  const std::string_view open =
      all_ended(result) && !result.determined
          ? say("These examples leave something of the layer open: give more, or longer ones.")
          : std::string_view();
  return passage({arrivals, best_start_sentence(result), open, trouble});
}

std::string recovered_sentence(const SoftmaxResult& result) {
  const auto all = [](const SoftmaxCount& count) { return count.recovered == kLayers; };
  const std::string layers = whole(kLayers);
  if (result.counts.empty())
    return say("Of %1 random layers with each number of heads, the questions recovered.", layers);
  if (std::ranges::all_of(result.counts, all))
    return say("Of %1 random layers with each number of heads, the questions recovered all.", layers);
  std::string list;
  for (const SoftmaxCount& count : result.counts) {
    if (!list.empty()) list += ", ";
    list += say("%1 with %2", whole(count.recovered), counted("%1 head", "%1 heads", count.heads));
  }
  return say("Of %1 random layers with each number of heads, the questions recovered %2.", layers, list);
}

std::string heads_sentence(const SoftmaxResult& result) {
  const bool too_short = !result.counts.empty() && result.counts.back().layers == 0;
  return passage({recovered_sentence(result),
                  say("The theorem’s time, (dk)^(m³) up to constants in the exponent, covers every layer that is not "
                      "degenerate and needs only random examples; the questions are chosen."),
                  too_short ? say("Questions about m heads take sequences of m + 1 tokens or more: raise k.")
                            : std::string_view()});
}

std::string_view drag_words() { return say("Drag a hidden entry to change it."); }

}  // namespace

std::string error_text(double error) { return number(error, 2); }

std::string question_words() {
  return say(
      "Sequences hold $r$ copies of $u$ for each of $v$. Head $i$ gives $u$ the weight $r/(r + β_i)$ and flips at "
      "$r = β_i$ (line: found, dashed: hidden); the answer jumps by $W_i^T(u − v)$. Click a bit to flip it.");
}

std::string answer_words(const SoftmaxResult& result, const Chosen& chosen) {
  const std::string y = "$y_" + std::to_string(chosen.coordinate + 1) + "$";
  if (chosen.u == chosen.v) return say("%1, answered to a token $u$: $u$ = $v$, nothing to switch", y);
  if (chosen.asked != nullptr) return say("%1, answered to a token $u$; dots: heard by the learner", y);
  return result.asked.empty() && !result.polished ? say("%1, answered to a token $u$; rings: never asked", y)
                                                  : say("%1, answered to a token $u$; rings: never asked, foreseen", y);
}

std::string layer_words(const SoftmaxResult& result, const Chosen& chosen) {
  if (result.misfit) return passage({misfit_words(result), drag_words()});
  if (!result.trouble.sentence.empty() && (result.polished || result.asked.empty())) {
    return passage({figures::say(result.trouble),
                    result.polished ? say("Random starts were polished instead.") : std::string_view()});
  }
  const auto flipped = chosen.flipped();
  if (!flipped) {
    return passage({say("Where $u$ and $v$ differ in one bit only, a question asks about one row of each $W$ and one "
                        "column of each $Θ$."),
                    drag_words()});
  }
  return passage({say("Flipping bit %1 asks about row %1 of each $W$ and column %1 of each $Θ$ (framed).",
                      whole(real(*flipped + 1))),
                  drag_words()});
}

std::string start_words(const SoftmaxResult& result, std::optional<std::size_t> start) {
  if (!start) {
    return passage(
        {result.trouble.sentence.empty() ? say("No start has ended yet.") : std::string_view(), drag_words()});
  }
  const SoftmaxStart& shown = result.starts[*start];
  const std::string name = whole(static_cast<double>(*start + 1));
  return passage({shown.arrived ? say("Found by start %1, which arrived.", name)
                  : shown.cut   ? say("Found by start %1, which was cut short.", name)
                                : say("Found by start %1, which got stuck.", name),
                  drag_words()});
}

std::string state_words(const SoftmaxStart& start) {
  return start.arrived ? say("arrived") : start.cut ? say("cut short") : start.ended ? say("stuck") : say("on its way");
}

std::vector<plot::Fact> facts_of(const SoftmaxResult& result, const Chosen* chosen) {
  std::vector<plot::Fact> facts;
  if (!result.asked.empty()) {
    facts.push_back({say("sequences asked"), whole(static_cast<double>(result.questions))});
    facts.push_back({say("entries recovered"), whole(2.0 * static_cast<double>(result.truth.W.size()))});
    facts.push_back({say("largest error, by questions"), error_text(result.asked.error())});
  }
  if (!result.polish.empty()) facts.push_back({say("after the polish"), error_text(result.polish.error())});
  if (!result.polish.empty() && result.bound > 0)
    facts.push_back({say("least on average, of anybody"), error_text(result.bound)});
  if (chosen != nullptr) {
    const Switches truth = switches_of(result.truth, chosen->u, chosen->v);
    facts.push_back(
        {say("check: switches − attention"), error_text(switches_error(result.truth, truth, *chosen, result.k))});
  }
  if (!result.starts.empty()) {
    facts.push_back({say("starts that arrived"), say("%1 of %2", whole(arrived(result)), whole(result.planned))});
    facts.push_back({say("least residual"), error_text(result.least_loss)});
  }
  return facts;
}

std::string title_of(const SoftmaxResult& result) {
  switch (result.road) {
    case SoftmaxRoad::questions: return asked_title(result);
    case SoftmaxRoad::examples: return starts_title(result);
    case SoftmaxRoad::heads: break;
  }
  return heads_title(result);
}

std::string sentence_of(const SoftmaxResult& result) {
  switch (result.road) {
    case SoftmaxRoad::questions: return passage({misfit_words(result), asked_sentence(result)});
    case SoftmaxRoad::examples: return passage({misfit_words(result), starts_sentence(result)});
    case SoftmaxRoad::heads: break;
  }
  return heads_sentence(result);
}

}  // namespace figures::softmax
