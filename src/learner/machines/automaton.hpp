#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learner/interpolation.hpp"
#include "learner/machines/lookup.hpp"
#include "learner/model.hpp"

namespace learner {

// A deterministic finite automaton: it reads a word letter by letter and accepts it if it ends in an accepting state.
// States and letters are counted from 0; a letter is one character.
struct Automaton {
  static constexpr int kHole = kOpen;

  std::vector<std::string> states;  // their names, |Q| of them
  std::string letters;              // |Sigma| different characters
  Eigen::MatrixXi next;             // |Q| x |Sigma|: delta(state, letter), or kHole where nothing was entered
  int start = 0;
  std::vector<bool> accepting;  // one for each state
};

// Errors: no states or letters; a letter listed twice; a table of another shape, or with a hole or a state that does
// not exist; a start that does not exist; not one accepting mark for each state.
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

// A word run by a learned step, one letter at a time: ask, round to the nearest one-hot, go on from there. Each step is
// a new question about the same table, in the state that the last answer, rounded, led to.
struct AutomatonStep {
  Index place = 0;  // of the letter, from 0
  int state = 0;    // the learned run's, before the letter
  int letter = 0;
  LookupAnswer asked;
  int next() const { return asked.rounded.values.front(); }  // the learned run's next state
  int truth() const { return asked.truth.front(); }          // what the table says of `state`
};

class AutomatonRun {
 public:
  // What the learned step says of (state, letter): universal_step, or one automaton in the weights (TransitionLearner).
  using Ask = std::function<LookupAnswer(int state, int letter)>;

  // Errors: those of validate and read_word.
  static Expected<AutomatonRun> create(Automaton automaton, std::string_view word, Ask ask);

  bool finished() const { return place_ == static_cast<Index>(word_.size()); }
  int state() const { return state_; }  // after the letters read so far

  // Reads one letter. Precondition: not finished.
  AutomatonStep step();

  Index steps() const { return place_; }
  double largest_rho() const { return largest_rho_; }
  double smallest_margin() const { return smallest_margin_; }  // 1 before the first step
  const std::optional<AutomatonStep>& first_wrong() const { return first_wrong_; }

 private:
  AutomatonRun(Automaton automaton, std::vector<int> word, Ask ask);

  Automaton automaton_;
  std::vector<int> word_;
  Ask ask_;
  Index place_ = 0;
  int state_ = 0;
  double largest_rho_ = 0.0;
  double smallest_margin_ = 1.0;
  std::optional<AutomatonStep> first_wrong_;
};

// Asks a learner of automaton_shape with this automaton's sizes, which must outlive the result.
AutomatonRun::Ask universal_step(const LookupLearner& learner, const Automaton& automaton);

// One automaton in the weights: the table is not in the input but in V and Q, so a sequence is a single token
// z = [e_state; e_letter; 1], d = |Q| + |Sigma| + 1, n = 1, G = z z^T, and
//   V_c = e_c e_d^T (|Q| x d), Q_c = sum over delta(a, b) = c of e_a e_(|Q|+b)^T,   c = 1 .. |Q|:
//   sum_c V_c G Q_c z = sum_c e_c (e_d^T z) (z^T Q_c z) = sum_c e_c [delta(state, letter) = c].
// One head for each state. Source: ours (paper A gives no construction).

// The token, d x 1, and the next state's one-hot as target, |Q| x 1 (Targets::last).
Sequence transition_sequence(const Automaton& automaton, int state, int letter);

// The |Q| heads above.
Model transition_model(const Automaton& automaton);

// The same layer learned from transitions: the minimum-norm MHLA that fits those taught. There are only |Q||Sigma|
// questions and no two share a product, so each must be taught, and rho tells which ones are missing: unlike the
// universal step, the weights of one automaton do not generalise.
class TransitionLearner {
 public:
  // Errors: those of validate; more than kMaxTokenDimension token coordinates.
  static Expected<TransitionLearner> create(const Automaton& automaton);

  // Teaches delta(state, letter); returns whether it was new. O(psi r).
  Expected<bool> add(int state, int letter);

  // O(psi (r + |Q|)).
  LookupAnswer ask(int state, int letter) const;

  Index rank() const { return learned_.rank(); }

  // The folded coefficients p, |Q| x psi (see features.hpp): those of solve_minimum_norm.
  Matrix folded() const;

 private:
  explicit TransitionLearner(const Automaton& automaton);
  Vector features(const Matrix& Z) const;

  Automaton automaton_;
  Vector scale_;  // 1 / sqrt(unfold_weights): in these units the plain norm is that of W
  Interpolation learned_;
};

}  // namespace learner
