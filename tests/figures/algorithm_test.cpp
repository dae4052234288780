// Figure "algorithm" against what the learner gives when asked step by step, and against its own promises.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "../golden/language_golden.hpp"
#include "figures/algorithm/algorithm.hpp"
#include "figures/page.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/random.hpp"
#include "learner/sequence_table.hpp"
#include "learner/tasks.hpp"
#include "plot/number.hpp"

namespace {

using figures::Values;
using figures::algorithm::Result;
using figures::algorithm::Standing;
using figures::algorithm::Step;
using learner::Index;
using learner::Matrix;
using learner::Sequence;

const figures::Figure& figure() { return *figures::find("algorithm"); }

figures::Expected<Result> run(std::string_view query, std::string_view text = {}) {
  return bench::attempt(figures::algorithm::run, bench::values_of(figure(), query), text);
}

// The heads and the other model.
bool is_level(const Result& result) { return result.other_to_heads == Standing::level; }

bool contains(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("two heads at d = 4 are learned from 4,096 sequences to a test error below 1e-20") {
  const auto result = run("d=4&N=4096&H=2");
  REQUIRE(result);
  MESSAGE("test error " << result->test_error << ", coefficient distance " << result->distance);
  CHECK(result->test_error < 1e-20);
  CHECK(result->distance < 1e-10);
  CHECK(result->head_count == 16);  // the plain SVD: d² heads
  CHECK(result->distinct_heads == 2);
  CHECK(result->enough_heads == 2);
  CHECK(result->rank == 40);
  CHECK(result->sequences == 4096);
  CHECK(result->eigenvalues.size() == 40);
  CHECK(result->eigenvalues(0) > 0);
}

TEST_CASE("the three target modes are all learned exactly") {
  for (const char* targets : {"last", "all", "causal"}) {
    CAPTURE(std::string(targets));
    const auto result = run("d=3&N=512&n=6&H=2&targets=" + std::string(targets));
    REQUIRE(result);
    CHECK(result->test_error < 1e-20);
    CHECK(result->rows == (std::string_view(targets) == "last" ? 512 : 512 * 6));
  }
}

TEST_CASE("the Gram matrix grows to what the solver gets, and the loss falls to nothing but rounding") {
  const auto result = run("d=3&N=64&H=2&n=5");
  REQUIRE(result);
  REQUIRE(result->growing.size() == result->growing_after.size());
  CHECK(result->growing_after == std::vector<std::int64_t>{1, 2, 4, 8, 16, 32});
  // After one sequence it is the products of that sequence with themselves.
  const learner::Vector h = result->features.reshaped<Eigen::RowMajor>();
  CHECK((result->growing.front() - h * h.transpose()).norm() < 1e-12 * result->growing.front().norm());
  CHECK(result->loss_left(0) == 1);
  CHECK(result->loss_left(result->loss_left.size() - 1) < 1e-12);
}

TEST_CASE("the film says its step, and the result only at its end") {
  const auto result = run("d=3&N=64&H=2");
  REQUIRE(result);
  Values values(figure().parameters);
  const auto title = [&] { return figures::algorithm::describe(*result, bench::context(values)).title; };
  CHECK(title().starts_with("Learned exactly"));
  for (const int at : {0, 150, 250, 350, 450}) {
    CAPTURE(at);
    values.set("at", at);
    CHECK_FALSE(title().starts_with("Learned"));
    const std::string said = figures::algorithm::say(*result, "at", bench::context(values));
    CHECK(said.find(figures::algorithm::step_name(at / figures::algorithm::kStepLength)) != std::string::npos);
  }
}

TEST_CASE("where not all heads have room it is said how many are shown") {
  for (const auto& [query, width, says] :
       {std::tuple{"at=400", 980.F, ""}, std::tuple{"at=400&d=8&N=4096", 980.F, " of 64 heads"},
        std::tuple{"at=400&d=8&N=4096", 340.F, " of 64 heads"}}) {
    CAPTURE(width);
    bench::Page page(figure(), query);
    const std::string svg =
        page.view.svg(page.headless, {.width = width, .height = width < 600 ? 1.5F * width : 0.6F * width});
    const std::size_t at = svg.find("the first ");
    CHECK((at != std::string::npos) == !std::string_view(says).empty());
    if (at == std::string::npos) continue;
    CHECK(svg.substr(at, 40).find(says) != std::string::npos);
    const int shown = std::stoi(svg.substr(at + 10));
    CHECK(shown > 1);
    CHECK(shown < 64);
  }
}

TEST_CASE(
    "of the head that counts edible animals the weight of G_12 z_2 is 1 and stands under its name, all others are 0") {
  // As the article has it on a desk and on a phone, and larger.
  for (const auto& [width, height] : {std::pair{696.F, 418.F}, std::pair{328.F, 430.F}, std::pair{1240.F, 560.F}}) {
    CAPTURE(width);
    bench::Page page(figure(), "layer=edible&at=300");
    const std::string svg = page.view.svg(page.headless, {.width = width, .height = height});
    std::string words;
    for (std::size_t at = svg.find('>'); at != std::string::npos; at = svg.find('>', at + 1)) {
      const std::string word = svg.substr(at + 1, svg.find('<', at) - at - 1);
      if (word.find_first_not_of(" \n") != std::string::npos) words += word + " ";
    }
    // Column by column: of both numbers of the answer.
    CHECK(
        words.contains("G 11 z 1 G 11 z 2 G 12 z 1 G 12 z 2 G 22 z 1 G 22 z 2 "
                       "0.0 0.0 0.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0 0.0 0.0 p 1 p 2 "));
  }
}

TEST_CASE("the true coefficients shown are those of the model that made the data") {
  const auto result = run("d=3&H=2&seed=5&N=256");
  REQUIRE(result);
  const auto task = learner::random_attention({.d = 3, .d_out = 3, .n = 16, .heads = 2, .seed = 5});
  REQUIRE(task);
  const learner::Matrix p = learner::folded_coefficients(task->truth());
  REQUIRE(result->truth.size() == p.size());
  for (learner::Index a = 0; a < p.rows(); ++a) {
    for (learner::Index k = 0; k < p.cols(); ++k) CHECK(result->truth(a * p.cols() + k) == p(a, k));
  }
}

TEST_CASE("the features shown are the folded features of the sequence shown") {
  const auto result = run("d=4&n=5&N=64&lambda=0.001");
  REQUIRE(result);
  const learner::Vector expected = learner::folded_features(result->Z, result->Z.cols() - 1, result->Z.cols());
  for (learner::Index pair = 0; pair < result->features.rows(); ++pair) {
    for (learner::Index l = 0; l < 4; ++l) {
      CHECK(result->features(pair, l) == doctest::Approx(expected(pair * 4 + l)).epsilon(1e-14));
    }
  }
}

TEST_CASE("fewer targets than unknowns give the smallest solution and the rank, not a failure") {
  const auto result = run("d=4&N=16&H=1");
  REQUIRE(result);
  CHECK(result->minimum_norm);
  CHECK(result->rank == 16);
  CHECK(result->test_error > 1e-6);
  CHECK(figures::algorithm::describe(*result, bench::context("algorithm")).sentence.find("only 16 of 40") !=
        std::string::npos);
}

TEST_CASE("so they do at the largest d, where no eigenvalues are computed") {
  for (const char* query : {"d=13&N=16&H=1", "d=16&N=64&H=1"}) {
    CAPTURE(query);
    const auto result = run(query);
    REQUIRE(result);
    CHECK(result->minimum_norm);
    CHECK(result->rank == result->rows);
  }
}

TEST_CASE("each of the first Gram matrices is followed by a word of progress") {
  Values values(figure().parameters);
  REQUIRE(values.read_query("d=2&N=128").empty());
  bench::Log log;
  figures::Reporter<Result> reporter(log, values.to_query(figures::Which::result));
  const auto result = figures::algorithm::run({.values = values, .text = {}}, reporter);
  REQUIRE(result);
  CHECK(std::ranges::count(log.fractions, 0.0) >= 7);  // after 1, 2, 4, .. 64 sequences
  CHECK(std::ranges::is_sorted(log.fractions));
}

TEST_CASE("the article's head comes back as two, with one weight of six, and counts the fish of its sentence") {
  for (int seed = 1; seed <= 8; ++seed) {
    const auto result = run("layer=edible&N=64&seed=" + std::to_string(seed));
    REQUIRE(result);
    REQUIRE(result->recovered.size() == 12);
    for (Index k = 0; k < 12; ++k) CHECK(std::abs(result->recovered(k) - (k == 3 ? 1 : 0)) < 1e-12);
    CHECK(result->head_count == 2);
    CHECK(result->sigma(0) == doctest::Approx(0.5));
    CHECK(result->sigma(1) == doctest::Approx(0.5));
    CHECK(result->answer.col(0) == learner::Vector{{1, 0}});
    CHECK((result->prediction.col(0) - result->answer.col(0)).norm() < 1e-12);
  }
}

TEST_CASE("associative memory is learned exactly as one head") {
  const auto result = run("source=memory&m=2&N=2048");
  REQUIRE(result);
  CHECK(result->d == 4);
  CHECK(result->true_heads == 1);
  CHECK(result->test_error < 1e-20);
}

TEST_CASE("noise bounds the error from below, and more data brings it down") {
  const auto little = run("d=3&noise=0.1&N=256");
  const auto much = run("d=3&noise=0.1&N=16384");
  REQUIRE(little);
  REQUIRE(much);
  CHECK(much->distance < little->distance / 3);
}

TEST_CASE("the title says what was learned and what is left, each rightly") {
  const auto said = [](const char* query) {
    const auto result = run(query);
    REQUIRE(result);
    Values values(figure().parameters);
    values.read_query(query);
    const std::string title = figures::algorithm::describe(*result, bench::context(values)).title;
    const std::string left = plot::percent(result->relative_error);
    CHECK(title.find("Learned " + plot::percent(1 - result->relative_error) + " of") == 0);
    CHECK(title.find("; " + left + " is left") != std::string::npos);
    return title;
  };
  CHECK(said("noise=1").ends_with("the noise included"));
  CHECK(said("N=16").ends_with("is left"));
}

TEST_CASE("no number of heads is named where noise or open data leave it unsettled") {
  for (const char* query : {"d=6&H=1&N=256&noise=0.1", "noise=1", "N=16", "lambda=0.1"}) {
    CAPTURE(std::string(query));
    const auto result = run(query);
    REQUIRE(result);
    CHECK(result->enough_heads == 0);
    const auto description = figures::algorithm::describe(*result, bench::context("algorithm"));
    CHECK(description.sentence.find("needed") == std::string::npos);
    CHECK(description.sentence.ends_with("The singular values of W give " + std::to_string(result->head_count) +
                                         " heads."));
  }
}

TEST_CASE("the heads that answer as exactly are found where V and Q have low rank, and where as many heads as d are") {
  const auto enough = [](const std::string& query) {
    const auto result = run(query);
    REQUIRE(result);
    return result->enough_heads;
  };
  for (const char* rest : {"", "&N=16&seed=28", "&N=512&seed=95", "&lambda=1e-12"}) {
    CAPTURE(std::string(rest));
    CHECK(enough("layer=edible" + std::string(rest)) == 1);
  }
  for (const int heads : {2, 3, 4, 6, 8, 12}) {
    CAPTURE(heads);
    const std::string size = std::to_string(heads);
    CHECK(enough("N=1024&d=" + size + "&H=" + size) == heads);
  }
  CHECK(enough("d=4&H=9") == 0);  // no four of them are enough
}

TEST_CASE("targets of 0 need no head, and the table says so") {
  std::string table = "sequence,token,x1,x2,y1,y2\n";
  for (int i = 1; i <= 40; ++i)
    table += std::to_string(i) + ",1," + std::to_string(i % 7 + 1) + "," + std::to_string(i % 5) + ",0,0\n";
  const auto result = run("source=numbers", table);
  REQUIRE(result);
  const auto told = figures::algorithm::describe(*result, bench::context("algorithm"));
  CHECK(told.sentence.ends_with("No head is needed: W is 0."));
  for (const auto& row : told.table.rows)
    if (row[0].starts_with("Heads ")) CHECK(row[1] == "0");
}

TEST_CASE("one head is enough whatever the units of the coordinates") {
  learner::Random random(4);
  const learner::Model truth = learner::random_heads(3, 3, 1, random);
  const learner::Vector sizes = learner::Vector{{1, 30, 1000}};
  std::string table = "# targets: last\nsequence,token,x1,x2,x3,y1,y2,y3\n";
  const auto digits = [](double value) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), ",%.17g", value);
    return std::string(text.data());
  };
  for (int i = 0; i < 400; ++i) {
    const learner::Matrix Z = sizes.asDiagonal() * random.gaussian(3, 4);
    const learner::Matrix y = learner::attend(truth, Z, learner::Targets::last);
    for (int t = 0; t < 4; ++t) {
      table += std::to_string(i + 1) + "," + std::to_string(t + 1);
      for (int k = 0; k < 3; ++k) table += digits(Z(k, t));
      for (int k = 0; k < 3; ++k) table += t == 3 ? digits(y(k, 0)) : ",";
      table += "\n";
    }
  }
  const auto result = run("source=numbers", table);
  REQUIRE(result);
  CHECK(result->relative_error < 1e-18);
  CHECK(result->enough_heads == 1);
}

