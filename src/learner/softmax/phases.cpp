#include "learner/softmax/phases.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace learner {
namespace {

// Examples in blocks, so that progress is heard of.
std::vector<Sequence> draw(const SignTask& task, Split split, Index count, const Progress& progress) {
  constexpr Index kBlock = 500;
  std::vector<Sequence> sequences;
  for (Index first = 0; first < count; first += kBlock) {
    auto block = task.block(split, static_cast<std::uint64_t>(first),
                            static_cast<std::uint64_t>(std::min(kBlock, count - first)));
    std::ranges::move(block, std::back_inserter(sequences));
    if (progress) progress(static_cast<double>(first + std::ssize(block)) / static_cast<double>(count));
  }
  return sequences;
}

class Run {
 public:
  Run(const SignTask& task, const PhaseOptions& options, const Progress& progress)
      : task_(task), truth_(task.truth()), options_(options), progress_(progress) {}

  SixPhases all() {
    constexpr bool (Run::* kPhases[])() = {
        &Run::crude, &Run::first_sculpting, &Run::refine, &Run::second_sculpting, &Run::search, &Run::net};
    constexpr double kShare[] = {0.3, 0.4, 0.5, 0.6, 0.8, 1.0};  // of the work, after each
    for (int phase = 0; phase < 6; ++phase) {
      result_.stopped = phase + 1;
      end_ = kShare[phase];
      if (!(this->*kPhases[phase])()) return std::move(result_);
      report(1.0);
      begin_ = end_;
    }
    result_.stopped = 0;
    return std::move(result_);
  }

 private:
  bool stop(const Error& error) {
    result_.why = error.text();
    return false;
  }

  void report(double fraction) const {
    if (progress_) progress_(begin_ + (end_ - begin_) * fraction);
  }
  Progress part() const {
    return progress_ ? Progress([this](double fraction) { report(fraction); }) : Progress();
  }

  bool crude() {
    const double entries = static_cast<double>(options_.examples) * static_cast<double>(task_.d() * task_.k());
    if (options_.examples < 1 || options_.test_examples < 1)
      return stop({"There are no examples to learn or to test with: ask for at least 1."});
    if (entries > kMostExampleEntries || options_.test_examples > options_.examples + 10000)
      return stop({"So many examples do not fit: ask for fewer."});
    if (task_.d() > kMostPhaseDimension)
      return stop({"The linear programs of phase 5 would take minutes: set d to 8 or less."});
    sequences_ = draw(task_, Split::train, options_.examples, part());
    auto sum = crude_sum(sequences_);
    if (!sum) return stop(sum.error());
    const double error = sum_error(*sum, truth_);
    const double predicted = crude_sum_bias(truth_, task_.k()).norm() / or_one(value_sum(truth_).norm());
    result_.crude = SumPhase{std::move(*sum), error, predicted};
    return true;
  }

  Expected<SculptPhase> sculpted(const Matrix& sum, AgreementOptions agreeing) const {
    SculptPhase phase;
    if (agreeing.most_distinct == 0) agreeing.most_distinct = 1 + std::max<Index>(1, task_.d() / truth_.m());
    auto agreed = agreement(sum, sequences_, agreeing);
    if (!agreed) return std::unexpected(agreed.error());
    phase.agreement = std::move(*agreed);
    phase.constraint_error = constraint_error(phase.agreement, truth_);
    auto body = sculpt(phase.agreement, options_.body);
    if (!body) return std::unexpected(body.error());
    phase.body = std::move(*body);
    auto centre = nearest_point(phase.body, Matrix::Zero(task_.d(), task_.d()));
    if (!centre) return std::unexpected(centre.error());
    phase.centre = std::move(*centre);
    auto error = body_error(phase.body, phase.centre.Theta, truth_);
    if (!error) return std::unexpected(error.error());
    phase.error = std::move(*error);
    return phase;
  }

  bool first_sculpting() {
    auto phase = sculpted(options_.exact_sum_in_phase_2 ? value_sum(truth_) : result_.crude->sum, options_.agreement);
    if (!phase) return stop(phase.error());
    result_.first = std::move(*phase);
    return true;
  }

  bool refine() {
    auto refined = refine_sum(result_.first->centre.Theta, sequences_, options_.margin);
    if (!refined) return stop(refined.error());
    const double error = sum_error(refined->sum, truth_);
    result_.refined = RefinePhase{std::move(*refined), error};
    return true;
  }

  bool second_sculpting() {
    auto phase = sculpted(options_.exact_sum_in_phase_4 ? value_sum(truth_) : result_.refined->refined.sum,
                          options_.second_agreement);
    if (!phase) return stop(phase.error());
    result_.second = std::move(*phase);
    return true;
  }

  bool search() {
    SpanOptions options = options_.span;
    options.progress = part();
    auto span = search_span(result_.second->body, truth_.m(), options);
    if (!span) return stop(span.error());
    const SpanError error = span_error(*span, truth_);
    result_.span = SpanPhase{std::move(*span), error};
    return true;
  }

  bool net() {
    NetOptions options = options_.net;
    options.progress = part();
    auto net = search_net(result_.span->span, sequences_, options);
    if (!net) return stop(net.error());
    const HeadMatch match = match_heads(truth_, net->layer);
    const auto test = task_.block(Split::test, 0, static_cast<std::uint64_t>(options_.test_examples));
    const double error = test_error(net->layer, test).relative();
    result_.net = NetPhase{std::move(*net), match, error};
    return true;
  }

  const SignTask& task_;
  const SoftmaxLayer& truth_;
  const PhaseOptions& options_;
  const Progress& progress_;
  std::vector<Sequence> sequences_;
  SixPhases result_;
  double begin_ = 0.0, end_ = 0.0;
};

}  // namespace

SixPhases run_six_phases(const SignTask& task, const PhaseOptions& options, const Progress& progress) {
  return Run(task, options, progress).all();
}

}  // namespace learner
