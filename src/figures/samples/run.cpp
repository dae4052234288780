#include "figures/samples/run.hpp"

#include <algorithm>
#include <cmath>

#include "figures/samples/evaluator.hpp"
#include "learner/certificate.hpp"
#include "learner/condensed_sequence.hpp"
#include "learner/dual.hpp"
#include "learner/features.hpp"

namespace figures::samples {
namespace {

constexpr std::int32_t kFresh = 2048;
// Data sets are far-apart stretches of one endless stream of sequences.
constexpr Index kApart = Index{1} << 20;
constexpr double kFewestReference = 16384;
constexpr double kMostReference = 65536;

double cubed(double x) { return x * x * x; }

bool is_softmax(const Values& values) { return values.choice("labels") == "softmax"; }
bool is_all(const Values& values) { return values.choice("targets") == "all"; }

// Independent equations of one sequence, for each output.
double equations(const Values& values) { return is_all(values) ? std::min(values.number("n"), values.number("d")) : 1; }

// Four times the largest data set at the least, so that what the reference is off by stays a correction.
std::int32_t reference_size(const Values& values) {
  if (!is_softmax(values)) return 0;
  return static_cast<std::int32_t>(std::clamp(8 * values.number("most"), kFewestReference, kMostReference));
}

// The value at `share` of the way through rising numbers, between neighbours in proportion.
double quantile(const std::vector<double>& rising, double share) {
  const double place = share * static_cast<double>(rising.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, rising.size() - 1);
  return rising[below] + (place - static_cast<double>(below)) * (rising[above] - rising[below]);
}

// Multiply-adds, by part.
struct Work {
  explicit Work(const Values& values)
      : d(values.number("d")), q(d * (d + 1) / 2), psi(q * d), equations_(equations(values)) {
    const double n = values.number("n");
    const double asked = is_all(values) ? n : 1;
    const double heads = values.number("H");
    const double draw = 25 * n * d + heads * (n * d * (asked + d) + asked * d * d);
    const double soft = is_softmax(values) ? heads * asked * n * (2 * d + 25) : 0;
    sequence = draw + soft + (is_all(values) ? q * (q + 1) * (q + 2) / 6 : q * q * (q + 1) / 2);
    singular = values.number("lambda") == 0 && n == 1;
    penalised = values.number("lambda") > 0;
  }
  double solve(double N) const {
    const double rows = N * equations_;
    const double measure = psi * psi * d;
    if (!penalised && rows <= psi) return measure + cubed(rows) / 6 + rows * rows * (q + d) + rows * psi * d;
    return measure + (singular ? 9 * cubed(psi) : cubed(psi) / 6 + 5 * psi * psi * d);
  }

  double d, q, psi, equations_;
  double sequence = 0;  // drawn, labelled, added to the moments
  bool singular = false;
  bool penalised = false;
};

// One data set as it grows.
struct Collection {
  Moments moments;
  std::vector<learner::Sequence> first;  // as few equations as unknowns, for the dual
  Matrix p;                              // the last fit
};

class Run {
 public:
  Run(const Values& values, Source source, Reporter<Result>& reporter)
      : source_(std::move(source)), reporter_(reporter), work_(values), sizes_(sample_sizes(values)) {
    result_.softmax = is_softmax(values);
    result_.all = is_all(values);
    result_.d = values.integer("d");
    result_.n = values.integer("n");
    result_.heads = values.integer("H");
    result_.noise = values.number("noise");
    result_.lambda = values.number("lambda");
    result_.unknowns = static_cast<std::int32_t>(work_.psi);
    result_.visible = static_cast<std::int32_t>(visible_features(values));
    result_.threshold = samples_threshold(values);
    result_.most = values.integer("most");
    result_.planned = std::ssize(sizes_);
    result_.fresh = kFresh;
    result_.reference = reference_size(values);
    result_.excess = Matrix::Zero(values.integer("sets"), std::ssize(sizes_));
    sets_.resize(static_cast<std::size_t>(values.integer("sets")), {Moments(source_.shape()), {}, {}});
    total_ = work(values);
  }

