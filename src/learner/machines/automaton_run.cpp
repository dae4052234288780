#include "learner/machines/automaton_run.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace learner {

Expected<AutomatonRun> AutomatonRun::create(Automaton automaton, std::string_view word, Ask ask) {
  assert(ask);
  if (const auto valid = validate(automaton); !valid) return std::unexpected(valid.error());
  auto letters = read_word(automaton, word);
  if (!letters) return std::unexpected(letters.error());
  return AutomatonRun(std::move(automaton), *std::move(letters), std::move(ask));
}

AutomatonRun::AutomatonRun(Automaton automaton, std::vector<int> word, Ask ask)
    : automaton_(std::move(automaton)), word_(std::move(word)), ask_(std::move(ask)), state_(automaton_.start) {}

AutomatonStep AutomatonRun::step() {
  assert(!finished());
  const int letter = word_[static_cast<size_t>(place_)];
  AutomatonStep result{.place = place_, .state = state_, .letter = letter, .asked = ask_(state_, letter)};
  if (!result.asked.right() && !first_wrong_) first_wrong_ = result;
  largest_rho_ = std::max(largest_rho_, result.asked.rho);
  smallest_margin_ = std::min(smallest_margin_, result.asked.rounded.margin);
  state_ = result.next();
  ++place_;
  return result;
}

std::string AutomatonRun::sentence() const {
  const auto name = [this](int state) { return automaton_.states[static_cast<size_t>(state)]; };
  const std::string letters = std::to_string(place_) + " of " + std::to_string(word_.size()) + " letters read: ";
  if (!first_wrong_) {
    const std::string verdict =
        automaton_.accepting[static_cast<size_t>(state_)] ? ", which accepts" : ", which rejects";
    return letters + "every step is right so far, and the run stands in " + name(state_) + (finished() ? verdict : "") +
           ".";
  }
  const AutomatonStep& wrong = *first_wrong_;
  return letters + "step " + std::to_string(wrong.place + 1) + " went wrong, from " + name(wrong.state) + " on '" +
         automaton_.letters[static_cast<size_t>(wrong.letter)] + "' to " + name(wrong.next()) + " instead of " +
         name(wrong.truth()) + "; " + why_wrong(wrong.asked);
}

AutomatonRun::Ask universal_step(const LookupLearner& learner, const Automaton& automaton) {
  assert(learner.shape() == automaton_shape(automaton.next.rows(), automaton.next.cols()));
  return [&learner, table = automaton_table(automaton), letters = automaton.next.cols()](int state, int letter) {
    return learner.ask(table, automaton_key(letters, state, letter));
  };
}

}  // namespace learner
