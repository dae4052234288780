#include "learner/softmax/joined_examples.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace learner {

Expected<JoinedExamples> join_examples(std::span<const Sequence> examples) {
  if (examples.empty()) return fail("There is nothing to learn from: add at least one example.");
  const Index d = examples.front().d();
  const Shape shape{.d = d, .d_out = d, .targets = Targets::all};
  if (const auto valid = validate(shape); !valid) return std::unexpected(valid.error());
  if (const auto valid = validate(shape, examples); !valid) return std::unexpected(valid.error());
  JoinedExamples joined;
  joined.first.push_back(0);
  for (const Sequence& example : examples) joined.first.push_back(joined.first.back() + example.n());
  joined.Z.resize(d, joined.first.back());
  joined.Y.resize(d, joined.first.back());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    joined.Z.middleCols(joined.first[i], examples[i].n()) = examples[i].Z;
    joined.Y.middleCols(joined.first[i], examples[i].n()) = examples[i].Y;
  }
  return joined;
}

namespace {

using Token = std::vector<double>;
using Question = std::vector<Token>;  // the tokens in rising order, and the one that asks

Question question_of(const Matrix& Z, Index t) {
  Question question;
  for (const auto& z : Z.colwise()) question.emplace_back(z.begin(), z.end());
  Token asking = question[static_cast<std::size_t>(t)];
  std::ranges::sort(question);
  question.push_back(std::move(asking));
  return question;
}

}  // namespace

Index distinct_questions(const JoinedExamples& examples) {
  std::set<Question> questions;
  for (Index n = 0; n < examples.count(); ++n) {
    const Matrix Z = examples.Z.middleCols(examples.first[static_cast<std::size_t>(n)], examples.length(n));
    if (Z == Z.col(0).replicate(1, Z.cols())) continue;
    for (Index t = 0; t < Z.cols(); ++t) questions.insert(std::min(question_of(Z, t), question_of(-Z, t)));
  }
  return std::ssize(questions);
}

}  // namespace learner
