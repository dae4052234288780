// What figure "algorithm" says of a reader's own numbers.
#pragma once

#include "figures/algorithm/algorithm.hpp"

namespace figures::algorithm {

// Precondition: the result has reached the check.
std::string numbers_title(const Result& result);

// How well the heads answer what was held out, and what may be done about it.
std::string numbers_verdict(const Result& result);

// The rows of the table that other data do not have.
void add_numbers_rows(Table& table, const Result& result);

}  // namespace figures::algorithm
