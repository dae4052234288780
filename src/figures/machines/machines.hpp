// Figure "machines": one layer of attention learns a step from examples of other machines, then runs the reader's own.
//
// Letters: N examples, K = |Q||Sigma| keys of a transition table, w numbers of an answer (w = |Q|, of a memory m),
// rho the part of a question that lies outside what the examples span. Source: the associative memory is arXiv
// 2410.10101, section 6; the universal step, the automaton in the weights and rho are ours.
#pragma once

#include <cstdint>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::machines {

// The order of the parameter's choices.
enum class Task : std::uint8_t {
  automaton,  // any automaton of a size, its table in the input
  weights,    // one automaton, its table in the weights
  memory,     // any associative memory
};

// What N examples are worth.
struct CurvePoint {
  std::int64_t N = 0;
  std::int64_t rank = 0;       // independent examples among them
  std::int64_t questions = 0;  // asked that had not been taught
  double exact = 0;            // share of them answered rightly: after rounding, or for memories to kExactRecall
  double certified = 0;        // share with rho = 0
  double error = 0;            // the largest before rounding
  Matrix answers;              // w x K: to each question of the reader's machine; empty for memories
  Vector rho;                  // of these questions, K

  void fields(auto& archive) { archive(N, rank, questions, exact, certified, error, answers, rho); }
};

struct Result {
  Task task = Task::automaton;
  std::int64_t planned = 0;        // numbers N to be tried
  std::vector<CurvePoint> points;  // tried so far, N rising
  std::int64_t needed = 0;         // rank of all questions there are: no fewer examples decide them all
  std::int64_t unknowns = 0;       // psi, what has to be known to answer every question of any kind
  std::int32_t unseen = 0;         // machines or questions the curve was measured on

  Eigen::MatrixXi next;  // |Q| x |Sigma|: the reader's machine, kHole where nothing was entered
  bool whole = true;     // whole machines were taught, all transitions of each

  std::int32_t m = 0;        // of a memory
  bool orthonormal = false;  // the keys and values of its lessons
  Matrix Z;                  // 2m x (m + 1): the memory the reader finds; its last token asks
  Matrix basis;              // psi x rank, see learner::Interpolation::basis
  Matrix directions;         // m x rank: what each of these adds to an answer

  void fields(auto& archive) {
    archive(task, planned, points, needed, unknowns, unseen, next, whole);
    archive(m, orthonormal, Z, basis, directions);
  }

  bool complete() const { return std::ssize(points) == planned; }
  bool is_memory() const { return task == Task::memory; }
  int states() const { return static_cast<int>(next.rows()); }
  int letters() const { return static_cast<int>(next.cols()); }
};

// Index of the number of examples tried that is nearest to the one asked for. Precondition: something was tried.
std::size_t point_at(const Result& result, double N);

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table.
Description describe(const Result& result, const Context& context);

}  // namespace figures::machines
