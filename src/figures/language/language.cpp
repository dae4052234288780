#include "figures/language/language.hpp"

#include "figures/language/run.hpp"
#include "figures/parameters.hpp"
#include "figures/tabs.hpp"

namespace figures::language {
namespace {

constexpr std::array kViews = {Choice{"learn", "Learn"}, Choice{"sketch", "Fewer features"},
                               Choice{"certificate", "Certificate"}, Choice{"sweep", "Longer contexts"}};
// The second text is not the article as it is now but as it was: see web/build.mjs.
constexpr std::array kCorpora = {Choice{"novel", "Moby-Dick"}, Choice{"article", "This article"}};
constexpr std::array kUnits = {Choice{"characters", "Characters"}, Choice{"words", "Words"}};
constexpr std::array kTargets = {Choice{"last", "Last token"}, Choice{"causal", "Every token"}};
constexpr std::array kPenalties = {Choice{"chosen", "Chosen"}, Choice{"fixed", "Fixed"}};
constexpr std::array kMixtures = {Choice{"gaussian", "Gaussian"}, Choice{"signs", "Random signs"}};
constexpr std::array kMarked = {Choice{"pairs", "Pairs"}, Choice{"runs", "Whole windows"},
                                Choice{"closed", "Closed form"}, Choice{"descent", "Descent"}};
constexpr std::array kParts = {Choice{"directions", "Directions"}, Choice{"questions", "New questions"}};
constexpr std::array kShown = {Choice{"text", "Text"}, Choice{"descent", "Descent"}};
constexpr std::array kStageList = {
    Stage{"Text", "Z"},        Stage{"Closed form", "W"},     Stage{"Its answers", "y"},      Stage{"Descent", "V"},
    Stage{"All answers", "y"}, Stage{"Fewer features", "Hf"}, Stage{"Certificate", "Lambda"},
};

constexpr std::array kVocabularyStops = {8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0};
constexpr std::array kWindowStops = {256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0, 32768.0, 65536.0};
constexpr std::array kLambdaStops = {0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0};
constexpr std::array kEpochStops = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};
constexpr std::array kRateStops = {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1};
constexpr std::array kSeedStops = {1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 16.0};
constexpr std::array kCutStops = {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
constexpr std::array kMarkerStops = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 936.0};

constexpr unsigned bit(View view) { return 1U << static_cast<unsigned>(view); }
constexpr Condition only(View view) { return {.id = "view", .choices = bit(view)}; }
constexpr Condition kFits{.id = "view", .choices = bit(View::learn) | bit(View::sketch) | bit(View::certificate)};

constexpr std::array kTexts = {
    [] {
      TextInput novel = kArticle;
      novel.sample = "moby-dick.txt";
      novel.placeholder = "The first nine chapters of Moby-Dick are used until you paste other words.";
      novel.back = "Use the novel's words";
      novel.shown = {.id = "corpus", .choices = 1};
      return novel;
    }(),
    [] {
      TextInput article = kArticle;
      article.shown = {.id = "corpus", .choices = 2};
      return article;
    }(),
};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};

constexpr std::array kParameters = {
    choice("view", "Question", kViews,
           "Learn to predict text, do so with fewer features, or ask whether text identifies the model: with this "
           "context, "
           "or with several.")
        .primary(),
    choice("corpus", "Text", kCorpora,
           "Herman Melville's novel of 1851, chapters 1 to 9 (in the public domain), or the words of "
           "this article; yours take the place of either.")
        .primary(),
    choice("units", "Tokens are", kUnits,
           "What one token of the text is; scripts without spaces are better read as characters."),
    range("vocabulary", "Vocabulary", kVocabularyStops, 128,
          "How many of the most frequent tokens have an embedding of their own; the rest share one.")
        .shown_while(kFits),
    token_size(3, 12, 10, "Numbers that stand for one token, drawn from the seed; there are d²(d+1)/2 features."),
    tokens(2).with_label("Context n").with_help("Tokens seen before the one to predict.").shown_while(kFits).primary(),
    choice("targets", "Which tokens ask", kTargets,
           "The last token of a window, or every token, each seeing only its past."),
    toggle("constant", "Constant 1",
           "Sets the last number of each token to 1, so that features also hold single tokens and pairs."),
    sequences(16384, kWindowStops, "The most windows of the text that are learned from, spread evenly over it.")
        .with_label("Windows N"),
    choice("penalty", "Ridge", kPenalties,
           "“Chosen” takes the λ that does best on the last fifth of the training text."),
    ridge(1e-4, kLambdaStops, "Penalty on W, against learning the text by heart.")
        .with_label("λ")
        .shown_while({.id = "penalty", .choices = 2}),
    heads("Heads H", 16, 8, "Heads that descent trains; the closed form needs no such choice.")
        .shown_while(only(View::learn)),
    range("epochs", "Passes", kEpochStops, 8, "How often descent (Adam, batches of 64) goes through the data.")
        .shown_while(only(View::learn)),
    learning_rate(0.01, kRateStops,
                  "Adam’s largest rate, reached after a warm-up; from there it falls along half a cosine.")
        .shown_while(only(View::learn)),
    choice("mixture", "Random mixtures", kMixtures, "What the entries of a random sketch are.")
        .shown_while(only(View::sketch)),
    range("seeds", "Draws", kSeedStops, 3,
          "How many times each random choice is drawn; the bands reach from the lowest to the highest.")
        .shown_while(only(View::sketch)),
    range("cut", "Unseen below", kCutStops, 1e-3,
          "Directions seen less than this share of the strongest count as unseen in ρ; 0: rounding only.")
        .shown_while(only(View::certificate)),
    kSeed,
    range("kept", "Read at", kMarkerStops, 64, "Where the marker stands: how many features are kept.")
        .shown_while(only(View::sketch))
        .of_picture(),
    film("read", "Read", kFilm, 50, "How far the held-out text has been read, each token guessed before it is seen.")
        .replaying()
        .shown_while(only(View::learn)),
    choice("shows", "Beside the scores", kShown,
           "The held-out text with the guesses, or the error of descent pass by pass.")
        .shown_while(only(View::learn))
        .of_picture(),
    parts_of(kParts).shown_while(only(View::certificate)),
    choice("marks", "Marked", kMarked, "Whose guesses stand under the held-out text.", 2)
        .shown_while(only(View::learn))
        .of_picture(),
    kNewData,
};

}  // namespace

