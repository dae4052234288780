// Figure "certificate", all mixtures: against each mixture learned from alone, by other algorithms.
#include <doctest/doctest.h>

#include <Eigen/QR>

#include <cmath>
#include <limits>

#include "figures/bench.hpp"
#include "figures/certificate/certificate.hpp"
#include "learner/certificate.hpp"
#include "learner/descent/folded_descent.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"
#include "learner/solve.hpp"

namespace {

using figures::Values;
using figures::certificate::kMixtures;
using figures::certificate::kMoments;
using figures::certificate::kStarts;
using figures::certificate::Mixture;
using figures::certificate::Result;
using learner::Index;
using learner::Matrix;
using learner::Split;
using learner::Vector;

const figures::Figure& figure() { return *figures::find("certificate"); }

Values values_of(std::string_view query) { return bench::values_of(figure(), query); }

Result run(const Values& values) { return bench::result_of(figures::certificate::run, values); }

learner::Task task_of(const Values& values, double share) {
  return *learner::associative_memory(
      {.key_dimension = values.integer("m"), .gaussian_share = share, .seed = values.seed()});
}

learner::Moments moments_of(const Values& values, const learner::Task& task) {
  learner::Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, static_cast<std::uint64_t>(values.integer("N")))));
  return moments;
}

learner::FoldedDescent descent_of(const learner::Moments& moments, double lambda_max, Index steps, std::uint64_t seed) {
  const double rate = 0.5 / lambda_max;
  return *learner::FoldedDescent::begin(
      moments, {.steps = steps,
                .schedule = {.rate = rate, .start = rate, .warm_up = 0, .last_share = 1},
                .optimiser = {.method = learner::Method::descent, .clip = std::numeric_limits<double>::infinity()},
                .seed = seed});
}

// The part of p that no question of the data reaches, found by pivots.
Matrix unseen(const learner::NullSpace& null, const Matrix& p) {
  if (null.dimension() == 0) return Matrix::Zero(p.rows(), p.cols());
  const Vector scale = learner::unfold_weights(null.d).cwiseSqrt().cwiseInverse();
  const Matrix plain = scale.asDiagonal() * null.basis;
  const Eigen::HouseholderQR<Matrix> qr(plain);
  const Matrix basis = qr.householderQ() * Matrix::Identity(plain.rows(), plain.cols());
  return p * basis * basis.transpose();
}

bool equal(double a, double b, double error, double zero) { return std::abs(a - b) <= error * std::abs(b) + zero; }

}  // namespace

TEST_CASE("every mixture has the eigenvalue, the minimum norm and the descent of its own data, learned alone") {
  for (const char* query :
       {"mixtures=every&m=2&N=1024", "mixtures=every&m=2&N=64&seed=3", "mixtures=every&m=3&N=1024&seed=2"}) {
    CAPTURE(std::string(query));
    const Values values = values_of(query);
    const Result result = run(values);
    REQUIRE(result.mixtures.size() == kMixtures.size());
    for (std::size_t k = 0; k < kMixtures.size(); ++k) {
      CAPTURE(k);
      const Mixture& mixture = result.mixtures[k];
      const learner::Task task = task_of(values, kMixtures[k]);
      const learner::Moments moments = moments_of(values, task);
      const Matrix truth = learner::folded_coefficients(task.truth());
      const auto ends = learner::certify_extremes(moments);  // by Lanczos and pivots
      REQUIRE(ends);
      CHECK(mixture.missing == ends->unknowns - ends->rank);
      CHECK(equal(mixture.lambda_min, ends->lambda_min, 1e-6, 1e-13));
      const auto least = learner::solve_minimum_norm(moments);
      REQUIRE(least);
      CHECK(equal(mixture.distance.minimum_norm, (least->p - truth).norm(), 1e-6, 1e-9));
      const int start = static_cast<int>(k) % kStarts;
      auto descent = descent_of(moments, ends->lambda_max, 1024, figures::certificate::seed_of_start(values, start));
      const auto null = learner::null_space(moments);
      REQUIRE(null);
      const Matrix limit = least->p + unseen(*null, descent.coefficients() - least->p);
      CHECK(equal(mixture.distance.limits(start), (limit - truth).norm(), 1e-6, 1e-9));
      const auto path = learner::DescentPath::begin(moments, descent.coefficients(), least->p);
      REQUIRE(path);
      // Errors on new questions, one by one.
      const auto check_errors = [&](const figures::certificate::Measured& errors, double asked_share) {
        const auto questions = task_of(values, asked_share).block(Split::test, 0, figures::certificate::kQuestions);
        double squares = 0;
        for (const learner::Sequence& question : questions) squares += question.Y.squaredNorm();
        const auto error = [&](const Matrix& p) {
          return learner::test_error(p, questions, learner::Targets::last).squared_error / squares;
        };
        CHECK(equal(errors.minimum_norm, error(least->p), 1e-6, 1e-12));
        CHECK(equal(errors.limits(start), error(limit), 1e-6, 1e-12));
        CHECK(equal(errors.descent(start, 0), error(descent.coefficients()), 1e-8, 1e-12));
        for (const Index moment : {kMoments / 2, kMoments - 1}) {
          const auto steps = static_cast<std::uint64_t>(figures::certificate::steps_at(moment));
          CHECK(equal(errors.descent(start, moment), error(path->coefficients(steps)), 1e-6, 1e-12));
        }
      };
      while (!descent.finished()) REQUIRE(descent.step());
      check_errors(mixture.varied, 1);
      check_errors(mixture.plain, 0);
      CHECK(equal(mixture.distance.descent(start, 0), (descent.coefficients() - truth).norm(), 1e-8, 1e-10));
    }
  }
}

