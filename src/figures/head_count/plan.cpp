#include "figures/head_count/plan.hpp"

#include <algorithm>

#include "learner/features.hpp"
#include "learner/fewest_heads.hpp"

namespace figures::head_count {

namespace {

constexpr int kMostModels = 4;
constexpr double kSweepWork = 8e8;  // multiply-adds for which more than one model is swept

double cubed(double x) { return x * x * x; }

constexpr double kCall = 300;  // what a sequence costs however small it is; steps of a fit cost some of these

double fit_work(const Setting& setting) {
  const auto d = static_cast<double>(setting.d);
  const double q = d * (d + 1) / 2;
  const auto rows = static_cast<double>(setting.sequences);
  const double solving = rows < q * d ? 9 * cubed(q * d) : cubed(q * d) / 6;
  const double drawing = kCall + 20 * d * static_cast<double>(setting.n + 2 * setting.heads);
  return rows * (q * q * (q + 1) / 2 + drawing) + solving;
}

double spectrum_work(const Setting& setting) {
  const auto d = static_cast<double>(setting.d);
  const auto outputs = static_cast<double>(setting.d_out);
  const double asking = HeadProblem::kFresh * (kCall + outputs * d * d * (d + 1) / 2);
  return 30 * cubed(outputs * d) + outputs * d * asking;
}

constexpr double kUsualSteps = 200;  // until a random start has converged or stopped falling

// A step of alternating least squares on p, and one weighted by the Gram matrix.
double step_work(const Setting& setting, double heads) {
  const auto d = static_cast<double>(setting.d);
  return 10 * kCall + heads * static_cast<double>(setting.d_out) * cubed(d) + cubed(heads * d);
}

double polish_work(const Setting& setting, double heads) {
  const auto d = static_cast<double>(setting.d);
  if (heads * d * d > static_cast<double>(learner::kMaxPolishUnknowns)) return step_work(setting, heads);
  return 30 * kCall + heads * heads * cubed(d * d) + cubed(heads * d * d) / 6;
}

double noisy_heads_work(const Setting& setting, double heads, double polish) {
  const bool starts = heads >= static_cast<double>(std::min(setting.d, setting.d_out));
  return polish * polish_work(setting, heads) +
         (starts ? static_cast<double>(kHeadStarts) * kUsualSteps * step_work(setting, heads) : 0);
}

// Whether p cannot be decided: too few sequences, or tokens.
bool leaves_open(const Setting& setting) {
  return setting.n == 1 || setting.sequences < learner::feature_count(setting.d);
}

double counting_work(const Setting& setting) {
  double work = 0;
  if (setting.noise > 0 || leaves_open(setting)) {
    const auto polish = static_cast<double>(leaves_open(setting) ? open_polish_steps(setting) : kPolishSteps);
    for (Index heads = 1; heads <= setting.d; ++heads) {
      work += noisy_heads_work(setting, static_cast<double>(heads), polish);
    }
    return work;
  }
  if (setting.heads < std::min(setting.d, setting.d_out)) return 4 * cubed(static_cast<double>(setting.d * setting.d));
  const Index last = std::min(most_tried(setting.d, setting.d_out), setting.heads);
  for (Index heads = std::min(setting.d, setting.d_out); heads <= last; ++heads) {
    work += static_cast<double>(kHeadStarts) * kUsualSteps * step_work(setting, static_cast<double>(heads));
  }
  return work;
}

// How many heads will be found, as far as that can be known before; 0: the plain decomposition stays.
double expected_heads(const Setting& setting) {
  const bool exact = setting.noise == 0 && !leaves_open(setting);
  const Index most = exact ? most_tried(setting.d, setting.d_out) : setting.d;
  if (setting.heads <= most) return static_cast<double>(setting.heads);
  return exact && setting.d <= 5 ? static_cast<double>(most) : 0;
}

double swept_fit_work(const Setting& setting, double heads) {
  const auto polish = static_cast<double>(leaves_open(setting) ? open_polish_steps(setting) : kPolishSteps);
  return fit_work(setting) + spectrum_work(setting) + noisy_heads_work(setting, heads, polish);
}

double main_work(const Setting& setting) { return fit_work(setting) + spectrum_work(setting) + counting_work(setting); }

}  // namespace

Index most_tried(Index d, Index d_out) {
  const Index generic = learner::generic_head_bound(d, d_out);
  return d <= 5 ? generic : std::min(generic, d + 4);
}

Index start_steps(Index d) { return d <= 3 ? 1000 : 200; }

Index open_polish_steps(const Setting& setting) {
  double all = 0;
  for (Index heads = 1; heads <= setting.d; ++heads) all += polish_work(setting, static_cast<double>(heads));
  return std::clamp(static_cast<Index>(1e9 / all), kPolishSteps, Index{200});
}

int model_count(const Setting& setting, double heads) {
  const double one = static_cast<double>(kNoiseLevels.size()) * swept_fit_work(setting, heads);
  return std::clamp(static_cast<int>(kSweepWork / one), 1, kMostModels);
}

double planned_work(const Setting& setting) {
  const double heads = expected_heads(setting);
  const double swept = static_cast<double>(kNoiseLevels.size()) * swept_fit_work(setting, heads);
  return main_work(setting) + model_count(setting, heads) * swept;
}

double planned_main_share(const Setting& setting) {
  return std::clamp(main_work(setting) / planned_work(setting), 0.05, 0.9);
}

}  // namespace figures::head_count
