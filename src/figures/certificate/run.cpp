// Runs figure "certificate": data, spectrum, fit and impostor, descent, with progress and previews.
#include <limits>

#include "figures/certificate/certificate.hpp"
#include "learner/certificate.hpp"
#include "learner/descent/folded_descent.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"
#include "learner/solve.hpp"

namespace figures::certificate {
namespace {

// Sequences between two looks at the clock; a multiple of the learner's own block.
constexpr Index kBlock = 2 * Moments::kBlock;
// Of so many Gaussian questions one tells fit and impostor apart best.
constexpr std::uint64_t kCandidates = 256;
// Descent is followed to 2^kOctaves steps by the formula; so many it really makes, to compare them.
constexpr int kOctaves = 20;
constexpr Index kWalked = 64;
// Progress at the end of each part.
constexpr double kGathered = 0.5;
constexpr double kCertified = 0.6;
constexpr double kFitted = 0.75;
constexpr double kCompared = 0.85;

// 1, 2, 3, .. up to 16, then eight to each doubling: every number of steps a whole one.
std::vector<std::uint64_t> step_counts() {
  std::vector<std::uint64_t> steps;
  for (std::uint64_t t = 1; t < 16; ++t) steps.push_back(t);
  for (int octave = 0; octave < kOctaves - 4; ++octave) {
    for (std::uint64_t part = 16; part < 32; part += 2) steps.push_back(part << octave);
  }
  steps.push_back(std::uint64_t{1} << kOctaves);
  return steps;
}

// One run: what is known so far lives in `result_`, so that a preview is a copy of it.
class Run {
 public:
  // task: the data to learn from; varied, plain: the same all Gaussian, all orthonormal.
  Run(const Values& values, const learner::Task& task, const learner::Task& varied, const learner::Task& plain,
      Reporter<Result>& reporter)
      : values_(values), task_(task), varied_(varied), plain_(plain), reporter_(reporter), moments_(task.shape()) {
    probe_ = varied.sequence(Split::test, 0).Z;
    result_.distance = values.number("distance");
    result_.truth = learner::folded_coefficients(task_.truth());
  }

  Expected<Result> go() {
    if (auto done = gather(); !done) return std::unexpected(done.error());
    if (auto done = certify(); !done) return std::unexpected(done.error());
    reach(Step::spectrum, kCertified);
    reporter_.begin(2);
    if (auto done = fit(); !done) return std::unexpected(done.error());
    if (auto done = make_impostor(); !done) return std::unexpected(done.error());
    compare();
    reach(Step::models, kCompared);
    reporter_.begin(3);
    if (auto done = descend(); !done) return std::unexpected(done.error());
    result_.reached = Step::descent;
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  void reach(Step stage, double share) {
    result_.reached = stage;
    reporter_.report(share);
    if (reporter_.wants_preview()) reporter_.preview(result_);
  }

  Expected<void> gather() {
    reporter_.begin(0);
    const Index planned = values_.integer("N");
    sequences_.reserve(static_cast<std::size_t>(planned));
    Index next_look = kBlock;
    for (Index first = 0; first < planned; first += kBlock) {
      const Index count = std::min(kBlock, planned - first);
      auto block = task_.block(Split::train, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count));
      if (auto added = moments_.add(block); !added) return added;
      for (Sequence& sequence : block) {
        result_.gaussian += is_gaussian(sequence.Z, result_.m()) ? 1 : 0;
        sequences_.push_back(std::move(sequence));
      }
      result_.sequences = static_cast<std::int32_t>(moments_.sequences());
      reporter_.report(kGathered * result_.sequences / static_cast<double>(planned));
      // A spectrum costs as much as many blocks, so the growing one is shown each time the data have quadrupled.
      if (moments_.sequences() < next_look || !reporter_.wants_preview()) continue;
      next_look = 4 * moments_.sequences();
      if (auto done = certify(); !done) return done;
      reporter_.preview(result_);
    }
    reporter_.begin(1);
    return {};
  }

