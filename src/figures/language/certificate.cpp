// Figure "language", third question: does text identify the model, and how sure is each held-out question?
#include "learner/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include "figures/language/run.hpp"
#include "learner/descent/descent_path.hpp"
#include "learner/features.hpp"
#include "learner/product.hpp"
#include "plot/sort.hpp"

namespace figures::language {
namespace {

constexpr Index kBlock = 128;
constexpr int kQuantiles = 100;
constexpr std::size_t kRare = 40;
// A rho that is no more than rounding, beside what the eigenvalues can resolve.
constexpr double kRounding = 1e-9;

// One asking token of a held-out window.
struct Question {
  Index window = 0;  // among those that are used
  Index token = 0;   // its place among the asking tokens
  double rho = 0;
  double weak = 0;
};

using Tokens = std::function<Matrix(Split split, Index k)>;

// Tokens of no text: embeddings replaced by independent Gaussian vectors of the same mean length.
Tokens gaussian_tokens(const Run& run) {
  const learner::TextOptions& options = run.source().task().options();
  const Random random = Random(options.seed).split(2000);
  const Index rows = run.source().task().embeddings().rows();
  return [options, random, rows](Split split, Index k) {
    Random own = random.split(split == Split::train ? 0 : 1).split(static_cast<std::uint64_t>(k));
    Matrix Z = Matrix::Ones(options.d, options.n);
    Z.topRows(rows) = own.gaussian(rows, options.n, 1 / std::sqrt(static_cast<double>(rows)));
    return Z;
  };
}

Tokens text_tokens(const Run& run) {
  return [&source = run.source()](Split split, Index k) {
    return source.task().sequence(split, source.number(split, k)).Z;
  };
}

std::vector<double> quantiles_of(const std::vector<Question>& questions, double Question::* value) {
  std::vector<double> rising;
  for (const Question& question : questions) rising.push_back(question.*value);
  sort(rising);
  std::vector<double> quantiles;
  for (int k = 0; k <= kQuantiles; ++k)
    quantiles.push_back(rising[(rising.size() - 1) * static_cast<std::size_t>(k) / kQuantiles]);
  return quantiles;
}

double share_of(const std::vector<Question>& questions, const auto& holds) {
  return static_cast<double>(std::ranges::count_if(questions, holds)) / static_cast<double>(questions.size());
}

class Certification {
 public:
  Certification(Run& run, Tokens tokens) : run_(run), tokens_(std::move(tokens)) {}

  Expected<void> spectrum(const Moments& moments, TokenSpectrum& spectrum) {
    const auto whole = learner::certify(moments);
    if (!whole) return std::unexpected(whole.error());
    spectrum.eigenvalues = whole->spectrum;
    spectrum.rank = whole->rank;
    spectrum.lambda_min = whole->lambda_min;
    spectrum.lambda_max = whole->lambda_max;
    spectrum.largest_dropped = whole->largest_dropped;
    const auto otherwise = learner::certify_extremes(moments);
    if (!otherwise) return std::unexpected(otherwise.error());
    spectrum.smallest_otherwise = otherwise->smallest_kept;
    spectrum.rank_otherwise = otherwise->rank;
    run_.spend(Work(run_.values()).spectrum);
    return {};
  }

  Expected<void> ask(const Moments& moments, TokenSpectrum& spectrum) {
    const Matrix nothing = Matrix::Zero(1, run_.result().unknowns);
    const auto path = learner::DescentPath::begin(moments, nothing.replicate(moments.shape().d_out, 1),
                                                  nothing.replicate(moments.shape().d_out, 1));
    if (!path) return std::unexpected(path.error());
    run_.spend(Work(run_.values()).directions);
    const Matrix hidden = directions_below(*path, path->null_count());
    const double least = run_.result().cut * spectrum.lambda_max;
    const Index faint = std::max<Index>(path->null_count(), (path->eigenvalues().array() <= least).count());
    spectrum.weak_rank = run_.result().unknowns - faint;
    answer(hidden, directions_below(*path, faint));
    const double smallest = path->eigenvalues()(path->null_count());
    const double resolution = std::numeric_limits<double>::epsilon() * path->eigenvalues().sum() / smallest;
    spectrum.exact_share = share_of(questions_, [&](const Question& q) { return q.rho <= resolution + kRounding; });
    spectrum.weak_share = share_of(questions_, [](const Question& q) { return q.weak < kHardly; });
    spectrum.rho = quantiles_of(questions_, &Question::rho);
    spectrum.weak_rho = quantiles_of(questions_, &Question::weak);
    return {};
  }

  const std::vector<Question>& questions() const { return questions_; }

