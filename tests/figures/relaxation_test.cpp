// Figure "relaxation" against QR on the features themselves, descent by differences on the data, and its own promises.
#include <doctest/doctest.h>

#include <Eigen/QR>
#include <Eigen/SVD>

#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "figures/page.hpp"
#include "figures/relaxation/relaxation.hpp"
#include "learner/alternating.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/tasks.hpp"

namespace {

using figures::Values;
using figures::relaxation::kMoments;
using figures::relaxation::Result;
using learner::Index;
using learner::Matrix;

const figures::Figure& figure() { return *figures::find("relaxation"); }

Values values_of(const std::string& query) { return bench::values_of(figure(), query); }

Result run(const std::string& query) { return bench::result_of(figures::relaxation::run, values_of(query)); }

std::vector<learner::Sequence> data(Index d, Index heads, double noise, std::uint64_t N, std::uint64_t seed) {
  const auto task =
      learner::random_attention({.d = d, .d_out = d, .n = 8, .heads = heads, .noise = noise, .seed = seed});
  REQUIRE(task);
  return task->block(learner::Split::train, 0, N);
}

// The least loss by orthogonal factorisation of the N x psi features: no Gram matrix, no Cholesky.
double loss_by_qr(const std::vector<learner::Sequence>& sequences) {
  const Index d = sequences.front().d();
  Matrix features(std::ssize(sequences), learner::feature_count(d));
  Matrix labels(std::ssize(sequences), d);
  for (Index i = 0; i < features.rows(); ++i) {
    const learner::Sequence& sequence = sequences[static_cast<std::size_t>(i)];
    features.row(i) = learner::folded_features(sequence.Z, sequence.n() - 1, sequence.n()).transpose();
    labels.row(i) = sequence.Y.transpose();
  }
  const Matrix p = features.colPivHouseholderQr().solve(labels);
  return (features * p - labels).squaredNorm() / static_cast<double>(features.rows());
}

double loss_by_asking(const learner::Model& model, const std::vector<learner::Sequence>& sequences) {
  const auto error = learner::test_error(model, sequences, learner::Targets::last);
  return error.squared_error / static_cast<double>(error.rows);
}

Matrix lifted(const Result& result, int run) {
  return result.lifted.col(run).reshaped(result.most_heads(), result.most_heads());
}

learner::Model start(const Result& result, int run, std::uint64_t seed) {
  learner::Random random = learner::Random(seed)
                               .split(3001)
                               .split(static_cast<std::uint64_t>(result.start_of(run)))
                               .split(static_cast<std::uint64_t>(result.heads_of(run)));
  return learner::random_heads(result.d, result.d, result.heads_of(run), random);
}

double& entry(learner::Model& model, Index k) {
  learner::Head& head = model.heads.front();
  return k < head.V.size() ? head.V(k) : head.Q(k - head.V.size());
}

// Plain descent of a single head, its gradient by differences of losses that are asked for sequence by sequence.
double descend_by_differences(learner::Model model, const std::vector<learner::Sequence>& sequences, int steps,
                              double rate) {
  const Index size = model.heads.front().V.size() + model.heads.front().Q.size();
  for (int step = 0; step < steps; ++step) {
    learner::Vector gradient(size);
    for (Index k = 0; k < size; ++k) {
      constexpr double kAside = 1e-4;
      learner::Model more = model;
      learner::Model less = model;
      entry(more, k) += kAside;
      entry(less, k) -= kAside;
      gradient(k) = (loss_by_asking(more, sequences) - loss_by_asking(less, sequences)) / (2 * kAside);
    }
    if (gradient.norm() > 5) gradient *= 5 / gradient.norm();
    const int warm = steps / 10;
    const double along = static_cast<double>(step - warm) / (steps - 1 - warm);
    const double now = step < warm ? 1e-5 + (rate - 1e-5) * step / warm
                                   : rate * (0.01 + 0.99 * (1 + std::cos(std::numbers::pi * along)) / 2);
    for (Index k = 0; k < size; ++k) entry(model, k) -= now * gradient(k);
  }
  return loss_by_asking(model, sequences);
}

struct Page : bench::Page {
  explicit Page(const std::string& query) : bench::Page(figure(), query) {}
};

}  // namespace

