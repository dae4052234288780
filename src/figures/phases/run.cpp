// Runs the six phases one by one: the learner's part of figure "phases".

#include "figures/phases/phases.hpp"
#include "learner/softmax/net_search.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/value_sum.hpp"

namespace figures::phases {
namespace {

using learner::ConvexBody;
using learner::SoftmaxHead;
using learner::SoftmaxLayer;

constexpr Index kBlock = 256;        // sequences between two reports
constexpr double kCloser = 1.0 / 3;  // phase 4 has a better sum, so its tolerance of agreement is smaller by this
// The box that holds the Theta_i, in deviations of an entry: what the paper calls a bound on them, known beforehand.
constexpr double kBoxDeviations = 4;
constexpr double kMostSubsets = 50000;
constexpr Index kFresh = 200;
// Shares of the run at the end of data, and of each phase.
constexpr std::array kDone = {0.35, 0.4, 0.5, 0.55, 0.65, 0.8, 1.0};

// |found - truth| / |truth|, a norm of 0 counting as 1.
double relative_error(const Matrix& found, const Matrix& truth) {
  return (found - truth).norm() / or_one(truth.norm());
}

// 10, 20, 50, 100, .. and N itself.
std::vector<Index> ladder(Index N) {
  std::vector<Index> counts;
  for (Index power = 10; power < N; power *= 10)
    for (const Index factor : {1, 2, 5})
      if (factor * power < N) counts.push_back(factor * power);
  counts.push_back(N);
  return counts;
}

bool is_one_token(const Sequence& sequence) { return (sequence.Z.colwise() - sequence.Z.col(0)).isZero(0.0); }

Expected<learner::SignTask> task_of(const Values& values) {
  const auto seed = static_cast<std::uint64_t>(values.integer("seed"));
  auto task = learner::random_sign_task(
      {.d = values.integer("d"), .k = values.integer("k"), .heads = values.integer("m"), .seed = seed});
  if (!task) return task;
  SoftmaxLayer layer = task->truth();
  for (SoftmaxHead& head : layer.heads) head.Theta *= values.number("scale");
  return learner::SignTask(std::move(layer), values.integer("k"), 0, seed);
}

// --- Phases ---------------------------------------------------------------------------------------------------------

class Run {
 public:
  Run(const Values& values, learner::SignTask task, Reporter<Result>& reporter)
      : values_(values), task_(std::move(task)), reporter_(reporter) {
    for (const SoftmaxHead& head : truth().heads) {
      result_.Theta.push_back(head.Theta);
      result_.W.push_back(head.W);
    }
    result_.sum = learner::value_sum(truth());
    result_.limit = learner::crude_sum_limit(truth(), task_.k());
    result_.limit_error = learner::sum_error(result_.limit, truth());
    result_.first_order = learner::crude_sum_bias(truth(), task_.k()).norm() / or_one(result_.sum.norm());
  }

