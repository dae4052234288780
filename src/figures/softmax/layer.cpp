// The hidden layer of figure "softmax" beside the one that was found: Theta and W of each head.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/softmax/picture.hpp"
#include "figures/softmax/plan.hpp"
#include "plot/cells.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

// Colours reach from minus to plus so much, whatever is hidden: they must not change while an entry is dragged.
constexpr double kColourLimit = 1.5;

constexpr float kLargest = 2.9F;  // em, of a cell
constexpr float kBeside = 6;      // pixels between truth and found
constexpr float kApart = 20;      // between Theta and W
constexpr float kName = 1.2F;     // em, of a head's number

constexpr TextStyle kSmall = {.ink = Ink::quiet, .size = Size::small};

float cell_side(const Canvas& canvas, float width, int d) {
  const float room = width - kName * canvas.em - 2 * kBeside - kApart - 4;
  return std::min(kLargest * canvas.em, std::floor(room / (4 * static_cast<float>(d))));
}

float error_height(const Canvas& canvas) { return line_height(canvas, Size::small) + 8; }
float header_height(const Canvas& canvas) { return 2 * line_height(canvas, Size::small) + 4; }

MatrixData head_of(const Matrix& heads, int head) {
  const auto size = static_cast<std::size_t>(heads.rows() * heads.rows());
  return {.values = {heads.data() + static_cast<std::size_t>(head) * size, size},
          .rows = static_cast<int>(heads.rows()),
          .columns = static_cast<int>(heads.rows())};
}

// −1.05 and what differs from it by rounding alone are written as one number.
std::vector<double> without_rounding(std::span<const double> values) {
  constexpr double kPlaces = 1e9;
  std::vector<double> settled;
  for (const double value : values) settled.push_back(std::round(value * kPlaces) / kPlaces);
  return settled;
}

// One of the two objects of a head: truth and found side by side with the error under them.
struct MatrixPair {
  std::string_view id;
  std::string_view symbol;
  Ink ink;
  const Matrix& truth;
  const Matrix& found;  // empty: nothing was found
  const Vector& errors;
  bool flips_column;  // the flipped bit asks about a column, else about a row
};

void mark_flipped(Canvas& canvas, const MatrixView& view, const MatrixPair& pair, std::optional<Index> flipped) {
  if (!flipped) return;
  const int j = static_cast<int>(*flipped);
  const CellRange range = pair.flips_column ? CellRange{0, j, view.rows, 1} : CellRange{j, 0, 1, view.columns};
  mark_cells(canvas, view, range, {.ink = Ink::query, .width = 2});
}

void draw_pair(Drawing& drawing, const MatrixPair& pair, int head, Rect box, std::optional<Index> flipped) {
  Canvas& canvas = drawing.canvas;
  const float side = (box.w - kBeside) / 2;
  const Rect left{box.x, box.y, side, side};
  const Rect right{box.x + side + kBeside, box.y, side, side};
  const MatrixStyle style{.symbol = pair.symbol == "W" ? "W" : "", .limit = kColourLimit, .name = false};
  const MatrixData truth = head_of(pair.truth, head);
  const auto view = matrix(canvas, left, truth, style);
  cell_numbers(canvas, view, truth, {.places = 2});
  mark_flipped(canvas, view, pair, flipped);
  edit_matrix(drawing, {.id = pair.id, .symbol = pair.symbol, .head = head, .heads = pair.truth}, view);
  const bool wrong = pair.errors.size() > 0 && pair.errors(head) > kRecovered;
  const TextStyle under{
      .ink = wrong ? Ink::error : Ink::quiet, .size = Size::small, .along = Along::right, .max_width = box.w};
  const Point below{box.right(), box.y + side + 1};
  if (pair.found.size() == 0) {
    outline(canvas, right.inset(0, 0, 1, 1), canvas.colour(Ink::hairline), 1, {2});
    text(canvas, right, "?", {.ink = Ink::quiet, .along = Along::centre, .upright = Upright::middle});
    return;
  }
  MatrixData found = head_of(pair.found, head);
  const std::vector<double> settled = without_rounding(found.values);
  found.values = settled;
  const auto beside = matrix(canvas, right, found, style);
  cell_numbers(canvas, beside, found, {.places = 2});
  mark_flipped(canvas, beside, pair, flipped);
  text(canvas, below, tr("error %1", number(pair.errors(head), 2)), under);
}

void draw_column_names(Canvas& canvas, const MatrixPair& pair, Rect box) {
  const float small = line_height(canvas, Size::small);
  const float half = (box.w - kBeside) / 2;
  text(canvas, Point{box.x, box.y}, "$" + std::string(pair.symbol) + "$",
       {.ink = pair.ink, .size = Size::small, .face = Face::semibold});
  TextStyle style = kSmall;
  style.max_width = half;
  text(canvas, Point{box.x, box.y + small}, tr("hidden"), style);
  text(canvas, Point{box.x + half + kBeside, box.y + small}, tr("found"), style);
}

}  // namespace

float layer_height(const Canvas& canvas, float width, const Result& result, const LayerStyle& style) {
  const float side = cell_side(canvas, width, result.d) * static_cast<float>(result.d);
  const float heading =
      line_height(canvas) + 2 + paragraph_height(canvas, width, style.meaning, {.size = Size::small}) + 10;
  return heading + header_height(canvas) + static_cast<float>(result.m) * (side + error_height(canvas));
}

Rect draw_layer(const Result& result, Drawing& drawing, const Found& found, Rect box, const LayerStyle& style) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, tr("The layer, hidden and found"), style.meaning);
  const Heads truth = shown_truth(result, drawing.values);
  const auto d = static_cast<float>(result.d);
  const float room = (box.h - header_height(canvas)) / static_cast<float>(result.m) - error_height(canvas);
  const float cell = std::max(8.F, std::floor(std::min(cell_side(canvas, box.w, result.d), room / d)));
  const float width = 2 * cell * d + kBeside;
  const MatrixPair theta{"theta", "Θ", Ink::Q, truth.Theta, found.heads.Theta, found.theta_error, true};
  const MatrixPair w{"w", "W", Ink::W, truth.W, found.heads.W, found.w_error, false};
  const float first = box.x + kName * canvas.em;
  const float second = first + width + kApart;
  const Rect header = box.take_top(header_height(canvas), 0);
  draw_column_names(canvas, theta, {first, header.y, width, header.h});
  draw_column_names(canvas, w, {second, header.y, width, header.h});
  for (int head = 0; head < result.m; ++head) {
    const Rect row = box.take_top(cell * d + error_height(canvas), 0);
    text(canvas, Rect{row.x, row.y, kName * canvas.em, cell * d}, whole(head + 1),
         {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
    draw_pair(drawing, theta, head, {first, row.y, width, row.h}, style.flipped);
    draw_pair(drawing, w, head, {second, row.y, width, row.h}, style.flipped);
  }
  return box;
}

}  // namespace figures::softmax
