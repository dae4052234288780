#include "figures/landscape/words.hpp"

#include <algorithm>

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::landscape {
namespace {

constexpr std::array<Phrase, kMostBalls + 1> kNumbers = {{Phrase("no"), Phrase("one"), Phrase("two"), Phrase("three"),
                                                          Phrase("four"), Phrase("five"), Phrase("six"),
                                                          Phrase("seven"), Phrase("eight"), Phrase("nine")}};
constexpr std::array<Phrase, kMostBalls + 1> kFirstNumbers = {
    {Phrase("No"), Phrase("One"), Phrase("Two"), Phrase("Three"), Phrase("Four"), Phrase("Five"), Phrase("Six"),
     Phrase("Seven"), Phrase("Eight"), Phrase("Nine")}};

// "Four of nine starts", "All nine starts"; of several.
std::string starts(int some, int all) {
  if (some == all && all == 2) return tr("Both starts");
  if (some == all) return tr("All %1 starts", number_word(all));
  return tr("%1 of %2 starts", number_word_first(some), number_word(all));
}

// What became of the only ball, of one of several, and of several.
struct Finding {
  Fate fate;
  Phrase ball, one, many;
};

// What went wrong comes first.
constexpr std::array<Finding, 4> kFindings = {{
    {Fate::escaped, Phrase("The ball flew off: the learning rate is too large"),
     Phrase("One of %1 starts flew off: the learning rate is too large"),
     Phrase("%1 flew off: the learning rate is too large")},
    {Fate::stuck, Phrase("The ball got stuck"), Phrase("One of %1 starts got stuck"), Phrase("%1 got stuck")},
    {Fate::saddle, Phrase("The ball is balanced where the slope is 0"),
     Phrase("One of %1 starts is balanced where the slope is 0"), Phrase("%1 are balanced where the slope is 0")},
    {Fate::rolling, Phrase("The ball is still on its way"), Phrase("One of %1 starts is still on its way"),
     Phrase("%1 are still on their way")},
}};

// The second axis of the slice of a head's parameters, and of W, where (−V, Q) has none of its own.
std::string second_of_head(const Result& result) {
  if (result.turn >= 100) return tr("$t$ of a random head");
  if (result.turn <= 0) return result.hidden == 2 ? tr("$t$ of the second") : tr("$t$ of $(−V, Q)$");
  const std::string turn = number(result.turn);
  return result.hidden == 2 ? tr("$t$ of the second turned %1 % of the way to a random head", turn)
                            : tr("$t$ of $(−V, Q)$ turned %1 % of the way to a random head", turn);
}

std::string second_of_W(const Result& result) {
  if (result.turn >= 100) return tr("$t$ times a random head");
  if (result.turn <= 0) return tr("$t$ times the second");
  const std::string turn = number(result.turn);
  return result.hidden == 2 ? tr("$t$ times the second turned %1 % of the way to a random head", turn)
                            : tr("$t$ times $(−V, Q)$ turned %1 % of the way to a random head", turn);
}

std::string axes_sentence(const Result& result) {
  if (result.scene == Scene::heads) {
    const std::string second = second_of_head(result);
    return result.hidden == 2 ? tr("$s$ is the share of the first hidden head, %1.", second)
                              : tr("$s$ is the share of the hidden head $(V, Q)$, %1.", second);
  }
  const std::string second = second_of_W(result);
  return result.hidden == 2 ? tr("$W$ is $s$ times the first hidden head, plus %1.", second)
                            : tr("$W$ is $s$ times the hidden head $(V, Q)$, plus %1.", second);
}

}  // namespace

bool is_real(Scene scene) { return scene == Scene::heads || scene == Scene::lifted; }

std::string_view heading_of(const Result& result) {
  switch (result.scene) {
    case Scene::bowl: return tr("A convex bowl, made up");
    case Scene::rugged: return tr("A rugged landscape, made up");
    case Scene::heads: return tr("The real loss of one attention head, on a slice");
    case Scene::lifted: return tr("The same data, the same models, lifted to $W$");
  }
  return "";
}

std::string slice_words(const Result& result) {
  switch (result.scene) {
    case Scene::bowl: return tr("From every start it goes down to one and the same lowest place.");
    case Scene::rugged: return tr("Nine dents. A ball that rolls downhill ends in the one it happens to meet.");
    default: break;
  }
  const bool heads = result.scene == Scene::heads;
  if (!heads && result.hidden == 1 && result.turn <= 0) {
    return tr(
        "$(−V, Q)$ is the hidden head's $W$ times −1, so both axes are one line in $W$ and the bowl is a trough: "
        "turn the slice for a second direction. Structure may live outside it.");
  }
  return passage({axes_sentence(result), tr("Loss 1 is that of answering 0."),
                  tr("Structure may live outside this slice of %1 parameters.", heads ? "18" : "81")});
}

std::string_view axis_name(const Result& result, bool second) {
  if (result.hidden == 0) return second ? "$t$" : "$s$";
  if (!second) return result.hidden == 2 ? tr("$s$, first head") : tr("$s$, hidden head");
  if (result.turn > 0) return tr("$t$, turned");
  return result.hidden == 2 ? tr("$t$, second head") : std::string_view("$t$, $(−V, Q)$");
}

std::string loss_text(double loss) {
  constexpr double kRounding = 1e-12;
  return loss < kRounding ? tr("0 to rounding") : number(loss);
}

std::string_view fate_label(Fate fate) {
  switch (fate) {
    case Fate::found: return tr("lowest");
    case Fate::stuck: return tr("stuck");
    case Fate::saddle: return tr("balanced, slope 0: nudge it");
    case Fate::rolling: return tr("still rolling");
    case Fate::escaped: return tr("thrown out");
  }
  return "";
}

std::string_view fate_words(Fate fate) {
  switch (fate) {
    case Fate::found: return tr("reached the lowest place");
    case Fate::stuck: return tr("stuck in a valley that is not the lowest");
    case Fate::saddle: return tr("balanced, slope 0: nudge it");
    case Fate::rolling: return tr("still rolling");
    case Fate::escaped: return tr("thrown out: the learning rate is too large");
  }
  return "";
}

std::array<int, kFates> fates_of(const Result& result) {
  std::array<int, kFates> counts{};
  for (const Ball& ball : result.balls) ++counts[static_cast<std::size_t>(ball.fate)];
  return counts;
}

std::string_view number_word(int number) {
  return tr(kNumbers[static_cast<std::size_t>(std::clamp(number, 0, kMostBalls))]);
}

std::string_view number_word_first(int number) {
  return tr(kFirstNumbers[static_cast<std::size_t>(std::clamp(number, 0, kMostBalls))]);
}

std::string finding(const Result& result) {
  const auto fates = fates_of(result);
  const int all = static_cast<int>(result.balls.size());
  if (all < result.planned) return tr("Balls are rolling");
  for (const Finding& found : kFindings) {
    const int count = fates[static_cast<std::size_t>(found.fate)];
    if (count == 0) continue;
    if (all == 1) return tr(found.ball);
    return count == 1 ? tr(found.one, number_word(all)) : tr(found.many, starts(count, all));
  }
  return all == 1 ? tr("The ball found the lowest place") : tr("%1 found the lowest place", starts(all, all));
}

}  // namespace figures::landscape
