#include "learner/descent/training.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "../bits.hpp"
#include "learner/features.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

Task causal_task(Index d, Index n, std::uint64_t seed) {
  return *random_attention({.d = d, .d_out = 1, .n = n, .heads = 1, .targets = Targets::causal, .seed = seed});
}

std::shared_ptr<const Dataset> draw(const Task& task, std::uint64_t count) {
  return std::make_shared<const Dataset>(Dataset{task.shape(), task.block(Split::train, 0, count)});
}

// Takes `count` steps; the losses.
Vector advance(Training& training, Index count) {
  Vector losses(count);
  for (Index k = 0; k < count; ++k) {
    const auto loss = training.step();
    REQUIRE(loss.has_value());
    losses(k) = *loss;
  }
  return losses;
}

bool says(const Expected<Training>& result, const char* words) {
  return !result && result.error().text().find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("one seed gives one training, another seed another") {
  const auto data = draw(causal_task(3, 6, 1), 50);
  const auto run = [&](std::uint64_t seed) {
    auto training = Training::begin(data, experiment_network(2, 2), {.batch = 16, .epochs = 3, .seed = seed});
    REQUIRE(training.has_value());
    advance(*training, 12);
    return training->parameters();
  };
  CHECK(run(1) == run(1));
  CHECK(run(1) != run(2));
}

TEST_CASE("a copy goes on exactly as the original, and neither disturbs the other") {
  auto original = Training::begin(draw(causal_task(3, 6, 1), 50), full_network(2, 1, 4), {.batch = 16, .epochs = 4});
  REQUIRE(original.has_value());
  advance(*original, 6);
  Training copy = *original;
  const Vector losses = advance(*original, 8);
  CHECK(advance(copy, 8) == losses);
  CHECK(copy.parameters() == original->parameters());
  CHECK(copy.epoch_losses() == original->epoch_losses());
}

TEST_CASE("a training restored after any step goes on to the same bits as the one that never stopped") {
  const auto data = draw(causal_task(3, 6, 1), 50);
  for (const Method method : {Method::adam, Method::momentum, Method::descent}) {
    for (const Architecture& architecture : {experiment_network(2, 2), full_network(2, 1, 4)}) {
      const TrainingOptions options{.batch = 16, .epochs = 3, .optimiser = {.method = method}, .seed = 2};
      auto whole = Training::begin(data, architecture, options);
      REQUIRE(whole.has_value());
      std::vector<Vector> kept = {whole->save()};
      while (!whole->finished()) {
        advance(*whole, 1);
        kept.push_back(whole->save());
      }
      for (const Vector& saved : kept) {
        auto resumed = Training::begin(data, architecture, options);
        REQUIRE(resumed.has_value());
        REQUIRE(resumed->restore(saved).has_value());
        CHECK(resumed->save() == saved);
        advance(*resumed, whole->steps() - resumed->step_count());
        CHECK(resumed->save() == whole->save());
        CHECK(resumed->epoch_losses() == whole->epoch_losses());
      }
    }
  }
}

TEST_CASE("numbers that no training of this kind has kept are refused, and the training stays as it was") {
  const auto data = draw(causal_task(3, 6, 1), 50);
  auto training = Training::begin(data, experiment_network(2, 1), {.batch = 16, .epochs = 3});
  auto other = Training::begin(data, experiment_network(3, 1), {.batch = 16, .epochs = 3});
  REQUIRE((training.has_value() && other.has_value()));
  advance(*training, 6);
  const Vector kept = training->save();
  std::vector<Vector> wrong = {Vector(), kept.head(kept.size() - 1), other->save(), kept, kept, kept, kept, kept};
  wrong[3](0) = -1.0;
  wrong[4](0) = 6.5;
  wrong[5](0) = 1e300;
  wrong[6](0) = 8.0;  // a later epoch, without its loss
  wrong[7](3) = std::nan("");
  for (const Vector& saved : wrong) {
    const auto restored = training->restore(saved);
    REQUIRE(!restored.has_value());
    CHECK(restored.error().text().find("begin anew") != std::string::npos);
    CHECK(training->save() == kept);
  }
}

TEST_CASE("an epoch visits every sequence once, the remainder in a smaller batch") {
  const Task task = causal_task(3, 6, 1);
  const auto data = draw(task, 50);
  // So small a rate leaves the parameters where they are, to 1e-12.
  const TrainingOptions still = {.batch = 16, .epochs = 2, .schedule = {.rate = 1e-14, .start = 1e-14}};
  auto training = Training::begin(data, experiment_network(2, 1), still);
  REQUIRE(training.has_value());
  CHECK(training->steps_per_epoch() == 4);
  CHECK(training->steps() == 8);
  const double whole = training->test_error(data->sequences).mean();
  const Vector first = advance(*training, 4);
  CHECK(training->epoch_losses().size() == 1);
  CHECK(training->epoch_losses()[0] == doctest::Approx(whole).epsilon(1e-11));
  CHECK((16.0 * first.head(3).sum() + 2.0 * first(3)) / 50.0 == doctest::Approx(whole).epsilon(1e-11));
  const Vector second = advance(*training, 4);
  CHECK(std::abs(second(0) - first(0)) > 1e-6 * first(0));  // another order
  CHECK(training->epoch_losses()[1] == doctest::Approx(whole).epsilon(1e-11));
  CHECK(training->finished());
  CHECK(training->step_count() == 8);
}

TEST_CASE("a loss that leaves the finite numbers ends the run with advice, and the last good parameters stay") {
  auto training =
      Training::begin(draw(causal_task(3, 6, 1), 32), Architecture{.heads = 2},
                      {.epochs = 1000,
                       .schedule = {.rate = 1e30, .start = 1e30, .warm_up = 0.0},
                       .optimiser = {.method = Method::descent, .clip = std::numeric_limits<double>::infinity()}});
  REQUIRE(training.has_value());
  Expected<double> loss = 0.0;
  while (loss) loss = training->step();
  CHECK(loss.error().text().find("smaller learning rate") != std::string::npos);
  CHECK(training->parameters().allFinite());
  CHECK(std::isfinite(training->test_error(draw(causal_task(3, 6, 1), 32)->sequences).mean()));
  const Index steps = training->step_count();
  const auto again = training->finish_epoch();
  REQUIRE(!again.has_value());
  CHECK(again.error().text() == loss.error().text());
  CHECK(training->step_count() == steps);
}

TEST_CASE("what cannot be trained is refused with what to change") {
  const Task task = causal_task(3, 6, 1);
  const auto data = draw(task, 4);
  const Architecture architecture = {.heads = 2};
  CHECK(says(Training::begin(draw(task, 0), architecture), "at least one sequence"));
  CHECK(says(Training::begin(data, {.heads = 0}), "choose from 1"));
  CHECK(says(Training::begin(data, architecture, {.batch = 0}), "1 or more"));
  CHECK(says(Training::begin(data, architecture, {.epochs = 0}), "1 or more"));
  CHECK(says(Training::begin(data, architecture, {.schedule = {.rate = -1.0}}), "learning rate"));
  CHECK(says(Training::begin(data, architecture, {.optimiser = {.clip = -1.0}}), "clipped"));
  CHECK(says(Training::begin(data, architecture, {.start = Vector::Zero(3)}),
             "3 parameters where this network takes 24"));
  Dataset broken = *data;
  broken.sequences[1].Z(0, 0) = std::nan("");
  CHECK(says(Training::begin(std::make_shared<const Dataset>(broken), architecture), "Sequence 2"));
}

TEST_CASE("a network with the seed of its task does not start from the draws that made the truth") {
  const Task task = causal_task(3, 6, 1);
  const auto training = Training::begin(draw(task, 4), Architecture{}, {.seed = 1});
  REQUIRE(training.has_value());
  const auto model = training->model();
  REQUIRE(model.has_value());
  CHECK((model->heads[0].V - task.truth().heads[0].V).norm() > 0.1 * task.truth().heads[0].V.norm());
}

TEST_CASE("training starts from given parameters and stays at the truth, where the gradient is zero") {
  const Task task = causal_task(3, 6, 1);
  const Head& truth = task.truth().heads.front();
  Vector start(12);
  start << truth.V.transpose().reshaped(), truth.Q.transpose().reshaped();
  auto training = Training::begin(draw(task, 40), Architecture{},
                                  {.epochs = 5, .optimiser = {.method = Method::descent}, .start = start});
  REQUIRE(training.has_value());
  CHECK(training->parameters() == start);
  CHECK(*training->finish_epoch() < 1e-30);
}

// Paper A's Figure 1 at d = 2 with a quarter of its sequences and batch and half its tokens; 8000 steps as there.
TEST_CASE("four heads always reach the function that one head made; one head lags or stays far from it") {
#ifdef LIFTED_SANITIZED
  constexpr std::uint64_t kFirst = 8, kLast = 8;
#else
  constexpr std::uint64_t kFirst = 1, kLast = 8;
#endif
  int behind = 0, far = 0;
  for (std::uint64_t seed = kFirst; seed <= kLast; ++seed) {
    const Task task = causal_task(2, 50, seed);
    const auto data = draw(task, 128);
    const auto end = [&](Index heads) {
      auto training = Training::begin(data, experiment_network(heads, 1), {.batch = 8, .epochs = 500, .seed = seed});
      REQUIRE(training.has_value());
      while (!training->finished()) REQUIRE(training->finish_epoch().has_value());
      const double distance =
          relative_distance(folded_coefficients(*training->model()), folded_coefficients(task.truth()));
      return std::pair(training->epoch_losses().back(), distance);
    };
    const auto [one, one_distance] = end(1);
    const auto [four, four_distance] = end(4);
    std::printf("  seed %d: one head ends at %.1e (p %.1e), four heads at %.1e (p %.1e)\n", static_cast<int>(seed), one,
                one_distance, four, four_distance);
    CHECK(four < 1e-28);  // mean squared targets are 1e-4 .. 1e-2
    CHECK(four_distance < 1e-12);
    behind += one > 1e6 * four;
    far += one > 1e-8 && one_distance > 0.01;
  }
  CHECK(behind >= (kLast > kFirst ? 4 : 1));
  CHECK(far >= 1);
}

TEST_CASE("trained networks have the same bits natively and as WASM") {
  const auto data = draw(causal_task(4, 12, 5), 40);
  for (const Architecture& architecture :
       {Architecture{.heads = 1}, experiment_network(8, 1), experiment_network(3, 2), full_network(2, 2, 4)}) {
    auto training = Training::begin(data, architecture, {.batch = 16, .epochs = 10});
    REQUIRE(training.has_value());
    while (!training->finished()) REQUIRE(training->step().has_value());
    print_bits("parameters after 30 steps", training->parameters());
  }
}
