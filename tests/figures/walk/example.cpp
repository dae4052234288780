#include <algorithm>

#include "figures/walk/rules.hpp"

namespace walk {

Rules example() {
  return {.figure = "example",
          .states = {"d=5&N=16&threshold=-10", "threshold=2"},
          .rules = {
              {"# of # eigenvalues lie above #",
               [](const Fit& fit) {
                 // Where an eigenvalue is printed as the threshold is, it may lie on either side.
                 const std::vector<Printed> sizes = fit.column("Eigenvalue ");
                 const Printed threshold = fit.at("Threshold"), said = fit.number(1);
                 const auto least = std::ranges::count_if(sizes, [&](Printed one) { return !at_most(one, threshold); });
                 const auto most = std::ranges::count_if(sizes, [&](Printed one) { return below(threshold, one); });
                 return static_cast<double>(least) <= said.value && said.value <= static_cast<double>(most) &&
                        fit.number(2).value == static_cast<double>(sizes.size()) && same(fit.number(3), threshold);
               }},
              {"The data are # sequences of eight tokens with # numbers each.",
               [](const Fit& fit) {
                 return fit.number(1).value == fit.setting("N") && fit.number(2).value == fit.setting("d");
               }},
          }};
}

}  // namespace walk
