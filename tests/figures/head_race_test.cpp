// Figure "head_race": what it publishes against plain loops, other formulas and other algorithms; going on; pointing.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "figures/bench.hpp"
#include "figures/head_race/head_race.hpp"
#include "learner/descent/training.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

namespace {

using namespace figures::head_race;
using figures::Bytes;
using figures::Values;
using learner::Targets;

const figures::Figure& figure() { return *figures::find("head_race"); }

Values values_of(std::string_view query) { return bench::values_of(figure(), query); }

// All models and one of the reader's, in little time.
constexpr std::string_view kSmall =
    "vary=all&epochs=20&N=32&T=5&runs=3&seed=5&own=linear&own_heads=3&own_layers=2&own_rate=0.03";

// Long enough for some runs to arrive, and not for others.
constexpr std::string_view kRace = "epochs=100&runs=4";

Bytes run(const Values& values, bench::Log& log, std::span<const std::byte> previous = {}) {
  const auto bytes = figure().compute({.values = values, .previous = previous}, log);
  REQUIRE(bytes);
  return *bytes;
}

Result read(std::span<const std::byte> bytes) {
  figures::Snapshot<Result> snapshot;
  REQUIRE(figures::from_bytes(bytes, snapshot));
  return std::move(snapshot.result);
}

Result result_of(std::string_view query) {
  bench::Log log;
  return read(run(values_of(query), log));
}

// The data of a run, as the figure says it draws them.
learner::Task task_of(int d, int T, int seed, std::size_t run) {
  return *learner::random_attention({.d = d,
                                     .d_out = 1,
                                     .n = T,
                                     .heads = 1,
                                     .targets = Targets::causal,
                                     .seed = static_cast<std::uint64_t>(seed) * 64 + run});
}

// A view with its result.
struct Shown {
  figures::View view{figure()};
  plot::HeadlessContext headless;
  plot::Look look{.width = 900, .height = 900};

  explicit Shown(std::string_view query) {
    view.values() = values_of(query);
    bench::Log log;
    REQUIRE(view.show(run(view.values(), log), {1.0, 3.0, 100.0}, false));
  }
  void frame(plot::Point at, bool down) {
    headless.pointer.next(at, true, down, false);
    bench::draw(headless, view, look, 1);
  }
  void click(plot::Point at) {
    for (const bool down : {false, true, false}) frame(at, down);
  }
};

}  // namespace

TEST_CASE("head_race: every curve is that of a plain loop over epochs") {
  const Result result = result_of(kSmall);
  REQUIRE(result.racers.size() == 9);
  for (const Racer& racer : result.racers) {
    const auto& [heads, layers, full, own, rate] = racer.entry;
    CAPTURE(long_name(racer.entry));
    for (std::size_t k = 0; k < 3; ++k) {
      const learner::Task task = task_of(2, 5, 5, k);
      const auto data = std::make_shared<const learner::Dataset>(
          learner::Dataset{task.shape(), task.block(learner::Split::train, 0, 32)});
      const auto fresh = task.block(learner::Split::test, 0, 64);
      const auto network = full ? learner::full_network(heads, layers, 4) : learner::experiment_network(heads, layers);
      auto training = learner::Training::begin(
          data, network, {.batch = 8, .epochs = 20, .schedule = {.rate = own ? 0.03 : 0.01}, .seed = 5 * 64 + k});
      REQUIRE(training);
      std::vector<double> errors = {training->test_error(fresh).mean()};
      while (!training->finished()) {
        REQUIRE(training->finish_epoch());
        errors.push_back(training->test_error(fresh).mean());
      }
      CHECK(racer.trials[k].errors == errors);
      CHECK_FALSE(racer.trials[k].lost);
    }
  }
}

