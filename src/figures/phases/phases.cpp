#include "figures/phases/phases.hpp"

#include <array>

#include "figures/parameters.hpp"
#include "figures/phases/run.hpp"

namespace figures::phases {
namespace {

constexpr std::array kSums = {
    Choice{.id = "estimated", .label = "Estimated"},
    Choice{.id = "exact", .label = "Exact, given"},
};
constexpr std::array kRowKinds = {
    Choice{.id = "telling", .label = "Of few different tokens"},
    Choice{.id = "all", .label = "Of up to d different tokens"},
};
constexpr std::array kLooks = {
    Choice{.id = "1", .label = "1 Crude sum"},   Choice{.id = "2", .label = "2 Sculpt"},
    Choice{.id = "3", .label = "3 Refined sum"}, Choice{.id = "4", .label = "4 Sculpt again"},
    Choice{.id = "5", .label = "5 Span"},        Choice{.id = "6", .label = "6 Net"},
};
constexpr std::array kStageList = {
    Stage{.name = "Crude sum", .symbol = "W"},   Stage{.name = "Sculpt", .symbol = "Theta"},
    Stage{.name = "Refined sum", .symbol = "W"}, Stage{.name = "Sculpt again", .symbol = "Theta"},
    Stage{.name = "Span", .symbol = "Theta"},    Stage{.name = "Net", .symbol = "Theta"},
};

constexpr std::array kNumberStops = {100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0, 50000.0};
constexpr std::array kScaleStops = {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0};
constexpr std::array kToleranceStops = {0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1.0};
constexpr std::array kMarginStops = {0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 10.0, 20.0};

constexpr std::array kParameters = {
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 2,
              .max = 6,
              .initial = 5,
              .symbol = "d",
              .help = "Signs in one token. The proof is about large d; a page is not."},
    Parameter{.id = "m",
              .label = "Heads m",
              .min = 1,
              .max = 3,
              .initial = 2,
              .help = "Hidden heads. The algorithm is told how many."},
    Parameter{.id = "k", .label = "Tokens k", .min = 2, .max = 8, .initial = 3, .help = "Tokens in one sequence."},
    Parameter{.id = "N",
              .label = "Examples N",
              .min = 100,
              .max = 50000,
              .initial = 10000,
              .stops = kNumberStops,
              .symbol = "N",
              .help = "Random sequences with the answers to all their tokens."},
    Parameter{.id = "scale",
              .label = "Size of Θ",
              .min = 0.05,
              .max = 3,
              .step = 0,
              .initial = 1,
              .stops = kScaleStops,
              .help = "Times random entries of deviation 1/√d: small makes softmax nearly linear, large makes it a "
                      "choice of one token."},
    Parameter{.id = "sum",
              .label = "Sum of the W",
              .kind = Kind::choice,
              .choices = kSums,
              .help = "Exact gives phases 2 and 4 the true sum, so that one sees what is lost without it."},
    Parameter{.id = "tolerance",
              .label = "Agreement within",
              .min = 0.003,
              .max = 1,
              .step = 0,
              .initial = 0.1,
              .stops = kToleranceStops,
              .help = "The relative residual up to which phase 2 believes that all heads agree; phase 4 takes a third "
                      "of it."},
    Parameter{.id = "rows",
              .label = "Rows tested",
              .kind = Kind::choice,
              .choices = kRowKinds,
              .help = "Few is 1 + d/m different tokens: with more, heads that disagree can look as if they agreed."},
    Parameter{.id = "margin",
              .label = "Margin",
              .min = 0,
              .max = 20,
              .step = 0,
              .initial = 0,
              .stops = kMarginStops,
              .help = "By how much a score must lead before phase 3 believes that all heads look at its token alone; 0 "
                      "takes the largest lead that leaves enough rows."},
    Parameter{
        .id = "net",
        .label = "Net",
        .min = 2,
        .max = 15,
        .initial = 9,
        .help =
            "Points along each direction of the span that phase 6 tries; fewer where the choices would exceed 50,000."},
    kSeed,
    Parameter{.id = "phase",
              .label = "Look at phase",
              .kind = Kind::choice,
              .initial = 3,
              .choices = kLooks,
              .help = "Which phase is drawn large.",
              .affects = Affects::picture,
              .by_hand = true},
    kNewData,
};

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "phases",
    .name = "Six phases",
    .question = "What does the proof do, and how far does it get on a page?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 2.9, .wide = 0.68},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::phases
