// The memories of figure "machines": examples of other memories, taught one after the other.
#include <algorithm>
#include <cmath>

#include "figures/machines/recall.hpp"
#include "figures/machines/run.hpp"
#include "learner/interpolation.hpp"
#include "learner/tasks.hpp"

namespace figures::machines {
namespace {

// The reader's memory is this one of the test stream, far from those the curve is measured on.
constexpr std::uint64_t kReaders = 1'000'000;

// Unseen questions, whose answers and what is not seen of them are kept up to date as the basis grows.
class Exam {
 public:
  Exam(const std::vector<learner::Sequence>& questions, Index m)
      : answers_(Matrix::Zero(m, std::ssize(questions))), truth_(m, std::ssize(questions)) {
    for (Index k = 0; k < std::ssize(questions); ++k) {
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

  CurvePoint measure() const {
    CurvePoint point{.questions = truth_.cols(), .answers = {}, .rho = {}};
    double exact = 0;
    double certified = 0;
    for (Index k = 0; k < truth_.cols(); ++k) {
      const double error = (answers_.col(k) - truth_.col(k)).cwiseAbs().maxCoeff();
      point.error = std::max(point.error, error);
      exact += is_recalled(error, truth_.col(k)) ? 1 : 0;
      certified += unseen_.col(k).norm() <= learner::Interpolation::kInside * length_(k) ? 1 : 0;
    }
    point.exact = exact / static_cast<double>(truth_.cols());
    point.certified = certified / static_cast<double>(truth_.cols());
    return point;
  }

 private:
  Matrix unseen_;  // psi x questions
  Matrix answers_;
  Matrix truth_;
  Vector length_;
};

// The reader's memory: orthonormal, asked for its first key, with nothing beside the question.
Matrix readers_memory(const Values& values) {
  const auto task = learner::associative_memory({.key_dimension = values.integer("m"),
                                                 .gaussian_share = 0,
                                                 .seed = static_cast<std::uint64_t>(values.integer("seed"))});
  Matrix Z = task->sequence(Split::test, kReaders).Z;
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

Result begin(const Values& values) {
  Result result;
  result.task = Task::memory;
  result.m = values.integer("m");
  result.orthonormal = values.choice("keys") == "orthonormal";
  result.unseen = kUnseen;
  result.planned = std::ssize(example_counts(values));
  result.Z = readers_memory(values);
  result.unknowns = memory_features(result.Z).size();
  return result;
}

void keep(Result& result, const learner::Interpolation& learned) {
  result.basis = learned.basis();
  result.directions = learned.coefficients() * result.basis;
  result.needed = learned.rank();
}

}  // namespace

Expected<Result> run_memory(const Values& values, Reporter<Result>& reporter) {
  Result result = begin(values);
  const auto task = learner::associative_memory({.key_dimension = result.m,
                                                 .gaussian_share = result.orthonormal ? 0.0 : 1.0,
                                                 .seed = static_cast<std::uint64_t>(values.integer("seed"))});
  if (!task) return std::unexpected(task.error());
  Exam exam(task->block(Split::test, 0, kUnseen), result.m);
  learner::Interpolation learned(static_cast<Index>(result.unknowns), result.m);
  for (const Index N : example_counts(values)) {
    if (const auto taught = teach(learned, *task, N, exam); !taught) return std::unexpected(taught.error());
    CurvePoint point = exam.measure();
    point.N = N;
    point.rank = learned.rank();
    result.points.push_back(std::move(point));
    reporter.report(static_cast<double>(result.points.size()) / static_cast<double>(result.planned));
    if (!result.complete() && static_cast<double>(N) >= values.number("N") && reporter.wants_preview()) {
      keep(result, learned);
      reporter.preview(result);
    }
  }
  keep(result, learned);
  return result;
}

double memory_work(const Values& values) {
  const double d = 2 * values.number("m");
  const double psi = d * d * (d + 1) / 2;
  const auto N = static_cast<double>(example_counts(values).back());
  return 4 * N * psi * psi * 0.7 + 2 * kUnseen * psi * psi;
}

}  // namespace figures::machines
