// What the learned heads of figure "algorithm" answer where they have not learned.
#include "figures/algorithm/algorithm.hpp"
#include "learner/certificate.hpp"
#include "learner/chance.hpp"
#include "learner/features.hpp"
#include "learner/fewest_heads.hpp"
#include "learner/token_units.hpp"

namespace figures::algorithm {
namespace {

// Fresh answers that are shown.
constexpr Index kShownAnswers = 200;
// Length of the held-out passage that is shown, and how many held-out numbers are.
constexpr Index kShownCharacters = 640;
constexpr Index kShownWords = 120;
constexpr Index kMostNumbers = 1500;
// Multiply-adds.
constexpr double kCheckWork = 2e8;

void append_columns(Matrix& matrix, const Matrix& columns) {
  matrix.conservativeResize(columns.rows(), matrix.cols() + columns.cols());
  matrix.rightCols(columns.cols()) = columns;
}

Standing standing(const Vector& gains, bool may_be_chance) {
  if (may_be_chance) return Standing::level;
  return gains.sum() > 0 ? Standing::better : Standing::worse;
}

// One way to answer what was held out.
struct Answering {
  learner::TestError error;
  Vector each;  // squared error of every sequence

  void answer(Index k, const Matrix& answers, const Matrix& targets) {
    error.add(answers, targets);
    each(k) = (answers - targets).squaredNorm();
  }
};

// An error smaller by this factor is luck in no more than about one case of 1,000, however few and uneven the
// sequences: of k numbers as far off by one way as by the other, about s^(k/2) have the share s. A sequence counts as
// two at most.
double no_luck(Index numbers, Index sequences) {
  return std::pow(1e-6, 1.0 / static_cast<double>(std::min({numbers, 2 * sequences, Index{4}})));
}

// What is no luck is beaten by nobody.
// Of answers that are the same but for rounding or a tiny penalty, target by target, none is better, however often.
Standing standing(const Answering& one, const Answering& other) {
  const double share = no_luck(one.error.rows * one.error.d_out, one.each.size());
  const std::array sums = {one.error.squared_error, other.error.squared_error};
  if (sums[0] < share * sums[1]) return Standing::better;
  if (sums[1] < share * sums[0]) return Standing::worse;
  if (std::abs(sums[0] - sums[1]) <= kNoDifference * sums[1]) return Standing::level;
  const Vector gains = other.each - one.each;
  return standing(gains, learner::may_be_chance(gains));
}

// Nor is rounding.
Standing standing(const Answering& one, const Answering& other, const learner::TestError& of_mean) {
  const std::array exact = {is_rounding(one.error, of_mean), is_rounding(other.error, of_mean)};
  if (exact[0] != exact[1]) return exact[0] ? Standing::better : Standing::worse;
  return exact[0] ? Standing::level : standing(one, other);
}

class Check {
 public:
  Check(const SequenceSource& source, const Learned& learned, Result& result)
      : source_(source), learned_(learned), result_(result) {}

  Expected<void> go() {
    if (source_.truth) return check_truth();
    if (!source_.text) return check_held_out();
    check_text();
    return {};
  }

 private:
  // The heads themselves answer sequences that nobody has seen; a run of many heads on long sequences asks fewer.
  Index test_count() const {
    const auto heads = static_cast<double>(learned_.heads.heads.size());
    const auto n = static_cast<double>(result_.Z.cols());
    const double d = result_.d;
    const double rows = result_.targets == learner::Targets::last ? 1 : n;
    const double each = heads * (n * d * (rows + d) + rows * d * d);
    return std::min(source_.test, std::max(static_cast<Index>(kCheckWork / each), Index{16}));
  }

