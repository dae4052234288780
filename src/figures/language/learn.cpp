// Figure "language", first question: next-token attention in closed form, by descent, and against counting.
#include <algorithm>
#include <memory>
#include <utility>

#include "figures/language/run.hpp"
#include "learner/descent/training.hpp"
#include "learner/features.hpp"

namespace figures::language {
namespace {

constexpr Index kBatch = 64;
constexpr Index kPassage = 640;  // held-out tokens that are shown, at most
constexpr int kPointsPerPass = 6;

// What each predictor says after window i of a split, one column for each target.
class Predictions {
 public:
  Predictions(const Run& run, const Matrix& descent) : run_(run), descent_(descent) {}

  struct Asked {
    std::array<Matrix, kPredictors> answers;              // d_out x T
    std::array<std::vector<Index>, kPredictors> guesses;  // ids
  };

  Asked ask(Split split, Index i) const {
    const learner::TextTask& task = run_.source().task();
    const Sequence sequence = task.sequence(split, i);
    const learner::Targets targets = task.shape().targets;
    Asked asked;
    asked.answers[0] = task.mean_embedding().replicate(1, sequence.rows());
    asked.answers[1] = asked.answers[2] = Matrix(sequence.Y.rows(), sequence.rows());
    asked.answers[3] = learner::evaluate_folded(run_.p(), sequence.Z, targets);
    asked.answers[4] = learner::evaluate_folded(descent_, sequence.Z, targets);
    for (Index t = 0; t < sequence.rows(); ++t) {
      const auto context = learner::context_of(task, split, i, t);
      asked.answers[1].col(t) = run_.pairs().answer(context);
      asked.answers[2].col(t) = run_.runs().answer(context);
      asked.guesses[0].push_back(1);
      asked.guesses[1].push_back(run_.pairs().guess(context));
      asked.guesses[2].push_back(run_.runs().guess(context));
      for (const std::size_t k : {3UZ, 4UZ}) asked.guesses[k].push_back(task.guess(asked.answers[k].col(t)));
    }
    return asked;
  }

 private:
  const Run& run_;
  const Matrix& descent_;
};

void measure(Run& run, const Predictions& predictions) {
  const Source& source = run.source();
  const learner::TextTask& task = source.task();
  std::array<double, kPredictors> errors = {};
  std::array<double, kPredictors> right = {};
  for (Index k = 0; k < source.count(Split::test); ++k) {
    const Index i = source.number(Split::test, k);
    const auto asked = predictions.ask(Split::test, i);
    const auto ids = task.target_ids(Split::test, i);
    for (std::size_t t = 0; t < ids.size(); ++t) {
      for (std::size_t who = 0; who < kPredictors; ++who) {
        const auto answer = asked.answers[who].col(static_cast<Index>(t));
        errors[who] += (answer - task.embeddings().col(static_cast<Index>(ids[t]))).squaredNorm();
        right[who] += asked.guesses[who][t] == static_cast<Index>(ids[t]) ? 1 : 0;
      }
    }
    if (k % 256 == 255) run.spend(256 * Work(run.values()).evaluate);
  }
  Result& result = run.result();
  const auto rows = static_cast<double>(result.test_rows);
  for (std::size_t who = 0; who < kPredictors; ++who) {
    result.scores[who] = {.error = bounded_error(errors[who] / (rows * result.d_out * result.trivial_error)),
                          .accuracy = right[who] / rows};
  }
}

PassageToken shown_token(const learner::TextTask& task, std::uint32_t actual, const Predictions::Asked& asked,
                         std::size_t t) {
  const std::vector<std::string>& tokens = task.vocabulary().tokens;
  PassageToken token;
  token.actual = tokens[actual];
  token.rank = static_cast<std::int32_t>(actual);
  for (std::size_t who = 0; who < kPredictors; ++who) {
    const Index guess = asked.guesses[who][t];
    token.guesses[who] = tokens[static_cast<std::size_t>(guess)];
    token.ranks[who] = static_cast<std::int32_t>(guess);
  }
  return token;
}

// A stretch from the middle of the held-out part, token after token.
void show_passage(Run& run, const Predictions& predictions) {
  const learner::TextTask& task = run.source().task();
  const Index each = run.result().causal ? task.options().n : 1;
  const Index windows = std::min(task.window_count(Split::test), (kPassage + each - 1) / each);
  const Index first = (task.window_count(Split::test) - windows) / 2;
  run.result().passage.clear();
  for (Index i = first; i < first + windows; ++i) {
    const auto asked = predictions.ask(Split::test, i);
    const auto ids = task.target_ids(Split::test, i);
    for (std::size_t t = 0; t < ids.size(); ++t) run.result().passage.push_back(shown_token(task, ids[t], asked, t));
  }
}

std::shared_ptr<const learner::Dataset> dataset_of(const Source& source) {
  auto data = std::make_shared<learner::Dataset>();
  data->shape = source.shape();
  data->sequences = source.block(Split::train, 0, source.count(Split::train));
  return data;
}

void note(Run& run, const learner::Training& training, double passes) {
  run.result().passes.push_back(passes);
  run.result().descent.push_back(run.relative_error(learner::folded_coefficients(*training.model())));
}

// Adam on the heads, mini-batch by mini-batch; the coefficients where it ends.
Expected<Matrix> descend(Run& run) {
  Result& result = run.result();
  const Values& values = run.values();
  result.heads = values.integer("H");
  result.epochs = values.integer("epochs");
  auto training = learner::Training::begin(dataset_of(run.source()), {.heads = result.heads},
                                           {.batch = kBatch,
                                            .epochs = result.epochs,
                                            .schedule = {.rate = values.number("rate")},
                                            .seed = static_cast<std::uint64_t>(values.integer("seed"))});
  if (!training) return std::unexpected(training.error());
  result.parameters = training->parameters().size();
  note(run, *training, 0);
  const Index per_pass = training->steps_per_epoch();
  const Index between = std::max<Index>(1, per_pass / kPointsPerPass);
  const double cost = Work(values).epoch / static_cast<double>(per_pass);
  double unreported = 0;
  while (!training->finished()) {
    // A run that blows up keeps its last finite parameters: the picture says so.
    if (!training->step()) {
      result.diverged = true;
      break;
    }
    unreported += cost;
    if (training->step_count() % between != 0 && !training->finished()) continue;
    note(run, *training, static_cast<double>(training->step_count()) / static_cast<double>(per_pass));
    run.spend(std::exchange(unreported, 0));
    run.preview();
  }
  return learner::folded_coefficients(*training->model());
}

}  // namespace

Expected<void> run_learn(Run& run) {
  const Matrix nothing = Matrix::Zero(run.p().rows(), run.p().cols());
  run.stage(Step::closed_answers);
  measure(run, Predictions(run, nothing));
  show_passage(run, Predictions(run, nothing));
  run.stage(Step::descent);
  run.preview();
  const auto descended = descend(run);
  if (!descended) return std::unexpected(descended.error());
  run.stage(Step::all_answers);
  const Predictions predictions(run, *descended);
  measure(run, predictions);
  show_passage(run, predictions);
  return {};
}

}  // namespace figures::language
