// Figure "softmax": the conditions of paper B's theorem on the hidden layer, and what is recovered without them; and
// Gaussian tokens beside signs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "figures/page.hpp"
#include "figures/softmax/softmax.hpp"

namespace {

using figures::softmax::Result;

const figures::Figure& figure() { return *figures::find("softmax"); }

Result run(const std::string& query) {
  return bench::result_of(figures::softmax::run, bench::values_of(figure(), query));
}

figures::Description described(const std::string& query) {
  return figures::softmax::describe(run(query), bench::context(bench::values_of(figure(), query)));
}

}  // namespace

TEST_CASE("an edited layer's conditions are measured on the edits, as their closed forms") {
  // diag(4, 3) and [[0, 1], [0, 1]]: |difference| = sqrt(21), gaps 1/4 and 1, cosine 3/(5 sqrt 2).
  const auto result = run("d=2&m=2&theta=4,0,0,3,0,1,0,1&w=2,0,0,1,1,1,0,1");
  CHECK(result.conditions.apart == doctest::Approx(std::sqrt(21.0) / 5));
  CHECK(result.conditions.theta_gap == doctest::Approx(0.25));
  CHECK(result.conditions.theta_span == doctest::Approx(std::sqrt(1 - 3 / (5 * std::sqrt(2.0)))));
  CHECK(result.conditions.w_gap == doctest::Approx(0.5));
  CHECK(result.conditions.w_span == doctest::Approx(std::sqrt(1 - 3 / std::sqrt(15.0))));
}

TEST_CASE("a random layer keeps all conditions, and only the table says so") {
  const auto words = described("");
  CHECK(words.sentence.find("theorem") == std::string::npos);
  const auto kept = std::ranges::count_if(words.table.rows, [](const auto& row) {
    return row.front().starts_with("Condition, ") && row.back().starts_with("kept: ");
  });
  CHECK(kept == 5);
  CHECK(bench::cell(described("m=1"), "Condition, heads apart") == "kept: there is one head");
}

TEST_CASE("diagonal and block layers keep the conditions while heads are no more than diagonal entries") {
  for (const char* query : {"structure=diagonal", "structure=blocks&d=4", "structure=diagonal&road=examples"}) {
    CAPTURE(std::string(query));
    CHECK(described(query).sentence.ends_with("as far as they are known without its constants."));
  }
  CHECK(described("structure=diagonal&m=4").sentence.find("the Θ are linearly dependent") != std::string::npos);
}

TEST_CASE("layers of rank one and dependent ones break a condition, and the questions recover them all the same") {
  for (const auto& [structure, broken] : {std::pair("rank_one", "two singular values of a Θ coincide"),
                                          std::pair("dependent", "the Θ are linearly dependent")}) {
    const std::string query = std::string("structure=") + structure;
    CAPTURE(query);
    const auto words = described(query);
    CHECK(words.sentence.ends_with("does not cover this layer: " + std::string(broken) +
                                   ". The questions recover it all the same."));
    CHECK(run(query).asked.error() < 1e-9);
  }
}

TEST_CASE("twins break two conditions, and nothing recovers them") {
  for (const auto& [road, end] : {std::pair("questions", "The questions do not recover it either."),
                                  std::pair("examples", "These examples do not recover it either.")}) {
    const auto words = described("structure=twins&road=" + std::string(road));
    CHECK(words.sentence.find("two heads have one Θ; the Θ are linearly dependent. " + std::string(end)) !=
          std::string::npos);
    CHECK(bench::cell(words, "Condition, heads apart") == "not kept: 0");
    CHECK(bench::cell(words, "Condition, W linearly independent").starts_with("kept: "));
  }
}

TEST_CASE("the picture counts the conditions where they are in question, and only there") {
  for (const auto& [query, shown] : {std::pair("structure=rank_one", true),
                                     std::pair("structure=rank_one&road=examples", true), std::pair("", false)}) {
    bench::Page page(figure(), query);
    CHECK((page.view.svg(page.headless, page.look).find(">4 of 5<") != std::string::npos) == shown);
  }
}

TEST_CASE("a structure goes through all layers with more and more heads") {
  const auto result = run("road=heads&structure=diagonal");
  REQUIRE(result.counts.size() == 4);
  for (const auto& count : result.counts) CHECK(count.kept == (count.heads <= 3 ? count.layers : 0));
  for (const auto& count : run("road=heads").counts) CHECK(count.kept == count.layers);
}

TEST_CASE("from Gaussian tokens starts arrive at the hidden layer, which attention by its definition agrees with") {
  const auto result = run("road=examples&inputs=gaussian");
  CHECK(result.determined);
  const auto right = std::ranges::find_if(result.starts, &figures::softmax::Start::arrived);
  REQUIRE(right != result.starts.end());
  CHECK(right->found.error() < 1e-9);
  CHECK(described("road=examples&inputs=gaussian").sentence.find("of 8 Gaussian tokens") != std::string::npos);
  // The same layer as with signs.
  CHECK(run("road=examples").truth.Theta == result.truth.Theta);
}

TEST_CASE("questions stay questions of signs, checked on Gaussian sequences") {
  const auto result = run("inputs=gaussian");
  CHECK(result.asked.error() < 1e-12);
  for (const auto& pair : result.pairs) CHECK((pair.u.cwiseAbs().array() == 1).all());
  CHECK(described("inputs=gaussian").sentence.ends_with("the random sequences that check are of Gaussian tokens."));
}
