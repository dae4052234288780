// The second view of figure "samples", the sequences that each token size needs, against the learner asked directly.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "figures/bench.hpp"
#include "figures/samples/evaluator.hpp"
#include "learner/least_squares.hpp"
#include "learner/model.hpp"

namespace {

using figures::Values;
using figures::samples::kLeastSize;
using figures::samples::kMostSize;
using figures::samples::Result;
using figures::samples::Setting;
using learner::Index;

const figures::Figure& figure() { return *figures::find("samples"); }

Values settings(const std::string& query) {
  Values values(figure().parameters);
  REQUIRE(values.read_query("view=needed&" + query).empty());
  return values;
}

Result run(const Values& values) { return bench::result_of(figures::samples::run, values); }

// What the learner makes of the first N sequences of a data set, asked question by question, without the noise.
double direct_excess(const Values& values, Index set, Index N) {
  const auto source = figures::samples::open_source(values);
  REQUIRE(source);
  const auto targets = source->shape().targets;
  const auto block = source->block(learner::Split::train, figures::samples::first_of(set), N);
  const auto solution = learner::solve_least_squares(block, targets, {.lambda = values.number("lambda")});
  REQUIRE(solution);
  auto fresh = source->block(learner::Split::test, 0, figures::samples::kFresh);
  for (learner::Sequence& sequence : fresh) sequence.Y = learner::attend(source->truth(), sequence.Z, targets);
  return learner::test_error(solution->p, fresh, targets).mean();
}

figures::Description described(const Result& result, const Values& values) {
  return figures::samples::describe(result, bench::context(values));
}

}  // namespace

TEST_CASE("samples, needed: without noise as many sequences as unknowns over their equations, and not one fewer") {
  for (const char* query : {"noise=0&sets=3", "noise=0&sets=2&seed=7&n=3", "noise=0&sets=2&targets=all",
                            "noise=0&sets=2&targets=all&n=3", "noise=0&sets=2&n=1"}) {
    CAPTURE(std::string(query));
    const Values values = settings(query);
    const Result result = run(values);
    const double n = values.number("n");
    const bool all = values.choice("targets") == "all";
    REQUIRE(result.signals.size() == kMostSize - kLeastSize + 1);
    for (int d = kLeastSize; d <= 5; ++d) {
      CAPTURE(d);
      const double unknowns = n == 1 ? d * (d + 1) * (d + 2) / 6 : d * d * (d + 1) / 2;
      const auto counted = static_cast<Index>(std::ceil(unknowns / (all ? std::min<double>(n, d) : 1)));
      const auto column = result.needed.col(d - kLeastSize);
      std::vector<double> each(column.begin(), column.end());
      std::ranges::sort(each);
      CHECK(each[(each.size() - 1) / 2] == static_cast<double>(counted));
      const Values one = figures::samples::with_token_size(values, d);
      const double signal = result.signals[static_cast<std::size_t>(d - kLeastSize)];
      CHECK(direct_excess(one, 0, counted - 1) > 1e-6 * signal);
      CHECK(direct_excess(one, 0, counted) < 1e-12 * signal);
      CHECK(result.floors[static_cast<std::size_t>(d - kLeastSize)] == 0);
    }
  }
}

TEST_CASE("samples, needed: with noise each data set comes within the floor at its N, and not just before") {
  for (const char* query : {"sets=3", "sets=2&within=1.5&targets=all", "sets=2&noise=1&within=10&seed=3"}) {
    CAPTURE(std::string(query));
    const Values values = settings(query);
    const Result result = run(values);
    const double excess = (values.number("within") - 1) * values.number("noise") * values.number("noise");
    for (int d = kLeastSize; d <= 5; ++d) {
      const Values one = figures::samples::with_token_size(values, d);
      for (Index set = 0; set < result.needed.rows(); ++set) {
        CAPTURE(d);
        CAPTURE(set);
        const auto N = static_cast<Index>(result.needed(set, d - kLeastSize));
        REQUIRE(N > 1);
        CHECK(direct_excess(one, set, N) <= excess * 1.000001);
        CHECK(direct_excess(one, set, N - 1) > excess * 0.999999);
        // Never before the peak, where a fit to few data can be close by being small.
        if (result.needed(set, d - kLeastSize) >= Setting(one).threshold) continue;
        CHECK(direct_excess(one, set, static_cast<Index>(Setting(one).threshold)) <= excess);
      }
    }
  }
}