TEST_CASE("head_race: of the associative memory errors are told on questions like the data and on Gaussian ones") {
  const Values values = values_of("task=memory&share=0.1&m=3&N=64&epochs=5&runs=2&vary=all&seed=3");
  bench::Log log;
  const auto result = read(run(values, log));
  const figures::Description description = describe(result, bench::context(values));
  for (std::size_t k = 0; k < 2; ++k) {
    const auto task = [&](double share) {
      return *learner::associative_memory({.key_dimension = 3, .gaussian_share = share, .seed = 3 * 64 + k});
    };
    const auto like = task(0.1).block(learner::Split::test, 0, 64);
    const auto gaussian = task(1).block(learner::Split::test, 0, 64);
    // Answers are six numbers, of which three are 0; answering 0 is as wrong as they are large.
    const auto power = [](std::span<const learner::Sequence> sequences) {
      double sum = 0;
      for (const auto& [Z, Y] : sequences) sum += Y.col(0).squaredNorm();
      return sum / (6.0 * static_cast<double>(sequences.size()));
    };
    CHECK(result.zero[k] == doctest::Approx(power(like)));
    CHECK(result.zero_elsewhere[k] == doctest::Approx(power(gaussian)));
    learner::Moments moments(task(1).shape());
    const auto data = std::make_shared<const learner::Dataset>(
        learner::Dataset{task(1).shape(), task(0.1).block(learner::Split::train, 0, 64)});
    REQUIRE(moments.add(data->sequences));
    const auto fit = learner::solve_minimum_norm(moments);
    REQUIRE(fit);
    CHECK(result.rank[k] == fit->rank);
    CHECK(unknowns_of(values) == 6 * 6 * 7 / 2);
    CHECK((result.lambda_min[k] == 0) == (static_cast<double>(fit->rank) < unknowns_of(values)));
    const double wrong = learner::test_error(fit->p, gaussian, Targets::last).mean();
    CHECK(result.closed_elsewhere[k] == doctest::Approx(wrong).epsilon(1e-6).scale(1e-20));
    auto training = learner::Training::begin(data, learner::experiment_network(8, 1),
                                             {.batch = 8, .epochs = 5, .schedule = {.rate = 0.01}, .seed = 3 * 64 + k});
    REQUIRE(training);
    while (!training->finished()) REQUIRE(training->finish_epoch());
    CHECK(result.racers[3].trials[k].errors.back() == training->test_error(like).mean());
    CHECK(result.racers[3].trials[k].elsewhere.back() == training->test_error(gaussian).mean());
  }
  CHECK(description.sentence.contains("of no run pass the certificate: they see "));
}

// After a race on the associative memory, of layers of one head, two, .. with such errors on questions like the data
// and on Gaussian ones.
figures::Description told_of(std::initializer_list<std::pair<double, double>> errors, double lambda_min) {
  Result result;
  result.zero = result.zero_elsewhere = {1};
  result.closed = result.closed_elsewhere = {1e-30};
  result.lambda_min = {lambda_min};
  result.rank = {36};
  for (const auto& [here, elsewhere] : errors) {
    auto& racer = result.racers.emplace_back();
    racer.entry.heads = static_cast<int>(result.racers.size());
    racer.trials = {
        {.errors = std::vector<double>(6, here), .elsewhere = std::vector<double>(6, elsewhere), .kept = {}}};
  }
  return describe(result, bench::context(values_of("task=memory&epochs=5&runs=1")));
}

TEST_CASE("head_race: a model learned the data better than the rule where its errors elsewhere are 30 times as large") {
  const auto title = [](double one, double two, double lambda_min) {
    return told_of({{1e-4, one}, {1e-4, two}}, lambda_min).title;
  };
  CHECK(title(1e-4, 0.004, 0) == "2 heads learned the data better than the rule");
  CHECK(title(0.004, 0.004, 0.1) == "1 head and 2 heads learned the data better than the rule");
  CHECK(title(0.0008, 1e-4, 0.1) == "What descent learned from certified data holds for other questions too");
  CHECK(title(0.002, 1e-4, 0.1).contains("needs no luck"));
  CHECK(title(0.0008, 1e-4, 0).contains("needs no luck"));
  CHECK(title(0.002, 0.002, 0.1).contains("needs no luck"));
}

TEST_CASE("head_race: of other questions a model is told that the title speaks of, not one that learned nothing") {
  const auto says = [](const figures::Description& told, std::string_view name, std::string_view errors) {
    return told.sentence.contains("the error of " + std::string(name) + ", over that of answering 0, is " +
                                  std::string(errors) + " on Gaussian ones.");
  };
  const auto local = told_of({{0.012, 387}, {2e-4, 0.02}, {2e-4, 0.04}, {2e-4, 2e-4}}, 0);
  CHECK(local.title == "2 heads and 3 heads learned the data better than the rule");
  CHECK(says(local, "3 heads", "2·10⁻⁴ on questions like the data, 0.04"));
  const auto everywhere = told_of({{0.057, 1.5}, {2e-4, 2e-4}, {2e-4, 3e-4}}, 0.1);
  CHECK(everywhere.title == "What descent learned from certified data holds for other questions too");
  CHECK(says(everywhere, "3 heads", "2·10⁻⁴ on questions like the data, 3·10⁻⁴"));
  CHECK(says(told_of({{0.5, 387}, {0.02, 0.9}}, 0), "2 heads", "0.02 on questions like the data, 0.9"));
}

TEST_CASE("head_race: answering 0 is as good as a leader within a twentieth of it, on either side") {
  const auto sentence = [](double error) { return told_of({{error, 1}, {2, 2}}, 0).sentence; };
  CHECK_FALSE(sentence(0.94).contains("Answering 0"));
  CHECK(sentence(0.97).contains("Answering 0 is as good."));
  CHECK(sentence(1.03).contains("Answering 0 is as good."));
  CHECK(sentence(1.07).contains("Answering 0 does better: 1."));
}

