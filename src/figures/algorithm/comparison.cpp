// How far another model, whose predictions came with a reader's numbers, is from the best layer: in words and as a
// picture.
#include <algorithm>
#include <cmath>
#include <limits>

#include "figures/algorithm/scene.hpp"
#include "plot/canvas.hpp"

namespace figures::algorithm {
namespace {

// Whether the least error is as small as that of a layer itself where the tokens of a table have a few decimals.
bool may_be_rounded(const Result& result) {
  constexpr double kFewDecimals = 1e-4;
  return result.has_rounded && result.training_error < kFewDecimals * result.trivial_error;
}

// Of what was held out.
std::string elsewhere(const Result& result) {
  const std::string yours = number(result.other_test_error);
  const std::string heads = number(result.test_error);
  if (yours == heads) return tr("On what was held out it is %1, and so is the learned heads’.", heads);
  const bool by_chance = result.other_to_heads == Standing::level;
  if (result.fits && result.relative_error < learner::kExactShare && by_chance)
    return tr("On what was held out it is %1, and the learned heads’ %2: both are rounding.", yours, heads);
  if (by_chance && is_lone(result))
    return tr("On what was held out it is %1, and the learned heads’ %2: one target cannot tell which is better.",
              yours, heads);
  return by_chance ? tr("On what was held out it is %1, and the learned heads’ %2: a difference that may be chance.",
                        yours, heads)
                   : tr("On what was held out it is %1, and the learned heads’ %2.", yours, heads);
}

std::string close_heads(const Result& result) {
  if (result.close_heads == 0) return "";
  constexpr double kFew = 3;
  const bool few = static_cast<double>(result.rows) < kFew * static_cast<double>(result.unknowns);
  return passage(
      {counted("%1 head comes within 1 % of the least.",
               "%1 heads were found that come within 1 % of the least; fewer may do.", result.close_heads),
       few ? tr("With %1 for %2, part of what they fit is chance.", counted("%1 target", "%1 targets", result.rows),
                counted("%1 unknown", "%1 unknowns", result.unknowns))
           : std::string()});
}

// A line of errors, each decade as long as the next; what is rounding stands at its beginning.
class ErrorLine {
 public:
  ErrorLine(const Result& result, const Rect& bar) : bar_(bar) {
    const double most = std::max({result.other_error, result.training_error, result.mean_error});
    least_ = std::max(learner::kExactShare * most, std::numeric_limits<double>::min());
    from_ = log_of(std::min(result.training_error, result.other_error));
    const double span = std::max(log_of(most) - from_, kLeastSpan);
    from_ -= kBefore * span;
    length_ = (1 + kBefore + kBehind) * span;
  }
  float at(double error) const { return bar_.x + bar_.w * static_cast<float>((log_of(error) - from_) / length_); }

 private:
  static constexpr double kLeastSpan = 0.2;  // decades
  static constexpr double kBefore = 0.3;
  static constexpr double kBehind = 0.1;
  double log_of(double error) const { return std::log10(std::max(error, least_)); }

