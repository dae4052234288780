// What figure "certificate" says of all mixtures to readers who cannot see the picture.
#include "figures/certificate/certificate.hpp"

namespace figures::certificate {
namespace {

// The largest of some numbers, one for each of the mixtures with lambda_min = 0, or of the others.
double worst(const std::vector<Mixture>& mixtures, bool open, auto of) {
  double most = 0;
  for (const Mixture& mixture : mixtures)
    if ((mixture.missing > 0) == open) most = std::max(most, of(mixture));
  return most;
}

std::ptrdiff_t open_count(const Result& result) {
  return std::ranges::count_if(result.mixtures, [](const Mixture& mixture) { return mixture.missing > 0; });
}

// Whether all mixtures with lambda_min = 0 are the same data: those without a Gaussian example.
bool is_one_open(const Result& result) {
  return std::ranges::none_of(result.mixtures,
                              [](const Mixture& mixture) { return mixture.missing > 0 && mixture.gaussian > 0; });
}

// The title at the end, of the mixtures with lambda_min = 0. There is always one: where all examples are orthonormal.
std::string where_open(const Result& result, bool errors) {
  const auto largest = [&](auto of) {
    return worst(result.mixtures, true,
                 [&](const Mixture& mixture) { return of(errors ? mixture.varied : mixture.distance); });
  };
  const double limit = largest([](const Measured& measured) { return measured.limits.mean(); });
  const double norm = largest([](const Measured& measured) { return measured.minimum_norm; });
  const bool one = is_one_open(result);
  if (errors)
    return tr(one ? Phrase("Where λ_min is 0, the error on Gaussian questions ends at %1 by descent, %2 by the "
                           "minimum norm")
                  : Phrase("Where λ_min is 0, the error on Gaussian questions ends at up to %1 by descent, %2 by the "
                           "minimum norm"),
              percent(limit), percent(norm));
  return tr(one ? Phrase("Where λ_min is 0, descent ends %1 from the truth, the minimum norm %2")
                : Phrase("Where λ_min is 0, descent ends up to %1 from the truth, the minimum norm up to %2"),
            number(limit), number(norm, 2));
}

std::string running_title(const Result& result, Index moment, bool errors) {
  const auto mean = [&](const Mixture& mixture) { return (errors ? mixture.varied : mixture.distance).mean(moment); };
  const auto [least, most] = std::ranges::minmax(result.mixtures, {}, mean);
  const std::string steps = whole(steps_at(moment));
  if (errors)
    return tr("After %1 steps the error of descent on Gaussian questions is %2", steps,
              from_to(percent(mean(least)), percent(mean(most))));
  return tr("After %1 steps descent is %2 from the truth", steps, from_to(number(mean(least)), number(mean(most))));
}

// Elsewhere than where lambda_min is 0.
std::string forgotten_words(const Result& result, Index moment) {
  std::vector<const Mixture*> closed;
  for (const Mixture& mixture : result.mixtures)
    if (mixture.missing == 0) closed.push_back(&mixture);
  if (closed.empty()) return "";
  const auto [least, most] = std::ranges::minmax(closed, {}, &Mixture::lambda_min);
  const std::string steps = whole(steps_at(moment));
  const std::string first = number(least->distance.mean(moment), 2), lambda = number(least->lambda_min, 2);
  const std::string last = number(most->lambda_min, 2);
  if (lambda == last)
    return tr("Elsewhere it forgets in the end; after %1 steps it is %2 from the truth at λ_min = %3.", steps, first,
              lambda);
  return tr(
      "Elsewhere it forgets in the end; after %1 steps it is %2 from the truth at λ_min = %3, and %4 at λ_min = %5.",
      steps, first, lambda, number(most->distance.mean(moment), 2), last);
}

// Of descent, after the steps shown.
std::string errors_words(const Result& result, Index moment) {
  const auto words = [&](Measured Mixture::* asked) {
    const auto mean = [&](const Mixture& mixture) { return (mixture.*asked).mean(moment); };
    const auto [least, most] = std::ranges::minmax(result.mixtures, {}, mean);
    return from_to(percent(mean(least)), percent(mean(most)));
  };
  return tr(
      "After %1 steps the error of descent on new questions is %2 of that of answering 0 if they are orthonormal, "
      "and %3 if they are Gaussian.",
      whole(steps_at(moment)), words(&Mixture::plain), words(&Mixture::varied));
}

std::string sentence_of_mixtures(const Result& result, Index moment) {
  const auto norm_of = [](const Mixture& mixture) { return mixture.distance.minimum_norm; };
  const double farthest = norm_of(std::ranges::max(result.mixtures, {}, norm_of));
  const auto gaussian = std::ranges::max(result.mixtures, {}, &Mixture::gaussian).gaussian;
  const std::string examples = counted("%1 example", "%1 examples", result.sequences);
  const std::string mixtures = whole(result.mixtures.size());
  const std::string apart = number(worst(result.mixtures, true, [](const Mixture& one) { return one.apart; }));
  return passage(
      {gaussian == 0 ? tr("None of %1 is Gaussian in any of %2 mixtures.", examples, mixtures)
                     : tr("In %1 mixtures from 0 to %2 of %3 are Gaussian.", mixtures, whole(gaussian), examples),
       open_count(result) == std::ssize(result.mixtures) ? tr("λ_min is 0 in all of them.")
                                                         : tr("λ_min is 0 in %1 of them.", whole(open_count(result))),
       is_one_open(result)
           ? tr("Where it is 0, descent keeps a part of its random start: two runs end %1 apart on average, however "
                "long they run.",
                apart)
           : tr("Where it is 0, descent keeps a part of its random start: two runs end up to %1 apart on average, "
                "however long they run.",
                apart),
       forgotten_words(result, moment), errors_words(result, moment),
       tr("The minimum norm has no start to remember; it ends up to %1 from the truth.", number(farthest, 2)),
       tr("The paper’s figure 2 shows descent for λ_min from 2⁻¹³ to 2⁻⁷, and 0 beside 0.06; one axis for all, the "
          "film, the minimum norm and the errors are ours.")});
}

void add_mixture(Rows& rows, const Mixture& mixture, double share, Index moment) {
  const std::string name = percent(share);
  rows(tr("%1 Gaussian: λ_min", name), mixture.lambda_min);
  rows(tr("%1 Gaussian: Gaussian examples", name), mixture.gaussian);
  rows(tr("%1 Gaussian: directions never seen", name), mixture.missing);
  rows(tr("%1 Gaussian: distance of descent, the mean over starts", name), mixture.distance.mean(moment));
  rows(tr("%1 Gaussian: of each start", name),
       listed(mixture.distance.descent.col(moment), number_separator(), [](double value) { return number(value); }));
  rows(tr("%1 Gaussian: in the limit of many steps", name), mixture.distance.limits.mean());
  rows(tr("%1 Gaussian: two runs in the limit are apart by", name), mixture.apart);
  rows(tr("%1 Gaussian: distance of the minimum norm", name), mixture.distance.minimum_norm);
  rows(tr("%1 Gaussian: error of descent on Gaussian questions, of answering 0", name),
       percent(mixture.varied.mean(moment)));
  rows(tr("%1 Gaussian: this error in the limit of many steps", name), percent(mixture.varied.limits.mean()));
  rows(tr("%1 Gaussian: that of the minimum norm", name), percent(mixture.varied.minimum_norm));
  rows(tr("%1 Gaussian: error of descent on orthonormal questions, of answering 0", name),
       percent(mixture.plain.mean(moment)));
}

}  // namespace

std::string from_to(const std::string& low, const std::string& high) {
  return low == high ? low : tr("%1 to %2", low, high);
}

Description describe_mixtures(const Result& result, const Context& context) {
  const Index moment = shown_moment(context.values);
  Description description{.title = tr("Learning from all mixtures"), .sentence = "", .table = {}};
  if (result.reached == Step::descent) {
    const bool errors = shows_errors(context.values);
    description.title = moment + 1 < kMoments ? running_title(result, moment, errors) : where_open(result, errors);
    description.sentence = sentence_of_mixtures(result, moment);
  } else {
    description.sentence =
        tr("Learned from %1 of %2 mixtures.", whole(result.mixtures.size()), whole(kMixtures.size()));
  }
  Rows rows(description.table);
  rows(tr("Key size m"), whole(context.settings.integer("m")));
  rows(tr("Examples N"), whole(context.settings.integer("N")));
  rows(tr("Random starts of descent"), kStarts);
  rows(tr("New questions of each kind"), kQuestions);
  rows(tr("Steps of descent shown"), whole(steps_at(moment)));
  for (std::size_t k = 0; k < result.mixtures.size(); ++k) add_mixture(rows, result.mixtures[k], kMixtures[k], moment);
  return description;
}

}  // namespace figures::certificate
