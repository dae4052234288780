// A rule of figure "turing" as a number and as words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "learner/machines/turing_machine.hpp"

namespace figures::turing {

// Three digits, so that a table fits a link: the symbol to write (1 is the blank), the move (1 left, 2 stay, 3 right),
// the next state (1 is A; 0 halts). 0 is a hole.
inline constexpr std::int32_t kHole = 0;
inline constexpr std::int32_t kLargestRule = 336;

std::int32_t number_of(const learner::Rule& rule);
// Nothing for a hole and for what is no rule of such a machine.
std::optional<learner::Rule> rule_of_number(std::int32_t number, const learner::TuringSize& size);
// Precondition: a number that number_of gave.
learner::Rule rule_of_number(std::int32_t number);

// "1", "0"; nothing for the blank. Of two symbols the other is 1, of three they are 0 and 1; a symbol that the machine
// does not have is "?".
std::string symbol_letter(int symbol, int symbols);
// The same with "blank" for the blank.
std::string symbol_word(int symbol, int symbols);
// "A"; "H" for halting.
std::string state_letter(int state);
// "write 1, move left, go to B".
std::string rule_words(const learner::Rule& rule, int symbols);

}  // namespace figures::turing
