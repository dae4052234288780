#include "figures/language/reading.hpp"

#include <algorithm>
#include <cmath>

namespace figures::language {

const SketchCurve* curve_of(const Result& result, Sketch sketch) {
  const auto found = std::ranges::find(result.curves, sketch, &SketchCurve::sketch);
  return found == result.curves.end() ? nullptr : &*found;
}

std::size_t nearest_size(const Result& result, double kept) {
  const auto off = [kept](double size) { return std::max(size / kept, kept / size); };
  return static_cast<std::size_t>(std::ranges::min_element(result.sizes, {}, off) - result.sizes.begin());
}

std::optional<double> share_of_gain(const Result& result, double error) {
  const double gain = 1 - result.full_error();
  if (gain < 1e-3) return {};
  return (1 - error) / gain;
}

std::optional<double> fewest_for(const Result& result, double share) {
  const SketchCurve* greedy = curve_of(result, Sketch::greedy);
  std::optional<double> fewest;
  for (std::size_t k = result.sizes.size(); greedy != nullptr && k-- > 0;) {
    const auto kept = share_of_gain(result, greedy->median[k]);
    if (!kept || *kept < share) break;
    fewest = result.sizes[k];
  }
  return fewest;
}

std::string name_of(const Result& result, Predictor predictor) {
  switch (predictor) {
    case Predictor::frequent: return tr("most frequent token");
    case Predictor::bigram: return tr("counting pairs (bigram)");
    case Predictor::windows:
      return result.longest == 2 ? tr("counting triples")
                                 : tr("counting runs of %1", std::to_string(result.longest + 1));
    case Predictor::closed: return tr("attention, closed form");
    case Predictor::descent: return tr("attention, by descent");
  }
  return "";
}

Localized name_of(Sketch sketch, bool signs) {
  switch (sketch) {
    case Sketch::greedy: return tr("features chosen greedily");
    case Sketch::leverage: return tr("features of highest leverage");
    case Sketch::features: return tr("features at random");
    case Sketch::mixed: return signs ? tr("random sign mixtures") : tr("Gaussian mixtures");
    case Sketch::landmarks: break;
  }
  return tr("Nyström landmarks");
}

}  // namespace figures::language
