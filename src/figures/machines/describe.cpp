// What figure "machines" says to readers who cannot see the picture.
#include "figures/machines/machines.hpp"

namespace figures::machines {
namespace {

std::string title_of_run(const Result& result, const std::string& from, const Trace& trace) {
  if (const int wrong = trace.first_wrong(); wrong >= 0)
    return tr("A layer taught by %1 goes wrong at step %2", from, std::to_string(wrong + 1));
  if (trace.end == TraceEnd::foreign) return tr("A letter that the table lacks: no step to take");
  if (trace.end == TraceEnd::hole) return tr("A hole in the table: the run stops there");
  if (trace.word.empty()) return tr("An empty word: nothing to compute, and an answer all the same");
  if (trace.largest_rho() > 0) return tr("Right, though its examples leave some answers open");
  if (result.task == Task::weights) return tr("Every transition the word needs was taught: the run is right");
  return tr("A layer taught by %1 runs your machine without a mistake", from);
}

// Before the word is read to its end.
std::string title_of_reading(const Result& result, const std::string& from) {
  return result.task == Task::weights ? tr("Learned from %1: can it run it?", from)
                                      : tr("Learned from %1: can it run yours?", from);
}

// Two digits, and no more than the value.
std::string number_below(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return number(std::floor(value / unit + 1e-9) * unit, 2);
}

std::string hole_sentence(const Result& result, const CurvePoint& point) {
  if (result.task != Task::automaton || (result.next.array() != kHole).all()) return "";
  const double least = point.rho.minCoeff();
  // Of few examples tables without a hole are as unlike.
  if (least == 0 || point.certified < 1) return "";
  return tr(
      "No machine it learned from had a hole, so this table is unlike them all: ρ is %1 or more at each of its "
      "entries.",
      number_below(least));
}

std::string curve_sentence(const Result& result, const CurvePoint& point) {
  if (result.task == Task::weights) {
    const std::string all = whole(point.questions), right = percent(point.exact);
    if (point.questions == 0) return "";
    if (point.exact > point.certified) {
      return tr("Of %1 transitions it has %2 right, but only %3 are decided by what it was taught (ρ = 0).", all, right,
                percent(point.certified));
    }
    if (point.certified < 1)
      return tr("Of %1 transitions it has %2 right; what was not taught it cannot know.", all, right);
    if (point.questions == 1) return tr("What it was taught decides the only transition.");
    return point.questions == 2 ? tr("What it was taught decides both transitions.")
                                : tr("What it was taught decides all %1 transitions.", all);
  }
  const std::string answered =
      tr("With N = %1 it answers %2 of %3 rightly, %4 with ρ = 0.", whole(point.N), percent(point.exact),
         counted("%1 random unseen question", "%1 random unseen questions", point.questions), percent(point.certified));
  // Of what the examples leave open, more than half of what chance would miss.
  const double most = (1 + 1.0 / result.states()) / 2;
  if (point.certified == 1 || point.exact - point.certified <= most * (1 - point.certified)) return answered;
  return passage({answered, tr("The smallest W that fits is the true rule less what was not taught: where ρ > 0 its "
                               "answer is mostly still largest at the right state.")});
}

void add_run(Rows& row, const Trace& trace) {
  const std::string word = listed(trace.word, "", letter_name);
  std::vector<int> learned = {0};
  for (const TraceStep& step : trace.steps) learned.push_back(step.next);
  row(tr("Word"), word.empty() ? tr("(empty)") : word);
  row(tr("Learned run"), listed(learned, " ", state_name));
  row(tr("True run, by a plain simulator"), listed(trace.truth, " ", state_name));
  for (int place = 0; const TraceStep& step : trace.steps) {
    const std::string answer = listed(step.answer, "; ", [](double value) { return number(value, 3); });
    row(tr("Step %1, %2 on %3", std::to_string(++place), state_name(step.state), letter_name(step.letter)),
        tr("%1; rounded %2, table %3, ρ = %4", answer, state_name(step.next), state_name(step.told),
           number(step.rho, 3)));
  }
  row(tr("Largest error before rounding along the run"), trace.largest_error());
  row(tr("Largest ρ along the run"), number(trace.largest_rho(), 3));
}

void add_table(Rows& row, const Result& result, const CurvePoint& point) {
  for (int state = 0; state < result.states(); ++state) {
    for (int letter = 0; letter < result.letters(); ++letter) {
      const TraceStep entry = ask(result, point, state, letter);
      const std::string learned = state_name(entry.next);
      const std::string rho = number(entry.rho, 3);
      row(tr("Entry %1 on %2", state_name(state), letter_name(letter)),
          entry.told == kHole ? tr("hole; learned %1, ρ = %2", learned, rho)
                              : tr("%1; learned %2, ρ = %3", state_name(entry.told), learned, rho));
    }
  }
}

std::string title_of_recall(const Recall& recall, const std::string& from) {
  if (!recall.is_exact()) return tr("Learned from %1, it recalls yours wrongly", from);
  if (recall.rho > 0) return tr("Learned from %1, it recalls yours, though the data leave that open", from);
  if (recall.meets_nothing() && recall.truth.isZero(0))
    return tr("The question meets nothing in this memory, so the answer is 0");
  return tr("Learned from %1, it recalls yours exactly", from);
}

std::string numbers_text(const Vector& vector) {
  const std::string text = listed(vector, "; ", [](double value) { return number(value, 4); });
  return text.empty() ? tr("none") : text;
}

void add_recall(Rows& row, const Recall& recall) {
  row(tr("Asked for"), recall.asked < 0 ? tr("a query of its own") : tr("key %1", std::to_string(recall.asked + 1)));
  row(tr("Memory"), recall.edited ? tr("edited") : tr("orthonormal, drawn from a stream of its own"));
  row(tr("Products ⟨k, q⟩ of the keys with the query, the last with itself"), numbers_text(recall.meets));
  row(tr("Stored value"), numbers_text(recall.stored));
  row(tr("True answer"), numbers_text(recall.truth));
  row(tr("Learned answer"), numbers_text(recall.learned));
  row(tr("Largest difference of the two"), recall.error);
  row(tr("ρ of the question"), number(recall.rho, 3));
  row(tr("Self term ‖q‖²ζ, which eq. 14 leaves out"), numbers_text(recall.self));
  if (recall.asked >= 0) row(tr("Largest part of the truth from other keys"), recall.crosstalk);
}

void add_curve(Rows& row, const Result& result, const CurvePoint& marked) {
  row(tr("Examples N"), whole(marked.N));
  if (marked.taught < marked.N) row(tr("Different ones among them"), whole(marked.taught));
  row(tr("Independent examples, rank"), whole(marked.rank));
  row(result.task == Task::automaton ? tr("Rank of all questions there are") : tr("Rank of all examples tried"),
      whole(result.needed));
  row(tr("Unknowns for each output, ψ"), whole(result.unknowns));
  for (const CurvePoint& point : result.points) {
    row(tr("N = %1: right, certain, rank, largest error", whole(point.N)),
        listed(std::array{share_of(point, point.exact), share_of(point, point.certified), whole(point.rank),
                          number(point.error, 2)},
               number_separator(), std::identity()));
  }
}

}  // namespace

std::string teachers(const Result& result, const Values& settings, const CurvePoint& point) {
  if (result.task == Task::memory) return counted("%1 other memory", "%1 other memories", point.N);
  if (result.task == Task::weights) {
    const std::string all = whole(result.needed);
    if (point.N == 0) return tr("no transition");
    if (point.N < result.needed) return tr("%1 of your machine’s %2 transitions", whole(point.N), all);
    if (point.N == 1) return tr("your machine’s only transition");
    return point.N == 2 ? tr("both of your machine’s transitions") : tr("all %1 of your machine’s transitions", all);
  }
  if (settings.choice("lessons") == "pairs")
    return counted("%1 transition of another machine", "%1 transitions of other machines", point.taught);
  // All entries of one machine after another; only the last may have come up in part.
  const auto entries = static_cast<std::int32_t>(result.next.size());
  return counted("%1 other machine", "%1 other machines", (point.taught + entries - 1) / entries);
}

std::string share_of(const CurvePoint& point, double share) { return point.questions > 0 ? percent(share) : "–"; }

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id != "step" || result.points.empty() || result.task == Task::memory) return "";
  const Trace trace = trace_word(result, context.values);
  return tr("letter %1 of %2", std::to_string(trace.shown), std::to_string(trace.word.size()));
}

