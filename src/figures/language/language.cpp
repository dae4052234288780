#include "figures/language/language.hpp"

#include <array>

#include "figures/language/run.hpp"
#include "figures/parameters.hpp"

namespace figures::language {
namespace {

constexpr std::array kViews = {
    Choice{.id = "learn", .label = "Learn"},
    Choice{.id = "sketch", .label = "Fewer features"},
    Choice{.id = "certificate", .label = "Certificate"},
};
constexpr std::array kUnits = {
    Choice{.id = "characters", .label = "Characters"},
    Choice{.id = "words", .label = "Words"},
};
constexpr std::array kTargets = {
    Choice{.id = "last", .label = "Last token"},
    Choice{.id = "causal", .label = "Every token"},
};
constexpr std::array kPenalties = {
    Choice{.id = "chosen", .label = "Chosen"},
    Choice{.id = "fixed", .label = "Fixed"},
};
constexpr std::array kMixtures = {
    Choice{.id = "gaussian", .label = "Gaussian"},
    Choice{.id = "signs", .label = "Random signs"},
};
constexpr std::array kMarked = {
    Choice{.id = "pairs", .label = "Pairs"},
    Choice{.id = "runs", .label = "Whole windows"},
    Choice{.id = "closed", .label = "Closed form"},
    Choice{.id = "descent", .label = "Descent"},
};
constexpr std::array kStageList = {
    Stage{.name = "Text", .symbol = "Z"},
    Stage{.name = "Closed form", .symbol = "W"},
    Stage{.name = "Its answers", .symbol = "y"},
    Stage{.name = "Descent", .symbol = "V"},
    Stage{.name = "All answers", .symbol = "y"},
    Stage{.name = "Fewer features", .symbol = "Hf"},
    Stage{.name = "Certificate", .symbol = "Lambda"},
};

constexpr std::array kVocabularyStops = {8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0};
constexpr std::array kTokenStops = {1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0};
constexpr std::array kWindowStops = {256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0, 32768.0, 65536.0};
constexpr std::array kLambdaStops = {0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0};
constexpr std::array kEpochStops = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};
constexpr std::array kRateStops = {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1};
constexpr std::array kSeedStops = {1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 16.0};
constexpr std::array kCutStops = {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
constexpr std::array kMarkerStops = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 936.0};

constexpr Condition only(View view) { return {.id = "view", .choices = 1U << static_cast<unsigned>(view)}; }

constexpr std::array kTexts = {kReadersWords};

constexpr std::array kParameters = {
    Parameter{.id = "view",
              .label = "Question",
              .kind = Kind::choice,
              .choices = kViews,
              .help = "Learn to predict text, do so with fewer features, or ask whether text identifies the model."},
    Parameter{.id = "units",
              .label = "Tokens are",
              .kind = Kind::choice,
              .choices = kUnits,
              .help = "What one token of the text is; scripts without blanks are better read as characters."},
    Parameter{.id = "vocabulary",
              .label = "Vocabulary",
              .min = 8,
              .max = 512,
              .initial = 128,
              .stops = kVocabularyStops,
              .help = "How many of the most frequent tokens have an embedding of their own; the rest share one."},
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 3,
              .max = 12,
              .initial = 10,
              .symbol = "d",
              .help = "Numbers that stand for one token, drawn from the seed; there are d²(d+1)/2 features."},
    Parameter{.id = "n",
              .label = "Context n",
              .min = 1,
              .max = 32,
              .initial = 2,
              .stops = kTokenStops,
              .symbol = "n",
              .help = "Tokens seen before the one to predict."},
    Parameter{.id = "targets",
              .label = "Who is asked",
              .kind = Kind::choice,
              .choices = kTargets,
              .help = "The last token of a window, or every token, each seeing only its past."},
    Parameter{.id = "constant",
              .label = "Constant 1",
              .kind = Kind::toggle,
              .help = "Makes the last number of each token 1, so that features also hold single tokens and pairs."},
    Parameter{.id = "N",
              .label = "Windows N",
              .min = 256,
              .max = 65536,
              .initial = 16384,
              .stops = kWindowStops,
              .symbol = "N",
              .help = "At most so many windows of the text are learned from, spread evenly over it."},
    Parameter{.id = "penalty",
              .label = "Ridge",
              .kind = Kind::choice,
              .choices = kPenalties,
              .help = "Chosen: the λ that does best on the last fifth of what is learned from."},
    Parameter{.id = "lambda",
              .label = "λ",
              .min = 0,
              .max = 1,
              .step = 0,
              .initial = 1e-4,
              .stops = kLambdaStops,
              .symbol = "lambda",
              .help = "Penalty on W, against learning the text by heart.",
              .shown = {.id = "penalty", .choices = 2}},
    Parameter{.id = "H",
              .label = "Heads H",
              .min = 1,
              .max = 16,
              .initial = 8,
              .symbol = "H",
              .help = "Heads that descent trains; the closed form needs no such choice.",
              .shown = only(View::learn)},
    Parameter{.id = "epochs",
              .label = "Passes",
              .min = 1,
              .max = 64,
              .initial = 8,
              .stops = kEpochStops,
              .help = "How often descent (Adam, batches of 64) goes through the data.",
              .shown = only(View::learn)},
    Parameter{.id = "rate",
              .label = "Learning rate",
              .min = 0.0003,
              .max = 0.1,
              .step = 0,
              .initial = 0.01,
              .stops = kRateStops,
              .help = "Of Adam at its height, after a warm-up; it then falls along half a cosine.",
              .shown = only(View::learn)},
    Parameter{.id = "mixture",
              .label = "Random mixtures",
              .kind = Kind::choice,
              .choices = kMixtures,
              .help = "What the entries of a random sketch are.",
              .shown = only(View::sketch)},
    Parameter{.id = "seeds",
              .label = "Draws",
              .min = 1,
              .max = 16,
              .initial = 3,
              .stops = kSeedStops,
              .help = "How often each random choice is drawn anew; the bands hold all of them.",
              .shown = only(View::sketch)},
    Parameter{.id = "cut",
              .label = "Unseen below",
              .min = 0,
              .max = 0.01,
              .step = 0,
              .initial = 1e-3,
              .stops = kCutStops,
              .help = "Directions seen less than this share of the strongest count as unseen in ρ; 0: rounding only.",
              .shown = only(View::certificate)},
    kSeed,
    Parameter{.id = "kept",
              .label = "Read at",
              .min = 1,
              .max = 936,
              .initial = 64,
              .stops = kMarkerStops,
              .help = "Where the marker stands: so many features kept.",
              .affects = Affects::picture,
              .shown = only(View::sketch),
              .by_hand = true},
    Parameter{.id = "marks",
              .label = "Marked",
              .kind = Kind::choice,
              .initial = 2,
              .choices = kMarked,
              .help = "Whose guesses stand under the held-out text.",
              .affects = Affects::picture,
              .shown = only(View::learn),
              .by_hand = true},
    kNewData,
};

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "language",
    .name = "What would convince me",
    .question = "Does any of this hold on real language?",
    .parameters = kParameters,
    .stages = kStageList,
    .texts = kTexts,
    .shape = {.narrow = 2.45, .wide = 0.64},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::language