TEST_CASE("beside another model stand the mean, and the fewest heads that come within 1 % of the least error") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    for (const Index heads : {1, 2}) {
      CAPTURE(seed);
      CAPTURE(heads);
      learner::Random random(seed);
      const learner::Model truth = learner::random_heads(3, 3, heads, random);
      std::string table = learner::sequence_table_head({.d = 3, .d_out = 3}, {}, true);
      double squares = 0;
      learner::Vector sum = learner::Vector::Zero(3);
      for (Index k = 0; k < 4000; ++k) {
        Sequence one{random.gaussian(3, 5), Matrix()};
        one.Y = learner::attend(truth, one.Z, learner::Targets::last) + 0.3 * random.gaussian(3, 1);
        learner::append_sequence_rows(table, k + 1, one, one.Y + random.gaussian(3, 1));
        if (k % 10 == 9) continue;
        squares += one.Y.squaredNorm();
        sum += one.Y;
      }
      const auto result = run("source=numbers", table);
      REQUIRE(result);
      CHECK(result->mean_error == doctest::Approx((squares - sum.squaredNorm() / 3600) / 10800).epsilon(1e-9));
      CHECK(result->close_heads == heads);
      CHECK(result->close_error >= result->training_error);
      CHECK(result->close_error <= 1.01 * result->training_error);
      Values values(figure().parameters);
      values.read_query("source=numbers");
      const auto said = figures::algorithm::describe(*result, bench::context(values)).sentence;
      CHECK(contains(said, heads == 1 ? "1 head comes within 1 % of the least."
                                      : "2 heads were found that come within 1 % of the least; fewer may do."));
      CHECK_FALSE(contains(said, "1 heads"));
      CHECK_FALSE(contains(said, "chance"));
      // 50 sequences, 45 of them to learn 18 unknowns from: some of what the heads fit is noise.
      const std::string few = table.substr(0, table.find("\n51,") + 1);
      const auto bent = run("source=numbers", few);
      REQUIRE(bent);
      REQUIRE(bent->close_heads > 0);
      CHECK(contains(figures::algorithm::describe(*bent, bench::context(values)).sentence,
                     "With 45 targets for 18 unknowns, part of what they fit is chance."));
    }
  }
}

