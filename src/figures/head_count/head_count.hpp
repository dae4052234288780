// Figure "head_count": how many heads made the data, how many the plain decomposition returns, and what each choice
// costs on fresh questions. Ours: neither the count by S(x) nor the recovery by null spaces is in the paper.
//
// Letters: d token dimension, d_out numbers in an answer, n tokens in a sequence, N sequences, H heads,
// psi = d²(d+1)/2 folded features, W (d_out·d) x d², p d_out x psi, S(x) d_out x d (learner/heads.hpp).
// All errors are mean squares on fresh sequences, against the true answers, in parts of the true answers' mean square:
// 1 is what answering 0 achieves. Noise is a standard deviation in parts of their root mean square.
#pragma once

#include "figures/check_data.hpp"
#include "figures/parameters.hpp"
#include "learner/fewest_heads.hpp"

namespace figures::head_count {

inline constexpr std::array kNoiseLevels = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};
inline constexpr int kFresh = 256;  // questions of known answer
inline constexpr int kDirections = static_cast<int>(learner::HeadCountOptions().directions);  // x that S(x) is asked in
inline constexpr double kRounding = 1e-17;  // singular values below, beside the first, are drawn as nothing
inline constexpr double kLeast = 1e-300;
inline constexpr double kLowestCut = -17;     // of parameter "cut": the power of ten of kRounding
inline constexpr double kAutomaticCut = -18;  // of it: the figure chooses

struct Setting {
  explicit Setting(const Values& values);

  // Numbers that so many heads can choose freely: their entries less the mixing of heads that changes nothing, H x H
  // numbers and with one output d more for each pair of heads. At most those of p. The rank of the Jacobian of
  // (V, Q) -> p.
  double free_numbers(int count) const;
  // Of the full fit: every coefficient of p.
  double full_numbers() const { return d_out * unknowns; }
  // The least error, in the mean over data, that noise of this level leaves in so many numbers fitted to N sequences:
  // level² numbers / (d_out N), as each number takes its share of the noise. Where N is not far above psi it leaves
  // more.
  double noise_share(double level, double numbers) const { return level * level * numbers / (d_out * sequences); }

  int d, d_out, n;
  int unknowns;   // psi
  int sequences;  // N
  int heads;      // of the model that makes the data
  bool rank_one;  // V_h = a bᵀ, another a for each head
  bool shared;    // V_h = a bᵀ, one a for all
  double noise;
  std::uint64_t seed;
};

// The stages, in order; a result has reached one of them.
enum class Step : std::uint8_t { data, fit, heads, sweep };

// One fit at one noise, with `Result::heads` heads: errors.
struct SweptFit {
  double full = 0;
  double fewest = 0;
  Vector cuts;           // entry k-1: W cut to its first k heads
  std::int32_t gap = 0;  // what the largest gap of S(x) counted
  void fields(auto& archive) { archive(full, fewest, cuts, gap); }
};

struct Result {
  Step reached = Step::data;
  std::int32_t rank = 0;  // of the Gram matrix
  bool open = false;      // the data leave directions of p open; the p of least norm was taken
  bool exact = false;     // not open, and no noise

  Vector sigma;                  // singular values of W
  double squared_norm = 0;       // of W: the sum of their squares, another way
  std::int32_t plain_heads = 0;  // how many are not zero
  Vector slice_values;           // mean singular values of S(x)
  std::int32_t by_rank = 0;      // what they count, see learner::HeadCountEvidence
  std::int32_t by_gap = 0;
  double gap = 1;
  Matrix directions;  // column k: the singular values of S(x) in direction k over the first mean, kRounding at least
  double place = 0;   // of the cut that counts: what is below it, beside the first, is rounding or noise

  std::int32_t heads = 0;  // the fewest that were found
  learner::HeadPath path = learner::HeadPath::none;
  learner::HeadCountBy count_by = learner::HeadCountBy::rank;
  std::int32_t starts = 0;      // of alternating least squares
  std::int32_t most_tried = 0;  // heads that alternating least squares or held-out data tried at most
  Vector kernel;                // see learner::HeadReport
  std::vector<double> trials;   // error on held-out data, noise included, with 1, 2, .. heads
  // Of a fit from the heads that made the data, where so many were tried and another number was chosen, or theirs and
  // the error is not far below that of the full fit; −1 elsewhere.
  double makers_error = -1;
  double makers_fresh = -1;  // its error on the fresh questions
  // Held-out data would have chosen it; with as many heads: its fresh answers are clearly better.
  bool makers_win = false;
  bool is_mixed = false;  // these are the mix that comes nearest to the heads that made the data, see mix_like
  Matrix value_maps;      // the first heads' V_h side by side, d_out x (d·shown)
  Matrix query_maps;      // the same heads' Q_h, d x (d·shown)

