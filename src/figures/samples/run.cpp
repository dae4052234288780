// Learns from more and more of each data set and measures every fit: the learner's part of figure "samples".

#include "figures/samples/evaluator.hpp"
#include "learner/least_squares.hpp"

namespace figures::samples {
namespace {

double cubed(double x) { return x * x * x; }

// Multiply-adds of one sequence: drawn, labelled, added to the moments.
double sequence_work(const Setting& setting) {
  const auto [d, n, asked] = std::array{setting.d, setting.n, setting.asked};
  const double head = n * d * (asked + d) + (setting.softmax ? asked * n * (2 * d + 25) : 0);
  return 25 * n * d + setting.heads * head + cubed(d * (d + 1) / 2) / (setting.all ? 6 : 2);
}

// Multiply-adds of a fit to N sequences and of measuring it.
double fit_work(const Setting& setting, double N) {
  const auto [psi, d, rows] = std::array{setting.unknowns, setting.d, N * setting.equations};
  if (setting.lambda == 0 && rows <= psi) return psi * psi * d + rows * rows * (rows / 6 + d * d);
  return setting.lambda == 0 && setting.n == 1 ? 9 * cubed(psi) : psi * psi * (psi / 6 + 6 * d);
}

// The value at `share` of the way through rising numbers, between neighbours in proportion.
double quantile(const std::vector<double>& rising, double share) {
  const double place = share * static_cast<double>(rising.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, rising.size() - 1);
  return rising[below] + (place - static_cast<double>(below)) * (rising[above] - rising[below]);
}

// One data set as it grows.
struct DataSet {
  Moments moments;
  std::vector<Sequence> first;  // as few equations as unknowns, for the dual
  Matrix p;                     // the last fit
};

class Run {
 public:
  Run(const Values& values, Source source, Reporter<Result>& reporter)
      : setting_(values), source_(std::move(source)), reporter_(reporter) {
    result_.excess = Matrix::Zero(setting_.sets, std::ssize(setting_.sizes));
    sets_.resize(static_cast<std::size_t>(setting_.sets), {Moments(source_.shape()), {}, {}});
    reporter_.expect(work(values));
  }

  Expected<Result> go() {
    reporter_.begin(0);
    const auto evaluator =
        Evaluator::make(source_, setting_, [this](Index count) { spend_on_sequences(count); }, result_);
    if (!evaluator) return std::unexpected(evaluator.error());
    reporter_.begin(1);
    for (const double N : setting_.sizes) {
      for (Index set = 0; set < setting_.sets; ++set) {
        if (auto done = learn(*evaluator, set, static_cast<Index>(N)); !done) return std::unexpected(done.error());
        reporter_.spend(fit_work(setting_, N));
      }
      summarise(N);
      if (!result_.complete() && reporter_.wants_preview()) reporter_.preview(result_);
    }
    check(*evaluator);
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  void spend_on_sequences(Index count) { reporter_.spend(static_cast<double>(count) * sequence_work(setting_)); }

  // Lets data set `set` grow to N sequences.
  Expected<void> grow(DataSet& data, Index set, Index N) {
    const double most_kept = setting_.unknowns / setting_.equations;
    while (data.moments.sequences() < N) {
      const Index seen = data.moments.sequences();
      const Index count = std::min(kBlock, N - seen);
      const auto block = source_.block(Split::train, first_of(set) + seen, count);
      if (auto added = data.moments.add(block); !added) return added;
      for (const Sequence& sequence : block) {
        if (static_cast<double>(data.first.size()) > most_kept) break;
        data.first.push_back(setting_.all ? learner::condensed(sequence) : sequence);
      }
      spend_on_sequences(count);
    }
    return {};
  }

  // With fewer equations than unknowns the fit of least norm, by the kernel of the sequences; else by the moments.
  Expected<Matrix> solve(const DataSet& data, Index N) const {
    const double rows = static_cast<double>(N) * setting_.equations;
    if (setting_.lambda > 0 || rows > setting_.visible) return fit(data.moments, setting_.lambda, setting_.singular);
    const auto some = std::span(data.first).first(static_cast<std::size_t>(N));
    const auto solution = learner::solve_dual(some, source_.shape().targets);
    if (!solution) return std::unexpected(solution.error());
    return learner::coefficients(*solution);
  }

  Expected<void> learn(const Evaluator& evaluator, Index set, Index N) {
    DataSet& data = sets_[static_cast<std::size_t>(set)];
    if (auto grown = grow(data, set, N); !grown) return grown;
    auto p = solve(data, N);
    if (!p) return std::unexpected(p.error());
    result_.excess(set, std::ssize(result_.N)) = evaluator.excess(*p);
    data.p = std::move(*p);
    return {};
  }

  void summarise(double N) {
    const auto column = result_.excess.col(std::ssize(result_.N));
    std::vector<double> rising(column.begin(), column.end());
    std::ranges::sort(rising);
    result_.N.push_back(N);
    result_.low.push_back(quantile(rising, 0.25));
    result_.median.push_back(quantile(rising, 0.5));
    result_.high.push_back(quantile(rising, 0.75));
  }

  // Means over the data sets at the largest N, and what they should be.
  void check(const Evaluator& evaluator) {
    const bool decided = result_.N.back() >= setting_.threshold;
    for (const DataSet& data : sets_) {
      result_.measured_error += evaluator.error(data.p) / setting_.sets;
      if (decided && !setting_.softmax)
        result_.expected_excess += evaluator.expected_excess(data.moments) / setting_.sets;
    }
    result_.mean_excess = result_.excess.rightCols(1).mean();
    if (setting_.lambda > 0 && !setting_.softmax) update_kept(evaluator);
  }

  // Until here by the fresh questions alone, which are few beside those of all data sets.
  void update_kept(const Evaluator& evaluator) {
    Matrix gram = sets_.front().moments.gram();
    Index rows = sets_.front().moments.rows();
    for (const DataSet& data : std::span(sets_).subspan(1)) {
      gram += data.moments.gram();
      rows += data.moments.rows();
    }
    result_.kept = evaluator.kept(gram, rows);
  }

  Setting setting_;
  Source source_;
  Reporter<Result>& reporter_;
  Result result_;
  std::vector<DataSet> sets_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  auto source = open_source(request.values);
  if (!source) return std::unexpected(source.error());
  return Run(request.values, std::move(*source), reporter).go();
}

double work(const Values& values) {
  const Setting setting(values);
  double of_a_set = setting.most * sequence_work(setting) + cubed(setting.unknowns);
  for (const double N : setting.sizes) of_a_set += fit_work(setting, N);
  return setting.sets * of_a_set + (kFresh + setting.reference) * sequence_work(setting) + cubed(setting.unknowns);
}

}  // namespace figures::samples
