#include "figures/walk/rules.hpp"

namespace walk {

Rules relaxation() { return {.figure = "relaxation", .states = {}, .rules = {}}; }

}  // namespace walk
