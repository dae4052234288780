#include "learner/moments.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

constexpr Targets kModes[] = {Targets::last, Targets::all, Targets::causal};

std::vector<Sequence> some_data(Index d, Index d_out, Targets targets, std::uint64_t count, Index n = 5) {
  return random_attention({.d = d, .d_out = d_out, .n = n, .targets = targets})->block(Split::train, 0, count);
}

Moments moments_of(std::span<const Sequence> data, Targets targets) {
  Moments moments({data.front().d(), data.front().Y.rows(), targets});
  REQUIRE(moments.add(data).has_value());
  return moments;
}

bool same_bits(const Moments& a, const Moments& b) {
  return a.gram() == b.gram() && a.cross() == b.cross() && a.squared_targets() == b.squared_targets() &&
         a.rows() == b.rows() && a.sequences() == b.sequences();
}

// The sums by their definition, one feature vector a row.
struct Naive {
  Matrix gram, cross;
  double squares = 0.0;
};

Naive naive(std::span<const Sequence> data, Targets targets) {
  const Index psi = feature_count(data.front().d());
  Naive sums{Matrix::Zero(psi, psi), Matrix::Zero(psi, data.front().Y.rows())};
  for (const auto& [Z, Y] : data) {
    for (Index t = 0; t < Y.cols(); ++t) {
      const Index token = targets == Targets::last ? Z.cols() - 1 : t;
      const Vector H = folded_features(Z, token, targets == Targets::causal ? t + 1 : Z.cols());
      sums.gram += H * H.transpose();
      sums.cross += H * Y.col(t).transpose();
      sums.squares += Y.col(t).squaredNorm();
    }
  }
  return sums;
}

}  // namespace

TEST_CASE("moments equal the sums over plain features, within and across blocks") {
  for (const Targets targets : kModes) {
    for (const std::uint64_t count : {1u, 7u, 300u}) {
      for (const Index d : {1, 2, 4, 6}) {
        const auto data = some_data(d, 3, targets, count);
        const Moments moments = moments_of(data, targets);
        const Naive sums = naive(data, targets);
        // Sums of up to 1500 rows in another order; errors grow like the square root of that.
        CHECK(difference("Gram and naive Gram", moments.gram(), sums.gram) < 1e-13);
        CHECK(difference("cross and naive cross", moments.cross(), sums.cross) < 1e-12);
        CHECK(moments.squared_targets() == doctest::Approx(sums.squares).epsilon(1e-13));
        CHECK(moments.gram() == moments.gram().transpose());
        CHECK(moments.gram_diagonal() == moments.gram().diagonal());
        CHECK(moments.sequences() == static_cast<Index>(count));
        CHECK(moments.rows() == static_cast<Index>(count) * target_count(targets, 5));
      }
    }
  }
}

TEST_CASE("cutting the data into calls of add, or looking in between, changes no bit") {
  for (const Targets targets : kModes) {
    const auto data = some_data(4, 2, targets, 300);
    const Moments whole = moments_of(data, targets);
    Moments pieces(whole.shape());
    for (std::size_t start = 0, length = 1; start < data.size(); start += length++) {
      REQUIRE(pieces.add(std::span(data).subspan(start, std::min(length, data.size() - start))).has_value());
      CHECK(pieces.gram().allFinite());
      CHECK(pieces.cross().allFinite());
    }
    CHECK(same_bits(pieces, whole));
  }
}

TEST_CASE("passes that share out the sums come to the bits of one pass") {
  for (const Targets targets : kModes) {
    for (const Index d : {1, 2, 3, 6}) {
      const std::vector<Sequence> data = some_data(d, 2, targets, 150);
      const Moments whole = moments_of(data, targets);
      for (const Index parts : {1, 2, 3, 8, 40}) {
        Moments joined(whole.shape(), {.of = 0});
        REQUIRE(joined.add(data).has_value());
        CHECK(joined.gram().isZero(0));
        std::size_t numbers = 0, most = 0;
        for (Index number = 0; number < parts; ++number) {
          const MomentsPart part{.number = number, .of = parts};
          Moments share(whole.shape(), part);
          REQUIRE(share.add(data).has_value());
          const std::vector<double> sums = share.part_sums();
          CHECK(joined.take(part, sums).empty());
          numbers += sums.size();
          most = std::max(most, sums.size());
        }
        CHECK(same_bits(joined, whole));
        CHECK(static_cast<double>(most) < static_cast<double>(numbers) / static_cast<double>(parts) + 16 * 24);
      }
    }
  }
}

TEST_CASE("merging shards of at most one block, in order, equals one pass bit for bit") {
  const auto block = static_cast<std::size_t>(Moments::kBlock);
  for (const Targets targets : {Targets::last, Targets::all}) {
    for (const Index d : {2, 5, 8}) {
      const auto data = some_data(d, 2, targets, 3 * block + 17);
      Moments merged = moments_of(std::span(data).first(2 * block), targets);  // the first may be any number of blocks
      merged.merge(moments_of(std::span(data).subspan(2 * block, block), targets));
      merged.merge(moments_of(std::span(data).subspan(3 * block), targets));
      CHECK(same_bits(merged, moments_of(data, targets)));
    }
  }
}

TEST_CASE("merging is symmetric bit for bit on block boundaries, and agrees with one pass to 1e-12 anywhere") {
  for (const Targets targets : kModes) {
    const auto data = some_data(4, 2, targets, 512);
    const auto half = std::span(data).first(256);
    const auto rest = std::span(data).subspan(256);
    Moments forward = moments_of(half, targets);
    forward.merge(moments_of(rest, targets));
    Moments backward = moments_of(rest, targets);
    backward.merge(moments_of(half, targets));
    CHECK(same_bits(forward, backward));

    const Moments whole = moments_of(data, targets);
    Moments ragged = moments_of(std::span(data).first(99), targets);
    ragged.merge(moments_of(std::span(data).subspan(99), targets));
    CHECK(difference("ragged merge, Gram", ragged.gram(), whole.gram()) < 1e-12);
    CHECK(difference("ragged merge, cross", ragged.cross(), whole.cross()) < 1e-12);
    CHECK(ragged.rows() == whole.rows());
  }
}

TEST_CASE("a block with one bad sequence is refused as a whole") {
  auto data = some_data(3, 1, Targets::last, 10);
  Moments moments = moments_of(data, Targets::last);
  const Moments before = moments;
  data[6].Z(0, 0) = std::numeric_limits<double>::quiet_NaN();
  const auto added = moments.add(data);
  REQUIRE(!added.has_value());
  CHECK(added.error().text().starts_with("Sequence 7: a number in it is infinite or not a number: replace"));
  CHECK(same_bits(moments, before));
}

TEST_CASE("moments without data, or whose sums overflow, say what to do") {
  Moments moments({2, 1, Targets::last});
  CHECK(moments.check().error().text().find("add at least one sequence") != std::string::npos);
  REQUIRE(moments.add(Sequence{Matrix::Constant(2, 3, 1e120), Matrix::Ones(1, 1)}).has_value());
  REQUIRE(!moments.check().has_value());
  CHECK(moments.check().error().text().find("divide the large coordinates") != std::string::npos);
}
