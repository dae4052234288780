#pragma once

#include <functional>
#include <vector>

#include "learner/machines/lookup.hpp"

namespace learner {

// Which questions are taught:
//   random    a random table and a random key for each example;
//   in_turn   a random table for each example, the keys one after the other;
//   whole     every key of a random table, then the next table: N / K tables are seen.
// Random pairs need most: a step is exact when each key has its key_rank independent examples, and some keys come up
// late. Measured, 3 states and 2 letters (rank 78): all right in 40 of 40 seeds from N = 96 on with whole, in 17 of 40
// with random.
enum class Teaching { random, in_turn, whole };

struct ExactnessPoint {
  Index examples = 0;      // N
  Index taught = 0;        // different pairs among them: small tables come up again
  Index rank = 0;          // of their features; at most K key_rank
  Index questions = 0;     // asked: K unseen, less pairs that were taught; small tables come up again here too
  double exact = 0.0;      // share answered rightly after rounding; a tie is no right answer
  double tables = 0.0;     // share of the tables asked that were answered rightly at every key
  double certified = 0.0;  // share with rho = 0 (Interpolation::kInside)
  double error = 0.0;      // largest error of an answer before rounding
};

struct ExactnessOptions {
  std::vector<Index> examples;  // N, rising
  Index unseen = 200;           // tables asked, every key of each
  Teaching teaching = Teaching::random;
  std::uint64_t seed = 1;
  Table never = {};  // a table that is not taught: another is drawn in its place; empty: none
  // Sees the learner at each N, with what was measured there. May be empty.
  std::function<void(const LookupLearner&, const ExactnessPoint&)> at_point = {};
  Progress progress = {};
};

// How many examples make the universal step exact: learned from N (table, question) pairs, asked on random tables of
// an independent stream. One pass, since examples only add up; progress after each point.
// Precondition: validate(shape). Cost O(N m r + points unseen K m r).
std::vector<ExactnessPoint> exactness_curve(const LookupShape& shape, const ExactnessOptions& options);

// What such a curve is learned from, in order, and the tables that it asks.
struct Lesson {
  Table table;
  Index key = 0;
};
std::vector<Lesson> lessons_of(const LookupShape& shape, const ExactnessOptions& options);
std::vector<Table> tables_asked(const LookupShape& shape, const ExactnessOptions& options);

}  // namespace learner
