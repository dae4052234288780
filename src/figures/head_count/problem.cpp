#include "figures/head_count/problem.hpp"

#include "learner/decompositions.hpp"
#include "learner/singular_values.hpp"

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

Expected<Problem> Problem::create(const Setting& setting, const learner::Progress& progress) {
  const auto task = learner::random_attention({.d = setting.d,
                                               .d_out = setting.d_out,
                                               .n = setting.n,
                                               .heads = setting.heads,
                                               .targets = learner::Targets::last,
                                               .seed = setting.seed});
  if (!task) return std::unexpected(task.error());
  Model truth = task->truth();
  if (setting.rank_one || setting.shared) make_rank_one(truth, setting.seed, setting.shared);
  return Problem(setting, std::move(truth), progress);
}

Problem::Problem(const Setting& setting, Model truth, const learner::Progress& progress)
    : setting_(setting), truth_(std::move(truth)), p_(learner::folded_coefficients(truth_)) {
  const learner::Task source = task(0);
  const auto count = static_cast<std::size_t>(setting_.sequences);
  drawn_.reserve(count);
  while (drawn_.size() < count) {
    drawn_.push_back(source.with_noise_apart(Split::train, drawn_.size()));
    if (progress && drawn_.size() % 64 == 0) progress(static_cast<double>(drawn_.size()) / static_cast<double>(count));
  }
  fresh_ = source.block(Split::test, 0, kFresh);
  double squares = 0;
  for (const Sequence& sequence : fresh_) squares += sequence.Y.squaredNorm();
  root_mean_square_ = std::sqrt(squares / (kFresh * setting_.d_out));
}

std::vector<Sequence> Problem::data(double noise) const {
  std::vector<Sequence> sequences;
  sequences.reserve(drawn_.size());
  for (const auto& [sequence, error] : drawn_) {
    sequences.push_back(sequence);
    if (noise > 0) sequences.back().Y += noise * root_mean_square_ * error;
  }
  return sequences;
}

learner::Task Problem::task(double noise) const {
  const auto draw = [d = setting_.d, n = setting_.n](Random& random) {
    return random.gaussian(d, n, 1 / std::sqrt(static_cast<double>(n)));
  };
  return {truth_, learner::Targets::last, noise * root_mean_square_, setting_.seed, draw};
}

namespace {

// One map of all heads, vec by vec.
Matrix side_by_side(const Model& model, Matrix learner::Head::* map) {
  const Index size = (model.heads.front().*map).size();
  Matrix columns(size, std::ssize(model.heads));
  for (Index h = 0; const learner::Head& head : model.heads) columns.col(h++) = (head.*map).reshaped();
  return columns;
}

}  // namespace

bool mix_like(Model& model, const Model& truth) {
  constexpr double kClear = 1e-3;  // of the largest singular value: a mix that loses more shows noise
  const auto flip = [](learner::Head& head) {
    Index row = 0, column = 0;
    head.V.cwiseAbs().maxCoeff(&row, &column);
    if (head.V(row, column) > 0) return;
    head.V = -head.V;
    head.Q = -head.Q;
  };
  const Matrix V = side_by_side(model, &learner::Head::V);
  if (model.heads.size() == truth.heads.size() && V.cols() <= V.rows()) {
    const Matrix mix = learner::HouseholderQR(V).solve(side_by_side(truth, &learner::Head::V));
    const auto svd = mix.allFinite() ? learner::singular_values(mix) : std::unexpected(learner::Error{});
    if (svd && svd->sigma.minCoeff() > kClear * svd->sigma.maxCoeff()) {
      const Matrix inverse = svd->V * svd->sigma.cwiseInverse().asDiagonal() * svd->U.transpose();
      const Matrix values = V * mix;
      const Matrix queries = side_by_side(model, &learner::Head::Q) * inverse.transpose();
      for (Index h = 0; learner::Head & head : model.heads) {
        head.V = values.col(h).reshaped(head.V.rows(), head.V.cols());
        head.Q = queries.col(h++).reshaped(head.Q.rows(), head.Q.cols());
      }
      return true;
    }
  }
  for (learner::Head& head : model.heads) flip(head);
  return false;
}

}  // namespace figures::head_count
