#include "figures/algorithm/picture.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/heads_picture.hpp"
#include "learner/features.hpp"
#include "plot/bars.hpp"
#include "plot/matrix.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"

namespace figures::algorithm {
namespace {

using plot::Axes;
using plot::Canvas;
using plot::Face;
using plot::Fact;
using plot::Ink;
using plot::MatrixStyle;
using plot::Rect;
using plot::Size;

using Result = AlgorithmResult;

// --- Sequences ------------------------------------------------------------------------------------------------------

void sequences_main(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, "One of the sequences, $Z$",
          "Each column is a token of $d$ numbers. The token that asks is $z$; its answer is the target $y$.");
  matrix(canvas, box, data_of(result.Z), {.symbol = "Z"});
}

void sequences_side(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, "What the asking token sees of the rest, $G$",
          "$G = Z Z^{T}$: linear attention knows the other tokens only through these $d^2$ numbers.");
  matrix(canvas, box, data_of(result.G), {.symbol = "G"});
}

// A matrix in the middle of a card, without words.
void small_matrix(Canvas& canvas, const Rect& box, const learner::Matrix& cells, std::string_view symbol) {
  const Rect middle = box.fit(static_cast<float>(cells.cols()), static_cast<float>(cells.rows()));
  matrix(canvas, middle, data_of(cells), {.symbol = symbol, .name = false});
}

void sequences_thumbnail(const Result& result, Canvas& canvas, Rect box) { small_matrix(canvas, box, result.Z, "Z"); }

// --- Features -------------------------------------------------------------------------------------------------------

// The multiplication table of g = (G_jk, j <= k), along the top, and z, down the side.
void features_main(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, "Every product $G_{jk} z_{l}$",
          "Along the top the entries of $G$ with $j ≤ k$, down the side the asking token $z$. The answer is linear in "
          "their "
          "products.");
  const learner::Matrix g = learner::vech(result.G).transpose();
  const learner::Matrix z = result.Z.rightCols(1);
  const learner::Matrix products = result.features.transpose();
  const auto d = static_cast<float>(products.rows());
  const auto q = static_cast<float>(products.cols());
  const float gap = 6;
  const float cell = std::min((box.w - gap) / (q + 1), (box.h - gap) / (d + 1));
  // Where a cell is too small to be seen, the two borders keep a height of their own.
  const float edge = std::max(cell, 8.F);
  const Rect grid{box.x + edge + gap, box.y + edge + gap, cell * q, cell * d};
  matrix(canvas, {grid.x, box.y, grid.w, edge}, data_of(g), {.symbol = "G", .name = false});
  matrix(canvas, {box.x, grid.y, edge, grid.h}, data_of(z), {.symbol = "z", .name = false});
  matrix(canvas, grid, data_of(products), {.name = false});
  const Rect words{grid.x, grid.bottom() + plot::kGrid, box.w, box.bottom() - grid.bottom()};
  if (words.h > 2.5F * canvas.em) {
    text(canvas, words, "$d$ = " + plot::whole(result.d) + " rows, $q = d(d+1)/2$ = " + plot::whole(q) + " columns",
         {.ink = Ink::quiet, .size = Size::small});
  }
}

void features_side(const Result& result, Canvas& canvas, Rect box) {
  headline_number(canvas, box, "$ψ$ = " + plot::whole(result.unknowns),
                  "features, $ψ = d^{2}(d+1)/2$, and as many unknowns for each of the " +
                      plot::counted(result.d_out, "output", "outputs"));
  std::vector<Fact> list;
  for (const int d : {2, 4, 8, 16, 768}) {
    list.push_back(
        {"$d$ = " + plot::whole(d), "$ψ$ = " + plot::number(static_cast<double>(learner::feature_count(d)))});
  }
  facts(canvas, box, list);
}

void features_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  small_matrix(canvas, box, result.features.transpose(), "");
}

// --- Gram matrix
// ------------------------------------------------------------------------------------------------------

MatrixStyle gram_style(const Result& result) {
  const bool whole = result.gram.rows() == result.unknowns;
  return {.symbol = "Lambda", .block_rows = whole ? result.d : 0, .block_columns = whole ? result.d : 0, .name = false};
}

void gram_main(const Result& result, Canvas& canvas, Rect box) {
  const bool done = result.sequences >= result.planned;
  const std::string seen = done ? plot::counted(static_cast<double>(result.sequences), "sequence", "sequences")
                                : plot::whole(static_cast<double>(result.sequences)) + " of " +
                                      plot::whole(static_cast<double>(result.planned)) + " sequences";
  heading(canvas, box, "Gram matrix $Λ$ after " + seen,
          "The mean of $H H^{T}$, " + plot::whole(result.unknowns) + " × " + plot::whole(result.unknowns) +
              ": all that least squares needs to know of the features.");
  matrix(canvas, box, data_of(result.gram), gram_style(result));
}

