// The data of figure "samples", and what fits are measured with: fresh questions, and the best that linear attention
// can do on them.
#pragma once

#include "figures/samples/samples.hpp"
#include "learner/features.hpp"
#include "learner/product.hpp"

namespace figures::samples {

inline constexpr Index kBlock = 512;  // sequences at a time

// Where a data set begins: they are far-apart stretches of one endless stream of sequences.
constexpr Index first_of(Index set) { return set << 20; }

// One layer's sequences, labelled by it as linear or as softmax attention.
struct Source {
  learner::Task task;
  bool softmax;

  const Model& truth() const { return task.truth(); }
  learner::Shape shape() const { return task.shape(); }
  // Sequences first .. first + count - 1 of a split. Any cut into blocks gives the same bits.
  std::vector<Sequence> block(Split split, Index first, Index count) const;
  // The questions of the walk, with what the layer answers to the last token, without noise, d x 1.
  std::vector<Sequence> walk() const;
};
Expected<Source> open_source(const Values& values);

// Folded coefficients, d_out x psi, fitted to what has been seen. `singular`: the features are known to be dependent,
// so do not try without the minimum norm. Where Cholesky cannot solve, the W of least norm among the best fits.
Expected<Matrix> fit(const Moments& moments, double lambda, bool singular);

class Evaluator {
 public:
  using Step = std::function<void(Index)>;

  // Fills in signal to measured_floor of `result`. `step` is called with the sequences done since the last call.
  // Errors: those of the learner.
  static Expected<Evaluator> make(const Source& source, const Setting& setting, const Step& step, Result& result);

  // Fills in what the fresh questions decide: rank and smallest of `result`. Cost psi³.
  Expected<void> certify(Result& result) const;

  // Folded coefficients of the best linear attention, d_out x psi.
  const Matrix& best() const { return best_; }
  // The mean H H^T of the fresh questions, psi x psi, and how far errors above the best are off by best().
  const Matrix& Lambda() const { return Lambda_; }
  double doubt() const { return doubt_; }

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
    return expected(moments.gram(), moments.rows(), setting_.noise * setting_.noise);
  }

  // What lambda alone leaves above the floor with ever more sequences: the same without noise, with the mean H H^T of
  // the fresh questions and of those whose sum and rows are given. For linear labels. Cost psi³.
  double kept(const Matrix& gram, Index rows) const {
    return expected(gram + residuals_.gram(), rows + residuals_.rows(), 0);
  }

 private:
  Evaluator(const Source& source, const Setting& setting)
      : setting_(setting), best_(learner::folded_coefficients(source.truth())), residuals_(source.shape()) {}

  Expected<void> fit_reference(const Source& source, const Step& step, Result& result);
  Expected<void> ask(const Source& source, const Step& step, Result& result);
  double mean(double sum) const;  // over fresh targets and outputs
  double expected(const Matrix& gram, Index rows, double variance) const;

  Setting setting_;
  Matrix best_;                   // d_out x psi
  Moments residuals_;             // of the fresh sequences, y replaced by y - p_best H
  Matrix Lambda_;                 // their mean H H^T
  Matrix cross_;                  // their sum r H^T, d_out x psi
  learner::Panels factor_{0, 0};  // of Lambda, packed, see mean_square
  double floor_ = 0;              // the error of best_ on the fresh labels
  double doubt_ = 0;              // how far best_ is off itself
};

}  // namespace figures::samples
