// The parts of figure "language"'s picture.
#pragma once

#include <optional>
#include <string>

#include "figures/language/language.hpp"
#include "plot/axes.hpp"
#include "plot/labels.hpp"

namespace figures::language {

Ink ink_of(Predictor predictor);
Ink ink_of(Sketch sketch);

// A token as the canvas can write it: "·" for a blank, "↓" for a new line, "…" for one without an embedding, and
// "#12" for the 12th most frequent where the canvas has no letters for it.
std::string written(const std::string& token, std::int32_t rank);
// The same in a sentence: "a blank", "“the”".
std::string quoted(const std::string& token, std::int32_t rank);

// Learn: who predicts how well; the descent on its way; the held-out text with the guesses.
void draw_scores(const Result& result, Drawing& drawing, Rect box);
void draw_descent(const Result& result, Canvas& canvas, Rect box);
void draw_passage(const Result& result, Drawing& drawing, Rect box);

// Fewer features: error against their number, and the marker.
void draw_sketches(const Result& result, Drawing& drawing, Rect box);

// Certificate: the spectra, rho as a distribution, and the questions of largest rho.
void draw_spectra(const Result& result, Canvas& canvas, Rect box);
void draw_rho(const Result& result, Canvas& canvas, Rect box);
void draw_rare(const Result& result, Canvas& canvas, Rect box);

// A level across the plot with a label that finds its own place; `draw_level` first, for all, then `label_level`.
struct Level {
  double y = 0;
  std::string words;
  Ink ink = Ink::truth;
  bool dashed = true;
  bool left = false;  // where its label looks first
};
void draw_level(Canvas& canvas, const Axes& axes, Labels& labels, const Level& level);
void label_level(Canvas& canvas, const Axes& axes, Labels& labels, const Level& level);

}  // namespace figures::language