void gram_side(const Result& result, Canvas& canvas, Rect box) {
  if (result.eigenvalues.size() == 0) {
    heading(canvas, box, "What it takes", "The features themselves are never stored.");
    facts(canvas, box,
          std::vector<Fact>{{"Targets seen", plot::whole(static_cast<double>(result.rows))},
                            {"Unknowns, each output", plot::whole(result.unknowns)},
                            {"Memory for $Λ$", plot::bytes(8.0 * result.unknowns * result.unknowns)}});
    return;
  }
  const learner::Vector falling = result.eigenvalues.reverse().cwiseMax(0.0);
  heading(canvas, box, "Do the data decide?",
          "Eigenvalues of $Λ$. If none is zero, only one function fits noiseless data.");
  const double floor = std::max(falling.maxCoeff() * 1e-18, 1e-300);
  const Axes axes = draw_axes(canvas, box, plot::bar_axis(static_cast<std::size_t>(falling.size()), "eigenvalue"),
                              {.range = plot::range_of(span_of(falling), plot::Scale::log, 0.05, floor),
                               .scale = plot::Scale::log,
                               .name = "size"});
  bars(canvas, axes, span_of(falling), {.ink = Ink::G, .stems = falling.size() <= 64});
}

void gram_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  small_matrix(canvas, box, result.gram, "Lambda");
}

// --- Solve
// ------------------------------------------------------------------------------------------------------------

void solve_main(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, "The lifted parameter $W$",
          "$d_{out} d × d^{2}$, solved for by Cholesky factorisation. Every attention layer is one such matrix.");
  matrix(canvas, box, data_of(result.W),
         {.symbol = "W", .block_rows = result.d, .block_columns = result.d, .name = false});
}

std::string lambda_text(double lambda) { return lambda == 0 ? "0 (least squares)" : plot::number(lambda); }

void solve_side(const Result& result, Canvas& canvas, Rect box) {
  const std::string title =
      result.minimum_norm ? "Many fit equally well; this is the smallest" : "One solution, no starting point";
  heading(canvas, box, title,
          result.minimum_norm ? "The data leave some directions of $W$ open; they are set to zero."
                              : "Nothing was initialised and nothing was iterated: no luck is involved.");
  facts(canvas, box,
        std::vector<Fact>{{"Targets", plot::whole(static_cast<double>(result.rows))},
                          {"Unknowns, each output", plot::whole(result.unknowns)},
                          {"Decided by the data", plot::whole(static_cast<double>(result.rank))},
                          {"Outputs", plot::whole(result.d_out)},
                          {"Ridge $λ$", lambda_text(result.lambda)},
                          {"Entries of $W$", plot::whole(static_cast<double>(result.W.size()))}});
}

void solve_thumbnail(const Result& result, Canvas& canvas, Rect box) { small_matrix(canvas, box, result.W, "W"); }

// --- Heads
// ------------------------------------------------------------------------------------------------------------

void heads_main(const Result& result, Canvas& canvas, Rect box) {
  const std::string count = plot::counted(static_cast<double>(result.head_count), "head", "heads");
  heading(
      canvas, box, "Singular values of $W$: " + count,
      "Each gives one head, $V_{h}$ and $Q_{h}$. The data leave the antisymmetric part of $W$ open, so there are up to "
      "$d^{2}$ of them, however few made the data.");
  draw_spectrum(
      canvas, box, result.sigma,
      {.ink = Ink::W, .kept = static_cast<int>(result.head_count), .x_name = "head", .y_name = "singular value"});
}

std::string evidence_words(const Result& result) {
  if (result.distinct_heads >= result.evidence.size()) {
    return "At least " + plot::counted(static_cast<double>(result.distinct_heads), "head is", "heads are") + " needed";
  }
  return "Really needed: " + plot::counted(static_cast<double>(result.distinct_heads), "head", "heads");
}

void heads_side(const Result& result, Canvas& canvas, Rect box) {
  Rect evidence = box.take_bottom(box.h * 0.46F, 2 * plot::kGrid);
  heading(canvas, box, "The first heads", "Heads mix freely among themselves, so only their sum has a meaning.");
  draw_head_maps(canvas, box, result.value_maps, result.query_maps);
  heading(canvas, evidence, evidence_words(result),
          "Singular values of $S(x)$, a sum of one rank-one matrix for each head that is really there.");
  draw_spectrum(canvas, evidence, result.evidence, {.ink = Ink::V, .kept = static_cast<int>(result.distinct_heads)});
}

// Bars without axes, from the largest down, by decades.
void heads_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  box = box.fit(1.4F, 1);
  const auto count = std::min<learner::Index>(result.sigma.size(), 24);
  const double top = std::max(result.sigma.size() > 0 ? result.sigma(0) : 0.0, 1e-300);
  for (learner::Index k = 0; k < count; ++k) {
    const double decades = std::log10(std::max(result.sigma(k) / top, 1e-4));
    const float height = box.h * static_cast<float>(1 + decades / 4);
    const Rect bar = box.column(static_cast<int>(k), static_cast<int>(count), 2);
    fill(canvas, {bar.x, box.bottom() - height, bar.w, height}, canvas.colour(Ink::W));
  }
}

}  // namespace

StagePanels panels_of(AlgorithmStage stage, const AlgorithmResult& result) {
  switch (stage) {
    case AlgorithmStage::sequences: return {sequences_main, sequences_side, sequences_thumbnail};
    case AlgorithmStage::features: return {features_main, features_side, features_thumbnail};
    case AlgorithmStage::gram: return {gram_main, gram_side, gram_thumbnail};
    case AlgorithmStage::solve: return {solve_main, solve_side, solve_thumbnail};
    case AlgorithmStage::heads: return {heads_main, heads_side, heads_thumbnail};
    case AlgorithmStage::check: break;
  }
  return result.source == AlgorithmSource::text ? text_check_panels() : check_panels();
}

}  // namespace figures::algorithm