TEST_CASE("head_race: models of one linear layer have the same error through their folded coefficients") {
  const Result result = result_of(kSmall);
  int checked = 0;
  for (const Racer& racer : result.racers) {
    for (const Trial& trial : racer.trials) {
      const bool folds = racer.entry.layers == 1 && !racer.entry.full;
      CHECK((trial.refolded != kNoRefolding) == folds);
      if (!folds) continue;
      CHECK(trial.refolded == doctest::Approx(trial.errors.back()).epsilon(1e-10));
      ++checked;
    }
  }
  CHECK(checked == 15);
}

// The error of what rounding leaves: (2^-52)^2 times what conditioning and sums make of it.
TEST_CASE("head_race: the closed form finds the layer to rounding where the data tell it") {
  for (const std::string_view query :
       {"vary=all&epochs=5&runs=4&h1=0&h2=0&h4=0&h8=0&h16=0&layers2=0&layers4=0&full=0",
        "vary=all&d=4&epochs=5&runs=2&h1=0&h2=0&h4=0&h8=0&h16=0&layers2=0&layers4=0&full=0"}) {
    const Result result = result_of(query);
    CHECK_FALSE(result.minimum_norm);
    for (std::size_t k = 0; k < result.closed.size(); ++k) {
      CHECK(result.closed[k] < 1e-25 * result.zero[k]);
      CHECK(result.distance[k] < 1e-11);
    }
  }
}

TEST_CASE("head_race: where the data leave coefficients open, the closed form is the minimum-norm fit") {
  const Result result = result_of("vary=all&d=4&N=16&T=2&epochs=5&runs=4&seed=3&layers2=0&layers4=0&full=0");
  CHECK(result.minimum_norm);
  for (std::size_t k = 0; k < result.closed.size(); ++k) {
    const learner::Task task = task_of(4, 2, 3, k);
    learner::Moments moments(task.shape());
    REQUIRE(moments.add(task.block(learner::Split::train, 0, 16)));
    const auto fit = learner::solve_minimum_norm(moments);
    REQUIRE(fit);
    const double error = learner::test_error(fit->p, task.block(learner::Split::test, 0, 64), Targets::causal).mean();
    CHECK(error > 1e-6 * result.zero[k]);
    CHECK(result.closed[k] == doctest::Approx(error).epsilon(1e-8));
    const double distance = learner::relative_distance(fit->p, learner::folded_coefficients(task.truth()));
    CHECK(result.distance[k] == doctest::Approx(distance).epsilon(1e-8));
  }
}

// s²/R = sum over pairs of squared differences / (R² (R − 1)).
TEST_CASE("head_race: means and standard errors are those of the runs, by pairs") {
  const Result result = result_of(kSmall);
  for (const Course& course : courses_of(result)) {
    REQUIRE(course.points() == 21);
    for (const Average average : {Average::decades, Average::errors}) {
      for (const std::size_t epoch : {std::size_t{0}, std::size_t{7}, std::size_t{20}}) {
        double x[3];
        for (std::size_t k = 0; k < 3; ++k) {
          x[k] = course.of_runs(epoch)[k];
          if (average == Average::decades) x[k] = std::log10(x[k]);
        }
        const double pairs = std::pow(x[0] - x[1], 2) + std::pow(x[0] - x[2], 2) + std::pow(x[1] - x[2], 2);
        const double mean = (x[0] + x[1] + x[2]) / 3;
        const Mean found = mean_of(course.of_runs(epoch), average);
        CHECK(found.error == doctest::Approx(std::sqrt(pairs / 18)).epsilon(1e-9));
        CHECK(found.value == doctest::Approx(average == Average::decades ? std::pow(10, mean) : mean).epsilon(1e-9));
      }
    }
  }
}

// The middle one of three has one below and one above.
TEST_CASE("head_race: the thick curve is the median, half way in decades between two") {
  for (const Course& course : courses_of(result_of(kSmall))) {
    for (std::size_t epoch = 0; epoch < course.points(); ++epoch) {
      const std::vector<double> runs = course.of_runs(epoch);
      CHECK(std::ranges::count(runs, course.median[epoch]) == 1);
      CHECK(std::ranges::count_if(runs, [&](double error) { return error < course.median[epoch]; }) == 1);
    }
  }
  CHECK(median_of({1e-30, 1, 1e-4, 1e-10}) == doctest::Approx(1e-7));
  CHECK(median_of({3e-4}) == 3e-4);
}

TEST_CASE("head_race: a race broken off at any preview, once or again and again, ends with the same bytes") {
  // The second has epochs of several previews: it is broken off in their midst.
  for (const std::string_view query : {"vary=all&epochs=50&N=128&T=20&runs=2&seed=2",
                                       "epochs=5&N=512&T=50&runs=1&h2=0&h4=0&h8=0&layers2=0&layers4=0"}) {
    const Values values = values_of(query);
    bench::Log log;
    log.previews = true;
    const Bytes whole = run(values, log);
    const std::size_t count = log.shown.size();
    REQUIRE(count >= 5);
    for (const std::size_t at : {std::size_t{0}, count / 3, count / 2, count - 1}) {
      CAPTURE(at);
      bench::Log rest;
      rest.previews = true;
      CHECK(run(values, rest, log.shown[at]) == whole);
      CHECK(rest.shown.size() <= count - at);
      for (std::size_t k = 1; k < rest.fractions.size(); ++k) CHECK(rest.fractions[k] >= rest.fractions[k - 1]);
      if (rest.shown.size() > 1) {
        bench::Log last;
        CHECK(run(values, last, rest.shown[rest.shown.size() / 2]) == whole);
      }
    }
    CHECK(run(values, log, whole) == whole);
  }
}

