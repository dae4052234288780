// What figure "algorithm" does besides its picture: data saved and read again; and that scripts learn the same bits.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "figures/algorithm/algorithm.hpp"
#include "figures/bench.hpp"
#include "learner/random.hpp"
#include "learner/sequence_table.hpp"
#include "learner/tasks.hpp"

namespace {

using figures::Bytes;
using figures::Expected;
using figures::Values;
using figures::algorithm::Result;
using learner::Index;
using learner::Matrix;

const figures::Figure& figure() { return *figures::find("algorithm"); }

Values values_of(std::string_view query) { return bench::values_of(figure(), query); }

Expected<Result> run(std::string_view query, std::string_view text = {}) {
  return bench::attempt(figures::algorithm::run, values_of(query), text);
}

std::string text_of(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

Expected<std::string> saved(std::string_view query, std::string_view text = {}) {
  const Values values = values_of(query);
  bench::Log log;
  const auto bytes = figures::algorithm::save_data({.values = values, .text = text}, log);
  if (!bytes) return std::unexpected(bytes.error());
  return text_of(*bytes);
}

bool same_bits(const auto& a, const auto& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

void check_same_solution(const Result& a, const Result& b) {
  CHECK(same_bits(a.W, b.W));
  CHECK(same_bits(a.sigma, b.sigma));
  CHECK(same_bits(a.eigenvalues, b.eigenvalues));
  CHECK(a.rank == b.rank);
  CHECK(a.minimum_norm == b.minimum_norm);
  CHECK(a.sequences == b.sequences);
  CHECK(a.rows == b.rows);
  CHECK(a.targets == b.targets);
}

}  // namespace

TEST_CASE("what is saved, read again, gives the same W bit for bit in random states") {
  learner::Random random(5);
  for (int k = 0; k < 40; ++k) {
    const std::string mode = std::array{"last", "all", "causal"}[random.below(3)];
    std::string query = "N=" + std::to_string(16 + random.below(200)) + "&seed=" + std::to_string(1 + random.below(99));
    if (k % 4 == 3) {
      query += "&source=memory&m=" + std::to_string(1 + random.below(3));
    } else {
      query += "&d=" + std::to_string(2 + random.below(4)) + "&n=" + std::to_string(1 + random.below(7)) +
               "&targets=" + mode;
    }
    if (random.below(2) == 0) query += "&noise=0.03";
    const std::string lambda = random.below(2) == 0 ? "&lambda=0.001" : "";
    CAPTURE(query + lambda);
    const auto table = saved(query + lambda);
    REQUIRE(table);
    const auto before = run(query + lambda);
    const auto after = run("source=numbers" + lambda, *table);
    REQUIRE(before.has_value() == after.has_value());
    if (!before) continue;
    check_same_solution(*before, *after);
    // And once more: a table of the reader's own is saved as it is.
    const auto again = saved("source=numbers", *table);
    REQUIRE(again);
    CHECK(again->substr(again->find("# targets")) == table->substr(table->find("# targets")));
  }
}

TEST_CASE("sequences held out are fresh ones, and every tenth") {
  const auto table = saved("d=2&n=3&N=18&noise=0.1&seed=4");
  REQUIRE(table);
  const auto data = learner::read_sequence_table(*table);
  REQUIRE(data);
  REQUIRE(data->sequences.size() == 20);
  const auto task = learner::random_attention({.d = 2, .d_out = 2, .n = 3, .heads = 2, .noise = 0.1, .seed = 4});
  REQUIRE(task);
  CHECK(same_bits(data->sequences[8].Z, task->sequence(learner::Split::train, 8).Z));
  CHECK(same_bits(data->sequences[9].Z, task->sequence(learner::Split::test, 0).Z));
  CHECK(same_bits(data->sequences[10].Z, task->sequence(learner::Split::train, 9).Z));
  CHECK(same_bits(data->sequences[19].Y, task->sequence(learner::Split::test, 1).Y));
}

TEST_CASE("numbers of one attention layer are recognised, and others are compared with the mean") {
  const auto exact = run("source=numbers", *saved("d=3&n=4&N=90&H=1"));
  REQUIRE(exact);
  CHECK(exact->fits);
  CHECK(exact->relative_error < 1e-18);
  CHECK(exact->distinct_heads == 1);
  CHECK(exact->test_rows == 10);
  const auto noisy = run("source=numbers", *saved("d=3&n=4&N=900&H=1&noise=0.3"));
  REQUIRE(noisy);
  CHECK_FALSE(noisy->fits);
  CHECK(noisy->training_error == doctest::Approx(0.09).epsilon(0.15));
  CHECK(noisy->test_error == doctest::Approx(0.09).epsilon(0.15));
  CHECK(noisy->distinct_heads == 1);
  // The mean target by hand.
  const auto data = learner::read_sequence_table(*saved("d=3&n=4&N=900&H=1&noise=0.3"));
  learner::Vector mean = learner::Vector::Zero(3);
  for (std::size_t k = 0; k < 1000; ++k) {
    if (k % 10 != 9) mean += data->sequences[k].Y.col(0) / 900;
  }
  double trivial = 0;
  for (std::size_t k = 9; k < 1000; k += 10) trivial += (data->sequences[k].Y.col(0) - mean).squaredNorm() / 300;
  CHECK(noisy->trivial_error == doctest::Approx(trivial).epsilon(1e-12));
  CHECK(noisy->relative_error == doctest::Approx(noisy->test_error / trivial).epsilon(1e-12));
  CHECK(figures::algorithm::describe(*noisy, bench::context("algorithm"))
            .title.find("less error than guessing the mean") != std::string::npos);
}

TEST_CASE("pure noise is not learned, and the reader is told what to try") {
  std::string table = "sequence,token,x1,x2,y1\n";
  learner::Random random(9);
  for (int k = 1; k <= 100; ++k) {
    const Matrix z = random.gaussian(3, 1);
    table += std::to_string(k) + ",1," + std::to_string(z(0)) + "," + std::to_string(z(1)) + "," +
             std::to_string(z(2) + 10) + "\n";
  }
  const auto result = run("source=numbers", table);
  REQUIRE(result);
  CHECK(result->relative_error > 1);
  const auto said = figures::algorithm::describe(*result, bench::context("algorithm"));
  CHECK(said.title == "Guessing the mean does better than what was learned from your numbers");
  CHECK(said.sentence.find("raise λ or give more sequences") != std::string::npos);
}

TEST_CASE("tables that cannot be learned from get a sentence") {
  const std::string nine = *saved("d=2&n=2&N=16");
  std::string huge = "sequence,token,x1,y1\n";
  for (int k = 1; k <= 20; ++k) huge += std::to_string(k) + ",1," + (k == 10 ? "1e100" : "1") + ",1\n";
  std::string overflowing = "sequence,token,x1,y1\n";
  for (int k = 1; k <= 20; ++k) overflowing += std::to_string(k) + ",1,1e200,1\n";
  for (const auto& [table, says] : std::vector<std::pair<std::string, std::string>>{
           {"", "There is no table here"},
           {nine.substr(0, nine.find("\n10,1,") + 1), "9 of the at least 10 sequences"},
           {huge, "too large to be checked"},
           {overflowing, "."}}) {
    const auto result = run("source=numbers", table);
    CAPTURE(says);
    REQUIRE_FALSE(result);
    CHECK(result.error().text().find(says) != std::string::npos);
    CHECK(result.error().text().ends_with('.'));
  }
}

TEST_CASE("constant targets of zero are nothing to better, and say so without a nan") {
  std::string table = "sequence,token,x1,y1\n";
  for (int k = 1; k <= 20; ++k) table += std::to_string(k) + ",1," + std::to_string(k) + ",0\n";
  const auto result = run("source=numbers", table);
  REQUIRE(result);
  const auto said = figures::algorithm::describe(*result, bench::context("algorithm"));
  CHECK(said.sentence.find("nan") == std::string::npos);
}

TEST_CASE("data too large for a table, and words, are not saved but explained") {
  const auto large = saved("d=16&n=64&N=16384");
  REQUIRE_FALSE(large);
  CHECK(large.error().text().find("20 MB") != std::string::npos);
  const auto words = saved("source=text", bench::some_text());
  REQUIRE_FALSE(words);
  CHECK(words.error().text().find("save the text itself") != std::string::npos);
}

TEST_CASE("learning for scripts gives the bits of the figure, for every target mode and number of unknowns") {
  struct Case {
    std::string query;
    learner::RandomAttention task;
    Index count;
    double lambda;
  };
  using learner::Targets;
  for (const Case& given :
       std::vector<Case>{{"d=4&N=512", {.d = 4, .d_out = 4, .n = 16, .heads = 2}, 512, 0},
                         {"d=4&N=16", {.d = 4, .d_out = 4, .n = 16, .heads = 2}, 16, 0},
                         {"d=3&n=6&N=200&targets=all&noise=0.1&lambda=0.01",
                          {.d = 3, .d_out = 3, .n = 6, .heads = 2, .targets = Targets::all, .noise = 0.1},
                          200,
                          0.01},
                         {"d=5&n=4&N=100&targets=causal&seed=3",
                          {.d = 5, .d_out = 5, .n = 4, .heads = 2, .targets = Targets::causal, .seed = 3},
                          100,
                          0},
                         {"d=9&n=2&N=700&seed=3", {.d = 9, .d_out = 9, .n = 2, .heads = 2, .seed = 3}, 700, 0}}) {
    CAPTURE(given.query);
    const auto task = learner::random_attention(given.task);
    REQUIRE(task);
    const auto data = learner::make_dataset(
        task->block(learner::Split::train, 0, static_cast<std::uint64_t>(given.count)), given.task.targets);
    REQUIRE(data);
    const auto here = learner::learn(*data, given.lambda);
    const auto there = run(given.query);
    REQUIRE(here);
    REQUIRE(there);
    CHECK(same_bits(here->W, there->W));
    CHECK(same_bits(here->sigma, there->sigma));
    CHECK(same_bits(here->evidence, there->evidence));
    CHECK(here->rank == there->rank);
    CHECK(here->rows == there->rows);
    CHECK(here->minimum_norm == there->minimum_norm);
    CHECK(here->distinct_heads == there->distinct_heads);
    CHECK(here->value_maps.cols() == there->head_count * given.task.d);
    CHECK(same_bits(Matrix(here->query_maps.leftCols(there->query_maps.cols())), there->query_maps));
    if (there->eigenvalues.size() > 0) CHECK(same_bits(here->eigenvalues, there->eigenvalues));
    CHECK(here->certified_rank <= here->unknowns);
    CHECK((here->lambda_min > 0) == (here->certified_rank == here->unknowns));
  }
}
