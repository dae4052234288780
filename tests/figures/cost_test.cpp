// Figure "cost": its claims at their numbers, its rates and times, its words, and its marker under the reader's hand.
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "figures/bench.hpp"
#include "figures/cost/cost.hpp"
#include "plot/number.hpp"

namespace {

using namespace figures::cost;
using figures::Values;

const figures::Figure& figure() { return *figures::find("cost"); }

Values settings(std::string_view query) { return bench::values_of(figure(), query); }

Result run(std::string_view query) { return bench::result_of(figures::cost::run, settings(query)); }

figures::Description described(std::string_view query, std::vector<double> times = {}) {
  static const Result result = run("repeats=1&run=4");
  const Values values = settings(query);
  const Values ran = settings("repeats=1&run=4");
  return describe(result, {.settings = ran, .values = values, .times = times});
}

const std::vector<double> kTimes = {5, 20, 10, 4, 60, 3};

}  // namespace

TEST_CASE("the theorem and a choice of N are kept apart, and a million GPT-3s is one choice") {
  CHECK(theorem_sequences(16, 0.1, 1) == std::ceil((65536 + std::log(20.0)) / 0.1));
  for (const char* query : {"", "n=1&eps=1", "n=32&eps=0.01", "n=4096&eps=0.001&c=1000"}) {
    CAPTURE(std::string(query));
    Values values = settings(query);
    const double N = Setting(values).claimed_sequences();
    // Solved by halving, not by the formula.
    double low = 0;
    double high = 1e30;
    for (int k = 0; k < 300; ++k) {
      const double middle = (low + high) / 2;
      const double flops = 2 * theorem_time(12288, values.number("n"), middle, values.number("eps"));
      (flops < 1e6 * 3.14e23 ? low : high) = middle;
    }
    CHECK(N == doctest::Approx(low).epsilon(1e-12));
    figure().act("claim", values);
    const Setting setting = Setting(values);
    CHECK(setting.d == 12288);
    CHECK(setting.from == NumberFrom::chosen);
    CHECK(setting.paper_time(setting.d) == doctest::Approx(1e6 * kGpt3).epsilon(5e-3));  // N to three digits
    CHECK(setting.theorem_time(setting.d) ==
          theorem_time(12288, setting.n, theorem_sequences(12288, setting.eps, setting.c), setting.eps));
    CHECK(setting.theorem_time(setting.d) > 1000 * setting.paper_time(setting.d));
    // What the theorem asks for is another number.
    CHECK(theorem_sequences(12288, setting.eps, 1) > 1000 * setting.chosen);
  }
  // At n = 1, eps = 1 the claim's N is 6.9·10¹², and the theorem's 3,311 times as large.
  const auto values = settings("n=1&eps=1");
  const Setting plain(values);
  CHECK(plain.claimed_sequences() == doctest::Approx(6.886e12).epsilon(1e-3));
  CHECK(theorem_sequences(12288, 1, 1) / plain.claimed_sequences() == doctest::Approx(3311).epsilon(1e-3));
}

TEST_CASE("where N comes from decides it: the theorem, as many equations as unknowns, or the reader") {
  CHECK(Setting(settings("from=theorem&eps=1&c=10")).sequences(8) == std::ceil(10 * (4096 + std::log(20.0))));
  CHECK(Setting(settings("from=enough")).sequences(16) == 2176);
  CHECK(Setting(settings("from=enough&targets=all&n=32")).sequences(16) == 136);
  CHECK(Setting(settings("from=enough&targets=all&n=3")).sequences(4) == 14);
  CHECK(Setting(settings("from=chosen&N=1000")).sequences(4) == 1000);
  CHECK(Setting(settings("from=chosen&N=1000")).sequences(12288) == 1000);
}

