// The table of figure "language": every number that is published, and what each claim is held against.
#pragma once

#include "figures/language/language.hpp"

namespace figures::language {

Table language_table(const Result& result, std::span<const double> times);

}  // namespace figures::language
