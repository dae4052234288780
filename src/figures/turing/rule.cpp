#include "figures/turing/rule.hpp"

#include "plot/words.hpp"

namespace figures::turing {

using learner::Move;
using learner::Rule;

std::int32_t number_of(const Rule& rule) {
  return 100 * (rule.write + 1) + 10 * (static_cast<int>(rule.move) + 1) + rule.next + 1;
}

std::optional<Rule> rule_of_number(std::int32_t number, const learner::TuringSize& size) {
  const int write = number / 100 - 1;
  const int move = number / 10 % 10 - 1;
  const int next = number % 10 - 1;
  if (write < 0 || write >= size.symbols || move < 0 || move > 2 || next >= size.states) return std::nullopt;
  return rule_of_number(number);
}

Rule rule_of_number(std::int32_t number) {
  static_assert(Rule::kHalt == -1);
  return {.write = number / 100 - 1, .move = static_cast<Move>(number / 10 % 10 - 1), .next = number % 10 - 1};
}

std::string symbol_letter(int symbol, int symbols) {
  if (symbol == 0) return "";
  if (symbol >= symbols) return "?";
  return symbols == 3 && symbol == 1 ? "0" : "1";
}

std::string symbol_word(int symbol, int symbols) { return symbol == 0 ? tr("blank") : symbol_letter(symbol, symbols); }

std::string state_letter(int state) {
  return std::string(1, state == Rule::kHalt ? 'H' : static_cast<char>('A' + state));
}

std::string rule_words(const Rule& rule, int symbols) {
  const Localized move = rule.move == Move::left    ? tr("move left")
                         : rule.move == Move::right ? tr("move right")
                                                    : tr("stay");
  const std::string next = rule.next == Rule::kHalt ? tr("halt") : tr("go to %1", state_letter(rule.next));
  return tr("write %1, %2, %3", symbol_word(rule.write, symbols), move, next);
}

}  // namespace figures::turing
