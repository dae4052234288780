// The picture of figure "head_race": what it says at the marker, the switches, the plot, the protocol.
#include <algorithm>
#include <array>
#include <string>

#include "figures/head_race/picture.hpp"
#include "figures/head_race/protocol.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::head_race {
namespace {

struct Readout {
  std::string value;
  std::string meaning;
};

Readout say_closed(const RacePlot& race, std::span<const double> times) {
  const std::string time = solving_time(race.result, times);
  return {number(mean_of(race.result.closed, race.average).value, 2),
          time.empty() ? std::string(tr("closed form")) : tr("closed form, after %1", time)};
}

Readout say_leader(const RacePlot& race) {
  const auto first = leader(race.courses, race.epoch);
  if (!first) return {"–", race.courses.empty() ? tr("nobody runs against it") : tr("no descent yet")};
  const Course& course = race.courses[*first];
  return {
      number(course.mean[race.epoch], 2),
      tr("best of descent at epoch %1: %2", whole(static_cast<double>(race.epoch)), short_name(course.racer->entry))};
}

Readout say_luck(const RacePlot& race) {
  const auto widest = luckiest(race.courses, race.epoch);
  if (race.courses.empty()) return {"–", tr("nobody needs luck")};
  if (!widest) return {"–", tr("one run shows no luck")};
  const Course& course = race.courses[*widest];
  const Spread spread = spread_of(course, race.epoch);
  return {counted("%1 decade", "%1 decades", std::round(decades(spread.best, spread.worst))),
          tr("from best to worst run of %1", short_name(course.racer->entry))};
}

// Always as high, so that the plot stands still while the marker is dragged.
Rect take_reading(const Canvas& canvas, Rect& area) {
  const float small = line_height(canvas, Size::small);
  if (canvas.narrow()) return area.take_top(3 * 1.45F * small, kGrid);
  const float lines = area.w < 60 * canvas.em ? 2 : 1;
  return area.take_top(line_height(canvas, Size::title) + 2 + lines * small, 1.5F * kGrid);
}

void draw_reading(const std::array<Readout, 3>& sayings, Canvas& canvas, const Rect& box) {
  int place = 0;
  for (const Readout& saying : sayings) {
    if (!canvas.narrow()) {
      Rect column = box.column(place++, 3, 3 * kGrid);
      headline_number(canvas, column, saying.value, saying.meaning);
      continue;
    }
    Rect row = box.row(place++, 3, 0);
    row.take_left(text(canvas, row, saying.value, {.face = Face::semibold}) + 6, 0);
    text(canvas, Rect{row.x, row.y + 2, row.w, row.h}, saying.meaning, {.ink = Ink::quiet, .size = Size::small});
  }
}

void draw_protocol(const Result& result, Canvas& canvas, Rect& area) {
  const std::string sizes = own_protocol(result);
  const std::string protocol = canvas.narrow() ? tr("The paper’s protocol, not its sizes (in brackets): %1.", sizes)
                                               : tr("As in the paper: %1. Here (there): %2.", shared_protocol(), sizes);
  const std::string words = passage({protocol, runs_words(result)});
  const TextStyle style{.ink = Ink::quiet, .size = Size::small};
  const Rect box = area.take_bottom(paragraph_height(canvas, area.w, words, style) + 2, kGrid);
  paragraph(canvas, box, words, style);
}

std::optional<std::size_t> index_of(const std::vector<Course>& courses, const std::optional<Entry>& entry) {
  if (!entry) return std::nullopt;
  const auto found = std::ranges::find_if(courses, [&](const Course& course) { return course.racer->entry == *entry; });
  if (found == courses.end()) return std::nullopt;
  return static_cast<std::size_t>(found - courses.begin());
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  if (result.closed.empty()) return;
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  const Average average = average_of(drawing.values);
  const std::vector<Course> courses = courses_of(result, average);
  RacePlot race{result, courses, {}, shown_epoch(courses, drawing.values), average};
  draw_reading({say_closed(race, drawing.times), say_leader(race), say_luck(race)}, canvas, take_reading(canvas, area));
  race.lit = index_of(courses, draw_switches(drawing, area));
  draw_protocol(result, canvas, area);
  draw_race(drawing, area, race);
}

}  // namespace figures::head_race
