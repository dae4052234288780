// The grammar of what every figure says: one of something is not said in the plural, and "all of 8 starts" is "all 8".
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "figures/bench.hpp"
#include "figures/catalogue.hpp"
#include "learner/random.hpp"

namespace {

using figures::Figure;
using figures::Kind;
using figures::Parameter;
using figures::Values;

constexpr double kMostWork = 3e7;  // multiply-adds of a run; larger ones are left out
#if defined(LIFTED_SANITIZED)
constexpr int kDraws = 6;
#else
constexpr int kDraws = 60;
#endif

// Words after a number that end in s and are no plural.
constexpr std::array<std::string_view, 10> kSingular = {"as",   "is",   "was",    "has",   "does",
                                                        "less", "this", "always", "falls", "rises"};
// Words that may stand between a number and its noun.
constexpr std::array<std::string_view, 11> kBetween = {"random", "other",    "unseen", "different", "fresh",   "hidden",
                                                       "true",   "held-out", "right",  "wrong",     "Gaussian"};

// Without numbers of its own.
const std::string kText = [] {
  std::string text;
  for (int k = 0; k < 400; ++k)
    text += std::string("Attention weighs what was said before; ") + (k * k % 7 < 3 ? "not all of it" : "some") +
            " counts. ";
  return text;
}();

std::string bare(std::string word) {
  constexpr std::string_view kMarks = "()[].,;:?!";
  const auto is_mark = [&](char c) { return kMarks.find(c) != std::string_view::npos; };
  while (!word.empty() && is_mark(word.back())) word.pop_back();
  while (!word.empty() && is_mark(word.front())) word.erase(word.begin());
  return word;
}

bool is_plural(const std::string& word) {
  return word.size() > 2 && word.ends_with('s') && !word.ends_with("ss") &&
         std::ranges::all_of(word, [](unsigned char c) { return std::isalpha(c) != 0; }) &&
         std::ranges::find(kSingular, word) == kSingular.end();
}

// What is wrong with a text, as it stands there; nothing where all is well.
std::string mistake(const std::string& text) {
  for (const std::string_view words : {"up to 0 %", "All 1 ", "all 1 ", "the other 1 "})
    if (text.find(words) != std::string::npos) return std::string(words);
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  words.insert(words.end(), 3, "");
  for (std::size_t k = 0; k + 3 < words.size(); ++k) {
    const bool counts = !words[k + 2].empty() && std::isdigit(static_cast<unsigned char>(words[k + 2].front())) != 0;
    if ((words[k] == "all" || words[k] == "All") && words[k + 1] == "of" && counts) return "all of " + words[k + 2];
    const bool is_formula = k > 0 && (words[k - 1] == "+" || words[k - 1] == "=");
    if ((words[k] != "1" && words[k] != "(1") || is_formula) continue;
    const bool is_between = std::ranges::find(kBetween, words[k + 1]) != kBetween.end();
    const std::string noun = bare(words[k + (is_between ? 2 : 1)]);
    if (is_plural(noun)) return "1 " + (is_between ? words[k + 1] + " " : "") + noun;
  }
  return "";
}

// The mistakes of a figure, with a state that has each.
using Found = std::map<std::string, std::string>;

void look(const std::string& text, const std::string& state, Found& found) {
  if (const std::string wrong = mistake(text); !wrong.empty()) found.try_emplace(wrong, state + ": " + text);
}

void look(const figures::Description& description, const std::string& state, Found& found) {
  look(description.title, state, found);
  look(description.sentence, state, found);
  for (const auto& row : description.table.rows)
    for (const std::string& cell : row) look(cell, state, found);
}

// Returns whether the state was run.
bool look(const Figure& figure, const Values& values, Found& found) {
  if (figure.work(values) > kMostWork) return false;
  bench::Log log;
  log.previews = true;
  const auto bytes = bench::run(figure, values, log, kText);
  const std::string state = values.to_query(figures::Which::changed);
  if (!bytes) {
    look(bytes.error().text(), state, found);
    return true;
  }
  figures::View view(figure);
  view.values() = values;
  for (const figures::Bytes& preview : log.shown) {
    REQUIRE(view.show(preview, {}, true));
    look(view.describe(), state, found);
  }
  REQUIRE(view.show(*bytes, {}, false));
  look(view.describe(), state, found);
  return true;
}

// As many of everything as there can be of one thing: 1, or the least above it.
void set_to_one(Values& values, const Parameter& parameter) {
  if (parameter.kind == Kind::range) values.set(parameter.id, 1);
}

void scramble(Values& values, learner::Random& random, bool ones) {
  for (const Parameter& parameter : values.table()) {
    if (parameter.kind == Kind::action || parameter.kind == Kind::numbers) continue;
    const auto stops = static_cast<std::uint32_t>(figures::stop_count(parameter));
    values.set(parameter.id, figures::stop_value(parameter, static_cast<int>(random.below(stops))));
    if (ones && random.below(2) == 0) set_to_one(values, parameter);
  }
}

}  // namespace

TEST_CASE("the test of plurals finds them") {
  CHECK(mistake("From 1 sequences") == "1 sequences");
  CHECK(mistake("all (1 steps)") == "1 steps");
  CHECK(mistake("of 1 other machines.") == "1 other machines");
  CHECK(mistake("all of 8 starts") == "all of 8");
  CHECK(mistake("loses up to 0 %") == "up to 0 %");
  CHECK(mistake("Phase 1 is 0.1 heads off, 1 head of 21 heads, 1 of 2 starts, m + 1 tokens").empty());
}

TEST_CASE("no figure says 1 things, or all of so many") {
  for (const Figure* figure : figures::all()) {
    Found found;
    const Values own(figure->parameters);
    look(*figure, own, found);
    for (const Parameter& parameter : figure->parameters) {
      if (parameter.kind != Kind::range && parameter.kind != Kind::choice) continue;
      Values values = own;
      set_to_one(values, parameter);
      look(*figure, values, found);
    }
    learner::Random random(11);
    int run = 0;
    for (int draw = 0; draw < 100 * kDraws && run < kDraws; ++draw) {
      Values values = own;
      scramble(values, random, draw % 2 == 0);
      run += look(*figure, values, found) ? 1 : 0;
    }
    CAPTURE(figure->id);
    CHECK(run >= kDraws / 3);
    for (const auto& [wrong, where] : found) FAIL_CHECK(figure->id, " says \"", wrong, "\" at ", where);
  }
}
