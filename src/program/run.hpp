#pragma once

#include "program/options.hpp"
#include "program/ranks.hpp"

namespace program {

// What the program does, in each of its processes; back comes its exit code. Errors are told on standard error.
int run(const Options& options, const Ranks& ranks);

}  // namespace program
