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
#include "plot/words.hpp"

namespace figures::algorithm {
namespace {

// --- Sequences ------------------------------------------------------------------------------------------------------

void sequences_main(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("One of the sequences, $Z$"),
          tr("Each column is a token of $d$ numbers. The token that asks is $z$; its answer is the target $y$."));
  matrix(canvas, box, data_of(result.Z), {.symbol = "Z"});
}

void sequences_side(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("What the asking token sees of the rest, $G$"),
          tr("$G = Z Z^{T}$: linear attention knows the other tokens only through these $d^2$ numbers."));
  matrix(canvas, box, data_of(result.G), {.symbol = "G"});
}

// A matrix in the middle of a card, without words.
void small_matrix(Canvas& canvas, const Rect& box, const Matrix& cells, std::string_view symbol) {
  const Rect middle = box.fit(static_cast<float>(cells.cols()), static_cast<float>(cells.rows()));
  matrix(canvas, middle, data_of(cells), {.symbol = symbol, .name = false});
}

void sequences_thumbnail(const Result& result, Canvas& canvas, Rect box) { small_matrix(canvas, box, result.Z, "Z"); }

// --- Features -------------------------------------------------------------------------------------------------------

// The multiplication table of g = (G_jk, j <= k), along the top, and z, down the side.
void features_main(const Result& result, Canvas& canvas, Rect box) {
  heading(
      canvas, box, tr("Every product $G_{jk} z_{l}$"),
      tr("Along the top the entries of $G$ with $j ≤ k$, down the side the asking token $z$. The answer is linear in "
         "their products."));
  const Matrix g = learner::vech(result.G).transpose();
  const Matrix z = result.Z.rightCols(1);
  const Matrix products = result.features.transpose();
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
  const Rect words{grid.x, grid.bottom() + kGrid, box.w, box.bottom() - grid.bottom()};
  if (words.h > 2.5F * canvas.em) {
    text(canvas, words, tr("$d$ = %1 rows, $q = d(d+1)/2$ = %2 columns", whole(result.d), whole(q)),
         {.ink = Ink::quiet, .size = Size::small});
  }
}

void features_side(const Result& result, Canvas& canvas, Rect box) {
  headline_number(canvas, box, "$ψ$ = " + whole(result.unknowns),
                  tr("features, $ψ = d^{2}(d+1)/2$, and as many unknowns for each of the %1",
                     counted("%1 output", "%1 outputs", result.d_out)));
  std::vector<Fact> list;
  for (const int d : {2, 4, 8, 16, 768}) {
    list.push_back({"$d$ = " + whole(d), "$ψ$ = " + number(static_cast<double>(learner::feature_count(d)))});
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
  const auto seen = static_cast<double>(result.sequences);
  const std::string title =
      done ? tr("Gram matrix $Λ$ after %1", counted("%1 sequence", "%1 sequences", seen))
           : tr("Gram matrix $Λ$ after %1 of %2 sequences", whole(seen), whole(static_cast<double>(result.planned)));
  heading(canvas, box, title,
          tr("The mean of $H H^{T}$, %1 × %1: all that least squares needs to know of the features.",
             whole(result.unknowns)));
  matrix(canvas, box, data_of(result.gram), gram_style(result));
}

void gram_side(const Result& result, Canvas& canvas, Rect box) {
  if (result.eigenvalues.size() == 0) {
    heading(canvas, box, tr("What it takes"), tr("The features themselves are never stored."));
    facts(canvas, box,
          std::vector<Fact>{{tr("Targets seen"), whole(static_cast<double>(result.rows))},
                            {tr("Unknowns, each output"), whole(result.unknowns)},
                            {tr("Memory for $Λ$"), bytes(8.0 * result.unknowns * result.unknowns)}});
    return;
  }
  const Vector falling = result.eigenvalues.reverse().cwiseMax(0.0);
  heading(canvas, box, tr("Do the data decide?"),
          tr("Eigenvalues of $Λ$. If none is zero, only one function fits noiseless data."));
  const double floor = std::max(falling.maxCoeff() * 1e-18, 1e-300);
  const Axes axes = draw_axes(
      canvas, box, bar_axis(static_cast<std::size_t>(falling.size()), tr("eigenvalue")),
      {.range = range_of(span_of(falling), Scale::log, 0.05, floor), .scale = Scale::log, .name = tr("size")});
  bars(canvas, axes, span_of(falling), {.ink = Ink::G, .stems = falling.size() <= 64});
}

void gram_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  small_matrix(canvas, box, result.gram, "Lambda");
}

// --- Solve
// ------------------------------------------------------------------------------------------------------------

