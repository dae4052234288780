#include "figures/landscape/landscape.hpp"

#include <array>

#include "figures/landscape/run.hpp"
#include "figures/parameters.hpp"

namespace figures::landscape {
namespace {

// The order of Scene and of learner::Rolling.
constexpr std::array kScenes = {
    Choice{.id = "bowl", .label = "Bowl"},
    Choice{.id = "rugged", .label = "Rugged"},
    Choice{.id = "head", .label = "One head"},
    Choice{.id = "lifted", .label = "Lifted"},
};
constexpr std::array kOptimisers = {
    Choice{.id = "descent", .label = "Descent"},
    Choice{.id = "momentum", .label = "Momentum"},
    Choice{.id = "adam", .label = "Adam"},
};
constexpr std::array kViews = {
    Choice{.id = "surface", .label = "Surface"},
    Choice{.id = "map", .label = "Map"},
};
constexpr std::array kHidden = {
    Choice{.id = "1", .label = "1"},
    Choice{.id = "2", .label = "2"},
};
constexpr std::array kStageList = {
    Stage{.name = "Loss", .symbol = "W"},
    Stage{.name = "Balls", .symbol = ""},
    Stage{.name = "Check", .symbol = "y"},
};
constexpr std::array kRateStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};

constexpr std::uint32_t kRugged = 2;
constexpr std::uint32_t kReal = 4 | 8;
constexpr Condition only(std::uint32_t scenes) { return {.id = "scene", .choices = scenes}; }

constexpr std::array kParameters = {
    Parameter{
        .id = "scene",
        .label = "Landscape",
        .kind = Kind::choice,
        .initial = 2,
        .choices = kScenes,
        .help =
            "A made-up bowl, a made-up rugged one, the loss of one attention head, or the same models lifted to W."},
    Parameter{.id = "hidden",
              .label = "Hidden heads",
              .kind = Kind::choice,
              .initial = 1,
              .choices = kHidden,
              .symbol = "H",
              .help = "Heads of the attention layer that made the data; the learner has one.",
              .shown = only(kReal)},
    Parameter{.id = "optimiser",
              .label = "Optimiser",
              .kind = Kind::choice,
              .choices = kOptimisers,
              .help = "How a ball takes its steps: plain gradient descent, with momentum 0.9, or Adam."},
    Parameter{.id = "rate",
              .label = "Learning rate",
              .min = 0.001,
              .max = 1,
              .step = 0,
              .initial = 0.03,
              .stops = kRateStops,
              .help = "How far a step goes for a given slope; too large a rate throws balls out."},
    Parameter{.id = "turn",
              .label = "Turn slice, %",
              .min = 0,
              .max = 100,
              .step = 5,
              .initial = 0,
              .help = "Turns the second direction of the slice towards a random head.",
              .shown = only(kReal)},
    Parameter{.id = "seed",
              .label = "Seed",
              .min = 1,
              .max = 9999,
              .initial = 1,
              .help = "Another hidden layer and other data, or other dents; the same seed is the same everywhere.",
              .shown = only(kRugged | kReal)},
    Parameter{.id = "balls",
              .label = "Starts of the balls",
              .kind = Kind::numbers,
              .min = -kWindow,
              .max = kWindow,
              .step = 0.01,
              .most = 2 * kMostBalls,
              .group = 2,
              .help = "Places s, t where balls start, one after the other; empty for nine on a ring.",
              .by_hand = true},
    Parameter{.id = "step",
              .label = "Step",
              .min = 0,
              .max = kSteps,
              .initial = kSteps,
              .plays = 75,
              .help = "How far the balls have rolled.",
              .affects = Affects::picture},
    kSpeed,
    Parameter{.id = "view",
              .label = "View",
              .kind = Kind::choice,
              .choices = kViews,
              .help = "The surface at an angle, or its contour map, at large.",
              .affects = Affects::picture},
    Parameter{.id = "yaw",
              .label = "Turn of the view",
              .min = -180,
              .max = 180,
              .initial = -28,
              .help = "Degrees about the upright axis; drag the surface sideways.",
              .affects = Affects::picture,
              .by_hand = true},
    Parameter{.id = "pitch",
              .label = "Height of the view",
              .min = 20,
              .max = 75,
              .initial = 45,
              .help = "Degrees over the horizon; drag the surface up or down.",
              .affects = Affects::picture,
              .by_hand = true},
    Parameter{.id = "again",
              .label = "New data",
              .kind = Kind::action,
              .help = "Takes the next seed.",
              .shown = only(kRugged | kReal)},
    Parameter{.id = "clear",
              .label = "Nine new balls",
              .kind = Kind::action,
              .help = "Takes your balls away and puts nine on a ring."},
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  if (action == "clear") values.set_list("balls", {});
}

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "landscape",
    .name = "Why descent gets stuck",
    .question = "Why does descent get stuck, or not?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 1.5, .wide = 0.6},
    .work = work,
    .act = act,
});

}  // namespace figures::landscape