Setting::Setting(const Values& given) : values(given) {}

Film film_of(const Values& values) {
  const double at = values.number("read");
  return {static_cast<float>(std::min(1.0, at / kAllRead)),
          static_cast<float>(std::max(0.0, at - kAllRead) / (kFilm - kAllRead))};
}

Reading::Reading(const Film& film, std::size_t tokens) {
  constexpr float kMostAtATime = 5;
  const float way = std::pow(film.read, 1.8F);
  span = std::lerp(1.F, kMostAtATime, way);
  front = way * (static_cast<float>(tokens) - 1 + kMostAtATime);
  while (done < tokens && share(done) >= 1) ++done;
}

std::vector<Predictor> scored(const Result& result) {
  std::vector<Predictor> list;
  for (std::size_t k = 0; k + (has_descent(result) ? 0 : 1) < kPredictors; ++k)
    if (has_row(result, static_cast<Predictor>(k))) list.push_back(static_cast<Predictor>(k));
  return list;
}

const SketchCurve* curve_of(const Result& result, Sketch sketch) {
  const auto found = std::ranges::find(result.curves, sketch, &SketchCurve::sketch);
  return found == result.curves.end() ? nullptr : &*found;
}

std::size_t nearest_size(const Result& result, double kept) {
  const auto off = [kept](double size) { return std::max(size / kept, kept / size); };
  return static_cast<std::size_t>(std::ranges::min_element(result.sizes, {}, off) - result.sizes.begin());
}

std::optional<double> share_of_gain(const Result& result, double error) {
  const double gain = 1 - result.full_error();
  if (gain < 1e-3) return {};
  return (1 - error) / gain;
}

std::optional<Fewest> fewest_for_gain(const Result& result) {
  const SketchCurve* greedy = curve_of(result, Sketch::greedy);
  if (greedy == nullptr) return {};
  const auto keeps = [&](double error) { return share_of_gain(result, error).value_or(0) >= 0.95; };
  const auto first = std::ranges::find_if(greedy->median, keeps);
  if (first == greedy->median.end()) return {};
  const auto size_at = [&](auto at) { return result.sizes[static_cast<std::size_t>(at - greedy->median.begin())]; };
  const auto lost = std::ranges::find_if_not(first, greedy->median.end(), keeps);
  return Fewest{size_at(first), lost == greedy->median.end() ? 0 : size_at(lost)};
}

std::span<const SweepCell> largest_vocabulary(const Result& result) {
  const std::size_t row = std::min(result.sweep.size(), kSweptContexts.size());
  return std::span(result.sweep).last(row);
}

std::string name_of(const Result& result, Predictor predictor) {
  if (predictor == Predictor::windows && result.longest != 2)
    return tr("counting runs of %1", std::to_string(result.longest + 1));
  constexpr std::array kNames = {Phrase("most frequent token"), Phrase("counting pairs (bigram)"),
                                 Phrase("counting triples"), Phrase("attention, closed form"),
                                 Phrase("attention, by descent")};
  return tr(kNames[std::to_underlying(predictor)]);
}

extern const Figure kFigure = declare<run, draw, describe, say>(cut<Cut>({
    .id = "language",
    .name = "Guessing real text",
    .question = "Does linear attention learn real language?",
    .parameters = kParameters,
    .stages = kStageList,
    .texts = kTexts,
    .jobs = kJobs,
    .shape = {.narrow = 1.42, .wide = 0.54},
    .work = work,
    .act = take_next_seed,
}));

}  // namespace figures::language
