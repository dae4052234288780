#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "figures/advice.hpp"
#include "figures/catalogue.hpp"
#include "figures/json.hpp"
#include "figures/parameter.hpp"
#include "figures/parameters.hpp"

namespace {

using figures::Choice;
using figures::Kind;
using figures::Parameter;
using figures::Values;
using figures::Which;

constexpr std::array kColours = {Choice{.id = "red", .label = "Red"}, Choice{.id = "blue", .label = "Blue"}};
constexpr std::array kStops = {0.0, 0.001, 0.1, 1.0};
constexpr std::array kTable = {
    Parameter{.id = "size", .label = "Size", .min = 2, .max = 16, .initial = 4},
    Parameter{.id = "noise", .label = "Noise", .min = 0, .max = 1, .step = 0, .initial = 0, .stops = kStops},
    Parameter{.id = "colour", .label = "Colour", .kind = Kind::choice, .choices = kColours},
    Parameter{.id = "depth",
              .label = "Depth",
              .min = 0,
              .max = 1,
              .step = 0.25,
              .initial = 0.5,
              .shown = {.id = "colour", .choices = 2}},
    Parameter{.id = "fast", .label = "Fast", .kind = Kind::toggle, .initial = 1},
    Parameter{.id = "zoom", .label = "Zoom", .min = 1, .max = 3, .initial = 1, .affects = figures::Affects::picture},
    Parameter{.id = "go", .label = "Go", .kind = Kind::action},
};
constexpr std::array kLists = {
    Parameter{
        .id = "balls", .label = "Balls", .kind = Kind::numbers, .min = -2, .max = 2, .step = 0, .most = 6, .group = 2},
    Parameter{.id = "wholes",
              .label = "Wholes",
              .kind = Kind::numbers,
              .min = 0,
              .max = 9,
              .most = 3,
              .affects = figures::Affects::picture},
    Parameter{.id = "entries",
              .label = "Entries",
              .kind = Kind::numbers,
              .min = -2,
              .max = 2,
              .step = 0.01,
              .most = 3,
              .affects = figures::Affects::picture},
};

std::vector<double> listed(const Values& values, std::string_view id) {
  const auto list = values.list(id);
  return {list.begin(), list.end()};
}

}  // namespace

TEST_CASE("values start as the table says and stay within its limits and steps") {
  Values values(kTable);
  CHECK(values.number("size") == 4);
  values.set("size", 7.4);
  CHECK(values.number("size") == 7);
  values.set("size", 1e9);
  CHECK(values.number("size") == 16);
  values.set("size", std::nan(""));
  CHECK(values.number("size") == 16);
  values.set("depth", 0.6);
  CHECK(values.number("depth") == 0.5);
  values.set("noise", 0.0123);
  CHECK(values.number("noise") == 0.0123);
  values.set("colour", 5);
  CHECK(values.choice("colour") == "blue");
  values.reset();
  CHECK(values == Values(kTable));
}

TEST_CASE("a query reads back what was written, to the last bit") {
  Values values(kTable);
  values.set("noise", 0.1 + 0.2);
  values.set("size", 9);
  values.choose("colour", "blue");
  values.set("depth", 0.75);
  Values other(kTable);
  CHECK(other.read_query(values.to_query()).empty());
  CHECK(other == values);
  CHECK(other.number("noise") == 0.1 + 0.2);
}

TEST_CASE("a query lists what it is asked for") {
  Values values(kTable);
  CHECK(values.to_query() == "");
  CHECK(values.to_query(Which::all) == "size=4&noise=0&colour=red&depth=0.5&fast=1&zoom=1");
  CHECK(values.to_query(Which::result) == "size=4&noise=0&colour=red&fast=1");
  values.set("zoom", 2);
  CHECK(values.to_query() == "zoom=2");
  CHECK(values.to_query(Which::result) == "size=4&noise=0&colour=red&fast=1");
}

