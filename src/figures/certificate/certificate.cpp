#include "figures/certificate/certificate.hpp"

#include <array>

#include "figures/certificate/run.hpp"
#include "figures/parameters.hpp"

namespace figures::certificate {
namespace {

constexpr std::array kAsks = {
    Choice{.id = "gaussian", .label = "Gaussian"},       Choice{.id = "telling", .label = "Most telling"},
    Choice{.id = "orthonormal", .label = "Orthonormal"}, Choice{.id = "seen", .label = "From training"},
    Choice{.id = "edited", .label = "Edited"},
};
constexpr std::array kStageList = {
    Stage{.name = "Data", .symbol = "Z"},
    Stage{.name = "Spectrum", .symbol = "Lambda"},
    Stage{.name = "Fit and impostor", .symbol = "W"},
    Stage{.name = "Descent", .symbol = "p"},
};

constexpr std::array kShareStops = {0.0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0};
constexpr std::array kExampleStops = {16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0};
constexpr std::array kDistanceStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};

constexpr std::uint32_t kEdited = 1U << 4;
constexpr int kMostEntries = 8 * 5;  // of a question with m = 4

constexpr std::array kParameters = {
    Parameter{.id = "share",
              .label = "Gaussian share",
              .min = 0,
              .max = 1,
              .step = 0,
              .initial = 0,
              .stops = kShareStops,
              .symbol = "Lambda",
              .help = "Share of the examples with Gaussian keys and values; all others have orthonormal ones."},
    Parameter{.id = "N",
              .label = "Examples N",
              .min = 16,
              .max = 16384,
              .initial = 16384,
              .stops = kExampleStops,
              .symbol = "N",
              .help = "Examples to learn from."},
    Parameter{.id = "m",
              .label = "Key size m",
              .min = 2,
              .max = 4,
              .initial = 4,
              .symbol = "d",
              .help = "Keys and values have m numbers each, so a token has d = 2m; m of them are stored."},
    Parameter{.id = "distance",
              .label = "Distance of W",
              .min = 0.001,
              .max = 1,
              .step = 0,
              .initial = 0.3,
              .stops = kDistanceStops,
              .symbol = "W",
              .help = "How far the impostor's W is from the W of the fit."},
    Parameter{.id = "ask",
              .label = "Question",
              .kind = Kind::choice,
              .choices = kAsks,
              .symbol = "Z",
              .help = "What both models are asked: drag an entry of the picture for a question of your own.",
              .affects = Affects::picture},
    Parameter{.id = "question",
              .label = "Edited question",
              .kind = Kind::numbers,
              .min = -9,
              .max = 9,
              .step = 0,
              .most = kMostEntries,
              .symbol = "Z",
              .help = "The numbers of the edited question, token after token.",
              .affects = Affects::picture,
              .shown = {.id = "ask", .choices = kEdited},
              .by_hand = true},
    kSeed,
    kNewData,
};

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "certificate",
    .name = "Can the answer be trusted elsewhere?",
    .question = "Do the training data decide every answer, or only those to questions like their own?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 3.25, .wide = 0.76},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::certificate
