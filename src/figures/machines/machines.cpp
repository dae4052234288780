#include "figures/machines/machines.hpp"

#include "figures/parameters.hpp"
#include "figures/tabs.hpp"

namespace figures::machines {
namespace {

// The order of Task.
constexpr std::array kTasks = {Choice{"automaton", "Any automaton"}, Choice{"weights", "One automaton"},
                               Choice{"memory", "Any memory"}};
constexpr std::array kLessons = {Choice{"whole", "Whole machines"}, Choice{"pairs", "Single transitions"}};
constexpr std::array kKeys = {Choice{"gaussian", "Gaussian"}, Choice{"orthonormal", "Orthonormal"}};
constexpr std::array kStageList = {Stage{.name = "Lessons", .symbol = "N"}};
constexpr auto kLetterStops = even_stops<kMostSteps + 1>(kMostSteps);
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};

constexpr Condition kAny{.id = "task", .choices = 1};
constexpr Condition kAutomata{.id = "task", .choices = 1 | 2};
constexpr Condition kMemory{.id = "task", .choices = 4};

constexpr std::array kParts = {Choice{"table", "Your machine"}, Choice{"others", "Right, as N grows"}};

constexpr std::array kParameters = {
    choice("task", "To be learned", kTasks,
           "A step that runs every automaton, its table in the input; one automaton, its table in the weights; or a "
           "lookup in every associative memory.")
        .primary(),
    range("N", "Examples N", kExampleCounts, 96, "How many examples the layer has learned from.")
        .with_symbol("N")
        .of_picture()
        .primary(),
    choice("lessons", "Taught", kLessons,
           "All transitions of one random machine after another, or single transitions, each from another machine.")
        .shown_while(kAny),
    range("states", "States", 2, kMostStates, 3, "States of the machine; the first one is where it starts.")
        .shown_while(kAutomata),
    range("letters", "Letters", 2, kMostLetters, 2, "Letters that the machine's table has.").shown_while(kAutomata),
    choice("keys", "Examples have keys", kKeys, "What the keys and values of the training examples are.")
        .shown_while(kMemory),
    range("m", "Key size m", 2, kMostKeys, 3, "Numbers in a key and in a value; so many of them are stored.")
        .with_symbol("d")
        .shown_while(kMemory),
    range("ask", "Ask for key", 0, kMostKeys, 1, "Which key is asked for; 0 for the question as it was edited.")
        .with_symbol("z")
        .of_picture()
        .shown_while(kMemory)
        .primary(),
    film("step", "Letters read", kLetterStops, 1.8, "How many letters of the word have been read.")
        .with_step(0.02)
        .shown_while(kAutomata)
        .primary(),
    kSeed,
    kNewData,
    action("another", "Another machine", "Draws every entry of the table anew.").shown_while(kAutomata),
    action("undo", "Undo edits", "Takes back all that you have edited."),
    choice(
        "part", "Part shown", kParts,
        "What is shown beside the run: your machine, or how many answers are right with fewer and with more examples.")
        .of_picture()
        .shown_while(kAutomata),
    numbers("table", "Next states", 0, kMostStates, kMostStates* kMostLetters,
            "The next state for a, b, c in the first state, then in the second; 0 for a hole.")
        .with_step(1)
        .shown_while(kAutomata),
    numbers("accepting", "Accepting states", 0, 1, kMostStates,
            "1 for each state that accepts, 0 for each that does not.")
        .with_step(1)
        .of_picture()
        .shown_while(kAutomata),
    numbers("word", "Word", 0, kMostLetters, kMostSteps, "Its letters, 1 for a, 2 for b, 3 for c; a 0 ends it.")
        .with_step(1)
        .of_picture()
        .shown_while(kAutomata),
    numbers("memory", "Edited memory", -9, 9, 2 * kMostKeys * (kMostKeys + 1),
            "Key and value of each token in turn; the token that asks comes last.")
        .with_symbol("Z")
        .of_picture()
        .shown_while(kMemory),
};

// The machine the reader finds: it counts a modulo |Q|, lets b pass and starts anew at c.
int found_entry(int state, int letter, int states) {
  if (letter == 0) return (state + 1) % states;
  return letter == 1 ? state : 0;
}

std::size_t place_of(int state, int letter) { return static_cast<std::size_t>(state * kMostLetters + letter); }

// All entries of the frame, as Values hold them.
std::vector<double> frame_of(const Values& values) {
  const int states = values.integer("states");
  const auto edited = values.list("table");
  std::vector<double> frame;
  for (int state = 0; state < kMostStates; ++state) {
    for (int letter = 0; letter < kMostLetters; ++letter) {
      const std::size_t place = place_of(state, letter);
      frame.push_back(place < edited.size() ? edited[place] : found_entry(state, letter, states) + 1);
    }
  }
  return frame;
}

// A table drawn from the seed and the table that stands there now.
void draw_another(Values& values) {
  std::uint64_t stream = 1;
  for (const double entry : frame_of(values)) stream = 5 * stream + static_cast<std::uint64_t>(entry);
  Random random = Random(static_cast<std::uint64_t>(values.integer(kSeed.id))).split(stream);
  std::vector<double> frame(kMostStates * kMostLetters);
  for (double& entry : frame) entry = 1 + random.below(static_cast<std::uint32_t>(values.integer("states")));
  values.set_list("table", frame);
}

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  if (action == "another") draw_another(values);
  if (action != "undo") return;
  for (const char* list : {"table", "accepting", "word", "memory"}) values.set_list(list, {});
}

}  // namespace

