#include "figures/check_data.hpp"

#include "learner/table_cells.hpp"

namespace figures {

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

void CheckData::write_matrix(Json& json, const Matrix& matrix, bool is_vector) {
  json.open('[');
  for (Index row = 0; row < matrix.rows(); ++row) {
    if (!is_vector) json.open('[');
    for (Index column = 0; column < matrix.cols(); ++column) write_number(json, matrix(row, column));
    if (!is_vector) json.close(']');
  }
  json.close(']');
}

}  // namespace figures
