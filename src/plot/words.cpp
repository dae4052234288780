#include "plot/words.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "plot/number.hpp"
#include "plot/sort.hpp"
#include "plot/utf8.hpp"

namespace plot {
namespace {

constexpr char kForm = '\x1f';
constexpr std::string_view kFormOfCount = "%";

struct Pair {
  std::string_view english;
  std::string_view text;
};

// What a program speaks is one thing for all of it, like ImGui's context: every function that draws or describes would
// otherwise hand it on, most of them only to the next one.
struct Language {
  std::string bytes;
  std::vector<Pair> pairs;  // by their English
  NumberSigns signs;
};

Language& chosen() {
  static Language language;
  return language;
}

int in_english = 0;  // how many InEnglish live

const Language& language() {
  static const Language english;
  return in_english > 0 ? english : chosen();
}

auto place_of(std::string_view english) {
  return std::ranges::lower_bound(language().pairs, english, {}, &Pair::english);
}

const Pair* find(std::string_view english) {
  const auto at = place_of(english);
  return at != language().pairs.end() && at->english == english ? &*at : nullptr;
}

std::size_t form_of(double count, std::string_view forms) {
  const double below = count < 200 ? count : std::fmod(count, 100) + 100;
  const char digit = forms[static_cast<std::size_t>(below)];
  return digit >= '0' && digit <= '9' ? static_cast<std::size_t>(digit - '0') : 0;
}

// What stands between two parts of a text; nothing where it has no such parts.
std::optional<std::string_view> between(std::string_view text, std::string_view before, std::string_view after) {
  if (!text.starts_with(before)) return std::nullopt;
  text.remove_prefix(before.size());
  const std::size_t end = text.find(after);
  return end == std::string_view::npos ? std::nullopt : std::optional(text.substr(0, end));
}

NumberSigns signs_of(std::string_view short_number, std::string_view long_number) {
  const auto group = between(long_number, "12", "345");
  if (!group) return {};
  const auto point = between(long_number.substr(2 + group->size()), "345", "6");
  if (!point) return {};
  return {.group = *group, .point = *point, .least_grouped = short_number.starts_with("1234") ? 5U : 4U};
}

}  // namespace

void set_language(std::string_view bytes) {
  chosen() = {.bytes = std::string(bytes), .pairs = {}, .signs = {}};
  for (std::string_view rest = chosen().bytes; !rest.empty();) {
    const std::string_view english = take_part(rest, '\0');
    chosen().pairs.push_back({english, take_part(rest, '\0')});
  }
  sort(chosen().pairs, [](const Pair& a, const Pair& b) { return a.english < b.english; });
  chosen().signs = signs_of(translated(kShortNumber), translated(kLongNumber));
}

const NumberSigns& number_signs() { return language().signs; }

std::string_view number_separator() { return number_signs().point == "," ? "; " : ", "; }

InEnglish::InEnglish() { ++in_english; }
InEnglish::~InEnglish() { --in_english; }

Localized translated(std::string_view english) {
  if (language().pairs.empty() || english.empty()) return Localized(english);
  if (const Pair* pair = find(english)) return Localized(pair->text.empty() ? english : pair->text);
  return Localized(english);
}

std::string filled(std::string_view text, std::span<const std::string_view> values) {
  std::string words;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t place =
        text[at] == '%' && at + 1 < text.size() ? static_cast<std::size_t>(text[at + 1] - '1') : 9;
    if (place < values.size()) {
      words += values[place];
      ++at;
    } else {
      words += text[at];
    }
  }
  return words;
}

std::string tr_with(std::string_view english, std::initializer_list<std::string_view> values) {
  const std::string_view text = translated(english);
  return filled(text.substr(text.rfind(kForm) + 1), values);
}

std::string counted(Literal singular, Literal plural, double count) {
  const std::string_view many = plural.english;
  count = std::round(count);
  std::string_view text = translated(many);
  const Pair* forms = find(kFormOfCount);
  if (forms != nullptr && text.find(kForm) != std::string_view::npos && forms->text.size() == 200 && count >= 0) {
    for (std::size_t form = form_of(count, forms->text); form > 0; --form) take_part(text, kForm);
    text = take_part(text, kForm);
  } else if (find(many) == nullptr && count == 1) {
    text = translated(singular.english);
  }
  const std::string digits = whole(count);
  return filled(text, {{digits}});
}

std::string counted(Literal singular, Literal plural, double amount, std::string_view said) {
  return said == whole(amount) ? counted(singular, plural, amount) : tr_with(plural.english, {said});
}

std::string spread(double middle, double low, double high) {
  const std::string from = number(low, 4), to = number(high, 4);
  return from == to ? number(middle, 4) : tr("%1 (%2 to %3)", number(middle, 4), from, to);
}

std::string_view beginning(std::string_view text) {
  constexpr std::size_t kMost = 40;  // bytes
  return whole_characters(text, kMost);
}

std::string passage(std::initializer_list<std::string_view> sentences) {
  std::string words;
  for (const std::string_view sentence : sentences) {
    if (sentence.empty()) continue;
    // Chinese and Japanese stops bring their own room.
    const bool wide = words.ends_with("。") || words.ends_with("？") || words.ends_with("！");
    if (!words.empty() && !wide) words += ' ';
    words += sentence;
  }
  return words;
}

std::string series(std::span<const std::string> items) {
  std::string words;
  for (const std::string& item : items)
    words = words.empty() ? item : &item == &items.back() ? tr("%1 and %2", words, item) : words + ", " + item;
  return words;
}

}  // namespace plot
