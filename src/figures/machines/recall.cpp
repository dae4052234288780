#include "figures/machines/recall.hpp"

#include <algorithm>
#include <cmath>

#include "learner/features.hpp"
#include "learner/interpolation.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::machines {
namespace {

void ask_for(Recall& recall, int key) {
  const Index m = recall.Z.cols() - 1;
  recall.asked = key - 1;
  if (key > 0) recall.Z.col(m).head(m) = recall.Z.col(key - 1).head(m);
}

void answer(const Result& result, Recall& recall) {
  const Vector h = memory_features(recall.Z);
  const auto rank = static_cast<Index>(result.points[recall.point].rank);
  const auto basis = result.basis.leftCols(rank);
  const Vector along = basis.transpose() * h;
  recall.learned = result.directions.leftCols(rank) * along;
  const double length = h.norm();
  const double rho = length > 0 ? (h - basis * along).norm() / length : 0;
  recall.rho = rho <= learner::Interpolation::kInside ? 0 : rho;
}

void tell_truth(Recall& recall) {
  const Index m = recall.Z.cols() - 1;
  const Matrix keys = recall.Z.topRows(m);
  const Matrix values = recall.Z.bottomRows(m);
  recall.meets = keys.transpose() * keys.col(m);
  recall.truth = values * recall.meets;
  recall.self = values.col(m) * recall.meets(m);
  recall.error = (recall.learned - recall.truth).cwiseAbs().maxCoeff();
  if (recall.asked < 0) return;
  recall.stored = values.col(recall.asked);
  recall.crosstalk = (recall.truth - recall.self - recall.stored).cwiseAbs().maxCoeff();
}

std::string how_recalled(const Recall& recall) {
  if (recall.truth.cwiseAbs().maxCoeff() == 0) {
    return tr("The question meets nothing: the true answer is 0, the learned one is %1 at most.",
              number(recall.learned.cwiseAbs().maxCoeff(), 2));
  }
  const std::string error = number(recall.error, 2);
  if (recall.is_exact() && recall.rho == 0) {
    return tr("Recalled to %1. ρ = 0, so no layer that fits the examples answers otherwise.", error);
  }
  const std::string rho = number(recall.rho, 2);
  if (recall.is_exact()) {
    return tr(
        "Recalled to %1, though ρ = %2: another model that fits the examples might err here, the smallest does not.",
        error, rho);
  }
  return tr("Recalled wrongly, by up to %1: ρ = %2 of the question lies outside what the examples span.", error, rho);
}

// What else than the stored value is in the true answer.
std::string beside(const Recall& recall) {
  std::string others;
  if (recall.crosstalk > kExactRecall) {
    others =
        tr("The true answer is not the stored value: the keys are not orthonormal, so others answer too, by up to %1.",
           number(recall.crosstalk, 2));
  }
  std::string self;
  if (recall.self.cwiseAbs().maxCoeff() > 0) {
    self = tr(
        "The token that asks is among those looked up: it adds ‖q‖²ζ, up to %1, which the paper's eq. 14 leaves out.",
        number(recall.self.cwiseAbs().maxCoeff(), 2));
  }
  return passage({others, self});
}

}  // namespace

bool is_recalled(double error, const Vector& truth) {
  return error <= kExactRecall * std::max(1.0, truth.cwiseAbs().maxCoeff());
}

Vector memory_features(const Matrix& Z) {
  const Vector scale = learner::unfold_weights(Z.rows()).cwiseSqrt().cwiseInverse();
  return scale.cwiseProduct(learner::folded_features(Z, Z.cols() - 1, Z.cols()));
}

Recall recall_memory(const Result& result, const Values& values) {
  Recall recall;
  recall.point = point_at(result, values.number("N"));
  recall.Z = result.Z;
  const auto edited = values.list("memory");
  recall.edited = std::ssize(edited) == result.Z.size();
  recall.misfit = !edited.empty() && !recall.edited;
  if (recall.edited) std::ranges::copy(edited, recall.Z.data());
  ask_for(recall, std::min(values.integer("ask"), static_cast<int>(result.m)));
  answer(result, recall);
  tell_truth(recall);
  return recall;
}

std::vector<double> memory_list(const Matrix& Z) { return {Z.data(), Z.data() + Z.size()}; }

std::string recall_sentence(const Recall& recall) { return passage({how_recalled(recall), beside(recall)}); }

}  // namespace figures::machines
