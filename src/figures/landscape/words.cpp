#include "figures/landscape/words.hpp"

#include <algorithm>

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::landscape {
namespace {

using plot::Phrase;
using plot::say;

constexpr std::array<Phrase, kMostBalls + 1> kNumbers = {{Phrase("no"), Phrase("one"), Phrase("two"), Phrase("three"),
                                                          Phrase("four"), Phrase("five"), Phrase("six"),
                                                          Phrase("seven"), Phrase("eight"), Phrase("nine")}};
constexpr std::array<Phrase, kMostBalls + 1> kFirstNumbers = {
    {Phrase("No"), Phrase("One"), Phrase("Two"), Phrase("Three"), Phrase("Four"), Phrase("Five"), Phrase("Six"),
     Phrase("Seven"), Phrase("Eight"), Phrase("Nine")}};

// "Four of nine starts", "All nine starts"; of several.
std::string starts(int some, int all) {
  if (some == all && all == 2) return say("Both starts");
  if (some == all) return say("All %1 starts", number_word(all));
  return say("%1 of %2 starts", number_word_first(some), number_word(all));
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
std::string second_of_head(const LandscapeResult& result) {
  if (result.turn >= 100) return say("$t$ of a random head");
  if (result.turn <= 0) return result.hidden == 2 ? say("$t$ of the second") : say("$t$ of $(−V, Q)$");
  const std::string turn = plot::number(result.turn);
  return result.hidden == 2 ? say("$t$ of the second turned %1 % of the way to a random head", turn)
                            : say("$t$ of $(−V, Q)$ turned %1 % of the way to a random head", turn);
}

std::string second_of_W(const LandscapeResult& result) {
  if (result.turn >= 100) return say("$t$ times a random head");
  if (result.turn <= 0) return say("$t$ times the second");
  const std::string turn = plot::number(result.turn);
  return result.hidden == 2 ? say("$t$ times the second turned %1 % of the way to a random head", turn)
                            : say("$t$ times $(−V, Q)$ turned %1 % of the way to a random head", turn);
}

std::string axes_sentence(const LandscapeResult& result) {
  if (result.scene == LandscapeScene::heads) {
    const std::string second = second_of_head(result);
    return result.hidden == 2 ? say("$s$ is the share of the first hidden head, %1.", second)
                              : say("$s$ is the share of the hidden head $(V, Q)$, %1.", second);
  }
  const std::string second = second_of_W(result);
  return result.hidden == 2 ? say("$W$ is $s$ times the first hidden head, plus %1.", second)
                            : say("$W$ is $s$ times the hidden head $(V, Q)$, plus %1.", second);
}

}  // namespace

bool is_real(LandscapeScene scene) { return scene == LandscapeScene::heads || scene == LandscapeScene::lifted; }

std::string_view heading_of(const LandscapeResult& result) {
  switch (result.scene) {
    case LandscapeScene::bowl: return say("A convex bowl, made up");
    case LandscapeScene::rugged: return say("A rugged landscape, made up");
    case LandscapeScene::heads: return say("The real loss of one attention head, on a slice");
    case LandscapeScene::lifted: return say("The same data, the same models, lifted to $W$");
  }
  return "";
}

std::string slice_words(const LandscapeResult& result) {
  switch (result.scene) {
    case LandscapeScene::bowl: return say("From every start it goes down to one and the same lowest place.");
    case LandscapeScene::rugged:
      return say("Nine dents. A ball that rolls downhill ends in the one it happens to meet.");
    default: break;
  }
  const bool heads = result.scene == LandscapeScene::heads;
  if (!heads && result.hidden == 1 && result.turn <= 0) {
    return say(
        "$(−V, Q)$ is the hidden head's $W$ times −1, so both axes are one line in $W$ and the bowl is a trough: "
        "turn the slice for a second direction. Structure may live outside it.");
  }
  return plot::passage({axes_sentence(result), say("Loss 1 is that of answering 0."),
                        say("Structure may live outside this slice of %1 parameters.", heads ? "18" : "81")});
}

std::string_view axis_name(const LandscapeResult& result, bool second) {
  if (result.hidden == 0) return second ? "$t$" : "$s$";
  if (!second) return result.hidden == 2 ? say("$s$, first head") : say("$s$, hidden head");
  if (result.turn > 0) return say("$t$, turned");
  return result.hidden == 2 ? say("$t$, second head") : std::string_view("$t$, $(−V, Q)$");
}

std::string loss_text(double loss) {
  constexpr double kRounding = 1e-12;
  return loss < kRounding ? say("0 to rounding") : plot::number(loss);
}

std::string_view fate_label(Fate fate) {
  switch (fate) {
    case Fate::found: return say("lowest");
    case Fate::stuck: return say("stuck");
    case Fate::saddle: return say("balanced, slope 0: nudge it");
    case Fate::rolling: return say("still rolling");
    case Fate::escaped: return say("thrown out");
  }
  return "";
}

std::string_view fate_words(Fate fate) {
  switch (fate) {
    case Fate::found: return say("reached the lowest place");
    case Fate::stuck: return say("stuck in a valley that is not the lowest");
    case Fate::saddle: return say("balanced, slope 0: nudge it");
    case Fate::rolling: return say("still rolling");
    case Fate::escaped: return say("thrown out: the learning rate is too large");
  }
  return "";
}

std::array<int, kFates> fates_of(const LandscapeResult& result) {
  std::array<int, kFates> counts{};
  for (const LandscapeBall& ball : result.balls) ++counts[static_cast<std::size_t>(ball.fate)];
  return counts;
}

std::string_view number_word(int number) {
  return say(kNumbers[static_cast<std::size_t>(std::clamp(number, 0, kMostBalls))]);
}

std::string_view number_word_first(int number) {
  return say(kFirstNumbers[static_cast<std::size_t>(std::clamp(number, 0, kMostBalls))]);
}

std::string finding(const LandscapeResult& result) {
  const auto fates = fates_of(result);
  const int all = static_cast<int>(result.balls.size());
  if (all < result.planned) return say("Balls are rolling");
  for (const Finding& found : kFindings) {
    const int count = fates[static_cast<std::size_t>(found.fate)];
    if (count == 0) continue;
    if (all == 1) return say(found.ball);
    return count == 1 ? say(found.one, number_word(all)) : say(found.many, starts(count, all));
  }
  return all == 1 ? say("The ball found the lowest place") : say("%1 found the lowest place", starts(all, all));
}

}  // namespace figures::landscape
