#pragma once

#include <algorithm>
#include <memory>

#include "learner/matrix.hpp"

namespace learner {

#ifdef __EMSCRIPTEN__

inline void use_threads(int) {}
constexpr int threads() { return 1; }
constexpr int processors() { return 1; }
template <class Work>
void in_pieces(Index count, const Work& work) {
  for (Index piece = 0; piece < count; ++piece) work(piece);
}

#else

// How many threads large products share from now on: `count`, or as many as the system has room for, at least 1; at
// first it is 1. What is learned is the same to the last bit with any number: threads share out entries, never the terms
// of a sum. In WebAssembly it stays 1. O(count).
void use_threads(int count);
int threads();

// Processors of this machine, at least 1.
int processors();

namespace detail {
void share(Index count, void (*call)(const void* work, Index piece), const void* work);
}

// Calls work(0) .. work(count - 1), each once and in any order, on all threads; returns when all have returned. Within
// such a call, and while another is under way, it is a loop. `work` must not throw.
template <class Work>
void in_pieces(Index count, const Work& work) {
  detail::share(
      count, [](const void* it, Index piece) { (*static_cast<const Work*>(it))(piece); }, std::addressof(work));
}

#endif

// Into how many pieces something of so many multiply-adds is cut, `most` at most: 1 where more are not worth it.
inline Index pieces_of(double multiply_adds, Index most) {
  if (threads() == 1) return 1;
  constexpr double kLeast = 1e5;
  constexpr Index kEach = 8;  // of each thread, as some come back sooner
  return std::clamp<Index>(static_cast<Index>(multiply_adds / kLeast), 1, std::min(most, kEach * threads()));
}

}  // namespace learner
