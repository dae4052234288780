// Learns from more and more of each data set and measures every fit: the learner's part of figure "samples". One token
// size and many N, or for each token size the N that is needed.

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

// One layer, and how its data sets are learned from.
class Pupil {
 public:
  Pupil(const Values& values, Source source, Reporter<Result>& reporter)
      : setting_(values), source_(std::move(source)), reporter_(reporter) {}

 protected:
  DataSet empty() const { return {Moments(source_.shape()), {}, {}}; }

  void spend_on_sequences(Index count) { reporter_.spend(static_cast<double>(count) * sequence_work(setting_)); }

  // Lets data set `set` grow to N sequences.
  Expected<void> grow(DataSet& data, Index set, Index N) {
    const double most_kept = setting_.unknowns / setting_.equations;
    while (data.moments.sequences() < N) {
      const Index seen = data.moments.sequences();
      const Index count = std::min(kBlock, N - seen);
      const auto block = source_.block(Split::train, first_of(set) + seen, count);
      if (auto added = data.moments.add(block); !added) return added;
      // Some may be there from a time when it had grown further.
      for (Index k = std::ssize(data.first) - seen; k < count; ++k) {
        if (static_cast<double>(data.first.size()) > most_kept) break;
        const Sequence& sequence = block[static_cast<std::size_t>(k)];
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

  Setting setting_;
  Source source_;
  Reporter<Result>& reporter_;
};

class Run : Pupil {
 public:
  Run(const Values& values, Source source, Reporter<Result>& reporter) : Pupil(values, std::move(source), reporter) {
    result_.excess = Matrix::Zero(setting_.sets, std::ssize(setting_.sizes));
    walk_ = source_.walk();
    Matrix answers(source_.shape().d_out, kWalk);
    for (Index k = 0; k < kWalk; ++k) answers.col(k) = walk_[static_cast<std::size_t>(k)].Y;
    Index output = 0;
    answers.rowwise().squaredNorm().maxCoeff(&output);
    result_.walk_output = static_cast<std::int32_t>(output);
    result_.walk_truth = answers.row(output).transpose();
    result_.walk_fits = Matrix::Zero(kWalk, result_.excess.size());
    sets_.resize(static_cast<std::size_t>(setting_.sets), empty());
    reporter_.expect(work(values));
  }

  Expected<Result> go() {
    reporter_.begin(0);
    const auto evaluator =
        Evaluator::make(source_, setting_, [this](Index count) { spend_on_sequences(count); }, result_);
    if (!evaluator) return std::unexpected(evaluator.error());
    if (auto done = evaluator->certify(result_); !done) return std::unexpected(done.error());
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
  Expected<void> learn(const Evaluator& evaluator, Index set, Index N) {
    DataSet& data = sets_[static_cast<std::size_t>(set)];
    if (auto grown = grow(data, set, N); !grown) return grown;
    auto p = solve(data, N);
    if (!p) return std::unexpected(p.error());
    const Index at = std::ssize(result_.N);
    result_.excess(set, at) = evaluator.excess(*p);
    for (Index k = 0; k < kWalk; ++k) {
      const Matrix& Z = walk_[static_cast<std::size_t>(k)].Z;
      result_.walk_fits(k, at * setting_.sets + set) =
          learner::evaluate_folded(*p, Z, learner::Targets::last)(result_.walk_output, 0);
    }
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

  Result result_;
  std::vector<Sequence> walk_;
  std::vector<DataSet> sets_;
};

// What the search at one token size takes, in so many data sets: the largest N it is likely to come to, and
// multiply-adds altogether.
double search_work(const Setting& setting, double sets) {
  const double needed = setting.threshold + setting.visible / (setting.asked * (setting.within - 1));
  const double end = std::min(setting.most, setting.lambda > 0 ? setting.most : 4 * needed);
  double of_a_set = 2 * end * sequence_work(setting);
  for (double N = 1; N < end; N *= 2) of_a_set += fit_work(setting, N) + fit_work(setting, end / 2);
  return sets * of_a_set + (kFresh + setting.reference) * sequence_work(setting) + 2 * cubed(setting.unknowns);
}

// The N that are needed at one token size.
class Search : Pupil {
 public:
  using Pupil::Pupil;

  // Those of data sets first .. end - 1, into column `at` of the result.
  Expected<void> go(Index at, Index first, Index end, Result& result) {
    Result measured;
    const auto evaluator =
        Evaluator::make(source_, setting_, [this](Index count) { spend_on_sequences(count); }, measured);
    if (!evaluator) return std::unexpected(evaluator.error());
    const double close = measured.floor > 0 ? (setting_.within - 1) * measured.floor : kExactly * measured.signal;
    for (Index set = first; set < end; ++set) {
      const auto N = needed(*evaluator, close, set);
      if (!N) return std::unexpected(N.error());
      result.needed(set, at) = static_cast<double>(*N);
    }
    result.signals.push_back(measured.signal);
    result.floors.push_back(measured.floor);
    result.all_kept.push_back(measured.kept);
    return {};
  }

 private:
  // Lets a data set grow to N sequences; whether what they teach is close enough.
  Expected<bool> is_close(const Evaluator& evaluator, double close, DataSet& data, Index set, Index N) {
    if (auto grown = grow(data, set, N); !grown) return std::unexpected(grown.error());
    const auto p = solve(data, N);
    if (!p) return std::unexpected(p.error());
    reporter_.spend(fit_work(setting_, static_cast<double>(N)));
    return evaluator.excess(*p) <= close;
  }

  // From how many sequences on a data set teaches enough. N is doubled until it does, past the peak, as a fit to fewer
  // noisy data may be close by being small; then what lies between too few and enough is halved. 0: `most` are too few.
  Expected<Index> needed(const Evaluator& evaluator, double close, Index set) {
    const auto most = static_cast<Index>(setting_.most);
    const auto peak = static_cast<Index>(setting_.threshold);
    DataSet data = empty();
    Moments few = data.moments;  // of too few
    Index enough = 0;
    for (Index N = 1;; N = std::min(N < peak ? std::min(2 * N, peak) : 2 * N, most)) {
      const auto is = is_close(evaluator, close, data, set, N);
      if (!is) return std::unexpected(is.error());
      if (!*is) few = data.moments;
      if (!*is || enough == 0) enough = *is ? N : 0;
      if (N == most || (*is && N > 2 * peak)) break;
    }
    while (enough - few.sequences() > 1) {
      data.moments = few;
      const Index N = (enough + few.sequences()) / 2;
      const auto is = is_close(evaluator, close, data, set, N);
      if (!is) return std::unexpected(is.error());
      if (*is) enough = N;
      if (!*is) few = std::move(data.moments);
    }
    return enough;
  }
};

// A piece: data sets first .. end - 1 at one token size.
struct Share {
  int size;  // from the least on
  Index first, end;
};

// Without a penalty the largest size takes half of the time and the next a quarter: they come first, the largest in two
// pieces, and the others as previews show them. Each piece finds the floor anew, most of the work for softmax labels.
std::vector<Share> shares_of(const Values& settings) {
  constexpr int kLargest = kMostSize - kLeastSize;
  const Index sets = settings.integer("sets");
  const Index half = Setting(settings).softmax ? 0 : sets / 2;
  std::vector<Share> shares;
  if (half > 0) shares.push_back({kLargest, 0, half});
  shares.push_back({kLargest, half, sets});
  shares.push_back({kLargest - 1, 0, sets});
  for (int size = 0; size < kLargest - 1; ++size) shares.push_back({size, 0, sets});
  return shares;
}

Expected<void> search(const Values& settings, const Share& share, Index at, Reporter<Result>& reporter,
                      Result& result) {
  const Values values = with_token_size(settings, kLeastSize + share.size);
  auto source = open_source(values);
  if (!source) return std::unexpected(source.error());
  return Search(values, std::move(*source), reporter).go(at, share.first, share.end, result);
}

Expected<Result> run_every_size(const Request& request, Reporter<Result>& reporter) {
  if (auto joined = Cut::join(request, all_pieces<Cut>(request))) return std::move(*joined);
  Result result;
  result.needed = Matrix::Zero(request.values.integer("sets"), kMostSize - kLeastSize + 1);
  reporter.expect(work(request.values));
  reporter.begin(1);
  for (int size = 0; size < result.needed.cols(); ++size) {
    const Share all{size, 0, result.needed.rows()};
    if (auto done = search(request.values, all, size, reporter, result); !done) return std::unexpected(done.error());
    if (size + 1 < result.needed.cols() && reporter.wants_preview()) reporter.preview(result);
  }
  reporter.report(1);
  return result;
}

}  // namespace

int Cut::count(const Values& settings) {
  return Setting(settings).every_size ? static_cast<int>(shares_of(settings).size()) : 1;
}

Expected<Result> Cut::make(const Request& request, Reporter<Result>& reporter, int place) {
  const Share share = shares_of(request.values)[static_cast<std::size_t>(place)];
  Result piece;
  piece.needed = Matrix::Zero(request.values.integer("sets"), 1);
  const Values values = with_token_size(request.values, kLeastSize + share.size);
  reporter.expect(search_work(Setting(values), static_cast<double>(share.end - share.first)));
  reporter.begin(1);
  if (auto done = search(request.values, share, 0, reporter, piece); !done) return std::unexpected(done.error());
  return piece;
}

std::optional<Result> Cut::join(const Request& request, const Pieces<Result>& pieces) {
  Result result;
  result.needed = Matrix::Zero(request.values.integer("sets"), kMostSize - kLeastSize + 1);
  const std::vector<Share> shares = shares_of(request.values);
  for (int size = 0; size < result.needed.cols(); ++size) {
    const Result* last = nullptr;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      if (shares[k].size != size) continue;
      last = pieces[k] && pieces[k]->signals.size() == 1 ? &*pieces[k] : nullptr;
      if (last == nullptr) break;
      result.needed.col(size) += last->needed;
    }
    if (last == nullptr) break;
    result.signals.push_back(last->signals[0]);
    result.floors.push_back(last->floors[0]);
    result.all_kept.push_back(last->all_kept[0]);
  }
  if (result.signals.empty()) return std::nullopt;
  return result;
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  if (Setting(request.values).every_size) return run_every_size(request, reporter);
  auto source = open_source(request.values);
  if (!source) return std::unexpected(source.error());
  return Run(request.values, std::move(*source), reporter).go();
}

double work(const Values& values) {
  const Setting setting(values);
  if (setting.every_size) {
    double total = 0;
    for (int d = kLeastSize; d <= kMostSize; ++d)
      total += search_work(Setting(with_token_size(values, d)), setting.sets);
    return total;
  }
  double of_a_set = setting.most * sequence_work(setting) + cubed(setting.unknowns);
  for (const double N : setting.sizes) of_a_set += fit_work(setting, N);
  return setting.sets * of_a_set + (kFresh + setting.reference) * sequence_work(setting) + cubed(setting.unknowns);
}

}  // namespace figures::samples
