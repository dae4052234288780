// What the learned layer answers in figure "machines": the reader's word run step by step, and the reader's memory.

#include "figures/machines/machines.hpp"
#include "learner/features.hpp"

namespace figures::machines {
namespace {

// --- The word -------------------------------------------------------------------------------------------------------

// What stops a run at one letter in one state, before the layer is asked.
TraceEnd obstacle(const Result& result, int state, int letter) {
  if (letter >= result.letters()) return TraceEnd::foreign;
  return result.next(state, letter) == kHole ? TraceEnd::hole : TraceEnd::word;
}

std::string stopped(const Trace& trace) {
  const std::size_t read = trace.steps.size();
  const std::string letter = letter_name(trace.word[read]);
  const std::string place = std::to_string(read + 1);
  if (trace.end == TraceEnd::foreign) {
    return tr(
        "Letter %1, %2, is not in this table: the run stops there. Give the table one letter more, or press the "
        "letter.",
        place, letter);
  }
  return tr("From %1 on %2 the table says nothing: the run stops before letter %3. Press the hole to fill it.",
            state_name(trace.state_after(read)), letter, place);
}

std::string wrong(const Trace& trace, std::size_t at) {
  const TraceStep& step = trace.steps[at];
  const std::string place =
      tr("Step %1 is the first to go wrong: from %2 on %3 to %4 instead of %5.", std::to_string(at + 1),
         state_name(step.state), letter_name(step.letter), state_name(step.next), state_name(step.told));
  if (step.rho == 0)
    return passage({place, tr("The examples do decide this answer, so the fault is in the arithmetic.")});
  return passage(
      {place, tr("ρ = %1 of its question lies outside what the examples span, so they leave the answer open.",
                 number(step.rho, 2))});
}

std::string finished(const Trace& trace) {
  const int state = trace.state_after(trace.steps.size());
  const bool accepted = trace.accepts(state);
  if (trace.word.empty()) {
    return accepted ? tr("The empty word asks nothing: the run ends where it starts, in q1, and the word is accepted.")
                    : tr("The empty word asks nothing: the run ends where it starts, in q1, and the word is rejected.");
  }
  const std::string right = counted("The one step is right", "All %1 steps are right", trace.steps.size());
  const std::string end = state_name(state);
  if (trace.largest_rho() == 0) {
    const std::string run = accepted ? tr("%1; the run ends in %2 and the word is accepted.", right, end)
                                     : tr("%1; the run ends in %2 and the word is rejected.", right, end);
    return passage({run, tr("ρ = 0 at each, so no layer that fits the examples answers otherwise.")});
  }
  const std::string rho = number(trace.largest_rho(), 2);
  return accepted ? tr("%1; the run ends in %2 and the word is accepted, but not surely: ρ reaches %3, so the examples "
                       "left an answer open that rounding got right.",
                       right, end, rho)
                  : tr("%1; the run ends in %2 and the word is rejected, but not surely: ρ reaches %3, so the examples "
                       "left an answer open that rounding got right.",
                       right, end, rho);
}

// --- The memory -----------------------------------------------------------------------------------------------------

std::string how_recalled(const Recall& recall) {
  if (recall.truth.cwiseAbs().maxCoeff() == 0) {
    return tr("The question meets nothing: the true answer is 0, the learned one is %1 at most.",
              number(recall.learned.cwiseAbs().maxCoeff(), 2));
  }
  const std::string error = number(recall.error, 2);
  const std::string rho = number(recall.rho, 2);
  if (!recall.is_exact())
    return tr("Recalled wrongly, by up to %1: ρ = %2 of the question lies outside what the examples span.", error, rho);
  if (recall.rho == 0) return tr("Recalled to %1. ρ = 0, so no layer that fits the examples answers otherwise.", error);
  return tr(
      "Recalled to %1, though ρ = %2: another model that fits the examples might err here, the smallest does not.",
      error, rho);
}

// What else than the stored value is in the true answer.
std::string beside(const Recall& recall) {
  std::string others;
  if (recall.crosstalk > kExactRecall) {
    others =
        tr("The true answer is not the stored value: the keys are not orthonormal, so others answer too, by up to %1.",
           number(recall.crosstalk, 2));
  }
  std::string self;
  if (const double largest = recall.self.cwiseAbs().maxCoeff(); largest > 0) {
    self = tr(
        "The token that asks is among those looked up: it adds ‖q‖²ζ, up to %1, which the paper's eq. 14 leaves out.",
        number(largest, 2));
  }
  return passage({others, self});
}

}  // namespace

TraceStep ask(const Result& result, const CurvePoint& point, int state, int letter) {
  const Index key = learner::automaton_key(result.letters(), state, letter);
  TraceStep step{.letter = letter,
                 .state = state,
                 .answer = point.answers.col(key),
                 .told = result.next(state, letter),
                 .rho = point.rho(key)};
  step.next = static_cast<int>(learner::first_largest(step.answer));
  for (int k = 0; k < step.answer.size(); ++k)
    step.error = std::max(step.error, std::abs(step.answer(k) - (k == step.told ? 1 : 0)));
  return step;
}

int Trace::first_wrong() const {
  const auto found = std::ranges::find_if(steps, [](const TraceStep& step) { return !step.right(); });
  return found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
}

double Trace::largest(double TraceStep::* quantity) const {
  double largest = 0;
  for (const TraceStep& step : steps) largest = std::max(largest, step.*quantity);
  return largest;
}

Trace trace_word(const Result& result, const Values& values) {
  Trace trace{.point = point_at(result, values.number("N")),
              .word = word_of(values),
              .truth = {0},
              .accepting = accepting_of(values)};
  int state = 0;
  for (const int letter : trace.word) {
    trace.end = obstacle(result, state, letter);
    if (trace.end != TraceEnd::word) break;
    trace.steps.push_back(ask(result, result.points[trace.point], state, letter));
    state = trace.steps.back().next;
  }
  for (const int letter : trace.word) {
    if (obstacle(result, trace.truth.back(), letter) != TraceEnd::word) break;
    trace.truth.push_back(result.next(trace.truth.back(), letter));
  }
  trace.shown = std::min(static_cast<std::size_t>(values.integer("step")), trace.steps.size());
  return trace;
}

std::string trace_sentence(const Trace& trace) {
  if (const int at = trace.first_wrong(); at >= 0) return wrong(trace, static_cast<std::size_t>(at));
  return trace.end == TraceEnd::word ? finished(trace) : stopped(trace);
}

bool is_recalled(double error, const Vector& truth) {
  return error <= kExactRecall * std::max(1.0, truth.cwiseAbs().maxCoeff());
}

Vector memory_features(const Matrix& Z) {
  const Vector scale = learner::unfold_weights(Z.rows()).cwiseSqrt().cwiseInverse();
  return scale.cwiseProduct(learner::folded_features(Z, Z.cols() - 1, Z.cols()));
}

Recall recall_memory(const Result& result, const Values& values) {
  Recall recall;
  recall.point = point_at(result, values.number("N"));
  recall.Z = result.Z;
  const auto edited = values.list("memory");
  recall.edited = std::ssize(edited) == result.Z.size();
  recall.misfit = !edited.empty() && !recall.edited;
  if (recall.edited) std::ranges::copy(edited, recall.Z.data());
  const Index m = recall.Z.cols() - 1;
  recall.asked = std::min(values.integer("ask"), static_cast<int>(m)) - 1;
  if (recall.asked >= 0) recall.Z.col(m).head(m) = recall.Z.col(recall.asked).head(m);

  const Vector h = memory_features(recall.Z);
  const Index rank = result.points[recall.point].rank;
  const auto basis = result.basis.leftCols(rank);
  const Vector along = basis.transpose() * h;
  recall.learned = result.directions.leftCols(rank) * along;
  if (const double length = h.norm(); length > 0) recall.rho = cleaned_rho((h - basis * along).norm() / length);

  const auto stored = recall.Z.bottomRows(m);
  recall.meets = recall.Z.topRows(m).transpose() * recall.Z.col(m).head(m);
  recall.truth = stored * recall.meets;
  recall.self = stored.col(m) * recall.meets(m);
  recall.error = (recall.learned - recall.truth).cwiseAbs().maxCoeff();
  if (recall.asked < 0) return recall;
  recall.stored = stored.col(recall.asked);
  recall.crosstalk = (recall.truth - recall.self - recall.stored).cwiseAbs().maxCoeff();
  return recall;
}

std::string recall_sentence(const Recall& recall) { return passage({how_recalled(recall), beside(recall)}); }

}  // namespace figures::machines
