#include "learner/tasks.hpp"

#include <cmath>
#include <utility>

#include "learner/decompositions.hpp"

namespace learner {
namespace {

// Streams of the seed: one for the model, one for each split.
constexpr std::uint64_t kModelStream = 0;

std::uint64_t stream_of(Split split) { return split == Split::train ? 1 : 2; }

// Haar: the orthogonal factor of a Gaussian matrix, with the signs that make the triangular one positive.
Matrix random_orthonormal(Random& random, Index m) {
  const HouseholderQR qr(random.gaussian(m, m));
  const Vector signs = qr.packed().diagonal().unaryExpr([](double r) { return r < 0.0 ? -1.0 : 1.0; });
  return qr.Q() * signs.asDiagonal();
}

Matrix draw_associations(Random& random, Index m, double gaussian_share) {
  const bool gaussian = random.uniform() < gaussian_share;
  const auto draw = [&] { return gaussian ? random.gaussian(m, m) : random_orthonormal(random, m); };
  Matrix Z(2 * m, m + 1);
  Z.topLeftCorner(m, m) = draw();
  Z.bottomLeftCorner(m, m) = draw();
  Z.col(m).head(m) = Z.col(static_cast<Index>(random.below(static_cast<std::uint32_t>(m)))).head(m);
  Z.col(m).tail(m) = random.gaussian(m, 1);
  return Z;
}

}  // namespace

Expected<void> validate_noise(double noise) {
  if (noise >= 0.0 && std::isfinite(noise)) return {};
  return fail("Noise is a standard deviation: set it to 0 or a positive number.");
}

Task::Task(Model truth, Targets targets, double noise, std::uint64_t seed, DrawTokens draw)
    : truth_(std::move(truth)), targets_(targets), noise_(noise), seed_(seed), draw_(std::move(draw)) {}

Random Task::stream(Split split, std::uint64_t i) const { return Random(seed_).split(stream_of(split)).split(i); }

Sequence Task::answered(Random& random) const {
  Matrix Z = draw_(random);
  Matrix Y = attend(truth_, Z, targets_);
  return {std::move(Z), std::move(Y)};
}

Sequence Task::sequence(Split split, std::uint64_t i) const {
  Random random = stream(split, i);
  Sequence result = answered(random);
  if (noise_ > 0.0) result.Y += random.gaussian(result.Y.rows(), result.Y.cols(), noise_);
  return result;
}

std::pair<Sequence, Matrix> Task::with_noise_apart(Split split, std::uint64_t i) const {
  Random random = stream(split, i);
  Sequence result = answered(random);
  Matrix noise = random.gaussian(result.Y.rows(), result.Y.cols());
  return {std::move(result), std::move(noise)};
}

std::vector<Sequence> Task::block(Split split, std::uint64_t first, std::uint64_t count) const {
  std::vector<Sequence> sequences;
  sequences.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = first; i < first + count; ++i) sequences.push_back(sequence(split, i));
  return sequences;
}

Expected<Task> random_attention(const RandomAttention& options) {
  const auto [d, d_out, n, heads, targets, noise, seed] = options;
  if (const auto valid = validate(Shape{d, d_out, targets}); !valid) return std::unexpected(valid.error());
  if (const auto valid = validate_noise(noise); !valid) return std::unexpected(valid.error());
  if (n < 1) return fail("A sequence needs tokens: set n to 1 or more.");
  if (heads < 1) return fail("A model needs heads: set the number of heads to 1 or more.");

  Random random = Random(seed).split(kModelStream);
  const auto draw = [d, n](Random& source) { return source.gaussian(d, n, 1.0 / std::sqrt(static_cast<double>(n))); };
  return Task(random_heads(d, d_out, heads, random), targets, noise, seed, draw);
}

Expected<Task> associative_memory(const AssociativeMemory& options) {
  const auto [m, gaussian_share, noise, seed] = options;
  if (m < 1 || 2 * m > kMaxTokenDimension) {
    return fail("Keys have %1 coordinates: choose between 1 and %2, since a token holds a key and a value.", m,
                kMaxTokenDimension / 2);
  }
  if (!(gaussian_share >= 0.0 && gaussian_share <= 1.0)) {
    return fail("The share of Gaussian examples is a probability: set it between 0 and 1.");
  }
  if (const auto valid = validate_noise(noise); !valid) return std::unexpected(valid.error());

  Head head{Matrix::Zero(2 * m, 2 * m), Matrix::Zero(2 * m, 2 * m)};
  head.V.bottomRightCorner(m, m).setIdentity();
  head.Q.topLeftCorner(m, m).setIdentity();
  const auto draw = [m, gaussian_share](Random& random) { return draw_associations(random, m, gaussian_share); };
  return Task(Model{{std::move(head)}}, Targets::last, noise, seed, draw);
}

}  // namespace learner