Eigen::MatrixXi table_of(const Values& values) {
  const std::vector<double> frame = frame_of(values);
  Eigen::MatrixXi next(values.integer("states"), values.integer("letters"));
  for (int state = 0; state < next.rows(); ++state) {
    for (int letter = 0; letter < next.cols(); ++letter) {
      const int entry = static_cast<int>(frame[place_of(state, letter)]) - 1;
      next(state, letter) = entry < next.rows() ? entry : kHole;
    }
  }
  return next;
}

void set_entry(Values& values, int state, int letter, int next) {
  std::vector<double> frame = frame_of(values);
  frame[place_of(state, letter)] = next + 1;
  values.set_list("table", frame);
}

void cycle_entry(Values& values, int state, int letter) {
  const int next = table_of(values)(state, letter);
  set_entry(values, state, letter, next + 1 < values.integer("states") ? next + 1 : kHole);
}

std::vector<bool> accepting_of(const Values& values) {
  const auto edited = values.list("accepting");
  std::vector<bool> accepting(kMostStates, false);
  accepting[0] = edited.empty();
  for (std::size_t state = 0; state < edited.size(); ++state) accepting[state] = edited[state] != 0;
  return accepting;
}

std::vector<int> word_of(const Values& values) {
  const auto edited = values.list("word");
  if (edited.empty()) return {0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};  // nine times a
  std::vector<int> word;
  for (const double letter : edited) {
    if (letter == 0) break;
    word.push_back(static_cast<int>(letter) - 1);
  }
  return word;
}

void set_word(Values& values, const std::vector<int>& word) {
  std::vector<double> list;
  for (const int letter : word) list.push_back(letter + 1);
  if (list.empty()) list.push_back(0);
  values.set_list("word", list);
}

std::string state_name(int state) { return state == kHole ? "–" : "q" + std::to_string(state + 1); }

std::string letter_name(int letter) { return {static_cast<char>('a' + letter)}; }

std::size_t point_at(const Result& result, double N) {
  const auto distance = [N](const CurvePoint& point) { return std::abs(point.N - N); };
  return static_cast<std::size_t>(std::ranges::min_element(result.points, {}, distance) - result.points.begin());
}

extern const Figure kFigure = declare<run, draw, describe, say, stands>({
    .id = "machines",
    .name = "Learning to run automata",
    .question = "Can one layer learn, from examples of other machines, to run a machine that it never saw?",
    .parameters = kParameters,
    .stages = kStageList,
    .jobs = kJobs,
    .shape = {.narrow = 1.78, .wide = 0.64},
    .work = work,
    .act = act,
});

}  // namespace figures::machines
