#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "learner/descent/architecture.hpp"
#include "learner/descent/block.hpp"
#include "learner/evaluate.hpp"

namespace learner {

struct LossGradient {
  double loss = 0.0;  // mean over targets and their coordinates of (y - yhat)^2, as TestError::mean
  Vector gradient;    // by all parameters
};

// Blocks in a row, with working memory for one pack of sequences. The parameters theta are not in here: one
// vector, block after block, belongs to the caller.
class Network {
 public:
  // Precondition: validate(architecture, shape).
  Network(const Architecture& architecture, const Shape& shape);

  const Architecture& architecture() const { return architecture_; }
  const Shape& shape() const { return shape_; }
  Index parameters() const { return result_.gradient.size(); }

  // Weights N(0, 1/inputs) ("randn / sqrt(d)"), biases 0, gains 1. Source: paper A, section 6.
  Vector initial(Random random) const;

  // The answers to one sequence: d_out x T.
  Matrix predict(const Vector& theta, const Matrix& Z);

  // Loss and its exact gradient (backward passes) for sequences that pass validate; at least one. Sequences
  // of one length share packs of kLanes, so mixed lengths cost more. Valid until the next call.
  const LossGradient& loss_gradient(const Vector& theta, std::span<const Sequence* const> batch);

  // The error on any number of sequences that pass validate. Cost: the forward passes.
  TestError test_error(const Vector& theta, std::span<const Sequence> sequences);

  // The heads of a single linear layer, scales folded into V: attend(model, ..) equals predict(..). Nothing
  // for networks with more to them.
  std::optional<Model> model(const Vector& theta) const;

 private:
  using Pack = std::span<const Sequence* const>;

  template <class Visit>
  void for_each_pack(Pack sequences, const Visit& visit);
  void gather(Pack pack);
  std::span<const Lanes> forward(const Vector& theta);
  void backward(const Vector& theta, std::span<const Lanes> dy);
  double subtract_targets(std::span<const Lanes> answers, std::size_t sequences);

  Architecture architecture_;
  Shape shape_;
  std::vector<Block> blocks_;
  std::vector<std::span<const Lanes>> passed_;  // what each block got in the last forward pass
  std::vector<Lanes> x_, y_, difference_;       // tokens, targets and what the answers miss them by
  std::vector<Lanes> gradient_;
  std::vector<std::pair<Index, std::size_t>> by_length_;  // of a batch: length and place
  std::vector<const Sequence*> order_;                    // a batch, sorted so
  LossGradient result_;
};

}  // namespace learner
