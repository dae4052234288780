// Figure "samples" against the learner asked directly, against closed forms, and under the reader's hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "figures/bench.hpp"
#include "figures/samples/evaluator.hpp"
#include "figures/samples/samples.hpp"
#include "learner/features.hpp"
#include "learner/least_squares.hpp"
#include "learner/model.hpp"
#include "plot/number.hpp"

namespace {

using figures::Values;
using figures::samples::Halving;
using figures::samples::Result;
using figures::samples::Setting;
using figures::samples::Study;
using learner::Index;
using learner::Matrix;
using learner::Split;

const figures::Figure& figure() { return *figures::find("samples"); }

Values settings(std::string_view query) { return bench::values_of(figure(), query); }

// A result and its settings.
struct Run : Result {
  explicit Run(std::string_view query) : values(settings(query)), setting(values) {
    static_cast<Result&>(*this) = bench::result_of(figures::samples::run, values);
  }
  Study study() const { return {*this, setting}; }
  figures::Description description() const { return figures::samples::describe(*this, bench::context(values)); }

  Values values;
  Setting setting;
};

// Index of the N that was tried.
std::size_t at(const Result& result, double N) {
  const auto found = std::ranges::find(result.N, N);
  REQUIRE(found != result.N.end());
  return static_cast<std::size_t>(found - result.N.begin());
}

double excess(const Result& result, double N, Index set) {
  return result.excess(set, static_cast<Index>(at(result, N)));
}

// The first N sequences of data set 0 are the first N of the training stream: what the learner makes of them at once,
// asked question by question, without the noise.
double direct_excess(const Values& values, Index N, double lambda) {
  auto source = figures::samples::open_source(values);
  REQUIRE(source);
  const auto targets = source->shape().targets;
  const auto solution = learner::solve_least_squares(source->block(Split::train, 0, N), targets, {.lambda = lambda});
  REQUIRE(solution);
  auto fresh = source->block(Split::test, 0, 2048);
  for (learner::Sequence& sequence : fresh) sequence.Y = learner::attend(source->truth(), sequence.Z, targets);
  return learner::test_error(solution->p, fresh, targets).mean();
}

}  // namespace

TEST_CASE("no number of sequences halves an error that the penalty holds above the half") {
  for (const char* query : {"lambda=0.1&most=4096&N=16", "lambda=0.1&most=16&N=16", "labels=softmax&lambda=0.1&N=16"}) {
    CAPTURE(std::string(query));
    const Run run(query);
    const auto reading = run.study().read(16);
    REQUIRE(run.kept > reading.excess / 2);
    CHECK(run.description().sentence.find("no number of sequences halves the part above it") != std::string::npos);
  }
}

TEST_CASE("each dot is the error of least squares on that many sequences, asked question by question") {
  for (const char* query : {"most=256&sets=2", "most=128&sets=1&lambda=0.001", "most=64&sets=1&targets=all",
                            "most=64&sets=1&targets=all&n=2", "most=64&sets=1&n=1", "d=2&most=32&sets=1&noise=1",
                            "d=3&most=128&sets=1&n=3&H=4&seed=9"}) {
    CAPTURE(std::string(query));
    const Values values = settings(query);
    const Run result(query);
    for (const double N : result.N) {
      CAPTURE(N);
      const double direct = direct_excess(values, static_cast<Index>(N), result.setting.lambda);
      // At the peak the system is ill conditioned and both solutions carry its rounding.
      const double room = N == result.setting.threshold ? 1e-4 : 1e-7;
      CHECK(excess(result, N, 0) == doctest::Approx(direct).epsilon(room));
    }
  }
}

TEST_CASE("without noise the error falls to rounding at as many equations as unknowns, and not before") {
  for (const char* query :
       {"noise=0", "noise=0&d=2", "noise=0&targets=all", "noise=0&targets=all&n=3", "noise=0&n=1", "noise=0&d=3&n=2"}) {
    CAPTURE(std::string(query));
    const Run result(std::string(query) + "&most=512&sets=4");
    for (std::size_t k = 0; k < result.N.size(); ++k) {
      CAPTURE(result.N[k]);
      const double worst = result.excess.col(static_cast<Index>(k)).maxCoeff();
      const double best = result.excess.col(static_cast<Index>(k)).minCoeff();
      if (result.N[k] < result.setting.threshold) CHECK(best > 1e-4 * result.signal);
      if (result.N[k] > 1.3 * result.setting.threshold) CHECK(worst < 1e-20 * result.signal);
    }
    CHECK(result.rank == result.setting.visible);
  }
}

