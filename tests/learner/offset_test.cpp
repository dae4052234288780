// Dates, years and counters: learn() beside least squares in extended precision, over scales and offsets of tokens.
#include "../golden/offset_golden.hpp"

#include <doctest/doctest.h>

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "learner/features.hpp"
#include "learner/learn.hpp"
#include "learner/least_squares.hpp"
#include "learner/random.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Features and answers of all rows in extended precision, every feature divided by the root of its square sum.
struct Rows {
  Long A, Y;
  Eigen::Vector<long double, Eigen::Dynamic> scale, weights;

  explicit Rows(const Dataset& data) {
    const Index d = data.shape.d;
    Index count = 0;
    for (const Sequence& sequence : data.sequences) count += sequence.rows();
    A.resize(count, feature_count(d));
    Y.resize(count, data.shape.d_out);
    Index row = 0;
    for (const Sequence& sequence : data.sequences) {
      const Long Z = sequence.Z.cast<long double>();
      for (Index t = 0; t < sequence.rows(); ++t, ++row) {
        const Index asks = data.shape.targets == Targets::last ? Z.cols() - 1 : t;
        const Long seen = Z.leftCols(data.shape.targets == Targets::causal ? t + 1 : Z.cols());
        const Long G = seen * seen.transpose();
        for (Index f = 0; f < A.cols(); ++f) {
          const auto [j, k, l] = folded_entry(f, d);
          A(row, f) = G(j, k) * Z(l, asks);
        }
        Y.row(row) = sequence.Y.col(t).transpose().cast<long double>();
      }
    }
    scale = A.colwise().norm();
    for (auto& size : scale) size = size > 0 ? size : 1;
    A = A * scale.cwiseInverse().asDiagonal();
    weights = unfold_weights(d).cast<long double>();
  }

  Long scaled(const Matrix& p) const { return scale.asDiagonal() * p.transpose().cast<long double>(); }

  // Squares left over, and the penalty, over the squares of the answers.
  double objective(const Long& x, double lambda) const {
    const Long c = scale.cwiseInverse().asDiagonal() * x;
    const long double penalty =
        lambda * static_cast<long double>(A.rows()) * (weights.cwiseSqrt().asDiagonal() * c).squaredNorm();
    return static_cast<double>(((A * x - Y).squaredNorm() + penalty) / Y.squaredNorm());
  }
};

struct Reference {
  Index rank = 0;     // of the rows, by singular values above the cut
  bool clear = true;  // none lies near the cut
  double best = 1.0;  // the least objective, with what is clearly above the cut
};