TEST_CASE("head_race: what an earlier race left is ignored when it does not fit, and never believed") {
  const Values values = values_of("epochs=20&N=128&T=20&runs=2&seed=2");
  bench::Log log;
  log.previews = true;
  const Bytes whole = run(values, log);
  figures::Snapshot<Result> snapshot;
  REQUIRE(figures::from_bytes(log.shown[log.shown.size() / 2], snapshot));
  const auto spoiled = [&](auto spoil) {
    auto copy = snapshot;
    spoil(copy.result);
    bench::Log rest;
    return run(values, rest, figures::to_bytes(copy)) == whole;
  };
  CHECK(spoiled([](Result& r) { r.racers.pop_back(); }));
  CHECK(spoiled([](Result& r) { r.racers[1].entry.heads = 3; }));
  CHECK(spoiled([](Result& r) { r.racers[0].trials.pop_back(); }));
  CHECK(spoiled([](Result& r) { r.racers[0].trials[0].errors.resize(40); }));
  CHECK(spoiled([](Result& r) { r.racers[0].trials[0].errors[1] = std::nan(""); }));
  CHECK(spoiled([](Result& r) { r.racers[0].trials[0].errors.pop_back(); }));
  CHECK(spoiled([](Result& r) { r.racers[0].trials[0].refolded = -3; }));
  CHECK(spoiled([](Result& r) { r.racers[0].trials[0].kept.resize(0); }));
  CHECK(spoiled([](Result& r) { r.racers[2].trials[1].kept.conservativeResize(9); }));
  CHECK(spoiled([](Result& r) { r.racers[2].trials[1].kept(0) = -1; }));
  CHECK(spoiled([](Result& r) {
    r.closed = {};
    r.zero = {5};
  }));
}

TEST_CASE("head_race: a run has reached an exact closed form from where it stays within a decade of it") {
  const Result result = result_of(kRace);
  for (const Course& course : courses_of(result)) {
    for (std::size_t k = 0; k < course.reached.size(); ++k) {
      const std::vector<double>& errors = course.racer->trials[k].errors;
      const double level = std::max(result.closed[k], 1e-29 * result.zero[k]);
      const auto is_near = [&](double error) { return std::log10(error) <= std::log10(level) + 1; };
      const std::size_t from = course.reached[k].value_or(errors.size());
      CHECK(std::all_of(errors.begin() + static_cast<std::ptrdiff_t>(from), errors.end(), is_near));
      if (from > 0) CHECK_FALSE(is_near(errors[from - 1]));
    }
  }
  CHECK(courses_of(result)[4].arrived(100) == 4);
  CHECK(courses_of(result)[4].arrived(20) == 0);
}

TEST_CASE("head_race: two errors of rounding do not differ, and luck does not count among them") {
  const Shown shown("seed=4");
  const figures::Description description = shown.view.describe();
  CHECK(bench::cell(description, "16 heads: runs that have settled at the closed form") == "4");
  CHECK(description.title == "The closed form needs no luck; of 20 runs of descent 8 come about as low");
  Shown sixteen("seed=4&h1=0&h2=0&h4=0&h8=0");
  CHECK(sixteen.view.describe().sentence.find("Luck") == std::string::npos);
}

TEST_CASE("head_race: where tasks differ too, what runs differ by is not called luck") {
  const std::string sentence = Shown("vary=all&runs=2&epochs=5").view.describe().sentence;
  CHECK(sentence.find("each with a task of its own") != std::string::npos);
  CHECK(sentence.find("Luck") == std::string::npos);
}

TEST_CASE("head_race: what is as high as answering 0, or several times the closed form, has not arrived") {
  // The closed form's error is 20 % of that of answering 0, 3.5 %, and half of the best run's.
  for (const std::string_view query : {"N=16&T=2&d=4&runs=1&epochs=5&seed=18", "N=16&T=2&d=4&epochs=100&runs=1&seed=39",
                                       "N=16&T=2&d=4&epochs=500&runs=1&seed=22"}) {
    const figures::Description description = Shown(query).view.describe();
    CHECK(description.title == "The closed form needs no luck; of 5 runs of descent none comes about as low");
    CHECK(bench::cell(description, "16 heads: runs that have settled at the closed form") == "0");
  }
}