  Expected<void> certify() {
    auto certificate = learner::certify(moments_);
    if (!certificate) return std::unexpected(certificate.error());
    result_.spectrum = std::move(certificate->spectrum);
    result_.lambda_min = certificate->lambda_min;
    result_.lambda_max = certificate->lambda_max;
    result_.rank = static_cast<std::int32_t>(certificate->rank);
    result_.smallest_kept = certificate->smallest_kept;
    result_.largest_dropped = certificate->largest_dropped;
    result_.decided = result_.rank;
    return {};
  }

  // Least squares; where the data leave W open, the W of least norm.
  Expected<void> fit() {
    auto solution = learner::solve_sums(moments_);
    if (!solution) return std::unexpected(solution.error());
    result_.minimum_norm = solution->path == learner::Path::primal_minimum_norm;
    result_.fit = std::move(solution->p);
    result_.fit_distance = (result_.fit - result_.truth).norm();
    reporter_.report(kFitted);
    return {};
  }

  // What the data do not see; where they see everything, the direction they see least.
  Expected<learner::NullSpace> unseen_directions() {
    auto null = learner::null_space(moments_);
    if (!null) return null;
    result_.decided = static_cast<std::int32_t>(null->rank);
    result_.resolution = null->resolution;
    result_.unseen.value = null->basis;
    if (null->dimension() == 0) {
      const Vector scale = learner::unfold_weights(null->d).cwiseSqrt();
      null->basis = scale.cwiseProduct(path_->direction(0)).normalized();
    }
    return null;
  }

  // The second model, as far from the fit as asked, where it tells most on the Gaussian question.
  Expected<void> make_impostor() {
    auto walk = begin_descent();
    if (!walk) return std::unexpected(walk.error());
    auto path = learner::DescentPath::begin(moments_, walk->coefficients(), result_.fit);
    if (!path) return std::unexpected(path.error());
    path_ = std::move(*path);
    const auto space = unseen_directions();
    if (!space) return std::unexpected(space.error());
    learner::ImpostorOptions options{.distance = result_.distance, .seed = values_.seed(), .output = result_.telling()};
    if (learner::rho(*space, probe_, learner::Targets::last)(0) > space->resolution) options.question = probe_;
    auto other = learner::impostor(moments_, result_.fit, *space, options);
    if (!other) return std::unexpected(other.error());
    result_.impostor = std::move(other->p);
    result_.rise = other->rise;
    result_.pull = other->rise > kUnnoticed ? std::sqrt(kUnnoticed / other->rise) : 1;
    choose_questions();
    answer_examples();
    return {};
  }

  void choose_questions() {
    const Matrix change = result_.impostor - result_.fit;
    std::uint64_t telling = 0;
    double most = -1;
    for (std::uint64_t k = 0; k < kCandidates; ++k) {
      const Matrix Z = varied_.sequence(Split::test, k).Z;
      const double apart = learner::evaluate_folded(change, Z, learner::Targets::last).norm();
      if (apart > most) telling = k;
      most = std::max(most, apart);
    }
    result_.questions = {probe_, varied_.sequence(Split::test, telling).Z, plain_.sequence(Split::test, 0).Z,
                         sequences_.front().Z};
  }

  void answer_examples() {
    const Index output = result_.telling();
    const Matrix pulled = result_.fit + result_.pull * (result_.impostor - result_.fit);
    result_.seen_answers.resize(3, kExamples);
    for (Index k = 0; k < kExamples; ++k) {
      const Matrix& Z = result_.examples.value.emplace_back(sequences_[static_cast<std::size_t>(k)].Z);
      Index row = 0;
      for (const Matrix* p : std::initializer_list<const Matrix*>{&result_.fit, &pulled, &result_.truth})
        result_.seen_answers(row++, k) = learner::evaluate_folded(*p, Z, learner::Targets::last)(output, 0);
    }
  }

