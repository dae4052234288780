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

// Whether differences may have no direction: chance alone makes their mean as far from 0 in one case of 20, and no more
// of them have its sign than chance would give. The mean alone says little where a few of them outweigh all others.
bool may_be_chance(Vector differences) {
  const double largest = differences.size() > 0 ? differences.cwiseAbs().maxCoeff() : 0.0;
  if (differences.size() < 2 || largest == 0) return true;
  differences /= largest;  // or the squares of small ones would be 0, of large ones infinite
  const auto count = static_cast<double>(differences.size());
  const double mean = differences.mean();
  const double variance = (differences.array() - mean).square().sum() / (count - 1);
  const auto alike = static_cast<double>((differences.array() * mean > 0).count());
  return std::abs(mean) <= learner::student_95(count) * std::sqrt(variance / count) &&
         (count < 6 || alike - count / 2 <= std::sqrt(count));
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

  // Whether the heads that S(x) counts are enough: found by null spaces, and asked what nobody has seen. Coordinates
  // are counted in units of their size, or the smallest of them would be lost in the rounding of the largest.
  Expected<void> settle_heads(const std::vector<Sequence>& fresh) {
    if (result_.relative_error >= learner::kExactShare) return {};
    const Vector sizes = learner::token_sizes(learned_.moments);
    const Matrix p = learner::in_units(learned_.p, sizes);
    const auto evidence = learner::head_count_evidence(p, result_.d);
    for (const Index heads : {evidence.by_gap, evidence.by_rank}) {
      const auto applies = [&](learner::Side side) {
        return learner::null_space_applies(result_.d, p.rows(), heads, side);
      };
      if (!applies(learner::Side::values) && !applies(learner::Side::queries)) continue;
      const auto found = learner::fewest_heads(p, result_.d, {.heads = heads, .restarts = 0});
      if (!found) return std::unexpected(found.error());
      const Model model = learner::out_of_units(found->model, sizes);
      if (learner::test_error(model, fresh, result_.targets).relative() >= learner::kExactShare) continue;
      result_.enough_heads = static_cast<std::int32_t>(heads);
      return {};
    }
    return {};
  }

  Expected<void> check_truth() {
    const auto fresh = source_.block(Split::test, 0, test_count());
    const auto error = learner::test_error(learned_.heads, fresh, result_.targets);
    result_.test_error = error.mean();
    result_.relative_error = error.relative();
    result_.test_rows = error.rows;
    if (learned_.free) result_.free_error = learner::test_error(*learned_.free, fresh, result_.targets).relative();
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
    learner::TestError learned{.d_out = source_.shape.d_out};
    learner::TestError trivial{.d_out = source_.shape.d_out};
    learner::TestError other{.d_out = source_.shape.d_out};
    // By how much p has the smaller squared error than the other model, and than the mean, and the other than the mean;
    // of each sequence.
    Vector better = Vector::Zero(result_.compared ? test_count() : 0);
    Vector than_mean = Vector::Zero(test_count());
    Vector other_than_mean = better;
    const auto held_out = source_.block(Split::test, 0, test_count());
    for (Index k = 0; const Sequence& sequence : held_out) {
      const Matrix answers = learner::evaluate_folded(learned_.p, sequence.Z, result_.targets);
      const Matrix mean = learned_.mean_target.replicate(1, sequence.rows());
      const double own = (answers - sequence.Y).squaredNorm();
      learned.add(answers, sequence.Y);
      trivial.add(mean, sequence.Y);
      than_mean(k) = (mean - sequence.Y).squaredNorm() - own;
      const Matrix* prediction = result_.compared ? &source_.prediction(Split::test, k) : nullptr;
      if (prediction) {
        other.add(*prediction, sequence.Y);
        better(k) = (*prediction - sequence.Y).squaredNorm() - own;
        other_than_mean(k) = than_mean(k) - better(k);
      }
      ++k;
      if (result_.answer.size() + sequence.Y.size() > kMostNumbers && result_.answer.size() > 0) continue;
      append_columns(result_.answer, sequence.Y);
      append_columns(result_.prediction, answers);
      if (prediction) append_columns(result_.other, *prediction);
    }
    if (!std::isfinite(other.squared_error) || !std::isfinite(learned.squared_error) ||
        !std::isfinite(trivial.squared_error)) {
      return learner::fail("The sequences held out are too large to be checked: divide all numbers by a power of ten.");
    }
    result_.test_error = learned.mean();
    result_.trivial_error = trivial.mean();
    result_.test_rows = learned.rows;
    result_.other_test_error = other.mean();
    // Rounding is beaten by nobody by chance.
    const bool exact = is_rounding(learned, trivial);
    result_.by_chance = exact ? is_rounding(other, trivial) : may_be_chance(better);
    result_.mean_by_chance = !exact && may_be_chance(than_mean);
    result_.other_mean_by_chance = may_be_chance(other_than_mean);
    if (learned_.free && !is_rounding(trivial, trivial))
      result_.free_error = learner::test_error(*learned_.free, held_out, result_.targets).mean() / trivial.mean();
    // Where all held-out targets are the mean, but for rounding, that cannot be bettered, but be met.
    if (is_rounding(trivial, trivial)) {
      result_.relative_error = exact ? learned.relative() : 1;
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
    result_.vocabulary = std::ssize(text.vocabulary().tokens);
    result_.words = text.options().kind == learner::TokenKind::words;
    const Index shown = std::min(result_.words ? kShownWords : kShownCharacters, text.window_count(Split::test));
    for (Index k = 0; k < shown; ++k) {
      const Matrix answer =
          learner::evaluate_folded(learned_.p, text.sequence(Split::test, k).Z, learner::Targets::last);
      const auto actual = static_cast<Index>(text.target_ids(Split::test, k).back());
      result_.actual.push_back(letters_of(text, actual));
      result_.predicted.push_back(letters_of(text, text.guess(answer.col(0))));
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

std::string letters_of(const learner::TextTask& text, Index id) {
  return id == 0 ? "·" : text.vocabulary().tokens[static_cast<std::size_t>(id)];
}

}  // namespace figures::algorithm