TEST_CASE("the line is the least loss that an orthogonal factorisation of the features finds") {
  for (const std::uint64_t seed : {1U, 2U, 7U}) {
    const auto result = run("steps=100&starts=1&seed=" + std::to_string(seed));
    CHECK(result.relaxed_loss == doctest::Approx(loss_by_qr(data(3, 2, 0.01, 256, seed))).epsilon(1e-9));
    CHECK(result.slope < 1e-12);
  }
}

TEST_CASE("no start goes under the line, whoever trains, and heads that are asked agree with the moments") {
  for (const char* query :
       {"steps=500", "trainer=descent&steps=300&descent_rate=1", "trainer=sweeps&sweeps=10",
        "labels=chance&N=32&steps=200", "d=4&heads=16&starts=2&steps=200", "d=2&noise=1&steps=300"}) {
    CAPTURE(std::string(query));
    const auto result = run(query);
    CHECK(result.done == result.runs());
    for (int k = 0; k < result.runs(); ++k) CHECK(result.loss_of(k) >= result.relaxed_loss);
    for (int heads = 1; heads <= result.most_heads(); ++heads) {
      const double best = result.loss_of(*result.best_run(heads));
      CHECK(result.asked(heads - 1) == doctest::Approx(best).epsilon(1e-9));
    }
    CHECK(result.asked_relaxed == doctest::Approx(result.relaxed_loss).epsilon(1e-9));
    CHECK(result.asked.minCoeff() >= result.asked_relaxed - result.rounding);
  }
}

TEST_CASE("gradient descent ends where descent by differences on the data ends") {
  for (const std::uint64_t seed : {1U, 5U}) {
    const auto result =
        run("d=2&heads=1&N=8&starts=1&steps=100&trainer=descent&descent_rate=0.3&seed=" + std::to_string(seed));
    const double expected = descend_by_differences(start(result, 0, seed), data(2, 1, 0.01, 8, seed), 100, 0.3);
    CHECK(result.loss_of(0) == doctest::Approx(expected).epsilon(1e-6));
    CHECK(result.loss_of(0) < 0.5 * result.losses(0, 0));
  }
}

TEST_CASE("the first moment is the loss of the random heads themselves") {
  const auto result = run("starts=2&steps=100");
  const auto sequences = data(3, 2, 0.01, 256, 1);
  for (int k = 0; k < result.runs(); ++k) {
    CHECK(result.losses(0, k) == doctest::Approx(loss_by_asking(start(result, k, 1), sequences)).epsilon(1e-9));
  }
}

TEST_CASE("W of H heads has rank H at most and the relaxed W full rank, as another decomposition has it") {
  const auto result = run("starts=2&steps=300");
  for (int k = 0; k < result.runs(); ++k) {
    const Eigen::JacobiSVD<Matrix> svd(lifted(result, k));
    CHECK((svd.singularValues() - result.sigma.col(k)).norm() < 1e-12 * svd.singularValues()(0));
    CHECK(figures::relaxation::rank_of({result.sigma.col(k).data(), 9}) <= result.heads_of(k));
  }
  CHECK(figures::relaxation::rank_of({result.relaxed_sigma.data(), 9}) == 9);
}

TEST_CASE("the distance of a start as a function is that of its answers' coefficients") {
  const auto result = run("starts=1&steps=300");
  const Matrix relaxed = learner::fold(result.relaxed_W, 3);
  for (int k = 0; k < result.runs(); ++k) {
    const Matrix p = learner::fold(lifted(result, k), 3);
    CHECK(result.apart(k) == doctest::Approx((p - relaxed).norm() / relaxed.norm()).epsilon(1e-9));
  }
}

