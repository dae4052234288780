// What figure "samples" says to readers who cannot see the picture.

#include "figures/samples/samples.hpp"

#include "figures/advice.hpp"
#include "figures/easing.hpp"
#include "plot/panel.hpp"

namespace figures::samples {
namespace {

struct Words : Study {
  bool is_decided() const { return result.N.back() >= setting.threshold; }

  // Lower, and a rise is the chance of the data sets.
  static constexpr double kNoPeak = 1.2;

  // The error has risen to the largest N tried, by more than this factor: it is "still" nothing.
  bool is_at_worst(double factor) const {
    return result.floor > 0 && result.median.back() == std::ranges::max(result.median) &&
           result.median.back() > factor * std::ranges::min(result.median);
  }

  std::string penalty_title() const {
    const std::string lambda = number(setting.lambda);
    const double height = peak().height;
    if (height > 2) return tr("A penalty of λ = %1 is too small to take the peak away", lambda);
    // Its far side may lie beyond the largest N tried.
    const auto most = result.median.begin() + static_cast<std::ptrdiff_t>(worst());
    if (*most > 2 * *std::min_element(result.median.begin(), most + 1))
      return tr("With a penalty of λ = %1 the error is at its worst at N = %2", lambda, whole(result.N[worst()]));
    const double left = result.median.back();
    if (result.floor == 0 && result.kept > left / 2) {
      const double share = result.kept / result.signal;
      return tr("With a penalty of λ = %1 about %2 of the error of answering 0 is left, however many sequences", lambda,
                share > kLeastPercent ? percent(share) : number(share, 2));
    }
    constexpr std::array kPeaks = {
        Phrase("With a penalty of λ = %1 there is no peak"),
        Phrase("With a penalty of λ = %1 there is no high peak"),
        Phrase("With a penalty of λ = %1 there is no peak, but the error stays up"),
        Phrase("With a penalty of λ = %1 there is no high peak, but the error stays up"),
        Phrase("With a penalty of λ = %1 there is no peak, but a little stays above the floor"),
        Phrase("With a penalty of λ = %1 there is no high peak, but a little stays above the floor")};
    const unsigned stays = result.kept <= left / 2 ? 0 : left > kSunk * result.floor ? 2 : 4;
    const double rise = highest_rise();
    if (rise > 2) return tr("With a penalty of λ = %1 the error falls unevenly", lambda);
    return tr(kPeaks[stays + (rise > kNoPeak ? 1U : 0U)], lambda);
  }

  // Where the power is measured, up to a tenth.
  bool every_doubling_halves() const {
    constexpr std::size_t kDoubling = 2;  // sizes are powers of the root of 2
    for (std::size_t k = 0; k + kDoubling < result.N.size(); ++k) {
      if (!is_late(result.N[k])) continue;
      const double left = result.median[k + kDoubling] / result.median[k];
      if (left < 0.4 || left > 0.6) return false;
    }
    return true;
  }

  // How the error falls from the peak on, as far as the power was measured.
  std::string worst_title(double N) const {
    const std::string there = N == result.N[worst()] ? counted("Worst at %1 sequence", "Worst at %1 sequences", N)
                                                     : counted("A peak at %1 sequence", "A peak at %1 sequences", N);
    if (slope() == 0) return tr("%1; from there the error falls", there);
    // By the number as it is shown.
    if (std::abs(std::round(100 * slope()) + 100) < 10 && every_doubling_halves())
      return tr("%1; later every doubling of N halves the error above the noise", there);
    return tr("%1; the error above the noise then falls like N to the power %2", there, fixed(slope(), 2));
  }

  std::string title() const {
    if (result.N.empty() || !result.complete()) return tr("Learning from %1 sequences", whole(setting.most));
    const std::string threshold = whole(setting.threshold);
    if (!is_decided() && setting.lambda > 0)
      return counted("%1 sequence holds fewer equations than unknowns: the penalty decides W",
                     "%1 sequences hold fewer equations than unknowns: the penalty decides W", result.N.back());
    if (!is_decided()) {
      const std::string few = counted("%1 sequence is", "%1 sequences are", result.N.back());
      return setting.singular ? tr("%1 too few to decide every answer: that takes %2", few, threshold)
                              : tr("%1 too few to decide W: that takes %2", few, threshold);
    }
    const double error = result.floor + result.median.back();
    if (is_at_worst(setting.lambda > 0 ? 2 : 1) && result.median.back() > kSunk * result.floor)
      return tr("At N = %1 the error is at its worst: %2, %3 times its floor", whole(result.N.back()), number(error),
                number(error / result.floor, 2));
    if (setting.lambda > 0) return penalty_title();
    if (is_learned_exactly())
      return counted("At %1 sequence the error falls off a cliff", "At %1 sequences the error falls off a cliff",
                     setting.threshold);
    if (result.floor > 0 && result.median.back() > kSunk * result.floor)
      return tr("At N = %1 the error is still %2, %3 times its floor", whole(result.N.back()), number(error),
                number(error / result.floor, 2));
    const auto [at, height] = peak();
    if (!setting.softmax && height > 2) return worst_title(result.N[at]);
    if (is_idle())
      return tr("There is next to nothing to gain: answering 0 comes within %1 of the floor", over_floor());
    if (setting.softmax)
      return tr("The error sinks towards %1: linear attention can do no better", number(result.floor));
    if (result.floor == 0) return tr("The error falls to %1", number(error));
    return tr("The error sinks to its floor, the noise");
  }

