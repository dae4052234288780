// What figure "machines" says to who cannot see it.
#include <string>

#include "figures/machines/machine.hpp"
#include "figures/machines/picture.hpp"
#include "figures/table.hpp"
#include "learner/interpolation.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::machines {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

std::string rho_text(double rho) { return rho <= learner::Interpolation::kInside ? "0" : number(rho, 3); }

// --- Automata -------------------------------------------------------------------------------------------------------

std::string title_of_run(const Result& result, const Trace& trace) {
  const CurvePoint& point = result.points[trace.point];
  if (trace.first_wrong() >= 0) {
    return tr("Learned from %1, it goes wrong at step %2", teachers(result, point),
              std::to_string(trace.first_wrong() + 1));
  }
  if (trace.end == TraceEnd::foreign) return tr("A letter that the table lacks: no step to take");
  if (trace.end == TraceEnd::hole) return tr("A hole in the table: the run stops there");
  if (trace.word.empty()) return tr("An empty word: nothing to compute, and an answer all the same");
  if (trace.largest_rho() > 0) return tr("Right, but by luck: its examples leave some answers open");
  if (result.task == Task::weights) return tr("Every transition the word needs was taught: the run is right");
  return tr("Taught by %1, it runs yours without a mistake", teachers(result, point));
}

std::string hole_sentence(const Result& result, const CurvePoint& point) {
  if (result.task != Task::automaton || (result.next.array() != kHole).all()) return "";
  const double least = point.rho.minCoeff();
  if (least <= learner::Interpolation::kInside) return "";
  return tr(
      "No machine it learned from had a hole, so this table is unlike them all: ρ is %1 or more at each of its "
      "entries.",
      number(least, 2));
}

std::string curve_sentence(const Result& result, const CurvePoint& point) {
  if (result.task == Task::weights) {
    return tr("Of all %1 it has %2 right; what was not taught it cannot know.",
              counted("%1 transition", "%1 transitions", real(point.questions)), percent(point.exact));
  }
  return tr("With N = %1 it answers %2 of %3 rightly, %4 with ρ = 0.", whole(real(point.N)), percent(point.exact),
            counted("%1 unseen question", "%1 unseen questions", real(point.questions)), percent(point.certified));
}

std::string word_text(const Trace& trace) {
  std::string text;
  for (const int letter : trace.word) text += letter_name(letter);
  return text.empty() ? tr("(empty)") : text;
}

std::string path_text(const std::vector<int>& states) {
  std::string text;
  for (const int state : states) text += (text.empty() ? "" : " ") + state_name(state);
  return text;
}

std::vector<int> learned_path(const Trace& trace) {
  std::vector<int> path = {0};
  for (const TraceStep& step : trace.steps) path.push_back(step.next);
  return path;
}

void add_run(Rows& row, const Result& result, const Trace& trace) {
  row(tr("Word"), word_text(trace));
  row(tr("Learned run"), path_text(learned_path(trace)));
  row(tr("True run, by a plain simulator"), path_text(trace.truth));
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const TraceStep& step = trace.steps[k];
    const auto key = learner::automaton_key(result.letters(), step.state, step.letter);
    std::string answer;
    for (const double value : result.points[trace.point].answers.col(key)) {
      answer += (answer.empty() ? "" : "; ") + number(value, 3);
    }
    row(tr("Step %1, %2 on %3", std::to_string(k + 1), state_name(step.state), letter_name(step.letter)),
        tr("%1; rounded %2, table %3, ρ = %4", answer, state_name(step.next), state_name(step.told),
           rho_text(step.rho)));
  }
  row(tr("Largest error before rounding along the run"), trace.largest_error());
  row(tr("Largest ρ along the run"), rho_text(trace.largest_rho()));
}

