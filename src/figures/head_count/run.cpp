#include "figures/head_count/run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "figures/head_count/plan.hpp"
#include "learner/evaluate.hpp"
#include "learner/features.hpp"
#include "learner/solve.hpp"

namespace figures::head_count {
namespace {

using learner::FewestHeadsOptions;
using learner::HeadCountBy;

constexpr std::uint64_t kSeedsApart = 10'000;  // beyond the largest seed a reader can choose
constexpr Index kShownHeads = 8;

struct Fit {
  Moments moments;
  learner::Solution solution;
  bool open = false;
};

// Least squares; where the data leave p open, the p of least norm.
Expected<Fit> fit(const HeadProblem& problem, double noise) {
  Moments moments(problem.shape());
  if (const auto added = moments.add(problem.data(noise)); !added) return std::unexpected(added.error());
  auto solution = learner::solve_ridge(moments);
  const bool open = !solution;
  if (open) solution = learner::solve_minimum_norm(moments);
  if (!solution) return std::unexpected(solution.error());
  return Fit{std::move(moments), std::move(*solution), open};
}

// Errors and distances of the decomposition of W cut after 1, 2, .. heads.
struct Cuts {
  Vector errors;
  Vector distances;
};

Cuts cuts_of(const learner::HeadSpectrum& spectrum, const HeadProblem& problem, const Matrix& truth) {
  const Index count = spectrum.sigma.size();
  Cuts cuts{Vector(count), Vector(count)};
  Matrix W = Matrix::Zero(spectrum.U.rows(), spectrum.V.rows());
  for (Index k = 0; k < count; ++k) {
    W += spectrum.sigma(k) * spectrum.U.col(k) * spectrum.V.col(k).transpose();
    const Matrix p = learner::fold(W, spectrum.d);
    cuts.errors(k) = learner::test_error(p, problem.fresh(), learner::Targets::last).relative();
    cuts.distances(k) = learner::relative_distance(p, truth);
  }
  return cuts;
}

double fresh_error(const auto& predictor, const HeadProblem& problem) {
  return learner::test_error(predictor, problem.fresh(), learner::Targets::last).relative();
}

// What is known so far lives in `result`, so that a preview is a copy of it.
class Run {
 public:
  Run(const Setting& setting, Reporter<Result>& reporter)
      : setting_(setting), main_share_(planned_main_share(setting)), reporter_(reporter) {
    result_.d = static_cast<std::int32_t>(setting.d);
    result_.d_out = static_cast<std::int32_t>(setting.d_out);
    result_.n = static_cast<std::int32_t>(setting.n);
    result_.true_heads = static_cast<std::int32_t>(setting.heads);
    result_.rank_one = setting.rank_one;
    result_.noise = setting.noise;
    result_.sequences = setting.sequences;
    result_.unknowns = static_cast<std::int32_t>(learner::feature_count(setting.d));
    result_.fresh = HeadProblem::kFresh;
    result_.levels.assign(kNoiseLevels.begin(), kNoiseLevels.end());
    for (Index d = 2; d <= 8; ++d) {
      const Index d_out = setting.d_out == 1 ? 1 : d;
      result_.enough.push_back(static_cast<std::int32_t>(std::min(d_out * d, d * d)));
      result_.generic.push_back(static_cast<std::int32_t>(learner::generic_head_bound(d, d_out)));
    }
  }

  Expected<Result> go() {
    begin(Step::data);
    const auto problem = HeadProblem::create(setting_);
    if (!problem) return std::unexpected(problem.error());
    report(0.01);
    begin(Step::fit);
    const auto fitted = fit(*problem, setting_.noise);
    if (!fitted) return std::unexpected(fitted.error());
    if (auto done = decompose(*fitted, *problem); !done) return std::unexpected(done.error());
    begin(Step::heads);
    if (auto done = count(*fitted, *problem); !done) return std::unexpected(done.error());
    begin(Step::sweep);
    if (auto done = sweep(); !done) return std::unexpected(done.error());
    report(1);
    return std::move(result_);
  }

 private:
  void begin(Step stage) { reporter_.begin(static_cast<int>(stage)); }
  void report(double fraction) { reporter_.report(done_ = std::max(done_, std::min(fraction, 1.0))); }
  void show(Step reached) {
    result_.reached = reached;
    if (reporter_.wants_preview()) reporter_.preview(result_);
  }

  Expected<void> decompose(const Fit& fitted, const HeadProblem& problem) {
    const Matrix& p = fitted.solution.p;
    const Matrix W = learner::unfold(p, setting_.d);
    const auto spectrum = learner::head_spectrum(W, setting_.d);
    if (!spectrum) return std::unexpected(spectrum.error());
    truth_ = learner::folded_coefficients(problem.truth());
    const Cuts cuts = cuts_of(*spectrum, problem, truth_);
    result_.open = fitted.open;
    result_.rank = fitted.solution.rank;
    result_.sigma = spectrum->sigma;
    result_.squared_norm = W.squaredNorm();
    result_.plain_heads = static_cast<std::int32_t>(spectrum->rank);
    result_.cut_errors = cuts.errors;
    result_.cut_distances = cuts.distances;
    result_.full_error = fresh_error(p, problem);
    result_.full_distance = learner::relative_distance(p, truth_);
    const auto evidence = learner::head_count_evidence(p, setting_.d);
    result_.slice_values = evidence.singular_values;
    result_.by_rank = static_cast<std::int32_t>(evidence.by_rank);
    result_.by_gap = static_cast<std::int32_t>(evidence.by_gap);
    result_.gap = evidence.gap;
    report(main_share_ * 0.3);
    show(Step::fit);
    return {};
  }