void solve_main(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("The lifted parameter $W$"),
          tr("$d_{out} d × d^{2}$, solved for by Cholesky factorisation. Every attention layer is one such matrix."));
  matrix(canvas, box, data_of(result.W),
         {.symbol = "W", .block_rows = result.d, .block_columns = result.d, .name = false});
}

std::string lambda_text(double lambda) { return lambda == 0 ? tr("0 (least squares)") : number(lambda); }

void solve_side(const Result& result, Canvas& canvas, Rect box) {
  const std::string title =
      result.minimum_norm ? tr("Many fit equally well; this is the smallest") : tr("One solution, no starting point");
  heading(canvas, box, title,
          result.minimum_norm ? tr("The data leave some directions of $W$ open; they are set to zero.")
                              : tr("Nothing was initialised and nothing was iterated: no luck is involved."));
  facts(canvas, box,
        std::vector<Fact>{{tr("Targets"), whole(static_cast<double>(result.rows))},
                          {tr("Unknowns, each output"), whole(result.unknowns)},
                          {tr("Decided by the data"), whole(static_cast<double>(result.rank))},
                          {tr("Outputs"), whole(result.d_out)},
                          {tr("Ridge $λ$"), lambda_text(result.lambda)},
                          {tr("Entries of $W$"), whole(static_cast<double>(result.W.size()))}});
}

void solve_thumbnail(const Result& result, Canvas& canvas, Rect box) { small_matrix(canvas, box, result.W, "W"); }

// --- Heads
// ------------------------------------------------------------------------------------------------------------

void heads_main(const Result& result, Canvas& canvas, Rect box) {
  const std::string count = counted("%1 head", "%1 heads", static_cast<double>(result.head_count));
  heading(canvas, box, tr("Singular values of $W$: %1", count),
          tr("Each gives one head, $V_{h}$ and $Q_{h}$. The data leave the antisymmetric part of $W$ open, so there "
             "are up to $d^{2}$ of them, however few made the data."));
  draw_spectrum(canvas, box, result.sigma,
                {.ink = Ink::W,
                 .kept = static_cast<int>(result.head_count),
                 .x_name = tr("head"),
                 .y_name = tr("singular value")});
}

std::string evidence_words(const Result& result) {
  if (result.distinct_heads >= result.evidence.size()) {
    return tr("At least %1 needed", counted("%1 head is", "%1 heads are", static_cast<double>(result.distinct_heads)));
  }
  return tr("Really needed: %1", counted("%1 head", "%1 heads", static_cast<double>(result.distinct_heads)));
}

void heads_side(const Result& result, Canvas& canvas, Rect box) {
  Rect evidence = box.take_bottom(box.h * 0.46F, 2 * kGrid);
  heading(canvas, box, tr("The first heads"),
          tr("Heads mix freely among themselves, so only their sum has a meaning."));
  draw_head_maps(canvas, box, result.value_maps, result.query_maps);
  heading(canvas, evidence, evidence_words(result),
          tr("Singular values of $S(x)$, a sum of one rank-one matrix for each head that is really there."));
  draw_spectrum(canvas, evidence, result.evidence, {.ink = Ink::V, .kept = static_cast<int>(result.distinct_heads)});
}

// Bars without axes, from the largest down, by decades.
void heads_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  box = box.fit(1.4F, 1);
  const auto count = std::min<learner::Index>(result.sigma.size(), 24);
  const double top = std::max(result.sigma.size() > 0 ? result.sigma(0) : 0.0, 1e-300);
  for (Index k = 0; k < count; ++k) {
    const double decades = std::log10(std::max(result.sigma(k) / top, 1e-4));
    const float height = box.h * static_cast<float>(1 + decades / 4);
    const Rect bar = box.column(static_cast<int>(k), static_cast<int>(count), 2);
    fill(canvas, {bar.x, box.bottom() - height, bar.w, height}, canvas.colour(Ink::W));
  }
}

}  // namespace

StagePanels panels_of(Step stage, const Result& result) {
  switch (stage) {
    case Step::sequences: return {sequences_main, sequences_side, sequences_thumbnail};
    case Step::features: return {features_main, features_side, features_thumbnail};
    case Step::gram: return {gram_main, gram_side, gram_thumbnail};
    case Step::solve: return {solve_main, solve_side, solve_thumbnail};
    case Step::heads: return {heads_main, heads_side, heads_thumbnail};
    case Step::check: break;
  }
  if (result.source == Source::numbers) return numbers_check_panels();
  return result.source == Source::text ? text_check_panels() : check_panels();
}

}  // namespace figures::algorithm
