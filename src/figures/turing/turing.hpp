// Figure "turing": one step of a Turing machine, learned from traces of other machines, runs this one.
//
// Letters: |Q| states, |Gamma| symbols (the blank is 0), K = |Q||Gamma| questions (state, symbol), key = state |Gamma|
// + symbol, w = |Gamma| + 3 + |Q| + 1 outputs: the symbol to write, the move, the next state with halting last; N
// traces learned from; rho the part of a question that they leave open. Source: the step is the universal step of
// learner/machines/lookup.hpp, ours; predict and round are arXiv 2410.10101, lemma B.1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::turing {

inline constexpr int kMostStates = 6;
inline constexpr int kMostSymbols = 3;
inline constexpr int kShownLessons = 6;
inline constexpr int kMostCells = 24;  // of the tape that can be written before the start: 0 .. 23

enum class End : std::uint8_t {
  halted,
  limit,  // still running when its steps were used up
  loop,   // it stands exactly as it once stood, so it never halts
  hole,   // the table has no rule for what it has met
};

// A run from the start.
struct Trace {
  std::vector<std::int32_t> keys;  // the question before each step
  End end = End::limit;
  std::int32_t again = 0;  // of a loop: it stands as it did after so many steps
  std::int32_t steps() const { return static_cast<std::int32_t>(keys.size()); }
  void fields(auto& archive) { archive(keys, end, again); }
};

// One point of learning.
struct Growth {
  std::int32_t lessons = 0;
  std::int64_t rank = 0;   // of the examples so far
  std::int32_t right = 0;  // rules of this machine that are answered rightly
  double rho = 0;          // the largest of them
  void fields(auto& archive) { archive(lessons, rank, right, rho); }
};

// One of the traces learned from, to look at.
struct LessonShown {
  std::vector<std::int32_t> table;  // of another machine, of the learned size
  std::vector<std::int32_t> tape;
  std::int32_t state = 0;  // at the start, on cell 0
  std::int32_t steps = 0;
  std::int32_t questions = 0;  // different ones
  void fields(auto& archive) { archive(table, tape, state, steps, questions); }
};

// How much could not be taken as it was given.
struct Notice {
  std::int32_t rules = 0;          // in the list, where they are more than the machine has; else 0
  std::int32_t strange_rules = 0;  // no rules of such a machine, read as holes
  std::int32_t strange_cells = 0;  // symbols that it does not have, read as blank
  void fields(auto& archive) { archive(rules, strange_rules, strange_cells); }
};

struct Result {
  std::int32_t machine = 0;         // which choice of the parameter
  std::int32_t states = 0;          // of the machine
  std::int32_t symbols = 0;         //
  std::int32_t learned_states = 0;  // of the learned step: no fewer
  std::int32_t learned_symbols = 0;
  std::int32_t limit = 0;
  std::int32_t head = 0;            // where it starts
  std::vector<std::int32_t> tape;   // cells 0, 1, .. at the start
  std::vector<std::int32_t> table;  // the rule of each key of the learned size as a number, see rule.hpp
  Notice notice;

  std::int32_t lessons = 0;  // seen so far
  std::int32_t planned = 0;
  std::int32_t skipped = 0;   // random machines left out because they were this one
  std::int64_t steps = 0;     // of all lessons
  std::int64_t examples = 0;  // (table, question) pairs seen
  std::int64_t rank = 0;      // of them
  std::int64_t needed = 0;    // the rank that makes every machine of the size exact
  std::vector<Growth> growth;
  std::vector<LessonShown> shown;  // the first few lessons

  std::vector<std::int32_t> answered;  // what the layer answers to each key, rounded, as a rule
  std::vector<std::int32_t> taught;    // machines that each key was taught on
  Matrix outputs;                      // w x K, before rounding
  Vector rho;                          // K
  Trace run;                           // by what was learned
  Trace truth;                         // by the table
  std::int32_t first_wrong = -1;       // index of the step; negative: none

  bool complete() const { return lessons == planned; }
  std::int32_t own_key(int state, int symbol) const { return state * learned_symbols + symbol; }
  void fields(auto& archive) {
    archive(machine, states, symbols, learned_states, learned_symbols, limit, head, tape, table, notice, lessons,
            planned, skipped, steps, examples, rank, needed, growth, shown, answered, taught, outputs, rho, run, truth,
            first_wrong);
  }
};

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);

}  // namespace figures::turing
