// Figure "softmax" in a page: what clicks and drags do, and what is shown while it runs or cannot.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "figures/page.hpp"
#include "figures/softmax/softmax.hpp"

namespace {

using figures::Values;
using figures::softmax::Result;

const figures::Figure& figure() { return *figures::find("softmax"); }

Values values_of(const std::string& query) { return bench::values_of(figure(), query); }

Result run(const std::string& query) {
  const Values values = values_of(query);
  bench::Log log;
  figures::Reporter<Result> reporter(log, values.to_query(figures::Which::result));
  auto result = figures::softmax::run({.values = values, .text = {}}, reporter);
  REQUIRE(result);
  return std::move(*result);
}

struct Page : bench::Page {
  explicit Page(const std::string& query) : bench::Page(figure(), query) {}
};

}  // namespace

TEST_CASE("two equal heads are a sentence in the picture, not a wrong layer") {
  const std::string one = "0.5,-0.3,0.1,0.9";
  const std::string query = "d=2&m=2&theta=" + one + "," + one;
  const auto result = run(query);
  CHECK(result.asked.empty());
  CHECK(result.trouble.text().ends_with('.'));
  CHECK_FALSE(result.pairs.empty());
  const auto description = figures::softmax::describe(result, bench::context(values_of(query)));
  CHECK(description.title.find("do not give the layer away") != std::string::npos);
  CHECK(description.sentence.find(result.trouble.text()) != std::string::npos);
  Page page(query);
  CHECK(bench::draw(page.headless, page.view, {.width = 360, .height = 900}) > 500);
}

TEST_CASE("one head that noise hides is not told apart from others") {
  const auto result = run("d=2&m=1&noise=0.1");
  CHECK(result.asked.empty());
  CHECK(result.trouble.text() ==
        "The answers do not show 1 head: it answers nothing, or noise hides it. Lower the noise.");
}

TEST_CASE("previews show the starts on their way") {
  const Values values = values_of("road=examples&m=2");
  bench::Log log;
  log.previews = true;
  REQUIRE(bench::run(figure(), values, log));
  REQUIRE(log.shown.size() > 3);
  figures::View view(figure());
  REQUIRE(view.show(log.shown.front(), {}, true));
  CHECK(view.describe().title.find("on their way") != std::string::npos);
}

TEST_CASE("a click on a bit flips it, and nothing is learned again") {
  Page page("");
  std::set<std::string> seen;
  for (float y = 60; y < 100; y += 10) {
    for (float x = 10; x < 220; x += 9) {
      page.press({x, y});
      seen.insert(page.view.values().to_query());
    }
  }
  CHECK(page.view.values().list("u").size() == 3);
  CHECK(page.view.values().list("v").size() == 3);
  CHECK(seen.size() > 6);
  CHECK_FALSE(page.view.is_stale());
}

TEST_CASE(
    "a click on a curve shows its start, or its coordinate of the answer; a click beside the curves does nothing") {
  for (const auto& [road, parameter] : {std::pair("examples", "start"), std::pair("questions", "coordinate")}) {
    Page page(std::string("road=") + road);
    std::set<int> shown;
    int missed = 0;
    for (float y = 110; y < 420; y += 10) {
      for (const float x : {150.F, 350.F}) {
        page.view.values().reset();
        page.view.values().choose("road", road);
        page.press({x, y});
        const int chosen = page.view.values().integer(parameter);
        missed += chosen == 0 ? 1 : 0;
        shown.insert(chosen);
      }
    }
    CAPTURE(std::string(road));
    CHECK(shown.size() > 1);
    CHECK(missed > 0);
  }
}

TEST_CASE("a drag over a hidden entry changes the hidden layer, found entries cannot be dragged") {
  Page page("");
  std::set<std::string_view> changed;
  int drags = 0;
  for (float x = 620; x < 1000; x += 12) {
    page.view.values().reset();
    page.frame({x, 130}, false);
    page.frame({x, 130}, true);
    page.frame({x + 48, 130}, true);
    page.frame({x + 48, 130}, false);
    page.frame({0, 0}, false);
    const bool theta = !page.view.values().list("theta").empty();
    const bool w = !page.view.values().list("w").empty();
    CHECK_FALSE((theta && w));
    if (theta) changed.insert("theta");
    if (w) changed.insert("w");
    drags += theta || w ? 1 : 0;
    if (theta) CHECK(page.view.values().list("theta").size() == 27);
    if (!theta && !w) continue;
    CHECK(page.view.is_stale());
    CHECK(page.view.values().list("u").size() == 3);
  }
  CHECK(changed.size() == 2);
  CHECK(drags < 20);
}

TEST_CASE("new data and undo give up the edits") {
  figures::View view(figure());
  view.values().set_list("theta", std::vector<double>(27, 0.5));
  view.act("undo");
  CHECK(view.values().list("theta").empty());
  view.values().set_list("w", std::vector<double>(27, 0.5));
  view.act("again");
  CHECK(view.values().list("w").empty());
  CHECK(view.values().integer("seed") == 2);
}
