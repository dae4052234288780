// Words that both the picture and the description of figure "landscape" use.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "figures/landscape/landscape.hpp"

namespace figures::landscape {

bool is_real(Scene scene);  // a loss on data, not made up

std::string_view heading_of(const Result& result);

// What is shown, and that it is not all. With mathematics, as text.
std::string slice_words(const Result& result);
std::string_view axis_name(const Result& result, bool second);

// "0.206", "0 to rounding".
std::string loss_text(double loss);

// "stuck", "found it": of several balls, beside their place; and what became of one, in full.
std::string_view fate_label(Fate fate);
std::string_view fate_words(Fate fate);

// How many balls met each fate.
std::array<int, kFates> fates_of(const Result& result);

// "four"; with a capital. Up to nine.
std::string_view number_word(int number);
std::string_view number_word_first(int number);

// "Four of nine starts got stuck".
std::string finding(const Result& result);

}  // namespace figures::landscape
