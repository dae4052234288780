// What figure "relaxation" gives to web/check/relaxation.py.
#include "figures/relaxation/relaxation.hpp"

namespace figures::relaxation {
namespace {

void give_starts(const Result& result, const Values& settings, CheckData& file) {
  std::vector<std::vector<Matrix>> V, Q;
  for (int run = 0; run < result.runs(); ++run) {
    const Model start = start_of(result, settings, run);
    V.push_back(each_of(start.heads, &learner::Head::V));
    Q.push_back(each_of(start.heads, &learner::Head::Q));
  }
  file.given("V", V).given("Q", Q);
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  const Values& settings = request.values;
  const auto task = task_of(settings);
  if (!task) return std::unexpected(task.error());
  const auto data = task->block(Split::train, 0, static_cast<std::uint64_t>(settings.integer("N")));
  file.given("Z", each_of(data, &Sequence::Z));
  file.given("y", each_of(data, [](const Sequence& sequence) -> Vector { return sequence.Y.col(0); }));
  if (true_heads(settings) > 0) {
    file.given("layer_V", each_of(task->truth().heads, &learner::Head::V));
    file.given("layer_Q", each_of(task->truth().heads, &learner::Head::Q));
    file.found("layer_loss", result.layer_loss);
  }
  const Training training(settings);
  file.given("trainer", settings.choice("trainer")).given("steps", training.steps).given("rate", training.rate);
  give_starts(result, settings, file);
  file.given("W", result.lifted.transpose());
  file.found("zero_loss", result.zero_loss).found("relaxed_loss", result.relaxed_loss).found("rank", result.rank);
  file.found("relaxed_W", result.relaxed_W).found("relaxed_sigma", result.relaxed_sigma);
  file.found("losses", result.losses).found("sigma", result.sigma).found("apart", result.apart);
  file.found("asked", result.asked).found("asked_relaxed", result.asked_relaxed);
  return {};
}

}  // namespace figures::relaxation
