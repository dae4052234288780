// The pictures of figure "algorithm", one for each stage, in two panels.
#pragma once

#include "figures/algorithm/algorithm.hpp"

namespace figures::algorithm {

// The stage's own object at large, and beside it the evidence for it.
struct StagePanels {
  void (*main)(const Result&, Canvas&, Rect);
  void (*side)(const Result&, Canvas&, Rect);
  void (*thumbnail)(const Result&, Canvas&, Rect);
};

// Of the last stage: against a known truth, on held-out text, and on held-out numbers of the reader's.
StagePanels check_panels();
StagePanels text_check_panels();
StagePanels numbers_check_panels();

StagePanels panels_of(Step stage, const Result& result);

}  // namespace figures::algorithm
