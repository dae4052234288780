
#include "figures/cost/cost.hpp"
#include "learner/cholesky.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/product.hpp"
#include "learner/singular_values.hpp"
#include "learner/solve.hpp"

namespace figures::cost {
namespace {

constexpr int kDecompositions = 4;  // in a pass
constexpr int kRounds = 4;
constexpr double kRunWork = 2e6;  // short runs of the algorithm are repeated to about this many multiply-adds
constexpr std::uint64_t kMatrixStream = 1;
constexpr double kSpectrumWork = 10.0 * kColumns * kColumns * kColumns;

double run_work(double d) { return cost_of(Route::primal, run_sizes(d)).work(); }
int runs_in_a_pass(double d) { return static_cast<int>(std::max(1.0, std::floor(kRunWork / run_work(d)))); }

double products_work() {
  const RouteCost cost =
      cost_of(Route::primal, {.d = kTokenSize, .n = kLength, .N = static_cast<double>(Moments::kBlock)});
  return cost.of(Part::features).work + cost.of(Part::sums).work;
}

// The algorithm takes longer than its kernels and is timed well by half as many passes.
int algorithm_passes(int passes) { return (passes + 1) / 2; }

int warm_passes(int repeats) { return std::max(1, repeats / 4); }

Expected<learner::Task> task_of(int d, const Values& values) {
  return learner::random_attention(
      {.d = d, .d_out = d, .n = kLength, .heads = 2, .seed = static_cast<std::uint64_t>(values.integer("seed"))});
}

Expected<Model> learn(const std::vector<Sequence>& sequences) {
  const Index d = sequences.front().d();
  Moments moments({.d = d, .d_out = d});
  if (auto added = moments.add(sequences); !added) return std::unexpected(added.error());
  // Gaussian tokens and enough of them: what is timed is the way through the Gram matrix alone.
  const auto solution = learner::solve_ridge(moments);
  if (!solution) return std::unexpected(solution.error());
  const auto spectrum = learner::head_spectrum(learner::unfold(solution->p, d), d);
  if (!spectrum) return std::unexpected(spectrum.error());
  return learner::heads_from(*spectrum, std::max<Index>(1, spectrum->rank));
}

// What is timed, and the last result of each kernel.
class Benchmark {
 public:
  Benchmark(const learner::Task& wide, const learner::Task& small, const Values& values, Reporter<Result>& reporter)
      : reporter_(reporter),
        d_(values.number("run")),
        repeats_(values.integer("repeats")),
        block_(wide.block(Split::train, 0, Moments::kBlock)),
        moments_(wide.shape()),
        data_(small.block(Split::train, 0, static_cast<std::uint64_t>(run_sizes(d_).N))),
        truth_(small.truth()) {
    Random random = Random(static_cast<std::uint64_t>(values.integer("seed"))).split(kMatrixStream);
    const Matrix F = random.gaussian(kRows, 16);
    A_ = F * F.transpose() + 16 * Matrix::Identity(kRows, kRows);
    B_ = random.gaussian(kRows, 4);
    S_ = random.gaussian(kColumns, kColumns);
  }

  Expected<Result> go() {
    const int rounds = std::min(kRounds, repeats_);
    const int passes = repeats_ / rounds;
    const int warm = warm_passes(repeats_);
    reporter_.expect(warm + rounds * algorithm_passes(passes));
    // Slow first runs (caches, a compiler that is still at work) are not this device's rate.
    begin(Step::prepare);
    for (int pass = 0; pass < warm; ++pass)
      if (auto done = run_kernels(1, false); !done) return std::unexpected(done.error());
    result_ = {};
    for (int round = 1; round <= rounds; ++round) {
      if (auto done = run_kernels(passes, true); !done) return std::unexpected(done.error());
      begin(Step::check);
      check();
      if (reporter_.wants_preview() && round < rounds) reporter_.preview(result_);
    }
    reporter_.report(1);
    return result_;
  }

 private:
  void begin(Step stage, bool timed = true) {
    if (timed) reporter_.begin(static_cast<int>(stage));
  }

  // Each kernel in a stage of its own, or all in the present one.
  Expected<void> run_kernels(int passes, bool timed) {
    begin(Step::prepare, timed);
    // Each factorisation takes the place of the matrix it is given.
    std::vector<Matrix> copies(static_cast<std::size_t>(passes), A_);
    begin(Step::products, timed);
    for (int k = 0; k < passes; ++k) (void)moments_.add(block_);  // its shape is that of moments_
    moment_passes_ += passes;
    begin(Step::cholesky, timed);
    for (Matrix& matrix : copies) {
      auto factor = learner::Cholesky::factor(std::move(matrix), 1e-12);
      if (!factor) return learner::fail("The matrix of the benchmark could not be factored: take another seed.");
      cholesky_.emplace(std::move(*factor));
    }
    begin(Step::spectrum, timed);
    for (int k = 0; k < kDecompositions * passes; ++k) {
      svd_ = learner::singular_values(S_);
      if (!svd_) return std::unexpected(svd_.error());
    }
    begin(Step::algorithm, timed);
    const int runs = runs_in_a_pass(d_);
    for (int pass = 0; pass < algorithm_passes(passes); ++pass) {
      for (int k = 0; k < runs; ++k) {
        model_ = learn(data_);
        if (!model_) return std::unexpected(model_.error());
      }
      reporter_.spend(1);
    }
    count(result_.products, passes, products_work());
    count(result_.cholesky, passes, cholesky_work(kRows));
    count(result_.spectrum, kDecompositions * passes, kSpectrumWork);
    count(result_.algorithm, algorithm_passes(passes) * runs, run_work(d_));
    return {};
  }

  static void count(Kernel& kernel, int times, double work) {
    kernel.times += times;
    kernel.work += times * work;
  }

  void check() {
    result_.products.residual = moments_residual();
    Matrix rest = -B_;
    const Matrix X = cholesky_->solve(B_);
    learner::add_product(1.0, learner::Panels(A_).all(), learner::Panels::transposed(X).all(), rest);
    result_.cholesky.residual = rest.norm() / B_.norm();
    result_.spectrum.residual = (S_ - svd_->U * svd_->sigma.asDiagonal() * svd_->V.transpose()).norm() / S_.norm();
    result_.algorithm.residual =
        learner::relative_distance(learner::folded_coefficients(*model_), learner::folded_coefficients(truth_));
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
      worst = std::max(worst, std::abs(gram(i, j) - H.row(i).dot(H.row(j))));
    }
    return worst / gram.diagonal().maxCoeff();
  }

  Reporter<Result>& reporter_;
  double d_;  // of the algorithm
  int repeats_;
  std::vector<Sequence> block_;
  Moments moments_;
  int moment_passes_ = 0;
  Matrix A_, B_, S_;
  std::optional<learner::Cholesky> cholesky_;
  Expected<learner::SingularValues> svd_;
  std::vector<Sequence> data_;
  Model truth_;
  Expected<Model> model_;
  Result result_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  const auto wide = task_of(kTokenSize, request.values);
  const auto small = task_of(request.values.integer("run"), request.values);
  if (!wide) return std::unexpected(wide.error());
  if (!small) return std::unexpected(small.error());
  return Benchmark(*wide, *small, request.values, reporter).go();
}

double work(const Values& values) {
  const double d = values.number("run");
  const int repeats = values.integer("repeats");
  const double pass =
      products_work() + cholesky_work(kRows) + kDecompositions * kSpectrumWork + runs_in_a_pass(d) * run_work(d);
  return (repeats + warm_passes(repeats)) * pass;
}

}  // namespace figures::cost