void add_table(Rows& row, const Result& result, const CurvePoint& point) {
  for (int state = 0; state < result.states(); ++state) {
    for (int letter = 0; letter < result.letters(); ++letter) {
      const auto key = learner::automaton_key(result.letters(), state, letter);
      const int next = result.next(state, letter);
      const std::string learned = state_name(rounded(point.answers, key));
      const std::string rho = rho_text(point.rho(key));
      row(tr("Entry %1 on %2", state_name(state), letter_name(letter)),
          next == kHole ? tr("hole; learned %1, ρ = %2", learned, rho)
                        : tr("%1; learned %2, ρ = %3", state_name(next), learned, rho));
    }
  }
}

// --- Memories -------------------------------------------------------------------------------------------------------

std::string title_of_recall(const Result& result, const Recall& recall) {
  const std::string from = teachers(result, result.points[recall.point]);
  if (!recall.is_exact()) return tr("Learned from %1, it recalls yours wrongly", from);
  if (recall.rho > 0) return tr("Learned from %1, it recalls yours, though they leave it open", from);
  return tr("Learned from %1, it recalls yours exactly", from);
}

std::string numbers_text(const Vector& vector) {
  std::string text;
  for (const double value : vector) text += (text.empty() ? "" : "; ") + number(value, 4);
  return text.empty() ? tr("none") : text;
}

void add_recall(Rows& row, const Recall& recall) {
  row(tr("Asked for"), recall.asked < 0 ? tr("an edited query") : tr("key %1", std::to_string(recall.asked + 1)));
  row(tr("Memory"), recall.edited ? tr("edited") : tr("orthonormal, drawn from a stream of its own"));
  row(tr("Products ⟨k, q⟩ of the keys with the query, the last with itself"), numbers_text(recall.meets));
  row(tr("Stored value"), numbers_text(recall.stored));
  row(tr("True answer"), numbers_text(recall.truth));
  row(tr("Learned answer"), numbers_text(recall.learned));
  row(tr("Largest difference of the two"), recall.error);
  row(tr("ρ of the question"), rho_text(recall.rho));
  row(tr("Self term ‖q‖²ζ, which eq. 14 leaves out"), numbers_text(recall.self));
  if (recall.asked >= 0) row(tr("Largest part of the truth from other keys"), recall.crosstalk);
}

// --- Both -----------------------------------------------------------------------------------------------------------

void add_curve(Rows& row, const Result& result, const CurvePoint& marked) {
  row(tr("Examples N"), whole(real(marked.N)));
  row(tr("Independent examples, rank"), whole(real(marked.rank)));
  row(result.is_memory() ? tr("Rank of all examples tried") : tr("Rank of all questions there are"),
      whole(real(result.needed)));
  row(tr("Unknowns for each output, ψ"), whole(real(result.unknowns)));
  for (const CurvePoint& point : result.points) {
    row(tr("N = %1: right, certain, rank, largest error", whole(real(point.N))),
        percent(point.exact) + ", " + percent(point.certified) + ", " + whole(real(point.rank)) + ", " +
            number(point.error, 2));
  }
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  Description description{
      .title = tr("Learning from other machines"), .sentence = tr("The first examples are being taught."), .table = {}};
  Rows row(description.table);
  if (result.points.empty()) return description;
  const CurvePoint& point = result.points[point_at(result, context.values.number("N"))];
  if (result.is_memory()) {
    const Recall recall = recall_memory(result, context.values);
    description.title = title_of_recall(result, recall);
    description.sentence = passage({recall_sentence(recall), curve_sentence(result, point)});
    add_recall(row, recall);
  } else {
    const Trace trace = trace_word(result, context.values);
    description.title = title_of_run(result, trace);
    description.sentence =
        passage({trace_sentence(trace), hole_sentence(result, point), curve_sentence(result, point)});
    add_run(row, result, trace);
    add_table(row, result, point);
  }
  add_curve(row, result, point);
  if (!context.times.empty()) row(tr("Time: lessons and questions"), duration(context.times[0] / 1000));
  return description;
}

}  // namespace figures::machines
