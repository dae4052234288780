// Figure "machines": one layer of attention learns a step from examples of other machines, then runs the reader's own.
//
// Letters: N examples, K = |Q||Sigma| keys of a transition table, w numbers of an answer (w = |Q|, of a memory m),
// rho the part of a question that lies outside what the examples span, as a plain 0 where rounding is all there is of
// it. Source: the associative memory is arXiv 2410.10101, section 6; the universal step, the automaton in the weights
// and rho are ours.
#pragma once

#include "figures/check_data.hpp"
#include "figures/easing.hpp"
#include "learner/interpolation.hpp"
#include "learner/machines/automaton.hpp"

namespace figures::machines {

inline constexpr int kMostStates = 4;
inline constexpr int kMostLetters = 3;
inline constexpr int kMostSteps = 12;
inline constexpr int kMostKeys = 4;  // of a memory
inline constexpr int kHole = learner::Automaton::kHole;

// All numbers of examples at which a learner of some size is tested.
inline constexpr std::array kExampleCounts = {1.0,   2.0,   3.0,   4.0,   6.0,   8.0,   12.0,   16.0,  24.0,
                                              32.0,  40.0,  48.0,  64.0,  96.0,  126.0, 144.0,  160.0, 189.0,
                                              240.0, 288.0, 384.0, 512.0, 576.0, 768.0, 1024.0, 1536.0};

// The order of the parameter's choices.
enum class Task : std::uint8_t {
  automaton,  // any automaton of a size, its table in the input
  weights,    // one automaton, its table in the weights
  memory,     // any associative memory
};

// What N examples are worth.
struct CurvePoint {
  std::int32_t N = 0;
  std::int32_t taught = 0;     // different ones among them
  std::int32_t rank = 0;       // independent examples among them
  std::int32_t questions = 0;  // asked that had not been taught
  double exact = 0;            // share of them answered rightly: rounded, no ties; memories to kExactRecall
  double certified = 0;        // share with rho = 0
  double error = 0;            // the largest before rounding
  Matrix answers = {};         // w x K: to each question of the reader's machine; empty for memories
  Vector rho = {};             // of these questions, K

  void fields(auto& archive) { archive(N, taught, rank, questions, exact, certified, error, answers, rho); }
};

struct Result {
  Task task = Task::automaton;
  std::vector<CurvePoint> points = {};  // so far, N rising
  std::int32_t needed = 0;              // rank of all questions there are: no fewer examples decide them all
  std::int32_t unknowns = 0;            // psi, what has to be known to answer every question of any kind

  Eigen::MatrixXi next = {};  // |Q| x |Sigma|: the reader's machine, kHole where nothing was entered

  Matrix Z = {};           // 2m x (m + 1): the memory the reader finds; its last token asks
  Matrix basis = {};       // psi x rank, see learner::Interpolation::basis
  Matrix directions = {};  // m x rank: what each of these adds to an answer

  void fields(auto& archive) { archive(task, points, needed, unknowns, next, Z, basis, directions); }

  int states() const { return static_cast<int>(next.rows()); }
  int letters() const { return static_cast<int>(next.cols()); }
};

// Index of the point nearest to a number of examples. Precondition: there is a point.
std::size_t point_at(const Result& result, double N);

// 0 for a rho that is only rounding.
inline double cleaned_rho(double rho) { return rho <= learner::Interpolation::kInside ? 0 : rho; }

// Errors: those of the learner, each a sentence with its cure. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
double work(const Values& values);
void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);
double stands(const Result& result, std::string_view id, const Context& context);
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);
// Of write_check, what was learned from and the unseen machines or memories that were asked.
void give_lessons(const Values& values, const Result& result, CheckData& file);

// --- The automaton and the word that the reader edits, as Values hold them ------------------------------------------
// The table is kept in a frame of kMostStates rows of kMostLetters entries, so that it survives a change of size: an
// entry is the number of the next state from 1, 0 for a hole. Of a word each letter is its number from 1; a 0 ends it.

// |Q| x |Sigma|. A state that does not exist at this size is a hole.
Eigen::MatrixXi table_of(const Values& values);
// The next state of an entry: after the last one a hole, after the hole the first.
void cycle_entry(Values& values, int state, int letter);
void set_entry(Values& values, int state, int letter, int next);

// For kMostStates states.
std::vector<bool> accepting_of(const Values& values);

// Letters from 0; those beyond the table's are foreign.
std::vector<int> word_of(const Values& values);
void set_word(Values& values, const std::vector<int>& word);

// "q1", "a"; states and letters from 0. No state, kHole, is "–".
std::string state_name(int state);
std::string letter_name(int letter);

// --- The reader's word run by the learned step, beside a plain simulator ---------------------------------------------

// Why a run ends.
enum class TraceEnd : std::uint8_t {
  word,     // it has read every letter
  foreign,  // a letter that the table does not have
  hole,     // an entry that says nothing
};

// A question and its learned answer.
struct TraceStep {
  int letter = 0;
  int state = 0;       // the learned run's, before the letter
  Vector answer = {};  // |Q|, before rounding
  int next = 0;        // rounded: the largest coordinate; kHole where another is as large, and the run ends
  int told = 0;        // what the table says of `state`
  double error = 0;    // largest difference of the answer from a one-hot
  double rho = 0;      // of the question
  bool right() const { return next == told && next != kHole; }
};

