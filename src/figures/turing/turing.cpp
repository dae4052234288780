#include "figures/turing/turing.hpp"

#include <array>

#include "figures/parameters.hpp"
#include "figures/turing/rule.hpp"
#include "figures/turing/run.hpp"

namespace figures::turing {
namespace {

// The order of learner::turing_library, then the reader's own.
constexpr std::array kMachines = {
    Choice{.id = "increment", .label = "Add one"},
    Choice{.id = "addition", .label = "Add two numbers"},
    Choice{.id = "copy", .label = "Copy"},
    Choice{.id = "palindrome", .label = "Palindrome"},
    Choice{.id = "beaver3", .label = "Busy beaver 3"},
    Choice{.id = "longest", .label = "Longest run"},
    Choice{.id = "beaver4", .label = "Busy beaver 4"},
    Choice{.id = "own", .label = "Your own"},
};
constexpr std::uint32_t kOwn = 1U << 7;
constexpr std::array kSizes = {
    Choice{.id = "own", .label = "Of its size"},
    Choice{.id = "all", .label = "Of 6 states, 3 symbols"},
};
constexpr std::array kStageList = {
    Stage{.name = "Lessons", .symbol = "W"},
    Stage{.name = "Run", .symbol = "z"},
};
constexpr std::array kLessonStops = {5.0,   10.0,  20.0,  30.0,  50.0,   70.0,   100.0, 150.0,
                                     200.0, 300.0, 500.0, 700.0, 1000.0, 1500.0, 2000.0};
constexpr std::array kLimitStops = {50.0, 100.0, 200.0, 500.0, 1000.0};

constexpr std::array kParameters = {
    Parameter{.id = "machine",
              .label = "Machine",
              .kind = Kind::choice,
              .initial = 2,
              .choices = kMachines,
              .symbol = "Z",
              .help = "What is run. A click on its table makes it your own."},
    Parameter{.id = "states",
              .label = "States",
              .min = 1,
              .max = kMostStates,
              .initial = 3,
              .symbol = "Z",
              .help = "Rows of the table of your own machine; halting is not among them.",
              .shown = {.id = "machine", .choices = kOwn}},
    Parameter{.id = "symbols",
              .label = "Symbols",
              .min = 2,
              .max = kMostSymbols,
              .initial = 2,
              .symbol = "Z",
              .help = "Columns of the table of your own machine, the blank among them.",
              .shown = {.id = "machine", .choices = kOwn}},
    Parameter{.id = "rules",
              .label = "Rules",
              .kind = Kind::numbers,
              .min = 0,
              .max = kLargestRule,
              .most = kMostStates * kMostSymbols,
              .symbol = "Z",
              .help =
                  "Your table, row by row. Digits: write (1 is blank), move (1 left, 2 stay, 3 right), next state (1 "
                  "is A, 0 halts); 0 is no rule.",
              .shown = {.id = "machine", .choices = kOwn},
              .by_hand = true},
    Parameter{.id = "tape",
              .label = "Tape at the start",
              .kind = Kind::numbers,
              .min = 0,
              .max = kMostSymbols - 1,
              .most = kMostCells,
              .symbol = "Z",
              .help = "Symbols from cell 0 on, 0 being the blank; empty for the machine's own example.",
              .by_hand = true},
    Parameter{.id = "head",
              .label = "Head starts at",
              .min = 0,
              .max = kMostCells - 1,
              .initial = 0,
              .symbol = "z",
              .help = "The cell under the head before the first step.",
              .by_hand = true},
    Parameter{.id = "N",
              .label = "Traces N",
              .min = 5,
              .max = 2000,
              .initial = 1500,
              .stops = kLessonStops,
              .symbol = "N",
              .help = "Random machines on random tapes, watched for up to 50 steps: all that the layer learns from."},
    Parameter{.id = "size",
              .label = "Learned from machines",
              .kind = Kind::choice,
              .choices = kSizes,
              .symbol = "W",
              .help = "As large as this one, or so large that one layer steps every machine here."},
    Parameter{.id = "limit",
              .label = "Steps at most",
              .min = 50,
              .max = 1000,
              .initial = 200,
              .stops = kLimitStops,
              .help = "A machine that has not halted by then is stopped."},
    Parameter{.id = "at",
              .label = "Run shown, %",
              .min = 0,
              .max = 100,
              .step = 0.1,
              .initial = 100,
              .plays = 9,
              .symbol = "z",
              .help = "How much of the run has been done.",
              .affects = Affects::picture},
    kSpeed,
    kSeed,
    Parameter{.id = kNewData.id, .label = "New traces", .kind = Kind::action, .help = kNewData.help},
};

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "turing",
    .name = "A Turing machine, learned",
    .question = "Can one layer run a machine that it was never taught?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 4.1, .wide = 0.8},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::turing
