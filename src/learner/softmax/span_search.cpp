#include "learner/softmax/span_search.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "learner/random.hpp"
#include "learner/singular_values.hpp"
#include "learner/softmax/linear_program.hpp"

namespace learner {
namespace {

constexpr double kNoDirection = 1e-6;  // of the first singular value: rounding, or the thickness of a flat body
constexpr Index kMostDirections = 400;

}  // namespace

Expected<SpanSearch> search_span(const ConvexBody& body, Index heads, const SpanOptions& options) {
  const Index n = body.size();
  const Index directions = options.directions > 0 ? options.directions : std::min(n, kMostDirections);
  if (options.directions < 0 || directions > kMostDirections)
    return fail("Between 1 and %1 directions can be searched, or 0 for d^2.", kMostDirections);
  if (heads > n) return fail("There are more heads than entries of Theta: they cannot be independent.");
  const Matrix normals = body.normals();
  const Vector offsets = body.offsets();
  Random random(options.seed);
  SpanSearch search{.points = Matrix(n, 2 * directions)};
  Vector direction;
  for (Index i = 0; i < 2 * directions; ++i) {
    direction = i % 2 == 0 ? Vector(random.gaussian(n, 1)) : Vector(-direction);
    const ProgramAnswer answer = maximise(normals, offsets, direction);
    if (answer.status != ProgramStatus::optimal)
      return fail("A linear program on the body has no optimum: raise the tolerance of the body.");
    search.points.col(i) = answer.x;
    search.pivots += answer.pivots;
    if (options.progress) options.progress(static_cast<double>(i + 1) / static_cast<double>(2 * directions));
  }
  const auto values = singular_values(search.points);
  if (!values) return std::unexpected(values.error());
  search.sigma = values->sigma / std::sqrt(static_cast<double>(search.points.cols()));
  const Index shown = (search.sigma.array() > kNoDirection * search.sigma(0)).count();
  if (shown < heads)
    return fail("The body shows %1 of %2 directions: two heads may have one Theta, or the body may be a point.", shown,
                heads);
  search.basis = values->U.leftCols(heads);
  return search;
}

SpanError span_error(const SpanSearch& span, const SoftmaxLayer& truth) {
  SpanError error;
  for (const SoftmaxHead& head : truth.heads) {
    const Vector Theta = head.Theta.reshaped();
    const double norm = Theta.norm();
    const double off = (Theta - span.basis * (span.basis.transpose() * Theta)).norm();
    error.largest = std::max(error.largest, off / (norm > 0.0 ? norm : 1.0));
  }
  const double part = static_cast<double>(span.basis.cols()) / static_cast<double>(span.basis.rows());
  error.by_chance = std::sqrt(std::max(0.0, 1.0 - part));
  return error;
}

}  // namespace learner
