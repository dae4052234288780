#include "learner/learn.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/row_least_squares.hpp"

namespace learner {
namespace {

// Progress at the end of each stage.
constexpr double kGathered = 0.5;
constexpr double kSolved = 0.7;
constexpr double kRefined = 0.8;
constexpr double kSplit = 0.9;

// With a condition number above this half of the digits of p are lost to the squares in the Gram matrix, and it is
// learned from the rows again, if that takes no more multiply-adds than so many.
constexpr double kIllConditioned = 1e8;
constexpr double kMostRowWork = 1e10;

constexpr Index kBlock = 2 * Moments::kBlock;  // sequences between two reports

// Where the singular values of S(x) end that count as heads, relative to the first.
constexpr double kLeastEvidence = 1e-9;
constexpr double kMostRounding = 1e-4;

void report(const Progress& progress, double fraction) {
  if (progress) progress(fraction);
}

Expected<Moments> gather(const Dataset& data, const Progress& progress) {
  Moments moments(data.shape);
  const std::span all(data.sequences);
  for (std::size_t first = 0; first < all.size(); first += kBlock) {
    const auto block = all.subspan(first, std::min<std::size_t>(kBlock, all.size() - first));
    if (auto added = moments.add(block); !added) return std::unexpected(added.error());
    report(progress, kGathered * static_cast<double>(first + block.size()) / static_cast<double>(all.size()));
  }
  return moments;
}

// Takes note of the solution, and returns its p.
Matrix record(Solution solution, Index d, Layer& layer) {
  layer.rows = solution.rows;
  layer.unknowns = solution.unknowns;
  layer.rank = solution.rank;
  layer.minimum_norm = solution.path == Path::primal_minimum_norm;
  layer.condition = solution.condition;
  layer.W = unfold(solution.p, d);
  return std::move(solution.p);
}

// Everything from the rows themselves, the certificate too.
Expected<Matrix> regress_on_rows(const Dataset& data, const Progress& progress, Learned& learned) {
  auto solved = solve_rows(data.sequences, data.shape.targets, progress);
  if (!solved) return std::unexpected(solved.error());
  learned.eigenvalues = std::move(solved->spectrum);
  learned.lambda_max = learned.eigenvalues(learned.eigenvalues.size() - 1);
  learned.certified_rank = solved->solution.rank;
  learned.lambda_min = solved->solution.rank == learned.unknowns ? learned.eigenvalues(0) : 0.0;
  return record(std::move(solved->solution), data.shape.d, learned);
}

Expected<void> solve_and_split(const Dataset& data, const Moments& moments, double lambda, const Progress& progress,
                               Learned& learned) {
  auto p = regress(moments, {.lambda = lambda, .progress = part_of(progress, kGathered, kSolved)}, learned);
  if (!p) return std::unexpected(p.error());
  if (learned.condition > kIllConditioned && learned.unknowns <= kWholeSpectrum &&
      static_cast<double>(learned.rows * learned.unknowns * learned.unknowns) < kMostRowWork) {
    p = regress_on_rows(data, part_of(progress, kSolved, kRefined), learned);
    if (!p) return std::unexpected(p.error());
  }
  const TestError error = test_error(*p, data.sequences, data.shape.targets);
  learned.error = error.mean();
  learned.relative_error = error.relative();
  report(progress, kRefined);
  const bool exact = learned.relative_error < kExactShare;
  if (auto heads = split_heads(*p, exact, learned.W.size(), learned); !heads) return std::unexpected(heads.error());
  if (learned.head_count == 0) {  // W is zero
    learned.value_maps.resize(data.shape.d_out, 0);
    learned.query_maps.resize(data.shape.d, 0);
  }
  report(progress, kSplit);
  return {};
}

// The whole spectrum, or its two ends.
Expected<void> add_certificate(const Moments& moments, const Progress& progress, Learned& learned) {
  if (learned.eigenvalues.size() > 0) return {};  // the rows have said it all
  auto certificate =
      learned.unknowns <= kWholeSpectrum ? certify(moments) : certify_extremes(moments, part_of(progress, kSplit, 1));
  if (!certificate) return std::unexpected(certificate.error());
  learned.lambda_min = certificate->lambda_min;
  learned.lambda_max = certificate->lambda_max;
  // Beyond the whole spectrum the certificate's rank is by pivots: where eigenvalues had to decide, theirs counts.
  learned.certified_rank = learned.minimum_norm ? learned.rank : certificate->rank;
  learned.eigenvalues = std::move(certificate->spectrum);
  return {};
}

}  // namespace

Expected<Matrix> regress(const Moments& moments, const RidgeOptions& options, Layer& layer) {
  auto solved = solve_ridge(moments, options);
  const bool may_be_open = options.lambda == 0 && feature_count(moments.shape().d) <= kMaxSpectrum;
  if (!solved && may_be_open) solved = solve_minimum_norm(moments);
  if (!solved) return std::unexpected(solved.error());
  return record(std::move(*solved), moments.shape().d, layer);
}

Expected<Model> split_heads(const Matrix& p, bool exact, Index shown, Layer& layer) {
  const Index d = layer.W.rows() / p.rows();
  const auto spectrum = head_spectrum(layer.W, d);
  if (!spectrum) return std::unexpected(spectrum.error());
  layer.sigma = spectrum->sigma;
  layer.head_count = spectrum->rank;
  // A zero W has rank 0 and still answers: with one head of zeros.
  Model model = heads_from(*spectrum, std::max<Index>(1, spectrum->rank));
  shown = std::min<Index>(shown, std::ssize(model.heads));
  layer.value_maps.resize(p.rows(), d * shown);
  layer.query_maps.resize(d, d * shown);
  for (Index h = 0; h < shown; ++h) {
    const Head& head = model.heads[static_cast<std::size_t>(h)];
    layer.value_maps.middleCols(h * d, d) = head.V;
    layer.query_maps.middleCols(h * d, d) = head.Q;
  }
  // Singular values of S(x) that rounding alone leaves in an ill-conditioned p are no heads.
  const double rounding = 8.0 * std::numeric_limits<double>::epsilon() * layer.condition;
  auto evidence = head_count_evidence(p, d, {.tolerance = std::clamp(rounding, kLeastEvidence, kMostRounding)});
  layer.distinct_heads = exact ? evidence.by_rank : evidence.by_gap;
  if (layer.head_count == 0) layer.distinct_heads = 0;
  layer.evidence = std::move(evidence.singular_values);
  return model;
}

Expected<Learned> learn(const Dataset& data, double lambda, const Progress& progress) {
  const auto moments = gather(data, progress);
  if (!moments) return std::unexpected(moments.error());
  Learned learned;
  auto done = solve_and_split(data, *moments, lambda, progress, learned);
  if (done) done = add_certificate(*moments, progress, learned);
  if (!done) return std::unexpected(done.error());
  report(progress, 1);
  return learned;
}

}  // namespace learner
