// What the reader of figure "algorithm" chooses, and the data that it makes.
#include "figures/algorithm/algorithm.hpp"

#include "figures/three_words.hpp"
#include "learner/sequence_table.hpp"

namespace figures::algorithm {
namespace {

// --- Parameters ------------------------------------------------------------------------------------------------------

constexpr std::array kSources = {Choice{"random", "Random attention"}, Choice{"memory", "Associative memory"},
                                 Choice{"text", "Your words"}, Choice{"numbers", "Your numbers"}};
constexpr std::array kLayers = {Choice{"random", "Random heads"}, Choice{"edible", "Edible animals"}};
constexpr std::array kTargets = {Choice{"last", "Last token"}, Choice{"all", "All tokens"}, Choice{"causal", "Causal"}};
constexpr std::array kUnits = {Choice{"characters", "Characters"}, Choice{"words", "Words"}};
// Every tenth of a step, where a slider stops.
constexpr auto kStoryStops = even_stops<kStory.size() * 10 + 1>(kStory.size() * kStepLength);

constexpr std::array kSequenceStops = {16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0};
constexpr std::array kLongStops = {1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0};
constexpr std::array kLambdaStops = {0.0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1, 1.0};

constexpr Condition only(std::uint32_t sources) { return {.id = "source", .choices = sources}; }
constexpr Condition kRandom = only(1);
constexpr Condition kMemory = only(2);
constexpr Condition kText = only(4);
constexpr Condition kNumbers = only(8);
constexpr Condition kSeeded = only(1 | 2 | 4);
constexpr Condition kRandomHeads = {.id = "layer", .choices = 1};

constexpr std::array kTexts = {
    [] {
      TextInput words = kArticle;
      words.shown = kText;
      return words;
    }(),
    TextInput{.label = "Your numbers",
              .help =
                  "A table (CSV) with a row for each token: sequence, token, its numbers x1, x2, …, and its target's "
                  "y1, y2, …; targets for the last token of each sequence, or for every token. With p1, p2, … beside "
                  "them, what "
                  "a model of yours answers, you see how far that is from the best layer there is. Every tenth "
                  "sequence is held out for the check. Paste it, or drop a file; arrays of NumPy or PyTorch (.npz, "
                  ".npy, .safetensors) are taken too. It stays in this page.",
              .sample = "co2/co2.csv",
              .back = "Use the example",
              .ending = ".csv",
              .max_bytes = learner::kMostTableBytes,
              .shown = kNumbers},
};
constexpr std::array kJobs = {Job{"data", save_data}, Job{"check", check_job<run, Result, write_check>}};

constexpr std::array kParameters = {
    choice("source", "Data", kSources, "Where the sequences and their targets come from.").primary(),
    choice("layer", "Layer", kLayers, "What answers: heads drawn at random, or the article's head.")
        .shown_while(kRandom),
    token_size(2, 16, 4, "Numbers in one token; the regression has d²(d+1)/2 unknowns for each output.")
        .shown_while(kRandomHeads),
    range("embedding", "Token size d", 3, 16, 10, "Numbers that stand for one token: a random code, and a constant 1.")
        .with_symbol("d")
        .shown_while(kText),
    range("m", "Key size m", 1, 8, 3, "Keys and values have m numbers each, so a token has d = 2m.")
        .with_symbol("d")
        .shown_while(kMemory),
    tokens(16, kLongStops).shown_while(kRandomHeads),
    range("context", "Context n", kLongStops, 2, "Tokens seen before the one to predict.")
        .with_symbol("n")
        .shown_while(kText),
    sequences(4096, kSequenceStops, "Sequences to learn from; for text, at most this many windows spread over it.")
        .shown_while(kSeeded)
        .primary(),
    heads("True heads H", 16, 2, "Heads of the attention layer that made the data. The learner is not told.")
        .shown_while(kRandomHeads),
    noise(0, "Standard deviation of the Gaussian noise added to every number of a target.").shown_while(only(1 | 2)),
    ridge(0, kLambdaStops, "Penalty on W. Zero is ordinary least squares, as in the paper.")
        .shown_while(only(1 | 2 | 8)),
    ridge(1e-3, kLambdaStops, "Penalty on W, against learning the text by heart.").with_id("ridge").shown_while(kText),
    choice("targets", "Which tokens ask", kTargets,
           "The last token only, every token, or every token seeing only its past.")
        .shown_while(kRandomHeads),
    choice("units", "Tokens are", kUnits, "What one token of the text is.").shown_while(kText),
    kSeed.shown_while(kSeeded),
    film("at", "Step by step", kStoryStops, 60,
         "How far the algorithm has come: products, Gram matrix, solve, heads, check; 100 for each.")
        .primary(),
    kNewData.shown_while(kSeeded),
};

// --- Data ------------------------------------------------------------------------------------------------------------

// Held-out windows of a text that are answered, spread evenly.
constexpr Index kTestWindows = 4096;
constexpr Index kTestSequences = 256;

double cubed(double x) { return x * x * x; }

// Only random attention has a choice; a table says its own.
learner::Targets target_mode(const Values& values) {
  if (source_of(values) != Source::random) return learner::Targets::last;
  return static_cast<learner::Targets>(values.integer("targets"));
}

// Numbers in a token; a guess for a table, which has not been read.
double size_of_token(const Values& values) {
  const std::array sizes = {values.number("d"), 2 * values.number("m"), values.number("embedding"), 6.0, 2.0};
  return sizes[static_cast<std::size_t>(source_of(values))];
}

Expected<SequenceSource> from_task(const Expected<learner::Task>& made, Index train) {
  if (!made) return std::unexpected(made.error());
  SequenceSource source{.shape = made->shape(), .train = train, .test = kTestSequences, .truth = made->truth()};
  source.block = [task = *made](Split split, Index first, Index count) {
    return task.block(split, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count));
  };
  return source;
}

// The article's head answers random sequences of three tokens; the first fresh question is its own sentence.
Expected<SequenceSource> from_edible(const Values& values) {
  const auto draw = [](Random& random) { return random.gaussian(2, 3, 1 / std::sqrt(3.0)); };
  const learner::Task task({{edible_animals()}}, learner::Targets::last, values.number("noise"), values.seed(), draw);
  auto source = from_task(task, values.integer("N"));
  source->block = [drawn = source->block, model = task.truth()](Split split, Index first, Index count) {
    auto block = drawn(split, first, count);
    const Matrix words = three_words();
    if (split == Split::test && first == 0 && count > 0)
      block.front() = {words, learner::attend(model, words, learner::Targets::last)};
    return block;
  };
  return source;
}

// At most N of the windows of a split, evenly spread: window k is number k·available/taken.
Expected<SequenceSource> from_text(const Values& values, std::string_view text) {
  const bool words = values.choice("units") == "words";
  auto made =
      learner::TextTask::create(text, {.kind = words ? learner::TokenKind::words : learner::TokenKind::characters,
                                       .vocabulary = words ? 512 : 128,
                                       .d = values.integer("embedding"),
                                       .constant = true,
                                       .n = values.integer("context"),
                                       .seed = values.seed()});
  if (!made) return std::unexpected(made.error());
  const auto task = std::make_shared<const learner::TextTask>(std::move(*made));
  SequenceSource source{.shape = task->shape(),
                        .train = std::min<Index>(values.integer("N"), task->window_count(Split::train)),
                        .test = std::min(kTestWindows, task->window_count(Split::test)),
                        .text = *task};
  source.block = [task, train = source.train, test = source.test](Split split, Index first, Index count) {
    const Index available = task->window_count(split);
    const Index taken = split == Split::train ? train : test;
    std::vector<Sequence> block;
    for (Index k = first; k < first + count; ++k)
      block.push_back(task->sequence(split, learner::spread(k, taken, available)));
    return block;
  };
  return source;
}

// Whether it may be a rounded number: a double has up to 17 digits.
bool has_few_digits(double x) {
  constexpr double kFew = 14;
  if (x == 0) return true;
  const double scale = std::pow(10, kFew - 1 - std::floor(std::log10(std::abs(x))));
  return std::round(x * scale) / scale == x;
}

// Looks whether one number is the same in all tokens, and whether one that is not is rounded in all.
void look_at_tokens(const learner::Dataset& data, SequenceSource& source) {
  const Vector first = data.sequences.front().Z.col(0);
  for (Index row = 0; row < first.size(); ++row) {
    const auto all = [&](const auto& is_so) {
      return std::ranges::all_of(
          data.sequences, [&](const Sequence& sequence) { return std::ranges::all_of(sequence.Z.row(row), is_so); });
    };
    const bool is_same = all([&](double x) { return x == first(row); });
    source.has_constant = source.has_constant || (is_same && first(row) != 0);
    source.has_rounded = source.has_rounded || (!is_same && all(has_few_digits));
  }
}

Expected<SequenceSource> from_numbers(std::string_view table) {
  auto data = learner::read_sequence_table(table);
  if (!data) return std::unexpected(data.error());
  const Index all = std::ssize(data->sequences);
  if (all < kHeldOutEvery) {
    return learner::fail(
        "The table has %1 of the at least %2 sequences that are needed: every tenth is held out for the check.", all,
        kHeldOutEvery);
  }
  SequenceSource source{.shape = data->shape, .train = all - held_out_count(all), .test = held_out_count(all)};
  look_at_tokens(*data, source);
  const auto read = std::make_shared<const learner::SequenceTable>(std::move(*data));
  const auto place = [](Split split, Index k) {
    return static_cast<std::size_t>(split == Split::train ? place_of_learned(k) : place_of_held_out(k));
  };
  source.block = [read, place](Split split, Index first, Index count) {
    std::vector<Sequence> block;
    for (Index k = first; k < first + count; ++k) block.push_back(read->sequences[place(split, k)]);
    return block;
  };
  if (!read->predictions.empty())
    source.prediction = [read, place](Split split, Index k) -> const Matrix& {
      return read->predictions[place(split, k)];
    };
  return source;
}

}  // namespace

