#include "figures/samples/samples.hpp"

#include <array>

#include "figures/parameters.hpp"
#include "figures/samples/run.hpp"

namespace figures::samples {
namespace {

constexpr std::array kLabels = {
    Choice{.id = "linear", .label = "Linear attention"},
    Choice{.id = "softmax", .label = "Softmax attention"},
};
constexpr std::array kTargets = {
    Choice{.id = "last", .label = "Last token"},
    Choice{.id = "all", .label = "All tokens"},
};
constexpr std::array kStageList = {
    Stage{.name = "Floor", .symbol = "y"},
    Stage{.name = "Data sets", .symbol = "N"},
};

constexpr std::array kTokenStops = {1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0};
constexpr std::array kNoiseStops = {0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};
constexpr std::array kLambdaStops = {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
constexpr std::array kSetStops = {1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0};
constexpr std::array kMostStops = {16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0};
// Where the marker stops for the keyboard; a drag takes every N that was tried.
constexpr std::array kMarkerStops = {1.0,   2.0,   4.0,    8.0,    16.0,   32.0,   64.0,   128.0,
                                     256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0};

constexpr std::array kParameters = {
    Parameter{.id = "labels",
              .label = "Answers come from",
              .kind = Kind::choice,
              .choices = kLabels,
              .help = "The layer to be learned: a linear one, which can be matched, or softmax, which cannot."},
    Parameter{.id = "noise",
              .label = "Noise σ",
              .min = 0,
              .max = 1,
              .step = 0,
              .initial = 0.1,
              .stops = kNoiseStops,
              .help = "Standard deviation of the Gaussian noise added to every number of an answer."},
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 2,
              .max = 8,
              .initial = 4,
              .symbol = "d",
              .help = "Numbers in one token; there are d²(d+1)/2 unknowns for each output."},
    Parameter{.id = "targets",
              .label = "Who is asked",
              .kind = Kind::choice,
              .choices = kTargets,
              .help = "The last token only, which is one equation a sequence for each output, or every token."},
    Parameter{.id = "n",
              .label = "Tokens n",
              .min = 1,
              .max = 32,
              .initial = 16,
              .stops = kTokenStops,
              .symbol = "n",
              .help = "Tokens in one sequence."},
    Parameter{.id = "H",
              .label = "Heads H",
              .min = 1,
              .max = 8,
              .initial = 2,
              .symbol = "H",
              .help = "Heads of the layer that answers. The learner is not told."},
    Parameter{
        .id = "lambda",
        .label = "Ridge λ",
        .min = 0,
        .max = 0.1,
        .step = 0,
        .initial = 0,
        .stops = kLambdaStops,
        .symbol = "lambda",
        .help = "Penalty on W. Zero takes the smallest W that fits, which is ordinary least squares beyond the peak."},
    Parameter{.id = "most",
              .label = "Largest N",
              .min = 16,
              .max = 16384,
              .initial = 4096,
              .stops = kMostStops,
              .symbol = "N",
              .help = "How many sequences a data set grows to."},
    Parameter{.id = "sets",
              .label = "Data sets",
              .min = 1,
              .max = 24,
              .initial = 8,
              .stops = kSetStops,
              .help = "Independent data sets from the same layer; each is a dot at every N."},
    kSeed,
    Parameter{.id = "N",
              .label = "Read at N",
              .min = 1,
              .max = 16384,
              .initial = 512,
              .stops = kMarkerStops,
              .symbol = "N",
              .help = "Where the marker stands: what this many sequences give.",
              .affects = Affects::picture,
              .by_hand = true},
    kNewData,
};

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "samples",
    .name = "How much data?",
    .question = "How much data is enough?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 1.5, .wide = 0.64},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::samples
