// The C functions: the numbers are learner::learn's own, whatever is wrong has a sentence, and nothing is left behind.
#include "c_api/lifted_learner.h"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "learner/features.hpp"
#include "learner/learn.hpp"
#include "learner/tasks.hpp"

namespace {

using learner::Matrix;
using learner::Sequence;
using learner::Targets;

struct Lesson {
  int d = 0;
  int d_out = 0;
  int targets = LIFTED_LAST;
  double lambda = 0;
  std::vector<int> lengths = {};
  std::vector<double> tokens = {};
  std::vector<double> answers = {};
};

Lesson lesson_of(const std::vector<Sequence>& sequences, Targets targets, double lambda) {
  Lesson lesson{.d = static_cast<int>(sequences.front().d()),
                .d_out = static_cast<int>(sequences.front().Y.rows()),
                .targets = static_cast<int>(targets),
                .lambda = lambda};
  for (const Sequence& sequence : sequences) {
    lesson.lengths.push_back(static_cast<int>(sequence.n()));
    lesson.tokens.insert(lesson.tokens.end(), sequence.Z.data(), sequence.Z.data() + sequence.Z.size());
    lesson.answers.insert(lesson.answers.end(), sequence.Y.data(), sequence.Y.data() + sequence.Y.size());
  }
  return lesson;
}

using Learned = std::unique_ptr<lifted_learned, decltype(&lifted_free)>;

Learned learn(const Lesson& lesson, std::vector<double>* told = nullptr) {
  const lifted_progress note = [](double fraction, void* list) {
    static_cast<std::vector<double>*>(list)->push_back(fraction);
  };
  return {lifted_learn(lesson.d, lesson.d_out, lesson.targets, lesson.lambda, static_cast<int>(lesson.lengths.size()),
                       lesson.lengths.data(), lesson.tokens.data(), lesson.answers.data(), told ? note : nullptr, told),
          &lifted_free};
}

Matrix matrix_of(const Learned& learned, int which) {
  int rows = -1;
  int columns = -1;
  const double* numbers = lifted_matrix(learned.get(), which, &rows, &columns);
  return numbers ? Matrix(Eigen::Map<const Matrix>(numbers, rows, columns)) : Matrix(rows, columns);
}

bool same_bits(const auto& a, const auto& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("the C functions give the learner's own bits, for every kind of targets") {
  for (const auto targets : {Targets::last, Targets::all, Targets::causal}) {
    for (const double lambda : {0.0, 0.01}) {
      const auto task = learner::random_attention({.d = 3, .d_out = 2, .n = 5, .targets = targets, .noise = 0.1});
      const auto sequences = task->block(learner::Split::train, 0, 90);
      const auto there = learner::learn(*learner::make_dataset(sequences, targets), lambda);
      REQUIRE(there);
      std::vector<double> told;
      const Learned here = learn(lesson_of(sequences, targets, lambda), &told);
      REQUIRE(lifted_error(here.get()) == nullptr);
      CHECK(same_bits(matrix_of(here, LIFTED_W), there->W));
      CHECK(same_bits(matrix_of(here, LIFTED_SINGULAR_VALUES), there->sigma));
      CHECK(same_bits(matrix_of(here, LIFTED_V), there->value_maps));
      CHECK(same_bits(matrix_of(here, LIFTED_Q), there->query_maps));
      CHECK(same_bits(matrix_of(here, LIFTED_EVIDENCE), there->evidence));
      CHECK(same_bits(matrix_of(here, LIFTED_EIGENVALUES), there->eigenvalues));
      const std::vector<double> numbers = {static_cast<double>(there->rows),
                                           static_cast<double>(there->unknowns),
                                           static_cast<double>(there->rank),
                                           there->minimum_norm ? 1.0 : 0.0,
                                           there->error,
                                           there->relative_error,
                                           static_cast<double>(there->distinct_heads),
                                           there->lambda_min,
                                           there->lambda_max,
                                           static_cast<double>(there->certified_rank),
                                           there->condition,
                                           static_cast<double>(there->digits),
                                           there->rank_in_doubt ? 1.0 : 0.0};
      REQUIRE(numbers.size() == LIFTED_NUMBERS);
      for (int which = 0; which < LIFTED_NUMBERS; ++which) {
        CHECK(lifted_number(here.get(), which) == numbers[static_cast<std::size_t>(which)]);
      }
      for (std::size_t k = 1; k < told.size(); ++k) CHECK(told[k] >= told[k - 1]);
      CHECK(told.back() == 1);
    }
  }
}

TEST_CASE("the fraction can be noted in a number of one's own") {
  double fraction = -1;
  lifted_note_fraction(0.25, &fraction);
  CHECK(fraction == 0.25);
}

TEST_CASE("sequences of different lengths are learned together") {
  const auto short_ones = learner::random_attention({.d = 3, .d_out = 2, .n = 3, .heads = 1, .seed = 2});
  const auto long_ones = learner::random_attention({.d = 3, .d_out = 2, .n = 9, .heads = 1, .seed = 2});
  std::vector<Sequence> sequences = short_ones->block(learner::Split::train, 0, 30);
  for (auto& sequence : long_ones->block(learner::Split::train, 0, 30)) sequences.push_back(sequence);
  const Learned result = learn(lesson_of(sequences, Targets::last, 0));
  REQUIRE(lifted_error(result.get()) == nullptr);
  CHECK(lifted_number(result.get(), LIFTED_ERROR_SHARE) < 1e-20);
  CHECK(lifted_number(result.get(), LIFTED_NEEDED_HEADS) == 1);
  CHECK(learner::relative_distance(learner::fold(matrix_of(result, LIFTED_W), 3),
                                   learner::folded_coefficients(short_ones->truth())) < 1e-9);
}

TEST_CASE("answers that are all zero are learned: by no head") {
  auto sequences = learner::random_attention({.d = 2, .d_out = 2, .n = 3})->block(learner::Split::train, 0, 20);
  for (Sequence& sequence : sequences) sequence.Y.setZero();
  const Learned result = learn(lesson_of(sequences, Targets::last, 0));
  REQUIRE(lifted_error(result.get()) == nullptr);
  CHECK(matrix_of(result, LIFTED_V).cols() == 0);
  CHECK(matrix_of(result, LIFTED_Q).rows() == 2);
  CHECK(matrix_of(result, LIFTED_W).isZero(0));
}

TEST_CASE("what does not hold together is refused with a sentence, and then there is nothing to ask for") {
  const auto task = learner::random_attention({.d = 2, .d_out = 2, .n = 3});
  const Lesson good = lesson_of(task->block(learner::Split::train, 0, 20), Targets::last, 0);
  const auto changed = [&good](const auto& change) {
    Lesson lesson = good;
    change(lesson);
    return learn(lesson);
  };
  REQUIRE(lifted_error(changed([](Lesson&) {}).get()) == nullptr);
  using Limits = std::numeric_limits<double>;
  for (const Learned& refused : {
           changed([](Lesson& lesson) { lesson.lengths[3] = 0; }),
           changed([](Lesson& lesson) { lesson.lengths[3] = -5; }),
           changed([](Lesson& lesson) { lesson.lengths.clear(); }),
           changed([](Lesson& lesson) { lesson.tokens[7] = Limits::quiet_NaN(); }),
           changed([](Lesson& lesson) { lesson.answers[7] = Limits::infinity(); }),
           changed([](Lesson& lesson) { lesson.lambda = -1; }),
           changed([](Lesson& lesson) { lesson.lambda = Limits::quiet_NaN(); }),
           changed([](Lesson& lesson) { lesson.targets = 7; }),
           changed([](Lesson& lesson) { lesson.d = 0; }),
           changed([](Lesson& lesson) { lesson.d = 17; }),
           changed([](Lesson& lesson) { lesson.d_out = 0; }),
       }) {
    const char* error = lifted_error(refused.get());
    REQUIRE(error != nullptr);
    CHECK(std::string(error).ends_with('.'));
    CHECK(matrix_of(refused, LIFTED_W).size() == 0);
    CHECK(lifted_number(refused.get(), LIFTED_ROWS) == 0);
  }
}

TEST_CASE("a number or a matrix that there is not is nothing") {
  const auto task = learner::random_attention({.d = 2, .d_out = 2, .n = 3});
  const Learned learned = learn(lesson_of(task->block(learner::Split::train, 0, 20), Targets::last, 0));
  for (const int which : {-1, static_cast<int>(LIFTED_NUMBERS)}) CHECK(lifted_number(learned.get(), which) == 0);
  for (const int which : {-1, static_cast<int>(LIFTED_MATRICES)}) CHECK(matrix_of(learned, which).size() == 0);
}