TEST_CASE("head_race: where answering 0 beats the closed form the title says that, and who beats both has arrived") {
  CHECK(Shown("task=memory&m=4&share=0.02&N=16&epochs=5&rate=0.01&runs=1&seed=4404").view.describe().title ==
        "Answering 0 does better here than the closed form");
  // In the second run alone: 16 heads end below its closed form, and above answering 0.
  const figures::Description description =
      Shown(
          "task=memory&m=2&share=0.1&N=16&epochs=5&batch=16&rate=0.0003&runs=2&vary=all&seed=4941&h1=1&h2=0&h4=0&h8=0")
          .view.describe();
  CHECK(description.title == "The closed form needs no luck; of 4 runs of descent 1 comes about as low");
  CHECK(description.sentence.contains("In 2 of 2 runs answering 0 is not much worse"));
}

TEST_CASE("head_race: where all questions are Gaussian nothing is said of other ones") {
  const figures::Description description =
      Shown("task=memory&share=1&N=128&epochs=150&batch=8&rate=0.03&runs=1&vary=all&seed=1534&m=2").view.describe();
  CHECK_FALSE(description.title.contains("other questions"));
  CHECK_FALSE(description.sentence.contains("on Gaussian ones"));
}

TEST_CASE("head_race: fewer answers than unknowns are said to leave W open") {
  const auto sentence = [](std::string_view query) { return Shown(query).view.describe().sentence; };
  CHECK(sentence("N=16&T=2&d=4&runs=1&epochs=5").find("So few leave W open") != std::string::npos);
  CHECK(sentence("N=32&T=2&d=4&runs=1&epochs=5").find("So few leave W open") == std::string::npos);
}

TEST_CASE("head_race: the title counts the runs that have arrived, and tells the result at the end of the film only") {
  Shown shown(kRace);
  const Result result = result_of(kRace);
  const auto arrived_by = [&](std::size_t epoch) {
    int count = 0;
    for (const Racer& racer : std::span(result.racers).first(5)) {  // the linear layers, which are shown
      for (std::size_t k = 0; k < 4; ++k) {
        const auto rest = std::span(racer.trials[k].errors);
        std::size_t from = rest.size();
        const double level = std::max(result.closed[k], 1e-29 * result.zero[k]);
        while (from > 0 && rest[from - 1] <= 10 * level) --from;
        count += from <= epoch && from < rest.size();
      }
    }
    return std::to_string(count);
  };
  REQUIRE(arrived_by(50) != arrived_by(20));
  const auto title_at = [&](int at) {
    shown.view.values().set("at", at);
    return shown.view.describe().title;
  };
  CHECK(title_at(500) ==
        "The closed form needs no luck; of 20 runs of descent " + arrived_by(100) + " come about as low");
  CHECK(title_at(250) == arrived_by(50) + " runs have settled at the closed form");
  CHECK(title_at(100) == "No run of descent has settled at the closed form yet");
  CHECK(title_at(0).find("needs no luck") == std::string::npos);
}

TEST_CASE("head_race: the film shows so much of each curve, and nothing of what comes later") {
  Shown shown(kRace);
  const auto drawn_at = [&](int at) {
    shown.view.values().set("at", at);
    return bench::draw(shown.headless, shown.view, shown.look, 1);
  };
  const auto start = drawn_at(0);
  const auto middle = drawn_at(250);
  CHECK(middle > start + 500);
  CHECK(drawn_at(500) > middle + 300);
  const Reading reading(result_of(kRace), values_of(kRace), shown.view.values(), {});
  CHECK(reading.over);
}

// Of each piece of the picture that ends so, where it begins: "M323.5 569.2l9 4l-9 4z".
std::vector<plot::Point> places_of(const std::string& svg, std::string_view end) {
  std::vector<plot::Point> places;
  for (std::size_t at = 0; (at = svg.find(end, at)) != std::string::npos; ++at) {
    plot::Point& place = places.emplace_back();
    REQUIRE(std::sscanf(svg.c_str() + svg.rfind('M', at), "M%f %f", &place.x, &place.y) == 2);
  }
  return places;
}

TEST_CASE("head_race: every run that has arrived has a flag of its own to see, at its epoch or just beside it") {
  Shown shown("");
  const Reading reading(result_of(""), shown.view.values(), shown.view.values(), {});
  for (const float width : {352.F, 980.F}) {
    CAPTURE(width);
    const auto flags = places_of(shown.view.svg(shown.headless, {.width = width, .height = 600}), "l9 4l-9 4z");
    CHECK(flags.size() == arrived_count(reading) + 1);  // one is the closed form's
    for (std::size_t k = 1; k < flags.size(); ++k) {
      for (std::size_t other = 0; other < k; ++other)
        CHECK((std::abs(flags[k].y - flags[other].y) > 6 || std::abs(flags[k].x - flags[other].x) > 5.9));
    }
    // Two models' first flags, as far apart as their epochs: the scale of the axis is that of the pole at 0.
    std::vector<double> scales;
    for (std::size_t next = 1; const Course& course : reading.courses) {
      if (course.arrived(reading.epoch) == 0) continue;
      const auto first = std::ranges::min(course.reached, {}, [](const auto& at) { return at.value_or(1000); });
      scales.push_back((flags[next].x - flags[0].x) / static_cast<double>(*first));
      next += course.arrived(reading.epoch);
    }
    REQUIRE(scales.size() > 2);
    for (const double scale : scales) CHECK(scale == doctest::Approx(scales[0]).epsilon(0.02));
  }
}

