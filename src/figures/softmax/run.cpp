// What figure "softmax" computes: the hidden layer, and what questions or examples make of it.
#include <algorithm>
#include <cmath>

#include "figures/softmax/hidden.hpp"
#include "figures/softmax/plan.hpp"
#include "learner/softmax/softmax_error_bound.hpp"
#include "learner/softmax/softmax_fit.hpp"
#include "learner/softmax/two_token.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {
namespace {

using learner::SoftmaxFit;
using learner::SoftmaxSearch;

void hear(Pair& pair, double ratio, const Vector& y) {
  const auto place = std::ranges::upper_bound(pair.ratios, ratio);
  const auto before = place - pair.ratios.begin();
  pair.ratios.insert(place, ratio);
  pair.answers.insert(pair.answers.begin() + before * y.size(), y.begin(), y.end());
}

// Both curves of every pair of tokens that was asked about, one for each of the two that asks.
std::vector<Pair> pairs_of(const learner::TwoTokenTable& heard, Index d) {
  std::vector<Pair> pairs;
  learner::TwoTokenAnswer last;
  for (const learner::TwoTokenAnswer& answer : heard.answers()) {
    if (answer.one_token()) continue;
    if (pairs.empty() || answer.u != last.u || answer.v != last.v) {
      const Vector u = learner::token_of(answer.u, d);
      const Vector v = learner::token_of(answer.v, d);
      pairs.push_back({.u = u, .v = v, .ratios = {}, .answers = {}});
      pairs.push_back({.u = v, .v = u, .ratios = {}, .answers = {}});
    }
    const double ratio = static_cast<double>(answer.n_u) / static_cast<double>(answer.n_v);
    hear(pairs.end()[-2], ratio, answer.y_u);
    hear(pairs.end()[-1], 1 / ratio, answer.y_v);
    last = answer;
  }
  return pairs;
}

class Run {
 public:
  Run(const Values& values, Hidden hidden, Reporter<Result>& reporter)
      : values_(values), task_(std::move(hidden.task)), reporter_(reporter), plan_(plan_of(values)) {
    result_.road = static_cast<Method>(values.integer("road"));
    result_.d = static_cast<std::int32_t>(task_.d());
    result_.m = static_cast<std::int32_t>(task_.truth().m());
    result_.k = static_cast<std::int32_t>(task_.k());
    result_.noise = task_.noise();
    result_.misfit = hidden.misfit;
    result_.truth = heads_of(task_.truth());
    result_.examples = values.integer("N");
  }

