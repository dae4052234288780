#include "figures/machines/machines.hpp"

#include <array>
#include <cmath>

#include "figures/machines/machine.hpp"
#include "figures/machines/recall.hpp"
#include "figures/machines/run.hpp"
#include "figures/parameters.hpp"

namespace figures::machines {
namespace {

// The order of Task.
constexpr std::array kTasks = {
    Choice{.id = "automaton", .label = "Any automaton"},
    Choice{.id = "weights", .label = "One automaton"},
    Choice{.id = "memory", .label = "Any memory"},
};
constexpr std::array kLessons = {
    Choice{.id = "whole", .label = "Whole machines"},
    Choice{.id = "pairs", .label = "Single transitions"},
};
constexpr std::array kKeys = {
    Choice{.id = "gaussian", .label = "Gaussian"},
    Choice{.id = "orthonormal", .label = "Orthonormal"},
};
constexpr std::array kStageList = {Stage{.name = "Lessons", .symbol = "N"}};

constexpr Condition only(std::uint32_t tasks) { return {.id = "task", .choices = tasks}; }
constexpr std::uint32_t kAny = 1;
constexpr std::uint32_t kAutomata = 1 | 2;
constexpr std::uint32_t kMemory = 4;

constexpr std::array kParameters = {
    Parameter{.id = "task",
              .label = "To be learned",
              .kind = Kind::choice,
              .choices = kTasks,
              .help = "A step that runs every automaton, its table in the input; one automaton, its table in the "
                      "weights; or a lookup in every associative memory."},
    Parameter{.id = "N",
              .label = "Examples N",
              .min = 1,
              .max = kExampleCounts.back(),
              .initial = 96,
              .stops = kExampleCounts,
              .symbol = "N",
              .help = "How many examples were learned from.",
              .affects = Affects::picture},
    Parameter{.id = "lessons",
              .label = "Taught",
              .kind = Kind::choice,
              .choices = kLessons,
              .help = "All transitions of one random machine after the other, or single transitions, each of a "
                      "machine of its own.",
              .shown = only(kAny)},
    Parameter{.id = "states",
              .label = "States",
              .min = 2,
              .max = kMostStates,
              .initial = 3,
              .help = "States of the machine; the first one is where it starts.",
              .shown = only(kAutomata)},
    Parameter{.id = "letters",
              .label = "Letters",
              .min = 2,
              .max = kMostLetters,
              .initial = 2,
              .help = "Letters that the machine's table has.",
              .shown = only(kAutomata)},
    Parameter{.id = "keys",
              .label = "Examples have keys",
              .kind = Kind::choice,
              .choices = kKeys,
              .help = "Keys and values of the memories learned from.",
              .shown = only(kMemory)},
    Parameter{.id = "m",
              .label = "Key size m",
              .min = 2,
              .max = kMostKeys,
              .initial = 3,
              .symbol = "d",
              .help = "Numbers in a key and in a value; so many of them are stored.",
              .shown = only(kMemory)},
    Parameter{.id = "ask",
              .label = "Ask for key",
              .min = 0,
              .max = kMostKeys,
              .initial = 1,
              .symbol = "z",
              .help = "Which key is asked for; 0 for the question as it was edited.",
              .affects = Affects::picture,
              .shown = only(kMemory)},
    Parameter{.id = "step",
              .label = "Letters read",
              .min = 0,
              .max = kMostSteps,
              .initial = kMostSteps,
              .plays = 2,
              .help = "How far the word was run.",
              .affects = Affects::picture,
              .shown = only(kAutomata)},
    kSpeed,
    kSeed,
    kNewData,
    Parameter{.id = "another",
              .label = "Another machine",
              .kind = Kind::action,
              .help = "Draws every entry of the table anew.",
              .shown = only(kAutomata)},
    Parameter{.id = "undo", .label = "Undo edits", .kind = Kind::action, .help = "Takes your edits away."},
    Parameter{.id = "table",
              .label = "Next states",
              .kind = Kind::numbers,
              .min = 0,
              .max = kMostStates,
              .most = kMostStates * kMostLetters,
              .help = "The next state for a, b, c in the first state, then in the second; 0 for a hole.",
              .shown = only(kAutomata),
              .by_hand = true},
    Parameter{.id = "accepting",
              .label = "Accepting states",
              .kind = Kind::numbers,
              .min = 0,
              .max = 1,
              .most = kMostStates,
              .help = "1 for each state that accepts, 0 for each that does not.",
              .affects = Affects::picture,
              .shown = only(kAutomata),
              .by_hand = true},
    Parameter{.id = "word",
              .label = "Word",
              .kind = Kind::numbers,
              .min = 0,
              .max = kMostLetters,
              .most = kMostSteps,
              .help = "Its letters, 1 for a, 2 for b, 3 for c; a 0 ends it.",
              .affects = Affects::picture,
              .shown = only(kAutomata),
              .by_hand = true},
    Parameter{.id = "memory",
              .label = "Edited memory",
              .kind = Kind::numbers,
              .min = -9,
              .max = 9,
              .step = 0,
              .most = 2 * kMostKeys * (kMostKeys + 1),
              .symbol = "Z",
              .help = "Key and value of one token after the other, the one that asks last.",
              .affects = Affects::picture,
              .shown = only(kMemory),
              .by_hand = true},
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  if (action == "another") draw_another(values);
  if (action != "undo") return;
  for (const char* list : {"table", "accepting", "word", "memory"}) values.set_list(list, {});
}

}  // namespace

std::size_t point_at(const Result& result, double N) {
  std::size_t nearest = 0;
  for (std::size_t k = 1; k < result.points.size(); ++k) {
    const auto away = [&](std::size_t at) { return std::abs(static_cast<double>(result.points[at].N) - N); };
    if (away(k) < away(nearest)) nearest = k;
  }
  return nearest;
}

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "machines",
    .name = "Learning to compute",
    .question = "Can one layer learn, from examples of other machines, to run a machine that it never saw?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 2.7, .wide = 0.64},
    .work = work,
    .act = act,
});

}  // namespace figures::machines
