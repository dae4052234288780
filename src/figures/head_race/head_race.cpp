#include "figures/head_race/head_race.hpp"

#include <array>

#include "figures/head_race/entries.hpp"
#include "figures/head_race/run.hpp"
#include "figures/head_race/work.hpp"
#include "figures/parameters.hpp"

namespace figures::head_race {
namespace {

constexpr std::array kOwnKinds = {
    Choice{.id = "none", .label = "None"},
    Choice{.id = "linear", .label = "Linear"},
    Choice{.id = "full", .label = "Softmax, MLP, norm"},
};
constexpr std::array kVary = {
    Choice{.id = "start", .label = "Start only"},
    Choice{.id = "all", .label = "Task, data, start"},
};
constexpr std::array kAverages = {
    Choice{.id = "decades", .label = "Mean of decades"},
    Choice{.id = "errors", .label = "Mean of errors"},
};
constexpr std::array kStageList = {
    Stage{.name = "Data", .symbol = "Z"},
    Stage{.name = "Closed form", .symbol = "W"},
    Stage{.name = "Descent", .symbol = "V"},
};

constexpr std::array kTokenStops = {2.0, 5.0, 10.0, 20.0, 50.0, 100.0};
constexpr std::array kDataStops = {16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0};
constexpr std::array kEpochStops = {5.0, 10.0, 20.0, 50.0, 100.0, 150.0, 200.0, 300.0, 500.0};
constexpr std::array kBatchStops = {4.0, 8.0, 16.0, 32.0, 64.0};
constexpr std::array kRateStops = {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1};
constexpr std::array kRunStops = {1.0, 2.0, 4.0, 6.0, 8.0, 12.0};

constexpr Condition kWithOwn{.id = "own", .choices = 0b110};

constexpr Parameter runner(std::string_view id, std::string_view label, std::string_view help, double initial = 1) {
  return {.id = id, .label = label, .kind = Kind::toggle, .initial = initial, .help = help, .by_hand = true};
}

constexpr Parameter rate(std::string_view id, std::string_view label, std::string_view help, Condition shown = {}) {
  return {.id = id,
          .label = label,
          .min = 0.0003,
          .max = 0.1,
          .step = 0,
          .initial = 0.01,
          .stops = kRateStops,
          .help = help,
          .shown = shown};
}

constexpr std::array kParameters = {
    runner("h1", "1 head", "One layer of linear attention with 1 head, as many as the layer to be found has."),
    runner("h2", "2 heads", "One layer of linear attention with 2 heads."),
    runner("h4", "4 heads", "One layer of linear attention with 4 heads."),
    runner("h8", "8 heads", "One layer of linear attention with 8 heads."),
    runner("h16", "16 heads", "One layer of linear attention with 16 heads."),
    runner("layers2", "2 layers", "Two layers of linear attention with 4 heads each, and a readout."),
    runner("layers4", "4 layers", "Four layers of linear attention with 4 heads each, and a readout."),
    runner("full", "Softmax, MLP, norm", "One layer of softmax attention with 4 heads, a perceptron and layer norm."),
    Parameter{.id = "own",
              .label = "Your own",
              .kind = Kind::choice,
              .choices = kOwnKinds,
              .help = "A model of your own that joins the race."},
    Parameter{.id = "own_heads",
              .label = "Its heads",
              .min = 1,
              .max = 32,
              .initial = 3,
              .help = "Heads in every layer of your own model.",
              .shown = kWithOwn},
    Parameter{.id = "own_layers",
              .label = "Its layers",
              .min = 1,
              .max = 4,
              .initial = 1,
              .help = "Layers of your own model.",
              .shown = kWithOwn},
    rate("own_rate", "Its learning rate", "The largest step of Adam for your own model.", kWithOwn),
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 2,
              .max = 4,
              .initial = 2,
              .symbol = "d",
              .help = "Numbers in one token."},
    Parameter{.id = "T",
              .label = "Tokens T",
              .min = 2,
              .max = 100,
              .initial = 10,
              .stops = kTokenStops,
              .help = "Tokens in a sequence; each asks, and sees itself and those before it."},
    Parameter{.id = "N",
              .label = "Sequences N",
              .min = 16,
              .max = 2048,
              .initial = 128,
              .stops = kDataStops,
              .symbol = "N",
              .help = "Sequences to learn from, for descent and closed form alike."},
    Parameter{.id = "epochs",
              .label = "Epochs",
              .min = 5,
              .max = 500,
              .initial = 150,
              .stops = kEpochStops,
              .help = "How often descent goes through all sequences."},
    Parameter{.id = "batch",
              .label = "Batch",
              .min = 4,
              .max = 64,
              .initial = 8,
              .stops = kBatchStops,
              .help = "Sequences in one step of descent."},
    rate("rate", "Learning rate", "The largest step of Adam, after the warm-up."),
    Parameter{.id = "runs",
              .label = "Runs",
              .min = 1,
              .max = 12,
              .initial = 4,
              .stops = kRunStops,
              .help = "How often everything is done anew; curves are means, bands their standard errors."},
    Parameter{.id = "vary",
              .label = "Runs differ in",
              .kind = Kind::choice,
              .choices = kVary,
              .help = "Only where descent starts and the order of its data, or everything that is drawn."},
    kSeed,
    Parameter{.id = "average",
              .label = "Curves show",
              .kind = Kind::choice,
              .choices = kAverages,
              .help = "The mean of the errors’ powers of ten, the typical run; or of the errors, ruled by the worst.",
              .affects = Affects::picture},
    Parameter{.id = "epoch",
              .label = "Look at epoch",
              .min = 0,
              .max = 500,
              .initial = 500,
              .help = "Where the marker stands; beyond the last epoch it stands at the end.",
              .affects = Affects::picture,
              .by_hand = true},
    kNewData,
    Parameter{.id = "paper",
              .label = "The paper’s sizes",
              .kind = Kind::action,
              .help = "Sizes, epochs and learning rate of the paper for this d: minutes instead of a second."},
};

// The paper's protocol for d = 2 and d = 4; d = 3, which it has not, goes with the latter.
void take_paper_sizes(Values& values) {
  const bool smallest = values.integer("d") == 2;
  values.set("T", 100);
  values.set("N", smallest ? 512 : 2048);
  values.set("epochs", 500);
  values.set("batch", smallest ? 32 : 64);
  values.set("rate", smallest ? 0.01 : 0.001);
}

void act(std::string_view action, Values& values) {
  if (action == "paper") take_paper_sizes(values);
  take_next_seed(action, values);
}

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "head_race",
    .name = "Heads against luck",
    .question = "Do more heads replace luck?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 1.6, .wide = 0.62},
    .work = work,
    .act = act,
});

}  // namespace figures::head_race
