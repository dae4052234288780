#include "figures/algorithm/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "figures/algorithm/held_out.hpp"
#include "figures/algorithm/solution.hpp"
#include "figures/algorithm/source.hpp"
#include "learner/certificate.hpp"
#include "learner/evaluate.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"

namespace figures::algorithm {
namespace {

// Terms of the Gram matrix between two looks at the clock; a multiple of the learner's own block.
constexpr Index kTerms = 2 * Moments::kBlock;
// Side of the Gram matrix that travels to the picture, and how many heads do.
constexpr Index kGramCells = 128;
constexpr Index kShownHeads = 6;
// Length of the held-out passage that is shown.
constexpr Index kShownCharacters = 640;
constexpr Index kShownWords = 120;

double cubed(double x) { return x * x * x; }

// The entry of largest magnitude in each of at most `cells` x `cells` blocks, with its sign.
Matrix pooled(const Matrix& matrix, Index cells) {
  const Index side = std::min(cells, matrix.rows());
  Matrix pool = Matrix::Zero(side, side);
  for (Index column = 0; column < matrix.cols(); ++column) {
    for (Index row = 0; row < matrix.rows(); ++row) {
      double& cell = pool(row * side / matrix.rows(), column * side / matrix.cols());
      if (std::abs(matrix(row, column)) > std::abs(cell)) cell = matrix(row, column);
    }
  }
  return pool;
}

Vector flattened(const Matrix& p) {
  const Matrix by_output = p.transpose();
  return Eigen::Map<const Vector>(by_output.data(), by_output.size());
}

// One run: what is known so far lives in `result`, so that a preview is a copy of it.
class Run {
 public:
  Run(const Values& values, SequenceSource source, Reporter<Result>& reporter)
      : source_(std::move(source)),
        reporter_(reporter),
        moments_(source_.shape),
        gram_work_(work(values)),
        block_(std::max<Index>(
            1, kTerms / (source_.shape.targets == learner::Targets::causal ? rows_per_sequence(values) : 1))),
        lambda_(ridge(values)) {
    result_.source = source_kind(values);
    result_.d = static_cast<std::int32_t>(source_.shape.d);
    result_.d_out = static_cast<std::int32_t>(source_.shape.d_out);
    result_.true_heads = source_.truth ? static_cast<std::int32_t>(source_.truth->heads.size()) : 0;
    result_.targets = source_.shape.targets;
    result_.noise = source_.truth ? values.number("noise") : 0;
    result_.planned = source_.train;
    result_.lambda = lambda_;
    result_.unknowns = static_cast<std::int32_t>(learner::feature_count(source_.shape.d));
  }

  Expected<Result> go() {
    show_sample();
    if (auto done = accumulate(); !done) return std::unexpected(done.error());
    if (auto done = solve(); !done) return std::unexpected(done.error());
    if (auto done = split_heads(); !done) return std::unexpected(done.error());
    if (auto done = check(); !done) return std::unexpected(done.error());
    return std::move(result_);
  }

 private:
  void begin(Step stage) { reporter_.begin(static_cast<int>(stage)); }

  void show_sample() {
    begin(Step::sequences);
    result_.Z = source_.block(Split::train, 0, 1).front().Z;
    begin(Step::features);
    const Index asking = source_.shape.targets == learner::Targets::last ? result_.Z.cols() - 1 : 0;
    const Index visible = source_.shape.targets == learner::Targets::causal ? asking + 1 : result_.Z.cols();
    const auto seen = result_.Z.leftCols(visible);
    result_.G = seen * seen.transpose();
    result_.features = learner::vech(result_.G) * result_.Z.col(asking).transpose();
  }

  Expected<void> accumulate() {
    for (Index first = 0; first < source_.train; first += block_) {
      begin(Step::sequences);
      const auto block = source_.block(Split::train, first, std::min(block_, source_.train - first));
      begin(Step::gram);
      if (auto added = moments_.add(block); !added) return added;
      const double done = static_cast<double>(first + block_) / static_cast<double>(source_.train);
      reporter_.report(gram_share() * std::min(1.0, done));
      if (reporter_.wants_preview()) {
        show_gram();
        reporter_.preview(result_);
      }
    }
    show_gram();
    if (result_.unknowns > kShownSpectrum) return {};
    auto certificate = learner::certify(moments_);
    if (!certificate) return std::unexpected(certificate.error());
    result_.eigenvalues = std::move(certificate->spectrum);
    return {};
  }

  void show_gram() {
    result_.reached = Step::gram;
    result_.sequences = moments_.sequences();
    result_.rows = moments_.rows();
    result_.gram = pooled(moments_.gram(), kGramCells) / static_cast<double>(moments_.rows());
  }

  // Least squares; where the data leave W open (a singular system at lambda = 0), the W of least norm.
  Expected<void> solve() {
    begin(Step::solve);
    if (reporter_.wants_preview()) reporter_.preview(result_);
    auto solution = solve_or_smallest(
        moments_, {.lambda = lambda_, .progress = [this](double done) {
                     reporter_.report(std::min(kSolved, gram_share() + (kSolved - gram_share()) * done));
                   }});
    if (!solution) return std::unexpected(solution.error());
    result_.minimum_norm = solution->path == learner::Path::primal_minimum_norm;
    result_.rank = solution->rank;
    result_.recovered = flattened(solution->p);
    p_ = std::move(solution->p);
    result_.W = learner::unfold(p_, source_.shape.d);
    if (result_.source == Source::numbers) {
      const learner::TestError error = training_error(source_, p_);
      result_.training_error = error.mean();
      result_.fits = error.relative() < kExact;
    }
    result_.reached = Step::solve;
    reporter_.report(kSolved);
    return {};
  }

