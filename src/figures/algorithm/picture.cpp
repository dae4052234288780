// The picture of figure "algorithm": the row of stages, and the two panels of the chosen one.
#include "figures/algorithm/algorithm.hpp"
#include "figures/heads_picture.hpp"
#include "learner/features.hpp"
#include "plot/bars.hpp"

namespace figures::algorithm {
namespace {

// A matrix in the middle of a card, without words.
void small_matrix(Canvas& canvas, const Rect& box, const Matrix& cells, std::string_view symbol) {
  const Rect middle = box.fit(static_cast<float>(cells.cols()), static_cast<float>(cells.rows()));
  matrix(canvas, middle, data_of(cells), {.symbol = symbol, .name = false});
}

// --- Sequences -------------------------------------------------------------------------------------------------------

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

// --- Features --------------------------------------------------------------------------------------------------------

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
    text(canvas, words, tr("$d$ = %1 rows, $q = d(d+1)/2$ = %2 columns", whole(result.d), whole(q)), kCaption);
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

// --- Gram matrix -----------------------------------------------------------------------------------------------------

void gram_main(const Result& result, Canvas& canvas, Rect box) {
  const std::string title =
      result.sequences >= result.planned
          ? tr("Gram matrix $Λ$ after %1", counted("%1 sequence", "%1 sequences", result.sequences))
          : tr("Gram matrix $Λ$ after %1 of %2 sequences", whole(result.sequences), whole(result.planned));
  heading(canvas, box, title,
          tr("The mean of $H H^{T}$, %1 × %1: all that least squares needs to know of the features.",
             whole(result.unknowns)));
  const int block = result.gram.rows() == result.unknowns ? result.d : 0;  // unless it is pooled
  matrix(canvas, box, data_of(result.gram),
         {.symbol = "Lambda", .block_rows = block, .block_columns = block, .name = false});
}

void gram_side(const Result& result, Canvas& canvas, Rect box) {
  if (result.eigenvalues.size() == 0) {
    const auto unknowns = static_cast<double>(result.unknowns);
    heading(canvas, box, tr("What it takes"), tr("The features themselves are never stored."));
    facts(canvas, box,
          std::vector<Fact>{{tr("Targets seen"), whole(result.rows)},
                            {tr("Unknowns, each output"), whole(unknowns)},
                            {tr("Memory for $Λ$"), bytes(8.0 * unknowns * unknowns)}});
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

// --- Solve -----------------------------------------------------------------------------------------------------------

void solve_main(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("The lifted parameter $W$"),
          tr("$d_{out} d × d^{2}$, solved for by Cholesky factorisation. Every attention layer is one such matrix."));
  matrix(canvas, box, data_of(result.W),
         {.symbol = "W", .block_rows = result.d, .block_columns = result.d, .name = false});
}

void solve_side(const Result& result, Canvas& canvas, Rect box) {
  if (result.minimum_norm) {
    heading(canvas, box, tr("Many fit equally well; this is the smallest"),
            tr("The data leave some directions of $W$ open; they are set to zero."));
  } else {
    heading(canvas, box, tr("One solution, no starting point"),
            tr("Nothing was initialised and nothing was iterated: no luck is involved."));
  }
  facts(canvas, box,
        std::vector<Fact>{
            {tr("Targets"), whole(result.rows)},
            {tr("Unknowns, each output"), whole(result.unknowns)},
            {result.lambda > 0 ? tr("Decided by data and $λ$") : tr("Decided by the data"), whole(result.rank)},
            {tr("Outputs"), whole(result.d_out)},
            {tr("Ridge $λ$"), result.lambda == 0 ? std::string(tr("0 (least squares)")) : number(result.lambda)},
            {tr("Entries of $W$"), whole(result.W.size())}});
}

// --- Heads -----------------------------------------------------------------------------------------------------------

void heads_main(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("Singular values of $W$: %1", counted("%1 head", "%1 heads", result.head_count)),
          tr("Each gives one head, $V_{h}$ and $Q_{h}$. The data leave the antisymmetric part of $W$ open, so there "
             "are up to $d^{2}$ of them, however few made the data."));
  draw_spectrum(canvas, box, result.sigma,
                {.ink = Ink::W,
                 .kept = static_cast<int>(result.head_count),
                 .x_name = tr("head"),
                 .y_name = tr("singular value")});
}

void heads_side(const Result& result, Canvas& canvas, Rect box) {
  Rect evidence = box.take_bottom(box.h * 0.46F, 2 * kGrid);
  heading(canvas, box, tr("The first heads"),
          tr("Heads mix freely among themselves, so only their sum has a meaning."));
  draw_head_maps(canvas, box, result.value_maps, result.query_maps);
  const std::string needed = result.enough_heads > 0
                                 ? tr("Enough: %1", counted("%1 head", "%1 heads", result.enough_heads))
                                 : std::string(tr("Could fewer do?"));
  heading(canvas, evidence, needed,
          tr("Singular values of $S(x)$, a sum of one rank-one matrix for each head. Heads that share a direction "
             "count once."));
  const int kept = result.enough_heads > 0 ? result.enough_heads : static_cast<int>(result.evidence.size());
  draw_spectrum(canvas, evidence, result.evidence, {.ink = Ink::V, .kept = kept});
}

// Bars without axes, from the largest down, by decades.
void heads_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  box = box.fit(1.4F, 1);
  const int count = std::min(static_cast<int>(result.sigma.size()), 24);
  for (int k = 0; k < count; ++k) {
    const double share = result.sigma(k) / std::max(result.sigma(0), 1e-300);
    const float height = box.h * static_cast<float>(1 + std::log10(std::max(share, 1e-4)) / 4);
    const Rect bar = box.column(k, count, 2);
    fill(canvas, {bar.x, box.bottom() - height, bar.w, height}, canvas.colour(Ink::W));
  }
}

// --- The row of stages -----------------------------------------------------------------------------------------------

constexpr int kStageCount = static_cast<int>(kStages.size());

constexpr std::array kNames{Phrase("Sequences"), Phrase("Features"), Phrase("Gram matrix"),
                            Phrase("Solve"),     Phrase("Heads"),    Phrase("Check")};

StagePanels panels_of(int stage, const Result& result) {
  constexpr std::array kPanels = {StagePanels{sequences_main, sequences_side},
                                  StagePanels{features_main, features_side}, StagePanels{gram_main, gram_side},
                                  StagePanels{solve_main, solve_side}, StagePanels{heads_main, heads_side}};
  return stage < std::ssize(kPanels) ? kPanels[static_cast<std::size_t>(stage)] : check_panels(result.source);
}

bool is_reached(const Result& result, int stage) { return stage <= static_cast<int>(result.reached); }

// A place to press in the row.
Region stage_region(Drawing& drawing, int stage, const Rect& box) {
  const Region region = plot::region(drawing.canvas, "algorithm.stage." + std::to_string(stage), box);
  if (region.clicked) drawing.values.set("stage", stage);
  return region;
}

std::string_view name_text(int stage) { return tr(kNames[static_cast<std::size_t>(stage)]); }

// How long a stage took; the features are never formed by themselves.
std::string time_text(int stage, std::span<const double> times) {
  if (static_cast<Step>(stage) == Step::features) return tr("implicit");
  if (stage >= std::ssize(times)) return "";
  return duration(times[static_cast<std::size_t>(stage)] / 1000);
}

void draw_thumbnail(const Result& result, Canvas& canvas, const Rect& box, int stage) {
  if (!is_reached(result, stage)) {
    outline(canvas, box.fit(1, 1), canvas.colour(Ink::hairline), 1, {2});
    return;
  }
  Canvas quiet = canvas;  // small pictures have no hover of their own
  quiet.still = true;
  quiet.pointed_symbol.clear();
  switch (static_cast<Step>(stage)) {
    case Step::sequences: return small_matrix(quiet, box, result.Z, "Z");
    case Step::features: return small_matrix(quiet, box, result.features.transpose(), "");
    case Step::gram: return small_matrix(quiet, box, result.gram, "Lambda");
    case Step::solve: return small_matrix(quiet, box, result.W, "W");
    case Step::heads: return heads_thumbnail(result, quiet, box);
    case Step::check: return check_panels(result.source).thumbnail(result, quiet, box);
  }
}

void draw_card_words(Canvas& canvas, Rect box, int stage, bool chosen, std::string_view time) {
  const TextStyle strong{.ink = Ink::ink, .size = Size::small, .face = Face::semibold};
  box.take_left(text(canvas, box, std::to_string(stage + 1), kCaption) + canvas.em * 0.5F, 0);
  box.take_left(text(canvas, box, name_text(stage), chosen ? strong : kCaption) + canvas.em * 0.5F, 0);
  if (text_width(canvas, time, kCaption) > box.w) return;
  text(canvas, box, time, {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
}

// One stage of the row: name and time over a small picture, a line under the chosen one.
void draw_card(const Result& result, Drawing& drawing, Rect box, int stage, bool chosen) {
  Canvas& canvas = drawing.canvas;
  const Region region = stage_region(drawing, stage, box);
  if (region.hovered && !chosen) fill(canvas, box.inset(-4), canvas.colour(Ink::raised), {4});
  if (region.hovered) canvas.pointed_symbol = kStages[static_cast<std::size_t>(stage)].symbol;
  const Rect under = box.take_bottom(2, 6);
  fill(canvas, under, canvas.colour(chosen ? Ink::accent : Ink::hairline), {1});
  const Rect words = box.take_top(line_height(canvas, Size::small), 6);
  draw_card_words(canvas, words, stage, chosen, time_text(stage, drawing.times));
  draw_thumbnail(result, canvas, box, stage);
}

void draw_cards(const Result& result, Drawing& drawing, const Rect& row) {
  const int chosen = drawing.values.integer("stage");
  const float gap = 3 * kGrid;
  for (int stage = 0; stage < kStageCount; ++stage) {
    const Rect box = row.column(stage, kStageCount, gap);
    draw_card(result, drawing, box, stage, stage == chosen);
    if (stage == 0) continue;
    const float y = row.y + line_height(drawing.canvas, Size::small) / 2;
    arrow(drawing.canvas, {box.x - gap + 5, y}, {box.x - 7, y}, drawing.canvas.colour(Ink::quiet), 1);
  }
}

// On a phone: a row of numbers, and the chosen stage's name and time under it.
void draw_steps(Drawing& drawing, Rect& area) {
  Canvas& canvas = drawing.canvas;
  const int chosen = drawing.values.integer("stage");
  const Rect row = area.take_top(2.6F * canvas.em, 6);
  for (int stage = 0; stage < kStageCount; ++stage) {
    const Rect box = row.column(stage, kStageCount, 6);
    stage_region(drawing, stage, box);
    const bool taken = stage == chosen;
    fill(canvas, box, canvas.colour(taken ? Ink::accent : Ink::raised), {4});
    text(canvas, box, std::to_string(stage + 1),
         {.ink = taken ? Ink::paper : Ink::quiet,
          .face = Face::semibold,
          .along = Along::centre,
          .upright = Upright::middle});
  }
  const Rect words = area.take_top(line_height(canvas, Size::body), kGrid);
  text(canvas, words, name_text(chosen), {.face = Face::semibold});
  text(canvas, words, time_text(chosen, drawing.times),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  if (canvas.narrow()) {
    draw_steps(drawing, area);
  } else {
    draw_cards(result, drawing, area.take_top(area.h * 0.28F, 3 * kGrid));
  }
  const int stage = drawing.values.integer("stage");
  if (!is_reached(result, stage)) {
    paragraph(canvas, area, tr("This stage has not been reached yet."), {.ink = Ink::quiet});
    return;
  }
  const StagePanels panels = panels_of(stage, result);
  const auto [main, side] = canvas.narrow() ? area.rows<2>({1.15F, 1}, 2 * kGrid) : area.columns<2>({1, 1}, 6 * kGrid);
  panels.main(result, canvas, main);
  panels.side(result, canvas, side);
}

}  // namespace figures::algorithm