TEST_CASE("the dual way is cheaper below about as many targets as unknowns, and is then the one shown") {
  const Values few = settings("d=16&from=chosen&N=100&n=32");
  const Values many = settings("d=16&from=chosen&N=100000&n=32");
  CHECK(Setting(few).route == Route::dual);
  CHECK(Setting(many).route == Route::primal);
  const Values told = settings("d=16&from=chosen&N=100000&n=32&route=dual");
  CHECK(Setting(told).route == Route::dual);
  const auto words = figures::Description(described("d=16&from=chosen&N=100&n=32"));
  CHECK(bench::cell(words, "Dual: in all, the cheaper way", 2) ==
        plot::number(cost_of(Route::dual, Setting(few).sizes(16)).work(), 4));
  CHECK(words.sentence.find("So few leave W open") != std::string::npos);
}

TEST_CASE("a span of time is named by the longest that people know and that is shorter") {
  CHECK(in_human_terms(0) == "less than a blink");
  CHECK(in_human_terms(0.149) == "less than a blink");
  CHECK(in_human_terms(0.15) == "longer than a blink");
  CHECK(in_human_terms(59.9) == "longer than a blink");
  CHECK(in_human_terms(60) == "longer than a minute");
  CHECK(in_human_terms(3599) == "longer than a minute");
  CHECK(in_human_terms(3600) == "longer than an hour");
  CHECK(in_human_terms(0.999 * kYear) == "longer than a day");
  CHECK(in_human_terms(kYear) == "longer than a year");
  CHECK(in_human_terms(4e6 * kYear) == "longer than our species is old");
  CHECK(in_human_terms(1.49 * 13.8e9 * kYear) == "longer than the age of the universe");
  CHECK(in_human_terms(1.51 * 13.8e9 * kYear) == "1.5 times the age of the universe");
  CHECK(in_human_terms(3.31 * 13.8e9 * kYear) == "3.3 times the age of the universe");
  CHECK(in_human_terms(1e60).find("times the age of the universe") != std::string::npos);
  for (std::size_t k = 1; k < kSpans.size(); ++k) CHECK(kSpans[k].seconds > kSpans[k - 1].seconds);
}

TEST_CASE("a rate is work over time, and nothing is claimed where nobody measured or a clock was too coarse") {
  const Result result = run("repeats=2&run=5");
  const auto device = device_of(result, kTimes);
  REQUIRE(device);
  CHECK(device->products == doctest::Approx(result.products.work / 0.020));
  CHECK(device->cholesky == doctest::Approx(result.cholesky.work / 0.010));
  CHECK(device->spectrum == doctest::Approx(result.spectrum.work / 0.004));
  const Sizes sizes = run_sizes(5);
  const auto trial = trial_of(result, sizes, kTimes);
  REQUIRE(trial);
  CHECK(trial->took == doctest::Approx(0.060 / static_cast<double>(result.algorithm.times)));
  const RouteCost cost = cost_of(Route::primal, {.d = 5, .n = 32, .N = 300});
  const double products = cost.of(Part::features).work + cost.of(Part::sums).work;
  const double cholesky = cost.of(Part::factor).work + cost.of(Part::solve).work;
  const double spectrum = cost.of(Part::spectrum).work + cost.of(Part::heads).work;
  CHECK(trial->predicted ==
        doctest::Approx(products / device->products + cholesky / device->cholesky + spectrum / device->spectrum));
  for (const std::vector<double>& times : {std::vector<double>{},
                                           {5, 20, 10},
                                           {5, 20, 0, 4, 60, 3},
                                           {5, 0.01, 10, 4, 60, 3},
                                           {5, 20, 10, std::nan(""), 60, 3}}) {
    CHECK_FALSE(device_of(result, times));
    CHECK_FALSE(trial_of(result, sizes, times));
  }
  CHECK(device_of(result, std::vector<double>{5, 20, 10, 4, 0, 3}));
  CHECK_FALSE(trial_of(result, sizes, std::vector<double>{5, 20, 10, 4, 0, 3}));
}