// What is said of a table, with the reader's λ.
figures::Description said_of(const std::string& table, const std::string& lambda) {
  const std::string query = "source=numbers&lambda=" + lambda;
  const auto result = run(query, table);
  REQUIRE(result);
  Values values(figure().parameters);
  values.read_query(query);
  return figures::algorithm::describe(*result, bench::context(values));
}

// Of two numbers a token and a constant.
std::string rows_of(const std::function<double(const Matrix& Z, learner::Random&)>& target, double size, Index count) {
  learner::Random random(7);
  std::string table = learner::sequence_table_head({.d = 3, .d_out = 1});
  for (Index k = 1; k <= count; ++k) {
    Sequence one{size * random.gaussian(3, 4), Matrix(1, 1)};
    one.Z.row(2).setConstant(size);
    one.Y(0, 0) = target(one.Z, random);
    learner::append_sequence_rows(table, k, one);
  }
  return table;
}

TEST_CASE("where λ holds back what a table has it is named, as λ = 0 was tried, and to lower it is advised") {
  const auto layer = [](const Matrix& Z, learner::Random&) {
    return 1e4 * (Z.row(0) * Z.row(1).transpose())(0, 0) * Z(2, 3);
  };
  const std::string small = rows_of(layer, 0.05, 200);
  CHECK(contains(said_of(small, "0").title, "answered exactly"));
  for (const char* lambda : {"1e-06", "0.01", "1"}) {
    CAPTURE(lambda);
    const auto said = said_of(small, lambda);
    CHECK((said.title.starts_with("Learned from your numbers: ") || said.title.starts_with("With this λ nothing")));
    CHECK(contains(said.sentence, "With λ = 0 it is "));
    CHECK_FALSE(contains(said.sentence, "aise λ"));
    CHECK(contains(said.sentence, "Lower λ.") == said.title.starts_with("With this λ"));
  }
  // A large mean is held back, too.
  const auto kelvin = [](const Matrix& Z, learner::Random& random) {
    return 290 + 5 * Z(0, 3) + random.gaussian(1, 1)(0);
  };
  const std::string warm = rows_of(kelvin, 1, 200);
  CHECK(contains(said_of(warm, "0").title, "less error than guessing the mean"));
  CHECK(contains(said_of(warm, "1").sentence, "Lower λ."));
  // Where λ = 0 learns nothing either, what helps is named first.
  const auto noise = [](const Matrix&, learner::Random& random) { return 290 + 5 * random.gaussian(1, 1)(0); };
  const std::string nothing = rows_of(noise, 1, 60);
  CHECK(contains(said_of(nothing, "0").sentence,
                 "Such a difference may be chance. Give more sequences: every tenth is held out."));
  for (const char* lambda : {"0.1", "1"})
    CHECK(contains(said_of(nothing, lambda).sentence, "Subtract their mean from the targets, which λ holds back too"));
}

TEST_CASE("a table whose tokens are all 0 teaches nothing, and that is said") {
  const auto any = [](const Matrix&, learner::Random& random) { return random.gaussian(1, 1)(0); };
  for (const char* lambda : {"0", "0.1"}) {
    const auto said = said_of(rows_of(any, 0, 60), lambda);
    CHECK(said.title == "Every token that asks is 0 in what was learned from, so the heads always answer 0");
    CHECK(contains(said.sentence, "Give sequences in which the token that asks is not 0."));
    CHECK_FALSE(contains(said.sentence, "that fits was taken"));
  }
  const auto tiny = run("source=numbers", rows_of(any, 1e-54, 60));
  REQUIRE_FALSE(tiny.has_value());
  CHECK(contains(tiny.error().text(), "is so small that products of three of its values vanish"));
}

TEST_CASE("where only the tokens that are held out ask for more than 0, the title does not speak of these") {
  for (const char* lambda : {"0", "1"}) {
    learner::Random random(7);
    std::string table = learner::sequence_table_head({.d = 2, .d_out = 1});
    for (Index k = 1; k <= 60; ++k) {
      Sequence one{random.gaussian(2, 3), random.gaussian(1, 1)};
      if (k % 10 != 0) one.Z.col(2).setZero();
      one.Y.array() += 5;
      learner::append_sequence_rows(table, k, one);
    }
    const auto said = said_of(table, lambda);
    CHECK(said.title == "Every token that asks is 0 in what was learned from, so the heads always answer 0");
    CHECK(contains(said.sentence, "Give sequences in which the token that asks is not 0."));
  }
}

TEST_CASE("where targets are all alike and λ alone keeps the heads from them, λ is named, and to lower it is advised") {
  const std::string alike = rows_of([](const Matrix&, learner::Random&) { return 5.0; }, 1, 60);
  CHECK(contains(said_of(alike, "0").title, "answered exactly"));
  // Nor is the mean better where the solver's rounding is larger than the mean's.
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    learner::Random random(seed);
    std::string table = learner::sequence_table_head({.d = 3, .d_out = 1});
    for (Index k = 1; k <= 60; ++k) {
      Sequence one{random.gaussian(3, 4).array() + 5, Matrix::Constant(1, 1, 5)};
      one.Z.row(2).setOnes();
      learner::append_sequence_rows(table, k, one);
    }
    CHECK(said_of(table, "0").title.starts_with("Your numbers are one attention layer"));
  }
  for (const char* lambda : {"1e-06", "0.01", "1"}) {
    const auto said = said_of(alike, lambda);
    CHECK(said.title == "With this λ nothing was learned that is clearly better than guessing the mean");
    CHECK(said.sentence.ends_with("Lower λ."));
  }
}

TEST_CASE("targets that differ by chance, far above the last digits of a large offset, are not answered exactly") {
  const std::string table =
      rows_of([](const Matrix&, learner::Random& random) { return 1e14 + random.gaussian(1, 1)(0); }, 1, 60);
  CHECK(said_of(table, "0").title ==
        "What was learned from your numbers is not clearly better than guessing the mean, nor clearly worse");
}

TEST_CASE("where all targets learned from are alike and some held out are not, the mean is not better by rounding") {
  for (const auto& [usual, rare, all] : {std::tuple(20.0, 30.0, 100), std::tuple(20.0, 30.0, 200),
                                         std::tuple(5.0, 6.0, 60), std::tuple(-7.0, 1.0, 40)}) {
    learner::Random random(static_cast<std::uint64_t>(all));
    std::string table = learner::sequence_table_head({.d = 2, .d_out = 1});
    for (Index k = 1; k <= all; ++k) {
      Sequence one{random.gaussian(2, 2), Matrix::Constant(1, 1, k % 20 == 0 ? rare : usual)};
      one.Z.row(1).setOnes();
      learner::append_sequence_rows(table, k, one);
    }
    for (const char* lambda : {"0", "1e-06"}) {
      CAPTURE(lambda);
      const auto said = said_of(table, lambda);
      CHECK(said.title ==
            "What was learned from your numbers is not clearly better than guessing the mean, nor clearly worse");
      CHECK_FALSE(contains(said.sentence, "λ"));
      CHECK_FALSE(contains(said.sentence, "may be chance"));  // of numbers that look alike
    }
  }
}

