#include "learner/softmax/sign_task.hpp"

#include <cmath>
#include <string_view>
#include <utility>

namespace learner {
namespace {

// Streams of the seed.
enum Stream : std::uint64_t { kLayer, kTrain, kTest, kQuestions };

Expected<void> in_range(std::string_view name, Index value, Index most) {
  if (value >= 1 && value <= most) return {};
  return fail("%1 is %2: set it from 1 to %3.", name, value, most);
}

// Theta with independent entries, made one of a structure. `before`: the heads that are there, of `heads` in all.
Matrix structured(Matrix Theta, Structure structure, const SoftmaxLayer& before, Index heads) {
  const Index d = Theta.rows(), half = (d + 1) / 2;
  const bool is_last = std::ssize(before.heads) + 1 == heads && heads > 1;
  switch (structure) {
    case Structure::none: break;
    case Structure::diagonal: return std::sqrt(static_cast<double>(d)) * Matrix(Theta.diagonal().asDiagonal());
    case Structure::blocks: {
      Theta.topRightCorner(half, d - half).setZero();
      Theta.bottomLeftCorner(d - half, half).setZero();
      return static_cast<double>(d) / std::sqrt(static_cast<double>(half * half + (d - half) * (d - half))) * Theta;
    }
    case Structure::rank_one:
      return d == 1 ? Theta : Matrix(std::sqrt(static_cast<double>(d)) * Theta.col(0) * Theta.col(1).transpose());
    case Structure::dependent:
      if (!is_last) break;
      Theta.setZero();
      for (const SoftmaxHead& head : before.heads) Theta -= head.Theta;
      return Theta / std::sqrt(static_cast<double>(heads - 1));
    case Structure::twins: return is_last ? before.heads.front().Theta : Theta;
  }
  return Theta;
}

}  // namespace

SignTask::SignTask(SoftmaxLayer truth, Index k, double noise, std::uint64_t seed, Inputs inputs)
    : truth_(std::move(truth)), k_(k), noise_(noise), seed_(seed), inputs_(inputs) {}

Matrix SignTask::noisy(Matrix Y, Random random) const {
  if (noise_ > 0.0) Y += random.gaussian(Y.rows(), Y.cols(), noise_);
  return Y;
}

Matrix SignTask::tokens(Random& random) const {
  if (inputs_ == Inputs::gaussian) return random.gaussian(d(), k_);
  if (inputs_ == Inputs::sphere)
    return std::sqrt(static_cast<double>(d())) * random.gaussian(d(), k_).colwise().normalized();
  Matrix Z(d(), k_);
  for (double& entry : Z.reshaped()) entry = random.below(2) == 0 ? -1.0 : 1.0;
  return Z;
}

Sequence SignTask::sequence(Split split, std::uint64_t i) const {
  Random random = Random(seed_).split(split == Split::train ? kTrain : kTest).split(i);
  Sequence result;
  result.Z = tokens(random);
  result.Y = noisy(attend(truth_, result.Z), random);
  return result;
}

std::vector<Sequence> SignTask::block(Split split, std::uint64_t first, std::uint64_t count) const {
  std::vector<Sequence> sequences;
  sequences.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = first; i < first + count; ++i) sequences.push_back(sequence(split, i));
  return sequences;
}

Matrix SignTask::answer(const Matrix& Z, std::uint64_t question) const {
  return noisy(attend(truth_, Z), Random(seed_).split(kQuestions).split(question));
}

Expected<SignTask> random_sign_task(const SignTaskOptions& options) {
  if (const auto ok = in_range("The token dimension d", options.d, kMaxTokenDimension); !ok)
    return std::unexpected(ok.error());
  if (const auto ok = in_range("The number of tokens k", options.k, 64); !ok) return std::unexpected(ok.error());
  if (const auto ok = in_range("The number of heads m", options.heads, kMaxSoftmaxHeads); !ok)
    return std::unexpected(ok.error());
  if (const auto ok = validate_noise(options.noise); !ok) return std::unexpected(ok.error());
  if (!(options.off >= 0 && options.off <= 1))
    return fail("How far a layer is from its structure is %1: set it from 0 to 1.", options.off);
  Random random = Random(options.seed).split(kLayer);
  const double deviation = 1.0 / std::sqrt(static_cast<double>(options.d));
  SoftmaxLayer layer;
  for (Index i = 0; i < options.heads; ++i) {
    Matrix Theta = random.gaussian(options.d, options.d, deviation);
    if (options.structure != Structure::none && options.off < 1)
      Theta = (1 - options.off) * structured(Theta, options.structure, layer, options.heads) + options.off * Theta;
    layer.heads.push_back({std::move(Theta), random.gaussian(options.d, options.d, deviation)});
  }
  return SignTask(std::move(layer), options.k, options.noise, options.seed, options.inputs);
}

}  // namespace learner
