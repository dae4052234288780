#include "figures/check_data.hpp"

#include "learner/table_cells.hpp"

namespace figures {
namespace {

// Passes reports on, but names no stages and asks for no previews.
class ReportsOnly final : public Progress {
 public:
  explicit ReportsOnly(Progress& other) : other_(other) {}
  void begin(int) override {}
  void report(double fraction) override { other_.report(fraction); }
  bool wants_preview() override { return false; }
  void preview(Bytes) override {}

 private:
  Progress& other_;
};

}  // namespace

std::unexpected<Error> CheckData::too_large() {
  return learner::fail("These data are too large for a notebook. Choose fewer sequences, or shorter ones.");
}

Expected<Bytes> CheckData::take() {
  const std::string text = "{\"given\":" + given_.close('}').take() + ",\"found\":" + found_.close('}').take() + "}";
  if (text.size() > kMostCheckBytes) return too_large();
  const auto bytes = std::as_bytes(std::span(text));
  return Bytes(bytes.begin(), bytes.end());
}

void CheckData::write_number(Json& json, double value) {
  if (std::isfinite(value)) {
    json.digits(learner::exact_decimal(value));
  } else {
    json.null();
  }
}

void CheckData::write_columns(Json& json, const double* data, Index rows, Index columns, bool is_vector) {
  json.open('[');
  for (Index row = 0; row < rows; ++row) {
    if (!is_vector) json.open('[');
    for (Index column = 0; column < columns; ++column) write_number(json, data[row + column * rows]);
    if (!is_vector) json.close(']');
  }
  json.close(']');
}

Expected<Bytes> check_file(const Request& request, Progress& progress, WriteCheck write) {
  ReportsOnly quiet(progress);
  const Values settings = request.values.for_result();
  CheckData file;
  if (const auto written = write({.values = settings, .text = request.text}, request, quiet, file); !written)
    return std::unexpected(written.error());
  return file.take();
}

}  // namespace figures