  std::string over_floor() const { return percent(std::max(0.01, result.signal / result.floor - 1)); }

  std::string of_answering_0(double error) const {
    const double share = error / result.signal;
    if (share < 2 && share > kLeastPercent) return tr("%1 of that of answering 0", percent(share));
    return tr("%1 times that of answering 0", number(share, 2));
  }

  // 1: there are several data sets, and a median of theirs.
  unsigned several() const { return setting.sets > 1 ? 1 : 0; }

  std::string too_few() const {
    const double error = result.floor + result.median.back();
    const std::string equations = tr("Even %1 fewer equations than the %2 %3 of each output.",
                                     counted("%1 sequence holds", "%1 sequences hold", result.N.back()),
                                     whole(setting.visible), unknowns_word(setting));
    constexpr std::array kFound = {Phrase("The W that the penalty chooses has an error of %1, %2."),
                                   Phrase("The W that the penalty chooses has a median error of %1, %2."),
                                   Phrase("Of all W that fit, the smallest has an error of %1, %2."),
                                   Phrase("Of all W that fit, the smallest has a median error of %1, %2.")};
    const std::string found =
        tr(kFound[(setting.lambda > 0 ? 0U : 2U) + several()], number(error), of_answering_0(error));
    // With a penalty, equations enough for all unknowns are no place where anything changes.
    if (setting.lambda > 0 || !can_exceed(setting.values, "most", setting.threshold))
      return passage({equations, found});
    return passage({equations, found, tr("Raise the largest N above %1.", whole(setting.threshold))});
  }

  std::string exact() const {
    return tr(
        "Without noise, as many equations as %4 decide every answer: from %1 sequences on, the error is zero but for "
        "rounding, %2 at N = %3.",
        whole(setting.threshold), number(result.median.back(), 2), whole(result.N.back()), unknowns_word(setting));
  }

  std::string start() const {
    const auto [at, height] = peak();
    if (height < 2) {
      const std::string error = number(result.floor + result.median.front());
      const std::string N = whole(result.N.front());
      constexpr std::array kStarts = {
          Phrase("The error falls from %1 at N = %2."), Phrase("The median error falls from %1 at N = %2."),
          Phrase("The error is %1 at N = %2."), Phrase("The median error is %1 at N = %2.")};
      const bool falls = result.median.back() < result.median.front() && highest_rise() <= kNoPeak;
      return tr(kStarts[(falls ? 0U : 2U) + several()], error, N);
    }
    const double error = result.floor + result.median[at];
    constexpr std::array kPeaks = {
        Phrase("At N = %1, with fewer equations than %4, the fit bends to every error in the answers, and its "
               "error peaks at %2, %3."),
        Phrase("At N = %1, with fewer equations than %4, the fit bends to every error in the answers, and the "
               "median peaks at %2, %3."),
        Phrase("At N = %1, about as many equations as %4, the fit bends to every error in the answers, and its "
               "error peaks at %2, %3."),
        Phrase("At N = %1, about as many equations as %4, the fit bends to every error in the answers, and the "
               "median peaks at %2, %3."),
        Phrase("At N = %1, with more equations than %4, its error peaks at %2, %3."),
        Phrase("At N = %1, with more equations than %4, the median peaks at %2, %3.")};
    constexpr double kAbout = 1.5;  // a penalty moves the peak, and few tokens, whose products are often large
    const unsigned where = kAbout * result.N[at] < setting.threshold   ? 0
                           : result.N[at] < kAbout * setting.threshold ? 2
                                                                       : 4;
    // What it bends to, of a softmax layer, is above all what linear attention does not have.
    constexpr std::array kOfSoftmax = {
        Phrase(
            "At N = %1, about as many equations as %4, the fit bends to all that linear attention cannot answer, and "
            "its error peaks at %2, %3."),
        Phrase(
            "At N = %1, about as many equations as %4, the fit bends to all that linear attention cannot answer, and "
            "the median peaks at %2, %3.")};
    // With a penalty no fit meets every answer.
    constexpr std::array kPenalised = {Phrase("At N = %1 its error peaks at %2, %3."),
                                       Phrase("At N = %1 the median peaks at %2, %3.")};
    const bool is_plain = where < 4 && (setting.lambda > 0 || (setting.softmax && where == 0));
    const Phrase& words = is_plain                       ? kPenalised[several()]
                          : setting.softmax && where < 4 ? kOfSoftmax[several()]
                                                         : kPeaks[where + several()];
    return tr(words, whole(result.N[at]), number(error), of_answering_0(error), unknowns_word(setting));
  }

