// What figure "softmax" computes: the hidden layer, and what questions or examples make of it.

#include <tuple>

#include "figures/softmax/run/tasks.hpp"
#include "learner/softmax/normal_equations.hpp"
#include "learner/softmax/softmax_fit.hpp"

namespace figures::softmax {
namespace {

using learner::SignTask;
using learner::SoftmaxLayer;
using learner::SoftmaxSearch;

// A start has arrived that ends at most so much above the fit that starts at the truth, or so little off the answers:
// where two heads are nearly one, that is where rounding lets no step gain any more.
constexpr double kAsLow = 1.01, kAllButExact = 1e-10;

double mean_square(const std::vector<Sequence>& examples) {
  double squares = 0, entries = 0;
  for (const Sequence& example : examples) {
    squares += example.Y.squaredNorm();
    entries += static_cast<double>(example.Y.size());
  }
  return squares / entries;
}

class Run {
 public:
  Run(const Setting& setting, SignTask task, const Conditions& conditions, Reporter<Result>& reporter)
      : setting_(setting), task_(std::move(task)), reporter_(reporter) {
    result_.truth = heads_of(task_.truth());
    result_.conditions = conditions;
  }

  Result go() {
    switch (setting_.method) {
      case Method::questions: ask(); break;
      case Method::examples: descend(); break;
      case Method::heads: count(); break;
    }
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  void begin(Step stage) { reporter_.begin(static_cast<int>(stage)); }
  std::vector<Sequence> examples_of(const SignTask& task) const {
    return task.block(Split::train, 0, static_cast<std::uint64_t>(setting_.examples));
  }

  // For a fit that is so much work.
  learner::Progress part(double work) {
    return [this, work, done = 0.0](double fraction) mutable {
      reporter_.spend((fraction - done) * work);
      done = fraction;
    };
  }
  learner::SoftmaxFitOptions fit_options(int starts, double work) {
    return {starts, setting_.steps, setting_.noise, setting_.seed, part(work)};
  }

  // --- By questions --------------------------------------------------------------------------------------------------

  void ask() {
    begin(Step::questions);
    reporter_.expect(setting_.work());
    learner::TwoTokenTable heard;
    const auto recovery = learner::recover_by_questions(
        task_, setting_.m, {.noise = setting_.noise, .seed = setting_.seed, .heard = &heard});
    result_.pairs = pairs_of(heard, setting_.d);
    result_.clearest = clearest_question(result_, setting_);
    reporter_.spend(setting_.questions_work(setting_.m));
    if (recovery) {
      result_.questions = static_cast<std::int32_t>(recovery->sequences);
      result_.checks = static_cast<std::int32_t>(recovery->sequences - recovery->used);
      result_.check_error = recovery->check_error;
      result_.asked = compare(task_.truth(), recovery->layer);
    } else {
      result_.trouble = recovery.error();
      result_.noise_hides = is_noise_to_blame(setting_, task_);
    }
    if (setting_.polish) polish(recovery ? &recovery->layer : nullptr);
  }

  // From what the algebra found, or, where it found nothing, from random starts; then from the truth.
  void polish(const SoftmaxLayer* from) {
    const double work = setting_.starts_work(setting_.starts, setting_.m) / 2;
    if (reporter_.wants_preview()) reporter_.preview(result_);
    begin(Step::polish);
    const auto examples = examples_of(task_);
    const auto best = learner::polish_softmax(task_.truth(), examples, fit_options(1, work));
    if (!best) {
      result_.unpolished = best.error();
      return;
    }
    look_at(*best, examples);
    if (from != nullptr) {
      const auto fit = learner::polish_softmax(*from, examples, fit_options(1, work));
      if (fit) result_.polish = compare_arrival(*fit).second;
    } else {
      polish_random_starts(examples, work);
    }
    const auto bound = learner::softmax_error_bound(task_.truth(), examples, setting_.noise);
    // Whoever answers 0 is off by 1, whatever the layer: a bound of more holds for nobody but the unbiased.
    const double least = bound ? std::max(bound->theta_error, bound->w_error) : 0;
    if (least < 1) result_.bound = least;
  }

  // Each of them, as they may end in different layers that answer the examples; the best counts.
  void polish_random_starts(const std::vector<Sequence>& examples, double work) {
    double least = std::numeric_limits<double>::infinity();
    for (int start = 0; start < setting_.starts; ++start) {
      auto options = fit_options(1, work / setting_.starts);
      options.seed = seed_of(start);
      const auto fit = learner::fit_softmax(examples, setting_.m, options);
      if (!fit) continue;
      auto [arrived, found] = compare_arrival(*fit);
      if (fit->mean_squared_residual >= least) continue;
      least = arrived ? 0 : fit->mean_squared_residual;  // what is below that is rounding
      result_.polish = std::move(found);
    }
  }

  // --- By examples ---------------------------------------------------------------------------------------------------

  std::uint64_t seed_of(int start) const { return 1000 * setting_.seed + static_cast<std::uint64_t>(start); }

  // What the fit that starts at the truth tells of the examples.
  void look_at(const learner::SoftmaxFit& best, const std::vector<Sequence>& examples) {
    result_.least_loss = best.mean_squared_residual;
    result_.arrival_loss = std::max(kAsLow * result_.least_loss, kAllButExact * kAllButExact * mean_square(examples));
    result_.determined = best.identifiable && !leave_traders();
    result_.best = compare(task_.truth(), best.layer);
  }
  bool leave_traders() const { return setting_.inputs == learner::Inputs::signs && trading_heads(result_.truth); }

  // Whether a fit is as low as the one that starts at the truth, and what it found. The rank at the hidden layer tells
  // of its neighbours only: another layer that answers the examples as well shows that they do not decide.
  std::pair<bool, Found> compare_arrival(const learner::SoftmaxFit& fit) {
    const bool arrived = fit.mean_squared_residual <= result_.arrival_loss;
    Found found = compare(task_.truth(), fit.layer);
    if (arrived && found.error() >= result_.best.error() + kRecovered) {
      result_.determined = false;
      others_.push_back(fit.layer);
    }
    return {arrived, std::move(found)};
  }

  Expected<learner::SoftmaxFit> fit_from_truth(const SignTask& task) const {
    return learner::polish_softmax(task.truth(), examples_of(task), {.steps = setting_.steps, .noise = task.noise()});
  }

  // Whether the same examples decide the layer without noise: near it, and beside each other layer that answers them
  // with the noise, as far as a fit leads from there. Heads that are nearly one have such others all around, which no
  // noise is needed to reach.
  bool is_noise_hiding() const {
    const auto quiet = task_about(setting_, task_.truth(), 0);
    const auto fit = fit_from_truth(quiet);
    if (!fit || !fit->identifiable || leave_traders() || near_heads(result_.truth)) return false;
    const auto examples = examples_of(quiet);
    const double as_low = kAllButExact * kAllButExact * mean_square(examples);
    return std::ranges::none_of(others_, [&](const SoftmaxLayer& other) {
      const auto end = learner::polish_softmax(other, examples, {.steps = setting_.steps});
      return end && end->mean_squared_residual <= as_low && compare(quiet.truth(), end->layer).error() >= kRecovered;
    });
  }
  void ask_without_noise() {
    if (!result_.determined && setting_.noise > 0) result_.noise_hides = is_noise_hiding();
  }

  void descend() {
    begin(Step::examples);
    reporter_.expect(setting_.starts * setting_.steps);
    const auto examples = examples_of(task_);
    const auto best = fit_from_truth(task_);
    if (!best) {
      result_.trouble = best.error();
      return;
    }
    look_at(*best, examples);
    ask_without_noise();
    if (!begin_starts(examples)) return;
    // The first steps tell most; later ones are shown a few at a time.
    for (int step = 0; step_all(); ++step)
      if (step % (1 + step / 8) == 0 && reporter_.wants_preview()) reporter_.preview(result_);
    if (!others_.empty()) ask_without_noise();
  }

  bool begin_starts(const std::vector<Sequence>& examples) {
    for (int start = 0; start < setting_.starts; ++start) {
      auto search =
          SoftmaxSearch::begin(examples, setting_.m, {.starts = 1, .steps = setting_.steps, .seed = seed_of(start)});
      if (!search) {
        result_.trouble = search.error();
        return false;
      }
      searches_.push_back(std::move(*search));
      result_.starts.emplace_back();
      follow(searches_.back(), result_.starts.back());
    }
    return true;
  }

  // One step of each start that has not ended; false when all have.
  bool step_all() {
    bool stepped = false;
    for (std::size_t at = 0; at < searches_.size(); ++at) {
      if (result_.starts[at].ended) continue;
      stepped = true;
      if (const auto done = searches_[at].step(); !done) {
        result_.trouble = done.error();
        return false;
      }
      reporter_.spend(1);
      follow(searches_[at], result_.starts[at]);
    }
    return stepped;
  }

  void follow(const SoftmaxSearch& search, Start& start) {
    const auto& curve = search.curves().front();
    start.losses = Eigen::Map<const Vector>(curve.data(), std::ssize(curve));
    start.ended = search.finished();
    if (!start.ended) return;
    const learner::SoftmaxFit state = search.state();
    std::tie(start.arrived, start.found) = compare_arrival(state);
    start.cut = !start.arrived && start.losses.size() > setting_.steps;
  }

  // --- Number of heads -----------------------------------------------------------------------------------------------

  void count() {
    // Browsers compile what runs often a second time, and better: the first that is timed must not pay for it.
    begin(Step::warmUp);
    Count warm_up{.heads = 2};
    reporter_.expect(setting_.work() + setting_.questions_work(2) * kLayers + setting_.starts_work(1, 2));
    count_questions(setting_, warm_up, reporter_);
    count_starts(warm_up, 1);
    for (int heads = 1; heads <= kMostHeads; ++heads) {
      Count count{.heads = heads};
      const int stage = static_cast<int>(Step::firstHeads) + 2 * (heads - 1);
      reporter_.begin(stage);
      count_questions(setting_, count, reporter_);
      reporter_.begin(stage + 1);
      count_starts(count, setting_.starts_with(heads));
      result_.counts.push_back(count);
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
  }

  void count_starts(Count& count, int starts) {
    const auto task = layer_to_count(setting_, count.heads, 0);
    if (!task) return;
    const auto options = fit_options(starts, setting_.starts_work(starts, count.heads));
    const auto fit = learner::fit_softmax(examples_of(*task), count.heads, options);
    if (!fit) return;
    count.starts = static_cast<std::int32_t>(fit->starts);
    count.arrived = compare(task->truth(), fit->layer).error() < kRecovered;
  }

  const Setting& setting_;
  SignTask task_;
  Reporter<Result>& reporter_;
  Result result_;
  std::vector<SoftmaxSearch> searches_;
  std::vector<SoftmaxLayer> others_;  // as low as the hidden one, and not it
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  reporter.report(0);
  const Setting setting(request.values);
  const auto random = random_layer(setting, setting.m, setting.seed);
  if (!random) return std::unexpected(random.error());
  const Heads hidden = edited(heads_of(random->truth()), request.values);
  const SignTask task = task_about(setting, layer_of(hidden), setting.noise);
  const auto conditions = measure_conditions(hidden);
  if (!conditions) return std::unexpected(conditions.error());
  return Run(setting, task, *conditions, reporter).go();
}

}  // namespace figures::softmax
