#pragma once

#include "learner/error.hpp"
#include "learner/softmax/agreement.hpp"
#include "learner/softmax/softmax_layer.hpp"

namespace learner {

// { Theta : |A vec(Theta) - c| <= tolerance, |Theta_ab| <= bound }, vec column by column.
// The box keeps it bounded: constraints that all heads meet leave the affine hull of the Theta_i free, whatever N.
struct ConvexBody {
  Matrix A;  // J x d^2, rows vec(query difference^T)
  Vector c;  // J
  double tolerance = 0.0;
  double bound = 0.0;
  double least_tolerance = 0.0;  // below it the body is empty

  Index size() const { return A.cols(); }
  // All as inequalities: normals() vec(Theta) <= offsets(). (2 J + 2 d^2) rows.
  Matrix normals() const;
  Vector offsets() const;
};

struct BodyOptions {
  double tolerance = 0.0;  // in log odds; 0 stands for slack times the least tolerance, plus 1e-9
  double slack = 2.0;      // >= 1
  double bound = 3.0;      // on every entry of Theta
};

// Phase 2 and 4 of paper B: the body that the constraints sculpt. Errors: no constraints; options out of range; a
// tolerance below the least, which the text gives. Cost: one linear program of d^2 + 1 unknowns.
Expected<ConvexBody> sculpt(const Agreement& agreement, const BodyOptions& options = {});

struct NearestPoint {
  Matrix Theta;           // d x d
  double distance = 0.0;  // Frobenius
  Index active = 0;       // constraints that hold it
  // The largest of: violation of a constraint; ||Theta - target + normals^T multipliers||; |multiplier times slack|.
  double kkt_error = 0.0;
};

// The point of the body nearest to `target`; target = 0 gives the minimum-norm point of phase 3.
// How: the dual active-set method of Goldfarb and Idnani (1983) for a unit Hessian, one QR of the active normals a
// step. Errors: the body is empty to rounding; no end after 100 (J + d^2) steps. Cost O(J d^2 + d^6) a step, about d^2
// steps.
Expected<NearestPoint> nearest_point(const ConvexBody& body, const Matrix& target);

// How far the truth is from the body, and a point of the body from the truth.
struct BodyError {
  Vector head_distance;        // m, of Theta_i from the body, over ||Theta_i||_F
  double hull_distance = 0.0;  // of `point` from the affine hull of the Theta_i, over the largest ||Theta_i||_F
};
Expected<BodyError> body_error(const ConvexBody& body, const Matrix& point, const SoftmaxLayer& truth);

// ||point - nearest of the affine hull of the Theta_i|| / the largest ||Theta_i||, norms of 0 counting as 1.
double hull_distance(const Matrix& point, const SoftmaxLayer& truth);

}  // namespace learner
