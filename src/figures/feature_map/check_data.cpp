// What figure "feature_map" gives to a reader's own program, web/check/feature_map.py, and what that must come to.
#include "figures/feature_map/feature_map.hpp"

namespace figures::feature_map {
namespace {

void write_growth(const Values& values, const Result& result, CheckData& file) {
  const Growth growth = growth_of(values.number("at"));
  file.given("d", growth.d);
  file.found("products", growth.products)
      .found("features", growth.features)
      .found("features, counted", result.counted_features)
      .found("numbers in W", growth.parameters)
      .found("bytes of the Gram matrix", growth.gram_bytes);
}

void write_map(const Model& model, const Result& result, CheckData& file) {
  file.given("Z", result.Z)
      .given("V", each_of(model.heads, &learner::Head::V))
      .given("Q", each_of(model.heads, &learner::Head::Q));
  file.found("G", result.G)
      .found("rank of G", result.rank)
      .found("X", result.X)
      .found("H(Z)", result.H)
      .found("W", result.W)
      .found("p", result.p)
      .found("answer, attention", result.attended)
      .found("answers of the heads", result.by_head)
      .found("answer, <W, X>", result.lifted)
      .found("sums", result.sums)
      .found("difference", result.difference());
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  const Values& values = request.values;
  if (values.choice("view") == "growth") {
    write_growth(values, result, file);
    return {};
  }
  const auto model = model_of(values);
  if (!model) return std::unexpected(model.error());
  write_map(*model, result, file);
  return {};
}

}  // namespace figures::feature_map
