// What figure "machines" says to who cannot see it.
#include <string>

#include "figures/machines/machine.hpp"
#include "figures/machines/picture.hpp"
#include "figures/rows.hpp"
#include "learner/interpolation.hpp"
#include "plot/number.hpp"

namespace figures::machines {
namespace {

using plot::counted;
using plot::number;
using plot::percent;
using plot::whole;

double real(std::int64_t value) { return static_cast<double>(value); }

std::string rho_text(double rho) { return rho <= learner::Interpolation::kInside ? "0" : number(rho, 3); }

// --- Automata -------------------------------------------------------------------------------------------------------

std::string title_of_run(const MachinesResult& result, const Trace& trace) {
  const MachinesPoint& point = result.points[trace.point];
  if (trace.first_wrong() >= 0) {
    return "Learned from " + teachers(result, point) + ", it goes wrong at step " +
           std::to_string(trace.first_wrong() + 1);
  }
  if (trace.end == TraceEnd::foreign) return "A letter that the table lacks: no step to take";
  if (trace.end == TraceEnd::hole) return "A hole in the table: the run stops there";
  if (trace.word.empty()) return "An empty word: nothing to compute, and an answer all the same";
  if (trace.largest_rho() > 0) return "Right, but by luck: its examples leave some answers open";
  if (result.task == MachinesTask::weights) return "Every transition the word needs was taught: the run is right";
  return "Taught by " + teachers(result, point) + ", it runs yours without a mistake";
}

std::string hole_sentence(const MachinesResult& result, const MachinesPoint& point) {
  if (result.task != MachinesTask::automaton || (result.next.array() != kHole).all()) return "";
  const double least = point.rho.minCoeff();
  if (least <= learner::Interpolation::kInside) return "";
  return " No machine it learned from had a hole, so this table is unlike them all: ρ is " + number(least, 2) +
         " or more at each of its entries.";
}

std::string curve_sentence(const MachinesResult& result, const MachinesPoint& point) {
  if (result.task == MachinesTask::weights) {
    return " Of all " + counted(real(point.questions), "transition", "transitions") + " it has " +
           percent(point.exact) + " right; what was not taught it cannot know.";
  }
  return " With N = " + whole(real(point.N)) + " it answers " + percent(point.exact) + " of " +
         counted(real(point.questions), "unseen question", "unseen questions") + " rightly, " +
         percent(point.certified) + " with ρ = 0.";
}

std::string word_text(const Trace& trace) {
  std::string text;
  for (const int letter : trace.word) text += letter_name(letter);
  return text.empty() ? "(empty)" : text;
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

void add_run(Rows& row, const MachinesResult& result, const Trace& trace) {
  row("Word", word_text(trace));
  row("Learned run", path_text(learned_path(trace)));
  row("True run, by a plain simulator", path_text(trace.truth));
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const TraceStep& step = trace.steps[k];
    const auto key = learner::automaton_key(result.letters(), step.state, step.letter);
    std::string answer;
    for (const double value : result.points[trace.point].answers.col(key)) answer += number(value, 3) + "; ";
    row("Step " + std::to_string(k + 1) + ", " + state_name(step.state) + " on " + letter_name(step.letter),
        answer + "rounded " + state_name(step.next) + ", table " + state_name(step.told) +
            ", ρ = " + rho_text(step.rho));
  }
  row("Largest error before rounding along the run", trace.largest_error());
  row("Largest ρ along the run", rho_text(trace.largest_rho()));
}

void add_table(Rows& row, const MachinesResult& result, const MachinesPoint& point) {
  for (int state = 0; state < result.states(); ++state) {
    for (int letter = 0; letter < result.letters(); ++letter) {
      const auto key = learner::automaton_key(result.letters(), state, letter);
      const int next = result.next(state, letter);
      row("Entry " + state_name(state) + " on " + letter_name(letter),
          (next == kHole ? std::string("hole") : state_name(next)) + "; learned " +
              state_name(rounded(point.answers, key)) + ", ρ = " + rho_text(point.rho(key)));
    }
  }
}

// --- Memories -------------------------------------------------------------------------------------------------------

std::string title_of_recall(const MachinesResult& result, const Recall& recall) {
  const std::string from = teachers(result, result.points[recall.point]);
  if (!recall.is_exact()) return "Learned from " + from + ", it recalls yours wrongly";
  if (recall.rho > 0) return "Learned from " + from + ", it recalls yours, though they leave it open";
  return "Learned from " + from + ", it recalls yours exactly";
}

std::string numbers_text(const learner::Vector& vector) {
  std::string text;
  for (const double value : vector) text += (text.empty() ? "" : "; ") + number(value, 4);
  return text.empty() ? "none" : text;
}

void add_recall(Rows& row, const Recall& recall) {
  row("Asked for", recall.asked < 0 ? "an edited query" : "key " + std::to_string(recall.asked + 1));
  row("Memory", recall.edited ? "edited" : "orthonormal, drawn from a stream of its own");
  row("Products ⟨k, q⟩ of the keys with the query, the last with itself", numbers_text(recall.meets));
  row("Stored value", numbers_text(recall.stored));
  row("True answer", numbers_text(recall.truth));
  row("Learned answer", numbers_text(recall.learned));
  row("Largest difference of the two", recall.error);
  row("ρ of the question", rho_text(recall.rho));
  row("Self term ‖q‖²ζ, which eq. 14 leaves out", numbers_text(recall.self));
  if (recall.asked >= 0) row("Largest part of the truth from other keys", recall.crosstalk);
}

// --- Both -----------------------------------------------------------------------------------------------------------

void add_curve(Rows& row, const MachinesResult& result, const MachinesPoint& marked) {
  row("Examples N", whole(real(marked.N)));
  row("Independent examples, rank", whole(real(marked.rank)));
  row(result.is_memory() ? "Rank of all examples tried" : "Rank of all questions there are",
      whole(real(result.needed)));
  row("Unknowns for each output, ψ", whole(real(result.unknowns)));
  for (const MachinesPoint& point : result.points) {
    row("N = " + whole(real(point.N)) + ": right, certain, rank, largest error",
        percent(point.exact) + ", " + percent(point.certified) + ", " + whole(real(point.rank)) + ", " +
            number(point.error, 2));
  }
}

}  // namespace

Description describe_machines(const MachinesResult& result, const Values& values, std::span<const double> times) {
  Description description{
      .title = "Learning from other machines", .sentence = "The first examples are being taught.", .table = {}};
  Rows row(description.table);
  if (result.points.empty()) return description;
  const MachinesPoint& point = result.points[point_at(result, values.number("N"))];
  if (result.is_memory()) {
    const Recall recall = recall_memory(result, values);
    description.title = title_of_recall(result, recall);
    description.sentence = recall_sentence(recall) + curve_sentence(result, point);
    add_recall(row, recall);
  } else {
    const Trace trace = trace_word(result, values);
    description.title = title_of_run(result, trace);
    description.sentence = trace_sentence(trace) + hole_sentence(result, point) + curve_sentence(result, point);
    add_run(row, result, trace);
    add_table(row, result, point);
  }
  add_curve(row, result, point);
  if (!times.empty()) row("Time: lessons and questions", plot::duration(times[0] / 1000));
  return description;
}

}  // namespace figures::machines