Source source_of(const Values& values) {
  const auto source = static_cast<Source>(values.integer("source"));
  return source == Source::random && values.choice("layer") == "edible" ? Source::edible : source;
}

double lambda_of(const Values& values) { return values.number(source_of(values) == Source::text ? "ridge" : "lambda"); }

Expected<SequenceSource> open_source(const Values& values, std::string_view text) {
  switch (source_of(values)) {
    case Source::random:
      return from_task(learner::random_attention({.d = values.integer("d"),
                                                  .d_out = values.integer("d"),
                                                  .n = values.integer("n"),
                                                  .heads = values.integer("H"),
                                                  .targets = target_mode(values),
                                                  .noise = values.number("noise"),
                                                  .seed = values.seed()}),
                       values.integer("N"));
    case Source::memory:
      return from_task(
          learner::associative_memory(
              {.key_dimension = values.integer("m"), .noise = values.number("noise"), .seed = values.seed()}),
          values.integer("N"));
    case Source::text: return from_text(values, text);
    case Source::numbers: return from_numbers(text);
    case Source::edible: return from_edible(values);
  }
  return learner::fail("Choose where the data come from.");
}

double work(const Values& values) {
  const double d = size_of_token(values);
  const double q = d * (d + 1) / 2;
  const learner::Targets targets = target_mode(values);
  const double terms = values.number("N") * (targets == learner::Targets::causal ? values.number("n") : 1);
  const double gram = terms * cubed(q) / (targets == learner::Targets::all ? 6 : 2);
  return gram + cubed(q * d) / 6 + 10 * cubed(d * d);
}

extern const Figure kFigure = declare<run, draw, describe, say>({
    .id = "algorithm",
    .name = "Algorithm 1, live",
    .question = "Can attention be learned by solving one linear regression?",
    .parameters = kParameters,
    .stages = kStages,
    .texts = kTexts,
    .jobs = kJobs,
    .shape = {.narrow = 1.36, .wide = 0.6},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::algorithm