  // Exact p: by rank. Else held-out data choose, as under noise every singular value is above zero.
  Expected<void> count(const Fit& fitted, const HeadProblem& problem) {
    FewestHeadsOptions options{.restarts = kHeadStarts,
                               .progress = [this](double done) { report(main_share_ * (0.3 + 0.7 * done)); }};
    std::vector<learner::Sequence> held_out;
    if (result_.exact()) {
      options.max_heads = std::max(most_tried(setting_.d, setting_.d_out), Index{result_.by_rank});
    } else {
      held_out = problem.held_out(setting_.noise);
      options.count_by = HeadCountBy::held_out;
      options.max_heads = setting_.d;
      options.steps = start_steps(setting_.d);
      options.polish_steps = result_.open ? open_polish_steps(setting_) : kPolishSteps;
      options.data = &fitted.moments;
      options.held_out = held_out;
    }
    auto report = learner::fewest_heads(fitted.solution.p, setting_.d, options);
    if (!report) return std::unexpected(report.error());
    result_.count_by = options.count_by;
    result_.most_tried = static_cast<std::int32_t>(options.max_heads);
    take(std::move(*report), problem);
    return {};
  }

  void take(learner::HeadReport report, const HeadProblem& problem) {
    result_.heads = static_cast<std::int32_t>(report.heads);
    result_.path = report.path;
    result_.starts = static_cast<std::int32_t>(report.starts);
    result_.kernel = std::move(report.kernel);
    result_.trials = std::move(report.trials);
    result_.fewest_error = fresh_error(report.model, problem);
    result_.fewest_distance = learner::relative_distance(learner::folded_coefficients(report.model), truth_);
    const Index shown = std::min<Index>(kShownHeads, std::ssize(report.model.heads));
    result_.value_maps.resize(setting_.d_out, setting_.d * shown);
    result_.query_maps.resize(setting_.d, setting_.d * shown);
    for (Index h = 0; h < shown; ++h) {
      const learner::Head& head = report.model.heads[static_cast<std::size_t>(h)];
      result_.value_maps.middleCols(h * setting_.d, setting_.d) = head.V;
      result_.query_maps.middleCols(h * setting_.d, setting_.d) = head.Q;
    }
    result_.models = model_count(setting_, result_.is_plain() ? 0 : result_.heads);
    show(Step::heads);
  }

  Expected<void> sweep() {
    for (int model = 0; model < result_.models; ++model) {
      Setting setting = setting_;
      setting.seed += kSeedsApart * static_cast<std::uint64_t>(model);
      const auto problem = HeadProblem::create(setting);
      if (!problem) return std::unexpected(problem.error());
      for (const double noise : kNoiseLevels) {
        if (auto done = sweep_one(*problem, noise); !done) return done;
        report_sweep(0.0);
        show(Step::sweep);
      }
    }
    return {};
  }

  // `of_next` is the done part of the fit that comes next.
  void report_sweep(double of_next) {
    const double fits = static_cast<double>(kNoiseLevels.size()) * result_.models;
    const double done = (static_cast<double>(result_.full_sweep.size()) + of_next) / fits;
    report(main_share_ + (1 - main_share_) * done);
  }

  // With the number of heads found at the chosen noise, so that only the noise changes.
  Expected<void> sweep_one(const HeadProblem& problem, double noise) {
    const auto fitted = fit(problem, noise);
    if (!fitted) return std::unexpected(fitted.error());
    const Matrix& p = fitted->solution.p;
    const auto spectrum = learner::head_spectrum(learner::unfold(p, setting_.d), setting_.d);
    if (!spectrum) return std::unexpected(spectrum.error());
    const double full = fresh_error(p, problem);
    double fewest = full;
    if (!result_.is_plain() && result_.heads > 0) {
      const auto report =
          learner::fewest_heads(p, setting_.d,
                                {.count_by = HeadCountBy::gap,
                                 .heads = result_.heads,
                                 .restarts = kHeadStarts,
                                 .steps = start_steps(setting_.d),
                                 .polish_steps = fitted->open ? open_polish_steps(setting_) : kPolishSteps,
                                 .data = &fitted->moments,
                                 .progress = [this](double done) { report_sweep(done); }});
      if (!report) return std::unexpected(report.error());
      fewest = fresh_error(report->model, problem);
    }
    const Cuts cuts = cuts_of(*spectrum, problem, learner::folded_coefficients(problem.truth()));
    const auto gap = learner::head_count_evidence(p, setting_.d).by_gap;
    add(full, fewest, cuts.errors, static_cast<std::int32_t>(gap));
    return {};
  }

  void add(double full, double fewest, const Vector& cuts, std::int32_t gap) {
    const Index done = result_.full_sweep.size();
    result_.full_sweep.conservativeResize(done + 1);
    result_.fewest_sweep.conservativeResize(done + 1);
    result_.cut_sweep.conservativeResize(done + 1, cuts.size());
    result_.full_sweep(done) = full;
    result_.fewest_sweep(done) = fewest;
    result_.cut_sweep.row(done) = cuts.transpose();
    result_.gap_sweep.push_back(gap);
  }

  Setting setting_;
  double main_share_;  // of the whole run: what the chosen noise takes
  Reporter<Result>& reporter_;
  Result result_;
  Matrix truth_;  // p
  double done_ = 0;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  return Run(head_count_setting(request.values), reporter).go();
}

}  // namespace figures::head_count
