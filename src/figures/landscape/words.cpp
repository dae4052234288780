#include "figures/landscape/words.hpp"

#include <algorithm>

#include "plot/number.hpp"

namespace figures::landscape {
namespace {

constexpr std::array<std::string_view, kMostBalls + 1> kNumbers = {"no",   "one", "two",   "three", "four",
                                                                   "five", "six", "seven", "eight", "nine"};

// "Four of nine starts", "All nine starts", "The ball".
std::string starts(int some, int all) {
  if (all == 1) return "The ball";
  if (some == all && all == 2) return "Both starts";
  if (some == all) return "All " + std::string(number_word(all)) + " starts";
  return number_word_first(some) + " of " + std::string(number_word(all)) + " starts";
}

std::string second_axis(const LandscapeResult& result) {
  const std::string from = result.hidden == 2 ? "the second" : "$(−V, Q)$";
  if (result.turn <= 0) return from;
  if (result.turn >= 100) return "a random head";
  return from + " turned " + plot::number(result.turn) + " % of the way to a random head";
}

}  // namespace

bool is_real(LandscapeScene scene) { return scene == LandscapeScene::heads || scene == LandscapeScene::lifted; }

std::string_view heading_of(const LandscapeResult& result) {
  switch (result.scene) {
    case LandscapeScene::bowl: return "A convex bowl, made up";
    case LandscapeScene::rugged: return "A rugged landscape, made up";
    case LandscapeScene::heads: return "The real loss of one attention head, on a slice";
    case LandscapeScene::lifted: return "The same data, the same models, lifted to $W$";
  }
  return "";
}

std::string slice_words(const LandscapeResult& result) {
  switch (result.scene) {
    case LandscapeScene::bowl: return "From every start it goes down to one and the same lowest place.";
    case LandscapeScene::rugged: return "Nine dents. A ball that rolls downhill ends in the one it happens to meet.";
    default: break;
  }
  const std::string first = result.hidden == 2 ? "the first hidden head" : "the hidden head $(V, Q)$";
  const bool heads = result.scene == LandscapeScene::heads;
  if (!heads && result.hidden == 1 && result.turn <= 0) {
    return "$(−V, Q)$ is the hidden head's $W$ times −1, so both axes are one line in $W$ and the bowl is a trough: "
           "turn the "
           "slice for a second direction. Structure may live outside it.";
  }
  return std::string(heads ? "$s$ is the share of " : "$W$ is $s$ times ") + first + ", " +
         (heads ? "$t$ of " : "plus $t$ times ") + second_axis(result) +
         ". Loss 1 is that of answering 0. Structure may live outside this slice of " + (heads ? "18" : "81") +
         " parameters.";
}

std::string_view axis_name(const LandscapeResult& result, bool second) {
  if (result.hidden == 0) return second ? "$t$" : "$s$";
  if (!second) return result.hidden == 2 ? "$s$, first head" : "$s$, hidden head";
  if (result.turn > 0) return "$t$, turned";
  return result.hidden == 2 ? "$t$, second head" : "$t$, $(−V, Q)$";
}

std::string loss_text(double loss) {
  constexpr double kRounding = 1e-12;
  return loss < kRounding ? "0 to rounding" : plot::number(loss);
}

std::string_view fate_label(Fate fate) {
  switch (fate) {
    case Fate::found: return "lowest";
    case Fate::stuck: return "stuck";
    case Fate::saddle: return "balanced, slope 0: nudge it";
    case Fate::rolling: return "still rolling";
    case Fate::escaped: return "thrown out";
  }
  return "";
}

std::string_view fate_words(Fate fate) {
  switch (fate) {
    case Fate::found: return "reached the lowest place";
    case Fate::stuck: return "stuck in a valley that is not the lowest";
    case Fate::saddle: return "balanced, slope 0: nudge it";
    case Fate::rolling: return "still rolling";
    case Fate::escaped: return "thrown out: the learning rate is too large";
  }
  return "";
}

std::array<int, kFates> fates_of(const LandscapeResult& result) {
  std::array<int, kFates> counts{};
  for (const LandscapeBall& ball : result.balls) ++counts[static_cast<std::size_t>(ball.fate)];
  return counts;
}

std::string_view number_word(int number) {
  return kNumbers[static_cast<std::size_t>(std::clamp(number, 0, kMostBalls))];
}

std::string number_word_first(int number) {
  std::string word(number_word(number));
  word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

std::string finding(const LandscapeResult& result) {
  const auto fates = fates_of(result);
  const int all = static_cast<int>(result.balls.size());
  if (all < result.planned) return "Balls are rolling";
  struct Case {
    Fate fate;
    std::string_view one, many;
  };
  // What went wrong comes first.
  constexpr std::array<Case, 4> kCases = {
      {{Fate::escaped, " flew off: the learning rate is too large", " flew off: the learning rate is too large"},
       {Fate::stuck, " got stuck", " got stuck"},
       {Fate::saddle, " is balanced where the slope is 0", " are balanced where the slope is 0"},
       {Fate::rolling, " is still on its way", " are still on their way"}}};
  for (const Case& found : kCases) {
    const int count = fates[static_cast<std::size_t>(found.fate)];
    if (count > 0) return starts(count, all) + std::string(count == 1 ? found.one : found.many);
  }
  return starts(all, all) + " found the lowest place";
}

}  // namespace figures::landscape
