#include "learner/softmax/phases.hpp"

#include <doctest/doctest.h>
#include <Eigen/QR>

#include <cmath>

#include "learner/softmax/value_sum.hpp"

using namespace learner;

namespace {

SignTask task_of(Index d, Index k, Index heads, std::uint64_t seed = 1, double noise = 0.0) {
  return *random_sign_task({.d = d, .k = k, .heads = heads, .noise = noise, .seed = seed});
}

// Two heads whose Thetas differ by a e^T, a = (1, 1, 0, ..), e = (1, 0, ..): they agree exactly for queries orthogonal
// to a, and for tokens that share the query's first sign. Such rows fix all but the line through both Thetas.
SoftmaxLayer heads_that_agree(Index d) {
  SoftmaxLayer layer = task_of(d, 2, 2).truth();
  layer.heads[1].Theta = layer.heads[0].Theta;
  layer.heads[1].Theta.topLeftCorner(2, 1).array() += 1.0;
  return layer;
}

}  // namespace

TEST_CASE("a net through the true scores finds them among all pairs of its points") {
  const SignTask task = task_of(3, 4, 2);
  const Matrix &A = task.truth().heads[0].Theta, &B = task.truth().heads[1].Theta;
  Matrix pair(9, 2);
  pair << A.reshaped(), B.reshaped();
  const Eigen::HouseholderQR<Matrix> qr(pair);
  SpanSearch span{.basis = qr.householderQ() * Matrix::Identity(9, 2)};
  const Matrix at = span.basis.transpose() * pair;  // 2 x 2 coordinates of both heads
  // A 4 x 4 grid on which both heads are: an axis from one head's coordinate to past the other's.
  Matrix ends(2, 2);
  ends.col(0) = at.col(0) - (at.col(1) - at.col(0));
  ends.col(1) = at.col(1) + (at.col(1) - at.col(0));
  span.points = span.basis * ends;
  const auto sequences = task.block(Split::train, 0, 300);
  const auto found = search_net(span, sequences, {.points_per_axis = 4});
  REQUIRE(found);
  CHECK(found->points == 16);
  CHECK(found->subsets == 120.0);
  const HeadMatch match = match_heads(task.truth(), found->layer);
  CHECK(match.theta_error < 1e-12);
  CHECK(match.w_error < 1e-10);
  CHECK(found->validation_error < 1e-12);
}

TEST_CASE("the number of sets in a net is counted, and one that is too large is refused with its size") {
  CHECK(net_subsets(9, 1) == 9.0);
  CHECK(net_subsets(9, 2) == 3240.0);
  CHECK(net_subsets(3, 3) == 2925.0);
  CHECK(net_subsets(1, 2) == 0.0);
  const SignTask task = task_of(3, 4, 2);
  const SpanSearch span{.basis = Matrix::Identity(9, 2), .points = Matrix::Random(9, 4)};
  const auto sequences = task.block(Split::train, 0, 300);
  CHECK(search_net(span, sequences, {.points_per_axis = 30}).error().text().starts_with("A net of 30 points an axis"));
  CHECK(search_net(span, sequences, {.points_per_axis = 1}).error().text().starts_with("The net has 1 points"));
  CHECK(!search_net(span, sequences, {.points_per_axis = 0}));
  CHECK(!search_net(span, std::span(sequences).first(299)));
}

TEST_CASE("one head is recovered by all six phases when the sum of the values is given") {
  for (const auto [d, k] : {std::pair<Index, Index>{2, 4}, {3, 4}, {3, 8}, {4, 4}}) {
    const SixPhases run = run_six_phases(
        task_of(d, k, 1), {.examples = 1500, .exact_sum_in_phase_2 = true, .exact_sum_in_phase_4 = true});
    CHECK_MESSAGE(run.stopped == 0, run.why);
    REQUIRE(run.net);
    CHECK(run.span->error.largest < 1e-7);
    CHECK(run.net->match.theta_error < 1e-7);
    CHECK(run.net->match.w_error < 1e-7);
    CHECK(run.net->test_error < 1e-14);
  }
}