TEST_CASE("the threshold counts independent equations: one for the last token, min(n, d) when all are asked") {
  CHECK(Setting(settings("d=4")).threshold == 40);
  CHECK(Setting(settings("d=8")).threshold == 288);
  CHECK(Setting(settings("d=4&targets=all&n=16")).threshold == 10);
  CHECK(Setting(settings("d=4&targets=all&n=3")).threshold == 14);  // 40 / 3, rounded up
  CHECK(Setting(settings("d=4&n=1")).threshold == 20);              // C(6, 3)
  CHECK(Setting(settings("d=8&n=1&targets=all")).threshold == 120);
}

TEST_CASE("noise lifts the median to a peak at the threshold, and a penalty takes it down") {
  for (const char* query : {"", "d=3&seed=4", "d=2&noise=1", "noise=0.3&seed=2"}) {
    CAPTURE(std::string(query));
    const Run free(query);
    const figures::samples::Peak peak = free.study().peak();
    CHECK(peak.height > 5);
    CHECK(free.N[peak.at] == free.setting.threshold);
    const Run held(std::string(query) + "&lambda=0.1");
    CHECK(held.study().peak().height < 2);
    CHECK(held.median[at(held, held.setting.threshold)] < free.median[at(free, free.setting.threshold)] / 10);
  }
}

TEST_CASE("what lies above the floor is what the noise leads to: exactly on average, by formula nearly") {
  for (const char* query : {"sets=12", "seed=3&noise=0.3", "sets=24&d=2", "sets=12&targets=all", "sets=24&n=1",
                            "d=6&sets=4", "sets=12&lambda=0.001", "lambda=0.1&noise=1"}) {
    CAPTURE(std::string(query));
    const Run result(std::string(query) + "&most=2048");
    // A mean over K data sets of squares of at least psi·d numbers each: five standard errors.
    const double numbers = result.setting.sets * result.setting.visible * result.setting.d;
    CHECK(std::abs(result.mean_excess / result.expected_excess - 1) < 5 * std::sqrt(2 / numbers));
    if (result.setting.lambda > 0) continue;
    const double N = result.N.back();
    // Jensen's bound is on the mean over questions too; these are some.
    CHECK(result.expected_excess > 0.99 * result.study().noise_bound(N));
    CHECK(result.expected_excess / result.study().noise_law(N) == doctest::Approx(1).epsilon(0.15));
  }
}

TEST_CASE("the exact mean over the noise is the mean over many draws of it") {
  const Values values = settings("d=2&n=4&noise=0.5&lambda=0.01");
  const auto source = figures::samples::open_source(values);
  REQUIRE(source);
  Result result;
  const auto evaluator = figures::samples::Evaluator::make(*source, Setting(values), [](Index) {}, result);
  REQUIRE(evaluator);
  auto sequences = source->block(Split::train, 0, 24);
  learner::Moments moments(source->shape());
  REQUIRE(moments.add(sequences));
  learner::Random random(5);
  double mean = 0;
  constexpr int kDraws = 4000;
  for (int draw = 0; draw < kDraws; ++draw) {
    learner::Moments drawn(source->shape());
    for (learner::Sequence& sequence : sequences) {
      sequence.Y = learner::attend(source->truth(), sequence.Z, learner::Targets::last) + random.gaussian(2, 1, 0.5);
    }
    REQUIRE(drawn.add(sequences));
    mean += evaluator->excess(*figures::samples::fit(drawn, 0.01, false)) / kDraws;
  }
  CHECK(mean == doctest::Approx(evaluator->expected_excess(moments)).epsilon(0.05));
}

