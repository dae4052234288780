#include <algorithm>
#include <array>

#include "figures/figure.hpp"

namespace figures {

extern const Figure kLandscape;
extern const Figure kFeatureMap;
extern const Figure kRelaxation;
extern const Figure kAlgorithm;
extern const Figure kHeadCount;
extern const Figure kSamples;
extern const Figure kCertificate;

namespace {

// Article order.
constexpr std::array kFigures = {&kLandscape, &kFeatureMap, &kRelaxation, &kAlgorithm,
                                 &kHeadCount, &kSamples,    &kCertificate};

}  // namespace

std::span<const Figure* const> all() { return kFigures; }

const Figure* find(std::string_view id) {
  const auto found = std::ranges::find(kFigures, id, &Figure::id);
  return found == kFigures.end() ? nullptr : *found;
}

}  // namespace figures