// In extended precision, by Eigen's singular values of the rows, with a penalty of those of the rows and more below.
Reference reference_of(const Rows& rows, double lambda, double cut) {
  constexpr double kNear = 30;
  Reference reference;
  const Index psi = rows.A.cols();
  const auto decompose = [](const Long& A) {
    return Eigen::BDCSVD<Long>(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  };
  const auto svd = decompose(rows.A);
  const auto& sigma = svd.singularValues();
  for (const long double value : sigma) {
    reference.rank += value > cut * sigma(0);
    if (value > cut / kNear * sigma(0) && value < cut * kNear * sigma(0)) reference.clear = false;
  }
  Long stacked = rows.A;
  Long answers = rows.Y;
  Eigen::Vector<long double, Eigen::Dynamic> sizes = Eigen::Vector<long double, Eigen::Dynamic>::Ones(psi);
  if (lambda > 0) {
    const Index count = rows.A.rows();
    stacked.conservativeResize(count + psi, psi);
    answers.conservativeResize(count + psi, answers.cols());
    stacked.bottomRows(psi).setZero();
    answers.bottomRows(psi).setZero();
    stacked.bottomRows(psi).diagonal() =
        (lambda * static_cast<long double>(count) * rows.weights).cwiseSqrt().cwiseQuotient(rows.scale);
    sizes = stacked.colwise().norm().transpose();
    stacked = stacked * sizes.cwiseInverse().asDiagonal();
  }
  auto solver = lambda > 0 ? decompose(stacked) : svd;
  solver.setThreshold(static_cast<long double>(kNear * cut));
  reference.best = rows.objective(sizes.cwiseInverse().asDiagonal() * Long(solver.solve(answers)), lambda);
  return reference;
}

// What the learner promises, on any data.
void check_against_reference(const Dataset& data, double lambda, const char* what) {
  const Rows rows(data);
  const auto psi = static_cast<double>(rows.A.cols());
  const double blocks = std::ceil(static_cast<double>(rows.A.rows()) / 128.0);
  const Reference reference = reference_of(rows, lambda, (psi + blocks) * kEpsilon);
  const auto learned = learn(data, lambda);
  CAPTURE(what);
  CAPTURE(data.shape.d);
  CAPTURE(rows.A.rows());
  CAPTURE(lambda);
  if (!learned) MESSAGE(learned.error().text());
  REQUIRE(learned.has_value());
  const Long x = rows.scaled(fold(learned->W, data.shape.d));
  const double reached = rows.objective(x, lambda);
  // Features are rounded, a share 2^-52 of each, and sums of psi of them: that moves the answers by the first term, and
  // turns what is left over into unknowns by the second. Below kExactShare a fit is exact.
  const double rounding =
      psi * kEpsilon * (static_cast<double>(x.norm() / rows.Y.norm()) + learned->condition * std::sqrt(reference.best));
  const double left = 16.0 * rounding * rounding + kExactShare;
  CAPTURE(learned->condition);
  CAPTURE(learned->rank);
  CAPTURE(rounding);
  CAPTURE(reference.rank);
  CAPTURE(reference.clear);
  CHECK(learned->relative_error <= 1.0);
  CHECK(reached <= 1.0 + 1e-9);
  CHECK(reached <= reference.best * (1.0 + 1e-6) + left);
  if (lambda == 0.0 && reference.clear) CHECK(learned->rank == reference.rank);
  if (reference.clear) CHECK(learned->certified_rank == reference.rank);
}

Dataset dataset(std::vector<Sequence> sequences, Targets targets = Targets::last) {
  auto data = make_dataset(std::move(sequences), targets);
  REQUIRE(data.has_value());
  return std::move(*data);
}

// A series with its date, 45,000 days after some day zero, as spreadsheets count them: rank 10 of 18.
Dataset dated_series() {
  const auto value = [](int k) { return static_cast<double>(k * k * 5 % 23); };
  std::vector<Sequence> sequences;
  for (int k = 0; k < 30; ++k)
    sequences.push_back({Eigen::Vector3d(value(k), 45000 + k, 1), Matrix::Constant(1, 1, value(k + 1))});
  return dataset(std::move(sequences));
}

Dataset shifted(double offset) {
  std::vector<Sequence> sequences;
  for (int k = 0; k < 60; ++k) {
    Matrix Z = Matrix::Ones(2, 3);
    for (int t = 0; t < 3; ++t) Z(0, t) = offset + static_cast<double>((k * k * 7 + t * t * 13 + k * t) % 19) / 10;
    sequences.push_back({std::move(Z), Matrix::Constant(1, 1, static_cast<double>(k * k * 5 % 23) / 10)});
  }
  return dataset(std::move(sequences));
}

// Monthly totals of international airline passengers in thousands, 1949 to 1960: Box and Jenkins, "Time series
// analysis", 1970, series G; figures in the public domain.
constexpr double kPassengers[] = {
    112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118, 115, 126, 141, 135, 125, 149, 170, 170, 158,
    133, 114, 140, 145, 150, 178, 163, 172, 178, 199, 199, 184, 162, 146, 166, 171, 180, 193, 181, 183, 218,
    230, 242, 209, 191, 172, 194, 196, 196, 236, 235, 229, 243, 264, 272, 237, 211, 180, 201, 204, 188, 235,
    227, 234, 264, 302, 293, 259, 229, 203, 229, 242, 233, 267, 269, 270, 315, 364, 347, 312, 274, 237, 278,
    284, 277, 317, 313, 318, 374, 413, 405, 355, 306, 271, 306, 315, 301, 356, 348, 355, 422, 465, 467, 404,
    347, 305, 336, 340, 318, 362, 348, 363, 435, 491, 505, 404, 359, 310, 337, 360, 342, 406, 396, 420, 472,
    548, 559, 463, 407, 362, 405, 417, 391, 419, 461, 472, 535, 622, 606, 508, 461, 390, 432};

// From `n` months the next one.
Dataset passengers(int n) {
  std::vector<Sequence> sequences;
  for (int first = 0; first + n < 144; ++first) {
    Matrix Z(3, n);
    for (int t = 0; t < n; ++t) Z.col(t) = Eigen::Vector3d(kPassengers[first + t], 1949 + (first + t) / 12.0, 1);
    sequences.push_back({std::move(Z), Matrix::Constant(1, 1, kPassengers[first + n])});
  }
  return dataset(std::move(sequences));
}

// Far from zero: the first `far` coordinates; the last one is 1 if `constant`.
Dataset wide(Index far, bool constant, double offset) {
  constexpr Index d = 9;
  std::uint32_t state = 1;
  const auto draw = [&] {
    state = (state * 1103515245U + 12345U) % (1U << 31);
    return static_cast<double>((state >> 16) % 1000) / 100 - 5;
  };
  std::vector<Sequence> sequences;
  for (int i = 0; i < 810; ++i) {
    Matrix Z(d, 3);
    for (Index t = 0; t < Z.cols(); ++t) {
      for (Index j = 0; j < d; ++j) Z(j, t) = draw() + (j < far ? offset : 0.0);
    }
    if (constant) Z.row(d - 1).setOnes();
    sequences.push_back({std::move(Z), Matrix::Constant(1, 1, draw())});
  }
  return dataset(std::move(sequences));
}

}  // namespace

