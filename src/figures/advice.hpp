// Advice about a parameter, "raise N", is given only where a reader can follow it: where the parameter is free, shown,
// and not at that end of its range.
#pragma once

#include <algorithm>

#include "figures/parameter.hpp"

namespace figures {

inline const Parameter* movable(const Values& values, std::string_view id) {
  const auto table = values.table();
  const auto found = std::ranges::find(table, id, &Parameter::id);
  if (found == table.end() || !values.is_shown(*found)) return nullptr;
  return values.access()[static_cast<std::size_t>(found - table.begin())] == Access::free ? &*found : nullptr;
}

inline bool can_exceed(const Values& values, std::string_view id, double value) {
  const Parameter* parameter = movable(values, id);
  return parameter != nullptr && parameter->max > value;
}
inline bool can_raise(const Values& values, std::string_view id) { return can_exceed(values, id, values.number(id)); }

inline bool can_lower(const Values& values, std::string_view id) {
  const Parameter* parameter = movable(values, id);
  return parameter != nullptr && parameter->min < values.number(id);
}

}  // namespace figures
