#include "learner/softmax/two_token.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "learner/random.hpp"
#include "learner/softmax/two_token_layer.hpp"

namespace learner {
namespace {

constexpr double kClearMargin = 10.0;  // of the best order of heads before the second best
constexpr Index kOrderPairs = 4;       // asked at most for the order of a column's heads
constexpr Index kExampleChecks = 200;

Expected<void> check_heads(Index heads) {
  if (heads >= 1 && heads <= kMaxSoftmaxHeads) return {};
  return fail("From 1 to %1 heads can be asked for.", kMaxSoftmaxHeads);
}

// m curves through the ratios of k tokens: 1, .., k - 1.
Expected<void> check_length(Index k, Index heads) {
  if (k >= heads + 1) return {};
  if (heads == 1) return fail("1 head takes sequences of at least %1 tokens: set k to that.", heads + 1);
  return fail("%1 heads take sequences of at least %2 tokens: set k to that.", heads, heads + 1);
}

Expected<void> check_options(const TwoTokenOptions& options) {
  if (options.noise >= 0.0 && std::isfinite(options.noise) && options.repeats >= 1 && options.checks >= 0) return {};
  return fail("Noise is 0 or a positive number; each question is asked once at least.");
}

// The numbers of two tokens, as many of both together as fit into k: n_u/n_v in lowest terms, rising, `most` of all.
std::vector<std::pair<Index, Index>> ratios(Index k, Index most) {
  std::vector<std::pair<Index, Index>> all;
  for (Index a = 1; a < k; ++a)
    for (Index b = 1; a + b <= k; ++b)
      if (std::gcd(a, b) == 1) all.emplace_back(a * (k / (a + b)), b * (k / (a + b)));
  std::ranges::sort(all, [](auto x, auto y) { return x.first * y.second < y.first * x.second; });
  const Index n = std::ssize(all), count = std::min(n, most);
  std::vector<std::pair<Index, Index>> chosen;
  for (Index i = 0; i < count; ++i)
    chosen.push_back(all[static_cast<std::size_t>(count == 1 ? n / 2 : i * (n - 1) / (count - 1))]);
  return chosen;
}

class Questioner {
 public:
  Questioner(const SignTask& task, Index heads, const TwoTokenOptions& options)
      : task_(task),
        heads_(heads),
        options_(options),
        random_(options.seed),
        recovery_(task.d(), heads, options.noise) {}

  Expected<TwoTokenRecovery> run() {
    const Index d = task_.d();
    ask_sum();
    if (const auto ok = recovery_.fit_sum(); !ok) return std::unexpected(ok.error());
    for (Index j = 0; j < d; ++j) {
      if (const auto ok = recovery_.fit_column(j, asked_column(j)); !ok) return std::unexpected(ok.error());
      const auto order = asked_order(j);
      if (!order) return std::unexpected(order.error());
      if (const auto ok = recovery_.join(*order); !ok) return std::unexpected(ok.error());
    }
    return asked_checks();
  }

 private:
  // The mean answer of all repeats.
  Sequence ask(const Matrix& Z) {
    Matrix sum = Matrix::Zero(Z.rows(), Z.cols());
    for (Index i = 0; i < options_.repeats; ++i) sum += task_.answer(Z, question_++);
    return {.Z = Z, .Y = sum / static_cast<double>(options_.repeats)};
  }

  void ask_tokens(const Matrix& Z) {
    for (Index i = 0; i < options_.repeats; ++i) {
      const Sequence heard{.Z = Z, .Y = task_.answer(Z, question_++)};
      recovery_.table.add(heard);
      if (options_.heard != nullptr) options_.heard->add(heard);
    }
  }

  // d tokens suffice; errors of Wbar would go into all columns, so that noise is worth more.
  void ask_sum() {
    const Index d = task_.d(), count = options_.noise > 0.0 ? 4 * d : d;
    const TokenCode base = random_.below(bit(d));
    for (Index j = 0; j < count; ++j) {
      const TokenCode u = j == 0 ? base : j < d ? base ^ bit(j) : random_.below(bit(d));
      ask_tokens(repeated(u, u, task_.k(), 0, d));
    }
  }

  // Pairs (u, u with bit j flipped): first d - 1 whose tokens are independent, then any.
  ColumnFit asked_column(Index j) {
    const Index d = task_.d();
    ColumnFit column = recovery_.column(j);
    const Index most = std::min<Index>(options_.pairs > 0 ? options_.pairs : 2 * d + 2, Index{1} << (d - 1));
    const TokenCode mask = bit(j) - 1, base = random_.below(bit(d - 1));
    std::vector<TokenCode> tried;
    while (std::ssize(tried) < most && !(std::ssize(tried) >= d - 1 && column.spans(options_.target))) {
      const Index e = std::ssize(tried);
      TokenCode others = e < d - 1 ? (e == 0 ? base : base ^ bit(e - 1)) : random_.below(bit(d - 1));
      if (std::ranges::find(tried, others) != tried.end()) continue;
      tried.push_back(others);
      column.add(asked_pair((others & mask) | (others & ~mask) << 1, j));
      progress((static_cast<double>(j) + static_cast<double>(e + 1) / static_cast<double>(most)));
    }
    return column;
  }

