// What figure "softmax" computes: the hidden layer, and what questions or examples make of it.

#include "figures/softmax/softmax.hpp"
#include "learner/softmax/normal_equations.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_fit.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/two_token.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {
namespace {

using learner::SignTask;
using learner::SoftmaxLayer;
using learner::SoftmaxSearch;

// A start that ends at most so much above the fit that starts at the truth has arrived.
constexpr double kAsLow = 1.01;

Heads heads_of(const SoftmaxLayer& layer) {
  const Index d = layer.d();
  Heads heads{Matrix(d, d * layer.m()), Matrix(d, d * layer.m())};
  Index at = 0;
  for (const learner::SoftmaxHead& head : layer.heads) {
    heads.Theta.middleCols(at, d) = head.Theta;
    heads.W.middleCols(at, d) = head.W;
    at += d;
  }
  return heads;
}

Expected<SignTask> random_layer(const Setting& setting, int heads, std::uint64_t seed) {
  return learner::random_sign_task({.d = setting.d,
                                    .k = setting.k,
                                    .heads = heads,
                                    .noise = setting.noise,
                                    .seed = seed,
                                    .structure = setting.structure,
                                    .inputs = setting.inputs});
}

SignTask task_about(const Setting& setting, const SoftmaxLayer& hidden, double noise) {
  return {hidden, setting.k, noise, setting.seed, setting.inputs};
}

// What was found, its heads in the truth's order, with its errors.
Found compare(const SoftmaxLayer& truth, const SoftmaxLayer& found) {
  const learner::HeadMatch match = learner::match_heads(truth, found);
  Found result{{}, Vector(truth.m()), Vector(truth.m())};
  const auto relative = [](const Matrix& whole, const Matrix& part) {
    return (whole - part).norm() / (whole.norm() > 0 ? whole.norm() : 1);
  };
  SoftmaxLayer ordered;
  for (Index i = 0; i < truth.m(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    ordered.heads.push_back(found.heads[static_cast<std::size_t>(match.found[at])]);
    result.theta_error(i) = relative(truth.heads[at].Theta, ordered.heads[at].Theta);
    result.w_error(i) = relative(truth.heads[at].W, ordered.heads[at].W);
  }
  result.heads = heads_of(ordered);
  return result;
}

// Both curves of every pair of tokens that was asked about, one for each of the two that asks.
std::vector<Pair> pairs_of(const learner::TwoTokenTable& heard, Index d) {
  std::vector<Pair> pairs;
  const auto record = [](Pair& pair, double ratio, const Vector& y) {
    const auto place = std::ranges::upper_bound(pair.ratios, ratio);
    pair.answers.insert(pair.answers.begin() + (place - pair.ratios.begin()) * y.size(), y.begin(), y.end());
    pair.ratios.insert(place, ratio);
  };
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
    record(pairs.end()[-2], ratio, answer.y_u);
    record(pairs.end()[-1], 1 / ratio, answer.y_v);
    last = answer;
  }
  return pairs;
}

// How well a question shows its switches: the least distance of two of them and of them from the ends of what is
// asked, times how even the steps of a coordinate are, times how far they move it.
double clearness(const Switches& switches, Index coordinate, int k) {
  constexpr double kEnough = 1.8;  // of ln r between two switches
  std::vector<double> places(switches.log_beta.begin(), switches.log_beta.end());
  sort(places);
  const double edge = std::log(std::max(2.0, k - 1.0));
  double room = kEnough;
  double low = switches.start(coordinate);
  double high = low;
  for (std::size_t i = 0; i < places.size(); ++i) {
    room = std::min(room, std::max(0.02, edge + 0.6 - std::abs(places[i])));
    if (i > 0) room = std::min(room, places[i] - places[i - 1]);
    low = std::min(low, switches.answer(coordinate, places[i]));
    high = std::max(high, switches.answer(coordinate, places[i]));
  }
  const auto steps = switches.heights.row(coordinate).cwiseAbs();
  const double whole = std::max(steps.sum(), 1e-9);
  return room * (steps.minCoeff() / whole) * (0.1 + (high - low) / whole);
}

// Among the questions about one bit, since those about two were asked with one ratio only. Where nothing was asked,
// among all about one token.
Question clearest_question(const Result& result, const Setting& setting) {
  std::vector<Question> questions;
  for (const Pair& pair : result.pairs) {
    const Question question{pair.u, pair.v};
    if (question.flipped()) questions.push_back(question);
  }
  const Vector u = Vector::Ones(setting.d);
  for (Index j = 0; result.pairs.empty() && j < setting.d; ++j)
    questions.push_back({u, u - 2 * Vector::Unit(setting.d, j)});
  Question best;
  double clearest = -1;
  for (const Question& question : questions) {
    const Switches switches = switches_of(result.truth, question.u, question.v);
    for (int coordinate = 0; coordinate < setting.d; ++coordinate) {
      const double clear = clearness(switches, coordinate, setting.k);
      if (clear <= clearest) continue;
      clearest = clear;
      best = {question.u, question.v, coordinate};
    }
  }
  return best;
}

// One of the layers with so many heads that are asked about, and what its questions give away.
Expected<SignTask> layer_to_count(const Setting& setting, int heads, int layer) {
  return random_layer(setting, heads, setting.seed * kLayers + static_cast<std::uint64_t>(layer));
}
Expected<learner::TwoTokenRecovery> recover(const Setting& setting, const SignTask& task) {
  return learner::recover_by_questions(task, task.truth().m(), {.noise = setting.noise, .seed = setting.seed});
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
      result_.asked = compare(task_.truth(), recovery->layer);
    } else {
      result_.trouble = recovery.error();
      result_.noise_hides = is_noise_to_blame(task_);
    }
    if (setting_.polish) polish(recovery ? &recovery->layer : nullptr);
  }

  // Whether the questions give a layer away that they did not, once nothing is added to its answers.
  bool is_noise_to_blame(const SignTask& task) const {
    if (setting_.noise == 0) return false;
    const SignTask quiet = task_about(setting_, task.truth(), 0);
    const auto recovery = learner::recover_by_questions(quiet, task.truth().m(), {.seed = setting_.seed});
    return recovery && compare(task.truth(), recovery->layer).error() < kRecovered;
  }

  // From what the algebra found, or, where it found nothing, from random starts; then from the truth.
  void polish(const SoftmaxLayer* from) {
    const double work = setting_.starts_work(setting_.starts, setting_.m) / 2;
    if (reporter_.wants_preview()) reporter_.preview(result_);
    begin(Step::polish);
    const auto examples = examples_of(task_);
    auto options = fit_options(setting_.starts, work);
    const auto fit = from != nullptr ? learner::polish_softmax(*from, examples, options)
                                     : learner::fit_softmax(examples, setting_.m, options);
    if (!fit) {
      result_.unpolished = fit.error();
      return;
    }
    result_.polish = compare(task_.truth(), fit->layer);
    options.progress = part(work);
    const auto best = learner::polish_softmax(task_.truth(), examples, options);
    if (best) result_.best = compare(task_.truth(), best->layer);
    const auto bound = learner::softmax_error_bound(task_.truth(), examples, setting_.noise);
    if (bound) result_.bound = std::max(bound->theta_error, bound->w_error);
  }

  // --- By examples ---------------------------------------------------------------------------------------------------

  Expected<learner::SoftmaxFit> fit_from_truth(const SignTask& task) const {
    return learner::polish_softmax(task.truth(), examples_of(task), {.steps = setting_.steps, .noise = task.noise()});
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
    result_.least_loss = best->mean_squared_residual;
    result_.determined = best->identifiable;
    if (!result_.determined && setting_.noise > 0) {
      const auto quiet = fit_from_truth(task_about(setting_, task_.truth(), 0));
      result_.noise_hides = quiet && quiet->identifiable;
    }
    result_.best = compare(task_.truth(), best->layer);
    if (!begin_starts(examples)) return;
    // The first steps tell most; later ones are shown a few at a time.
    for (int step = 0; step_all(); ++step)
      if (step % (1 + step / 8) == 0 && reporter_.wants_preview()) reporter_.preview(result_);
  }

  bool begin_starts(const std::vector<Sequence>& examples) {
    for (int start = 0; start < setting_.starts; ++start) {
      const std::uint64_t seed = 1000 * setting_.seed + static_cast<std::uint64_t>(start);
      auto search = SoftmaxSearch::begin(examples, setting_.m, {.starts = 1, .steps = setting_.steps, .seed = seed});
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

  void follow(const SoftmaxSearch& search, Start& start) const {
    const auto& curve = search.curves().front();
    start.losses = Eigen::Map<const Vector>(curve.data(), std::ssize(curve));
    start.ended = search.finished();
    if (!start.ended) return;
    const learner::SoftmaxFit state = search.state();
    start.arrived = state.exact || state.mean_squared_residual <= kAsLow * result_.least_loss;
    start.cut = !start.arrived && start.losses.size() > setting_.steps;
    start.found = compare(task_.truth(), state.layer);
  }

  // --- Number of heads -----------------------------------------------------------------------------------------------

  void count() {
    // Browsers compile what runs often a second time, and better: the first that is timed must not pay for it.
    begin(Step::warmUp);
    Count warm_up{.heads = 2};
    reporter_.expect(setting_.work() + setting_.questions_work(2) * kLayers + setting_.starts_work(1, 2));
    count_questions(warm_up);
    count_starts(warm_up, 1);
    for (int heads = 1; heads <= kMostHeads; ++heads) {
      Count count{.heads = heads};
      const int stage = static_cast<int>(Step::firstHeads) + 2 * (heads - 1);
      reporter_.begin(stage);
      count_questions(count);
      reporter_.begin(stage + 1);
      count_starts(count, setting_.starts_with(heads));
      result_.counts.push_back(count);
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
  }

  void count_questions(Count& count) {
    if (setting_.k <= count.heads) return;
    std::vector<double> errors;
    double questions = 0;
    std::optional<SignTask> lost;  // the first
    for (int layer = 0; layer < kLayers; ++layer) {
      const auto task = layer_to_count(setting_, count.heads, layer);
      if (!task) continue;
      ++count.layers;
      const auto conditions = measure_conditions(heads_of(task->truth()));
      count.kept += conditions && conditions->are_kept() ? 1 : 0;
      const auto recovery = recover(setting_, *task);
      reporter_.spend(setting_.questions_work(count.heads));
      const double error = recovery ? compare(task->truth(), recovery->layer).error() : 1;
      if (error < kRecovered) {
        ++count.recovered;
      } else if (!lost) {
        lost = *task;
      }
      if (!recovery) continue;
      errors.push_back(error);
      questions += static_cast<double>(recovery->sequences);
    }
    count.noise_hides = lost && is_noise_to_blame(*lost);
    sort(errors);
    if (errors.empty()) return;
    count.median = errors[errors.size() / 2];
    count.questions = static_cast<std::int32_t>(std::lround(questions / static_cast<double>(errors.size())));
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
};

}  // namespace

std::vector<CountedLayer> counted_layers(const Setting& setting) {
  std::vector<CountedLayer> layers;
  for (int heads = 1; heads <= kMostHeads && heads < setting.k; ++heads) {
    for (int layer = 0; layer < kLayers; ++layer) {
      const auto task = layer_to_count(setting, heads, layer);
      if (!task) continue;
      CountedLayer& counted = layers.emplace_back();
      counted.truth = heads_of(task->truth());
      const auto recovery = recover(setting, *task);
      if (!recovery) continue;
      counted.found = heads_of(recovery->layer);
      counted.questions = static_cast<std::int32_t>(recovery->sequences);
    }
  }
  return layers;
}

std::pair<Matrix, Matrix> one_token_answers(const Setting& setting, const Heads& truth) {
  learner::TwoTokenTable heard;
  const SignTask task = task_about(setting, layer_of(truth), setting.noise);
  // Its answers are what counts.
  static_cast<void>(
      learner::recover_by_questions(task, setting.m, {.noise = setting.noise, .seed = setting.seed, .heard = &heard}));
  const auto answers = heard.answers(0);
  Matrix u(setting.d, std::ssize(answers)), y = u;
  for (Index at = 0; at < u.cols(); ++at) {
    u.col(at) = learner::token_of(answers[static_cast<std::size_t>(at)].u, setting.d);
    y.col(at) = answers[static_cast<std::size_t>(at)].y_u;
  }
  return {u, y};
}

std::vector<Sequence> examples_of(const Setting& setting, const Heads& truth) {
  return task_about(setting, layer_of(truth), setting.noise)
      .block(Split::train, 0, static_cast<std::uint64_t>(setting.examples));
}

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