TEST_CASE("the error is that on the fresh noisy answers themselves") {
  for (const char* query :
       {"most=64&sets=1&d=3", "most=64&sets=1&d=3&labels=softmax&noise=0.3", "most=64&sets=1&d=2&targets=all&n=4"}) {
    CAPTURE(std::string(query));
    const Values values = settings(query);
    const Run result(query);
    const auto source = figures::samples::open_source(values);
    const auto targets = source->shape().targets;
    const auto solution = learner::solve_least_squares(source->block(Split::train, 0, 64), targets);
    const auto fresh = source->block(Split::test, 0, figures::samples::kFresh);
    CHECK(result.measured_error ==
          doctest::Approx(learner::test_error(solution->p, fresh, targets).mean()).epsilon(1e-9));
    // The sampled error may differ from floor and excess by what 2,048 fresh answers can: a few per cent.
    CHECK(result.measured_error == doctest::Approx(result.floor + result.mean_excess).epsilon(0.1));
  }
}

TEST_CASE("softmax answers are those of a layer with unit tokens and scores over the root of d") {
  const Values values = settings("labels=softmax&d=3&n=5&H=2&noise=0&targets=all");
  const auto source = figures::samples::open_source(values);
  REQUIRE(source);
  for (const learner::Sequence& sequence : source->block(Split::train, 3, 11)) {
    const Matrix X = std::sqrt(5.0) * sequence.Z;
    Matrix Y = Matrix::Zero(3, 5);
    for (const learner::Head& head : source->truth().heads) {
      Matrix A = (X.transpose() * head.Q * X / std::sqrt(3.0)).unaryExpr([](double s) { return std::exp(s); });
      for (Index t = 0; t < 5; ++t) A.col(t) /= A.col(t).sum();
      Y += head.V * X * A;
    }
    CHECK((sequence.Y - Y).norm() < 1e-13 * Y.norm());
  }
}

TEST_CASE("softmax labels have a floor: no fit gets below it, and large ones get near it") {
  for (const char* query : {"noise=0", "noise=0&d=3&seed=6&targets=all", "noise=0.3&d=2"}) {
    CAPTURE(std::string(query));
    const Run result("labels=softmax&sets=4&most=2048&" + std::string(query));
    CHECK(result.floor > 0.02 * result.signal);
    CHECK(result.floor < 0.9 * result.signal);
    CHECK(result.floor_doubt < 0.5 * result.mean_excess);
    CHECK(result.measured_error < 1.1 * result.floor);
    CHECK(result.measured_error > 0.97 * result.floor);
    CHECK(result.study().slope() == doctest::Approx(-1).epsilon(0.2));
  }
}

TEST_CASE("a fit to four times the data finds the floor where it was estimated") {
  const Run small("labels=softmax&noise=0&most=2048&sets=1");
  const Run large("labels=softmax&noise=0&most=8192&sets=1");
  CHECK(small.setting.reference * 4 == large.setting.reference);
  CHECK(small.floor == doctest::Approx(large.floor).epsilon(0.01));
}

TEST_CASE("with a penalty the error stays where the table says, however many sequences") {
  for (const char* query : {"lambda=0.01&noise=0", "lambda=0.1&noise=0.1", "lambda=0.01&labels=softmax"}) {
    CAPTURE(std::string(query));
    const Run result(std::string(query) + "&d=3&most=16384&sets=4");
    CHECK(result.kept > 0);
    CHECK(result.median.back() == doctest::Approx(result.kept).epsilon(0.08));
    CHECK(result.study().read(1024).halving == Halving::never);
  }
  CHECK(Run("d=3&most=64").kept == 0);
}

TEST_CASE("too few sequences everywhere are said to be too few, with the number it takes") {
  const Run result("d=8&most=256&sets=4");
  CHECK(result.N.back() == 256);
  CHECK(result.expected_excess == 0);
  const auto description = result.description();
  CHECK(description.title == "256 sequences are too few to decide W: that takes 288");
  CHECK(description.sentence.find("Raise the largest N above 288") != std::string::npos);
  CHECK(result.study().read(256).halving == Halving::unknown);
}

