#include "learner/sequence.hpp"

#include <cassert>
#include <string>
#include <utility>

#include "learner/cholesky.hpp"

namespace learner {
namespace {

std::string size_of(const Matrix& matrix) {
  return std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols());
}

// Sums side by side, which the compiler can keep in vector registers, enough of them that no addition waits for
// another: x - x is 0 exactly if x is finite.
bool finite(const Matrix& matrix) {
  const double* const entries = matrix.data();
  const Index size = matrix.size();
  using Lanes = Eigen::Vector<double, 16>;
  Lanes sums = Lanes::Zero();
  Index i = 0;
  for (; i + 16 <= size; i += 16) {
    const Lanes x = Eigen::Map<const Lanes>(entries + i);
    sums += x - x;
  }
  for (; i < size; ++i) sums(0) += entries[i] - entries[i];
  return sums == Lanes::Zero();
}

}  // namespace

std::string_view name_of(Targets targets) {
  switch (targets) {
    case Targets::last: return "last";
    case Targets::all: return "all";
    case Targets::causal: return "causal";
  }
  return "";
}

Index target_count(Targets targets, Index n) { return targets == Targets::last ? 1 : n; }

Expected<void> validate(const Shape& shape) {
  if (shape.d < 1 || shape.d > kMaxTokenDimension) {
    return fail(
        "Tokens have %1 coordinates: keep between 1 and %2 of them, for example the first principal components.",
        shape.d, kMaxTokenDimension);
  }
  if (shape.d_out < 1) return fail("Targets have no coordinates: give each target at least one number.");
  return {};
}

Expected<void> validate(const Shape& shape, const Sequence& sequence) {
  if (sequence.n() < 1) return fail("the sequence is empty: give it at least one token.");
  if (sequence.d() != shape.d) {
    return fail(
        "its tokens have %1 coordinates where the others have %2: give every token the same number of coordinates.",
        sequence.d(), shape.d);
  }
  const Index T = target_count(shape.targets, sequence.n());
  if (sequence.Y.rows() != shape.d_out || sequence.rows() != T) {
    return fail("its targets are %1 where %2 x %3 belong to %4 tokens in mode '%5': give one column for each target.",
                size_of(sequence.Y), shape.d_out, T, sequence.n(), name_of(shape.targets));
  }
  if (!finite(sequence.Z) || !finite(sequence.Y)) {
    return fail("a number in it is infinite or not a number: replace or remove it.");
  }
  return {};
}

Expected<void> validate(const Shape& shape, std::span<const Sequence> sequences) {
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    if (const auto valid = validate(shape, sequences[i]); !valid) {
      return fail("Sequence %1: %2", i + 1, valid.error().text());
    }
  }
  return {};
}

Expected<Dataset> make_dataset(std::vector<Sequence> sequences, Targets targets) {
  if (sequences.empty()) return fail("There is no data: give at least one sequence.");
  const Shape shape{sequences.front().d(), sequences.front().Y.rows(), targets};
  if (const auto valid = validate(shape); !valid) return std::unexpected(valid.error());
  if (const auto valid = validate(shape, sequences); !valid) return std::unexpected(valid.error());
  return Dataset{shape, std::move(sequences)};
}

Sequence condensed(const Sequence& sequence) {
  const auto& [Z, Y] = sequence;
  assert(Y.cols() == Z.cols());
  if (Z.cols() <= Z.rows()) return sequence;
  const auto cholesky = Cholesky::factor(Z * Z.transpose(), pivot_tolerance(Z.rows()));
  if (!cholesky) return sequence;
  Matrix L = cholesky->lower();
  Matrix answers = (L.transpose() * cholesky->solve(Z * Y.transpose())).transpose();
  return {.Z = std::move(L), .Y = std::move(answers)};
}

}  // namespace learner
