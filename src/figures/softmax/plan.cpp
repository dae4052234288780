#include "figures/softmax/plan.hpp"

#include <algorithm>

namespace figures::softmax {
namespace {

constexpr int kMostStarts = 8;
// What starts take as a rule, and at most: stuck ones creep for long.
constexpr int kUsualSteps = 60;
constexpr int kMostSteps = 120;
// Multiply-adds that all starts together may cost.
constexpr double kBudget = 1.2e9;

// One step of Levenberg-Marquardt, see learner/softmax/normal_equations.hpp.
double step_work(double d, double m, double tokens) {
  const double square = m * m * d * d;
  return tokens * (square * d * d / 4 + square * d * d + 2 * square) + square * m * d * d * d * d * d / 2 +
         9 * square * m * d;
}

// All questions about one layer, and what is fitted to their answers.
double questions_work(double d, double m, double k) {
  const double pairs = d * 1.5 * d;
  const double ratios = std::min(2 * m + 2, k * k / 3);
  const double unknowns = m * d;
  return pairs * ratios * m * k * (d * d + k * d + 25 * k) + 20 * d * pairs * ratios * unknowns * unknowns;
}

int starts_for(double step) {
  return static_cast<int>(std::clamp(kBudget / (kUsualSteps * step), 1.0, static_cast<double>(kMostStarts)));
}

Plan::Count count_of(double d, double m, double k, double tokens) {
  const double step = step_work(d, m, tokens);
  const int starts = starts_for(kMostHeads * step);
  return {.starts = starts, .questions = kLayers * questions_work(d, m, k), .examples = starts * kUsualSteps * step};
}

}  // namespace

Plan plan_of(const Values& values) {
  const double d = values.number("d");
  const double m = values.number("m");
  const double k = values.number("k");
  const double tokens = values.number("N") * k;
  Plan plan{.questions = questions_work(d, m, k), .step = step_work(d, m, tokens)};
  plan.starts = starts_for(plan.step);
  plan.steps = std::min(kMostSteps, static_cast<int>(2 * kBudget / (plan.starts * plan.step)));
  const double descent = plan.starts * kUsualSteps * plan.step;
  switch (static_cast<Method>(values.integer("road"))) {
    case Method::questions: plan.work = plan.questions + (values.is_on("polish") ? descent : 0); break;
    case Method::examples: plan.work = descent + plan.step; break;
    case Method::heads:
      for (int heads = 1; heads <= kMostHeads; ++heads) {
        auto& count = plan.counts[static_cast<std::size_t>(heads - 1)];
        count = count_of(d, heads, k, tokens);
        plan.work += count.questions + count.examples;
      }
  }
  return plan;
}

double work(const Values& values) { return plan_of(values).work; }

}  // namespace figures::softmax
