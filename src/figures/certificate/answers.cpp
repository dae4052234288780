// What the models of figure "certificate" answer to a question, and its picture: bars side by side.
#include <algorithm>
#include <array>
#include <cmath>

#include "figures/certificate/certificate.hpp"
#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"
#include "plot/bars.hpp"

namespace figures::certificate {

std::vector<double> question_list(const Matrix& Z) { return {Z.data(), Z.data() + Z.size()}; }

Answer answer_question(const Result& result, const Values& values) {
  constexpr auto kLast = learner::Targets::last;
  Answer answer{.ask = static_cast<Ask>(values.integer("ask"))};
  const std::span<const double> list = values.list("question");
  if (answer.ask == Ask::edited && std::ssize(list) != result.questions.front().size()) {
    // It was edited for another key size, or not yet: the Gaussian question stands in for it.
    answer.ask = Ask::gaussian;
    answer.misfit = !list.empty();
  }
  answer.Z = answer.ask == Ask::edited ? Matrix(Eigen::Map<const Matrix>(list.data(), result.d(), result.m() + 1))
                                       : result.questions[static_cast<std::size_t>(answer.ask)];
  const Matrix& Z = answer.Z;
  answer.truth = learner::evaluate_folded(result.truth, Z, kLast).col(0);
  answer.fit = learner::evaluate_folded(result.fit, Z, kLast).col(0);
  answer.impostor = learner::evaluate_folded(result.impostor, Z, kLast).col(0);
  answer.features = learner::folded_features(Z, Z.cols() - 1, Z.cols()).norm();
  // rho takes the basis alone: a result keeps no more of a learner::NullSpace.
  const double rho = learner::rho({.basis = result.unseen, .d = result.d()}, Z, kLast)(0);
  answer.rho = rho > result.resolution ? rho : 0;
  answer.apart = (answer.fit - answer.impostor).norm();
  answer.reach = result.distance * answer.rho * learner::scaled_features(Z, kLast).norm();
  answer.excess = std::max(result.rise, 0.0);
  if (result.lambda_min > 0) {
    const double squared = answer.features * answer.features;
    answer.bound = std::sqrt(learner::disagreement_bound(answer.excess, result.lambda_min, squared));
    answer.printed = answer.excess / result.lambda_min * answer.features;
  }
  return answer;
}

// --- Bars -----------------------------------------------------------------------------------------------------------

namespace {

// The next of a few round numbers: an axis that rests while an entry is dragged.
double rounded_up(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0}) {
    if (value <= factor * unit) return factor * unit;
  }
  return 10 * unit;
}

Range answer_range(const Answer& answer) {
  double low = 0;
  double high = 0;
  for (const Vector* values : {&answer.truth, &answer.fit, &answer.impostor}) {
    low = std::min(low, values->minCoeff());
    high = std::max(high, values->maxCoeff());
  }
  // Rounding errors are no answer.
  constexpr double kLeast = 1e-6;
  const Range range{-rounded_up(-low), rounded_up(high)};
  return range.high - range.low < kLeast ? Range{-1, 1} : range;
}

void draw_fit_bar(Canvas& canvas, const Rect& bar) { fill(canvas, bar, canvas.colour(Ink::W)); }

// Not by colour alone: pale, with an outline.
void draw_impostor_bar(Canvas& canvas, const Rect& bar) {
  fill(canvas, bar, tint(Ink::W, 0.22F, canvas.dark));
  outline(canvas, bar, canvas.colour(Ink::W), 1.25F);
}

void draw_truth_line(Canvas& canvas, const Rect& bar) {
  const float y = bar.centre().y;
  dashed_line(canvas, {bar.x - 3, y}, {bar.right() + 3, y}, canvas.colour(Ink::truth), 2, 4, 2.5F);
}

struct Swatch {
  Phrase words;
  void (*draw)(Canvas&, const Rect&);
};

constexpr std::array kSwatches = {Swatch{Phrase("the fit"), draw_fit_bar},
                                  Swatch{Phrase("the impostor"), draw_impostor_bar},
                                  Swatch{Phrase("the truth"), draw_truth_line}};

void draw_key(Canvas& canvas, Rect row) {
  for (const Swatch& swatch : kSwatches) {
    swatch.draw(canvas, {row.x + 3, row.centre().y - 5, 14, 10});
    const float width = text(canvas, Point{row.x + 24, row.y}, tr(swatch.words),
                             {.ink = Ink::quiet, .size = Size::small, .max_width = std::max(1.F, row.w - 24)});
    row.take_left(width + 24 + 1.3F * canvas.em, 0);
  }
}

Rect bar_between(const Axes& axes, double value, float x, float width) {
  const float foot = axes.y_at(0);
  const float top = axes.y_at(value);
  return {x, std::min(foot, top), width, std::max(1.5F, std::abs(foot - top))};
}

void draw_output(Canvas& canvas, const Axes& axes, const Answer& answer, int k) {
  const float middle = axes.x_at(k + 1.0);
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const float width = std::min(0.36F * pitch, 26.F);
  draw_fit_bar(canvas, bar_between(axes, answer.fit(k), middle - width - 1, width));
  draw_impostor_bar(canvas, bar_between(axes, answer.impostor(k), middle + 1, width));
  draw_truth_line(canvas, {middle - width - 1, axes.y_at(answer.truth(k)), 2 * width + 2, 0});
  if (!canvas.hovers({middle - pitch / 2, axes.plot().y, pitch, axes.plot().h})) return;
  tooltip(canvas, canvas.pointer.at,
          tr("output %1\nthe fit %2\nthe impostor %3\nthe truth %4", whole(k + 1), number(answer.fit(k), 6),
             number(answer.impostor(k), 6), number(answer.truth(k), 6)));
}

}  // namespace

void draw_answers(Canvas& canvas, const Answer& answer, Rect box) {
  draw_key(canvas, box.take_top(line_height(canvas, Size::small), 6));
  const auto count = static_cast<int>(answer.truth.size());
  const Axes axes = draw_axes(canvas, box, bar_axis(static_cast<std::size_t>(count), tr("output")),
                              {.range = answer_range(answer), .name = tr("answer")});
  line(canvas, {axes.plot().x, axes.y_at(0)}, {axes.plot().right(), axes.y_at(0)}, canvas.colour(Ink::quiet));
  for (int k = 0; k < count; ++k) draw_output(canvas, axes, answer, k);
}

}  // namespace figures::certificate
