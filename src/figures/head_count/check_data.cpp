// What figure "head_count" gives to web/check/head_count.py.
#include "figures/head_count/problem.hpp"
#include "learner/heads.hpp"

namespace figures::head_count {
namespace {

using learner::Side;

// Fits with more unknowns are not repeated: in NumPy they take minutes.
constexpr int kMostRepeated = 64;

// Whether a fit of so many heads to noisy data is one that another program can repeat: through null spaces, with no
// random start, decided by the data, and small.
bool is_repeated(const Setting& setting, const Result& result, int heads) {
  const bool applies = learner::null_space_applies(setting.d, setting.d_out, heads, Side::values) ||
                       learner::null_space_applies(setting.d, setting.d_out, heads, Side::queries);
  return !result.open && applies && heads * setting.d * setting.d <= kMostRepeated;
}

// As many random directions as the most that any of its uses takes.
Matrix directions_of(const Setting& setting) {
  Index count = learner::HeadCountOptions().directions;
  for (int heads = 1; heads < setting.d; ++heads) {
    for (const Side side : {Side::values, Side::queries}) {
      if (learner::null_space_applies(setting.d, setting.d_out, heads, side))
        count = std::max(count, learner::null_space_directions(setting.d, setting.d_out, heads, side));
    }
  }
  return learner::random_directions(setting.d, count, learner::HeadCountOptions().seed);
}

// The maps of heads that stand side by side.
std::vector<Matrix> apart(const Matrix& maps, Index d) {
  std::vector<Matrix> list;
  for (Index first = 0; first < maps.cols(); first += d) list.push_back(maps.middleCols(first, d));
  return list;
}

// The noise of standard deviation 1 in the answers, sequences x d_out.
Matrix noise_of(const Problem& problem, std::span<const Sequence> noisy, std::span<const Sequence> clean) {
  Matrix noise(std::ssize(noisy), problem.shape().d_out);
  for (std::size_t i = 0; i < noisy.size(); ++i)
    noise.row(static_cast<Index>(i)) = (noisy[i].Y - clean[i].Y).transpose() / problem.root_mean_square();
  return noise;
}

void give_data(const Problem& problem, const Setting& setting, CheckData& file) {
  const auto clean = problem.data(0);
  file.given("true_V", each_of(problem.heads().heads, &learner::Head::V));
  file.given("true_Q", each_of(problem.heads().heads, &learner::Head::Q));
  file.given("Z", each_of(clean, &Sequence::Z))
      .given("e", noise_of(problem, problem.data(1), clean))
      .given("noise", setting.noise);
  file.given("fresh_Z", each_of(problem.fresh(), &Sequence::Z));
  file.given("x", directions_of(setting).transpose())
      .given("levels", std::vector(kNoiseLevels.begin(), kNoiseLevels.end()));
}

// What held-out data said about each number of heads, as far as the fits are repeated.
void find_trials(const Problem& problem, const Setting& setting, const Result& result, CheckData& file) {
  std::vector<double> trials;
  for (int heads = 1; heads <= std::ssize(result.trials) && is_repeated(setting, result, heads); ++heads)
    trials.push_back(result.trials[static_cast<std::size_t>(heads - 1)]);
  if (trials.empty()) return;
  const auto held_out = problem.held_out(0);
  file.given("held_out_Z", each_of(held_out, &Sequence::Z));
  file.given("held_out_e", noise_of(problem, problem.held_out(1), held_out));
  file.found("trials", trials);
}

// The first model of the sweep over the noise, which is the one shown.
void find_sweep(const Setting& setting, const Result& result, CheckData& file) {
  const auto fits = std::span(result.sweep).first(kNoiseLevels.size());
  file.found("sweep_full", each_of(fits, &SweptFit::full)).found("sweep_cuts", each_of(fits, &SweptFit::cuts));
  file.found("sweep_gap", each_of(fits, &SweptFit::gap));
  if (!result.is_found() || is_repeated(setting, result, result.heads))
    file.found("sweep_fewest", each_of(fits, &SweptFit::fewest));
}

// The heads, if all of them are in the result.
void find_heads(const Setting& setting, const Result& result, CheckData& file) {
  file.given("heads", result.heads).given("is_plain", result.is_plain()).given("is_found", result.is_found());
  if (result.is_settled()) file.found("heads", result.heads);
  const auto V = apart(result.value_maps, setting.d);
  if (!result.is_plain() && std::ssize(V) < result.heads) return;
  file.given("V", V).given("Q", apart(result.query_maps, setting.d));
  file.found("fewest_error", result.fewest_error).found("fewest_distance", result.fewest_distance);
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  const Setting setting(request.values);
  const auto problem = Problem::create(setting);
  if (!problem) return std::unexpected(problem.error());
  give_data(*problem, setting, file);
  file.given("polish_steps", polish_steps(setting, result.open)).given("joint_steps", kJointSteps);
  file.found("rank", result.rank).found("sigma", result.sigma).found("squared_norm", result.squared_norm);
  file.found("plain_heads", result.plain_heads).found("slice_values", result.slice_values);
  file.found("by_rank", result.by_rank).found("by_gap", result.by_gap).found("gap", result.gap);
  file.found("full_error", result.full_error).found("full_distance", result.full_distance);
  file.found("cut_errors", result.cut_errors).found("cut_distances", result.cut_distances);
  find_heads(setting, result, file);
  find_trials(*problem, setting, result, file);
  find_sweep(setting, result, file);
  return {};
}

}  // namespace figures::head_count
