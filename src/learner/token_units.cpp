#include "learner/token_units.hpp"

#include <cmath>
#include <utility>

#include "learner/features.hpp"

namespace learner {

Vector token_sizes(const Moments& moments) {
  const Index d = moments.shape().d;
  const Vector squares = moments.gram_diagonal() / static_cast<double>(moments.rows());
  Vector sizes = Vector::Ones(d);
  for (Index j = 0; j < d; ++j) {
    const double cube = std::sqrt(squares(folded_index(j, j, j, d)));
    if (cube > 0.0) sizes(j) = std::ldexp(1.0, std::ilogb(cube) / 3);
  }
  return sizes;
}

bool are_uneven(const Vector& sizes) { return sizes.maxCoeff() > 4.0 * sizes.minCoeff(); }

Matrix in_units(Matrix p, const Vector& sizes) {
  const Index d = sizes.size();
  for (Index j = 0; j < d; ++j) {
    for (Index k = j; k < d; ++k) {
      for (Index l = 0; l < d; ++l) p.col(folded_index(j, k, l, d)) *= sizes(j) * sizes(k) * sizes(l);
    }
  }
  return p;
}

Model out_of_units(Model model, const Vector& sizes) {
  const auto inverse = sizes.cwiseInverse().asDiagonal();
  for (Head& head : model.heads) {
    head.V = head.V * inverse;
    head.Q = inverse * head.Q * inverse;
  }
  return model;
}

}  // namespace learner
