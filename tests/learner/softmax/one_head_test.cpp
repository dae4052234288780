#include "learner/softmax/one_head.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "learner/bits.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_layer.hpp"

using namespace learner;

namespace {

SignTask task_of(Index d, Index k, Index heads = 1, std::uint64_t seed = 1, double noise = 0.0) {
  return *random_sign_task({.d = d, .k = k, .heads = heads, .noise = noise, .seed = seed});
}

double error_of(const SignTask& task, const OneHeadRecovery& recovery) {
  const HeadMatch match = match_heads(task.truth(), recovery.layer);
  return std::max(match.theta_error, match.w_error);
}

std::string refusal(const Expected<OneHeadRecovery>& recovery) { return recovery ? "" : recovery.error().text(); }

}  // namespace

TEST_CASE("one head comes back from 200 random examples of four tokens, exactly") {
  for (const Index d : {1, 2, 3, 4, 6})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const SignTask task = task_of(d, 4, 1, seed);
      const auto recovery = recover_one_head(task.block(Split::train, 0, 200));
      CAPTURE(d);
      CAPTURE(seed);
      REQUIRE_MESSAGE(recovery, refusal(recovery));
      CHECK(error_of(task, *recovery) < 1e-9);
      CHECK(recovery->fit_error < 1e-10);
    }
}

TEST_CASE("sequences with more tokens than d + 1 serve as far as their distinct tokens are independent") {
  const SignTask task = task_of(3, 8);
  const auto examples = task.block(Split::train, 0, 2000);
  const auto recovery = recover_one_head(examples);
  REQUIRE_MESSAGE(recovery, refusal(recovery));
  CHECK(error_of(task, *recovery) < 1e-9);
  CHECK(recovery->sequences_used < 500);
}

TEST_CASE("the mean of noisy examples is better than a few of them") {
  const double noise = 1e-4;
  double few = 0.0, many = 0.0;
  for (std::uint64_t seed = 2; seed <= 6; ++seed) {
    const SignTask task = task_of(4, 4, 1, seed, noise);
    const auto a = recover_one_head(task.block(Split::train, 0, 200), {.noise = noise});
    const auto b = recover_one_head(task.block(Split::train, 0, 5000), {.noise = noise});
    REQUIRE_MESSAGE(a, refusal(a));
    REQUIRE_MESSAGE(b, refusal(b));
    few += error_of(task, *a);
    many += error_of(task, *b);
  }
  CHECK(many < 0.5 * few);
  CHECK(many < 5 * 10.0 * noise);
}

TEST_CASE("a singular W, several heads, too few and bad examples are refused with a sentence") {
  const auto refused = [](const SignTask& task, std::uint64_t count) {
    return refusal(recover_one_head(task.block(Split::train, 0, count)));
  };
  SoftmaxLayer layer = task_of(3, 4).truth();
  layer.heads[0].W.col(1) = 2.0 * layer.heads[0].W.col(0);
  CHECK(refused(SignTask(layer, 4, 0.0, 1), 500).starts_with("W is singular"));
  layer.heads[0].W.setZero();
  CHECK(refused(SignTask(layer, 4, 0.0, 1), 500).starts_with("W is singular"));
  CHECK(refused(task_of(3, 4, 2), 500).starts_with("No single head"));
  CHECK(refused(task_of(3, 4), 5).find("give more examples") != std::string::npos);
  CHECK(refused(task_of(3, 64), 500).find("agree in entry 1") != std::string::npos);
  CHECK(!refused(task_of(3, 4, 1, 1, 0.1), 500).empty());
  CHECK(!refused(task_of(3, 1), 500).empty());
  CHECK(!recover_one_head({}));
}

TEST_CASE("one head recovered from examples has the same bits natively and as WASM") {
  const auto recovery = recover_one_head(task_of(4, 4).block(Split::train, 0, 300));
  REQUIRE(recovery);
  print_bits("one head, Theta", recovery->layer.heads[0].Theta);
  print_bits("one head, W", recovery->layer.heads[0].W);
}
