// A few of the traces that figure "turing" learns from.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/turing/picture.hpp"
#include "figures/turing/rule.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::turing {
namespace {

using learner::Configuration;

constexpr float kMostRows = 51;  // a lesson is at most 50 steps long

// Every configuration of a lesson, the first one too.
template <class Visit>
void walk_lesson(const LessonShown& lesson, int symbols, Visit visit) {
  Configuration now = configuration_of(lesson.tape, 0);
  now.state = lesson.state;
  visit(0, now);
  for (int step = 1; step <= lesson.steps; ++step) {
    now.apply(rule_of_number(lesson.table[static_cast<std::size_t>(now.state * symbols + now.symbol())]));
    visit(step, now);
  }
}

void draw_lesson(const Scene& scene, const LessonShown& lesson, const Rect& box) {
  Canvas& canvas = scene.drawing.canvas;
  const int symbols = scene.result.learned_symbols;
  Index low = 0;
  Index high = std::max<Index>(1, std::ssize(lesson.tape));
  walk_lesson(lesson, symbols, [&](int, const Configuration& now) {
    low = std::min(low, now.head);
    high = std::max(high, now.head + 1);
  });
  const float column = std::min(box.w / static_cast<float>(high - low), 6.F);
  const float row = std::min(box.h / kMostRows * 2, box.h / static_cast<float>(lesson.steps + 1));
  walk_lesson(lesson, symbols, [&](int step, const Configuration& now) {
    const float y = std::round(box.y + row * static_cast<float>(step));
    const float height = std::round(box.y + row * static_cast<float>(step + 1)) - y;
    for (Index cell = low; cell < high; ++cell) {
      const int symbol = now.tape.read(cell);
      const float x = box.x + column * static_cast<float>(cell - low);
      if (symbol > 0) fill(canvas, {x, y, column, height}, symbol_colour(canvas, symbol, symbols));
      if (cell == now.head) fill(canvas, {x, y, column, height}, canvas.colour(Ink::query));
    }
  });
  const Rect drawn{box.x, box.y, column * static_cast<float>(high - low), row * static_cast<float>(lesson.steps + 1)};
  const bool hovered = canvas.hovers({drawn.x, box.y, drawn.w, box.h});
  outline(canvas, drawn.inset(-2), canvas.colour(hovered ? Ink::ink : Ink::hairline), 1, {2});
  if (!hovered) return;
  tooltip(
      canvas, canvas.pointer.at,
      tr("one of the lessons\na random machine on a random tape, %1\n%2", counted("%1 step", "%1 steps", lesson.steps),
         counted("%1 rule of it was seen", "%1 rules of it were seen", lesson.questions)));
}

}  // namespace

void draw_lessons(const Scene& scene, Rect box) {
  int place = 0;
  for (const LessonShown& lesson : scene.result.shown) {
    draw_lesson(scene, lesson, box.column(place++, kShownLessons, 10).inset(2, 2, 0, 0));
  }
}

}  // namespace figures::turing
