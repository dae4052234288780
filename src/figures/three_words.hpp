// The article's first example, "cats eat fish" (web/article/three_words.mjs): each word a token of two numbers, and a
// head.
#pragma once

#include <array>

#include "figures/figure.hpp"

namespace figures {

inline constexpr Choice kThreeWords = {"sentence", "“cats eat fish”"};
inline constexpr std::array kWords = {Phrase("cats"), Phrase("eat"), Phrase("fish")};
inline constexpr std::array kMeanings = {Phrase("animal"), Phrase("food")};

// A column for each word, a row for each meaning: 2 x 3.
inline Matrix three_words() { return Matrix{{1, 0, 1}, {0, 1, 1}}; }

// Compares food and brings back animals: of a sentence it counts the animals that are food.
inline learner::Head edible_animals() { return {.V = Matrix{{1, 0}, {0, 0}}, .Q = Matrix{{0, 0}, {0, 1}}}; }

}  // namespace figures
