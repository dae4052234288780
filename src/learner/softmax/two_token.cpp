#include "learner/softmax/two_token.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/QR>

#include "learner/random.hpp"
#include "learner/rank_factor.hpp"
#include "learner/softmax/column_fit.hpp"
#include "learner/softmax/column_order.hpp"
#include "learner/softmax/two_token_table.hpp"

namespace learner {
namespace {

constexpr double kClearMargin = 10.0;  // of the best order of heads before the second best
constexpr double kLeastMargin = 2.0;
constexpr Index kOrderPairs = 4;  // asked at most for the order of a column's heads
constexpr Index kExampleChecks = 200;
constexpr double kExact = 1e-6;  // relative error at which a layer without noise counts as right

TokenCode bit(Index j) { return TokenCode{1} << j; }

Expected<void> check_heads(Index heads) {
  if (heads >= 1 && heads <= kMaxSoftmaxHeads) return {};
  return fail("From 1 to " + std::to_string(kMaxSoftmaxHeads) + " heads can be asked for.");
}

Expected<void> check_options(const TwoTokenOptions& options) {
  if (options.noise >= 0.0 && std::isfinite(options.noise) && options.repeats >= 1 && options.checks >= 0) return {};
  return fail("Noise is 0 or a positive number; each question is asked once at least.");
}

// n_u copies of u, then n_v of v.
Matrix tokens(TokenCode u, TokenCode v, Index n_u, Index n_v, Index d) {
  Matrix Z(d, n_u + n_v);
  Z.leftCols(n_u).colwise() = token_of(u, d);
  Z.rightCols(n_v).colwise() = token_of(v, d);
  return Z;
}

// From the table to the layer, column by column.
class Recovery {
 public:
  Recovery(Index d, Index heads, const TwoTokenOptions& options) : d_(d), heads_(heads), noise_(options.noise) {
    const SoftmaxHead zero{Matrix::Zero(d, d), Matrix::Zero(d, d)};
    report_.layer.heads.assign(static_cast<std::size_t>(heads), zero);
    report_.order_margin = report_.smallest_gap = report_.smallest_c = std::numeric_limits<double>::infinity();
  }

  TwoTokenTable table;

  TwoTokenRecovery& report() { return report_; }

  // Wbar from all sequences of one token.
  Expected<void> fit_sum() {
    const std::vector<TwoTokenAnswer> answers = table.answers(0);
    Matrix u(std::ssize(answers), d_), y(std::ssize(answers), d_);
    for (Index t = 0; t < u.rows(); ++t) {
      const TwoTokenAnswer& answer = answers[static_cast<std::size_t>(t)];
      u.row(t) = std::sqrt(answer.rows_u) * token_of(answer.u, d_).transpose();
      y.row(t) = std::sqrt(answer.rows_u) * answer.y_u.transpose();
    }
    if (u.rows() < d_ || rank_factor(u.transpose() * u, 1e-10).rank() < d_)
      return fail("Sequences of one repeated token were seen for " + std::to_string(u.rows()) + " tokens; it takes " +
                  std::to_string(d_) + " independent ones: give more examples.");
    Wbar_ = Eigen::HouseholderQR<Matrix>(u).solve(y);
    return {};
  }

  ColumnFit column(Index j) const { return ColumnFit(Wbar_, heads_, j, noise_); }

  // The column's part of every head, in the column's own order.
  Expected<void> fit_column(Index j, const ColumnFit& column) {
    const auto fit = column.fit();
    if (!fit) return std::unexpected(fit.error());
    added_ = report_.layer;
    for (Index i = 0; i < heads_; ++i) {
      SoftmaxHead& head = added_.heads[static_cast<std::size_t>(i)];
      head.Theta.setZero(), head.W.setZero();
      head.Theta.col(j) = fit->network.theta.col(i);
      head.W.row(j) = fit->network.w.col(i).transpose();
    }
    report_.amplification = std::max(report_.amplification, fit->amplification);
    report_.smallest_gap = std::min(report_.smallest_gap, column.smallest_gap());
    report_.smallest_c = std::min(report_.smallest_c, column.smallest_c());
    report_.pairs += column.pairs();
    report_.pairs_refused += column.pairs_refused();
    return {};
  }

  // Which head of fit_column's is which, from all pairs that differ in entry j and one before it.
  Expected<ColumnOrder> order(Index j) const {
    std::vector<TwoTokenAnswer> answers;
    for (Index i = 0; i < j; ++i) {
      const auto some = table.answers(bit(i) | bit(j));
      answers.insert(answers.end(), some.begin(), some.end());
    }
    if (answers.empty() && j > 0 && heads_ > 1)
      return fail("No two tokens that differ in two entries were seen together: give more examples.");
    if (j > 0 && heads_ > 1) return column_order(report_.layer, added_, Wbar_, answers);
    std::vector<Index> same(static_cast<std::size_t>(heads_));
    std::iota(same.begin(), same.end(), Index{0});
    return ColumnOrder{.order = same, .margin = std::numeric_limits<double>::infinity()};
  }

  Expected<void> join(const ColumnOrder& order) {
    if (!(order.margin >= kLeastMargin))
      return fail("The answers do not say which parts belong to one head: lower the noise or ask more often.");
    report_.order_margin = std::min(report_.order_margin, order.margin);
    for (std::size_t i = 0; i < order.order.size(); ++i) {
      const SoftmaxHead& from = added_.heads[static_cast<std::size_t>(order.order[i])];
      report_.layer.heads[i].Theta += from.Theta;
      report_.layer.heads[i].W += from.W;
    }
    return {};
  }