TEST_CASE("what a query cannot set gets a sentence and changes nothing") {
  for (const char* bad : {"size=17", "size=", "size=four", "size=nan", "size=1e999", "size=4x", "colour=green",
                          "fast=2", "fast=0.5", "size=4.5", "size=3.9999999", "unknown=1", "go=1", "=3", "size",
                          "size=-inf", "colour=0", "depth=1.01", "depth=-0.01"}) {
    CAPTURE(bad);
    Values values(kTable);
    const auto notices = values.read_query(bad);
    REQUIRE(notices.size() == 1);
    CHECK(notices.front().ends_with('.'));
    CHECK(values == Values(kTable));
  }
  for (const char* beyond : {"size=17", "size=1", "depth=1.01", "depth=-0.01"}) {
    CAPTURE(beyond);
    CHECK(Values(kTable).read_query(beyond).front().contains(" must lie between "));
  }
}

TEST_CASE("what lies between two values that a control can have is not rounded, and both are named") {
  Values values(kTable);
  CHECK(values.read_query("size=7.5").front() == "Size can be 7 or 8, but not 7.5.");
  CHECK(values.read_query("size=1.28e1").front() == "Size can be 12 or 13, but not 1.28e1.");
  Values lists(kLists);
  CHECK(lists.read_query("wholes=1,2.5").front() == "Each of Wholes can be 2 or 3, but not 2.5.");
}

TEST_CASE("a number between steps below 1 is taken as it is typed, and its link is as it was") {
  Values values(kTable);
  CHECK(values.read_query("depth=0.613").empty());
  CHECK(values.number("depth") == 0.613);
  CHECK(values.to_query(Which::all).contains("depth=0.613"));
  Values lists(kLists);
  CHECK(lists.read_query("entries=0.123,-1.75,0.5").empty());
  CHECK(lists.to_query() == "entries=0.123,-1.75,0.5");
  lists.set_list("entries", {0.123, 1.234, std::nan("")});  // a hand on the second and the third
  CHECK(listed(lists, "entries") == std::vector<double>{0.123, 1.23, 0});
}

TEST_CASE("a sentence quotes whole letters of what it cannot take") {
  const std::string kept(39, 'x');
  const std::string text = kept + "é";  // its 40th byte is the first half of a letter
  Values values(kTable);
  for (const auto& notices :
       {values.read_query(text + "=1"), values.read_query("size=" + text), values.fix(text, "")}) {
    REQUIRE(notices.size() == 1);
    CHECK(notices.front().find("“" + kept + "”") != std::string::npos);
  }
}

TEST_CASE("a bad setting does not keep the good ones beside it from being read") {
  Values values(kTable);
  CHECK(values.read_query("&size=99&&noise=0.5&").size() == 1);
  CHECK(values.number("noise") == 0.5);
}

TEST_CASE("an id that there is not is answered with the figure's name and the ids that there are") {
  CHECK(figures::no_parameter(kTable, "d").starts_with("This figure has no parameter \"d\"; it has size, noise, "));
  const figures::Figure& cost = *figures::find("cost");
  const std::string words = figures::no_parameter(cost.parameters, "siez");
  CHECK(words.starts_with("Figure \"cost\" has no parameter \"siez\"; it has "));
  for (const Parameter& parameter : cost.parameters)
    CHECK_MESSAGE(words.find(parameter.id) != std::string::npos, parameter.id);
}

TEST_CASE("slider stops run from the lowest to the highest value and find their way back") {
  for (const Parameter& parameter : kTable) {
    if (parameter.kind == Kind::action) continue;
    const int count = figures::stop_count(parameter);
    CHECK(count >= 2);
    for (int stop = 0; stop < count; ++stop) {
      CHECK(figures::nearest_stop(parameter, figures::stop_value(parameter, stop)) == stop);
    }
    CHECK(figures::stop_value(parameter, -5) == figures::stop_value(parameter, 0));
    CHECK(figures::stop_value(parameter, 10000) == figures::stop_value(parameter, count - 1));
  }
}

