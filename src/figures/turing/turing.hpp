// Figure "turing": one step of a Turing machine, learned from traces of other machines, runs this one.
//
// Letters: |Q| states, |Gamma| symbols (the blank is 0), K = |Q||Gamma| questions (state, symbol), key = state |Gamma|
// + symbol, w = |Gamma| + 3 + |Q| + 1 outputs: the symbol to write, the move, the next state with halting last; N
// traces learned from; rho the part of a question that they leave open. Source: the step is the universal step of
// learner/machines/lookup.hpp, ours; predict and round are arXiv 2410.10101, lemma B.1.
#pragma once

#include "figures/check_data.hpp"
#include "learner/machines/turing_run.hpp"

namespace figures::turing {

using learner::Configuration;
using learner::Move;
using learner::Rule;
using Numbers = std::vector<std::int32_t>;

inline constexpr int kMostStates = 6;
inline constexpr int kMostSymbols = 3;
inline constexpr int kMostCells = 24;  // of the tape that can be written before the start: 0 .. 23

// --- Rules as numbers and as words ----------------------------------------------------------------------------------
// Three digits, so that a table fits a link: the symbol to write (1 is the blank), the move (1 left, 2 stay, 3 right),
// the next state (1 is A; 0 halts). 0 is a hole.

inline constexpr std::int32_t kHole = 0;
inline constexpr std::int32_t kLargestRule = 336;

std::int32_t number_of(const Rule& rule);
// Nothing for a hole and for what is no rule of such a machine.
std::optional<Rule> rule_of_number(std::int32_t number, const learner::TuringSize& size);
// Precondition: a number that number_of gave.
Rule rule_of_number(std::int32_t number);

// "1", "0"; nothing for the blank. Of two symbols the other is 1, of three they are 0 and 1; a symbol that the machine
// does not have is "?".
std::string symbol_letter(int symbol, int symbols);
// The same with "blank" for the blank.
std::string symbol_word(int symbol, int symbols);
// "A"; "H" for halting.
std::string state_letter(int state);
// "write 1, move left, go to B". Precondition: no hole.
std::string rule_words(std::int32_t rule, int symbols);

// --- What is asked for ----------------------------------------------------------------------------------------------

// How much could not be taken as it was given.
struct Notice {
  std::int32_t rules = 0;          // in the list, where they are more than the machine has; else 0
  std::int32_t strange_rules = 0;  // no rules of such a machine, read as holes
  std::int32_t strange_cells = 0;  // symbols that it does not have, read as blank
  void fields(auto& archive) { archive(rules, strange_rules, strange_cells); }
};

// The machine, its tape and where its head starts, as the values say it, and what it is learned from.
struct Setup {
  std::int32_t machine = 0;                              // which choice of the parameter
  std::int32_t states = 0, symbols = 0;                  // of the machine
  std::int32_t learned_states = 0, learned_symbols = 0;  // of the learned step: no fewer
  std::int32_t limit = 0;                                // steps at most
  std::int32_t planned = 0;                              // traces to be learned from
  std::int32_t head = 0;                                 // where it starts
  Numbers tape = {};                                     // cells 0, 1, .. at the start
  Numbers table = {};  // the rule of each key of the learned size; where the machine was enlarged, it halts
  Notice notice = {};

  int key(int state, int symbol) const { return state * learned_symbols + symbol; }
  int state_of(int key) const { return key / learned_symbols; }
  int symbol_of(int key) const { return key % learned_symbols; }
  bool is_own(int key) const { return state_of(key) < states && symbol_of(key) < symbols; }  // not of an enlargement
  bool has_rule(int key) const { return is_own(key) && rule(key) != kHole; }
  std::int32_t rule(int key) const { return table[static_cast<std::size_t>(key)]; }
  Configuration start() const;

  void fields(auto& archive) {
    archive(machine, states, symbols, learned_states, learned_symbols, limit, planned, head, tape, table, notice);
  }
};

Setup setup_of(const Values& values);

// "Binary increment", "adds 1 to a binary number".
std::string machine_name(int machine);
std::string machine_purpose(int machine);
bool is_readers_own(int machine);

// Edits by hand. Of a table, the machine becomes the reader's own, with everything else as it was.
void set_rule(Values& values, int state, int symbol, std::int32_t rule);
void set_cell(Values& values, int cell, int symbol);

// --- What came of it ------------------------------------------------------------------------------------------------

enum class End : std::uint8_t {
  halted,
  limit,  // still running when its steps were used up
  loop,   // it stands exactly as it once stood, so it never halts
  hole,   // the table has no rule for what it has met
};

// A run from the start.
struct Trace {
  Numbers keys;  // the question before each step
  End end = End::limit;
  std::int32_t again = 0;  // of a loop: it stands as it did after so many steps
  // After `at` steps it stands as after `since`, but so many cells to the right, or to the left if negative, with all
  // that it will read of the tape as it was then: so it never halts. at = 0: nothing of the kind was seen.
  struct Away {
    std::int32_t since = 0, at = 0, cells = 0;
    void fields(auto& archive) { archive(since, at, cells); }
  };
  Away away = {};
  std::int32_t steps() const { return static_cast<std::int32_t>(keys.size()); }
  int key(int step) const { return keys[static_cast<std::size_t>(step)]; }
  void fields(auto& archive) { archive(keys, end, again, away); }
};

// One point of learning.
struct Growth {
  std::int32_t lessons = 0;
  std::int32_t rank = 0;   // of the examples so far
  std::int32_t right = 0;  // rules of this machine that are answered correctly
  double rho = 0;          // the largest of them
  void fields(auto& archive) { archive(lessons, rank, right, rho); }
};

struct Result : Setup {
  std::int32_t lessons = 0;   // seen so far
  std::int32_t skipped = 0;   // random machines left out because they were this one
  std::int32_t steps = 0;     // of all lessons
  std::int32_t examples = 0;  // (table, question) pairs seen
  std::int32_t rank = 0;      // of them
  std::int32_t needed = 0;    // the rank that makes every machine of the size exact
  std::vector<Growth> growth = {};

