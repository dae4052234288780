// One question of figure "certificate": its numbers, to be dragged, what the models answer, and whether that could be
// known beforehand.
#include "figures/certificate/certificate.hpp"
#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"
#include "plot/cells.hpp"

namespace figures::certificate {
namespace {

// Colours of the question reach from minus to plus so much, whatever its entries: they must not change while one is
// dragged.
constexpr double kColourLimit = 3;
// Pixels of a drag that change an entry by 1.
constexpr float kPixelsToOne = 48;
// Dragged entries are multiples of it.
constexpr double kGrain = 0.01;
constexpr float kMargin = 3.4F;  // em, for the names of the rows

void edit_entries(Drawing& drawing, const Matrix& question, const MatrixView& view) {
  const auto entry = drag_entry(drawing.canvas, "certificate.entry", view, data_of(question), kPixelsToOne);
  if (!entry) return;
  tooltip(drawing.canvas, {entry->cell.right(), entry->cell.y},
          tr("$Z_{%1,%2}$ = %3\ndrag sideways to change it", whole(entry->row + 1), whole(entry->column + 1),
             number(question(entry->row, entry->column), 4)));
  if (!entry->value) return;
  Matrix Z = question;
  Z(entry->row, entry->column) = std::round(*entry->value / kGrain) * kGrain;
  drawing.values.set_list("question", question_list(Z));
  drawing.values.choose("ask", "edited");
}

// Each entry's value, in the ink that can be read on its colour.
void write_entries(Canvas& canvas, const Matrix& Z, const MatrixView& view) {
  const Rect first = view.cell(0, 0);
  const Size size = first.w >= 2.6F * canvas.em ? Size::small : Size::script;
  if (first.w < text_width(canvas, "−0.0", {.size = size})) return;
  for (int column = 0; column < view.columns; ++column) {
    for (int row = 0; row < view.rows; ++row) {
      const double value = Z(row, column);
      const Ink ink = ink_on(diverging(value / kColourLimit, canvas.dark), canvas.dark);
      text(canvas, view.cell(row, column), fixed(value, 1), centred(ink, size));
    }
  }
}

}  // namespace

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
  const double rho = learner::rho({.basis = result.unseen.value, .d = result.d()}, Z, kLast)(0);
  answer.rho = rho > result.resolution ? rho : 0;
  answer.apart = (answer.fit - answer.impostor).norm();
  answer.scaled = learner::scaled_features(Z, kLast).norm();
  answer.reach = result.distance * answer.rho * answer.scaled;
  answer.excess = std::max(result.rise, 0.0);
  if (result.lambda_min > 0) {
    const double squared = answer.features * answer.features;
    answer.bound = std::sqrt(learner::disagreement_bound(answer.excess, result.lambda_min, squared));
    answer.printed = answer.excess / result.lambda_min * std::pow(Z.squaredNorm(), 3);
    if (answer.printed > 0 && answer.apart > 0) {
      answer.violated_below = result.distance * answer.apart / answer.printed;
      answer.violated_divided = std::cbrt(answer.printed / answer.apart);
    }
  }
  return answer;
}

std::string misfit_words(const Answer& answer) {
  return answer.misfit ? std::string(tr("The edited question was of another size; a Gaussian one stands in for it."))
                       : "";
}

std::string verdict(const Result& result, const Answer& answer) {
  if (answer.is_empty()) return tr("Every attention layer answers a last token of zeros with zeros.");
  if (result.null_count() == 0) {
    return result.pull < 1
               ? tr("The data see every direction: once $W$ is %1 away, training errors have risen by $10^{-5}$ and "
                    "give the impostor away.",
                    number(result.pull * result.distance, 2))
               : tr("The data see every direction, but so near, with $W$ only %1 away, training errors rise by no more "
                    "than %2.",
                    number(result.distance, 2), number(std::max(result.rise, 0.0), 2));
  }
  if (answer.is_certain()) return tr("$ρ$ = 0: every model that fits the data answers this alike.");
  return tr(
      "The data never saw a part of this question, $ρ$ = %1 of its length. There $W$ can move unnoticed: here by "
      "%2, the answer by up to %3.",
      number(answer.rho, 2), number(result.distance, 2), number(answer.reach, 3));
}

Rect draw_question(Drawing& drawing, const Matrix& Z, Rect box, float there) {
  Canvas& canvas = drawing.canvas;
  TextStyle small = kCaption;
  small.upright = Upright::middle;
  const Rect top = box.take_top(line_height(canvas, Size::small), 2);
  const Rect side = box.take_left(kMargin * canvas.em, 0);
  const MatrixData data = data_of(Z);
  const auto view =
      matrix(canvas, box, data,
             {.symbol = "Z", .limit = kColourLimit, .block_rows = data.rows / 2, .filled = there, .name = false});
  const float half = view.cells.h / 2;
  text(canvas, Rect{side.x, view.cells.y, side.w, half}, tr("keys"), small);
  text(canvas, Rect{side.x, view.cells.y + half, side.w, half}, tr("values"), small);
  if (there < 1) return view.cells;
  write_entries(canvas, Z, view);
  small.along = Along::centre;
  text(canvas, Point{view.cell(0, view.columns - 1).centre().x, top.centre().y}, tr("asks"), small);
  edit_entries(drawing, Z, view);
  return view.cells;
}

}  // namespace figures::certificate
