#pragma once

#include <cstdio>

#include "learner/matrix.hpp"

// The largest difference of two matrices relative to the largest entry of the reference, printed, so that a run
// shows how far below its tolerance each comparison is.
inline double difference(const char* what, const learner::Matrix& value, const learner::Matrix& reference) {
  const double scale = reference.cwiseAbs().maxCoeff();
  const double largest = (value - reference).cwiseAbs().maxCoeff() / (scale > 0.0 ? scale : 1.0);
  std::printf("  largest difference %8.1e  %s\n", largest, what);
  return largest;
}
