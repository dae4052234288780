#pragma once

#include <cstdint>

#include "learner/random.hpp"
#include "learner/sequence.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "learner/tasks.hpp"

namespace learner {

// How the Theta of a random layer are made. In every case an entry's mean square, over all of the matrix, is 1/d.
enum class Structure : std::uint8_t {
  none,       // independent entries
  diagonal,   // independent entries on the diagonal, 0 elsewhere
  blocks,     // two blocks of independent entries on the diagonal, the first of ceil(d/2) rows
  rank_one,   // one column times one row
  dependent,  // as `none`, but the last Theta is minus the sum of the others over sqrt(m - 1); one head: as `none`
  twins,      // as `none`, but the last Theta is the first; one head: as `none`
};

// What random tokens are: entries that are fair coins in {-1, 1}, paper B's data; or N(0, 1), to which its method
// extends, as it says; or points uniform on the sphere of radius sqrt(d), on which all tokens of signs lie.
enum class Inputs : std::uint8_t { signs, gaussian, sphere };

struct SignTaskOptions {
  Index d = 4;         // 1 .. kMaxTokenDimension
  Index k = 4;         // tokens in a sequence; 1 .. 64
  Index heads = 2;     // 1 .. kMaxSoftmaxHeads
  double noise = 0.0;  // standard deviation of what is added to every coordinate of an answer
  std::uint64_t seed = 1;
  Structure structure = Structure::none;  // of the Theta; the W are the same in any case
  // How far Theta are from that: (1 - off) times one with the structure plus off times the one without. 0 .. 1
  double off = 0.0;
  Inputs inputs = Inputs::signs;
};

inline constexpr Index kMaxSoftmaxHeads = 8;

// A hidden softmax layer and what can be learned about it: answers to random sequences of tokens, every token
// drawn independently, and answers to sequences that one chooses. All from a seed; sequence i of a split depends on
// (layer, noise, seed, inputs, split, i) only.
class SignTask {
 public:
  // Precondition: the options are in range, the layer's heads have their shape.
  SignTask(SoftmaxLayer truth, Index k, double noise, std::uint64_t seed, Inputs inputs = Inputs::signs);

  const SoftmaxLayer& truth() const { return truth_; }
  Index d() const { return truth_.d(); }
  Index k() const { return k_; }
  double noise() const { return noise_; }

  // k random tokens, d x k.
  Matrix tokens(Random& random) const;

  // Random tokens; the answers to all of them, so that Y is d x k (Targets::all).
  Sequence sequence(Split split, std::uint64_t i) const;
  std::vector<Sequence> block(Split split, std::uint64_t first, std::uint64_t count) const;

  // The answers to Z, d x any length, with the noise that question number `question` meets.
  Matrix answer(const Matrix& Z, std::uint64_t question) const;

 private:
  Matrix noisy(Matrix Y, Random random) const;

  SoftmaxLayer truth_;
  Index k_;
  double noise_;
  std::uint64_t seed_;
  Inputs inputs_;
};

// A layer with independent entries of standard deviation 1/sqrt(d) in Theta, unless they have a structure, and W.
// Errors: an option out of range.
Expected<SignTask> random_sign_task(const SignTaskOptions& options);

}  // namespace learner
