#include "figures/language/reading.hpp"

#include <algorithm>
#include <cmath>

namespace figures::language {

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
    case Predictor::frequent: return "most frequent token";
    case Predictor::bigram: return "counting pairs (bigram)";
    case Predictor::windows: return "counting " + runs_of(result);
    case Predictor::closed: return "attention, closed form";
    case Predictor::descent: return "attention, by descent";
  }
  return "";
}

std::string runs_of(const LanguageResult& result) {
  return result.longest == 2 ? "triples" : "runs of " + std::to_string(result.longest + 1);
}

std::string unit_of(const LanguageResult& result) { return result.words ? "word" : "character"; }

}  // namespace figures::language
