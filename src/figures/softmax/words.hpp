// Sentences of figure "softmax", for the picture and for who cannot see it; with mathematics between dollars.
#pragma once

#include "figures/softmax/switches.hpp"
#include "plot/panel.hpp"

namespace figures::softmax {

// What a question of two tokens is.
std::string question_words();

// Over the answer: which coordinate, and whether the learner asked.
std::string answer_words(const Result& result, const Chosen& chosen);

// What the matrices show: what the question asks about, or why nothing was found.
std::string layer_words(const Result& result, const Chosen& chosen);
std::string start_words(const Result& result, std::optional<std::size_t> start);

// What became of a start: "arrived".
std::string state_words(const Start& start);

std::string title_of(const Result& result);
std::string sentence_of(const Result& result);

// The numbers beside the matrices; of a question, with the difference of the sum of its switches from attention itself.
std::vector<plot::Fact> facts_of(const Result& result, const Chosen* chosen);

// "2.7·10⁻¹²"
std::string error_text(double error);

}  // namespace figures::softmax
