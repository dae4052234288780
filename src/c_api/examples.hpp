// What a host hands over, as the learner takes it; beside the C API, for who shares out what it does in one call.
#pragma once

#include <optional>
#include <string>

#include "learner/learn.hpp"

struct lifted_learned {
  std::optional<learner::Learned> result = {};
  std::string error = {};
};

namespace c_api {

// As the first arguments of lifted_learn.
struct Examples {
  int d;
  int d_out;
  int targets;
  int count;
  const int* lengths;
  const double* tokens;
  const double* answers;
};

// Errors: sizes that make no sense, and those of make_dataset.
learner::Expected<learner::Dataset> data_of(const Examples& given);

// To be freed with lifted_free.
lifted_learned* outcome_of(learner::Expected<learner::Learned> result);

}  // namespace c_api
