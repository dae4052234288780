// What the three questions of figure "language" start from.
#pragma once

#include "figures/language/language.hpp"
#include "learner/context_counts.hpp"
#include "learner/descent/training.hpp"
#include "learner/loss.hpp"
#include "learner/sketch.hpp"

namespace figures::language {

// Held-out windows that are asked, at most.
inline constexpr Index kTestWindows = 4096;
inline constexpr Index kBlock = 128;  // windows, or questions, between two reports
// A rho that is no more than rounding, beside what the eigenvalues can resolve.
inline constexpr double kRounding = 1e-9;

// The text as windows to learn from and windows held out.
struct Source {
  // Errors: those of TextTask.
  static Expected<Source> open(const Request& request, const learner::Progress& progress);

  learner::Shape shape() const { return task.shape(); }
  // Windows that are used of a split, and the number in the task of the k-th of them: evenly spread, rising.
  Index count(Split split) const { return split == Split::train ? train : test; }
  Index number(Split split, Index k) const { return learner::spread(k, count(split), task.window_count(split)); }
  // Used windows first .. first + count - 1.
  std::vector<Sequence> block(Split split, Index first, Index count) const;
  Token token(std::size_t id) const { return {task.vocabulary().tokens[id], static_cast<std::int32_t>(id)}; }

  learner::TextTask task;
  Index train, test;  // windows that are used
};

// Multiply-adds of the parts of a run.
struct Work {
  explicit Work(const Setting& setting);
  double count;     // to count what follows in one window
  double window;    // to add one to the sums
  double solve;     // lambda and all
  double evaluate;  // one held-out window by every predictor
  double epoch;     // of the descent
  double sketch;    // all fits of one draw
  double cube;      // psi³: a spectrum takes 2 of them, its eigenvectors 9
  double question;  // rho of one held-out question
};

struct Run {
  Run(const Request& request, Source text, Reporter<Result>& host);

  // Sums up the text, counts its pairs and solves. Errors: those of the learner.
  Expected<void> prepare();
  // Sums up what is learned from, and nothing else.
  Expected<void> gather() { return read(training, Split::train, 0, source.train); }

  void begin(Step step) { reporter.begin(std::to_underlying(step)); }
  // Texts are often shorter than N windows, so the fraction done is held against what the whole run would cost, and
  // what is left out is made up for at the end.
  void spend(double multiply_adds) { reporter.spend(multiply_adds - std::exchange(told, 0)); }
  // Tells the fraction `done` of a piece of work that spend() will account for.
  void spend_part(double multiply_adds, double done) {
    reporter.spend(multiply_adds * done - std::exchange(told, multiply_adds * done));
  }
  void preview() {
    if (reporter.wants_preview()) reporter.preview(result);
  }

  // The error of folded coefficients on the held-out windows as the picture gives it, from their sums. O(d_out psi²).
  double relative_error(const Matrix& coefficients) const;

  const Values& values;
  const Setting setting;
  const Work work;
  const Source source;
  Reporter<Result>& reporter;
  double told = 0;  // multiply-adds of the piece of work that goes on
  Moments training, test;
  learner::ContextCounts pairs, runs;
  Matrix p;                                         // of the closed form, d_out x psi
  std::optional<learner::QuadraticLoss> test_loss;  // around p
  Result result;

 private:
  void count();
  Expected<void> read(Moments& moments, Split split, Index from, Index to);
  Expected<void> solve(const Moments& fitted, const Moments& judged);
  Expected<void> measure_baselines();
  Expected<void> measure_closed_form();
};

// The descent of the first question at its start. Errors: those of Training.
Expected<learner::Training> begin_descent(const Run& run);

// The features in the order in which a sketch keeps them, its draws counted from 0; landmarks are windows by their
// place among those learned from. Precondition: no mixture.
std::vector<Index> sketch_order(Run& run, const learner::RidgeProblem& problem, Sketch sketch, int draw);

// The second and the third question, each after Run::prepare().
Expected<void> run_sketches(Run& run);
Expected<void> run_certificate(Run& run);

// The contexts of the sweep, and its vocabularies as far as the text has so many tokens.
inline constexpr std::array kSweptContexts = {1, 2, 3, 4, 6, 8};
inline constexpr std::array kSweptVocabularies = {8, 32, 128, 512};
// Whether a text has too few different tokens for all directions: each shows d at most.
inline bool has_few_tokens(const SweepCell& cell, const Setting& setting) {
  return cell.tokens * setting.d < setting.visible;
}
// The third question for all of these. Needs no preparation; what the run says of its text is that of its own settings.
Expected<void> run_sweep(const Request& request, Run& run);

}  // namespace figures::language
