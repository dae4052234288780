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
// roots of polynomials, without random starts. Letters: m heads, k tokens, d token dimension, Wbar = sum_i W_i.
// 1. Sequences of one token u answer Wbar^T u: Wbar.
// 2. Let u and v differ in entry j only. A token a of both, in a sequence with n_+ tokens whose entry j is 1 and n_-
//    whose is -1, is answered
//      y = Wbar^T (u + v)/2 + sum_i (row j of W_i) tanh(log(n_+/n_-)/2 + a^T Theta_i e_j).
//    The curve over n_+/n_- gives each head's a^T Theta_i e_j and row j of W_i (two_token_curve.hpp); d independent a
//    give column j of Theta_i, and row j of W_i says which head is which; then all answers of column j are fitted at
//    once (fit_tanh_network).
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
  TwoTokenTable* heard = nullptr;  // gets every answer to at most two distinct tokens as it comes, also where no layer
                                   // comes of them: for pictures
};

struct TwoTokenRecovery {
  SoftmaxLayer layer;
  Index sequences = 0;         // asked, repeats and checks included; of examples: all that were given
  Index used = 0;              // of them with at most two distinct tokens
  Index pairs = 0;             // (u, v) one entry apart that were fitted
  Index pairs_refused = 0;     // of them, as their answers told heads too badly
  double fit_error = 0.0;      // root mean square of answer - layer, all answers with two tokens; some 1e-15 if exact
  double check_error = 0.0;    // the same over the sequences that check
  double amplification = 0.0;  // the largest standard deviation of an entry of Theta for one of 1 in the answers
  double smallest_gap = 0.0;   // of two log beta of one fitted pair; infinite for one head
  double smallest_c = 0.0;     // the least |c_i| = 2 |row j of W_i|
  double order_margin = 0.0;   // the least of: step 3's error of the second best order of heads over that of the best
};

// Asks task.answer(Z, 0), (Z, 1), .. Questions are of signs whatever the task's random tokens are; those that check are
// of random tokens as the task draws them.
// Questions: d of one token; for each of d columns d - 1 pairs, at least one, at `ratios` numbers of tokens (k = 2, 3,
//   4, 5 tokens have 1, 3, 5, 9); d - 1 for the order of heads, if there are several; checks. Times repeats. Of noisy
//   answers 4 d of one token are asked, and all `pairs`, as more answers are more exact; without noise more pairs than
//   d - 1 only where one is refused or its log beta miss `target`.
// Errors, each a sentence: heads out of 1 .. kMaxSoftmaxHeads; k < m + 1; options out of range; answers that show fewer
//   heads than asked for (two equal, one of W = 0, two of one Theta: these are one head to all questions) or more; a
//   zero row of some W, which leaves a column of its Theta unknown; noise that hides heads. A layer that is returned
//   has met the checks. With noise it may have fewer heads than the truth where both answer alike: seen for d = 1 only.
// Cost, of the joint fit of every column: O(d (d R) min(d, m) (m d)^2) a Gauss-Newton step for R ratios. Progress after
//   every pair.
// Measured: d = 3, 4, 6, m = 1 .. 4, k = m + 1, 2400 of 2400 random layers, largest relative error 1e-12, median 3e-15;
//   noise sigma gives errors of 1 to 4 sigma.
Expected<TwoTokenRecovery> recover_by_questions(const SignTask& task, Index heads, const TwoTokenOptions& options = {});

// The same from given sequences, all of one shape with answers to every token (Targets::all), tokens in {-1, 1}^d. Only
// those with at most two distinct tokens are used to fit, up to 200 of the others to check. repeats, pairs, ratios,
// checks and seed do not matter.
// Errors: as above; and configurations that were not seen, with how many of how many were. Random examples hold all
// that is needed from about 8000 on (d = 3, k = 4) and 64,000 (d = 4, k = 4); one-token sequences are the last to come.
Expected<TwoTokenRecovery> recover_from_examples(std::span<const Sequence> examples, Index heads,
                                                 const TwoTokenOptions& options = {});

}  // namespace learner