TEST_CASE("a control is shown only while its condition holds") {
  Values values(kTable);
  CHECK_FALSE(values.is_shown(kTable[3]));
  values.choose("colour", "blue");
  CHECK(values.is_shown(kTable[3]));
  CHECK(figures::controls_json(values, values.access())
            .find("\"id\":\"depth\",\"value\":0.5,\"stop\":2,\"stops\":5,\"text\":\"0.5\",\"shown\":true") !=
        std::string::npos);
}

TEST_CASE("a query about a control that only another choice shows makes that choice, unless it makes one itself") {
  Values values(kTable);
  CHECK(values.read_query("depth=0.75").empty());
  CHECK(values.to_query() == "colour=blue&depth=0.75");
  for (const char* query : {"depth=1&colour=red", "colour=red&depth=1"}) {
    values.reset();
    CHECK(values.read_query(query).empty());
    CHECK(values.choice("colour") == "red");
    CHECK(values.to_query().empty());
  }
  values.reset();
  CHECK(values.read_query("depth=deep").size() == 1);
  CHECK(values.choice("colour") == "red");  // what it cannot take says nothing
  // A layer of random attention is no memory, whatever the size of keys.
  Values algorithm(figures::find("algorithm")->parameters);
  CHECK(algorithm.read_query("layer=edible&m=2").empty());
  CHECK(algorithm.to_query() == "layer=edible");
  CHECK(algorithm.read_query("m=2").empty());
  CHECK(algorithm.choice("source") == "memory");
}

TEST_CASE("JSON escapes what would break it") {
  figures::Json json;
  json.open('{')
      .field("a\"b", "line\nend\\")
      .field("x", std::nan(""))
      .key("y")
      .open('[')
      .number(1)
      .number(0.1)
      .boolean(true);
  CHECK(json.close(']').close('}').take() == R"({"a\"b":"line\u000aend\\","x":null,"y":[1,0.1,true]})");
}

TEST_CASE("a list starts empty, keeps whole groups of allowed numbers, and reads back to the last bit") {
  Values values(kLists);
  CHECK(values.list("balls").empty());
  CHECK(values.to_query() == "");
  CHECK(values.to_query(Which::result) == "balls=");
  values.set_list("balls", {0.1 + 0.2, -5, std::nan(""), 1, 0.5});
  CHECK(listed(values, "balls") == std::vector<double>{0.1 + 0.2, -2, 0, 1});
  values.set_list("wholes", {1.4, 12, 3, 4});
  CHECK(listed(values, "wholes") == std::vector<double>{1, 9, 3});
  CHECK(values.to_query() == "balls=0.30000000000000004,-2,0,1&wholes=1,9,3");
  Values other(kLists);
  CHECK(other.read_query(values.to_query()).empty());
  CHECK(other == values);
  CHECK(other.read_query("balls=").empty());
  CHECK(other.list("balls").empty());
  CHECK_FALSE(other == values);
  values.reset();
  CHECK(values == Values(kLists));
}

TEST_CASE("a list that cannot be taken gets a sentence and changes nothing") {
  for (const char* bad : {"balls=1", "balls=1,2,3", "balls=1,3", "balls=1,x", "balls=1,,2,1", "balls=1,1,1,1,1,1,1,1",
                          "wholes=-1", "wholes=1,2.5"}) {
    CAPTURE(bad);
    Values values(kLists);
    values.set_list("balls", {1, 2});
    const Values before = values;
    const auto notices = values.read_query(bad);
    REQUIRE(notices.size() == 1);
    CHECK(notices.front().ends_with('.'));
    CHECK(values == before);
  }
}

TEST_CASE("controls name what a list holds and which range plays") {
  Values values(kLists);
  values.set_list("balls", {1, -0.5});
  CHECK(figures::controls_json(values, values.access())
            .find("\"id\":\"balls\",\"value\":2,\"list\":[1,-0.5],\"shown\":true,\"locked\":false,\"playing\":false") !=
        std::string::npos);
  const Values zoomed(kTable);
  CHECK(figures::controls_json(zoomed, zoomed.access(), "zoom").find("\"locked\":false,\"playing\":true") !=
        std::string::npos);
}

