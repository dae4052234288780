#include "figures/samples/source.hpp"

#include <algorithm>
#include <cmath>

#include "learner/descent/softmax_attention.hpp"

namespace figures::samples {
namespace {

using learner::kLanes;
using learner::Lanes;

// V_1, Q_1, V_2, Q_2, .. row by row, as softmax attention reads them.
std::vector<double> parameters_of(const Model& model) {
  std::vector<double> theta;
  const auto append = [&theta](const Matrix& matrix) {
    const Matrix rows = matrix.transpose();
    theta.insert(theta.end(), rows.data(), rows.data() + rows.size());
  };
  for (const learner::Head& head : model.heads) {
    append(head.V);
    append(head.Q);
  }
  return theta;
}

// The tokens of at most kLanes sequences of one length, side by side.
std::vector<Lanes> pack_of(std::span<const Sequence> sequences) {
  std::vector<Lanes> pack(static_cast<std::size_t>(sequences.front().Z.size()), Lanes{});
  for (std::size_t lane = 0; lane < sequences.size(); ++lane) {
    const double* entry = sequences[lane].Z.data();
    for (Lanes& lanes : pack) lanes.set(static_cast<Index>(lane), *entry++);
  }
  return pack;
}

}  // namespace

Expected<Source> Source::open(const Values& values) {
  auto task = learner::random_attention(
      {.d = values.integer("d"),
       .d_out = values.integer("d"),
       .n = values.integer("n"),
       .heads = values.integer("H"),
       .targets = values.choice("targets") == "all" ? learner::Targets::all : learner::Targets::last,
       .noise = values.number("noise"),
       .seed = static_cast<std::uint64_t>(values.integer("seed"))});
  if (!task) return std::unexpected(task.error());
  return Source(std::move(*task), values.choice("labels") == "softmax");
}

std::vector<learner::Sequence> Source::block(Split split, Index first, Index count) const {
  auto sequences = task_.block(split, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count));
  if (softmax_) relabel(sequences);
  return sequences;
}

// Softmax answers in place of linear ones, under the same noise. The layer sees tokens of unit variance and divides
// scores by sqrt d, as is usual: with tokens of variance 1/n the softmax would be all but flat.
void Source::relabel(std::span<learner::Sequence> sequences) const {
  const auto [d, d_out, targets] = shape();
  const std::vector<double> theta = parameters_of(truth());
  for (std::size_t first = 0; first < sequences.size(); first += kLanes) {
    const auto some = sequences.subspan(first, std::min<std::size_t>(kLanes, sequences.size() - first));
    const auto n = static_cast<double>(some.front().n());
    learner::SoftmaxAttention layer({.d = d,
                                     .d_out = d_out,
                                     .heads = std::ssize(truth().heads),
                                     .targets = targets,
                                     .score_scale = n / std::sqrt(static_cast<double>(d)),
                                     .head_scale = std::sqrt(n)});
    const std::vector<Lanes> pack = pack_of(some);
    const auto answers = layer.forward(theta, pack);
    for (std::size_t lane = 0; lane < some.size(); ++lane) {
      Sequence& sequence = some[lane];
      sequence.Y -= learner::attend(truth(), sequence.Z, targets);
      for (std::size_t k = 0; k < answers.size(); ++k) {
        sequence.Y.data()[k] += answers[k][static_cast<Index>(lane)];
      }
    }
  }
}

}  // namespace figures::samples
