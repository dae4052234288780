#include "figures/language/reading.hpp"

#include <algorithm>
#include <cmath>

namespace figures::language {

using plot::say;

const SketchCurve* curve_of(const LanguageResult& result, Sketch sketch) {
  const auto found = std::ranges::find(result.curves, sketch, &SketchCurve::sketch);
  return found == result.curves.end() ? nullptr : &*found;
}

std::size_t nearest_size(const LanguageResult& result, double kept) {
  const auto off = [kept](double size) { return std::max(size / kept, kept / size); };
  return static_cast<std::size_t>(std::ranges::min_element(result.sizes, {}, off) - result.sizes.begin());
}

std::optional<double> share_of_gain(const LanguageResult& result, double error) {
  const double gain = 1 - result.full_error();
  if (gain < 1e-3) return {};
  return (1 - error) / gain;
}

std::optional<double> fewest_for(const LanguageResult& result, double share) {
  const SketchCurve* greedy = curve_of(result, Sketch::greedy);
  std::optional<double> fewest;
  for (std::size_t k = result.sizes.size(); greedy != nullptr && k-- > 0;) {
    const auto kept = share_of_gain(result, greedy->median[k]);
    if (!kept || *kept < share) break;
    fewest = result.sizes[k];
  }
  return fewest;
}

std::string name_of(const LanguageResult& result, Predictor predictor) {
  switch (predictor) {
    case Predictor::frequent: return say("most frequent token");
    case Predictor::bigram: return say("counting pairs (bigram)");
    case Predictor::windows:
      return result.longest == 2 ? say("counting triples")
                                 : say("counting runs of %1", std::to_string(result.longest + 1));
    case Predictor::closed: return say("attention, closed form");
    case Predictor::descent: return say("attention, by descent");
  }
  return "";
}

plot::Said name_of(Sketch sketch, bool signs) {
  switch (sketch) {
    case Sketch::greedy: return say("features chosen greedily");
    case Sketch::leverage: return say("features of highest leverage");
    case Sketch::features: return say("features at random");
    case Sketch::mixed: return signs ? say("random sign mixtures") : say("Gaussian mixtures");
    case Sketch::landmarks: break;
  }
  return say("Nyström landmarks");
}

}  // namespace figures::language
