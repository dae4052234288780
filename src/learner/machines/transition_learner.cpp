#include "learner/machines/transition_learner.hpp"

#include <utility>

#include "learner/features.hpp"

namespace learner {
namespace {

Index token_dimension(const Automaton& automaton) { return automaton.next.rows() + automaton.next.cols() + 1; }

}  // namespace

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
