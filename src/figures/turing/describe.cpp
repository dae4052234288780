// What figure "turing" says to who cannot see it.
#include <string>

#include "figures/turing/moment.hpp"
#include "figures/turing/rule.hpp"
#include "figures/turing/setup.hpp"
#include "figures/turing/words.hpp"
#include "plot/number.hpp"

namespace figures::turing {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

constexpr int kListed = 200;  // steps that the table gives one by one

double real(std::int64_t value) { return static_cast<double>(value); }

// Text beside the picture has no mathematics between dollars.
std::string plain(std::string words) {
  std::erase(words, '$');
  return words;
}

std::string name_of(const TuringResult& result, const Values& values) {
  const TuringSetup setup = setup_of(values);
  return setup.machine == result.machine ? setup.name : "The machine";
}

std::string ending(TuringEnd end) {
  constexpr const char* kNames[] = {"halts", "is stopped at the limit", "goes round for ever", "meets a hole"};
  return kNames[static_cast<std::size_t>(end)];
}

std::string right_title(const std::string& name, const TuringResult& result) {
  const std::string steps = counted(result.run.steps(), "step", "steps");
  if (result.run.steps() == 0) return name + " has no rule to begin with: click its table to write one";
  switch (result.run.end) {
    case TuringEnd::halted:
      return name + " halts after " + counted(result.run.steps(), "right step", "right steps") +
             " of a layer that never saw it";
    case TuringEnd::loop: return name + " goes round for ever, and the layer with it";
    case TuringEnd::hole: return name + " came to a hole in its table after " + steps;
    case TuringEnd::limit: return name + " is still running after " + steps + ", all of them right";
  }
  return "";
}

std::string title_of(const TuringResult& result, const std::string& name) {
  if (!result.complete()) return "Learning from " + counted(result.planned, "other machine", "other machines");
  if (result.first_wrong < 0) return right_title(name, result);
  return "Step " + whole(result.first_wrong + 1) + " of " + name +
         " went wrong: " + counted(result.lessons, "trace was", "traces were") + " too few";
}

std::string wrong_sentence(const TuringResult& result) {
  if (result.run.steps() == 0) return "";
  if (result.first_wrong < 0) return " Every step is right.";
  const auto key = static_cast<std::size_t>(result.run.keys[static_cast<std::size_t>(result.first_wrong)]);
  const int state = static_cast<int>(key) / result.learned_symbols;
  const int symbol = static_cast<int>(key) % result.learned_symbols;
  return " In step " + whole(result.first_wrong + 1) + ", state " + state_letter(state) + " on " +
         symbol_word(symbol, result.symbols) + ", the layer was wrong: it did " +
         rule_words(rule_of_number(result.answered[key]), result.symbols) + " instead of " +
         rule_words(rule_of_number(result.table[key]), result.symbols) + ". It was taught this question on " +
         counted(result.taught[key], "other machine", "other machines") + ", and " +
         plot::percent(result.rho(static_cast<learner::Index>(key))) +
         " of it (its ρ) lies outside what the lessons span: teach more. Done right, it " + ending(result.truth.end) +
         " after " + counted(result.truth.steps(), "step", "steps") + ".";
}

// The tape has no ends: the cells shown are not all there are.
std::string reach_sentence(const TuringResult& result) {
  constexpr learner::Index kNear = 3;
  const TuringReach reach = reach_of(result);
  if (reach.low >= -kNear && reach.high <= kMostCells) return "";
  return " The tape has no ends: the head went as far as cell " +
         whole(static_cast<double>(reach.low < -kNear ? reach.low : reach.high - 1)) + ", and the view follows it.";
}

std::string learned_sentence(const TuringResult& result) {
  return "Learned from " + counted(result.lessons, "trace", "traces") + " of random machines, never of this one. ";
}

std::string sentence_of(const TuringResult& result) {
  if (!result.complete()) {
    return "Seen " + whole(result.lessons) + " of " + counted(result.planned, "trace", "traces") + ". " +
           end_sentence(result);
  }
  return plain(result.notice + learned_sentence(result) + end_sentence(result) + wrong_sentence(result) +
               reach_sentence(result));
}

class Rows {
 public:
  void add(std::string name, std::string value) { table_.rows.push_back({std::move(name), plain(std::move(value))}); }
  void add(std::string name, double value) { add(std::move(name), number(value, 4)); }
  Table take() { return std::move(table_); }

