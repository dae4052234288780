// Figure "language", second and third question: does the closed form do with fewer features, and does the text show
// enough directions of them to identify the model?
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "figures/language/run.hpp"
#include "learner/certificate.hpp"
#include "learner/descent/folded_descent.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"
#include "learner/product.hpp"
#include "plot/sort.hpp"

namespace figures::language {
namespace {

// Tokens in a row, where the task keeps them: a context, or what a question asks.
using Ids = std::span<const std::uint32_t>;
struct IdsHash {  // FNV-1a, a token at a time
  std::size_t operator()(Ids ids) const {
    std::uint64_t hash = 14695981039346656037U;
    for (const std::uint32_t id : ids) hash = (hash ^ id) * 1099511628211U;
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }
};
struct IdsEqual {
  bool operator()(Ids a, Ids b) const { return std::ranges::equal(a, b); }
};
using IdsSet = std::unordered_set<Ids, IdsHash, IdsEqual>;
using IdsCounts = std::unordered_map<Ids, std::int64_t, IdsHash, IdsEqual>;

// --- Fewer features -------------------------------------------------------------------------------------------------

using learner::NestedFits;

// About evenly spread by factors, from 1 to `most`.
std::vector<double> sizes_to(Index most) {
  std::vector<double> sizes;
  const double factor = std::sqrt(std::sqrt(2.0)) * 1.12;
  for (double size = 1; size < static_cast<double>(most) / 1.1; size = std::max(size + 1, std::round(size * factor)))
    sizes.push_back(size);
  sizes.push_back(static_cast<double>(most));
  return sizes;
}

std::vector<Index> shuffled(Index count, Random random) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
  return order;
}

// At most psi windows that were learned from, in random order, each only once.
std::vector<Index> random_windows(const Source& source, Index psi, const Random& random) {
  IdsSet known;
  std::vector<Index> windows;
  for (const Index k : shuffled(source.train, random)) {
    if (known.insert(source.task.token_ids(Split::train, source.number(Split::train, k))).second) windows.push_back(k);
    if (std::ssize(windows) == psi) break;
  }
  return windows;
}

// One stream for each sketch and draw, away from those of the embeddings.
Random stream_of(const Run& run, Sketch sketch, int draw) {
  return Random(run.setting.seed)
      .split(1000 + static_cast<std::uint64_t>(sketch))
      .split(static_cast<std::uint64_t>(draw));
}

NestedFits fit(Run& run, const learner::RidgeProblem& problem, Sketch sketch, int draw) {
  if (sketch == Sketch::mixed) {
    const auto entries = run.setting.signs ? learner::SketchEntries::signs : learner::SketchEntries::gaussian;
    return NestedFits::mixing(
        problem, learner::random_sketch(entries, run.setting.d, problem.features(), stream_of(run, sketch, draw)));
  }
  const std::vector<Index> order = sketch_order(run, problem, sketch, draw);
  if (sketch != Sketch::landmarks) return NestedFits::choosing(problem, order);
  std::vector<Sequence> windows;
  for (const Index k : order)
    windows.push_back(run.source.task.sequence(Split::train, run.source.number(Split::train, k)));
  return NestedFits::mixing(problem, learner::landmarks_of(windows));
}

// The curve of a sketch, over so many draws.
SketchCurve measure(Run& run, const learner::RidgeProblem& problem, Sketch sketch, int draws) {
  std::vector<std::vector<double>> errors(run.result.sizes.size());  // by size, a number for each draw
  Index most = 0;
  for (int draw = 0; draw < draws; ++draw) {
    const NestedFits fits = fit(run, problem, sketch, draw);
    most = std::max(most, fits.size());
    for (std::size_t k = 0; k < errors.size(); ++k) {
      const Index m = std::min(static_cast<Index>(run.result.sizes[k]), fits.size());
      errors[k].push_back(run.relative_error(fits.coefficients(m)));
    }
    run.spend(run.work.sketch);
  }
  SketchCurve curve{.sketch = sketch, .median = {}, .low = {}, .high = {}, .most = static_cast<double>(most)};
  for (std::vector<double>& rising : errors) {
    sort(rising);
    curve.low.push_back(rising.front());
    curve.median.push_back((rising[(rising.size() - 1) / 2] + rising[rising.size() / 2]) / 2);
    curve.high.push_back(rising.back());
  }
  return curve;
}

// --- Certificate ----------------------------------------------------------------------------------------------------

// One asking token of a held-out window.
struct Question {
  Index window = 0;  // among those that are used
  Index token = 0;   // its place among the asking tokens
  double rho = 0;
  double weak = 0;     // rho where directions below the cut count as unseen
  bool exact = false;  // rho is 0 to rounding
};

// The tokens of the k-th used window, d x n.
using Tokens = std::function<Matrix(Split split, Index k)>;

// Tokens of no text: embeddings replaced by independent Gaussian vectors of the same mean length.
Tokens gaussian_tokens(const Run& run) {
  const Random random = Random(run.setting.seed).split(2000);
  return [d = run.setting.d, rows = run.setting.d_out, n = run.setting.n, random](Split split, Index k) {
    Random own = random.split(split == Split::train ? 0 : 1).split(static_cast<std::uint64_t>(k));
    Matrix Z = Matrix::Ones(d, n);
    Z.topRows(rows) = own.gaussian(rows, n, 1 / std::sqrt(static_cast<double>(rows)));
    return Z;
  };
}

std::vector<double> quantiles_of(const std::vector<Question>& questions, double Question::* value) {
  constexpr int kQuantiles = 100;
  std::vector<double> rising = each_of(questions, value);
  sort(rising);
  std::vector<double> quantiles;
  for (int k = 0; k <= kQuantiles; ++k)
    quantiles.push_back(rising[(rising.size() - 1) * static_cast<std::size_t>(k) / kQuantiles]);
  return quantiles;
}

double share_of(const std::vector<Question>& questions, const auto& holds) {
  return static_cast<double>(std::ranges::count_if(questions, holds)) / static_cast<double>(questions.size());
}

// ||U^T h|| / ||h|| for each column h of H; 0 for h = 0, on which all models agree.
Vector shares_inside(const Matrix& U, const Matrix& H) {
  Matrix inside = Matrix::Zero(U.cols(), H.cols());
  if (inside.size() > 0)
    learner::add_product(1.0, learner::Panels::transposed(U).all(), learner::Panels::transposed(H).all(), inside);
  Vector shares(H.cols());
  for (Index j = 0; j < H.cols(); ++j) {
    const double length = H.col(j).norm();
    shares(j) = length > 0 ? std::min(1.0, inside.col(j).norm() / length) : 0.0;
  }
  return shares;
}

// The first `count` eigenvectors, psi x count.
Matrix directions_below(const learner::DescentPath& path, Index count) {
  Matrix U(path.eigenvalues().size(), count);
  for (Index k = 0; k < count; ++k) U.col(k) = path.direction(k);
  return U;
}

// How much of each held-out question lies in `hidden` and in `faint`, psi x any. Long windows ask many questions each:
// then fewer of them, so that there are about as many questions.
std::vector<Question> measure_questions(Run& run, const Tokens& tokens, const Matrix& hidden, const Matrix& faint) {
  const bool causal = run.setting.causal;
  const Index n = run.setting.n;
  std::vector<Question> questions;
  Matrix features(run.setting.unknowns, kBlock);
  Index filled = 0;
  const auto flush = [&] {
    const Vector rho = shares_inside(hidden, features.leftCols(filled));
    const Vector weak = shares_inside(faint, features.leftCols(filled));
    for (Index j = 0; j < filled; ++j) {
      Question& question = questions[questions.size() - static_cast<std::size_t>(filled - j)];
      question.rho = rho(j), question.weak = weak(j);
    }
    run.spend(static_cast<double>(filled) * run.work.question);
    filled = 0;
  };
  for (Index k = 0; k < run.source.test; k += causal ? n : 1) {
    const Matrix Z = tokens(Split::test, k);
    for (Index t = causal ? 0 : n - 1; t < n; ++t) {
      features.col(filled++) = learner::folded_features(Z, t, causal ? t + 1 : n);
      questions.push_back({.window = k, .token = causal ? t : 0});
      if (filled == kBlock) flush();
    }
  }
  flush();
  return questions;
}

// The spectrum of Lambda, by two algorithms.
Expected<void> measure_spectrum(Run& run, const Moments& moments, TokenSpectrum& spectrum) {
  const auto whole = learner::certify(moments);
  if (!whole) return std::unexpected(whole.error());
  spectrum.eigenvalues = whole->spectrum;
  spectrum.rank = whole->rank;
  spectrum.lambda_min = whole->lambda_min;
  spectrum.lambda_max = whole->lambda_max;
  const auto extremes = learner::certify_extremes(moments);
  if (!extremes) return std::unexpected(extremes.error());
  spectrum.smallest_by_lanczos = extremes->smallest_kept;
  spectrum.rank_by_pivots = extremes->rank;
  run.spend(2 * run.work.cube);
  return {};
}

// rho of the held-out questions, which are returned.
Expected<std::vector<Question>> measure_rho(Run& run, const Moments& moments, const Tokens& tokens,
                                            TokenSpectrum& spectrum) {
  const Matrix nothing = Matrix::Zero(moments.shape().d_out, run.setting.unknowns);
  const auto path = learner::DescentPath::begin(moments, nothing, nothing);
  if (!path) return std::unexpected(path.error());
  run.spend(9 * run.work.cube);
  const double least = run.setting.cut * spectrum.lambda_max;
  const Index faint = std::max<Index>(path->null_count(), (path->eigenvalues().array() <= least).count());
  spectrum.weak_rank = run.setting.unknowns - faint;
  auto questions =
      measure_questions(run, tokens, directions_below(*path, path->null_count()), directions_below(*path, faint));
  const double smallest = path->eigenvalues()(path->null_count());
  const double resolution = std::numeric_limits<double>::epsilon() * path->eigenvalues().sum() / smallest;
  for (Question& question : questions) question.exact = question.rho <= resolution + kRounding;
  spectrum.exact_share = share_of(questions, &Question::exact);
  spectrum.weak_share = share_of(questions, [](const Question& q) { return q.weak < kHardly; });
  spectrum.rho = quantiles_of(questions, &Question::rho);
  spectrum.weak_rho = quantiles_of(questions, &Question::weak);
  return questions;
}

// The tokens up to and with a question's own.
Ids ids_of(const Run& run, const Question& question) {
  const Ids all = run.source.task.token_ids(Split::test, run.source.number(Split::test, question.window));
  return run.setting.causal ? all.first(static_cast<std::size_t>(question.token + 1)) : all;
}

// Does `each` with the questions of a window of the training part.
void for_questions_of(const Run& run, Index window, const auto& each) {
  const Ids all = run.source.task.token_ids(Split::train, window);
  for (std::size_t size = run.setting.causal ? 1 : all.size(); size <= all.size(); ++size) each(all.first(size));
}

// How often each question was among those learned from.
IdsCounts count_questions(const Run& run) {
  IdsCounts counts;
  for (Index k = 0; k < run.source.train; ++k)
    for_questions_of(run, run.source.number(Split::train, k), [&](Ids ids) { ++counts[ids]; });
  return counts;
}

// Questions that any number of windows of the text can ask, each counted once, as far as they matter.
std::int64_t different_questions(const Run& run) {
  IdsSet known;
  const Index windows = run.source.task.window_count(Split::train);
  for (Index k = 0; k < windows && std::ssize(known) < run.setting.visible; ++k)
    for_questions_of(run, k, [&](Ids ids) { known.insert(ids); });
  return std::min<std::int64_t>(std::ssize(known), run.setting.visible);
}

std::int64_t times_seen(const IdsCounts& counts, Ids ids) {
  const auto found = counts.find(ids);
  return found == counts.end() ? 0 : found->second;
}

// Whether rho is 0 only where the question itself was learned from.
void tell_new_questions(Run& run, const std::vector<Question>& questions, const IdsCounts& counts) {
  std::vector<Question> fresh;
  for (const Question& question : questions)
    if (times_seen(counts, ids_of(run, question)) == 0) fresh.push_back(question);
  run.result.asked = std::ssize(questions);
  run.result.fresh = std::ssize(fresh);
  if (!fresh.empty()) run.result.fresh_exact_share = share_of(fresh, &Question::exact);
}

// The held-out questions of largest rho, each once.
void show_rare(Run& run, std::vector<Question> questions, const IdsCounts& counts) {
  constexpr std::size_t kRare = 40;
  sort(questions, [](const Question& a, const Question& b) {
    return std::tie(b.weak, a.window, a.token) < std::tie(a.weak, b.window, b.token);
  });
  IdsSet known;
  for (const Question& question : questions) {
    if (known.size() == kRare || question.weak <= kRounding) break;
    const Ids ids = ids_of(run, question);
    if (!known.insert(ids).second) continue;
    RareWindow window{.tokens = {}, .rho = question.weak, .times = times_seen(counts, ids)};
    for (const std::uint32_t id : ids) window.tokens.push_back(run.source.token(id));
    run.result.rare.push_back(std::move(window));
  }
}

// As many windows of these tokens as were learned from.
Expected<Moments> moments_of(Run& run, const Tokens& tokens) {
  Moments moments(run.source.shape());
  const Index rows = learner::target_count(moments.shape().targets, run.setting.n);
  const Matrix nothing = Matrix::Zero(moments.shape().d_out, rows);
  const Index windows = run.source.train;
  for (Index first = 0; first < windows; first += kBlock) {
    std::vector<Sequence> block;
    for (Index k = first; k < std::min(windows, first + kBlock); ++k)
      block.push_back({tokens(Split::train, k), nothing});
    if (auto added = moments.add(block); !added) return std::unexpected(added.error());
    run.spend(static_cast<double>(block.size()) * run.work.window);
  }
  return moments;
}

// How many of the held-out questions of a cell are new, and have rho = 0 all the same.
void ask(Run& run, const learner::NullSpace& hidden, SweepCell& cell) {
  const auto counts = count_questions(run);
  const learner::Targets targets = run.source.shape().targets;
  for (Index k = 0; k < run.source.test; k += run.setting.causal ? run.setting.n : 1) {
    const Index window = run.source.number(Split::test, k);
    const Vector rho = hidden.dimension() == 0
                           ? Vector::Zero(learner::target_count(targets, run.setting.n))
                           : learner::rho(hidden, run.source.task.sequence(Split::test, window).Z, targets);
    for (Index t = 0; t < rho.size(); ++t) {
      ++cell.asked;
      if (times_seen(counts, ids_of(run, {.window = k, .token = t})) > 0) continue;
      ++cell.fresh;
      cell.exact += rho(t) <= hidden.resolution + kRounding;
    }
  }
}

std::int64_t different_tokens(const Source& source) {
  const auto& counts = source.task.vocabulary().counts;
  return std::ssize(counts) - std::ranges::count(counts, Index{0});
}

Expected<SweepCell> measure_cell(Run& run) {
  if (auto done = run.gather(); !done) return std::unexpected(done.error());
  const auto spectrum = learner::certify_extremes(run.training);
  if (!spectrum) return std::unexpected(spectrum.error());
  const auto hidden = learner::null_space(run.training);
  if (!hidden) return std::unexpected(hidden.error());
  run.spend(2 * run.work.cube);
  SweepCell cell{.n = run.setting.n,
                 .tokens = different_tokens(run.source),
                 .rank = spectrum->rank,
                 .different = run.setting.n == kSweptContexts.back() ? different_questions(run) : 0,
                 .lambda_min = spectrum->rank == run.setting.visible ? spectrum->smallest_kept : 0,
                 .lambda_max = spectrum->lambda_max};
  ask(run, *hidden, cell);
  run.spend(kTestWindows * (run.work.window + run.work.question));
  return cell;
}

// A cell of its own size of tokens, vocabulary and context; nothing where a vocabulary of `known` had room for all
// tokens of the text.
Expected<std::optional<SweepCell>> measure_with(const Request& request, Reporter<Result>& reporter, int d,
                                                int vocabulary, int n, int known = 0) {
  Values values = request.values;
  values.set("d", d);
  values.set("vocabulary", vocabulary);
  values.set("n", n);
  const Request asked{.values = values, .text = request.text};
  auto source = Source::open(asked, {});
  if (!source) return std::unexpected(source.error());
  if (different_tokens(*source) <= known) return std::nullopt;
  Run one(asked, std::move(*source), reporter);
  return measure_cell(one);
}

constexpr std::size_t kCells = kSweptVocabularies.size() * kSweptContexts.size();

// A piece is a cell. Of a vocabulary a context of one token takes longest where it hides directions, else the longest
// one, and the others the less the shorter they are; so they come in this order: the piece of cell k, and the cell of
// piece k.
std::size_t counterpart(std::size_t k) {
  const std::size_t row = kSweptContexts.size();
  return k - k % row + (row - k % row) % row;
}

// The vocabulary that was tried before number v.
int vocabulary_before(std::size_t v) { return v > 0 ? kSweptVocabularies[v - 1] : 0; }

Expected<void> measure_cells(const Request& request, Run& run) {
  std::vector<SweepCell>& cells = run.result.sweep;
  const auto pieces = all_pieces<Cut>(request);
  for (std::size_t v = 0; v < kSweptVocabularies.size(); ++v) {
    for (std::size_t n = 0; n < kSweptContexts.size(); ++n) {
      if (!pieces.empty()) {
        const Result& piece = *pieces[counterpart(v * kSweptContexts.size() + n)];
        if (piece.sweep.empty()) return {};
        cells.push_back(piece.sweep.front());
        continue;
      }
      auto cell = measure_with(request, run.reporter, run.setting.d, kSweptVocabularies[v], kSweptContexts[n],
                               vocabulary_before(v));
      if (!cell) return std::unexpected(cell.error());
      if (!*cell) return {};  // the text has no more tokens than with the vocabulary before
      cells.push_back(**cell);
      run.preview();
    }
  }
  return {};
}

// Of t tokens in every order the features span d min(t, d (d + 1) / 2) directions (ours); fewer where the text has some
// orders only, so the sizes that t allows are tried.
Expected<void> find_lower_d(const Request& request, Run& run) {
  const SweepCell last = run.result.sweep.back();
  const Setting& setting = run.setting;
  const double least = std::ranges::find(setting.values.table(), "d", &Parameter::id)->min;
  for (int d = setting.d - 1; has_few_tokens(last, setting) && d >= least && run.result.lower_d == 0; --d) {
    if (setting.visible_at(d) > d * last.tokens) continue;
    auto cell = measure_with(request, run.reporter, d, kSweptVocabularies.back(), kSweptContexts.back());
    if (!cell) return std::unexpected(cell.error());
    if ((*cell)->rank == setting.visible_at(d)) run.result.lower_d = d;
  }
  return {};
}

}  // namespace