// What `point` answers about one entry of the table. O(|Q|).
TraceStep ask(const Result& result, const CurvePoint& point, int state, int letter);

struct Trace {
  std::size_t point = 0;  // of Result::points
  std::vector<int> word = {};
  std::vector<TraceStep> steps = {};
  std::size_t shown = 0;  // of the steps, those that the reader has asked to see
  float glide = 1;        // how much of the last of these is done, 0 to 1
  TraceEnd end = TraceEnd::word;
  std::vector<int> truth = {};  // states of the plain simulator, the start first
  std::vector<bool> accepting = {};

  int first_wrong() const;  // index of the step, or -1
  // Steps shown to their end.
  std::size_t done() const { return shown - (glide < 1 ? 1 : 0); }
  bool is_read() const { return done() == steps.size(); }
  bool has_gone_wrong() const;
  // Whether what the run comes to can be said.
  bool is_told() const { return is_read() || has_gone_wrong(); }
  // Whether the learned run is not where the plain simulator is, or that one has stopped.
  bool astray(std::size_t steps_read) const;
  // Where no state has the largest coordinate to itself it stays.
  int state_after(std::size_t steps_read) const;
  bool accepts(int state) const { return accepting[static_cast<std::size_t>(state)]; }
  double largest(double TraceStep::* quantity) const;
  double largest_rho() const { return largest(&TraceStep::rho); }
  double largest_error() const { return largest(&TraceStep::error); }
};

// Looks up at most kMostSteps answers, about a microsecond, so that it is done for each frame. Precondition: there is a
// point, and the task is not a memory.
Trace trace_word(const Result& result, const Values& values);

// What the run came to, or where and why it went wrong or stopped, as a sentence.
std::string trace_sentence(const Trace& trace);

// --- The reader's memory asked one question, answered by the learned layer -------------------------------------------

// An answer is exact when it is off by at most so much of its largest number, but for the rounding of a question whose
// features have this length.
inline constexpr double kExactRecall = 1e-6;
bool is_recalled(double error, const Vector& truth, double length);

// The folded features of a memory's question in the units in which the plain norm is that of W; length psi.
Vector memory_features(const Matrix& Z);

struct Recall {
  std::size_t point = 0;  // of Result::points
  Matrix Z;               // 2m x (m + 1)
  bool edited = false;    // not as the reader found it
  bool misfit = false;    // the edited memory is of another size, so the found one stands in for it
  int asked = 0;          // the key that is asked for, from 0; -1: a query of the reader's own
  Vector meets;           // m + 1: <k_i, q>, the last the product of the query with itself
  Vector learned;         // m numbers each
  Vector truth;           // of the layer that taught: sum_i v_i <k_i, q> + zeta |q|^2
  Vector stored;          // the value of the key that is asked for; empty for a query of one's own
  Vector self;            // zeta |q|^2, which eq. 14 of the paper leaves out
  double crosstalk = 0;   // the largest part of the truth that other keys add
  double error = 0;       // largest |learned - truth|
  double length = 0;      // of the question's features
  double rho = 0;
  bool is_exact() const { return is_recalled(error, truth, length); }
  bool meets_nothing() const { return meets.head(meets.size() - 1).isZero(0); }
  double own() const { return meets(asked); }  // |k|^2 of the key that is asked for
};

// O(psi rank), at most 2·288² multiply-adds and 10 to 60 microseconds, so that it is done for each frame.
// Precondition: a result for memories that has a point.
Recall recall_memory(const Result& result, const Values& values);

// What was recalled, and why it is right or wrong, as sentences.
std::string recall_sentence(const Recall& recall);

// --- What the parts of the picture and the description share ---------------------------------------------------------

// "12 other machines", "33 transitions of other machines", "no transition": what it learned from.
std::string teachers(const Result& result, const Values& settings, const CurvePoint& point);

// "97 %" of a point's questions, "–" where it has none.
std::string share_of(const CurvePoint& point, double share);

extern const TextStyle kSmall;

// The word, what the learned step makes of it on the automaton as circles and arrows, and the verdict.
void draw_run(const Result& result, Drawing& drawing, Rect box);
// Of it the word with the states it led to, to click through.
inline constexpr float kReading = 0.25F;  // of a step's time, until the next letter is read
float strip_height(const Canvas& canvas);
void draw_word(const Result& result, Drawing& drawing, const Trace& trace, Rect box);
// What makes the word longer and shorter.
void draw_word_buttons(Drawing& drawing, Rect box, std::vector<int> word);
// The tokens of the step that is shown last, and the answer; nothing where there is no room.
void draw_asked(Canvas& canvas, const Result& result, const Trace& trace, Rect box);
// Tokens and question of a memory, to drag, and what is recalled beside the truth.
void draw_memory(const Result& result, Drawing& drawing, Rect box);

// A state as a circle with its name, two circles where it accepts.
void draw_state(Canvas& canvas, Point centre, float radius, std::string_view name, bool accepting);

// How sure a learned answer is: a disc for right and certain, a ring for right with rho > 0, a red cross for wrong.
enum class Sureness : std::uint8_t { certain, open, wrong };
void draw_sureness(Canvas& canvas, Point centre, Sureness sureness);

}  // namespace figures::machines
