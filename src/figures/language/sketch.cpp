// Figure "language", second question: does the closed form do with fewer features?
#include "learner/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "figures/language/run.hpp"
#include "plot/sort.hpp"

namespace figures::language {
namespace {

using learner::NestedFits;
using learner::RidgeProblem;

// About evenly spread by factors, from 1 to all.
std::vector<double> sizes_of(Index psi) {
  std::vector<double> sizes = {1};
  const double factor = std::sqrt(std::sqrt(2.0)) * 1.12;
  for (double size = 2; size < static_cast<double>(psi) / 1.1; size = std::max(size + 1, std::round(size * factor)))
    sizes.push_back(size);
  sizes.push_back(static_cast<double>(psi));
  return sizes;
}

std::vector<Index> shuffled(Index count, Random random) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
  return order;
}

// At most psi windows that were learned from, in random order, each only once.
std::vector<learner::Sequence> random_windows(const Source& source, Index psi, const Random& random) {
  const learner::TextTask& task = source.task();
  std::set<std::vector<std::uint32_t>> known;
  std::vector<learner::Sequence> windows;
  for (const Index k : shuffled(source.count(Split::train), random)) {
    const Index i = source.number(Split::train, k);
    const auto ids = task.token_ids(Split::train, i);
    if (!known.emplace(ids.begin(), ids.end()).second) continue;
    windows.push_back(task.sequence(Split::train, i));
    if (std::ssize(windows) == psi) break;
  }
  return windows;
}

class Sketches {
 public:
  explicit Sketches(Run& run) : run_(run), problem_(learner::ridge_problem(run.training(), run.result().lambda)) {
    run.result().sizes = sizes_of(problem_.features());
    run.result().seeds = run.values().integer("seeds");
    run.result().signs = run.values().choice("mixture") == "signs";
  }

  void go() {
    for (const Sketch sketch : {Sketch::greedy, Sketch::leverage, Sketch::features, Sketch::mixed, Sketch::landmarks}) {
      const bool random = sketch > Sketch::leverage;
      std::vector<std::vector<double>> draws;
      for (int draw = 0; draw < (random ? run_.result().seeds : 1); ++draw) {
        draws.push_back(errors(fit(sketch, draw)));
        run_.spend(Work(run_.values()).curve_fit);
      }
      run_.result().curves.push_back(curve_of(sketch, draws));
      run_.preview();
    }
  }

 private:
  NestedFits fit(Sketch sketch, int draw) const {
    const Index psi = problem_.features();
    // One stream a way and draw, away from those of the embeddings.
    const Random random = Random(static_cast<std::uint64_t>(run_.values().integer("seed")))
                              .split(1000 + static_cast<std::uint64_t>(sketch))
                              .split(static_cast<std::uint64_t>(draw));
    const auto entries = run_.result().signs ? learner::SketchEntries::signs : learner::SketchEntries::gaussian;
    switch (sketch) {
      case Sketch::greedy: {
        const double cost = Work(run_.values()).curve_fit;
        const auto tell = [&](double done) { run_.partly(cost, 0.5 * done); };
        return NestedFits::choosing(problem_, learner::greedy_order(problem_, tell));
      }
      case Sketch::leverage:
        return NestedFits::choosing(problem_, learner::falling_order(learner::leverage_scores(problem_)));
      case Sketch::features: return NestedFits::choosing(problem_, shuffled(psi, random));
      case Sketch::mixed:
        return NestedFits::mixing(problem_, learner::random_sketch(entries, run_.result().d, psi, random));
      case Sketch::landmarks: break;
    }
    return NestedFits::mixing(problem_, learner::landmarks_of(random_windows(run_.source(), psi, random)));
  }

  std::vector<double> errors(const NestedFits& fits) const {
    std::vector<double> errors;
    for (const double size : run_.result().sizes) {
      const Index m = std::min(static_cast<Index>(size), fits.size());
      errors.push_back(run_.relative_error(fits.coefficients(m)));
    }
    return errors;
  }

  static SketchCurve curve_of(Sketch sketch, const std::vector<std::vector<double>>& draws) {
    SketchCurve curve{.sketch = sketch, .median = {}, .low = {}, .high = {}};
    for (std::size_t k = 0; k < draws.front().size(); ++k) {
      std::vector<double> rising;
      for (const auto& draw : draws) rising.push_back(draw[k]);
      sort(rising);
      curve.low.push_back(rising.front());
      curve.median.push_back((rising[(rising.size() - 1) / 2] + rising[rising.size() / 2]) / 2);
      curve.high.push_back(rising.back());
    }
    return curve;
  }

  Run& run_;
  RidgeProblem problem_;
};

}  // namespace

Expected<void> run_sketches(Run& run) {
  run.stage(Step::sketch);
  Sketches(run).go();
  return {};
}

}  // namespace figures::language
