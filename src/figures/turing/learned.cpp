// What the layer of figure "turing" learned: its answer to one question, the lessons, and how the machine comes right
// while it learns from others.

#include "figures/turing/turing.hpp"

namespace figures::turing {
namespace {

// --- One answer -----------------------------------------------------------------------------------------------------

constexpr float kLabels = 1.9F;  // em, under the bars
constexpr float kMostBars = 28;  // em, with their labels
constexpr float kMostRows = 51;  // of a lesson, which is at most 50 steps long

// One block of outputs: as many as there are choices, of which rounding takes the largest.
struct Block {
  std::string_view name;
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
  return {Block{tr("write"), 0, result.learned_symbols, truth.write, answered.write},
          Block{tr("move"), result.learned_symbols, 3, static_cast<int>(truth.move), static_cast<int>(answered.move)},
          Block{tr("next state"), result.learned_symbols + 3, result.learned_states + 1, next(truth), next(answered)}};
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

void draw_label(Canvas& canvas, const Rect& box, std::size_t block, int k, const Result& result) {
  const Point at = box.centre();
  if (block == 0) {
    const float size = std::min(1.25F * canvas.em, box.w - 2);
    draw_chip(canvas, around(at, size / 2), k, result.symbols);
  } else if (block == 1) {
    draw_move(canvas, at, static_cast<Move>(k), 6, 1.25F, 2);
  } else {
    const bool halts = k == result.learned_states;
    text(canvas, box, state_letter(halts ? Rule::kHalt : k), centred(halts ? Ink::quiet : Ink::ink, Size::small));
  }
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

void draw_lines(Canvas& canvas, const Axes& axes) {
  const Rect& area = axes.plot();
  for (const double level : {0.0, 1.0}) {
    const float y = std::round(axes.y_at(level));
    line(canvas, {area.x, y}, {area.right(), y}, canvas.colour(level == 0 ? Ink::quiet : Ink::hairline));
    text(canvas, Point{area.x - 6, y}, level == 0 ? "0" : "1",
         {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle});
  }
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
    draw_label(canvas, {column.x, axes.plot().bottom(), column.w, labels}, place, k, result);
    if (!canvas.hovers(column)) continue;
    tooltip(canvas, canvas.pointer.at,
            tr("%1\nlearned %2\nthe table says %3", label_words(place, k, result), number(value, 6),
               k == block.truth ? "1" : "0"));
  }
  text(canvas, Rect{box.x, axes.plot().bottom() + labels, box.w, line_height(canvas, Size::small)}, block.name,
       {.ink = Ink::quiet, .size = Size::small, .along = Along::centre});
}

void draw_bars(const Scene& scene, Rect box, int key) {
  Canvas& canvas = scene.canvas;
  const Result& result = scene.result;
  box.take_bottom(kLabels * canvas.em + line_height(canvas, Size::small), 0);
  box.take_left(1.2F * canvas.em, 0);
  const Axes axes(box, {}, {.range = range_of(result)});
  draw_lines(canvas, axes);
  const auto columns = box.columns<3>(
      {static_cast<float>(result.learned_symbols), 3, static_cast<float>(result.learned_states + 1)}, 2.5F * kGrid);
  for (const std::size_t place : {0UZ, 1UZ, 2UZ}) draw_block(scene, axes, columns[place], place, key);
  highlight(canvas, box, "W");
}

// --- Lessons --------------------------------------------------------------------------------------------------------

// Every configuration of a lesson, the first one too. At most kMostRows, a few microseconds.
std::vector<Configuration> configurations_of(const LessonShown& lesson, int symbols) {
  Setup start;
  start.tape = lesson.tape;
  std::vector<Configuration> all = {start.start()};
  all.front().state = lesson.state;
  for (int step = 0; step < lesson.steps; ++step) {
    Configuration next = all.back();
    next.apply(rule_of_number(lesson.table[static_cast<std::size_t>(next.state * symbols + next.symbol())]));
    all.push_back(std::move(next));
  }
  return all;
}

// A lesson as a small run.
void draw_lesson(const Scene& scene, const LessonShown& lesson, const Rect& box) {
  Canvas& canvas = scene.canvas;
  const int symbols = scene.result.learned_symbols;
  const std::vector<Configuration> rows = configurations_of(lesson, symbols);
  const auto [low, last] = std::ranges::minmax(rows, {}, &Configuration::head);
  const Index first = std::min<Index>(0, low.head);
  const Index high = std::max<Index>({1, std::ssize(lesson.tape), last.head + 1});
  const auto cells = static_cast<float>(high - first);
  const float column = std::min(box.w / cells, 6.F);
  const float row = std::min(box.h / kMostRows * 2, box.h / static_cast<float>(rows.size()));
  float step = 0;
  for (const Configuration& now : rows) {
    const float y = std::round(box.y + row * step);
    const float height = std::round(box.y + row * ++step) - y;
    for (Index cell = first; cell < high; ++cell) {
      const int symbol = now.tape.read(cell);
      const Rect place{box.x + column * static_cast<float>(cell - first), y, column, height};
      if (symbol > 0) fill(canvas, place, symbol_colour(canvas, symbol, symbols));
      if (cell == now.head) fill(canvas, place, canvas.colour(Ink::query));
    }
  }
  const Rect drawn{box.x, box.y, column * cells, row * static_cast<float>(rows.size())};
  const bool hovered = canvas.hovers({drawn.x, box.y, drawn.w, box.h});
  outline(canvas, drawn.inset(-2), canvas.colour(hovered ? Ink::ink : Ink::hairline), 1, {2});
  if (!hovered) return;
  tooltip(
      canvas, canvas.pointer.at,
      tr("one of the lessons\na random machine on a random tape, %1\n%2", counted("%1 step", "%1 steps", lesson.steps),
         counted("%1 rule of it was seen", "%1 rules of it were seen", lesson.questions)));
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
  tooltip(canvas, canvas.pointer.at,
          tr("%1\n%2 of %3 answered rightly, the largest $ρ$ %4\nrank %5 of %6",
             counted("%1 trace", "%1 traces", point.lessons), whole(point.right), counted("%1 rule", "%1 rules", rules),
             number(point.rho, 3), whole(point.rank), whole(result.needed)));
}

}  // namespace

void draw_answer(const Scene& scene, Rect box) {
  Canvas& canvas = scene.canvas;
  const Result& result = scene.result;
  const int question = scene.moment.question;
  if (question < 0) return;
  const int key = result.run.key(question);
  heading(canvas, box,
          tr("Step %1 of %2: %3 reads %4", whole(question + 1), whole(result.run.steps()),
             state_letter(result.state_of(key)), symbol_word(result.symbol_of(key), result.symbols)),
          tr("Solid: what the layer answers to this $z$, before rounding. Dashed: what the table says."));
  const std::string verdict = verdict_sentence(result, key);
  const TextStyle style{.ink = result.is_right(key) ? Ink::quiet : Ink::error, .size = Size::small};
  const float height = paragraph_height(canvas, box.w, verdict, style);
  const bool offers = result.first_wrong >= 0 && question != result.first_wrong;
  // As much as the longest verdict takes, so that the bars rest while steps pass.
  const float line = line_height(canvas, Size::small);
  Rect words = box.take_bottom(result.first_wrong >= 0 ? 4 * line + 2.5F * canvas.em : 2 * line, kGrid);
  const float high = kMostBars * canvas.em;
  if (box.h > high) {
    words.y -= box.h - high;
    box.h = high;
  }
  draw_bars(scene, box, key);
  paragraph(canvas, words.take_top(height), verdict, style);
  const std::string_view label = tr("Show the first wrong step");
  Rect place = words.take_top(2 * canvas.em, 0);
  place.w = std::min(place.w, text_width(canvas, label, {}) + 2 * canvas.em);
  if (offers && button(canvas, "turing.wrong", place, label))
    show_step(result, scene.drawing.values, result.first_wrong);
}

void draw_growth(const Scene& scene, Rect box) {
  Canvas& canvas = scene.canvas;
  const Result& result = scene.result;
  if (box.h < 5 * canvas.em) return;
  heading(
      canvas, box, tr("Taught by other machines"),
      tr("%1 of %2 and %3, none of them this one.", counted("%1 random machine", "%1 random machines", result.lessons),
         counted("%1 state", "%1 states", result.learned_states),
         counted("%1 symbol", "%1 symbols", result.learned_symbols)));
  if (box.h > 11 * canvas.em) {
    const Rect row = box.take_top(4 * canvas.em, kGrid);
    int place = 0;
    for (const LessonShown& lesson : result.shown)
      draw_lesson(scene, lesson, row.column(place++, kShownLessons, 10).inset(2, 2, 0, 0));
  }
  if (box.h >= 5 * canvas.em && !result.growth.empty()) draw_curves(result, canvas, box);
}

}  // namespace figures::turing