 private:
  Table table_{.columns = {"Quantity", "Value"}, .rows = {}};
};

std::string trace_words(const TuringResult& result, const std::vector<std::int32_t>& rules, const TuringTrace& trace) {
  const std::string tape = tape_words(result, rules, trace);
  return ending(trace.end) + " after " + counted(trace.steps(), "step", "steps") +
         (tape.empty() ? ", blank tape" : ", " + tape);
}

void add_learning(Rows& rows, const TuringResult& result) {
  rows.add("States and symbols of the machine", whole(result.states) + " and " + whole(result.symbols));
  rows.add("States and symbols of the learned step",
           whole(result.learned_states) + " and " + whole(result.learned_symbols));
  rows.add("Traces of other machines", whole(result.lessons));
  rows.add("Random machines left out, being this one", whole(result.skipped));
  rows.add("Steps in these traces", whole(real(result.steps)));
  rows.add("Examples (table, question)", whole(real(result.examples)));
  rows.add("Rank of the examples", whole(real(result.rank)));
  rows.add("Rank that decides every machine of the size, by its formula", whole(real(result.needed)));
  rows.add("As in lemma B.1 of the paper", "predict, round to the nearest one-hot, carry on with what was rounded");
  rows.add("Unlike there",
           "each step is asked anew with the table as tokens, and the tape is kept outside; there "
           "the run is one growing sequence");
}

void add_growth(Rows& rows, const TuringResult& result) {
  for (const TuringGrowth& point : result.growth) {
    rows.add("After " + counted(point.lessons, "trace", "traces") + ": rules right, largest ρ, rank",
             whole(point.right) + ", " + number(point.rho, 3) + ", " + whole(real(point.rank)));
  }
}

// Outputs before rounding: symbols, then left, stay, right, then states with halting last.
std::string outputs_of(const TuringResult& result, std::size_t key) {
  std::string words;
  for (const double output : result.outputs.col(static_cast<learner::Index>(key))) {
    words += (words.empty() ? "" : ", ") + number(output, 3);
  }
  return words;
}

void add_rules(Rows& rows, const TuringResult& result) {
  for (int state = 0; state < result.states; ++state) {
    for (int symbol = 0; symbol < result.symbols; ++symbol) {
      const auto key = static_cast<std::size_t>(result.own_key(state, symbol));
      const std::string on = state_letter(state) + " on " + symbol_word(symbol, result.symbols);
      if (result.table[key] == kHole) {
        rows.add("Rule " + on, "none");
        continue;
      }
      rows.add("Rule " + on, rule_words(rule_of_number(result.table[key]), result.symbols));
      rows.add("Learned " + on, rule_words(rule_of_number(result.answered[key]), result.symbols) +
                                    (result.answered[key] == result.table[key] ? "" : " (wrong)") + "; ρ " +
                                    number(result.rho(static_cast<learner::Index>(key)), 3) + ", taught on " +
                                    counted(result.taught[key], "machine", "machines"));
      rows.add("Outputs " + on, outputs_of(result, key));
    }
  }
}

void add_run(Rows& rows, const TuringResult& result) {
  rows.add("The learned run", trace_words(result, result.answered, result.run));
  rows.add("The same machine by a plain simulator", trace_words(result, result.table, result.truth));
  rows.add("First wrong step", result.first_wrong < 0 ? "none" : whole(result.first_wrong + 1));
  double largest = 0;
  for (const std::int32_t key : result.run.keys) largest = std::max(largest, result.rho(key));
  rows.add("Largest ρ of a step", largest);
  for (int step = 0; step < std::min(kListed, result.run.steps()); ++step) {
    std::string words = row_words(result, step);
    words = words.substr(words.find('\n') + 1);
    for (std::size_t at = words.find('\n'); at != std::string::npos; at = words.find('\n')) words.replace(at, 1, "; ");
    rows.add("Step " + whole(step + 1), words);
  }
  if (result.run.steps() > kListed) {
    rows.add("Steps from " + whole(kListed + 1) + " on", "as the rules above say; the picture shows each");
  }
}

}  // namespace

Description describe_turing(const TuringResult& result, const Values& values, std::span<const double> times) {
  Rows rows;
  add_learning(rows, result);
  add_run(rows, result);
  add_rules(rows, result);
  add_growth(rows, result);
  constexpr std::string_view kNames[] = {"Lessons", "Run"};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    rows.add("Time: " + std::string(kNames[stage]), plot::duration(times[stage] / 1000));
  }
  return {.title = title_of(result, name_of(result, values)), .sentence = sentence_of(result), .table = rows.take()};
}

}  // namespace figures::turing
