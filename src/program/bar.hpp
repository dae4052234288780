#pragma once

#include <chrono>
#include <string>

#include "learner/matrix.hpp"

namespace program {

// How far a task is, on one line of a terminal that is written over; nothing where standard error is no terminal.
class Bar {
 public:
  explicit Bar(bool wanted);
  ~Bar() { clear(); }

  // A new task, from 0 on: "Reading" and the like.
  void begin(std::string task);
  // fraction: done, 0 to 1; 0 where nobody knows how much there is. At most ten times a second.
  void show(double fraction, const std::string& amount = "");
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_;
  bool visible_ = false;
  std::string task_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point shown_;
};

}  // namespace program
