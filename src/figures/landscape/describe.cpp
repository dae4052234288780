// What figure "landscape" says, in the picture and to readers who cannot see it.
#include <map>

#include "figures/landscape/landscape.hpp"

namespace figures::landscape {
namespace {

constexpr std::array<Phrase, kMostBalls + 1> kNumbers = {
    {Phrase("no"), Phrase("one"), Phrase("two"), Phrase("three"), Phrase("four"), Phrase("five"), Phrase("six"),
     Phrase("seven"), Phrase("eight"), Phrase("nine"), Phrase("ten"), Phrase("eleven"), Phrase("twelve")}};
constexpr std::array<Phrase, kMostBalls + 1> kFirstNumbers = {
    {Phrase("No"), Phrase("One"), Phrase("Two"), Phrase("Three"), Phrase("Four"), Phrase("Five"), Phrase("Six"),
     Phrase("Seven"), Phrase("Eight"), Phrase("Nine"), Phrase("Ten"), Phrase("Eleven"), Phrase("Twelve")}};

// "four", or "Four" where a sentence begins.
std::string_view number_word(int number) { return tr(kNumbers[static_cast<std::size_t>(number)]); }
std::string_view first_number_word(int number) { return tr(kFirstNumbers[static_cast<std::size_t>(number)]); }

// What is said of balls by their fate: of several beside their place; of one in full; of one at the start of a sentence
// and within it, and of several, %1 of them, with their losses.
struct FateWords {
  Phrase label, full, first, one, many;
};
static_assert(kFoundWithin == 0.001);
constexpr std::array<FateWords, kFates> kFateWords = {{
    {Phrase("lowest"), Phrase("reached the lowest place"),
     Phrase("One came to within 0.001 of the lowest loss in the window, %1"),
     Phrase("one came to within 0.001 of the lowest loss in the window, %1"),
     Phrase("%1 came to within 0.001 of the lowest loss in the window, %2")},
    {Phrase("stuck"), Phrase("stuck in a valley that is not the lowest"),
     Phrase("One got stuck in a valley that is not the lowest, loss %1"),
     Phrase("one got stuck in a valley that is not the lowest, loss %1"),
     Phrase("%1 got stuck in valleys that are not the lowest, loss %2")},
    {Phrase("balanced, slope 0: nudge it"), Phrase("balanced, slope 0: nudge it"),
     Phrase("One is balanced where the slope is 0 (nudge it), loss %1"),
     Phrase("one is balanced where the slope is 0 (nudge it), loss %1"),
     Phrase("%1 are balanced where the slope is 0 (nudge them), loss %2")},
    {Phrase("still rolling"), Phrase("still rolling"), Phrase("One is still on its way, loss %1"),
     Phrase("one is still on its way, loss %1"), Phrase("%1 are still on their way, loss %2")},
    {Phrase("swings"), Phrase("swings to and fro: the learning rate is too large"),
     Phrase("One swings to and fro, last loss %1"), Phrase("one swings to and fro, last loss %1"),
     Phrase("%1 swing to and fro, last loss %2")},
    {Phrase("thrown out"), Phrase("thrown out: the learning rate is too large"),
     Phrase("One was thrown out of all bounds"), Phrase("one was thrown out of all bounds"),
     Phrase("%1 were thrown out of all bounds")},
}};

// --- Slice ----------------------------------------------------------------------------------------------------------

// The second axis of the slice of a head's parameters, and of W, where (−V, Q) has none of its own.
std::string second_of_head(const Setting& setting) {
  const bool two = setting.hidden == 2;
  if (setting.turn >= 100) return tr("$t$ of a random head");
  if (setting.turn <= 0) return two ? tr("$t$ of the second") : tr("$t$ of $(−V, Q)$");
  const std::string turn = number(setting.turn);
  return two ? tr("$t$ of the second turned %1 % of the way to a random head", turn)
             : tr("$t$ of $(−V, Q)$ turned %1 % of the way to a random head", turn);
}

std::string second_of_W(const Setting& setting) {
  if (setting.turn >= 100) return tr("$t$ times a random head");
  if (setting.turn <= 0) return tr("$t$ times the second");
  const std::string turn = number(setting.turn);
  return setting.hidden == 2 ? tr("$t$ times the second turned %1 % of the way to a random head", turn)
                             : tr("$t$ times $(−V, Q)$ turned %1 % of the way to a random head", turn);
}

std::string axes_sentence(const Setting& setting, int lift) {
  const bool two = setting.hidden == 2;
  if (lift < kLifts) {
    const std::string second = second_of_head(setting);
    return two ? tr("$s$ is the share of the first hidden head, %1.", second)
               : tr("$s$ is the share of the hidden head $(V, Q)$, %1.", second);
  }
  const std::string second = second_of_W(setting);
  return two ? tr("$W$ is $s$ times the first hidden head, plus %1.", second)
             : tr("$W$ is $s$ times the hidden head $(V, Q)$, plus %1.", second);
}

// --- Title ----------------------------------------------------------------------------------------------------------

// "Four of nine starts", "All nine starts"; of several.
std::string starts(int some, int all) {
  if (some == all && all == 2) return tr("Both starts");
  if (some == all) return tr("All %1 starts", number_word(all));
  return tr("%1 of %2 starts", first_number_word(some), number_word(all));
}

// What became of the only ball, of one of several, and of several.
struct Finding {
  Fate fate;
  Phrase ball, one, many;
};

// What went wrong comes first.
constexpr std::array<Finding, 5> kFindings = {{
    {Fate::escaped, Phrase("The ball flew off: the learning rate is too large"),
     Phrase("One of %1 starts flew off: the learning rate is too large"),
     Phrase("%1 flew off: the learning rate is too large")},
    {Fate::swinging, Phrase("The ball swings to and fro: the learning rate is too large"),
     Phrase("One of %1 starts swings to and fro: the learning rate is too large"),
     Phrase("%1 swing to and fro: the learning rate is too large")},
    {Fate::stuck, Phrase("The ball got stuck"), Phrase("One of %1 starts got stuck"), Phrase("%1 got stuck")},
    {Fate::balanced, Phrase("The ball is balanced where the slope is 0"),
     Phrase("One of %1 starts is balanced where the slope is 0"), Phrase("%1 are balanced where the slope is 0")},
    {Fate::rolling, Phrase("The ball is still on its way"), Phrase("One of %1 starts is still on its way"),
     Phrase("%1 are still on their way")},
}};

// In mid-film: whether they will come to rest is not known yet.
constexpr Finding kMoving = {Fate::rolling, Phrase("The ball is in motion: where will it end?"),
                             Phrase("One of %1 starts is in motion: where will it end?"),
                             Phrase("%1 are in motion: where will they end?")};

// "Four of nine starts got stuck", of what has happened by the step shown, and how many still move.
std::string title_of(const Shown& shown) {
  const std::vector<Ball>& balls = shown.result.balls;
  const int all = static_cast<int>(balls.size());
  if (shown.is_between())
    return all == 1 ? tr("The loss is lifted %1 % of the way, and the ball goes with it", whole(shown.lift))
                    : tr("The loss is lifted %1 % of the way, and the balls go with it", whole(shown.lift));
  const auto count = [&](Fate fate) {
    return static_cast<int>(std::ranges::count(balls, fate, [&](const Ball& ball) { return shown.fate(ball); }));
  };
  if (shown.step == 0)
    return all == 1 ? tr("The ball lies at its start") : tr("%1 balls lie at their starts", first_number_word(all));
  const bool is_moving = shown.step < kSteps && count(Fate::rolling) > 0;
  for (const Finding& one : kFindings) {
    const int some = count(one.fate);
    if (some == 0) continue;
    const Finding& finding = is_moving && one.fate == Fate::rolling ? kMoving : one;
    const std::string words = all == 1    ? std::string(tr(finding.ball))
                              : some == 1 ? tr(finding.one, number_word(all))
                                          : tr(finding.many, starts(some, all));
    return is_moving && one.fate != Fate::rolling ? tr("%1 (%2 still in motion)", words, whole(count(Fate::rolling)))
                                                  : words;
  }
  return all == 1 ? tr("The ball found the lowest place") : tr("%1 found the lowest place", starts(all, all));
}

// --- Sentence -------------------------------------------------------------------------------------------------------

std::string rolled_sentence(const Setting& setting, int lift) {
  constexpr std::array kRolling = {Phrase("%1 steps of gradient descent"),
                                   Phrase("%1 steps of gradient descent with momentum"), Phrase("%1 steps of Adam")};
  constexpr std::array kScenes = {Phrase("on a convex bowl"), Phrase("on a rugged landscape"),
                                  Phrase("on the real loss of one attention head, within a slice of its 18 parameters"),
                                  Phrase("on the same loss lifted to W, within the slice through the same models")};
  const std::string steps = tr(kRolling[static_cast<std::size_t>(setting.options.rolling)], whole(kSteps));
  const std::string rate = number(setting.options.rate);
  const std::string_view scene = tr(kScenes[lift == kLifts ? 3 : static_cast<std::size_t>(setting.scene)]);
  return setting.balls() == 1
             ? tr("One ball rolled %1, rate %2, %3.", steps, rate, scene)
             : tr("%1 balls rolled %2, rate %3, %4.", first_number_word(setting.balls()), steps, rate, scene);
}

constexpr int kDigits = 3;  // of a loss, where they tell fates apart

// The loss that is said of a ball: of one that found the lowest place, the lowest.
double end_of(const Shown& shown, const Ball& ball) {
  const Roll& roll = shown.roll(ball);
  return roll.fate == Fate::found ? shown.loss().lowest : roll.at(kSteps).z;
}

// As many digits, from so many on, as tell the ends of balls of different fates apart; so many where six do not.
int digits_of(const Shown& shown, int least) {
  for (int digits = least; digits <= 6; ++digits) {
    std::map<std::string, Fate> ends;
    const bool apart = std::ranges::all_of(shown.result.balls, [&](const Ball& ball) {
      const Fate fate = shown.roll(ball).fate;
      return fate == Fate::escaped ||
             ends.try_emplace(loss_text(end_of(shown, ball), digits), fate).first->second == fate;
    });
    if (apart) return digits;
  }
  return least;
}

// "0.376", "0.31 to 0.376", or "between 0, but for rounding, and 0.376".
std::string losses_text(const std::vector<double>& losses, int digits = kDigits) {
  const std::string low = loss_text(std::ranges::min(losses), digits);
  const std::string high = loss_text(std::ranges::max(losses), digits);
  if (low == high) return high;
  return low == loss_text(0) ? tr("between 0, but for rounding, and %1", high) : tr("%1 to %2", low, high);
}

std::string fates_sentence(const Shown& shown, bool slower) {
  const int digits = digits_of(shown, kDigits);
  const bool midway = shown.step < kSteps;  // the title says what has happened so far
  std::string words;
  for (int k = 0; k < kFates; ++k) {
    const auto fate = static_cast<Fate>(k);
    const FateWords& said = kFateWords[static_cast<std::size_t>(k)];
    std::vector<double> losses;
    for (const Ball& ball : shown.result.balls) {
      if (shown.roll(ball).fate == fate) losses.push_back(end_of(shown, ball));
    }
    if (losses.empty()) continue;
    const auto some = static_cast<int>(losses.size());
    const bool first = words.empty() && !midway;
    if (!words.empty()) words += "; ";
    words += some == 1
                 ? tr(first ? said.first : said.one, losses_text(losses, digits))
                 : tr(said.many, first ? first_number_word(some) : number_word(some), losses_text(losses, digits));
  }
  const auto is_too_fast = [&](const Ball& ball) { return shown.roll(ball).fate >= Fate::swinging; };
  const bool is_advised = slower && std::ranges::any_of(shown.result.balls, is_too_fast);
  return passage({midway ? tr("In the end %1.", words) : tr("%1.", words),
                  is_advised ? tr("Choose a smaller learning rate.") : std::string_view()});
}

// Of what is no longer the loss of a head, and not yet that of W.
std::string between_sentence(const Shown& shown) {
  std::vector<double> losses;
  for (const Ball& ball : shown.result.balls) losses.push_back(shown.at(ball).z);
  constexpr std::array kRolls = {Phrase("From their last places the balls roll on downhill; their losses are %1."),
                                 Phrase("From its last place the ball rolls on downhill; its loss is %1."),
                                 Phrase("The losses of the balls are %1."), Phrase("The loss of the ball is %1.")};
  const bool ended = shown.step == kSteps;
  const auto escaped =
      std::ranges::count(shown.result.balls, Fate::escaped, [](const Ball& ball) { return ball.base.fate; });
  const int out = ended ? static_cast<int>(escaped) : 0;
  return passage(
      {out == 0   ? std::string()
       : out == 1 ? std::string(tr("Not lifted, one ball was thrown out of all bounds."))
                  : tr("Not lifted, %1 balls were thrown out of all bounds.", number_word(out)),
       tr("%1 % of the way from the loss of one attention head to the loss lifted to W, on the same data: every point "
          "is a W between the head's own and the one that is linear in s and t.",
          whole(shown.lift)),
       tr(kRolls[(ended ? 0U : 2U) + (losses.size() == 1 ? 1U : 0U)], losses_text(losses))});
}

// Where the balls of one fate get when they may leave the slice.
std::vector<double> free_losses_of(const Result& result, Fate fate) {
  std::vector<double> losses;
  for (const Ball& ball : result.balls) {
    if (ball.base.fate == fate && ball.free_loss >= 0) losses.push_back(ball.free_loss);
  }
  return losses;
}

// Whether it is the slice alone that holds the stuck ones.
std::string outside_sentence(const Result& result) {
  constexpr double kHigher = 1.1;
  const std::vector<double> stuck = free_losses_of(result, Fate::stuck);
  const std::vector<double> found = free_losses_of(result, Fate::found);
  if (stuck.empty()) return "";
  const std::string to = losses_text(stuck);
  const bool one = stuck.size() == 1;
  if (found.empty())
    return one ? tr("Set free in all 18 parameters, the stuck one gets to %1.", to)
               : tr("Set free in all 18 parameters, the stuck ones get to %1.", to);
  constexpr std::array kAway = {
      Phrase("Set free in all 18 parameters, the stuck ones get to %1, those at the lowest place to %2."),
      Phrase("Set free in all 18 parameters, the stuck one gets to %1, those at the lowest place to %2."),
      Phrase("Set free in all 18 parameters, the stuck ones get to %1, the one at the lowest place to %2."),
      Phrase("Set free in all 18 parameters, the stuck one gets to %1, the one at the lowest place to %2.")};
  const std::string words = tr(kAway[(one ? 1U : 0U) + (found.size() == 1 ? 2U : 0U)], to, losses_text(found));
  if (std::ranges::min(stuck) <= kHigher * std::ranges::max(found)) return words;
  const auto is_moving = [](const Ball& ball) {
    return ball.base.fate == Fate::stuck && ball.free_slope >= kRestingSlope;
  };
  if (std::ranges::any_of(result.balls, is_moving)) {
    const std::string steps = whole(kFreeSteps);
    return passage({words, one ? tr("After %1 steps it is not yet at rest.", steps)
                               : tr("After %1 steps not all of them are at rest.", steps)});
  }
  return passage({words, one ? tr("The stuck one is stuck still.") : tr("The stuck ones are stuck still.")});
}

// "a saddle (9 directions fall, 9 rise)".
std::string ground_text(const Vector& curvatures) {
  constexpr std::array kGrounds = {Phrase("a hilltop (%1, %2)"), Phrase("a saddle (%1, %2)"),
                                   Phrase("a lowest place (%1, %2)"), Phrase("level to some side (%1, %2)")};
  return tr(kGrounds[static_cast<std::size_t>(ground_of(curvatures))],
            counted("%1 direction falls", "%1 directions fall", falling(curvatures)),
            counted("%1 rises", "%1 rise", rising(curvatures)));
}

// The middle of a slice of a head's parameters; lifted, the ground is not level there.
std::string centre_sentence(const Centre& centre) {
  if (centre.plane.size() == 0 || !centre.is_level()) return "";
  return tr("In the middle, where all weights are 0, the slope is 0: on the slice %1, in all %2 parameters %3.",
            ground_text(centre.plane), whole(centre.whole.size()), ground_text(centre.whole));
}

std::string sentence_of(const Shown& shown, const Setting& setting) {
  const Result& result = shown.result;
  std::string regression;
  if (setting.is_real())
    regression = tr("The regression on W, which has no start, reaches a loss of %1.", loss_text(result.regression));
  if (shown.is_between()) return passage({between_sentence(shown), regression});
  const std::string step = shown.step < kSteps ? tr("Step %1 is shown.", whole(shown.step)) : "";
  return passage({rolled_sentence(setting, shown.lift), fates_sentence(shown, setting.slower),
                  shown.lift == 0 ? outside_sentence(result) : "", regression, centre_sentence(shown.loss().centre),
                  step});
}

// --- Table ----------------------------------------------------------------------------------------------------------

std::string place(double s, double t) {
  return "(" + fixed(s, 2) + std::string(number_separator()) + fixed(t, 2) + ")";
}

std::string ball_cell(const Shown& shown, const Ball& ball) {
  if (shown.is_between()) {
    const Spot spot = shown.at(ball);
    return tr("at %1, loss %2", place(spot.x, spot.y), loss_text(spot.z));
  }
  const Roll& roll = shown.roll(ball);
  const Spot start = roll.at(0);
  const Spot end = roll.at(kSteps);
  const bool is_near = roll.fate == Fate::found && end.z > shown.loss().lowest + kFoundWithin / 10;
  std::string words = tr("from %1 to %2: %3", place(start.x, start.y), place(end.x, end.y),
                         is_near ? tr("reached the lowest place to within %1 of its loss", number(kFoundWithin))
                                 : std::string(fate_words(roll.fate)));
  if (roll.fate != Fate::rolling && roll.fate != Fate::swinging)
    words += ", " + counted("after %1 step", "after %1 steps", roll.steps);
  words += "; " + tr("loss %1, slope %2", loss_text(end.z, digits_of(shown, kDigits)), loss_text(roll.slope));
  if (roll.off_slope >= 0) words += ", " + tr("out of the slice %1", loss_text(roll.off_slope));
  if (shown.lift == 0 && ball.free_loss >= 0)
    words += "; " + tr("set free, loss %1, slope %2", loss_text(ball.free_loss), loss_text(ball.free_slope));
  return words;
}

void add_centre(Rows& rows, const Centre& centre) {
  const auto from_to = [](const Vector& curvatures) {
    return tr("%1 to %2", number(curvatures.minCoeff()), number(curvatures.maxCoeff()));
  };
  rows(tr("Centre, all weights 0: slope in all parameters"), loss_text(centre.slope));
  rows(tr("Centre: curvatures on the slice"), from_to(centre.plane));
  rows(tr("Centre: curvatures in all %1 parameters", whole(centre.whole.size())), from_to(centre.whole));
  rows(tr("Centre, of these curvatures below 0, above 0"),
       tr("%1, %2", whole(falling(centre.whole)), whole(rising(centre.whole))));
}

void add_lowest(Rows& rows, const Shown& shown, const Setting& setting) {
  const Loss& loss = shown.loss();
  rows(tr("Lowest loss in the window"), loss_text(loss.lowest, digits_of(shown, kDigits)));
  const auto bottom = [&](Index k) { return place(loss.bottoms(0, k), loss.bottoms(1, k)); };
  if (loss.is_low_along()) {
    rows(tr("Lowest places (s, t)"), tr("a whole curve, %1 and %2 among them", bottom(0), bottom(1)));
  } else {
    for (Index k = 0; k < loss.bottoms.cols(); ++k) rows(k == 0 ? tr("Lowest place (s, t)") : tr("As low"), bottom(k));
  }
  rows(tr("Slope at the lowest place"), loss_text(loss.slope_there));
  if (setting.scene == Scene::rugged) rows(tr("Valleys in the window"), loss.valleys);
}

Table table_of(const Shown& shown, const Setting& setting) {
  const Result& result = shown.result;
  Table table;
  Rows rows(table);
  for (int k = 0; const Ball& ball : result.balls) rows(tr("Ball %1", whole(++k)), ball_cell(shown, ball));
  if (!shown.is_between()) add_lowest(rows, shown, setting);
  if (setting.is_real()) {
    rows(tr("Loss of answering 0, the unit"), number(result.zero_loss));
    rows(tr("Lowest loss of any W, by regression"), loss_text(result.regression));
    rows(tr("Hidden heads"), setting.hidden);
    if (!shown.is_between()) add_centre(rows, shown.loss().centre);
  }
  if (!result.balls.empty()) {
    rows(setting.is_real() ? tr("Check: loss of the balls' models on the data, largest difference")
                           : tr("Check: slopes against differences of height, largest difference"),
         number(result.disagreement, 2));
  }
  return table;
}

}  // namespace

std::string heading_of(const Setting& setting, int lift) {
  if (setting.scene == Scene::bowl) return tr("A convex bowl, made up");
  if (setting.scene == Scene::rugged) return tr("A rugged landscape, made up");
  if (lift == 0) return tr("The loss of one attention head");
  if (lift == kLifts) return tr("The same data and models, lifted to $W$");
  return tr("The same data, %1 % of the way to $W$", whole(lift));
}

std::string slice_words(const Setting& setting, int lift, bool brief) {
  if (setting.scene == Scene::bowl) return tr("From every start it goes down to one and the same lowest place.");
  if (setting.scene == Scene::rugged)
    return tr("Nine dents, which may run together. A ball that rolls downhill ends in the valley it happens to meet.");
  const bool lifted = lift == kLifts;
  const std::string rest = brief ? std::string() : tr("This is a slice: two of %1 directions.", lifted ? "81" : "18");
  if (lifted && setting.hidden == 1 && setting.turn <= 0)
    return passage({tr("$(−V, Q)$ is the hidden head's $W$ times −1, so both axes are one line in $W$ and the bowl is "
                       "a trough: turn the slice for a second direction."),
                    rest});
  return passage({axes_sentence(setting, lift), tr("Loss 1 is that of answering 0."), rest});
}

std::string_view axis_name(const Setting& setting, bool second, bool brief) {
  if (!setting.is_real()) return second ? "$t$" : "$s$";
  if (brief && !(second && setting.turn > 0)) {
    if (setting.hidden == 1) return second ? tr("$t$: $(−V, Q)$") : tr("$s$: hidden head");
    return second ? tr("$t$: hidden head 2") : tr("$s$: hidden head 1");
  }
  if (!second) return setting.hidden == 2 ? tr("$s$: share of hidden head 1") : tr("$s$: share of the hidden head");
  if (setting.turn > 0) return tr("$t$, turned");
  return setting.hidden == 2 ? tr("$t$: share of hidden head 2") : tr("$t$: share of $(−V, Q)$");
}

std::string loss_text(double loss, int digits) {
  constexpr double kRounding = 1e-12;
  return loss < kRounding ? tr("0 to rounding") : number(loss, digits);
}

std::string_view fate_label(Fate fate) { return tr(kFateWords[static_cast<std::size_t>(fate)].label); }
std::string_view fate_words(Fate fate) { return tr(kFateWords[static_cast<std::size_t>(fate)].full); }

std::string brief_loss(const Shown& shown, Fate fate, double height) {
  if (fate == Fate::balanced || fate == Fate::escaped) return "";
  return height < kFoundWithin ? "0" : number(height, digits_of(shown, 2));
}

std::vector<Tally> tally_of(const Shown& shown) {
  std::vector<Tally> tally;
  for (const Fate fate : {Fate::stuck, Fate::balanced, Fate::swinging, Fate::escaped, Fate::found}) {
    std::vector<double> losses;
    for (const Ball& ball : shown.result.balls)
      if (shown.fate(ball) == fate) losses.push_back(shown.at(ball).z);
    if (losses.empty()) continue;
    const auto [low, high] = std::ranges::minmax(losses);
    const std::string words = whole(std::ssize(losses)) + " " + std::string(fate_label(fate));
    const std::string from = brief_loss(shown, fate, low), to = brief_loss(shown, fate, high);
    tally.push_back({fate, from.empty() ? words
                           : from == to ? tr("%1, loss %2", words, to)
                                        : tr("%1, loss %2 to %3", words, from, to)});
  }
  return tally;
}

Description describe(const Result& result, const Context& context) {
  const Setting setting(context.settings);
  const Shown shown(result, context.settings, context.values);
  return {.title = title_of(shown), .sentence = sentence_of(shown, setting), .table = table_of(shown, setting)};
}

}  // namespace figures::landscape
