// Figure "softmax": a layer of softmax attention is hidden, and found again: by questions of two distinct tokens, or
// from random examples.
//
// Letters: d token dimension, m heads, k tokens in a sequence, N random examples; Theta_i and W_i of a head as in
// learner/softmax/softmax_layer.hpp. A question has n_u copies of a token u and n_v of a token v; r = n_u/n_v.
// Source: the layer and the theorem are arXiv 2402.04084 ("paper B"); both ways to recover it are ours.
#pragma once

#include "figures/check_data.hpp"
#include "figures/parameters.hpp"
#include "figures/softmax/conditions.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "plot/range.hpp"

namespace plot {
struct Fact;
}

namespace figures::softmax {

// The order of the parameter's choices.
enum class Method : std::uint8_t { questions, examples, heads };

inline constexpr int kMostHeads = 4;
// Layers with each number of heads that are asked about, so that a browser's clock can measure the time.
inline constexpr int kLayers = 12;
// An error that counts as recovered.
inline constexpr double kRecovered = 0.01;

// Stages of a run, each timed by the host; from firstHeads on two for each number of heads, by questions and by
// examples.
enum class Step : std::uint8_t { questions, polish, examples, warmUp, firstHeads };

// What the reader chose, and how much the run does for it, so that every setting ends in about a second. The values
// must outlive it.
struct Setting {
  explicit Setting(const Values& given);

  const Values& values;
  Method method = static_cast<Method>(values.integer("road"));
  int d = values.integer("d"), m = values.integer("m"), k = values.integer("k");
  double noise = values.number("noise");
  bool polish = values.is_on("polish");
  int examples = values.integer("N");
  std::uint64_t seed = static_cast<std::uint64_t>(values.integer("seed"));
  learner::Inputs inputs = static_cast<learner::Inputs>(values.integer("inputs"));
  learner::Structure structure = static_cast<learner::Structure>(values.integer("structure"));
  double off = structure == learner::Structure::none ? 0 : values.number("off");
  bool misfit = false;  // an edited layer is of another size, and a random one stands in for it
  int starts, steps;    // random starts on the examples, and steps of each, at most

  // Random starts for one of the layers with more and more heads.
  int starts_with(int heads) const;

  // Multiply-adds: of the run; of all questions about a layer with so many heads, and what is fitted to their answers;
  // of random starts; of one step of Levenberg-Marquardt on the examples.
  double work() const;
  double questions_work(int heads) const;
  double starts_work(int starts, int heads) const;
  double step_work(int heads) const;
};

// A layer as two matrices, d x (m d): head after head.
struct Heads {
  Matrix Theta, W;

  void fields(auto& archive) { archive(Theta, W); }
  bool empty() const { return Theta.size() == 0; }
};

learner::SoftmaxLayer layer_of(const Heads& heads);

// Two heads of one W, whose Theta differ in one or two rows alone: of their difference, x and y (y = 0 where it is
// one), other heads with y and x in these rows answer every sequence of signs alike. For W^T is applied to the sum of
// what both see, so they may be swapped for each token v that asks: what they look for differs by x v_1 + y v_2, and by
// v_1 v_2 times that in the other layer. It is no other where x = y or x = -y. No further sign s(v) keeps that linear
// in v: (a.v)(b.v) would have to vanish for all signs, which is so for two entries only, a = (z, z), b = (w, -w).
struct Traders {
  Index one, other;
  Index row, other_row;  // one: the Theta differ in one row alone, and other_row is any other
  bool is_one_row;
};
std::optional<Traders> trading_heads(const Heads& heads);

// Heads whose W add up to 0, and whose Θ differ by (z, -z) or by (z, z) in two rows alone: where a token v asks whose
// signs there are equal, or differ, all of them look for the same, and together they answer 0. So (y, y) or (y, -y)
// added to these rows of each Θ, which moves nothing for other v, is seen by no sequence of signs, for any y.
struct Cancelling {
  std::vector<Index> heads;
  Index row, other_row;
  bool where_equal;  // of the two signs; else where they differ
};
std::optional<Cancelling> cancelling_heads(const Heads& heads);

// The two heads whose Θ are closest, where they are nearly one but not one; how far apart, over the largest Θ.
struct Near {
  Index one, other;
  double apart;
};
std::optional<Near> near_heads(const Heads& heads);

// A matrix of heads as the list of its parameter: head after head, each row by row.
std::vector<double> list_of(const Matrix& heads);

// The layer with the reader's edits, where these are of its size.
Heads edited(Heads heads, const Values& values);

// What one method made of the hidden layer, its heads in the order of the truth that fits best.
struct Found {
  Heads heads;                  // empty: nothing was found
  Vector theta_error, w_error;  // ||Theta - found|| / ||Theta|| of each head, and the same of W

