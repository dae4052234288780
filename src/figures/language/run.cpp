#include "figures/language/run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "learner/features.hpp"
#include "learner/lambda.hpp"
#include "learner/solve.hpp"

namespace figures::language {
namespace {

constexpr Index kBlock = 128;  // windows between two reports
constexpr std::size_t kTrials = 9;

// What reading a text of so many bytes takes beside a multiply-add.
double reading_work(std::size_t bytes) { return 30 * static_cast<double>(bytes); }

double cubed(double x) { return x * x * x; }

// The larger ones of the learner's: text is never free of noise.
std::vector<double> grid_of(const Moments& training) {
  const std::vector<double> all = learner::default_grid(training);
  return {all.end() - kTrials, all.end()};
}

bool is_chosen(const Values& values) { return values.choice("penalty") == "chosen"; }

}  // namespace

Work::Work(const Values& values)
    : d(values.number("d")),
      q(d * (d + 1) / 2),
      psi(q * d),
      d_out(values.is_on("constant") ? d - 1 : d),
      n(values.number("n")),
      asked(values.choice("targets") == "causal" ? n : 1),
      windows(values.number("N")) {
  const double vocabulary = values.number("vocabulary");
  count = asked * 500;
  window = n * d * (d + 5) + asked * q * q * (q + 1) / 2;
  solve = (is_chosen(values) ? static_cast<double>(kTrials) : 1) * (cubed(psi) / 6 + 9 * psi * psi * d_out);
  evaluate = asked * (3 * d_out * psi + 3 * d_out * vocabulary);
  const double heads = values.number("H");
  // The descent folds its heads where that pays for long sequences, and again for every pack of windows.
  const bool folds = d_out * q < heads * (2 * d + d_out);
  epoch = windows * (folds ? 4 * heads * d_out * d * q : 3 * asked * heads * (3 * d * d + d * d_out)) +
          8 * psi * psi * d_out;
  curve_fit = 2 * cubed(psi) + 24 * psi * psi * d_out;
  question = psi * psi + n * d * d;
  spectrum = 2 * cubed(psi);
  directions = 9 * cubed(psi);
}

double work(const Values& values) {
  const Work work(values);
  const double start = work.windows * work.count + (work.windows + kTestWindows) * work.window + work.solve +
                       kTestWindows * work.evaluate;
  if (values.choice("view") == "learn")
    return start + values.number("epochs") * work.epoch + kTestWindows * work.evaluate;
  if (values.choice("view") == "sketch") return start + (2 + 3 * values.number("seeds")) * work.curve_fit;
  return start + (work.windows + kTestWindows) * work.window +
         2 * (work.spectrum + work.directions + kTestWindows * work.question);
}

Run::Run(const Values& values, std::size_t bytes, Source source, Reporter<Result>& reporter)
    : values_(values),
      source_(std::move(source)),
      reporter_(reporter),
      training_(source_.shape()),
      test_(source_.shape()),
      pairs_(source_.task(), 1),
      runs_(source_.task(), std::min(source_.task().options().n, learner::ContextCounts::kLongest)),
      spent_(reading_work(bytes)),
      total_(reading_work(bytes) + work(values)) {
  result_.bytes = static_cast<std::int64_t>(bytes);
  describe_text();
}

void Run::describe_text() {
  const learner::TextTask& task = source_.task();
  result_.view = static_cast<View>(values_.integer("view"));
  result_.words = task.options().kind == learner::TokenKind::words;
  result_.causal = task.options().targets == learner::Targets::causal;
  result_.constant = task.options().constant;
  result_.d = static_cast<std::int32_t>(task.shape().d);
  result_.d_out = static_cast<std::int32_t>(task.shape().d_out);
  result_.n = static_cast<std::int32_t>(task.options().n);
  result_.unknowns = static_cast<std::int32_t>(learner::feature_count(task.shape().d));
  result_.tokens = task.token_count();
  result_.vocabulary = std::ssize(task.vocabulary().tokens);
  result_.windows = source_.count(Split::train);
  result_.available = task.window_count(Split::train);
  result_.test_windows = source_.count(Split::test);
  result_.test_available = task.window_count(Split::test);
  result_.chosen = is_chosen(values_);
}

// Texts are often shorter than N windows, so the fraction done is held against what the whole run would cost, and what
// is left out is made up for at the end.
void Run::spend(double multiply_adds) {
  spent_ += multiply_adds;
  reporter_.report(std::min(0.999, spent_ / total_));
}

void Run::partly(double multiply_adds, double done) {
  reporter_.report(std::min(0.999, (spent_ + multiply_adds * done) / total_));
}

void Run::finish() {
  result_.complete = true;
  reporter_.report(1);
}

Expected<void> Run::read(Moments& moments, Split split, Index from, Index to) {
  const double cost = Work(values_).window;
  for (Index first = from; first < to; first += kBlock) {
    const Index count = std::min(kBlock, to - first);
    if (auto added = moments.add(source_.block(split, first, count)); !added) return added;
    spend(static_cast<double>(count) * cost);
  }
  return {};
}

void Run::count() {
  for (Index k = 0; k < source_.count(Split::train); ++k) {
    pairs_.add(source_.task(), source_.number(Split::train, k));
    runs_.add(source_.task(), source_.number(Split::train, k));
    if (k % kBlock == 0) spend(static_cast<double>(kBlock) * Work(values_).count);
  }
  result_.longest = static_cast<std::int32_t>(runs_.longest());
  result_.pairs = pairs_.contexts();
  result_.runs = runs_.contexts();
}

Expected<void> Run::begin() {
  count();
  if (auto done = read(test_, Split::test, 0, source_.count(Split::test)); !done) return done;
  stage(Step::closed);
  Moments judged(source_.shape());
  if (auto done = read(training_, Split::train, 0, source_.fitted()); !done) return done;
  if (auto done = read(judged, Split::train, source_.fitted(), source_.count(Split::train)); !done) return done;
  const Moments fitted = training_;
  training_.merge(judged);
  result_.rows = training_.rows();
  result_.test_rows = test_.rows();
  if (auto done = solve(fitted, judged); !done) return done;
  if (auto done = measure_baselines(); !done) return done;
  return measure_closed_form();
}

Expected<void> Run::solve(const Moments& fitted, const Moments& judged) {
  const double cost = Work(values_).solve;
  result_.lambda = values_.number("lambda");
  if (result_.chosen) {
    const auto choice = learner::choose_lambda(
        fitted, judged, {.grid = grid_of(fitted), .progress = [&](double done) { partly(cost, done); }});
    if (!choice) return std::unexpected(choice.error());
    for (const learner::LambdaTrial& trial : choice->trials) {
      result_.trial_lambda.push_back(trial.lambda);
      result_.trial_error.push_back(trial.held_out_error);
    }
    result_.lambda = choice->solution.lambda;
  }
  auto solution = learner::solve_ridge(training_, {.lambda = result_.lambda});
  if (!solution && result_.lambda == 0) {
    solution = learner::solve_minimum_norm(training_);
    result_.minimum_norm = true;
  }
  if (!solution) return std::unexpected(solution.error());
  p_ = std::move(solution->p);
  spend(cost);
  return {};
}

// The unit of errors, and what counting leaves.
Expected<void> Run::measure_baselines() {
  const learner::TextTask& task = source_.task();
  double trivial = 0;
  double paired = 0;
  double counted = 0;
  Index unlisted = 0;
  for (Index k = 0; k < source_.count(Split::test); ++k) {
    const Index i = source_.number(Split::test, k);
    const auto ids = task.target_ids(Split::test, i);
    for (std::size_t t = 0; t < ids.size(); ++t) {
      const auto target = task.embeddings().col(static_cast<Index>(ids[t]));
      const auto context = learner::context_of(task, Split::test, i, static_cast<Index>(t));
      trivial += (target - task.mean_embedding()).squaredNorm();
      paired += (target - pairs_.answer(context)).squaredNorm();
      counted += (target - runs_.answer(context)).squaredNorm();
      unlisted += ids[t] == 0;
    }
  }
  const auto rows = static_cast<double>(result_.test_rows);
  if (!(trivial > 1e-12 * rows))
    return learner::fail(
        "The last fifth of the text, which is held out, repeats one token: give a text that varies to its end.");
  result_.trivial_error = trivial / (rows * static_cast<double>(result_.d_out));
  result_.scores[static_cast<std::size_t>(Predictor::frequent)].error = 1;
  result_.scores[static_cast<std::size_t>(Predictor::bigram)].error = paired / trivial;
  result_.scores[static_cast<std::size_t>(Predictor::windows)].error = counted / trivial;
  result_.unlisted = static_cast<double>(unlisted) / rows;
  return {};
}

// The closed form by its sums; learn.cpp asks it window by window.
Expected<void> Run::measure_closed_form() {
  auto test_loss = learner::QuadraticLoss::around(test_, p_);
  const auto training_loss = learner::QuadraticLoss::around(training_, p_);
  if (!test_loss) return std::unexpected(test_loss.error());
  if (!training_loss) return std::unexpected(training_loss.error());
  test_loss_ = std::move(*test_loss);
  result_.error_from_sums = relative_error(p_);
  result_.scores[static_cast<std::size_t>(Predictor::closed)].error = result_.error_from_sums;
  result_.training_error =
      training_loss->reference_value() / (static_cast<double>(result_.d_out) * result_.trivial_error);
  const Matrix pull = 2 * result_.lambda * p_ * learner::unfold_weights(result_.d).asDiagonal();
  const Matrix slope = training_loss->gradient(p_);
  const double scale = 2 * training_.cross().norm() / static_cast<double>(training_.rows());
  result_.residual = scale > 0 ? (slope + pull).norm() / scale : 0;
  return {};
}

double Run::relative_error(const Matrix& p) const {
  return bounded_error(test_loss_->value(p) / (static_cast<double>(result_.d_out) * result_.trivial_error));
}

// A descent that blows up may leave numbers whose squares overflow.
double bounded_error(double error) {
  constexpr double kMost = 1e6;
  return error < kMost ? std::max(0.0, error) : kMost;
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  reporter.begin(static_cast<int>(Step::text));
  const double reading = reading_work(request.text.size());
  const double share = reading / (reading + work(request.values));
  auto source = Source::open(request, [&](double done) { reporter.report(share * done); });
  if (!source) return std::unexpected(source.error());
  Run run(request.values, request.text.size(), std::move(*source), reporter);
  if (auto done = run.begin(); !done) return std::unexpected(done.error());
  using Question = Expected<void> (*)(Run&);
  constexpr Question kQuestions[] = {run_learn, run_sketches, run_certificate};
  const auto done = kQuestions[request.values.integer("view")](run);
  if (!done) return std::unexpected(done.error());
  run.finish();
  return std::move(run.result());
}

}  // namespace figures::language
