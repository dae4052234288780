#pragma once

#include <string>
#include <vector>

#include "learner/machines/turing_machine.hpp"

namespace learner {

// Machines to start from; all run on any input over their symbols, the empty one too.
struct LibraryMachine {
  std::string name;
  std::string example;  // an input
  TuringMachine machine;
};

// In this order:
//   Binary increment   2 states x 3   1011 -> 1100; highest digit first
//   Unary addition     3 states x 2   111_11 -> 11111
//   Copy               5 states x 2   111 -> 111_111, in 2n^2 + 3n + 1 steps for n ones
//   Palindrome         6 states x 3   leaves a blank tape exactly for palindromes over 0 and 1
//   Busy beaver 3      3 states x 2   from a blank tape: 6 ones, the most that 3 states can leave, in 14 steps
//   Longest run of 3   3 states x 2   from a blank tape: 21 steps, the most before halting; 5 ones
//   Busy beaver 4      4 states x 2   from a blank tape: 13 ones in 107 steps, the most of both
// Sources: the busy beavers are those of Rado and Lin (1965) and Brady (1983); the others are ours.
std::vector<LibraryMachine> turing_library();

}  // namespace learner