TEST_CASE("letters that the canvas lacks are numbers in a text's picture, and named below it") {
  std::string text;
  for (int k = 0; k < 120; ++k) text += k % 3 == 0 ? "注意力 " : k % 3 == 1 ? "внимание\n" : "the heads ";
  bench::Page page(figure(), "source=text", text);
  const std::string svg = page.view.svg(page.headless, page.look);
  CHECK_FALSE(contains(svg, ">?<"));
  CHECK(contains(svg, ">#"));
  CHECK(contains(svg, "by frequency, in letters this picture lacks"));
}

TEST_CASE("where there are too many unknowns to try λ = 0, λ > 0 is named as a possible cause, and to try is advised") {
  for (const Index d : {8, 9}) {
    CAPTURE(d);
    learner::Random random(7);
    std::string table = learner::sequence_table_head({.d = d, .d_out = 1});
    for (Index k = 1; k <= 700; ++k) {
      Sequence one{random.gaussian(d, 2), Matrix(1, 1)};
      one.Z.row(d - 1).setOnes();
      one.Y(0, 0) = 290 + 5 * one.Z(0, 1) + random.gaussian(1, 1)(0);
      learner::append_sequence_rows(table, k, one);
    }
    const auto held = said_of(table, "0.1");
    CHECK(held.title == (d == 8 ? "With this λ nothing was learned that is clearly better than guessing the mean"
                                : "Guessing the mean does better than what was learned from your numbers"));
    CHECK(contains(held.sentence, d == 8 ? "With λ = 0 it is " : "With λ = 0 it may be less."));
    CHECK(held.sentence.ends_with(d == 8 ? "Lower λ." : "Set λ to 0."));
    CHECK_FALSE(contains(said_of(table, "0").sentence, "λ"));
  }
  for (const char* query : {"noise=1e-5&lambda=0.1&d=9&N=512", "lambda=1&d=9&N=256"}) {
    const auto said = bench::Page(figure(), query).view.describe();
    CHECK(said.title.ends_with(" % is left") == !std::string_view(query).starts_with("noise"));
    CHECK(contains(said.sentence, "With λ = 0 it may be less."));
  }
}

TEST_CASE("an error of thousandths of the mean's is not said to be chance, though few long sequences are held out") {
  for (const auto& [count, n] : {std::pair{Index{12}, Index{30}}, std::pair{Index{40}, Index{5}}}) {
    learner::Random random(3);
    const learner::Model truth = learner::random_heads(2, 1, 1, random);
    std::string table = learner::sequence_table_head({.d = 2, .d_out = 1, .targets = learner::Targets::all});
    for (Index k = 1; k <= count; ++k) {
      Sequence one{random.gaussian(2, n), Matrix()};
      one.Z *= std::exp(random.gaussian(1, 1)(0));  // few are large
      const Matrix y = learner::attend(truth, one.Z, learner::Targets::all);
      one.Y = 100 * y + 0.1 * random.gaussian(1, n);
      learner::append_sequence_rows(table, k, one);
    }
    const auto said = said_of(table, "0");
    CHECK(said.title.starts_with("Learned from your numbers"));
    CHECK_FALSE(said.sentence.contains("chance"));
  }
}

TEST_CASE("what the title claims of a table holds for fresh sequences of the same law, but for one table in 20") {
  // Numbers of one law: a table, and fresh ones.
  const auto sequences_of = [](std::uint64_t seed, double mean, double slope, Index count) {
    learner::Random random(seed);
    std::vector<Sequence> sequences;
    for (Index k = 0; k < count; ++k) {
      Sequence one{random.gaussian(2, 2), Matrix(1, 1)};
      one.Z.row(1).setOnes();
      one.Y(0, 0) = mean + slope * one.Z(0, 1) + random.gaussian(1, 1)(0);
      sequences.push_back(one);
    }
    return sequences;
  };
  int tables = 0, claims = 0, wrong = 0;
  for (const auto& [mean, slope, count] : {std::tuple{0.0, 0.9, 40}, {2.5, 0.5, 24}, {2.5, 0.0, 24}, {2.5, 0.5, 100}}) {
    const auto fresh = sequences_of(1000, mean, slope, 2000);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto sequences = sequences_of(seed, mean, slope, count);
      std::string table = learner::sequence_table_head({.d = 2, .d_out = 1});
      for (Index k = 0; k < count; ++k)
        learner::append_sequence_rows(table, k + 1, sequences[static_cast<std::size_t>(k)]);
      const auto left = [&](const std::string& query) {
        const Matrix p = run(query, table)->recovered.transpose();
        return learner::test_error(p, fresh, learner::Targets::last).mean();
      };
      const double of_mean = slope * slope + 1;  // at the least
      const double free = left("source=numbers");
      for (const char* lambda : {"0", "0.1", "1"}) {
        const std::string title = said_of(table, lambda).title;
        const double own = left(std::string("source=numbers&lambda=") + lambda);
        ++tables;
        const bool better = title.starts_with("Learned"), held = title.starts_with("With this λ");
        const bool worse = title.contains("does better") || title.contains("nothing was learned that holds");
        claims += better || held || worse;
        wrong += (better && own > 1.1 * of_mean) || (worse && own < 0.9 * of_mean) || (held && free > own) ||
                 (title.contains("λ holds back more") && free > own);
      }
    }
  }
  MESSAGE(claims << " claims of " << tables << " tables, " << wrong << " wrong");
  CHECK(claims > 0);
  CHECK(wrong <= tables / 20);
}

// Sequences of three tokens as a table, each with a target of its last token, and a prediction.
std::string table_of(const std::function<std::vector<double>(learner::Random&)>& token,
                     const std::function<double(const std::vector<double>&, learner::Random&)>& target,
                     const std::function<double(double)>& prediction) {
  learner::Random random(3);
  std::string table = learner::sequence_table_head({.d = std::ssize(token(random)), .d_out = 1}, {}, true);
  for (Index k = 1; k <= 60; ++k) {
    std::vector<double> last;
    Sequence one{Matrix(std::ssize(token(random)), 3), Matrix(1, 1)};
    for (Index t = 0; t < 3; ++t) {
      last = token(random);
      one.Z.col(t) = Eigen::Map<const learner::Vector>(last.data(), std::ssize(last));
    }
    one.Y(0, 0) = target(last, random);
    learner::append_sequence_rows(table, k, one, Matrix::Constant(1, 1, prediction(one.Y(0, 0))));
  }
  return table;
}

auto numbers_said(const Result& result) {
  Values values(figure().parameters);
  values.read_query("source=numbers");
  return figures::algorithm::describe(result, bench::context(values));
}

