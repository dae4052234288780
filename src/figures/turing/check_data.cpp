// What a reader needs to compute the numbers of figure "turing" with a program of their own.
#include "figures/turing/turing.hpp"

namespace figures::turing {
namespace {

void write_run(const Result& result, const Numbers& rules, const Trace& trace, const std::string& name,
               CheckData& file) {
  Walk walk(result, rules, trace);
  while (!walk.ended()) walk.step();
  const learner::Tape& tape = walk.now().tape;
  Numbers cells;
  for (Index cell = tape.begin(); cell < tape.end(); ++cell) cells.push_back(tape.read(cell));
  file.found(name + ", questions", trace.keys).found(name + ", end", std::to_underlying(trace.end));
  if (trace.end == End::loop) file.found(name + ", as after step", trace.again);
  file.found(name + ", tape", cells);
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  file.given("states", result.learned_states).given("symbols", result.learned_symbols);
  file.given("table", result.table).given("tape", result.tape).given("head", result.head);
  file.given("limit", result.limit).given("tie", learner::kTie).given("inside", learner::Interpolation::kInside);
  give_lessons(request.values, result, file);
  Numbers own;
  for (int key = 0; key < std::ssize(result.table); ++key) own.push_back(result.has_rule(key) ? 1 : 0);
  file.given("own rules", own).given("looks", each_of(result.growth, &Growth::lessons));
  file.found("steps of all lessons", result.steps).found("examples", result.examples).found("taught", result.taught);
  file.found("rank of all there are", result.needed);
  file.found("rank", each_of(result.growth, &Growth::rank));
  file.found("rules right", each_of(result.growth, &Growth::right));
  file.found("largest rho of a rule", each_of(result.growth, &Growth::rho));
  file.found("outputs", result.outputs).found("rho", result.rho).found("answers", result.answered);
  write_run(result, result.answered, result.run, "learned run", file);
  write_run(result, result.table, result.truth, "true run", file);
  file.found("first wrong step", result.first_wrong).found("largest rho of the run", result.largest_rho());
  return {};
}

}  // namespace figures::turing
