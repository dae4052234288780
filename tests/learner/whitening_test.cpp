#include "learner/whitening.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>

#include <cstdio>

#include "difference.hpp"
#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

constexpr Index d = 4;

// Noiseless data of a random model whose tokens have coordinates on scales 1, 1/4, 1/16, 1/64, mixed by a rotation.
struct Stretched {
  Model truth;
  std::vector<Sequence> data;
};

Stretched stretched_data(Targets targets) {
  Random random(11);
  const Matrix rotation = random.gaussian(d, d).householderQr().householderQ();
  const Vector scales{{1.0, 0.25, 0.0625, 0.015625}};
  Stretched result{random_attention({.d = d, .d_out = 3, .heads = 2})->truth(), {}};
  for (int i = 0; i < 300; ++i) {
    const Matrix Z = rotation * scales.asDiagonal() * random.gaussian(d, 5);
    result.data.push_back({Z, attend(result.truth, Z, targets)});
  }
  return result;
}

Moments moments_of(std::span<const Sequence> data, Targets targets) {
  Moments moments({data.front().d(), data.front().Y.rows(), targets});
  REQUIRE(moments.add(data).has_value());
  return moments;
}

double condition(const Moments& moments) {
  const Vector spectrum = certify(moments)->spectrum;
  return spectrum(spectrum.size() - 1) / spectrum(0);
}

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

}  // namespace

TEST_CASE("whitened tokens have second moment I and the same targets") {
  const auto data = stretched_data(Targets::last).data;
  const auto whitening = whitening_of(data);
  REQUIRE(whitening.has_value());
  Matrix sum = Matrix::Zero(d, d);
  for (const Sequence& sequence : whitened(data, *whitening)) sum += sequence.Z * sequence.Z.transpose();
  CHECK(difference("second moment and I", sum / (5.0 * 300.0), Matrix::Identity(d, d)) < 1e-12);
  CHECK(whitened(data, *whitening)[7].Y == data[7].Y);
}

TEST_CASE("coefficients mapped back from whitened tokens give the same answers to the tokens themselves") {
  const auto data = stretched_data(Targets::all).data;
  const auto whitening = whitening_of(data);
  const Matrix p = Random(3).gaussian(2, feature_count(d));
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    const Matrix Z = Random(4).gaussian(d, 6);
    const Matrix A_Z = whitening->L.triangularView<Eigen::Lower>().solve(Z);
    // L has a condition number near 64 and enters three times; by triangular solves, whose errors do not grow with it.
    CHECK(difference("answers before and after", evaluate_folded(unwhitened(p, *whitening), Z, targets),
                     evaluate_folded(p, A_Z, targets)) < 1e-12);
  }
}

TEST_CASE("whitening divides the condition number by more than a million, and the error of p by more than a thousand") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    const auto [truth, data] = stretched_data(targets);
    const Matrix p = folded_coefficients(truth);
    const auto whitening = whitening_of(data);
    const Moments plain = moments_of(data, targets);
    const Moments white = moments_of(whitened(data, *whitening), targets);
    const double before = condition(plain);
    const double after = condition(white);
    const auto without = solve_ridge(plain, {.refinements = 0});
    const auto with = solve_ridge(white, {.refinements = 0});
    REQUIRE(with.has_value());
    const double error = without ? relative_distance(without->p, p) : 1.0;
    const double whitened_error = relative_distance(unwhitened(with->p, *whitening), p);
    std::printf("  %-6s condition number %.1e, whitened %.1e; error of p %.1e, whitened %.1e\n",
                name_of(targets).data(), before, after, error, whitened_error);
    CHECK(before / after > 1e6);
    CHECK(error / whitened_error > 1e3);
    CHECK(whitened_error < 1e-10);  // the condition number of the tokens, 64, cubed, times the rounding unit
  }
}

TEST_CASE("tokens in a subspace, none, empty or too large, cannot be whitened, and the reader hears why") {
  CHECK(says(whitening_of({}).error(), "give at least one sequence"));
  const std::vector<Sequence> empty(1, {Matrix(3, 0), Matrix(1, 1)});
  CHECK(says(whitening_of(empty).error(), "give each at least one token"));
  std::vector<Sequence> flat(5, {Random(1).gaussian(3, 8), Matrix::Ones(1, 1)});
  for (Sequence& sequence : flat) sequence.Z.row(1) = 2.0 * sequence.Z.row(0);
  CHECK(says(whitening_of(flat).error(), "number 2 of every token is one sum of multiples of the numbers before it"));
  const std::vector<Sequence> large(1, {Matrix::Constant(2, 2, 1e200), Matrix::Ones(1, 1)});
  CHECK(says(whitening_of(large).error(), "squares overflow"));
}