TEST_CASE("what is rounding is judged beside the targets and beside how they differ") {
  const auto token = [](learner::Random& random) { return std::vector{random.gaussian(), random.gaussian(), 1.0}; };
  const auto same = [](double y) { return y; };
  const auto told = [](const std::string& table) {
    const auto result = run("source=numbers", table);
    REQUIRE(result);
    return numbers_said(*result);
  };
  // Targets that are all alike are answered exactly, though their own mean misses them by rounding.
  for (const double y : {0.1, 1.0 / 3, 3.0}) {
    CAPTURE(y);
    const auto alike = told(table_of(token, [y](const auto&, auto&) { return y; }, same));
    CHECK(contains(alike.title, "are one attention layer"));
    CHECK_FALSE(contains(alike.sentence, "Raise"));
  }
  // Predictions that miss zeros are no rounding.
  const auto zeros = told(table_of(token, [](const auto&, auto&) { return 0.0; }, [](double) { return 2.0; }));
  CHECK(contains(zeros.sentence, "squared error is 4. The least that any layer"));
  CHECK(contains(zeros.sentence, "is 0 but for rounding."));
  CHECK_FALSE(contains(zeros.sentence, "both are rounding"));
  // Nor is scatter of a thousandth on a million.
  const auto large = told(table_of(
      token, [](const auto&, auto& random) { return 1e6 + 1e-3 * random.gaussian(); }, [](double) { return 1e6; }));
  CHECK(contains(large.title, "times the least"));
  CHECK_FALSE(contains(large.sentence, "both are rounding"));
}

TEST_CASE("what rounding leaves of a fit is not called the least error, nor an error above that rounding") {
  // Targets that are all alike, as many as there are unknowns.
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    learner::Random random(seed);
    std::string table = learner::sequence_table_head({.d = 3, .d_out = 1}, {}, true);
    const Matrix three = Matrix::Constant(1, 1, 3);
    for (Index k = 1; k <= 19; ++k) learner::append_sequence_rows(table, k, {random.gaussian(3, 4), three}, three);
    const auto result = run("source=numbers", table);
    REQUIRE(result);
    CHECK(result->fits);
    const auto said = numbers_said(*result);
    CHECK_FALSE(contains(said.title, "no layer"));
    CHECK(contains(said.sentence, "attention can have 0: the difference is rounding."));
    CHECK_FALSE(contains(said.sentence, "λ holds back"));  // which is 0
  }
  // Scatter of a third on answers of 10¹¹.
  learner::Random random(1);
  const learner::Model truth = learner::random_heads(3, 1, 2, random);
  std::string table = learner::sequence_table_head({.d = 3, .d_out = 1}, {}, true);
  for (Index k = 1; k <= 200; ++k) {
    Sequence one{Matrix(random.gaussian(3, 4).array() + 2000), Matrix()};
    one.Y = learner::attend(truth, one.Z, learner::Targets::last) + 0.3 * random.gaussian(1, 1);
    learner::append_sequence_rows(table, k, one, one.Y + 0.1 * random.gaussian(1, 1));
  }
  const auto result = run("source=numbers", table);
  REQUIRE(result);
  CHECK_FALSE(result->fits);
  CHECK(result->training_error == doctest::Approx(0.09).epsilon(0.3));
  CHECK(is_level(*result) == false);
  CHECK_FALSE(contains(numbers_said(*result).sentence, "rounding"));
}

TEST_CASE("an error is said to come from rounded tokens only where tokens are rounded") {
  learner::Random random(1);
  const learner::Model truth = learner::random_heads(2, 1, 2, random);
  for (const bool rounded : {false, true}) {
    CAPTURE(rounded);
    std::string table = learner::sequence_table_head({.d = 2, .d_out = 1}, {}, true);
    for (Index k = 1; k <= 100; ++k) {
      Sequence one{random.gaussian(2, 4), Matrix()};
      if (rounded) one.Z = (one.Z * 1000).array().round().matrix() / 1000;
      one.Y = learner::attend(truth, one.Z, learner::Targets::last) + 1e-3 * random.gaussian(1, 1);
      learner::append_sequence_rows(table, k, one, one.Y);
    }
    const auto result = run("source=numbers", table);
    REQUIRE(result);
    const auto said = numbers_said(*result);
    CHECK(contains(said.sentence, "your model can do what no such layer can") == !rounded);
    CHECK(contains(said.sentence, "tokens that are rounded in the table") == rounded);
    CHECK(contains(said.title, "rounded tokens may explain it") == rounded);
  }
}

TEST_CASE("what helps against rounding is said where there is a W, and where no penalty makes it harm") {
  for (const double size : {0.0, 1.0}) {
    learner::Random random(2);
    std::string table = learner::sequence_table_head({.d = 3, .d_out = 1});
    for (Index k = 1; k <= 60; ++k) {
      const Sequence one{Matrix(random.gaussian(3, 4).array() + 2000), size * random.gaussian(1, 1)};
      learner::append_sequence_rows(table, k, one);
    }
    CHECK(contains(said_of(table, "0").sentence, "Rounding leaves") == (size > 0));
    CHECK(contains(said_of(table, "0").sentence, "No head is needed: W is 0.") == (size == 0));
    CHECK_FALSE(contains(said_of(table, "1").sentence, "Rounding leaves"));
  }
}

TEST_CASE("where all sequences are the same, to give others is advised, not more") {
  learner::Random random(2);
  std::string table = learner::sequence_table_head({.d = 3, .d_out = 1});
  const Matrix tokens = random.gaussian(3, 4);
  for (Index k = 1; k <= 200; ++k) learner::append_sequence_rows(table, k, {tokens, random.gaussian(1, 1)});
  const std::string sentence = said_of(table, "0").sentence;
  CHECK(contains(sentence, "give sequences that differ."));
  CHECK_FALSE(contains(sentence, "every tenth is held out"));
}

TEST_CASE("an error that is the same with λ = 0 is not said twice") {
  const char* query = "d=6&n=6&H=16&N=1024&noise=0.3&lambda=0.001&seed=36";
  CHECK_FALSE(contains(bench::Page(figure(), query).view.describe().sentence, "With λ = 0"));
}

TEST_CASE("with a penalty the loss that is left is said to have it") {
  for (const auto& [lambda, of] : {std::pair{"0", "of the loss is left"}, std::pair{"1", "of loss plus penalty is"}}) {
    bench::Page page(figure(), "d=3&n=4&N=256&at=300&lambda=" + std::string(lambda));
    CHECK(contains(page.view.svg(page.headless, page.look), of));
  }
}

TEST_CASE("where an offset leaves rounding the last word, no error is called the least and no rank the whole") {
  for (const double offset : {1e5, 1e6, 1e8, 1.7e12}) {
    CAPTURE(offset);
    const auto shifted = [offset](learner::Random& random) { return std::vector{offset + random.gaussian(), 1.0}; };
    const auto less = [offset](const std::vector<double>& numbers, auto&) { return numbers[0] - offset; };
    const auto result = run("source=numbers", table_of(shifted, less, [](double y) { return y; }));
    REQUIRE(result);
    CHECK(result->rank_in_doubt);
    const std::string sentence = numbers_said(*result).sentence;
    CHECK(contains(sentence, "As far as rounding shows, the data decide"));
    CHECK(contains(sentence, "subtract a usual value"));
    CHECK_FALSE(contains(sentence, "always 1"));  // which they have
    CHECK_FALSE(contains(sentence, "The least that any layer"));
  }
  // With a year nothing is in doubt, nor where columns are the same to the last bit.
  const auto year = [](learner::Random& random) { return std::vector{2000 + 30 * random.gaussian(), 1.0}; };
  const auto twice = [](learner::Random& random) {
    const double one = random.gaussian();
    return std::vector{one, one, 1.0};
  };
  const auto first = [](const std::vector<double>& numbers, auto&) { return numbers[0]; };
  for (const auto& table :
       {table_of(year, first, [](double y) { return y; }), table_of(twice, first, [](double y) { return y; })}) {
    const auto result = run("source=numbers", table);
    REQUIRE(result);
    CHECK_FALSE(result->rank_in_doubt);
  }
}

