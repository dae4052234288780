#include "figures/head_race/problem.hpp"

namespace figures::head_race {
namespace {

// Seeds of the runs of one seed are apart from those of the next.
std::uint64_t seed_of(const Values& values, std::size_t run) {
  constexpr std::uint64_t kMostRuns = 64;
  return values.seed() * kMostRuns + run;
}

learner::Architecture architecture_of(const Entry& entry) {
  if (entry.full) return learner::full_network(entry.heads, entry.layers, kFullWidth);
  return learner::experiment_network(entry.heads, entry.layers);
}

}  // namespace

Expected<Problem> draw_problem(const Values& values, std::size_t run) {
  const Sizes sizes(values);
  const std::uint64_t seed = seed_of(values, has_one_task(values) ? 0 : run);
  const auto memory = [&](double share) {
    return learner::associative_memory({.key_dimension = sizes.d / 2, .gaussian_share = share, .seed = seed});
  };
  const auto task = is_memory(values) ? memory(values.number("share"))
                                      : learner::random_attention({.d = sizes.d,
                                                                   .d_out = sizes.d_out,
                                                                   .n = sizes.T,
                                                                   .heads = 1,
                                                                   .targets = learner::Targets::causal,
                                                                   .seed = seed});
  if (!task) return std::unexpected(task.error());
  const auto count = static_cast<std::uint64_t>(values.integer("N"));
  learner::Dataset data{task->shape(), task->block(Split::train, 0, count)};
  Problem problem{std::make_shared<const learner::Dataset>(std::move(data)),
                  task->block(Split::test, 0, kFresh),
                  {},
                  task->truth()};
  if (!is_memory(values)) return problem;
  const auto gaussian = memory(1);
  if (!gaussian) return std::unexpected(gaussian.error());
  problem.elsewhere = gaussian->block(Split::test, 0, kFresh);
  return problem;
}

Expected<learner::Training> begin_training(const Values& values, const Problem& problem, const Entry& entry,
                                           std::size_t run) {
  return learner::Training::begin(problem.data, architecture_of(entry),
                                  {.batch = values.integer("batch"),
                                   .epochs = values.integer("epochs"),
                                   .schedule = {.rate = entry.rate},
                                   .seed = seed_of(values, run)});
}

}  // namespace figures::head_race