TEST_CASE("the default tells its story: one head gets stuck twice as high as the other, nine heads all arrive") {
  const auto result = run("");
  std::set<long> heights;
  for (int k = 0; k < result.runs(); k += 9) heights.insert(std::lround(1e4 * result.loss_of(k)));
  CHECK(heights.size() == 2);
  CHECK(result.reaching(1) == 0);
  CHECK(result.reaching(9) == 8);
  CHECK(*result.fewest_reaching() > 1);
  CHECK(figures::relaxation::describe(result, bench::context("relaxation")).title.ends_with("with 9 heads, all"));
}

TEST_CASE("a sweep never raises the loss") {
  const auto result = run("trainer=sweeps&starts=4");
  for (int k = 0; k < result.runs(); ++k) {
    for (int moment = 1; moment <= kMoments; ++moment) {
      CHECK(result.losses(moment, k) <= result.losses(moment - 1, k) * (1 + 1e-9) + result.rounding);
    }
  }
}

TEST_CASE("without noise the line is 0 up to rounding, and says so") {
  const auto result = run("noise=0&steps=200&starts=2");
  CHECK(result.relaxed_loss == 0);
  CHECK(result.rounding > 0);
  CHECK(result.line() == result.rounding);
  CHECK(result.layer_loss < result.rounding);
  CHECK(figures::relaxation::describe(result, bench::context("relaxation")).sentence.find("0 up to rounding") !=
        std::string::npos);
}

TEST_CASE("fewer sequences than unknowns: the relaxed W fits every label and the sentence says so") {
  const auto result = run("N=16&steps=200&starts=1&noise=0.3");
  CHECK(result.rank == 16);
  CHECK(result.relaxed_loss == 0);
  CHECK(result.asked_relaxed < result.rounding);
  CHECK(result.layer_loss > 0.05);
  CHECK(
      figures::relaxation::describe(result, bench::context("relaxation")).sentence.find("fits any labels, noise too") !=
      std::string::npos);
}

TEST_CASE("where as many directions are decided as there are targets the line is 0, however much rounding leaves") {
  for (const char* seed : {"169", "331"}) {
    const auto result = run(std::string("d=3&N=16&labels=chance&starts=2&trainer=sweeps&sweeps=100&seed=") + seed);
    CHECK(result.rank == 16);
    CHECK(result.relaxed_loss == 0);
    CHECK(result.asked_relaxed < result.rounding);
    CHECK(result.rounding < 1e-10 * result.zero_loss);
    CHECK(result.reaching(9) == 2);
    CHECK(figures::relaxation::describe(result, bench::context("relaxation")).sentence.contains("0 up to rounding"));
  }
}

TEST_CASE("labels by chance have nothing to do with the tokens: no layer, size 1, and little that W can explain") {
  const Values values = values_of("labels=chance&N=4096&steps=100&starts=1");
  const auto result = run("labels=chance&N=4096&steps=100&starts=1");
  CHECK(result.zero_loss == doctest::Approx(3).epsilon(0.05));
  CHECK(result.relaxed_loss > 0.98 * result.zero_loss);
  CHECK(result.relaxed_loss < result.zero_loss);
  CHECK(figures::relaxation::describe(result, bench::context(values)).table.rows[4][1] == "pure chance");
}

TEST_CASE("edge scenes compute: as many hidden heads as W can hold, and d = 2 with one start") {
  CHECK(figures::relaxation::true_heads(values_of("heads=9")) == 9);
  CHECK(run("heads=9&starts=2&steps=200").done == 18);
  const auto result = run("d=2&starts=1&steps=200");
  CHECK(result.runs() == 4);
  CHECK(figures::relaxation::describe(result, bench::context("relaxation")).sentence.find("Luck") == std::string::npos);
}

TEST_CASE("a spread far below the loss of answering 0 is no luck") {
  const std::string query = "d=2&noise=0";
  CHECK(figures::relaxation::describe(run(query), bench::context(values_of(query)))
            .sentence.find("Luck weighs most with 2 heads") != std::string::npos);
  const std::string one = "d=2&noise=0&heads=1&trainer=sweeps&sweeps=100";
  CHECK(figures::relaxation::describe(run(one), bench::context(values_of(one))).sentence.find("Luck") ==
        std::string::npos);
}

