// What the layer of figure "turing" learned: its answer to one question, and how the machine comes right
// while it learns from others.

#include "figures/turing/turing.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"

namespace figures::turing {
namespace {

// --- One answer -----------------------------------------------------------------------------------------------------

constexpr float kLabels = 1.4F;  // em, under the bars
constexpr std::array kBlocks{Phrase("write"), Phrase("move"), Phrase("go to")};

// One block of outputs: as many as there are choices, of which rounding takes the largest.
struct Block {
  int first;
  int count;
  int truth;     // among them
  int answered;  // by rounding
};

std::array<Block, 3> blocks_of(const Result& result, int key) {
  const Rule truth = rule_of_number(result.rule(key));
  const Rule answered = rule_of_number(result.answer(key));
  const auto next = [&result](const Rule& rule) {
    return rule.next == Rule::kHalt ? result.learned_states : rule.next;
  };
  return {Block{0, result.learned_symbols, truth.write, answered.write},
          Block{result.learned_symbols, 3, static_cast<int>(truth.move), static_cast<int>(answered.move)},
          Block{result.learned_symbols + 3, result.learned_states + 1, next(truth), next(answered)}};
}

// The same for every question of the machine, so that it rests while steps pass.
Range range_of(const Result& result) {
  Range range{-0.06, 1.06};
  for (const std::int32_t key : result.run.keys) {
    range.low = std::min(range.low, result.outputs.col(key).minCoeff() - 0.05);
    range.high = std::max(range.high, result.outputs.col(key).maxCoeff() + 0.05);
  }
  return range;
}

std::string label_words(std::size_t block, int k, const Result& result) {
  constexpr std::array kMoves{Phrase("move: left"), Phrase("move: stay"), Phrase("move: right")};
  if (block == 0) return tr("write %1", symbol_word(k, result.symbols));
  if (block == 1) return tr(kMoves[static_cast<std::size_t>(k)]);
  return k == result.learned_states ? tr("halt") : tr("next state %1", state_letter(k));
}

// Solid: the answer. Dashed: 1 where the table says so. Red: what rounding takes and should not.
void draw_output(Canvas& canvas, const Axes& axes, const Rect& column, double value, bool truth, bool taken) {
  const float zero = axes.y_at(0);
  const float width = std::min(column.w * 0.62F, 22.F);
  const float x = column.centre().x - width / 2;
  const float y = axes.y_at(value);
  const Rect bar{x, std::min(zero, y), width, std::max(1.5F, std::abs(zero - y))};
  fill(canvas, bar, taken ? canvas.colour(truth ? Ink::W : Ink::error) : tint(Ink::W, 0.4F, canvas.dark));
  if (!truth) return;
  const Rect box{x - 3, axes.y_at(1), width + 6, zero - axes.y_at(1)};
  const Colour ink = canvas.colour(Ink::truth);
  const Point corners[] = {{box.x, box.bottom()}, {box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}};
  for (int k = 1; k < 4; ++k) dashed_line(canvas, corners[k - 1], corners[k], ink, 1.5F, 4, 3);
}

void draw_block(const Scene& scene, const Axes& axes, const Rect& box, std::size_t place, int key) {
  Canvas& canvas = scene.canvas;
  const Result& result = scene.result;
  const Block block = blocks_of(result, key)[place];
  const float labels = kLabels * canvas.em;
  for (int k = 0; k < block.count; ++k) {
    const Rect column = box.column(k, block.count, 0);
    const double value = result.outputs(block.first + k, key);
    draw_output(canvas, axes, column, value, k == block.truth, k == block.answered);
    const Rule rule{.write = k, .move = static_cast<Move>(k), .next = k == result.learned_states ? Rule::kHalt : k};
    const Rect under{column.x, axes.plot().bottom(), column.w, labels};
    draw_part(canvas, under, static_cast<int>(place), rule, result.symbols, Ink::ink);
    if (!canvas.hovers(column)) continue;
    tooltip(canvas, canvas.pointer.at,
            tr("%1\nlearned %2\nthe table says %3", label_words(place, k, result), number(value, 6),
               k == block.truth ? "1" : "0"));
  }
}

// --- Growth ---------------------------------------------------------------------------------------------------------

void draw_curves(const Result& result, Canvas& canvas, Rect box) {
  std::vector<double> lessons, rank, right;
  double rules = 0;  // that the machine has; holes are none
  for (int key = 0; key < std::ssize(result.table); ++key) rules += result.has_rule(key) ? 1 : 0;
  for (const Growth& point : result.growth) {
    lessons.push_back(point.lessons);
    rank.push_back(static_cast<double>(point.rank) / result.needed);
    if (rules > 0) right.push_back(point.right / rules);
  }
  std::vector<EndLabel> labels = {{.y = rank.back(), .words = tr("directions seen"), .ink = Ink::quiet}};
  if (rules > 0) labels.insert(labels.begin(), {.y = right.back(), .words = tr("rules right"), .ink = Ink::W});
  box.take_right(end_label_width(canvas, labels), 0);
  const double most = std::max(10, result.planned);
  const Axes axes = draw_axes(canvas, box, {.range = {1, most}, .scale = Scale::log, .name = tr("traces $N$")},
                              {.range = {0, 1.04}, .name = tr("share")});
  curve(canvas, axes, lessons, rank, {.ink = Ink::quiet, .width = 1.5F});
  if (rules > 0) curve(canvas, axes, lessons, right, {.ink = Ink::W, .marks = true});
  end_labels(canvas, axes, labels);
  const auto hovered = curve_hover(canvas, axes, lessons);
  if (!hovered) return;
  const Growth& point = result.growth[*hovered];
  const std::string right_words = rules == 0 ? ""
                                             : tr("%1 of %2 answered rightly, the largest $ρ$ %3", whole(point.right),
                                                  counted("%1 rule", "%1 rules", rules), number(point.rho, 3)) +
                                                   "\n";
  tooltip(canvas, canvas.pointer.at,
          counted("%1 trace", "%1 traces", point.lessons) + "\n" + right_words +
              tr("rank %1 of %2", whole(point.rank), whole(result.needed)));
}

}  // namespace

void draw_answer(const Scene& scene, Rect box) {
  Canvas& canvas = scene.canvas;
  const Result& result = scene.result;
  if (scene.moment.question < 0) return;
  const int key = result.run.key(scene.moment.question);
  const float small = line_height(canvas, Size::small);
  paragraph(canvas, box.take_top(small), tr("The layer’s answer before rounding; dashed: the table"), kCaption);
  const Rect names = box.take_top(small);
  box.h = std::min(box.h - kLabels * canvas.em, 9 * canvas.em);
  const Axes axes(box, {}, {.range = range_of(result)});
  const float zero = std::round(axes.y_at(0));
  line(canvas, {box.x, zero}, {box.right(), zero}, canvas.colour(Ink::quiet));
  const auto columns = box.columns<3>(
      {static_cast<float>(result.learned_symbols), 3, static_cast<float>(result.learned_states + 1)}, 2.5F * kGrid);
  for (const std::size_t place : {0UZ, 1UZ, 2UZ}) {
    const Rect name{columns[place].x, names.y, columns[place].w, names.h};
    text(canvas, name, tr(kBlocks[place]), centred(Ink::quiet, Size::small));
    draw_block(scene, axes, columns[place], place, key);
  }
  highlight(canvas, box, "W");
}

void draw_growth(const Scene& scene, Rect box) {
  Canvas& canvas = scene.canvas;
  const Result& result = scene.result;
  if (box.h < 5 * canvas.em) return;
  const std::string taught =
      tr("Taught by %1, each of a random machine of %2 and %3, none of them this one.",
         counted("%1 trace", "%1 traces", result.lessons), counted("%1 state", "%1 states", result.learned_states),
         counted("%1 symbol", "%1 symbols", result.learned_symbols));
  paragraph(canvas, box.take_top(paragraph_height(canvas, box.w, taught, kCaption)), taught, kCaption);
  if (box.h >= 4 * canvas.em && !result.growth.empty()) draw_curves(result, canvas, box);
}

}  // namespace figures::turing