TEST_CASE("each kernel ran as often as asked, counted its work by the formulas, and was right") {
  for (const char* query :
       {"", "repeats=1&run=2", "repeats=4&run=3&seed=5", "repeats=2&run=8&seed=77", "repeats=8&run=6&seed=9999"}) {
    CAPTURE(std::string(query));
    const Values values = settings(query);
    const Result result = run(query);
    const double repeats = values.number("repeats");
    CHECK(result.products.times == repeats);
    CHECK(result.cholesky.times == repeats);
    CHECK(result.spectrum.times == 4 * repeats);
    CHECK(static_cast<double>(result.algorithm.times) >= repeats / 2);
    const RouteCost products = cost_of(Route::primal, {.d = 9, .n = 32, .N = 128});
    CHECK(result.products.work == repeats * (products.of(Part::features).work + products.of(Part::sums).work));
    CHECK(result.cholesky.work == repeats * 256 * 257 * 258 / 6);
    const double d = values.number("run");
    const RouteCost whole = cost_of(Route::primal, {.d = d, .n = 32, .N = 4 * Sizes{.d = d}.unknowns()});
    CHECK(result.algorithm.work == static_cast<double>(result.algorithm.times) * whole.work());
    // Rounding, of sums of some hundred terms.
    CHECK(result.products.residual < 1e-13);
    CHECK(result.cholesky.residual < 1e-12);
    CHECK(result.spectrum.residual < 1e-12);
    CHECK(result.algorithm.residual < 1e-8);
    CHECK(result.algorithm.residual > 0);
  }
}

TEST_CASE("the largest settings print numbers, and every part of both ways is in the table") {
  for (const char* query :
       {"d=12288&eps=0.001&c=1000&n=4096&targets=all", "d=12288&from=chosen&N=1e18&n=4096&targets=all&route=dual",
        "d=2&n=1&from=chosen&N=1", "d=2&c=0.001&eps=1", "d=12288&from=enough&n=1"}) {
    for (const std::vector<double>& times :
         {std::vector<double>{}, kTimes, std::vector<double>{1, 1e-1, 1e9, 1e9, 1e9, 1}}) {
      CAPTURE(std::string(query));
      const auto description = described(query, times);
      CHECK(description.table.rows.size() == 7 + 2 * 7 + 1 + 7 + 7);
      std::string all = description.title + description.sentence;
      for (const auto& row : description.table.rows) {
        CHECK(row.size() == description.table.columns.size());
        for (const std::string& cell : row) {
          CHECK_FALSE(cell.empty());
          all += " " + cell;
        }
      }
      for (const char* bad : {"nan", "inf", "∞", "−"}) CHECK(all.find(bad) == std::string::npos);
      for (const char* part : {"Features", "Gram matrix", "Cholesky", "Solve for W", "SVD of W", "Heads"})
        CHECK(all.find("Primal: " + std::string(part)) != std::string::npos);
      for (const char* part : {"Features", "Kernel matrix", "Cholesky", "Solve for W", "SVD of W", "Heads"})
        CHECK(all.find("Dual: " + std::string(part)) != std::string::npos);
    }
  }
}

TEST_CASE("where nobody measured times are those of a billion multiply-adds a second, and it is said") {
  const auto silent = described("");
  CHECK(silent.title.find(", at 10⁹ multiply-adds a second, takes") != std::string::npos);
  CHECK(silent.title == described("speed=billion", kTimes).title);
  CHECK(silent.table.columns.back() == "Time at 10⁹ multiply-adds a second");
  const RouteCost cost = cost_of(Route::primal, Setting(settings("")).sizes(12288));
  CHECK(bench::cell(silent, "Primal: Cholesky", 4) == plot::duration(cost.of(Part::factor).work / 1e9));
  CHECK(bench::cell(silent, "Measured: Cholesky of 256 rows", 4) == "not measured");
  const auto timed = described("", kTimes);
  CHECK(timed.title.find(", on this device, takes") != std::string::npos);
  CHECK(timed.sentence.find("was predicted to take") != std::string::npos);
  const Result result = run("repeats=1&run=4");
  const auto device = device_of(result, kTimes);
  REQUIRE(device);
  CHECK(bench::cell(timed, "Primal: Cholesky", 4) == plot::duration(cost.of(Part::factor).work / device->cholesky));
  const auto largest = described("speed=largest", kTimes);
  CHECK(bench::cell(largest, "Primal: Cholesky", 4) == plot::duration(cost.of(Part::factor).work / 1e18));
  CHECK(largest.title.find(", on one of the largest computers, takes") != std::string::npos);
}

