// What the words of a figure's title and sentence mean, as inequalities over the numbers of the table beside them. A
// rule is written from the words, never from the code that says them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "figures/figure.hpp"
#include "figures/walk/printed.hpp"

namespace walk {

// What a figure tells of one state.
struct Told {
  const figures::Values& values;
  figures::Description description;

  // The cell of the row with this name, the first number in it, and all of them; nothing, and no number, without it.
  std::string cell(std::string_view name, std::size_t column = 1) const;
  Printed at(std::string_view name) const;
  std::vector<Printed> all(std::string_view name) const;
  bool has(std::string_view name) const;
  // The cells of all rows with such a name: "Ball *".
  std::vector<std::string> cells(std::string_view start, std::string_view end = "") const;
  // The first number of each.
  std::vector<Printed> column(std::string_view start, std::string_view end = "") const;
  // Whether every film stands at its end.
  bool is_over() const;
  double setting(std::string_view id) const { return values.number(id); }
  bool chose(std::string_view id, std::string_view choice) const { return values.choice(id) == choice; }
};

// A title or sentence that a rule's pattern fits, and what stands in its places, from 1.
struct Fit : Told {
  std::string text;
  std::vector<std::string> places;

  const std::string& words(std::size_t place) const { return places[place - 1]; }
  Printed number(std::size_t place) const { return printed(words(place)); }
};

// In a pattern # stands for a number that is in the table or a setting, @ for one that the rule works out, ~ for any
// words, {a|b} for either, [a] for a or nothing. It fits a whole title or a whole sentence. The
// first that fits counts.
struct Rule {
  std::string_view pattern;
  std::function<bool(const Fit&)> holds;
  bool rare = false;  // no state is known that says it
};

// What must be said where it is true.
struct Due {
  std::string_view pattern;
  std::function<bool(const Told&)> where;
};

struct Rules {
  std::string_view figure;
  std::vector<std::string_view> states;  // to be walked besides those at random
  std::vector<Rule> rules;
  std::vector<Due> due = {};
  // States with a text or a table of their own, and that.
  std::vector<std::pair<std::string_view, std::string>> texts = {};
};

// The figures that have rules, each in a file of its own.
// clang-format off
#define WALKED(each) \
  each(algorithm) \
  each(certificate) \
  each(cost) \
  each(feature_map) \
  each(head_count) \
  each(head_race) \
  each(landscape) \
  each(language) \
  each(machines) \
  each(more_heads) \
  each(phases) \
  each(relaxation) \
  each(samples) \
  each(softmax) \
  each(turing)
#define DECLARE_RULES(name) Rules name();
// clang-format on
WALKED(DECLARE_RULES)
Rules example();  // of tests/figures/example

constexpr bool kRare = true;
inline const auto kAlways = [](const Fit&) { return true; };

// "One", "nine", "No" and "12" as numbers.
Printed count_of(std::string_view words);

}  // namespace walk
