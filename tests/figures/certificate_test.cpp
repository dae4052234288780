// Figure "certificate" against other algorithms of the learner, closed forms, and its own promises.
#include "figures/certificate/certificate.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "figures/bench.hpp"
#include "learner/certificate.hpp"
#include "learner/descent/folded_descent.hpp"
#include "learner/features.hpp"
#include "learner/loss.hpp"
#include "learner/model.hpp"
#include "learner/null_space.hpp"
#include "learner/tasks.hpp"
#include "plot/number.hpp"

namespace {

using figures::Values;
using figures::certificate::Answer;
using figures::certificate::Result;
using figures::certificate::Step;
using learner::Index;
using learner::Matrix;
using learner::Vector;

const figures::Figure& figure() { return *figures::find("certificate"); }

Values values_of(std::string_view query) { return bench::values_of(figure(), query); }

Result run(const Values& values) { return bench::result_of(figures::certificate::run, values); }

Result run(std::string_view query) { return run(values_of(query)); }

Answer answer(const Result& result, std::string_view query) {
  return figures::certificate::answer_question(result, values_of(query));
}

std::string edited(const Matrix& Z) {
  Values values = values_of("ask=edited");
  values.set_list("question", figures::certificate::question_list(Z));
  return values.to_query(figures::Which::changed);
}

// The same data, made anew.
struct Data {
  std::vector<learner::Sequence> sequences;
  learner::Moments moments;
};

Data data_of(const Values& values) {
  const auto task = learner::associative_memory({.key_dimension = values.integer("m"),
                                                 .gaussian_share = values.number("share"),
                                                 .seed = static_cast<std::uint64_t>(values.integer("seed"))});
  REQUIRE(task);
  Data data{task->block(learner::Split::train, 0, static_cast<std::uint64_t>(values.integer("N"))),
            learner::Moments(task->shape())};
  REQUIRE(data.moments.add(data.sequences));
  return data;
}

learner::FoldedDescent descent_of(const Data& data, const Result& result, Index steps) {
  auto descent = learner::FoldedDescent::begin(
      data.moments, {.steps = steps,
                     .schedule = {.rate = result.rate, .start = result.rate, .warm_up = 0, .last_share = 1},
                     .optimiser = {.method = learner::Method::descent, .clip = std::numeric_limits<double>::infinity()},
                     .seed = 1});
  REQUIRE(descent);
  return std::move(*descent);
}

// A published number equals an independent one within a relative error and what rounding leaves of 0.
bool equal(double a, double b, double error, double zero = 1e-300) {
  return std::abs(a - b) <= error * std::abs(b) + zero;
}

constexpr std::string_view kAsks[] = {"gaussian", "telling", "orthonormal", "seen"};

}  // namespace

TEST_CASE("orthonormal data leave 40 of 288 directions, two models with one training error, and different answers") {
  const Result result = run("");
  CHECK(result.reached == Step::descent);
  CHECK(result.unknowns() == 288);
  CHECK(result.gaussian == 0);
  CHECK(result.rank == 248);
  CHECK(result.decided == 248);
  CHECK(result.lambda_min == 0);
  CHECK(result.fit_distance < 1e-11);
  CHECK(result.fit_error < 1e-25);
  CHECK(result.impostor_error < 1e-25);
  const auto asked = answer(result, "");
  CHECK(asked.rho > 0.1);
  CHECK(asked.apart > 1);
  // The impostor was made for this question: it goes as far as rho allows.
  CHECK(equal(asked.apart, asked.reach, 1e-9));
  CHECK(answer(result, "ask=seen").rho == 0);
  CHECK(answer(result, "ask=orthonormal").rho == 0);
  CHECK(answer(result, "ask=orthonormal").apart < 1e-10);
  CHECK(equal(result.expected_limit, std::sqrt(8.0 * 40 / 288), 1e-9));
  CHECK(equal(result.limit_distance, result.expected_limit, 0.1));
  CHECK(result.distances(result.distances.size() - 1) > 1);
}

