// Figure "softmax": a layer of softmax attention is hidden, and found again: by questions of two distinct tokens, or
// from random examples.
//
// Letters: d token dimension, m heads, k tokens in a sequence, N random examples; Theta_i and W_i of a head as in
// learner/softmax/softmax_layer.hpp. A question has n_u copies of a token u and n_v of a token v; r = n_u/n_v.
// Source: the layer and the theorem are arXiv 2402.04084 ("paper B"); both recoveries shown are ours.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::softmax {

// The order of the parameter's choices.
enum class Method : std::uint8_t { questions, examples, heads };

inline constexpr int kMostDimensions = 6;
inline constexpr int kMostHeads = 4;
inline constexpr int kMostTokens = 12;
inline constexpr int kMostEntries = kMostHeads * kMostDimensions * kMostDimensions;

// Stages of a run, each timed by the host; from firstHeads on two for each number of heads, by questions and by
// examples.
enum class Step : std::uint8_t { questions, polish, examples, warmUp, firstHeads };

// A layer as two matrices, d x (m d): head after head.
struct Heads {
  Matrix Theta;
  Matrix W;

  void fields(auto& archive) { archive(Theta, W); }
  bool empty() const { return Theta.size() == 0; }
};

// What one way made of the hidden layer, its heads in the order of the truth that fits best.
struct Found {
  Heads heads;    // empty: nothing was found
  Vector theta_error;  // ||Theta - found|| / ||Theta||, of each head
  Vector w_error;

  void fields(auto& archive) { archive(heads, theta_error, w_error); }
  bool empty() const { return heads.empty(); }
  double error() const;  // the largest of all; 0 where nothing was found
};

// Two tokens that the learner asked about: the answers to u for each ratio, with the noise they came with.
struct Pair {
  Vector u;
  Vector v;
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
  std::int32_t recovered = 0;  // of them, to kRecovered
  std::int64_t questions = 0;  // of one layer, the mean
  double median = 0;           // of the errors of those that the algebra made something of
  std::int32_t starts = 0;     // used on the examples, up to the first that arrived
  bool arrived = false;        // one did

  void fields(auto& archive) { archive(heads, layers, recovered, questions, median, starts, arrived); }
};

struct Result {
  Method road = Method::questions;
  std::int32_t d = 0;
  std::int32_t m = 0;
  std::int32_t k = 0;
  double noise = 0;
  bool misfit = false;  // an edited layer was of another size, and a random one stands in for it
  Heads truth;
  Error trouble;  // why nothing was recovered; no sentence: it was

  // By questions.
  std::int64_t questions = 0;  // sequences asked,
  std::int64_t checks = 0;     // of them random ones that check the layer
  std::vector<Pair> pairs;
  Found asked;  // what the algebra made of the answers
  bool polished = false;
  std::int64_t examples = 0;  // random examples, of the polish or of the starts
  Found polish;
  Found best;        // where the fit ends that starts at the truth
  double bound = 0;  // the least error that can be expected of anybody on these examples (Cramér and Rao)

  // By examples.
  std::int32_t planned = 0;  // starts
  std::int32_t steps = 0;    // of each, at most
  double least_loss = 0;     // of a fit that starts at the truth
  bool determined = false;   // the examples decide every head
  std::vector<Start> starts;

  std::vector<Count> counts;

  void fields(auto& archive) {
    archive(road, d, m, k, noise, misfit, truth, trouble.sentence, trouble.values);
    archive(questions, checks, pairs, asked, polished, examples, polish, best, bound);
    archive(planned, steps, least_loss, determined, starts, counts);
  }
};

Expected<Result> run(const Request& request, Reporter<Result>& reporter);
double work(const Values& values);

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);

}  // namespace figures::softmax
