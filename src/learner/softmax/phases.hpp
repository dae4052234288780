#pragma once

#include <optional>
#include <string>

#include "learner/softmax/net_search.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/value_sum.hpp"

namespace learner {

// Paper B's algorithm (arXiv 2402.04084) in one run, each phase beside its true error. It is an algorithm for many
// dimensions: at sizes that fit a page its errors are large, and here they can be seen. Measured with these defaults
// for two heads and k = 2: phase 5 leaves 0.74, 0.68, 0.66, 0.42, 0.28 of a Theta outside the span at d = 3, 4, 5, 6, 7
// (medians of 6 layers, of 2 at d = 7), where chance would leave 0.88 to 0.98.

struct PhaseOptions {
  Index examples = 4000;                                   // N; examples * d * k at most kMostExampleEntries
  bool exact_sum_in_phase_2 = false;                       // give the phase the true Wbar instead of phase 1's
  bool exact_sum_in_phase_4 = false;                       // and this one instead of phase 3's
  AgreementOptions agreement = {.tolerance = 0.3};         // phase 2; most_distinct = 0 is 1 + d / m
  BodyOptions body = {};                                   // phases 2 and 4
  double margin = 0.0;                                     // phase 3; 0: the largest that leaves enough rows
  AgreementOptions second_agreement = {.tolerance = 0.1};  // phase 4; the same
  SpanOptions span = {};                                   // phase 5; its progress is not used
  NetOptions net = {};                                     // phase 6; its progress is not used
  Index test_examples = 200;
};

inline constexpr double kMostExampleEntries = 5e6;
inline constexpr Index kMostPhaseDimension = 8;  // 64 unknowns: a linear program takes some 10 ms

struct SumPhase {  // 1
  Matrix sum;
  double error = 0.0;      // sum_error
  double predicted = 0.0;  // ||crude_sum_bias|| / ||Wbar||: what remains for any N, to first order
};

struct SculptPhase {  // 2 and 4
  Agreement agreement;
  ConstraintError constraint_error;
  ConvexBody body;
  NearestPoint centre;  // the minimum-norm point
  BodyError error;
};

struct RefinePhase {  // 3
  RefinedSum refined;
  double error = 0.0;  // sum_error
};

struct SpanPhase {  // 5
  SpanSearch span;
  SpanError error;
};

struct NetPhase {  // 6
  NetSearch net;
  HeadMatch match;
  double test_error = 0.0;  // relative squared error on sequences of Split::test
};

// The results of the phases that were reached. `stopped` is 0 when all six were, else the phase that could not go on,
// and `why` a sentence about it.
struct SixPhases {
  std::optional<SumPhase> crude;
  std::optional<SculptPhase> first;
  std::optional<RefinePhase> refined;
  std::optional<SculptPhase> second;
  std::optional<SpanPhase> span;
  std::optional<NetPhase> net;
  int stopped = 0;
  std::string why;
};

// All phases on training sequences 0 .. examples - 1 of the task. The number of heads is known.
// Cost: about 4 passes over the examples, 1 + 2 d^2 linear programs, and the net.
SixPhases run_six_phases(const SignTask& task, const PhaseOptions& options = {}, const Progress& progress = {});

}  // namespace learner
