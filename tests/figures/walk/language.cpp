#include "figures/walk/rules.hpp"

namespace walk {

Rules language() { return {.figure = "language", .states = {}, .rules = {}}; }

}  // namespace walk
