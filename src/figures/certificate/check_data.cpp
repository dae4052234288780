// What figure "certificate" gives to a reader's own program, web/check/certificate.py, and what that must come to.
#include "figures/certificate/certificate.hpp"

namespace figures::certificate {
namespace {

Expected<void> give(const Values& values, const Result& result, const std::vector<Matrix>& questions, CheckData& file) {
  const auto task = task_of(values, values.number("share"));
  if (!task) return std::unexpected(task.error());
  const auto start = start_of(*task, values.seed());
  if (!start) return std::unexpected(start.error());
  const auto examples = task->block(Split::train, 0, static_cast<std::uint64_t>(result.sequences));
  const learner::Head& head = task->truth().heads.front();
  file.given("mixtures", values.choice("mixtures"))
      .given("Z", each_of(examples, &Sequence::Z))
      .given("V", head.V)
      .given("Q", head.Q)
      .given("impostor", result.impostor)
      .given("questions", questions)
      .given("start", *start)
      .given("steps", result.steps);
  return {};
}

// In the order of Ask, the edited one at the end, if that is asked.
std::vector<Answer> answers_of(const Values& values, const Result& result) {
  std::vector<Answer> answers;
  Values asking = values;
  for (std::size_t ask = 0; ask < result.questions.size(); ++ask) {
    asking.set("ask", static_cast<double>(ask));
    answers.push_back(answer_question(result, asking));
  }
  Answer shown = answer_question(result, values);
  if (shown.ask == Ask::edited) answers.push_back(std::move(shown));
  return answers;
}

// What the panel says of each of them.
void find_answers(const std::vector<Answer>& answers, CheckData& file) {
  constexpr std::array kNames = {"rho",
                                 "|H|",
                                 "|F|",
                                 "apart",
                                 "reach",
                                 "bound",
                                 "printed bound",
                                 "violated below a distance of",
                                 "violated when divided by"};
  constexpr std::array kNumbers = {&Answer::rho,     &Answer::features,       &Answer::scaled,
                                   &Answer::apart,   &Answer::reach,          &Answer::bound,
                                   &Answer::printed, &Answer::violated_below, &Answer::violated_divided};
  static_assert(kNames.size() == kNumbers.size());
  for (std::size_t k = 0; k < kNumbers.size(); ++k) file.found(kNames[k], each_of(answers, kNumbers[k]));
  constexpr std::array kModels = {"answers of the truth", "answers of the fit", "answers of the impostor"};
  constexpr std::array kVectors = {&Answer::truth, &Answer::fit, &Answer::impostor};
  for (std::size_t k = 0; k < kModels.size(); ++k) file.found(kModels[k], each_of(answers, kVectors[k]));
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  if (compares_mixtures(request.values)) return write_mixtures(request.values, result, file);
  const std::vector<Answer> answers = answers_of(request.values, result);
  if (auto given = give(request.values, result, each_of(answers, &Answer::Z), file); !given) return given;
  file.found("Gaussian examples", result.gaussian)
      .found("spectrum of Lambda", result.spectrum)
      .found("lambda_min", result.lambda_min)
      .found("lambda_max", result.lambda_max)
      .found("smallest that counts", result.smallest_kept)
      .found("largest that does not", result.largest_dropped)
      .found("rank", result.rank)
      .found("rank by pivots", result.decided)
      .found("resolution of rho", result.resolution)
      .found("p of the fit", result.fit)
      .found("error of the fit", result.fit_error)
      .found("distance of the fit", result.fit_distance)
      .found("distance of the impostor", result.distance)
      .found("error of the impostor", result.impostor_error)
      .found("rise", result.rise)
      .found("pull", result.pull)
      .found("answers to examples", result.seen_answers);
  find_answers(answers, file);
  file.found("rate", result.rate)
      .found("distance of the start", result.start_distance)
      .found("distances", result.distances)
      .found("walked", result.walked)
      .found("formula against descent", result.path_gap)
      .found("distance in the limit", result.limit_distance)
      .found("expected in the limit", result.expected_limit);
  return {};
}

}  // namespace figures::certificate
