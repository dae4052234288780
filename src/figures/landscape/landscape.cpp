#include "figures/landscape/landscape.hpp"

#include "figures/advice.hpp"
#include "figures/parameters.hpp"

namespace figures::landscape {
namespace {

// The order of Scene and of learner::Rolling.
constexpr std::array kScenes = {Choice{"bowl", "Bowl"}, Choice{"rugged", "Rugged"}, Choice{"head", "One head"}};
constexpr std::array kOptimisers = {Choice{"descent", "Descent"}, Choice{"momentum", "Momentum"},
                                    Choice{"adam", "Adam"}};
constexpr std::array kViews = {Choice{"surface", "Surface"}, Choice{"map", "Map"}, Choice{"opening", "Alone"}};
constexpr std::array kHidden = {Choice{"1", "1"}, Choice{"2", "2"}};
constexpr std::array kStageList = {Stage{"Loss", "W"}, Stage{"Balls", ""}, Stage{"Check", "y"}};
constexpr std::array kRateStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};

constexpr Condition kReal{.id = "scene", .choices = 4};
constexpr Condition kSeeded{.id = "scene", .choices = 2 | 4};

constexpr std::array kParameters = {
    choice("scene", "Landscape", kScenes,
           "A made-up bowl, a made-up rugged one, or the loss of one attention head, which can be lifted.", 2)
        .primary(),
    choice("hidden", "Hidden heads", kHidden, "Heads of the attention layer that made the data; the learner has one.",
           1)
        .with_symbol("H")
        .shown_while(kReal),
    choice("optimiser", "Optimiser", kOptimisers,
           "How a ball takes its steps: plain gradient descent, with momentum 0.9, or Adam."),
    learning_rate(0.03, kRateStops, "How far a step goes for a given slope; too large a rate throws balls out."),
    range("turn", "Turn slice, %", 0, 100, 0, "Turns the second direction of the slice towards a random head.")
        .with_step(5)
        .shown_while(kReal),
    kSeed.with_help("Draws the hidden layer and the data, or the dents; the same seed draws the same everywhere.")
        .shown_while(kSeeded),
    numbers("balls", "Starts of the balls", -kReach, kReach, 2 * kMostBalls,
            "Places s, t where balls start, one after the other; empty for nine on a ring.")
        .with_step(0.01)
        .with_group(2),
    film("step", "Step", kSteps, 75, "How far the balls have rolled.").replaying().primary(),
    range("lift", "Lift, %", 0, kLifts, 0, "Lifts the loss to W: the same data and the same models in a larger space.")
        .with_symbol("W")
        .of_picture()
        .playing(50)
        .as_lever()
        .shown_while(kReal)
        .primary(),
    choice("view", "View", kViews, "The surface drawn large, its contour map drawn large, or the surface alone.")
        .of_picture(),
    range("yaw", "Turn of the view", -180, 180, 62, "Degrees about the upright axis; drag the surface sideways.")
        .of_picture(),
    range("pitch", "Height of the view", 20, 75, 45, "Degrees above the horizon; drag the surface up or down.")
        .of_picture(),
    kNewData.shown_while(kSeeded),
    action("clear", "Nine new balls", "Removes your balls and puts nine on a ring."),
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  if (action == "clear") values.set_list("balls", {});
}

// Nine places on a ring, 40 degrees apart, none on an axis.
std::vector<double> ring_of(double radius) {
  constexpr double kCos = 0.766044443118978;
  constexpr double kSin = 0.6427876096865393;
  Eigen::Vector2d place = radius * Eigen::Vector2d(0.9781476007338057, 0.20791169081775934);
  std::vector<double> list;
  for (int k = 0; k < kRing; ++k) {
    // To hundredths, as places are in a link.
    for (const double x : place) list.push_back(std::round(100 * x) / 100);
    place = Eigen::Vector2d(kCos * place(0) - kSin * place(1), kSin * place(0) + kCos * place(1));
  }
  return list;
}

}  // namespace

Setting::Setting(const Values& values)
    : scene(static_cast<Scene>(values.integer("scene"))),
      options{.rolling = static_cast<learner::Rolling>(values.integer("optimiser")), .rate = values.number("rate")},
      hidden(values.integer("hidden") + 1),
      turn(values.number("turn")),
      slower(can_lower(values, "rate")),
      seed(values.seed()),
      ring(ring_of(is_real() ? 0.7 : 1.2)),
      starts(values.list("balls")) {
  if (starts.empty()) starts = ring;
}

extern const Figure kFigure = declare<run, draw, describe>({
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
