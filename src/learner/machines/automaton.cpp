#include "learner/machines/automaton.hpp"

#include <cassert>

namespace learner {
namespace {

Expected<void> validate_table(const Automaton& automaton) {
  const Index states = static_cast<Index>(automaton.states.size());
  const Index letters = static_cast<Index>(automaton.letters.size());
  if (automaton.next.rows() != states || automaton.next.cols() != letters) {
    return fail(
        "The table has %1 x %2 entries where %3 states and %4 letters need %5 x %6: give one next state for each state "
        "and letter.",
        automaton.next.rows(), automaton.next.cols(), states, letters, states, letters);
  }
  for (Index s = 0; s < states; ++s) {
    for (Index a = 0; a < letters; ++a) {
      const int next = automaton.next(s, a);
      if (0 <= next && next < states) continue;
      const std::string& name = automaton.states[static_cast<size_t>(s)];
      const char letter = automaton.letters[static_cast<size_t>(a)];
      if (next == Automaton::kHole)
        return fail("State %1 on letter '%2' leads nowhere: choose the state it goes to.", name, letter);
      return fail("State %1 on letter '%2' leads to a state that does not exist: choose one of the %3 states.", name,
                  letter, states);
    }
  }
  return {};
}

Automaton make(std::vector<std::string> states, std::string letters, std::vector<int> next,
               std::vector<bool> accepting) {
  const auto rows = static_cast<Index>(states.size());
  const auto cols = static_cast<Index>(letters.size());
  assert(static_cast<Index>(next.size()) == rows * cols);
  using RowMajor = Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::MatrixXi table = Eigen::Map<const RowMajor>(next.data(), rows, cols);
  return {std::move(states), std::move(letters), std::move(table), 0, std::move(accepting)};
}

}  // namespace

Expected<void> validate(const Automaton& automaton) {
  const auto states = automaton.states.size();
  if (states == 0) return fail("The automaton has no states: give it at least one.");
  if (automaton.letters.empty()) return fail("The automaton has no letters: give it at least one.");
  for (size_t i = 0; i < automaton.letters.size(); ++i) {
    if (automaton.letters.find(automaton.letters[i], i + 1) != std::string::npos) {
      return fail("The letter '%1' is listed twice: list each letter once.", automaton.letters[i]);
    }
  }
  if (const auto valid = validate_table(automaton); !valid) return valid;
  if (automaton.start < 0 || static_cast<size_t>(automaton.start) >= states) {
    return fail("The start is a state that does not exist: choose one of the %1 states.", states);
  }
  if (automaton.accepting.size() != states) {
    return fail("Not every state says whether it accepts: give one mark for each of the %1 states.", states);
  }
  return {};
}

Expected<std::vector<int>> read_word(const Automaton& automaton, std::string_view word) {
  std::vector<int> letters;
  for (const char c : word) {
    const auto place = automaton.letters.find(c);
    if (place == std::string::npos) {
      return fail("Character %1 of the word is not a letter of this automaton: use only the letters %2.",
                  letters.size() + 1, automaton.letters);
    }
    letters.push_back(static_cast<int>(place));
  }
  return letters;
}

std::vector<int> states_along(const Automaton& automaton, std::span<const int> word) {
  std::vector<int> states{automaton.start};
  for (const int letter : word) states.push_back(automaton.next(states.back(), letter));
  return states;
}

bool accepts(const Automaton& automaton, std::span<const int> word) {
  return automaton.accepting[static_cast<size_t>(states_along(automaton, word).back())];
}

Automaton random_automaton(Index states, Index letters, Random& random) {
  assert(states >= 1 && 1 <= letters && letters <= 26);
  const auto bound = static_cast<std::uint32_t>(states);
  Automaton automaton{
      .states = {}, .letters = {}, .next = Eigen::MatrixXi(states, letters), .start = 0, .accepting = {}};
  for (Index a = 0; a < letters; ++a) automaton.letters += static_cast<char>('a' + a);
  for (int& next : automaton.next.reshaped()) next = static_cast<int>(random.below(bound));
  for (Index s = 0; s < states; ++s) {
    automaton.states.push_back("q" + std::to_string(s + 1));
    automaton.accepting.push_back(random.below(2) == 1);
  }
  automaton.start = static_cast<int>(random.below(bound));
  return automaton;
}

LookupShape automaton_shape(Index states, Index letters) { return {.keys = states * letters, .blocks = {states}}; }

Table automaton_table(const Automaton& automaton) {
  return automaton.next.transpose().reshaped(1, automaton.next.size());
}

Index automaton_key(Index letters, int state, int letter) { return state * letters + letter; }

std::vector<NamedAutomaton> named_automata() {
  return {
      {"Parity", "words with an even number of 1", make({"even", "odd"}, "01", {0, 1, 1, 0}, {true, false})},
      {"Divisible by 3", "binary numbers divisible by 3, highest digit first",
       make({"rest 0", "rest 1", "rest 2"}, "01", {0, 1, 2, 0, 1, 2}, {true, false, false})},
      {"Contains ab", "words with an a directly before a b",
       make({"nothing", "a", "ab"}, "ab", {1, 0, 1, 2, 2, 2}, {false, false, true})},
      {"Never bb", "words without two b in a row",
       make({"fresh", "after b", "bb"}, "ab", {0, 1, 0, 2, 2, 2}, {true, true, false})},
      {"Sum divisible by 3", "words over 0, 1, 2 whose digits add up to a multiple of 3",
       make({"rest 0", "rest 1", "rest 2"}, "012", {0, 1, 2, 1, 2, 0, 2, 0, 1}, {true, false, false})},
  };
}

}  // namespace learner
