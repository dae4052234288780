// What the tests of the figures share: running a figure without a page, and drawing it without a window.
#pragma once

#include <doctest/doctest.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "figures/view.hpp"
#include "plot/headless_context.hpp"

namespace bench {

// Writes down what compute reports. Gives previews when `previews` is set.
class Log final : public figures::Progress {
 public:
  void begin(int stage) override { stages.push_back(stage); }
  void report(double fraction) override { fractions.push_back(fraction); }
  bool wants_preview() override { return previews; }
  void preview(figures::Bytes result) override { shown.push_back(std::move(result)); }

  bool previews = false;
  std::vector<int> stages;
  std::vector<double> fractions;
  std::vector<figures::Bytes> shown;
};

// A text that can be learned from, long enough for every setting.
inline std::string some_text() {
  std::string text;
  for (int k = 0; k < 400; ++k)
    text += "Attention weighs what was said before; number " + std::to_string(k * k % 97) + " counts. ";
  return text;
}

// The values of a figure's address, all of which must be understood.
inline figures::Values values_of(const figures::Figure& figure, std::string_view query) {
  figures::Values values(figure.parameters);
  REQUIRE_MESSAGE(values.read_query(query).empty(), std::string(query));
  return values;
}

// What a figure's run gives: a result, or why there is none.
template <class Result>
figures::Expected<Result> attempt(figures::Expected<Result> (&run)(const figures::Request&, figures::Reporter<Result>&),
                                  const figures::Values& values, std::string_view text = {}) {
  Log log;
  figures::Reporter<Result> reporter(log, values.to_query(figures::Which::result));
  return run({.values = values, .text = text}, reporter);
}

// The result of a run that must have one.
template <class Result>
Result result_of(figures::Expected<Result> (&run)(const figures::Request&, figures::Reporter<Result>&),
                 const figures::Values& values, std::string_view text = {}) {
  auto result = attempt(run, values, text);
  REQUIRE(result);
  return std::move(*result);
}

inline figures::Expected<figures::Bytes> run(const figures::Figure& figure, const figures::Values& values, Log& log,
                                             std::string_view text = {}) {
  return figure.compute({.values = values, .text = text}, log);
}

// Runs a view's figure with these values and shows the result. False: it has none.
inline bool show(figures::View& view, const figures::Values& values, std::string_view text = {}) {
  Log log;
  const auto bytes = run(view.figure(), values, log, text);
  view.values() = values;
  return bytes && view.show(*bytes, {}, false);
}

// What a figure describes a result with: the settings of these values, which are also those shown.
inline figures::Context context(const figures::Values& values, std::span<const double> times = {}) {
  return {.settings = values, .values = values, .times = times};
}
// The same with the figure's own values.
inline figures::Context context(std::string_view figure, std::span<const double> times = {}) {
  static std::map<std::string_view, figures::Values> defaults;
  const figures::Figure& found = *figures::find(figure);
  return context(defaults.try_emplace(found.id, found.parameters).first->second, times);
}

// What a figure's table says in the row of this name, or else in the first whose name begins so; nothing where there is
// none.
inline std::string cell(const figures::Description& description, std::string_view name, std::size_t column = 1) {
  const auto& rows = description.table.rows;
  const auto name_of = [](const auto& row) -> const std::string& { return row.front(); };
  auto row = std::ranges::find(rows, name, name_of);
  if (row == rows.end())
    row = std::ranges::find_if(rows, [&](const std::string& each) { return each.starts_with(name); }, name_of);
  return row == rows.end() ? "" : row->at(column);
}

// Draws `frames` frames of a view and returns the vertices of the last one.
inline int draw(plot::HeadlessContext& headless, figures::View& view, const plot::Look& look, int frames = 3) {
  int vertices = 0;
  for (int k = 0; k < frames; ++k) {
    const ImDrawData& data = headless.frame(look, [&](plot::Canvas& canvas) { view.draw(canvas, look.width >= 600); });
    vertices = data.TotalVtxCount;
  }
  return vertices;
}

}  // namespace bench
