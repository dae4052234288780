// The plot of figure "head_race": test error by epoch.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/head_race/picture.hpp"
#include "figures/head_race/protocol.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::head_race {
namespace {

constexpr float kHandle = 7;  // radius of the marker's handle on the axis

// --- Axes -----------------------------------------------------------------------------------------------------------

// With room under the closed form for its label.
Range range_of_errors(const RacePlot& race, float height) {
  std::vector<double> all = {mean_of(race.result.closed, race.average).value,
                             mean_of(race.result.zero, race.average).value};
  for (const Course& course : race.courses) {
    all.insert(all.end(), course.low.begin(), course.low.end());
    all.insert(all.end(), course.high.begin(), course.high.end());
  }
  Range range = range_of(all, Scale::log, 0.03, 1e-40);
  const double share = std::min(0.2, 24.0 / std::max(height, 1.F));
  range.low *= std::pow(range.low / range.high, share / (1 - share));
  return range;
}

std::vector<plot::EndLabel> labels_of(const RacePlot& race, const std::vector<std::string>& names) {
  std::vector<plot::EndLabel> labels;
  for (std::size_t k = 0; k < race.courses.size(); ++k) {
    const Course& course = race.courses[k];
    if (course.points() > 0) labels.push_back({course.mean.back(), names[k], look_of(course.racer->entry).ink});
  }
  return labels;
}

// --- Lines ----------------------------------------------------------------------------------------------------------

// Narrow pictures say the numbers above the plot only.
std::string closed_words(const RacePlot& race, const Drawing& drawing) {
  if (drawing.canvas.narrow()) return tr("closed form");
  const std::string error = number(mean_of(race.result.closed, race.average).value, 2);
  const std::string time = solving_time(race.result, drawing.times);
  return time.empty() ? tr("closed form: %1", error) : tr("closed form: %1 in %2", error, time);
}

void draw_levels(Canvas& canvas, const Axes& axes, const RacePlot& race) {
  const Rect& area = axes.plot();
  const float zero = std::round(axes.y_at(mean_of(race.result.zero, race.average).value));
  dashed_line(canvas, {area.x, zero}, {area.right(), zero}, canvas.colour(Ink::truth), 1.25F);
  const float closed = std::round(axes.y_at(mean_of(race.result.closed, race.average).value));
  line(canvas, {area.x, closed}, {area.right(), closed}, canvas.colour(Ink::W), 2.5F);
}

// At the lines, where fewest curves pass.
void label_levels(Canvas& canvas, const Axes& axes, const RacePlot& race, std::string_view closed_name) {
  const Rect& area = axes.plot();
  Labels labels(area.inset(0, -line_height(canvas, Size::small), 0, 0));
  for (const Course& course : race.courses) {
    for (std::size_t k = 1; k < course.points(); ++k) {
      labels.avoid(axes.at(course.epochs[k - 1], course.mean[k - 1]), axes.at(course.epochs[k], course.mean[k]));
    }
  }
  const float closed = axes.y_at(mean_of(race.result.closed, race.average).value);
  const float zero = axes.y_at(mean_of(race.result.zero, race.average).value);
  std::vector<plot::LabelSpot> low;
  std::vector<plot::LabelSpot> high;
  for (const float x : {0.F, 0.2F, 0.4F, 0.6F}) {
    low.push_back({{area.x + 6 + x * area.w, closed + 3}, Along::left, Upright::top});
    low.push_back({{area.x + 6 + x * area.w, closed - 3}, Along::left, Upright::bottom});
    high.push_back({{area.right() - x * area.w, zero - 2}, Along::right, Upright::bottom});
    high.push_back({{area.right() - x * area.w, zero + 2}, Along::right, Upright::top});
  }
  labels.place(canvas, closed_name, {.ink = Ink::W, .size = Size::small, .face = Face::semibold}, low);
  labels.place(canvas, tr("answering 0"), {.ink = Ink::truth, .size = Size::small}, high);
}

std::string run_words(std::size_t run, double error) {
  return tr("run %1: %2", whole(static_cast<double>(run + 1)), number(error));
}

void say_closed(Canvas& canvas, const Axes& axes, const RacePlot& race) {
  const double error = mean_of(race.result.closed, race.average).value;
  if (!canvas.hovers(Rect{axes.plot().x, axes.y_at(error) - 8, axes.plot().w, 16})) return;
  std::string words = tr("closed form: least squares\n%1", number(error, 6));
  for (std::size_t run = 0; run < race.result.closed.size() && race.result.runs > 1; ++run) {
    words += "\n" + run_words(run, race.result.closed[run]);
  }
  tooltip(canvas, canvas.pointer.at, words);
}

void draw_runs(Canvas& canvas, const Axes& axes, const Course& course) {
  const auto style = look_of(course.racer->entry);
  for (const Trial& trial : course.racer->trials) {
    std::vector<double> epochs(trial.errors.size());
    for (std::size_t k = 0; k < epochs.size(); ++k) epochs[k] = static_cast<double>(k);
    curve(canvas, axes, epochs, trial.errors, {.ink = style.ink, .width = 1, .amount = 0.6F});
  }
}

// Through some eighty of its points: a band is no place to read fine detail from, and pictures to take away stay small.
void draw_band(Canvas& canvas, const Axes& axes, const Course& course) {
  const std::size_t apart = 1 + course.points() / 80;
  std::vector<double> epochs;
  std::vector<double> low;
  std::vector<double> high;
  for (std::size_t k = 0; k < course.points();
       k = k + 1 < course.points() ? std::min(k + apart, course.points() - 1) : k + 1) {
    epochs.push_back(course.epochs[k]);
    low.push_back(course.low[k]);
    high.push_back(course.high[k]);
  }
  band(canvas, axes, epochs, low, high, look_of(course.racer->entry).ink);
}

// Paler where another one is looked at.
void draw_courses(Canvas& canvas, const Axes& axes, const RacePlot& race) {
  for (std::size_t k = 0; k < race.courses.size(); ++k) {
    const Course& course = race.courses[k];
    const bool lit = race.lit == k;
    if (race.result.runs > 1 && (lit || !race.lit)) {
      draw_band(canvas, axes, course);
    }
  }
  for (std::size_t k = 0; k < race.courses.size(); ++k) {
    auto style = look_of(race.courses[k].racer->entry);
    if (race.lit && race.lit != k) style.amount *= 0.4F;
    curve(canvas, axes, race.courses[k].epochs, race.courses[k].mean, style);
  }
  if (race.lit && race.result.runs > 1) draw_runs(canvas, axes, race.courses[*race.lit]);
}

// --- Pointing -------------------------------------------------------------------------------------------------------

std::size_t nearest_epoch(const Axes& axes, float x, std::size_t last) {
  return static_cast<std::size_t>(std::clamp(std::round(axes.x_of(x)), 0.0, static_cast<double>(last)));
}

// The course that the pointer is on or near.
std::optional<std::size_t> pointed(const Canvas& canvas, const Axes& axes, const RacePlot& race) {
  if (!canvas.hovers(axes.plot())) return std::nullopt;
  const std::size_t epoch = nearest_epoch(axes, canvas.pointer.at.x, last_epoch(race.courses));
  std::optional<std::size_t> nearest;
  float least = canvas.pointer.touch ? 24 : 16;
  for (std::size_t k = 0; k < race.courses.size(); ++k) {
    const Course& course = race.courses[k];
    if (epoch >= course.points()) continue;
    const float away = std::abs(axes.y_at(course.mean[epoch]) - canvas.pointer.at.y);
    if (away >= least) continue;
    least = away;
    nearest = k;
  }
  return nearest;
}

std::string tip_of(const RacePlot& race, const Course& course, std::size_t epoch) {
  const std::string name = long_name(course.racer->entry) + "\n";
  const std::string at = whole(static_cast<double>(epoch));
  const std::string mean = number(course.mean[epoch], 6);
  if (race.result.runs == 1) return name + tr("epoch %1: %2", at, mean);
  std::string words =
      name + tr("epoch %1: %2, standard error %3", at, mean, error_text(course.error[epoch], race.average));
  for (std::size_t run = 0; run < course.racer->trials.size(); ++run) {
    words += "\n" + run_words(run, course.of_run(run, epoch));
  }
  return words;
}

void say_pointed(Canvas& canvas, const Axes& axes, const RacePlot& race, std::size_t k) {
  const std::size_t epoch = nearest_epoch(axes, canvas.pointer.at.x, last_epoch(race.courses));
  if (epoch >= race.courses[k].points()) return;
  const Point at = axes.at(static_cast<double>(epoch), race.courses[k].mean[epoch]);
  ring(canvas, at, 4.5F, canvas.colour(look_of(race.courses[k].racer->entry).ink), 2);
  tooltip(canvas, at, tip_of(race, race.courses[k], epoch));
}

// A line at the marker's epoch, dots on the curves, a handle on the axis; dragged from anywhere in the plot.
void draw_marker(Canvas& canvas, const Axes& axes, const RacePlot& race, bool hovered) {
  const Rect& area = axes.plot();
  const auto epoch = static_cast<double>(race.epoch);
  const float x = std::round(axes.x_at(epoch));
  const Colour colour = canvas.colour(Ink::accent);
  if (race.epoch < last_epoch(race.courses)) {
    line(canvas, {x, area.y}, {x, area.bottom()}, colour, 1.25F);
    for (const Course& course : race.courses) {
      if (race.epoch < course.points()) disc(canvas, axes.at(epoch, course.mean[race.epoch]), 3.5F, colour);
    }
  }
  if (hovered) disc(canvas, {x, area.bottom()}, kHandle + 4, tint(Ink::accent, 0.2F, canvas.dark));
  disc(canvas, {x, area.bottom()}, kHandle, colour);
}

}  // namespace