// What the page's kept pictures rest on.
TEST_CASE("a picture at a fixed speed owes nothing to the machine, one at the measured speed does") {
  const auto picture = [](std::string_view query, const std::vector<double>& times) {
    plot::HeadlessContext headless;
    figures::View view(figure());
    bench::Log log;
    view.values() = settings(query);
    const auto bytes = bench::run(figure(), settings("repeats=1&run=4"), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, times, false));
    const std::string svg = view.svg(headless, {.width = 1000, .height = 620});
    return svg.substr(svg.find("</desc>"));  // the words say what was measured, whatever is drawn
  };
  const std::vector<double> slow = {50, 200, 100, 40, 600, 30};
  CHECK(picture("speed=billion", kTimes) == picture("speed=billion", slow));
  CHECK(picture("", kTimes) != picture("", slow));
}

TEST_CASE("at any width the picture says what takes so long, at which size and speed, and the ruler in which unit") {
  plot::HeadlessContext headless;
  figures::View view(figure());
  bench::Log log;
  view.values() = settings("speed=billion");
  const auto bytes = bench::run(figure(), settings("repeats=1&run=4"), log);
  REQUIRE(bytes);
  REQUIRE(view.show(*bytes, {}, false));
  for (const float width : {352.F, 980.F}) {
    CAPTURE(width);
    const std::string svg = view.svg(headless, {.width = width, .height = 600});
    const std::string drawn = svg.substr(svg.find("</desc>"));
    for (const std::string_view words : {">Learning one layer: 1.6·10²⁴ years<", "12,288", "10⁹", "multiply-adds"})
      CHECK_MESSAGE(drawn.contains(words), words);
    const auto height = [&](const std::string& words) {
      const std::size_t at = drawn.find(">" + words + "<");
      REQUIRE_MESSAGE(at != std::string::npos, words);
      return std::stod(drawn.substr(drawn.rfind(" y=\"", at) + 4));
    };
    // 13.8 billion years, by the decades above it; heights are rounded to pixels.
    const double decade = (height("10¹⁵ years") - height("10²⁵ years")) / 10;
    CHECK(std::abs(height("age of the universe") - height("10¹⁵ years") - decade * (15 - std::log10(13.8e9))) < 1.5);
  }
}

TEST_CASE("the film climbs from d = 2 by equal factors, says how long each size takes, and the result at its end") {
  for (const int climb : {0, 40, 150, 299, 300}) {
    CAPTURE(climb);
    const auto said = described("climb=" + std::to_string(climb));
    const double d = std::round(std::exp(std::log(2.0) + std::log(6144.0) * climb / 300));
    CHECK(bench::cell(said, "Token size", 2) == plot::whole(d));
    const double q = d * (d + 1) / 2;
    const double N = std::ceil((d * d * d * d + std::log(20.0)) / 0.1);
    CHECK(bench::cell(said, "Primal: Gram matrix", 2) == plot::number(N * (q * (q + 1) * (q + 1) / 2 + q * d * d), 4));
    CHECK((said.title.find("Learning at") != std::string::npos) == (climb == 300));
  }
  const Values half = settings("climb=150");
  CHECK(say({}, "climb", bench::context(half)) == "d = 157");  // 2 √6144
  CHECK(say({}, "d", bench::context(half)).empty());
  // It ends where the reader has put the marker, and the curves go on.
  const Values bert = settings("d=768&climb=250");
  CHECK(Setting(bert).d == 768);
  CHECK(Setting(bert).front > 2000);
  CHECK(described("d=768&climb=0").title == "At d = 2 it takes less than a blink");
  CHECK(described("d=768").title.starts_with("Learning at BERT’s width, "));
}

namespace {

// A view of a measured device, pressed and dragged.
struct Touched {
  plot::HeadlessContext headless;
  figures::View view{figure()};
  plot::Look look;

  Touched(float width, float height, std::string_view query) : look{.width = width, .height = height} {
    bench::Log log;
    view.values() = settings(query);
    const auto bytes = bench::run(figure(), settings("repeats=1&run=4"), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, kTimes, false));
  }
  std::string frame(plot::Point at, bool down) {
    std::string tip;
    headless.pointer.next(at, true, down, false);
    headless.frame(look, [&](plot::Canvas& canvas) {
      view.draw(canvas, false);
      tip = canvas.tip;
    });
    return tip;
  }
  double d() { return view.values().number("d"); }
};

}  // namespace