TEST_CASE("new data takes the next seed, after the last the first, and no other action touches it") {
  constexpr std::array kSeeds = {figures::kSeed, figures::kNewData};
  Values values(kSeeds);
  figures::take_next_seed("again", values);
  CHECK(values.number("seed") == 2);
  figures::take_next_seed("clear", values);
  CHECK(values.number("seed") == 2);
  values.set("seed", 9999);
  figures::take_next_seed("again", values);
  CHECK(values.number("seed") == 1);
}

TEST_CASE("numbers in addresses have no plus, which would be read as a space") {
  CHECK(figures::shortest_decimal(10) == "10");
  CHECK(figures::shortest_decimal(-20000) == "-20000");
  CHECK(figures::shortest_decimal(3.36e8) == "3.36e8");
  CHECK(figures::shortest_decimal(1e100) == "1e100");
  CHECK(figures::shortest_decimal(0.1) == "0.1");
}

TEST_CASE("what is locked or hidden keeps its value whatever a reader does, and the page may set it") {
  for (const bool hide : {false, true}) {
    Values values(kTable);
    CHECK(values.fix(hide ? "" : "size,colour", hide ? "size,colour" : "").empty());
    values.set("size", 9);
    values.choose("colour", "blue");
    values.set("noise", 0.5);
    CHECK(values.to_query() == "noise=0.5");
    CHECK(values.read_query("size=7&colour=blue").empty());
    CHECK(values.to_query() == "size=7&noise=0.5&colour=blue");
    values.set("size", 9);
    CHECK(values.number("size") == 7);
    values.reset();
    CHECK(values == Values(kTable));
  }
  Values lists(kLists);
  CHECK(lists.fix("balls", "").empty());
  lists.set_list("balls", {1, 2});
  CHECK(lists.list("balls").empty());
}

TEST_CASE("all controls can be locked or hidden at once, hiding counts more, and the next list replaces the last") {
  using figures::Access;
  Values values(kTable);
  CHECK(values.fix("all", "noise,,").empty());
  for (std::size_t at = 0; at < kTable.size(); ++at)
    CHECK(values.access()[at] == (at == 1 ? Access::hidden : Access::locked));
  CHECK(values.fix("", "").empty());
  CHECK(std::ranges::count(values.access(), Access::free) == std::ssize(kTable));
  values.set("size", 9);
  CHECK(values.number("size") == 9);
}

TEST_CASE("a control that there is not gets a sentence, and the others are fixed") {
  Values values(kTable);
  const auto notices = values.fix("size,Size", "wide,zoom");
  REQUIRE(notices.size() == 2);
  CHECK(notices[0] == "This figure has no control “Size” to lock or hide.");
  CHECK(values.access()[0] == figures::Access::locked);
  CHECK(values.access()[5] == figures::Access::hidden);
}

TEST_CASE("controls say what is locked and leave out what is hidden") {
  Values values(kTable);
  CHECK(values.fix("size", "noise").empty());
  const std::string json = figures::controls_json(values, values.access());
  CHECK(json.find("\"text\":\"4\",\"shown\":true,\"locked\":true") != std::string::npos);
  CHECK(json.find("\"text\":\"0\",\"shown\":false,\"locked\":false") != std::string::npos);
}

TEST_CASE("advice about a parameter can be followed where it is free, shown, and not at that end of its range") {
  Values values(kTable);
  CHECK(figures::can_raise(values, "size"));
  CHECK(figures::can_exceed(values, "size", 15.5));
  CHECK_FALSE(figures::can_exceed(values, "size", 16));
  values.set("size", 16);
  CHECK_FALSE(figures::can_raise(values, "size"));
  CHECK(figures::can_lower(values, "size"));
  CHECK_FALSE(figures::can_lower(values, "noise"));
  CHECK_FALSE(figures::can_raise(values, "depth"));  // not shown with this colour
  values.choose("colour", "blue");
  CHECK(figures::can_raise(values, "depth"));
  CHECK(values.fix("size", "").empty());
  CHECK_FALSE(figures::can_lower(values, "size"));
}
