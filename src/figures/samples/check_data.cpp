// What figure "samples" gives to web/check/samples.py.
#include "figures/samples/evaluator.hpp"

namespace figures::samples {
namespace {

// Of the sequences learned from, in one notebook: 6 MB. With the fresh ones it stays below kMostCheckBytes but for the
// longest sequences.
constexpr double kMostNumbers = 3e5;

// How many data sets are in the notebook, and how many of the N.
struct Extent {
  Extent(const Setting& setting, const Result& result) {
    const double affordable = kMostNumbers / (setting.d * (setting.n + setting.asked));
    const auto fits = [affordable](double N) { return N <= affordable; };
    sizes = std::max(std::ptrdiff_t{1}, std::ranges::count_if(result.N, fits));
    sets = std::clamp(static_cast<int>(affordable / largest(result)), 1, setting.sets);
  }
  double largest(const Result& result) const { return result.N[static_cast<std::size_t>(sizes - 1)]; }
  bool is_all(const Result& result) const { return sizes == std::ssize(result.N) && sets == result.excess.rows(); }

  Index sizes;
  int sets;
};

void give_data(const Source& source, const Extent& extent, const Result& result, CheckData& file) {
  std::vector<std::vector<Matrix>> tokens, answers;
  for (Index set = 0; set < extent.sets; ++set) {
    const auto N = static_cast<Index>(extent.largest(result));
    const auto sequences = source.block(Split::train, first_of(set), N);
    tokens.push_back(each_of(sequences, &Sequence::Z));
    answers.push_back(each_of(sequences, &Sequence::Y));
  }
  const auto fresh = source.block(Split::test, 0, kFresh);
  const std::span N(result.N);
  file.given("N", std::vector(N.begin(), N.begin() + extent.sizes)).given("Z", tokens).given("Y", answers);
  file.given("fresh_Z", each_of(fresh, &Sequence::Z)).given("fresh_Y", each_of(fresh, &Sequence::Y));
}

// The layer where it is linear; else the best linear attention, fitted to more sequences than a notebook has room for.
Expected<void> give_best(const Source& source, const Setting& setting, const Result& result, CheckData& file) {
  if (!setting.softmax) {
    const auto& heads = source.truth().heads;
    file.given("V", each_of(heads, &learner::Head::V)).given("Q", each_of(heads, &learner::Head::Q));
    return {};
  }
  Result again;
  const auto evaluator = Evaluator::make(source, setting, [](Index) {}, again);
  if (!evaluator) return std::unexpected(evaluator.error());
  file.given("p_best", evaluator->best()).given("doubt", result.floor_doubt);
  return {};
}

// All that was learned from the data in the notebook, asked along the walk.
void find_walk(const Source& source, const Extent& extent, const Result& result, CheckData& file) {
  std::vector<Matrix> fits;
  for (Index set = 0; set < extent.sets; ++set) {
    Matrix& fit = fits.emplace_back(kWalk, extent.sizes);
    for (Index at = 0; at < extent.sizes; ++at) fit.col(at) = result.walk_fits.col(at * result.excess.rows() + set);
  }
  file.given("walk", each_of(source.walk(), &Sequence::Z))
      .given("output", result.walk_output)
      .found("fits on the walk", fits);
  if (!source.softmax) file.found("truth on the walk", result.walk_truth);
}

void find_numbers(const Setting& setting, const Extent& extent, const Result& result, CheckData& file) {
  file.found("signal", result.signal).found("floor", result.floor).found("measured_floor", result.measured_floor);
  file.found("rank", result.rank).found("smallest", result.smallest);
  file.found("excess", result.excess.topLeftCorner(extent.sets, extent.sizes));
  if (!extent.is_all(result)) return;
  file.found("low", result.low).found("median", result.median).found("high", result.high);
  file.found("measured_error", result.measured_error);
  if (setting.softmax) return;
  if (result.expected_excess > 0) file.found("expected_excess", result.expected_excess);
  if (setting.lambda > 0) file.found("kept", result.kept);
}

// --- The second view ------------------------------------------------------------------------------------------------

// How many data sets of the search are in the notebook: to the N that they need, and not those that need more than the
// largest.
Index searched_sets(const Values& settings, const Result& result) {
  double numbers = 0;
  for (Index at = 0; at < result.needed.cols(); ++at) {
    const Setting setting(with_token_size(settings, kLeastSize + static_cast<int>(at)));
    numbers += result.needed.col(at).maxCoeff() * setting.d * (setting.n + setting.asked);
  }
  return std::clamp<Index>(static_cast<Index>(kMostNumbers / std::max(1.0, numbers)), 1, result.needed.rows());
}

// The data of one token size, to the N that each of the first data sets needs. What errors are measured with is given,
// since seven times 2,048 fresh sequences are too many: Lambda, the lower half row by row.
Expected<void> give_size(const Values& settings, Index at, Index sets, const Result& result, CheckData& file) {
  const Values values = with_token_size(settings, kLeastSize + static_cast<int>(at));
  const Setting setting(values);
  const auto source = open_source(values);
  if (!source) return std::unexpected(source.error());
  Result measured;
  const auto evaluator = Evaluator::make(*source, setting, [](Index) {}, measured);
  if (!evaluator) return std::unexpected(evaluator.error());
  std::vector<std::vector<Matrix>> tokens, answers;
  for (Index set = 0; set < sets; ++set) {
    const auto block = source->block(Split::train, first_of(set), static_cast<Index>(result.needed(set, at)));
    tokens.push_back(each_of(block, &Sequence::Z));
    answers.push_back(each_of(block, &Sequence::Y));
  }
  std::vector<double> half;
  const Matrix& Lambda = evaluator->Lambda();
  for (Index row = 0; row < Lambda.rows(); ++row)
    for (Index column = 0; column <= row; ++column) half.push_back(Lambda(row, column));
  const std::string of = ", d = " + std::to_string(kLeastSize + at);
  file.given("Z" + of, tokens).given("Y" + of, answers).given("Lambda" + of, half);
  file.given("p_best" + of, evaluator->best()).given("doubt" + of, evaluator->doubt());
  const auto index = static_cast<std::size_t>(at);
  file.given("signal" + of, result.signals[index]);
  setting.softmax ? file.given("floor" + of, result.floors[index]) : file.found("floor" + of, result.floors[index]);
  file.found("needed" + of, Vector(result.needed.col(at).head(sets)));
  return {};
}

Expected<void> write_needed(const Values& settings, const Result& result, CheckData& file) {
  const Index sets = searched_sets(settings, result);
  file.given("view", "needed").given("targets", settings.choice("targets")).given("labels", settings.choice("labels"));
  file.given("sigma", settings.number("noise")).given("lambda", settings.number("lambda"));
  file.given("within", settings.number("within")).given("exactly", kExactly).given("n", settings.integer("n"));
  for (Index at = 0; at < result.needed.cols(); ++at)
    if (auto given = give_size(settings, at, sets, result, file); !given) return given;
  return {};
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  const Setting setting(request.values);
  if (setting.every_size) return write_needed(request.values, result, file);
  const auto source = open_source(request.values);
  if (!source) return std::unexpected(source.error());
  const Extent extent(setting, result);
  file.given("view", "error")
      .given("targets", setting.values.choice("targets"))
      .given("labels", setting.values.choice("labels"));
  file.given("d", setting.d).given("sigma", setting.noise).given("lambda", setting.lambda);
  if (auto given = give_best(*source, setting, result, file); !given) return given;
  give_data(*source, extent, result, file);
  find_walk(*source, extent, result, file);
  find_numbers(setting, extent, result, file);
  return {};
}

}  // namespace figures::samples
