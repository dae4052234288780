// Figure "feature_map": from the tokens Z to the cubic features X and their folded vector H(Z), entry by entry; the
// inner product <W, X> beside attention itself; and how all of it grows with d.
//
// Letters: d token dimension, n tokens, Z d x n, G = Z Z^T d x d, z the last token, X d x d² with G_jk z_l in row j and
// column k d + l, H(Z) the psi = d²(d+1)/2 of them with j <= k, W d² x d² (rows a d + j), p d x psi.
// Source: arXiv 2410.10101, algorithm 1 and cor. 2.4.
#pragma once

#include "figures/check_data.hpp"
#include "figures/figure.hpp"
#include "plot/cells.hpp"

namespace figures::feature_map {

struct Result {
  // View "map".
  Matrix Z;               // d x n
  Matrix G;               // d x d
  Matrix X;               // d x d²
  Vector H;               // psi
  Matrix W;               // d² x d²
  std::int64_t rank = 0;  // of G
  Vector attended;        // the answer y of attention itself, from its definition: d
  Vector lifted;          // <W_a, X>, W_a the rows a d .. a d + d - 1 of W
  Vector folded;          // <p_a, H(Z)>

  // View "growth".
  double counted_features = 0;  // psi, counted pair by pair

  int d() const { return static_cast<int>(Z.rows()); }
  int n() const { return static_cast<int>(Z.cols()); }
  // Features that can differ at all: with one token G_jk z_l = z_j z_k z_l, whatever the order.
  Index distinct_features() const { return n() == 1 ? d() * (d() + 1) * (d() + 2) / 6 : H.size(); }
  // The largest distance of the two other answers from attention's.
  double difference() const;

  void fields(auto& archive) { archive(Z, G, X, H, W, rank, attended, lifted, folded, counted_features); }
};

// Errors: none that a reader can cause.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);

// The heads that the seed draws, and the data they make.
Expected<learner::Task> task_of(const Values& values);
// See figures/check_data.hpp.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

// --- The view "growth" ----------------------------------------------------------------------------------------------
// What a token dimension d costs.
struct Growth {
  double d = 0;
  double products = 0;    // d³, the entries of X
  double features = 0;    // psi
  double parameters = 0;  // d⁴, the entries of W for d outputs
  double gram_bytes = 0;  // 8 psi²
};

Growth growth_of(double d);

// "38 MB"; beyond the units that have names, "6.9·10²⁴ bytes".
std::string memory_text(double bytes);

void draw_growth(Drawing& drawing);

// --- The view "map" -------------------------------------------------------------------------------------------------
struct MapLayout {
  MatrixView Z, G, z, X;
  std::vector<MatrixView> H;  // rows of one: all of it, or on a phone the part with each j under row j of X
  MatrixView W;               // the block of one output, right under or below X, cell for cell
  Rect entry;                 // words about the chosen entry
  Rect check;                 // heading of the answers, over W
  Rect answers;               // their table
  bool shows_W = true;        // false where there is no room
  bool upright = false;       // top to bottom
};

// Left to right on a wide page, top to bottom on a phone.
MapLayout map_layout(const Canvas& canvas, const Rect& area, int d, int n);

// Whose entry; the order of the parameter's choices.
enum class Part : std::uint8_t { G, X, H };

// G_jk, or the product G_jk z_l in X or in H(Z), where j <= k. Indices from 0.
struct Entry {
  Part part = Part::X;
  int j = 0;
  int k = 0;
  int l = 0;

  // The same number, as G_kj: its other place in X.
  Entry twin() const { return {part, k, j, l}; }
  // "$G_{12} z_{3}$" and its value.
  std::string name() const;
  double value(const Result& result) const;
};

Entry chosen_entry(const Values& values, int d);

// The entry under the pointer, in whichever matrix; a press keeps it chosen.
std::optional<Entry> pointed_entry(Drawing& drawing, const MapLayout& layout, int d);

// How the entry comes about, with its numbers, in cells where there is room, else in words; and what it adds to an
// output.
void draw_entry(const Result& result, Canvas& canvas, Rect box, const Entry& entry, int output);

// "−0.42"; what rounding leaves of a zero is a zero.
std::string said(double value);

// The colours of Z reach to the next whole number, so that they stand still while a number is dragged.
double token_limit(const Matrix& Z);
double largest(const Matrix& matrix);

}  // namespace figures::feature_map
