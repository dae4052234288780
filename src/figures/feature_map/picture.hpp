// The pieces of figure "feature_map"'s first view: the chosen entry, its words, the tokens that a reader drags, and the
// answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "figures/feature_map/feature_map.hpp"
#include "figures/feature_map/layout.hpp"
#include "figures/vocabulary.hpp"
#include "plot/cells.hpp"

namespace figures::feature_map {

// Whose entry; the order of the parameter's choices.
enum class Part : std::uint8_t { G, X, H };

// G_jk, or the product G_jk z_l in X or in H(Z), where j <= k. Indices from 0.
struct Entry {
  Part part = Part::X;
  int j = 0;
  int k = 0;
  int l = 0;
};

Entry chosen_entry(const Values& values, int d);
void choose_entry(Values& values, const Entry& entry);

// The same number, as G_kj: its other place in X.
Entry twin_of(const Entry& entry);

// Where it stands in X; of an entry of G, the run of its products.
CellRange range_in_X(const Entry& entry, int d);

// And in H(Z), whose lines hold it one after another.
struct LineRange {
  std::size_t line = 0;
  CellRange range;
};
LineRange range_in_H(const MapLayout& layout, const Entry& entry, int d);

// The entry under the pointer, in whichever matrix; a press keeps it chosen.
std::optional<Entry> pointed_entry(Drawing& drawing, const MapLayout& layout, int d);

// "−0.42"; what rounding leaves of a zero is a zero.
std::string said(double value);

// The entries, for matrix().

// The colours of Z reach to the next whole number, so that they stand still while a number is dragged.
double token_limit(const Matrix& Z);

// "$G_{12} z_{3}$" and its value.
std::string entry_name(const Entry& entry);
double entry_value(const Result& result, const Entry& entry);

// The two rows of Z, their products, the sum and what it is multiplied by, in cells. What is left of the box is free.
// False, and nothing is drawn, where the box is too small.
bool draw_worked_entry(const Result& result, Canvas& canvas, Rect& box, const Entry& entry);

// How the entry comes about, with its numbers, in cells where there is room, else in words; and what it adds to an
// output.
void draw_entry_words(const Result& result, Canvas& canvas, Rect box, const Entry& entry, int output);

// The reader's tokens as they are now, which the result may not have caught up with.
Matrix tokens_now(const Result& result, const Values& values);

// Drags entries of Z: up and down with a mouse, sideways with a finger, for which up and down belong to the page.
void edit_tokens(const Result& result, Drawing& drawing, const MatrixView& Z);

// The three answers, output by output; a click on one shows its block of W.
void draw_answers(const Result& result, Drawing& drawing, const MapLayout& layout, int output);

}  // namespace figures::feature_map
