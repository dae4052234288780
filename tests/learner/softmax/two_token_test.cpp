#include "learner/softmax/two_token.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learner/bits.hpp"
#include "learner/softmax/softmax_layer.hpp"

using namespace learner;

namespace {

#ifdef LIFTED_SANITIZED
constexpr std::uint64_t kSeeds = 2;
#else
constexpr std::uint64_t kSeeds = 20;
#endif

SignTask task_of(Index d, Index k, Index heads, std::uint64_t seed = 1, double noise = 0.0) {
  return *random_sign_task({.d = d, .k = k, .heads = heads, .noise = noise, .seed = seed});
}

// The same task with another layer.
SignTask with_layer(SoftmaxLayer layer, Index k) { return SignTask(std::move(layer), k, 0.0, 1); }

double error_of(const SignTask& task, const TwoTokenRecovery& recovery) {
  const HeadMatch match = match_heads(task.truth(), recovery.layer);
  return std::max(match.theta_error, match.w_error);
}

std::string refusal(const Expected<TwoTokenRecovery>& recovery) { return recovery ? "" : recovery.error().text(); }

bool says(const Expected<TwoTokenRecovery>& recovery, std::string_view words) {
  if (recovery || refusal(recovery).find(words) == std::string::npos)
    std::printf("  said: %s\n", recovery ? "(a layer)" : refusal(recovery).c_str());
  return refusal(recovery).find(words) != std::string::npos;
}

}  // namespace

TEST_CASE(
    "240 of 240 random layers of one to four heads are recovered from questions of m + 1 tokens, each in a second") {
  for (Index m = 1; m <= 4; ++m) {
    std::vector<double> errors;
    double slowest = 0.0;
    for (const Index d : {3, 4, 6})
      for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const SignTask task = task_of(d, m + 1, m, seed);
        const auto begin = std::chrono::steady_clock::now();
        const auto recovery = recover_by_questions(task, m);
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
        slowest = std::max(slowest, time.count());
        CAPTURE(m);
        CAPTURE(d);
        CAPTURE(seed);
        REQUIRE_MESSAGE(recovery, refusal(recovery));
        errors.push_back(error_of(task, *recovery));
        CHECK(errors.back() < 1e-10);
        CHECK(recovery->fit_error < 1e-13);
        CHECK(recovery->check_error < 1e-11);
      }
    std::ranges::sort(errors);
    std::printf("  m = %d: median error %.1e, largest %.1e, slowest %.0f ms\n", static_cast<int>(m),
                errors[errors.size() / 2], errors.back(), slowest);
  }
}

TEST_CASE("longer sequences recover layers as well, and one entry to a token is enough") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const auto [d, k, m] : {std::array<Index, 3>{3, 12, 3}, {2, 9, 2}, {4, 30, 2}}) {
      const SignTask task = task_of(d, k, m, seed);
      const auto recovery = recover_by_questions(task, m);
      REQUIRE_MESSAGE(recovery, refusal(recovery));
      CHECK(error_of(task, *recovery) < 1e-10);
    }
    const SignTask narrow = task_of(1, 3, 1, seed);
    const auto recovery = recover_by_questions(narrow, 1);
    REQUIRE_MESSAGE(recovery, refusal(recovery));
    CHECK(error_of(narrow, *recovery) < 1e-10);
  }
}

TEST_CASE("as many questions are asked as the header says") {
  for (const auto [d, k, m, ratios] : {std::array<Index, 4>{3, 2, 1, 1}, {4, 3, 2, 3}, {6, 5, 4, 9}, {3, 20, 2, 6}}) {
    const auto recovery = recover_by_questions(task_of(d, k, m), m, {.checks = 3});
    REQUIRE_MESSAGE(recovery, refusal(recovery));
    CHECK(recovery->sequences == d + d * (d - 1) * ratios + (m > 1 ? d - 1 : 0) + 3);
    CHECK(recovery->pairs == d * (d - 1));
    CHECK(recovery->pairs_refused == 0);
  }
}