  void fields(auto& archive) { archive(heads, theta_error, w_error); }
  bool empty() const { return heads.empty(); }
  double error() const;  // the largest of all; 0 where nothing was found
};

// Two tokens, and the coordinate of the answer that is looked at.
struct Question {
  Vector u, v;
  std::int32_t coordinate = 0;

  void fields(auto& archive) { archive(u, v, coordinate); }
  // The only bit in which u and v differ; nothing where they differ in none or in several.
  std::optional<Index> flipped() const;
};

// Two tokens that the learner asked about: the answers to u for each ratio, with the noise they came with.
struct Pair {
  Vector u, v;
  std::vector<double> ratios;   // r, rising
  std::vector<double> answers;  // d for each ratio

  void fields(auto& archive) { archive(u, v, ratios, answers); }
  double answer(std::size_t ratio, Index coordinate) const {
    return answers[ratio * static_cast<std::size_t>(u.size()) + static_cast<std::size_t>(coordinate)];
  }
};

// One random start on the examples.
struct Start {
  Vector losses;  // mean squared residual before the first step and after each
  bool ended = false;
  bool cut = false;      // it ended because it had taken all steps that it was given
  bool arrived = false;  // as low as the fit that starts at the truth
  Found found;

  void fields(auto& archive) { archive(losses, ended, cut, arrived, found); }
};

// Layers with so many heads, each asked about and recovered; and one of them from examples.
struct Count {
  std::int32_t heads = 0;
  std::int32_t layers = 0;     // asked about; 0: sequences are too short
  std::int32_t kept = 0;       // of them, that keep the theorem's conditions
  std::int32_t recovered = 0;  // of them, to kRecovered
  std::int32_t questions = 0;  // of one layer, the mean
  double median = 0;           // of the errors of those that the algebra made something of
  std::int32_t starts = 0;     // used on the examples, up to the first that arrived
  bool arrived = false;        // one did
  bool noise_hides = false;    // not all were recovered, but without noise the first of the others is

  void fields(auto& archive) {
    archive(heads, layers, recovered, questions, median, starts, arrived, noise_hides, kept);
  }
};

struct Result {
  Heads truth;
  Conditions conditions;     // of the truth
  Error trouble;             // why nothing was recovered; no sentence: it was
  Error unpolished;          // why there is no polish; no sentence: there is one, or none was asked for
  bool noise_hides = false;  // without noise the same questions or examples give the layer away

  std::int32_t questions = 0;  // sequences asked,
  std::int32_t checks = 0;     // of them random ones that check the layer
  double check_error = 0;      // of the layer found, on those: root mean square
  std::vector<Pair> pairs;
  Question clearest;  // the question that shows the switches of all heads best
  Found asked;        // what the algebra made of the answers
  Found polish;       // what random examples made of that; empty: there was no polish
  Found best;         // where the fit ends that starts at the truth
  double bound = 0;   // the least error of unbiased methods, on average, on these examples (Cramér and Rao)

  double least_loss = 0;    // of a fit to the examples that starts at the truth,
  double arrival_loss = 0;  // and of a start that has arrived, at most
  bool determined = false;  // the examples, of the starts or the polish, decide every head
  std::vector<Start> starts;
  std::vector<Count> counts;

  void fields(auto& archive) {
    archive(truth, trouble, unpolished, noise_hides, questions, checks, pairs, clearest, asked, polish, best, bound,
            least_loss, arrival_loss, determined, starts, counts, conditions, check_error);
  }
  bool polished() const { return !polish.empty(); }
  // Without noise the questions found a layer that answers all of them as the hidden one does, and is another.
  bool found_another() const;
  // The better of what the questions found.
  const Found& shown() const { return polished() ? polish : asked; }
};

Expected<Result> run(const Request& request, Reporter<Result>& reporter);

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

// The layers behind `counts`, those with the fewest heads first.
struct CountedLayer {
  Heads truth, found;          // found: empty if nothing was
  std::int32_t questions = 0;  // that were asked
};
std::vector<CountedLayer> counted_layers(const Setting& setting);
// The tokens u of which whole sequences were asked about a layer, and the answers, a column for each.
std::pair<Matrix, Matrix> one_token_answers(const Setting& setting, const Heads& truth);
// The random examples about a layer that its starts and its polish fit.
std::vector<Sequence> examples_of(const Setting& setting, const Heads& truth);

// --- Switches -------------------------------------------------------------------------------------------------------

// What a layer answers to u where the sequence holds u and another token v only: a sum of switches.
//   y(r) = sum_i W_i^T v + sum_i c_i r/(r + beta_i),   beta_i = exp(-u^T Theta_i (u - v)),   c_i = W_i^T (u - v)
struct Switches {
  Vector log_beta;  // m
  Matrix heights;   // d x m: c_i
  Vector start;     // d: where r is 0

