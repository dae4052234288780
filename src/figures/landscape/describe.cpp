// What figure "landscape" says to who cannot see it.
#include <algorithm>
#include <string>

#include "figures/landscape/words.hpp"
#include "plot/number.hpp"

namespace figures::landscape {
namespace {

using learner::Index;
using plot::number;
using plot::whole;

std::string_view optimiser_words(learner::Rolling rolling) {
  switch (rolling) {
    case learner::Rolling::gradient_descent: return "gradient descent";
    case learner::Rolling::momentum: return "gradient descent with momentum";
    case learner::Rolling::adam: return "Adam";
  }
  return "";
}

std::string_view scene_words(LandscapeScene scene) {
  switch (scene) {
    case LandscapeScene::bowl: return "a convex bowl";
    case LandscapeScene::rugged: return "a rugged landscape";
    case LandscapeScene::heads: return "the real loss of one attention head, within a slice of its 18 parameters";
    case LandscapeScene::lifted: return "the same loss lifted to W, within the slice through the same models";
  }
  return "";
}

// "0.376", or "0.31 to 0.376".
struct Losses {
  double low = 1e300;
  double high = -1;
  std::string text() const {
    return loss_text(low) == loss_text(high) ? loss_text(high) : loss_text(low) + " to " + loss_text(high);
  }
};

// Of the balls that met one fate, where they end on the slice.
Losses losses_of(const LandscapeResult& result, Fate fate) {
  Losses losses;
  for (std::size_t k = 0; k < result.balls.size(); ++k) {
    if (result.balls[k].fate != fate) continue;
    losses.low = std::min(losses.low, result.loss(kSteps, static_cast<Index>(k)));
    losses.high = std::max(losses.high, result.loss(kSteps, static_cast<Index>(k)));
  }
  return losses;
}

std::string fates_sentence(const LandscapeResult& result) {
  const auto fates = fates_of(result);
  std::string words;
  const auto add = [&](Fate fate, std::string_view one, std::string_view many) {
    const int count = fates[static_cast<std::size_t>(fate)];
    if (count == 0) return;
    words += (words.empty() ? " " + number_word_first(count) : "; " + std::string(number_word(count))) + " " +
             std::string(count == 1 ? one : many);
    if (fate == Fate::found) words += ", loss " + loss_text(result.lowest);
    if (fate != Fate::found && fate != Fate::escaped) words += ", loss " + losses_of(result, fate).text();
  };
  add(Fate::found, "reached the lowest place in the window", "reached the lowest place in the window");
  add(Fate::stuck, "got stuck in a valley that is not the lowest", "got stuck in valleys that are not the lowest");
  add(Fate::saddle, "is balanced where the slope is 0 (nudge it)", "are balanced where the slope is 0 (nudge them)");
  add(Fate::rolling, "is still on its way", "are still on their way");
  add(Fate::escaped, "was thrown out of all bounds: choose a smaller learning rate",
      "were thrown out of all bounds: choose a smaller learning rate");
  return words + ".";
}

// Where the balls that met one fate get when they may leave the slice; high is below 0 when there are none.
Losses free_losses_of(const LandscapeResult& result, Fate fate) {
  Losses losses;
  for (const LandscapeBall& ball : result.balls) {
    if (ball.fate != fate || ball.free_loss < 0) continue;
    losses.low = std::min(losses.low, ball.free_loss);
    losses.high = std::max(losses.high, ball.free_loss);
  }
  return losses;
}

// Whether it is the slice alone that holds the stuck ones.
std::string outside_sentence(const LandscapeResult& result) {
  constexpr double kHigher = 1.1;
  const Losses stuck = free_losses_of(result, Fate::stuck);
  const Losses found = free_losses_of(result, Fate::found);
  if (stuck.high < 0) return "";
  std::string words = " Set free in all 18 parameters, the stuck ones get to " + stuck.text();
  if (found.high < 0) return words + ".";
  words += ", the others to " + found.text();
  return words + (stuck.low > kHigher * found.high ? ": stuck still." : ".");
}

std::string sentence_of(const LandscapeResult& result) {
  const auto balls = static_cast<int>(result.balls.size());
  if (balls < result.planned) {
    return number_word_first(balls) + " of " + std::string(number_word(result.planned)) + " balls have rolled.";
  }
  std::string words = (balls == 1 ? "One ball" : number_word_first(balls) + " balls") + " rolled " + whole(kSteps) +
                      " steps of " + std::string(optimiser_words(result.rolling)) + ", rate " + number(result.rate) +
                      ", on " + std::string(scene_words(result.scene)) + "." + fates_sentence(result) +
                      outside_sentence(result);
  if (is_real(result.scene)) {
    words += " The regression on W, which has no start, reaches a loss of " + loss_text(result.regression) + ".";
  }
  return words;
}

std::string place(double s, double t) { return "(" + plot::fixed(s, 2) + ", " + plot::fixed(t, 2) + ")"; }

std::string ball_cell(const LandscapeResult& result, std::size_t k) {
  const LandscapeBall& ball = result.balls[k];
  const auto i = static_cast<Index>(k);
  std::string words = "from " + place(result.s(0, i), result.t(0, i)) + " to " +
                      place(result.s(kSteps, i), result.t(kSteps, i)) + ": " + std::string(fate_words(ball.fate));
  if (ball.fate != Fate::rolling) words += ", after " + plot::counted(ball.steps, "step", "steps");
  words += "; loss " + loss_text(result.loss(kSteps, i)) + ", slope " + loss_text(ball.slope);
  if (ball.off_slope >= 0) words += ", out of the slice " + loss_text(ball.off_slope);
  if (ball.free_loss >= 0) words += "; set free, loss " + loss_text(ball.free_loss);
  return words;
}

Table table_of(const LandscapeResult& result) {
  Table table{.columns = {"Quantity", "Value"}, .rows = {}};
  const auto row = [&table](std::string name, std::string value) {
    table.rows.push_back({std::move(name), std::move(value)});
  };
  for (std::size_t k = 0; k < result.balls.size(); ++k) {
    row("Ball " + whole(static_cast<double>(k + 1)), ball_cell(result, k));
  }
  row("Lowest loss in the window", loss_text(result.lowest));
  for (Index k = 0; k < std::min<Index>(result.bottoms.cols(), 2); ++k) {
    row(k == 0 ? "Lowest place (s, t)" : "As low", place(result.bottoms(0, k), result.bottoms(1, k)));
  }
  row("Slope at the lowest place", loss_text(result.slope_there));
  if (result.scene == LandscapeScene::rugged) row("Valleys in the window", whole(result.valleys));
  if (is_real(result.scene)) {
    row("Loss of answering 0, the unit", number(result.zero_loss));
    row("Lowest loss of any W, by regression", loss_text(result.regression));
    row("Hidden heads", whole(result.hidden));
  }
  if (!result.balls.empty()) {
    row(is_real(result.scene) ? "Check: loss of the balls' models on the data, largest difference"
                              : "Check: slopes against differences of height, largest difference",
        number(result.disagreement, 2));
  }
  return table;
}

}  // namespace

Description describe_landscape(const LandscapeResult& result) {
  return {.title = finding(result), .sentence = sentence_of(result), .table = table_of(result)};
}

}  // namespace figures::landscape