TEST_CASE("one token shows C(d+2,3) features; the certificate fails, and does no harm") {
  for (const int d : {2, 4}) {
    const Run result("n=1&noise=0.1&d=" + std::to_string(d));
    CHECK(result.rank == d * (d + 1) * (d + 2) / 6);
    CHECK(result.smallest == 0);
    CHECK(result.median.back() < result.floor / 50);
    CHECK(result.description().sentence.find("the certificate fails") != std::string::npos);
  }
}

TEST_CASE("what the penalty leaves is near what is measured, and said as a limit, as a data set may lie below it") {
  const Run result("d=3&n=22&H=1&lambda=0.1&seed=4&sets=8");
  CHECK(result.kept == doctest::Approx(result.median.back()).epsilon(0.02));
  CHECK(result.description().sentence.find("With ever more sequences the penalty would leave it about") !=
        std::string::npos);
  CHECK(result.description().sentence.find("whatever N") == std::string::npos);
}

TEST_CASE("without noise the title says what the penalty leaves, and nothing is exact or only rounding under it") {
  for (const char* query : {"noise=0&lambda=1e-12&d=2", "noise=0&lambda=1e-10", "noise=0&lambda=1e-8&n=1"}) {
    CAPTURE(std::string(query));
    const Run result(query);
    const auto said = result.description();
    CHECK(said.title.ends_with("about " + plot::number(result.kept / result.signal, 2) +
                               " of the error of answering 0 is left, however many sequences"));
    CHECK(result.median.back() == doctest::Approx(result.kept).epsilon(0.2));
    CHECK(said.sentence.find("rounding") == std::string::npos);
    CHECK(said.sentence.find("exact") == std::string::npos);
  }
  CHECK(Run("noise=0&d=2").description().sentence.find("exact to rounding") != std::string::npos);
}

TEST_CASE("the title claims that a doubling halves only where the measured power is near it") {
  const Run steep("n=1&d=3&most=256&sets=4");
  CHECK(steep.study().slope() < -1.3);
  CHECK(steep.description().title.ends_with("falls like N to the power " + plot::fixed(steep.study().slope(), 2)));
  const Run usual("sets=24");
  CHECK(std::abs(usual.study().slope() + 1) < 0.1);
  CHECK(usual.description().title.ends_with("every doubling of N halves the error above the noise"));
}

TEST_CASE("the reading gives the sequences that halve the error") {
  const Run result("sets=24");
  const auto reading = result.study().read(520);
  CHECK(reading.N == 512);
  CHECK(reading.error == result.floor + reading.excess);
  REQUIRE(reading.halving == Halving::reached);
  CHECK(reading.needed == doctest::Approx(2 * 512 - 41).epsilon(0.08));
  const auto last = result.study().read(1e9);
  CHECK(last.halving == Halving::beyond);
  CHECK(last.needed == 2 * 4096 - 41);
  CHECK(result.study().read(8).over_peak);
  CHECK_FALSE(reading.over_peak);
  const Run exact("noise=0");
  CHECK(exact.study().read(512).halving == Halving::nothing);
  CHECK(exact.study().read(32).needed == 40);
}

TEST_CASE("every number of the curve stands in the table") {
  const Run result("most=128&sets=3");
  const auto description = result.description();
  for (std::size_t k = 0; k < result.N.size(); ++k) {
    const std::string N = "N = " + plot::whole(result.N[k]) + ": ";
    CHECK(bench::cell(description, N + "median error") == plot::number(result.floor + result.median[k], 4));
    const auto column = result.excess.col(static_cast<Index>(k));
    CHECK(bench::cell(description, N + "above the floor, each data set") ==
          plot::number(column(0)) + ", " + plot::number(column(1)) + ", " + plot::number(column(2)));
    std::vector<double> rising(column.begin(), column.end());
    std::ranges::sort(rising);
    CHECK(result.median[k] == rising[1]);
    CHECK(result.low[k] == doctest::Approx((rising[0] + rising[1]) / 2));
  }
}

