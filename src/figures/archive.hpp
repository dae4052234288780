// Results as bytes, so that they can travel from a worker to the page and be hashed.
//
// A result lists its members once, all in one call, `void fields(auto& archive) { archive(a, b); }`; writing and
// reading follow from it, and a member that is not in the list stops the compiler. Numbers keep their bits
// (little-endian on every machine we run on); reading checks every length.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace figures {

using Bytes = std::vector<std::byte>;

template <class T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// As what a number is written: an Index has 32 bits in a page and 64 elsewhere.
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, std::ptrdiff_t> || std::is_same_v<T, std::size_t>, std::int64_t, T>;

// What was written, and where in it the numbers are that may move: "so many doubles from this byte on".
struct Doubles {
  std::size_t first = 0;
  std::size_t count = 0;
  bool operator==(const Doubles&) const = default;
};
struct Written {
  Bytes bytes;
  std::vector<Doubles> numbers;
};

// A member that does not move when one result becomes another, since what lies between two of its values means nothing.
// Where its size may differ it is listed last, so that the numbers before it keep their places.
template <class T>
struct Unmoved {
  T value;
};

// How many members an aggregate has: as many as it can be begun with. A base counts as one.
struct Anything {
  template <class T>
  operator T() const;
};
template <class T, class... Given>
consteval std::size_t members() {
  if constexpr (requires { T{Given()..., Anything()}; }) {
    return members<T, Given..., Anything>();
  } else {
    return sizeof...(Given);
  }
}

// Hands the members that a value lists to an archive.
template <class T, class Archive>
void list(T& value, Archive& archive) {
  auto all = [&archive](auto&... listed) {
    static_assert(!std::is_aggregate_v<T> || sizeof...(listed) == members<T>(), "fields() does not list every member");
    archive(listed...);
  };
  value.fields(all);
}
template <class T>
concept Listing = requires(T& value, int& archive) { value.fields(archive); };

class Writer {
 public:
  template <class... T>
  void operator()(T&... members) {
    (put(members), ...);
  }
  // What was written; nothing when a number among it is a NaN. Infinities may mean something, a NaN never does.
  Written take() { return nan_ ? Written() : std::move(written_); }

 private:
  template <class Scalar>
  void look_at(const Scalar* numbers, std::size_t count) {
    if constexpr (std::is_floating_point_v<Scalar>) {
      for (const Scalar* at = numbers; at != numbers + count; ++at) nan_ |= *at != *at;
    }
    if constexpr (std::is_same_v<Scalar, double>) note(count);
  }
  void note(std::size_t count) {
    auto& [bytes, list] = written_;
    if (!list.empty() && list.back().first + list.back().count * sizeof(double) == bytes.size()) {
      list.back().count += count;
    } else {
      list.push_back({bytes.size(), count});
    }
  }
  void raw(const void* data, std::size_t size) {
    const auto* from = static_cast<const std::byte*>(data);
    written_.bytes.insert(written_.bytes.end(), from, from + size);
  }
  void length(std::ptrdiff_t size) {
    const auto wide = static_cast<std::uint64_t>(size);
    raw(&wide, sizeof wide);
  }
  template <Number T>
  void put(T& value) {
    look_at(&value, 1);
    if constexpr (std::is_same_v<Stored<T>, T>) {
      raw(&value, sizeof value);
    } else {
      const auto stored = static_cast<Stored<T>>(value);
      raw(&stored, sizeof stored);
    }
  }
  void put(std::string& text) {
    length(std::ssize(text));
    raw(text.data(), text.size());
  }
  template <class T>
  void put(std::vector<T>& list) {
    length(std::ssize(list));
    for (T& item : list) put(item);
  }
  template <class Scalar, int Rows, int Columns>
  void put(Eigen::Matrix<Scalar, Rows, Columns>& matrix) {
    static_assert(sizeof(Stored<Scalar>) == sizeof(Scalar), "an Index has other bytes in a page");
    length(matrix.rows());
    length(matrix.cols());
    look_at(matrix.data(), static_cast<std::size_t>(matrix.size()));
    raw(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(Scalar));
  }
  template <class T>
  void put(Unmoved<T>& member) {
    std::vector<Doubles> moving = written_.numbers;
    put(member.value);
    written_.numbers = std::move(moving);
  }
  template <class T, std::size_t kCount>
  void put(std::array<T, kCount>& items) {
    for (T& item : items) put(item);
  }
  template <Listing T>
  void put(T& value) {
    list(value, *this);
  }