TEST_CASE("another model's predictions are measured by the least error that a layer can have") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    CAPTURE(seed);
    learner::Random random(seed);
    const learner::Model truth = learner::random_heads(2, 2, 2, random);
    std::vector<Sequence> sequences;
    std::vector<Matrix> predictions;
    for (int i = 0; i < 200; ++i) {
      Sequence& one = sequences.emplace_back(random.gaussian(2, 5), Matrix());
      predictions.push_back(learner::attend(truth, one.Z, learner::Targets::last));
      one.Y = predictions.back() + 0.5 * random.gaussian(2, 1);
    }
    const auto table = [&](bool predicted = true) {
      std::string text = learner::sequence_table_head({.d = 2, .d_out = 2}, {}, predicted);
      for (std::size_t k = 0; k < sequences.size(); ++k)
        learner::append_sequence_rows(text, static_cast<Index>(k) + 1, sequences[k],
                                      predicted ? predictions[k] : Matrix());
      return text;
    };
    const auto described = [&](const Result& result, std::string_view query) {
      Values values(figure().parameters);
      values.read_query(query);
      return figures::algorithm::describe(result, bench::context(values));
    };
    const auto said = [&](const auto&... which) { return described(which...).sentence; };
    // The layer that made the targets: no layer fits the noise of these better than the closed form.
    auto result = run("source=numbers", table());
    REQUIRE(result);
    REQUIRE(result->compared);
    CHECK(result->other_error > result->training_error);
    const learner::Vector better = (result->other - result->answer).colwise().squaredNorm() -
                                   (result->prediction - result->answer).colwise().squaredNorm();
    REQUIRE(better.size() == 20);
    CHECK(better.sum() / 40 == doctest::Approx(result->other_test_error - result->test_error).epsilon(1e-9));
    const double spread = std::sqrt((better.array() - better.mean()).square().sum() / 19);
    const auto alike = (better.array() * better.mean() > 0).count();  // 15 of 20 by chance in one case of 50
    CHECK(is_level(*result) == (std::abs(better.mean()) <= 2 * spread / std::sqrt(20) && alike <= 14));
    double sum = 0;
    Index rows = 0;
    for (std::size_t k = 0; k < sequences.size(); ++k) {
      if (k % 10 == 9) continue;
      sum += (predictions[k] - sequences[k].Y).squaredNorm() / 2;
      ++rows;
    }
    CHECK(result->other_error == doctest::Approx(sum / static_cast<double>(rows)).epsilon(1e-12));
    CHECK(
        contains(said(*result, "source=numbers"), "however it is trained, is " + plot::number(result->training_error)));
    CHECK(described(*result, "source=numbers").title ==
          "On 180 targets your model’s error is " + plot::number(result->other_error / result->training_error) +
              " times the least that a layer of linear attention can have");
    const auto ridge = run("source=numbers&lambda=1", table());
    CHECK(contains(said(*ridge, "source=numbers&lambda=1"), ", and that of this fit "));
    // The fit itself, its answers rounded as a spreadsheet would show them.
    auto fitted = learner::read_sequence_table(table());
    REQUIRE(fitted);
    std::vector<Sequence> learned;
    for (std::size_t k = 0; k < sequences.size(); ++k)
      if (k % 10 != 9) learned.push_back(fitted->sequences[k]);
    const auto best = learner::learn({.shape = fitted->shape, .sequences = learned});
    REQUIRE(best);
    const Matrix p = learner::fold(best->W, 2);
    for (std::size_t k = 0; k < sequences.size(); ++k) {
      const Matrix answers = learner::evaluate_folded(p, sequences[k].Z, learner::Targets::last);
      predictions[k] = (answers * 100).array().round().matrix() / 100;
    }
    result = run("source=numbers", table());
    CHECK(result->other_error != result->training_error);
    CHECK(described(*result, "source=numbers").title == "Your model is as good as a layer of linear attention can be");
    // The same where it was learned, and bad where it was not.
    for (std::size_t k = 9; k < sequences.size(); k += 10) predictions[k].array() += 10;
    result = run("source=numbers", table());
    CHECK(described(*result, "source=numbers").title ==
          "Your model is as good as the best layer on what it learned from, but not elsewhere");
    // What no layer of linear attention can do.
    for (std::size_t k = 0; k < sequences.size(); ++k) predictions[k] = sequences[k].Y;
    result = run("source=numbers", table());
    CHECK(result->other_error == 0);
    CHECK(contains(said(*result, "source=numbers"), "your model can do what no such layer can"));
    CHECK_FALSE(is_level(*result));
    for (std::size_t k = 9; k < sequences.size(); k += 10) predictions[k].array() += 10;
    result = run("source=numbers", table());
    CHECK(described(*result, "source=numbers").title ==
          "Your model beats every layer of linear attention on what it learned from, but not elsewhere");
    // Noise in the tenth digit is no rounding.
    for (Sequence& one : sequences)
      one.Y = learner::attend(truth, one.Z, learner::Targets::last) + 1e-10 * random.gaussian(2, 1);
    result = run("source=numbers", table());
    const auto digits = static_cast<int>(-std::log10(result->relative_error) / 2);
    CHECK(described(*result, "source=numbers").title ==
          "Your numbers are one attention layer, to " + std::to_string(digits) + " digits");
    // The layer itself, on data without noise.
    for (Sequence& one : sequences) one.Y = learner::attend(truth, one.Z, learner::Targets::last);
    result = run("source=numbers", table());
    CHECK(result->fits);
    CHECK(contains(said(*result, "source=numbers"), "however it is trained, is "));
    for (std::size_t k = 0; k < sequences.size(); ++k) predictions[k] = sequences[k].Y;
    result = run("source=numbers", table());
    CHECK(contains(said(*result, "source=numbers"), ": the difference is rounding. On what was held out "));
    CHECK_FALSE(run("source=numbers", table(false))->compared);
  }
}

TEST_CASE(
    "the picture says that no layer does better where that is known, and a comparison of nothing has no numbers that "
    "are none") {
  const auto picture = [](const std::string& query, double size) {
    learner::Random random(3);
    std::string table = learner::sequence_table_head({.d = 2, .d_out = 1}, {}, true);
    for (Index k = 1; k <= 100; ++k) {
      const Sequence one{random.gaussian(2, 3), size * random.gaussian(1, 1)};
      learner::append_sequence_rows(table, k, one, size * random.gaussian(1, 1));
    }
    bench::Page page(figure(), query, table);
    return page.view.svg(page.headless, page.look);
  };
  const std::string best = picture("source=numbers", 1);
  CHECK(contains(best, "the least of any layer: "));
  CHECK(contains(best, "No layer of linear attention"));
  const std::string held = picture("source=numbers&lambda=1", 1);
  CHECK(contains(held, "this fit: "));
  CHECK_FALSE(contains(held, "No layer of linear attention"));
  const std::string nothing = picture("source=numbers", 0);
  CHECK(contains(nothing, "your model: 0"));
  CHECK_FALSE(contains(nothing, "nan"));
}

