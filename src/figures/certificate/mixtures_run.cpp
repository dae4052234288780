// Learns from every mixture of figure "certificate".
#include <functional>

#include "figures/certificate/certificate.hpp"
#include "learner/certificate.hpp"
#include "learner/descent/folded_descent.hpp"
#include "learner/features.hpp"
#include "learner/solve.hpp"

namespace figures::certificate {
namespace {

constexpr Index kMixtureBlock = 2 * Moments::kBlock;

// Multiply-adds of one example, and of one mixture's eigenvalues and eigenvectors.
double example_work(double m) {
  const double q = m * (2 * m + 1);
  return q * q * (q + 1) / 2;
}
double solve_work(double m) { return 11 * std::pow(2 * m * m * (2 * m + 1), 3); }

double mean_apart(const std::vector<Matrix>& ends) {
  double sum = 0;
  int pairs = 0;
  for (std::size_t a = 0; a < ends.size(); ++a)
    for (std::size_t b = 0; b < a; ++b, ++pairs) sum += (ends[a] - ends[b]).norm();
  return sum / pairs;
}

class Comparison {
 public:
  Comparison(const Values& values, std::vector<learner::Task> tasks, Reporter<Result>& reporter)
      : values_(values),
        tasks_(std::move(tasks)),
        reporter_(reporter),
        common_(tasks_.front().shape()),
        own_(tasks_.size()),
        gaussian_(tasks_.size()),
        truth_(learner::folded_coefficients(tasks_.front().truth())) {
    reporter_.expect(mixtures_work(values.number("N"), values.number("m")));
  }

