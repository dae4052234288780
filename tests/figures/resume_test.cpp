// Runs that are broken off and go on, by two figures of the test's own.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "figures/bench.hpp"
#include "learner/matrix.hpp"

namespace {

using figures::Bytes;
using figures::Figure;
using figures::Values;

constexpr std::array kParameters = {
    figures::range("most", "Most", 1, 9, 5, "How far it counts."),
    figures::range("shown", "Shown", 1, 9, 5, "How far it is shown.").of_picture(),
};

struct Count {
  int reached = 0;
  int counted = 0;  // in this run
  void fields(auto& archive) { archive(reached, counted); }
};

struct Kept {
  double number = 1;
  learner::Matrix matrix = learner::Matrix::Zero(0, 3);
  learner::Vector vector;
  void fields(auto& archive) { archive(number, matrix, vector); }
};

// Counts up to `most`, and remembers how many of the steps were its own.
figures::Expected<Count> resume(const figures::Request& request, figures::Reporter<Count>& reporter,
                                std::optional<Count> previous) {
  Count result{.reached = previous ? previous->reached : 0};
  while (result.reached < request.values.integer("most")) {
    ++result.reached;
    ++result.counted;
    reporter.preview(result);
  }
  return result;
}
// The same from the beginning.
figures::Expected<Count> count(const figures::Request& request, figures::Reporter<Count>& reporter) {
  return resume(request, reporter, std::nullopt);
}
void draw(const Count&, figures::Drawing&) {}
figures::Description describe(const Count&, const figures::Context&) { return {}; }

constexpr Figure kCount{.id = "count",
                        .name = "Count",
                        .question = "How far?",
                        .parameters = kParameters,
                        .stages = {},
                        .work = [](const figures::Values&) { return 1.0; }};
const Figure kCounter = figures::declare<resume, draw, describe>(kCount);
const Figure kForgetful = figures::declare<count, draw, describe>(kCount);

Bytes run(const Figure& figure, const Values& values, std::span<const std::byte> previous, bench::Log& log) {
  const auto bytes = figure.compute({.values = values, .previous = previous}, log);
  REQUIRE(bytes);
  return *bytes;
}

Count count(const Figure& figure, const Values& values, std::span<const std::byte> previous) {
  bench::Log log;
  figures::Snapshot<Count> snapshot;
  REQUIRE(figures::from_bytes(run(figure, values, previous, log), snapshot));
  return snapshot.result;
}

}  // namespace

TEST_CASE("a run goes on from the preview it is given, and a finished one has nothing left to do") {
  CHECK(kCounter.resumes);
  const Values values(kCounter.parameters);
  bench::Log log;
  const Bytes whole = run(kCounter, values, {}, log);
  REQUIRE(log.shown.size() == 5);
  for (int k = 0; k < 5; ++k) {
    const Count rest = count(kCounter, values, log.shown[static_cast<std::size_t>(k)]);
    CHECK(rest.reached == 5);
    CHECK(rest.counted == 4 - k);
  }
  CHECK(count(kCounter, values, whole).counted == 0);
}

TEST_CASE("what affects the picture only does not keep a run from going on; other settings do") {
  Values values(kCounter.parameters);
  bench::Log log;
  run(kCounter, values, {}, log);
  values.set("shown", 2);
  CHECK(count(kCounter, values, log.shown[2]).counted == 2);
  values.set("most", 6);
  CHECK(count(kCounter, values, log.shown[2]).counted == 6);
}

TEST_CASE("bytes that are cut, longer or garbage are ignored: the run begins anew") {
  const Values values(kCounter.parameters);
  bench::Log log;
  run(kCounter, values, {}, log);
  const Bytes& good = log.shown[2];
  for (std::size_t length = 0; length < good.size(); ++length) {
    CHECK(count(kCounter, values, std::span(good).first(length)).counted == 5);
  }
  Bytes longer = good;
  longer.push_back(std::byte{0});
  CHECK(count(kCounter, values, longer).counted == 5);
  CHECK(count(kCounter, values, Bytes(64, std::byte{0xff})).counted == 5);
}

TEST_CASE("an empty vector and an empty matrix come back also from the end of a result") {
  Kept kept;
  const Bytes bytes = figures::to_bytes(kept);
  Kept read{.number = 2, .matrix = learner::Matrix::Ones(2, 2), .vector = learner::Vector::Ones(3)};
  REQUIRE(figures::from_bytes(bytes, read));
  CHECK(read.number == 1);
  CHECK((read.matrix.rows() == 0 && read.matrix.cols() == 3));
  CHECK(read.vector.size() == 0);
}

TEST_CASE("a member that fields() does not list is counted, whatever its kind, and stops the compiler") {
  struct Base {
    int a = 0, b = 0;
  };
  struct All : Base {  // a base counts as one
    std::int64_t number = 0;
    learner::Matrix matrix;
    learner::Vector vector;
    std::array<double, 3> numbers = {};
    std::vector<Kept> list;
    std::string text;
    std::optional<double> perhaps;
    figures::Unmoved<Kept> unmoved;
    learner::Error error;
  };
  static_assert(figures::members<Base>() == 2);
  static_assert(figures::members<Kept>() == 3);
  static_assert(figures::members<All>() == 10);
}

TEST_CASE("a figure that does not resume says so and ignores what came before") {
  CHECK_FALSE(kForgetful.resumes);
  const Values values(kForgetful.parameters);
  bench::Log log;
  run(kForgetful, values, {}, log);
  CHECK(count(kForgetful, values, log.shown[2]).counted == 5);
}

#ifndef __EMSCRIPTEN__
namespace {

figures::Expected<Kept> run_off(const figures::Request&, figures::Reporter<Kept>&) {
  Kept kept;
  kept.matrix = learner::Matrix::Zero(4, 5);
  kept.matrix(1, 0) = std::nan("");
  return kept;
}
void draw_kept(const Kept&, figures::Drawing&) {}
figures::Description describe_kept(const Kept&, const figures::Context&) { return {}; }
struct Lists {
  std::vector<Kept> list;
  void fields(auto& archive) { archive(list); }
};
const Figure kRunaway = figures::declare<run_off, draw_kept, describe_kept>(kCount);

}  // namespace

TEST_CASE("a NaN in a result is answered with the member that holds it, and where in it") {
  bench::Log log;
  const auto answer = bench::run(kRunaway, Values(kRunaway.parameters), log);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().sentence.ends_with("(The figure's Result, member 2: entry (2, 1) of 4 × 5 is a NaN.)"));
  Lists lists{.list = std::vector<Kept>(2)};
  lists.list[1].number = std::nan("");
  CHECK(figures::FirstNan::of(lists) == "member 1, item 2, member 1 is a NaN");
  lists.list.clear();
  CHECK(figures::FirstNan::of(lists).empty());
}
#endif
