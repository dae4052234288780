#include "learner/learn.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "learner/certificate.hpp"
#include "learner/cholesky.hpp"
#include "learner/decompositions.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/loss.hpp"
#include "learner/random.hpp"
#include "learner/row_triangle.hpp"
#include "learner/singular_values.hpp"
#include "learner/token_units.hpp"

namespace learner {
namespace {

// Progress at the end of each stage.
constexpr double kGathered = 0.5;
constexpr double kRefined = 0.6;  // of what follows
constexpr double kSplit = 0.8;
constexpr double kCertified = 0.9;
// Of a regression, at the end of what the Gram matrix says.
constexpr double kBySums = 2.0 / 3;

// With a condition number above this half of the digits of p are lost to the squares in the Gram matrix.
constexpr double kIllConditioned = 1e8;
// Multiply-adds of the rows, their number times psi²: a minute or two.
constexpr double kMostRowWork = 2e11;

constexpr Index kBetweenReports = 2 * Moments::kBlock;  // sequences

// Where the singular values of S(x) end that count as heads, relative to the first.
constexpr double kLeastEvidence = 1e-9;
constexpr double kMostRounding = 1e-4;

void report(const Progress& progress, double fraction) {
  if (progress) progress(fraction);
}

// Takes note of the solution, and returns its p.
Matrix record(Solution solution, Index d, Layer& layer) {
  layer.rows = solution.rows;
  layer.unknowns = solution.unknowns;
  layer.rank = solution.rank;
  layer.minimum_norm = solution.path == Path::primal_minimum_norm;
  layer.condition = solution.condition;
  layer.digits = solution.digits;
  layer.W = unfold(solution.p, d);
  return std::move(solution.p);
}

// How many of the singular values of S(x) are more than twice as large as the largest that the noise of the targets
// alone would leave in their place, on average: that of coefficients drawn with the covariance of the error of p, what
// is left over times the inverse of the Gram matrix; in units of `sizes`, as the evidence is. None where the data leave
// p open. Cost psi³ / 6 and more, as one solution. Source: ours.
std::optional<Index> heads_above_noise(const HeadCountEvidence& evidence, const Matrix& p, const Moments& moments,
                                       const Vector& sizes) {
  constexpr double kAbove = 2.0;
  const auto rows = static_cast<double>(moments.rows());
  const double freedom = rows - static_cast<double>(p.cols());
  const auto loss = QuadraticLoss::around(moments, p);
  const auto factor = Cholesky::factor(moments.gram(), pivot_tolerance(p.cols()));
  if (!loss || !factor || freedom <= 0.0) return std::nullopt;
  const double variance = loss->reference_value() / static_cast<double>(p.rows()) * rows / freedom;
  Random random(1);
  const Matrix noise =
      solve_lower_transposed(factor->lower(), random.gaussian(p.cols(), p.rows(), std::sqrt(variance)));
  const double level = head_count_evidence(in_units(noise.transpose(), sizes), moments.shape().d).singular_values(0);
  return std::max<Index>(1, (evidence.singular_values.array() > kAbove * level).count());
}

bool can_ask_rows(const Moments& moments) {
  const auto size = static_cast<double>(feature_count(moments.shape().d));
  return static_cast<double>(moments.rows()) * size * size < kMostRowWork;
}

// Whether tokens are so little apart, as numbers with a large offset beside a constant are, that products of three of
// their differences are lost in the rounding of the features. Differences that are rounding themselves are none.
// Cost O(d^2) a token.
bool hide_directions(const Moments& moments, const Replay& replay) {
  constexpr double kNear = 100.0;  // products of three are smaller than the cube of the singular value by up to this
  const Index d = moments.shape().d;
  Vector squares = Vector::Zero(d);
  replay([&](std::span<const Sequence> sequences) {
    for (const Sequence& sequence : sequences) squares += sequence.Z.rowwise().squaredNorm();
  });
  RowTriangle tokens(squares.unaryExpr([](double sum) { return sum > 0.0 ? std::sqrt(sum) : 1.0; }), 0);
  replay([&](std::span<const Sequence> sequences) {
    for (const Sequence& sequence : sequences)
      for (Index t = 0; t < sequence.n(); ++t) tokens.add(sequence.Z.col(t), Vector());
  });
  tokens.finish();
  const auto svd = singular_values(tokens.R());
  if (!svd) return true;
  const double rounding =
      (static_cast<double>(feature_count(d)) + static_cast<double>(moments.rows()) / 128.0) * 0x1p-52;
  return std::ranges::any_of(svd->sigma, [&](double sigma) {
    const double share = sigma / svd->sigma(0);
    return share > tokens.cut() && share * share * share < kNear * rounding;
  });
}

// Whether the rank of the rows may be larger than rounding lets it seem.
bool hides_rank(const RowSolution& by_rows, const Moments& moments, const Replay& replay) {
  if (by_rows.spectrum.rank == feature_count(moments.shape().d)) return false;
  return by_rows.may_lose_rows || hide_directions(moments, replay);
}

constexpr double kLeastSquare = 0x1p-960;  // a square below it has lost digits or vanished

// Whether products of tokens, and targets, are numbers that squares can be made of. Asks the sequences only where one
// is not.
Expected<void> check_sizes(const Moments& moments, const Replay& replay) {
  const Index d = moments.shape().d;
  const Vector squares = moments.gram_diagonal();
  const auto vanishes = [&](Index j) { return squares(folded_index(j, j, j, d)) < kLeastSquare; };
  bool any = moments.squared_targets() == 0.0;
  for (Index j = 0; j < d; ++j) any = any || vanishes(j);
  if (!any) return {};
  Vector asks = Vector::Zero(d);  // the largest number of tokens that ask, in each coordinate
  double target = 0.0;
  replay([&](std::span<const Sequence> sequences) {
    for (const auto& [Z, Y] : sequences) {
      asks = asks.cwiseMax(Z.rightCols(Y.cols()).rowwise().lpNorm<Eigen::Infinity>());
      target = std::max(target, Y.lpNorm<Eigen::Infinity>());
    }
  });
  if (moments.squared_targets() == 0.0 && target > 0.0) return too_small_targets();
  for (Index j = 0; j < d; ++j) {
    if (!vanishes(j) || !(asks(j) > 0.0)) continue;
    return fail(
        "Coordinate %1 of the tokens is so small that products of three of its values vanish: multiply it by a power "
        "of ten.",
        j + 1);
  }
  return {};
}

void take_spectrum(RowSpectrum spectrum, Learned& learned) {
  learned.certified_rank = spectrum.rank;
  learned.lambda_max = spectrum.lambda_max;
  learned.lambda_min = spectrum.lambda_min;
  learned.eigenvalues = std::move(spectrum.values);
}

Expected<void> solve_and_split(const Moments& moments, const Source& source, double lambda, const Progress& progress,
                               Learned& learned) {
  const auto& [d, d_out, targets] = moments.shape();
  auto solved =
      regress(moments, source.replay, {.lambda = lambda, .progress = part_of(progress, 0, kRefined)}, learned);
  if (!solved) return std::unexpected(solved.error());
  if (solved->spectrum) take_spectrum(std::move(*solved->spectrum), learned);
  const auto error = source.error(solved->p);
  if (!error) return std::unexpected(error.error());
  if (auto fits = check_fit(*error); !fits) return fits;
  learned.error = error->mean();
  learned.relative_error = std::min(1.0, error->relative());
  report(progress, kRefined);
  const bool exact = learned.relative_error < kExactShare;
  if (auto heads = split_heads(solved->p, moments, exact, learned.W.size(), learned); !heads)
    return std::unexpected(heads.error());
  if (learned.head_count == 0) {  // W is zero
    learned.value_maps.resize(d_out, 0);
    learned.query_maps.resize(d, 0);
  }
  report(progress, kSplit);
  return {};
}

// The whole spectrum, or its two ends.
Expected<void> add_certificate(const Moments& moments, const Replay& replay, const Progress& progress,
                               Learned& learned) {
  if (learned.lambda_max > 0) return {};  // the rows have said it all
  auto certificate = learned.unknowns <= kWholeSpectrum
                         ? certify(moments)
                         : certify_extremes(moments, part_of(progress, kSplit, kCertified));
  if (!certificate) return std::unexpected(certificate.error());
  // With a penalty the Gram matrix was solved where it has no full rank of its own.
  const bool doubtful = certificate->rank < learned.unknowns;
  learned.rank_in_doubt = learned.rank_in_doubt || (doubtful && !can_ask_rows(moments));
  if (doubtful && can_ask_rows(moments)) {
    auto by_rows = solve_rows(moments, replay, 0, part_of(progress, kCertified, 1));
    if (!by_rows) return std::unexpected(by_rows.error());
    learned.rank_in_doubt = hides_rank(*by_rows, moments, replay);
    take_spectrum(std::move(by_rows->spectrum), learned);
    return {};
  }
  learned.lambda_min = certificate->lambda_min;
  learned.lambda_max = certificate->lambda_max;
  // Beyond the whole spectrum the certificate's rank is by pivots: where eigenvalues had to decide, theirs counts.
  learned.certified_rank = learned.minimum_norm ? learned.rank : certificate->rank;
  learned.eigenvalues = std::move(certificate->spectrum);
  return {};
}

}  // namespace

Expected<Regression> regress(const Moments& moments, const Replay& replay, const RidgeOptions& options, Layer& layer) {
  const Index d = moments.shape().d;
  if (const auto valid = validate(options); !valid) return std::unexpected(valid.error());
  if (!std::isfinite(options.lambda * static_cast<double>(moments.rows())))
    return fail("The penalty λ (lambda) is too large to be computed with: take a smaller one.");
  if (const auto valid = check_sizes(moments, replay); !valid) return std::unexpected(valid.error());
  auto solved = try_ridge(moments, {.lambda = options.lambda,
                                    .refinements = options.refinements,
                                    .progress = part_of(options.progress, 0.0, kBySums)});
  const bool doubtful = !solved || !(solved->condition <= kIllConditioned);
  if (doubtful && can_ask_rows(moments)) {
    auto by_rows = solve_rows(moments, replay, options.lambda, part_of(options.progress, kBySums, 1.0));
    if (!by_rows) return std::unexpected(by_rows.error());
    layer.rank_in_doubt = hides_rank(*by_rows, moments, replay);
    return Regression{.p = record(std::move(by_rows->solution), d, layer), .spectrum = std::move(by_rows->spectrum)};
  }
  layer.rank_in_doubt = doubtful;
  auto solution = solved ? Expected<Solution>(*std::move(solved)) : solve_open(moments, options.lambda, solved.error());
  if (!solution) return std::unexpected(solution.error());
  return Regression{.p = record(std::move(*solution), d, layer)};
}

Expected<void> check_fit(const TestError& error) {
  constexpr double kRounding = 1e-9;
  if (error.relative() <= 1.0 + kRounding) return {};
  return fail(
      "Rounding has the last word in these data: the best layer that could be computed answers them worse than 0 "
      "would. Subtract a usual value from each number of the tokens, such as the first year from every year, and add "
      "a number that is always 1, or set the penalty λ (lambda) above 0.");
}

Expected<Model> split_heads(const Matrix& p, const Moments& moments, bool exact, Index shown, Layer& layer) {
  const Index d = layer.W.rows() / p.rows();
  auto spectrum = head_spectrum(layer.W, d);
  if (!spectrum) return std::unexpected(spectrum.error());
  layer.sigma = spectrum->sigma;
  const bool ill = layer.condition > kIllConditioned;
  Vector sizes = token_sizes(moments);
  const bool in_sizes = ill || are_uneven(sizes);
  if (!in_sizes) sizes.setOnes();
  const Matrix scaled = in_units(p, sizes);
  if (in_sizes) spectrum = ill ? head_spectrum(unfold(scaled, d), d, 0) : head_spectrum(unfold(scaled, d), d);
  if (!spectrum) return std::unexpected(spectrum.error());
  layer.head_count = spectrum->rank;
  // A zero W has rank 0 and still answers: with one head of zeros.
  Model model = heads_from(*spectrum, std::max<Index>(1, spectrum->rank));
  if (in_sizes) model = out_of_units(std::move(model), sizes);
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
  auto evidence = head_count_evidence(scaled, d, {.tolerance = std::clamp(rounding, kLeastEvidence, kMostRounding)});
  layer.distinct_heads =
      exact ? evidence.by_rank : heads_above_noise(evidence, p, moments, sizes).value_or(evidence.by_gap);
  if (layer.head_count == 0) layer.distinct_heads = 0;
  layer.evidence = std::move(evidence.singular_values);
  return model;
}

Expected<Learned> learn(const Moments& moments, const Source& source, double lambda, const Progress& progress) {
  Learned learned;
  auto done = solve_and_split(moments, source, lambda, progress, learned);
  if (done) done = add_certificate(moments, source.replay, progress, learned);
  if (!done) return std::unexpected(done.error());
  report(progress, 1);
  return learned;
}

Expected<Moments> gather(const Dataset& data, const MomentsPart& part, const Progress& progress) {
  Moments moments(data.shape, part);
  const std::span all(data.sequences);
  for (std::size_t first = 0; first < all.size(); first += kBetweenReports) {
    const auto block = all.subspan(first, std::min<std::size_t>(kBetweenReports, all.size() - first));
    if (auto added = moments.add(block); !added) return std::unexpected(added.error());
    report(progress, static_cast<double>(first + block.size()) / static_cast<double>(all.size()));
  }
  return moments;
}

Expected<Learned> learn(const Dataset& data, const Moments& moments, double lambda, const Progress& progress) {
  const Source source{
      .replay = [&](const auto& take) { take(data.sequences); },
      .error = [&](const Matrix& p) { return test_error(p, data.sequences, data.shape.targets); },
  };
  return learn(moments, source, lambda, progress);
}

Expected<Learned> learn(const Dataset& data, double lambda, const Progress& progress) {
  const auto moments = gather(data, {}, part_of(progress, 0, kGathered));
  if (!moments) return std::unexpected(moments.error());
  return learn(data, *moments, lambda, part_of(progress, kGathered, 1));
}

}  // namespace learner
