// What the panels of figure "language", first question, share: the held-out text, and who guesses how often right.
#pragma once

#include "figures/easing.hpp"
#include "figures/language/language.hpp"
#include "plot/canvas.hpp"

namespace figures::language {

inline Ink ink_of(Predictor predictor) {
  constexpr std::array kInks = {Ink::quiet, Ink::ink, Ink::ink, Ink::W, Ink::V};
  return kInks[std::to_underlying(predictor)];
}

// Whose guesses stand under the text.
inline Predictor marked(const Values& values) {
  return static_cast<Predictor>(values.integer("marks") + static_cast<int>(Predictor::bigram));
}

inline bool is_right(const PassageToken& token, Predictor who) {
  return token.guesses[std::to_underlying(who)].rank == token.actual.rank;
}

// Where the film stands; what is not learned yet has not been asked either.
inline Film film_shown(const Result& result, const Drawing& drawing) {
  return result.complete ? film_of(drawing.values) : Film{0, 0};
}

void draw_passage(const Result& result, Drawing& drawing, Rect box);
void draw_scores(const Result& result, Drawing& drawing, Rect box);

}  // namespace figures::language
