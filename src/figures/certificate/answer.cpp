#include "figures/certificate/answer.hpp"

#include <algorithm>
#include <cmath>

#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"

namespace figures::certificate {
namespace {

struct Question {
  Ask ask;
  bool misfit;
  Matrix Z;
};

// A list of another length was edited for another key size: the Gaussian question stands in for it.
Question asked(const Result& result, const Values& values) {
  const auto ask = static_cast<Ask>(values.integer("ask"));
  if (ask != Ask::edited) return {ask, false, result.questions[static_cast<std::size_t>(ask)]};
  const std::span<const double> list = values.list("question");
  const Index d = result.token_size();
  const Index n = result.tokens();
  if (std::ssize(list) != d * n) return {Ask::gaussian, !list.empty(), result.questions.front()};
  return {ask, false, Eigen::Map<const Matrix>(list.data(), d, n)};
}

// rho by the basis alone: a result keeps no more of a learner::NullSpace.
double unseen_part(const Result& result, const Matrix& Z) {
  const learner::NullSpace space{.basis = result.unseen, .d = result.token_size()};
  const double part = learner::rho(space, Z, learner::Targets::last)(0);
  return part > result.resolution ? part : 0;
}

}  // namespace

std::vector<double> question_list(const Matrix& Z) { return {Z.data(), Z.data() + Z.size()}; }

Answer answer_question(const Result& result, const Values& values) {
  Question question = asked(result, values);
  Answer answer;
  answer.ask = question.ask;
  answer.misfit = question.misfit;
  answer.Z = std::move(question.Z);
  const Matrix& Z = answer.Z;
  const auto by = [&Z](const Matrix& p) {
    return learner::evaluate_folded(p, Z, learner::Targets::last).col(0).eval();
  };
  answer.truth = by(result.truth);
  answer.fit = by(result.fit);
  answer.impostor = by(result.impostor);
  answer.features = learner::folded_features(Z, Z.cols() - 1, Z.cols()).norm();
  answer.rho = unseen_part(result, Z);
  answer.apart = (answer.fit - answer.impostor).norm();
  answer.reach = result.distance * answer.rho * learner::scaled_features(Z, learner::Targets::last).norm();
  answer.excess = std::max(result.rise, 0.0);
  if (result.lambda_min > 0) {
    const double squared = answer.features * answer.features;
    answer.bound = std::sqrt(learner::disagreement_bound(answer.excess, result.lambda_min, squared));
    answer.printed = answer.excess / result.lambda_min * answer.features;
  }
  return answer;
}

}  // namespace figures::certificate
