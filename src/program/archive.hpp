// What travels between processes and runs, as bytes: numbers keep their bits.
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "learner/matrix.hpp"

namespace program {

class Writer {
 public:
  explicit Writer(std::function<void(std::string_view)> take) : take_(std::move(take)) {}
  void operator()(auto&... values) { (put(values), ...); }

 private:
  template <class T>
  void put(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      append(&value, sizeof value);
    } else if constexpr (requires { value.data(); }) {
      append(value.data(), sizeof(value.data()[0]) * static_cast<std::size_t>(value.size()));
    } else {
      value.fields(*this);
    }
  }
  void append(const void* from, std::size_t size) { take_({static_cast<const char*>(from), size}); }

  std::function<void(std::string_view)> take_;
};

// Reads what was written, into matrices of the same sizes.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  void operator()(auto&... values) { (get(values), ...); }
  // Whether all was there, and nothing else.
  bool done() const { return good_ && rest_.empty(); }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      copy(&value, sizeof value);
    } else if constexpr (requires { value.data(); }) {
      copy(value.data(), sizeof(value.data()[0]) * static_cast<std::size_t>(value.size()));
    } else {
      value.fields(*this);
    }
  }
  void copy(void* to, std::size_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return;
    if (size > 0) std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }

  std::string_view rest_;
  bool good_ = true;
};

std::string bytes_of(auto&... values) {
  std::string bytes;
  Writer writer([&](std::string_view piece) { bytes += piece; });
  writer(values...);
  return bytes;
}

// Whether the bytes are those of such values.
bool read_from(std::string_view bytes, auto&... values) {
  Reader reader(bytes);
  reader(values...);
  return reader.done();
}

}  // namespace program
