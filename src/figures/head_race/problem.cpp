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
  const auto task = learner::random_attention({.d = values.integer("d"),
                                               .d_out = 1,
                                               .n = values.integer("T"),
                                               .heads = 1,
                                               .targets = learner::Targets::causal,
                                               .seed = seed_of(values, has_one_task(values) ? 0 : run)});
  if (!task) return std::unexpected(task.error());
  const auto count = static_cast<std::uint64_t>(values.integer("N"));
  learner::Dataset data{task->shape(), task->block(Split::train, 0, count)};
  return Problem{std::make_shared<const learner::Dataset>(std::move(data)), task->block(Split::test, 0, kFresh),
                 task->truth()};
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
