// What figure "landscape" says to who cannot see it.
#include <algorithm>
#include <array>
#include <string>

#include "figures/landscape/words.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::landscape {
namespace {

std::string steps_words(learner::Rolling rolling) {
  const std::string steps = whole(kSteps);
  switch (rolling) {
    case learner::Rolling::gradient_descent: return tr("%1 steps of gradient descent", steps);
    case learner::Rolling::momentum: return tr("%1 steps of gradient descent with momentum", steps);
    case learner::Rolling::adam: break;
  }
  return tr("%1 steps of Adam", steps);
}

std::string_view scene_words(Scene scene) {
  switch (scene) {
    case Scene::bowl: return tr("on a convex bowl");
    case Scene::rugged: return tr("on a rugged landscape");
    case Scene::heads: return tr("on the real loss of one attention head, within a slice of its 18 parameters");
    case Scene::lifted: break;
  }
  return tr("on the same loss lifted to W, within the slice through the same models");
}

// "0.376", or "0.31 to 0.376".
struct Losses {
  double low = 1e300;
  double high = -1;
  std::string text() const {
    return loss_text(low) == loss_text(high) ? loss_text(high) : tr("%1 to %2", loss_text(low), loss_text(high));
  }
};

// Of the balls that met one fate, where they end on the slice.
Losses losses_of(const Result& result, Fate fate) {
  Losses losses;
  for (std::size_t k = 0; k < result.balls.size(); ++k) {
    if (result.balls[k].fate != fate) continue;
    losses.low = std::min(losses.low, result.loss(kSteps, static_cast<Index>(k)));
    losses.high = std::max(losses.high, result.loss(kSteps, static_cast<Index>(k)));
  }
  return losses;
}

// What became of one ball, at the start of a sentence and within it, and of several; %1 of them.
struct Telling {
  Fate fate;
  Phrase first, one, many;
};
constexpr std::array<Telling, kFates> kTellings = {{
    {Fate::found, Phrase("One reached the lowest place in the window, loss %1"),
     Phrase("one reached the lowest place in the window, loss %1"),
     Phrase("%1 reached the lowest place in the window, loss %2")},
    {Fate::stuck, Phrase("One got stuck in a valley that is not the lowest, loss %1"),
     Phrase("one got stuck in a valley that is not the lowest, loss %1"),
     Phrase("%1 got stuck in valleys that are not the lowest, loss %2")},
    {Fate::saddle, Phrase("One is balanced where the slope is 0 (nudge it), loss %1"),
     Phrase("one is balanced where the slope is 0 (nudge it), loss %1"),
     Phrase("%1 are balanced where the slope is 0 (nudge them), loss %2")},
    {Fate::rolling, Phrase("One is still on its way, loss %1"), Phrase("one is still on its way, loss %1"),
     Phrase("%1 are still on their way, loss %2")},
    {Fate::escaped, Phrase("One was thrown out of all bounds: choose a smaller learning rate"),
     Phrase("one was thrown out of all bounds: choose a smaller learning rate"),
     Phrase("%1 were thrown out of all bounds: choose a smaller learning rate")},
}};

std::string fates_sentence(const Result& result) {
  const auto fates = fates_of(result);
  std::string words;
  for (const Telling& told : kTellings) {
    const int count = fates[static_cast<std::size_t>(told.fate)];
    if (count == 0) continue;
    const std::string loss = told.fate == Fate::found ? loss_text(result.lowest) : losses_of(result, told.fate).text();
    const bool first = words.empty();
    if (!first) words += "; ";
    words += count == 1 ? tr(first ? told.first : told.one, loss)
                        : tr(told.many, first ? number_word_first(count) : number_word(count), loss);
  }
  return tr("%1.", words);
}

// Where the balls that met one fate get when they may leave the slice; high is below 0 when there are none.
Losses free_losses_of(const Result& result, Fate fate) {
  Losses losses;
  for (const Ball& ball : result.balls) {
    if (ball.fate != fate || ball.free_loss < 0) continue;
    losses.low = std::min(losses.low, ball.free_loss);
    losses.high = std::max(losses.high, ball.free_loss);
  }
  return losses;
}

// Whether it is the slice alone that holds the stuck ones.
std::string outside_sentence(const Result& result) {
  constexpr double kHigher = 1.1;
  const Losses stuck = free_losses_of(result, Fate::stuck);
  const Losses found = free_losses_of(result, Fate::found);
  if (stuck.high < 0) return "";
  if (found.high < 0) return tr("Set free in all 18 parameters, the stuck ones get to %1.", stuck.text());
  return stuck.low > kHigher * found.high
             ? tr("Set free in all 18 parameters, the stuck ones get to %1, the others to %2: stuck still.",
                  stuck.text(), found.text())
             : tr("Set free in all 18 parameters, the stuck ones get to %1, the others to %2.", stuck.text(),
                  found.text());
}

std::string rolled_sentence(const Result& result) {
  const auto balls = static_cast<int>(result.balls.size());
  const std::string steps = steps_words(result.rolling);
  const std::string_view scene = scene_words(result.scene);
  return balls == 1
             ? tr("One ball rolled %1, rate %2, %3.", steps, number(result.rate), scene)
             : tr("%1 balls rolled %2, rate %3, %4.", number_word_first(balls), steps, number(result.rate), scene);
}

std::string sentence_of(const Result& result) {
  const auto balls = static_cast<int>(result.balls.size());
  if (balls < result.planned) {
    return balls == 1 ? tr("One of %1 balls have rolled.", number_word(result.planned))
                      : tr("%1 of %2 balls have rolled.", number_word_first(balls), number_word(result.planned));
  }
  std::string regression;
  if (is_real(result.scene)) {
    regression = tr("The regression on W, which has no start, reaches a loss of %1.", loss_text(result.regression));
  }
  return passage({rolled_sentence(result), fates_sentence(result), outside_sentence(result), regression});
}

std::string place(double s, double t) { return "(" + fixed(s, 2) + ", " + fixed(t, 2) + ")"; }

std::string ball_cell(const Result& result, std::size_t k) {
  const Ball& ball = result.balls[k];
  const auto i = static_cast<Index>(k);
  std::string words = tr("from %1 to %2: %3", place(result.s(0, i), result.t(0, i)),
                         place(result.s(kSteps, i), result.t(kSteps, i)), fate_words(ball.fate));
  if (ball.fate != Fate::rolling) words += ", " + counted("after %1 step", "after %1 steps", ball.steps);
  words += "; " + tr("loss %1, slope %2", loss_text(result.loss(kSteps, i)), loss_text(ball.slope));
  if (ball.off_slope >= 0) words += ", " + tr("out of the slice %1", loss_text(ball.off_slope));
  if (ball.free_loss >= 0) words += "; " + tr("set free, loss %1", loss_text(ball.free_loss));
  return words;
}

Table table_of(const Result& result) {
  Table table{.columns = {tr("Quantity"), tr("Value")}, .rows = {}};
  const auto row = [&table](std::string name, std::string value) {
    table.rows.push_back({std::move(name), std::move(value)});
  };
  for (std::size_t k = 0; k < result.balls.size(); ++k) {
    row(tr("Ball %1", whole(static_cast<double>(k + 1))), ball_cell(result, k));
  }
  row(tr("Lowest loss in the window"), loss_text(result.lowest));
  for (Index k = 0; k < std::min<Index>(result.bottoms.cols(), 2); ++k) {
    row(k == 0 ? tr("Lowest place (s, t)") : tr("As low"), place(result.bottoms(0, k), result.bottoms(1, k)));
  }
  row(tr("Slope at the lowest place"), loss_text(result.slope_there));
  if (result.scene == Scene::rugged) row(tr("Valleys in the window"), whole(result.valleys));
  if (is_real(result.scene)) {
    row(tr("Loss of answering 0, the unit"), number(result.zero_loss));
    row(tr("Lowest loss of any W, by regression"), loss_text(result.regression));
    row(tr("Hidden heads"), whole(result.hidden));
  }
  if (!result.balls.empty()) {
    row(is_real(result.scene) ? tr("Check: loss of the balls' models on the data, largest difference")
                              : tr("Check: slopes against differences of height, largest difference"),
        number(result.disagreement, 2));
  }
  return table;
}

}  // namespace

Description describe(const Result& result, const Context&) {
  return {.title = finding(result), .sentence = sentence_of(result), .table = table_of(result)};
}

}  // namespace figures::landscape
