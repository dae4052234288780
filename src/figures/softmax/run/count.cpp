// More and more heads, in figure "softmax": the layers that are asked about, and what their questions give away.
#include "figures/softmax/run/tasks.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {
namespace {

Expected<learner::TwoTokenRecovery> recover(const Setting& setting, const SignTask& task) {
  return learner::recover_by_questions(task, task.truth().m(), {.noise = setting.noise, .seed = setting.seed});
}

}  // namespace

Expected<SignTask> layer_to_count(const Setting& setting, int heads, int layer) {
  return random_layer(setting, heads, setting.seed * kLayers + static_cast<std::uint64_t>(layer));
}

void count_questions(const Setting& setting, Count& count, Reporter<Result>& reporter) {
  if (setting.k <= count.heads) return;
  std::vector<double> errors;
  double questions = 0;
  std::optional<SignTask> lost;  // the first
  for (int layer = 0; layer < kLayers; ++layer) {
    const auto task = layer_to_count(setting, count.heads, layer);
    if (!task) continue;
    ++count.layers;
    const auto conditions = measure_conditions(heads_of(task->truth()));
    count.kept += conditions && conditions->are_kept() ? 1 : 0;
    const auto recovery = recover(setting, *task);
    reporter.spend(setting.questions_work(count.heads));
    const double error = recovery ? compare(task->truth(), recovery->layer).error() : 1;
    if (error < kRecovered) {
      ++count.recovered;
    } else if (!lost) {
      lost = *task;
    }
    if (!recovery) continue;
    errors.push_back(error);
    questions += static_cast<double>(recovery->sequences);
  }
  count.noise_hides = lost && is_noise_to_blame(setting, *lost);
  sort(errors);
  if (errors.empty()) return;
  count.median = (errors[(errors.size() - 1) / 2] + errors[errors.size() / 2]) / 2;
  count.questions = static_cast<std::int32_t>(std::lround(questions / static_cast<double>(errors.size())));
}

std::vector<CountedLayer> counted_layers(const Setting& setting) {
  std::vector<CountedLayer> layers;
  for (int heads = 1; heads <= kMostHeads && heads < setting.k; ++heads) {
    for (int layer = 0; layer < kLayers; ++layer) {
      const auto task = layer_to_count(setting, heads, layer);
      if (!task) continue;
      CountedLayer& counted = layers.emplace_back();
      counted.truth = heads_of(task->truth());
      const auto recovery = recover(setting, *task);
      if (!recovery) continue;
      counted.found = heads_of(recovery->layer);
      counted.questions = static_cast<std::int32_t>(recovery->sequences);
    }
  }
  return layers;
}

}  // namespace figures::softmax
