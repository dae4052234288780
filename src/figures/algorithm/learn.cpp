#include <algorithm>

#include "figures/algorithm/jobs.hpp"
#include "figures/algorithm/solution.hpp"
#include "learner/certificate.hpp"
#include "learner/evaluate.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"

namespace figures::algorithm {
namespace {

// Progress at the end of each stage.
constexpr double kGathered = 0.5;
constexpr double kSolved = 0.8;
constexpr double kSplit = 0.9;

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
  std::vector<learner::Sequence> sequences;
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

// One lesson: the steps of Algorithm 1 in order.
class Schooling {
 public:
  Schooling(learner::Dataset data, double lambda, Progress& progress)
      : data_(std::move(data)), lambda_(lambda), progress_(progress), moments_(data_.shape) {}

  Expected<Learned> go() {
    if (auto done = gather(); !done) return std::unexpected(done.error());
    if (auto done = solve(); !done) return std::unexpected(done.error());
    if (auto done = split_heads(); !done) return std::unexpected(done.error());
    if (auto done = certify(); !done) return std::unexpected(done.error());
    progress_.report(1);
    return std::move(learned_);
  }

 private:
  void begin(Step stage) { progress_.begin(static_cast<int>(stage)); }

  Expected<void> gather() {
    begin(Step::gram);
    const std::span all(data_.sequences);
    for (std::size_t first = 0; first < all.size(); first += kBlock) {
      const auto block = all.subspan(first, std::min<std::size_t>(kBlock, all.size() - first));
      if (auto added = moments_.add(block); !added) return added;
      progress_.report(kGathered * static_cast<double>(first + block.size()) / static_cast<double>(all.size()));
    }
    return {};
  }

  Expected<void> solve() {
    begin(Step::solve);
    auto solution = solve_or_smallest(moments_, {.lambda = lambda_, .progress = [this](double done) {
                                                   progress_.report(kGathered + (kSolved - kGathered) * done);
                                                 }});
    if (!solution) return std::unexpected(solution.error());
    p_ = std::move(solution->p);
    learned_.rows = moments_.rows();
    learned_.unknowns = solution->unknowns;
    learned_.rank = solution->rank;
    learned_.minimum_norm = solution->path == learner::Path::primal_minimum_norm;
    learned_.W = learner::unfold(p_, data_.shape.d);
    const auto error = learner::test_error(p_, data_.sequences, data_.shape.targets);
    learned_.error = error.mean();
    learned_.relative_error = error.relative();
    progress_.report(kSolved);
    return {};
  }

  Expected<void> split_heads() {
    begin(Step::heads);
    const Index d = data_.shape.d;
    const auto spectrum = learner::head_spectrum(learned_.W, d);
    if (!spectrum) return std::unexpected(spectrum.error());
    learned_.sigma = spectrum->sigma;
    learned_.value_maps.resize(data_.shape.d_out, d * spectrum->rank);
    learned_.query_maps.resize(d, d * spectrum->rank);
    if (spectrum->rank > 0) {
      const Model model = learner::heads_from(*spectrum, spectrum->rank);
      for (Index h = 0; h < spectrum->rank; ++h) {
        learned_.value_maps.middleCols(h * d, d) = model.heads[static_cast<std::size_t>(h)].V;
        learned_.query_maps.middleCols(h * d, d) = model.heads[static_cast<std::size_t>(h)].Q;
      }
    }
    auto evidence = learner::head_count_evidence(p_, d);
    learned_.distinct_heads = learned_.relative_error < kExact ? evidence.by_rank : evidence.by_gap;
    learned_.evidence = std::move(evidence.singular_values);
    progress_.report(kSplit);
    return {};
  }

  // The whole spectrum where the figure has it; else its two ends.
  Expected<void> certify() {
    begin(Step::check);
    auto certificate = learned_.unknowns <= kShownSpectrum ? learner::certify(moments_)
                                                           : learner::certify_extremes(moments_, [this](double done) {
                                                               progress_.report(kSplit + (1 - kSplit) * done);
                                                             });
    if (!certificate) return std::unexpected(certificate.error());
    learned_.lambda_min = certificate->lambda_min;
    learned_.lambda_max = certificate->lambda_max;
    learned_.certified_rank = certificate->rank;
    learned_.eigenvalues = std::move(certificate->spectrum);
    return {};
  }

  learner::Dataset data_;
  double lambda_;
  Progress& progress_;
  Moments moments_;
  Matrix p_;
  Learned learned_;
};

}  // namespace

Expected<Bytes> learn(const Request& request, Progress& progress) {
  const auto lesson = read_lesson(request.text);
  if (!lesson) return std::unexpected(lesson.error());
  auto data = sequences_of(*lesson);
  if (!data) return std::unexpected(data.error());
  auto learned = Schooling(std::move(*data), lesson->lambda, progress).go();
  if (!learned) return std::unexpected(learned.error());
  return to_bytes(*learned);
}

}  // namespace figures::algorithm