  Written written_;
  bool nan_ = false;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... members) {
    (get(members), ...);
  }
  // No byte was missing so far.
  bool good() const { return good_; }
  // All bytes were used and none was missing.
  bool complete() const { return good_ && rest_.empty(); }

 private:
  void raw(void* data, std::size_t size) {
    if (!good_ || size > rest_.size()) {
      good_ = false;
      return;
    }
    if (size > 0) std::memcpy(data, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }
  // A length that the rest can still hold, each item being at least `item` bytes; 0 otherwise.
  std::size_t length(std::size_t item) {
    std::uint64_t wide = 0;
    raw(&wide, sizeof wide);
    if (wide > rest_.size() / item) good_ = false;
    return good_ ? static_cast<std::size_t>(wide) : 0;
  }
  template <int Fixed>
  static bool may_be(std::uint64_t size) {
    return Fixed == Eigen::Dynamic || size == static_cast<std::uint64_t>(Fixed);
  }
  template <Number T>
  void get(T& value) {
    if constexpr (std::is_same_v<Stored<T>, T>) {
      raw(&value, sizeof value);
    } else {
      Stored<T> stored = 0;
      raw(&stored, sizeof stored);
      value = static_cast<T>(stored);
    }
  }
  void get(std::string& text) {
    text.resize(length(1));
    raw(text.data(), text.size());
  }
  template <class T>
  void get(std::vector<T>& list) {
    list.resize(length(1));
    for (T& item : list) get(item);
  }
  template <class Scalar, int Rows, int Columns>
  void get(Eigen::Matrix<Scalar, Rows, Columns>& matrix) {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    (*this)(rows, columns);
    const std::uint64_t room = rest_.size() / sizeof(Scalar);
    // Lengths are bounded on their own too: no product overflows, and what is empty in one direction may be at the end.
    constexpr std::uint64_t kMost = std::uint64_t{1} << 31;
    const bool fits = rows < kMost && columns < kMost && rows * columns <= room;
    if (!fits || !may_be<Rows>(rows) || !may_be<Columns>(columns)) good_ = false;
    if (!good_) return;
    matrix.resize(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    raw(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(Scalar));
  }
  template <class T>
  void get(Unmoved<T>& member) {
    get(member.value);
  }
  template <class T, std::size_t kCount>
  void get(std::array<T, kCount>& items) {
    for (T& item : items) get(item);
  }
  template <Listing T>
  void get(T& value) {
    list(value, *this);
  }

  std::span<const std::byte> rest_;
  bool good_ = true;
};

// Where the first NaN of a result is, for whoever wrote the figure; members count from 1, in the order of fields():
// "member 3: entry (2, 1) of 4 × 5 is a NaN". Empty without one.
class FirstNan {
 public:
  template <class Result>
  static std::string of(Result& result) {
    const std::string path = in(result);
    return path.empty() ? "" : path.substr(2);
  }

 private:
  template <Number T>
  static std::string in(T& value) {
    if (value != value) return " is a NaN";
    return "";
  }
  static std::string in(std::string&) { return ""; }
  template <class T>
  static std::string in(std::span<T> items) {
    for (std::size_t k = 0; k < items.size(); ++k)
      if (const std::string path = in(items[k]); !path.empty()) return ", item " + std::to_string(k + 1) + path;
    return "";
  }
  template <class T>
  static std::string in(std::vector<T>& items) {
    return in(std::span<T>(items));
  }
  template <class T, std::size_t kCount>
  static std::string in(std::array<T, kCount>& items) {
    return in(std::span<T>(items));
  }
  template <class Scalar, int Rows, int Columns>
  static std::string in(Eigen::Matrix<Scalar, Rows, Columns>& matrix) {
    for (Eigen::Index column = 0; column < matrix.cols(); ++column)
      for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        if (matrix(row, column) != matrix(row, column))
          return ": entry (" + std::to_string(row + 1) + ", " + std::to_string(column + 1) + ") of " +
                 std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols()) + " is a NaN";
    return "";
  }
  template <class T>
  static std::string in(Unmoved<T>& member) {
    return in(member.value);
  }
  template <Listing T>
  static std::string in(T& value) {
    std::string found;
    int member = 0;
    const auto look = [&](auto& listed) {
      ++member;
      if (found.empty())
        if (const std::string path = in(listed); !path.empty()) found = ", member " + std::to_string(member) + path;
    };
    auto each = [&](auto&... listed) { (look(listed), ...); };
    list(value, each);
    return found;
  }
};

// None when the result holds a NaN, which no reader should meet.
template <class Result>
Written write(Result& result) {
  Writer writer;
  list(result, writer);
  return writer.take();
}
template <class Result>
Bytes to_bytes(Result& result) {
  return write(result).bytes;
}

// `to` with its doubles so far (0 to 1) on their way from those of `from`, whose doubles stand in the same places:
// numbers of one sign by equal factors, all others by equal steps, so that what is drawn on a logarithmic axis moves
// too.
Bytes mixed(const Written& from, const Written& to, double share);

// False when the bytes are not what to_bytes wrote.
template <class Result>
bool from_bytes(std::span<const std::byte> bytes, Result& result) {
  Reader reader(bytes);
  list(result, reader);
  return reader.complete();
}

}  // namespace figures