int Cut::count(const Values& settings) { return Setting(settings).view == View::sweep ? static_cast<int>(kCells) : 1; }

Expected<Result> Cut::make(const Request& request, Reporter<Result>& reporter, int place) {
  reporter.begin(std::to_underlying(Step::text));
  reporter.expect(work(request.values) / count(request.values));
  const std::size_t cell = counterpart(static_cast<std::size_t>(place));
  const std::size_t v = cell / kSweptContexts.size();
  const std::size_t n = cell % kSweptContexts.size();
  Result piece;
  if (place == 0) {  // which brings along what the run says of its text
    Values values = request.values;
    values.set("n", kSweptContexts.back());
    auto source = Source::open({.values = values, .text = request.text}, {});
    if (!source) return std::unexpected(source.error());
    piece = std::move(Run(request, std::move(*source), reporter).result);
  }
  reporter.begin(std::to_underlying(Step::certificate));
  auto measured = measure_with(request, reporter, Setting(request.values).d, kSweptVocabularies[v], kSweptContexts[n],
                               vocabulary_before(v));
  if (!measured) return std::unexpected(measured.error());
  if (*measured) piece.sweep.push_back(**measured);
  return piece;
}

std::optional<Result> Cut::join(const Request&, const Pieces<Result>& pieces) {
  if (pieces.size() < 2 || !pieces[0]) return std::nullopt;
  Result result = *pieces[0];
  result.sweep.clear();
  for (std::size_t k = 0; k < kCells; ++k) {
    const auto& piece = pieces[counterpart(k)];
    if (!piece || piece->sweep.empty()) break;
    result.sweep.push_back(piece->sweep.front());
  }
  if (result.sweep.empty()) return std::nullopt;
  return result;
}

