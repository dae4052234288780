#include "figures/feature_map/feature_map.hpp"

#include "learner/cholesky.hpp"
#include "learner/features.hpp"

namespace figures::feature_map {
namespace {

constexpr std::array kViews = {kThreeWords, Choice{"map", "Random tokens"}, Choice{"growth", "How it grows"}};
constexpr std::array kParts = {Choice{"g", "G"}, Choice{"x", "X"}, Choice{"h", "H(Z)"}};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStages = {Stage{"Features", "Hf"}, Stage{"Answers", "y"}};
constexpr std::array kDimensionStops = {2.0,  3.0,   4.0,   6.0,   8.0,   12.0,   16.0,   24.0,   32.0,   48.0,
                                        64.0, 128.0, 256.0, 512.0, 768.0, 1024.0, 2048.0, 4096.0, 8192.0, 12288.0};

// Where a slider of the film stops.
constexpr auto kFilmStops = even_stops<kSteps.size() * 20 + 1>(kSteps.size() * kStep);

constexpr Condition kSentence = {.id = "view", .choices = 1};
constexpr Condition kDrawn = {.id = "view", .choices = 2};
constexpr Condition kMap = {.id = "view", .choices = 1 | 2};
constexpr Condition kGrowth = {.id = "view", .choices = 4};

// An index that the picture sets; beyond d it counts as d.
constexpr Parameter index_of(std::string_view id, std::string_view label, double initial, std::string_view help) {
  return range(id, label, 1, 4, initial, help).of_picture().shown_while(kMap);
}

constexpr std::array kParameters = {
    choice("view", "Show", kViews,
           "The features of three words, of tokens drawn at random, or their number for tokens of any size.")
        .primary(),
    token_size(2, 4, 3, "Numbers in one token, the rows of Z.").shown_while(kDrawn).primary(),
    range("n", "Tokens n", 1, 6, 4, "The columns of Z; the last one asks.").with_symbol("n").shown_while(kDrawn),
    heads("Heads H", 16, 2, "Heads of the attention layer that W stands for. W has the same size for all.")
        .shown_while(kDrawn),
    kSeed.with_help("Draws the tokens, until they are edited, and the heads.").shown_while(kDrawn),
    numbers("words", "Numbers in Z", -3, 3, 6,
            "The entries of Z, word by word, from −3 to 3. Empty: those of the words.")
        .with_group(6)
        .with_symbol("Z")
        .shown_while(kSentence),
    numbers("tokens", "Numbers in Z", -3, 3, 24,
            "The entries of Z, token by token, from −3 to 3. Empty: drawn from the seed.")
        .with_symbol("Z")
        .shown_while(kDrawn),
    choice("part", "Entry of", kParts, "The matrix whose entry the picture explains.", 1)
        .of_picture()
        .shown_while(kMap),
    index_of("j", "Entry: j", 1, "The first row of Z that the entry multiplies."),
    index_of("k", "Entry: k", 3, "The second row of Z that the entry multiplies."),
    index_of("l", "Entry: l", 2, "The number of the last token that the entry multiplies; G has none."),
    index_of("a", "Output a", 1, "Whose weights and whose sum are shown."),
    film("film", "From the tokens to the answer", kFilmStops, 55,
         "How far the steps have come: Gram matrix, products, fold and sum, 100 for each.")
        .shown_while(kMap),
    range("at", "Token size d", kDimensionStops, 768, "The token size whose numbers are listed.")
        .with_symbol("d")
        .shown_while(kGrowth)
        .primary(),
    action("again", "New numbers", "Takes the next seed: other tokens and other heads.").shown_while(kDrawn).primary(),
    action("undo", "Undo edits", "Goes back to the tokens of the words, or of the seed.").shown_while(kMap),
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  values.set_list(list_of(values), {});
}

// Multiply-adds of a run, about: the lift and the answers, and the features.
double work(const Values& values) {
  if (values.choice("view") == "growth") return values.number("at");
  const auto [d, n, heads] = sizes_of(values);
  return static_cast<double>((heads + 2) * d * d * (d * d + n));
}

// --- Run -------------------------------------------------------------------------------------------------------------

// Of the seed: the stream of the tokens, beside those of learner::Task.
constexpr std::uint64_t kTokenStream = 7;
constexpr double kMostToken = 3;

// The reader's numbers if they fill Z. Else the words, or standard Gaussian tokens in whole tenths, so that a reader
// can follow every product by hand: G is exact in hundredths and X in thousandths.
Matrix tokens_of(const Values& values) {
  const auto [d, n, heads] = sizes_of(values);
  const std::span<const double> list = values.list(list_of(values));
  if (std::ssize(list) == d * n) return Eigen::Map<const Matrix>(list.data(), d, n);
  if (is_sentence(values)) return three_words();
  Matrix Z = Random(values.seed()).split(kTokenStream).gaussian(d, n);
  for (double& entry : Z.reshaped()) entry = std::clamp(std::round(10 * entry) / 10, -kMostToken, kMostToken);
  return Z;
}

Expected<Result> run_map(const Values& values, Reporter<Result>& reporter) {
  const auto [d, n, heads] = sizes_of(values);
  const auto model = model_of(values);
  if (!model) return std::unexpected(model.error());
  Result result;
  reporter.begin(0);
  result.Z = tokens_of(values);
  // Coefficient by coefficient: at these sizes Eigen's blocked products would be 8 kB of module for nothing.
  result.G = result.Z.lazyProduct(result.Z.transpose());
  result.X = learner::unfolded_features(result.Z, n - 1, n);
  result.H = learner::folded_features(result.Z, n - 1, n);
  // Rows of Z of one size: a small one is no dependent one.
  Matrix cosines = result.G;
  for (Index j = 0; j < d; ++j)
    for (Index k = 0; k < d; ++k)
      if (cosines(j, k) != 0) cosines(j, k) /= std::sqrt(result.G(j, j)) * std::sqrt(result.G(k, k));
  result.rank = learner::rank_factor(std::move(cosines), 1e-12).rank();
  reporter.report(0.5);
  reporter.begin(1);
  result.attended = learner::attend(*model, result.Z, learner::Targets::last);
  result.by_head.resize(d, heads);
  for (Index h = 0; h < heads; ++h) {
    const Model alone{{model->heads[static_cast<std::size_t>(h)]}};
    result.by_head.col(h) = learner::attend(alone, result.Z, learner::Targets::last);
  }
  result.W = learner::lift(*model);
  result.lifted.resize(d);
  for (Index a = 0; a < d; ++a) result.lifted(a) = result.W.middleRows(a * d, d).cwiseProduct(result.X).sum();
  result.p = learner::fold(result.W, d);
  result.sums = Matrix::Zero(d, result.H.size() + 1);
  for (Index k = 0; k < result.H.size(); ++k)
    result.sums.col(k + 1) = result.sums.col(k) + result.p.col(k) * result.H(k);
  return result;
}

Result run_growth(double d) {
  Result result;
  for (double j = 1; j <= d; ++j) result.counted_features += (d - j + 1) * d;
  return result;
}

}  // namespace

Sizes sizes_of(const Values& values) {
  if (is_sentence(values)) return {};
  return {values.integer("d"), values.integer("n"), values.integer("H")};
}

Expected<Model> model_of(const Values& values) {
  if (is_sentence(values)) {
    const Matrix all = Matrix::Identity(2, 2);
    return Model{{edible_animals(), {.V = all, .Q = all}}};
  }
  const auto [d, n, heads] = sizes_of(values);
  const auto task = learner::random_attention({.d = d, .d_out = d, .n = n, .heads = heads, .seed = values.seed()});
  if (!task) return std::unexpected(task.error());
  return task->truth();
}

double Result::difference() const {
  return std::max((lifted - attended).cwiseAbs().maxCoeff(), (sums.rightCols(1) - attended).cwiseAbs().maxCoeff());
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  const bool growth = request.values.choice("view") == "growth";
  auto result = growth ? run_growth(request.values.number("at")) : run_map(request.values, reporter);
  reporter.report(1);
  return result;
}

extern const Figure kFigure = declare<run, draw, describe, say>({
    .id = "feature_map",
    .name = "From tokens to features",
    .question = "Do products of three numbers really give what attention gives?",
    .parameters = kParameters,
    .stages = kStages,
    .jobs = kJobs,
    .shape = {.narrow = 1.45, .wide = 0.62},
    .work = work,
    .act = act,
});

}  // namespace figures::feature_map