  // Training errors on the sequences themselves: from the moments nothing below 1e-13 can be seen.
  void compare() {
    const auto error = [this](const Matrix& p) {
      const auto sums = learner::test_error(p, sequences_, learner::Targets::last);
      return sums.squared_error / static_cast<double>(sums.rows);
    };
    result_.fit_error = error(result_.fit);
    result_.impostor_error = error(result_.impostor);
  }

  // From a random start at the rate of the formula, so that the two can be compared.
  Expected<learner::FoldedDescent> begin_descent() const {
    const double rate = 0.5 / result_.lambda_max;
    return learner::FoldedDescent::begin(
        moments_, {.steps = kWalked,
                   .schedule = {.rate = rate, .start = rate, .warm_up = 0, .last_share = 1},
                   .optimiser = {.method = learner::Method::descent, .clip = std::numeric_limits<double>::infinity()},
                   .seed = values_.seed()});
  }

  Expected<void> descend() {
    const std::vector<std::uint64_t> steps = step_counts();
    const std::vector<double> distances = path_->distances(result_.truth, steps);
    result_.steps =
        Eigen::Map<const Eigen::Vector<std::uint64_t, Eigen::Dynamic>>(steps.data(), std::ssize(steps)).cast<double>();
    result_.distances = Eigen::Map<const Vector>(distances.data(), std::ssize(distances));
    result_.rate = path_->rate();
    result_.limit_distance = (path_->limit() - result_.truth).norm();
    // A start with entries of deviation 1/sqrt(psi) has this much, in the root mean square, along null directions.
    const double share = static_cast<double>(path_->null_count()) / result_.unknowns();
    const double kept = static_cast<double>(result_.d()) * share;
    result_.expected_limit = std::sqrt(kept + path_->unseen(result_.truth).squaredNorm());
    return walk();
  }

  // The first steps, one by one.
  Expected<void> walk() {
    auto walk = begin_descent();
    if (!walk) return std::unexpected(walk.error());
    result_.start_distance = (walk->coefficients() - result_.truth).norm();
    std::vector<double> walked;
    for (std::uint64_t t = 1; !walk->finished(); ++t) {
      if (auto step = walk->step(); !step) return std::unexpected(step.error());
      if ((t & (t - 1)) != 0) continue;
      walked.push_back((walk->coefficients() - result_.truth).norm());
      const std::uint64_t steps[] = {t};
      const double gap = std::abs(walked.back() / path_->distances(result_.truth, steps).front() - 1);
      result_.path_gap = std::max(result_.path_gap, gap);
    }
    result_.walked = Eigen::Map<const Vector>(walked.data(), std::ssize(walked));
    return {};
  }

  const Values& values_;
  learner::Task task_, varied_, plain_;
  Matrix probe_;  // the Gaussian question
  Reporter<Result>& reporter_;
  Moments moments_;
  std::vector<Sequence> sequences_;
  std::optional<learner::DescentPath> path_;
  Result result_;
};

}  // namespace

bool is_gaussian(const Matrix& Z, Index m) { return std::abs(Z.col(0).head(m).squaredNorm() - 1) > 1e-9; }

Expected<learner::Task> task_of(const Values& values, double share) {
  return learner::associative_memory(
      {.key_dimension = values.integer("m"), .gaussian_share = share, .seed = values.seed()});
}

Expected<Matrix> start_of(const learner::Task& task, std::uint64_t seed) {
  Moments moments(task.shape());
  if (auto added = moments.add(task.block(Split::train, 0, 1)); !added) return std::unexpected(added.error());
  const auto walk = learner::FoldedDescent::begin(moments, {.seed = seed});
  if (!walk) return std::unexpected(walk.error());
  return walk->coefficients();
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  if (compares_mixtures(request.values)) return run_mixtures(request.values, reporter);
  const auto task = task_of(request.values, request.values.number("share"));
  const auto varied = task_of(request.values, 1);
  const auto plain = task_of(request.values, 0);
  for (const auto* made : {&task, &varied, &plain}) {
    if (!*made) return std::unexpected(made->error());
  }
  return Run(request.values, *task, *varied, *plain, reporter).go();
}

}  // namespace figures::certificate