  Expected<Result> go() {
    auto evaluator = make_evaluator();
    if (!evaluator) return std::unexpected(evaluator.error());
    reporter_.begin(1);
    for (const double N : sizes_) {
      for (std::size_t set = 0; set < sets_.size(); ++set) {
        if (auto done = learn(*evaluator, set, static_cast<Index>(N)); !done) return std::unexpected(done.error());
        spend(work_.solve(N));
      }
      summarise(N);
      if (!result_.complete() && reporter_.wants_preview()) reporter_.preview(result_);
    }
    check(*evaluator);
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  void spend(double multiply_adds) {
    spent_ += multiply_adds;
    reporter_.report(std::min(0.999, spent_ / total_));
  }

  Expected<Evaluator> make_evaluator() {
    reporter_.begin(0);
    auto evaluator = Evaluator::make(source_,
                                     {.fresh = result_.fresh,
                                      .reference = result_.reference,
                                      .noise = result_.noise,
                                      .lambda = result_.lambda,
                                      .singular = result_.visible < result_.unknowns},
                                     [this](Index count) { spend(static_cast<double>(count) * work_.sequence); });
    if (!evaluator) return evaluator;
    const auto certificate = learner::certify(evaluator->questions());
    if (!certificate) return std::unexpected(certificate.error());
    result_.rank = certificate->rank;
    result_.smallest = certificate->lambda_min;
    result_.signal = evaluator->signal();
    result_.floor = evaluator->floor();
    result_.kept = evaluator->kept();
    result_.floor_doubt = evaluator->doubt();
    result_.measured_floor = evaluator->measured_floor();
    return evaluator;
  }

  // Lets data set `set` grow to N sequences.
  Expected<void> grow(std::size_t set, Index N) {
    constexpr Index kBlock = 512;
    Collection& collection = sets_[set];
    const double most_kept = work_.psi / work_.equations_;
    while (collection.moments.sequences() < N) {
      const Index seen = collection.moments.sequences();
      const Index count = std::min(kBlock, N - seen);
      const auto block = source_.block(Split::train, static_cast<Index>(set) * kApart + seen, count);
      if (auto added = collection.moments.add(block); !added) return added;
      for (const Sequence& sequence : block) {
        if (static_cast<double>(collection.first.size()) > most_kept) break;
        collection.first.push_back(result_.all ? learner::condensed(sequence) : sequence);
      }
      spend(static_cast<double>(count) * work_.sequence);
    }
    return {};
  }

  // With fewer equations than unknowns the fit of least norm, by the kernel of the sequences; else by the moments.
  Expected<Matrix> solve(const Collection& collection, Index N) const {
    const double rows = static_cast<double>(N) * work_.equations_;
    if (result_.lambda == 0 && rows <= result_.visible) {
      const auto some = std::span(collection.first).first(static_cast<std::size_t>(N));
      const auto solution = learner::solve_dual(some, source_.shape().targets);
      if (!solution) return std::unexpected(solution.error());
      return learner::coefficients(*solution);
    }
    return fit(collection.moments, result_.lambda, result_.visible < result_.unknowns);
  }

  Expected<void> learn(const Evaluator& evaluator, std::size_t set, Index N) {
    if (auto grown = grow(set, N); !grown) return grown;
    auto p = solve(sets_[set], N);
    if (!p) return std::unexpected(p.error());
    result_.excess(static_cast<Index>(set), std::ssize(result_.N)) = evaluator.excess(*p);
    sets_[set].p = std::move(*p);
    return {};
  }

  void summarise(double N) {
    std::vector<double> rising;
    for (const double excess : result_.excess.col(std::ssize(result_.N))) {
      rising.insert(std::ranges::upper_bound(rising, excess), excess);
    }
    result_.N.push_back(N);
    result_.low.push_back(quantile(rising, 0.25));
    result_.median.push_back(quantile(rising, 0.5));
    result_.high.push_back(quantile(rising, 0.75));
  }

  // Means over the data sets at the largest N, and what they should be.
  void check(const Evaluator& evaluator) {
    const auto count = static_cast<double>(sets_.size());
    const bool decided = result_.N.back() >= result_.threshold;
    for (const Collection& collection : sets_) {
      result_.measured_error += evaluator.error(collection.p) / count;
      if (decided && !result_.softmax) result_.expected_excess += evaluator.expected_excess(collection.moments) / count;
    }
    result_.mean_excess = result_.excess.rightCols(1).mean();
  }

  Source source_;
  Reporter<Result>& reporter_;
  Work work_;
  std::vector<double> sizes_;
  Result result_;
  std::vector<Collection> sets_;
  double spent_ = 0;
  double total_ = 1;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  auto source = Source::open(request.values);
  if (!source) return std::unexpected(source.error());
  return Run(request.values, std::move(*source), reporter).go();
}

double visible_features(const Values& values) {
  const double d = values.number("d");
  return values.integer("n") == 1 ? d * (d + 1) * (d + 2) / 6 : d * d * (d + 1) / 2;
}

double samples_threshold(const Values& values) { return std::ceil(visible_features(values) / equations(values)); }

std::vector<double> sample_sizes(const Values& values) {
  const double threshold = samples_threshold(values);
  const double most = values.number("most");
  double power = 1;
  while (2 * power <= threshold / 8 && 16 * power <= most) power *= 2;
  std::vector<double> sizes;
  for (; power <= most; power *= 2) {
    sizes.push_back(power);
    const double between = std::round(power * std::sqrt(2.0));
    if (between > power && between <= most) sizes.push_back(between);
  }
  const auto place = std::ranges::lower_bound(sizes, threshold);
  const bool stands = place != sizes.end() && *place == threshold;
  if (threshold <= most && !stands) sizes.insert(place, threshold);
  return sizes;
}

double work(const Values& values) {
  const Work work(values);
  const double sets = values.number("sets");
  double total = (static_cast<double>(kFresh + reference_size(values)) + sets * values.number("most")) * work.sequence;
  for (const double N : sample_sizes(values)) total += sets * work.solve(N);
  return total + 4.0 / 3 * cubed(work.psi) + sets * cubed(work.psi);
}

}  // namespace figures::samples
