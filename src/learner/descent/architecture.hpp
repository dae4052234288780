#pragma once

#include "learner/descent/linear_attention.hpp"
#include "learner/error.hpp"

namespace learner {

// A network for gradient descent. As it stands: the theory's model, one layer of linear attention with
// V_h d_out x d and no scaling. In a deeper one each layer sees what the layer before answered; with
// Targets::last only the last layer asks for one token, those before answer all.
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

// What the authors trained in Figures 1 and 3, linear: scores / sqrt(d), mean over heads; beyond one layer
// with residuals and a readout. What tokens see is the data's affair (causal there). Source: paper A, section 6.
Architecture experiment_network(Index heads, Index layers);

// Their "full" transformer: softmax, layer norm, perceptron with 4 width hidden units, residuals. Tokens are
// embedded first, since layer norm at d = 2 keeps little of them (see LayerNorm). width > 0.
// Source: paper A, section 6; the embedding and the hidden units' number are ours.
Architecture full_network(Index heads, Index layers, Index width);

// Whether such a network can be built for data of this shape. Errors: a size out of range.
Expected<void> validate(const Architecture& architecture, const Shape& shape);

}  // namespace learner
