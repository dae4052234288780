#include "learner/alternating.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>

#include <cmath>
#include <cstdio>
#include <span>

#include "../golden/heads_golden.hpp"
#include "bits.hpp"
#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/singular_values.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

constexpr Index d = golden::kHeadDimension;

// The formulas of the script.
Model formula_heads(Index first) {
  Model model;
  for (Index h = first; h < first + golden::kHeadCount; ++h) {
    Head head{Matrix(d, d), Matrix(d, d)};
    for (Index i = 0; i < d; ++i) {
      for (Index j = 0; j < d; ++j) {
        const Index value = (5 * h * h + 3 * h * i + 7 * i * i + 11 * j + 2 * i * j * j + h * j) % 13 - 6;
        const Index query = (3 * h * h + 9 * h * i + i * i + 5 * j * j + 4 * i * j + 2 * h * j) % 17 - 8;
        head.V(i, j) = static_cast<double>(value) / 4.0;
        head.Q(i, j) = static_cast<double>(query) / 4.0;
      }
    }
    model.heads.push_back(head);
  }
  return model;
}

Moments formula_data() {
  Moments moments({d, d, Targets::last});
  for (Index i = 0; i < golden::kHeadRows; ++i) {
    Sequence sequence{Matrix(d, 4), Matrix(d, 1)};
    for (Index r = 0; r < d; ++r) {
      for (Index c = 0; c < 4; ++c) {
        const Index token = (7 * i * i + 3 * i * r + 5 * r * r + 11 * c + 13 * r * c + i * c * c) % 17 - 8;
        sequence.Z(r, c) = static_cast<double>(token) / 8.0;
      }
      sequence.Y(r, 0) = static_cast<double>((5 * i * i + 9 * i * r + 3 * r) % 19 - 9) / 8.0;
    }
    REQUIRE(moments.add(sequence).has_value());
  }
  return moments;
}

Matrix golden_p(std::span<const double> values) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(values.data(), d,
                                                                                                  feature_count(d));
}

Matrix target_of_four() { return folded_coefficients(formula_heads(1)) + folded_coefficients(formula_heads(5)); }

Moments noisy_data(const Task& task, Index count) {
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, static_cast<std::uint64_t>(count))).has_value());
  return moments;
}

}  // namespace

TEST_CASE("alternating least squares on coefficients and on data goes where NumPy's dense least squares goes") {
  AlternatingLeastSquares on_p(target_of_four(), formula_heads(3));
  AlternatingLeastSquares on_data(formula_data(), formula_heads(3));
  for (int i = 0; i < golden::kHeadSteps; ++i) {
    on_p.step();
    on_data.step();
  }
  CHECK(on_p.steps() == golden::kHeadSteps);
  // The damping of 1e-10 delays every step by about so much.
  CHECK(difference("coefficients, NumPy", on_p.coefficients(), golden_p(golden::kAlternatingOnCoefficients)) < 1e-7);
  CHECK(difference("data, NumPy", on_data.coefficients(), golden_p(golden::kAlternatingOnData)) < 1e-7);
}

TEST_CASE("no half step of alternating least squares raises the loss, and rebalancing keeps it") {
  const Task task = *random_attention({.d = 4, .d_out = 3, .heads = 5, .noise = 0.1});
  const Matrix p = folded_coefficients(task.truth());
  const Moments data = noisy_data(task, 400);
  Random random(4);
  const Model start = random_heads(4, 3, 3, random);
  for (AlternatingLeastSquares fit : {AlternatingLeastSquares(p, start), AlternatingLeastSquares(data, start)}) {
    double last = fit.error();
    const double first = last;
    for (int i = 0; i < 40; ++i) {
      if (i % 2 == 0) {
        fit.fit_values();
      } else {
        fit.fit_queries();
      }
      CHECK(fit.error() <= last * (1.0 + 1e-12));
      last = fit.error();
    }
    CHECK(last < 0.5 * first);
    const Matrix before = fit.coefficients();
    fit.rebalance();
    CHECK(difference("coefficients after rebalancing", fit.coefficients(), before) < 1e-13);
    CHECK(fit.error() == doctest::Approx(last).epsilon(1e-9));
  }
}

TEST_CASE("rebalanced heads are orthogonal among themselves, and V_h and Q_h have one length") {
  Random random(8);
  AlternatingLeastSquares fit(random.gaussian(4, feature_count(4)), random_heads(4, 4, 5, random));
  fit.rebalance();
  const Model model = fit.model();
  for (std::size_t h = 0; h < 5; ++h) {
    CHECK(model.heads[h].V.norm() == doctest::Approx(model.heads[h].Q.norm()).epsilon(1e-12));
    for (std::size_t i = 0; i < h; ++i) {
      CHECK(std::abs(model.heads[h].V.cwiseProduct(model.heads[i].V).sum()) < 1e-13);
      CHECK(std::abs(model.heads[h].Q.cwiseProduct(model.heads[i].Q).sum()) < 1e-13);
    }
  }
}