TEST_CASE("noise costs accuracy in proportion, and a question asked 16 times four times less") {
  const double noise = 1e-6;
  for (Index m = 1; m <= 3; ++m) {
    std::vector<double> once, often;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const SignTask task = task_of(4, 6, m, seed, noise);
      const auto a = recover_by_questions(task, m, {.noise = noise});
      const auto b = recover_by_questions(task, m, {.noise = noise, .repeats = 16});
      REQUIRE_MESSAGE(a, refusal(a));
      REQUIRE_MESSAGE(b, refusal(b));
      once.push_back(error_of(task, *a));
      often.push_back(error_of(task, *b));
      CHECK(once.back() < 100.0 * noise);
      CHECK(b->sequences == 16 * a->sequences);
    }
    std::ranges::sort(once);
    std::ranges::sort(often);
    CHECK(often[2] < 0.5 * once[2]);
    CHECK(often[2] > 0.1 * once[2]);
  }
}

TEST_CASE("too short sequences are refused with the length that is needed") {
  CHECK(refusal(recover_by_questions(task_of(3, 3, 3), 3)) ==
        "3 heads take sequences of at least 4 tokens: set k to that.");
  CHECK(refusal(recover_by_questions(task_of(3, 3, 1), 9)) == "From 1 to 8 heads can be asked for.");
  CHECK(refusal(recover_by_questions(task_of(3, 3, 1), 0)) == "From 1 to 8 heads can be asked for.");
}

TEST_CASE("heads that cannot be told apart are refused, not invented") {
  const SignTask task = task_of(3, 5, 2);
  SoftmaxLayer equal = task.truth(), silent = task.truth(), twins = task.truth();
  equal.heads[1] = equal.heads[0];
  silent.heads[1].W.setZero();
  twins.heads[1].Theta = twins.heads[0].Theta;
  for (const SoftmaxLayer& layer : {equal, silent, twins}) {
    const auto two = recover_by_questions(with_layer(layer, 5), 2);
    CHECK_MESSAGE(!two, "a layer came back");
    if (!two) std::printf("  %s\n", refusal(two).c_str());
    // One head answers as both did.
    const auto one = recover_by_questions(with_layer(layer, 5), 1);
    REQUIRE_MESSAGE(one, refusal(one));
    CHECK(one->check_error < 1e-12);
  }
  const auto merged = recover_by_questions(with_layer(twins, 5), 1);
  CHECK((merged->layer.heads[0].Theta - twins.heads[0].Theta).norm() < 1e-12);
  CHECK((merged->layer.heads[0].W - twins.heads[0].W - twins.heads[1].W).norm() < 1e-12);
}

TEST_CASE("a head without scores, Theta = 0, is recovered beside another") {
  SoftmaxLayer layer = task_of(3, 5, 2).truth();
  layer.heads[1].Theta.setZero();
  const SignTask task = with_layer(layer, 5);
  const auto recovery = recover_by_questions(task, 2);
  REQUIRE_MESSAGE(recovery, refusal(recovery));
  CHECK(error_of(task, *recovery) < 1e-12);
}

TEST_CASE("without noise no refusal speaks of it") {
  SoftmaxLayer silent = task_of(3, 5, 2).truth();
  silent.heads[1].W.setZero();
  SoftmaxLayer twins = task_of(3, 5, 2).truth();
  twins.heads[1].Theta = twins.heads[0].Theta;
  SoftmaxLayer nothing = task_of(3, 5, 1).truth();
  nothing.heads[0].W.setZero();
  const std::string refusals[] = {
      refusal(recover_by_questions(with_layer(silent, 5), 2)), refusal(recover_by_questions(with_layer(twins, 5), 2)),
      refusal(recover_by_questions(with_layer(nothing, 5), 1)), refusal(recover_by_questions(task_of(4, 6, 3), 2)),
      refusal(recover_by_questions(task_of(4, 6, 2), 3))};
  for (const std::string& sentence : refusals) {
    CAPTURE(sentence);
    CHECK_FALSE(sentence.empty());
    CHECK(sentence.find("noise") == std::string::npos);
  }
}

TEST_CASE("a layer that is zero, or with a zero row of W, is refused with a sentence") {
  SoftmaxLayer layer = task_of(3, 5, 2).truth();
  for (SoftmaxHead& head : layer.heads) head.W.row(1).setZero();
  CHECK(!recover_by_questions(with_layer(layer, 5), 2));
  for (SoftmaxHead& head : layer.heads) head.W.setZero();
  CHECK(!recover_by_questions(with_layer(layer, 5), 2));
  CHECK(!recover_by_questions(with_layer(layer, 5), 1));
}