  Result go() {
    reporter_.begin(0);
    for (int phase = 1; phase <= kPhases && go_through(phase); ++phase) {
      result_.reached = phase;
      reporter_.report(kDone[static_cast<std::size_t>(phase)]);
      if (phase < kPhases) reporter_.begin(phase);
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  const SoftmaxLayer& truth() const { return task_.truth(); }

  bool go_through(int phase) {
    switch (phase) {
      case 1: return draw_examples();
      case 2: return carve(result_.first, result_.crude.sum, 1);
      case 3: return refine();
      case 4: return carve(result_.second, result_.refined.sum, kCloser);
      case 5: return find_span();
      default: return search();
    }
  }

  // Whether the phase could be done; the reason why not is kept.
  bool is_good(const auto& outcome) {
    if (!outcome) result_.stopped = outcome.error();
    return outcome.has_value();
  }

  // Phase 1, while the examples come.
  bool draw_examples() {
    const Index N = values_.integer("N");
    for (const Index count : ladder(N)) {
      while (std::ssize(examples_) < count) {
        const Index more = std::min(kBlock, count - std::ssize(examples_));
        auto block = task_.block(Split::train, examples_.size(), static_cast<std::uint64_t>(more));
        same_ += std::ranges::count_if(block, is_one_token);
        std::ranges::move(block, std::back_inserter(examples_));
        reporter_.report(kDone[0] * static_cast<double>(examples_.size()) / static_cast<double>(N));
      }
      const auto sum = learner::crude_sum(examples_);
      if (!is_good(sum)) return false;
      result_.crude.sum = *sum;
      result_.crude.error = learner::sum_error(*sum, truth());
      result_.counts.push_back(static_cast<double>(count));
      result_.errors.push_back(result_.crude.error);
      result_.sums.push_back(*sum);
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
    return true;
  }

  // Phases 2 and 4. `closer` scales the tolerance of agreement.
  bool carve(BodyResult& found, const Matrix& estimate, double closer) {
    const Index d = task_.d();
    const Index distinct = most_distinct(values_);
    const learner::AgreementOptions options{.tolerance = closer * values_.number("tolerance"),
                                            .most_distinct = distinct};
    const Matrix& sum = is_sum_given(values_) ? result_.sum : estimate;
    const auto agreement = learner::agreement(sum, examples_, options);
    if (!is_good(agreement)) {
      find_no_rows(sum, options);
      return false;
    }
    const double deviation = values_.number("scale") / std::sqrt(static_cast<double>(d));
    const auto body = learner::sculpt(*agreement, {.bound = kBoxDeviations * deviation});
    if (!is_good(body)) return false;
    const auto centre = learner::nearest_point(*body, Matrix::Zero(d, d));
    if (!is_good(centre)) return false;
    const auto error = learner::body_error(*body, centre->Theta, truth());
    if (!is_good(error)) return false;
    found.rows = static_cast<double>(agreement->rows);
    found.distinct = static_cast<double>(distinct);
    found.usable = static_cast<double>(agreement->usable);
    found.accepted = static_cast<double>(agreement->accepted);
    found.claimed = body->c;
    found.meant.resize(body->c.size(), result_.heads());
    for (Index i = 0; const Matrix& Theta : result_.Theta) found.meant.col(i++) = body->A.lazyProduct(Theta.reshaped());
    const auto miss = learner::constraint_error(*agreement, truth());
    found.largest_miss = miss.largest;
    found.mean_miss = miss.mean;
    found.tolerance = body->tolerance;
    found.bound = body->bound;
    found.centre = centre->Theta;
    found.outside = error->head_distance;
    found.hull_distance = error->hull_distance;
    found.kkt_error = centre->kkt_error;
    body_ = *body;
    cut_plane(body_, result_.Theta, found);
    return true;
  }

  void find_no_rows(const Matrix& sum, const learner::AgreementOptions& options) {
    using learner::ErrorKind;
    const Error& stopped = result_.stopped;
    NoRows& found = result_.no_rows;
    if (stopped.kind == ErrorKind::no_rows && has_none_to_test(stopped)) {
      found.most_distinct = static_cast<double>(options.most_distinct);
      found.distinct.assign(static_cast<std::size_t>(task_.k()), 0);
      for (const Sequence& example : examples_)
        ++found.distinct[static_cast<std::size_t>(learner::distinct_tokens(example).Z.cols() - 1)];
    }
    if (stopped.kind != ErrorKind::no_agreement) return;
    found.allowed = options.tolerance;
    const auto residuals = learner::residuals(sum, examples_, options);
    if (!residuals) return;
    // As many points as a picture needs: counts that grow by a twentieth.
    const auto all = residuals->size();
    for (std::size_t count = 1; count <= all; count = std::max(count + 1, std::min(all, count + count / 20))) {
      found.counts.push_back(static_cast<double>(count));
      found.residuals.push_back((*residuals)[count - 1]);
    }
  }

  bool refine() {
    const auto refined = learner::refine_sum(result_.first.centre, examples_, values_.number("margin"));
    if (!is_good(refined)) return false;
    result_.refined = {refined->sum, learner::sum_error(refined->sum, truth()), static_cast<double>(refined->rows),
                       static_cast<double>(same_), refined->margin};
    return true;
  }

  bool find_span() {
    const auto span = learner::search_span(body_, result_.heads(), {.progress = part(kDone[4], kDone[5])});
    if (!is_good(span)) return false;
    SpanResult& found = result_.span;
    found.sigma = span->sigma;
    found.extremes = span->basis.transpose().lazyProduct(span->points);
    found.heads.resize(result_.heads(), result_.heads());
    found.lost.resize(result_.heads());
    for (Index i = 0; const Matrix& matrix : result_.Theta) {
      const Vector Theta = matrix.reshaped();
      const Vector seen = span->basis.transpose().lazyProduct(Theta);
      found.heads.col(i) = seen;
      found.lost(i) = (Theta - span->basis.lazyProduct(seen)).norm() / or_one(Theta.norm());
      ++i;
    }
    found.by_chance = learner::span_error(*span, truth()).by_chance;
    span_ = *span;
    return true;
  }

  bool search() {
    const Index per_axis = net_points(values_);
    const auto net = learner::search_net(
        span_, examples_,
        {.points_per_axis = per_axis, .most_subsets = kMostSubsets, .progress = part(kDone[5], 0.99)});
    if (!is_good(net)) return false;
    NetResult& found = result_.net;
    const Index m = result_.heads();
    found.theta_errors.resize(m);
    found.w_errors.resize(m);
    found.chosen.resize(m, m);
    for (Index i = 0; const Index j : learner::match_heads(truth(), net->layer).found) {
      const SoftmaxHead& head = net->layer.heads[static_cast<std::size_t>(j)];
      const Vector place = head.Theta.reshaped();
      found.theta_errors(i) = relative_error(head.Theta, result_.Theta[found.Theta.size()]);
      found.w_errors(i) = relative_error(head.W, result_.W[found.W.size()]);
      found.chosen.col(i++) = span_.basis.transpose().lazyProduct(place);
      found.Theta.push_back(head.Theta);
      found.W.push_back(head.W);
    }
    found.per_axis = static_cast<std::int32_t>(per_axis);
    found.subsets = net->subsets;
    found.spacing = net->spacing;
    found.validation_error = net->validation_error;
    found.test_error = learner::test_error(net->layer, task_.block(Split::test, 0, kFresh)).relative();
    return true;
  }

  // Progress of a phase as a share of the run.
  learner::Progress part(double from, double to) {
    return [this, from, to](double fraction) { reporter_.report(from + (to - from) * fraction); };
  }

  const Values& values_;
  learner::SignTask task_;
  Reporter<Result>& reporter_;
  Result result_;
  std::vector<Sequence> examples_;
  Index same_ = 0;  // examples whose tokens are all equal
  ConvexBody body_;
  learner::SpanSearch span_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  auto task = task_of(request.values);
  if (!task) return std::unexpected(task.error());
  return Run(request.values, std::move(*task), reporter).go();
}

Index net_points(const Values& values) {
  Index points = values.integer("net");
  while (points > 2 && learner::net_subsets(points, values.integer("m")) > kMostSubsets) --points;
  return points;
}

double work(const Values& values) {
  const double d = values.number("d");
  const double m = values.number("m");
  const double k = values.number("k");
  const double examples = values.number("N") * k * (m * (d * d + (d + 20) * k) + 4 * d * d + 80);
  // A program takes about three times as many pivots as it has unknowns; there are up to 150 constraints, both ways.
  const double n = d * d;
  const double programs = (2 * n + 6) * 3 * n * n * (300 + 2 * n);
  const auto per_axis = net_points(values);
  const double features = std::pow(static_cast<double>(per_axis), m) * d;
  const double net =
      features * features * 300 * k + learner::net_subsets(per_axis, values.integer("m")) * 2 * std::pow(m * d, 3);
  return examples + programs + net;
}

}  // namespace figures::phases
