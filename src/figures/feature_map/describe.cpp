// What figure "feature_map" says to readers who cannot see the picture.
#include "figures/feature_map/feature_map.hpp"

namespace figures::feature_map {
namespace {

// --- The view "map" -------------------------------------------------------------------------------------------------

std::string products_sentence(const Result& result) {
  const std::string features = whole(result.H.size());
  if (result.n() == 1) {
    if (result.rank == 0) return std::string(tr("This one token is 0, and so is every feature."));
    return tr("This one token makes G of rank %1: of its %2 features only %3 can differ.", whole(result.rank), features,
              whole(result.distinct_features()));
  }
  return tr("%1 of %2 numbers make %3 products, of which %4 can differ.", counted("%1 token", "%1 tokens", result.n()),
            whole(result.d()), whole(result.X.size()), features);
}

std::string agreement_sentence(const Result& result, const Values& settings) {
  const double difference = result.difference();
  const std::string heads = heads_text(sizes_of(settings).heads);
  if (difference == 0) {
    return tr("Attention with %1 and ⟨W, X⟩ give the same answer, equal to the last bit.", heads);
  }
  return tr("Attention with %1 and ⟨W, X⟩ give the same answer, with a difference of %2, which is rounding.", heads,
            number(difference, 2));
}

std::string heads_sentence(const Result& result, const Values& settings) {
  if (!is_sentence(settings)) return "";
  const auto answer = [&](Index head) {
    return "(" + listed(result.by_head.col(head), number_separator(), feature_map::said) + ")";
  };
  return tr("One head compares food and brings back animals: %1; the other is plain attention: %2.", answer(0),
            answer(1));
}

// Of numbers that are too few or too many to be used.
std::string edits_sentence(const Result& result, const Values& settings) {
  const auto edited = std::ssize(settings.list(list_of(settings)));
  if (edited == 0 || edited == result.Z.size()) return "";
  const std::string few = counted("%1 number does not fit", "%1 numbers do not fit", edited);
  return tr("Your %1 %2 × %3, so $Z$ is the seed’s.", few, whole(result.d()), whole(result.n()));
}

Table map_table(const Result& result, const Values& settings) {
  Table table;
  Rows row(table);
  const auto rows_of = [&](std::string_view name, const Matrix& matrix) {
    for (Index j = 0; j < matrix.rows(); ++j)
      row(tr("%1, row %2", name, whole(j + 1)), listed(matrix.row(j), number_separator(), said));
  };
  row(tr("Token size d"), whole(result.d()));
  row(tr("Tokens n"), whole(result.n()));
  row(tr("Heads H"), whole(sizes_of(settings).heads));
  row(tr("Products in X"), whole(result.X.size()));
  row(tr("Features ψ"), whole(result.H.size()));
  if (result.n() == 1) row(tr("Of them that can differ"), whole(result.distinct_features()));
  row(tr("Rank of G"), whole(result.rank));
  for (Index a = 0; a < result.d(); ++a) {
    const std::string place = whole(a + 1);
    row(tr("Answer %1, attention", place), number(result.attended(a), 6));
    row(tr("Answer %1, ⟨W, X⟩", place), number(result.lifted(a), 6));
    row(tr("Answer %1, p · H(Z)", place), number(result.folded(a), 6));
  }
  row(tr("Largest difference of the three"), number(result.difference(), 2));
  rows_of("Z", result.Z);
  rows_of("G", result.G);
  rows_of("X", result.X);
  row("H(Z)", listed(result.H, number_separator(), said));
  rows_of("W", result.W);
  rows_of("p", result.p);
  return table;
}

// --- The view "growth" ----------------------------------------------------------------------------------------------

Description describe_growth(const Result& result, const Growth& growth) {
  Table table{
      .columns = {tr("Token size"), tr("Products d³"), tr("Features ψ"), tr("Numbers in W, d⁴"), tr("Gram matrix")},
      .rows = {}};
  const auto size_text = [](double d) { return "d = " + whole(d); };
  const auto add = [&](const Growth& one) {
    table.rows.push_back({size_text(one.d), number(one.products), number(one.features), number(one.parameters),
                          memory_text(one.gram_bytes)});
  };
  add(growth);
  table.rows.push_back({tr("ψ counted pair by pair"), "–", number(result.counted_features), "–", "–"});
  for (const double d : {2, 16, 768, 12288}) {
    if (d != growth.d) add(growth_of(d));
  }
  const std::string size = size_text(growth.d);
  const std::string memory = memory_text(growth.gram_bytes);
  return {.title = tr("At %1 the Gram matrix alone takes %2", size, memory),
          .sentence = tr("At %1 one question has %2 products, of which %3 can differ; W has %4 numbers, and the Gram "
                         "matrix of the features takes %5.",
                         size, number(growth.products), number(growth.features), number(growth.parameters), memory),
          .table = std::move(table)};
}

}  // namespace

std::string map_title(const Result& result, const Values& settings, const Film& film) {
  if (film.steps() < std::ssize(kSteps)) return tr(kSteps[static_cast<std::size_t>(film.steps())]);
  const std::string features = whole(result.H.size());
  if (result.n() == 1) {
    return tr("With one token, %1 features are only %2", features, whole(result.distinct_features()));
  }
  const Index heads = sizes_of(settings).heads;
  return heads == 1 ? tr("What 1 head answers is a weighted sum of %1 products", features)
                    : tr("What %1 answer is a weighted sum of %2 products", heads_text(heads), features);
}

std::string memory_text(double bytes) { return bytes < 1e21 ? plot::bytes(bytes) : tr("%1 bytes", number(bytes, 2)); }

Description describe(const Result& result, const Context& context) {
  const Values& settings = context.settings;
  if (settings.choice("view") == "growth") return describe_growth(result, growth_of(settings.number("at")));
  std::string sentence = passage({products_sentence(result), heads_sentence(result, settings),
                                  agreement_sentence(result, settings), edits_sentence(result, settings)});
  std::erase(sentence, '$');
  return {.title = map_title(result, settings, film_of(context.values)),
          .sentence = std::move(sentence),
          .table = map_table(result, settings)};
}

std::string say(const Result&, std::string_view id, const Context& context) {
  if (id != "film") return "";
  const int step = film_of(context.values).steps();
  if (step == std::ssize(kSteps)) return tr("the answer");
  return tr("step %1 of %2", whole(step + 1), whole(std::ssize(kSteps)));
}

}  // namespace figures::feature_map