TEST_CASE("an example that is Gaussian in one mixture is the same in all with a larger share") {
  const Values values = values_of("m=3&seed=5");
  int turned = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Matrix plain = task_of(values, 0).sequence(Split::train, i).Z;
    const Matrix varied = task_of(values, 1).sequence(Split::train, i).Z;
    bool gaussian = false;
    for (const double share : kMixtures) {
      const Matrix Z = task_of(values, share).sequence(Split::train, i).Z;
      CHECK((Z == varied || (Z == plain && !gaussian)));
      gaussian = Z == varied;
    }
    turned += gaussian ? 1 : 0;
  }
  CHECK(turned > 60);
  CHECK(turned < 140);
}

TEST_CASE("the picture of one mixture and that of all say the same of the same data") {
  const Result all = run(values_of("mixtures=every&m=3&N=1024&seed=4"));
  for (const auto& [share, at] : {std::pair{"0", 0}, {"0.01", 5}, {"0.05", 9}}) {
    CAPTURE(std::string(share));
    const Result one = run(values_of("m=3&N=1024&seed=4&share=" + std::string(share)));
    const Mixture& mixture = all.mixtures[static_cast<std::size_t>(at)];
    CHECK(mixture.gaussian == one.gaussian);
    CHECK(mixture.missing == one.missing());
    CHECK(equal(mixture.lambda_min, one.lambda_min, 1e-9, 1e-13));
    CHECK(equal(mixture.distance.limits(0), one.limit_distance, 1e-9, 1e-9));
    CHECK(equal(mixture.distance.descent(0, kMoments - 1),
                one.distances(std::ranges::find(one.steps, 65536.0) - one.steps.begin()), 1e-9, 1e-9));
  }
}

TEST_CASE(
    "where lambda_min is 0 descent keeps of its start what its size lets expect, and two runs differ by root 2 of "
    "that") {
  for (int seed = 1; seed <= 8; ++seed) {
    const Result result = run(values_of("mixtures=every&m=3&N=1024&seed=" + std::to_string(seed)));
    const Mixture& first = result.mixtures.front();
    const double expected = std::sqrt(6.0 * first.missing / 126);
    CHECK(first.missing > 0);
    CHECK(equal(first.distance.limits.mean(), expected, 0.12, 0));
    CHECK(equal(first.apart, std::sqrt(2.0) * expected, 0.12, 0));
    CHECK(first.distance.minimum_norm < 1e-9);
    const Mixture& last = result.mixtures.back();
    CHECK(last.lambda_min > 0);
    CHECK(last.distance.limits.maxCoeff() < 1e-9);
    CHECK(last.apart < 1e-9);
  }
}

TEST_CASE("the film of all mixtures goes from 1,024 steps to 65,536, by whole steps") {
  for (const auto& [time, steps] : {std::pair{"10", 1024.0}, {"12.5", 5793.0}, {"16", 65536.0}}) {
    const Values values = values_of("mixtures=every&time=" + std::string(time));
    CHECK(figures::certificate::steps_at(figures::certificate::shown_moment(values)) == steps);
  }
}

TEST_CASE("while all mixtures are compared, no control and no film of one mixture is shown") {
  for (const char* query :
       {"mixtures=every", "mixtures=every&ask=edited&question=1,2", "mixtures=every&view=descent"}) {
    Values values(figure().parameters);
    values.read_query("ask=edited&view=answers");
    values.read_query(query);
    for (const figures::Parameter& parameter : figure().parameters) {
      const bool common = parameter.id == "N" || parameter.id == "m" || parameter.id == "mixtures" ||
                          parameter.id == "measure" || parameter.id == "time" || parameter.id == "seed" ||
                          parameter.id == "again";
      CAPTURE(std::string(parameter.id));
      CHECK(values.is_shown(parameter) == common);
    }
  }
}

TEST_CASE("previews show one mixture after another") {
  bench::Log log;
  log.previews = true;
  const Values values = values_of("mixtures=every&m=2&N=256");
  REQUIRE(bench::run(figure(), values, log));
  std::size_t before = 0;
  for (const figures::Bytes& bytes : log.shown) {
    figures::Snapshot<Result> snapshot;
    REQUIRE(figures::from_bytes(bytes, snapshot));
    CHECK(snapshot.result.mixtures.size() == before + 1);
    before = snapshot.result.mixtures.size();
  }
  CHECK(before == kMixtures.size());
}
