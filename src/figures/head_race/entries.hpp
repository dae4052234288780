// Who takes part: the table of models that figure "head_race" offers, and what each is called.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "figures/head_race/head_race.hpp"

namespace figures::head_race {

// A model that a switch puts into the race.
struct Offer {
  std::string_view id;  // of its parameter
  std::int32_t heads;
  std::int32_t layers;
  bool full;
};

inline constexpr std::array kOffers = {
    Offer{"h1", 1, 1, false},   Offer{"h2", 2, 1, false},      Offer{"h4", 4, 1, false},      Offer{"h8", 8, 1, false},
    Offer{"h16", 16, 1, false}, Offer{"layers2", 4, 2, false}, Offer{"layers4", 4, 4, false}, Offer{"full", 4, 1, true},
};

// Tokens of full models are embedded in so many coordinates.
inline constexpr int kFullWidth = 4;

// Those that the values put into the race, the reader's own last.
std::vector<Entry> entries_of(const Values& values);

// "16 heads", "2 layers", "full", "yours": for labels.
std::string short_name(const Entry& entry);

// "16 heads", "4 heads in 2 layers", "softmax, MLP and layer norm, 4 heads": for sentences.
std::string long_name(const Entry& entry);

// The same to begin with: "Softmax, MLP and layer norm, 4 heads".
std::string first_name(const Entry& entry);

}  // namespace figures::head_race