TEST_CASE("head_race: before the race names stand in their order, and answering 0 has no name before its line") {
  Shown shown("");
  const auto drawn_at = [&](int at) {
    shown.view.values().set("at", at);
    return shown.view.svg(shown.headless, {.width = 980, .height = 600});
  };
  const std::string start = drawn_at(0);
  std::vector<double> heights;
  for (const char* name : {">1 head<", ">2 heads<", ">4 heads<", ">8 heads<", ">16 heads<"}) {
    const std::size_t at = start.rfind(name);  // the switch has it as well
    REQUIRE(at != std::string::npos);
    heights.push_back(std::stod(start.substr(start.rfind(" y=\"", at) + 4)));
  }
  CHECK(std::ranges::is_sorted(heights));
  CHECK_FALSE(start.contains(">answering 0<"));
  CHECK(drawn_at(100).contains(">answering 0<"));
}

TEST_CASE("head_race: early in a low plot names of models stand neither on the start's name nor on the axis's") {
  const auto drawn_at = [](Shown& shown, int at) {
    shown.view.values().set("at", at);
    return shown.view.svg(shown.headless, {.width = 696, .height = 432});
  };
  for (const std::string_view query :
       {"N=16&epochs=20&layers2=1&layers4=1&full=1", "task=memory&layers4=1&N=32&epochs=50"}) {
    CAPTURE(query);
    Shown shown(query);
    CHECK_FALSE(drawn_at(shown, 80).contains(">there before the first epoch<"));
    CHECK(drawn_at(shown, 350).contains(">there before the first epoch<"));
  }
  Shown full(
      "h1=1&h2=1&h4=1&h8=1&h16=1&layers2=1&layers4=1&full=1&own=linear&mine=1&own_heads=32&own_rate=0.03&task=memory&"
      "share=0.2&m=2&N=16&epochs=20&batch=16&rate=0.03&runs=3&vary=start&seed=3623");
  const std::string svg = drawn_at(full, 190);
  const auto height = [&](std::string_view words) {
    const std::size_t at = svg.rfind(words);
    REQUIRE(at != std::string::npos);
    return std::stod(svg.substr(svg.rfind(" y=\"", at) + 4));
  };
  CHECK(height(">4 layers<") > height(">squared error; dashed") + 12);
}

TEST_CASE("head_race: no run is drawn under a closed form that is exact, though rounding lets some end lower") {
  Shown shown("");
  const Result result = result_of("");
  double least = 1;
  for (const Racer& racer : result.racers)
    for (const Trial& trial : racer.trials) least = std::min(least, trial.errors.back());
  REQUIRE(least < median_of(result.closed));
  const std::string svg = shown.view.svg(shown.headless, {.width = 980, .height = 600});
  const double floor = places_of(svg, "l9 4l-9 4z")[0].y + 24;  // the flag's pole stands on it
  // Curves of one look are one path: "M45 100.8l5.5 .2h3m-640 9l..".
  int curves = 0;
  for (std::size_t at = 0; (at = svg.find("M45 ", at)) != std::string::npos; ++at) {
    double right = 0, y = 0;
    int read = 0;
    REQUIRE(std::sscanf(svg.c_str() + at, "M%lf %lf%n", &right, &y, &read) == 2);
    double lowest = y, down = 0;
    int steps = 0, parts = 1;
    for (std::size_t k = at; read > 0;) {
      k += static_cast<std::size_t>(read);
      read = 0;
      if (svg[k] == 'h') std::sscanf(svg.c_str() + k, "h%lf%n", &right, &read);
      if (svg[k] == 'm' && std::sscanf(svg.c_str() + k, "m%lf %lf%n", &right, &down, &read) == 2) y += down, ++parts;
      if (svg[k] == 'l' && std::sscanf(svg.c_str() + k, "l%lf %lf%n", &right, &down, &read) == 2) y += down, ++steps;
      if (svg[k] == 'v' && std::sscanf(svg.c_str() + k, "v%lf%n", &down, &read) == 1) y += down;
      lowest = std::max(lowest, y);
    }
    if (steps < 5) continue;  // straight lines, dashes, a flag
    CHECK(lowest < floor + 2);
    curves += parts;
  }
  CHECK(curves == 25);  // twenty runs, five medians
}

