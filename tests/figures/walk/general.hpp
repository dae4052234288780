// What holds for the titles and sentences of all figures.
#pragma once

#include <string>

#include "figures/walk/rules.hpp"

namespace walk {

// Whether a number, as printed, is in the table, there as a fraction if it is a percentage, or among the settings.
bool is_shown(const Told& told, const std::string& number);

// Words that advise to move a control which is locked, hidden or at that end of its range; nothing where there are
// none.
std::string idle_advice(const Told& told, const std::string& text);

// What is wrong with words wherever they stand: a place without its value, no number, one of several; nothing where all
// is well.
std::string misprint(const std::string& text);

// What is wrong with a title or a sentence whatever it means: "0 of 0", "2 head", noise where there is none; nothing
// where all is well.
std::string slip(const Told& told, const std::string& text);

}  // namespace walk
