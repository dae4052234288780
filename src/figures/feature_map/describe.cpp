// What figure "feature_map" says to who cannot see it.
#include <cmath>
#include <string>

#include "figures/feature_map/feature_map.hpp"
#include "figures/table.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::feature_map {
namespace {

std::string entry(double value) { return number(std::round(value * 1e6) / 1e6, 6); }

template <class Row>
std::string entries(const Row& row) {
  std::string words;
  for (const double value : row) words += (words.empty() ? "" : ", ") + entry(value);
  return words;
}

std::string edits_sentence(const Result& result) {
  if (result.edited == 0 || result.uses_edits()) return "";
  return tr("Your %1 %2 × %3, so $Z$ is the seed’s.",
            counted("%1 number does not fill", "%1 numbers do not fill", result.edited), whole(result.d),
            whole(result.n));
}

std::string without_dollars(std::string words) {
  std::erase(words, '$');
  return words;
}

std::string agreement_sentence(const Result& result) {
  const double difference = result.difference();
  const std::string heads = counted("%1 head", "%1 heads", result.heads);
  if (difference == 0) {
    return tr("Attention with %1 and ⟨W, X⟩ give the same answer, equal to the last bit.", heads);
  }
  return tr("Attention with %1 and ⟨W, X⟩ give the same answer, with a difference of %2, which is rounding.", heads,
            number(difference, 2));
}

std::string map_title(const Result& result) {
  const std::string features = whole(static_cast<double>(result.H.size()));
  if (result.n == 1) {
    return tr("With one token, %1 features are only %2", features,
              whole(static_cast<double>(result.distinct_features())));
  }
  return tr("%1 features turn %2 into one inner product", features, counted("%1 head", "%1 heads", result.heads));
}

std::string products_sentence(const Result& result) {
  const std::string features = whole(static_cast<double>(result.H.size()));
  if (result.n == 1) {
    return tr("One token makes G of rank %1: of its %2 features only %3 can differ.",
              whole(static_cast<double>(result.rank)), features,
              whole(static_cast<double>(result.distinct_features())));
  }
  return tr("%1 of %2 numbers make %3 products, %4 of them different.", counted("%1 token", "%1 tokens", result.n),
            whole(result.d), whole(static_cast<double>(result.X.size())), features);
}

std::string map_sentence(const Result& result) {
  return without_dollars(passage({products_sentence(result), agreement_sentence(result), edits_sentence(result)}));
}

Table map_table(const Result& result) {
  Table table;
  Rows row(table);
  const auto rows_of = [&](std::string_view name, const Matrix& matrix) {
    for (Index j = 0; j < matrix.rows(); ++j) {
      row(tr("%1, row %2", name, whole(static_cast<double>(j + 1))), entries(matrix.row(j)));
    }
  };
  row(tr("Token size d"), whole(result.d));
  row(tr("Tokens n"), whole(result.n));
  row(tr("Heads H"), whole(result.heads));
  row(tr("Products in X"), whole(static_cast<double>(result.X.size())));
  row(tr("Features ψ"), whole(static_cast<double>(result.H.size())));
  row(tr("Rank of G"), whole(static_cast<double>(result.rank)));
  for (Index a = 0; a < result.d; ++a) {
    const std::string place = whole(static_cast<double>(a + 1));
    row(tr("Answer %1, attention", place), number(result.attended(a), 6));
    row(tr("Answer %1, ⟨W, X⟩", place), number(result.lifted(a), 6));
    row(tr("Answer %1, p · H(Z)", place), number(result.folded(a), 6));
  }
  row(tr("Largest difference of the three"), number(result.difference(), 2));
  rows_of("Z", result.Z);
  rows_of("G", result.G);
  rows_of("X", result.X);
  row("H(Z)", entries(result.H));
  rows_of("W", result.W);
  return table;
}

std::string size_text(std::int64_t d) { return "d = " + whole(static_cast<double>(d)); }

std::string growth_sentence(const Result& result) {
  const Growth& growth = result.growth;
  return tr(
      "At %1 one question has %2 products, %3 of them different; W has %4 numbers, and the Gram matrix of the "
      "features takes %5.",
      size_text(growth.d), number(growth.products), number(growth.features), number(growth.parameters),
      memory_text(growth.gram_bytes));
}

void add_growth(Table& table, const Growth& growth) {
  table.rows.push_back({size_text(growth.d), number(growth.products), number(growth.features),
                        number(growth.parameters), memory_text(growth.gram_bytes)});
}

Description describe_growth(const Result& result) {
  const Growth& growth = result.growth;
  Description description{
      .title = tr("At %1 the Gram matrix alone takes %2", size_text(growth.d), memory_text(growth.gram_bytes)),
      .sentence = growth_sentence(result),
      .table = {
          .columns = {tr("Token size"), tr("Products d³"), tr("Features ψ"), tr("Numbers in W, d⁴"), tr("Gram matrix")},
          .rows = {}}};
  add_growth(description.table, growth);
  description.table.rows.push_back({tr("ψ counted pair by pair"), "–", number(result.counted_features), "–", "–"});
  for (const std::int64_t d : {2, 16, 768, 12288}) {
    if (d != growth.d) add_growth(description.table, growth_of(d));
  }
  return description;
}

}  // namespace

std::string memory_text(double bytes) { return bytes < 1e21 ? plot::bytes(bytes) : tr("%1 bytes", number(bytes, 2)); }

Description describe(const Result& result, const Context&) {
  if (result.view == View::growth) return describe_growth(result);
  return {.title = map_title(result), .sentence = map_sentence(result), .table = map_table(result)};
}

}  // namespace figures::feature_map
