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

std::string where_open(const Result& result) {
  const auto kept = [](const Mixture& mixture) { return mixture.limits.mean(); };
  const std::string descent = number(worst(result.mixtures, true, kept));
  const std::string norm = number(worst(result.mixtures, true, [](const Mixture& one) { return one.minimum_norm; }), 2);
  return open_count(result) == 1
             ? tr("Where λ_min is 0, descent ends %1 from the truth, the minimum norm %2", descent, norm)
             : tr("Where λ_min is 0, descent ends up to %1 from the truth, the minimum norm up to %2", descent, norm);
}

std::string running_title(const Result& result, Index moment) {
  const auto mean = [moment](const Mixture& mixture) { return mixture.mean(moment); };
  const auto [least, most] = std::ranges::minmax(result.mixtures, {}, mean);
  return tr("After %1 steps descent is %2 from the truth", whole(steps_at(moment)), from_to(mean(least), mean(most)));
}

// Elsewhere than where lambda_min is 0.
std::string forgotten_words(const Result& result, Index moment) {
  std::vector<const Mixture*> closed;
  for (const Mixture& mixture : result.mixtures)
    if (mixture.missing == 0) closed.push_back(&mixture);
  if (closed.empty()) return "";
  const auto [least, most] = std::ranges::minmax(closed, {}, &Mixture::lambda_min);
  const std::string steps = whole(steps_at(moment));
  const std::string first = number(least->mean(moment), 2), lambda = number(least->lambda_min, 2);
  if (closed.size() == 1)
    return tr("Elsewhere it forgets in the end; after %1 steps it is %2 from the truth at λ_min = %3.", steps, first,
              lambda);
  return tr(
      "Elsewhere it forgets in the end; after %1 steps it is %2 from the truth at λ_min = %3, and %4 at λ_min = %5.",
      steps, first, lambda, number(most->mean(moment), 2), number(most->lambda_min, 2));
}

std::string sentence_of_mixtures(const Result& result, Index moment) {
  const double farthest = std::ranges::max(result.mixtures, {}, &Mixture::minimum_norm).minimum_norm;
  const auto gaussian = std::ranges::max(result.mixtures, {}, &Mixture::gaussian).gaussian;
  const std::string examples = counted("%1 example", "%1 examples", result.sequences);
  const std::string mixtures = whole(result.mixtures.size());
  const std::string apart = number(worst(result.mixtures, true, [](const Mixture& one) { return one.apart; }));
  return passage(
      {gaussian == 0 ? tr("None of %1 is Gaussian in any of %2 mixtures.", examples, mixtures)
                     : tr("In %1 mixtures from 0 to %2 of %3 are Gaussian.", mixtures, whole(gaussian), examples),
       open_count(result) == std::ssize(result.mixtures) ? tr("λ_min is 0 in all of them.")
                                                         : tr("λ_min is 0 in %1 of them.", whole(open_count(result))),
       open_count(result) == 1
           ? tr("Where it is 0, descent keeps a part of its random start: two runs end %1 apart on average, however "
                "long they run.",
                apart)
           : tr("Where it is 0, descent keeps a part of its random start: two runs end up to %1 apart on average, "
                "however long they run.",
                apart),
       forgotten_words(result, moment),
       tr("The minimum norm has no start to remember; it ends up to %1 from the truth.", number(farthest, 2)),
       tr("The paper’s figure 2 shows descent for λ_min from 2⁻¹³ to 2⁻⁷, and 0 beside 0.06; one axis for all, the "
          "film "
          "and the minimum norm are ours.")});
}

void add_mixture(Rows& rows, const Mixture& mixture, double share, Index moment) {
  const std::string name = percent(share);
  rows(tr("%1 Gaussian: λ_min", name), mixture.lambda_min);
  rows(tr("%1 Gaussian: Gaussian examples", name), mixture.gaussian);
  rows(tr("%1 Gaussian: directions never seen", name), mixture.missing);
  rows(tr("%1 Gaussian: distance of descent, the mean over starts", name), mixture.mean(moment));
  rows(tr("%1 Gaussian: of each start", name),
       listed(mixture.distances.col(moment), number_separator(), [](double distance) { return number(distance); }));
  rows(tr("%1 Gaussian: in the limit of many steps", name), mixture.limits.mean());
  rows(tr("%1 Gaussian: two runs in the limit are apart by", name), mixture.apart);
  rows(tr("%1 Gaussian: distance of the minimum norm", name), mixture.minimum_norm);
}

}  // namespace

std::string from_to(double low, double high) {
  const std::string from = number(low), to = number(high);
  return from == to ? from : tr("%1 to %2", from, to);
}

Description describe_mixtures(const Result& result, const Context& context) {
  const Index moment = shown_moment(context.values);
  Description description{.title = tr("Learning from all mixtures"), .sentence = "", .table = {}};
  if (result.reached == Step::descent) {
    description.title = moment + 1 < kMoments ? running_title(result, moment) : where_open(result);
    description.sentence = sentence_of_mixtures(result, moment);
  } else {
    description.sentence =
        tr("Learned from %1 of %2 mixtures.", whole(result.mixtures.size()), whole(kMixtures.size()));
  }
  Rows rows(description.table);
  rows(tr("Key size m"), whole(context.settings.integer("m")));
  rows(tr("Examples N"), whole(context.settings.integer("N")));
  rows(tr("Random starts of descent"), kStarts);
  rows(tr("Steps of descent shown"), whole(steps_at(moment)));
  for (std::size_t k = 0; k < result.mixtures.size(); ++k) add_mixture(rows, result.mixtures[k], kMixtures[k], moment);
  return description;
}

}  // namespace figures::certificate
