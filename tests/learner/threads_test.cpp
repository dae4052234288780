// WebAssembly has no threads.
#ifndef __EMSCRIPTEN__
#include "learner/threads.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "learner/certificate.hpp"
#include "learner/cholesky.hpp"
#include "learner/features.hpp"
#include "learner/learn.hpp"
#include "learner/product.hpp"
#include "learner/random.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

// One thread again, however a test ends.
struct Alone {
  Alone() = default;
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;
  ~Alone() { use_threads(1); }
};

std::vector<Sequence> some_sequences(const Shape& shape, Index count, std::uint64_t seed) {
  Random random(seed);
  const Model truth = random_heads(shape.d, shape.d_out, 2, random);
  std::vector<Sequence> sequences;
  for (Index k = 0; k < count; ++k) {
    Sequence& one = sequences.emplace_back(random.gaussian(shape.d, 4), Matrix());
    one.Y = attend(truth, one.Z, shape.targets);
  }
  return sequences;
}

}  // namespace

// Sanitizers end a process that has no room for a thread.
#ifndef LIFTED_SANITIZED
TEST_CASE("where the system has no room for so many threads there are as many as it has room for") {
  const Alone afterwards;
  const pid_t child = fork();
  if (child == 0) {
    const rlimit room{.rlim_cur = 512UL << 20, .rlim_max = 512UL << 20};
    const bool limited = setrlimit(RLIMIT_AS, &room) == 0;
    use_threads(1000);
    const int count = threads();
    std::atomic<int> sum = 0;
    in_pieces(100, [&](Index k) { sum += static_cast<int>(k); });
    _exit(limited && count >= 1 && count < 1000 && sum == 4950 ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
#endif

TEST_CASE("every piece is done once, by any number of threads, also within a piece and from several callers at once") {
  const Alone afterwards;
  for (const int count : {1, 2, 3, 8}) {
    use_threads(count);
    CHECK(threads() == count);
    for (const Index pieces : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(pieces) * 3);
      in_pieces(pieces,
                [&](Index k) { in_pieces(3, [&](Index inner) { ++done[static_cast<std::size_t>(3 * k + inner)]; }); });
      CHECK(std::ranges::all_of(done, [](const auto& times) { return times == 1; }));
    }
    std::vector<std::atomic<int>> done(4 * 500);
    {
      std::vector<std::jthread> callers;
      for (std::size_t caller = 0; caller < 4; ++caller)
        callers.emplace_back(
            [&done, caller] { in_pieces(500, [&](Index k) { ++done[500 * caller + static_cast<std::size_t>(k)]; }); });
    }
    CHECK(std::ranges::all_of(done, [](const auto& times) { return times == 1; }));
  }
}

TEST_CASE("products, sums, factors and what is learned have the same bits with any number of threads") {
  const Alone afterwards;
  Random random(1);
  const Matrix A = random.gaussian(301, 70), B = random.gaussian(257, 70);
  const Matrix S = random.gaussian(400, 500);
  const Matrix spd = S * S.transpose();
  struct Found {
    Matrix product, lower, L;
    std::vector<Matrix> grams, crosses, W;
    std::vector<double> errors, least;
  };
  const auto find = [&](int count) {
    use_threads(count);
    Found found{Matrix::Zero(301, 257), Matrix::Zero(301, 301), {}, {}, {}, {}, {}, {}};
    add_product(1.5, Panels(A).all(), Panels(B).all(), found.product);
    add_lower_product(-1.0, Panels(A).all(), found.lower);
    found.L = Cholesky::factor(spd, 1e-12)->lower();
    for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
      for (const Index d : {1, 2, 5, 9, 16}) {
        const Shape shape{.d = d, .d_out = 2, .targets = targets};
        const auto sequences = some_sequences(shape, 300, static_cast<std::uint64_t>(d));
        Moments moments(shape);
        REQUIRE(moments.add(sequences));
        found.grams.push_back(moments.gram());
        found.crosses.push_back(moments.cross());
      }
      const auto data = make_dataset(some_sequences({.d = 6, .d_out = 3, .targets = targets}, 600, 3), targets);
      const auto learned = learn(*data, 0.0);
      REQUIRE(learned);
      found.W.push_back(learned->W);
      found.errors.push_back(learned->error);
      found.least.push_back(learned->lambda_min);
    }
    return found;
  };
  const Found alone = find(1);
  for (const int count : {2, 3, 7}) {
    CAPTURE(count);
    const Found shared = find(count);
    CHECK(shared.product == alone.product);
    CHECK(shared.lower == alone.lower);
    CHECK(shared.L == alone.L);
    CHECK(shared.grams == alone.grams);
    CHECK(shared.crosses == alone.crosses);
    CHECK(shared.W == alone.W);
    CHECK(shared.errors == alone.errors);
    CHECK(shared.least == alone.least);
  }
}

TEST_CASE("a forked process learns, though the helpers stay with its parent") {
  const Alone afterwards;
  use_threads(3);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    std::atomic<int> done = 0;
    in_pieces(10, [&](Index) { ++done; });
    use_threads(2);
    in_pieces(10, [&](Index) { ++done; });
    ::_exit(done == 20 && threads() == 2 ? 0 : 1);
  }
  REQUIRE(child > 0);
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
#endif
