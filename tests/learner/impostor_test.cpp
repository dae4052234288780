#include "learner/null_space.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "bits.hpp"
#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

struct Setting {
  Task task;
  std::vector<Sequence> data;
  Moments moments;
  Matrix fit;
  NullSpace null;
};

Setting learned(const Task& task, std::uint64_t count) {
  Setting setting{task, task.block(Split::train, 0, count), Moments(task.shape()), {}, {}};
  REQUIRE(setting.moments.add(setting.data).has_value());
  setting.fit = solve_minimum_norm(setting.moments)->p;
  setting.null = *null_space(setting.moments);
  return setting;
}

Setting orthonormal_associations() {
  return learned(*associative_memory({.key_dimension = 4, .gaussian_share = 0.0}), 1024);
}

bool says(const Error& error, const char* part) { return error.text().find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an impostor has the training error of the fit and other answers elsewhere") {
  const auto [task, data, moments, fit, null] = orthonormal_associations();
  const auto other = impostor(moments, fit, null, {.distance = 2.0});
  REQUIRE(other.has_value());
  CHECK(unfold(other->p - fit, 8).norm() == relative(2.0, 1e-12));
  CHECK(other->distance == 2.0);
  // By the moments both are 0 to rounding; on the sequences themselves as well, and much finer.
  CHECK(other->loss_before == 0.0);
  CHECK(other->loss_after < 1e-11);
  CHECK(std::fabs(other->rise) < 1e-11);
  const double train = test_error(other->p, data, Targets::last).mean();
  const auto elsewhere = associative_memory({.key_dimension = 4})->block(Split::test, 0, 200);
  const auto apart = disagreement(fit, other->p, elsewhere, Targets::last);
  std::printf("  training error: fit %.1e, impostor %.1e; Gaussian questions: %.2f apart at most\n",
              test_error(fit, data, Targets::last).mean(), train, apart.largest);
  CHECK(train < 1e-24);
  CHECK(apart.rows == 200);
  CHECK(apart.mean_square > 0.1);
  CHECK(disagreement(fit, other->p, data, Targets::last).largest < 1e-11);
}

TEST_CASE("asked about a question, the impostor's answer moves by distance rho ||F||, and none moves it more") {
  const auto [task, data, moments, fit, null] = orthonormal_associations();
  const Sequence asked = associative_memory({.key_dimension = 4})->sequence(Split::test, 7);
  const double reach = rho(null, asked.Z, Targets::last)(0) * scaled_features(asked.Z, Targets::last).norm();
  const auto moved = [&](const ImpostorOptions& options) {
    return disagreement(fit, impostor(moments, fit, null, options)->p, std::span(&asked, 1), Targets::last).largest;
  };
  CHECK(moved({.distance = 0.3, .question = asked.Z}) == relative(0.3 * reach, 1e-9));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) CHECK(moved({.distance = 0.3, .seed = seed}) < 0.3 * reach);
  // All of it in one output, if that is asked for.
  const ImpostorOptions one{.distance = 0.3, .question = asked.Z, .output = 5};
  CHECK(moved(one) == relative(0.3 * reach, 1e-9));
  const Matrix change = impostor(moments, fit, null, one)->p - fit;
  CHECK(change.row(5).norm() == change.norm());
}

TEST_CASE("with noise the training error of the impostor is that of the fit, and not 0") {
  const auto [task, data, moments, fit, null] =
      learned(*random_attention({.d = 4, .d_out = 3, .n = 1, .noise = 0.1}), 500);
  CHECK(null.dimension() == 20);  // one token: rank C(6,3) = 20 of 40
  const auto other = impostor(moments, fit, null);
  REQUIRE(other.has_value());
  CHECK(other->loss_before == relative(3.0 * test_error(fit, data, Targets::last).mean(), 1e-12));
  CHECK(other->loss_after == relative(other->loss_before, 1e-12));
  CHECK(std::fabs(other->rise) < 1e-14);
  CHECK(test_error(other->p, data, Targets::last).mean() ==
        relative(test_error(fit, data, Targets::last).mean(), 1e-12));
}

TEST_CASE("a near-impostor along weak directions says by how much the training error rises") {
  const auto task = *associative_memory({.key_dimension = 2, .gaussian_share = 0.02});
  const auto [same, data, moments, fit, none] = learned(task, 2048);
  CHECK(none.dimension() == 0);
  const auto weak = null_space(moments, {.cut = 1e-2});
  REQUIRE(weak->dimension() > 0);
  const auto other = impostor(moments, fit, *weak, {.distance = 0.5});
  REQUIRE(other.has_value());
  CHECK(other->rise > 1e-6);
  CHECK(other->rise <= 0.25 * weak->leak);
  CHECK(other->rise == relative(4.0 * test_error(other->p, data, Targets::last).mean(), 1e-9));
}

TEST_CASE("the largest and the mean disagreement are those of the answers") {
  const auto task = *random_attention({.d = 3, .d_out = 2, .n = 4, .targets = Targets::causal});
  const auto questions = task.block(Split::test, 0, 5);
  const Matrix p = Random(1).gaussian(2, 18), other = Random(2).gaussian(2, 18);
  double sum = 0.0, largest = 0.0;
  for (const Sequence& question : questions) {
    for (Index t = 0; t < 4; ++t) {
      const double apart = ((p - other) * folded_features(question.Z, t, t + 1)).norm();
      sum += apart * apart;
      largest = std::max(largest, apart);
    }
  }
  const auto apart = disagreement(p, other, questions, Targets::causal);
  CHECK(apart.rows == 20);
  CHECK(apart.mean_square == relative(sum / 20.0, 1e-12));
  CHECK(apart.largest == relative(largest, 1e-12));
  CHECK(disagreement(p, other, {}, Targets::last).mean_square == 0.0);
}

TEST_CASE("an impostor that cannot be, or is asked for badly, is refused with a cure") {
  const auto [task, data, moments, fit, null] = learned(*random_attention({.d = 3, .d_out = 1, .n = 2}), 10);
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    CHECK(says(impostor(moments, fit, null, {.distance = bad}).error(), "must be a positive number"));
  }
  CHECK(says(impostor(moments, fit, null, {.question = Matrix::Ones(2, 2)}).error(), "tokens of 3 coordinates"));
  const Matrix broken = Matrix::Constant(3, 1, std::numeric_limits<double>::quiet_NaN());
  CHECK(says(impostor(moments, fit, null, {.question = broken}).error(), "not finite"));
  CHECK(says(impostor(moments, fit, null, {.question = data[0].Z}).error(), "agree on this question"));

  const auto sure = learned(*random_attention({.d = 3, .d_out = 1}), 100);
  CHECK(says(impostor(sure.moments, sure.fit, sure.null).error(), "The data determine every answer"));
  CHECK(says(impostor(Moments(task.shape()), fit, null).error(), "add at least one sequence"));
}

TEST_CASE("an impostor has the same bits natively and as WASM") {
  const auto [task, data, moments, fit, null] = learned(*random_attention({.d = 4, .d_out = 2, .n = 3}), 25);
  const auto other = impostor(moments, fit, null, {.question = task.sequence(Split::test, 0).Z});
  REQUIRE(other.has_value());
  print_bits("impostor", other->p);
  print_bits("its rise", Matrix::Constant(1, 1, other->rise));
  CHECK(other->p.allFinite());
}
