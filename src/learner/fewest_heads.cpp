#include "learner/fewest_heads.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/alternating.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/token_units.hpp"

namespace learner {
namespace {

constexpr Index kLook = 50;        // steps between two looks at the error
constexpr double kStalled = 0.98;  // a start ends when the error of a look is above this part of the last one's

struct Candidate {
  Model model;
  HeadPath path = HeadPath::none;
  double error = std::numeric_limits<double>::infinity();
  Vector kernel = {};
  Model start = {};  // before the polish
};

// A part of all work, as fractions of it.
struct Part {
  double begin = 0.0, end = 1.0;

  double at(double fraction) const { return begin + (end - begin) * fraction; }
  Part within(double from, double to) const { return {at(from), at(to)}; }
  // The one of `count` equal parts.
  Part one_of(Index i, Index count) const {
    const double n = static_cast<double>(count);
    return within(static_cast<double>(i) / n, static_cast<double>(i + 1) / n);
  }
};

// The first whose mean loss exceeds the least by no more than two standard errors of that difference, sequence
// by sequence: the least alone would often be one head too many, by luck. And by no more than half, unless it sums to
// `rounding`: where a few sequences make all of a loss, its mean is within two standard errors of nothing.
std::size_t first_as_good_as_best(const std::vector<Vector>& losses, double rounding) {
  constexpr double kMost = 1.5;
  const Vector& best = *std::ranges::min_element(losses, {}, [](const Vector& loss) { return loss.sum(); });
  const double most = std::max(kMost * best.sum(), rounding);
  const double count = static_cast<double>(best.size());
  const auto is_as_good = [&](const Vector& loss) {
    const Vector excess = loss - best;
    const double mean = excess.mean();
    const double spread = (excess.array() - mean).matrix().norm();
    return mean <= 2.0 * spread / std::sqrt(count * std::max(1.0, count - 1.0)) && loss.sum() <= most;
  };
  return static_cast<std::size_t>(std::ranges::find_if(losses, is_as_good) - losses.begin());
}

class Search {
 public:
  Search(const Matrix& p, Index d, const FewestHeadsOptions& options)
      : p_(p), d_(d), options_(options), random_(Random(options.seed).split(1)), slices_(p, d, options.seed) {
    report_.evidence = head_count_evidence(slices_, {.tolerance = options.tolerance});
  }

  Expected<HeadReport> run() {
    Expected<Candidate> found;
    if (options_.count_by == HeadCountBy::rank) {
      found = exact();
    } else if (options_.count_by == HeadCountBy::held_out && options_.heads == 0) {
      found = tried();
    } else {
      found = noisy(options_.heads > 0 ? options_.heads : report_.evidence.by_gap, {});
    }
    if (!found) return std::unexpected(found.error());
    report_.heads = std::ssize(found->model.heads);
    report_.model = std::move(found->model);
    report_.path = found->path;
    report_.error = found->error;
    report_.kernel = std::move(found->kernel);
    report_.start = std::move(found->start);
    return std::move(report_);
  }

 private:
  bool is_p(const Candidate& candidate) const { return candidate.error <= options_.tolerance; }

  Candidate measured(Model model, HeadPath path, Vector kernel = {}) const {
    const double error = relative_distance(folded_coefficients(model), p_);
    return {.model = std::move(model), .path = path, .error = error, .kernel = std::move(kernel)};
  }

  // The better of the null spaces that apply; the side of the queries is asked only when that of the values fails.
  Expected<Candidate> null_space(Index heads) {
    Candidate best;
    for (const Side side : {Side::values, Side::queries}) {
      if (!null_space_applies(d_, p_.rows(), heads, side) || is_p(best)) continue;
      auto found = null_space_heads(slices_, heads, side);
      if (!found) return std::unexpected(found.error());
      const auto path = side == Side::values ? HeadPath::value_null_space : HeadPath::query_null_space;
      Candidate candidate = measured(std::move(found->model), path, std::move(found->spectrum));
      if (candidate.error < best.error) best = std::move(candidate);
    }
    return best;
  }

  Candidate from_random_start(Index heads, Part part) {
    ++report_.starts;
    return from_start(random_heads(d_, p_.rows(), heads, random_), HeadPath::alternating, part);
  }

  Candidate from_start(const Model& start, HeadPath path, Part part) {
    AlternatingLeastSquares fit(p_, start);
    double last = 1.0;
    while (fit.steps() < options_.steps) {
      fit.step();
      progress(part.one_of(fit.steps() - 1, options_.steps).end);
      if (fit.steps() % kLook != 0) continue;
      const double error = fit.error();
      // Three digits beyond the tolerance cost few steps: the convergence is linear.
      if (error < 1e-3 * options_.tolerance || error > kStalled * last) break;
      last = error;
    }
    return measured(fit.model(), path);
  }

