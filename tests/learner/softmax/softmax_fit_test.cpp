#include "learner/softmax/softmax_fit.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>

#include "../bits.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_layer.hpp"

using namespace learner;

namespace {

SignTask task_of(Index d, Index k, Index heads, std::uint64_t seed = 1, double noise = 0.0) {
  return *random_sign_task({.d = d, .k = k, .heads = heads, .noise = noise, .seed = seed});
}

std::vector<Sequence> examples_of(const SignTask& task, std::uint64_t count = 64) {
  return task.block(Split::train, 0, count);
}

// Theta and W of all heads below each other, for comparisons to the bit.
Matrix entries(const SoftmaxLayer& layer) {
  Matrix all(2 * layer.m() * layer.d(), layer.d());
  Index row = 0;
  for (const SoftmaxHead& head : layer.heads)
    for (const Matrix* part : {&head.Theta, &head.W}) {
      all.middleRows(row, layer.d()) = *part;
      row += layer.d();
    }
  return all;
}

std::string refusal(const Expected<SoftmaxFit>& fit) { return fit ? "" : fit.error().text(); }

}  // namespace

TEST_CASE("random layers come back exactly within eight starts: d = 3, 4, k = 4, 8, up to three heads") {
#ifdef LIFTED_SANITIZED
  constexpr std::uint64_t kSeeds = 1;
#else
  constexpr std::uint64_t kSeeds = 8;
#endif
  Index most_starts = 0, most_steps = 0;
  double worst = 0.0;
  int wrong = 0;
  for (const Index d : {3, 4})
    for (const Index k : {4, 8})
      for (const Index heads : {1, 2, 3})
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
          const SignTask task = task_of(d, k, heads, seed);
          const auto fit = fit_softmax(examples_of(task), heads, {.seed = seed});
          REQUIRE(fit);
          const HeadMatch match = match_heads(task.truth(), fit->layer);
          wrong += !(fit->exact && fit->identifiable);
          worst = std::max({worst, match.theta_error, match.w_error});
          most_starts = std::max(most_starts, fit->starts);
          most_steps = std::max(most_steps, std::ssize(fit->curves.back()) - 1);
        }
  std::printf("  worst error of Theta and W %.1e, at most %d starts, %d steps of the last\n", worst,
              static_cast<int>(most_starts), static_cast<int>(most_steps));
  CHECK(wrong == 0);
  CHECK(worst < 1e-12);
}

TEST_CASE("twice as many equations as unknowns are enough, as many are not and are not called so") {
  // 2 m d^2 = 64 unknowns, 16 equations an example.
  int twice = 0, once = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const SignTask task = task_of(4, 4, 2, seed);
    const auto eight = fit_softmax(examples_of(task, 8), 2, {.starts = 40, .seed = seed});
    REQUIRE(eight);
    twice += eight->exact && eight->identifiable && match_heads(task.truth(), eight->layer).theta_error < 1e-9;
    const auto four = fit_softmax(examples_of(task, 4), 2, {.starts = 10, .seed = seed});
    REQUIRE(four);
    CHECK(!(four->exact && four->identifiable));
    once += match_heads(task.truth(), four->layer).theta_error < 1e-3;
  }
  CHECK(twice >= 5);
  CHECK(once == 0);
}

TEST_CASE("curves fall step by step and end at the residual of the layer that comes back") {
  const SignTask task = task_of(3, 8, 3, 1);
  const auto examples = examples_of(task);
  const auto fit = fit_softmax(examples, 3);
  REQUIRE(fit);
  CHECK(std::ssize(fit->curves) == fit->starts);
  Index steps = 0;
  for (const auto& curve : fit->curves) {
    CHECK(std::ranges::is_sorted(curve, std::ranges::greater{}));
    steps += std::ssize(curve) - 1;
  }
  CHECK(steps == fit->steps);
  CHECK(fit->curves[static_cast<std::size_t>(fit->best)].back() == fit->mean_squared_residual);
  double squares = 0.0;
  for (const Sequence& example : examples) squares += (example.Y - attend(fit->layer, example.Z)).squaredNorm();
  CHECK(squares / (64 * 24) < 1e-27);
}

