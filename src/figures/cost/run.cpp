#include "figures/cost/run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "figures/cost/counts.hpp"
#include "learner/cholesky.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/product.hpp"
#include "learner/singular_values.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

namespace figures::cost {
namespace {

// Sizes between which a run of the algorithm does not fall, so that it is predicted and not measured twice; small
// enough for one of each to be over in a few milliseconds.
constexpr Index kTokenSize = 9;
constexpr Index kRows = 256;
constexpr Index kColumns = 40;
constexpr int kDecompositions = 4;  // in a pass
constexpr Index kLength = 32;       // tokens in a sequence

constexpr int kRounds = 4;
constexpr double kRunWork = 2e6;  // short runs of the algorithm are repeated to about this many multiply-adds
constexpr std::uint64_t kMatrixStream = 1;

// One run of the algorithm learns from four times as many equations as there are unknowns.
Sizes run_sizes(double d) { return {.d = d, .n = kLength, .N = 4 * Sizes{.d = d}.unknowns()}; }

double run_work(double d) { return cost_of(Route::primal, run_sizes(d)).work(); }
double runs_in_a_pass(double d) { return std::max(1.0, std::floor(kRunWork / run_work(d))); }

double products_work() {
  const RouteCost cost =
      cost_of(Route::primal, {.d = kTokenSize, .n = kLength, .N = static_cast<double>(Moments::kBlock)});
  return cost.of(Part::features).work + cost.of(Part::sums).work;
}
double cholesky_work() {
  const auto rows = static_cast<double>(kRows);
  return rows * (rows + 1) * (rows + 2) / 6;
}
double spectrum_work() { return 10.0 * static_cast<double>(kColumns * kColumns * kColumns); }

// The algorithm takes longer than its kernels and is timed well by half as many.
int runs_among(int passes) { return (passes + 1) / 2; }

int warm_passes(int repeats) { return std::max(1, repeats / 4); }

Expected<learner::Task> task_of(Index d, int seed) {
  return learner::random_attention(
      {.d = d, .d_out = d, .n = kLength, .heads = 2, .seed = static_cast<std::uint64_t>(seed)});
}

Expected<learner::Model> learn(const std::vector<Sequence>& sequences) {
  const Index d = sequences.front().d();
  Moments moments({.d = d, .d_out = d});
  if (auto added = moments.add(sequences); !added) return std::unexpected(added.error());
  const auto solution = learner::solve_ridge(moments);
  if (!solution) return std::unexpected(solution.error());
  const auto spectrum = learner::head_spectrum(learner::unfold(solution->p, d), d);
  if (!spectrum) return std::unexpected(spectrum.error());
  return learner::heads_from(*spectrum, std::max<Index>(1, spectrum->rank));
}

// What is timed, and the last result of each kernel.
class Benchmark {
 public:
  static Expected<Benchmark> open(const Values& values) {
    const auto d = static_cast<Index>(values.integer("run"));
    const int seed = values.integer("seed");
    auto wide = task_of(kTokenSize, seed);
    auto small = task_of(d, seed);
    if (!wide) return std::unexpected(wide.error());
    if (!small) return std::unexpected(small.error());
    return Benchmark(*wide, *small, seed);
  }

  void add_products(int passes) {
    for (int k = 0; k < passes; ++k) (void)moments_.add(block_);  // its shape is that of moments_
    moment_passes_ += passes;
  }
  // Each factorisation takes the place of the matrix it is given.
  std::vector<Matrix> copies(int passes) const { return std::vector<Matrix>(static_cast<std::size_t>(passes), A_); }
  bool factor(std::vector<Matrix> matrices) {
    for (Matrix& matrix : matrices) {
      auto cholesky = learner::Cholesky::factor(std::move(matrix), 1e-12);
      if (!cholesky) return false;
      cholesky_.assign(1, std::move(*cholesky));
    }
    return true;
  }
  Expected<void> decompose(int passes) {
    for (int k = 0; k < kDecompositions * passes; ++k) {
      auto svd = learner::singular_values(S_);
      if (!svd) return std::unexpected(svd.error());
      svd_ = std::move(*svd);
    }
    return {};
  }
  Expected<void> learn_again() {
    auto model = learn(data_);
    if (!model) return std::unexpected(model.error());
    model_ = std::move(*model);
    return {};
  }

  double moments_residual() const {
    const Matrix gram = moments_.gram() / static_cast<double>(moment_passes_);
    Matrix H(gram.rows(), std::ssize(block_));
    for (Index i = 0; i < H.cols(); ++i) {
      const Matrix& Z = block_[static_cast<std::size_t>(i)].Z;
      H.col(i) = learner::folded_features(Z, Z.cols() - 1, Z.cols());
    }
    double worst = 0;
    for (Index i = 0; i < H.rows(); ++i) {
      const Index j = (7 * i + 3) % H.rows();  // one entry of every row
      const double sum = H.row(i).dot(H.row(j));
      worst = std::max(worst, std::abs(gram(i, j) - sum));
    }
    return worst / gram.diagonal().maxCoeff();
  }
  double cholesky_residual() const {
    Matrix rest = -B_;
    const Matrix X = cholesky_.front().solve(B_);
    learner::add_product(1.0, learner::Panels(A_).all(), learner::Panels::transposed(X).all(), rest);
    return rest.norm() / B_.norm();
  }
  double spectrum_residual() const {
    return (S_ - svd_.U * svd_.sigma.asDiagonal() * svd_.V.transpose()).norm() / S_.norm();
  }
  double distance() const {
    return learner::relative_distance(learner::folded_coefficients(model_), learner::folded_coefficients(truth_));
  }
  Index sequences() const { return std::ssize(data_); }

