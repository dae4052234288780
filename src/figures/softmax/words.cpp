#include "figures/softmax/words.hpp"

#include <algorithm>

#include "figures/softmax/plan.hpp"
#include "plot/number.hpp"

namespace figures::softmax {

using plot::counted;
using plot::number;
using plot::whole;

namespace {

std::string heads_words(const SoftmaxResult& result) { return counted(result.m, "head", "heads"); }

int arrived(const SoftmaxResult& result) {
  return static_cast<int>(std::ranges::count_if(result.starts, &SoftmaxStart::arrived));
}

bool all_ended(const SoftmaxResult& result) {
  return !result.starts.empty() && std::ranges::all_of(result.starts, &SoftmaxStart::ended);
}

std::string misfit_words(const SoftmaxResult& result) {
  return result.misfit ? "The edited layer was of another size; a random one stands in for it. " : "";
}

std::string asked_title(const SoftmaxResult& result) {
  const std::string start = result.noise > 0 ? "Noise " + number(result.noise) + ": " : "";
  if (result.polished && result.asked.empty()) {
    return (start.empty() ? "The algebra finds nothing" : start + "the algebra finds nothing") +
           ", random examples give the layer to " + error_text(result.polish.error());
  }
  if (result.polished) {
    return (start.empty() ? "Without noise " : start) + "the algebra is off by " + error_text(result.asked.error()) +
           ", the polish by " + error_text(result.polish.error());
  }
  if (result.asked.empty())
    return (start.empty() ? "The questions" : start + "the questions") + " do not give the layer away";
  return start + heads_words(result) + " recovered from " +
         counted(static_cast<double>(result.questions), "question", "questions") + ", error " +
         error_text(result.asked.error());
}

std::string starts_title(const SoftmaxResult& result) {
  if (result.starts.empty()) return "The examples are too few";
  if (!all_ended(result)) return counted(result.planned, "random start", "random starts") + " on their way";
  const int count = arrived(result);
  if (result.planned == 1) return std::string("The one random start ") + (count == 1 ? "arrived" : "did not arrive");
  const std::string of = whole(count) + " of " + counted(result.planned, "random start", "random starts");
  if (count == 0) return "None of " + whole(result.planned) + " random starts arrived";
  if (!result.determined) return of + " answered the examples, which do not decide the layer";
  if (count == result.planned) return of + " arrived, none got stuck";
  const bool cut = std::ranges::any_of(result.starts, &SoftmaxStart::cut);
  return of + " arrived" + (cut ? " within " + whole(result.steps) + " steps" : ", the others got stuck");
}

std::string heads_title(const SoftmaxResult& result) {
  if (result.counts.empty()) return "Asking about layers with more and more heads";
  const SoftmaxCount& last = result.counts.back();
  if (last.layers > 0 && last.recovered == 0)
    return "Noise hides layers of " + counted(last.heads, "head", "heads") + " from the questions";
  if (last.questions == 0)
    return "Sequences of " + whole(result.k) + " tokens are too short for " + whole(last.heads) + " heads";
  return "Each head more costs some questions: " + whole(static_cast<double>(result.counts.front().questions)) +
         " for 1, " + whole(static_cast<double>(last.questions)) + " for " + whole(last.heads);
}

std::string polish_sentence(const SoftmaxResult& result) {
  if (!result.polished) return "";
  std::string words =
      " Levenberg–Marquardt on " + counted(static_cast<double>(result.examples), "random example", "random examples");
  words += result.asked.empty() ? ", from random starts since there was nothing to polish," : ", from there,";
  words += " ends with an error of " + error_text(result.polish.error());
  if (result.bound > 0) {
    words +=
        "; on average no unbiased method can expect less than " + error_text(result.bound) + " from these examples";
  }
  return words + ".";
}

std::string asked_sentence(const SoftmaxResult& result) {
  std::string words;
  if (!result.trouble.empty()) words = result.trouble;
  if (!result.asked.empty()) {
    words += "From " + counted(static_cast<double>(result.questions), "sequence", "sequences") + ", all but " +
             whole(static_cast<double>(result.checks)) +
             " of two distinct tokens at most, the learner has every entry of Θ and W of " + heads_words(result) +
             ", by linear algebra and the roots of polynomials, refined by a few steps of Gauss–Newton. The largest "
             "relative error is " +
             error_text(result.asked.error()) + "; the other " + whole(static_cast<double>(result.checks)) +
             " sequences check the layer.";
  }
  return words + polish_sentence(result);
}

std::string starts_sentence(const SoftmaxResult& result) {
  if (result.starts.empty()) return result.trouble.empty() ? "The starts have not begun." : result.trouble;
  std::string words = counted(result.planned, "random start", "random starts") + " with " +
                      counted(static_cast<double>(result.examples), "example", "examples") + " of " + whole(result.k) +
                      " tokens: " + whole(arrived(result)) + " ended as low as a fit that starts at the hidden layer.";
  const auto best = std::ranges::min_element(result.starts, {}, [](const SoftmaxStart& start) {
    return start.losses.size() == 0 ? 0.0 : start.losses(start.losses.size() - 1);
  });
  if (all_ended(result) && !best->found.empty()) {
    words += " The layer of the best start is off by " + error_text(best->found.error()) + ".";
  }
  if (all_ended(result) && !result.determined) {
    words += " These examples leave something of the layer open: give more, or longer ones.";
  }
  return words + (result.trouble.empty() ? "" : " " + result.trouble);
}

std::string heads_sentence(const SoftmaxResult& result) {
  std::string words = "Of " + whole(kLayers) + " random layers with each number of heads, the questions recovered";
  const auto all = [](const SoftmaxCount& count) { return count.recovered == kLayers; };
  if (!result.counts.empty() && std::ranges::all_of(result.counts, all)) {
    words += " all";
  } else {
    std::string_view between = " ";
    for (const SoftmaxCount& count : result.counts) {
      words += std::string(between) + whole(count.recovered) + " with " + counted(count.heads, "head", "heads");
      between = ", ";
    }
  }
  words +=
      ". The theorem’s time, (dk)^(m³) up to constants in the exponent, covers every layer that is not degenerate "
      "and needs only random examples; the questions are chosen.";
  if (!result.counts.empty() && result.counts.back().layers == 0) {
    words += " Questions about m heads take sequences of m + 1 tokens or more: raise k.";
  }
  return words;
}

}  // namespace

std::string error_text(double error) { return number(error, 2); }

std::string question_words() {
  return "Sequences hold $r$ copies of $u$ for each of $v$. Head $i$ gives $u$ the weight $r/(r + β_i)$ and flips at "
         "$r = β_i$ (line: found, dashed: hidden); the answer jumps by $W_i^T(u − v)$. Click a bit to flip it.";
}

std::string answer_words(const SoftmaxResult& result, const Chosen& chosen) {
  const std::string words = "$y_" + std::to_string(chosen.coordinate + 1) + "$, answered to a token $u$";
  if (chosen.u == chosen.v) return words + ": $u$ = $v$, nothing to switch";
  if (chosen.asked != nullptr) return words + "; dots: heard by the learner";
  return words + (result.asked.empty() && !result.polished ? "; rings: never asked" : "; rings: never asked, foreseen");
}

std::string layer_words(const SoftmaxResult& result, const Chosen& chosen) {
  if (result.misfit) return misfit_words(result) + "Drag a hidden entry to change it.";
  if (!result.trouble.empty() && (result.polished || result.asked.empty())) {
    return result.trouble + (result.polished ? " Random starts were polished instead." : "");
  }
  const auto flipped = chosen.flipped();
  if (!flipped)
    return "Where $u$ and $v$ differ in one bit only, a question asks about one row of each $W$ and one column of each "
           "$Θ$. Drag a hidden entry to change it.";
  const std::string j = whole(static_cast<double>(*flipped + 1));
  return "Flipping bit " + j + " asks about row " + j + " of each $W$ and column " + j +
         " of each $Θ$ (framed). Drag a hidden entry to change it.";
}

std::string start_words(const SoftmaxResult& result, std::optional<std::size_t> start) {
  if (!start)
    return (result.trouble.empty() ? "No start has ended yet. " : "") +
           std::string("Drag a hidden entry to change it.");
  const SoftmaxStart& shown = result.starts[*start];
  const std::string name = "Found by start " + whole(static_cast<double>(*start + 1)) + ", which ";
  return name +
         (shown.arrived ? "arrived"
          : shown.cut   ? "was cut short"
                        : "got stuck") +
         ". Drag a hidden entry to change it.";
}

std::vector<plot::Fact> facts_of(const SoftmaxResult& result, const Chosen* chosen) {
  std::vector<plot::Fact> facts;
  if (!result.asked.empty()) {
    facts.push_back({"sequences asked", whole(static_cast<double>(result.questions))});
    facts.push_back({"entries recovered", whole(2.0 * static_cast<double>(result.truth.W.size()))});
    facts.push_back({"largest error, by questions", error_text(result.asked.error())});
  }
  if (!result.polish.empty()) facts.push_back({"after the polish", error_text(result.polish.error())});
  if (!result.polish.empty() && result.bound > 0)
    facts.push_back({"least on average, of anybody", error_text(result.bound)});
  if (chosen != nullptr) {
    const Switches truth = switches_of(result.truth, chosen->u, chosen->v);
    facts.push_back(
        {"check: switches − attention", error_text(switches_error(result.truth, truth, *chosen, result.k))});
  }
  if (!result.starts.empty()) {
    facts.push_back({"starts that arrived", whole(arrived(result)) + " of " + whole(result.planned)});
    facts.push_back({"least residual", error_text(result.least_loss)});
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
    case SoftmaxRoad::questions: return misfit_words(result) + asked_sentence(result);
    case SoftmaxRoad::examples: return misfit_words(result) + starts_sentence(result);
    case SoftmaxRoad::heads: break;
  }
  return heads_sentence(result);
}

}  // namespace figures::softmax