TEST_CASE("a search taken step by step, or from a copy, is the fit to the byte") {
  const SignTask task = task_of(3, 4, 3, 2);
  const auto examples = examples_of(task);
  const SoftmaxFitOptions options{.seed = 5};
  const auto fit = fit_softmax(examples, 3, options);
  auto search = SoftmaxSearch::begin(examples, 3, options);
  REQUIRE(search);
  for (int i = 0; i < 5; ++i) REQUIRE(search->step());
  SoftmaxSearch copy = *search;
  for (SoftmaxSearch* one : {&*search, &copy}) {
    while (!one->finished()) REQUIRE(one->step());
    CHECK(entries(one->state().layer) == entries(fit->layer));
    CHECK(entries(one->layer()) == entries(fit->layer));
    CHECK(one->state().curves == fit->curves);
  }
  CHECK(fit_softmax(examples, 3, {.seed = 6})->curves != fit->curves);
}

TEST_CASE("a state in the middle of a search is honest about the best layer so far") {
  const auto examples = examples_of(task_of(4, 4, 2, 3));
  auto search = SoftmaxSearch::begin(examples, 2);
  REQUIRE(search);
  for (int i = 0; i < 4; ++i) REQUIRE(search->step());
  const SoftmaxFit state = search->state();
  CHECK(!state.exact);
  CHECK(state.starts == 1);
  CHECK(state.steps == 4);
  CHECK(state.mean_squared_residual == state.curves[0].back());
}

TEST_CASE("fits have the same bits natively and as WASM") {
  const auto fit = fit_softmax(examples_of(task_of(3, 4, 2)), 2);
  print_bits("layer of a softmax fit", entries(fit->layer));
  print_bits("expected error", fit->expected->theta);
  const auto noisy = fit_softmax(examples_of(task_of(4, 8, 2, 1, 0.1)), 2, {.noise = 0.1});
  print_bits("layer of a noisy softmax fit", entries(noisy->layer));
  CHECK(fit->exact);
}

TEST_CASE("with noise a search stops at the first start that noise explains, near the error to expect") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const SignTask task = task_of(4, 4, 2, seed, 0.01);
    const auto fit = fit_softmax(examples_of(task), 2, {.noise = 0.01, .seed = seed});
    REQUIRE(fit);
    CHECK(!fit->exact);
    CHECK(fit->identifiable);
    CHECK(fit->noise == doctest::Approx(0.01).epsilon(0.1));
    const double error = match_heads(task.truth(), fit->layer).theta_error;
    CHECK(error < 2.0 * fit->expected->theta_error);
    CHECK(error > 0.4 * fit->expected->theta_error);
    CHECK(fit->curves.back().back() < 1.5e-4);
    CHECK(
        std::ranges::all_of(fit->curves, [&](const auto& c) { return &c == &fit->curves.back() || c.back() > 2e-4; }));
  }
}

TEST_CASE("polishing a layer that noise has bent takes a few steps and one start") {
  const SignTask task = task_of(4, 4, 3, 2, 1e-3);
  SoftmaxLayer start = task.truth();
  Random random(8);
  for (SoftmaxHead& head : start.heads) head.Theta += random.gaussian(4, 4, 0.05);
  const auto fit = polish_softmax(start, examples_of(task));
  REQUIRE(fit);
  CHECK(fit->starts == 1);
  CHECK(fit->steps <= 8);
  const double error = match_heads(task.truth(), fit->layer).theta_error;
  CHECK(error < 0.05 * match_heads(task.truth(), start).theta_error);
  CHECK(error < 2.0 * fit->expected->theta_error);
}

