#pragma once

#include <functional>
#include <span>

#include "learner/model.hpp"
#include "program/passes.hpp"
#include "program/ranks.hpp"

namespace program {

// What answers questions: p of least squares, d_out x psi, or heads.
struct Answering {
  Matrix p;
  learner::Model heads = {};  // none: p answers
};

// The data of all processes, each with its share. The first process asks; the others serve until it has ended. A
// process alone asks itself.
class Team {
 public:
  // `shown`: of each pass over this process's own data.
  Team(const Ranks& ranks, Input& input, bool hold_out, Gathered& gathered, Show shown)
      : ranks_(ranks), input_(input), hold_out_(hold_out), gathered_(gathered), shown_(std::move(shown)) {}

  // Brings the sums of all together in the first one's. Every process calls it. Errors: data of different shapes.
  Expected<void> merge();

  // --- For the first one ---

  // On all sequences; `mean`: the mean target. Errors: those of the input.
  Expected<Errors> errors(const Answering& answering, const Vector& mean);
  // Hands over all that is learned from, sent here from the other processes: rows are asked where there are few.
  // Errors: those of the input.
  Expected<void> each(const std::function<void(std::span<const Sequence>)>& take);
  void end();

  // --- For the others ---

  // Until the end. Errors: those of the input.
  Expected<void> serve();

 private:
  enum class Order : std::int32_t { errors, rows, end };

  void tell(Order order);
  Expected<void> send_rows();
  Expected<Errors> errors_here(const Answering& answering, const Vector& mean);

  const Ranks& ranks_;
  Input& input_;
  bool hold_out_;
  Gathered& gathered_;
  Show shown_;
};

}  // namespace program
