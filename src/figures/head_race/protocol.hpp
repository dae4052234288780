// How the race is run, beside how the paper ran its own; in words for picture and table.
#pragma once

#include <span>
#include <string>

#include "figures/head_race/head_race.hpp"

namespace figures::head_race {

// What is the same whatever the settings.
std::string shared_protocol();

// What differs: ours, and the paper's in brackets.
std::string own_protocol(const Result& result);

// "6 runs on one task from different starts."
std::string runs_words(const Result& result);

// The closed form's time for one run, "0.06 ms"; nothing where nobody measured.
std::string solving_time(const Result& result, std::span<const double> times);

}  // namespace figures::head_race
