// Figure "head_count": how many heads made the data, how many the plain decomposition returns, and what each choice
// costs on fresh questions. Ours: neither the count by S(x) nor the recovery by null spaces is in the paper.
//
// Letters: d token dimension, d_out numbers in an answer, n tokens in a sequence, N sequences, H heads,
// psi = d²(d+1)/2 folded features, W (d_out·d) x d², p d_out x psi, S(x) d_out x d (learner/heads.hpp).
// All errors are mean squares on fresh sequences, against the true answers, in parts of the true answers' mean square:
// 1 is what answering 0 achieves. Noise is a standard deviation in parts of their root mean square.
#pragma once

#include <cstdint>
#include <vector>

#include "figures/figure.hpp"
#include "learner/fewest_heads.hpp"

namespace figures::head_count {

// The stages, in order; a result has reached one of them.
enum class Step : std::uint8_t { data, fit, heads, sweep };

struct Result {
  Step reached = Step::data;
  std::int32_t d = 0;
  std::int32_t d_out = 0;
  std::int32_t n = 0;
  std::int32_t true_heads = 0;
  bool rank_one = false;  // every V_h that made the data has rank one
  double noise = 0;
  std::int64_t sequences = 0;
  std::int32_t unknowns = 0;  // psi
  std::int64_t rank = 0;      // of the Gram matrix
  bool open = false;          // the data leave directions of p open; the p of least norm was taken

  Vector sigma;                  // singular values of W
  double squared_norm = 0;       // of W: the sum of their squares, another way
  std::int32_t plain_heads = 0;  // how many are not zero
  Vector slice_values;           // mean singular values of S(x)
  std::int32_t by_rank = 0;      // what they count, see learner::HeadCountEvidence
  std::int32_t by_gap = 0;
  double gap = 1;

  std::int32_t heads = 0;  // the fewest that were found
  learner::HeadPath path = learner::HeadPath::none;
  learner::HeadCountBy count_by = learner::HeadCountBy::rank;
  std::int32_t starts = 0;      // of alternating least squares
  std::int32_t most_tried = 0;  // heads that alternating least squares or held-out data tried at most
  Vector kernel;                // see learner::HeadReport
  std::vector<double> trials;   // error on held-out data, noise included, with 1, 2, .. heads
  Matrix value_maps;            // the first heads' V_h side by side, d_out x (d·shown)
  Matrix query_maps;            // the same heads' Q_h, d x (d·shown)

  std::int64_t fresh = 0;  // questions asked
  double full_error = 0;
  double fewest_error = 0;
  Vector cut_errors;         // entry k-1: the decomposition of W cut to its first k heads
  double full_distance = 0;  // |p - truth| / |truth|
  double fewest_distance = 0;
  Vector cut_distances;

  // How many heads could be needed at all, for d = 2, 3, ..: certainly enough, and almost always (see
  // learner::generic_head_bound).
  std::vector<std::int32_t> enough;
  std::vector<std::int32_t> generic;

  // The same errors over the noise, with `heads` heads: fit i of model i / levels at levels[i % levels].
  std::vector<double> levels;
  std::int32_t models = 0;  // planned: each another seed
  Vector full_sweep;        // as many entries as fits are done
  Vector fewest_sweep;
  Matrix cut_sweep;                     // a row a fit, a column a cut
  std::vector<std::int32_t> gap_sweep;  // what the largest gap of S(x) counted

  void fields(auto& archive) {
    archive(reached, d, d_out, n, true_heads, rank_one, noise, sequences, unknowns, rank, open);
    archive(sigma, squared_norm, plain_heads, slice_values, by_rank, by_gap, gap);
    archive(heads, path, count_by, starts, most_tried, kernel, trials, value_maps, query_maps);
    archive(fresh, full_error, fewest_error, cut_errors, full_distance, fewest_distance, cut_distances);
    archive(enough, generic, levels, models, full_sweep, fewest_sweep, cut_sweep, gap_sweep);
  }

  bool counted() const { return reached >= Step::heads; }
  bool exact() const { return noise == 0 && !open; }
  std::int32_t slices() const { return static_cast<std::int32_t>(slice_values.size()); }
  // How many heads S(x) shows; slices() says "that many or more".
  std::int32_t shown_heads() const { return exact() ? by_rank : by_gap; }
  // Whether it shows them beyond doubt. Without noise it does; under noise, or with H >= min(d, d_out), chance makes
  // gaps of 2 to 6.
  bool shows_clearly() const { return exact() || (slices() > 1 && gap > 6); }
  bool is_plain() const { return path == learner::HeadPath::singular_values; }
};

// Numbers that H heads can choose freely: their entries less the mixing of heads that changes nothing, H x H numbers
// and with one output d more for each pair of heads. At most those of p. The rank of the Jacobian of (V, Q) -> p.
double free_numbers(const Result& result, int heads);
// Of the full fit: every coefficient of p.
double full_numbers(const Result& result);
// The error that noise must leave in so many numbers fitted to N sequences when nothing else is wrong:
// noise² numbers / (d_out N), as each number takes its share of the noise.
double noise_share(const Result& result, double noise, double numbers);

// How many heads of the plain decomposition the reader keeps: parameter "keep", where 0 stands for the fewest.
int kept_heads(const Result& result, const Values& values);

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);

}  // namespace figures::head_count
