#include "figures/machines/run.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "figures/machines/machine.hpp"
#include "learner/features.hpp"
#include "learner/machines/exactness.hpp"
#include "learner/machines/transition_learner.hpp"

namespace figures::machines {
namespace {

// The curve goes on to so many times the rank it needs: random pairs of 2 states and letters need 3.2 times.
constexpr double kBeyond = 3;

bool is_memory(const Values& values) { return values.choice("task") == "memory"; }
bool is_weights(const Values& values) { return values.choice("task") == "weights"; }

learner::LookupShape shape_of(const Values& values) {
  return learner::automaton_shape(values.integer("states"), values.integer("letters"));
}

// Unknowns of the memory's layer.
double unknowns_of_memory(const Values& values) {
  return static_cast<double>(learner::feature_count(2 * values.integer("m")));
}

Index transitions(const Eigen::MatrixXi& next) { return (next.array() != kHole).count(); }

// --- Any automaton --------------------------------------------------------------------------------------------------

CurvePoint point_of(const learner::ExactnessPoint& measured) {
  return {.N = measured.examples,
          .rank = measured.rank,
          .questions = measured.questions,
          .exact = measured.exact,
          .certified = measured.certified,
          .error = measured.error,
          .answers = {},
          .rho = {}};
}

void add_answer(CurvePoint& point, const learner::LookupAnswer& asked) {
  point.answers.col(asked.key) = asked.answer;
  point.rho(asked.key) = asked.rho;
}

void make_room(CurvePoint& point, const Eigen::MatrixXi& next) {
  point.answers = Matrix::Zero(next.rows(), next.size());
  point.rho = Vector::Ones(next.size());
}

void run_automaton(const Values& values, Reporter<Result>& reporter, Result& result) {
  const learner::LookupShape shape = shape_of(values);
  const learner::Table table = result.next.transpose().reshaped(1, result.next.size());
  result.needed = shape.keys * learner::key_rank(shape);
  result.unknowns = learner::feature_count(shape.d());
  result.unseen = kUnseen;
  result.whole = values.choice("lessons") == "whole";
  const std::vector<Index> counts = example_counts(values);
  result.planned = std::ssize(counts);
  const auto look = [&](const learner::LookupLearner& learner, const learner::ExactnessPoint& measured) {
    CurvePoint point = point_of(measured);
    make_room(point, result.next);
    for (Index key = 0; key < shape.keys; ++key) add_answer(point, learner.ask(table, key));
    result.points.push_back(std::move(point));
    // Not before the N that is shown was reached: the run would flicker through all those before it.
    const bool telling = static_cast<double>(measured.examples) >= values.number("N") && !result.complete();
    if (telling && reporter.wants_preview()) reporter.preview(result);
  };
  learner::exactness_curve(shape, {.examples = counts,
                                   .unseen = kUnseen,
                                   .teaching = result.whole ? learner::Teaching::whole : learner::Teaching::random,
                                   .seed = static_cast<std::uint64_t>(values.integer("seed")),
                                   .never = table,
                                   .at_point = look,
                                   .progress = [&](double done) { reporter.report(done); }});
}

// --- One automaton in the weights -----------------------------------------------------------------------------------

// The keys of all entries that say something, in the order they are taught.
std::vector<Index> order_of(const Values& values, const Eigen::MatrixXi& next) {
  std::vector<Index> order;
  for (int state = 0; state < next.rows(); ++state) {
    for (int letter = 0; letter < next.cols(); ++letter) {
      if (next(state, letter) != kHole) order.push_back(learner::automaton_key(next.cols(), state, letter));
    }
  }
  Random random(static_cast<std::uint64_t>(values.integer("seed")));
  for (std::size_t k = order.size(); k > 1; --k) {
    std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
  }
  return order;
}

learner::Automaton without_holes(const Eigen::MatrixXi& next) {
  learner::Automaton automaton;
  automaton.next = next.cwiseMax(0);
  for (int state = 0; state < next.rows(); ++state) automaton.states.push_back(state_name(state));
  for (int letter = 0; letter < next.cols(); ++letter) automaton.letters += letter_name(letter);
  automaton.accepting.assign(automaton.states.size(), false);
  return automaton;
}

CurvePoint ask_all(const learner::TransitionLearner& learner, const Eigen::MatrixXi& next, Index taught) {
  CurvePoint point{.N = taught, .rank = learner.rank(), .questions = transitions(next), .answers = {}, .rho = {}};
  make_room(point, next);
  double exact = 0;
  double certified = 0;
  for (int state = 0; state < next.rows(); ++state) {
    for (int letter = 0; letter < next.cols(); ++letter) {
      const learner::LookupAnswer asked = learner.ask(state, letter);
      add_answer(point, asked);
      if (next(state, letter) == kHole) continue;
      exact += asked.right() ? 1 : 0;
      certified += asked.rho <= learner::Interpolation::kInside ? 1 : 0;
      point.error = std::max(point.error, asked.error);
    }
  }
  const double all = std::max(1.0, static_cast<double>(point.questions));
  point.exact = exact / all;
  point.certified = certified / all;
  return point;
}

Expected<void> run_weights(const Values& values, Reporter<Result>& reporter, Result& result) {
  auto learner = learner::TransitionLearner::create(without_holes(result.next));
  if (!learner) return std::unexpected(learner.error());
  const std::vector<Index> order = order_of(values, result.next);
  result.needed = std::ssize(order);
  result.unknowns = learner::feature_count(result.next.rows() + result.next.cols() + 1);
  result.unseen = static_cast<std::int32_t>(order.size());
  result.planned = std::ssize(order) + 1;
  result.points.push_back(ask_all(*learner, result.next, 0));
  for (const Index key : order) {
    const auto state = static_cast<int>(key / result.next.cols());
    const auto letter = static_cast<int>(key % result.next.cols());
    if (const auto added = learner->add(state, letter); !added) return std::unexpected(added.error());
    result.points.push_back(ask_all(*learner, result.next, std::ssize(result.points)));
    reporter.report(static_cast<double>(result.points.size()) / static_cast<double>(result.planned));
  }
  reporter.report(1);
  return {};
}

double weights_work(const Values& values) {
  const double T = values.number("states") * values.number("letters");
  const double psi =
      static_cast<double>(learner::feature_count(values.integer("states") + values.integer("letters") + 1));
  return T * T * psi * (2 * T + values.number("states"));
}

double automaton_work(const Values& values) {
  const learner::LookupShape shape = shape_of(values);
  const auto K = static_cast<double>(shape.keys);
  const auto w = static_cast<double>(shape.width());
  const double m = 1 + K * w + w * (w + 1) / 2;
  const auto rank = static_cast<double>(learner::key_rank(shape));
  double work = 0;
  // One question costs two projections on the examples of its key there are by then, and one answer.
  for (const Index N : example_counts(values)) {
    const double known = std::min(rank, static_cast<double>(N) / K);
    work += K * (kUnseen + 1) * (4 * m * known + m * w + w * w * K);
  }
  return work + static_cast<double>(example_counts(values).back()) * 4 * m * rank;
}

}  // namespace

std::vector<Index> example_counts(const Values& values) {
  const learner::LookupShape shape = shape_of(values);
  const double needed =
      is_memory(values) ? unknowns_of_memory(values) / 2 : static_cast<double>(shape.keys * learner::key_rank(shape));
  std::vector<Index> counts;
  for (const double N : kExampleCounts) {
    counts.push_back(static_cast<Index>(N));
    if (N >= kBeyond * needed) break;
  }
  return counts;
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  const Values& values = request.values;
  reporter.begin(0);
  reporter.report(0);
  if (is_memory(values)) return run_memory(values, reporter);
  Result result;
  result.next = table_of(values);
  if (is_weights(values)) {
    result.task = Task::weights;
    if (const auto done = run_weights(values, reporter, result); !done) return std::unexpected(done.error());
    return result;
  }
  run_automaton(values, reporter, result);
  return result;
}

double work(const Values& values) {
  if (is_memory(values)) return memory_work(values);
  return is_weights(values) ? weights_work(values) : automaton_work(values);
}

}  // namespace figures::machines