TEST_CASE("5 % of Gaussian examples close every direction at the eigenvalue that the paper prints") {
  const Result result = run("share=0.05");
  CHECK(result.rank == 288);
  CHECK(result.lambda_min > 0.05);
  CHECK(result.lambda_min < 0.07);
  CHECK(result.null_count() == 0);
  CHECK(result.impostor_error > 1e-3);
  for (const std::string_view ask : kAsks) CHECK(answer(result, "ask=" + std::string(ask)).rho == 0);
}

TEST_CASE("eigenvalues, ranks and training errors are those of other algorithms") {
  for (const char* query : {"m=2&N=256", "m=3&N=1024&seed=4", "m=3&share=0.1&N=1024", "m=2&share=1&N=64&seed=9",
                            "m=3&N=16&seed=2", "m=2&share=0.02&N=1024", "N=1024&share=0.005"}) {
    CAPTURE(std::string(query));
    const Values values = values_of(query);
    const Result result = run(values);
    const Data data = data_of(values);
    const auto ends = learner::certify_extremes(data.moments);  // by Lanczos and pivots
    REQUIRE(ends);
    CHECK(result.rank == ends->rank);
    CHECK(result.decided == ends->rank);
    CHECK(equal(result.lambda_max, ends->lambda_max, 1e-10));
    CHECK(equal(result.smallest_kept, ends->smallest_kept, 1e-6, 1e-13 * result.lambda_max));
    CHECK(equal(result.spectrum.sum(), data.moments.gram().trace() / static_cast<double>(result.sequences), 1e-12));
    // The loss from the moments, which see nothing below 1e-13.
    const auto loss = learner::QuadraticLoss::around(data.moments, result.truth);
    REQUIRE(loss);
    CHECK(equal(result.fit_error, loss->value(result.fit), 1e-6, 1e-14));
    CHECK(equal(result.impostor_error, loss->value(result.impostor), 1e-6, 1e-14));
    CHECK(equal(result.rise, result.impostor_error - result.fit_error, 1e-6, 1e-14));
    const double apart = learner::unfold(result.impostor - result.fit, 2 * result.m()).norm();
    CHECK(equal(apart, result.distance, 1e-12));
    std::int64_t gaussian = 0;
    for (const auto& sequence : data.sequences) {
      // Orthonormal keys, unlike Gaussian ones, stand at right angles.
      gaussian += std::abs(sequence.Z.col(0).head(result.m()).dot(sequence.Z.col(1).head(result.m()))) > 1e-9 ? 1 : 0;
    }
    CHECK(result.gaussian == gaussian);
  }
}

TEST_CASE("descent ends where its start's part in the null space lies, found by pivots") {
  for (const char* query : {"m=2&N=256", "m=3&N=1024", "m=3&N=64", "m=2&N=16"}) {
    CAPTURE(std::string(query));
    const Values values = values_of(query);
    const Result result = run(values);
    const Data data = data_of(values);
    const auto null = learner::null_space(data.moments);
    REQUIRE(null);
    // The null space in the plain coordinates of p, where descent moves.
    const Vector scale = learner::unfold_weights(2 * result.m()).cwiseSqrt().cwiseInverse();
    const Matrix plain = scale.asDiagonal() * null->basis;
    const Eigen::HouseholderQR<Matrix> qr(plain);
    const Matrix basis = qr.householderQ() * Matrix::Identity(plain.rows(), plain.cols());
    const Matrix start = descent_of(data, result, 1).coefficients();
    CHECK(equal(result.limit_distance, ((start - result.truth) * basis).norm(), 1e-8));
    CHECK(equal(result.start_distance, (start - result.truth).norm(), 1e-12));
  }
}

