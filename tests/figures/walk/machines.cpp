#include "figures/walk/rules.hpp"

namespace walk {

Rules machines() { return {.figure = "machines", .states = {}, .rules = {}}; }

}  // namespace walk
