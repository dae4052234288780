// The panels of figure "head_count". Each takes a box, heads it, and fills it.
#pragma once

#include <string>

#include "figures/head_count/head_count.hpp"

namespace figures::head_count {

// What the pointer of the reader holds or presses in the picture.
inline constexpr std::string_view kCutRegion = "head_count.cut";
inline constexpr std::string_view kNoiseRegion = "head_count.noise";

// heading() of plot/panel.hpp, without its meaning where that would leave no room for the picture.
void panel_heading(Canvas& canvas, Rect& box, std::string_view words, std::string_view meaning);

// The singular values of W with the cut, which can be dragged, and those of S(x) with the count; one scale.
void draw_plain_spectrum(const Result& result, Drawing& drawing, Rect box);
void draw_slice_spectrum(const Result& result, Drawing& drawing, Rect box);

// How many heads could be needed at all, over d.
void draw_possible(const Result& result, Drawing& drawing, Rect box);

// The three models on fresh questions: at the chosen noise, and over all noise levels.
void draw_errors(const Result& result, Drawing& drawing, Rect box);
void draw_sweep(const Result& result, Drawing& drawing, Rect box);

// The heads that were found.
void draw_found_heads(const Result& result, Drawing& drawing, Rect box);

}  // namespace figures::head_count
