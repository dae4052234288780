// Algorithm 1 as its text reads, in plain loops: form the features of every row, add their outer product, factor.
// The singular value decomposition is the learner's, since nobody writes their own.
#include <cmath>

#include "bench/jobs.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"

namespace bench {
namespace {

struct Sums {
  Matrix gram;   // psi x psi, lower triangle
  Matrix cross;  // psi x d_out
};

void add_row(Sums& sums, const learner::Vector& features, const learner::Vector& y) {
  const Index psi = features.size();
  for (Index c = 0; c < psi; ++c) {
    for (Index r = c; r < psi; ++r) sums.gram(r, c) += features(r) * features(c);
  }
  for (Index o = 0; o < y.size(); ++o) {
    for (Index r = 0; r < psi; ++r) sums.cross(r, o) += features(r) * y(o);
  }
}

Sums sums_of(const Data& data) {
  const Index psi = learner::feature_count(data.size().d);
  Sums sums{Matrix::Zero(psi, psi), Matrix::Zero(psi, data.size().d)};
  for (const auto& sequence : data.sequences()) {
    const Index n = sequence.n();
    for (Index row = 0; row < sequence.rows(); ++row) {
      const bool last = data.size().targets == Targets::last;
      const Index token = last ? n - 1 : row;
      const Index visible = data.size().targets == Targets::causal ? token + 1 : n;
      add_row(sums, learner::folded_features(sequence.Z, token, visible), sequence.Y.col(row));
    }
  }
  return sums;
}

// A = L L^T, row by row; L replaces the lower triangle.
void factor(Matrix& A) {
  for (Index i = 0; i < A.rows(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      double sum = A(i, j);
      for (Index k = 0; k < j; ++k) sum -= A(i, k) * A(j, k);
      A(i, j) = i == j ? std::sqrt(sum) : sum / A(j, j);
    }
  }
}

void substitute(const Matrix& L, Matrix& x) {
  for (Index o = 0; o < x.cols(); ++o) {
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index k = 0; k < i; ++k) x(i, o) -= L(i, k) * x(k, o);
      x(i, o) /= L(i, i);
    }
    for (Index i = x.rows() - 1; i >= 0; --i) {
      for (Index k = i + 1; k < x.rows(); ++k) x(i, o) -= L(k, i) * x(k, o);
      x(i, o) /= L(i, i);
    }
  }
}

Matrix algorithm(const Data& data, Laps& laps) {
  laps.start();
  auto [gram, p] = sums_of(data);
  laps.lap("gram");
  factor(gram);
  substitute(gram, p);
  laps.lap("solve");
  const auto spectrum = learner::head_spectrum(learner::unfold(p.transpose(), data.size().d), data.size().d).value();
  const learner::Model model = learner::heads_from(spectrum, spectrum.rank);
  laps.lap("heads");
  return learner::folded_coefficients(model);
}

Matrix gram(const Data& data, Laps& laps) {
  laps.start();
  const Sums sums = sums_of(data);
  const Matrix both = sums.gram.selfadjointView<Eigen::Lower>();
  laps.lap("gram");
  return probe(both);
}

constexpr Job kJobs[] = {{"algorithm", algorithm}, {"gram", gram}};

}  // namespace

std::span<const Job> naive_jobs() { return kJobs; }

}  // namespace bench
