#include "learner/matrix.hpp"

namespace learner {

Matrix times(const Matrix& A, const Matrix& B) { return A * B; }

Matrix times_transposed(const Matrix& A, const Matrix& B) { return A * B.transpose(); }

Matrix transposed_times(const Matrix& A, const Matrix& B) { return A.transpose() * B; }

}  // namespace learner
