#pragma once

#include <cstdint>

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
// step. Errors: the body is empty to rounding; no end after 200 (J + d^2) steps. Cost O(J d^2 + d^6) a step, about d^2
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

struct SpanOptions {
  Index directions = 0;  // random directions, each taken both ways; 0 stands for d^2, at most 400
  std::uint64_t seed = 1;
  Progress progress = {};
};

struct SpanSearch {
  Matrix basis = {};   // d^2 x m, orthonormal, vec of directions column by column
  Matrix points = {};  // d^2 x count, extreme points of the body
  Vector sigma = {};   // singular values of `points` over sqrt(count), falling
  Index pivots = 0;
};

// Phase 5 of paper B: the span of the Theta_i as that of the body, which is long along their affine hull and, so it is
// hoped, thin across it: the m leading directions of extreme points, found by linear programs in random directions.
// Errors: fewer than m directions with sigma above 1e-6 of the first; a program without an optimum. Cost: 2 directions
// programs of d^2 unknowns. Source: paper B, phase 5; leading directions instead of one at a time are ours.
Expected<SpanSearch> search_span(const ConvexBody& body, Index heads, const SpanOptions& options = {});

// The largest ||Theta_i - its projection on the span|| / ||Theta_i||, and what random directions would leave on
// average, sqrt(1 - m / d^2).
struct SpanError {
  double largest = 0.0;
  double by_chance = 0.0;
};
SpanError span_error(const SpanSearch& span, const SoftmaxLayer& truth);

}  // namespace learner