TEST_CASE("asking for one head too few or too many never gives a layer") {
  for (Index m = 1; m <= 3; ++m)
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const SignTask task = task_of(4, 6, m, seed);
      CAPTURE(m);
      CAPTURE(seed);
      CHECK(!recover_by_questions(task, m + 1));
      if (m > 1) CHECK(!recover_by_questions(task, m - 1));
    }
  CHECK(says(recover_by_questions(task_of(4, 6, 3), 2), "raise the number of heads"));
}

TEST_CASE("noise as large as the answers is refused, and so is noise that was not said to be there") {
  CHECK(!recover_by_questions(task_of(3, 4, 2, 1, 1.0), 2, {.noise = 1.0}));
  CHECK(!recover_by_questions(task_of(3, 4, 2, 1, 0.01), 2));
  CHECK(!recover_by_questions(task_of(3, 4, 1, 1, 0.01), 1));
}

TEST_CASE("options out of range are refused") {
  const SignTask task = task_of(3, 4, 1);
  CHECK(!recover_by_questions(task, 1, {.noise = -1.0}));
  CHECK(!recover_by_questions(task, 1, {.noise = std::numeric_limits<double>::quiet_NaN()}));
  CHECK(!recover_by_questions(task, 1, {.repeats = 0}));
  CHECK(!recover_by_questions(task, 1, {.checks = -1}));
}

TEST_CASE("random examples recover the layer once all that is needed was seen, and say what is missing before") {
  const SignTask task = task_of(2, 4, 2);
  const auto examples = task.block(Split::train, 0, 4000);
  const auto recovery = recover_from_examples(examples, 2);
  REQUIRE_MESSAGE(recovery, refusal(recovery));
  CHECK(error_of(task, *recovery) < 1e-10);
  CHECK(recovery->sequences == 4000);
  // Of 4^4 sequences 4 have one distinct token and 6 (2^4 - 2) have two.
  CHECK(static_cast<double>(recovery->used) == doctest::Approx(4000.0 * 88.0 / 256.0).epsilon(0.05));
  CHECK(
      says(recover_from_examples(std::span(examples).first(4), 2), "it takes 2 independent ones: give more examples"));
  // Sequences of one token, and of two that differ in both entries.
  std::vector<Sequence> some;
  for (const Sequence& example : examples)
    if (example.Z.row(0) == example.Z.row(1) || example.Z.row(0) == -example.Z.row(1)) some.push_back(example);
  CHECK(says(recover_from_examples(some, 2),
             "Of the 6 mixtures of two tokens that differ in entry 1 only 0 were seen: give more examples."));
  CHECK(says(recover_from_examples({}, 2), "no examples"));
}

TEST_CASE("examples of other tokens, of wrong shape or not finite are refused") {
  auto examples = task_of(2, 4, 1).block(Split::train, 0, 100);
  examples[7].Z(0, 0) = 0.5;
  CHECK(says(recover_from_examples(examples, 1), "1 or -1"));
  examples[7] = {.Z = Matrix::Ones(3, 4), .Y = Matrix::Ones(3, 4)};
  CHECK(!recover_from_examples(examples, 1));
  examples[7] = {.Z = Matrix::Ones(2, 4), .Y = Matrix::Constant(2, 4, std::numeric_limits<double>::infinity())};
  CHECK(!recover_from_examples(examples, 1));
}

TEST_CASE("progress rises to 1") {
  double last = 0.0;
  bool falls = false;
  const auto watch = [&](double fraction) {
    falls = falls || fraction < last;
    last = fraction;
  };
  REQUIRE(recover_by_questions(task_of(4, 5, 2), 2, {.progress = watch}));
  CHECK(!falls);
  CHECK(last == 1.0);
}

TEST_CASE("a layer recovered by questions has the same bits natively and as WASM") {
  const auto recovery = recover_by_questions(task_of(4, 5, 3, 2), 3);
  REQUIRE(recovery);
  Matrix all(8, 12);
  for (Index i = 0; i < 3; ++i) {
    all.block(0, 4 * i, 4, 4) = recovery->layer.heads[static_cast<std::size_t>(i)].Theta;
    all.block(4, 4 * i, 4, 4) = recovery->layer.heads[static_cast<std::size_t>(i)].W;
  }
  print_bits("two-token recovery", all);
}
