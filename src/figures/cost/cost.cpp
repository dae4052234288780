#include "figures/cost/cost.hpp"

#include <array>
#include <cmath>

#include "figures/cost/run.hpp"
#include "figures/cost/setting.hpp"
#include "figures/parameters.hpp"

namespace figures::cost {
namespace {

constexpr std::array kStages = {
    Stage{.name = "Warm-up", .symbol = ""},     Stage{.name = "Moments", .symbol = "G"},
    Stage{.name = "Cholesky", .symbol = "W"},   Stage{.name = "Singular values", .symbol = "V"},
    Stage{.name = "Algorithm 1", .symbol = ""}, Stage{.name = "Check", .symbol = ""},
};
constexpr std::array kSources = {
    Choice{.id = "theorem", .label = "the theorem"},
    Choice{.id = "enough", .label = "equations = unknowns"},
    Choice{.id = "chosen", .label = "a choice"},
};
constexpr std::array kTargets = {
    Choice{.id = "last", .label = "last token"},
    Choice{.id = "all", .label = "every token"},
};
constexpr std::array kRoutes = {
    Choice{.id = "cheaper", .label = "the cheaper"},
    Choice{.id = "primal", .label = "primal"},
    Choice{.id = "dual", .label = "dual"},
};
constexpr std::array kWidthStops = {2.0,   3.0,   4.0,   6.0,   8.0,    12.0,   16.0,   24.0,   32.0,   48.0,   64.0,
                                    128.0, 256.0, 512.0, 768.0, 1024.0, 1600.0, 2048.0, 4096.0, 8192.0, 12288.0};
constexpr std::array kLengthStops = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0};
constexpr std::array kEpsStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};
constexpr std::array kConstantStops = {0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0};
constexpr std::array kNumberStops = {1.0, 10.0, 100.0, 1e3,  3e3,  1e4,  3e4,  1e5,  3e5,  1e6,  1e7,
                                     1e8, 1e9,  1e10,  1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
constexpr std::array kRepeatStops = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};

constexpr std::array kParameters = {
    Parameter{.id = "d",
              .label = "Token size d",
              .min = kLeastWidth,
              .max = kGpt3Width,
              .initial = kBertWidth,
              .stops = kWidthStops,
              .symbol = "d",
              .help = "Numbers in one token: where the marker stands.",
              .affects = Affects::picture},
    Parameter{
        .id = "from",
        .label = "N comes from",
        .kind = Kind::choice,
        .choices = kSources,
        .symbol = "N",
        .help = "The theorem’s number of sequences, the least that decides everything without noise, or your own.",
        .affects = Affects::picture},
    Parameter{.id = "N",
              .label = "Sequences N",
              .min = 1,
              .max = 1e18,
              .initial = 1e6,
              .stops = kNumberStops,
              .symbol = "N",
              .help = "Sequences to learn from, at every token size.",
              .affects = Affects::picture,
              .shown = {.id = "from", .choices = 4}},
    Parameter{.id = "eps",
              .label = "Error ε",
              .min = 0.001,
              .max = 1,
              .step = 0,
              .initial = 0.1,
              .stops = kEpsStops,
              .help = "How far above the best layer the learned one may be. The theorem’s N and time divide by it.",
              .affects = Affects::picture},
    Parameter{.id = "c",
              .label = "Constant c",
              .min = 0.001,
              .max = 1000,
              .step = 0,
              .initial = 1,
              .stops = kConstantStops,
              .help = "The theorem gives N up to a constant that nobody has computed: try what it would do.",
              .affects = Affects::picture,
              .shown = {.id = "from", .choices = 1}},
    Parameter{.id = "n",
              .label = "Tokens n",
              .min = 1,
              .max = 4096,
              .initial = 2048,
              .stops = kLengthStops,
              .symbol = "n",
              .help = "Tokens in one sequence; GPT-3 reads 2,048.",
              .affects = Affects::picture},
    Parameter{.id = "claim",
              .label = "10⁶ × GPT-3",
              .kind = Kind::action,
              .help = "Goes to the claim of a million GPT-3s: its width, and the N it takes."},
    Parameter{.id = "targets",
              .label = "Who is asked",
              .kind = Kind::choice,
              .choices = kTargets,
              .help = "The last token of a sequence, which is one target, or every token.",
              .affects = Affects::picture},
    Parameter{.id = "route",
              .label = "Solved by",
              .kind = Kind::choice,
              .choices = kRoutes,
              .help = "Primal solves for the ψ unknowns, dual for one weight a target; the answer is the same.",
              .affects = Affects::picture},
    Parameter{.id = "run",
              .label = "Check at d",
              .min = 2,
              .max = 8,
              .initial = 8,
              .symbol = "d",
              .help = "Algorithm 1 runs at this token size, to hold the prediction against."},
    Parameter{.id = "repeats",
              .label = "Repeats",
              .min = 1,
              .max = 64,
              .initial = 16,
              .stops = kRepeatStops,
              .help = "How often each kernel runs while it is timed; more is steadier."},
    kSeed,
    Parameter{.id = "again",
              .label = "Measure again",
              .kind = Kind::action,
              .help = "Takes the next seed and times this device once more."},
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  if (action != "claim") return;
  // Three digits of it: the claim is not a sharp one.
  const double N = setting_of(values).claimed_sequences();
  const double unit = std::pow(10, std::floor(std::log10(N)) - 2);
  values.set("N", unit * std::round(N / unit));
  values.choose("from", "chosen");
  values.set("d", kGpt3Width);
}

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "cost",
    .name = "The elephant",
    .question = "What does learning attention exactly cost?",
    .parameters = kParameters,
    .stages = kStages,
    .shape = {.narrow = 3.05, .wide = 0.62},
    .work = work,
    .act = act,
});

}  // namespace figures::cost
