// What figure "algorithm" gives to a reader's own program, web/check/algorithm.py, and what that must come to.
#include "figures/algorithm/algorithm.hpp"

namespace figures::algorithm {
namespace {

// A number with its comma takes about so many bytes.
constexpr Index kBytesOfNumber = 20;
// Sequences made at a time.
constexpr Index kAtATime = 256;

// Tokens and targets of the first sequences of a split, those with `rows` targets in all.
Expected<void> give_sequences(const SequenceSource& source, Split split, std::int64_t rows, std::string_view tokens,
                              std::string_view targets, CheckData& file) {
  std::vector<Matrix> Z;
  std::vector<Matrix> Y;
  Index numbers = 0;
  const Index all = split == Split::train ? source.train : source.test;
  for (Index first = 0; first < all && rows > 0; first += kAtATime) {
    for (Sequence& sequence : source.block(split, first, std::min(kAtATime, all - first))) {
      if (rows <= 0) break;
      rows -= sequence.rows();
      numbers += sequence.Z.size() + sequence.Y.size();
      Z.push_back(std::move(sequence.Z));
      Y.push_back(std::move(sequence.Y));
    }
    if (numbers * kBytesOfNumber > static_cast<Index>(kMostCheckBytes)) return CheckData::too_large();
  }
  file.given(tokens, Z).given(targets, Y);
  return {};
}

// The windows of a split, one in a row: n tokens and the one to predict, by their places in the vocabulary.
Matrix windows(const learner::TextTask& text, Split split, Index count) {
  const Index available = text.window_count(split);
  Matrix ids(count, text.options().n + 1);
  for (Index k = 0; k < count; ++k) {
    const Index window = learner::spread(k, count, available);
    const auto seen = text.token_ids(split, window);
    for (std::size_t t = 0; t < seen.size(); ++t) ids(k, static_cast<Index>(t)) = seen[t];
    ids(k, ids.cols() - 1) = text.target_ids(split, window).back();
  }
  return ids;
}

Expected<void> give_text(const SequenceSource& source, CheckData& file) {
  const learner::TextTask& text = *source.text;
  const auto& counts = text.vocabulary().counts;
  file.given("codes", text.embeddings())
      .given("counts", Eigen::Map<const Eigen::Vector<Index, Eigen::Dynamic>>(counts.data(), std::ssize(counts)))
      .given("windows", windows(text, Split::train, source.train))
      .given("held-out windows", windows(text, Split::test, text.window_count(Split::test)));
  return {};
}

Expected<void> give_data(const SequenceSource& source, const Result& result, CheckData& file) {
  file.given("targets", learner::name_of(result.targets)).given("lambda", result.lambda);
  if (source.text) return give_text(source, file);
  if (source.truth) {
    const auto& heads = source.truth->heads;
    file.given("V", each_of(heads, &learner::Head::V)).given("Q", each_of(heads, &learner::Head::Q));
  }
  if (auto given = give_sequences(source, Split::train, result.rows, "Z", "Y", file); !given) return given;
  return give_sequences(source, Split::test, result.test_rows, "fresh Z", "fresh Y", file);
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  const auto source = open_source(request.values, request.text);
  if (!source) return std::unexpected(source.error());
  if (auto given = give_data(*source, result, file); !given) return given;
  file.found("targets seen", result.rows)
      .found("unknowns", result.unknowns)
      .found("G", result.G)
      .found("features", result.features);
  if (result.gram.rows() == result.unknowns) file.found("Lambda", result.gram);
  if (result.eigenvalues.size() > 0) file.found("eigenvalues of Lambda", result.eigenvalues);
  file.found("rank", result.rank)
      .found("p", result.recovered)
      .found("W", result.W)
      .found("singular values of W", result.sigma)
      .found("heads", result.head_count)
      .found("enough heads", result.enough_heads)
      .found("fresh targets", result.test_rows)
      .found("fresh error", result.test_error);
  switch (result.source) {
    case Source::text:
      file.found("trivial error", result.trivial_error)
          .found("right", result.accuracy)
          .found("trivially right", result.trivial_accuracy);
      break;
    case Source::numbers:
      file.found("trivial error", result.trivial_error)
          .found("training error", result.training_error)
          .found("prediction", result.prediction);
      break;
    default:
      file.found("true p", result.truth)
          .found("distance of p", result.distance)
          .found("relative error", result.relative_error)
          .found("relative error without noise", result.clean_error)
          .found("prediction", result.prediction);
  }
  return {};
}

}  // namespace figures::algorithm