TEST_CASE("a preview has some starts and not yet all, and says how many") {
  const Values values = values_of("starts=4&steps=100");
  bench::Log log;
  log.previews = true;
  REQUIRE(bench::run(figure(), values, log));
  REQUIRE(log.shown.size() >= 4);
  figures::View view(figure());
  REQUIRE(view.show(log.shown.front(), {}, true));
  CHECK(view.describe().sentence.find(" of 36 starts have ended") != std::string::npos);
}

TEST_CASE("a press on the chart chooses its column, a press on a dot its start, and nothing is learned again") {
  Page page("starts=3&steps=100&beside=w");
  std::set<int> columns;
  std::set<int> starts;
  int last = 0;
  for (float x = 60; x < 500; x += 10) {
    page.press({x, 640});  // in the zone under the line, where no dot can be
    const int heads = page.view.values().integer("H");
    CHECK(heads >= last);
    CHECK(page.view.values().integer("start") == 0);
    last = heads;
    columns.insert(heads);
  }
  CHECK(columns.size() == 9);
  for (float x = 60; x < 500; x += 6) {
    for (float y = 100; y < 600; y += 15) {
      page.press({x, y});
      starts.insert(page.view.values().integer("start"));
    }
  }
  CHECK(starts == std::set<int>{0, 1, 2, 3});
  CHECK_FALSE(page.view.is_stale());
}

TEST_CASE("W is shown on demand: a press opens it, Close closes it, and a pointer that only passes does neither") {
  Page page("starts=3&steps=100");
  const auto shown = [&] {
    return page.view.svg(page.headless, page.look).find("Singular values") != std::string::npos;
  };
  CHECK_FALSE(shown());
  page.frame({300, 640}, false);
  CHECK_FALSE(shown());
  page.press({850, 640});
  CHECK(page.view.values().choice("beside") == "w");
  CHECK(page.view.values().integer("H") == 9);
  CHECK(shown());
  page.press({975, 12});
  CHECK_FALSE(shown());
  CHECK_FALSE(page.view.is_stale());
}

TEST_CASE("what the starts reach is said when they have reached it, and a new result starts again") {
  Page page("starts=2&steps=200");
  const std::string end = page.view.describe().title;
  CHECK(end.find("optimum") != std::string::npos);
  page.view.values().set("moment", 50);
  CHECK(page.view.describe().title == "18 random starts on the way down: how many heads reach the optimum?");
  CHECK(page.view.svg(page.headless, page.look).find("Dots: after 50 of 200 steps of Adam") != std::string::npos);
  page.view.values().set("moment", 100);
  CHECK(page.view.describe().title == end);
  page.view.values().set("seed", 2);
  bench::Log log;
  const auto bytes = bench::run(figure(), page.view.values(), log);
  REQUIRE(bytes);
  REQUIRE(page.view.show(*bytes, {}, false));
  CHECK(page.view.values().number("moment") == 0);
  CHECK(page.view.describe().title.find("on the way down") != std::string::npos);
}

TEST_CASE("moments are closer together at first, each is a loss on the way, and in between it falls by equal factors") {
  // In so many steps every moment of the first half falls on a step of its own.
  const Result result = run("d=2&heads=1&N=32&starts=1&steps=100&trainer=sweeps&sweeps=100");
  const figures::relaxation::Training training(values_of("trainer=sweeps&sweeps=100"));
  CHECK(training.steps_until(0) == 0);
  CHECK(training.steps_until(50) == 25);
  CHECK(training.steps_until(kMoments) == 100);
  // The same sweeps by hand.
  const auto sequences = data(2, 1, 0.01, 32, 1);
  learner::Moments moments({2, 2, learner::Targets::last});
  REQUIRE(moments.add(sequences));
  learner::AlternatingLeastSquares fit(moments, start(result, 1, 1));
  for (int step = 0, moment = 0; step <= 100; ++step) {
    for (; moment <= kMoments && training.steps_until(moment) == step; ++moment)
      CHECK(result.losses(moment, 1) == doctest::Approx(loss_by_asking(fit.model(), sequences)).epsilon(1e-6));
    fit.step();
  }
  CHECK(result.loss_at(1, 20) == result.losses(20, 1));
  CHECK(result.loss_at(1, 20.5) == doctest::Approx(std::sqrt(result.losses(20, 1) * result.losses(21, 1))));
  CHECK(result.loss_at(1, kMoments) == result.loss_of(1));
}

