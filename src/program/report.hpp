#pragma once

#include "learner/fewest_heads.hpp"
#include "learner/learn.hpp"
#include "program/options.hpp"
#include "program/passes.hpp"

namespace program {

// All that there is to tell.
struct Report {
  Shape shape;
  double lambda = 0.0;
  std::int64_t examples = 0;  // sequences learned from
  learner::Learned learned;
  Errors errors;
  bool predicted = false;
  std::optional<learner::HeadReport> fewest;
  bool more_needed = false;  // than the fewest, for the error of W: no search found so many
  std::optional<Errors> of_fewest;
  double seconds = 0.0;
};

// The names are those of learn() in JavaScript (web/types/learn.d.ts).
std::string json_of(const Report& report);

// The names are those of learn() in Python (c_api/lifted_learn.py). Errors: see write_npz.
Expected<void> write_arrays(const std::string& path, const Report& report);

// In sentences, a line each.
std::string words_of(const Report& report);

}  // namespace program