TEST_CASE("head_race: a model whose numbers left the finite ones ends its curve there, and it is said with a cure") {
  const std::string_view query = "epochs=10&N=16&T=5&runs=3&h2=0&h4=0&h8=0&h16=0&layers2=0&layers4=0&full=0&h1=1";
  Result result = result_of(query);
  Trial& trial = result.racers[0].trials[1];
  trial.errors.resize(5);
  trial.lost = true;
  const auto courses = courses_of(result);
  CHECK(courses[0].points() == 5);
  CHECK_FALSE(courses[0].reached[1]);
  CHECK(courses[0].lost == 1);
  CHECK(courses[0].lost_at == 4);
  const auto description = describe(result, bench::context(values_of(query)));
  CHECK(description.sentence.find("left the finite numbers in 1 run, first after epoch 4. Choose a smaller") !=
        std::string::npos);
  CHECK(bench::cell(description, "1 head: runs that left the finite numbers") == "1");
}

TEST_CASE("head_race: time is the measured stage over the runs, and nothing is said of it where nobody measured") {
  Shown shown(kSmall);
  CHECK(bench::cell(shown.view.describe(), "Closed form: time of a run") == "1 ms");
  CHECK(shown.view.describe().sentence.find("after 1 ms each") != std::string::npos);
  bench::Log log;
  REQUIRE(shown.view.show(run(shown.view.values(), log), {}, false));
  CHECK(shown.view.describe().sentence.find(" ms") == std::string::npos);
  for (const auto& row : shown.view.describe().table.rows) CHECK(row[0].find("ime") == std::string::npos);
}

TEST_CASE("head_race: the front goes where the plot is pressed, and the words with it") {
  Shown shown(kSmall);
  const std::string before = shown.view.describe().sentence;
  CHECK(before.find("epoch 20: ") != std::string::npos);
  shown.click({400, 300});
  const int epoch = 20 * shown.view.values().integer("at") / kFilm;
  CHECK(epoch > 5);
  CHECK(epoch < 15);
  CHECK(shown.view.describe().sentence.find("epoch " + std::to_string(epoch) + ": ") != std::string::npos);
  CHECK_FALSE(shown.view.is_stale());
  // Dragged past the end it stands at the end.
  shown.frame({400, 300}, true);
  shown.frame({895, 300}, true);
  shown.frame({895, 300}, false);
  CHECK(shown.view.values().number("at") == kFilm);
}

TEST_CASE("head_race: the handle at the end of the plot can be grabbed, on either side of the last pixel") {
  Shown shown("epochs=5&N=16&runs=1");
  const auto at_of = [&](float x) {
    shown.click({x, 400});
    return shown.view.values().number("at");
  };
  const double slope = (at_of(500) - at_of(300)) / 200;
  const auto right = static_cast<float>(300 + (kFilm - at_of(300)) / slope);
  for (const float beside : {-1.F, 0.F, 1.F, 6.F}) {
    CAPTURE(beside);
    shown.view.values().set("at", kFilm);
    shown.frame({right + beside, 400}, false);
    shown.frame({right + beside, 400}, true);
    shown.frame({500, 400}, true);
    shown.frame({500, 400}, false);
    CHECK(shown.view.values().number("at") < 0.8 * kFilm);
  }
}

TEST_CASE("head_race: to hide a curve changes the picture only: no race begins, and the others stay as they are") {
  Shown shown(kRace);
  const auto sentence_with = [&](std::string_view hidden) {
    for (const char* id : {"h1", "h16"}) shown.view.values().set(id, id != hidden);
    CHECK_FALSE(shown.view.is_stale());
    return shown.view.describe();
  };
  const auto all = sentence_with("");
  const auto few = sentence_with("h16");
  CHECK(all.sentence.find("16 heads lay lowest") != std::string::npos);
  CHECK(few.sentence.find("16 heads") == std::string::npos);
  CHECK(few.title.find("of 16 runs") != std::string::npos);
  CHECK(few.table.rows == all.table.rows);
  const auto plot_height = [&] { return shown.view.svg(shown.headless, shown.look).size(); };
  const auto without = plot_height();
  sentence_with("");
  CHECK(plot_height() > without + 500);
}

