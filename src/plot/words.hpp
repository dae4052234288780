// Words for the reader, in the language that the page speaks.
//
// English is the language of the sources, and a text's English is its key in the file of another language. What a
// reader sees is always said through this:
//
//   tr("Not learned: the data leave too much open")
//   tr("Learned from %1 sequences, error %2", whole(n), number(error))     a whole sentence, with places for values
//   counted("%1 head", "%1 heads", n)                                      one or many; languages have their own forms
//   std::array{Phrase("on"), Phrase("off")}                                to be said later: tr(names[k])
//   passage({first, second})                                               sentences after one another
//
// The literal stands right after the bracket, so that the list of all texts can be read off the sources
// (web/article/keys.mjs). Only whole sentences and whole labels: the order of words is another one elsewhere. Numbers
// (plot/number.hpp) have the same digits in every language, and its signs: 1,234.5 is 1.234,5 in German.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace plot {

// A text without places for values, in the reader's language. It lives until another language is spoken, so it may
// stand in an aggregate of views.
struct Localized : std::string_view {
  explicit Localized(std::string_view text) : std::string_view(text) {}
  operator std::string() const { return std::string(data(), size()); }
};

// A literal to be said later; its English. The constructor takes literals only.
struct Phrase {
  explicit consteval Phrase(const char* text) : english(text) {}
  std::string_view english;
};

// From now on texts are those of a language: pairs of English and translation, each ended by a zero byte; nothing:
// English. Three kinds of pairs:
//   a text           its translation, with the same places for values, in any order
//   a text of counted(), the form for many: all its forms, parted by U+001F; which one a count takes says the pair
//     with the English "%": 200 digits, one for each count below 200 (a count k from 200 on goes as k mod 100 + 100);
//                    the last form is for what is no count, as in tr("%1 bytes", "1.2·10²¹")
//   kShortNumber, kLongNumber, as the language writes them
// What is not translated yet, an empty translation, is said in English.
void set_language(std::string_view language);

// Two numbers whose translations show a language's signs: 1234,5 and 12.345,6 in Spanish, where four digits make no
// groups.
inline constexpr std::string_view kShortNumber = "1,234.5";
inline constexpr std::string_view kLongNumber = "12,345.6";

struct NumberSigns {
  std::string_view group = ",";   // between groups of three digits
  std::string_view point = ".";   // before the decimals
  std::size_t least_grouped = 4;  // digits before the point from which on there are groups
};
const NumberSigns& number_signs();
// What parts the numbers of a list: ", ", or "; " where the comma stands before decimals.
std::string_view number_separator();

// While one lives, every text is English. What was said before stays valid.
class InEnglish {
 public:
  InEnglish();
  ~InEnglish();
  InEnglish(const InEnglish&) = delete;
  InEnglish& operator=(const InEnglish&) = delete;
};

// What the language has for an English text that came as data: a parameter's label, a learner's message.
Localized translated(std::string_view english);

// `text` with values in the places %1 to %9.
std::string filled(std::string_view text, std::span<const std::string_view> values);

// A literal and nothing else, of any length: one `say` serves all of them, where a template by length would make a
// function of every text (2 KB of a compressed page).
struct Literal {
  template <std::size_t N>
  consteval Literal(const char (&text)[N]) : english(text, N - 1) {}
  std::string_view english;
};

inline Localized tr(Literal text) { return translated(text.english); }
inline Localized tr(Phrase phrase) { return translated(phrase.english); }

// The text with values in its places.
std::string tr_with(std::string_view english, std::initializer_list<std::string_view> values);

template <class... Values>
  requires(sizeof...(Values) > 0)
std::string tr(Literal text, const Values&... values) {
  return tr_with(text.english, {std::string_view(values)...});
}
template <class... Values>
  requires(sizeof...(Values) > 0)
std::string tr(Phrase phrase, const Values&... values) {
  return tr_with(phrase.english, {std::string_view(values)...});
}

// "1 head", "4,096 heads", "0 heads": %1 is the count, rounded to a whole number. The form for many is the key.
std::string counted(Literal one, Literal many, double count);
std::string counted(Literal one, Literal many, std::integral auto count) {
  return counted(one, many, static_cast<double>(count));
}
// The same for an amount that need be no count, as `said` writes it: "1 pass", "0.5 passes", "2.1·10⁸ sequences".
std::string counted(Literal one, Literal many, double amount, std::string_view said);

// "0.93 (0.91 to 0.95)": the middle of several numbers and how far they reach, with four digits; the middle alone where
// both ends are written alike.
std::string spread(double middle, double low, double high);

// As much of what somebody has given as a sentence quotes, never a part of a letter.
std::string_view beginning(std::string_view text);

// The sentences that are not empty, a blank between them where the language has one.
std::string passage(std::initializer_list<std::string_view> sentences);

// What `said` makes of each item, with a separator between them: "1; 2; 3".
template <class Said>
std::string listed(const auto& items, std::string_view separator, const Said& said) {
  std::string words;
  for (const auto& item : items) words += (words.empty() ? "" : std::string(separator)) + std::string(said(item));
  return words;
}

// "1", "1 and 2", "1, 2 and 3"; nothing of no items.
std::string series(std::span<const std::string> items);

}  // namespace plot
