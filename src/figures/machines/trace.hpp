// The reader's word run by the learned step, beside a plain simulator: cheap enough for every frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "figures/machines/machines.hpp"

namespace figures::machines {

// Why a run ends.
enum class TraceEnd : std::uint8_t {
  word,     // it has read every letter
  foreign,  // a letter that the table does not have
  hole,     // an entry that says nothing
};

struct TraceStep {
  int letter = 0;
  int state = 0;     // the learned run's, before the letter
  int next = 0;      // what it makes of the answer: the largest coordinate
  int told = 0;      // what the table says of `state`
  double lead = 0;   // of the largest coordinate over the next: 1 where exact
  double error = 0;  // largest difference of the answer from a one-hot
  double rho = 0;    // of the question; 0 where it cannot be told from 0
  bool right() const { return next == told; }
};

struct Trace {
  std::size_t point = 0;  // of Result::points
  std::vector<int> word;
  std::vector<TraceStep> steps;
  TraceEnd end = TraceEnd::word;
  std::vector<int> truth;  // states of the plain simulator, the start first
  TraceEnd truth_end = TraceEnd::word;
  std::vector<bool> accepting;

  int first_wrong() const;  // index of the step, or -1
  int state_after(std::size_t steps_read) const { return steps_read == 0 ? 0 : steps[steps_read - 1].next; }
  double largest_rho() const;
  double largest_error() const;
};

// Precondition: something was tried, and not for memories.
Trace trace_word(const Result& result, const Values& values);

// The state (counted from 0) of the largest coordinate of an answer, the first of equals.
int rounded(const Matrix& answers, Index key);

// What the run came to, or where and why it went wrong or stopped, as a sentence.
std::string trace_sentence(const Trace& trace);

}  // namespace figures::machines
