#include "c_api/lifted_learner.h"

#include <vector>

#include "c_api/examples.hpp"
#include "learner/threads.hpp"

namespace c_api {

using learner::Index;
using learner::Matrix;

learner::Expected<learner::Dataset> data_of(const Examples& given) {
  if (given.targets < LIFTED_LAST || given.targets > LIFTED_CAUSAL) {
    return learner::fail("There is no kind %1 of targets: 0 is the last token, 1 all, 2 causal.", given.targets);
  }
  const auto targets = static_cast<learner::Targets>(given.targets);
  const learner::Shape shape{.d = given.d, .d_out = given.d_out, .targets = targets};
  if (auto valid = validate(shape); !valid) return std::unexpected(valid.error());
  std::vector<learner::Sequence> sequences;
  const double* token = given.tokens;
  const double* answer = given.answers;
  for (int k = 0; k < given.count; ++k) {
    const Index n = given.lengths[k];
    if (n < 1) return learner::fail("Sequence %1 has %2 tokens: give at least one.", k + 1, n);
    const Index rows = learner::target_count(targets, n);
    sequences.push_back(
        {Eigen::Map<const Matrix>(token, shape.d, n), Eigen::Map<const Matrix>(answer, shape.d_out, rows)});
    token += shape.d * n;
    answer += shape.d_out * rows;
  }
  return learner::make_dataset(std::move(sequences), targets);
}

lifted_learned* outcome_of(learner::Expected<learner::Learned> result) {
  auto* learned = new lifted_learned;
  if (result)
    learned->result = std::move(*result);
  else
    learned->error = result.error().text();
  return learned;
}

}  // namespace c_api

void lifted_note_fraction(double fraction, void* context) { *static_cast<volatile double*>(context) = fraction; }

void lifted_use_threads(int count) { learner::use_threads(count > 0 ? count : learner::processors()); }

lifted_learned* lifted_learn(int d, int d_out, int targets, double lambda, int count, const int* lengths,
                             const double* tokens, const double* answers, lifted_progress progress, void* context) {
  learner::Progress report;
  if (progress != nullptr) report = [=](double fraction) { progress(fraction, context); };
  const auto data = c_api::data_of({d, d_out, targets, count, lengths, tokens, answers});
  return c_api::outcome_of(data ? learner::learn(*data, lambda, report) : std::unexpected(data.error()));
}

const char* lifted_error(const lifted_learned* learned) { return learned->result ? nullptr : learned->error.c_str(); }

double lifted_number(const lifted_learned* learned, int which) {
  if (!learned->result) return 0;
  const learner::Learned& result = *learned->result;
  switch (which) {
    case LIFTED_ROWS: return static_cast<double>(result.rows);
    case LIFTED_UNKNOWNS: return static_cast<double>(result.unknowns);
    case LIFTED_RANK: return static_cast<double>(result.rank);
    case LIFTED_MINIMUM_NORM: return result.minimum_norm ? 1 : 0;
    case LIFTED_ERROR_MEAN: return result.error;
    case LIFTED_ERROR_SHARE: return result.relative_error;
    case LIFTED_NEEDED_HEADS: return static_cast<double>(result.distinct_heads);
    case LIFTED_LAMBDA_MIN: return result.lambda_min;
    case LIFTED_LAMBDA_MAX: return result.lambda_max;
    case LIFTED_CERTIFIED_RANK: return static_cast<double>(result.certified_rank);
    case LIFTED_CONDITION: return result.condition;
    case LIFTED_DIGITS: return static_cast<double>(result.digits);
    case LIFTED_RANK_IN_DOUBT: return result.rank_in_doubt ? 1 : 0;
    default: return 0;
  }
}

const double* lifted_matrix(const lifted_learned* learned, int which, int* rows, int* columns) {
  *rows = *columns = 0;
  if (!learned->result) return nullptr;
  const auto give = [=](const auto& matrix) {
    *rows = static_cast<int>(matrix.rows());
    *columns = static_cast<int>(matrix.cols());
    return matrix.data();
  };
  const learner::Learned& result = *learned->result;
  switch (which) {
    case LIFTED_W: return give(result.W);
    case LIFTED_SINGULAR_VALUES: return give(result.sigma);
    case LIFTED_V: return give(result.value_maps);
    case LIFTED_Q: return give(result.query_maps);
    case LIFTED_EVIDENCE: return give(result.evidence);
    case LIFTED_EIGENVALUES: return give(result.eigenvalues);
    default: return nullptr;
  }
}

void lifted_free(lifted_learned* learned) { delete learned; }
