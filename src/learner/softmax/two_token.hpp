#pragma once

#include <cstdint>
#include <span>

#include "learner/sequence.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/two_token_curve.hpp"
#include "learner/softmax/two_token_table.hpp"

namespace learner {

// Every head of a softmax layer from its answers to sequences of at most two distinct tokens, by linear algebra and the
// roots of polynomials; no start, no luck. Letters: m heads, k tokens, d token dimension, Wbar = sum_i W_i.
// 1. Sequences of one token u answer Wbar^T u: Wbar.
// 2. Let u and v differ in entry j only. A token a of both, in a sequence with n_+ tokens whose entry j is 1 and n_-
//    whose is -1, is answered
//      y = Wbar^T (u + v)/2 + sum_i (row j of W_i) tanh(log(n_+/n_-)/2 + a^T Theta_i e_j).
//    The curve over n_+/n_- gives each head's a^T Theta_i e_j and row j of W_i (two_token_curve.hpp); d independent a
//    give column j of Theta_i, and row j of W_i says which head is which; then all answers of column j are fitted at
//    once (tanh_network.hpp).
// 3. Two entries flipped at once say which heads of column j belong to which of the columns before it.
// 4. Other sequences check the layer.
// Source: ours.

struct TwoTokenOptions {
  double noise = 0.0;      // the standard deviation that answers are known to have
  Index repeats = 1;       // how often each question is asked, >= 1
  double target = 1e-9;    // other tokens are tried until each log beta is expected to be so exact, or pairs run out
  Index pairs = 0;         // at most so many pairs (u, v) are asked for a column; 0: 2 d + 2
  Index ratios = 0;        // of numbers of tokens in a pair's questions; 0: 2 m + 2, or as many as there are
  Index checks = 4;        // random sequences that check the layer
  std::uint64_t seed = 1;  // of the tokens that are tried
  Progress progress = {};
  TwoTokenTable* heard = nullptr;  // gets the answers that the layer is made from, all the same where no layer is: for
                                   // pictures of them
};

struct TwoTokenRecovery {
  SoftmaxLayer layer;
  Index sequences = 0;      // asked, repeats and checks included; of examples: all that were given
  Index used = 0;           // of them with at most two distinct tokens
  Index pairs = 0;          // (u, v) one entry apart that were fitted
  Index pairs_refused = 0;  // of them, as their answers told heads too badly
  double fit_error = 0.0;   // root mean square of answer - layer, over the answers with two tokens; of exact data 1e-15
  double check_error = 0.0;  // the same over the sequences that check
  double amplification =
      0.0;                    // the largest standard deviation of an entry of Theta per standard deviation of an answer
  double smallest_gap = 0.0;  // of two log beta of one fitted pair; infinite for one head
  double smallest_c = 0.0;    // the least |c_i| = 2 |row j of W_i|
  double order_margin = 0.0;  // step 3's error of the second best order of heads over that of the best; at least
};

// Asks task.answer(Z, 0), (Z, 1), ..
// Errors, each a sentence: heads out of 1 .. kMaxSoftmaxHeads; k < m + 1; answers that show fewer heads than asked for
//   (two equal, one zero, two of one Theta) or more; noise that hides them. A layer that comes back has met the checks.
// Questions: d + d (d - 1) min(ratios) + d - 1 + checks, times repeats, when no pair is refused.
// Cost O(d^2 (T d m^2 + ...)); progress after every pair.
Expected<TwoTokenRecovery> recover_by_questions(const SignTask& task, Index heads, const TwoTokenOptions& options = {});

// The same from given sequences, all of one shape with answers to every token (Targets::all), tokens in {-1, 1}^d. Only
// those with at most two distinct tokens are used to fit, up to 200 of the others to check.
// Errors: as above; and configurations that were not seen, with how many of how many were.
Expected<TwoTokenRecovery> recover_from_examples(std::span<const Sequence> examples, Index heads,
                                                 const TwoTokenOptions& options = {});

}  // namespace learner
