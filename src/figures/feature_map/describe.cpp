// What figure "feature_map" says to who cannot see it.
#include <cmath>
#include <string>

#include "figures/feature_map/feature_map.hpp"
#include "plot/number.hpp"

namespace figures::feature_map {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

std::string entry(double value) { return number(std::round(value * 1e6) / 1e6, 6); }

template <class Row>
std::string entries(const Row& row) {
  std::string words;
  for (const double value : row) words += (words.empty() ? "" : ", ") + entry(value);
  return words;
}

std::string edits_sentence(const FeatureMapResult& result) {
  if (result.edited == 0 || result.uses_edits()) return "";
  return " Your " + counted(result.edited, "number does", "numbers do") + " not fill " + whole(result.d) + " × " +
         whole(result.n) + ", so $Z$ is the seed’s.";
}

std::string without_dollars(std::string words) {
  std::erase(words, '$');
  return words;
}

std::string agreement(const FeatureMapResult& result) {
  const double difference = result.difference();
  if (difference == 0) return "equal to the last bit";
  return "with a difference of " + number(difference, 2) + ", which is rounding";
}

std::string map_title(const FeatureMapResult& result) {
  const std::string features = whole(static_cast<double>(result.H.size())) + " features";
  if (result.n == 1)
    return "With one token, " + features + " are only " + whole(static_cast<double>(result.distinct_features()));
  return features + " turn " + counted(result.heads, "head", "heads") + " into one inner product";
}

std::string map_sentence(const FeatureMapResult& result) {
  std::string words = counted(result.n, "token", "tokens") + " of " + whole(result.d) + " numbers make " +
                      whole(static_cast<double>(result.X.size())) + " products, " +
                      whole(static_cast<double>(result.H.size())) + " of them different.";
  if (result.n == 1) {
    words = "One token makes G of rank " + whole(static_cast<double>(result.rank)) + ": of its " +
            whole(static_cast<double>(result.H.size())) + " features only " +
            whole(static_cast<double>(result.distinct_features())) + " can differ.";
  }
  words += " Attention with " + counted(result.heads, "head", "heads") + " and ⟨W, X⟩ give the same answer, " +
           agreement(result) + ".";
  return without_dollars(words + edits_sentence(result));
}

Table map_table(const FeatureMapResult& result) {
  Table table{.columns = {"Quantity", "Value"}, .rows = {}};
  const auto row = [&table](std::string name, std::string value) {
    table.rows.push_back({std::move(name), std::move(value)});
  };
  const auto rows_of = [&](const std::string& name, const learner::Matrix& matrix) {
    for (learner::Index j = 0; j < matrix.rows(); ++j) {
      row(name + ", row " + whole(static_cast<double>(j + 1)), entries(matrix.row(j)));
    }
  };
  row("Token size d", whole(result.d));
  row("Tokens n", whole(result.n));
  row("Heads H", whole(result.heads));
  row("Products in X", whole(static_cast<double>(result.X.size())));
  row("Features ψ", whole(static_cast<double>(result.H.size())));
  row("Rank of G", whole(static_cast<double>(result.rank)));
  for (learner::Index a = 0; a < result.d; ++a) {
    const std::string name = "Answer " + whole(static_cast<double>(a + 1));
    row(name + ", attention", number(result.attended(a), 6));
    row(name + ", ⟨W, X⟩", number(result.lifted(a), 6));
    row(name + ", p · H(Z)", number(result.folded(a), 6));
  }
  row("Largest difference of the three", number(result.difference(), 2));
  rows_of("Z", result.Z);
  rows_of("G", result.G);
  rows_of("X", result.X);
  row("H(Z)", entries(result.H));
  rows_of("W", result.W);
  return table;
}

std::string size_text(std::int64_t d) { return "d = " + whole(static_cast<double>(d)); }

std::string growth_sentence(const FeatureMapResult& result) {
  const Growth& growth = result.growth;
  return "At " + size_text(growth.d) + " one question has " + number(growth.products) + " products, " +
         number(growth.features) + " of them different; W has " + number(growth.parameters) +
         " numbers, and the Gram matrix of the features takes " + memory_text(growth.gram_bytes) + ".";
}

void add_growth(Table& table, const Growth& growth) {
  table.rows.push_back({size_text(growth.d), number(growth.products), number(growth.features),
                        number(growth.parameters), memory_text(growth.gram_bytes)});
}

Description describe_growth(const FeatureMapResult& result) {
  const Growth& growth = result.growth;
  Description description{
      .title = "At " + size_text(growth.d) + " the Gram matrix alone takes " + memory_text(growth.gram_bytes),
      .sentence = growth_sentence(result),
      .table = {.columns = {"Token size", "Products d³", "Features ψ", "Numbers in W, d⁴", "Gram matrix"}, .rows = {}}};
  add_growth(description.table, growth);
  description.table.rows.push_back({"ψ counted pair by pair", "–", number(result.counted_features), "–", "–"});
  for (const std::int64_t d : {2, 16, 768, 12288}) {
    if (d != growth.d) add_growth(description.table, growth_of(d));
  }
  return description;
}

}  // namespace

std::string memory_text(double bytes) { return bytes < 1e21 ? plot::bytes(bytes) : number(bytes, 2) + " bytes"; }

Description describe_feature_map(const FeatureMapResult& result) {
  if (result.view == FeatureView::growth) return describe_growth(result);
  return {.title = map_title(result), .sentence = map_sentence(result), .table = map_table(result)};
}

}  // namespace figures::feature_map
