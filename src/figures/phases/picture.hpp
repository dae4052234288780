// The parts of the picture of figure "phases".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "figures/phases/phases.hpp"
#include "plot/axes.hpp"

namespace figures::phases {

// An error on the common axis.
struct ErrorMark {
  double error = 0;
  Ink ink = Ink::Q;       // W or Q
  bool hollow = false;    // not of what was found, but of the truth: how far it is outside
  std::string name = {};  // "Θ₁ outside the body"
};

// Those of one phase, the main ones first. Empty where it has no result.
std::vector<ErrorMark> marks_of(const Result& result, int phase);

// The worst of the main ones; negative where there is none.
double error_of(const Result& result, int phase);

// "33 %", "12 times", "0 %".
std::string error_text(double error);

// "92 % and 33 %", of one or more.
std::string error_list(const Vector& errors);

// Whether an error is zero but for rounding.
bool is_exact(double error);

// "Crude sum".
std::string_view phase_name(int phase);

// What became of it, in a few words for its row, and as a finding over its large view.
std::string row_words(const Result& result, int phase, bool brief);
std::string finding_of(const Result& result, int phase);

// What the large view shows and how the phase works.
std::string meaning_of(const Result& result, int phase);

// "Θ₁".
std::string head_name(std::string_view letter, Index head);

// The six rows; a press chooses.
void draw_rows(const Result& result, Drawing& drawing, Rect box);

// What a phase made, small: in a square.
void draw_mark(const Result& result, Canvas& canvas, const Rect& square, int phase);

// Large views, headings excluded.
void draw_sum_panel(const Result& result, Canvas& canvas, Rect box, int phase);
void draw_body_panel(const Result& result, Canvas& canvas, Rect box, int phase);
void draw_span_panel(const Result& result, Canvas& canvas, Rect box);
void draw_net_panel(const Result& result, Canvas& canvas, Rect box);

// Axes over these points, 2 x any, of one scale both ways, so that angles and distances are true; without ticks.
Axes even_axes(const Rect& box, const Matrix& points);

}  // namespace figures::phases
