#include "figures/machines/machine.hpp"

#include <algorithm>
#include <array>

#include "figures/parameters.hpp"

namespace figures::machines {
namespace {

constexpr std::array<int, 9> kWord = {0, 1, 0, 0, 1, 0, 1, 0, 0};  // six times a

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

void set_word(Values& values, const std::vector<int>& word) {
  std::vector<double> list;
  for (const int letter : word) list.push_back(letter + 1);
  if (list.empty()) list.push_back(0);
  values.set_list("word", list);
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

std::vector<bool> accepting_of(const Values& values) {
  const auto edited = values.list("accepting");
  std::vector<bool> accepting(kMostStates, false);
  accepting[0] = edited.empty();
  for (std::size_t state = 0; state < edited.size(); ++state) accepting[state] = edited[state] != 0;
  return accepting;
}

std::vector<int> word_of(const Values& values) {
  const auto edited = values.list("word");
  if (edited.empty()) return {kWord.begin(), kWord.end()};
  std::vector<int> word;
  for (const double letter : edited) {
    if (letter == 0) break;
    word.push_back(static_cast<int>(letter) - 1);
  }
  return word;
}

void cycle_entry(Values& values, int state, int letter) {
  const int states = values.integer("states");
  std::vector<double> frame = frame_of(values);
  double& entry = frame[place_of(state, letter)];
  entry = entry > states ? 1 : static_cast<int>(entry + 1) % (states + 1);
  values.set_list("table", frame);
}

void toggle_accepting(Values& values, int state) {
  const std::vector<bool> accepting = accepting_of(values);
  std::vector<double> list(accepting.begin(), accepting.end());
  double& mark = list[static_cast<std::size_t>(state)];
  mark = mark == 0 ? 1 : 0;
  values.set_list("accepting", list);
}

void cycle_letter(Values& values, int place) {
  std::vector<int> word = word_of(values);
  int& letter = word[static_cast<std::size_t>(place)];
  letter = (letter + 1) % std::max(1, values.integer("letters"));
  set_word(values, word);
}

void append_letter(Values& values) {
  std::vector<int> word = word_of(values);
  if (word.size() < kMostSteps) word.push_back(0);
  set_word(values, word);
}

void delete_letter(Values& values) {
  std::vector<int> word = word_of(values);
  if (!word.empty()) word.pop_back();
  set_word(values, word);
}

void draw_another(Values& values) {
  std::uint64_t stream = 1;
  for (const double entry : frame_of(values)) stream = 5 * stream + static_cast<std::uint64_t>(entry);
  Random random = Random(static_cast<std::uint64_t>(values.integer(kSeed.id))).split(stream);
  std::vector<double> frame;
  for (int place = 0; place < kMostStates * kMostLetters; ++place) {
    frame.push_back(1 + random.below(static_cast<std::uint32_t>(values.integer("states"))));
  }
  values.set_list("table", frame);
}

std::string state_name(int state) { return "q" + std::to_string(state + 1); }

std::string letter_name(int letter) { return {static_cast<char>('a' + letter)}; }

}  // namespace figures::machines