  Expected<Result> go() {
    reporter_.begin(0);
    if (auto done = ask(); !done) return std::unexpected(done.error());
    if (auto done = gather(); !done) return std::unexpected(done.error());
    for (int start = 0; start < kStarts; ++start) {
      auto p = start_of(tasks_.front(), seed_of_start(values_, start));
      if (!p) return std::unexpected(p.error());
      starts_.push_back(std::move(*p));
    }
    reporter_.begin(3);
    for (std::size_t k = 0; k < tasks_.size(); ++k) {
      if (auto done = learn(k); !done) return std::unexpected(done.error());
      reporter_.spend(solve_work(values_.number("m")));
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
    result_.reached = Step::descent;
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  Expected<void> ask() {
    for (const double share : {1.0, 0.0}) {
      const auto task = task_of(values_, share);
      if (!task) return std::unexpected(task.error());
      Moments asked(task->shape());
      if (auto added = asked.add(task->block(Split::test, 0, kQuestions)); !added) return added;
      questions_.push_back(asked.gram() / asked.squared_targets());
    }
    return {};
  }

  // What is orthonormal in the mixture with most Gaussian examples is the same in all; the rest is kept for each.
  Expected<void> gather() {
    const Index planned = values_.integer("N");
    for (Index first = 0; first < planned; first += kMixtureBlock) {
      const Index count = std::min(kMixtureBlock, planned - first);
      std::vector<Sequence> same;
      for (Index i = first; i < first + count; ++i) {
        Sequence sequence = tasks_.back().sequence(Split::train, static_cast<std::uint64_t>(i));
        if (!is_gaussian(sequence.Z, values_.integer("m"))) {
          same.push_back(std::move(sequence));
        } else {
          keep_for_each(static_cast<std::uint64_t>(i));
        }
      }
      if (auto added = common_.add(same); !added) return added;
      reporter_.spend(static_cast<double>(count) * example_work(values_.number("m")));
    }
    result_.sequences = static_cast<std::int32_t>(planned);
    return {};
  }

  void keep_for_each(std::uint64_t i) {
    for (std::size_t k = 0; k < tasks_.size(); ++k) {
      const Sequence& sequence = own_[k].emplace_back(tasks_[k].sequence(Split::train, i));
      gaussian_[k] += is_gaussian(sequence.Z, values_.integer("m")) ? 1 : 0;
    }
  }

  Expected<void> learn(std::size_t k) {
    Moments moments = common_;
    if (auto added = moments.add(own_[k]); !added) return added;
    const auto certificate = learner::certify(moments);
    if (!certificate) return std::unexpected(certificate.error());
    const auto fit = learner::solve_sums(moments);
    if (!fit) return std::unexpected(fit.error());
    const auto path = learner::DescentPath::begin(moments, starts_.front(), fit->p);
    if (!path) return std::unexpected(path.error());
    Mixture& mixture = result_.mixtures.emplace_back();
    mixture.gaussian = gaussian_[k];
    mixture.missing = static_cast<std::int32_t>(certificate->unknowns - certificate->rank);
    mixture.lambda_min = certificate->lambda_min;

    std::vector<learner::DescentPath> paths;
    std::vector<Matrix> ends;
    for (const Matrix& start : starts_) ends.push_back(paths.emplace_back(path->from(start)).limit());
    mixture.apart = mean_apart(ends);
    std::vector<std::uint64_t> steps;
    for (Index moment = 0; moment < kMoments; ++moment) steps.push_back(static_cast<std::uint64_t>(steps_at(moment)));
    mixture.distance = measure(
        fit->p, paths, ends, [this](const Matrix& p) { return (p - truth_).norm(); },
        [&](const learner::DescentPath& own) { return own.distances(truth_, steps); });
    for (Measured* errors : {&mixture.varied, &mixture.plain}) {
      const Matrix& asked = questions_[errors == &mixture.varied ? 0 : 1];
      const learner::DescentPath::Questions questions = path->ask(truth_, asked);
      *errors = measure(
          fit->p, paths, ends,
          [&](const Matrix& p) {
            const Matrix away = p - truth_;
            return learner::times(away, asked).cwiseProduct(away).sum();
          },
          [&](const learner::DescentPath& own) { return own.errors(questions, steps); });
    }
    return {};
  }

  // By a measure of coefficients, and the same along a path at every moment.
  static Measured measure(const Matrix& fit, std::span<const learner::DescentPath> paths, std::span<const Matrix> ends,
                          const std::function<double(const Matrix&)>& of,
                          const std::function<std::vector<double>(const learner::DescentPath&)>& along) {
    Measured measured{.minimum_norm = of(fit), .descent = Matrix(kStarts, kMoments), .limits = Vector(kStarts)};
    for (Index start = 0; start < kStarts; ++start) {
      const std::vector<double> course = along(paths[static_cast<std::size_t>(start)]);
      measured.descent.row(start) = Eigen::Map<const Vector>(course.data(), kMoments).transpose();
      measured.limits(start) = of(ends[static_cast<std::size_t>(start)]);
    }
    return measured;
  }

  const Values& values_;
  std::vector<learner::Task> tasks_;  // one for each mixture
  Reporter<Result>& reporter_;
  Moments common_;                          // of the examples that all mixtures have
  std::vector<std::vector<Sequence>> own_;  // of each mixture, all others
  std::vector<std::int32_t> gaussian_;      // of each, how many
  Matrix truth_;
  std::vector<Matrix> questions_;  // Gaussian, orthonormal: sum H H^T / sum ||y||^2, all that their errors need
  std::vector<Matrix> starts_;
  Result result_;
};

}  // namespace

double mixtures_work(double N, double m) {
  return N * example_work(m) * (1 + kMixtures.size() * kMixtures.back()) + kMixtures.size() * solve_work(m);
}

double steps_at(Index moment) {
  return std::round(std::pow(2.0, kFirstDoubling + static_cast<double>(moment) / kMomentsToADoubling));
}

Index shown_moment(const Values& values) {
  return std::lround((values.number("time") - kFirstDoubling) * kMomentsToADoubling);
}

std::uint64_t seed_of_start(const Values& values, int start) {
  return values.seed() + 10'000 * static_cast<std::uint64_t>(start);  // seeds end before
}

Expected<Result> run_mixtures(const Values& values, Reporter<Result>& reporter) {
  std::vector<learner::Task> tasks;
  for (const double share : kMixtures) {
    auto task = task_of(values, share);
    if (!task) return std::unexpected(task.error());
    tasks.push_back(std::move(*task));
  }
  return Comparison(values, std::move(tasks), reporter).go();
}

}  // namespace figures::certificate