  std::vector<TwoTokenAnswer> asked_pair(TokenCode u, Index j) {
    const Index m = heads_;
    for (const auto& [n_u, n_v] : ratios(task_.k(), options_.ratios > 0 ? options_.ratios : 2 * m + 2))
      ask_tokens(repeated(u, u | bit(j), n_u, n_v, task_.d()));
    std::vector<TwoTokenAnswer> pair;
    for (TwoTokenAnswer& answer : recovery_.table.answers(bit(j)))
      if (answer.u == u) pair.push_back(std::move(answer));
    return pair;
  }

  Expected<ColumnOrder> asked_order(Index j) {
    const Index d = task_.d(), half = task_.k() / 2;
    if (j == 0 || heads_ == 1) return recovery_.order(j);
    Expected<ColumnOrder> order = ColumnOrder{};
    for (Index i = 0; i < kOrderPairs && order && !(order->margin >= kClearMargin); ++i) {
      const TokenCode u = random_.below(bit(d));
      ask_tokens(repeated(u, u ^ bit(0) ^ bit(j), half, half, d));
      order = recovery_.order(j);
    }
    return order;
  }

  Expected<TwoTokenRecovery> asked_checks() {
    recovery_.report.sequences = recovery_.report.used = static_cast<Index>(question_);
    std::vector<Sequence> checks;
    for (Index i = 0; i < options_.checks; ++i) checks.push_back(ask(task_.tokens(random_)));
    recovery_.report.sequences = static_cast<Index>(question_);
    progress(static_cast<double>(task_.d()));
    return recovery_.checked(checks, options_.noise / std::sqrt(static_cast<double>(options_.repeats)));
  }

  void progress(double columns) const {
    if (options_.progress) options_.progress(columns / static_cast<double>(task_.d()));
  }

  const SignTask& task_;
  Index heads_;
  const TwoTokenOptions& options_;
  Random random_;
  TwoTokenLayer recovery_;
  std::uint64_t question_ = 0;
};

// Every pair of tokens that differ in entry j, with all its answers.
ColumnFit seen_column(const TwoTokenLayer& recovery, Index j, std::span<const TwoTokenAnswer> answers) {
  ColumnFit column = recovery.column(j);
  for (std::size_t begin = 0, end = 0; begin < answers.size(); begin = end) {
    while (end < answers.size() && answers[end].u == answers[begin].u) ++end;
    column.add(answers.subspan(begin, end - begin));
  }
  return column;
}

// Why a column could not be fitted: what was not seen, unless what was seen was refused.
Error reason(const ColumnFit& column, Error error, Index j, Index seen, double all) {
  if (column.pairs_refused() > 0 || column.spans(std::numeric_limits<double>::infinity()) ||
      static_cast<double>(seen) >= all)
    return error;
  return {"Of the " + std::to_string(std::llround(all)) + " mixtures of two tokens that differ in entry " +
          std::to_string(j + 1) + " only " + std::to_string(seen) + " were seen: give more examples."};
}

Expected<TwoTokenRecovery> from_table(TwoTokenLayer recovery, Index d, Index k, std::span<const Sequence> others,
                                      const TwoTokenOptions& options) {
  if (const auto ok = recovery.fit_sum(); !ok) return std::unexpected(ok.error());
  for (Index j = 0; j < d; ++j) {
    const std::vector<TwoTokenAnswer> answers = recovery.table.answers(bit(j));
    const ColumnFit column = seen_column(recovery, j, answers);
    const double all = static_cast<double>(bit(d - 1)) * static_cast<double>(k - 1);
    if (const auto ok = recovery.fit_column(j, column); !ok)
      return std::unexpected(reason(column, ok.error(), j, std::ssize(answers), all));
    const auto order = recovery.order(j);
    if (!order) return std::unexpected(order.error());
    if (const auto ok = recovery.join(*order); !ok) return std::unexpected(ok.error());
    if (options.progress) options.progress(0.5 + 0.5 * static_cast<double>(j + 1) / static_cast<double>(d));
  }
  return recovery.checked(others, options.noise);
}

}  // namespace

Expected<TwoTokenRecovery> recover_by_questions(const SignTask& task, Index heads, const TwoTokenOptions& options) {
  if (const auto ok = check_heads(heads); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_options(options); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_length(task.k(), heads); !ok) return std::unexpected(ok.error());
  return Questioner(task, heads, options).run();
}

Expected<TwoTokenRecovery> recover_from_examples(std::span<const Sequence> examples, Index heads,
                                                 const TwoTokenOptions& options) {
  if (const auto ok = check_heads(heads); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_options(options); !ok) return std::unexpected(ok.error());
  if (const auto ok = validate_sign_examples(examples); !ok) return std::unexpected(ok.error());
  const Index d = examples.front().d();
  const auto longest = std::ranges::max_element(examples, {}, [](const Sequence& one) { return one.n(); });
  if (const auto ok = check_length(longest->n(), heads); !ok) return std::unexpected(ok.error());
  TwoTokenLayer recovery(d, heads, options.noise);
  std::vector<Sequence> others;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (recovery.table.add(examples[i])) {
      ++recovery.report.used;
    } else if (std::ssize(others) < kExampleChecks) {
      others.push_back(examples[i]);
    }
    if (options.progress && i % 4096 == 0)
      options.progress(0.5 * static_cast<double>(i) / static_cast<double>(examples.size()));
  }
  recovery.report.sequences = std::ssize(examples);
  return from_table(std::move(recovery), d, longest->n(), others, options);
}

}  // namespace learner
