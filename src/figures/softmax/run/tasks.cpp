// The hidden layers of figure "softmax", and what was found compared with them.
#include "figures/softmax/run/tasks.hpp"

namespace figures::softmax {

Heads heads_of(const SoftmaxLayer& layer) {
  const Index d = layer.d();
  Heads heads{Matrix(d, d * layer.m()), Matrix(d, d * layer.m())};
  Index at = 0;
  for (const learner::SoftmaxHead& head : layer.heads) {
    heads.Theta.middleCols(at, d) = head.Theta;
    heads.W.middleCols(at, d) = head.W;
    at += d;
  }
  return heads;
}

Expected<SignTask> random_layer(const Setting& setting, int heads, std::uint64_t seed) {
  return learner::random_sign_task({.d = setting.d,
                                    .k = setting.k,
                                    .heads = heads,
                                    .noise = setting.noise,
                                    .seed = seed,
                                    .structure = setting.structure,
                                    .off = setting.off,
                                    .inputs = setting.inputs});
}

SignTask task_about(const Setting& setting, const SoftmaxLayer& hidden, double noise) {
  return {hidden, setting.k, noise, setting.seed, setting.inputs};
}

Found compare(const SoftmaxLayer& truth, const SoftmaxLayer& found) {
  const learner::HeadMatch match = learner::match_heads(truth, found);
  Found result{{}, Vector(truth.m()), Vector(truth.m())};
  const auto relative = [](const Matrix& whole, const Matrix& part) {
    return (whole - part).norm() / (whole.norm() > 0 ? whole.norm() : 1);
  };
  SoftmaxLayer ordered;
  for (Index i = 0; i < truth.m(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    ordered.heads.push_back(found.heads[static_cast<std::size_t>(match.found[at])]);
    result.theta_error(i) = relative(truth.heads[at].Theta, ordered.heads[at].Theta);
    result.w_error(i) = relative(truth.heads[at].W, ordered.heads[at].W);
  }
  result.heads = heads_of(ordered);
  return result;
}

bool is_noise_to_blame(const Setting& setting, const SignTask& task) {
  if (setting.noise == 0) return false;
  const SignTask quiet = task_about(setting, task.truth(), 0);
  const auto recovery = learner::recover_by_questions(quiet, task.truth().m(), {.seed = setting.seed});
  return recovery && compare(task.truth(), recovery->layer).error() < kRecovered;
}

std::pair<Matrix, Matrix> one_token_answers(const Setting& setting, const Heads& truth) {
  learner::TwoTokenTable heard;
  const SignTask task = task_about(setting, layer_of(truth), setting.noise);
  // Its answers are what counts.
  static_cast<void>(
      learner::recover_by_questions(task, setting.m, {.noise = setting.noise, .seed = setting.seed, .heard = &heard}));
  const auto answers = heard.answers(0);
  Matrix u(setting.d, std::ssize(answers)), y = u;
  for (Index at = 0; at < u.cols(); ++at) {
    u.col(at) = learner::token_of(answers[static_cast<std::size_t>(at)].u, setting.d);
    y.col(at) = answers[static_cast<std::size_t>(at)].y_u;
  }
  return {u, y};
}

std::vector<Sequence> examples_of(const Setting& setting, const Heads& truth) {
  return task_about(setting, layer_of(truth), setting.noise)
      .block(Split::train, 0, static_cast<std::uint64_t>(setting.examples));
}

}  // namespace figures::softmax
