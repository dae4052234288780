#include "figures/walk/rules.hpp"

namespace walk {

Rules cost() { return {.figure = "cost", .states = {}, .rules = {}}; }

}  // namespace walk
