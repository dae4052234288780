#pragma once

#include "learner/matrix.hpp"

namespace learner {

// Products and solutions with one vector, where reading the matrix is most of the work: each reads a triangle once,
// four columns side by side (quad.hpp). For many vectors see product.hpp. Cost n^2 multiply-adds for a product, half of
// that for a solution.

// The half that is read, without the diagonal.
enum class Triangle { lower, upper };

// y += A x for a symmetric A of which one triangle is there.
void add_symmetric_product(const Eigen::Ref<const Matrix>& A, Triangle triangle, const Vector& diagonal,
                           const double* x, double* y);

// T^-1 b and T^-T b, T lower triangular: what is above its diagonal is not read.
Vector solve_lower(const Matrix& T, Vector b);
Vector solve_lower_transposed(const Matrix& T, Vector b);

}  // namespace learner