  Rect bar_;
  double least_;
  double from_ = 0;
  double length_ = 1;
};

}  // namespace

Bound bound_of(const Result& result) {
  constexpr double kAlike = 0.01;
  if (result.lambda > 0 || is_rank_open(result)) return Bound::none;
  if (result.fits) return result.other_fits ? Bound::reached : Bound::above;
  if (result.hidden) return Bound::none;
  if (result.other_error < (1 - kAlike) * result.training_error) return Bound::below;
  return result.other_error <= (1 + kAlike) * result.training_error ? Bound::reached : Bound::above;
}

// Of predictions of numbers that no layer fits exactly.
std::string title_of_comparison(const Result& result) {
  const bool below = bound_of(result) == Bound::below;
  if (below && may_be_rounded(result))
    return tr("Your model fits closer than any layer can, by so little that rounded tokens may explain it");
  if (bound_of(result) == Bound::above)
    return tr("On %1 your model’s error is %2 times the least that a layer of linear attention can have",
              counted("%1 target", "%1 targets", result.rows), number(result.other_error / result.training_error));
  constexpr double kMore = 1.01;  // less is as good
  if (result.other_test_error > kMore * result.test_error && result.other_to_heads == Standing::worse)
    return below ? tr("Your model beats every layer of linear attention on what it learned from, but not elsewhere")
                 : tr("Your model is as good as the best layer on what it learned from, but not elsewhere");
  if (result.other_test_error > kMore * result.trivial_error && result.other_to_mean == Standing::worse)
    return below ? tr("Your model beats every layer on what it learned from; elsewhere the mean target does better")
                 : tr("Your model is as good as the best layer on what it learned from; elsewhere the mean is better");
  return below ? std::string(tr("Your model does what no layer of linear attention can"))
               : std::string(tr("Your model is as good as a layer of linear attention can be"));
}

// How far predictions that came with the numbers are from the least error that one layer can have.
std::string sentence_of_comparison(const Result& result) {
  if (!result.compared) return "";
  const std::string targets = counted("the target learned from", "the %1 targets learned from", result.rows);
  const std::string yours = number(result.other_error);
  const std::string least = result.fits ? std::string(tr("0 but for rounding")) : number(result.training_error);
  std::string where;
  switch (bound_of(result)) {
    case Bound::none:
      where =
          passage({tr("On %1, your model’s squared error is %2, and that of this fit %3.", targets, yours, least),
                   result.lambda > 0 ? tr("With λ = 0 the fit is the best that any layer of linear attention can be.")
                   : result.fits     ? std::string_view()
                                     : tr("Whether a layer of linear attention can do better, rounding hides.")});
      break;
    case Bound::below:
      where = may_be_rounded(result)
                  ? tr("On %1, your model’s squared error is %2, and the least that any layer of linear attention can "
                       "have %3: so little that it may come from tokens that are rounded in the table.",
                       targets, yours, least)
                  : tr("On %1, your model’s squared error is %2, and the least that any layer of linear attention can "
                       "have %3: your model can do what no such layer can.",
                       targets, yours, least);
      break;
    case Bound::reached:
      where = result.fits
                  ? tr("On %1, your model’s squared error is %2, and the least that any layer of linear attention can "
                       "have 0: "
                       "the difference is rounding.",
                       targets, yours)
                  : tr("On %1, your model’s squared error is %2, within 1 % of the least that any layer of linear "
                       "attention can "
                       "have.",
                       targets, yours);
      break;
    case Bound::above:
      where =
          tr("On %1, your model’s squared error is %2. The least that any layer of linear attention can have, with any "
             "number of heads and however it is trained, is %3.",
             targets, yours, least);
  }
  const std::string_view mask =
      result.targets == learner::Targets::all
          ? tr("Each token is taken to see its whole sequence; if yours sees only what came before, write “# targets: "
               "causal” above the table.")
          : std::string_view();
  return passage(
      {where, mask, bound_of(result) == Bound::none ? std::string() : close_heads(result), elsewhere(result)});
}

void draw_comparison(const Result& result, Canvas& canvas, Rect& box) {
  const bool best = bound_of(result) != Bound::none;
  const std::string times = number(result.other_error / result.training_error);
  const std::string title = result.fits ? std::string(tr("Your model beside the best layer"))
                            : bound_of(result) == Bound::reached
                                ? std::string(tr("Your model is as good as the best layer"))
                            : best ? tr("Your model: %1 times the least error of any layer", times)
                                   : tr("Your model: %1 times the error of this fit", times);
  const TextStyle strong{.face = Face::semibold};
  paragraph(canvas, box.take_top(paragraph_height(canvas, box.w, title, strong), kGrid), title, strong);
  const float label = line_height(canvas, Size::small);
  box.take_top(label, 2);
  const Rect bar = box.take_top(2 * kGrid, 2);
  const ErrorLine errors(result, bar);
  const float least = errors.at(result.training_error);
  fill(canvas, bar, canvas.colour(Ink::raised));
  fill(canvas, {bar.x, bar.y, least - bar.x, bar.h}, with_alpha(canvas.colour(Ink::W), 0.25F));
  line(canvas, {least, bar.y - 3}, {least, bar.bottom() + 3}, canvas.colour(Ink::W), 2);
  if (result.mean_error > 0) {
    const float mean = errors.at(result.mean_error);
    line(canvas, {mean, bar.y}, {mean, bar.bottom()}, canvas.colour(Ink::quiet), 2);
  }
  ring(canvas, {errors.at(result.other_error), bar.centre().y}, 5, canvas.colour(Ink::ink), 2);
  const auto name = [&](double error, float y, std::string_view words, Ink ink) -> Rect {
    const TextStyle style{.ink = ink, .size = Size::small};
    const float width = text_width(canvas, words, style);
    const float x = std::clamp(errors.at(error) - width / 2, bar.x, std::max(bar.x, bar.right() - width));
    text(canvas, Point{x, y}, words, style);
    return {x, y, width, label};
  };
  name(result.other_error, bar.y - label - 2, tr("your model: %1", number(result.other_error)), Ink::ink);
  const Rect named = name(result.training_error, box.y + 2,
                          best ? tr("the least of any layer: %1",
                                    result.fits ? std::string(tr("0 but for rounding")) : number(result.training_error))
                               : tr("this fit: %1", number(result.training_error)),
                          Ink::W);
  box.take_top(label + 2, kGrid);
  if (result.mean_error > 0) {
    const std::string mean = tr("always the mean: %1", number(result.mean_error));
    const float width = text_width(canvas, mean, {.size = Size::small});
    const bool apart =
        std::min(errors.at(result.mean_error) - width / 2, bar.right() - width) > named.right() + 2 * kGrid;
    name(result.mean_error, apart ? named.y : named.bottom() + 2, mean, Ink::quiet);
    if (!apart) box.take_top(label + 2, kGrid);
  }
  const std::string meaning = passage(
      {best ? std::string(tr("No layer of linear attention, with any number of heads, gets into the coloured part."))
            : std::string(),
       best && !canvas.narrow() ? close_heads(result) : std::string(),
       tr("Squared error on what was learned from, on a logarithmic scale.")});
  paragraph(canvas,
            box.take_top(paragraph_height(canvas, box.w, meaning, kCaption), canvas.narrow() ? kGrid : 3 * kGrid),
            meaning, kCaption);
}

}  // namespace figures::algorithm