TEST_CASE("a press or drag moves the marker, ends the film, and it snaps to the sizes that are marked") {
  for (const float width : {1080.F, 360.F}) {
    Touched figure(width, width > 600 ? 670.F : 576.F, "climb=30");
    const float left = width > 600 ? 200 : 150;
    figure.frame({left, 200}, false);
    CHECK(figure.d() == 12288);
    figure.frame({left, 200}, true);
    CHECK(figure.d() < 12288);
    CHECK(figure.view.values().integer("climb") == kClimb);
    double last = figure.d();
    std::vector<double> seen;
    for (float x = left; x < width; ++x) {
      figure.frame({x, 200}, true);
      seen.push_back(figure.d());
      CHECK(seen.back() >= last);
      last = seen.back();
    }
    for (const double mark : {768.0, 12288.0}) CHECK(std::ranges::count(seen, mark) >= 5);
    // What moves only the marker needs no new run.
    CHECK(figure.view.values().to_query(figures::Which::result) == settings("").to_query(figures::Which::result));
    figure.frame({300, 200}, false);
    const double released = figure.d();
    figure.frame({100, 200}, false);
    CHECK(figure.d() == released);
  }
}

TEST_CASE("who sets the token size ends the film, so that it is what is shown, unless a link says where the film is") {
  figures::View view(figure());
  const auto climb = [&] { return view.values().integer("climb"); };
  CHECK(view.read_query("climb=40&d=768").empty());
  CHECK(climb() == 40);
  view.set_stop("d", 3);
  CHECK(climb() == kClimb);
  CHECK(Setting(view.values()).d == 6);
  const std::array<std::function<void()>, 3> ways = {[&] { view.set("d", 30); }, [&] { view.step("d", 1); },
                                                     [&] { view.read_query("d=1000"); }};  // typed
  for (const auto& way : ways) {
    view.set("climb", 40);
    way();
    CHECK(climb() == kClimb);
  }
  view.set("climb", 40);
  view.set("n", 4);
  CHECK(climb() == 40);
}

TEST_CASE("the handle can be grabbed at both ends, with its half that stands outside the plot") {
  for (const char* view : {"view=time", "view=parts"}) {
    CAPTURE(view);
    // Where the plot begins and ends: the first and the last place in which a drag still moves the marker.
    Touched figure(1080, 670, view);
    figure.frame({400, 300}, true);
    float left = 400, right = 400;
    for (float x = 0; x < 1080; ++x) {
      figure.frame({x, 300}, true);
      if (figure.d() == 2) left = x;
      if (figure.d() == 12288 && right == 400) right = x;
    }
    figure.frame({400, 300}, false);
    for (const float x : {left - 4, right + 8}) {
      figure.frame({x, 300}, false);
      figure.frame({x, 300}, true);
      figure.frame({400, 300}, true);
      CHECK(figure.d() != 2);
      CHECK(figure.d() != 12288);
      figure.frame({x, 300}, true);
      figure.frame({x, 300}, false);
    }
  }
}

