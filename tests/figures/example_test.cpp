// The worked example of src/figures/README.md is a figure like those of the list: it runs, draws, describes, and its
// threshold is dragged.
#include <doctest/doctest.h>

#include "figures/page.hpp"

namespace figures::example {
extern const Figure kFigure;
}

using figures::example::kFigure;

TEST_CASE("the worked example counts what lies above its threshold, and the threshold is dragged") {
  bench::Page page(kFigure, "d=3&N=64");
  CHECK(page.view.describe().title == "18 of 18 eigenvalues lie above 10⁻⁶");
  page.view.values().set("threshold", 2);
  CHECK(page.view.describe().title == "0 of 18 eigenvalues lie above 100");
  const plot::Point middle{500, 400};
  page.frame(middle, false);
  page.frame(middle, true);
  const double dragged = page.view.values().number("threshold");
  CHECK(dragged > -11);
  CHECK(dragged < 1);
  CHECK_FALSE(page.view.is_stale());  // another view of the same result
  CHECK(page.view.describe().table.rows.size() == 3 + 18);
}

TEST_CASE("the worked example has fewer nonzero eigenvalues than unknowns where the sequences are too few") {
  bench::Page page(kFigure, "d=4&N=16&threshold=-10");
  CHECK(page.view.describe().title == "16 of 40 eigenvalues lie above 10⁻¹⁰");
}
