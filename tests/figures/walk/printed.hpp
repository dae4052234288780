// Numbers as titles, sentences and tables print them, read back: "4,096", "−0.31", "2.3·10⁻²⁷", "10⁻⁶".
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace walk {

// A printed number stands for all within half a unit of its last digit. What is no number compares as false.
struct Printed {
  double value = std::nan("");
  double half = 0;

  double low() const { return value - half; }
  double high() const { return value + half; }
};

// As what is printed is rounded, a claim is false only where no numbers that print so fulfil it.
bool below(Printed a, Printed b);
bool at_most(Printed a, Printed b);
inline bool same(Printed a, Printed b) { return at_most(a, b) && at_most(b, a); }
inline Printed times(Printed a, double by) { return {.value = a.value * by, .half = a.half * std::abs(by)}; }
inline Printed plus(Printed a, Printed b) { return {.value = a.value + b.value, .half = a.half + b.half}; }
Printed over(Printed a, Printed b);  // both positive

inline Printed exact(double value) { return {.value = value}; }

// A whole number without a power of ten is itself; beside one that is not whole it may be one that was rounded.
Printed printed(std::string_view number);

// Where numbers stand in a text; digits in a word, as in "x1" and "W₁", are none.
std::vector<std::string> numbers_in(std::string_view text);
std::vector<Printed> values_in(std::string_view text);
Printed first_in(std::string_view text);  // no number where there is none

}  // namespace walk
