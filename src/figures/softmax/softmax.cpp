#include "figures/softmax/softmax.hpp"

#include <algorithm>
#include <array>

#include "figures/parameters.hpp"

namespace figures::softmax {
namespace {

// The order of Method.
constexpr std::array kRoads = {
    Choice{.id = "questions", .label = "Questions"},
    Choice{.id = "examples", .label = "Random examples"},
    Choice{.id = "heads", .label = "More heads"},
};

// The order of Step.
constexpr std::array kStageList = {
    Stage{.name = "Questions", .symbol = "Theta"},  Stage{.name = "Polish", .symbol = "W"},
    Stage{.name = "Starts", .symbol = "Theta"},     Stage{.name = "Warming up", .symbol = "H"},
    Stage{.name = "1 head, asked", .symbol = "H"},  Stage{.name = "1 head, examples", .symbol = "H"},
    Stage{.name = "2 heads, asked", .symbol = "H"}, Stage{.name = "2 heads, examples", .symbol = "H"},
    Stage{.name = "3 heads, asked", .symbol = "H"}, Stage{.name = "3 heads, examples", .symbol = "H"},
    Stage{.name = "4 heads, asked", .symbol = "H"}, Stage{.name = "4 heads, examples", .symbol = "H"},
};
static_assert(kStageList.size() == static_cast<std::size_t>(Step::firstHeads) + 2 * kMostHeads);

constexpr std::array kNoiseStops = {0.0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1};
constexpr std::array kExampleStops = {4.0, 8.0, 16.0, 32.0, 64.0};

constexpr Condition only(std::uint32_t roads) { return {.id = "road", .choices = roads}; }
constexpr std::uint32_t kQuestions = 1;
constexpr std::uint32_t kHidden = 1 | 2;

constexpr Parameter token(std::string_view id, std::string_view label) {
  return {.id = id,
          .label = label,
          .kind = Kind::numbers,
          .min = -1,
          .max = 1,
          .step = 2,
          .most = kMostDimensions,
          .help = "Its entries, 1 or −1. Empty: a question that shows the switches well.",
          .affects = Affects::picture,
          .shown = only(kQuestions),
          .by_hand = true};
}

constexpr Parameter matrix(std::string_view id, std::string_view label, std::string_view symbol) {
  return {.id = id,
          .label = label,
          .kind = Kind::numbers,
          .min = -4,
          .max = 4,
          .step = 0.01,
          .most = kMostEntries,
          .symbol = symbol,
          .help = "The entries of the hidden layer, head after head, row by row. Empty: drawn from the seed.",
          .shown = only(kHidden),
          .by_hand = true};
}

constexpr std::array kParameters = {
    Parameter{.id = "road",
              .label = "Road",
              .kind = Kind::choice,
              .choices = kRoads,
              .help = "Questions of two distinct tokens, chosen by the learner; random examples, with nothing to "
                      "choose; or both, with more and more heads."},
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 2,
              .max = kMostDimensions,
              .initial = 3,
              .symbol = "d",
              .help = "Entries of a token, each 1 or −1."},
    Parameter{.id = "m",
              .label = "Heads m",
              .min = 1,
              .max = kMostHeads,
              .initial = 3,
              .symbol = "H",
              .help = "Heads of the hidden layer. The learner is told how many.",
              .shown = only(kHidden)},
    Parameter{.id = "k",
              .label = "Tokens k",
              .min = 2,
              .max = kMostTokens,
              .initial = 8,
              .help = "Tokens in a sequence. Questions need at least one more than there are heads."},
    Parameter{.id = "noise",
              .label = "Noise",
              .min = 0,
              .max = 0.1,
              .step = 0,
              .stops = kNoiseStops,
              .help = "Standard deviation of what is added to every number of an answer."},
    Parameter{.id = "polish",
              .label = "Polish",
              .kind = Kind::toggle,
              .help = "After the questions, Levenberg–Marquardt on random examples, from what the questions found.",
              .shown = only(kQuestions)},
    Parameter{
        .id = "N",
        .label = "Examples N",
        .min = 4,
        .max = 64,
        .initial = 64,
        .stops = kExampleStops,
        .symbol = "N",
        .help =
            "Sequences of random tokens, each with the answers to all of them: what the starts and the polish fit."},
    kSeed,
    token("u", "Token u"),
    token("v", "Token v"),
    Parameter{.id = "coordinate",
              .label = "Shown: coordinate of the answer",
              .min = 0,
              .max = kMostDimensions,
              .initial = 0,
              .symbol = "y",
              .help = "Which number of the answer is drawn thick; 0 for one that shows the switches well.",
              .affects = Affects::picture,
              .shown = only(kQuestions),
              .by_hand = true},
    Parameter{.id = "start",
              .label = "Shown: start",
              .min = 0,
              .max = 8,
              .initial = 0,
              .help = "The start whose layer is shown; 0 is the best.",
              .affects = Affects::picture,
              .shown = only(2),
              .by_hand = true},
    matrix("theta", "Hidden Θ", "Theta"),
    matrix("w", "Hidden W", "W"),
    kNewData,
    Parameter{.id = "undo",
              .label = "Undo edits",
              .kind = Kind::action,
              .help = "Takes your changes of the hidden layer away.",
              .shown = only(kHidden)},
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  if (action == "undo" || action == kNewData.id) {
    for (const char* list : {"theta", "w"}) values.set_list(list, {});
  }
}

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "softmax",
    .name = "The harder road",
    .question = "Can a hidden layer of softmax attention be found again?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 2.9, .wide = 0.64},
    .work = work,
    .act = act,
});

}  // namespace figures::softmax