  Candidate alternating(Index heads, Part part) {
    Candidate best;
    for (Index start = 0; start < options_.restarts && !is_p(best); ++start) {
      const Part mine = part.one_of(start, options_.restarts);
      Candidate candidate = from_random_start(heads, mine);
      if (candidate.error < best.error) best = std::move(candidate);
      progress(mine.end);
    }
    return best;
  }

  Expected<Candidate> exact() {
    const Index first = options_.heads > 0 ? options_.heads : std::min(report_.evidence.by_rank, known_heads());
    const Index most = options_.max_heads > 0 ? options_.max_heads : std::max(first, generic_head_bound(d_, p_.rows()));
    const Index last = options_.heads > 0 ? options_.heads : std::min(most, known_heads());
    if (first > last) return known_or_plain();
    auto best = null_space(first);
    if (!best || is_p(*best)) return best;
    for (Index heads = first; heads <= last; ++heads) {
      Candidate candidate = alternating(heads, Part().one_of(heads - first, last - first + 1));
      if (is_p(candidate)) return candidate;
      if (candidate.error < best->error) best = std::move(candidate);
    }
    return options_.heads > 0 ? best : known_or_plain();
  }

  Index known_heads() const {
    return options_.known ? std::ssize(options_.known->heads) : std::numeric_limits<Index>::max();
  }

  Expected<Candidate> known_or_plain() {
    auto best = plain();
    if (!best || known_heads() > std::ssize(best->model.heads)) return best;
    return from_start(*options_.known, HeadPath::known, {.begin = 1.0, .end = 1.0});
  }

  Expected<Candidate> noisy(Index heads, Part part) {
    auto found = null_space(heads);
    if (!found) return found;
    if (found->model.heads.empty()) found = alternating(heads, part.within(0.0, 0.5));
    return is_p(*found) ? found : polished(std::move(*found), part.within(0.5, 1.0));
  }

  Candidate polished(Candidate candidate, Part part) {
    const bool weighted = options_.data && std::ssize(candidate.model.heads) * d_ * d_ <= kMaxPolishUnknowns;
    AlternatingLeastSquares fit = weighted ? AlternatingLeastSquares(*options_.data, candidate.model)
                                           : AlternatingLeastSquares(p_, candidate.model);
    for (Index step = 0; step < options_.polish_steps; ++step) {
      fit.step();
      progress(part.one_of(step, options_.polish_steps).end);
    }
    report_.polish_steps = options_.polish_steps;
    if (weighted && std::ssize(candidate.model.heads) * d_ * (p_.rows() + d_) <= kMaxJointUnknowns)
      fit.fit_together(options_.joint_steps, [&] { progress(part.end); });
    Candidate better = measured(fit.model(), candidate.path, std::move(candidate.kernel));
    better.start = std::move(candidate.model);
    return better;
  }

  // Every number of heads, and last p itself with the heads of the plain decomposition; held-out data choose.
  Expected<Candidate> tried() {
    const Index last = options_.max_heads > 0 ? options_.max_heads : std::min(d_, p_.rows());
    std::vector<Candidate> candidates;
    std::vector<Vector> losses;
    for (Index heads = 1; heads <= last; ++heads) {
      const Part mine = Part().one_of(heads - 1, last + 1);
      auto candidate = noisy(heads, mine);
      if (!candidate) return candidate;
      losses.push_back(losses_of(candidate->model));
      report_.trials.push_back(test_error(candidate->model, options_.held_out, options_.targets).relative());
      candidates.push_back(std::move(*candidate));
      progress(mine.end);
    }
    losses.push_back(losses_of(p_));
    const double answers = test_error(p_, options_.held_out, options_.targets).squared_targets;
    const std::size_t chosen = first_as_good_as_best(losses, options_.tolerance * options_.tolerance * answers);
    if (chosen == candidates.size()) return plain();
    return std::move(candidates[chosen]);
  }

  // Squared error of every held-out sequence.
  template <class Predictor>
  Vector losses_of(const Predictor& predictor) const {
    Vector losses(std::ssize(options_.held_out));
    for (Index i = 0; i < losses.size(); ++i) {
      const auto one = options_.held_out.subspan(static_cast<std::size_t>(i), 1);
      losses(i) = test_error(predictor, one, options_.targets).squared_error;
    }
    return losses;
  }

  Expected<Candidate> plain() const {
    const auto spectrum = head_spectrum(unfold(p_, d_), d_, options_.tolerance * 1e-3);
    if (!spectrum) return std::unexpected(spectrum.error());
    return measured(heads_from(*spectrum, spectrum->rank), HeadPath::singular_values);
  }

  // Never falling, whatever the order in which the parts report.
  void progress(double fraction) {
    done_ = std::max(done_, fraction);
    if (options_.progress) options_.progress(done_);
  }

