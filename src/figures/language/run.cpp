// Runs figure "language": the text, the closed form, and the first question, next-token attention in closed form, by
// descent, and against counting.
#include "figures/language/run.hpp"

#include "learner/chance.hpp"
#include "learner/features.hpp"
#include "learner/solve.hpp"

namespace figures::language {

namespace {

constexpr std::size_t kTrials = 9;  // of lambda

// What reading a text of so many bytes takes beside a multiply-add.
double reading_work(std::string_view text) { return 30 * static_cast<double>(text.size()); }

// What stops a text from being read as words may not stop it from being read as characters.
Error advised(Error error, std::string_view text, learner::TextOptions options) {
  if (options.kind != learner::TokenKind::words) return error;
  options.kind = learner::TokenKind::characters;
  if (learner::TextTask::create(text, options))
    return {
        passage({message(error), tr("Or take characters as tokens, as scripts without spaces between words need.")})};
  return error;
}

// An error as the picture gives it: 0 to 1e6, as a descent that blows up may leave numbers whose squares overflow.
double bounded_error(double error) {
  constexpr double kMost = 1e6;
  return error < kMost ? std::max(0.0, error) : kMost;
}

}  // namespace

Work::Work(const Setting& setting) {
  const double d = setting.d;
  const double d_out = setting.d_out;
  const double q = d * (d + 1) / 2;
  const double psi = q * d;
  const double asked = setting.causal ? setting.n : 1;
  const double heads = setting.heads;
  count = 500 * asked;
  window = setting.n * d * (d + 5) + asked * q * q * (q + 1) / 2;
  cube = psi * psi * psi;
  solve = (setting.chosen ? static_cast<double>(kTrials) : 1) * (cube / 6 + 9 * psi * psi * d_out);
  evaluate = 3 * asked * d_out * (psi + setting.vocabulary);
  // The descent folds its heads where that pays for long sequences, and again for every pack of windows.
  const bool folds = d_out * q < heads * (2 * d + d_out);
  epoch = setting.windows * heads * d * (folds ? 4 * q * d_out : 3 * asked * (3 * d + d_out)) + 8 * psi * psi * d_out;
  sketch = 2 * cube + 24 * psi * psi * d_out;
  question = psi * psi;
}

namespace {

// One cell's: the text read, Lambda summed, its rank and rho.
double cell_work(const Setting& setting, const Work& work) {
  return setting.windows * (work.count + work.window) + 2 * work.cube + kTestWindows * (work.window + work.question);
}

double sweep_work(const Values& values) {
  double total = 0;
  Values cell = values;
  for (const int n : kSweptContexts) {
    cell.set("n", n);
    const Setting setting(cell);
    total += cell_work(setting, Work(setting)) * static_cast<double>(kSweptVocabularies.size());
  }
  return total;
}

}  // namespace

double work(const Values& values) {
  const Setting setting(values);
  const Work work(setting);
  const double start =
      setting.windows * (work.count + work.window) + kTestWindows * (work.window + work.evaluate) + work.solve;
  switch (setting.view) {
    case View::learn: return start + setting.epochs * work.epoch + kTestWindows * work.evaluate;
    case View::sketch: return start + (2 + 3 * setting.draws) * work.sketch;
    case View::certificate: break;
    case View::sweep: return sweep_work(values);
  }
  return start + setting.windows * work.window + 2 * (11 * work.cube + kTestWindows * work.question);
}

Expected<Source> Source::open(const Request& request, const learner::Progress& progress) {
  const Setting setting(request.values);
  const learner::TextOptions options{
      .kind = setting.words ? learner::TokenKind::words : learner::TokenKind::characters,
      .vocabulary = setting.vocabulary,
      .d = setting.d,
      .constant = setting.d_out < setting.d,
      .n = setting.n,
      .targets = setting.causal ? learner::Targets::causal : learner::Targets::last,
      // Every token asks once: more would only repeat questions that see less of the same past.
      .stride = setting.causal ? setting.n : 1,
      .seed = setting.seed};
  auto task = learner::TextTask::create(request.text, options, progress);
  if (!task) return std::unexpected(advised(task.error(), request.text, options));
  const Index train = std::min<Index>(setting.windows, task->window_count(Split::train));
  const Index test = std::min(kTestWindows, task->window_count(Split::test));
  return Source{std::move(*task), train, test};
}

std::vector<Sequence> Source::block(Split split, Index first, Index count) const {
  std::vector<Sequence> sequences;
  sequences.reserve(static_cast<std::size_t>(count));
  for (Index k = first; k < first + count; ++k) sequences.push_back(task.sequence(split, number(split, k)));
  return sequences;
}

Run::Run(const Request& request, Source text, Reporter<Result>& host)
    : values(request.values),
      setting(values),
      work(setting),
      source(std::move(text)),
      reporter(host),
      training(source.shape()),
      test(source.shape()),
      pairs(source.task, 1),
      runs(source.task, std::min<Index>(setting.n, learner::ContextCounts::kLongest)) {
  const learner::TextTask& task = source.task;
  result.bytes = std::ssize(request.text);
  result.tokens = task.token_count();
  result.vocabulary = std::ssize(task.vocabulary().tokens);
  result.windows = source.train;
  result.available = task.window_count(Split::train);
  result.test_windows = source.test;
  result.test_available = task.window_count(Split::test);
}

Expected<void> Run::read(Moments& moments, Split split, Index from, Index to) {
  for (Index first = from; first < to; first += kBlock) {
    const Index count = std::min(kBlock, to - first);
    if (auto added = moments.add(source.block(split, first, count)); !added) return added;
    spend(static_cast<double>(count) * work.window);
  }
  return {};
}

void Run::count() {
  for (Index k = 0; k < source.train; ++k) {
    pairs.add(source.task, source.number(Split::train, k));
    runs.add(source.task, source.number(Split::train, k));
    if (k % kBlock == 0) spend(kBlock * work.count);
  }
  result.longest = static_cast<std::int32_t>(runs.longest());
  result.pairs = pairs.contexts();
  result.runs = runs.contexts();
}

Expected<void> Run::prepare() {
  count();
  if (auto done = read(test, Split::test, 0, source.test); !done) return done;
  begin(Step::closed);
  Moments judged(source.shape());
  // The last fifth judges when lambda is chosen.
  const Index first_judged = source.train - std::max<Index>(source.train / 5, 1);
  if (auto done = read(training, Split::train, 0, first_judged); !done) return done;
  if (auto done = read(judged, Split::train, first_judged, source.train); !done) return done;
  const Moments fitted = training;
  training.merge(judged);
  result.rows = training.rows();
  result.test_rows = test.rows();
  if (auto done = solve(fitted, judged); !done) return done;
  if (auto done = measure_baselines(); !done) return done;
  return measure_closed_form();
}

Expected<void> Run::solve(const Moments& fitted, const Moments& judged) {
  result.lambda = values.number("lambda");
  if (setting.chosen) {
    // Of the learner's trials the larger ones: text is never free of noise.
    std::vector<double> grid = learner::default_grid(fitted);
    grid.erase(grid.begin(), grid.end() - kTrials);
    const auto choice = learner::choose_lambda(
        fitted, judged, {.grid = std::move(grid), .progress = [&](double done) { spend_part(work.solve, done); }});
    if (!choice) return std::unexpected(choice.error());
    for (const learner::LambdaTrial& trial : choice->trials) {
      result.trial_lambda.push_back(trial.lambda);
      result.trial_error.push_back(trial.held_out_error);
    }
    result.lambda = choice->solution.lambda;
  }
  auto solution = learner::solve_sums(training, {.lambda = result.lambda});
  if (!solution) return std::unexpected(solution.error());
  result.minimum_norm = solution->path == learner::Path::primal_minimum_norm;
  p = std::move(solution->p);
  spend(work.solve);
  return {};
}

// The unit of errors, and what counting leaves.
Expected<void> Run::measure_baselines() {
  const learner::TextTask& task = source.task;
  double trivial = 0;
  double paired = 0;
  double counted = 0;
  Index unlisted = 0;
  for (Index k = 0; k < source.test; ++k) {
    const Index i = source.number(Split::test, k);
    const auto ids = task.target_ids(Split::test, i);
    for (std::size_t t = 0; t < ids.size(); ++t) {
      const auto target = task.embeddings().col(static_cast<Index>(ids[t]));
      const auto context = learner::context_of(task, Split::test, i, static_cast<Index>(t));
      trivial += (target - task.mean_embedding()).squaredNorm();
      paired += (target - pairs.answer(context)).squaredNorm();
      counted += (target - runs.answer(context)).squaredNorm();
      unlisted += ids[t] == 0;
    }
  }
  const auto rows = static_cast<double>(result.test_rows);
  if (!(trivial > 1e-12 * rows))
    return learner::fail(
        "Before the last fifth of the text, and in all that is asked of that fifth, one token repeats: give a text "
        "that "
        "varies from its beginning to its end.");
  result.trivial_error = trivial / (rows * static_cast<double>(source.shape().d_out));
  result.scores[0].error = 1;
  result.scores[1].error = paired / trivial;
  result.scores[2].error = counted / trivial;
  result.unlisted = static_cast<double>(unlisted) / rows;
  return {};
}

// The closed form by its sums; the first question asks it window by window.
Expected<void> Run::measure_closed_form() {
  auto around_test = learner::QuadraticLoss::around(test, p);
  const auto training_loss = learner::QuadraticLoss::around(training, p);
  if (!around_test) return std::unexpected(around_test.error());
  if (!training_loss) return std::unexpected(training_loss.error());
  test_loss = std::move(*around_test);
  result.error_from_sums = relative_error(p);
  result.scores[std::to_underlying(Predictor::closed)].error = result.error_from_sums;
  result.training_error = training_loss->reference_value() / (static_cast<double>(p.rows()) * result.trivial_error);
  const Matrix pull = 2 * result.lambda * p * learner::unfold_weights(setting.d).asDiagonal();
  const Matrix slope = training_loss->gradient(p);
  const double scale = 2 * training.cross().norm() / static_cast<double>(training.rows());
  result.residual = scale > 0 ? (slope + pull).norm() / scale : 0;
  return {};
}

double Run::relative_error(const Matrix& coefficients) const {
  return bounded_error(test_loss->value(coefficients) / (static_cast<double>(p.rows()) * result.trivial_error));
}

namespace {

// --- The first question ---------------------------------------------------------------------------------------------

// What each predictor says after a window, one column or entry for each target.
struct Prediction {
  std::array<Matrix, kPredictors> answers;              // d_out x T
  std::array<std::vector<Index>, kPredictors> guesses;  // ids
};

// After held-out window i, `descended` being the coefficients of the descent, d_out x psi.
Prediction predict(const Run& run, const Matrix& descended, Index i) {
  const learner::TextTask& task = run.source.task;
  const Sequence sequence = task.sequence(Split::test, i);
  const learner::Targets targets = task.shape().targets;
  Prediction prediction;
  auto& [answers, guesses] = prediction;
  answers[0] = task.mean_embedding().replicate(1, sequence.rows());
  answers[1] = answers[2] = Matrix(sequence.Y.rows(), sequence.rows());
  answers[3] = learner::evaluate_folded(run.p, sequence.Z, targets);
  answers[4] = learner::evaluate_folded(descended, sequence.Z, targets);
  for (Index t = 0; t < sequence.rows(); ++t) {
    const auto context = learner::context_of(task, Split::test, i, t);
    answers[1].col(t) = run.pairs.answer(context);
    answers[2].col(t) = run.runs.answer(context);
    guesses[0].push_back(1);
    guesses[1].push_back(run.pairs.guess(context));
    guesses[2].push_back(run.runs.guess(context));
    for (const std::size_t k : {3UZ, 4UZ}) guesses[k].push_back(task.guess(answers[k].col(t)));
  }
  return prediction;
}

void score(Run& run, const Matrix& descended) {
  const learner::TextTask& task = run.source.task;
  std::array<double, kPredictors> errors = {};
  std::array<double, kPredictors> right = {};
  Result& result = run.result;
  result.only_attention = result.only_pairs = 0;
  constexpr auto kClosed = std::to_underlying(Predictor::closed), kPairs = std::to_underlying(Predictor::bigram);
  learner::Vector gains(run.source.test);  // of the closed form on counting pairs
  for (Index k = 0; k < run.source.test; ++k) {
    const Index i = run.source.number(Split::test, k);
    const auto [answers, guesses] = predict(run, descended, i);
    const auto ids = task.target_ids(Split::test, i);
    gains(k) = errors[kClosed] - errors[kPairs];
    for (std::size_t t = 0; t < ids.size(); ++t) {
      for (std::size_t who = 0; who < kPredictors; ++who) {
        const auto answer = answers[who].col(static_cast<Index>(t));
        errors[who] += (answer - task.embeddings().col(static_cast<Index>(ids[t]))).squaredNorm();
        right[who] += guesses[who][t] == static_cast<Index>(ids[t]) ? 1 : 0;
      }
      const auto is_right = [&](Predictor who) {
        return guesses[std::to_underlying(who)][t] == static_cast<Index>(ids[t]);
      };
      result.only_attention += is_right(Predictor::closed) && !is_right(Predictor::bigram);
      result.only_pairs += is_right(Predictor::bigram) && !is_right(Predictor::closed);
    }
    gains(k) -= errors[kClosed] - errors[kPairs];
    if (k % 256 == 255) run.spend(256 * run.work.evaluate);
  }
  result.error_by_chance = learner::mean_may_be_chance(gains);
  const auto rows = static_cast<double>(result.test_rows);
  const auto unit = rows * static_cast<double>(run.p.rows()) * result.trivial_error;
  for (std::size_t who = 0; who < kPredictors; ++who)
    result.scores[who] = {.error = bounded_error(errors[who] / unit), .accuracy = right[who] / rows};
}

// A stretch from the middle of the held-out part, token after token.
void show_passage(Run& run, const Matrix& descended) {
  const Index most = run.setting.words ? 64 : 240;  // tokens that are shown: words take more room
  const learner::TextTask& task = run.source.task;
  const Index each = run.setting.causal ? run.setting.n : 1;
  const Index windows = std::min(task.window_count(Split::test), (most + each - 1) / each);
  const Index first = (task.window_count(Split::test) - windows) / 2;
  run.result.passage.clear();
  for (Index i = first; i < first + windows; ++i) {
    const Prediction prediction = predict(run, descended, i);
    const auto ids = task.target_ids(Split::test, i);
    for (std::size_t t = 0; t < ids.size(); ++t) {
      PassageToken& token = run.result.passage.emplace_back();
      token.actual = run.source.token(ids[t]);
      for (std::size_t who = 0; who < kPredictors; ++who)
        token.guesses[who] = run.source.token(static_cast<std::size_t>(prediction.guesses[who][t]));
    }
  }
}

// Adam on the heads, mini-batch by mini-batch; the coefficients where it ends.
Expected<Matrix> descend(Run& run) {
  constexpr int kPointsPerPass = 6;
  Result& result = run.result;
  auto training = begin_descent(run);
  if (!training) return std::unexpected(training.error());
  result.parameters = training->parameters().size();
  const Index per_pass = training->steps_per_epoch();
  const auto record = [&] {
    result.passes.push_back(static_cast<double>(training->step_count()) / static_cast<double>(per_pass));
    result.descent.push_back(run.relative_error(learner::folded_coefficients(*training->model())));
  };
  record();
  const Index between = std::max<Index>(1, per_pass / kPointsPerPass);
  double unreported = 0;
  while (!training->finished()) {
    // A run that blows up keeps its last finite parameters: the picture says so.
    if (!training->step()) {
      result.diverged = true;
      break;
    }
    unreported += run.work.epoch / static_cast<double>(per_pass);
    if (training->step_count() % between != 0 && !training->finished()) continue;
    record();
    run.spend(std::exchange(unreported, 0));
    run.preview();
  }
  return learner::folded_coefficients(*training->model());
}

Expected<void> run_learn(Run& run) {
  const auto answer = [&run](Step step, const Matrix& descended) {
    run.begin(step);
    score(run, descended);
    show_passage(run, descended);
  };
  answer(Step::closed_answers, Matrix::Zero(run.p.rows(), run.p.cols()));
  run.begin(Step::descent);
  run.preview();
  const auto descended = descend(run);
  if (!descended) return std::unexpected(descended.error());
  answer(Step::all_answers, *descended);
  return {};
}

Expected<void> answer(const Request& request, Run& run) {
  if (run.setting.view == View::sweep) return run_sweep(request, run);
  if (auto done = run.prepare(); !done) return done;
  constexpr std::array kQuestions = {run_learn, run_sketches, run_certificate};
  return kQuestions[std::to_underlying(run.setting.view)](run);
}

}  // namespace

Expected<learner::Training> begin_descent(const Run& run) {
  auto data = std::make_shared<learner::Dataset>();
  data->shape = run.source.shape();
  data->sequences = run.source.block(Split::train, 0, run.source.train);
  return learner::Training::begin(data, {.heads = run.setting.heads},
                                  {.batch = 64,
                                   .epochs = run.setting.epochs,
                                   .schedule = {.rate = run.values.number("rate")},
                                   .seed = run.setting.seed});
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  reporter.begin(std::to_underlying(Step::text));
  const double reading = reading_work(request.text);
  const double total = reading + work(request.values);
  // Of a sweep the longest context is tried first: a text with enough windows of it has enough of all.
  Values first = request.values;
  if (Setting(first).view == View::sweep) first.set("n", kSweptContexts.back());
  auto source = Source::open({.values = first, .text = request.text},
                             [&](double done) { reporter.report(reading * done / total); });
  if (!source) return std::unexpected(source.error());
  reporter.expect(total);
  reporter.spend(reading);
  Run run(request, std::move(*source), reporter);
  if (auto done = answer(request, run); !done) return std::unexpected(done.error());
  run.result.complete = true;
  reporter.report(1);
  return std::move(run.result);
}

}  // namespace figures::language
