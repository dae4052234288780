#pragma once

#include <vector>

#include "learner/loss.hpp"
#include "learner/model.hpp"
#include "learner/surface.hpp"

namespace learner {

// The same training loss over two spaces of parameters theta:
//   heads   (V_1 .. V_H, Q_1 .. Q_H), each matrix row by row; size H (d_out d + d^2). p is quadratic in theta, so the
//           loss is a polynomial of degree 4, not convex: theta = 0 is critical for any data, and every minimum has
//           twins (see twin_of);
//   lifted  W, column by column; size d_out d^3. p is linear in theta: a convex quadratic, one bowl.
enum class Space { heads, lifted };

// L(theta) = QuadraticLoss(p(theta)), the mean over rows of ||y - yhat||^2 (a sum over outputs), exact for every
// theta and without another pass over the data. Derivatives are exact too, by the product rule.
class Landscape {
 public:
  // heads >= 1; ignored for Space::lifted.
  Landscape(QuadraticLoss loss, Space space, Index heads);

  Index size() const;

  // theta of a model. Its heads must be `heads` many in Space::heads, any number in Space::lifted.
  Vector place(const Model& model) const;

  // The model at theta, for Space::heads.
  Model model(const Vector& theta) const;

  Matrix coefficients(const Vector& theta) const;                                 // p, d_out x psi
  Matrix coefficient_change(const Vector& theta, const Vector& direction) const;  // d/de p(theta + e direction) at 0

  double value(const Vector& theta) const;     // O(d_out psi^2)
  Vector gradient(const Vector& theta) const;  // dL/dtheta. O(d_out psi^2)

  // The change of the gradient, d/de gradient(theta + e direction) at 0. O(d_out psi^2).
  Vector hessian_product(const Vector& theta, const Vector& direction) const;

  // All eigenvalues of the Hessian, rising: one below 0 at a critical point is a saddle's way down. Heads have
  // directions that change nothing (scale moves between V and Q, heads mix), so zeros are normal there.
  // Cost O(size d_out psi^2 + size^3): a matter of milliseconds up to size 64 at d = 4.
  // Errors: theta not finite; no convergence.
  Expected<Vector> curvatures(const Vector& theta) const;

  // The loss on a slice, exactly, from 6 (heads) or 3 (lifted) products with Lambda. O(d_out psi^2).
  SlicePolynomial polynomial(const Slice& slice) const;

  // How far the models of two slices at the same (s, t) are apart: the mean over rows of ||yhat - yhat'||^2, exactly.
  // A quadratic loss of (1 - l) p + l p' is (1 - l) L(p) + l L(p') less l (1 - l) times this. O(d_out psi^2).
  // Precondition: both landscapes have the same data.
  SlicePolynomial distance(const Slice& slice, const Landscape& other, const Slice& there) const;

  // For balls. It refers to this landscape, which must outlive it.
  Surface surface() const;

  const QuadraticLoss& loss() const { return loss_; }

 private:
  struct Factors;
  struct Term;
  Factors factors(const Vector& theta) const;
  std::vector<Term> terms(const Slice& slice) const;
  SlicePolynomial square(const std::vector<Term>& terms) const;
  Vector pull_back(const Vector& theta, const Matrix& slope) const;

  QuadraticLoss loss_;
  Space space_;
  Index heads_;
};

// The same function in other heads: their order reversed, V scaled and Q divided by `scale`, which is not 0.
// Scale -1 is the mirrored valley of a single head.
Model twin_of(const Model& model, double scale);

}  // namespace learner
