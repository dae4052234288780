#include "figures/walk/rules.hpp"

namespace walk {

Rules more_heads() { return {.figure = "more_heads", .states = {}, .rules = {}}; }

}  // namespace walk
