#include "learner/tasks.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace learner;

namespace {

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

}  // namespace

TEST_CASE("sequence i depends on seed, split and i only, not on who asks or when") {
  const auto task = *random_attention({.d = 3, .n = 4, .noise = 0.1});
  const auto block = task.block(Split::train, 5, 10);
  for (const std::uint64_t i : {14u, 5u, 9u}) {
    CHECK(task.sequence(Split::train, i).Z == block[static_cast<std::size_t>(i - 5)].Z);
    CHECK(task.sequence(Split::train, i).Y == block[static_cast<std::size_t>(i - 5)].Y);
  }
  const auto again = *random_attention({.d = 3, .n = 4, .noise = 0.1});
  CHECK(again.sequence(Split::train, 5).Y == block[0].Y);
  CHECK(again.sequence(Split::test, 5).Z != block[0].Z);
  CHECK(random_attention({.d = 3, .n = 4, .noise = 0.1, .seed = 2})->sequence(Split::train, 5).Z != block[0].Z);
}

TEST_CASE("labels are the truth's answers plus noise of the asked deviation") {
  RandomAttention options{.d = 4, .d_out = 3, .n = 50, .heads = 2, .targets = Targets::causal};
  const auto clean = *random_attention(options);
  options.noise = 0.3;
  const auto noisy = *random_attention(options);
  double squares = 0.0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Sequence sequence = noisy.sequence(Split::train, i);
    CHECK(clean.sequence(Split::train, i).Z == sequence.Z);  // noise does not disturb the tokens
    CHECK(clean.sequence(Split::train, i).Y == attend(clean.truth(), sequence.Z, Targets::causal));
    squares += (sequence.Y - attend(noisy.truth(), sequence.Z, Targets::causal)).squaredNorm();
  }
  const double count = 200.0 * 3.0 * 50.0;
  CHECK(std::abs(squares / count / 0.09 - 1.0) < 5.0 * std::sqrt(2.0 / count));  // five standard errors of a variance
}

TEST_CASE("noise apart, times any deviation, is the noise of the task that has it, to the bit") {
  RandomAttention options{.d = 4, .d_out = 3, .n = 5, .heads = 2, .targets = Targets::causal};
  for (const double deviation : {0.0, 0.3, 1e-7, 11.7}) {
    options.noise = deviation;
    const auto task = *random_attention(options);
    for (const Split split : {Split::train, Split::test}) {
      for (std::uint64_t i = 0; i < 20; ++i) {
        const Sequence drawn = task.sequence(split, i);
        const auto [clean, noise] = task.with_noise_apart(split, i);
        CHECK(clean.Z == drawn.Z);
        CHECK(clean.Y == attend(task.truth(), clean.Z, Targets::causal));
        CHECK(clean.Y + deviation * noise == drawn.Y);
      }
    }
  }
}

TEST_CASE("random attention has the asked shapes and deviations 1/sqrt(d) and 1/sqrt(n)") {
  const auto task = *random_attention({.d = 16, .d_out = 5, .n = 40, .heads = 30});
  CHECK(task.truth().heads.size() == 30);
  CHECK(task.shape() == Shape{16, 5, Targets::last});
  double squares = 0.0;
  for (const Head& head : task.truth().heads) squares += head.Q.squaredNorm();
  CHECK(std::abs(squares / (30.0 * 16.0) - 1.0) < 5.0 * std::sqrt(2.0 / (30.0 * 256.0)));
  const Matrix Z = task.sequence(Split::train, 0).Z;
  CHECK(Z.rows() == 16);
  CHECK(std::abs(Z.squaredNorm() / 16.0 - 1.0) < 5.0 * std::sqrt(2.0 / 640.0));
}

TEST_CASE("an associative answer is the sum of values weighted by key and query, and the query's own term") {
  const Index m = 4;
  for (const double share : {0.0, 1.0}) {
    const auto task = *associative_memory({.key_dimension = m, .gaussian_share = share});
    for (std::uint64_t i = 0; i < 20; ++i) {
      const auto [Z, Y] = task.sequence(Split::train, i);
      REQUIRE(Z.rows() == 2 * m);
      REQUIRE(Z.cols() == m + 1);
      const Matrix keys = Z.topLeftCorner(m, m);
      const Vector query = Z.col(m).head(m);
      const Vector own = query.squaredNorm() * Z.col(m).tail(m);
      const Vector expected = Z.bottomLeftCorner(m, m) * (keys.transpose() * query) + own;
      CHECK((Y.col(0).tail(m) - expected).norm() < 1e-13 * expected.norm());
      CHECK(Y.col(0).head(m).norm() == 0.0);
      CHECK((keys.colwise() - query).colwise().norm().minCoeff() == 0.0);  // the query is one of the keys
    }
  }
}

TEST_CASE("the orthonormal examples have orthonormal keys and values, different in each") {
  const auto task = *associative_memory({.key_dimension = 4, .gaussian_share = 0.0});
  Matrix mean = Matrix::Zero(4, 4);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Matrix Z = task.sequence(Split::train, i).Z;
    for (const Matrix& part : {Matrix(Z.topLeftCorner(4, 4)), Matrix(Z.bottomLeftCorner(4, 4))}) {
      REQUIRE((part.transpose() * part - Matrix::Identity(4, 4)).norm() < 1e-14);
    }
    mean += Z.topLeftCorner(4, 4) / 2000.0;
  }
  // Haar: entries have mean 0 and variance 1/4; without the sign rule the diagonal would be off by 0.4.
  CHECK(mean.cwiseAbs().maxCoeff() < 5.0 * std::sqrt(0.25 / 2000.0));
}

TEST_CASE("the share of Gaussian examples is as asked") {
  const auto task = *associative_memory({.key_dimension = 2, .gaussian_share = 0.3});
  int gaussian = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const Matrix keys = task.sequence(Split::train, i).Z.topLeftCorner(2, 2);
    gaussian += (keys.transpose() * keys - Matrix::Identity(2, 2)).norm() > 1e-10;
  }
  CHECK(std::abs(gaussian - 1200) < 5.0 * std::sqrt(4000.0 * 0.21));
}

TEST_CASE("an option out of range is refused with the range") {
  CHECK(says(random_attention({.d = 17}).error(), "keep between 1 and 16"));
  CHECK(says(random_attention({.d_out = 0}).error(), "at least one number"));
  CHECK(says(random_attention({.n = 0}).error(), "set n to 1 or more"));
  CHECK(says(random_attention({.heads = 0}).error(), "set the number of heads to 1 or more"));
  CHECK(says(random_attention({.noise = -1.0}).error(), "set it to 0 or a positive number"));
  CHECK(says(associative_memory({.key_dimension = 9}).error(), "choose between 1 and 8"));
  CHECK(says(associative_memory({.gaussian_share = 1.5}).error(), "set it between 0 and 1"));
  CHECK(says(associative_memory({.gaussian_share = std::nan("")}).error(), "set it between 0 and 1"));
  CHECK(says(associative_memory({.noise = std::numeric_limits<double>::infinity()}).error(), "set it to 0"));
}
