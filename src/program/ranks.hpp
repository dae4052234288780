#pragma once

#include <string>

#include "learner/matrix.hpp"

namespace program {

using learner::Index;

// The processes that work on one task: those of mpirun in a build with LIFTED_MPI, else this one alone. There is one
// object of it, as long as main() runs.
class Ranks {
 public:
  Ranks(int* count, char*** words);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  Index rank() const { return rank_; }  // 0: the first, which solves
  Index size() const { return size_; }

  // The first one's bytes to all. Every process calls it.
  void share(std::string& bytes) const;
  // From one to another, which calls the other function; waits.
  void send(const std::string& bytes, Index to) const;
  std::string receive(Index from) const;

  // Ends every process; the others get SIGTERM.
  [[noreturn]] void end_all(int code) const;

 private:
  Index rank_ = 0;
  Index size_ = 1;
};

// Brings the values of all processes together in the first, always in the same order for as many processes: in pairs,
// pairs of pairs, and so on. `add`: takes the bytes of another's.
void bring_together(const Ranks& ranks, const auto& bytes, const auto& add) {
  for (Index step = 1; step < ranks.size(); step *= 2) {
    if (ranks.rank() % (2 * step) == step) return ranks.send(bytes(), ranks.rank() - step);
    if (ranks.rank() + step < ranks.size()) add(ranks.receive(ranks.rank() + step));
  }
}

}  // namespace program
