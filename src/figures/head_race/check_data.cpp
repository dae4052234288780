// What figure "head_race" gives to web/check/head_race.py.
#include "figures/head_race/problem.hpp"

namespace figures::head_race {
namespace {

// Multiplications of one layer's descent, all models and runs: more take NumPy too long.
constexpr double kMostRepeated = 1e8;

// Those whose numbers stayed finite in every run.
std::vector<const Racer*> finishers_of(const Result& result) {
  std::vector<const Racer*> racers;
  for (const Racer& racer : result.racers) {
    if (std::ranges::none_of(racer.trials, &Trial::lost)) racers.push_back(&racer);
  }
  return racers;
}

void give_problems(std::span<const Problem> problems, CheckData& file) {
  std::vector<std::vector<Matrix>> Z, fresh, elsewhere;
  std::vector<Matrix> V, Q;
  for (const Problem& problem : problems) {
    V.push_back(problem.truth.heads.front().V);
    Q.push_back(problem.truth.heads.front().Q);
    Z.push_back(each_of(problem.data->sequences, &Sequence::Z));
    fresh.push_back(each_of(problem.fresh, &Sequence::Z));
    elsewhere.push_back(each_of(problem.elsewhere, &Sequence::Z));
  }
  file.given("V", V).given("Q", Q).given("Z", Z).given("fresh_Z", fresh);
  if (!elsewhere.front().empty()) file.given("elsewhere_Z", elsewhere);
}

bool is_repeated(const Values& values, std::size_t racers) {
  const Sizes sizes(values);
  return static_cast<double>(racers) * values.number("runs") * values.number("epochs") * values.number("N") *
             sizes.asked * sizes.d_out * std::pow(sizes.d, 3) <
         kMostRepeated;
}

// The parameters of every model in every run where it starts, and where it ends: those are not kept by the figure, so
// it is trained once more. With the order of the data, the same for all models of a run.
Expected<void> give_training(const Values& values, std::span<const Problem> problems,
                             std::span<const Racer* const> racers, CheckData& file) {
  std::vector<std::vector<Vector>> starts, ends;
  std::vector<std::vector<std::vector<std::size_t>>> orders(problems.size());
  for (const Racer* racer : racers) {
    auto& start = starts.emplace_back();
    auto& end = ends.emplace_back();
    for (std::size_t run = 0; run < problems.size(); ++run) {
      auto training = begin_training(values, problems[run], racer->entry, run);
      if (!training) return std::unexpected(training.error());
      if (racer == racers.front() && is_repeated(values, racers.size())) {
        for (Index epoch = 0; epoch < values.integer("epochs"); ++epoch) orders[run].push_back(training->order(epoch));
      }
      start.push_back(training->parameters());
      while (!training->finished()) {
        if (const auto loss = training->step(); !loss) return std::unexpected(loss.error());
      }
      end.push_back(training->parameters());
    }
  }
  file.given("start", starts).given("end", ends);
  if (is_repeated(values, racers.size())) file.given("order", orders);
  return {};
}

void give_models(std::span<const Racer* const> racers, CheckData& file) {
  std::vector<int> heads, layers, full;
  std::vector<double> rates;
  for (const Racer* racer : racers) {
    heads.push_back(racer->entry.heads);
    layers.push_back(racer->entry.layers);
    full.push_back(racer->entry.full);
    rates.push_back(racer->entry.rate);
  }
  file.given("heads", heads).given("layers", layers).given("full", full).given("rate", rates);
}

void find_errors(std::span<const Racer* const> racers, CheckData& file) {
  std::vector<std::vector<std::vector<double>>> errors, elsewhere;
  std::vector<double> refolded;
  for (const Racer* racer : racers) {
    auto& runs = errors.emplace_back();
    auto& others = elsewhere.emplace_back();
    for (const Trial& trial : racer->trials) {
      runs.push_back(trial.errors);
      others.push_back(trial.elsewhere);
      if (trial.refolded != kNoRefolding) refolded.push_back(trial.refolded);
    }
  }
  file.found("errors", errors);
  if (!elsewhere.front().front().empty()) file.found("elsewhere", elsewhere);
  if (!refolded.empty()) file.found("refolded", refolded);
}

// The thick curves, where runs arrive, and the means of the last errors.
void find_courses(const Result& result, std::span<const Racer* const> racers, CheckData& file) {
  std::vector<std::vector<double>> medians;
  std::vector<std::vector<int>> reached;  // -1: never
  std::array<std::vector<double>, 4> means;
  for (const Course& course : courses_of(result)) {
    if (std::ranges::find(racers, course.racer) == racers.end()) continue;
    medians.push_back(course.median);
    auto& epochs = reached.emplace_back();
    for (const auto& from : course.reached) epochs.push_back(from ? static_cast<int>(*from) : -1);
    const std::vector<double> last = course.of_runs(course.points() - 1);
    const Mean mean = mean_of(last, Average::errors);
    const Mean decade = mean_of(last, Average::decades);
    const std::array numbers = {mean.value, mean.error, decade.value, decade.error};
    for (std::size_t k = 0; k < means.size(); ++k) means[k].push_back(numbers[k]);
  }
  file.found("median", medians).found("reached", reached).found("mean", means[0]).found("standard_error", means[1]);
  file.found("mean_decade", means[2]).found("standard_error_of_decade", means[3]);
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  const Values& values = request.values;
  std::vector<Problem> problems;
  for (std::size_t run = 0; run < result.closed.size(); ++run) {
    auto problem = draw_problem(values, run);
    if (!problem) return std::unexpected(problem.error());
    problems.push_back(std::move(*problem));
  }
  const auto racers = finishers_of(result);
  give_problems(std::span(problems).first(has_one_task(values) ? 1 : problems.size()), file);
  file.given("batch", values.integer("batch")).given("epochs", values.integer("epochs"));
  if (auto given = give_training(values, problems, racers, file); !given) return given;
  file.found("zero", result.zero).found("closed", result.closed).found("distance", result.distance);
  if (is_memory(values)) {
    file.found("zero elsewhere", result.zero_elsewhere).found("closed elsewhere", result.closed_elsewhere);
    file.found("lambda_min", result.lambda_min).found("rank", result.rank);
  }
  give_models(racers, file);
  if (!racers.empty()) {
    find_errors(racers, file);
    find_courses(result, racers, file);
  }
  return {};
}

}  // namespace figures::head_race