TEST_CASE("dates, offsets and years: rank, condition and error are NumPy's, and the digits that are left are said") {
  const std::tuple<const char*, Dataset, golden::FarFromZero> cases[] = {
      {"date", dated_series(), golden::kDated},
      {"offset 0", shifted(0), golden::kShifted0},
      {"offset 700", shifted(700), golden::kShifted700},
      {"offset 1000", shifted(1000), golden::kShifted1000},
      {"offset 2000", shifted(2000), golden::kShifted2000},
      {"passengers by 1 month", passengers(1), golden::kPassengers1},
      {"passengers by 2 months", passengers(2), golden::kPassengers2},
      {"passengers by 12 months", passengers(12), golden::kPassengers12},
  };
  for (const auto& [what, data, numpy] : cases) {
    CAPTURE(what);
    const auto learned = learn(data);
    REQUIRE(learned.has_value());
    std::printf("  %-24s error %.9f, rank %d, condition %.2e, digits %d, |W| %.3e\n", what, learned->relative_error,
                static_cast<int>(learned->rank), learned->condition, learned->digits, learned->W.norm());
    CHECK(learned->rank == numpy.rank);
    CHECK(learned->certified_rank == numpy.rank);
    CHECK((learned->lambda_min > 0.0) == (learned->rank == learned->unknowns));
    CHECK(learned->relative_error == relative(numpy.error, 1e-5));  // NumPy's and ours, each rounded at this condition
    const bool by_gram = numpy.condition < 1e4;                     // which squares it
    CHECK(learned->condition == relative(by_gram ? numpy.condition * numpy.condition : numpy.condition, 0.01));
    CHECK(learned->digits <= 16 - static_cast<int>(std::log10(learned->condition)));
    CHECK(learned->digits >= 2);
    check_against_reference(data, 0.0, what);
    // The heads are W to the digits that are left, also where its entries are thirteen decades apart.
    Model heads;
    for (Index h = 0; h < learned->head_count; ++h) {
      heads.heads.push_back({learned->value_maps.middleCols(h * data.shape.d, data.shape.d),
                             learned->query_maps.middleCols(h * data.shape.d, data.shape.d)});
    }
    const double by_heads = test_error(heads, data.sequences, data.shape.targets).relative();
    CHECK(by_heads < learned->relative_error + std::pow(10.0, -learned->digits));
  }
}

TEST_CASE("tokens of nine coordinates far from zero: rank, condition and error are NumPy's") {
  const std::tuple<const char*, Dataset, golden::FarFromZero> cases[] = {
      {"one by 10", wide(1, true, 10), golden::kWideOne10},
      {"one by 100", wide(1, true, 100), golden::kWideOne100},
      {"one by 1000", wide(1, true, 1000), golden::kWideOne1000},
      {"all by 10", wide(9, false, 10), golden::kWideAll10},
      {"all by 100", wide(9, false, 100), golden::kWideAll100},
      {"all by 1000", wide(9, false, 1000), golden::kWideAll1000},
  };
  for (const auto& [what, data, numpy] : cases) {
    CAPTURE(what);
    const auto learned = learn(data);
    REQUIRE(learned.has_value());
    std::printf("  %-12s error %.9f, rank %d, condition %.2e, digits %d\n", what, learned->relative_error,
                static_cast<int>(learned->rank), learned->condition, learned->digits);
    CHECK(learned->rank == numpy.rank);
    CHECK(learned->certified_rank == numpy.rank);
    CHECK((learned->lambda_min > 0.0) == (learned->rank == learned->unknowns));
    CHECK(learned->lambda_max > 0.0);
    CHECK(learned->relative_error == relative(numpy.error, 1e-5));
    const bool by_gram = numpy.condition < 1e4;
    CHECK(learned->condition == relative(by_gram ? numpy.condition * numpy.condition : numpy.condition, 0.1));
  }
}