TEST_CASE("a press in the plot moves the marker there, a drag takes it along, and nothing is computed again") {
  figures::View view(figure());
  bench::Log log;
  const auto bytes = bench::run(figure(), view.values(), log);
  REQUIRE(bytes);
  REQUIRE(view.show(*bytes, {}, false));
  plot::HeadlessContext headless;
  const plot::Look look{.width = 1080, .height = 560};
  float foot = 0;  // of the plot, where the handle stands
  const auto frame = [&](plot::Point at, bool down) {
    headless.pointer.next(at, true, down, false);
    headless.frame(look, [&](plot::Canvas& canvas) {
      foot = 560 - 2 - 6 - 2 * plot::line_height(canvas, plot::Size::small);
      view.draw(canvas, false);
    });
    return view.values().number("N");
  };
  CHECK(frame({600, 300}, false) == 40);  // pointing alone moves nothing
  view.values().set("at", 30);            // the film is on its way
  const double far = frame({600, 300}, true);
  CHECK(far > 512);
  CHECK(view.values().number("at") == figures::samples::kFilm);
  const double near = frame({120, 300}, true);
  CHECK(near < 40);
  CHECK(near >= 4);
  CHECK(frame({5000, 300}, true) == 4096);  // beyond the plot: the last N that was tried
  CHECK(frame({600, 300}, false) == 4096);
  // The handle, above the axis, on it and below.
  for (const float below : {-6.F, 0.F, 3.F, 6.F}) {
    CAPTURE(below);
    view.values().set("N", 40);
    frame({300, foot + below}, false);
    const double taken = frame({300, foot + below}, true);
    CHECK(taken != 40);
    CHECK(frame({500, foot + below}, true) > taken);
    frame({500, foot + below}, false);
  }
  CHECK_FALSE(view.is_stale());
}

TEST_CASE("the walk is what each fit answers along a half turn, and the truth what the layer does") {
  for (const char* query : {"most=128&sets=1", "most=64&sets=1&targets=all&n=3", "d=3&most=64&sets=1&labels=softmax"}) {
    CAPTURE(std::string(query));
    const Values values = settings(query);
    const Run result(query);
    const auto source = figures::samples::open_source(values);
    const auto targets = source->shape().targets;
    const auto ends = source->block(Split::test, 0, 2);
    for (std::size_t at = 0; at < result.N.size(); ++at) {
      const auto N = static_cast<Index>(result.N[at]);
      const auto solution = learner::solve_least_squares(source->block(Split::train, 0, N), targets);
      REQUIRE(solution);
      for (const int k : {0, 7, figures::samples::kWalk / 2, figures::samples::kWalk - 1}) {
        const double t = 3.14159265358979323846 * k / (figures::samples::kWalk - 1);
        const Matrix Z = std::cos(t) * ends[0].Z + std::sin(t) * ends[1].Z;
        const Matrix answer = learner::evaluate_folded(solution->p, Z, learner::Targets::last);
        const double room = result.N[at] == result.setting.threshold ? 1e-3 : 1e-6;
        CHECK(result.walk_fits(k, static_cast<Index>(at)) ==
              doctest::Approx(answer(result.walk_output, 0)).epsilon(room));
        if (result.setting.softmax || at > 0) continue;
        const Matrix truth = learner::attend(source->truth(), Z, learner::Targets::last);
        CHECK(result.walk_truth(k) == doctest::Approx(truth(result.walk_output, 0)).epsilon(1e-9));
      }
    }
    // The opposite of the first question has the opposite answer: answers of linear attention are cubic.
    if (result.setting.softmax) continue;
    CHECK(result.walk_truth(figures::samples::kWalk - 1) == doctest::Approx(-result.walk_truth(0)));
  }
}

