#include "figures/walk/general.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "figures/advice.hpp"
#include "figures/walk/pattern.hpp"

namespace walk {
namespace {

// Nouns that are counted.
constexpr std::array<std::string_view, 27> kCounted = {
    "head",   "sequence", "run",    "start",   "ball",  "step",      "token",  "direction", "feature",
    "layer",  "question", "state",  "row",     "word",  "time",      "epoch",  "machine",   "target",
    "output", "number",   "decade", "unknown", "digit", "character", "symbol", "fact",      "input"};

// After these a number counts nothing.
constexpr std::array<std::string_view, 7> kBefore = {"=", "+", "·", "−", "of", "at", "epoch"};

bool is_counted(std::string_view noun) { return std::ranges::find(kCounted, noun) != kCounted.end(); }

std::string bare(std::string word) {
  while (!word.empty() && std::string_view("()[].,;:?!").find(word.back()) != std::string_view::npos) word.pop_back();
  while (!word.empty() && word.front() == '(') word.erase(word.begin());
  return word;
}

bool holds(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

bool is_whole(Printed count) { return count.half == 0 && count.value == std::round(count.value); }

// Whether every parameter for noise that the reader sees is 0, and there is one.
bool is_without_noise(const figures::Values& values) {
  bool any = false;
  for (const figures::Parameter& parameter : values.table()) {
    if (parameter.kind != figures::Kind::range || !parameter.id.contains("noise") || !values.is_shown(parameter))
      continue;
    if (values.number(parameter.id) != 0) return false;
    any = true;
  }
  return any;
}

// Advice, and the parameters that it is about: of two either.
struct Advice {
  std::string_view words;
  std::vector<std::string_view> ids;
  bool up;
};
const std::vector<Advice> kAdvice = {{"more examples", {"N"}, true},
                                     {"ask for more", {"N"}, true},
                                     {"open: give more", {"N"}, true},
                                     {"ry more sequences", {"N"}, true},
                                     {"Teach more", {"N"}, true},
                                     {"More steps", {"steps"}, true},
                                     {"Raise N", {"N"}, true},
                                     {"Lower d", {"d"}, false},
                                     {"longer ones", {"k"}, true},
                                     {"aise the largest N", {"most"}, true},
                                     {"aise the tolerance", {"tolerance"}, true},
                                     {"raise k", {"k"}, true},
                                     {"Raise k", {"k"}, true},
                                     {"Choose k = 2", {"k"}, false},
                                     {"set k to", {"k"}, true},
                                     {"a larger λ", {"ridge"}, true},
                                     {"Try λ = 0.1", {"ridge"}, true},
                                     {"a larger d.", {"embedding"}, true},
                                     {"aise λ", {"lambda"}, true},
                                     {"ower λ", {"lambda"}, false},
                                     {"et λ to 0", {"lambda"}, false},
                                     {"what counts as close enough", {"within"}, false},
                                     {"shorter context", {"context"}, false},
                                     {"smaller learning rate", {"rate", "own_rate"}, false},
                                     {"lower learning rate", {"rate"}, false},
                                     {"ower the margin", {"margin"}, false},
                                     {"ower the noise", {"noise"}, false}};

bool can_be_followed(const figures::Values& values, const Advice& advice) {
  return std::ranges::any_of(advice.ids, [&](std::string_view id) {
    const auto& table = values.table();
    if (std::ranges::find(table, id, &figures::Parameter::id) == table.end()) return false;
    return advice.up ? figures::can_raise(values, id) : figures::can_lower(values, id);
  });
}

// One of several, or several of one: "1 heads", "Two head", "0 run"; nothing where all agree.
std::string disagreement(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  words.insert(words.end(), 2, "");
  for (std::size_t k = 0; k + 2 < words.size(); ++k) {
    const bool is_formula =
        k > 0 && (bare(words[k - 1]) != words[k - 1] || std::ranges::find(kBefore, words[k - 1]) != kBefore.end());
    const Printed count = count_of(words[k]);
    if (words[k] == "no" || words[k] == "No" || !(count.value >= 0) || !is_whole(count) || bare(words[k]) != words[k])
      continue;
    const std::string noun = bare(words[k + 1]);
    const std::string said = words[k] + " " + words[k + 1];
    const bool one = count.value == 1;
    if (!one && is_counted(noun)) return said;
    if (one && !is_formula && noun.ends_with('s') && is_counted(noun.substr(0, noun.size() - 1))) return said;
  }
  return "";
}

}  // namespace

std::string idle_advice(const Told& told, const std::string& text) {
  for (const Advice& advice : kAdvice)
    if (holds(text, advice.words) && !can_be_followed(told.values, advice)) return std::string(advice.words);
  return "";
}

bool is_shown(const Told& told, const std::string& number) {
  const Printed said = printed(number);
  const auto fits = [&](Printed one) {
    return same(said, one) || same(said, times(one, 100)) || same(said, times(one, -1));
  };
  for (const auto& row : told.description.table.rows)
    for (const std::string& cell : row)
      if (std::ranges::any_of(values_in(cell), fits)) return true;
  for (const figures::Parameter& parameter : told.values.table()) {
    using figures::Kind;
    if (parameter.kind == Kind::range && fits(exact(told.values.number(parameter.id)))) return true;
    if (parameter.kind != Kind::numbers) continue;
    for (const double one : told.values.list(parameter.id))
      if (fits(exact(one))) return true;
  }
  return false;
}

std::string misprint(const std::string& text) {
  for (const std::string_view words : {"NaN", "= ∞", "−∞", "%1", "%2", "%3", "0 of 0", "only 0 of"})
    if (holds(text, words)) return "it says “" + std::string(words) + "”";
  const std::vector<std::string> numbers = numbers_in(text);
  for (const std::string& number : numbers) {
    const std::string range = number + " to " + number;
    for (std::size_t at = text.find(range); at != std::string::npos; at = text.find(range, at + 1))
      if (numbers_in(text.substr(0, at + number.size())).back() == number && numbers_in(text.substr(at))[1] == number)
        return "a range of one number";
  }
  const std::string said = disagreement(text);
  return said.empty() ? "" : "singular and plural: “" + said + "”";
}

std::string slip(const Told& told, const std::string& text) {
  for (const std::string_view words : {"nan", " –", "−0 ", "−0,", "-0", "All 2 ", "all 2 ", "All two", "all two",
                                       "All 1 ", "All one", "all one ", "All 0", "all 0 ", "  ", " .", " ,"})
    if (holds(text, words)) return "it says “" + std::string(words) + "”";
  if (const std::string wrong = misprint(text); !wrong.empty()) return wrong;
  if (const std::string words = idle_advice(told, text); !words.empty())
    return "“" + words + "” where that is not to be had";
  const bool speaks = holds(text, "noise") && !holds(text, "ithout noise") && !holds(text, "no noise");
  if (speaks && is_without_noise(told.values)) return "it speaks of noise where there is none";
  return "";
}

}  // namespace walk
