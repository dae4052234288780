// A figure as a reader has it before them: a view with its result, and a pointer to press with.
#pragma once

#include <string>

#include "figures/bench.hpp"

namespace bench {

struct Page {
  figures::View view;
  plot::HeadlessContext headless;
  plot::Look look{.width = 1000, .height = 700};

  Page(const figures::Figure& figure, const std::string& query, std::string_view text = {}) : view(figure) {
    view.values() = values_of(figure, query);
    Log log;
    const auto bytes = run(figure, view.values(), log, text);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, {}, false));
  }
  void frame(plot::Point at, bool down) {
    headless.pointer.next(at, true, down, false);
    headless.frame(look, [&](plot::Canvas& canvas) { view.draw(canvas, false); });
  }
  void press(plot::Point at) {
    frame(at, false);
    frame(at, true);
    frame(at, false);
    frame(at, false);
  }
};

}  // namespace bench
