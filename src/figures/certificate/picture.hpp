// The three panels of figure "certificate".
#pragma once

#include "figures/certificate/answer.hpp"

namespace figures::certificate {

// The eigenvalues of Lambda, what the data never saw set apart and counted.
void draw_spectrum_panel(const Result& result, Canvas& canvas, Rect box);

// A question that can be edited, what two models answer, and whether that could be known.
void draw_question_panel(const Result& result, Drawing& drawing, Rect box);

// Parts of it. The question, entries to be dragged, with what its rows and its last column are; returns what is to the
// right of it. Its rows' names take kQuestionMargin em.
inline constexpr float kQuestionMargin = 3.4F;
Rect draw_certificate_question(Drawing& drawing, const Answer& answer, Rect box);
void draw_certificate_answers(Canvas& canvas, const Answer& answer, Rect box);

// The distance to the truth along descent from a random start, beside that of the fit.
void draw_descent_panel(const Result& result, Canvas& canvas, Rect box);

// "none", "843" or "all" of the examples.
std::string gaussian_words(const Result& result);

// Where descent ends, or when it forgets its start; without its full stop.
std::string descent_words(const Result& result);

}  // namespace figures::certificate
