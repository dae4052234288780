// The parameters that several figures share, and what goes with them. A figure changes what differs:
//   kSeed.shown_while(kRandom)
#pragma once

#include "figures/figure.hpp"

namespace figures {

// --- Data -----------------------------------------------------------------------------------------------------------

inline constexpr Parameter kSeed =
    range("seed", "Seed", 1, 9999, 1, "The same seed gives the same numbers on every screen.");
inline constexpr Parameter kNewData = action("again", "New data", "Takes the next seed.");

// What kNewData does; other actions leave the seed alone. After the last seed comes the first.
inline void take_next_seed(std::string_view action, Values& values) {
  if (action != kNewData.id) return;
  const double seed = values.number(kSeed.id);
  values.set(kSeed.id, seed < kSeed.max ? seed + 1 : kSeed.min);
}

// Numbers in a token.
constexpr Parameter token_size(double least, double most, double initial, std::string_view help) {
  return range("d", "Token size d", least, most, initial, help).with_symbol("d");
}

// Tokens in a sequence.
inline constexpr std::array kTokenStops = {1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0};
constexpr Parameter tokens(double initial, std::span<const double> stops = kTokenStops) {
  return range("n", "Tokens n", stops, initial, "Tokens in one sequence.").with_symbol("n");
}

// Sequences to learn from, from the first to the last of the stops.
constexpr Parameter sequences(double initial, std::span<const double> stops, std::string_view help) {
  return range("N", "Sequences N", stops, initial, help).with_symbol("N");
}

// Of an associative memory: how many of its sequences are not of the kind that leaves W open, and how large they are.
inline constexpr std::array kShareStops = {0.0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0};
inline constexpr Parameter kGaussianShare =
    range("share", "Gaussian share", kShareStops, 0,
          "Share of examples with Gaussian keys and values; the others have orthonormal ones.")
        .with_symbol("Lambda");
constexpr Parameter key_size(double initial) {
  return range("m", "Key size m", 2, 4, initial,
               "Keys and values have m numbers each, so a token has d = 2m numbers; m pairs are stored.")
      .with_symbol("d");
}

// Heads of a layer.
constexpr Parameter heads(std::string_view label, double most, double initial, std::string_view help) {
  return range("H", label, 1, most, initial, help).with_symbol("H");
}

std::string heads_text(auto count) { return counted("%1 head", "%1 heads", count); }

// Standard deviation of noise.
inline constexpr std::array kNoiseStops = {0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};
constexpr Parameter noise(double initial, std::string_view help) {
  return range("noise", "Noise", kNoiseStops, initial, help);
}

// Penalty of the regression, from the first to the last of the stops.
constexpr Parameter ridge(double initial, std::span<const double> stops, std::string_view help) {
  return range("lambda", "Ridge λ", stops, initial, help).with_symbol("lambda");
}

// The learning rate of descent, from the first to the last of the stops.
constexpr Parameter learning_rate(double initial, std::span<const double> stops, std::string_view help) {
  return range("rate", "Learning rate", stops, initial, help);
}

// --- Films ----------------------------------------------------------------------------------------------------------

// N of them, at equal distances from 0 to `end`.
template <std::size_t N>
constexpr std::array<double, N> even_stops(double end) {
  std::array<double, N> stops = {};
  for (std::size_t k = 0; k < N; ++k) stops[k] = static_cast<double>(k) * end / (N - 1);
  return stops;
}

// --- Text -----------------------------------------------------------------------------------------------------------

inline constexpr TextInput kArticle{.label = "Your words",
                                    .help = "Paste or drop any text. It stays in this page.",
                                    .sample = "article.txt",
                                    .placeholder = "The article's own words are used until you paste others.",
                                    .back = "Use the article's words",
                                    .max_bytes = 5'000'000};

}  // namespace figures