  // Whether the heads that S(x) counts are enough: found by null spaces or, where these fail, as for maps of low rank,
  // from random starts; and asked what nobody has seen. Coordinates are counted in units of their size, or the smallest
  // of them would be lost in the rounding of the largest.
  Expected<void> settle_heads(const std::vector<Sequence>& fresh) {
    if (result_.relative_error >= learner::kExactShare) return {};
    const Vector sizes = learner::token_sizes(learned_.moments);
    const Matrix p = learner::in_units(learned_.p, sizes);
    const auto evidence = learner::head_count_evidence(p, result_.d);
    for (const Index heads : {evidence.by_gap, evidence.by_rank}) {
      const auto found = learner::fewest_heads(p, result_.d, search_for(heads, heads == evidence.by_rank));
      if (!found) return std::unexpected(found.error());
      const Model model = learner::out_of_units(found->model, sizes);
      if (model.heads.empty() || learner::test_error(model, fresh, result_.targets).relative() >= learner::kExactShare)
        continue;
      result_.enough_heads = static_cast<std::int32_t>(found->heads);
      return {};
    }
    return {};
  }

  // Large heads take few steps, and small ones are quick: one start of 16 heads at d = 16 has 28 steps, and needs 20.
  learner::FewestHeadsOptions search_for(Index heads, bool from_starts) const {
    constexpr double kWork = 5e8;  // multiply-adds
    constexpr double kMostSteps = 2000, kMostStarts = 16;
    const double d = result_.d, unknowns = static_cast<double>(heads) * d;
    const double steps = kWork / (unknowns * d * d * result_.d_out + unknowns * unknowns * unknowns);
    return {.heads = heads,
            .restarts = from_starts ? static_cast<Index>(std::clamp(steps / kMostSteps, 1.0, kMostStarts)) : 0,
            .steps = static_cast<Index>(std::min(steps, kMostSteps))};
  }

  Expected<void> check_truth() {
    const auto fresh = source_.block(Split::test, 0, test_count());
    const auto error = learner::test_error(learned_.heads, fresh, result_.targets);
    result_.test_error = error.mean();
    result_.relative_error = error.relative();
    learner::TestError clean{.d_out = source_.shape.d_out};
    for (const Sequence& sequence : fresh)
      clean.add(learner::attend(learned_.heads, sequence.Z, result_.targets),
                learner::attend(*source_.truth, sequence.Z, result_.targets));
    result_.clean_error = clean.relative();
    result_.test_rows = error.rows;
    if (learned_.free) result_.free_error = learner::test_error(*learned_.free, fresh, result_.targets).mean();
    const Matrix p = learner::folded_coefficients(*source_.truth);
    result_.truth = p.reshaped<Eigen::RowMajor>();
    result_.distance = learner::relative_distance(learned_.p, p);
    for (const Sequence& sequence :
         std::span(fresh).first(std::min(fresh.size(), static_cast<std::size_t>(kShownAnswers / result_.d_out + 1)))) {
      append_columns(result_.answer, learner::attend(*source_.truth, sequence.Z, result_.targets).rightCols(1));
      append_columns(result_.prediction, learner::attend(learned_.heads, sequence.Z, result_.targets).rightCols(1));
    }
    return settle_heads(fresh);
  }

