#pragma once

#include <span>
#include <string>
#include <vector>

#include "learner/softmax/tanh_network.hpp"
#include "learner/softmax/two_token_curve.hpp"
#include "learner/softmax/two_token_table.hpp"

namespace learner {

// Column j of every Theta_i and row j of every W_i, from answers to pairs of tokens that differ in entry j only; step 2
// of two_token.hpp. Heads come in an order of this column's own.
class ColumnFit {
 public:
  // Wbar: d x d, the sum of the W_i. noise: the standard deviation of an answer.
  ColumnFit(Matrix Wbar, Index heads, Index j, double noise);

  // The answers of one pair, at any ratios. Two curves are fitted, one for each token, if there are ratios enough.
  void add(std::span<const TwoTokenAnswer> pair);

  // Whether curves whose log beta are expected to be exact to `target` have d independent tokens.
  bool spans(double target) const;

  // theta: d x m, the columns of the Theta_i; w: d x m, the rows of the W_i; fitted to all answers that were added.
  // Errors: curves do not span, with the reason why the last one was refused.
  Expected<TanhFit> fit() const;

  Index pairs() const { return pairs_; }
  Index pairs_refused() const { return refused_; }
  double smallest_gap() const;  // of the curves that count
  double smallest_c() const;

 private:
  struct Curve {
    Vector a;          // the token
    Vector score;      // m, a^T Theta_i e_j
    Matrix w;          // d x m, row j of W_i
    double error;      // expected of log beta
    double gap, size;  // smallest of log beta, of c
  };

  bool add_curve(std::span<const TwoTokenAnswer> pair, bool plus);
  TanhExamples examples() const;
  Matrix start() const;
  double rounding() const;

  Matrix Wbar_;
  Index heads_, j_;
  double noise_;
  std::vector<TwoTokenAnswer> answers_;
  std::vector<Curve> curves_;
  Index pairs_ = 0, refused_ = 0;
  Error refusal_{"The pairs of tokens do not span all directions: ask more of them."};
};

}  // namespace learner
