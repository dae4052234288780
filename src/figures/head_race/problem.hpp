// What a run of figure "head_race" is about, and the training of a model in it.
#pragma once

#include "figures/head_race/head_race.hpp"
#include "learner/descent/training.hpp"

namespace figures::head_race {

struct Problem {
  std::shared_ptr<const learner::Dataset> data;
  std::vector<Sequence> fresh;
  std::vector<Sequence> elsewhere;  // Gaussian, of the associative memory
  Model truth;
};

// Where only starts differ, all runs have the task and the data of the first. Errors: those of the learner.
Expected<Problem> draw_problem(const Values& values, std::size_t run);

// Errors: those of Training::begin.
Expected<learner::Training> begin_training(const Values& values, const Problem& problem, const Entry& entry,
                                           std::size_t run);

}  // namespace figures::head_race