  // By p: heads whose coordinates are of very different size lose the smallest in the rounding of the largest.
  // Errors: numbers so large that their squares are infinite.
  Expected<void> check_held_out() {
    const Index count = test_count();
    const Answering none{{.d_out = source_.shape.d_out}, Vector::Zero(count)};
    Answering heads = none, free = none, mean = none, other = none;
    const auto held_out = source_.block(Split::test, 0, count);
    for (Index k = 0; k < count; ++k) {
      const auto& [Z, Y] = held_out[static_cast<std::size_t>(k)];
      const Matrix answers = learner::evaluate_folded(learned_.p, Z, result_.targets);
      const Matrix* prediction = result_.compared ? &source_.prediction(Split::test, k) : nullptr;
      heads.answer(k, answers, Y);
      mean.answer(k, learned_.mean_target.replicate(1, Y.cols()), Y);
      if (learned_.free) free.answer(k, learner::evaluate_folded(*learned_.free, Z, result_.targets), Y);
      if (prediction) other.answer(k, *prediction, Y);
      if (result_.answer.size() + Y.size() > kMostNumbers && result_.answer.size() > 0) continue;
      append_columns(result_.answer, Y);
      append_columns(result_.prediction, answers);
      if (prediction) append_columns(result_.other, *prediction);
    }
    const learner::TestError &learned = heads.error, &trivial = mean.error;
    if (!std::isfinite(other.error.squared_error) || !std::isfinite(learned.squared_error) ||
        !std::isfinite(trivial.squared_error)) {
      return learner::fail("The sequences held out are too large to be checked: divide all numbers by a power of ten.");
    }
    result_.test_error = learned.mean();
    result_.trivial_error = trivial.mean();
    result_.test_rows = learned.rows;
    result_.other_test_error = other.error.mean();
    result_.heads_to_mean = standing(heads, mean, trivial);
    if (learned_.free && std::isfinite(free.error.squared_error)) {
      result_.free_error = free.error.mean();
      result_.free_to_heads = standing(free, heads, trivial);
      // What is exact is good enough where the mean is exact, too.
      result_.free_to_mean = is_rounding(free.error, trivial) ? Standing::better : standing(free, mean, trivial);
    }
    if (result_.compared) {
      // Where the fit misses targets by more than rounding, so do its answers to others.
      result_.other_to_heads = result_.fits ? standing(other, heads, trivial) : standing(other, heads);
      result_.other_to_mean = standing(other, mean, trivial);
    }
    // Where all held-out targets are the mean, but for rounding, that cannot be bettered, but be met.
    if (is_rounding(trivial, trivial)) {
      result_.relative_error = is_rounding(learned, trivial) ? learned.relative() : 1;
    } else {
      result_.relative_error = learned.mean() / trivial.mean();
    }
    return settle_heads(held_out);
  }

  void check_text() {
    const learner::TextTask& text = *source_.text;
    const auto report = learner::evaluate_next_token(text, learned_.p);
    result_.test_error = report.error;
    result_.trivial_error = report.trivial_error;
    result_.relative_error = report.relative_error;
    result_.accuracy = report.accuracy;
    result_.trivial_accuracy = report.trivial_accuracy;
    result_.test_rows = report.rows;
    result_.tokens = text.token_count();
    // The frequent tokens may gain a little at the cost of the rare ones: signs say nothing of the error.
    result_.heads_to_mean =
        report.error < no_luck(report.rows * source_.shape.d_out, report.gains.size()) * report.trivial_error
            ? Standing::better
            : standing(report.gains, learner::mean_may_be_chance(report.gains));
    result_.unlisted = report.unlisted;
    result_.vocabulary = std::ssize(text.vocabulary().tokens);
    result_.words = text.options().kind == learner::TokenKind::words;
    const Index shown = std::min(result_.words ? kShownWords : kShownCharacters, text.window_count(Split::test));
    for (Index k = 0; k < shown; ++k) {
      const Matrix answer =
          learner::evaluate_folded(learned_.p, text.sequence(Split::test, k).Z, learner::Targets::last);
      const auto actual = static_cast<Index>(text.target_ids(Split::test, k).back());
      result_.actual.push_back(token_of(text, actual));
      result_.predicted.push_back(token_of(text, text.guess(answer.col(0))));
    }
  }

  const SequenceSource& source_;
  const Learned& learned_;
  Result& result_;
};

}  // namespace

Expected<void> check(const SequenceSource& source, const Learned& learned, Result& result) {
  return Check(source, learned, result).go();
}

Token token_of(const learner::TextTask& text, Index id) {
  return {id == 0 ? "…" : text.vocabulary().tokens[static_cast<std::size_t>(id)], static_cast<std::int32_t>(id)};
}

}  // namespace figures::algorithm
