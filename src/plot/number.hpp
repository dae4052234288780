// Numbers for people: the true minus sign, digits in groups, powers of ten with real superscripts; shown here as in
// English, written with the signs of the reader's language (plot/words.hpp). No ImGui; the same strings stand in
// pictures, sentences and tables.
#pragma once

#include <concepts>
#include <string>

namespace plot {

// A whole number in groups of three: "4,096", "−1,000". Rounds what is not whole.
std::string whole(double value);
std::string whole(std::integral auto value) { return whole(static_cast<double>(value)); }

// Significant digits (1 to 15), trailing zeros dropped: "0.00123", "12.5", "4,096", "3.1·10⁸", "2.3·10⁻²⁷".
// Powers of ten from 10⁶ up (when not exactly a whole number below 10⁹) and below 10⁻³; a whole number is never
// rounded below 10⁶. "0" is zero; not a number is "–", infinities are "∞" and "−∞".
std::string number(double value, int digits = 3);

// Always a power of ten: "2.30·10⁻²⁷", zeros kept, for columns that should line up.
std::string scientific(double value, int digits = 3);

// Always `places` digits after the point, zeros kept: "0.50", "−1.00"; never "−0.00".
std::string fixed(double value, int places);

// Padded on the left with figure spaces (as wide as a tabular digit) to `width` characters.
std::string padded(std::string text, int width);

// The smallest of 1, 2, 5 times a power of ten that is not below `step`, but for rounding.
double round_step(double step);

// "10⁻⁶" for exponent -6.
std::string power_of_ten(int exponent);

// "⁻²⁷", "₁₂".
std::string superscript(int value);
std::string subscript(int value);

// From 0 to 1 as "12 %", "0.3 %", "99.97 %".
std::string percent(double fraction);

// A time: "0.4 ms", "3.2 ms", "410 ms", "1.8 s", "1 min 20 s", "3 h 05 min", "12 days", "430 years", "4 million years".
std::string duration(double seconds);

// A size: "512 B", "3.4 kB", "12 MB", "1.2 GB" (powers of 1,000).
std::string bytes(double count);

}  // namespace plot
