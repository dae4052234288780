// A walk through states of every figure that has rules: what its title and sentence say must follow from its table, and
// what it says under the pointer must read well. The gate takes a few states of each; the full run (LIFTED_FULL) 200 at
// random, and seeds 1 to 20.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "figures/bench.hpp"
#include "figures/catalogue.hpp"
#include "figures/json.hpp"
#include "figures/walk/general.hpp"
#include "figures/walk/pattern.hpp"
#include "figures/walk/rules.hpp"
#include "learner/random.hpp"

namespace figures::example {
extern const Figure kFigure;
}

namespace walk {
namespace {

using figures::Figure;
using figures::Kind;
using figures::Parameter;
using figures::Values;

const bool kFull = std::getenv("LIFTED_FULL") != nullptr;
const int kSeeds = kFull ? 20 : 4;
const int kDraws = kFull ? 200 : 12;
const int kPlaces = kFull ? 32 : 8;  // of a picture that the pointer goes to
constexpr double kMostWork = 3e7;    // multiply-adds of a state at random
const plot::Look kDesk{.width = 980, .height = 600}, kPhone{.width = 340, .height = 560};
const double kSeedsWork = kFull ? 1e12 : 1e9;  // of all seeds together, and of all states that a figure's rules name

// --- States ---------------------------------------------------------------------------------------------------------

// Half of all times an end of the range. Typed: where finer numbers than the slider's can be had, one of these.
double drawn(const Parameter& parameter, learner::Random& random, bool typed) {
  const int stops = figures::stop_count(parameter);
  const int stop = static_cast<int>(random.below(static_cast<std::uint32_t>(stops)));
  const std::uint32_t end = random.below(4);
  if (typed && parameter.kind == Kind::range && parameter.step < 1 && end > 1)
    return parameter.min + random.uniform() * (parameter.max - parameter.min);
  return figures::stop_value(parameter, end == 0 ? 0 : end == 1 ? stops - 1 : stop);
}

void draw_list(Values& values, const Parameter& parameter, learner::Random& random) {
  const auto groups = static_cast<std::uint32_t>(parameter.most / parameter.group);
  const std::uint32_t some = random.below(3) == 0 ? 1 : random.below(groups + 1);
  std::vector<double> list(some * static_cast<std::size_t>(parameter.group));
  for (double& number : list) number = parameter.min + random.uniform() * (parameter.max - parameter.min);
  values.set_list(parameter.id, list);
}

// Some parameters of the default changed: few, half, or all of them. A film stays at its end, mostly.
Values state_at_random(const Figure& figure, learner::Random& random, bool typed) {
  Values values(figure.parameters);
  const std::uint32_t share = 1 + random.below(4);
  for (const Parameter& parameter : figure.parameters) {
    if (parameter.kind == Kind::action || random.below(4) >= share) continue;
    if (parameter.is_film() && random.below(4) > 0) continue;
    if (parameter.kind == Kind::numbers) {
      if (random.below(2) == 0) continue;  // most lists are empty, which a figure reads as its own choice
      draw_list(values, parameter, random);
    } else if (const double value = drawn(parameter, random, typed); parameter.kind == Kind::range) {
      // Finer than its stops; what it is shown with stays as it is.
      const std::string all = values.to_query(figures::Which::all);
      values.read_query(all + "&" + std::string(parameter.id) + "=" + figures::shortest_decimal(value));
    } else {
      values.set(parameter.id, value);
    }
  }
  return values;
}

std::vector<Values> states_of(const Figure& figure, const Rules& rules) {
  const Values own(figure.parameters);
  std::vector<Values> states = {own};
  for (const std::string_view query : rules.states) {
    Values values = own;
    INFO(std::string(rules.figure), "?", std::string(query));
    CHECK(values.read_query(query).empty());
    if (kFull || figure.work(values) < kMostWork) states.push_back(values);
  }
  if (std::ranges::find(figure.parameters, "seed", &Parameter::id) != figure.parameters.end()) {
    const int seeds = static_cast<int>(std::min(kSeeds * 1.0, kSeedsWork / figure.work(own)));
    for (int seed = 1; seed <= seeds; ++seed) {
      Values values = own;
      values.set("seed", seed);
      if (!(values == own)) states.push_back(values);
    }
  }
  for (const bool typed : {false, true}) {
    learner::Random random(19);
    const int draws = typed ? kDraws / 6 : kDraws;
    int drawn_states = 0;
    for (int attempt = 0; attempt < 100 * draws && drawn_states < draws; ++attempt) {
      Values values = state_at_random(figure, random, typed);
      if (figure.work(values) > kMostWork) continue;
      states.push_back(std::move(values));
      ++drawn_states;
    }
  }
  return states;
}

// --- What is wrong --------------------------------------------------------------------------------------------------

// With the first state that shows it, and how many do.
struct Fault {
  std::string where;
  int states = 0;
};

struct Walker {
  const Rules& rules;
  std::vector<Pattern> patterns, dues;
  std::vector<int> met;
  std::map<std::string, Fault> faults;
  plot::HeadlessContext headless = {};
  int pointed = 0, tips = 0;  // places, and how many of them had words
  std::ofstream heard = {};   // all that was said and drawn, if it is asked for, each text with a zero byte behind it

