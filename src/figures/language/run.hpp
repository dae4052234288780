// Runs figure "language".
#pragma once

#include <optional>

#include "figures/language/source.hpp"
#include "learner/context_counts.hpp"
#include "learner/loss.hpp"
#include "learner/moments.hpp"

namespace figures::language {

// Errors: a text that cannot be learned from, or those of the learner, as sentences.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

// Multiply-adds of a run, for a text that is long enough.
double work(const Values& values);

// What the three questions start from: the text, its sums, and the closed form.
class Run {
 public:
  Run(const Values& values, std::size_t bytes, Source source, Reporter<Result>& reporter);

  // Sums up the text, counts its pairs and solves. Errors: those of the learner.
  Expected<void> begin();

  const Values& values() const { return values_; }
  const Source& source() const { return source_; }
  const Moments& training() const { return training_; }
  const Moments& test() const { return test_; }
  const learner::ContextCounts& pairs() const { return pairs_; }
  const learner::ContextCounts& runs() const { return runs_; }
  const Matrix& p() const { return p_; }  // of the closed form, d_out x psi
  Result& result() { return result_; }

  void stage(Step stage) { reporter_.begin(static_cast<int>(stage)); }
  // So many multiply-adds are done.
  void spend(double multiply_adds);
  // Tells the fraction `done` of a piece of work that spend() will account for.
  void partly(double multiply_adds, double done);
  void preview() {
    if (reporter_.wants_preview()) reporter_.preview(result_);
  }
  void finish();

  // The error of folded coefficients on the held-out windows as the picture gives it, from their sums. O(d_out psi²).
  double relative_error(const Matrix& p) const;

 private:
  void describe_text();
  void count();
  Expected<void> read(Moments& moments, Split split, Index from, Index to);
  Expected<void> solve(const Moments& fitted, const Moments& judged);
  Expected<void> measure_baselines();
  Expected<void> measure_closed_form();

  const Values& values_;
  Source source_;
  Reporter<Result>& reporter_;
  Result result_;
  Moments training_, test_;
  learner::ContextCounts pairs_, runs_;
  Matrix p_;
  std::optional<learner::QuadraticLoss> test_loss_;  // around p
  double spent_ = 0;
  double total_ = 1;
};

// An error as the picture gives it: 0 to 1e6, also where it overflowed.
double bounded_error(double error);

// The three questions, each after Run::begin().
Expected<void> run_learn(Run& run);
Expected<void> run_sketches(Run& run);
Expected<void> run_certificate(Run& run);

// Multiply-adds of the parts.
struct Work {
  explicit Work(const Values& values);
  double d = 0, q = 0, psi = 0, d_out = 0, n = 0, asked = 0;
  double windows = 0;
  double count = 0;       // to count what follows in one
  double window = 0;      // to add one to the sums, asked questions and all
  double solve = 0;       // lambda and all
  double evaluate = 0;    // one held-out window by every predictor
  double epoch = 0;       // of the descent
  double curve_fit = 0;   // all fits of one draw of a sketch
  double question = 0;    // rho of one held-out window
  double spectrum = 0;    // of one kind of tokens, twice
  double directions = 0;  // its eigenvectors
};

}  // namespace figures::language
