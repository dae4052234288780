#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "learner/descent/attention.hpp"
#include "learner/descent/block.hpp"
#include "learner/error.hpp"
#include "learner/model.hpp"

namespace learner {

// A network for gradient descent. By default the model of the theory: one layer of linear attention, V_h d_out x d, no
// scaling. In a deeper network each layer sees the answers of the layer before; with Targets::last all layers but the
// last answer every token.
struct Architecture {
  Index heads = 1;  // in every layer
  Index layers = 1;
  bool softmax = false;
  bool scaled = false;    // scores / sqrt(width)
  bool averaged = false;  // the mean over heads, not their sum
  // With any of these three, attention maps width to width and a linear readout d_out x width follows;
  // without, the V_h of the last layer are d_out x width.
  bool residual = false;    // x + layer(x)
  bool normalised = false;  // layer norm before each attention, perceptron and the readout
  Index hidden = 0;         // hidden units of a perceptron after each attention; 0: none
  Index width = 0;          // a linear map width x d before all; 0: none, tokens go in as they are

  Index token_width(const Shape& shape) const { return width > 0 ? width : shape.d; }
  bool has_readout() const { return residual || normalised || hidden > 0; }

  // The attention of layer 0 .. layers - 1.
  AttentionShape attention(const Shape& shape, Index layer) const;
};

// The linear network that the authors trained in Figures 1 and 3: scores / sqrt(d), mean over heads; beyond one layer
// with residuals and a readout. Which tokens are seen is up to the data (causal there). Source: paper A, section 6.
Architecture experiment_network(Index heads, Index layers);

// Their "full" transformer: softmax, layer norm, perceptron with 4 width hidden units, residuals. Tokens are embedded
// first, since layer norm at d = 2 keeps little of them (see LayerNorm). width > 0.
// Source: paper A, section 6; the embedding and the number of hidden units are ours.
Architecture full_network(Index heads, Index layers, Index width);

// Whether such a network can be built for data of this shape. Errors: a size out of range.
Expected<void> validate(const Architecture& architecture, const Shape& shape);

struct LossGradient {
  double loss = 0.0;  // mean over targets and their coordinates of (y - yhat)^2, as TestError::mean
  Vector gradient;    // by all parameters
};

// Blocks in a row, with working memory for one pack of sequences. The caller keeps the parameters theta, one vector,
// block after block.
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
