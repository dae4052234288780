// What a reader's own program needs of all mixtures: the examples once, those that turn Gaussian, and from which
// mixture on.
#include "figures/certificate/certificate.hpp"

namespace figures::certificate {
namespace {

// The first mixture in which example i is Gaussian; none: their number.
Expected<std::vector<std::size_t>> turns_of(const Values& values, std::int32_t count) {
  std::vector<std::size_t> turns(static_cast<std::size_t>(count), kMixtures.size());
  for (std::size_t k = kMixtures.size(); k-- > 0;) {
    const auto task = task_of(values, kMixtures[k]);
    if (!task) return std::unexpected(task.error());
    for (std::size_t i = 0; i < turns.size(); ++i)
      if (turns[i] == k + 1 && is_gaussian(task->sequence(Split::train, i).Z, values.integer("m"))) turns[i] = k;
  }
  return turns;
}

}  // namespace

Expected<void> write_mixtures(const Values& values, const Result& result, CheckData& file) {
  const auto plain = task_of(values, 0), varied = task_of(values, 1);
  if (!plain) return std::unexpected(plain.error());
  if (!varied) return std::unexpected(varied.error());
  const auto turns = turns_of(values, result.sequences);
  if (!turns) return std::unexpected(turns.error());
  std::vector<Matrix> Z, gaussian, starts;
  std::vector<double> which, from;
  for (std::size_t i = 0; i < turns->size(); ++i) {
    Z.push_back(plain->sequence(Split::train, i).Z);
    if ((*turns)[i] == kMixtures.size()) continue;
    gaussian.push_back(varied->sequence(Split::train, i).Z);
    which.push_back(static_cast<double>(i));
    from.push_back(static_cast<double>((*turns)[i]));
  }
  for (int start = 0; start < kStarts; ++start) {
    auto p = start_of(*plain, seed_of_start(values, start));
    if (!p) return std::unexpected(p.error());
    starts.push_back(std::move(*p));
  }
  std::vector<double> steps;
  for (Index moment = 0; moment < kMoments; ++moment) steps.push_back(steps_at(moment));
  const auto asked = [](const learner::Task& task) {
    return each_of(task.block(Split::test, 0, kQuestions), &learner::Sequence::Z);
  };
  const learner::Head& head = plain->truth().heads.front();
  file.given("mixtures", values.choice("mixtures"))
      .given("count", result.mixtures.size())
      .given("Z", Z)
      .given("gaussian", gaussian)
      .given("which", which)
      .given("from", from)
      .given("V", head.V)
      .given("Q", head.Q)
      .given("starts", starts)
      .given("Gaussian questions", asked(*varied))
      .given("orthonormal questions", asked(*plain))
      .given("steps", steps);
  const auto& mixtures = result.mixtures;
  file.found("Gaussian examples", each_of(mixtures, &Mixture::gaussian))
      .found("directions never seen", each_of(mixtures, &Mixture::missing))
      .found("lambda_min", each_of(mixtures, &Mixture::lambda_min))
      .found("apart", each_of(mixtures, &Mixture::apart));
  for (const auto& [name, measured] : {std::pair{"distance", &Mixture::distance},
                                       {"on Gaussian", &Mixture::varied},
                                       {"on orthonormal", &Mixture::plain}}) {
    const auto list = each_of(mixtures, measured);
    file.found(std::string(name) + ": minimum norm", each_of(list, &Measured::minimum_norm))
        .found(std::string(name) + ": descent", each_of(list, &Measured::descent))
        .found(std::string(name) + ": limits", each_of(list, &Measured::limits));
  }
  return {};
}

}  // namespace figures::certificate
