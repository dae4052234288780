// The layer that figure "softmax" hides: random by the seed, or as the reader edited it.
#pragma once

#include "figures/softmax/softmax.hpp"
#include "learner/softmax/match_heads.hpp"
#include "learner/softmax/sign_task.hpp"

namespace figures::softmax {

struct Hidden {
  learner::SignTask task;
  bool misfit = false;  // see Result
};

// With so many heads; edits are of the number of heads that the values have.
Expected<Hidden> hide_layer(const Values& values);
Expected<learner::SignTask> random_layer(const Values& values, int heads, std::uint64_t seed);

Heads heads_of(const learner::SoftmaxLayer& layer);
learner::SoftmaxLayer layer_of(const Heads& heads);

// What was found, its heads in the truth's order, with its errors.
Found compare(const learner::SoftmaxLayer& truth, const learner::SoftmaxLayer& found);

// A matrix of heads as the list of a parameter: head after head, each row by row. And back, where the list has as many
// numbers as d and m say.
std::vector<double> list_of(const Matrix& heads);
bool fits(std::span<const double> list, int d, int m);
Matrix matrix_of(std::span<const double> list, int d, int m);

// The truth as the picture shows it: edits at once, while the learner still runs.
Heads shown_truth(const Result& result, const Values& values);

}  // namespace figures::softmax
