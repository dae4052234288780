#include "figures/algorithm/algorithm.hpp"

#include <algorithm>
#include <array>

#include "figures/algorithm/jobs.hpp"
#include "figures/algorithm/run.hpp"
#include "figures/parameters.hpp"
#include "learner/sequence_table.hpp"

namespace figures::algorithm {
namespace {

constexpr std::array kSources = {
    Choice{.id = "random", .label = "Random attention"},
    Choice{.id = "memory", .label = "Associative memory"},
    Choice{.id = "text", .label = "Your words"},
    Choice{.id = "numbers", .label = "Your numbers"},
};
constexpr std::array kTargets = {
    Choice{.id = "last", .label = "Last token"},
    Choice{.id = "all", .label = "All tokens"},
    Choice{.id = "causal", .label = "Causal"},
};
constexpr std::array kUnits = {
    Choice{.id = "characters", .label = "Characters"},
    Choice{.id = "words", .label = "Words"},
};
constexpr std::array kStages = {
    Choice{.id = "sequences", .label = "Sequences"}, Choice{.id = "features", .label = "Features"},
    Choice{.id = "gram", .label = "Gram"},           Choice{.id = "solve", .label = "Solve"},
    Choice{.id = "heads", .label = "Heads"},         Choice{.id = "check", .label = "Check"},
};
constexpr std::array kStageList = {
    Stage{.name = "Sequences", .symbol = "Z"}, Stage{.name = "Features", .symbol = "Hf"},
    Stage{.name = "Gram", .symbol = "Lambda"}, Stage{.name = "Solve", .symbol = "W"},
    Stage{.name = "Heads", .symbol = "V"},     Stage{.name = "Check", .symbol = "y"},
};

constexpr std::array kSequenceStops = {16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0};
constexpr std::array kTokenStops = {1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0};
constexpr std::array kNoiseStops = {0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};
constexpr std::array kLambdaStops = {0.0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1, 1.0};

constexpr Condition only(std::uint32_t sources) { return {.id = "source", .choices = sources}; }
constexpr std::uint32_t kRandom = 1;
constexpr std::uint32_t kMemory = 2;
constexpr std::uint32_t kText = 4;
constexpr std::uint32_t kNumbers = 8;
constexpr std::uint32_t kSeeded = kRandom | kMemory | kText;

constexpr Parameter shown_only(Parameter parameter, std::uint32_t sources) {
  parameter.shown = only(sources);
  return parameter;
}

constexpr TextInput shown_only(TextInput text, std::uint32_t sources) {
  text.shown = only(sources);
  return text;
}

constexpr std::array kTexts = {
    shown_only(kReadersWords, kText),
    TextInput{.label = "Your numbers",
              .help =
                  "A table (CSV) with a row for each token: sequence, token, its numbers x1, x2, …, and its target's "
                  "y1, y2, …; targets for the last token of each sequence, or for every token. Every tenth sequence "
                  "is held out for the check. Paste it, or drop a file. It stays in this page.",
              .sample = "example.csv",
              .back = "Use the example",
              .ending = ".csv",
              .max_bytes = learner::kMostTableBytes,
              .shown = only(kNumbers)},
};
constexpr std::array kErrands = {
    Job{.id = "data", .run = save_data},
    Job{.id = "learn", .run = learn},
};

constexpr std::array kParameters = {
    Parameter{.id = "source",
              .label = "Data",
              .kind = Kind::choice,
              .choices = kSources,
              .help = "Where the sequences and their targets come from."},
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 2,
              .max = 16,
              .initial = 4,
              .symbol = "d",
              .help = "Numbers in one token; the regression has d²(d+1)/2 unknowns for each output.",
              .shown = only(kRandom)},
    Parameter{.id = "embedding",
              .label = "Token size d",
              .min = 3,
              .max = 16,
              .initial = 10,
              .symbol = "d",
              .help = "Numbers that stand for one token: a random code, and a constant 1.",
              .shown = only(kText)},
    Parameter{.id = "m",
              .label = "Key size m",
              .min = 1,
              .max = 8,
              .initial = 3,
              .symbol = "d",
              .help = "Keys and values have m numbers each, so a token has d = 2m.",
              .shown = only(kMemory)},
    Parameter{.id = "n",
              .label = "Tokens n",
              .min = 1,
              .max = 64,
              .initial = 16,
              .stops = kTokenStops,
              .symbol = "n",
              .help = "Tokens in one sequence.",
              .shown = only(kRandom)},
    Parameter{.id = "context",
              .label = "Context n",
              .min = 1,
              .max = 64,
              .initial = 2,
              .stops = kTokenStops,
              .symbol = "n",
              .help = "Tokens seen before the one to predict.",
              .shown = only(kText)},
    Parameter{.id = "N",
              .label = "Sequences N",
              .min = 16,
              .max = 16384,
              .initial = 4096,
              .stops = kSequenceStops,
              .symbol = "N",
              .help = "Sequences to learn from; for text, at most this many windows spread over it.",
              .shown = only(kSeeded)},
    Parameter{.id = "H",
              .label = "True heads H",
              .min = 1,
              .max = 16,
              .initial = 2,
              .symbol = "H",
              .help = "Heads of the attention layer that made the data. The learner is not told.",
              .shown = only(kRandom)},
    Parameter{.id = "noise",
              .label = "Noise",
              .min = 0,
              .max = 1,
              .step = 0,
              .initial = 0,
              .stops = kNoiseStops,
              .help = "Standard deviation of the Gaussian noise added to every number of a target.",
              .shown = only(kRandom | kMemory)},
    Parameter{.id = "lambda",
              .label = "Ridge λ",
              .min = 0,
              .max = 1,
              .step = 0,
              .initial = 0,
              .stops = kLambdaStops,
              .symbol = "lambda",
              .help = "Penalty on W. Zero is ordinary least squares, as in the paper.",
              .shown = only(kRandom | kMemory | kNumbers)},
    Parameter{.id = "ridge",
              .label = "Ridge λ",
              .min = 0,
              .max = 1,
              .step = 0,
              .initial = 1e-3,
              .stops = kLambdaStops,
              .symbol = "lambda",
              .help = "Penalty on W, against learning the text by heart.",
              .shown = only(kText)},
    Parameter{.id = "targets",
              .label = "Who is asked",
              .kind = Kind::choice,
              .choices = kTargets,
              .help = "The last token only, every token, or every token seeing only its past.",
              .shown = only(kRandom)},
    Parameter{.id = "units",
              .label = "Tokens are",
              .kind = Kind::choice,
              .choices = kUnits,
              .help = "What one token of the text is.",
              .shown = only(kText)},
    shown_only(kSeed, kSeeded),
    Parameter{.id = "stage",
              .label = "Show",
              .kind = Kind::choice,
              .initial = 5,
              .choices = kStages,
              .help = "Which stage is drawn at large.",
              .affects = Affects::picture,
              .by_hand = true},
    shown_only(kNewData, kSeeded),
};

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "algorithm",
    .name = "Algorithm 1, live",
    .question = "Can attention be learned by solving one linear regression?",
    .parameters = kParameters,
    .stages = kStageList,
    .texts = kTexts,
    .jobs = kErrands,
    .shape = {.narrow = 1.9, .wide = 0.6},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::algorithm