void draw_race(Drawing& drawing, const Rect& box, RacePlot race) {
  Canvas& canvas = drawing.canvas;
  std::vector<std::string> names;
  for (const Course& course : race.courses) names.push_back(short_name(course.racer->entry));
  const std::vector<plot::EndLabel> labels = labels_of(race, names);
  const Axis errors{
      .range = range_of_errors(race, box.h), .scale = Scale::log, .name = tr("squared error on fresh sequences")};
  const Axis epochs{.range = {0, static_cast<double>(race.result.epochs)}, .name = tr("epochs"), .whole = true};
  const Axes axes = draw_axes(canvas, box.inset(0, 0, end_label_width(canvas, labels), 0), epochs, errors);
  const Region region = plot::region(canvas, "head_race.epoch", axes.plot());
  if (region.held) {
    const std::size_t last = last_epoch(race.courses);
    race.epoch = nearest_epoch(axes, canvas.pointer.at.x, last);
    // At the end it stands for the end of longer races too.
    drawing.values.set("epoch", race.epoch == last ? 500.0 : static_cast<double>(race.epoch));
  }
  const std::optional<std::size_t> under = pointed(canvas, axes, race);
  if (!race.lit) race.lit = under;
  draw_levels(canvas, axes, race);
  draw_courses(canvas, axes, race);
  draw_marker(canvas, axes, race, region.hovered);
  label_levels(canvas, axes, race, closed_words(race, drawing));
  end_labels(canvas, axes, labels);
  say_closed(canvas, axes, race);
  if (under) say_pointed(canvas, axes, race, *under);
}

}  // namespace figures::head_race