  Numbers answered = {};          // what the layer answers to each key, rounded, as a rule
  Numbers taught = {};            // traces that each key was taught in
  Matrix outputs = {};            // w x K, before rounding
  Vector rho = {};                // K
  Trace run = {};                 // by what was learned
  Trace truth = {};               // by the table
  std::int32_t first_wrong = -1;  // index of the step; negative: none

  bool complete() const { return lessons == planned; }
  std::int32_t answer(int key) const { return answered[static_cast<std::size_t>(key)]; }
  bool is_right(int key) const { return answer(key) == rule(key); }
  bool is_certain(int key) const { return is_right(key) && rho(key) == 0; }
  double largest_rho() const {  // of the steps of the run
    double largest = 0;
    for (const std::int32_t key : run.keys) largest = std::max(largest, rho(key));
    return largest;
  }
  void fields(auto& archive) {
    archive(static_cast<Setup&>(*this), lessons, skipped, steps, examples, rank, needed, growth, answered, taught,
            outputs, rho, run, truth, first_wrong);
  }
};

// Errors: those of the learner. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
double work(const Values& values);
void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);
// Of write_check, what was learned from.
void give_lessons(const Values& values, const Result& result, CheckData& file);

// --- Moments of the run ---------------------------------------------------------------------------------------------

// Replays a run step by step: nothing is asked, the rules are known. A step costs some 10 nanoseconds.
class Walk {
 public:
  // rules: result.answered, or result.table for what should have been done; trace: the one that belongs to them.
  Walk(const Result& result, const Numbers& rules, const Trace& trace)
      : rules_(rules), trace_(trace), now_(result.start()) {}
  const Configuration& now() const { return now_; }
  int done() const { return done_; }
  bool ended() const { return done_ == trace_.steps(); }
  void step();

 private:
  const Numbers& rules_;
  const Trace& trace_;
  Configuration now_;
  int done_ = 0;
};

// The configuration when `done` steps of the learned run are done. At most 10 microseconds, for 1,000 steps.
Configuration configuration_at(const Result& result, int done);

struct Moment {
  int done = 0;       // steps
  float glide = 0;    // of the next one, 0 to 1
  int question = -1;  // the step whose question is shown: the next one, or the last; negative: there is none
};

// The moment of the parameter `at`, a share of the run in percent.
Moment moment_of(const Result& result, const Values& values);
// Whether the run shown has left the right one, or does so just now.
bool is_astray(const Result& result, const Moment& moment);
// Whether the picture shows what came of the run: its end, or that it has gone wrong.
bool tells_result(const Result& result, const Moment& moment);
// Sets `at` to where `done` steps are done.
void show_step(const Result& result, Values& values, int done);

// Cells that the head or a symbol came to in the learned run, and that can be written before it: low and one past high.
// O(steps), as configuration_at.
struct Reach {
  Index low = 0;
  Index high = 1;
  Index cells() const { return high - low; }
};
Reach reach_of(const Result& result);
// Cells that are seen at the start, whatever comes of it: some, and one beyond those that are used.
Reach start_reach(const Setup& setup);

// --- What the picture and the description say ------------------------------------------------------------------------

// How the learned run ended, and what is on the tape.
std::string end_sentence(const Result& result);
// A row of the history: what the step did that made it.
std::string row_words(const Result& result, int done);
// What happens at the moment, short, and more of it.
struct Caption {
  std::string words;
  std::string meaning;
  bool wrong = false;
};
Caption caption_of(const Result& result, const Moment& moment);

// --- The parts of the picture ---------------------------------------------------------------------------------------

// What all parts are drawn from.
struct Scene {
  const Result& result;
  Drawing& drawing;
  Setup setup;  // of the values as they are now: what edits change
  Moment moment;
  Reach reach;         // of the run and the start
  Configuration now;   // at the moment
  Configuration next;  // one step on, while it glides
  Canvas& canvas = drawing.canvas;

  bool all_certain() const { return result.largest_rho() == 0; }
  // Whether the run is shown to its end, and ended before a hole.
  bool at_hole() const { return result.run.end == End::hole && moment.done == result.run.steps(); }
};

// Where the columns of the run stand in a box: cell scene.reach.low from `left`, each cell so wide; then the strip of
// rho, and words on the first wrong step.
struct Lanes {
  float left = 0, column = 0;
  float strip = 0, strip_width = 0;
};
Lanes lanes_of(const Scene& scene, const Rect& box);
inline constexpr float kLanesEnd = 3;  // pixels behind them

// The tape as it is now, with its head, its cells as the columns of the run where these are wide enough; at the
// start, to be written.
float tape_height(const Canvas& canvas);
void draw_tape(const Scene& scene, Rect box);
// What the layer answers to the question of the moment, before rounding, beside the table's answer.
void draw_answer(const Scene& scene, Rect box);
// What it was taught from, and its rules answered correctly against traces.
void draw_growth(const Scene& scene, Rect box);
// The run so far, a row a step, with rho beside it.
void draw_history(const Scene& scene, Rect box);

// A cell with its symbol: the blank is empty, 1 is full.
Colour symbol_colour(const Canvas& canvas, int symbol, int symbols);
void draw_symbol(Canvas& canvas, const Rect& cell, int symbol, int symbols);
// A part of a rule: what it writes, in a frame, where it moves, or the next state.
void draw_part(Canvas& canvas, const Rect& box, int part, const Rule& rule, int symbols, Ink ink);

}  // namespace figures::turing
