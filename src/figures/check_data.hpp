// What a reader needs to compute a figure's numbers again with a program of their own: the data of this very state, and
// what the figure found. The job "check" of a figure; its program is web/check/<figure>.py.
#pragma once

#include "figures/figure.hpp"
#include "figures/json.hpp"

namespace figures {

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
  // Errors: larger than kMostCheckBytes.
  Expected<Bytes> take() {
    const std::string text = "{\"given\":" + given_.close('}').take() + ",\"found\":" + found_.close('}').take() + "}";
    if (text.size() > kMostCheckBytes)
      return learner::fail("These data are too large for a notebook. Choose fewer sequences, or shorter ones.");
    const auto bytes = std::as_bytes(std::span(text));
    return Bytes(bytes.begin(), bytes.end());
  }

 private:
  template <class T>
  CheckData& put(Json& json, std::string_view name, const T& value) {
    json.key(name);
    write(json, value);
    return *this;
  }
  static void write(Json& json, std::string_view text) { json.text(text); }
  static void write(Json& json, bool value) { json.boolean(value); }
  static void write(Json& json, Number auto value) { json.number(static_cast<double>(value)); }
  template <class Derived>
  static void write(Json& json, const Eigen::DenseBase<Derived>& matrix) {
    json.open('[');
    for (Index row = 0; row < matrix.rows(); ++row) {
      if constexpr (Derived::ColsAtCompileTime == 1) {
        json.number(static_cast<double>(matrix(row, 0)));
      } else {
        json.open('[');
        for (Index column = 0; column < matrix.cols(); ++column) json.number(static_cast<double>(matrix(row, column)));
        json.close(']');
      }
    }
    json.close(']');
  }
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

// The job "check": runs the figure, then writes what belongs to it, for the values of the picture as the reader has
// them,
//   Expected<void> kWrite(const Request&, const Result&, CheckData&);
template <auto kRun, class Result, auto kWrite>
Expected<Bytes> check_job(const Request& request, Progress& progress) {
  struct Quiet final : Progress {
    explicit Quiet(Progress& other) : other_(other) {}
    void begin(int) override {}
    void report(double fraction) override { other_.report(fraction); }
    bool wants_preview() override { return false; }
    void preview(Bytes) override {}
    Progress& other_;
  } quiet(progress);
  const Values settings = request.values.for_result();
  const Request asked{.values = settings, .text = request.text};
  Reporter<Result> reporter(quiet, "");
  Expected<Result> result = [&] {
    if constexpr (requires { kRun(asked, reporter, std::optional<Result>()); }) {
      return kRun(asked, reporter, std::optional<Result>());
    } else {
      return kRun(asked, reporter);
    }
  }();
  if (!result) return std::unexpected(result.error());
  CheckData file;
  if (const auto written = kWrite(request, *result, file); !written) return std::unexpected(written.error());
  return file.take();
}

}  // namespace figures