  const Matrix& p_;
  Index d_;
  const FewestHeadsOptions& options_;
  Random random_;
  HeadSlices slices_;
  HeadReport report_;
  double done_ = 0.0;
};

Expected<void> check(const Matrix& p, Index d, const FewestHeadsOptions& options) {
  const Index most = std::min(p.rows() * d, d * d);
  if (!p.allFinite()) return fail("The coefficients are not finite numbers: raise lambda or check the data.");
  if (options.heads < 0 || options.heads > most || options.max_heads < 0 || options.max_heads > most) {
    return fail("Between 1 and %1 heads can be asked for here, or 0 to have them counted.", most);
  }
  if (options.count_by == HeadCountBy::held_out && options.held_out.empty()) {
    return fail(
        "Counting heads on held-out data needs sequences that p was not fitted to: give some, or count by gap.");
  }
  return validate({.d = d, .d_out = p.rows(), .targets = options.targets}, options.held_out);
}

HeadReport no_heads(const Matrix& p, Index d) {
  HeadReport report;
  report.model.heads.push_back({Matrix::Zero(p.rows(), d), Matrix::Zero(d, d)});
  report.evidence.singular_values = Vector::Zero(std::min(d, p.rows()));
  return report;
}

// The same search, with the coordinates of tokens in units of `sizes` and targets in `unit`, powers of two.
Expected<HeadReport> found_in_units(const Matrix& p, FewestHeadsOptions options, const Vector& sizes, double unit) {
  const Moments data = options.data->in_units(sizes, unit);
  const auto own = options.held_out;
  std::vector<Sequence> held_out(own.begin(), own.end());
  for (auto& [Z, Y] : held_out) {
    Z = sizes.cwiseInverse().asDiagonal() * Z;
    Y /= unit;
  }
  Model known = options.known ? out_of_units(*options.known, sizes.cwiseInverse()) : Model();
  for (Head& head : known.heads) head.V /= unit;
  options.data = &data;
  options.held_out = held_out;
  if (options.known) options.known = &known;
  auto report = fewest_heads(in_units(p, sizes) / unit, sizes.size(), options);
  if (!report) return report;
  for (Model* model : {&report->model, &report->start}) {
    *model = out_of_units(std::move(*model), sizes);
    for (Head& head : model->heads) head.V *= unit;
  }
  if (!own.empty()) report->held_out = test_error(report->model, own, options.targets);
  return report;
}

}  // namespace

Index generic_head_bound(Index d, Index d_out) {
  assert(d >= 1 && d_out >= 1);
  if (d_out == 1) return d;
  const Index maps = d_out * d + d * d;
  Index heads = 1;
  while (heads * (maps - heads) < d_out * feature_count(d)) ++heads;
  return heads;
}

Expected<HeadReport> fewest_heads(const Matrix& p, Index d, const FewestHeadsOptions& options) {
  assert(p.rows() >= 1 && p.cols() == feature_count(d));
  assert(!options.data || (options.data->shape().d == d && options.data->shape().d_out == p.rows()));
  if (auto valid = check(p, d, options); !valid) return std::unexpected(valid.error());
  if (options.data)
    if (const Vector sizes = token_sizes(*options.data); are_uneven(sizes))
      return found_in_units(p, options, sizes, 1.0);
  Expected<HeadReport> report = p.isZero(0.0) ? no_heads(p, d) : Search(p, d, options).run();
  if (!report) return report;
  if (!options.held_out.empty()) report->held_out = test_error(report->model, options.held_out, options.targets);
  if (options.progress) options.progress(1.0);
  return report;
}

Expected<std::optional<HeadReport>> enough_heads(const Matrix& p, Index d, FewestHeadsOptions options, double enough,
                                                 const std::function<Expected<double>(const Model&)>& error_of) {
  // In units of their size, or squares of very large and very small numbers would be infinite or 0.
  const Moments& data = *options.data;
  const Vector sizes = token_sizes(data);
  const double square = data.squared_targets() / static_cast<double>(data.rows() * p.rows());
  const double unit = square > 0.0 ? std::ldexp(1.0, std::ilogb(square) / 2) : 1.0;
  options.count_by = HeadCountBy::gap;
  const Index most = std::min({std::exchange(options.max_heads, 0), p.rows() * d, d * d, kMaxPolishUnknowns / (d * d)});
  for (options.heads = 1; options.heads <= most; ++options.heads) {
    auto found = found_in_units(p, options, sizes, unit);
    if (!found) return std::unexpected(found.error());
    const auto error = error_of(found->model);
    if (!error) return std::unexpected(error.error());
    if (*error <= enough) return std::move(*found);
  }
  return std::nullopt;
}

}  // namespace learner
