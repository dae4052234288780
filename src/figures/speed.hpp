// How fast a figure's ranges play, for figures that let the reader choose.
#pragma once

#include <algorithm>
#include <array>

#include "figures/parameter.hpp"

namespace figures {

inline constexpr std::array kSpeeds = {
    Choice{.id = "slow", .label = "0.25 ×"},
    Choice{.id = "normal", .label = "1 ×"},
    Choice{.id = "fast", .label = "4 ×"},
};
inline constexpr Parameter kSpeed{.id = "speed",
                                  .label = "Speed",
                                  .kind = Kind::choice,
                                  .initial = 1,
                                  .choices = kSpeeds,
                                  .help = "How fast it plays.",
                                  .affects = Affects::picture};

// Times Parameter::plays; 1 for a figure without kSpeed.
inline double speed_of(const Values& values) {
  constexpr std::array kFactors = {0.25, 1.0, 4.0};
  const bool chosen = std::ranges::any_of(values.table(), [](const Parameter& one) { return one.id == kSpeed.id; });
  return chosen ? kFactors[static_cast<std::size_t>(values.integer(kSpeed.id))] : 1;
}

}  // namespace figures
