// The parts of figure "relaxation"'s picture.
#pragma once

#include <optional>
#include <string>

#include "figures/relaxation/relaxation.hpp"

namespace figures::relaxation {

// The height of the line: the relaxed loss, or what rounding leaves of a loss of 0; above 0.
double relaxation_floor(const Result& result);

// A loss; one below rounding is not a number that anybody knows: "0 up to rounding (2·10⁻¹⁴)".
std::string relaxation_loss(const Result& result, double loss, int digits = 3);

// "0.0012 above the line (45 %)".
std::string relaxation_gap(const Result& result, double loss);

// How far a run is from the relaxed W as a function, relative to it: "0.5 %".
std::string relaxation_apart(const Result& result, int run);

// "2,000 steps of Adam".
std::string relaxation_training(const Result& result);

// What the reader has chosen to see: a number of heads, and a run with so many, if one has ended.
int relaxation_heads(const Result& result, const Values& values);
std::optional<int> relaxation_chosen(const Result& result, const Values& values);

// The loss of every start over its number of heads. A press in it chooses what relaxation_chosen returns.
void draw_relaxation_chart(const Result& result, Drawing& drawing, Rect box);

// W of the chosen run beside the relaxed W, the spectra of both, and the run's losses.
void draw_relaxation_chosen(const Result& result, Drawing& drawing, Rect area);

}  // namespace figures::relaxation
