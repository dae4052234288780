#include "figures/walk/rules.hpp"

namespace walk {

Rules phases() { return {.figure = "phases", .states = {}, .rules = {}}; }

}  // namespace walk