 private:
  Benchmark(const learner::Task& wide, const learner::Task& small, int seed)
      : block_(wide.block(Split::train, 0, Moments::kBlock)),
        moments_(wide.shape()),
        data_(small.block(Split::train, 0,
                          static_cast<std::uint64_t>(run_sizes(static_cast<double>(small.shape().d)).N))),
        truth_(small.truth()) {
    Random random = Random(static_cast<std::uint64_t>(seed)).split(kMatrixStream);
    const Matrix F = random.gaussian(kRows, 16);
    A_ = F * F.transpose() + 16 * Matrix::Identity(kRows, kRows);
    B_ = random.gaussian(kRows, 4);
    S_ = random.gaussian(kColumns, kColumns);
  }

  std::vector<Sequence> block_;
  Moments moments_;
  std::int64_t moment_passes_ = 0;
  Matrix A_, B_, S_;
  std::vector<learner::Cholesky> cholesky_;  // the last one; has no empty state
  learner::SingularValues svd_;
  std::vector<Sequence> data_;
  Model truth_;
  Model model_;
};

class Run {
 public:
  Run(const Values& values, Benchmark benchmark, Reporter<Result>& reporter)
      : benchmark_(std::move(benchmark)), reporter_(reporter), repeats_(values.integer("repeats")) {
    const double d = values.number("run");
    result_.rounds = std::min(kRounds, repeats_);
    result_.products.size = static_cast<std::int32_t>(kTokenSize);
    result_.cholesky.size = static_cast<std::int32_t>(kRows);
    result_.spectrum.size = static_cast<std::int32_t>(kColumns);
    result_.algorithm.size = values.integer("run");
    result_.n = static_cast<std::int32_t>(kLength);
    result_.N = static_cast<std::int32_t>(benchmark_.sequences());
    runs_ = static_cast<int>(runs_in_a_pass(d));
    run_work_ = run_work(d);
    planned_ = warm_passes(repeats_) + result_.rounds * runs_among(repeats_ / result_.rounds);
  }

  Expected<Result> go() {
    if (auto done = warm_up(); !done) return std::unexpected(done.error());
    while (!result_.complete()) {
      const int passes = repeats_ / result_.rounds;
      if (auto done = measure(passes); !done) return std::unexpected(done.error());
      begin(Step::check);
      ++result_.reached;
      check();
      if (reporter_.wants_preview() && !result_.complete()) reporter_.preview(result_);
    }
    reporter_.report(1);
    return result_;
  }

 private:
  void begin(Step stage) { reporter_.begin(static_cast<int>(stage)); }

  // Slow first runs (caches, a compiler that is still at work) are not this device's rate.
  Expected<void> warm_up() {
    begin(Step::prepare);
    for (int pass = 0; pass < warm_passes(repeats_); ++pass) {
      benchmark_.add_products(1);
      if (!benchmark_.factor(benchmark_.copies(1))) return not_definite();
      if (auto done = benchmark_.decompose(1); !done) return done;
      if (auto done = run_algorithm(1); !done) return done;
    }
    result_.algorithm.times = 0;
    result_.algorithm.work = 0;
    return {};
  }

  Expected<void> measure(int passes) {
    begin(Step::prepare);
    auto matrices = benchmark_.copies(passes);
    begin(Step::products);
    benchmark_.add_products(passes);
    begin(Step::cholesky);
    if (!benchmark_.factor(std::move(matrices))) return not_definite();
    begin(Step::spectrum);
    if (auto done = benchmark_.decompose(passes); !done) return done;
    begin(Step::algorithm);
    if (auto done = run_algorithm(runs_among(passes)); !done) return done;
    count(result_.products, passes, products_work());
    count(result_.cholesky, passes, cholesky_work());
    count(result_.spectrum, kDecompositions * passes, spectrum_work());
    return {};
  }

  Expected<void> run_algorithm(int passes) {
    for (int k = 0; k < passes * runs_; ++k) {
      if (auto done = benchmark_.learn_again(); !done) return done;
      if ((k + 1) % runs_ == 0) passed();
    }
    count(result_.algorithm, passes * runs_, run_work_);
    return {};
  }

  static void count(Kernel& kernel, int times, double work) {
    kernel.times += times;
    kernel.work += times * work;
  }

  void passed() {
    ++passes_;
    reporter_.report(std::min(1.0, static_cast<double>(passes_) / planned_));
  }

  void check() {
    result_.products.residual = benchmark_.moments_residual();
    result_.cholesky.residual = benchmark_.cholesky_residual();
    result_.spectrum.residual = benchmark_.spectrum_residual();
    result_.algorithm.residual = benchmark_.distance();
  }

  static std::unexpected<Error> not_definite() {
    return learner::fail("The matrix of the benchmark could not be factored: take another seed.");
  }

  Benchmark benchmark_;
  Reporter<Result>& reporter_;
  int repeats_;
  int runs_ = 1;  // of the algorithm in a pass
  double run_work_ = 0;
  int planned_ = 1;  // passes of the algorithm
  int passes_ = 0;
  Result result_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  auto benchmark = Benchmark::open(request.values);
  if (!benchmark) return std::unexpected(benchmark.error());
  return Run(request.values, std::move(*benchmark), reporter).go();
}

double work(const Values& values) {
  const double d = values.number("run");
  const int repeats = values.integer("repeats");
  const int rounds = std::min(kRounds, repeats);
  const double kernels = products_work() + cholesky_work() + kDecompositions * spectrum_work();
  const double algorithm = runs_in_a_pass(d) * run_work(d);
  const int warm = warm_passes(repeats);
  return (repeats + warm) * kernels + (rounds * runs_among(repeats / rounds) + warm) * algorithm;
}

}  // namespace figures::cost
