#include "figures/walk/rules.hpp"

namespace walk {

Rules feature_map() { return {.figure = "feature_map", .states = {}, .rules = {}}; }

}  // namespace walk