double stands(const Result& result, std::string_view id, const Context& context) {
  const double value = context.values.number(id);
  return id != "N" || result.points.empty() ? value : result.points[point_at(result, value)].N;
}

Description describe(const Result& result, const Context& context) {
  Description description{
      .title = tr("Learning from other machines"), .sentence = tr("The first examples are being taught."), .table = {}};
  Rows row(description.table);
  if (result.points.empty()) return description;
  const CurvePoint& point = result.points[point_at(result, context.values.number("N"))];
  if (result.task == Task::memory) {
    const Recall recall = recall_memory(result, context.values);
    description.title = title_of_recall(recall, teachers(result, context.settings, point));
    description.sentence = passage({recall_sentence(recall), curve_sentence(result, point)});
    add_recall(row, recall);
  } else {
    const Trace trace = trace_word(result, context.values);
    const std::string from = teachers(result, context.settings, point);
    description.title = trace.is_told() ? title_of_run(result, from, trace) : title_of_reading(result, from);
    description.sentence =
        trace.is_told() ? passage({trace_sentence(trace), hole_sentence(result, point), curve_sentence(result, point)})
                        : tr("Each letter, and the state it finds, is a question to the learned layer.");
    add_run(row, trace);
    add_table(row, result, point);
  }
  add_curve(row, result, point);
  return description;
}

}  // namespace figures::machines