  std::string fall() const {
    const double excess = result.median.back();
    const bool falls = slope() != 0 && result.kept < excess / 2;
    const std::string N = whole(result.N.back());
    const std::string power = fixed(slope(), 2);
    if (result.floor > 0) {
      const std::string floor = number(result.floor);
      return falls
                 ? tr("At N = %1 it lies %2 above the floor of %3, a distance that has fallen like N to the power %4.",
                      N, number(excess), floor, power)
                 : tr("At N = %1 it lies %2 above the floor of %3.", N, number(excess), floor);
    }
    const std::string share = of_answering_0(excess);
    return falls ? tr("At N = %1 it is %2, %3, having fallen like N to the power %4.", N, number(excess), share, power)
                 : tr("At N = %1 it is %2, %3.", N, number(excess), share);
  }

  std::string kept() const {
    if (setting.lambda == 0) return "";
    return result.floor > 0
               ? tr("With ever more sequences the penalty would leave it about %1 above the floor.",
                    number(result.kept))
               : tr("With ever more sequences the penalty would leave it at about %1.", number(result.kept));
  }

  std::string floor() const {
    if (!setting.softmax) return "";
    const std::string share = of_answering_0(result.floor);
    return setting.noise > 0
               ? tr("The floor, what the best linear attention leaves of softmax answers, noise included, is %1.",
                    share)
               : tr("The floor, what the best linear attention leaves of softmax answers, is %1.", share);
  }

  std::string idle() const {
    if (!is_idle()) return "";
    return tr("Answering 0 has an error of %1, hardly above the floor.", number(result.signal));
  }

  std::string one_token() const {
    if (!setting.singular) return "";
    return tr(
        "One token has only %1 different features of %2, so the certificate fails (rank %3): no harm, as no "
        "question of one token can ask about the rest.",
        whole(setting.visible), whole(setting.unknowns), whole(result.rank));
  }

  std::string sentence() const {
    if (result.N.empty()) return tr("Measuring the floor.");
    if (!result.complete())
      return tr("Learned from up to %1 of %2 sequences.", whole(result.N.back()), whole(setting.most));
    if (!is_decided()) return passage({too_few(), floor(), idle(), one_token()});
    if (is_learned_exactly() && setting.lambda == 0) return passage({exact(), one_token()});
    return passage({start(), fall(), kept(), floor(), idle(), one_token()});
  }

  // What the picture says of the marker at N, without its signs for letters.
  std::string marker(double N) const {
    if (!result.complete()) return "";
    const auto [error, multiple, halving] = readouts(read(N));
    std::string words = tr("At the marker: %1 %2; %3 %4; %5 %6.", error.value, error.meaning, multiple.value,
                           multiple.meaning, halving.value, halving.meaning);
    std::erase(words, '$');
    return words;
  }

  void add_setting(Rows& rows) const {
    rows(tr("Answers come from"), setting.softmax ? tr("softmax attention") : tr("linear attention"));
    rows(tr("Unknowns ψ for each output"), setting.unknowns);
    rows(tr("Different features of these questions"), setting.visible);
    rows(tr("Rank of Λ on fresh questions"), result.rank);
    rows(tr("Smallest eigenvalue of Λ"), result.smallest);
    rows(setting.singular ? tr("Sequences that hold as many equations as different features")
                          : tr("Sequences that hold as many equations as unknowns"),
         setting.threshold);
    rows(tr("Data sets"), setting.sets);
    rows(tr("Fresh sequences measured on"), kFresh);
    rows(tr("Error of answering 0"), result.signal);
    rows(tr("Floor"), result.floor);
    rows(tr("Floor as measured on the fresh answers"), result.measured_floor);
    if (setting.softmax) {
      rows(tr("Sequences the best linear attention was fitted on"), setting.reference);
      rows(tr("How far that fit itself is off (taken off everywhere)"), result.floor_doubt);
    }
    rows(tr("Ridge λ"), setting.lambda);
    if (setting.lambda > 0) rows(tr("Left above the floor by λ in the limit of large N"), result.kept);
    rows(tr("The paper’s line meets answering 0 at N = d⁴ + ln 1/δ, δ = %1", number(kDelta)), paper_anchor());
  }

