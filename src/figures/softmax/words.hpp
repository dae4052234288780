// What the three roads of figure "softmax" say, describe*.cpp, and what they share.
#pragma once

#include "figures/softmax/softmax.hpp"

namespace figures::softmax {

void describe_questions(const Result& result, const Setting& setting, const Values& values, Description& description);
void describe_starts(const Result& result, const Setting& setting, Description& description);
void describe_heads(const Result& result, const Setting& setting, std::span<const double> times,
                    Description& description);

inline std::string error_text(double error) { return number(error, 2); }

// What the learner says against examples, its advice only where it can be followed.
std::string too_few_text(const Error& error, const Values& values);

// Two hidden heads, and the columns of Theta in which they are alike: when only the sign of such a column is flipped,
// both switch at one place.
struct Alike {
  Index one, other;
  std::vector<Index> columns;
};
std::vector<Alike> alike_heads(const Heads& heads);

// Of a layer found that is wrong in two heads alone, those whose Θ are nearly one: why.
std::string near_text(const Found& found, const Heads& truth);

// Why sequences of signs do not decide the layer, however long or many; nothing where that is not known.
std::string traded_text(const Heads& truth);
std::string cancelled_text(const Heads& truth);

// Why the examples do not decide the layer.
std::string open_sentence(const Result& result, const Setting& setting);

// The errors of each head; no rows where nothing was found.
void add_found(Rows& rows, Phrase by, const Found& found);

}  // namespace figures::softmax