TEST_CASE("head_race: models that neither the printed numbers nor the runs tell apart share the lead") {
  const auto sentence = [](const char* query) {
    const Values values = values_of(query);
    return figures::head_race::describe(result_of(query), bench::context(values)).sentence;
  };
  // 0.001466 and 0.001470, of runs from 5e-4 to 0.015; 0.1036 and 0.1037, of runs from 0.088 to 0.123.
  CHECK(sentence("seed=360&d=2&T=20&N=32&epochs=20&rate=0.1&runs=6&vary=all&at=100&h1=0&layers2=0")
            .find("2 heads and 16 heads share the lead at epoch 4: 0.00147, in powers of ten") != std::string::npos);
  CHECK(sentence("seed=334&d=2&T=5&N=64&epochs=5&rate=0.003&runs=2&at=250&h1=1")
            .find("1 head, 2 heads and 4 heads share the lead at epoch 2: 0.104 to 0.108") != std::string::npos);
  // A model that is lower by a twentieth in every run leads; one whose runs cross does not.
  Result result;
  result.zero = result.closed = {1, 1, 1, 1};
  const auto racer = [](int heads, std::vector<double> ends) {
    figures::head_race::Racer made{.entry = {.heads = heads}, .trials = {}};
    for (const double end : ends) made.trials.push_back({.errors = {1, end}, .elsewhere = {}, .kept = {}});
    return made;
  };
  const auto led_by = [&](std::vector<double> other) {
    result.racers = {racer(1, {0.1, 0.2, 0.3, 0.4}), racer(2, std::move(other))};
    const Values values = values_of("epochs=5&runs=4");
    return leaders(figures::head_race::Reading(result, values, values, {})).size();
  };
  CHECK(led_by({0.105, 0.21, 0.315, 0.42}) == 1);
  CHECK(led_by({0.22, 0.24, 0.26, 0.3}) == 2);
  CHECK(led_by({0.3, 0.2, 0.9, 0.3}) == 1);
  // 4 heads at 0.1845 lie between those that share it, though surely above the first.
  CHECK(sentence("d=3&T=5&N=32&epochs=10&batch=4&runs=2&rate=0.003&vary=all&seed=32&at=500")
            .find("1 head, 4 heads, 8 heads and 16 heads share the lead at epoch 10: 0.17 to 0.186") !=
        std::string::npos);
}

TEST_CASE("head_race: a switch over the plot hides a model without a race, another puts the reader's own in") {
  Shown shown("epochs=5&N=16&runs=1");
  bool out = false;
  bool in = false;
  for (float y = 20; y < 100; y += 12) {
    for (float x = 5; x < 895; x += 20) {
      shown.view.values() = values_of("epochs=5&N=16&runs=1");
      shown.click({x, y});
      const bool own = shown.view.values().choice("own") == "linear";
      out = out || !shown.view.values().is_on("h16");
      in = in || own;
      CHECK(shown.view.is_stale() == own);
      CHECK_FALSE((own && !shown.view.values().is_on("h16")));
    }
  }
  CHECK(out);
  CHECK(in);
}

TEST_CASE("head_race: pointing at a curve tells its epoch, mean, standard error and every run") {
  Shown shown("epochs=20&N=32&T=5&runs=2&seed=5&h2=0&h4=0&h8=0&h16=0");
  std::string tip;
  for (float y = 100; y < 500 && tip.empty(); y += 4) {
    shown.headless.pointer.next({500, y}, true, false, false);
    shown.headless.frame(shown.look, [&](plot::Canvas& canvas) {
      shown.view.draw(canvas, true);
      if (canvas.tip.starts_with("1 head")) tip = canvas.tip;
    });
  }
  CHECK(tip.find("\nepoch ") != std::string::npos);
  CHECK(tip.find(": median ") != std::string::npos);
  CHECK(tip.find("\nrun 1: ") != std::string::npos);
  CHECK(tip.find("\nrun 2: ") != std::string::npos);
}

TEST_CASE("head_race: with every curve hidden there is the closed form, and a word on what to do") {
  Shown shown("h1=0&h2=0&h4=0&h8=0&h16=0&layers2=0&layers4=0&full=0");
  CHECK(shown.view.describe().title == "Every curve is hidden; the closed form needs none");
  CHECK(shown.view.describe().sentence.find("Switch on a model") != std::string::npos);
  CHECK(bench::draw(shown.headless, shown.view, shown.look) > 100);
}

TEST_CASE("head_race: where only starts differ, all runs have one closed form, and descent still differs") {
  const Result result = result_of("epochs=10&N=32&T=5&runs=3&layers2=0&layers4=0&full=0");
  CHECK(result.closed[0] == result.closed[2]);
  CHECK(result.zero[0] == result.zero[1]);
  for (const Racer& racer : result.racers) CHECK(racer.trials[0].errors.back() != racer.trials[1].errors.back());
}

TEST_CASE("head_race: the button takes the paper's sizes for the d that is set") {
  Values values(figure().parameters);
  figure().act("paper", values);
  CHECK(values == values_of("T=100&N=512&epochs=500&batch=32"));
  values.set("d", 4);
  figure().act("paper", values);
  CHECK(values == values_of("d=4&T=100&N=2048&epochs=500&batch=64&rate=0.001"));
}

TEST_CASE("head_race: the front is said to stand at an epoch of this race") {
  const Result result = result_of(kSmall);
  Values values = values_of(kSmall);
  const auto says = [&] { return say(result, "at", bench::context(values)); };
  CHECK(says() == "epoch 20 of 20");
  values.set("at", kFilm * 0.4);
  CHECK(says() == "epoch 8 of 20");
}

TEST_CASE("head_race: one decade is one") {
  CHECK(error_text(1, Average::decades) == "1 decade");
  CHECK(error_text(0.31, Average::decades) == "0.31 decades");
}
