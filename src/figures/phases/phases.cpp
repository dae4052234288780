#include "figures/phases/phases.hpp"

#include "figures/parameters.hpp"

namespace figures::phases {
namespace {

constexpr std::array kSums = {Choice{"estimated", "Estimated"}, Choice{"exact", "Exact, given"}};
constexpr std::array kRowKinds = {Choice{"telling", "Of few different tokens"},
                                  Choice{"all", "Of up to d different tokens"}};
constexpr std::array kLooks = {Choice{"1", "1 Guess the sum"}, Choice{"2", "2 Cut a body"},
                               Choice{"3", "3 Mend the sum"},  Choice{"4", "4 Cut again"},
                               Choice{"5", "5 Find its span"}, Choice{"6", "6 Try a net"}};
constexpr std::array kStageList = {Stage{"Guess the sum", "W"},     Stage{"Cut a body", "Theta"},
                                   Stage{"Mend the sum", "W"},      Stage{"Cut again", "Theta"},
                                   Stage{"Find its span", "Theta"}, Stage{"Try a net", "Theta"}};

constexpr std::array kNumberStops = {100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0, 50000.0};
constexpr std::array kScaleStops = {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0};
constexpr std::array kToleranceStops = {0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1.0};
constexpr std::array kMarginStops = {0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 10.0, 20.0};

constexpr auto kFilmStops = even_stops<61>(kEnds.back());

constexpr std::array kParameters = {
    token_size(2, 6, 5, "Signs in one token. The proof is about large d; a page is not."),
    range("m", "Heads m", 1, 3, 2, "Hidden heads. The algorithm is told how many.").primary(),
    range("k", "Tokens k", 2, 8, 3, "Tokens in one sequence."),
    sequences(10000, kNumberStops, "Random sequences with the answers to all their tokens.").with_label("Examples N"),
    range("scale", "Size of Θ", kScaleStops, 1,
          "Times random entries of deviation 1/√d: small makes softmax nearly linear, large makes it a choice of one "
          "token."),
    choice("sum", "Sum of the W", kSums, "“Exact” gives phases 2 and 4 the true sum, to show what is lost without it."),
    range("tolerance", "Agreement within", kToleranceStops, 0.1,
          "The relative residual up to which phase 2 believes that all heads agree; phase 4 takes a third of it."),
    choice("rows", "Rows tested", kRowKinds,
           "“Few” is 1 + d/m different tokens. With more, heads that disagree can look as if they agreed."),
    range("margin", "Margin", kMarginStops, 0,
          "By how much a score must lead before phase 3 believes that all heads look at its token alone; 0 takes the "
          "largest lead that leaves enough rows."),
    range(
        "net", "Net", 2, 15, 9,
        "How many points phase 6 tries along each direction of the span; fewer where that makes over 50,000 choices."),
    kSeed,
    film("film", "From the examples to the heads", kFilmStops, 50,
         "How far the six phases have come; the one at work is drawn large."),
    choice("phase", "Look at phase", kLooks, "Which phase is drawn large when all have ended.", 5).of_picture(),
    toggle("behind", "Numbers behind",
           "Shows, of the phase drawn large, its matrices, what each constraint claims, or the lengths of the body's "
           "directions, and says how the phase works.")
        .of_picture(),
    kNewData.primary(),
};

}  // namespace

std::string_view phase_name(int phase) { return translated(kStageList[static_cast<std::size_t>(phase - 1)].name); }

Moment moment_of(const Result& result, const Values& values) {
  const double at = values.number("film");
  const int next = std::min(result.reached + 1, kPhases);
  if (at >= kEnds.back()) {
    const int most = result.is_stopped() ? next : std::max(1, static_cast<int>(result.reached));
    return {result.reached, std::min(values.integer("phase") + 1, most), 1};
  }
  int phase = 1;
  double begins = 0;
  for (; at >= kEnds[static_cast<std::size_t>(phase - 1)]; ++phase) begins = kEnds[static_cast<std::size_t>(phase - 1)];
  if (phase > result.reached) return {result.reached, next, 1};
  const double share = (at - begins) / (kEnds[static_cast<std::size_t>(phase - 1)] - begins);
  return {phase - 1, phase, static_cast<float>(share)};
}

Result seen(const Result& result, const Moment& moment) {
  Result now = result;
  if (moment.done == result.reached) return now;
  now.reached = moment.done;
  now.stopped = {};
  if (moment.phase > 1) return now;
  const auto all = static_cast<float>(result.errors.size());
  const auto count =
      static_cast<std::size_t>(std::lround(std::lerp(std::min(1.F, all), all, part(moment.share, 0, 1))));
  now.counts.resize(count);
  now.errors.resize(count);
  if (count > 0) now.crude = {.sum = result.sums[count - 1], .error = result.errors[count - 1]};
  return now;
}

extern const Figure kFigure = declare<run, draw, describe, say>({
    .id = "phases",
    .name = "The six phases of the proof",
    .question = "What does the proof do, and how far does it get on a page?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 1.44, .wide = 0.62},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::phases
