#include "learner/certificate.hpp"

#include <doctest/doctest.h>

#include <cstdio>

#include "learner/evaluate.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

constexpr std::uint64_t kExamples = 1 << 14;

Moments associations(double gaussian_share) {
  const auto task = *associative_memory({.key_dimension = 4, .gaussian_share = gaussian_share});
  Moments moments(task.shape());
  for (std::uint64_t first = 0; first < kExamples; first += 1024) {
    REQUIRE(moments.add(task.block(Split::train, first, 1024)).has_value());
  }
  return moments;
}

Certificate of_random_tokens(Index d, Index n) {
  const auto task = *random_attention({.d = d, .d_out = 1, .n = n});
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, 1000)).has_value());
  return *certify(moments);
}

Certificate of_random_signs(Index d, Index n) {
  Random random(1);
  Moments moments({d, 1, Targets::last});
  for (int i = 0; i < 2000; ++i) {
    Matrix Z(d, n);
    for (double& entry : Z.reshaped()) entry = random.below(2) == 0 ? -1.0 : 1.0;
    REQUIRE(moments.add(Sequence{Z, Matrix::Zero(1, 1)}).has_value());
  }
  return *certify(moments);
}

}  // namespace

TEST_CASE("the smallest eigenvalue follows the share of Gaussian examples as measured before") {
  struct Row {
    double share, low, high;
  };
  // Ranges hold ten seeds; the number of Gaussian examples is itself random, 82 +- 9 at 0.5 %.
  // Known before: 2.5, 0.058 to 0.063 (the paper prints 0.06), 0.015, 0.0032, 7e-4.
  for (const auto [share, low, high] : {Row{1.0, 2.3, 2.7}, Row{0.05, 0.05, 0.07}, Row{0.02, 0.010, 0.018},
                                        Row{0.01, 0.0028, 0.0056}, Row{0.005, 4e-4, 1.3e-3}}) {
    const auto certificate = certify(associations(share));
    REQUIRE(certificate.has_value());
    std::printf("  %5.1f %% Gaussian: lambda_min %.4g\n", 100.0 * share, certificate->lambda_min);
    CHECK(certificate->unknowns == 288);
    CHECK(certificate->rank == 288);
    CHECK(certificate->lambda_min > low);
    CHECK(certificate->lambda_min < high);
    CHECK(certificate->lambda_min == certificate->spectrum(0));
    CHECK(certificate->lambda_max == certificate->spectrum(287));
  }
}

TEST_CASE("orthonormal examples alone leave rank 248 of 288, and yet minimum norm is right") {
  const Moments moments = associations(0.0);
  const auto certificate = certify(moments);
  REQUIRE(certificate.has_value());
  CHECK(certificate->rank == 248);
  CHECK(certificate->lambda_min == 0.0);
  CHECK(certificate->spectrum(40) > 1e-3);  // the verdict is not near its threshold of 1e-12

  const Model truth = associative_memory({.key_dimension = 4})->truth();
  const Matrix p = folded_coefficients(truth);
  CHECK(p.norm() == 4.0);
  const auto least = solve_minimum_norm(moments);
  CHECK(relative_distance(least->p, p) < 1e-10);
  const auto spectrum = head_spectrum(unfold(least->p, 8), 8);
  CHECK(spectrum->rank == 17);  // 1 + 16: the head itself and the antisymmetric part that the fit leaves open

  const auto test = associative_memory({.key_dimension = 4, .gaussian_share = 0.0})->block(Split::test, 0, 256);
  const double error = test_error(least->p, test, Targets::last).mean();
  std::printf("  minimum norm at lambda_min = 0: test error %.1e\n", error);
  CHECK(error < 1e-24);
}

TEST_CASE("one token is not enough: the rank is C(d+2, 3); two Gaussian tokens are") {
  for (const Index d : {2, 3, 4, 6}) {
    CHECK(of_random_tokens(d, 1).rank == (d + 2) * (d + 1) * d / 6);
    CHECK(of_random_tokens(d, 2).rank == feature_count(d));
    CHECK(of_random_tokens(d, 2).lambda_min > 0.0);
  }
}

TEST_CASE("tokens of signs lose d (d - 1) of the rank, whatever their number") {
  for (const Index d : {2, 3, 4, 6}) {
    for (const Index n : {2, 5}) CHECK(of_random_signs(d, n).rank == feature_count(d) - d * (d - 1));
  }
}

TEST_CASE("a certificate of nothing, or of too many unknowns, is refused with a cure") {
  CHECK(certify(Moments({2, 1, Targets::last})).error().text.find("add at least one sequence") != std::string::npos);
  Moments large({13, 1, Targets::last});
  REQUIRE(large.add(Sequence{Matrix::Ones(13, 2), Matrix::Ones(1, 1)}).has_value());
  CHECK(certify(large).error().text.find("use tokens of 12 or fewer coordinates") != std::string::npos);
}