TEST_CASE("samples, needed: the headline says what the numbers are, and the table has all of them") {
  const Values values = settings("noise=0&sets=3");
  const Result result = run(values);
  const auto says = described(result, values);
  CHECK(says.title == "8 numbers in a token need 288 sequences: as many as there are unknowns, about d³/2, not d⁴");
  CHECK(says.sentence.find("6, 18, 40, 75, 126, 196, 288 sequences") != std::string::npos);
  CHECK(says.sentence.find("d to the power 2.80") != std::string::npos);
  CHECK(bench::cell(says, "Exponent of the growth with d") == "2.795");
  CHECK(bench::cell(says, "d = 4: sequences needed") == "40");
  CHECK(bench::cell(says, "d = 8: d⁴") == "4,096");
  CHECK(bench::cell(says, "d = 8: floor") == "0");
  // The slope is said as it was measured, and no power at all where there is none.
  const Values noisy = settings("");
  CHECK(described(run(noisy), noisy).title.ends_with("growing like d to the power 2.7, not 4"));
  const Values few = settings("sets=2&most=64");
  const auto short_of = described(run(few), few);
  CHECK(short_of.title == "8 numbers in a token need more than 64 sequences");
  CHECK(bench::cell(short_of, "Exponent of the growth with d").empty());
  const Values held = settings("sets=2&most=64&lambda=0.1");
  CHECK(described(run(held), held).sentence.find("No number of sequences is enough") != std::string::npos);
}

TEST_CASE("samples, needed: what is close before the peak is not called enough by one who cannot look past the peak") {
  const Values few = settings("noise=1&most=64&sets=1&seed=12");
  const Result result = run(few);
  CHECK(bench::cell(described(result, few), "d = 8: sequences needed") == "not known");
  // Close at 64, and far off where there are as many sequences as unknowns.
  const Values one = figures::samples::with_token_size(few, 8);
  CHECK(direct_excess(one, 0, 64) < 1);
  CHECK(direct_excess(one, 0, static_cast<Index>(Setting(one).threshold)) > 10);
}

TEST_CASE("samples, needed: it says how far it is, in small steps that only rise, and shows what is there") {
  for (const char* query : {"sets=2", "sets=2&noise=0", "sets=2&targets=all", "sets=1&labels=softmax",
                            "sets=2&lambda=0.01", "sets=2&most=16", "sets=1&n=1", "sets=2&within=1.1"}) {
    CAPTURE(std::string(query));
    bench::Log log;
    log.previews = true;
    const Values values = settings(query);
    REQUIRE(bench::run(figure(), values, log));
    REQUIRE(log.fractions.size() > 100);  // the host may end it at each of them
    CHECK(std::ranges::is_sorted(log.fractions));
    double most = 0;
    for (std::size_t k = 1; k + 1 < log.fractions.size(); ++k)
      most = std::max(most, log.fractions[k] - log.fractions[k - 1]);
    CHECK(most < 0.12);
    CHECK(log.fractions[log.fractions.size() - 2] > 0.25);
    CHECK(log.fractions.back() == 1);
    CHECK(log.shown.size() == kMostSize - kLeastSize);
    for (const figures::Bytes& preview : log.shown) {
      figures::View view(figure());
      view.values() = values;
      REQUIRE(view.show(preview, {}, true));
      CHECK(view.describe().title.find("numbers in a token") != std::string::npos);
    }
  }
}

TEST_CASE("samples, needed: what cannot be is said and changes nothing; a fixed token size is no hindrance") {
  Values values = settings("sets=1&noise=0");
  const std::string before = values.to_query();
  CHECK(values.read_query("within=1").size() == 1);
  CHECK(values.read_query("within=much").size() == 1);
  CHECK(values.read_query("view=wanted").size() == 1);
  CHECK(values.to_query() == before);
  REQUIRE(values.fix("d", "").empty());
  CHECK(described(run(values), values).title.starts_with("8 numbers in a token need 288 sequences"));
  bench::Log log;
  const auto file = figure().jobs.front().run({.values = values, .text = {}}, log);
  REQUIRE(file);
  const std::string_view text(reinterpret_cast<const char*>(file->data()), file->size());
  CHECK(text.find("\"needed, d = 8\":[288]") != std::string_view::npos);
}

TEST_CASE("samples, needed: the pointer on a dot says its size, its data set and its number") {
  figures::View view(figure());
  view.values() = settings("noise=0&sets=1");
  bench::Log log;
  const auto bytes = bench::run(figure(), view.values(), log);
  REQUIRE(bytes);
  REQUIRE(view.show(*bytes, {}, false));
  plot::HeadlessContext headless;
  std::string said;
  for (float x = 20; x < 640; x += 12) {
    for (float y = 10; y < 400; y += 12) {
      headless.pointer.next({x, y}, true, false, false);
      headless.frame({}, [&](plot::Canvas& canvas) {
        view.draw(canvas, false);
        if (canvas.tip.find("data set 1 of 1: 40 sequences") != std::string::npos) said = canvas.tip;
      });
    }
  }
  CHECK(said.find("$d$ = 4") != std::string::npos);
  const std::string svg = view.svg(headless, {.width = 1000, .height = 560});
  for (const char* const words : {"288", "only its slope", "as many equations as unknowns"})
    CHECK(svg.find(words) != std::string::npos);
}