  double full_error = 0;
  double start_error = -1;  // of the heads that least squares on the data started from; −1: there was no need
  double fewest_error = 0;
  Vector cut_errors;         // entry k-1: the decomposition of W cut to its first k heads
  double full_distance = 0;  // |p - truth| / |truth|
  double fewest_distance = 0;
  Vector cut_distances;

  std::int32_t models = 0;      // swept over the noise, each another seed
  std::vector<SweptFit> sweep;  // fit i: of model i / 7 at kNoiseLevels[i % 7]

  void fields(auto& archive) {
    archive(reached, rank, open, exact, sigma, squared_norm, plain_heads, slice_values, by_rank, by_gap, gap,
            directions, place, heads, path, count_by, starts, most_tried, kernel, trials, makers_error, makers_fresh,
            makers_win, is_mixed, value_maps, query_maps, full_error, start_error, fewest_error, cut_errors,
            full_distance, fewest_distance, cut_distances, models, sweep);
  }

  bool counted() const { return reached >= Step::heads; }
  int slices() const { return static_cast<int>(slice_values.size()); }
  bool is_plain() const { return path == learner::HeadPath::singular_values; }
  // Whether a search found the fewest heads: else they are the plain ones, or those that made the data.
  bool is_found() const { return !is_plain() && path != learner::HeadPath::known; }
  // Whether what was found for p is only where least squares on the data began.
  bool is_polished() const { return start_error >= 0; }
  // Whether fewer are impossible, as no S(x) has a rank above the number of heads.
  bool is_settled() const { return exact && heads == by_rank; }
  double fewest_numbers(const Setting& setting) const {
    return is_plain() ? setting.full_numbers() : setting.free_numbers(heads);
  }
};

// How many heads of the plain decomposition the reader keeps: parameter "keep", where 0 stands for the fewest.
int kept_heads(const Result& result, const Setting& setting, const Values& values);

// --- The film -------------------------------------------------------------------------------------------------------

// Parameter "at": the plain heads are split off one after another, S(x) is asked in one direction after another, then
// one cut goes through both spectra. Each from 0 to 1.
struct Moment {
  float split, asked, swept;
  bool is_end() const { return swept >= 1; }
};
inline constexpr std::array kScenes = {140.0, 240.0, 300.0};  // where each ends
Moment moment_of(const Values& values);

// Of the plain heads, how many are split off by now.
int split_heads(const Result& result, float split);
// How far the singular values of S(x) in this direction have fallen to their places by now, and how many have arrived.
float fallen_share(float asked, int direction);
int asked_directions(float asked);
// Where the cut stands, in parts of each spectrum's first value: where the reader has it, or where it counts. The film
// lets it down there from the first value.
double cut_of(const Result& result, const Values& values);
inline bool is_automatic_cut(const Values& values) { return values.number("cut") < kLowestCut; }
// How many of these stand above it.
int above_cut(const Vector& values, double cut);

// How many heads could be needed at all: certainly enough, and almost always enough (learner::generic_head_bound).
inline int always_enough(int d, bool one_output) { return one_output ? d : d * d; }
inline int almost_always_enough(int d, bool one_output) {
  return static_cast<int>(learner::generic_head_bound(d, one_output ? 1 : d));
}

// Errors: those of the data and of the solver, each a sentence with its cure.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
void draw(const Result& result, Drawing& drawing);
// What can be had beside the two spectra, parameter "beside"; each from the stage that it shows.
void draw_beside(const Result& result, const Setting& setting, Drawing& drawing, Rect box);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);
// The slider of the cut stands where the cut does.
double stands(const Result& result, std::string_view id, const Context& context);
// For web/check/head_count.py.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

// --- How much is tried and repeated ---------------------------------------------------------------------------------

inline constexpr int kHeadStarts = 4;  // of alternating least squares, for each number of heads, under noise

// The same on exact p: more, as far as all take a second.
int exact_starts(const Setting& setting);

// The most heads that alternating least squares is asked for on exact p: what almost every p needs, as far as that
// takes a second; for d = 6 to 8 most starts miss anyway.
Index most_tried(const Setting& setting);

// Steps of the polish after a start or a null space. Where the data leave p open the polish is what finds the model:
// longer, as far as all counts together take a second.
Index polish_steps(const Setting& setting, bool open);

// Then, of V and Q at once, as many as it takes, and no more than these.
inline constexpr int kJointSteps = 40;

// How many models are swept over the noise, with so many heads each (0: the plain decomposition).
int model_count(const Setting& setting, int heads);

// Multiply-adds, as far as they can be known before the run: at the chosen noise, and of the sweep.
struct Work {
  explicit Work(const Setting& setting);
  double main, sweep;
};

inline constexpr std::string_view kCutRegion = "head_count.cut";  // of the picture, that the pointer holds

}  // namespace figures::head_count
