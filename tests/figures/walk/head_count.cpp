#include "figures/walk/rules.hpp"

namespace walk {

Rules head_count() { return {.figure = "head_count", .states = {}, .rules = {}}; }

}  // namespace walk