  explicit Walker(const Rules& of) : rules(of), met(of.rules.size()) {
    for (const Rule& rule : of.rules) patterns.emplace_back(rule.pattern);
    for (const Due& due : of.due) dues.emplace_back(due.pattern);
    if (const char* const file = std::getenv("LIFTED_HEARD"); file != nullptr) heard.open(file, std::ios::app);
  }

  void write_down(const std::string& text) {
    if (heard.is_open()) heard << text << '\0';
  }

  void fault(const std::string& what, const Told& told, const std::string& text) {
    Fault& one = faults[what];
    if (one.states++ > 0) return;
    one.where = std::string(rules.figure) + "?" + told.values.to_query() + "\n  says: " + text + "\n";
    for (const auto& row : told.description.table.rows) one.where += "    " + row[0] + ": " + row[1] + "\n";
  }

  // The first rule that fits counts: special ones stand before general ones.
  void look(const Told& told, const std::string& text) {
    if (const std::string wrong = slip(told, text); !wrong.empty()) fault(wrong, told, text);
    for (std::size_t k = 0; k < patterns.size(); ++k) {
      const auto places = patterns[k].fit(text);
      if (!places) continue;
      ++met[k];
      const std::string name = "“" + std::string(rules.rules[k].pattern) + "”";
      for (std::size_t place = 0; place < places->size(); ++place) {
        if (patterns[k].is_given(place) && !(*places)[place].empty() && !is_shown(told, (*places)[place]))
          fault(name + " has a number that is neither in the table nor a setting: place " + std::to_string(place + 1),
                told, text);
      }
      if (!rules.rules[k].holds({told, text, *places})) fault(name + " does not follow from the table", told, text);
      return;
    }
    fault("no rule says what this means: " + without_numbers(text), told, text);
  }

  void look(const Told& told) {
    std::vector<std::string> texts = sentences_of(told.description.sentence);
    texts.push_back(told.description.title);
    for (const std::string& text : texts) look(told, text);
    for (const auto& row : told.description.table.rows)
      for (const std::string& cell : row)  // long ones are passages of a text
        if (const std::string wrong = cell.size() < 80 ? misprint(cell) : ""; !wrong.empty())
          fault("in the table: " + wrong, told, cell);
    for (std::size_t k = 0; k < dues.size(); ++k) {
      const auto fits = [&](const std::string& text) { return dues[k].fit(text).has_value(); };
      if (rules.due[k].where(told) && std::ranges::none_of(texts, fits))
        fault("“" + std::string(rules.due[k].pattern) + "” is not said where it is so", told,
              told.description.title + " | " + told.description.sentence);
    }
  }

