#include "figures/phases/run.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "figures/phases/shadow.hpp"
#include "learner/softmax/crude_sum.hpp"
#include "learner/softmax/crude_sum_limit.hpp"
#include "learner/softmax/large_margin.hpp"
#include "learner/softmax/match_heads.hpp"
#include "learner/softmax/net_search.hpp"
#include "learner/softmax/sign_task.hpp"

namespace figures::phases {
namespace {

using learner::SoftmaxHead;
using learner::SoftmaxLayer;

// Sequences between two reports.
constexpr Index kBlock = 256;
// Phase 4 has a better sum and asks for closer agreement by so much.
constexpr double kCloser = 1.0 / 3;
// A box of so many deviations of an entry holds the Theta_i: what the paper calls a bound on them, known beforehand.
constexpr double kBoxDeviations = 4;
constexpr double kMostSubsets = 50000;
constexpr Index kFresh = 200;
// Shares of the run at the end of data, and of each phase.
constexpr std::array kDone = {0.35, 0.4, 0.5, 0.55, 0.65, 0.8, 1.0};

double or_one(double norm) { return norm > 0 ? norm : 1; }

// 10, 20, 50, 100, .. and N itself.
std::vector<Index> ladder(Index N) {
  std::vector<Index> counts;
  for (Index power = 10; power < N; power *= 10) {
    for (const Index factor : {1, 2, 5}) {
      if (factor * power < N) counts.push_back(factor * power);
    }
  }
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

class Run {
 public:
  Run(const Values& values, learner::SignTask task, Reporter<Result>& reporter)
      : values_(values), task_(std::move(task)), reporter_(reporter) {
    result_.d = values.integer("d");
    result_.m = values.integer("m");
    result_.k = values.integer("k");
    result_.planned = values.integer("N");
    result_.exact = values.choice("sum") == "exact";
    for (const SoftmaxHead& head : truth().heads) {
      result_.Theta.push_back(head.Theta);
      result_.W.push_back(head.W);
    }
    result_.sum = learner::value_sum(truth());
    result_.limit = learner::crude_sum_limit(truth(), result_.k);
    result_.limit_error = learner::sum_error(result_.limit, truth());
    result_.first_order = learner::crude_sum_bias(truth(), result_.k).norm() / or_one(result_.sum.norm());
  }

  Result go() {
    go_through();
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  const SoftmaxLayer& truth() const { return task_.truth(); }

  void go_through() {
    reporter_.begin(0);
    if (!draw_examples()) return;
    reached(1);
    if (!carve(result_.first, result_.crude.sum, 1)) return;
    reached(2);
    if (!refine()) return;
    reached(3);
    if (!carve(result_.second, result_.refined.sum, kCloser)) return;
    reached(4);
    if (!find_span()) return;
    reached(5);
    if (search()) reached(6);
  }

  void reached(int phase) {
    result_.reached = phase;
    reporter_.report(kDone[static_cast<std::size_t>(phase)]);
    if (phase < kPhases) reporter_.begin(phase);
    if (reporter_.wants_preview()) reporter_.preview(result_);
  }

  // Whether the phase could be done; the reason why not is kept.
  bool is_good(const auto& outcome) {
    if (!outcome) result_.stopped = outcome.error();
    return outcome.has_value();
  }

  // Phase 1, as the examples come.
  bool draw_examples() {
    const auto N = static_cast<Index>(result_.planned);
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
      result_.crude = {*sum, learner::sum_error(*sum, truth()), count * result_.k, same_ * result_.k, 0};
      result_.counts.push_back(static_cast<double>(count));
      result_.errors.push_back(result_.crude.error);
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
    return true;
  }

  // Phases 2 and 4. `closer` scales the tolerance of agreement.
  bool carve(BodyResult& found, const Matrix& estimate, double closer) {
    const auto agreement =
        learner::agreement(result_.exact ? result_.sum : estimate, examples_,
                           {.tolerance = closer * values_.number("tolerance"), .most_distinct = most_distinct()});
    if (!is_good(agreement)) return false;
    const double deviation = values_.number("scale") / std::sqrt(static_cast<double>(result_.d));
    const auto body = learner::sculpt(*agreement, {.bound = kBoxDeviations * deviation});
    if (!is_good(body)) return false;
    const auto centre = learner::nearest_point(*body, Matrix::Zero(result_.d, result_.d));
    if (!is_good(centre)) return false;
    const auto error = learner::body_error(*body, centre->Theta, truth());
    if (!is_good(error)) return false;
    found = describe_body(*agreement, *body, *centre);
    found.outside = error->head_distance;
    found.hull_distance = error->hull_distance;
    if (!is_good(cast_shadow(*body, result_.Theta, found))) return false;
    body_ = *body;
    return true;
  }

  // Rows of more different tokens say less about agreement than they ask: see learner/softmax/agreement.hpp.
  Index most_distinct() const {
    if (values_.choice("rows") == "all") return result_.d;
    return 1 + std::max(1, result_.d / result_.m);
  }

  BodyResult describe_body(const learner::Agreement& agreement, const learner::ConvexBody& body,
                           const learner::NearestPoint& centre) const {
    BodyResult found;
    found.rows = agreement.rows;
    found.distinct = most_distinct();
    found.usable = agreement.usable;
    found.accepted = agreement.accepted;
    found.claimed = body.c;
    found.meant.resize(result_.m, body.c.size());
    for (Index i = 0; i < result_.m; ++i) {
      const Vector Theta = result_.Theta[static_cast<std::size_t>(i)].reshaped();
      found.meant.row(i) = body.A.lazyProduct(Theta).transpose();
    }
    const auto error = learner::constraint_error(agreement, truth());
    found.largest_miss = error.largest;
    found.mean_miss = error.mean;
    found.tolerance = body.tolerance;
    found.bound = body.bound;
    found.centre = centre.Theta;
    found.kkt_error = centre.kkt_error;
    return found;
  }

  bool refine() {
    const auto refined = learner::refine_sum(result_.first.centre, examples_, values_.number("margin"));
    if (!is_good(refined)) return false;
    result_.refined = {refined->sum, learner::sum_error(refined->sum, truth()), refined->rows, same_, refined->margin};
    return true;
  }

  bool find_span() {
    const auto span = learner::search_span(body_, result_.m, {.progress = part(kDone[4], kDone[5])});
    if (!is_good(span)) return false;
    result_.span.sigma = span->sigma;
    result_.span.extremes = span->basis.transpose().lazyProduct(span->points);
    result_.span.heads.resize(result_.m, result_.m);
    result_.span.lost.resize(result_.m);
    for (Index i = 0; i < result_.m; ++i) {
      const Vector Theta = result_.Theta[static_cast<std::size_t>(i)].reshaped();
      const Vector seen = span->basis.transpose().lazyProduct(Theta);
      result_.span.heads.col(i) = seen;
      result_.span.lost(i) = (Theta - span->basis.lazyProduct(seen)).norm() / or_one(Theta.norm());
    }
    result_.span.by_chance = learner::span_error(*span, truth()).by_chance;
    span_ = *span;
    return true;
  }

  bool search() {
    const auto net = learner::search_net(
        span_, examples_,
        {.points_per_axis = net_points(values_), .most_subsets = kMostSubsets, .progress = part(kDone[5], 0.99)});
    if (!is_good(net)) return false;
    NetResult& found = result_.net;
    const auto match = learner::match_heads(truth(), net->layer);
    found.theta_errors.resize(result_.m);
    found.w_errors.resize(result_.m);
    found.chosen.resize(result_.m, result_.m);
    for (Index i = 0; i < result_.m; ++i) {
      const SoftmaxHead& head = net->layer.heads[static_cast<std::size_t>(match.found[static_cast<std::size_t>(i)])];
      const SoftmaxHead& meant = truth().heads[static_cast<std::size_t>(i)];
      found.theta_errors(i) = (head.Theta - meant.Theta).norm() / or_one(meant.Theta.norm());
      found.w_errors(i) = (head.W - meant.W).norm() / or_one(meant.W.norm());
      const Vector place = head.Theta.reshaped();
      found.chosen.col(i) = span_.basis.transpose().lazyProduct(place);
      found.Theta.push_back(head.Theta);
      found.W.push_back(head.W);
    }
    found.per_axis = static_cast<std::int32_t>(net_points(values_));
    found.subsets = net->subsets;
    found.spacing = net->spacing;
    found.validation_error = net->validation_error;
    found.test_error = learner::test_error(net->layer, task_.block(Split::test, 0, kFresh)).relative();
    return true;
  }

  // Progress of a phase as that of the run.
  learner::Progress part(double from, double to) {
    return [this, from, to](double fraction) { reporter_.report(from + (to - from) * fraction); };
  }

  const Values& values_;
  learner::SignTask task_;
  Reporter<Result>& reporter_;
  Result result_;
  std::vector<learner::Sequence> examples_;
  std::int64_t same_ = 0;  // examples whose tokens are all equal
  learner::ConvexBody body_;
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
  const double N = values.number("N");
  const double answers = N * m * (d * d * k + d * k * k + 20 * k * k);
  const double agreements = 4 * N * k * (d * d + 20);
  // A program takes about three times as many pivots as it has unknowns; there are up to 150 constraints, both ways.
  const double n = d * d;
  const double programs = (2 * n + 10) * 3 * n * n * (300 + 2 * n);
  const auto per_axis = net_points(values);
  const double features = std::pow(static_cast<double>(per_axis), m) * d;
  const double net =
      features * features * 300 * k + learner::net_subsets(per_axis, values.integer("m")) * 2 * std::pow(m * d, 3);
  return answers + agreements + programs + net;
}

}  // namespace figures::phases
