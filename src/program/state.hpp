#pragma once

#include <optional>
#include <string>

#include "program/passes.hpp"

namespace program {

// The sums so far, in a file, so that the same command can go on where it was ended. `command`: what they depend on
// beside the data. Written beside it first and then renamed, so that the file is whole. Errors: it cannot be written.
Expected<void> save_state(const std::string& path, const std::string& command, Gathered& gathered);

// None where there is no such file. Errors: a file that is something else, or of another command.
Expected<std::optional<Gathered>> load_state(const std::string& path, const std::string& command);

}  // namespace program
