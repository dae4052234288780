// Sorting in little code. std::sort unfolds a dozen functions for every order that it is given: those that a first
// figure needs were 7 KB of a compressed page.
#pragma once

#include <algorithm>
#include <functional>

namespace plot {

// Heapsort: n log n steps in place, for some thousands of items. Equal items come in any order; let `before` tell them
// apart where that could be seen.
template <class Items, class Before = std::ranges::less>
void sort(Items& items, Before before = {}) {
  std::ranges::make_heap(items, before);
  std::ranges::sort_heap(items, before);
}

}  // namespace plot
