#pragma once

#include <bit>
#include <cstdint>
#include <cstdio>

#include "learner/matrix.hpp"

// Prints a hash (FNV-1a, 64 bits) of the exact bits of every entry. tests/bits runs the cases whose name ends in
// "same bits natively and as WASM" in both programs and compares these lines.
inline void print_bits(const char* what, const learner::Matrix& value) {
  std::uint64_t hash = 14695981039346656037u;
  for (const double entry : value.reshaped()) {
    const auto bits = std::bit_cast<std::uint64_t>(entry);
    for (int shift = 0; shift < 64; shift += 8) hash = (hash ^ ((bits >> shift) & 255u)) * 1099511628211u;
  }
  std::printf("  bits %016llx  %s\n", static_cast<unsigned long long>(hash), what);
}
