// Runs figure "head_count": the learner's calls in order, first at the chosen noise, then over all noise levels.
#include <utility>

#include "figures/head_count/problem.hpp"
#include "learner/alternating.hpp"
#include "learner/features.hpp"
#include "learner/singular_values.hpp"
#include "learner/solve.hpp"

namespace figures::head_count {
namespace {

using learner::HeadCountBy;

// --- Fits -----------------------------------------------------------------------------------------------------------

// Least squares at one noise with the decomposition of its W, and what it is worth on the fresh questions.
struct Fit {
  Moments moments;
  learner::Solution solution;
  bool open = false;  // the data leave p open: it is that of least norm
  learner::HeadSpectrum spectrum = {};
  double error = 0;
  Vector cut_errors = {};     // of the decomposition cut after 1, 2, .. heads
  Vector cut_distances = {};  // of its p from the truth
};

Expected<Fit> fit(const Problem& problem, double noise, const learner::Progress& progress) {
  constexpr double kSolved = 0.5;  // of the time
  Moments moments(problem.shape());
  if (const auto added = moments.add(problem.data(noise)); !added) return std::unexpected(added.error());
  auto solution = learner::solve_sums(moments);
  if (!solution) return std::unexpected(solution.error());
  progress(kSolved);
  const bool open = solution->path == learner::Path::primal_minimum_norm;
  const Index d = problem.shape().d;
  auto spectrum = learner::head_spectrum(learner::unfold(solution->p, d), d);
  if (!spectrum) return std::unexpected(spectrum.error());
  Fit fitted{.moments = std::move(moments), .solution = std::move(*solution), .open = open};
  fitted.error = problem.error_of(fitted.solution.p);
  const Index count = spectrum->sigma.size();
  fitted.cut_errors.resize(count);
  fitted.cut_distances.resize(count);
  Matrix W = Matrix::Zero(spectrum->U.rows(), spectrum->V.rows());
  for (Index k = 0; k < count; ++k) {
    W += spectrum->sigma(k) * spectrum->U.col(k) * spectrum->V.col(k).transpose();
    const Matrix p = learner::fold(W, d);
    fitted.cut_errors(k) = problem.error_of(p);
    fitted.cut_distances(k) = learner::relative_distance(p, problem.truth());
    progress(kSolved + (1 - kSolved) * static_cast<double>(k + 1) / static_cast<double>(count));
  }
  fitted.spectrum = std::move(*spectrum);
  return fitted;
}

// Of alternating least squares from a random start, where a polish follows.
Index start_steps(int d) { return d <= 3 ? 1000 : 200; }

// --- The run --------------------------------------------------------------------------------------------------------

// What is known so far lives in `result`, so that a preview is a copy of it.
class Run {
 public:
  Run(const Setting& setting, Reporter<Result>& reporter) : setting_(setting), reporter_(reporter) {
    const Work work(setting);
    main_share_ = std::clamp(work.main / (work.main + work.sweep), 0.05, 0.9);
  }

  Expected<Result> go() {
    begin(Step::data);
    const auto problem = Problem::create(setting_, [this](double done) { report(main_share_ * kDrawn * done); });
    if (!problem) return std::unexpected(problem.error());
    begin(Step::fit);
    const auto fitted = fit(*problem, setting_.noise,
                            [this](double done) { report(main_share_ * (kDrawn + (kFitted - kDrawn) * done)); });
    if (!fitted) return std::unexpected(fitted.error());
    decompose(*fitted, *problem);
    begin(Step::heads);
    if (auto done = count(*fitted, *problem); !done) return std::unexpected(done.error());
    begin(Step::sweep);
    if (auto done = sweep(*problem); !done) return std::unexpected(done.error());
    report(1);
    return std::move(result_);
  }

 private:
  void begin(Step stage) { reporter_.begin(std::to_underlying(stage)); }
  void report(double fraction) { reporter_.report(done_ = std::max(done_, std::min(fraction, 1.0))); }
  void show(Step reached) {
    result_.reached = reached;
    if (reporter_.wants_preview()) reporter_.preview(result_);
  }