  // A claim at the largest N and the independent numbers it is held against.
  void add_check(Rows& rows) const {
    const double last = result.N.back();
    const std::string N = whole(last);
    const auto against = [&](std::string name, double value) {
      if (!(value > 0) || !std::isfinite(value)) return;
      rows(std::move(name), tr("%1 (measured over it: %2)", number(value, 4), number(result.mean_excess / value, 4)));
    };
    rows(tr("At N = %1: mean above the floor, measured", N), result.mean_excess);
    against(tr("At N = %1: exact mean over the noise, these questions given", N), result.expected_excess);
    if (is_decided() && setting.lambda == 0) {
      against(tr("At N = %1: formula, exact for Gaussian features", N), noise_law(last));
      against(tr("At N = %1: lower bound on the mean over questions, floor·ψ over equations", N), noise_bound(last));
    }
    rows(tr("At N = %1: mean error on the fresh answers themselves", N), result.measured_error);
    rows(tr("At N = %1: the same as floor and excess", N), result.floor + result.mean_excess);
    if (slope() != 0) rows(tr("Exponent of the fall above the floor"), fixed(slope(), 3));
  }

  void add_curve(Rows& rows) const {
    for (std::size_t k = 0; k < result.N.size(); ++k) {
      const std::string N = whole(result.N[k]);
      rows(tr("N = %1: median error", N), result.floor + result.median[k]);
      rows(tr("N = %1: above the floor, median and middle half", N),
           spread(result.median[k], result.low[k], result.high[k]));
      rows(tr("N = %1: above the floor, each data set", N),
           listed(result.excess.col(static_cast<Index>(k)), number_separator(),
                  [](double excess) { return number(excess); }));
    }
  }
};

}  // namespace

// ln N grows evenly; then theory is drawn from left to right; then the marker goes back, gently.
Moment moment_of(const Result& result, const Values& values) {
  const double at = values.number("at") / kFilm;
  const auto part = [at](double from, double to) { return std::clamp((at - from) / (to - from), 0.0, 1.0); };
  const double grown = part(0, 0.66) * (1 + kFall);
  const double back = part(0.86, 1);
  const auto log_N = [&](double share) {
    return std::lerp(std::log(result.N.front()), std::log(result.N.back()), std::min(share, 1.0));
  };
  // At the end of the medians that are drawn, then on its way.
  const auto drawn = [&, front = std::exp(log_N(grown - kFall / 2))](double N) { return N < 1.001 * front; };
  const double last =
      result.N[static_cast<std::size_t>(std::max<Index>(1, std::ranges::count_if(result.N, drawn)) - 1)];
  const double asked = std::log(std::clamp(values.number("N"), result.N.front(), result.N.back()));
  const double N = std::exp(std::lerp(std::log(last), asked, eased(back)));
  return {.grown = grown, .theory = part(0.68, 0.84), .N = N, .is_end = at == 1};
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id != "at" || result.N.empty()) return "";
  const Moment now = moment_of(result, context.values);
  const Study study{result, Setting(context.settings)};
  if (now.is_end) return tr("fit shown: N = %1", whole(study.read(now.N).N));
  return now.theory > 0 ? std::string(tr("theory")) : tr("N = %1", whole(study.read(now.N).N));
}

double stands(const Result& result, std::string_view id, const Context& context) {
  if (id != "N" || result.N.empty()) return context.values.number(id);
  return Study{result, Setting(context.settings)}.read(moment_of(result, context.values).N).N;
}

Description describe_error(const Result& result, const Context& context) {
  const Words words{{result, Setting(context.settings)}};
  Table table;
  Rows rows(table);
  words.add_setting(rows);
  if (result.complete()) words.add_check(rows);
  words.add_curve(rows);
  std::string title = words.title();
  std::string marker;
  // What the errors show is said when they are there.
  if (!result.N.empty()) {
    const Moment now = moment_of(result, context.values);
    marker = words.marker(now.N);
    if (!now.is_end) title = now.theory > 0 ? tr("The errors that theory expects") : tr("How much data is enough?");
  }
  return {.title = std::move(title), .sentence = passage({words.sentence(), marker}), .table = std::move(table)};
}

}  // namespace figures::samples
