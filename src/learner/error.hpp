#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace learner {

// Of what goes wrong where its cure depends on what whoever asked can still change.
enum class ErrorKind : std::uint8_t {
  other,
  no_rows,         // no example can be used: more may hold some
  no_agreement,    // no row passes a tolerance; its value: the smallest residual
  few_examples,    // fewer than it takes; its values: see what was called
  few_directions,  // rows of large margin are too few; its values: directions that they show, of how many
  flat_body,       // a body has fewer directions than heads; its values: how many, of how many
};

// What went wrong with the data, as a sentence that tells a reader what to do about it, with places %1 to %9 for
// values: whoever shows it may say it in another language. A caller's mistake (a wrong shape, an index out of range) is
// an assert instead.
struct Error {
  std::string sentence;
  std::vector<std::string> values = {};
  ErrorKind kind = ErrorKind::other;

  std::string text() const;  // in English
  void fields(auto& archive) { archive(sentence, values, kind); }
};

template <class T>
using Expected = std::expected<T, Error>;

inline std::string value_of(std::string_view words) { return std::string(words); }
inline std::string value_of(char letter) { return std::string(1, letter); }
template <class Number>
  requires std::is_arithmetic_v<Number>
std::string value_of(Number number) {
  return std::to_string(number);
}

// `return fail("There are %1 sequences: give at least %2.", n, psi);` in a function that returns an Expected. The
// literal stands right after the bracket, so that the list of all texts can be read off the sources.
template <class... Values>
std::unexpected<Error> fail(std::string_view sentence, const Values&... values) {
  return std::unexpected(Error{std::string(sentence), {value_of(values)...}});
}
inline std::unexpected<Error> of_kind(ErrorKind kind, std::unexpected<Error> error) {
  error.error().kind = kind;
  return error;
}

}  // namespace learner
