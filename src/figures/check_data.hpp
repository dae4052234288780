// What a reader needs to compute a figure's numbers again with a program of their own: the data of this very state, and
// what the figure found. The job "check" of a figure; its program is web/check/<figure>.py.
#pragma once

#include "figures/figure.hpp"
#include "figures/json.hpp"

namespace figures {

// One part of each item, or what a function makes of it: each_of(sequences, &Sequence::Z).
template <class Part>
auto each_of(const auto& items, Part part) {
  std::vector<std::decay_t<std::invoke_result_t<Part, decltype(*std::ranges::begin(items))>>> list;
  for (const auto& item : items) list.push_back(std::invoke(part, item));
  return list;
}

// A file larger than this is refused with a sentence.
inline constexpr std::size_t kMostCheckBytes = 20'000'000;

// As JSON, {"given": {name: value}, "found": {name: value}}: every number in the fewest digits that read back as its
// very bits, a vector as a list, a matrix as a list of its rows, a vector of these as a list of them.
class CheckData {
 public:
  // Data or setting: what an independent program starts from.
  template <class T>
  CheckData& given(std::string_view name, const T& value) {
    return put(given_, name, value);
  }
  // A number of the figure: what the program must come to.
  template <class T>
  CheckData& found(std::string_view name, const T& value) {
    return put(found_, name, value);
  }
  static std::unexpected<Error> too_large();
  // Errors: larger than kMostCheckBytes.
  Expected<Bytes> take();

 private:
  template <class T>
  CheckData& put(Json& json, std::string_view name, const T& value) {
    json.key(name);
    write(json, value);
    return *this;
  }
  static void write(Json& json, std::string_view text) { json.text(text); }
  static void write(Json& json, Number auto value) {
    if constexpr (std::is_same_v<decltype(value), bool>) {
      json.boolean(value);
    } else {
      write_number(json, static_cast<double>(value));
    }
  }
  template <class Derived>
  static void write(Json& json, const Eigen::DenseBase<Derived>& matrix) {
    constexpr bool kIsVector = Derived::ColsAtCompileTime == 1;
    using Plain = std::conditional_t<kIsVector, Vector, Matrix>;
    if constexpr (std::is_same_v<Derived, Plain>) {
      write_columns(json, matrix.derived().data(), matrix.rows(), matrix.cols(), kIsVector);
    } else {
      write(json, Plain(matrix.derived().template cast<double>()));
    }
  }
  static void write(Json& json, const std::vector<double>& list) {
    write_columns(json, list.data(), std::ssize(list), 1, true);
  }
  static void write_number(Json& json, double value);
  // A matrix stored column by column.
  static void write_columns(Json& json, const double* data, Index rows, Index columns, bool is_vector);
  template <class T>
  static void write(Json& json, const std::vector<T>& list) {
    json.open('[');
    for (const auto& item : list) write(json, item);
    json.close(']');
  }

  Json given_ = begun();
  Json found_ = begun();
  static Json begun() {
    Json json;
    json.open('{');
    return json;
  }
};

// Runs a figure as it is asked, and writes what belongs to it, as it is shown.
using WriteCheck = Expected<void> (*)(const Request& asked, const Request& shown, Progress&, CheckData&);
Expected<Bytes> check_file(const Request& request, Progress& progress, WriteCheck write);

// The job "check": runs the figure, then writes what belongs to it, for the values of the picture as the reader has
// them,
//   Expected<void> kWrite(const Request&, const Result&, CheckData&);
template <auto kRun, class Result, auto kWrite>
Expected<Bytes> check_job(const Request& request, Progress& progress) {
  return check_file(request, progress,
                    [](const Request& asked, const Request& shown, Progress& quiet, CheckData& file) -> Expected<void> {
                      Reporter<Result> reporter(quiet, "");
                      Expected<Result> result = [&] {
                        if constexpr (requires { kRun(asked, reporter, std::optional<Result>()); }) {
                          return kRun(asked, reporter, std::optional<Result>());
                        } else {
                          return kRun(asked, reporter);
                        }
                      }();
                      if (!result) return std::unexpected(result.error());
                      return kWrite(shown, *result, file);
                    });
}

}  // namespace figures