TEST_CASE("what is chance depends on the number of sequences held out, and not on the unit") {
  // Targets that nothing can be learned of, and predictions that are as far off in one case and much further in
  // another.
  const auto compared = [](std::uint64_t seed, Index count, double unit, double off) {
    learner::Random random(seed);
    std::string table = learner::sequence_table_head({.d = 2, .d_out = 1}, {}, true);
    for (Index k = 1; k <= count; ++k) {
      Sequence one{random.gaussian(2, 3), random.gaussian(1, 1)};
      const Matrix prediction = unit * (0.1 * random.gaussian(1, 1).array() + off).matrix();
      one.Y *= unit;
      learner::append_sequence_rows(table, k, one, prediction);
    }
    return *run("source=numbers", table);
  };
  int learned_by_chance = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto plain = compared(seed, 200, 1, 0);
    for (const double unit : {1e-90, 1e90}) CHECK(is_level(compared(seed, 200, unit, 0)) == is_level(plain));
    CHECK_FALSE(is_level(compared(seed, 50, 1, 100)));  // five held out
    const auto few = compared(seed, 30, 1, 0);          // three
    learned_by_chance += few.relative_error < 1 && few.heads_to_mean == Standing::level;
    CHECK((few.relative_error >= 1 || few.heads_to_mean == Standing::level));
    CHECK(is_level(compared(seed, 10, 1, 3)));  // of one nobody knows
  }
  CHECK(learned_by_chance > 0);
}

TEST_CASE("a text that repeats itself is predicted better than by its mean token") {
  const std::string text = bench::some_text();
  for (const char* units : {"characters", "words"}) {
    CAPTURE(std::string(units));
    const auto result = run("source=text&units=" + std::string(units), text);
    REQUIRE(result);
    MESSAGE("relative error " << result->relative_error << ", accuracy " << result->accuracy);
    CHECK(result->relative_error < 0.95);
    CHECK(result->accuracy > result->trivial_accuracy);
    REQUIRE(result->predicted.size() == result->actual.size());
    CHECK(result->actual.size() >= 90);
    std::string passage;
    for (const figures::Token& token : result->actual) passage += token.text;
    if (std::string_view(units) == "characters") CHECK(text.find(passage) != std::string::npos);
  }
}

TEST_CASE("of a text in which no token depends on those before, nothing is said to be learned but for one in 20") {
  constexpr int kTexts = 60;
  int learned = 0;
  for (std::uint64_t seed = 1; seed <= kTexts; ++seed) {
    learner::Random random(seed);
    std::string text;
    for (int k = 0; k < 3000; ++k) text += random.below(20) < 17 ? 'a' : static_cast<char>('b' + random.below(3));
    const auto result = run("source=text&embedding=5&context=2&ridge=0.01", text);
    REQUIRE(result);
    learned += result->heads_to_mean == Standing::better;
  }
  CHECK(learned <= kTexts / 20);
}

TEST_CASE("a text so short that one token is held out is not said to be chance where that is answered") {
  bench::Page page(figure(), "source=text", "abcdeabcdeabcde");
  CHECK(page.view.describe().title == "Learned from this text: 99.99999 % less error than guessing the mean");
}

TEST_CASE(
    "one held-out target tells of no source whether anything was learned, and no difference from it is called chance") {
  const auto said = [](const char* query, const std::string& text) {
    bench::Page page(figure(), query, text);
    const auto words = page.view.describe();
    return words.title + " | " + words.sentence;
  };
  const auto table = [](Index sequences, bool predicted) {
    learner::Random random(5);
    std::string text = learner::sequence_table_head({.d = 2, .d_out = 1}, {}, predicted);
    for (Index k = 1; k <= sequences; ++k) {
      const Sequence one{random.gaussian(2, 3), random.gaussian(1, 1)};
      learner::append_sequence_rows(text, k, one, predicted ? Matrix(random.gaussian(1, 1)) : Matrix());
    }
    return text;
  };
  constexpr const char* kTitle = "One held-out target cannot tell whether anything was learned | ";
  for (const std::string& lone : {said("source=numbers", table(10, false)), said("source=text", "abcabdacbdcbadb")}) {
    CHECK(lone.starts_with(kTitle));
    CHECK_FALSE(contains(lone, "chance"));
  }
  CHECK(said("source=text", "abcabdacbdcbadb").ends_with("Try a longer text."));
  CHECK(contains(said("source=numbers", table(10, true)), ": one target cannot tell which is better."));
  CHECK(contains(said("source=numbers", table(20, true)), ": a difference that may be chance."));
  CHECK(contains(said("source=numbers", table(20, false)), "Such a difference may be chance."));
}

TEST_CASE("a text that cannot be learned from gets a sentence") {
  for (const std::string& text : {std::string(), std::string("word"), std::string("\0\1\2\3binary", 11),
                                  std::string("\xff\xfe not UTF-8"), std::string(6'000'000, 'a')}) {
    const auto result = run("source=text", text);
    REQUIRE_FALSE(result);
    CHECK(result.error().text().ends_with('.'));
    CHECK(result.error().text().size() > 30);
  }
}

TEST_CASE("a preview is a half-done result that says so") {
  Values values(figure().parameters);
  bench::Log log;
  log.previews = true;
  REQUIRE(bench::run(figure(), values, log));
  REQUIRE(log.shown.size() >= 10);
  figures::View view(figure());
  REQUIRE(view.show(log.shown.front(), {}, true));
  CHECK(view.describe().sentence == "Seen 256 of 4,096 sequences.");
}

TEST_CASE("the time taken appears in the sentence, and only when somebody measured") {
  const auto result = run("d=3&N=128");
  REQUIRE(result);
  const std::vector<double> times = {1, 0, 2, 0.5, 0.25, 3};
  const auto with = figures::algorithm::describe(*result, bench::context("algorithm", times));
  const auto without = figures::algorithm::describe(*result, bench::context("algorithm"));
  CHECK(with.sentence.find(" in 6.8 ms") != std::string::npos);
  CHECK(without.sentence.find(" ms") == std::string::npos);
}

TEST_CASE("a cause of what is left is named where it is the only one") {
  const auto title = [](const char* query) { return bench::Page(figure(), query).view.describe().title; };
  // λ = 0 leaves as much, and answering 0 leaves less.
  CHECK(title("seed=177&N=16&n=1&H=1&noise=1&targets=all&lambda=1e-4&d=3") ==
        "Not learned: answering 0 does as well or better");
  // The noise is named wherever there is some, even where as much is left without it.
  for (const char* query : {"noise=0.001&N=16&d=6&seed=161", "noise=1", "noise=1&lambda=1e-12"})
    CHECK(title(query).ends_with("the noise included"));
  // Fresh answers that are mostly noise do not tell that nothing was learned.
  CHECK(title("d=2&H=1&n=8&N=16384&noise=1&seed=5") ==
        "The noise hides what was learned: 98.4 % of the answers without it");
  CHECK(title("lambda=1").contains("λ holds back the other"));
}

TEST_CASE("what λ = 0 leaves beside a larger λ is what it leaves when it is chosen, where the rows are asked too") {
  const auto year = [](learner::Random& random) { return std::vector{2000 + 30 * random.gaussian(), 1.0}; };
  const auto law = [](const std::vector<double>& numbers, auto& random) {
    return numbers[0] - 2000 + random.gaussian(1, 1)(0);
  };
  const std::string table = table_of(year, law, [](double y) { return y; });
  const auto chosen = run("source=numbers", table), beside = run("source=numbers&lambda=1e-4", table);
  REQUIRE(chosen);
  REQUIRE(beside);
  CHECK(beside->free_error == chosen->test_error);
}