  Result go() {
    reporter_.report(0);
    switch (result_.road) {
      case Method::questions: ask(); break;
      case Method::examples: descend(); break;
      case Method::heads: count(); break;
    }
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  void begin(Step stage) { reporter_.begin(static_cast<int>(stage)); }
  void spend(double multiply_adds) {
    spent_ += multiply_adds;
    reached_ = std::max(reached_, std::min(0.999, spent_ / plan_.work));
    reporter_.report(reached_);
  }

  // --- By questions --------------------------------------------------------------------------------------------------

  void ask() {
    begin(Step::questions);
    learner::TwoTokenTable heard;
    const auto recovery =
        learner::recover_by_questions(task_, result_.m, {.noise = result_.noise, .seed = seed(), .heard = &heard});
    result_.pairs = pairs_of(heard, result_.d);
    spend(plan_.questions);
    if (recovery) {
      result_.questions = recovery->sequences;
      result_.checks = recovery->sequences - recovery->used;
      result_.asked = compare(task_.truth(), recovery->layer);
    } else {
      result_.trouble = recovery.error();
    }
    if (values_.is_on("polish")) polish(recovery ? &recovery->layer : nullptr);
  }

  // From what the algebra found, or, where it found nothing, from random starts.
  void polish(const learner::SoftmaxLayer* from) {
    if (reporter_.wants_preview()) reporter_.preview(result_);
    begin(Step::polish);
    const auto examples = task_.block(Split::train, 0, static_cast<std::uint64_t>(result_.examples));
    const double share = plan_.step;
    const learner::SoftmaxFitOptions options{
        .starts = plan_.starts, .steps = plan_.steps, .noise = result_.noise, .seed = seed(), .progress = [&](double) {
          spend(share);
        }};
    const auto fit = from != nullptr ? learner::polish_softmax(*from, examples, options)
                                     : learner::fit_softmax(examples, result_.m, options);
    if (!fit) {
      result_.trouble = fit.error();
      return;
    }
    result_.polished = true;
    result_.polish = compare(task_.truth(), fit->layer);
    measure_best(examples, options);
  }

  void measure_best(const std::vector<learner::Sequence>& examples, const learner::SoftmaxFitOptions& options) {
    const auto best = learner::polish_softmax(task_.truth(), examples, options);
    if (best) result_.best = compare(task_.truth(), best->layer);
    const auto bound = learner::softmax_error_bound(task_.truth(), examples, result_.noise);
    if (bound) result_.bound = std::max(bound->theta_error, bound->w_error);
  }

  // --- By examples ---------------------------------------------------------------------------------------------------

  void descend() {
    begin(Step::examples);
    result_.planned = plan_.starts;
    result_.steps = plan_.steps;
    const auto examples = task_.block(Split::train, 0, static_cast<std::uint64_t>(result_.examples));
    const auto best = learner::polish_softmax(task_.truth(), examples, {.steps = plan_.steps, .noise = result_.noise});
    if (!best) {
      result_.trouble = best.error();
      return;
    }
    result_.least_loss = best->mean_squared_residual;
    result_.determined = best->identifiable;
    result_.best = compare(task_.truth(), best->layer);
    if (!begin_starts(examples)) return;
    // The first steps tell most; later ones are shown a few at a time.
    for (int step = 0; step_all(); ++step) {
      if (step % (1 + step / 8) == 0 && reporter_.wants_preview()) reporter_.preview(result_);
    }
  }

  bool begin_starts(const std::vector<learner::Sequence>& examples) {
    for (int start = 0; start < plan_.starts; ++start) {
      auto search = SoftmaxSearch::begin(
          examples, result_.m,
          {.starts = 1, .steps = plan_.steps, .seed = 1000 * seed() + static_cast<std::uint64_t>(start)});
      if (!search) {
        result_.trouble = search.error();
        return false;
      }
      searches_.push_back(std::move(*search));
      result_.starts.emplace_back();
      follow(searches_.size() - 1);
    }
    return true;
  }

  // One step of each start that has not ended; false when all have.
  bool step_all() {
    bool stepped = false;
    for (std::size_t start = 0; start < searches_.size(); ++start) {
      if (result_.starts[start].ended) continue;
      stepped = true;
      if (const auto done = searches_[start].step(); !done) {
        result_.trouble = done.error();
        return false;
      }
      spend(plan_.step);
      follow(start);
    }
    return stepped;
  }

  void follow(std::size_t at) {
    const SoftmaxSearch& search = searches_[at];
    Start& start = result_.starts[at];
    const auto& curve = search.curves().front();
    start.losses = Eigen::Map<const Vector>(curve.data(), std::ssize(curve));
    start.ended = search.finished();
    if (!start.ended) return;
    const SoftmaxFit state = search.state();
    start.arrived = state.exact || state.mean_squared_residual <= kAsLow * result_.least_loss;
    start.cut = !start.arrived && start.losses.size() > plan_.steps;
    start.found = compare(task_.truth(), state.layer);
  }

  // --- Number of heads -----------------------------------------------------------------------------------------------

  // Browsers compile what runs often a second time, and better: who is timed first must not pay for it.
  void warm_up() {
    begin(Step::warmUp);
    Count count{.heads = 2};
    if (result_.k > count.heads) count_questions(count);
    count_starts(count, 1);
    spent_ = 0;
  }

  void count() {
    warm_up();
    for (int m = 1; m <= kMostHeads; ++m) {
      const Plan::Count& plan = plan_.counts[static_cast<std::size_t>(m - 1)];
      const int stage = static_cast<int>(Step::firstHeads) + 2 * (m - 1);
      Count count{.heads = m};
      reporter_.begin(stage);
      if (result_.k >= m + 1) count_questions(count);
      spend(plan.questions);
      reporter_.begin(stage + 1);
      count_starts(count, plan.starts);
      result_.counts.push_back(count);
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
  }

  void count_questions(Count& count) {
    std::vector<double> errors;
    double questions = 0;
    for (int layer = 0; layer < kLayers; ++layer) {
      const auto task = random_layer(values_, count.heads, layer_seed(layer));
      if (!task) continue;
      ++count.layers;
      const auto recovery = learner::recover_by_questions(*task, count.heads, {.noise = result_.noise, .seed = seed()});
      if (!recovery) continue;
      errors.push_back(compare(task->truth(), recovery->layer).error());
      questions += static_cast<double>(recovery->sequences);
      count.recovered += errors.back() < kRecovered ? 1 : 0;
    }
    sort(errors);
    if (errors.empty()) return;
    count.median = errors[errors.size() / 2];
    count.questions = std::llround(questions / static_cast<double>(errors.size()));
  }

  void count_starts(Count& count, int starts) {
    const double before = spent_;
    const auto task = random_layer(values_, count.heads, layer_seed(0));
    if (!task) return;
    const auto examples = task->block(Split::train, 0, static_cast<std::uint64_t>(result_.examples));
    const double work = plan_.counts[static_cast<std::size_t>(count.heads - 1)].examples;
    const auto fit = learner::fit_softmax(
        examples, count.heads,
        {.starts = starts, .steps = plan_.steps, .noise = result_.noise, .seed = seed(), .progress = [&](double) {
           spend(work / (starts * plan_.steps));
         }});
    spent_ = before;
    spend(work);
    if (!fit) return;
    count.starts = static_cast<std::int32_t>(fit->starts);
    count.arrived = compare(task->truth(), fit->layer).error() < kRecovered;
  }

  std::uint64_t layer_seed(int layer) const { return seed() * kLayers + static_cast<std::uint64_t>(layer); }
  std::uint64_t seed() const { return static_cast<std::uint64_t>(values_.integer("seed")); }

  const Values& values_;
  learner::SignTask task_;
  Reporter<Result>& reporter_;
  Plan plan_;
  Result result_;
  std::vector<SoftmaxSearch> searches_;
  double spent_ = 0;
  double reached_ = 0;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  auto hidden = hide_layer(request.values);
  if (!hidden) return std::unexpected(hidden.error());
  return Run(request.values, std::move(*hidden), reporter).go();
}

}  // namespace figures::softmax
