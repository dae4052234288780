// Figure "relaxation": what it costs to drop the rank of W.
//
// One data set; for every number of heads the training losses that random starts reach, beside the optimum over all W,
// which is solved for.
// Letters: d token dimension, H heads, N sequences, psi = d²(d+1)/2, W = sum_h vec(V_h) vec(Q_h)ᵀ, d² x d².
// A run is one random start: run k, from 0, has k mod d² + 1 heads and is start k / d² + 1 with so many.
#pragma once

#include "figures/check_data.hpp"
#include "figures/parameters.hpp"
#include "figures/pieces.hpp"
#include "learner/tasks.hpp"

namespace figures::relaxation {

// The loss of a run is kept at its start and at so many moments, closer together where it falls fastest: at first.
inline constexpr int kMoments = 100;

// In the order of the parameter's choices; sweeps are those of alternating least squares.
enum class Trainer : std::uint8_t { adam, descent, sweeps };

// How heads are trained.
struct Training {
  explicit Training(const Values& settings);
  // A moment may lie between two of those that are kept.
  int steps_until(double moment) const {
    return static_cast<int>(moment * moment * steps / (1.0 * kMoments * kMoments));
  }

  Trainer trainer;
  int steps;    // or sweeps
  double rate;  // the largest; 0 for sweeps
};

// Heads of the layer that made the labels; 0: no layer did.
int true_heads(const Values& settings);

struct Result {
  std::int32_t d = 0;
  std::int32_t starts = 0;  // with each number of heads

  // Losses are training losses, (1/N) sum ||y - yhat||².
  double zero_loss = 0;     // of answering 0
  double layer_loss = 0;    // of the layer that made the labels
  double relaxed_loss = 0;  // the least over all W; 0 where it cannot be told from rounding
  double rounding = 0;      // losses below cannot be told from 0
  double slope = 0;         // |gradient| at the relaxed optimum over |gradient| at W = 0
  std::int64_t rank = 0;    // of the Gram matrix: directions of psi that the data decide
  Matrix relaxed_W;         // of least norm
  Vector relaxed_sigma;

  std::int32_t done = 0;  // runs that have ended; only their columns are filled
  Matrix losses;          // (moments + 1) x runs
  Matrix lifted;          // d⁴ x runs: W, column by column
  Matrix sigma;           // d² x runs: the singular values of W
  Vector apart;           // of each run |p - relaxed p| / |relaxed p|: how far it is as a function

  // The check, once all is done: the same losses by asking heads and W about every sequence, without moments.
  Vector asked;              // of the best run with 1, 2, .. d² heads; empty before
  double asked_relaxed = 0;  // of the relaxed W

  void fields(auto& archive) {
    archive(d, starts, zero_loss, layer_loss, relaxed_loss, rounding, slope, rank, relaxed_W, relaxed_sigma, done,
            losses, lifted, sigma, apart, asked, asked_relaxed);
  }

  int unknowns() const { return d * d * (d + 1) / 2; }  // psi
  int most_heads() const { return d * d; }
  int runs() const { return starts * most_heads(); }
  int heads_of(int run) const { return run % most_heads() + 1; }
  int start_of(int run) const { return run / most_heads() + 1; }
  double loss_of(int run) const { return losses(kMoments, run); }
  // Between two moments that are kept it falls by equal factors.
  double loss_at(int run, double moment) const;
  bool is_done() const { return asked.size() > 0; }

  // The height of the line: the relaxed loss, or what rounding leaves of a loss of 0; above 0.
  double line() const;
  // How far the lowest run stays above the line, by asking; once all is done.
  double smallest_gap() const { return asked.minCoeff() - asked_relaxed; }
  // The runs that have ended with so many heads, 1 to d², and the one with the least loss among them.
  std::vector<int> runs_with(int heads) const;
  std::optional<int> best_run(int heads) const;
  // Whether a loss reaches the relaxed optimum: at most 1 % above it, or rounding; where that is 0, below a billionth
  // of zero_loss. And how many runs with so many heads do.
  bool reaches(double loss) const;
  int reaching(int heads) const;
  // The fewest heads with which one does.
  std::optional<int> fewest_reaching() const;
};

// Singular values that are not zero beside the first.
int rank_of(std::span<const double> sigma);

// What the reader has chosen to see: a number of heads, and a run with so many, if one has ended.
int chosen_heads(const Result& result, const Values& values);
std::optional<int> chosen_run(const Result& result, const Values& values);

// The data: a layer's answers with noise, or labels that have nothing to do with the tokens, N(0, 1) over a layer of
// zeros. And the heads that a run starts from.
Expected<learner::Task> task_of(const Values& settings);
Model start_of(const Result& result, const Values& settings, int run);

// A piece of a run, see figures::Pieces: one start, as if it were the only one, and V and Q of its heads for each
// number of heads.
struct Start {
  Result result;
  std::vector<std::vector<std::array<Matrix, 2>>> heads;

  void fields(auto& archive) { archive(result, heads); }
};
struct Cut {
  using Piece = Start;
  static int count(const Values& settings) { return settings.integer("starts"); }
  static Expected<Start> make(const Request& request, Reporter<Start>& reporter, int place);
  static std::optional<Result> join(const Request& request, const Pieces<Start>& pieces);
};

// Learns. Errors: those of the data and the solver.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
double work(const Values& values);  // multiply-adds of that

void draw(const Result& result, Drawing& drawing);
// The loss of every start over its number of heads. A press in it chooses what chosen_run returns, and shows it.
void draw_chart(const Result& result, Drawing& drawing, Rect box);
// What can be had beside it, parameter "beside".
enum class Beside : std::uint8_t { nothing, W, losses };
void draw_chosen(const Result& result, Drawing& drawing, Rect area);
inline Beside beside_of(const Values& values) { return static_cast<Beside>(values.integer("beside")); }

Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);
// For web/check/relaxation.py.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

// --- Words ----------------------------------------------------------------------------------------------------------

std::string steps_text(const Training& training, int steps);  // "2,000 steps", "5 sweeps"
std::string training_text(const Training& training);          // "2,000 steps of Adam"
// A loss; one below rounding is not a number that anybody knows: "0 up to rounding (2·10⁻¹⁴)".
std::string loss_text(const Result& result, double loss, int digits = 3);
// "0.0012 above the line (45 %)".
std::string gap_text(const Result& result, double loss);
// How far a run is from the relaxed W as a function, relative to it: "0.5 %".
std::string apart_text(const Result& result, int run);

}  // namespace figures::relaxation