 private:
  // Long windows ask many questions each: then fewer of them, so that there are about as many questions.
  void answer(const Matrix& hidden, const Matrix& faint) {
    const bool causal = run_.result().causal;
    const Index n = run_.result().n;
    Matrix features(run_.result().unknowns, kBlock);
    Index filled = 0;
    const auto flush = [&] {
      measure(hidden, features.leftCols(filled), &Question::rho);
      measure(faint, features.leftCols(filled), &Question::weak);
      run_.spend(static_cast<double>(filled) * Work(run_.values()).question);
      filled = 0;
    };
    for (Index k = 0; k < run_.source().count(Split::test); k += causal ? n : 1) {
      const Matrix Z = tokens_(Split::test, k);
      for (Index t = causal ? 0 : n - 1; t < n; ++t) {
        features.col(filled++) = learner::folded_features(Z, t, causal ? t + 1 : n);
        questions_.push_back({.window = k, .token = causal ? t : 0});
        if (filled == kBlock) flush();
      }
    }
    flush();
  }

  // ||U^T H|| / ||H|| of the last questions, a column of H each; 0 for H = 0, on which all models agree.
  void measure(const Matrix& U, const Matrix& H, double Question::* value) {
    Matrix inside = Matrix::Zero(U.cols(), H.cols());
    if (inside.size() > 0)
      learner::add_product(1.0, learner::Panels::transposed(U).all(), learner::Panels::transposed(H).all(), inside);
    const std::size_t first = questions_.size() - static_cast<std::size_t>(H.cols());
    for (Index j = 0; j < H.cols(); ++j) {
      const double length = H.col(j).norm();
      const double share = length > 0 ? std::min(1.0, inside.col(j).norm() / length) : 0.0;
      questions_[first + static_cast<std::size_t>(j)].*value = share;
    }
  }

  static Matrix directions_below(const learner::DescentPath& path, Index count) {
    Matrix U(path.eigenvalues().size(), count);
    for (Index k = 0; k < count; ++k) U.col(k) = path.direction(k);
    return U;
  }

  Run& run_;
  Tokens tokens_;
  std::vector<Question> questions_;
};

// How often the first tokens of a used training window are these.
std::int64_t times_seen(const Source& source, std::span<const std::uint32_t> ids) {
  std::int64_t times = 0;
  for (Index k = 0; k < source.count(Split::train); ++k) {
    const auto other = source.task().token_ids(Split::train, source.number(Split::train, k));
    times += std::ranges::equal(ids, other.first(ids.size()));
  }
  return times;
}

// The held-out questions of largest rho, each once.
void show_rare(Run& run, std::vector<Question> questions) {
  const learner::TextTask& task = run.source().task();
  sort(questions, [](const Question& a, const Question& b) {
    return std::tie(b.weak, a.window, a.token) < std::tie(a.weak, b.window, b.token);
  });
  std::vector<std::vector<std::uint32_t>> known;
  for (const Question& question : questions) {
    if (known.size() == kRare || question.weak <= kRounding) break;
    const auto all = task.token_ids(Split::test, run.source().number(Split::test, question.window));
    const auto ids = run.result().causal ? all.first(static_cast<std::size_t>(question.token + 1)) : all;
    std::vector<std::uint32_t> own(ids.begin(), ids.end());
    if (std::ranges::find(known, own) != known.end()) continue;
    RareWindow window{.tokens = {}, .ranks = {}, .rho = question.weak, .times = times_seen(run.source(), ids)};
    for (const std::uint32_t id : ids) {
      window.tokens.push_back(task.vocabulary().tokens[id]);
      window.ranks.push_back(static_cast<std::int32_t>(id));
    }
    run.result().rare.push_back(std::move(window));
    known.push_back(std::move(own));
  }
}

Expected<Moments> gaussian_moments(Run& run, const Tokens& tokens) {
  Moments moments(run.source().shape());
  const Index rows = learner::target_count(moments.shape().targets, run.result().n);
  const Matrix nothing = Matrix::Zero(moments.shape().d_out, rows);
  const Index windows = run.source().count(Split::train);
  for (Index first = 0; first < windows; first += kBlock) {
    std::vector<learner::Sequence> block;
    for (Index k = first; k < std::min(windows, first + kBlock); ++k)
      block.push_back({tokens(Split::train, k), nothing});
    if (auto added = moments.add(block); !added) return std::unexpected(added.error());
    run.spend(static_cast<double>(block.size()) * Work(run.values()).window);
  }
  return moments;
}

}  // namespace

Expected<void> run_certificate(Run& run) {
  run.stage(Step::certificate);
  Result& result = run.result();
  result.cut = run.values().number("cut");
  Certification text(run, text_tokens(run));
  if (auto done = text.spectrum(run.training(), result.text); !done) return done;
  run.preview();
  if (auto done = text.ask(run.training(), result.text); !done) return done;
  show_rare(run, text.questions());
  run.preview();
  const Tokens tokens = gaussian_tokens(run);
  const auto moments = gaussian_moments(run, tokens);
  if (!moments) return std::unexpected(moments.error());
  Certification gaussian(run, tokens);
  if (auto done = gaussian.spectrum(*moments, result.gaussian); !done) return done;
  return gaussian.ask(*moments, result.gaussian);
}

}  // namespace figures::language
