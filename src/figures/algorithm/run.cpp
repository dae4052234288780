// Runs Algorithm 1: the learner's part of figure "algorithm".
#include "figures/algorithm/algorithm.hpp"
#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/fewest_heads.hpp"
#include "learner/loss.hpp"

namespace figures::algorithm {
namespace {

// Terms of the Gram matrix between two looks at the clock; a multiple of the learner's own block.
constexpr Index kTerms = 2 * Moments::kBlock;
// Side of the Gram matrix that travels to the picture, and how many heads do.
constexpr Index kGramCells = 128;
constexpr Index kShownHeads = 64;
// Of the Gram matrix on its way: its side, and up to how many sequences it is gathered a second time, one after the
// other.
constexpr Index kGrowingCells = 64;
constexpr Index kOneByOne = 64;
// Progress at the end of two stages.
constexpr double kSolved = 0.85;
constexpr double kSplit = 0.95;

// The entry of largest magnitude in each of at most `cells` x `cells` blocks of a square matrix, with its sign.
Matrix pooled(const Matrix& matrix, Index cells) {
  const Index side = std::min(cells, matrix.rows());
  std::vector<Index> cell_of;  // a division for each entry would take longer than all else
  for (Index row = 0; row < matrix.rows(); ++row) cell_of.push_back(learner::spread(row, matrix.rows(), side));
  Matrix pool = Matrix::Zero(side, side);
  const double* entry = matrix.data();
  for (const Index column : cell_of) {
    for (const Index row : cell_of) {
      double& cell = pool(row, column);
      if (std::abs(*entry) > std::abs(cell)) cell = *entry;
      ++entry;
    }
  }
  return pool;
}

// One run: what is known so far lives in `result`, so that a preview is a copy of it.
class Run {
 public:
  Run(const Values& values, SequenceSource source, Reporter<Result>& reporter)
      : source_(std::move(source)),
        reporter_(reporter),
        moments_(source_.shape),
        noisy_(source_.truth && values.number("noise") > 0) {
    result_.source = source_of(values);
    result_.d = static_cast<std::int32_t>(source_.shape.d);
    result_.d_out = static_cast<std::int32_t>(source_.shape.d_out);
    result_.true_heads = source_.truth ? static_cast<std::int32_t>(source_.truth->heads.size()) : 0;
    result_.targets = source_.shape.targets;
    result_.planned = source_.train;
    result_.has_constant = source_.has_constant;
    result_.has_rounded = source_.has_rounded;
    result_.lambda = lambda_of(values);
    result_.unknowns = learner::feature_count(source_.shape.d);
    // How much of the whole run the Gram matrix is, for a progress bar that moves evenly.
    const double solving = std::pow(static_cast<double>(result_.unknowns), 3) / 6;
    gathered_ = kSolved * std::max(0.05, 1 - solving / std::max(work(values), solving + 1));
  }

