// One question of figure "certificate", answered by the models of a result: cheap enough for every frame.
#pragma once

#include "figures/certificate/certificate.hpp"

namespace figures::certificate {

struct Answer {
  Ask ask = Ask::gaussian;
  bool misfit = false;  // the edited question is of another size, so that `ask` is what stands in for it
  Matrix Z;             // d x n, the question
  Vector truth;         // what the three models answer
  Vector fit;
  Vector impostor;
  double rho = 0;       // 0 where it cannot be told from 0
  double features = 0;  // |H|
  double apart = 0;     // |fit - impostor|
  double reach = 0;     // what models that fit, their W distance apart, can differ by: distance rho |F|
  double excess = 0;    // by how much the worse of the two misses the least training error
  double bound = 0;     // what lambda_min allows for that excess; 0 where there is no bound
  double printed = 0;   // the same as paper A prints it: excess / lambda_min |H|

  bool is_empty() const { return features == 0; }
  bool is_certain() const { return rho == 0; }
};

// The question that the values ask, of the sizes of the result.
Answer answer_question(const Result& result, const Values& values);

// The edited question as the list that Values hold: token after token.
std::vector<double> question_list(const Matrix& Z);

}  // namespace figures::certificate