  Expected<void> split_heads() {
    begin(Step::heads);
    if (reporter_.wants_preview()) reporter_.preview(result_);
    const auto spectrum = learner::head_spectrum(result_.W, source_.shape.d);
    if (!spectrum) return std::unexpected(spectrum.error());
    result_.sigma = spectrum->sigma;
    result_.head_count = spectrum->rank;
    // A zero W has rank 0 and still answers: with one head of zeros.
    heads_ = learner::heads_from(*spectrum, std::max<Index>(1, spectrum->rank));
    show_heads();
    const auto evidence = learner::head_count_evidence(p_, source_.shape.d);
    result_.evidence = evidence.singular_values;
    const bool exact = source_.truth ? result_.noise == 0 : result_.fits;
    result_.distinct_heads = exact ? evidence.by_rank : evidence.by_gap;
    result_.reached = Step::heads;
    reporter_.report(kSplit);
    return {};
  }

  void show_heads() {
    const Index d = source_.shape.d;
    const Index shown = std::min<Index>(kShownHeads, std::ssize(heads_.heads));
    result_.value_maps.resize(source_.shape.d_out, d * shown);
    result_.query_maps.resize(d, d * shown);
    for (Index h = 0; h < shown; ++h) {
      const learner::Head& head = heads_.heads[static_cast<std::size_t>(h)];
      result_.value_maps.middleCols(h * d, d) = head.V;
      result_.query_maps.middleCols(h * d, d) = head.Q;
    }
  }

  Expected<void> check() {
    begin(Step::check);
    if (source_.text) {
      check_text();
    } else if (source_.truth) {
      check_truth();
    } else {
      if (auto done = check_held_out(source_, heads_, test_count(), result_); !done) return done;
    }
    result_.reached = Step::check;
    reporter_.report(1);
    return {};
  }

  // The heads themselves answer sequences that nobody has seen; a run of many heads on long sequences asks fewer.
  Index test_count() const {
    const double heads = static_cast<double>(heads_.heads.size());
    const double n = static_cast<double>(result_.Z.cols());
    const double d = static_cast<double>(source_.shape.d);
    const double rows = source_.shape.targets == learner::Targets::last ? 1 : n;
    const double each = heads * (n * d * (rows + d) + rows * d * d);
    return std::min(source_.test, std::max(static_cast<Index>(kCheckWork / each), Index{16}));
  }

  void check_truth() {
    const auto fresh = source_.block(Split::test, 0, test_count());
    const auto error = learner::test_error(heads_, fresh, source_.shape.targets);
    result_.test_error = error.mean();
    result_.relative_error = error.relative();
    result_.test_rows = error.rows;
    const Matrix p = learner::folded_coefficients(*source_.truth);
    result_.truth = flattened(p);
    result_.distance = learner::relative_distance(p_, p);
    result_.answer = learner::attend(*source_.truth, fresh.front().Z, source_.shape.targets).rightCols(1);
    result_.prediction = learner::attend(heads_, fresh.front().Z, source_.shape.targets).rightCols(1);
  }

  void check_text() {
    const learner::TextTask& text = *source_.text;
    const auto report = learner::evaluate_next_token(text, p_);
    result_.test_error = report.error;
    result_.trivial_error = report.trivial_error;
    result_.relative_error = report.relative_error;
    result_.accuracy = report.accuracy;
    result_.trivial_accuracy = report.trivial_accuracy;
    result_.test_rows = report.rows;
    result_.tokens = text.token_count();
    result_.vocabulary = std::ssize(text.vocabulary().tokens);
    result_.words = text.options().kind == learner::TokenKind::words;
    const Index shown = std::min(result_.words ? kShownWords : kShownCharacters, text.window_count(Split::test));
    for (Index k = 0; k < shown; ++k) {
      const Matrix answer = learner::evaluate_folded(p_, text.sequence(Split::test, k).Z, learner::Targets::last);
      const auto actual = static_cast<Index>(text.target_ids(Split::test, k).back());
      result_.actual.push_back(letters(text, actual));
      result_.predicted.push_back(letters(text, text.guess(answer.col(0))));
    }
  }

  // The letters of a token; a dot for one too rare to be listed.
  static std::string letters(const learner::TextTask& text, Index id) {
    return id == 0 ? "·" : text.vocabulary().tokens[static_cast<std::size_t>(id)];
  }

  // How much of the whole run the Gram matrix is, for a progress bar that moves evenly.
  double gram_share() const {
    const double solve_work = cubed(result_.unknowns) / 6;
    return kSolved * std::max(0.05, 1 - solve_work / std::max(gram_work_, solve_work + 1));
  }

  static constexpr double kSolved = 0.85;
  static constexpr double kSplit = 0.95;
  static constexpr double kCheckWork = 2e8;

  SequenceSource source_;
  Reporter<Result>& reporter_;
  Moments moments_;
  double gram_work_;
  Index block_;  // sequences between two looks at the clock
  double lambda_;
  Result result_;
  Matrix p_;
  Model heads_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  auto source = open_source(request.values, request.text);
  if (!source) return std::unexpected(source.error());
  return Run(request.values, std::move(*source), reporter).go();
}

double work(const Values& values) {
  const auto d = static_cast<double>(token_dimension(values));
  const double q = d * (d + 1) / 2;
  const auto rows = static_cast<double>(rows_per_sequence(values));
  const double sequences = values.number("N");
  const bool all = target_mode(values) == learner::Targets::all;
  const double gram = all ? sequences * cubed(q) / 6 : sequences * rows * q * q * (q + 1) / 2;
  return gram + cubed(q * d) / 6 + 10 * cubed(d * d);
}

}  // namespace figures::algorithm