  // Whether the layer answers other sequences; `noise` is that of their answers.
  Expected<TwoTokenRecovery> checked(std::span<const Sequence> others, double noise) {
    double squares = 0.0, size = 0.0, count = 0.0;
    for (const Sequence& other : others) {
      squares += (other.Y - attend(report_.layer, other.Z)).squaredNorm();
      size += other.Y.squaredNorm();
      count += static_cast<double>(other.Y.size());
    }
    if (count > 0.0) report_.check_error = std::sqrt(squares / count);
    if (!(report_.check_error <= 4.0 * noise + kExact * std::sqrt(size / std::max(1.0, count))))
      return fail(
          "The recovered layer does not answer other sequences: change the number of heads or lower the noise.");
    measure_fit();
    return std::move(report_);
  }

 private:
  void measure_fit() {
    double squares = 0.0, count = 0.0;
    for (const TwoTokenAnswer& answer : table.answers()) {
      if (answer.one_token()) continue;
      const Matrix Y = attend(report_.layer, tokens(answer.u, answer.v, answer.n_u, answer.n_v, d_));
      squares += (Y.col(0) - answer.y_u).squaredNorm() + (Y.col(Y.cols() - 1) - answer.y_v).squaredNorm();
      count += static_cast<double>(2 * d_);
    }
    report_.fit_error = std::sqrt(squares / std::max(1.0, count));
  }

  Index d_, heads_;
  double noise_;
  Matrix Wbar_;
  SoftmaxLayer added_;
  TwoTokenRecovery report_;
};

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
      : task_(task), heads_(heads), options_(options), random_(options.seed), recovery_(task.d(), heads, options) {}

  Expected<TwoTokenRecovery> run() {
    const Index d = task_.d();
    const TokenCode base = random_.below(bit(d));
    for (Index j = 0; j < d; ++j) ask_tokens(tokens(j == 0 ? base : base ^ bit(j), 0, task_.k(), 0, d));
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
      ask_tokens(tokens(u, u | bit(j), n_u, n_v, task_.d()));
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
      ask_tokens(tokens(u, u ^ bit(0) ^ bit(j), half, half, d));
      order = recovery_.order(j);
    }
    return order;
  }

  Expected<TwoTokenRecovery> asked_checks() {
    recovery_.report().sequences = recovery_.report().used = static_cast<Index>(question_);
    std::vector<Sequence> checks;
    for (Index i = 0; i < options_.checks; ++i) {
      Matrix Z(task_.d(), task_.k());
      for (double& entry : Z.reshaped()) entry = random_.below(2) == 0 ? -1.0 : 1.0;
      checks.push_back(ask(Z));
    }
    recovery_.report().sequences = static_cast<Index>(question_);
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
  Recovery recovery_;
  std::uint64_t question_ = 0;
};

Expected<TwoTokenRecovery> from_table(Recovery recovery, Index d, std::span<const Sequence> others,
                                      const TwoTokenOptions& options) {
  if (const auto ok = recovery.fit_sum(); !ok) return std::unexpected(ok.error());
  for (Index j = 0; j < d; ++j) {
    ColumnFit column = recovery.column(j);
    const std::vector<TwoTokenAnswer> answers = recovery.table.answers(bit(j));
    for (std::size_t begin = 0, end = 0; begin < answers.size(); begin = end) {
      while (end < answers.size() && answers[end].u == answers[begin].u) ++end;
      column.add(std::span(answers).subspan(begin, end - begin));
    }
    if (const auto ok = recovery.fit_column(j, column); !ok) return std::unexpected(ok.error());
    const auto order = recovery.order(j);
    if (!order) return std::unexpected(order.error());
    if (const auto ok = recovery.join(*order); !ok) return std::unexpected(ok.error());
    if (options.progress) options.progress(static_cast<double>(j + 1) / static_cast<double>(d));
  }
  return recovery.checked(others, options.noise);
}

Expected<void> check_examples(std::span<const Sequence> examples) {
  if (examples.empty()) return fail("There are no examples: give some.");
  const Index d = examples.front().d();
  if (const auto ok = validate({.d = d, .d_out = d, .targets = Targets::all}, examples); !ok) return ok;
  for (const Sequence& example : examples)
    if (example.Z.cwiseAbs() != Matrix::Ones(d, example.n())) return fail("Entries of tokens must be 1 or -1 here.");
  return {};
}

}  // namespace

Expected<TwoTokenRecovery> recover_by_questions(const SignTask& task, Index heads, const TwoTokenOptions& options) {
  if (const auto ok = check_heads(heads); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_options(options); !ok) return std::unexpected(ok.error());
  if (task.k() < heads + 1)
    return fail(std::to_string(heads) + " heads take sequences of at least " + std::to_string(heads + 1) +
                " tokens: set k to that.");
  return Questioner(task, heads, options).run();
}

Expected<TwoTokenRecovery> recover_from_examples(std::span<const Sequence> examples, Index heads,
                                                 const TwoTokenOptions& options) {
  if (const auto ok = check_heads(heads); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_options(options); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_examples(examples); !ok) return std::unexpected(ok.error());
  const Index d = examples.front().d();
  Recovery recovery(d, heads, options);
  std::vector<Sequence> others;
  for (const Sequence& example : examples) {
    if (recovery.table.add(example)) {
      ++recovery.report().used;
    } else if (std::ssize(others) < kExampleChecks) {
      others.push_back(example);
    }
  }
  recovery.report().sequences = std::ssize(examples);
  return from_table(std::move(recovery), d, others, options);
}

}  // namespace learner
