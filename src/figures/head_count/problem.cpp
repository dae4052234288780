#include "figures/head_count/problem.hpp"

namespace figures::head_count {
namespace {

// V_h = a bᵀ / √d with standard normal a, b: entries of the same size as before. `shared`: with the first head's a.
void make_rank_one(Model& model, std::uint64_t seed, bool shared) {
  constexpr std::uint64_t kStream = 3;  // of the seed, that learner::Task does not draw from
  Random random = Random(seed).split(kStream);
  const double deviation = 1 / std::sqrt(static_cast<double>(model.d()));
  Matrix column;
  for (learner::Head& head : model.heads) {
    const bool is_first = &head == &model.heads.front();
    if (is_first || !shared) column = random.gaussian(head.V.rows(), 1, deviation);
    head.V = column * random.gaussian(1, head.V.cols());
  }
}

}  // namespace

Expected<Problem> Problem::create(const Setting& setting) {
  const auto task = learner::random_attention({.d = setting.d,
                                               .d_out = setting.d_out,
                                               .n = setting.n,
                                               .heads = setting.heads,
                                               .targets = learner::Targets::last,
                                               .seed = setting.seed});
  if (!task) return std::unexpected(task.error());
  Model truth = task->truth();
  if (setting.rank_one || setting.shared) make_rank_one(truth, setting.seed, setting.shared);
  return Problem(setting, std::move(truth));
}

Problem::Problem(const Setting& setting, Model truth)
    : setting_(setting), truth_(std::move(truth)), p_(learner::folded_coefficients(truth_)) {
  fresh_ = task(0).block(Split::test, 0, kFresh);
  double squares = 0;
  for (const Sequence& sequence : fresh_) squares += sequence.Y.squaredNorm();
  root_mean_square_ = std::sqrt(squares / (kFresh * setting_.d_out));
}

learner::Task Problem::task(double noise) const {
  const auto draw = [d = setting_.d, n = setting_.n](Random& random) {
    return random.gaussian(d, n, 1 / std::sqrt(static_cast<double>(n)));
  };
  return {truth_, learner::Targets::last, noise * root_mean_square_, setting_.seed, draw};
}

}  // namespace figures::head_count
