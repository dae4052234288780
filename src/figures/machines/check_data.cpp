// What a reader needs to compute the numbers of figure "machines" with a program of their own.
#include "figures/machines/machines.hpp"

namespace figures::machines {
namespace {

// An error no larger than this is rounding, and is written as 0.
constexpr double kRounding = 1e-7;

double cleaned(double error) { return error > kRounding ? error : 0; }

void write_curve(const Result& result, CheckData& file) {
  const auto& points = result.points;
  file.given("N", each_of(points, &CurvePoint::N)).given("rounding", kRounding);
  file.given("inside", learner::Interpolation::kInside);
  file.found("unknowns", result.unknowns).found("rank", each_of(points, &CurvePoint::rank));
  file.found("questions", each_of(points, &CurvePoint::questions));
  file.found("share right", each_of(points, &CurvePoint::exact));
  file.found("share with rho = 0", each_of(points, &CurvePoint::certified));
  file.found("largest error", each_of(points, [](const CurvePoint& point) { return cleaned(point.error); }));
}

void write_automaton(const Result& result, const Values& values, CheckData& file) {
  const Trace trace = trace_word(result, values);
  file.given("table", result.next).given("tie", learner::kTie);
  file.given("marked", trace.point).given("word", trace.word).given("accepting", accepting_of(values));
  file.found("answers to this table", each_of(result.points, &CurvePoint::answers));
  file.found("rho of its entries", each_of(result.points, &CurvePoint::rho));
  std::vector<int> run = {0};
  for (const TraceStep& step : trace.steps) run.push_back(step.next);
  file.found("learned run", run)
      .found("true run", trace.truth)
      .found("accepted", trace.accepts(trace.state_after(trace.steps.size())));
  file.found("largest error of the run", cleaned(trace.largest_error()))
      .found("largest rho of the run", trace.largest_rho());
}

void write_memory(const Result& result, const Values& values, CheckData& file) {
  const Recall recall = recall_memory(result, values);
  file.given("Z", recall.Z).given("marked", recall.point).given("exact", kExactRecall);
  file.found("products of keys and query", recall.meets).found("true answer", recall.truth);
  file.found("learned answer", recall.learned).found("rho of the question", recall.rho);
  file.found("self term", recall.self);
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  constexpr std::array<std::string_view, 3> kTasks = {"any automaton", "one automaton", "any memory"};
  file.given("task", kTasks[static_cast<std::size_t>(result.task)]);
  give_lessons(request.values, result, file);
  write_curve(result, file);
  result.task == Task::memory ? write_memory(result, request.values, file)
                              : write_automaton(result, request.values, file);
  return {};
}

}  // namespace figures::machines