  Expected<Result> go() {
    show_sample();
    auto done = gather();
    if (done) done = solve_for_W();
    if (done) done = split_W();
    if (done) done = check();
    if (!done) return std::unexpected(done.error());
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  void begin(Step stage) { reporter_.begin(static_cast<int>(stage)); }

  void show_sample() {
    begin(Step::sequences);
    const Sequence first = source_.block(Split::train, 0, 1).front();
    result_.Z = first.Z;
    result_.Y = first.Y.leftCols(1);
    if (source_.text) show_letters(*source_.text);
    begin(Step::features);
    const Index asking = result_.targets == learner::Targets::last ? result_.Z.cols() - 1 : 0;
    const Index visible = result_.targets == learner::Targets::causal ? asking + 1 : result_.Z.cols();
    const auto seen = result_.Z.leftCols(visible);
    result_.G = seen * seen.transpose();
    result_.features = learner::vech(result_.G) * result_.Z.col(asking).transpose();
  }

  void show_letters(const learner::TextTask& text) {
    for (const auto id : text.token_ids(Split::train, 0))
      result_.letters.push_back(token_of(text, static_cast<Index>(id)));
    result_.letters.push_back(token_of(text, static_cast<Index>(text.target_ids(Split::train, 0).back())));
  }

  // The first sequences, with the Gram matrix after 1, 2, 4, 8, ... of them.
  Expected<void> gather_first() {
    Moments growing(source_.shape);
    const Index most = std::min(kOneByOne, source_.train - 1);
    const auto first = source_.block(Split::train, 0, most);
    for (Index seen = 0, next = 1; next <= most; seen = next, next *= 2) {
      if (auto added = growing.add(
              std::span(first).subspan(static_cast<std::size_t>(seen), static_cast<std::size_t>(next - seen)));
          !added)
        return added;
      keep_gram(growing);
      reporter_.report(0);  // at d = 16 each takes as long as a frame may: nobody is kept waiting for all of them
    }
    return {};
  }

  void keep_gram(const Moments& moments) {
    result_.growing_after.push_back(moments.sequences());
    result_.growing.push_back(pooled(moments.gram(), kGrowingCells) / static_cast<double>(moments.rows()));
  }

  Expected<void> gather() {
    if (auto done = gather_first(); !done) return done;
    const Index terms = result_.targets == learner::Targets::causal ? result_.Z.cols() : 1;  // of a sequence
    const Index count = std::max<Index>(1, kTerms / terms);
    for (Index first = 0; first < source_.train; first += count) {
      begin(Step::sequences);
      const auto block = source_.block(Split::train, first, std::min(count, source_.train - first));
      begin(Step::gram);
      if (auto added = moments_.add(block); !added) return added;
      const std::int64_t last = result_.growing_after.empty() ? 0 : result_.growing_after.back();
      if (moments_.sequences() >= 2 * last && moments_.sequences() < source_.train) keep_gram(moments_);
      reporter_.report(gathered_ *
                       std::min(1.0, static_cast<double>(first + count) / static_cast<double>(source_.train)));
      if (!reporter_.wants_preview()) continue;
      show_gram();
      reporter_.preview(result_);
    }
    show_gram();
    if (result_.unknowns > learner::kWholeSpectrum) return {};
    result_.loss_left = learner::loss_by_features(moments_, result_.lambda);
    auto certificate = learner::certify(moments_);
    if (certificate) {
      result_.eigenvalues = std::move(certificate->spectrum);
    } else {
      uncertified_ = certificate.error();
    }
    return {};
  }

  void show_gram() {
    result_.reached = Step::gram;
    result_.sequences = moments_.sequences();
    result_.rows = moments_.rows();
    result_.gram = pooled(moments_.gram(), kGramCells) / static_cast<double>(moments_.rows());
  }

  Expected<void> solve_for_W() {
    begin(Step::solve);
    if (reporter_.wants_preview()) reporter_.preview(result_);
    const auto report = [this](double done) {
      reporter_.report(std::min(kSolved, gathered_ + (kSolved - gathered_) * done));
    };
    const auto replay = [this](const auto& take) { for_each_block([&](const auto& block) { take(block); }); };
    auto solved = learner::regress(moments_, replay, {.lambda = result_.lambda, .progress = report}, result_);
    if (!solved) return std::unexpected(solved.error());
    p_ = std::move(solved->p);
    result_.replayed = solved->spectrum.has_value();
    if (result_.lambda > 0 && !source_.text && result_.unknowns <= learner::kWholeSpectrum) {
      learner::Layer unused;
      const auto wait = [this](double) { reporter_.report(kSolved); };
      if (auto free = learner::regress(moments_, replay, {.lambda = 0, .progress = wait}, unused))
        free_ = std::move(free->p);
    }
    if (solved->spectrum) {
      result_.eigenvalues = std::move(solved->spectrum->values);
    } else if (uncertified_) {
      return std::unexpected(*uncertified_);
    }
    result_.recovered = p_.reshaped<Eigen::RowMajor>();
    if (result_.source == Source::numbers) {
      if (auto fits = look_back(); !fits) return fits;
    } else if (result_.source == Source::text) {
      const auto loss = learner::QuadraticLoss::around(moments_, p_);
      if (!loss) return std::unexpected(loss.error());
      result_.training_error = loss->reference_value() / static_cast<double>(source_.shape.d_out);
    }
    result_.reached = Step::solve;
    reporter_.report(kSolved);
    return {};
  }

  // Everything that is learned from, once more.
  template <class Use>
  void for_each_block(const Use& use) const {
    for (Index first = 0; first < source_.train; first += kTerms)
      use(source_.block(Split::train, first, std::min(kTerms, source_.train - first)));
  }

  // What rounding may leave of the squared error of p on what it was learned from: the products, each with its
  // coefficient, times a few units in the last place; a Gram matrix costs up to the root of its condition more.
  double rounding_of_fit() const {
    constexpr double kFew = 64;
    const double units = 0x1p-52 * (kFew + (result_.replayed ? 0 : std::sqrt(result_.condition)));
    return units * units * (p_.cwiseAbs() * moments_.gram_diagonal().cwiseSqrt()).squaredNorm();
  }

  // The error of p on all that it was learned from, that of the predictions that came with it, and the mean of the
  // targets. O(rows d_out psi).
  Expected<void> look_back() {
    learner::TestError error{.d_out = source_.shape.d_out};
    learner::TestError other{.d_out = source_.shape.d_out};
    Index seen = 0;
    mean_target_ = Vector::Zero(source_.shape.d_out);
    for_each_block([&](const std::vector<Sequence>& block) {
      error.merge(learner::test_error(p_, block, source_.shape.targets));
      for (const Sequence& sequence : block) {
        mean_target_ += sequence.Y.rowwise().sum();
        if (source_.prediction) other.add(source_.prediction(Split::train, seen++), sequence.Y);
      }
    });
    mean_target_ /= static_cast<double>(error.rows);
    learner::TestError mean{.d_out = source_.shape.d_out};
    for_each_block([&](const std::vector<Sequence>& block) {
      for (const Sequence& sequence : block) mean.add(mean_target_.replicate(1, sequence.rows()), sequence.Y);
    });
    result_.mean_error = mean.mean();
    result_.mean_square = mean_target_.squaredNorm() / static_cast<double>(source_.shape.d_out);
    result_.training_error = error.mean();
    const double rounding = rounding_of_fit();
    // As many independent rows as targets are fitted exactly, whatever rounding leaves.
    const bool any_target = result_.lambda == 0 && result_.rank == result_.rows;
    result_.hidden = error.squared_error <= rounding;
    result_.fits =
        any_target || (result_.hidden && error.squared_error <= learner::kExactShare * error.squared_targets);
    result_.compared = other.rows > 0;
    result_.other_error = other.mean();
    result_.other_fits = other.squared_error <= rounding;
    if (!std::isfinite(result_.other_error))
      return learner::fail("The predictions are too far from the targets to be compared: look at their columns.");
    return learner::check_fit(error);
  }

  Expected<void> split_W() {
    begin(Step::heads);
    if (reporter_.wants_preview()) reporter_.preview(result_);
    auto heads = learner::split_heads(p_, moments_, source_.truth ? !noisy_ : result_.fits, kShownHeads, result_);
    if (!heads) return std::unexpected(heads.error());
    heads_ = std::move(*heads);
    if (result_.compared && !result_.fits && result_.lambda == 0) find_close_heads();
    result_.reached = Step::heads;
    reporter_.report(kSplit);
    return {};
  }

  // Tries 1, 2, .. heads, each number from a few starts: another search might need fewer. Sizes that would keep a
  // reader waiting are left out.
  void find_close_heads() {
    constexpr Index kMostHeads = 8;
    constexpr double kClose = 1.01;
    const auto& [d, d_out, targets] = source_.shape;
    if (result_.unknowns > learner::kWholeSpectrum) return;
    double last = 0;
    const auto error_of = [&, d_out, kind = targets](const Model& model) -> Expected<double> {
      learner::TestError error{.d_out = d_out};
      for_each_block([&](const auto& block) { error.merge(learner::test_error(model, block, kind)); });
      return last = error.mean();
    };
    const auto found = learner::enough_heads(p_, d, {.max_heads = kMostHeads, .restarts = 8, .data = &moments_},
                                             kClose * result_.training_error, error_of);
    if (!found || !*found) return;
    result_.close_heads = static_cast<std::int32_t>((*found)->heads);
    result_.close_error = last;
  }

  Expected<void> check() {
    begin(Step::check);
    result_.reached = Step::check;
    return algorithm::check(
        source_, {.p = p_, .heads = heads_, .moments = moments_, .mean_target = mean_target_, .free = free_}, result_);
  }

  SequenceSource source_;
  Reporter<Result>& reporter_;
  Moments moments_;
  bool noisy_;
  double gathered_ = 0;                        // progress at the end of the Gram matrix
  std::optional<learner::Error> uncertified_;  // that the solver has a better word for, or a cure
  Result result_;
  Matrix p_;
  std::optional<Matrix> free_;  // with λ = 0
  Vector mean_target_;          // of a reader's numbers
  Model heads_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  auto source = open_source(request.values, request.text);
  if (!source) return std::unexpected(source.error());
  return Run(request.values, std::move(*source), reporter).go();
}

}  // namespace figures::algorithm
