// What the run of figure "softmax" is made of: hidden layers, what was found compared with them, questions, and counts.
#pragma once

#include "figures/softmax/softmax.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/two_token.hpp"

namespace figures::softmax {

using learner::SignTask;
using learner::SoftmaxLayer;

Heads heads_of(const SoftmaxLayer& layer);
Expected<SignTask> random_layer(const Setting& setting, int heads, std::uint64_t seed);
SignTask task_about(const Setting& setting, const SoftmaxLayer& hidden, double noise);

// What was found, its heads in the truth's order, with its errors.
Found compare(const SoftmaxLayer& truth, const SoftmaxLayer& found);
// Whether the questions give a layer away that they did not, once nothing is added to its answers.
bool is_noise_to_blame(const Setting& setting, const SignTask& task);

// Both curves of every pair of tokens that was asked about, one for each of the two that asks.
std::vector<Pair> pairs_of(const learner::TwoTokenTable& heard, Index d);
// Among the questions about one bit, since those about two were asked with one ratio only. Where nothing was asked,
// among all about one token.
Question clearest_question(const Result& result, const Setting& setting);

// One of the layers with so many heads that are asked about.
Expected<SignTask> layer_to_count(const Setting& setting, int heads, int layer);
// Asks about all layers with count.heads heads.
void count_questions(const Setting& setting, Count& count, Reporter<Result>& reporter);

}  // namespace figures::softmax