  void decompose(const Fit& fitted, const Problem& problem) {
    const Matrix& p = fitted.solution.p;
    result_.open = fitted.open;
    result_.exact = !fitted.open && setting_.noise == 0;
    result_.rank = static_cast<std::int32_t>(fitted.solution.rank);
    result_.sigma = fitted.spectrum.sigma;
    result_.squared_norm = learner::unfold(p, setting_.d).squaredNorm();
    result_.plain_heads = static_cast<std::int32_t>(fitted.spectrum.rank);
    result_.cut_errors = fitted.cut_errors;
    result_.cut_distances = fitted.cut_distances;
    result_.full_error = fitted.error;
    result_.full_distance = learner::relative_distance(p, problem.truth());
    const auto evidence = learner::head_count_evidence(p, setting_.d);
    result_.slice_values = evidence.singular_values;
    result_.by_rank = static_cast<std::int32_t>(evidence.by_rank);
    result_.by_gap = static_cast<std::int32_t>(evidence.by_gap);
    result_.gap = evidence.gap;
    ask_directions(p);
    report(main_share_ * kFitted);
    show(Step::fit);
  }

  // What head_count_evidence has averaged, and where it counts.
  void ask_directions(const Matrix& p) {
    const Index count = result_.slice_values.size();
    const Matrix x = learner::random_directions(setting_.d, kDirections, learner::HeadCountOptions().seed);
    const double first = std::max(result_.slice_values(0), kLeast);
    result_.directions = Matrix::Constant(count, kDirections, kRounding);
    for (Index k = 0; k < kDirections; ++k) {
      const auto slice = learner::singular_values(learner::head_slice(p, x.col(k)));
      if (slice) result_.directions.col(k) = (slice->sigma / first).cwiseMax(kRounding);
    }
    const Index gap = result_.by_gap;
    result_.place = learner::HeadCountOptions().tolerance;
    if (!result_.exact && gap < count)
      result_.place = std::sqrt(result_.slice_values(gap - 1) * std::max(result_.slice_values(gap), kLeast)) / first;
  }

  // Exact p: by rank. Else held-out data choose, as under noise every singular value is above zero.
  Expected<void> count(const Fit& fitted, const Problem& problem) {
    learner::FewestHeadsOptions options{
        .restarts = kHeadStarts, .progress = [this](double done) { report(main_share_ * (kFitted + 0.6 * done)); }};
    std::vector<Sequence> held_out;
    if (result_.exact) {
      options.max_heads = std::max<Index>(most_tried(setting_), result_.by_rank);
      options.known = &problem.heads();
      options.restarts = exact_starts(setting_);
    } else {
      held_out = problem.held_out(setting_.noise);
      options.count_by = HeadCountBy::held_out;
      options.max_heads = setting_.d;
      options.steps = start_steps(setting_.d);
      options.polish_steps = polish_steps(setting_, result_.open);
      options.joint_steps = kJointSteps;
      options.data = &fitted.moments;
      options.held_out = held_out;
    }
    const auto found = learner::fewest_heads(fitted.solution.p, setting_.d, options);
    if (!found) return std::unexpected(found.error());
    result_.count_by = options.count_by;
    result_.most_tried = static_cast<std::int32_t>(result_.exact ? std::min<Index>(options.max_heads, setting_.heads)
                                                                 : options.max_heads);
    result_.heads = static_cast<std::int32_t>(found->heads);
    result_.path = found->path;
    result_.starts = static_cast<std::int32_t>(found->starts);
    result_.kernel = found->kernel;
    result_.trials = found->trials;
    result_.fewest_error = problem.error_of(found->model);
    if (!found->start.heads.empty()) result_.start_error = problem.error_of(found->start);
    const bool is_clear = result_.heads == setting_.heads && result_.fewest_error < result_.full_error / 3;
    if (!result_.exact && !is_clear && setting_.heads <= result_.most_tried)
      ask_makers(fitted, problem, held_out, found->model);
    result_.fewest_distance = learner::relative_distance(learner::folded_coefficients(found->model), problem.truth());
    Model model = found->model;
    result_.is_mixed = mix_like(model, problem.heads());
    const auto shown = std::min<Index>(8, std::ssize(model.heads));
    result_.value_maps.resize(setting_.d_out, setting_.d * shown);
    result_.query_maps.resize(setting_.d, setting_.d * shown);
    for (Index h = 0; h < shown; ++h) {
      const learner::Head& head = model.heads[static_cast<std::size_t>(h)];
      result_.value_maps.middleCols(h * setting_.d, setting_.d) = head.V;
      result_.query_maps.middleCols(h * setting_.d, setting_.d) = head.Q;
    }
    result_.models = model_count(setting_, result_.is_found() ? result_.heads : 0);
    show(Step::heads);
    return {};
  }

