#pragma once

#include <csignal>
#include <cstdint>
#include <string_view>
#include <vector>

#include "learner/learn.hpp"
#include "program/input.hpp"

namespace program {

using learner::Moments;
using learner::Vector;

// 1 once Ctrl-C, or SIGTERM, has come.
extern volatile std::sig_atomic_t stopped;

// A hash of these bytes and of what the hash is that is given.
std::uint64_t hash_of(std::string_view bytes, std::uint64_t before = 0);

// What one pass over the data leaves.
struct Gathered {
  explicit Gathered(const Shape& own) : shape(own), moments(own), target_sum(Vector::Zero(own.d_out)) {}

  Shape shape;
  Moments moments;    // of what is learned from
  Vector target_sum;  // of the same
  std::int64_t seen = 0;
  std::uint64_t hash = 0;  // of the numbers of all that were seen
  bool predicted = false;

  void fields(auto& archive) { archive(moments, target_sum, seen, hash, predicted); }
};

// Every tenth sequence of a file is held out, if any: with as many files and processes as you like the same ones.
inline constexpr Index kHeldOutEvery = 10;
constexpr bool is_held_out(Index place) { return place % kHeldOutEvery == kHeldOutEvery - 1; }

// Is shown how far a pass is: the share of the input read, and the sequences.
using Show = std::function<void(double read, Index sequences)>;

// The first pass: goes on behind what `gathered` has seen already, or begins. Ends early, with an error without words,
// when `stopped`. Errors: those of the input; data that are not those seen already.
Expected<void> gather(Input& input, bool hold_out, std::optional<Gathered>& gathered, const Show& show);

// The sequences of a block that are learned from.
std::vector<Sequence> learned_of(const Block& block, bool hold_out);

// Of some model on some sequences.
struct ErrorSum {
  learner::TestError error;
  // Over sequences, of the squared error e and the count n of the numbers in its targets: how many, and sums of e e, e
  // n and n n. Long, as the square of a square may be too large, or too small, for a double.
  double sequences = 0.0;
  long double ee = 0.0L, en = 0.0L, nn = 0.0L;

  void add(const Matrix& prediction, const Matrix& target);
  // Of error.mean(), by how much it differs from one sequence to the next; no number for fewer than two.
  double standard_error() const;
  void fields(auto& archive) {
    archive(error.squared_error, error.squared_targets, error.rows, error.d_out, sequences, ee, en, nn);
  }
  void merge(const ErrorSum& other);
};

// Errors on what was learned from and on what was held out: of the answers asked about, of always answering the mean,
// and of the predictions that came along.
struct Errors {
  ErrorSum learned, mean, predicted;
  ErrorSum held_learned, held_mean, held_predicted;
  std::vector<Sequence> held_out = {};  // the first kKeptSequences of this process

  void fields(auto& archive) { archive(learned, mean, predicted, held_learned, held_mean, held_predicted); }
  void merge(const Errors& other);
};
inline constexpr std::size_t kKeptSequences = 1000;

// Another pass. `answer`: of what is judged, to a sequence. Errors: those of the input.
using Answer = std::function<Matrix(const Sequence&)>;
Expected<Errors> look_back(Input& input, bool hold_out, const Answer& answer, const Vector& mean, const Show& show);

}  // namespace program
