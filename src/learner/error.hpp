#pragma once

#include <expected>
#include <string>
#include <utility>

namespace learner {

// What went wrong with the data, as a sentence that tells a reader what to do about it.
// A caller's mistake (a wrong shape, an index out of range) is an assert instead.
struct Error {
  std::string text;
};

template <class T>
using Expected = std::expected<T, Error>;

// `return fail("...");` in a function that returns an Expected.
inline std::unexpected<Error> fail(std::string text) { return std::unexpected(Error{std::move(text)}); }

}  // namespace learner
