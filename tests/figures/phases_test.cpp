// Figure "phases" against the truth it hides, against the learner's own run of the six phases, and under the reader's
// hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "figures/bench.hpp"
#include "figures/page.hpp"
#include "figures/phases/picture.hpp"
#include "learner/softmax/phases.hpp"

namespace {

using figures::Values;
using figures::phases::BodyResult;
using figures::phases::Result;
using learner::Index;
using learner::Matrix;
using learner::Vector;

const figures::Figure& figure() { return *figures::find("phases"); }

// Small and quick unless the query says otherwise.
Values settings(std::string_view query) {
  Values values(figure().parameters);
  for (const std::string_view each : {std::string_view("d=3&k=4&N=2000&tolerance=0.1"), query}) {
    REQUIRE(values.read_query(each).empty());
  }
  return values;
}

Result run(std::string_view query) { return bench::result_of(figures::phases::run, settings(query)); }

double relative(const Matrix& found, const Matrix& truth) { return (found - truth).norm() / truth.norm(); }

// The answers of the hidden layer, in paper B's words: rows are tokens.
Matrix answers(const Result& result, const Matrix& X) {
  Matrix F = Matrix::Zero(X.rows(), X.cols());
  for (std::size_t i = 0; i < result.Theta.size(); ++i) {
    Matrix A = (X * result.Theta[i] * X.transpose()).array().exp().matrix();
    for (Index t = 0; t < A.rows(); ++t) A.row(t) /= A.row(t).sum();
    F += A * X * result.W[i];
  }
  return F;
}

// The mean of (1/k) X^T J Y over every X there is.
Matrix enumerated_limit(const Result& result, const Values& settings) {
  const Index d = settings.integer("d"), k = settings.integer("k"), count = Index{1} << (d * k);
  Matrix sum = Matrix::Zero(d, d);
  for (Index code = 0; code < count; ++code) {
    Matrix X(k, d);
    for (Index bit = 0; bit < d * k; ++bit) X(bit / d, bit % d) = (code >> bit & 1) == 0 ? 1.0 : -1.0;
    sum += X.transpose() * Matrix::Ones(k, k) * answers(result, X) / static_cast<double>(k);
  }
  return sum / static_cast<double>(count);
}

}  // namespace

