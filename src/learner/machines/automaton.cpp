#include "learner/machines/automaton.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "learner/features.hpp"

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
  using RowByRow = Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::MatrixXi table = Eigen::Map<const RowByRow>(next.data(), rows, cols);
  return {std::move(states), std::move(letters), std::move(table), 0, std::move(accepting)};
}

Index token_dimension(const Automaton& automaton) { return automaton.next.rows() + automaton.next.cols() + 1; }

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

AutomatonRun::Ask universal_step(const LookupLearner& learner, const Automaton& automaton) {
  assert(learner.shape() == automaton_shape(automaton.next.rows(), automaton.next.cols()));
  return [&learner, table = automaton_table(automaton), letters = automaton.next.cols()](int state, int letter) {
    return learner.ask(table, automaton_key(letters, state, letter));
  };
}

Sequence transition_sequence(const Automaton& automaton, int state, int letter) {
  const Index states = automaton.next.rows();
  Matrix Z = Matrix::Zero(token_dimension(automaton), 1);
  Z(state, 0) = 1.0;
  Z(states + letter, 0) = 1.0;
  Z(Z.rows() - 1, 0) = 1.0;
  return {std::move(Z), Vector::Unit(states, automaton.next(state, letter))};
}

Model transition_model(const Automaton& automaton) {
  const Index d = token_dimension(automaton);
  const Index states = automaton.next.rows();
  Model model;
  for (Index c = 0; c < states; ++c) {
    Head head{Matrix::Zero(states, d), Matrix::Zero(d, d)};
    head.V(c, d - 1) = 1.0;
    for (Index a = 0; a < states; ++a) {
      for (Index b = 0; b < automaton.next.cols(); ++b) {
        if (automaton.next(a, b) == c) head.Q(a, states + b) = 1.0;
      }
    }
    model.heads.push_back(std::move(head));
  }
  return model;
}

Expected<TransitionLearner> TransitionLearner::create(const Automaton& automaton) {
  if (const auto valid = validate(automaton); !valid) return std::unexpected(valid.error());
  const Shape shape{token_dimension(automaton), automaton.next.rows(), Targets::last};
  if (const auto valid = learner::validate(shape); !valid) {
    return fail(
        "The automaton has too many states and letters for one layer here: keep their number together up to %1.",
        kMaxTokenDimension - 1);
  }
  return TransitionLearner(automaton);
}

TransitionLearner::TransitionLearner(const Automaton& automaton)
    : automaton_(automaton),
      scale_(unfold_weights(token_dimension(automaton)).cwiseSqrt().cwiseInverse()),
      learned_(scale_.size(), automaton.next.rows()) {}

Vector TransitionLearner::features(const Matrix& Z) const { return scale_.cwiseProduct(folded_features(Z, 0, 1)); }

Expected<bool> TransitionLearner::add(int state, int letter) {
  const Sequence transition = transition_sequence(automaton_, state, letter);
  return learned_.add(features(transition.Z), transition.Y.col(0));
}

LookupAnswer TransitionLearner::ask(int state, int letter) const {
  const Sequence transition = transition_sequence(automaton_, state, letter);
  const Vector h = features(transition.Z);
  LookupAnswer result{.key = automaton_key(automaton_.next.cols(), state, letter),
                      .answer = learned_.answer(h),
                      .rounded = {},
                      .truth = {automaton_.next(state, letter)}};
  result.rounded = round_to_entry(automaton_shape(automaton_.next.rows(), automaton_.next.cols()), result.answer);
  result.error = (result.answer - transition.Y.col(0)).cwiseAbs().maxCoeff();
  result.rho = learned_.rho(h);
  return result;
}

Matrix TransitionLearner::folded() const { return learned_.coefficients() * scale_.asDiagonal(); }

}  // namespace learner