TEST_CASE("the number of steps that the picture names is the one after which descent has forgotten its start") {
  const Values values = values_of("m=2&share=1&N=256");
  const Result result = run(values);
  const Data data = data_of(values);
  std::size_t k = 0;
  while (result.distances(static_cast<Index>(k)) >= 0.01 * result.start_distance) ++k;
  const auto steps = static_cast<Index>(result.steps(static_cast<Index>(k)));
  REQUIRE(steps < 5000);
  learner::FoldedDescent descent = descent_of(data, result, steps);
  for (Index t = 0; t < steps; ++t) {
    if (t == static_cast<Index>(result.steps(static_cast<Index>(k) - 1))) {
      CHECK((descent.coefficients() - result.truth).norm() >= 0.01 * result.start_distance);
    }
    REQUIRE(descent.step());
  }
  CHECK((descent.coefficients() - result.truth).norm() < 0.01 * result.start_distance);
  CHECK(equal(result.distances(static_cast<Index>(k)), (descent.coefficients() - result.truth).norm(), 1e-9));
  CHECK(result.path_gap < 1e-12);
  // The sentence rounds it to two digits.
  const std::string sentence = figures::certificate::describe(result, bench::context(values)).sentence;
  CHECK(sentence.find("forgets its random start in about") != std::string::npos);
}

TEST_CASE("no two answers are further apart than the certificate allows") {
  learner::Random random(3);
  int bounded = 0;
  int open = 0;
  for (int k = 0; k < 24; ++k) {
    Values values = values_of("m=" + std::to_string(2 + k % 2));
    for (const char* id : {"share", "N", "distance"}) {
      const figures::Parameter& parameter =
          *std::ranges::find(values.table(), std::string_view(id), &figures::Parameter::id);
      const auto stops = static_cast<std::uint32_t>(figures::stop_count(parameter));
      values.set(id, figures::stop_value(parameter, static_cast<int>(random.below(stops))));
    }
    if (values.number("N") > 1024) values.set("N", 1024);
    CAPTURE(values.to_query());
    const Result result = run(values);
    std::vector<std::string> queries;
    for (const std::string_view ask : kAsks) queries.push_back("ask=" + std::string(ask));
    for (int j = 0; j < 6; ++j) queries.push_back(edited(random.gaussian(2 * result.m(), result.m() + 1, 0.1 + j)));
    for (const std::string& query : queries) {
      const Answer asked = answer(result, query);
      // The answers themselves are rounded.
      const double rounding = 1e-12 * (1 + asked.fit.norm() + asked.impostor.norm());
      if (result.null_count() > 0) {
        CHECK(asked.apart <= asked.reach * (1 + 1e-9) + rounding);
        ++open;
      } else {
        CHECK(asked.apart <= asked.bound * (1 + 1e-9) + rounding);
        CHECK(asked.bound > 0);
        ++bounded;
      }
    }
  }
  CHECK(bounded > 40);
  CHECK(open > 40);
}

TEST_CASE("a near impostor breaks eq. 22 as the paper prints it, a far one does not, and ours holds for both") {
  const auto asked_at = [](const std::string& distance, bool violated) {
    const Values values = values_of("m=2&share=1&N=4096&ask=orthonormal&distance=" + distance);
    const Result result = run(values);
    const Answer asked = figures::certificate::answer_question(result, values);
    CAPTURE(distance);
    CAPTURE(asked.apart);
    CAPTURE(asked.printed);
    CHECK(equal(asked.printed, asked.excess / result.lambda_min * std::pow(asked.Z.norm(), 6), 1e-12));
    CHECK(equal(asked.bound * asked.bound, 4 * asked.excess / result.lambda_min * asked.features * asked.features,
                1e-12));
    CHECK(asked.apart <= asked.bound);
    CHECK(asked.is_violated() == violated);
    const auto description = figures::certificate::describe(result, bench::context(values));
    CHECK(bench::cell(description, "As the paper prints it, eq. 22").ends_with("violated") == violated);
    CHECK((description.sentence.find("violated here") != std::string::npos) == violated);
    return asked;
  };
  const Answer near = asked_at("0.001", true);
  const Answer far = asked_at("1", false);
  // Both say where it begins to fail.
  CHECK(equal(near.violated_below, far.violated_below, 1e-6));
  CHECK(near.violated_below > 0.001);
}

