#include "figures/head_race/head_race.hpp"

#include "figures/parameters.hpp"

namespace figures::head_race {
namespace {

constexpr std::array kOwnKinds = {Choice{"none", "None"}, Choice{"linear", "Linear"},
                                  Choice{"full", "Softmax, MLP, norm"}};
constexpr std::array kVary = {Choice{"start", "Start only"}, Choice{"all", "Task, data, start"}};
constexpr std::array kTasks = {Choice{"random", "Random layer"}, Choice{"memory", "Associative memory"}};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStages = {Stage{"Data", "Z"}, Stage{"Closed form", "W"}, Stage{"Descent", "V"}};

constexpr std::array kLengthStops = {2.0, 5.0, 10.0, 20.0, 50.0, 100.0};
constexpr std::array kDataStops = {16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0};
constexpr std::array kEpochStops = {5.0, 10.0, 20.0, 50.0, 100.0, 150.0, 200.0, 300.0, 500.0};
constexpr std::array kBatchStops = {4.0, 8.0, 16.0, 32.0, 64.0};
constexpr std::array kRateStops = {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1};
constexpr std::array kRunStops = {1.0, 2.0, 4.0, 6.0, 8.0, 12.0};

// Fifty steps.
constexpr auto kFilmStops = even_stops<51>(kFilm);

constexpr Condition kRandom{.id = "task", .choices = 0b01};
constexpr Condition kMemory{.id = "task", .choices = 0b10};
constexpr Condition kWithOwn{.id = "own", .choices = 0b110};

// All models run in every race: to show or hide one changes the picture only.
constexpr Parameter racer(std::string_view id, std::string_view label, std::string_view help, bool on = true) {
  return toggle(id, label, help, on).of_picture();
}

constexpr std::array kParameters = {
    racer("h1", "1 head", "One layer of linear attention with 1 head, as many as the layer to be found has."),
    racer("h2", "2 heads", "One layer of linear attention with 2 heads."),
    racer("h4", "4 heads", "One layer of linear attention with 4 heads."),
    racer("h8", "8 heads", "One layer of linear attention with 8 heads."),
    racer("h16", "16 heads", "One layer of linear attention with 16 heads."),
    racer("layers2", "2 layers", "Two layers of linear attention with 4 heads each, and a readout.", false),
    racer("layers4", "4 layers", "Four layers of linear attention with 4 heads each, and a readout.", false),
    racer("full", "Softmax, MLP, norm", "One layer of softmax attention with 4 heads, a perceptron and layer norm.",
          false),
    choice("own", "Your own", kOwnKinds, "A model of your own that joins the race."),
    racer("mine", "Yours", "The model of your own.").shown_while(kWithOwn),
    range("own_heads", "Its heads", 1, 32, 3, "Heads in every layer of your own model.").shown_while(kWithOwn),
    range("own_layers", "Its layers", 1, 4, 1, "Layers of your own model.").shown_while(kWithOwn),
    learning_rate(0.01, kRateStops, "The largest step of Adam for your own model.")
        .with_id("own_rate")
        .with_label("Its learning rate")
        .shown_while(kWithOwn),
    choice("task", "Task", kTasks,
           "Find a random layer; or the one that recalls the value stored under a key, from data that pass the "
           "certificate or do not."),
    kGaussianShare.shown_while(kMemory),
    key_size(2).shown_while(kMemory),
    token_size(2, 4, 2, "Numbers in one token.").shown_while(kRandom),
    range("T", "Tokens T", kLengthStops, 10, "Tokens in a sequence; each asks, and sees itself and those before it.")
        .shown_while(kRandom),
    sequences(128, kDataStops, "Sequences to learn from, for descent and closed form alike."),
    range("epochs", "Epochs", kEpochStops, 150, "How often descent goes through all sequences."),
    range("batch", "Batch", kBatchStops, 8, "Sequences in one step of descent."),
    learning_rate(0.01, kRateStops, "The largest step of Adam, after the warm-up."),
    range("runs", "Runs", kRunStops, 4,
          "How many starts each model is trained from. Thin lines are the runs, the thick one is their median: of an "
          "even number, half way on this scale between the middle two.")
        .primary(),
    choice("vary", "Runs differ in", kVary,
           "Only where descent starts and the order of its data, or everything that is drawn."),
    kSeed,
    film("at", "The race", kFilmStops, 90, "How much of the race is shown: 0 before the first epoch, 500 all of it.")
        .replaying()
        .primary(),
    kNewData.primary(),
    action("paper", "The paper’s sizes",
           "Sizes, epochs and learning rate of the paper for this d: minutes instead of a second.")
        .shown_while(kRandom),
};

void act(std::string_view action, Values& values) {
  if (action == "paper") {
    for (const PaperSize& size : paper_sizes(values)) values.set(size.id, size.value);
  }
  take_next_seed(action, values);
}

std::string size_name(const Entry& entry) {
  const std::string heads = heads_text(entry.heads);
  return entry.layers > 1 ? tr("%1 in %2", heads, counted("%1 layer", "%1 layers", entry.layers)) : heads;
}

std::string kind_name(const Entry& entry) {
  const std::string size = size_name(entry);
  return entry.full ? tr("%1 of softmax with MLP and layer norm", size) : size;
}

}  // namespace

Sizes::Sizes(const Values& settings) : d(settings.integer("d")), T(settings.integer("T")), asked(T), d_out(1) {
  if (!is_memory(settings)) return;
  d = d_out = 2 * settings.integer("m");
  T = settings.integer("m") + 1;
  asked = 1;
}

Entry own_entry(const Values& values) {
  return {.heads = values.integer("own_heads"),
          .layers = values.integer("own_layers"),
          .full = values.choice("own") == "full",
          .own = true,
          .rate = values.number("own_rate")};
}

std::vector<Entry> entries_of(const Values& values) {
  std::vector<Entry> entries;
  for (const Offer& offer : kOffers) {
    entries.push_back(offer.entry);
    entries.back().rate = values.number("rate");
  }
  if (values.choice("own") != "none") entries.push_back(own_entry(values));
  return entries;
}

std::string short_name(const Entry& entry) {
  if (entry.own) return tr("yours");
  if (entry.full) return tr("full");
  if (entry.layers > 1) return counted("%1 layer", "%1 layers", entry.layers);
  return heads_text(entry.heads);
}

std::string long_name(const Entry& entry) {
  const std::string kind = kind_name(entry);
  return entry.own ? tr("your own (%1)", kind) : kind;
}

std::string first_name(const Entry& entry) {
  const std::string kind = kind_name(entry);
  return entry.own ? tr("Your own (%1)", kind) : kind;
}

std::vector<PaperSize> paper_sizes(const Values& settings) {
  if (is_memory(settings)) return {{"m", Phrase("m %1 (%2)"), 4}, {"N", Phrase("N %1 (%2)"), 16384}};
  const bool smallest = settings.integer("d") == 2;
  return {{"T", Phrase("T %1 (%2)"), 100},
          {"N", Phrase("N %1 (%2)"), smallest ? 512.0 : 2048.0},
          {"epochs", Phrase("epochs %1 (%2)"), 500},
          {"batch", Phrase("batch %1 (%2)"), smallest ? 32.0 : 64.0},
          {"rate", Phrase("rate %1 (%2)"), smallest ? 0.01 : 0.001}};
}

extern const Figure kFigure = declare<run, draw, describe, say>(cut<Cut>({
    .id = "head_race",
    .name = "Least squares against descent",
    .question = "Do more heads replace luck?",
    .parameters = kParameters,
    .stages = kStages,
    .jobs = kJobs,
    .shape = {.narrow = 1.6, .wide = 0.62},
    .work = work,
    .act = act,
}));

}  // namespace figures::head_race