TEST_CASE("noise is not called too little data, nor what a penalty decides the rank of the data") {
  const auto says = [](const std::string& query) {
    const auto result = run(query);
    REQUIRE(result);
    Values values(figure().parameters);
    REQUIRE(values.read_query(query).empty());
    return figures::algorithm::describe(*result, bench::context(values));
  };
  CHECK(says("d=2&N=16&noise=1").title == "Not learned: so few data do not average the noise out");
  const auto has_row = [](const figures::Description& description, std::string_view name) {
    return std::ranges::any_of(description.table.rows, [&](const auto& row) { return row[0] == name; });
  };
  const auto penalised = says("d=4&N=16&lambda=0.001");
  CHECK_FALSE(has_row(penalised, "Rank of the Gram matrix"));
  CHECK(has_row(penalised, "Rank of the Gram matrix with λ added"));
  CHECK(has_row(says("d=4&N=16"), "Rank of the Gram matrix"));
}

TEST_CASE("where a text teaches nothing a larger λ helps at once, and twice the data alone does not") {
  const auto left = [](const std::string& query) {
    const auto result = run("source=text&embedding=8&" + query, golden::kLanguageText);
    REQUIRE(result);
    return result->relative_error;
  };
  for (const char* seed : {"seed=1&", "seed=2&", "seed=3&"}) {
    CAPTURE(seed);
    CHECK(left(seed + std::string("ridge=0&N=1024")) > 1);
    CHECK(left(seed + std::string("ridge=0&N=2048")) > 1);
    CHECK(left(seed + std::string("ridge=0.01&N=1024")) < 0.9);
  }
}

TEST_CASE(
    "of a text with nothing to learn the title claims nothing, and tokens with an embedding are counted as such") {
  int claims = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    learner::Random random(seed);
    std::string text;
    for (int k = 0; k < 200; ++k) text += static_cast<char>('a' + random.below(4));
    const auto result = run("source=text&ridge=1", text);
    REQUIRE(result);
    const auto said = figures::algorithm::describe(*result, bench::context("algorithm"));
    claims += said.title.starts_with("Learned");
    CHECK(said.title.contains("not clearly better") == said.sentence.contains("Such a difference may be chance."));
    CHECK(result->vocabulary == 5);
    CHECK(std::ranges::any_of(said.table.rows, [](const auto& row) {
      return row[0] == "Tokens with an embedding, “other” included" && row[1] == "5";
    }));
  }
  CHECK(claims <= 1);
  std::string once;
  for (int k = 0; k < 800; ++k) once += "w" + std::to_string(k) + " ";
  const auto result = run("source=text&units=words", once);
  REQUIRE(result);
  CHECK(figures::algorithm::describe(*result, bench::context("algorithm")).title ==
        "No held-out word has an embedding of its own, so none can be guessed");
}

TEST_CASE("advice on a text is what can still be done, the first of it") {
  std::string text;
  for (int k = 0; k < 300; ++k) text += static_cast<char>('a' + k * k % 23);
  const auto advised = [&](const char* query) {
    auto result = run(query, text);
    REQUIRE(result);
    result->heads_to_mean = Standing::worse, result->test_error = 1.5 * result->trivial_error;
    Values values(figure().parameters);
    values.read_query(query);
    return figures::algorithm::describe(*result, bench::context(values)).sentence;
  };
  CHECK(advised("source=text&context=4&N=16&embedding=4").ends_with(" Try λ = 0.1, and then more sequences."));
  CHECK(advised("source=text&context=4&N=16&embedding=4&ridge=0.1")
            .ends_with(" Try a larger λ, and then more sequences."));
  CHECK(advised("source=text&context=4&N=16&embedding=4&ridge=1").ends_with(" Try more sequences."));
  CHECK(advised("source=text&context=4&embedding=4").ends_with(" Try λ = 0.1, and then a longer text."));
  CHECK(advised("source=text&context=4&embedding=4&ridge=1").ends_with(" Try a shorter context."));
  CHECK(advised("source=text&context=1&embedding=4&ridge=1").ends_with(" Try a longer text."));
}

TEST_CASE(
    "where a token has few numbers that is advised and helps; where λ may hold back what a text has, nothing is") {
  const auto error = [](const char* query, std::string_view text) {
    const auto result = run(query, text);
    REQUIRE(result);
    return result->relative_error;
  };
  const auto advised = [](const char* query, std::string_view text) {
    const auto result = run(query, text);
    REQUIRE(result);
    Values values(figure().parameters);
    values.read_query(query);
    return figures::algorithm::describe(*result, bench::context(values)).sentence;
  };
  for (const std::uint64_t seed : {2U, 3U, 4U, 5U, 6U}) {
    // Now and then a word follows from the one before.
    learner::Random random(seed);
    std::string text;
    for (std::uint32_t k = 0, word = 0; k < 20000; ++k) {
      word = random.uniform() < 0.1 ? (7 * word + 3) % 60 : random.below(60);
      text += "w" + std::to_string(word) + " ";
    }
    CAPTURE(seed);
    const char* large = "source=text&units=words&context=1&N=16384&ridge=1";
    CHECK_FALSE(advised(large, text).contains(" Try "));
    const char* few = "source=text&units=words&context=4&N=16384&ridge=0.1&embedding=3";
    CHECK(advised(few, text).ends_with(" Try a larger d."));
    CHECK(error("source=text&units=words&context=4&N=16384&ridge=0.1&embedding=10", text) < error(few, text));
  }
}

// Where words begin in a picture.
plot::Point place_of(const std::string& svg, const std::string& words) {
  const std::size_t end = svg.find(">" + words + "<");
  CAPTURE(words);
  REQUIRE(end != std::string::npos);
  const std::size_t begin = svg.rfind("<text", end);
  const auto number = [&](const char* name) {
    return std::stof(svg.substr(svg.find(name, begin) + std::string(name).size()));
  };
  return {number(" x=\""), number(" y=\"")};
}

TEST_CASE("on a phone no heading of a comparison is cut, and the large number stands beside or over the dots") {
  const auto noisy = [](const std::vector<double>& z, learner::Random& random) {
    return z[0] + random.gaussian(1, 1)(0);
  };
  const auto token = [](learner::Random& random) {
    const Matrix z = random.gaussian(1, 1);
    return std::vector<double>{z(0), 1};
  };
  const std::array<std::function<double(double)>, 3> models = {
      [](double y) { return -y; }, [](double y) { return 0.5 * y; }, [](double y) { return y; }};
  for (const auto& model : models) {
    for (const char* query : {"source=numbers", "source=numbers&lambda=1"}) {
      const std::string table = table_of(token, noisy, model);
      const auto result = run(query, table);
      REQUIRE(result);
      bench::Page page(figure(), query, table);
      for (const float width : {320.F, 360.F}) {
        CAPTURE(width);
        page.look = {.width = width, .height = std::round(1.36F * width)};
        const std::string svg = page.view.svg(page.headless, page.look);
        CHECK_FALSE(svg.contains("…"));
        const plot::Point verdict = place_of(svg, plot::percent(result->relative_error));
        const plot::Point name = place_of(svg, "answer"), axis = place_of(svg, "your target");
        CHECK((verdict.x > axis.x + 60 || verdict.y < name.y));
      }
    }
  }
}

TEST_CASE("before the first step every dot lies at the answer 0, and the question is asked; then no more") {
  bench::Page page(figure(), "at=0", bench::some_text());
  const auto picture = [&](int at) {
    page.view.set("at", at);
    return page.view.svg(page.headless, page.look);
  };
  const auto asks = [](const std::string& svg) { return svg.contains("Will every dot reach the line?"); };
  CHECK(asks(picture(0)));
  CHECK(page.view.describe().title == "Can one linear system learn to answer like this?");
  CHECK_FALSE(asks(picture(30)));
  CHECK(page.view.describe().title == "Every sequence becomes a row of products");
}
