// How fast this device is, from what was done and how long it took; and how long anything else would take it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "figures/cost/cost.hpp"
#include "figures/cost/counts.hpp"
#include "plot/words.hpp"

namespace figures::cost {

// Multiply-adds a second.
struct Device {
  double products = 0;
  double cholesky = 0;
  double spectrum = 0;

  double rate(Part part) const;
  double seconds(const PartCost& cost, Part part) const { return cost.work / rate(part); }
  double seconds(const RouteCost& cost) const;
};

// Nothing where nobody measured, or where a clock was too coarse to see a kernel run. `times`: milliseconds a stage.
std::optional<Device> device_of(const Result& result, std::span<const double> times);

// One run of Algorithm 1 at a small size: the claim of these formulas and rates, and what happened. In seconds.
struct Trial {
  double predicted = 0;
  double took = 0;
};
std::optional<Trial> trial_of(const Result& result, std::span<const double> times);

// Spans of time that people know, rising.
struct Span {
  double seconds;
  Phrase longer;
};
inline constexpr double kYear = 365.25 * 86400;
inline constexpr std::array<Span, 10> kSpans = {{
    {0.15, Phrase("longer than a blink")},
    {60, Phrase("longer than a minute")},
    {3600, Phrase("longer than an hour")},
    {86400, Phrase("longer than a day")},
    {kYear, Phrase("longer than a year")},
    {80 * kYear, Phrase("longer than a human life")},
    {5000 * kYear, Phrase("longer than all of written history")},
    {3e5 * kYear, Phrase("longer than our species is old")},
    {66e6 * kYear, Phrase("longer than the time since the dinosaurs")},
    {13.8e9 * kYear, Phrase("longer than the age of the universe")},
}};

// "less than a blink", "longer than a year", "65 million times the age of the universe".
std::string in_human_terms(double seconds);

}  // namespace figures::cost