TEST_CASE("with the true Q one fit of V restores p, and the other way round, also for d_out other than d") {
  for (const Index d_out : {1, 2, 4, 6}) {
    const Model truth = random_attention({.d = 4, .d_out = d_out, .heads = 2})->truth();
    const Matrix p = folded_coefficients(truth);
    Model no_values = truth, no_queries = truth;
    for (std::size_t h = 0; h < 2; ++h) {
      no_values.heads[h].V.setZero();
      no_queries.heads[h].Q.setZero();
    }
    AlternatingLeastSquares values(p, no_values), queries(p, no_queries);
    for (int i = 0; i < 3; ++i) {  // the later ones add what the damping held back
      values.fit_values();
      queries.fit_queries();
    }
    CHECK(difference("p from Q", values.coefficients(), p) < 1e-13);
    CHECK(difference("p from V", queries.coefficients(), p) < 1e-13);
    CHECK(values.error() < 1e-13);
  }
}

TEST_CASE("the error on data is the training error that attention itself has, over that of answering zero") {
  const Task task = *random_attention({.d = 3, .d_out = 2, .heads = 3, .targets = Targets::causal, .noise = 0.2});
  const auto sequences = task.block(Split::train, 0, 30);
  const Moments data = noisy_data(task, 30);
  Random random(2);
  AlternatingLeastSquares fit(data, random_heads(3, 2, 1, random));
  for (int i = 0; i < 5; ++i) fit.step();
  const double measured = std::sqrt(test_error(fit.model(), sequences, Targets::causal).relative());
  CHECK(fit.error() == doctest::Approx(measured).epsilon(1e-10));
}

TEST_CASE("steps of V and Q together arrive where steps in turns creep, and leave alone what has arrived") {
  // V_h = a b_h^T: answers in one direction.
  Random random(5);
  Model shared = random_heads(3, 3, 2, random);
  const Matrix a = random.gaussian(3, 1);
  for (Head& head : shared.heads) head.V = a * random.gaussian(1, 3);
  Moments data({3, 3, Targets::last});
  for (int i = 0; i < 200; ++i) {
    Sequence one{random.gaussian(3, 6), Matrix(3, 1)};
    one.Y = attend(shared, one.Z, Targets::last) + random.gaussian(3, 1, 1e-4);
    REQUIRE(data.add(one).has_value());
  }
  AlternatingLeastSquares in_turns(data, random_heads(3, 3, 2, random));
  for (int i = 0; i < 30; ++i) in_turns.step();
  AlternatingLeastSquares together = in_turns;
  for (int i = 0; i < 300; ++i) in_turns.step();
  const Index tried = together.fit_together(60);
  std::printf("  330 steps in turns come to %.6f, 30 and %d of both to %.6f\n", in_turns.error(),
              static_cast<int>(tried), together.error());
  CHECK(tried < 60);
  CHECK(together.error() < 0.1 * in_turns.error());
  const Matrix before = together.coefficients();
  CHECK(together.fit_together(60) == 0);
  CHECK(together.coefficients() == before);
}

TEST_CASE("no step of V and Q together raises the loss, and in the end no entry can be moved for a lower one") {
  const Task task = *random_attention({.d = 3, .d_out = 2, .heads = 3, .noise = 0.2, .seed = 4});
  const Moments data = noisy_data(task, 300);
  Random random(5);
  const AlternatingLeastSquares start(data, random_heads(3, 2, 2, random));
  AlternatingLeastSquares fit = start;
  double last = fit.error();
  for (Index steps = 1; steps <= 60; ++steps) {
    fit = start;
    fit.fit_together(steps);
    CHECK(fit.error() <= last * (1.0 + 1e-12));
    last = fit.error();
  }
  // At the end no entry of any head can be moved for a lower loss.
  Model model = fit.model();
  for (Head& head : model.heads) {
    for (Matrix* map : {&head.V, &head.Q}) {
      for (Index i = 0; i < map->size(); ++i) {
        for (const double change : {-1e-3, 1e-3}) {
          map->reshaped()(i) += change;
          CHECK(AlternatingLeastSquares(data, model).error() > last * (1.0 - 1e-6));
          map->reshaped()(i) -= change;
        }
      }
    }
  }
  CHECK(last < 0.9 * start.error());
}

TEST_CASE("heads that coincide or vanish neither stop alternating least squares nor make it infinite") {
  Random random(1);
  Model twice = random_heads(3, 3, 1, random);
  twice.heads.push_back(twice.heads.front());
  AlternatingLeastSquares fit(target_of_four(), twice);
  for (int i = 0; i < 20; ++i) fit.step();
  CHECK(fit.coefficients().allFinite());
  CHECK(fit.error() < 1.0);

  Model zero = twice;
  for (Head& head : zero.heads) {
    head.V.setZero();
    head.Q.setZero();
  }
  AlternatingLeastSquares stuck(target_of_four(), zero);
  stuck.step();
  CHECK(stuck.error() == 1.0);
  CHECK(AlternatingLeastSquares(Matrix::Zero(3, feature_count(3)), zero).error() == 0.0);
}

TEST_CASE("alternating least squares has the same bits natively and as WASM") {
  Random random(6);
  const Task task = *random_attention({.d = 4, .d_out = 4, .heads = 4, .noise = 0.1});
  const Model start = random_heads(4, 4, 4, random);
  AlternatingLeastSquares on_p(folded_coefficients(task.truth()), start);
  AlternatingLeastSquares on_data(noisy_data(task, 200), start);
  for (int i = 0; i < 25; ++i) {
    on_p.step();
    on_data.step();
  }
  print_bits("alternating on coefficients", on_p.coefficients());
  print_bits("alternating on data", on_data.coefficients());
  on_data.fit_together(20);
  print_bits("V and Q together", on_data.coefficients());
  CHECK(on_p.coefficients().allFinite());
}
