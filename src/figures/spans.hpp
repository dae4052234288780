// The learner's matrices and vectors as the spans that plot draws.
#pragma once

#include <span>

#include "learner/matrix.hpp"
#include "plot/matrix.hpp"

namespace figures {

inline MatrixData data_of(const Matrix& matrix) {
  return {.values = {matrix.data(), static_cast<std::size_t>(matrix.size())},
          .rows = static_cast<int>(matrix.rows()),
          .columns = static_cast<int>(matrix.cols())};
}

inline std::span<const double> span_of(const Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

}  // namespace figures