TEST_CASE("eq. 22 as printed is broken by a small question at every distance, where the figure says so") {
  for (const char* query : {"m=2&share=0.05&N=4096", "m=3&share=1&N=1024&distance=1", "m=2&share=1&N=1024"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    const Answer asked = answer(result, query);
    REQUIRE_FALSE(asked.is_violated());
    REQUIRE(asked.violated_divided > 1);
    const auto divided = [&](double by) { return answer(result, edited(Matrix(asked.Z / by))); };
    CHECK_FALSE(divided(0.99 * asked.violated_divided).is_violated());
    CHECK(divided(1.01 * asked.violated_divided).is_violated());
    CHECK(divided(1.01 * asked.violated_divided).apart <= divided(1.01 * asked.violated_divided).bound);
  }
}

TEST_CASE("what rho allows is the product of the numbers printed beside it") {
  const Values values = values_of("m=2&N=256");
  const Result result = run(values);
  const Answer asked = figures::certificate::answer_question(result, values);
  REQUIRE(asked.rho > 0);
  CHECK(equal(asked.reach, result.distance * asked.rho * asked.scaled, 1e-12));
  CHECK(asked.scaled != asked.features);
  const auto description = figures::certificate::describe(result, bench::context(values));
  CHECK(bench::cell(description, "Their length ‖F‖ in the units of W") == plot::number(asked.scaled, 4));
}

TEST_CASE("a training question has rho 0 whatever the data miss, and dragging an entry raises it without a jump") {
  for (const char* query : {"m=2&N=16", "m=3&N=16", "m=3&N=1024", "N=64"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    REQUIRE(result.null_count() > 0);
    Matrix Z = answer(result, "ask=seen").Z;
    CHECK(answer(result, edited(Z)).rho == 0);
    CHECK(answer(result, edited(Z)).apart < 1e-9);
    const double from = Z(0, 0);
    double before = 0;
    for (int k = 1; k <= 100; ++k) {
      Z(0, 0) = from + 0.01 * k;
      const Answer asked = answer(result, edited(Z));
      CHECK(std::abs(asked.rho - before) < 0.03);
      before = asked.rho;
    }
    CHECK(before > 0.01);
  }
}

TEST_CASE("a question of zeros is answered with a sentence, not with a quotient") {
  for (const char* query : {"m=2", "m=2&share=1"}) {
    Values values = values_of(std::string(query) + "&N=256&ask=edited&question=0,0,0,0,0,0,0,0,0,0,0,0");
    const Result result = run(values);
    const Answer asked = figures::certificate::answer_question(result, values);
    CHECK(asked.is_empty());
    CHECK(asked.rho == 0);
    CHECK(asked.bound == 0);
    CHECK(asked.fit.norm() == 0);
    const auto description = figures::certificate::describe(result, bench::context(values));
    CHECK(description.title.find("zeros") != std::string::npos);
    CHECK(description.sentence.find("answered with zeros") != std::string::npos);
  }
}

TEST_CASE("a question edited for another key size does not break the picture") {
  Values values = values_of("m=2&N=256");
  const Result result = run(values);
  values.choose("ask", "edited");
  CHECK_FALSE(figures::certificate::answer_question(result, values).misfit);  // nothing edited yet
  values.set_list("question", std::vector<double>(40, 1));
  const Answer asked = figures::certificate::answer_question(result, values);
  CHECK(asked.misfit);
  CHECK(asked.Z == result.questions.front());
}

TEST_CASE("the description follows the question without a new run") {
  const Values values = values_of("m=2&N=256");
  figures::View view(figure());
  REQUIRE(bench::show(view, values));
  const auto gaussian = view.describe();
  view.values().choose("ask", "seen");
  CHECK_FALSE(view.is_stale());
  const auto seen = view.describe();
  CHECK(gaussian.title != seen.title);
  CHECK(bench::cell(seen, "ρ of the question") == "0");
  CHECK(bench::cell(gaussian, "ρ of the question") != "0");
}

TEST_CASE("previews show a spectrum that fills as examples arrive") {
  const Values values = values_of("m=3&N=16384&share=1");
  bench::Log log;
  log.previews = true;
  REQUIRE(bench::run(figure(), values, log));
  REQUIRE(log.shown.size() >= 5);
  std::int64_t before = 0;
  for (const figures::Bytes& bytes : log.shown) {
    figures::Snapshot<Result> snapshot;
    REQUIRE(figures::from_bytes(bytes, snapshot));
    CHECK(snapshot.result.sequences >= before);
    CHECK(snapshot.result.spectrum.size() == 126);
    before = snapshot.result.sequences;
  }
}

// --- The picture ----------------------------------------------------------------------------------------------------

TEST_CASE("the impostor shown goes until training notices, on one output, and answers examples as the fit does") {
  for (const char* query : {"m=2&N=256", "m=3&N=1024&share=0.1", "m=2&N=1024&share=0.02&seed=3", "m=3&share=1&N=256"}) {
    CAPTURE(std::string(query));
    const Values values = values_of(query);
    const Result result = run(values);
    const Data data = data_of(values);
    const Matrix change = result.impostor - result.fit;
    CHECK(change.row(result.telling()).norm() == change.norm());
    // Its training error, on the sequences themselves.
    const Matrix shown = result.fit + result.pull * change;
    const auto sums = learner::test_error(shown, data.sequences, learner::Targets::last);
    const double risen = sums.squared_error / static_cast<double>(sums.rows) - result.fit_error;
    if (result.null_count() > 0) {
      CHECK(result.pull == 1);
      CHECK(risen < 1e-20);
    } else {
      CHECK(result.pull < 0.3);
      CHECK(equal(risen, 1e-5, 1e-6));
    }
    REQUIRE(std::ssize(result.examples.value) == figures::certificate::kExamples);
    for (Index k = 0; k < figures::certificate::kExamples; ++k) {
      const auto& sequence = data.sequences[static_cast<std::size_t>(k)];
      CHECK(result.examples.value[static_cast<std::size_t>(k)] == sequence.Z);
      CHECK(equal(result.seen_answers(2, k), sequence.Y(result.m(), 0), 1e-9, 1e-9));  // noiseless labels
      CHECK(equal(result.seen_answers(0, k), result.seen_answers(2, k), 1e-9, 1e-9));
      const double moved = learner::evaluate_folded(shown, sequence.Z, learner::Targets::last)(result.m(), 0);
      CHECK(equal(result.seen_answers(1, k), moved, 1e-12, 1e-12));
    }
  }
}

TEST_CASE("both answers to the new question are named, on a phone too, on an axis that ends soon beyond them") {
  figures::View view(figure());
  bench::Log log;
  const auto bytes = bench::run(figure(), view.values(), log);
  REQUIRE(bytes);
  REQUIRE(view.show(*bytes, {}, false));
  plot::HeadlessContext headless;
  for (const auto& [look, fit, impostor] :
       {std::tuple{plot::Look{.width = 980, .height = 588}, "the fit: −0.785", "the impostor: 2.73"},
        std::tuple{plot::Look{.width = 352, .height = 528}, "fit −0.785", "impostor 2.73"}}) {
    const std::string svg = view.svg(headless, look);
    for (const char* words : {fit, impostor}) CHECK(svg.find(">" + std::string(words) + "<") != std::string::npos);
    CHECK(svg.find("3.51.<") != std::string::npos);  // the words of the question to their end
  }
  const std::string svg = view.svg(headless, {.width = 980, .height = 588});
  for (const char* words :
       {">Orthonormal keys and values. Training", "of its length. There", "can move unnoticed: here by"})
    CHECK(svg.find(words) != std::string::npos);
  const Result result = run("");
  const auto axis = figures::certificate::answer_range(result, answer(result, ""));
  CHECK(axis.high < 1.5 * answer(result, "").impostor(result.telling()));
}

TEST_CASE("the axis of answers and the places of all moving numbers are the same for any data") {
  const Result none = run("m=3&N=1024");
  const auto axis = figures::certificate::answer_range(none, answer(none, "m=3"));
  auto places = none;
  const auto before = figures::write(places).numbers;
  for (const char* query : {"m=3&N=1024&share=0.02", "m=3&N=64", "m=3&N=1024&share=1"}) {
    CAPTURE(std::string(query));
    Result other = run(query);
    const auto range = figures::certificate::answer_range(other, answer(other, query));
    CHECK(range.low == axis.low);
    CHECK(range.high == axis.high);
    CHECK(figures::write(other).numbers == before);
    CHECK(other.unseen.value.cols() != none.unseen.value.cols());
  }
  const Answer asked = answer(none, "m=3");
  CHECK(axis.low < std::min(asked.fit(3), asked.impostor(3)));
  CHECK(axis.high > std::max(asked.fit(3), asked.impostor(3)));
}

TEST_CASE("the film asks examples, then the question, and tells how far answers are apart at its end") {
  Values values = values_of("m=3&N=256");
  const Result result = run(values);
  const Answer asked = answer(result, "m=3");
  const std::string apart = ">" + plot::number(asked.apart, 3) + " apart<";  // as drawn, not as described
  bench::Log log;
  const auto bytes = bench::run(figure(), values, log);
  REQUIRE(bytes);
  figures::View view(figure());
  plot::HeadlessContext headless;
  view.values() = values;
  REQUIRE(view.show(*bytes, {}, false));
  const auto shows = [&](double at, std::string_view words) {
    view.values().set("at", at);
    return view.svg(headless, {.width = 1000, .height = 600}).find(words) != std::string::npos;
  };
  const auto said = [&](double at) {
    view.values().set("at", at);
    return figures::value_text(*std::ranges::find(figure().parameters, std::string_view("at"), &figures::Parameter::id),
                               view.values(), view.picture());
  };
  CHECK(shows(100, apart));
  CHECK(view.describe().title.find("different answers") != std::string::npos);
  for (const double at : {0.0, 30.0, 60.0, 99.0}) {
    CHECK_FALSE(shows(at, apart));
    CHECK(view.describe().title.find("different answers") == std::string::npos);
  }
  CHECK(said(0) == "example 2 of 10");
  CHECK(said(37) == "example 10 of 10");
  CHECK(said(50) == "the question");
  // What is behind the answers has no film: its words are the end's.
  view.values().choose("view", "descent");
  CHECK(view.describe().title.find("from the truth") != std::string::npos);
}

// --- The hand -------------------------------------------------------------------------------------------------------

namespace {

// A view on a wide canvas with a pointer.
struct Desk {
  figures::View view{figure()};
  plot::HeadlessContext headless;
  plot::Look look{.width = 1080, .height = 640};

  explicit Desk(std::string_view query) {
    view.values() = values_of(query);
    bench::Log log;
    const auto bytes = bench::run(figure(), view.values(), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, {}, false));
    frame({-10, -10}, false);
  }
  void frame(plot::Point at, bool down) {
    headless.pointer.next(at, at.x >= 0, down, false);
    headless.frame(look, [&](plot::Canvas& canvas) { view.draw(canvas, false); });
  }
  // Presses, moves in small steps, releases.
  void drag(plot::Point from, float right, float upward) {
    frame(from, false);
    frame(from, true);
    for (int k = 1; k <= 8; ++k) {
      const float part = static_cast<float>(k) / 8;
      frame({from.x + right * part, from.y - upward * part}, true);
    }
    frame({from.x + right, from.y - upward}, false);
    frame({-10, -10}, false);
  }
  std::vector<double> question() {
    const auto list = view.values().list("question");
    return {list.begin(), list.end()};
  }
  // Some place where a drag edits an entry.
  plot::Point entry() {
    for (float y = 340; y < 560; y += 20) {
      for (float x = 60; x < 180; x += 20) {
        drag({x, y}, 24, 0);
        if (question().empty()) continue;
        view.values().set_list("question", {});
        view.values().choose("ask", "gaussian");
        return {x, y};
      }
    }
    FAIL("no entry can be dragged");
    return {};
  }
};

}  // namespace

TEST_CASE("a sideways drag moves one entry by its length, and nothing else") {
  Desk desk("m=3&N=256");
  const plot::Point at = desk.entry();
  const Result result = run("m=3&N=256");
  const std::vector<double> before = figures::certificate::question_list(result.questions.front());
  desk.drag(at, 96, 30);  // two units; its height does not count
  const std::vector<double> after = desk.question();
  REQUIRE(after.size() == before.size());
  int changed = 0;
  for (std::size_t k = 0; k < after.size(); ++k) {
    if (after[k] == before[k]) continue;
    ++changed;
    CHECK(std::abs(after[k] - before[k] - 2) <= 0.0051);
  }
  CHECK(changed == 1);
  CHECK(desk.view.values().choice("ask") == "edited");
  CHECK_FALSE(desk.view.is_stale());
  // On from where it stands now.
  desk.drag(at, -48, 0);
  int moved = 0;
  for (std::size_t k = 0; k < after.size(); ++k) {
    if (desk.question()[k] == after[k]) continue;
    ++moved;
    CHECK(std::abs(desk.question()[k] - after[k] + 1) <= 0.0051);
  }
  CHECK(moved == 1);
}

TEST_CASE("a press without a drag edits nothing") {
  Desk desk("m=3&N=256");
  const plot::Point at = desk.entry();
  desk.drag(at, 3, 0);
  CHECK(desk.question().empty());
  CHECK(desk.view.values().choice("ask") == "gaussian");
}

TEST_CASE("an entry that was held while a smaller result came is let go") {
  Desk desk("m=4&N=64");
  const plot::Point at = desk.entry();
  desk.frame(at, false);
  desk.frame(at, true);
  const Values small = values_of("m=2&N=64");
  bench::Log log;
  const auto bytes = bench::run(figure(), small, log);
  REQUIRE(bytes);
  REQUIRE(desk.view.show(*bytes, {}, false));
  desk.frame({at.x + 50, at.y}, true);
  desk.frame({at.x + 50, at.y}, false);
  const auto size = desk.question().size();
  CHECK((size == 0 || size == 12));
}

TEST_CASE("the button beside the verdict takes all edits back") {
  Desk desk("m=3&N=256");
  desk.drag(desk.entry(), 96, 0);
  REQUIRE(desk.view.values().choice("ask") == "edited");
  for (float y = 400; y < 600 && desk.view.values().choice("ask") == "edited"; y += 10) {
    for (float x = 700; x < 1080; x += 20) {
      desk.frame({x, y}, false);
      desk.frame({x, y}, true);
      desk.frame({x, y}, false);
      if (desk.view.values().choice("ask") != "edited") break;
    }
  }
  desk.frame({-10, -10}, false);
  CHECK(desk.view.values().choice("ask") == "gaussian");
  CHECK(desk.question().empty());
}

TEST_CASE("what two errors differ by is not said to be larger than both") {
  const auto difference = [](std::string_view query) {
    const Values values = values_of(query);
    for (const auto& row : figures::certificate::describe(run(values), bench::context(values)).table.rows)
      if (row[0] == "Their difference, by its own formula") return row[1];
    return std::string();
  };
  CHECK(difference("m=2&N=64&share=0").starts_with("0"));
  CHECK_FALSE(difference("m=2&N=256&share=1").starts_with("0 up to"));
}
