// The parts of figure "language"'s picture.
#pragma once

#include <optional>
#include <string>

#include "figures/language/language.hpp"
#include "plot/axes.hpp"
#include "plot/labels.hpp"

namespace figures::language {

plot::Ink ink_of(Predictor predictor);
plot::Ink ink_of(Sketch sketch);

// A token as the canvas can write it: "·" for a blank, "↓" for a new line, "…" for one without an embedding, and
// "#12" for the 12th most frequent where the canvas has no letters for it.
std::string written(const std::string& token, std::int32_t rank);
// The same in a sentence: "a blank", "“the”".
std::string quoted(const std::string& token, std::int32_t rank);

// Learn: who predicts how well; the descent on its way; the held-out text with the guesses.
void draw_scores(const LanguageResult& result, Drawing& drawing, plot::Rect box);
void draw_descent(const LanguageResult& result, plot::Canvas& canvas, plot::Rect box);
void draw_passage(const LanguageResult& result, Drawing& drawing, plot::Rect box);

// Fewer features: error against their number, and the marker.
void draw_sketches(const LanguageResult& result, Drawing& drawing, plot::Rect box);

// Certificate: the spectra, rho as a distribution, and the questions of largest rho.
void draw_spectra(const LanguageResult& result, plot::Canvas& canvas, plot::Rect box);
void draw_rho(const LanguageResult& result, plot::Canvas& canvas, plot::Rect box);
void draw_rare(const LanguageResult& result, plot::Canvas& canvas, plot::Rect box);

// A level across the plot with a label that finds its own place; `draw_level` first, for all, then `label_level`.
struct Level {
  double y = 0;
  std::string words;
  plot::Ink ink = plot::Ink::truth;
  bool dashed = true;
  bool left = false;  // where its label looks first
};
void draw_level(plot::Canvas& canvas, const plot::Axes& axes, plot::Labels& labels, const Level& level);
void label_level(plot::Canvas& canvas, const plot::Axes& axes, plot::Labels& labels, const Level& level);

}  // namespace figures::language
