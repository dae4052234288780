// What figure "algorithm" does for menus and scripts: see figures::Job.
#pragma once

#include "figures/algorithm/algorithm.hpp"

namespace figures::algorithm {

// The table (learner/sequence_table.hpp) of what the request's state learns from, with fresh sequences of the same kind
// in the places where a table is held out: learning from the table gives the same W to the last bit. Errors: those of
// the data; words are no table; a table too large to be read again.
Expected<Bytes> save_data(const Request& request, Progress& progress);

// Sequences that a script gives, as the request's text: the bytes of this (archive.hpp).
struct Lesson {
  learner::Targets targets = learner::Targets::last;
  double lambda = 0;
  std::vector<std::int32_t> lengths;  // tokens of each sequence
  Matrix tokens;                      // d x all tokens, one sequence after another
  Matrix answers;                     // d_out x all targets
  void fields(auto& archive) { archive(targets, lambda, lengths, tokens, answers); }
};

// What Algorithm 1 makes of them, with the maps of all heads.
struct Learned : Solution {
  double error = 0;           // mean of |y - yhat|² / d_out over the lesson
  double relative_error = 0;  // sum of |y - yhat|² over sum of |y|²
  double lambda_min = 0;      // of Lambda; 0: the data leave something open
  double lambda_max = 0;
  std::int64_t certified_rank = 0;
  void fields(auto& archive) {
    archive(rows, unknowns, rank, minimum_norm, error, relative_error, W, sigma, value_maps, query_maps);
    archive(distinct_heads, evidence, lambda_min, lambda_max, certified_rank, eigenvalues);
  }
};

// Algorithm 1 on a Lesson, step by step as the figure takes it. Stages of `progress`: those of the figure. Errors: a
// lesson that does not hold together; those of the learner.
Expected<Bytes> learn(const Request& request, Progress& progress);

}  // namespace figures::algorithm
