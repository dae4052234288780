// The parts of figure "softmax".
#pragma once

#include "figures/softmax/hidden.hpp"
#include "figures/softmax/switches.hpp"
#include "plot/matrix.hpp"

namespace figures::softmax {

// The two tokens, to click through; returns what is left of the box under them.
Rect draw_tokens(const Result& result, Drawing& drawing, const Chosen& chosen, Rect box);

// The answer against the ratio of the two tokens, and each head's weight under it.
void draw_switches(const Result& result, Drawing& drawing, const Chosen& chosen, Rect box);

// Theta and W of each head, truth beside found; the truth can be dragged. `flipped` marks what that bit asks about.
// Returns what is left of the box under them.
struct LayerStyle {
  std::string_view meaning;
  std::optional<learner::Index> flipped = {};
};
Rect draw_layer(const Result& result, Drawing& drawing, const Found& found, Rect box, const LayerStyle& style);
// What it needs of a box this wide.
float layer_height(const Canvas& canvas, float width, const Result& result, const LayerStyle& style);

// Lets the reader drag the entries of a matrix of head `head`. `id` is the parameter: "theta", "w".
struct EditedMatrix {
  std::string_view id;
  std::string_view symbol;
  int head = 0;
  const Matrix& heads;  // d x (m d): all of it
};
void edit_matrix(Drawing& drawing, const EditedMatrix& edited, const MatrixView& view);

// The residual of every start against its steps.
void draw_starts(const Result& result, Drawing& drawing, Rect box);
// Index of the start whose layer is shown: the reader's, else the best; nothing before one has ended.
std::optional<std::size_t> chosen_start(const Result& result, const Values& values);

// Questions and times against the number of heads.
void draw_growth(const Result& result, Drawing& drawing, Rect box);

}  // namespace figures::softmax
