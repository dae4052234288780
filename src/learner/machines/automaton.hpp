#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learner/machines/lookup.hpp"

namespace learner {

// A deterministic finite automaton: it reads a word letter by letter and accepts it when it ends in an
// accepting state. Letters of words and states are counted from 0; a letter is one character.
struct Automaton {
  static constexpr int kHole = kOpen;

  std::vector<std::string> states;  // their names, |Q| of them
  std::string letters;              // |Sigma| different characters
  Eigen::MatrixXi next;             // |Q| x |Sigma|: delta(state, letter), or kHole where nothing was entered
  int start = 0;
  std::vector<bool> accepting;  // one for each state
};

// Errors: no states or letters, a letter listed twice, a table of another shape, a hole or a state that does
// not exist in it, a start that does not exist, accepting marks not one for each state.
Expected<void> validate(const Automaton& automaton);

// Below, `automaton` is one that passes validate.

// The letters of a word by their place in automaton.letters. The empty word is a word.
// Errors: a character that is not a letter.
Expected<std::vector<int>> read_word(const Automaton& automaton, std::string_view word);

// The plain simulator: the states passed through, the start first; length |word| + 1. O(|word|).
std::vector<int> states_along(const Automaton& automaton, std::span<const int> word);
bool accepts(const Automaton& automaton, std::span<const int> word);

// Independent uniform transitions, start and accepting marks; states q1, q2, .., letters a, b, ..
// Preconditions: states >= 1, 1 <= letters <= 26.
Automaton random_automaton(Index states, Index letters, Random& random);

// Its step as a lookup (see LookupShape): key = state |Sigma| + letter, one block of |Q| choices.
LookupShape automaton_shape(Index states, Index letters);
Table automaton_table(const Automaton& automaton);
Index automaton_key(Index letters, int state, int letter);

// A few to start from, of 2 or 3 states over 2 or 3 letters.
struct NamedAutomaton {
  std::string name;
  std::string accepted;  // the words it accepts, in words
  Automaton automaton;
};
std::vector<NamedAutomaton> named_automata();

}  // namespace learner
