// What figure "algorithm" does for menus and scripts.
#include "figures/algorithm/algorithm.hpp"
#include "learner/certificate.hpp"
#include "learner/sequence_table.hpp"

namespace figures::algorithm {
namespace {

// --- The data as a table ---------------------------------------------------------------------------------------------

// A number with its separator takes about so many bytes, a row's label and token too.
constexpr Index kNumberBytes = 20;
constexpr Index kRowBytes = 10;

// Sequences in the table, those held out included.
Index table_length(const SequenceSource& source) {
  return source.truth ? source.train + source.train / (kHeldOutEvery - 1) : source.train + source.test;
}

Index table_bytes(const SequenceSource& source) {
  const Sequence first = source.block(Split::train, 0, 1).front();
  const Index row = kRowBytes + kNumberBytes * first.Z.rows();
  return table_length(source) * (first.n() * row + first.rows() * kNumberBytes * first.Y.rows());
}

Sequence at_place(const SequenceSource& source, Index place) {
  const Index before = held_out_count(place);
  const bool held_out = place_of_held_out(before) == place;
  return source.block(held_out ? Split::test : Split::train, held_out ? before : place - before, 1).front();
}

std::unexpected<Error> too_large() {
  return learner::fail("These data are too large for a table of 20 MB. Choose fewer sequences, or shorter ones.");
}

// --- Learning for scripts --------------------------------------------------------------------------------------------

// Progress at the end of each stage.
constexpr double kGathered = 0.5;
constexpr double kLessonSolved = 0.8;
constexpr double kLessonSplit = 0.9;

constexpr Index kBlock = 2 * Moments::kBlock;  // sequences between two reports

Expected<Lesson> read_lesson(std::string_view bytes) {
  Lesson lesson;
  const bool complete = from_bytes(std::as_bytes(std::span(bytes)), lesson);
  if (!complete || lesson.targets > learner::Targets::causal) {
    return learner::fail("The lesson could not be read: use learn() of learn.js, which writes it.");
  }
  return lesson;
}

// The sequences of a lesson, checked.
Expected<learner::Dataset> sequences_of(const Lesson& lesson) {
  std::vector<Sequence> sequences;
  Index token = 0;
  Index target = 0;
  for (const Index n : lesson.lengths) {
    const Index asked = learner::target_count(lesson.targets, n);
    if (n < 1 || n > lesson.tokens.cols() - token || asked > lesson.answers.cols() - target) {
      return learner::fail("The lengths of the sequences are not those of their tokens and targets.");
    }
    sequences.push_back({lesson.tokens.middleCols(token, n), lesson.answers.middleCols(target, asked)});
    token += n;
    target += asked;
  }
  return learner::make_dataset(std::move(sequences), lesson.targets);
}

void begin(Progress& progress, Step stage) { progress.begin(static_cast<int>(stage)); }

Expected<Moments> gather(const learner::Dataset& data, Progress& progress) {
  begin(progress, Step::gram);
  Moments moments(data.shape);
  const std::span all(data.sequences);
  for (std::size_t first = 0; first < all.size(); first += kBlock) {
    const auto block = all.subspan(first, std::min<std::size_t>(kBlock, all.size() - first));
    if (auto added = moments.add(block); !added) return std::unexpected(added.error());
    progress.report(kGathered * static_cast<double>(first + block.size()) / static_cast<double>(all.size()));
  }
  return moments;
}

// W and its heads.
Expected<void> solve_and_split(const learner::Dataset& data, const Moments& moments, double lambda, Progress& progress,
                               Learned& learned) {
  begin(progress, Step::solve);
  const auto report = [&](double done) { progress.report(kGathered + (kLessonSolved - kGathered) * done); };
  const auto p = solve(moments, {.lambda = lambda, .progress = report}, learned);
  if (!p) return std::unexpected(p.error());
  const auto error = learner::test_error(*p, data.sequences, data.shape.targets);
  learned.error = error.mean();
  learned.relative_error = error.relative();
  progress.report(kLessonSolved);
  begin(progress, Step::heads);
  const bool exact = learned.relative_error < kExact;
  if (auto heads = split_heads(*p, exact, learned.W.size(), learned); !heads) return std::unexpected(heads.error());
  if (learned.head_count == 0) {  // W is zero
    learned.value_maps.resize(data.shape.d_out, 0);
    learned.query_maps.resize(data.shape.d, 0);
  }
  progress.report(kLessonSplit);
  return {};
}

// The whole spectrum where the figure has it; else its two ends.
Expected<void> certify(const Moments& moments, Progress& progress, Learned& learned) {
  begin(progress, Step::check);
  const auto report = [&](double done) { progress.report(kLessonSplit + (1 - kLessonSplit) * done); };
  auto certificate =
      learned.unknowns <= kShownSpectrum ? learner::certify(moments) : learner::certify_extremes(moments, report);
  if (!certificate) return std::unexpected(certificate.error());
  learned.lambda_min = certificate->lambda_min;
  learned.lambda_max = certificate->lambda_max;
  learned.certified_rank = certificate->rank;
  learned.eigenvalues = std::move(certificate->spectrum);
  return {};
}

}  // namespace

Expected<Bytes> save_data(const Request& request, Progress& progress) {
  const auto source = open_source(request.values, request.text);
  if (!source) return std::unexpected(source.error());
  if (source->text) return learner::fail("These data are words: save the text itself.");
  if (source->truth && table_bytes(*source) > learner::kMostTableBytes) return too_large();
  std::string table =
      learner::sequence_table_head(source->shape, "Lifted Attention, algorithm?" + request.values.to_query() +
                                                      "\nEvery tenth sequence is held out.");
  const Index length = table_length(*source);
  for (Index place = 0; place < length; ++place) {
    learner::append_sequence_rows(table, place + 1, at_place(*source, place));
    progress.report(static_cast<double>(place + 1) / static_cast<double>(length));
  }
  if (std::ssize(table) > learner::kMostTableBytes) return too_large();
  const auto bytes = std::as_bytes(std::span(table));
  return Bytes(bytes.begin(), bytes.end());
}

Expected<Bytes> learn(const Request& request, Progress& progress) {
  const auto lesson = read_lesson(request.text);
  if (!lesson) return std::unexpected(lesson.error());
  const auto data = sequences_of(*lesson);
  if (!data) return std::unexpected(data.error());
  const auto moments = gather(*data, progress);
  if (!moments) return std::unexpected(moments.error());
  Learned learned;
  auto done = solve_and_split(*data, *moments, lesson->lambda, progress, learned);
  if (done) done = certify(*moments, progress, learned);
  if (!done) return std::unexpected(done.error());
  progress.report(1);
  return to_bytes(learned);
}

}  // namespace figures::algorithm