  double weight(Index i, double log_r) const;  // r/(r + beta_i)
  double answer(Index coordinate, double log_r) const;
};

Switches switches_of(const Heads& heads, const Vector& u, const Vector& v);

// The largest difference between the sum of switches and what the layer answers to sequences of k tokens. k - 1
// attentions over k tokens, 20 to 90 µs natively: the reader chooses the two tokens.
double switches_error(const Heads& heads, const Switches& switches, const Question& question, int k);

// The question that the reader looks at.
struct Chosen : Question {
  const Pair* asked = nullptr;  // where the learner asked about these two tokens
};

// From the values; where they do not say, the clearest.
Chosen chosen_question(const Result& result, const Values& values);

// The numbers beside the matrices.
std::vector<Fact> facts_of(const Result& result, const Setting& setting);

// --- The film: the ratio r grows along its axis, the layer found is filled in, the hidden one comes to be compared ---

inline constexpr int kMixes = 100;    // values of parameter "mix";
inline constexpr int kAllHeard = 80;  // at this one all answers have been heard,
inline constexpr int kAllFound = 96;  // and at this one every entry is there

struct Film {
  float heard = 1;  // share of the axis of r
  float found = 1;  // of the entries
  float open = 1;   // of the hidden layer
};
Film film_of(const Values& values);
// Values of ln r: what was asked and all switches, as far as they can be shown.
Range shown_ratios(const Switches& truth, int k);
// The largest ln r of which the answer has been heard by then, after a share of the axis; all of them in the end.
double heard_to(const Switches& truth, int k, double share);

// --- Panels ---------------------------------------------------------------------------------------------------------

// Each head's weight in its row, and in the box under them the answer, which is as wide as the weights, against the
// ratio of the two tokens.
void draw_switches(const Result& result, Drawing& drawing, const Setting& setting, const Chosen& chosen,
                   std::span<const Rect> rows, Rect box);

// What the question asks about, the flipped bit's row of W and column of Theta; and what is known of each head: a jump
// is twice that row of W, its place tells the sum of that column, each entry with the sign of u.
struct Known {
  std::optional<Index> bit;
  Index coordinate = 0;                     // of the answer shown: which entry of the row its jump is twice
  std::vector<std::optional<double>> sums;  // nothing before the jump
  float found = 1;                          // share of the entries

  // Share of the entries of a head's Theta, or W: Theta first, head after head.
  float filled(int head, bool is_w) const;
};
Known known_of(const Result& result, const Setting& setting, const Values& values, const Chosen& chosen);
// Entries of Theta and W that are known by then; in the end those of heads that were recovered.
int known_entries(const Known& known, const Found& found);

// Where the layer stands: a row for each head with its Theta and W, names over the first; and the hidden one beside it,
// in smaller cells.
struct LayerPlace {
  std::vector<Rect> rows;  // from the left side of Theta
  float cell = 0;          // sides of cells
  float small = 0;         // 0: the hidden layer is not shown
  float hidden = 0;        // its left side
  float found_width = 0, hidden_width = 0;

  // For matrices of d rows in rows of such a height and in all of such a width; hidden cells so much smaller.
  static LayerPlace sized(const Canvas& canvas, int d, float width, float height, float smaller);
};

// Theta and W of each head as far as they are known; the hidden ones show edits at once, while the learner still runs.
void draw_layer(const Result& result, Drawing& drawing, const Setting& setting, const Found& found,
                const LayerPlace& place, const Known& known);

// The residual of every start against its steps.
void draw_starts(const Result& result, Drawing& drawing, const Setting& setting, Rect box);
// Index of the start whose layer is shown: the reader's, else the best; nothing before one has ended.
std::optional<std::size_t> chosen_start(const Result& result, const Values& values);
// The least mean squared residual that a start has come to; at least one has begun.
double least_residual(const Result& result);
// What became of a start: "arrived".
std::string state_text(const Start& start);

// Questions and times against the number of heads.
void draw_growth(const Result& result, Drawing& drawing, const Setting& setting, Rect box);
// Seconds for one layer with 1, 2, .. heads; 0 where nobody measured.
struct HeadsTime {
  std::vector<double> questions, examples;
};
HeadsTime times_of(const Result& result, std::span<const double> milliseconds);
// log10 of (dk)^(m³): the theorem's time, its constant left out.
double theorem_exponent(const Setting& setting, double heads);

// "3 heads"

// Of `counts` those that were asked about: longer sequences are needed for the others.
std::span<const Count> asked_counts(const Result& result);

// Why nothing was recovered; nothing where something was.
std::string trouble_text(const Result& result, const Setting& setting);

}  // namespace figures::softmax
