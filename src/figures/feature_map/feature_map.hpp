// Figure "feature_map": from the tokens Z to the cubic features X and their folded vector H(Z), entry by entry; the
// inner product <W, X> beside attention itself; and how all of it grows with d.
//
// Letters: d token dimension, n tokens, Z d x n, G = Z Z^T d x d, z the last token, X d x d² with G_jk z_l in row j and
// column k d + l, H(Z) the psi = d²(d+1)/2 of them with j <= k, W d² x d² (rows a d + j), p d x psi.
// Source: arXiv 2410.10101, algorithm 1 and cor. 2.4.
#pragma once

#include <cstdint>
#include <string>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::feature_map {

// The order of the parameter's choices.
enum class View : std::uint8_t { map, growth };

// What a token dimension d costs.
struct Growth {
  std::int64_t d = 0;
  double products = 0;    // d³, the entries of X
  double features = 0;    // psi
  double parameters = 0;  // d⁴, the entries of W for d outputs
  double gram_bytes = 0;  // 8 psi²

  void fields(auto& archive) { archive(d, products, features, parameters, gram_bytes); }
};

Growth growth_of(std::int64_t d);

// "38 MB"; beyond the units that have names, "6.9·10²⁴ bytes".
std::string memory_text(double bytes);

struct Result {
  View view = View::map;

  // View map.
  std::int32_t d = 0;
  std::int32_t n = 0;
  std::int32_t heads = 0;
  std::int32_t edited = 0;  // numbers in the reader's list; they are used when there are d n of them
  Matrix Z;                 // d x n
  Matrix G;                 // d x d
  Matrix X;                 // d x d²
  Vector H;                 // psi
  Matrix W;                 // d² x d²
  std::int64_t rank = 0;    // of G
  Vector attended;          // the answer y of attention itself, from its definition: d
  Vector lifted;            // <W_a, X>, W_a the rows a d .. a d + d - 1 of W
  Vector folded;            // <p_a, H(Z)>

  // View growth.
  Growth growth;                // at the chosen d
  double counted_features = 0;  // psi again, pair by pair

  bool uses_edits() const { return edited > 0 && edited == d * n; }
  // Features that can differ at all: with one token G_jk z_l = z_j z_k z_l, whatever the order.
  std::int64_t distinct_features() const;
  // The largest distance of the two other answers from attention's.
  double difference() const;

  void fields(auto& archive) {
    archive(view, d, n, heads, edited, Z, G, X, H, W, rank, attended, lifted, folded);
    archive(growth, counted_features);
  }
};

// Both views; the parameter "view" says which.
void draw(const Result& result, Drawing& drawing);
void draw_feature_growth(const Result& result, Drawing& drawing);

// The finding, the sentence and the table.
Description describe(const Result& result, const Context& context);

}  // namespace figures::feature_map