TEST_CASE("with fewer rows than unknowns the W is that of least norm, at any number of coordinates") {
  for (const auto& [d, count] : {std::pair{9, 100}, {12, 40}, {13, 16}, {16, 24}}) {
    CAPTURE(d);
    Random random(static_cast<std::uint64_t>(d));
    std::vector<Sequence> sequences;
    for (int i = 0; i < count; ++i) sequences.push_back({random.gaussian(d, 3), random.gaussian(2, 1)});
    const Dataset data = dataset(std::move(sequences));
    const auto learned = learn(data);
    REQUIRE(learned.has_value());
    CHECK(learned->rank == count);
    CHECK(learned->certified_rank == count);
    CHECK(learned->minimum_norm);
    CHECK(learned->relative_error < kExactShare);
    const auto dual = solve_dual(data.sequences, Targets::last);  // forms no feature
    REQUIRE(dual.has_value());
    CHECK(relative_distance(fold(learned->W, d), coefficients(*dual)) < 1e-9);
  }
}

TEST_CASE("tokens whose products vanish or overflow are refused with a cure, others of any size are learned") {
  const auto in_unit = [](double unit, Index coordinates) {
    Random random(1);
    std::vector<Sequence> sequences;
    for (int i = 0; i < 60; ++i) {
      Matrix Z = random.gaussian(2, 3);
      Z.topRows(coordinates) *= unit;
      sequences.push_back({std::move(Z), random.gaussian(1, 1)});
    }
    return dataset(std::move(sequences));
  };
  const auto plain = learn(in_unit(1, 1));
  REQUIRE(plain.has_value());
  for (const Index coordinates : {1, 2}) {
    for (const double unit : {coordinates == 2 ? 0x1p-155 : 0x1p-60, 0x1p-20, 0x1p20, 0x1p150}) {
      CAPTURE(unit);
      const auto learned = learn(in_unit(unit, coordinates));
      REQUIRE(learned.has_value());
      CHECK(learned->rank == 6);
      CHECK(learned->relative_error == relative(plain->relative_error, 1e-12));
    }
    if (coordinates == 1) {
      const auto apart = learn(in_unit(1e-45, 1));
      REQUIRE_FALSE(apart.has_value());
      CHECK(apart.error().text().starts_with("The coordinates of tokens are of too different size"));
    }
    for (const double unit : {1e-50, 1e-120, 1e-300}) {
      CAPTURE(unit);
      const auto learned = learn(in_unit(unit, coordinates));
      REQUIRE_FALSE(learned.has_value());
      CHECK(learned.error().text().starts_with("Coordinate 1 of the tokens is so small"));
      CHECK(learned.error().text().find("multiply it by a power of ten") != std::string::npos);
    }
    for (const double unit : {1e60, 1e120, 1e300}) {
      CAPTURE(unit);
      const auto learned = learn(in_unit(unit, coordinates));
      REQUIRE_FALSE(learned.has_value());
      CHECK(learned.error().text().find("divide the large coordinates") != std::string::npos);
    }
  }
  std::vector<Sequence> silent;  // a coordinate that asks nothing is not small
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    Matrix Z = random.gaussian(2, 3);
    Z(1, 2) = 0;
    silent.push_back({std::move(Z), random.gaussian(1, 1)});
  }
  const auto learned = learn(dataset(std::move(silent)));
  REQUIRE(learned.has_value());
  CHECK(learned->rank == 3);
}

