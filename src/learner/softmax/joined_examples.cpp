#include "learner/softmax/joined_examples.hpp"

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

}  // namespace learner
