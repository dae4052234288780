// The seed that figures draw from, and the button that takes the next one.
#pragma once

#include "figures/parameter.hpp"

namespace figures {

inline constexpr Parameter kSeed{.id = "seed",
                                 .label = "Seed",
                                 .min = 1,
                                 .max = 9999,
                                 .initial = 1,
                                 .help = "The same seed gives the same numbers on every screen."};
inline constexpr Parameter kNewData{
    .id = "again", .label = "New data", .kind = Kind::action, .help = "Takes the next seed."};

// What kNewData does; other actions leave the seed alone. After the last seed comes the first.
inline void take_next_seed(std::string_view action, Values& values) {
  if (action != kNewData.id) return;
  const double seed = values.number(kSeed.id);
  values.set(kSeed.id, seed < kSeed.max ? seed + 1 : kSeed.min);
}

}  // namespace figures
