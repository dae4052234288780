#include "learner/machines/exactness.hpp"

#include <algorithm>
#include <cassert>
#include <set>

namespace learner {
namespace {

// A taught pair, comparable: key, then the table.
std::vector<int> pair_of(const Table& table, Index key) {
  std::vector<int> result{static_cast<int>(key)};
  result.insert(result.end(), table.reshaped().begin(), table.reshaped().end());
  return result;
}

// The examples of an exactness curve, one after the other.
class Lessons {
 public:
  Lessons(const LookupShape& shape, const ExactnessOptions& options)
      : shape_(shape), teaching_(options.teaching), never_(options.never), random_(Random(options.seed).split(1)) {}

  void next() {
    const bool same_table = teaching_ == Teaching::whole && count_ % shape_.keys != 0;
    if (!same_table) draw_table();
    key_ = teaching_ == Teaching::random ? static_cast<Index>(random_.below(static_cast<std::uint32_t>(shape_.keys)))
                                         : count_ % shape_.keys;
    ++count_;
  }

  const Table& table() const { return table_; }
  Index key() const { return key_; }

 private:
  void draw_table() {
    do {
      table_ = random_table(shape_, random_);
    } while (never_.size() > 0 && table_ == never_);
  }

  const LookupShape& shape_;
  Teaching teaching_;
  const Table& never_;
  Random random_;
  Table table_;
  Index key_ = 0;
  Index count_ = 0;
};

ExactnessPoint measure(const LookupLearner& learner, const std::vector<Table>& tables,
                       const std::set<std::vector<int>>& taught) {
  ExactnessPoint point{
      .examples = learner.examples(), .taught = static_cast<Index>(taught.size()), .rank = learner.rank()};
  Index exact = 0, certified = 0, whole = 0;
  for (const Table& table : tables) {
    bool all = true;
    for (Index key = 0; key < learner.shape().keys; ++key) {
      const LookupAnswer asked = learner.ask(table, key);
      const bool is_right = asked.right_without_ties();
      all = all && is_right;
      if (taught.contains(pair_of(table, key))) continue;
      ++point.questions;
      exact += is_right;
      certified += asked.rho <= Interpolation::kInside;
      point.error = std::max(point.error, asked.error);
    }
    whole += all;
  }
  const auto share = [](Index part, Index of) {
    return of > 0 ? static_cast<double>(part) / static_cast<double>(of) : 1.0;
  };
  point.exact = share(exact, point.questions);
  point.certified = share(certified, point.questions);
  point.tables = share(whole, static_cast<Index>(tables.size()));
  return point;
}

}  // namespace

std::vector<ExactnessPoint> exactness_curve(const LookupShape& shape, const ExactnessOptions& options) {
  assert(validate(shape).has_value() && std::ranges::is_sorted(options.examples));
  const std::vector<Table> tables = tables_asked(shape, options);
  Lessons lessons(shape, options);
  LookupLearner learner(shape);
  std::set<std::vector<int>> taught;
  std::vector<ExactnessPoint> curve;
  for (const Index target : options.examples) {
    while (learner.examples() < target) {
      lessons.next();
      [[maybe_unused]] const auto added = learner.add(lessons.table(), lessons.key());
      assert(added.has_value());  // a table does not contradict itself
      taught.insert(pair_of(lessons.table(), lessons.key()));
    }
    curve.push_back(measure(learner, tables, taught));
    if (options.at_point) options.at_point(learner, curve.back());
    const auto points = static_cast<double>(options.examples.size());
    if (options.progress) options.progress(static_cast<double>(curve.size()) / points);
  }
  return curve;
}

std::vector<Lesson> lessons_of(const LookupShape& shape, const ExactnessOptions& options) {
  Lessons lessons(shape, options);
  std::vector<Lesson> all;
  while (std::ssize(all) < options.examples.back()) {
    lessons.next();
    all.push_back({.table = lessons.table(), .key = lessons.key()});
  }
  return all;
}

std::vector<Table> tables_asked(const LookupShape& shape, const ExactnessOptions& options) {
  Random questions = Random(options.seed).split(2);
  std::vector<Table> tables;
  for (Index i = 0; i < options.unseen; ++i) tables.push_back(random_table(shape, questions));
  return tables;
}

}  // namespace learner