TEST_CASE("where two heads truly agree on enough rows, the body is their line and the span is exact, sum not given") {
  for (const Index d : {2, 3}) {
    const SignTask task(heads_that_agree(d), d == 2 ? 4 : 3, 0.0, 1);
    const SixPhases run = run_six_phases(
        task,
        {.examples = 3000, .margin = 1e6, .second_agreement = {.tolerance = 1e-7}, .net = {.points_per_axis = 15}});
    CHECK_MESSAGE(run.stopped == 0, run.why);
    REQUIRE(run.net);
    CHECK(run.crude->error > 0.1);
    CHECK(run.refined->error < 1e-10);
    CHECK(run.second->constraint_error.largest < 1e-6);
    CHECK(run.second->error.head_distance.maxCoeff() < 1e-7);
    CHECK(run.second->error.hull_distance < 1e-6);
    CHECK(run.span->error.largest < 1e-6);
    CHECK(run.span->error.by_chance > 0.7);
    CHECK(run.net->test_error < 0.1);
  }
}

TEST_CASE("equal heads are one direction: phase 5 says so and the earlier results stand") {
  SoftmaxLayer layer = task_of(3, 4, 2).truth();
  layer.heads[1].Theta = layer.heads[0].Theta;
  const SixPhases run = run_six_phases(SignTask(layer, 4, 0.0, 1),
                                       {.examples = 1500, .exact_sum_in_phase_2 = true, .exact_sum_in_phase_4 = true});
  CHECK(run.stopped == 5);
  CHECK(run.why.starts_with("The body shows 1 of 2 directions"));
  REQUIRE(run.second);
  CHECK(run.second->error.hull_distance < 1e-7);
  CHECK(!run.span);
  CHECK(!run.net);
}

TEST_CASE("a phase that cannot go on names itself and says why") {
  const auto stopped_at = [](const SixPhases& run) { return run.why.empty() ? 0 : run.stopped; };
  CHECK(stopped_at(run_six_phases(task_of(3, 4, 2), {.examples = 0})) == 1);
  CHECK(stopped_at(run_six_phases(task_of(3, 4, 2), {.examples = 100000000})) == 1);
  CHECK(stopped_at(run_six_phases(task_of(3, 1, 2))) == 2);
  SoftmaxLayer silent = task_of(3, 4, 2).truth();
  for (SoftmaxHead& head : silent.heads) head.W.setZero();
  const SixPhases zero = run_six_phases(SignTask(silent, 4, 0.0, 1));
  CHECK(stopped_at(zero) == 2);
  CHECK(zero.crude.has_value());
  CHECK(stopped_at(run_six_phases(task_of(3, 4, 2), {.agreement = {.tolerance = 1e-12}})) == 2);
  CHECK(stopped_at(run_six_phases(task_of(3, 4, 2), {.body = {.tolerance = 1e-6}})) == 2);
  CHECK(stopped_at(run_six_phases(task_of(3, 4, 2), {.examples = 5, .margin = 100.0})) == 3);
  const SixPhases coarse = run_six_phases(task_of(3, 4, 2), {.net = {.points_per_axis = 100}});
  CHECK(stopped_at(coarse) == 6);
  CHECK(coarse.span.has_value());
}

TEST_CASE("progress never falls, ends at 1, and one seed gives the same bits") {
  std::vector<double> heard;
  const SignTask task = task_of(3, 4, 2);
  const SixPhases first = run_six_phases(task, {}, [&](double fraction) { heard.push_back(fraction); });
  REQUIRE(first.net);
  CHECK(heard.size() > 50);
  CHECK(std::is_sorted(heard.begin(), heard.end()));
  CHECK(heard.back() == 1.0);
  const SixPhases second = run_six_phases(task);
  CHECK(first.net->net.layer.heads[0].Theta == second.net->net.layer.heads[0].Theta);
  CHECK(first.net->test_error == second.net->test_error);
}