TEST_CASE("each error of the six phases is the distance of what was found from the truth") {
  for (const char* query : {"", "m=3&seed=4", "sum=exact&scale=2", "d=2&k=3&N=2000", "m=1"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    REQUIRE(result.reached == 6);
    Matrix sum = Matrix::Zero(result.sum.rows(), result.sum.cols());
    for (const Matrix& W : result.W) sum += W;
    CHECK(result.crude.error == doctest::Approx(relative(result.crude.sum, sum)));
    CHECK(std::abs(result.refined.error - relative(result.refined.sum, sum)) < 1e-12);
    for (std::size_t i = 0; i < result.Theta.size(); ++i) {
      const auto at = static_cast<Index>(i);
      CHECK(std::abs(result.net.theta_errors(at) - relative(result.net.Theta[i], result.Theta[i])) < 1e-12);
      CHECK(std::abs(result.net.w_errors(at) - relative(result.net.W[i], result.W[i])) < 1e-12);
      // What the span keeps and what it loses make up the head.
      const double kept = result.span.heads.col(at).norm() / result.Theta[i].norm();
      CHECK(kept * kept + result.span.lost(at) * result.span.lost(at) == doctest::Approx(1));
    }
  }
}

TEST_CASE("one phase after another gives what the learner's own run of all six gives") {
  for (const char* query :
       {"", "m=3&k=3&seed=2", "sum=exact&tolerance=0.03", "d=4&k=2", "m=3&rows=all&margin=2", "N=100&margin=4"}) {
    CAPTURE(std::string(query));
    const Values values = settings(query);
    const Result result = run(query);
    auto task = learner::random_sign_task({.d = values.integer("d"),
                                           .k = values.integer("k"),
                                           .heads = values.integer("m"),
                                           .seed = static_cast<std::uint64_t>(values.integer("seed"))});
    REQUIRE(task);
    const bool exact = values.choice("sum") == "exact";
    const Index distinct = values.choice("rows") == "all" ? values.integer("d") : 0;
    const auto six = learner::run_six_phases(
        *task, {.examples = values.integer("N"),
                .exact_sum_in_phase_2 = exact,
                .exact_sum_in_phase_4 = exact,
                .agreement = {.tolerance = values.number("tolerance"), .most_distinct = distinct},
                .body = {.bound = 4.0 / std::sqrt(values.number("d"))},
                .margin = values.number("margin"),
                .second_agreement = {.tolerance = 1.0 / 3 * values.number("tolerance"), .most_distinct = distinct},
                .net = {.points_per_axis = figures::phases::net_points(values)}});
    CHECK(result.reached == (six.stopped == 0 ? 6 : six.stopped - 1));
    CHECK(result.stopped.text() == six.why);
    CHECK(result.crude.sum == six.crude->sum);
    CHECK(result.first.centre == six.first->centre.Theta);
    CHECK(result.first.outside == six.first->error.head_distance);
    CHECK(result.first.hull_distance == six.first->error.hull_distance);
    if (!six.refined) continue;
    CHECK(result.refined.sum == six.refined->refined.sum);
    if (!six.net) continue;
    CHECK(result.second.centre == six.second->centre.Theta);
    CHECK(result.second.accepted == static_cast<double>(six.second->agreement.accepted));
    CHECK(result.span.lost.maxCoeff() == doctest::Approx(six.span->error.largest));
    CHECK(result.net.test_error == six.net->test_error);
    CHECK(result.net.theta_errors.maxCoeff() == doctest::Approx(six.net->match.theta_error));
  }
}

TEST_CASE("more examples bring phase 1 to its bias and not below: to the mean over every sequence there is") {
  for (const char* query :
       {"d=2&k=2", "d=2&k=3&m=3&seed=5", "d=2&k=3&scale=3", "d=3&k=3&scale=0.3", "d=2&k=3&m=1&seed=3"}) {
    CAPTURE(std::string(query));
    const Result result = run(std::string(query) + "&N=10000");
    const Matrix limit = enumerated_limit(result, settings(std::string(query) + "&N=10000"));
    CHECK((result.limit - limit).norm() < 1e-11 * limit.norm());
    CHECK(result.limit_error == doctest::Approx(relative(limit, result.sum)));
    // 10,000 examples: deviations of about d/sqrt(N) of an answer's size remain.
    const double deviation = 4.0 * static_cast<double>(limit.rows()) / std::sqrt(10000.0);
    CHECK((result.crude.sum - limit).norm() < deviation * (1 + result.sum.norm()));
    CHECK(result.crude.error > 0.9 * result.limit_error);
    CHECK(result.limit_error > 0.03);
  }
}

TEST_CASE("one head with the exact sum is found, and the title says so") {
  for (const char* query : {"m=1&sum=exact", "m=1&sum=exact&d=2&N=1000&seed=8", "m=1&sum=exact&d=4&k=3&seed=2",
                            "m=1&sum=exact&d=5&scale=0.3&N=2000"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    REQUIRE(result.reached == 6);
    CHECK(result.first.outside.maxCoeff() < 1e-6);
    CHECK(result.net.theta_errors(0) < 1e-6);
    CHECK(result.net.w_errors(0) < 1e-6);
    CHECK(result.net.test_error < 1e-12);
    CHECK(figures::phases::describe(result, bench::context(settings(query))).title ==
          "All six phases go through: the head is found");
  }
}

TEST_CASE("two heads are not found at this size, even with the exact sum: they do not agree where they seem to") {
  for (int seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    const Result result = run("sum=exact&N=2000&seed=" + std::to_string(seed));
    CHECK(result.first.mean_miss > 0.1);
    if (result.reached == 6) CHECK(result.net.theta_errors.maxCoeff() > 0.1);
  }
}

TEST_CASE("what the constraints claim and what the heads give are told apart by the mean error that is published") {
  const Result result = run("m=3");
  for (const BodyResult* body : {&result.first, &result.second}) {
    const Matrix off = (body->meant.colwise() - body->claimed).cwiseAbs();
    CHECK(off.mean() == doctest::Approx(body->mean_miss));
    CHECK(off.maxCoeff() == doctest::Approx(body->largest_miss));
  }
}

TEST_CASE("in the plane of the picture every constraint is as far from a head as it is in space") {
  for (const char* query : {"", "m=1", "d=4&k=2", "d=2&k=3", "sum=exact&tolerance=0.003"}) {  // heads in the plane
    CAPTURE(std::string(query));
    const Result result = run(query);
    REQUIRE(result.reached >= 2);
    const BodyResult& body = result.first;
    for (Index i = 0; i < body.heads.cols(); ++i) {
      CHECK(body.aside(i) < 1e-6);
      const Vector off = body.cuts.topRows(2).transpose() * body.heads.col(i) - body.cuts.row(2).transpose();
      const Vector meant = body.meant.col(i) - body.claimed;
      CHECK((off - meant).cwiseAbs().maxCoeff() < 1e-6 * (1 + meant.cwiseAbs().maxCoeff()));
    }
    CHECK(body.origin.norm() < body.centre.norm() + 1e-9);
  }
}

TEST_CASE("cut by cut the body loses what lies outside the constraints, and nothing else") {
  for (const char* query : {"", "m=3&seed=2", "m=1", "d=2&k=3"}) {
    CAPTURE(std::string(query));
    const BodyResult body = run(query).first;
    const double reach = body.block.cwiseAbs().maxCoeff();
    const auto inside = [](const Matrix& polygon, const Eigen::Vector2d& point) {
      double least = 1e300;
      for (Index k = 0; k < polygon.cols(); ++k) {
        const Eigen::Vector2d from = polygon.col(k), side = polygon.col((k + 1) % polygon.cols()) - from;
        if (side.norm() > 1e-12)
          least =
              std::min(least, (side.x() * (point.y() - from.y()) - side.y() * (point.x() - from.x())) / side.norm());
      }
      return polygon.cols() == 0 ? -1.0 : least;  // from the nearest side
    };
    learner::Random random(7);
    for (const Index count : {Index{0}, Index{1}, Index{3}, body.claimed.size()}) {
      const Matrix left = figures::phases::body_after(body, static_cast<double>(count));
      CHECK(inside(left, Eigen::Vector2d(0, 0)) > -1e-6);  // the point of least norm
      for (int draw = 0; draw < 400; ++draw) {
        const Matrix drawn = (draw % 2 == 0 ? reach : 0.2 * reach) * random.gaussian(2, 1);
        const Eigen::Vector2d point = drawn.col(0);
        double room = inside(body.block, point);
        for (Index j = 0; j < count; ++j) {
          const double size = std::max(1e-12, body.cuts.col(j).head<2>().norm());
          const double off = std::abs(body.cuts.col(j).head<2>().dot(point) - body.cuts(2, j));
          room = std::min(room, (body.tolerance - off) / size);
        }
        if (std::abs(room) > 1e-6) CHECK((inside(left, point) > 0) == (room > 0));
      }
    }
    // A head is lost with the first constraint that it does not meet.
    for (Index i = 0; i < body.heads.cols(); ++i) {
      const Index first = figures::phases::first_miss(body, i);
      const Vector off = (body.meant.col(i) - body.claimed).cwiseAbs();
      if (first > 0) CHECK(off.head(first).maxCoeff() <= body.tolerance * 1.00001 + 1e-8);
      if (first < off.size()) CHECK(off(first) > body.tolerance);
    }
  }
}

TEST_CASE("the film goes through the phases one by one, and tells the result only at its end") {
  const Result result = run("");
  REQUIRE(result.reached == 6);
  const auto at = [&](int film, std::string_view more = "") {
    return settings("film=" + std::to_string(film) + (more.empty() ? "" : "&") + std::string(more));
  };
  int before = 1;
  for (int film = 0; film < 600; ++film) {
    const auto moment = figures::phases::moment_of(result, at(film));
    CHECK(moment.done == moment.phase - 1);
    CHECK(moment.phase - before >= 0);
    CHECK(moment.phase - before <= 1);
    CHECK(moment.share < 1);
    before = moment.phase;
    const auto now = figures::phases::seen(result, moment);
    CHECK(now.reached == moment.done);
    // What phase 1 shows on its way is what it had then.
    if (film < 70) {
      REQUIRE_FALSE(now.errors.empty());  // the first picture has a point too
      CHECK(now.crude.error == doctest::Approx(relative(now.crude.sum, result.sum)));
      CHECK(now.crude.error == result.errors[now.errors.size() - 1]);
    }
  }
  CHECK(before == 6);
  const auto title = [&](const Values& values) {
    return figures::phases::describe(result, bench::context(values)).title;
  };
  CHECK(title(at(0)) == "An average guesses the sum of all W");
  CHECK(title(at(599)) == "Every choice from a net is tried");
  CHECK(title(at(600)).starts_with("Six phases find the sum of the W, not the heads"));
  // At the end the phase of a link is large.
  for (int phase = 1; phase <= 6; ++phase)
    CHECK(figures::phases::moment_of(result, at(600, "phase=" + std::to_string(phase))).phase == phase);
}

TEST_CASE("the path says of each phase how far off it ends, and of none before it has ended") {
  // As the page opens it: there is room for all words.
  constexpr std::string_view kQuery = "d=5&k=3&N=10000";
  const Values values = settings(kQuery);
  const Result result = run(kQuery);
  REQUIRE(result.reached == 6);
  CHECK(figures::phases::error_of(result, 2) == result.first.hull_distance);
  CHECK(figures::phases::error_of(result, 5) == result.span.lost.maxCoeff());
  CHECK(figures::phases::error_of(result, 6) == result.net.largest_error());
  bench::Log log;
  const auto bytes = bench::run(figure(), values, log);
  REQUIRE(bytes);
  plot::HeadlessContext headless;
  figures::View view(figure());
  view.values() = values;
  REQUIRE(view.show(*bytes, {}, false));
  view.values().set("behind", 1);  // no errors are said below
  for (std::size_t done = 0; done <= 6; ++done) {
    view.values().set("film", done == 0 ? 0 : figures::phases::kEnds[done - 1]);
    const std::string svg = view.svg(headless, {.width = 1080, .height = 670});
    for (int phase = 1; phase <= 6; ++phase) {
      const double error = figures::phases::error_of(result, phase);
      CAPTURE(done);
      CAPTURE(phase);
      constexpr std::array kWhat = {"the sum: ", "a point: ", "the sum: ", "a point: ", "a span: ", "a head: "};
      const std::string words =
          kWhat[static_cast<std::size_t>(phase - 1)] +
          (figures::phases::is_exact(error) ? std::string("exact") : figures::phases::error_text(error));
      CHECK((svg.find(">" + words + "<") != std::string::npos) == (static_cast<std::size_t>(phase) <= done));
    }
    CHECK((svg.find(">How near to the truth will each phase come?<") != std::string::npos) == (done < 6));
    CHECK(svg.contains(">Each phase asks for more: a point, a span, a head in it<") == (done == 6));
  }
}

TEST_CASE("what phase 6 chose lies on the net over the body's extreme points") {
  for (const char* query : {"", "m=3", "m=1&tolerance=0.03", "net=5"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    REQUIRE(result.reached == 6);
    for (Index axis = 0; axis < result.heads(); ++axis) {
      const double low = result.span.extremes.row(axis).minCoeff(), high = result.span.extremes.row(axis).maxCoeff();
      for (Index i = 0; i < result.heads(); ++i) {
        const double step =
            (result.net.chosen(axis, i) - low) / std::max(1e-300, high - low) * (result.net.per_axis - 1);
        if (high - low > 1e-6) CHECK(std::abs(step - std::round(step)) < 1e-6);
      }
    }
  }
}

TEST_CASE("a phase that cannot go on says why in a sentence, and the phases before it stand") {
  for (const auto& [query, reached] :
       {std::pair{"d=4&N=5000&margin=3", 2}, {"N=100&margin=4", 2}, {"d=6&k=8&N=100&tolerance=0.003", 1}}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    CHECK(result.reached == reached);
    CHECK(result.stopped.text().ends_with('.'));
    const auto description = figures::phases::describe(result, bench::context(settings(query)));
    const std::string& why = description.sentence;
    CHECK((reached == 2 ? why.contains("cannot go on: Rows of large margin show ") &&
                              why.contains(" directions of tokens. Lower the margin.")
                        : why.contains("cannot go on: 100 examples give it no row that it can use. Choose k = 2.")));
    CHECK(why.contains(" Phase 6 will need 300 examples.") == (settings(query).integer("N") < 300));
    CHECK(bench::cell(description, "Phase 1: relative error of the estimated sum") != "");
    CHECK((bench::cell(description, "Phase 2: constraints") != "") == (reached >= 2));
    CHECK(bench::cell(description, "Phase 6: choices compared") == "");
  }
}

std::string picture(const std::string& query) {
  bench::Page page(figure(), query);
  return page.view.svg(page.headless, page.look);
}

TEST_CASE("where no row agrees one sees how many would, were a larger residual allowed") {
  const std::string query = "d=5&k=3&N=5000&tolerance=0.003&seed=1";
  const Result stopped = run(query);
  REQUIRE(stopped.reached == 1);
  const auto& [distinct, most_distinct, allowed, residuals, counts] = stopped.no_rows;
  CHECK(allowed == 0.003);
  CHECK(residuals.front() > allowed);
  CHECK(std::ranges::is_sorted(residuals));
  for (const char* tolerance : {"0.01", "0.03", "0.1", "0.3", "1"}) {
    const Result more = run(query + "&tolerance=" + tolerance);
    REQUIRE(more.reached >= 2);
    const auto above =
        std::ranges::upper_bound(residuals, settings(query + "&tolerance=" + tolerance).number("tolerance"));
    const auto k = static_cast<std::size_t>(above - residuals.begin());
    REQUIRE(k > 0);
    CHECK(counts[k - 1] <= more.first.accepted);
    CHECK((k == counts.size() || more.first.accepted < counts[k]));
  }
  CHECK(distinct.empty());
  CHECK(picture(query).contains("nearest row: "));
  CHECK_FALSE(picture("").contains("nearest row: "));
  const std::string alone = "d=2&m=1&k=3&N=100&scale=3&tolerance=0.003&seed=3";  // one head, and few rows
  REQUIRE(run(alone).no_rows.counts.size() < 5);
  CHECK(picture(alone).contains(run(alone).no_rows.counts.empty() ? "can be explained" : "nearest row: "));
  CHECK_FALSE(picture(alone).contains("different tokens of an example"));
}

TEST_CASE("where no row can be tested one sees how many different tokens examples have") {
  const std::string query = "d=5&k=8&N=10000";
  const Result stopped = run(query);
  const auto& [distinct, most_distinct, allowed, residuals, counts] = stopped.no_rows;
  CHECK(counts.empty());
  REQUIRE(distinct.size() == 8);
  // Each token of an example is one of those it has, or one of the 32 - j others; so many examples one expects, and
  // chance brings the root of it more or less.
  std::vector<double> expected = {settings(query).number("N")};
  for (int token = 0; token < 8; ++token) {
    std::vector<double> next(expected.size() + 1);
    for (std::size_t j = 0; j < expected.size(); ++j) {
      next[j] += expected[j] * static_cast<double>(j) / 32;
      next[j + 1] += expected[j] * (32 - static_cast<double>(j)) / 32;
    }
    expected = next;
  }
  for (std::size_t j = 1; j <= 8; ++j)
    CHECK(std::abs(distinct[j - 1] - expected[j]) <= 4 * std::sqrt(expected[j]) + 0.5);
  CHECK(std::reduce(distinct.begin(), distinct.end()) == settings(query).number("N"));
  CHECK(most_distinct == 3);
  CHECK((distinct[1] == 0 && distinct[2] == 0));
  CHECK(picture(query).contains("tested: none"));
  CHECK_FALSE(picture("").contains("tested: none"));
}

TEST_CASE("the share of examples with few different tokens is what counting all of them gives") {
  for (const auto& [query, share] : {std::pair{"d=2&m=2&k=3", 36.0 / 64},
                                     {"d=2&m=1&k=3", 60.0 / 64},
                                     {"d=2&k=2", 0.75},
                                     {"d=3&m=3&k=3", 168.0 / 512},
                                     {"d=3&m=3&k=3&rows=all", 504.0 / 512}})
    CHECK(figures::phases::tested_share(settings(query)) == doctest::Approx(share));
}

TEST_CASE("where a body has fewer directions than heads, the next seed mostly helps, and more examples do not") {
  int helped = 0;
  const std::vector<std::string> queries = {"d=2&m=3",
                                            "d=2&m=3&N=2000&seed=122",
                                            "d=2&m=2&k=2&tolerance=0.5&margin=1&seed=47",
                                            "d=2&m=2&k=3&N=2000&scale=0.1&seed=155",
                                            "d=2&k=3&N=2000&sum=exact&seed=196",
                                            "d=2&k=5&scale=0.1&sum=exact&rows=all&seed=152",
                                            "d=2&m=2&k=3&N=500&sum=exact&tolerance=0.3&seed=93"};
  for (const std::string& query : queries) {
    CAPTURE(query);
    const Result result = run(query);
    REQUIRE(result.stopped.kind == learner::ErrorKind::flat_body);
    const auto description = figures::phases::describe(result, bench::context(settings(query)));
    CHECK(description.sentence.contains("directions. Try another seed."));
    CHECK(run(query + "&N=50000").stopped.kind == learner::ErrorKind::flat_body);
    helped += run(query + "&seed=" + std::to_string(settings(query).integer("seed") + 1)).is_stopped() ? 0 : 1;
  }
  CHECK(helped > 5);
}

TEST_CASE("pressing a stop of the path draws its phase large, and computes nothing anew") {
  const Values values = settings("N=500&margin=1");
  bench::Log log;
  const auto bytes = bench::run(figure(), values, log);
  REQUIRE(bytes);
  for (const float width : {360.F, 1080.F}) {
    plot::HeadlessContext headless;
    figures::View view(figure());
    view.values() = values;
    REQUIRE(view.show(*bytes, {}, false));
    const plot::Look look{.width = width, .height = width < 600 ? 558.F : 670.F};
    for (int phase = 6; phase >= 1; --phase) {
      const plot::Point at{2 + (width - 4) * (static_cast<float>(phase) - 0.5F) / 6, 60};
      for (const bool down : {false, true, false}) {
        headless.pointer.next(at, true, down, false);
        headless.frame(look, [&](plot::Canvas& canvas) { view.draw(canvas, false); });
      }
      CHECK(view.values().integer("phase") == phase - 1);
    }
    CHECK_FALSE(view.is_stale());
  }
}

TEST_CASE("previews come phase by phase, and phase 1 grows as examples come") {
  const Values values = settings("N=2000");
  bench::Log log;
  log.previews = true;
  REQUIRE(bench::run(figure(), values, log));
  CHECK(log.stages == std::vector<int>{0, 1, 2, 3, 4, 5});
  CHECK(log.shown.size() == 8 + 6);  // 10, 20, .. 2,000 examples, then each phase
}

TEST_CASE("a span that loses nothing is not said to lose up to 0 %") {
  Result result = run("");
  result.span.lost.setZero();
  REQUIRE(result.net.largest_error() > 1e-7);
  const Values values = settings("");
  const auto words = figures::phases::describe(result, bench::context(values)).sentence;
  CHECK(words.find("The span holds every head.") != std::string::npos);
  CHECK(words.find("0 % of a head") == std::string::npos);
}

TEST_CASE("what a net finds lies in its span: no head is nearer than what the span loses of it") {
  int grows = 0, runs = 0;
  for (const char* query : {"", "m=1", "m=3", "d=4", "k=2", "scale=0.1&k=2", "N=500"}) {
    for (int seed = 1; seed <= 3; ++seed) {
      const Result result = run(std::string(query) + "&seed=" + std::to_string(seed));
      if (result.reached < 6) continue;
      CAPTURE(std::string(query));
      CAPTURE(seed);
      CHECK((result.net.theta_errors - result.span.lost).minCoeff() > -1e-12);
      // That the span is farther off than a point of the body is no law: the picture says so where it is.
      ++runs;
      if (figures::phases::error_of(result, 4) < figures::phases::error_of(result, 5)) ++grows;
    }
  }
  MESSAGE("the span is farther off than the point in ", grows, " of ", runs);
}

TEST_CASE("a head that a body holds is not said to be missed by 0 %") {
  Result result = run("m=3&seed=2");
  REQUIRE(result.reached >= 2);
  result.first.outside = Vector{{0, 0.12, 0.76}};
  const auto words = figures::phases::describe(result, bench::context(settings("m=3&seed=2"))).sentence;
  CHECK(words.find(", holds Θ₁, but misses Θ₂ by 12 % of its size and Θ₃ by 76 %.") != std::string::npos);
}

TEST_CASE("a body of one head is not said to hold heads") {
  const Result result = run("m=1&k=2&scale=0.05");
  REQUIRE(result.reached >= 2);
  CHECK(figures::phases::finding_of(result, 2) == "The body nearly holds the head, but reaches far");
}

TEST_CASE("both bodies are seen one way up: heads as far apart, on a level line, 0 above the point of least norm") {
  for (const char* query : {"", "m=1", "m=3", "d=5&k=3", "m=3&seed=2", "m=1&sum=exact"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    REQUIRE(result.reached >= 4);
    const Index m = result.heads();
    for (const BodyResult* body : {&result.first, &result.second}) {
      const Vector from = m == 1 ? body->origin : Vector(body->heads.col(0));
      const Vector along = body->heads.col(m == 1 ? 0 : 1) - from;
      CHECK(along(0) == doctest::Approx(m == 1 ? result.Theta[0].norm() : (result.Theta[1] - result.Theta[0]).norm()));
      CHECK(std::abs(along(1)) < 1e-9);
      CHECK(body->origin.y() >= -1e-9);
    }
  }
}

TEST_CASE("the last moment of a body's film and the phase looked at afterwards show one window") {
  const Values values = settings("");
  bench::Log log;
  const auto bytes = bench::run(figure(), values, log);
  REQUIRE(bytes);
  plot::HeadlessContext headless;
  figures::View view(figure());
  view.values() = values;
  REQUIRE(view.show(*bytes, {}, false));
  for (const auto& [film, phase] : {std::pair{229, 1}, {449, 3}}) {
    const auto centre = [&](double at) {  // the point of least norm
      view.values().set("film", at);
      view.values().set("phase", phase);
      const std::string svg = view.svg(headless, {.width = 1080, .height = 691});
      const auto end = svg.find("smallest");
      REQUIRE(end != std::string::npos);
      const auto begin = svg.rfind("<text", end);
      return svg.substr(begin, end - begin);
    };
    CHECK(centre(film) == centre(600));
  }
}

TEST_CASE("a head whose place in the span lies beyond the net is told from one that lies in it") {
  figures::phases::SpanResult span;
  span.extremes = Matrix{{-1, 1}, {-2, 2}};
  span.heads = Matrix{{1, 0.5}, {2, 2.1}};
  CHECK(figures::phases::in_net(span, 0));
  CHECK_FALSE(figures::phases::in_net(span, 1));
}
