// Runs figure "machines": examples taught one after the other, unseen machines asked on the way, with previews.

#include "figures/machines/machines.hpp"
#include "learner/features.hpp"
#include "learner/machines/automaton.hpp"
#include "learner/machines/exactness.hpp"

namespace figures::machines {
namespace {

// The curve goes on to so many times the rank it needs: random pairs of 2 states and letters need 3.2 times.
constexpr double kBeyond = 3;
// Unseen machines or memories that the curve is measured on.
constexpr int kUnseen = 200;
// The reader's memory is this one of the test stream, far from those the curve is measured on.
constexpr std::uint64_t kReaders = 1'000'000;

Task task_of(const Values& values) { return static_cast<Task>(values.integer("task")); }

std::uint64_t seed_of(const Values& values) { return static_cast<std::uint64_t>(values.integer("seed")); }

std::int32_t count_of(Index number) { return static_cast<std::int32_t>(number); }

learner::LookupShape shape_of(const Values& values) {
  return learner::automaton_shape(values.integer("states"), values.integer("letters"));
}

// The numbers of examples at which the learner of these values is tested, rising.
std::vector<Index> example_counts(const Values& values) {
  const learner::LookupShape shape = shape_of(values);
  const Index needed = task_of(values) == Task::memory ? learner::feature_count(2 * values.integer("m")) / 2
                                                       : shape.keys * learner::key_rank(shape);
  std::vector<Index> counts;
  for (const double N : kExampleCounts) {
    counts.push_back(static_cast<Index>(N));
    if (N >= kBeyond * static_cast<double>(needed)) break;
  }
  return counts;
}

// The entry of each key, 1 x K.
learner::Table table_row(const Eigen::MatrixXi& next) { return next.transpose().reshaped(1, next.size()); }

void add_answer(CurvePoint& point, const learner::LookupAnswer& asked) {
  point.answers.col(asked.key) = asked.answer;
  point.rho(asked.key) = cleaned_rho(asked.rho);
}

// --- Any automaton --------------------------------------------------------------------------------------------------

learner::ExactnessOptions lessons_for(const Values& values, const learner::Table& table) {
  const bool whole = values.choice("lessons") == "whole";
  return {.examples = example_counts(values),
          .unseen = kUnseen,
          .teaching = whole ? learner::Teaching::whole : learner::Teaching::random,
          .seed = seed_of(values),
          .never = table};
}

Result run_automaton(const Values& values, Reporter<Result>& reporter) {
  Result result{.task = Task::automaton, .next = table_of(values)};
  const learner::LookupShape shape = shape_of(values);
  const learner::Table table = table_row(result.next);
  result.needed = count_of(shape.keys * learner::key_rank(shape));
  result.unknowns = count_of(learner::feature_count(shape.d()));
  const auto add_point = [&](const learner::LookupLearner& learner, const learner::ExactnessPoint& measured) {
    CurvePoint point{.N = count_of(measured.examples),
                     .taught = count_of(measured.taught),
                     .rank = count_of(measured.rank),
                     .questions = count_of(measured.questions),
                     .exact = measured.exact,
                     .certified = measured.certified,
                     .error = measured.error,
                     .answers = Matrix(result.next.rows(), shape.keys),
                     .rho = Vector(shape.keys)};
    for (Index key = 0; key < shape.keys; ++key) add_answer(point, learner.ask(table, key));
    result.points.push_back(std::move(point));
    if (reporter.wants_preview()) reporter.preview(result);
  };
  learner::ExactnessOptions options = lessons_for(values, table);
  options.at_point = add_point;
  options.progress = [&](double done) { reporter.report(done); };
  learner::exactness_curve(shape, options);
  return result;
}

double automaton_work(const Values& values) {
  const learner::LookupShape shape = shape_of(values);
  const auto K = static_cast<double>(shape.keys);
  const auto w = static_cast<double>(shape.width());
  const auto rank = static_cast<double>(learner::key_rank(shape));
  const double features = 1 + K * w + w * (w + 1) / 2;
  const std::vector<Index> counts = example_counts(values);
  double work = static_cast<double>(counts.back()) * 4 * features * rank;
  // One question costs two projections on the examples of its key there are by then, and one answer.
  for (const Index N : counts)
    work += K * kUnseen * features * (4 * std::min(rank, static_cast<double>(N) / K) + 2 * w);
  return work;
}

// --- One automaton in the weights -----------------------------------------------------------------------------------

// The keys of all entries that say something, in the order they are taught.
std::vector<int> order_of(const Values& values, const learner::Table& table) {
  std::vector<int> order;
  for (int key = 0; key < table.size(); ++key)
    if (table(key) != kHole) order.push_back(key);
  Random random(seed_of(values));
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
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

// Asks for every entry; those that say something count.
CurvePoint ask_all(const learner::TransitionLearner& learner, const Result& result) {
  const learner::Table table = table_row(result.next);
  CurvePoint point{.N = count_of(std::ssize(result.points)),
                   .taught = count_of(std::ssize(result.points)),
                   .rank = count_of(learner.rank()),
                   .answers = Matrix(result.states(), table.size()),
                   .rho = Vector(table.size())};
  for (int key = 0; key < table.size(); ++key) {
    const learner::LookupAnswer asked = learner.ask(key / result.letters(), key % result.letters());
    add_answer(point, asked);
    if (table(key) == kHole) continue;
    ++point.questions;
    point.exact += asked.right_without_ties() ? 1 : 0;
    point.certified += point.rho(key) == 0 ? 1 : 0;
    point.error = std::max(point.error, asked.error);
  }
  point.exact /= std::max(1, point.questions);
  point.certified /= std::max(1, point.questions);
  return point;
}

Expected<Result> run_weights(const Values& values, Reporter<Result>& reporter) {
  Result result{.task = Task::weights, .next = table_of(values)};
  auto learner = learner::TransitionLearner::create(without_holes(result.next));
  if (!learner) return std::unexpected(learner.error());
  const std::vector<int> order = order_of(values, table_row(result.next));
  result.needed = count_of(std::ssize(order));
  result.unknowns = count_of(learner::feature_count(result.states() + result.letters() + 1));
  result.points.push_back(ask_all(*learner, result));
  reporter.expect(static_cast<double>(order.size()));
  for (const int key : order) {
    const auto added = learner->add(key / result.letters(), key % result.letters());
    if (!added) return std::unexpected(added.error());
    result.points.push_back(ask_all(*learner, result));
    reporter.spend(1);
  }
  return result;
}

double weights_work(const Values& values) {
  const int states = values.integer("states");
  const int letters = values.integer("letters");
  const double entries = states * letters;
  return entries * entries * static_cast<double>(learner::feature_count(states + letters + 1)) * (2 * entries + states);
}

// --- Any memory -----------------------------------------------------------------------------------------------------

// Unseen questions, whose answers and what is not seen of them are kept up to date as the basis grows.
class Exam {
 public:
  Exam(const std::vector<Sequence>& questions, Index m)
      : answers_(Matrix::Zero(m, std::ssize(questions))), truth_(m, std::ssize(questions)) {
    for (Index k = 0; k < truth_.cols(); ++k) {
      const Sequence& question = questions[static_cast<std::size_t>(k)];
      const Vector h = memory_features(question.Z);
      if (k == 0) unseen_.resize(h.size(), truth_.cols());
      unseen_.col(k) = h;
      truth_.col(k) = question.Y.bottomRows(m);
    }
    length_ = unseen_.colwise().norm();
  }

  // One more direction of the basis, and what it adds to an answer.
  void learn(const Vector& direction, const Vector& adds) {
    const Vector along = unseen_.transpose() * direction;
    answers_ += adds * along.transpose();
    unseen_ -= direction * along.transpose();
  }

  CurvePoint measure(Index N, Index rank) const {
    CurvePoint point{
        .N = count_of(N), .taught = count_of(N), .rank = count_of(rank), .questions = count_of(truth_.cols())};
    for (Index k = 0; k < truth_.cols(); ++k) {
      const double error = (answers_.col(k) - truth_.col(k)).cwiseAbs().maxCoeff();
      point.error = std::max(point.error, error);
      point.exact += is_recalled(error, truth_.col(k), length_(k)) ? 1 : 0;
      point.certified += unseen_.col(k).norm() <= learner::Interpolation::kInside * length_(k) ? 1 : 0;
    }
    point.exact /= point.questions;
    point.certified /= point.questions;
    return point;
  }

 private:
  Matrix unseen_;  // psi x questions
  Matrix answers_;
  Matrix truth_;
  Vector length_;
};

Expected<learner::Task> memories(const Values& values, bool gaussian) {
  return learner::associative_memory(
      {.key_dimension = values.integer("m"), .gaussian_share = gaussian ? 1.0 : 0.0, .seed = seed_of(values)});
}

// The reader's memory: orthonormal, asked for its first key, with nothing beside the question.
Matrix readers_memory(const Values& values) {
  Matrix Z = memories(values, false)->sequence(Split::test, kReaders).Z;
  const Index m = Z.rows() / 2;
  Z.col(m).head(m) = Z.col(0).head(m);
  Z.col(m).tail(m).setZero();
  return Z;
}

// Teaches until N examples were seen; the exam follows.
Expected<void> teach(learner::Interpolation& learned, const learner::Task& task, Index N, Exam& exam) {
  const Index m = task.shape().d / 2;
  while (learned.examples() < N) {
    const auto example = task.sequence(Split::train, static_cast<std::uint64_t>(learned.examples()));
    const auto is_new = learned.add(memory_features(example.Z), example.Y.bottomRows(m));
    if (!is_new) return std::unexpected(is_new.error());
    if (!*is_new) continue;
    const Vector direction = learned.basis().rightCols(1);
    exam.learn(direction, learned.coefficients() * direction);
  }
  return {};
}

Expected<Result> run_memory(const Values& values, Reporter<Result>& reporter) {
  const auto task = memories(values, values.choice("keys") == "gaussian");
  if (!task) return std::unexpected(task.error());
  const Index m = values.integer("m");
  Result result{.task = Task::memory, .Z = readers_memory(values)};
  learner::Interpolation learned(memory_features(result.Z).size(), m);
  result.unknowns = count_of(learned.features());
  Exam exam(task->block(Split::test, 0, kUnseen), m);
  const std::vector<Index> counts = example_counts(values);
  reporter.expect(static_cast<double>(counts.size()));
  for (const Index N : counts) {
    if (const auto taught = teach(learned, *task, N, exam); !taught) return std::unexpected(taught.error());
    result.points.push_back(exam.measure(N, learned.rank()));
    reporter.spend(1);
    const bool shows = reporter.wants_preview();
    if (!shows && N != counts.back()) continue;
    result.basis = learned.basis();
    result.directions = learned.coefficients() * result.basis;
    result.needed = count_of(learned.rank());
    if (shows) reporter.preview(result);
  }
  return result;
}

// Each example and each question is projected on the basis.
double memory_work(const Values& values) {
  const auto psi = static_cast<double>(learner::feature_count(2 * values.integer("m")));
  return 3 * psi * psi * (static_cast<double>(example_counts(values).back()) + kUnseen);
}

void give_automata(const Values& values, const learner::Table& table, CheckData& file) {
  const learner::LookupShape shape = shape_of(values);
  const learner::ExactnessOptions options = lessons_for(values, table);
  const auto lessons = learner::lessons_of(shape, options);
  file.given("taught tables", each_of(lessons, &learner::Lesson::table));
  file.given("taught keys", each_of(lessons, &learner::Lesson::key));
  file.given("unseen tables", learner::tables_asked(shape, options));
}

void give_memories(const Values& values, Index most, CheckData& file) {
  const auto task = memories(values, values.choice("keys") == "gaussian");
  const auto tokens = [&task](Split split, Index count) {
    return each_of(task->block(split, 0, static_cast<std::uint64_t>(count)), &Sequence::Z);
  };
  file.given("taught Z", tokens(Split::train, most)).given("unseen Z", tokens(Split::test, kUnseen));
}

}  // namespace

bool is_recalled(double error, const Vector& truth, double length) {
  return error <= kExactRecall * truth.cwiseAbs().maxCoeff() + learner::Interpolation::kInside * length;
}

Vector memory_features(const Matrix& Z) {
  const Vector scale = learner::unfold_weights(Z.rows()).cwiseSqrt().cwiseInverse();
  return scale.cwiseProduct(learner::folded_features(Z, Z.cols() - 1, Z.cols()));
}

TraceStep ask(const Result& result, const CurvePoint& point, int state, int letter) {
  const Index key = learner::automaton_key(result.letters(), state, letter);
  TraceStep step{.letter = letter,
                 .state = state,
                 .answer = point.answers.col(key),
                 .told = result.next(state, letter),
                 .rho = point.rho(key)};
  step.next = learner::is_tied(step.answer) ? kHole : static_cast<int>(learner::first_largest(step.answer));
  for (int k = 0; k < step.answer.size(); ++k)
    step.error = std::max(step.error, std::abs(step.answer(k) - (k == step.told ? 1 : 0)));
  return step;
}

void give_lessons(const Values& values, const Result& result, CheckData& file) {
  const learner::Table table = table_row(result.next);
  switch (result.task) {
    case Task::automaton: give_automata(values, table, file); break;
    case Task::weights: file.given("taught keys", order_of(values, table)); break;
    case Task::memory: give_memories(values, result.points.back().N, file); break;
  }
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  const Values& values = request.values;
  reporter.begin(0);
  reporter.report(0);
  Expected<Result> result;
  switch (task_of(values)) {
    case Task::automaton: result = run_automaton(values, reporter); break;
    case Task::weights: result = run_weights(values, reporter); break;
    case Task::memory: result = run_memory(values, reporter); break;
  }
  reporter.report(1);
  return result;
}

double work(const Values& values) {
  switch (task_of(values)) {
    case Task::automaton: return automaton_work(values);
    case Task::weights: return weights_work(values);
    case Task::memory: return memory_work(values);
  }
  return 0;
}

}  // namespace figures::machines
