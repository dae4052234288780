// Figure "softmax": what it recovers is the truth, what it draws is attention, and what it cannot do it says.
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

#include "figures/page.hpp"
#include "figures/softmax/softmax.hpp"

namespace {

using figures::Values;
using figures::softmax::Heads;
using figures::softmax::Result;
using figures::softmax::Setting;
using figures::softmax::Switches;
using learner::Index;
using learner::Matrix;
using learner::Vector;

const figures::Figure& figure() { return *figures::find("softmax"); }

Values values_of(const std::string& query) { return bench::values_of(figure(), query); }

Result run(const std::string& query) { return bench::result_of(figures::softmax::run, values_of(query)); }

figures::Description describe(const Result& result, const std::string& query) {
  return figures::softmax::describe(result, bench::context(values_of(query)));
}

// Attention by its definition, one head after the other, with nothing of the learner.
Vector answer_by_hand(const Heads& heads, const Matrix& Z, Index asks) {
  const Index d = Z.rows();
  Vector y = Vector::Zero(d);
  for (Index i = 0; i < heads.Theta.cols() / d; ++i) {
    Vector weights(Z.cols());
    for (Index s = 0; s < Z.cols(); ++s) {
      weights(s) = std::exp(Z.col(asks).dot(heads.Theta.middleCols(i * d, d) * Z.col(s)));
    }
    y += heads.W.middleCols(i * d, d).transpose() * (Z * weights) / weights.sum();
  }
  return y;
}

Vector random_token(Index d, learner::Random& random) {
  Vector token(d);
  for (double& bit : token) bit = random.below(2) == 0 ? -1 : 1;
  return token;
}

double apart(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

// A list of numbers of one head after the other, as an address has it.
std::string list(const Matrix& heads) {
  std::string words;
  for (const double value : figures::softmax::list_of(heads)) {
    words += (words.empty() ? "" : ",") + std::to_string(value);
  }
  return words;
}

}  // namespace

TEST_CASE("questions recover every entry of random layers of every size") {
  for (const char* query :
       {"", "d=2&m=1&k=2", "d=4&m=2&seed=2", "d=5&m=4&k=12&seed=3", "d=6&m=3&k=6&seed=4", "m=4&k=5"}) {
    CAPTURE(std::string(query));
    const auto result = run(query);
    REQUIRE_FALSE(result.asked.empty());
    CHECK(result.trouble.text().empty());
    CHECK(apart(result.asked.heads.Theta, result.truth.Theta) < 1e-6);
    CHECK(apart(result.asked.heads.W, result.truth.W) < 1e-6);
    CHECK(result.asked.error() < 1e-6);
  }
}

TEST_CASE("the published error is the distance of the layer found from the hidden one, head by head") {
  const auto result = run("noise=1e-6&m=2");
  for (Index i = 0; i < 2; ++i) {
    const Matrix truth = result.truth.Theta.middleCols(3 * i, 3);
    CHECK(result.asked.theta_error(i) ==
          doctest::Approx((truth - result.asked.heads.Theta.middleCols(3 * i, 3)).norm() / truth.norm()));
    const Matrix w = result.truth.W.middleCols(3 * i, 3);
    CHECK(result.asked.w_error(i) ==
          doctest::Approx((w - result.asked.heads.W.middleCols(3 * i, 3)).norm() / w.norm()));
  }
  CHECK(result.asked.error() > 1e-8);
  CHECK(result.asked.error() < 1e-4);
}

TEST_CASE("the sum of switches is what attention answers to sequences of two tokens") {
  learner::Random random(5);
  for (const int d : {2, 3, 6}) {
    const Heads heads{random.gaussian(d, 3 * d, 0.8), random.gaussian(d, 3 * d, 0.8)};
    for (int trial = 0; trial < 8; ++trial) {
      const Vector u = random_token(d, random);
      const Vector v = random_token(d, random);
      const Switches switches = figures::softmax::switches_of(heads, u, v);
      for (int n = 1; n < 7; ++n) {
        Matrix Z(d, 7);
        Z.leftCols(n).colwise() = u;
        Z.rightCols(7 - n).colwise() = v;
        const Vector expected = answer_by_hand(heads, Z, 0);
        for (Index row = 0; row < d; ++row) {
          CHECK(switches.answer(row, std::log(n / (7.0 - n))) == doctest::Approx(expected(row)).epsilon(1e-10));
        }
      }
      CHECK(figures::softmax::switches_error(heads, switches, {u, v}, 7) < 1e-12);
    }
  }
}

TEST_CASE("heads that cancel for some tokens may look for anything then: signs do not show it, Gaussian tokens do") {
  learner::Random random(11);
  for (const int d : {2, 3, 5}) {
    for (const double sign : {1.0, -1.0}) {
      Heads heads{random.gaussian(d, 3 * d, 0.8), random.gaussian(d, 3 * d, 0.8)};
      const Index row = d - 2;
      for (const Index other : {1, 2}) {
        const Vector z = random.gaussian(d, 1, 1);
        heads.Theta.middleCols(other * d, d) = heads.Theta.leftCols(d);
        heads.Theta.block(row, other * d, 1, d) += z.transpose();
        heads.Theta.block(row + 1, other * d, 1, d) -= sign * z.transpose();
      }
      heads.W.rightCols(d) = -heads.W.leftCols(d) - heads.W.middleCols(d, d);
      const auto cancelling = figures::softmax::cancelling_heads(heads);
      REQUIRE(cancelling);
      CHECK(cancelling->heads == std::vector<Index>{0, 1, 2});
      CHECK(cancelling->row == row);
      CHECK(cancelling->other_row == row + 1);
      CHECK(cancelling->where_equal == (sign > 0));

      Heads moved = heads;
      const Vector y = random.gaussian(d, 1, 1);
      for (const Index head : {0, 1, 2}) {
        moved.Theta.block(row, head * d, 1, d) += y.transpose();
        moved.Theta.block(row + 1, head * d, 1, d) += sign * y.transpose();
      }
      double by_signs = 0, by_gaussian = 0;
      for (int trial = 0; trial < 16; ++trial) {
        Matrix Z(d, 6);
        for (Index token = 0; token < 6; ++token) Z.col(token) = random_token(d, random);
        by_signs = std::max(by_signs, apart(answer_by_hand(heads, Z, 0), answer_by_hand(moved, Z, 0)));
        Z = random.gaussian(d, 6, 1);
        by_gaussian = std::max(by_gaussian, apart(answer_by_hand(heads, Z, 0), answer_by_hand(moved, Z, 0)));
      }
      CHECK(by_signs < 1e-12);
      CHECK(by_gaussian > 1e-2);
      heads.W(0, 0) += 1e-3;
      CHECK_FALSE(figures::softmax::cancelling_heads(heads));
    }
  }
}

TEST_CASE("the dots are answers of the hidden layer, and with noise they carry it") {
  for (const char* query : {"", "noise=0.01"}) {
    CAPTURE(std::string(query));
    const auto result = run(query);
    REQUIRE(result.pairs.size() > 4);
    double largest = 0;
    for (const auto& pair : result.pairs) {
      const Switches truth = figures::softmax::switches_of(result.truth, pair.u, pair.v);
      REQUIRE(pair.answers.size() == pair.ratios.size() * static_cast<std::size_t>(pair.u.size()));
      for (std::size_t t = 0; t < pair.ratios.size(); ++t) {
        if (t > 0) CHECK(pair.ratios[t] > pair.ratios[t - 1]);
        for (Index row = 0; row < pair.u.size(); ++row) {
          largest = std::max(largest, std::abs(pair.answer(t, row) - truth.answer(row, std::log(pair.ratios[t]))));
        }
      }
    }
    const double noise = values_of(query).number("noise");
    CHECK(largest < (noise > 0 ? 0.06 : 1e-12));
    CHECK(largest >= 0.3 * noise);
  }
}

TEST_CASE("a layer that the reader writes is the one that is hidden and recovered") {
  Matrix Theta(2, 4);
  Theta << 0.5, -0.3, -0.7, 0.2, 0.1, 0.9, 0.4, -0.6;
  Matrix W(2, 4);
  W << 1.2, -0.4, 0.3, 0.8, -0.5, 0.6, -0.9, 0.7;
  const std::string query = "d=2&m=2&theta=" + list(Theta) + "&w=" + list(W);
  const auto result = run(query);
  CHECK_FALSE(Setting(values_of(query)).misfit);
  CHECK(apart(result.truth.Theta, Theta) < 1e-9);
  CHECK(apart(result.truth.W, W) < 1e-9);
  REQUIRE_FALSE(result.asked.empty());
  CHECK(apart(result.asked.heads.Theta, Theta) < 1e-7);
  CHECK(apart(result.asked.heads.W, W) < 1e-7);
}

TEST_CASE("an edited layer of another size gives way to a random one and the sentence says so") {
  const auto result = run("d=3&theta=1,2,3");
  CHECK(Setting(values_of("d=3&theta=1,2,3")).misfit);
  CHECK(describe(result, "d=3&theta=1,2,3").sentence.find("another size") != std::string::npos);
}

TEST_CASE("fewer tokens than heads and one more are a sentence that says how many it takes") {
  const auto result = run("k=3");
  CHECK(result.asked.empty());
  CHECK(result.trouble.text().find("at least 4 tokens") != std::string::npos);
  CHECK(run("k=4").trouble.text().empty());
}

TEST_CASE("the polish comes as near as the bound of Cramér and Rao, where the algebra does not") {
  for (const char* query : {"noise=1e-6&polish=1", "noise=1e-4&polish=1&m=2", "noise=0.01&polish=1&seed=2"}) {
    CAPTURE(std::string(query));
    const auto result = run(query);
    REQUIRE(result.polished());
    CHECK(result.bound > 0.1 * values_of(query).number("noise"));
    CHECK(result.polish.error() < 3 * result.bound);
    CHECK(result.best.error() < 3 * result.bound);
    CHECK(result.polish.error() == doctest::Approx(result.best.error()).epsilon(0.05));
    if (!result.asked.empty()) CHECK(result.asked.error() > result.polish.error());
  }
}

TEST_CASE("of the starts some arrive at the truth and some get stuck above it, and each says which") {
  const auto result = run("road=examples");
  REQUIRE(result.starts.size() == 8);
  int arrived = 0;
  for (const auto& start : result.starts) {
    REQUIRE(start.ended);
    const double last = start.losses(start.losses.size() - 1);
    for (Index k = 1; k < start.losses.size(); ++k) CHECK(start.losses(k) <= start.losses(k - 1));
    CHECK(start.arrived == (last < 1e-20));
    CHECK(start.arrived == (start.found.error() < 1e-9));
    arrived += start.arrived ? 1 : 0;
  }
  CHECK(arrived > 0);
  CHECK(arrived < 8);
  CHECK(describe(result, "road=examples").title.starts_with(std::to_string(arrived) + " of 8"));
}

TEST_CASE("a start that was given too few steps is not called stuck") {
  const auto result = run("road=examples&m=2");
  const int steps = Setting(values_of("road=examples&m=2")).steps;
  int cut = 0;
  for (const auto& start : result.starts) {
    CHECK(start.cut == (!start.arrived && start.losses.size() == steps + 1));
    cut += start.cut ? 1 : 0;
  }
  CHECK(cut > 0);
  CHECK(describe(result, "road=examples&m=2").title.ends_with("arrived within 120 steps"));
}

TEST_CASE("too few examples are a sentence") {
  const auto few = run("road=examples&N=4&k=2&d=6");
  CHECK(few.starts.empty());
  CHECK(few.trouble.text().ends_with('.'));
  CHECK(describe(few, "road=examples&N=4&k=2&d=6").title == "The examples are too few");
}

TEST_CASE("with more heads the questions grow and all layers are recovered; times are divided by the layers") {
  const auto result = run("road=heads");
  REQUIRE(result.counts.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(result.counts[k].recovered == result.counts[k].layers);
    if (k > 0) CHECK(result.counts[k].questions > result.counts[k - 1].questions);
  }
  const std::vector<double> times(12, 24.0);
  const auto seconds = figures::softmax::times_of(result, times);
  CHECK(seconds.questions[2] == doctest::Approx(0.024 / figures::softmax::kLayers));
  CHECK(seconds.examples[2] == doctest::Approx(0.024));
  CHECK(figures::softmax::times_of(result, {}).questions[0] == 0);
  CHECK(figures::softmax::theorem_exponent(Setting(values_of("road=heads")), 2) == doctest::Approx(8 * std::log10(24)));
}

TEST_CASE("noise that hides four heads from the questions is said to, not short sequences") {
  const auto result = run("road=heads&noise=0.001");
  REQUIRE(result.counts[3].layers > 0);
  REQUIRE(result.counts[3].recovered == 0);
  CHECK(describe(result, "road=heads&noise=0.001").title == "Noise hides layers of 4 heads from the questions");
}

TEST_CASE("sequences too short for four heads are said to be, with fewer heads still counted") {
  const auto result = run("road=heads&k=3");
  CHECK(result.counts[1].layers > 0);
  CHECK(result.counts[2].layers == 0);
  CHECK(describe(result, "road=heads&k=3").title.find("too short") != std::string::npos);
}

TEST_CASE("noise is blamed only for what the questions find without it") {
  const char* const kShort = "m=3&k=2&d=2&noise=0.00024";
  const auto too_short = run(kShort);
  REQUIRE(too_short.asked.empty());
  CHECK_FALSE(too_short.noise_hides);
  CHECK(describe(too_short, kShort).title == "The questions do not give the layer away");
  const char* const kNoisy = "m=4&noise=0.01";
  const auto noisy = run(kNoisy);
  REQUIRE(noisy.asked.empty());
  CHECK(noisy.noise_hides);
  CHECK(describe(noisy, kNoisy).title == "Noise 0.01: the questions do not give the layer away");
  const auto twins = run("d=2&m=2&noise=0.0001&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.1,0.9");
  REQUIRE(twins.asked.empty());
  CHECK_FALSE(twins.noise_hides);
}

TEST_CASE("noise is blamed, too, where a start ends in another layer that answers the noisy examples as well") {
  const std::string query = "road=examples&m=4&d=2&k=8&N=64&seed=12";
  const auto quiet = run(query);
  CHECK(quiet.determined);
  const auto noisy = run(query + "&noise=0.1");
  CHECK_FALSE(noisy.determined);
  CHECK(noisy.noise_hides);
  CHECK(describe(noisy, query + "&noise=0.1").title.ends_with("whose noise leaves the layer open"));
  // Where the layer cannot be told without noise either.
  const auto twins = run("road=examples&d=2&m=2&noise=0.1&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.1,0.9");
  CHECK_FALSE((twins.determined || twins.noise_hides));
  // And where it has two heads that are nearly one.
  const std::string near = "road=examples&d=2&m=2&N=32&seed=35&structure=twins&off=0.000001&inputs=sphere";
  for (const std::string noise : {"&noise=0", "&noise=0.01"}) {
    const auto result = run(near + noise);
    CHECK_FALSE((result.determined || result.noise_hides));
    const std::string says = describe(result, near + noise).sentence;
    CHECK(says.contains("are nearly the same"));
    CHECK_FALSE(says.contains("It is the noise"));
  }
}

TEST_CASE("less noise is no advice where no start arrives") {
  const std::string query = "road=examples&m=4&d=3&k=8&N=8&noise=0.1";
  const auto result = run(query);
  REQUIRE(std::ranges::none_of(result.starts, &figures::softmax::Start::arrived));
  const std::string sentence = describe(result, query).sentence;
  CHECK(sentence.ends_with("that is the noise."));
}

TEST_CASE("the least residual of the starts is that of a start, and the controls say whose layer is shown") {
  const auto result = run("road=examples&m=4&d=4&k=4");
  double least = 1e300;
  std::size_t best = 0;
  for (std::size_t k = 0; k < result.starts.size(); ++k) {
    const auto& losses = result.starts[k].losses;
    if (losses(losses.size() - 1) >= least) continue;
    least = losses(losses.size() - 1);
    best = k + 1;
  }
  CHECK(figures::softmax::least_residual(result) == doctest::Approx(least));
  const Values values = values_of("road=examples&m=4&d=4&k=4");
  CHECK(figures::softmax::say(result, "start", bench::context(values)) == std::to_string(best));
}