  // What stands under the pointer at some places of the picture, others in every state; alternately on a desk and on a
  // phone.
  void point_at(figures::View& view) {
    constexpr double kGolden = 0.6180339887498949;
    const bool wide = pointed % (2 * kPlaces) < kPlaces;
    const plot::Look& screen = wide ? kDesk : kPhone;
    for (int place = 0; place < kPlaces; ++place, ++pointed) {
      const double x = std::fmod(pointed * kGolden, 1), y = (place + 0.5) / kPlaces;
      headless.pointer.next({static_cast<float>(x) * screen.width, static_cast<float>(y) * screen.height}, true, false,
                            false);
      std::string tip;
      headless.frame(screen, [&](plot::Canvas& canvas) {
        view.draw(canvas, wide);
        tip = canvas.tip;
      });
      tips += tip.empty() ? 0 : 1;
      write_down(tip);
      std::istringstream lines(tip);
      for (std::string line; std::getline(lines, line);)
        if (const std::string wrong = misprint(line); !wrong.empty())
          fault("under the pointer: " + wrong, {view.values(), view.describe()}, tip);
    }
  }

  // Returns whether there is a result.
  bool step(const Figure& figure, const Values& values, const std::string& text = bench::some_text()) {
    bench::Log log;
    const auto bytes = bench::run(figure, values, log, text);
    if (!bytes) return false;
    figures::View view(figure);
    view.values() = values;
    REQUIRE(view.show(*bytes, {}, false));
    look({view.values(), view.describe()});
    write_down(figures::description_json(view.describe()));
    point_at(view);
    if (heard.is_open())
      for (const plot::Look& screen : {kDesk, kPhone}) write_down(view.svg(headless, screen));
    view.values().fix("all", "");
    const Told locked{view.values(), view.describe()};
    for (const std::string& sentence : sentences_of(locked.description.sentence))
      if (const std::string words = idle_advice(locked, sentence); !words.empty())
        fault("“" + words + "” where every control is locked", locked, sentence);
    return true;
  }
};

// --- All rules ------------------------------------------------------------------------------------------------------

std::vector<Rules> all_rules() {
#define RULES(name) name(),
  return {WALKED(RULES)};
#undef RULES
}

// The figures that are walked: all, or the one that the environment asks for.
std::vector<Rules> asked_for() {
  std::vector<Rules> asked = all_rules();
  if (const char* const id = std::getenv("LIFTED_FIGURE"); id != nullptr)
    std::erase_if(asked, [&](const Rules& rules) { return rules.figure != id; });
  return asked;
}

void check(const Figure& figure, const Rules& rules) {
  Walker walker(rules);
  const std::vector<Values> states = states_of(figure, rules);
  int results = 0;
  for (const Values& values : states) results += walker.step(figure, values) ? 1 : 0;
  for (const auto& [query, text] : rules.texts) {
    Values values(figure.parameters);
    CHECK(values.read_query(query).empty());
    CHECK(walker.step(figure, values, text));
  }
  CAPTURE(rules.figure);
  CHECK(2 * results > std::ssize(states));  // others are refused with a reason
  CHECK_MESSAGE(walker.tips > 0,
                "nothing is said under the pointer, anywhere in the picture: where curve_hover(), "
                "scatter() or a region finds something, draw a tooltip()");
  for (const auto& [what, fault] : walker.faults)
    FAIL_CHECK(what, "\n", fault.states, " of ", states.size(), " states, the first: ", fault.where);
  for (std::size_t k = 0; kFull && k < walker.met.size(); ++k)
    if (walker.met[k] == 0 && !rules.rules[k].rare)
      FAIL_CHECK("no state says “", std::string(rules.rules[k].pattern), "”");
}

}  // namespace

TEST_CASE("every figure has rules for what it says") {
  const std::vector<Rules> known = all_rules();
  for (const Figure* figure : figures::all())
    if (std::ranges::find(known, figure->id, &Rules::figure) == known.end())
      FAIL_CHECK("no rules for ", std::string(figure->id), ": write tests/figures/walk/", std::string(figure->id),
                 ".cpp");
}

TEST_CASE("what a title or a sentence says follows from its table") {
  for (const Rules& rules : asked_for()) {
    const Figure* figure = figures::find(rules.figure);
    REQUIRE(figure != nullptr);
    check(*figure, rules);
  }
}

TEST_CASE("so it does for the worked example, from which new figures begin") {
  check(figures::example::kFigure, example());
}

}  // namespace walk