TEST_CASE("polishing the truth itself changes nothing") {
  const SignTask task = task_of(4, 4, 2);
  const auto fit = polish_softmax(task.truth(), examples_of(task));
  CHECK(fit->exact);
  CHECK(match_heads(task.truth(), fit->layer).theta_error < 1e-13);
}

TEST_CASE("fewer heads than there are leave a residual, which is reported") {
  const auto fit = fit_softmax(examples_of(task_of(4, 4, 3)), 2);
  REQUIRE(fit);
  CHECK(!fit->exact);
  CHECK(fit->starts == 8);
  CHECK(fit->relative_residual > 0.05);
}

TEST_CASE("more heads than there are fit exactly and are not called identifiable, with noise or without") {
  for (const double noise : {0.0, 0.01})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto fit = fit_softmax(examples_of(task_of(4, 4, 2, seed, noise)), 3, {.noise = noise, .seed = seed});
      REQUIRE(fit);
      CHECK(fit->exact == (noise == 0.0));
      CHECK(!fit->identifiable);
    }
}

TEST_CASE("a truth with a head twice, or with a head that answers nothing, is not called identifiable") {
  SoftmaxLayer twice = task_of(3, 4, 2).truth(), silent = twice, nothing = twice;
  twice.heads[1].Theta = twice.heads[0].Theta;
  silent.heads[1].W.setZero();
  for (SoftmaxHead& head : nothing.heads) head.W.setZero();
  for (const SoftmaxLayer& truth : {twice, silent, nothing}) {
    const auto fit = fit_softmax(examples_of(SignTask(truth, 4, 0.0, 1)), 2);
    REQUIRE(fit);
    CHECK(fit->exact);
    CHECK(!fit->identifiable);
    CHECK(entries(fit->layer).allFinite());
  }
  const auto polished = polish_softmax(twice, examples_of(SignTask(twice, 4, 0.0, 1)));
  CHECK(polished->exact);
  CHECK(!polished->identifiable);
}

TEST_CASE("examples that cannot tell are refused with what to do") {
  CHECK(refusal(fit_softmax(examples_of(task_of(3, 1, 1)), 1)).starts_with("No example has two different tokens"));
  CHECK(refusal(fit_softmax(examples_of(task_of(4, 4, 2), 3), 2)) ==
        "3 examples give 48 equations for the 64 entries of Theta and W: at least 4 like them are needed, or longer "
        "ones.");
  CHECK(!fit_softmax({}, 1));
  auto bad = examples_of(task_of(3, 4, 1));
  bad[7].Y(0, 0) = std::numeric_limits<double>::infinity();
  CHECK(refusal(fit_softmax(bad, 1)).starts_with("Sequence 8: a number in it is infinite"));
  auto huge = examples_of(task_of(3, 4, 1));
  for (Sequence& example : huge) example.Y *= 1e200;
  CHECK(refusal(fit_softmax(huge, 1)).contains("too large"));
}

TEST_CASE("options out of range and layers that do not fit are refused") {
  const auto examples = examples_of(task_of(3, 4, 1));
  CHECK(refusal(fit_softmax(examples, 0)) == "The number of heads m is 0: set it from 1 to 8.");
  CHECK(!fit_softmax(examples, 9));
  CHECK(!fit_softmax(examples, 1, {.starts = 0}));
  CHECK(!fit_softmax(examples, 1, {.steps = 0}));
  CHECK(!fit_softmax(examples, 1, {.noise = std::numeric_limits<double>::quiet_NaN()}));
  CHECK(!polish_softmax(task_of(4, 4, 1).truth(), examples));
  CHECK(!polish_softmax({}, examples));
}

TEST_CASE("progress of a fit never falls and ends at 1") {
  double last = 0.0;
  bool fell = false;
  const auto fit = fit_softmax(examples_of(task_of(3, 4, 2)), 2, {.progress = [&](double fraction) {
                                 fell = fell || fraction < last;
                                 last = fraction;
                               }});
  REQUIRE(fit);
  CHECK(!fell);
  CHECK(last == 1.0);
}
