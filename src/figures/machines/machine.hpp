// The automaton and the word that the reader edits, as Values hold them.
//
// The table is kept in a frame of kMostStates rows of kMostLetters entries, so that it survives a change of size: an
// entry is the number of the next state from 1, 0 for a hole. Of a word each letter is its number from 1; a 0 ends it.
#pragma once

#include <string>
#include <vector>

#include "figures/parameter.hpp"
#include "learner/machines/automaton.hpp"

namespace figures::machines {

inline constexpr int kMostStates = 4;
inline constexpr int kMostLetters = 3;
inline constexpr int kMostSteps = 12;

inline constexpr int kHole = learner::Automaton::kHole;

// |Q| x |Sigma|. A state that does not exist at this size is a hole.
Eigen::MatrixXi table_of(const Values& values);

// For kMostStates states.
std::vector<bool> accepting_of(const Values& values);

// Letters from 0; those beyond the table's are foreign.
std::vector<int> word_of(const Values& values);

// The next state of a cell: after the last one a hole, after the hole the first.
void cycle_entry(Values& values, int state, int letter);
void toggle_accepting(Values& values, int state);
void cycle_letter(Values& values, int place);
void append_letter(Values& values);
void delete_letter(Values& values);

// A table drawn from the seed and the table that stands there now.
void draw_another(Values& values);

// "q1", "a"; states and letters from 0.
std::string state_name(int state);
std::string letter_name(int letter);

}  // namespace figures::machines
