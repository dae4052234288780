// Learns from every mixture of figure "certificate".
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
double solve_work(double m) { return 10 * std::pow(2 * m * m * (2 * m + 1), 3); }

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
    result_.mixtures.push_back({.gaussian = gaussian_[k],
                                .missing = static_cast<std::int32_t>(certificate->unknowns - certificate->rank),
                                .lambda_min = certificate->lambda_min,
                                .minimum_norm = (fit->p - truth_).norm(),
                                .distances = Matrix(kStarts, kMoments),
                                .limits = Vector(kStarts)});
    descend(*path, result_.mixtures.back());
    return {};
  }

  void descend(const learner::DescentPath& path, Mixture& mixture) const {
    std::vector<std::uint64_t> steps;
    for (Index moment = 0; moment < kMoments; ++moment) steps.push_back(static_cast<std::uint64_t>(steps_at(moment)));
    std::vector<Matrix> ends;
    for (Index start = 0; start < kStarts; ++start) {
      const learner::DescentPath own = path.from(starts_[static_cast<std::size_t>(start)]);
      const std::vector<double> distances = own.distances(truth_, steps);
      mixture.distances.row(start) = Eigen::Map<const Vector>(distances.data(), kMoments).transpose();
      mixture.limits(start) = (ends.emplace_back(own.limit()) - truth_).norm();
    }
    mixture.apart = mean_apart(ends);
  }

  const Values& values_;
  std::vector<learner::Task> tasks_;  // one for each mixture
  Reporter<Result>& reporter_;
  Moments common_;                          // of the examples that all mixtures have
  std::vector<std::vector<Sequence>> own_;  // of each mixture, all others
  std::vector<std::int32_t> gaussian_;      // of each, how many
  Matrix truth_;
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