  // What the search could have come to with as many heads as made the data: least squares from these themselves.
  void ask_makers(const Fit& fitted, const Problem& problem, std::span<const Sequence> held_out, const Model& chosen) {
    learner::AlternatingLeastSquares fit(fitted.moments, problem.heads());
    const Index steps = polish_steps(setting_, fitted.open);
    while (fit.steps() < steps) {
      fit.step();
      report(main_share_ * (0.9 + 0.1 * static_cast<double>(fit.steps()) / static_cast<double>(steps)));
    }
    if (setting_.heads * setting_.d * (setting_.d_out + setting_.d) <= learner::kMaxJointUnknowns)
      fit.fit_together(kJointSteps);
    const Model makers = fit.model();
    const auto error = [](const Model& model, std::span<const Sequence> asked) {
      return learner::test_error(model, asked, learner::Targets::last);
    };
    Vector excess(std::ssize(held_out));
    for (Index i = 0; i < excess.size(); ++i) {
      const auto one = held_out.subspan(static_cast<std::size_t>(i), 1);
      excess(i) = error(makers, one).squared_error - error(chosen, one).squared_error;
    }
    const double mean = excess.mean(), count = static_cast<double>(excess.size());
    const double doubt = 2 * (excess.array() - mean).matrix().norm() / std::sqrt(count * (count - 1));
    const double made = error(makers, held_out).relative(), found = error(chosen, held_out).relative();
    constexpr double kMost = 1.5;
    result_.makers_error = made;
    result_.makers_fresh = problem.error_of(makers);
    if (setting_.heads == result_.heads) {
      result_.makers_win = result_.makers_fresh < std::min(result_.full_error, result_.fewest_error / kMost);
      return;
    }
    // By the rule of HeadCountBy::held_out, between the two.
    result_.makers_win =
        setting_.heads < result_.heads ? mean <= doubt && made <= kMost * found : -mean > doubt || found > kMost * made;
  }

  // Over the data at hand, then over those of other seeds.
  Expected<void> sweep(const Problem& first) {
    constexpr std::uint64_t kSeedsApart = 10'000;  // beyond the largest seed a reader can choose
    if (auto done = sweep_levels(first); !done) return done;
    Setting setting = setting_;
    for (int model = 1; model < result_.models; ++model) {
      setting.seed += kSeedsApart;
      const auto problem = Problem::create(setting, [this](double done) { report_sweep(kDrawn * done); });
      if (!problem) return std::unexpected(problem.error());
      if (auto done = sweep_levels(*problem); !done) return done;
    }
    return {};
  }

  Expected<void> sweep_levels(const Problem& problem) {
    for (const double noise : kNoiseLevels) {
      if (auto done = sweep_one(problem, noise); !done) return done;
      report_sweep(0.0);
      show(Step::sweep);
    }
    return {};
  }

  // `of_next` is the done part of the fit that comes next.
  void report_sweep(double of_next) {
    const double fits = static_cast<double>(kNoiseLevels.size()) * result_.models;
    report(main_share_ + (1 - main_share_) * (static_cast<double>(result_.sweep.size()) + of_next) / fits);
  }

  // With the number of heads found at the chosen noise, so that only the noise changes.
  Expected<void> sweep_one(const Problem& problem, double noise) {
    const auto fitted = fit(problem, noise, [this](double done) { report_sweep(kFitted * done); });
    if (!fitted) return std::unexpected(fitted.error());
    const Matrix& p = fitted->solution.p;
    double fewest = fitted->error;
    if (result_.is_found() && result_.heads > 0) {
      const auto found =
          learner::fewest_heads(p, setting_.d,
                                {.count_by = HeadCountBy::gap,
                                 .heads = result_.heads,
                                 .restarts = kHeadStarts,
                                 .steps = start_steps(setting_.d),
                                 .polish_steps = polish_steps(setting_, fitted->open),
                                 .joint_steps = kJointSteps,
                                 .data = &fitted->moments,
                                 .progress = [this](double done) { report_sweep(kFitted + (1 - kFitted) * done); }});
      if (!found) return std::unexpected(found.error());
      fewest = problem.error_of(found->model);
    }
    const auto gap = static_cast<std::int32_t>(learner::head_count_evidence(p, setting_.d).by_gap);
    result_.sweep.push_back({fitted->error, fewest, fitted->cut_errors, gap});
    return {};
  }

  static constexpr double kDrawn = 0.15, kFitted = 0.3;  // of the time for one noise, until then

  const Setting setting_;
  Reporter<Result>& reporter_;
  Result result_;
  double main_share_ = 0;  // of the whole run: what the chosen noise takes
  double done_ = 0;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  return Run(Setting(request.values), reporter).go();
}

}  // namespace figures::head_count
