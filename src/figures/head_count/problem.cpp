#include "figures/head_count/problem.hpp"

#include <cmath>
#include <utility>

namespace figures::head_count {

namespace {

// A stream of the seed that learner::Task does not draw from.
constexpr std::uint64_t kValueStream = 3;

// V_h = a bᵀ / √d with standard normal a, b: entries of the same size as before.
void make_rank_one(Model& model, std::uint64_t seed) {
  Random random = Random(seed).split(kValueStream);
  const double deviation = 1 / std::sqrt(static_cast<double>(model.d()));
  for (learner::Head& head : model.heads) {
    const Matrix column = random.gaussian(head.V.rows(), 1, deviation);
    head.V = column * random.gaussian(1, head.V.cols());
  }
}

}  // namespace

Setting head_count_setting(const Values& values) {
  const Index d = values.integer("d");
  const std::string_view maps = values.choice("values");
  return {.d = d,
          .d_out = maps == "one" ? 1 : d,
          .n = values.integer("n"),
          .sequences = values.integer("N"),
          .heads = values.integer("H"),
          .rank_one = maps == "rank1",
          .noise = values.number("noise"),
          .seed = static_cast<std::uint64_t>(values.integer("seed"))};
}

learner::Expected<HeadProblem> HeadProblem::create(const Setting& setting) {
  const auto task = learner::random_attention({.d = setting.d,
                                               .d_out = setting.d_out,
                                               .n = setting.n,
                                               .heads = setting.heads,
                                               .targets = learner::Targets::last,
                                               .seed = setting.seed});
  if (!task) return std::unexpected(task.error());
  Model truth = task->truth();
  if (setting.rank_one) make_rank_one(truth, setting.seed);
  return HeadProblem(setting, std::move(truth));
}

HeadProblem::HeadProblem(const Setting& setting, Model truth) : setting_(setting), truth_(std::move(truth)) {
  fresh_ = task(0).block(Split::test, 0, kFresh);
  double squares = 0;
  for (const Sequence& sequence : fresh_) squares += sequence.Y.squaredNorm();
  root_mean_square_ = std::sqrt(squares / static_cast<double>(kFresh * setting_.d_out));
}

learner::Task HeadProblem::task(double noise) const {
  const auto draw = [d = setting_.d, n = setting_.n](Random& random) {
    return random.gaussian(d, n, 1 / std::sqrt(static_cast<double>(n)));
  };
  return {truth_, learner::Targets::last, noise * root_mean_square_, setting_.seed, draw};
}

std::vector<Sequence> HeadProblem::data(double noise) const {
  return task(noise).block(Split::train, 0, static_cast<std::uint64_t>(setting_.sequences));
}

std::vector<Sequence> HeadProblem::held_out(double noise) const {
  return task(noise).block(Split::test, kFresh, kHeldOut);
}

}  // namespace figures::head_count