TEST_CASE("the digits said to be left are there") {
  for (const double offset : {0.0, 10.0, 100.0, 700.0}) {
    const auto learned = learn(shifted(offset));
    REQUIRE(learned.has_value());
    const Rows rows(shifted(offset));
    const Long c = Eigen::BDCSVD<Long>(rows.A, Eigen::ComputeThinU | Eigen::ComputeThinV).solve(rows.Y);
    const Long x = rows.scaled(fold(learned->W, 2));
    const auto error = static_cast<double>((x - c).norm() / c.norm());
    std::printf("  offset %g: %d digits, off by %.1e\n", offset, learned->digits, error);
    CHECK(error < std::pow(10.0, 1 - learned->digits));
    CHECK(error > std::pow(10.0, -6 - learned->digits));  // and not far more
  }
}

TEST_CASE("a fit worse than answering 0 is refused with a cure, and one that rounding makes so is not") {
  const TestError worse{.squared_error = 3.0, .squared_targets = 2.0, .rows = 4, .d_out = 1};
  REQUIRE_FALSE(check_fit(worse).has_value());
  CHECK(check_fit(worse).error().text().find(
            "such as the first year from every year, and add a number that is always 1") != std::string::npos);
  CHECK(check_fit({.squared_error = 2.0 * (1.0 + 1e-15), .squared_targets = 2.0, .rows = 4, .d_out = 1}).has_value());
  CHECK(check_fit({.squared_error = 0.0, .squared_targets = 0.0, .rows = 4, .d_out = 1}).has_value());
}

TEST_CASE("over scales, offsets, sizes and targets: never worse than 0, nor than extended precision, and of its rank") {
#if defined(LIFTED_SANITIZED) || defined(__wasm__)
  constexpr int kTrials = 60;
  constexpr Index kMostTokenSize = 3;
#else
  constexpr int kTrials = 600;
  constexpr Index kMostTokenSize = 6;
#endif
  Random random(33);
  const auto pick = [&](int count) { return static_cast<int>(random.below(static_cast<std::uint32_t>(count))); };
  for (int trial = 0; trial < kTrials; ++trial) {
    CAPTURE(trial);
    const Index d = 1 + pick(trial % 20 == 0 ? kMostTokenSize : 4);
    const auto psi = static_cast<int>(feature_count(d));
    const Index n = 1 + pick(12);
    const auto targets = static_cast<Targets>(pick(3));
    const double lambda = pick(3) == 0 ? std::pow(10.0, pick(13) - 9) : 0.0;
    const int counts[] = {psi / 2 + 1, psi - 1, psi, psi + 1, 2 * psi, 4 * psi};
    int count = std::max(1, counts[pick(6)]);
    if (targets != Targets::last) count = std::max(1, count / static_cast<int>(n));
    Vector scales(d);
    Vector offsets(d);
    const double common = std::pow(10.0, pick(13) - 6);
    const double far = pick(4) == 0 ? 0.0 : std::pow(10.0, pick(7));
    const bool each = pick(2) == 0;
    for (Index j = 0; j < d; ++j) {
      scales(j) = each ? std::pow(10.0, pick(13) - 6) : common;
      offsets(j) = pick(2) == 0 ? far : 0.0;
    }
    const bool constant = pick(2) == 0 && d > 1;
    const bool counter = pick(3) == 0;
    std::vector<Sequence> sequences;
    for (int i = 0; i < count; ++i) {
      Matrix Z = scales.asDiagonal() * random.gaussian(d, n);
      Z.colwise() += offsets;
      if (counter) {
        for (Index t = 0; t < n; ++t) Z(0, t) = offsets(0) + scales(0) * static_cast<double>(i + t);
      }
      if (constant) Z.row(d - 1).setOnes();
      sequences.push_back({std::move(Z), random.gaussian(1 + trial % 2, target_count(targets, n), common)});
    }
    const Dataset data = dataset(std::move(sequences), targets);
    check_against_reference(data, lambda, counter ? "counter" : constant ? "constant" : "plain");
  }
}

TEST_CASE("least squares from the rows: same bits natively and as WASM") {
  for (const double lambda : {0.0, 1e-3}) {
    for (const Dataset& data : {dated_series(), shifted(1000), passengers(2)}) {
      const auto learned = learn(data, lambda);
      REQUIRE(learned.has_value());
      print_bits("W", learned->W);
      print_bits("V of the heads", learned->value_maps);
      print_bits("eigenvalues", learned->eigenvalues);
    }
  }
}