TEST_CASE("what is chosen beyond this result falls back to its most heads and its best start") {
  const auto result = run("d=2&starts=2&steps=100");
  Values values = values_of("d=2&starts=2&steps=100&H=16&start=9");
  CHECK(figures::relaxation::chosen_heads(result, values) == 4);
  CHECK(figures::relaxation::chosen_run(result, values) == result.best_run(4));
  values.set("start", 2);
  CHECK(*figures::relaxation::chosen_run(result, values) == 7);
}

TEST_CASE("the controls say which start and which heads are shown") {
  const auto result = run("d=2&starts=2&steps=100");
  Values values = values_of("d=2&starts=2&steps=100&H=16");
  const auto says = [&](const char* id) { return figures::relaxation::say(result, id, bench::context(values)); };
  CHECK(says("H") == "4");
  const int best = result.start_of(*result.best_run(4));
  CHECK(says("start") == std::to_string(best) + ", the best");
  values.set("start", 3 - best);
  CHECK(says("start") == std::to_string(3 - best));
  CHECK(says("seed").empty());
  CHECK(says("moment") == "100 of 100 steps");
  values.set("moment", 30);
  CHECK(says("moment") == "9 of 100 steps");
}

TEST_CASE("all starts are all, not all of them, and two are both") {
  const auto title = [](const char* query) {
    return figures::relaxation::describe(run(query), bench::context(values_of(query))).title;
  };
  CHECK(title("labels=chance&N=32") == "With 4 heads, all 8 starts come within 1 % of the optimum");
  CHECK(title("d=2&starts=2&heads=1&noise=0") == "With 1 head, both starts fit every label; with 2 heads, none");
}

TEST_CASE("a dot is vivid where its start has come as near as the title counts, however near the line it looks") {
  const char* query = "d=2&starts=3&steps=500&seed=37";
  const Result result = run(query);
  const auto above = [&](int heads) { return result.loss_of(*result.best_run(heads)) / result.relaxed_loss - 1; };
  CHECK((above(2) <= 0.01 && above(3) > 0.01 && above(3) < 0.02));
  CHECK(result.reaches(result.loss_of(*result.best_run(2))));
  CHECK_FALSE(result.reaches(result.loss_of(*result.best_run(3))));
  const auto has_vivid = [](const char* query) {
    Page page(query);
    return page.view.svg(page.headless, page.look).find("fill=\"#b55a00\"") != std::string::npos;
  };
  CHECK(has_vivid(query));
  CHECK_FALSE(has_vivid("d=2&starts=3&steps=500&seed=37&moment=20"));
  CHECK_FALSE(has_vivid("d=2&starts=3&steps=100&seed=37"));  // with which no start comes near
}

TEST_CASE("a start that ends on the line up to rounding has come within 1 % of the optimum") {
  bench::Page page(figure(), "d=2&noise=1e-07&trainer=descent&steps=700&descent_rate=1&N=64&seed=2");
  const figures::Description said = page.view.describe();
  CHECK(said.sentence.find("the nearest ends on it, up to rounding") != std::string::npos);
  CHECK(said.title.find("no start comes within 1 %") == std::string::npos);
}

TEST_CASE("starts within 1 % of each other are not said to end at the same loss") {
  const char* query = "d=2&N=256&heads=1&noise=1&starts=2&trainer=sweeps&sweeps=5";
  const auto description = figures::relaxation::describe(run(query), bench::context(values_of(query)));
  CHECK(description.title.starts_with("With 1 head, 1 of 2 starts comes within 1 %"));
  CHECK(description.sentence.find("same loss") == std::string::npos);
  CHECK(description.sentence.find("end within 1 % of each other") != std::string::npos);
}