TEST_CASE("pointing says the exact numbers: of a token size, of the claim, and of a part's formula and bytes") {
  std::string said;
  const auto sweep = [&](std::string_view query, plot::Point from, plot::Point to, int steps) {
    Touched figure(1080, 670, query);
    for (int k = 0; k <= steps; ++k) {
      const float t = static_cast<float>(k) / static_cast<float>(steps);
      said += figure.frame({std::lerp(from.x, to.x, t), std::lerp(from.y, to.y, t)}, false) + "\n";
    }
  };
  const char* parts = "view=parts&d=768&speed=billion";
  sweep(parts, {350, 450}, {420, 450}, 20);             // the chart around BERT's width
  sweep(parts, {541, 200}, {541, 400}, 40);             // what stands at GPT-3's
  sweep(parts, {800, 120}, {800, 340}, 20);             // the parts
  sweep("speed=billion", {700, 400}, {850, 400}, 150);  // beside the ruler
  const Sizes sizes = Setting(settings("d=768")).sizes(768);
  const double seconds = cost_of(Route::primal, sizes).work() / 1e9;
  for (const std::string& words :
       {std::string("$d$ = 768, $N$ = 3.48·10¹²"), std::string("dual, in all: 7.02·10³⁶"),
        std::string("the theorem’s time, its own N: 2.48·10²⁸"),
        std::string("“A million times GPT-3”\nN d⁴n/ε is that much at d = 12,288 for N = 3.36·10⁸"),
        "10d⁶ = 10·768⁶ = " + plot::number(cost_of(Route::primal, sizes).of(Part::spectrum).work, 6) + " multiply-adds",
        std::string("8ψ² = "),
        "$d$ = 768\nthe theorem’s $N$ examples: " + plot::duration(seconds) + ", " + in_human_terms(seconds),
        std::string("\nthe least $N$ examples: ")}) {
    CAPTURE(words);
    CHECK(said.find(words) != std::string::npos);
  }
}

// Of one token z the features are the entries of z z^T (x) z. Their rank is measured here, on random tokens.
TEST_CASE("the least N is named where so many sequences decide everything, and of single tokens none do") {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const int tokens : {1, 2, 5}) {
    CAPTURE(tokens);
    constexpr int d = 4;
    const auto unknowns = static_cast<Eigen::Index>(just_enough(d, tokens, false));
    Eigen::MatrixXd features(d * d * d, unknowns);
    for (Eigen::Index k = 0; k < unknowns; ++k) {
      Eigen::MatrixXd Z(d, tokens);
      for (double& entry : Z.reshaped()) entry = normal(random);
      const Eigen::MatrixXd G = Z * Z.transpose();
      for (int row = 0; row < d; ++row) features.col(k).segment(row * d * d, d * d) = Z(row, tokens - 1) * G.reshaped();
    }
    const bool decided = Eigen::FullPivLU<Eigen::MatrixXd>(features).rank() == unknowns;
    const Values values = settings("n=" + std::to_string(tokens));
    const Setting setting(values);
    CHECK((name_of(setting, NumberFrom::enough) == "the least $N$ examples") == decided);
  }
}

TEST_CASE("to measure again takes the next seed, which is another run; the claim is only another picture") {
  Values values = settings("");
  const std::string before = values.to_query(figures::Which::result);
  figure().act("claim", values);
  CHECK(values.to_query(figures::Which::result) == before);
  figure().act("again", values);
  CHECK(values.number("seed") == 2);
  CHECK(values.to_query(figures::Which::result) != before);
}

TEST_CASE("what is once as much is said to be as much") {
  CHECK(gpt3s(kGpt3) == "as much as the training of GPT-3");
  CHECK(gpt3s(2 * kGpt3) == "2 times the training of GPT-3");
  CHECK(bench::cell(described(""), "Measured: moments at d = 9", 1).find("1 run;") == 0);
}

TEST_CASE("fewer sequences than with constant one are not said to be promised nothing: nobody knows the constant") {
  figures::View view(figure());
  view.values() = settings("from=enough&repeats=1&run=4&view=parts");
  bench::Log log;
  const auto bytes = bench::run(figure(), view.values(), log);
  REQUIRE(bytes);
  REQUIRE(view.show(*bytes, {}, false));
  plot::HeadlessContext headless;
  const std::string picture = view.svg(headless, {.width = 1300, .height = 900});
  CHECK(picture.find("promises nothing") == std::string::npos);
  CHECK(picture.find("fewer than with") != std::string::npos);
}

TEST_CASE("fewer sequences than unknowns are said to leave W open, whoever gives their number") {
  const std::string few = "So few leave W open: it takes 288";
  CHECK(described("c=0.001&eps=1&d=8").sentence.find(few) != std::string::npos);
  CHECK(described("c=1&eps=1&d=8").sentence.find(few) == std::string::npos);
}

TEST_CASE("a whole number beyond 2⁵³, where doubles are 2 apart, is one that N can be") {
  CHECK(std::abs(settings("from=chosen&N=11164741673577186").number("N") - 11164741673577186.0) <= 2);
}