Expected<void> run_sweep(const Request& request, Run& run) {
  run.begin(Step::certificate);
  if (auto done = measure_cells(request, run); !done) return done;
  return find_lower_d(request, run);
}

std::vector<Index> sketch_order(Run& run, const learner::RidgeProblem& problem, Sketch sketch, int draw) {
  const Index psi = problem.features();
  if (sketch == Sketch::greedy)
    return learner::greedy_order(problem, [&run](double done) { run.spend_part(run.work.sketch, 0.5 * done); });
  if (sketch == Sketch::leverage) return learner::falling_order(learner::leverage_scores(problem));
  const Random random = stream_of(run, sketch, draw);
  return sketch == Sketch::features ? shuffled(psi, random) : random_windows(run.source, psi, random);
}

Expected<void> run_sketches(Run& run) {
  run.begin(Step::sketch);
  const learner::RidgeProblem problem = learner::ridge_problem(run.training, run.result.lambda);
  // Without a penalty more features than are independent fit nothing better, and are left out of each fit.
  Index most = problem.features();
  if (run.result.minimum_norm) {
    const auto spectrum = learner::certify_extremes(run.training);
    if (!spectrum) return std::unexpected(spectrum.error());
    most = spectrum->rank;
  }
  run.result.sizes = sizes_to(most);
  for (const Sketch sketch : {Sketch::greedy, Sketch::leverage, Sketch::features, Sketch::mixed, Sketch::landmarks}) {
    run.result.curves.push_back(measure(run, problem, sketch, sketch > Sketch::leverage ? run.setting.draws : 1));
    run.preview();
  }
  return {};
}

Expected<void> run_certificate(Run& run) {
  run.begin(Step::certificate);
  TokenSpectrum& text = run.result.text;
  TokenSpectrum& gaussian = run.result.gaussian;
  if (auto done = measure_spectrum(run, run.training, text); !done) return done;
  run.preview();
  const Tokens windows = [&source = run.source](Split split, Index k) {
    return source.task.sequence(split, source.number(split, k)).Z;
  };
  auto questions = measure_rho(run, run.training, windows, text);
  if (!questions) return std::unexpected(questions.error());
  const auto counts = count_questions(run);
  tell_new_questions(run, *questions, counts);
  show_rare(run, std::move(*questions), counts);
  run.preview();
  const Tokens tokens = gaussian_tokens(run);
  const auto moments = moments_of(run, tokens);
  if (!moments) return std::unexpected(moments.error());
  if (auto done = measure_spectrum(run, *moments, gaussian); !done) return done;
  if (auto done = measure_rho(run, *moments, tokens, gaussian); !done) return std::unexpected(done.error());
  return {};
}

}  // namespace figures::language
