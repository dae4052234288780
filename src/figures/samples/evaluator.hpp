// What figure "samples" measures fits with: fresh questions, and the best that linear attention can do on them.
#pragma once

#include <functional>

#include "figures/samples/source.hpp"
#include "learner/moments.hpp"

namespace figures::samples {

// Folded coefficients, d_out x psi, fitted to what has been seen. `singular`: the features are known to be dependent,
// so do not try without the minimum norm. Where Cholesky cannot solve, the W of least norm among the best fits.
Expected<learner::Matrix> fit(const Moments& moments, double lambda, bool singular);

class Evaluator {
 public:
  struct Options {
    Index fresh = 0;      // sequences to measure on
    Index reference = 0;  // sequences to fit the best model on; 0: it is the truth itself
    double noise = 0;
    double lambda = 0;
    bool singular = false;
  };

  // `step` is called with the sequences done since the last call. Errors: those of the learner.
  static Expected<Evaluator> make(const Source& source, const Options& options, const std::function<void(Index)>& step);

  double signal() const { return signal_; }
  double floor() const { return floor_; }
  double doubt() const { return doubt_; }
  double kept() const { return kept_; }
  double measured_floor() const { return mean(residuals_.squared_targets()); }
  const Moments& questions() const { return residuals_; }

  // How far the error of p lies above the best: the mean of |(p - p_best) H|² / d_out, less what the reference itself
  // is off. An error is a floor and an excess since residuals of the best fit are orthogonal to features.
  double excess(const Matrix& p) const;

  // The error of p on the fresh labels, noise and all, without forming an answer: with r = y - p_best H it is the mean
  // of |r|² - 2 <r, (p - p_best) H> + |(p - p_best) H|².
  double error(const Matrix& p) const;

  // The excess of the ridge fit to `moments`, averaged over the noise with the questions held fixed:
  //   A = S + rows lambda D,  S = sum H H^T:   sigma² tr(A^-1 S A^-1 L) + |rows lambda A^-1 D p_best^T|²_L / d_out
  // with L the mean of H H^T over the fresh questions. Exact for linear labels. 0 where A cannot be factored.
  // Cost psi³. Source: ours, by textbook least squares.
  double expected_excess(const Moments& moments) const {
    return expected(moments.gram(), moments.rows(), options_.noise * options_.noise);
  }

 private:
  explicit Evaluator(const Source& source, const Options& options) : options_(options), residuals_(source.shape()) {}

  Expected<void> fit_reference(const Source& source, const std::function<void(Index)>& step);
  Expected<void> ask(const Source& source, const std::function<void(Index)>& step);
  double mean(double sum) const;  // over fresh targets and outputs
  double expected(const Matrix& gram, Index rows, double variance) const;

  Options options_;
  Matrix best_;        // d_out x psi
  Moments residuals_;  // of the fresh sequences, y replaced by y - p_best H
  Matrix Lambda_;      // their mean H H^T
  Matrix factor_;      // of it: Lambda = F F^T
  Matrix cross_;       // their sum r H^T, d_out x psi
  double signal_ = 0;
  double floor_ = 0;
  double doubt_ = 0;
  double kept_ = 0;
};

}  // namespace figures::samples
