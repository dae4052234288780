#include "figures/walk/rules.hpp"

namespace walk {

Rules turing() { return {.figure = "turing", .states = {}, .rules = {}}; }

}  // namespace walk
