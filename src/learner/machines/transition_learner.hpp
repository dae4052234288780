#pragma once

#include "learner/interpolation.hpp"
#include "learner/machines/automaton.hpp"
#include "learner/model.hpp"

namespace learner {

// One automaton in the weights: the table is not in the input but in V and Q, so a sequence is a single
// token z = [e_state; e_letter; 1], d = |Q| + |Sigma| + 1, n = 1, G = z z^T, and
//   V_c = e_c e_d^T (|Q| x d), Q_c = sum over delta(a, b) = c of e_a e_(|Q|+b)^T,   c = 1 .. |Q|:
//   sum_c V_c G Q_c z = sum_c e_c (e_d^T z) (z^T Q_c z) = sum_c e_c [delta(state, letter) = c].
// One head for each state. Source: ours (paper A gives no construction).

// The token, d x 1, and the next state's one-hot as target, |Q| x 1 (Targets::last).
Sequence transition_sequence(const Automaton& automaton, int state, int letter);

// The |Q| heads above.
Model transition_model(const Automaton& automaton);

// The same layer learned from transitions: the minimum-norm MHLA that fits those taught. There are only |Q||Sigma|
// questions and no two need the same products, so every transition has to be taught: the weights of one
// automaton do not generalise, the universal step does. rho tells which ones are missing.
class TransitionLearner {
 public:
  // Errors: those of validate; more than kMaxTokenDimension token coordinates.
  static Expected<TransitionLearner> create(const Automaton& automaton);

  // Teaches delta(state, letter). Comes back whether it said anything new. O(psi r).
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