TEST_CASE("samples: while N grows the title says how far, and theory and the finding come in the end") {
  figures::View view(figure());
  view.values() = settings("d=3&most=256");
  bench::Log log;
  const auto bytes = bench::run(figure(), view.values(), log);
  REQUIRE(bytes);
  REQUIRE(view.show(*bytes, {}, false));
  plot::HeadlessContext headless;
  const auto titled = [&](double at) {
    view.values().set("at", at);
    return view.describe().title;
  };
  const auto drawn = [&](std::string_view words) {
    return view.svg(headless, {.width = 1000, .height = 560}).find(words) != std::string::npos;
  };
  CHECK(titled(0) == "How much data is enough?");
  CHECK(titled(65) == "How much data is enough?");
  CHECK_FALSE(drawn("theory"));
  CHECK(titled(75) == "The errors that theory expects");
  CHECK(titled(100).starts_with("Worst at 18 sequences"));
  CHECK(drawn("theory"));
  // The marker that the sentence reads is the one in the picture.
  view.values().set("at", 30);
  const Run at_start("d=3&most=256");
  const std::string sentence = view.describe().sentence;
  CAPTURE(sentence);
  const double shown = figures::samples::moment_of(at_start, view.values()).N;
  const auto reading = at_start.study().read(shown);
  CHECK(reading.N < 256);
  CHECK(sentence.find("At the marker: " + plot::number(reading.error)) != std::string::npos);
  // A fit that bends to noise at the peak goes far beyond the truth, and comes back.
  const Run result("d=3&most=256");
  const auto furthest = [&](double N) {
    const auto column = static_cast<Index>(at(result, N)) * result.setting.sets;
    const auto fits = result.walk_fits.middleCols(column, result.setting.sets);
    return (fits.colwise() - result.walk_truth).cwiseAbs().maxCoeff();
  };
  CHECK(furthest(18) > 20 * furthest(256));
}

TEST_CASE("the pointer on a dot says its number, its data set and its errors") {
  figures::View view(figure());
  view.values() = settings("noise=0&sets=1&most=16&d=2");
  bench::Log log;
  const auto bytes = bench::run(figure(), view.values(), log);
  REQUIRE(view.show(*bytes, {}, false));
  plot::HeadlessContext headless;
  std::string said;
  for (float x = 40; x < 640; x += 12) {
    for (float y = 100; y < 400; y += 12) {
      headless.pointer.next({x, y}, true, false, false);
      headless.frame({}, [&](plot::Canvas& canvas) {
        view.draw(canvas, false);
        if (canvas.tip.find("data set 1 of 1") != std::string::npos) said = canvas.tip;
      });
    }
  }
  CHECK(said.find("error on fresh sequences") != std::string::npos);
}

TEST_CASE("samples: the live sentence follows the marker") {
  const Run result("d=3&most=256");
  const auto at = [&](double N) {
    Values values = result.values;
    values.set("N", N);
    return figures::samples::describe(result, bench::context(values)).sentence;
  };
  CHECK(at(32) != at(256));
  const auto reading = result.study().read(32);
  CHECK(at(32).find("At the marker: " + plot::number(reading.error)) != std::string::npos);
  CHECK(at(32).find('$') == std::string::npos);
}

TEST_CASE("samples: while N grows the marker, its slider and its words have one N, which was tried") {
  const Run result("d=3&most=256");
  Values values = result.values;
  values.set("N", 64);
  double before = 0;
  for (int at = 0; at <= figures::samples::kFilm; at += 5) {
    values.set("at", at);
    const double N = figures::samples::stands(result, "N", bench::context(values));
    CHECK(std::ranges::count(result.N, N) == 1);
    CHECK(figures::samples::say(result, "at", bench::context(values))
              .ends_with(at > 68 && at < 100 ? "theory" : plot::whole(N)));
    if (at < 68) CHECK(N >= std::exchange(before, N));
  }
  CHECK(before == 256);
  CHECK(figures::samples::stands(result, "N", bench::context(values)) == 64);
}

TEST_CASE("samples: an error is not 0 %, and a peak far below the unknowns does not stand at them") {
  const auto said = [](const char* query) {
    const Run result(query);
    return figures::samples::describe(result, bench::context(result.values)).sentence;
  };
  const std::string small = said("d=2&noise=0&lambda=0.000001");
  CHECK(small.find(" 0 % of") == std::string::npos);
  CHECK(small.find("10⁻¹⁰ times that of answering 0") != std::string::npos);
  CHECK(said("d=3&noise=1&lambda=0.001").find("At N = 11 the median peaks at ") != std::string::npos);
  CHECK(said("d=3").find("At N = 18, about as many equations as unknowns,") != std::string::npos);
}
