// The picture of figure "head_race": the switches, and under them the race.
#include "figures/head_race/picture.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/sort.hpp"

namespace figures::head_race {
namespace {

// A closed form with an error this small is as exact as its numbers.
constexpr double kExact = 1e-20;

// Several layers can be wrong by 50 decades: far above answering 0 all is drawn alike.
double capped(const Reading& reading, double error) { return std::min(error, 1e4 * reading.zero); }

// Where an error is drawn: none under that of a closed form that is exact, for what is less is rounding and no better.
double drawn(const Reading& reading, double error) {
  const double most = capped(reading, error);
  return reading.closed < kExact ? std::max(most, reading.closed) : most;
}

// Of the whole race, hidden models and all, so that it stands still.
Range range_of_errors(const Reading& reading) {
  std::vector<double> all = {reading.closed, reading.zero};
  for (const Racer& racer : reading.result.racers) {
    for (const Trial& trial : racer.trials) {
      for (const double error : trial.errors) all.push_back(capped(reading, error));
      for (const double error : trial.elsewhere) all.push_back(capped(reading, error));
    }
  }
  return range_of(all, Scale::log, 0.03, 1e-40);
}

// A curve as far as the race is shown, which ends between two epochs.
struct Way {
  std::vector<double> epochs, errors;

  Way(const Reading& reading, std::span<const double> errors_of, double front) {
    std::vector<double> all;
    for (const double error : errors_of) all.push_back(drawn(reading, error));
    for (std::size_t epoch = 0; epoch < all.size() && static_cast<double>(epoch) <= front; ++epoch) {
      epochs.push_back(static_cast<double>(epoch));
      errors.push_back(all[epoch]);
    }
    const std::size_t next = epochs.size();
    if (next == 0 || next == all.size()) return;
    const double share = front - epochs.back();
    if (!(share > 0 && errors.back() > 0 && all[next] > 0)) return;
    epochs.push_back(front);
    errors.push_back(errors.back() * std::pow(all[next] / errors.back(), share));
  }
};

// "16 heads: 4 of 4".
// Beside the row of a model. A narrow picture has its name in the row.
std::string arrived_words(const Canvas& canvas, const Reading& reading, const Course& course) {
  const std::string arrived = whole(course.arrived(reading.epoch)), runs = whole(reading.runs);
  return canvas.narrow() ? tr("%1 of %2", arrived, runs)
                         : tr("%1: %2 of %3", short_name(course.racer->entry), arrived, runs);
}

float arrivals_height(const Canvas& canvas, const Rect& box, const Reading& reading) {
  constexpr float kMost = 0.34F;  // of the box
  return std::min(kMost * box.h, line_height(canvas, Size::small) * static_cast<float>(reading.courses.size()));
}

Rect arrival_row(const Rect& box, const Reading& reading, int row) {
  return box.row(row, static_cast<int>(reading.courses.size()), 0);
}

struct Plot {
  Canvas& canvas;
  const Axes& axes;
  const Reading& reading;
  const Course* lit;  // that is looked at

  float amount(const Course& course, float usual) const { return lit && lit != &course ? 0.3F * usual : usual; }

  // Answering 0 gets nowhere.
  void draw_zero() const {
    const float zero = std::round(axes.y_at(reading.zero));
    dashed_line(canvas, {axes.plot().x, zero}, {axes.x_at(reading.front), zero}, canvas.colour(Ink::truth), 1.25F);
  }

  // The closed form is there from the start; over the curves that come to it, up to its name.
  void draw_closed(double epoch) const {
    const Rect& area = axes.plot();
    const float closed = std::round(axes.y_at(reading.closed));
    line(canvas, {area.x, closed}, {axes.x_at(epoch), closed}, canvas.colour(Ink::W), 2.5F);
    draw_flag({area.x, closed}, 24, Ink::W, 1);
  }

  // Where the closed form is as exact as its numbers, what lies lower is no better: the same band as that of the flags.
  void draw_rounding() const {
    if (!(reading.closed < kExact)) return;
    const Rect& area = axes.plot();
    const float top = axes.y_at(reading.arrived);
    fill(canvas, {area.x, top, area.w, area.bottom() - top}, canvas.colour(Ink::raised));
    const std::string_view words = tr("rounding: no difference below");
    const Rect below{area.x + 13, axes.y_at(reading.closed) + 3, area.w - 13, line_height(canvas, Size::small)};
    if (below.bottom() <= area.bottom() && text_width(canvas, words, kCaption) <= below.w)
      text(canvas, below, words, kCaption);
  }

  // Beside its flag, unless a run of the whole race passes there or other words stand there.
  void label_start(std::span<const Rect> taken) const {
    const Rect& area = axes.plot();
    const float closed = axes.y_at(reading.closed);
    Labels labels(area);
    for (const Rect& words : taken) labels.avoid(words);
    for (const Course& course : reading.courses) {
      for (const Trial& trial : course.racer->trials) {
        const Way way(reading, trial.errors, static_cast<double>(reading.last));
        for (const Point at : axes.at(way.epochs, way.errors)) labels.avoid(around(at, 2));
      }
    }
    const LabelSpot spot{{area.x + 13, closed - 4}};
    labels.place(canvas, tr("there before the first epoch"), {.ink = Ink::W, .face = Face::semibold}, {{spot}});
  }

  void draw_flag(Point foot, float height, Ink ink, float amount) const {
    const Colour colour = tint(ink, amount, canvas.dark);
    const Point top{foot.x, foot.y - height};
    line(canvas, foot, top, colour, 1.5F);
    const Point corners[] = {top, {top.x + 9, top.y + 4}, {top.x, top.y + 8}};
    polygon(canvas, corners, colour, colour, 0);
  }

  // Every run is a thin line, with a dot where it stands; the median of a model is thick.
  void draw_courses() const {
    for (const Course& course : reading.courses) {
      const CurveStyle style = look_of(course.racer->entry);
      if (reading.runs == 1) break;
      for (const Trial& trial : course.racer->trials) {
        const Way way(reading, trial.errors, reading.front);
        const float strength = amount(course, lit == &course ? 0.9F : 0.7F * style.amount);
        curve(canvas, axes, way.epochs, way.errors, {.ink = style.ink, .width = 1, .amount = strength});
        if (!reading.over && !way.errors.empty() && way.errors.back() > 0)
          disc(canvas, axes.at(way.epochs.back(), way.errors.back()), 2.5F, tint(style.ink, strength, canvas.dark));
      }
    }
    for (const Course& course : reading.courses) {
      CurveStyle style = look_of(course.racer->entry);
      style.amount = amount(course, style.amount);
      const Way way(reading, course.median, reading.front);
      curve(canvas, axes, way.epochs, way.errors, style);
      const Way elsewhere(reading, course.elsewhere, reading.front);
      style.dashed = true;
      curve(canvas, axes, elsewhere.epochs, elsewhere.errors, style);
    }
  }

  // A row for each model under the plot, a flag in it where a run reaches the closed form, and how many have.
  void draw_arrivals(const Rect& box, const EndLabelStyle& ends) const {
    const Rect& area = axes.plot();
    text(canvas, Point{area.x, box.y - 2}, tr("Arrived at the closed form"),
         {.size = Size::small, .face = Face::semibold, .upright = Upright::bottom});
    constexpr float kApart = 6;  // at least, so that each is seen
    const double rising = 0.02 * reading.settings.number("epochs");
    for (int row = 0; const Course& course : reading.courses) {
      const Rect place = arrival_row(box, reading, row++);
      const CurveStyle style = look_of(course.racer->entry);
      line(canvas, {area.x, place.bottom()}, {area.right(), place.bottom()}, canvas.colour(Ink::hairline));
      std::vector<double> flags;
      for (const auto& epoch : course.reached)
        if (epoch && static_cast<double>(*epoch) <= reading.front) flags.push_back(static_cast<double>(*epoch));
      sort(flags);
      const TextStyle words{
          .ink = style.ink, .amount = std::max(1.F, style.amount), .size = Size::small, .upright = Upright::middle};
      const std::string name = short_name(course.racer->entry);
      if (canvas.narrow() && (flags.empty() || axes.x_at(flags.front()) > area.x + text_width(canvas, name, words) + 4))
        text(canvas, Point{area.x, place.centre().y}, name, words);
      float x = area.x - kApart;
      for (const double at : flags) {
        x = std::max(axes.x_at(at), x + kApart);
        const double grown = reading.over ? 1 : std::min(1.0, (reading.front - at) / rising);
        draw_flag({x, place.bottom()}, 0.8F * place.h * static_cast<float>(grown), style.ink,
                  amount(course, style.amount));
      }
      text(canvas, Point{area.right() + ends.leader + 1, place.centre().y}, arrived_words(canvas, reading, course),
           words);
    }
  }

  std::size_t pointed_epoch() const {
    const double epoch = std::round(axes.x_of(canvas.pointer.at.x));
    return static_cast<std::size_t>(std::clamp(epoch, 0.0, static_cast<double>(reading.epoch)));
  }

  // The course of the curve, of a run or the median, that the pointer is on or near; it has the pointer's epoch.
  const Course* pointed_course() const {
    if (!canvas.hovers(axes.plot())) return nullptr;
    const std::size_t epoch = pointed_epoch();
    const Course* nearest = nullptr;
    float least = canvas.pointer.touch ? 24 : 16;
    for (const Course& course : reading.courses) {
      if (epoch >= course.points()) continue;
      std::vector<double> errors = course.of_runs(epoch);
      errors.push_back(course.median[epoch]);
      for (const double error : errors) {
        const Point at = axes.at(static_cast<double>(epoch), drawn(reading, error));
        const float away = std::hypot(at.x - canvas.pointer.at.x, at.y - canvas.pointer.at.y);
        if (away >= least) continue;
        least = away;
        nearest = &course;
      }
    }
    return nearest;
  }

  // "\nrun 1: 0.003", ..; nothing for a single run.
  std::string runs_words(std::span<const double> errors) const {
    std::string words;
    for (int run = 0; reading.runs > 1 && run < std::ssize(errors); ++run) {
      words += "\n" + tr("run %1: %2", whole(run + 1), number(errors[static_cast<std::size_t>(run)]));
    }
    return words;
  }

  void show_closed() const {
    if (!canvas.hovers(Rect{axes.plot().x, axes.y_at(reading.closed) - 8, axes.plot().w, 16})) return;
    const std::string words = tr("closed form: least squares\n%1", number(reading.closed, 6));
    tooltip(canvas, canvas.pointer.at, words + runs_words(reading.result.closed));
  }

  // Median and every run of a course at the pointer's epoch.
  void show_course(const Course& course) const {
    const std::size_t epoch = pointed_epoch();
    const Point at = axes.at(static_cast<double>(epoch), drawn(reading, course.median[epoch]));
    ring(canvas, at, 4.5F, canvas.colour(look_of(course.racer->entry).ink), 2);
    const std::string median = number(course.median[epoch], 6);
    const std::string words =
        reading.runs == 1 ? tr("epoch %1: %2", whole(epoch), median) : tr("epoch %1: median %2", whole(epoch), median);
    const std::string elsewhere =
        course.elsewhere.empty() ? "" : "\n" + tr("on Gaussian questions: %1", number(course.elsewhere[epoch], 6));
    tooltip(canvas, at, long_name(course.racer->entry) + "\n" + words + elsewhere + runs_words(course.of_runs(epoch)));
  }
};

std::string_view name_of_errors(const Canvas& canvas, const Reading& reading) {
  if (is_memory(reading.settings)) {
    return canvas.narrow() ? tr("dashed: on Gaussian questions")
                           : tr("squared error; dashed: elsewhere, on Gaussian questions");
  }
  return reading.runs == 1 ? tr("squared error on fresh sequences")
         : canvas.narrow() ? tr("squared error; thick: the median")
                           : tr("squared error on fresh sequences; thick: the median");
}

// A press or a drag anywhere in it moves the front.
void draw_race(Drawing& drawing, Rect box, const Reading& reading, const Course* lit) {
  Canvas& canvas = drawing.canvas;
  const Rect arrivals = box.take_bottom(arrivals_height(canvas, box, reading), line_height(canvas, Size::small) + 4);
  // `beside`: what has to have room beside the plot, at any epoch.
  std::vector<std::string> names, beside;
  for (const Course& course : reading.courses) {
    names.push_back(short_name(course.racer->entry));
    beside.push_back(arrived_words(canvas, reading, course));
    if (!course.elsewhere.empty()) beside.push_back(tr("%1 elsewhere", names.back()));
  }
  const std::string zero = tr("answering 0");
  const std::string closed =
      canvas.narrow() || reading.time.empty() ? std::string(tr("closed form")) : tr("closed form, in %1", reading.time);
  std::vector<EndLabel> labels, widest = {{.words = closed}, {.words = zero}};
  std::vector<double> begun;
  for (const Course& course : reading.courses)
    if (course.points() > 0) begun.push_back(course.median.front());
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Course& course = reading.courses[k];
    const Way way(reading, course.median, reading.front);
    const CurveStyle style = look_of(course.racer->entry);
    // Before the race nobody leads: names stand in their order.
    const double end = reading.epoch == 0 ? median_of(begun) : way.errors.empty() ? 0 : way.errors.back();
    if (!way.errors.empty()) labels.push_back({end, names[k], style.ink, std::max(1.F, style.amount)});
  }
  for (const std::string& words : beside) widest.push_back({.words = words});
  std::string elsewhere;
  if (const auto reach = widest_reach(reading)) {
    const Entry& entry = reach->course->racer->entry;
    elsewhere = tr("%1 elsewhere", short_name(entry));
    const Way way(reading, reach->course->elsewhere, reading.front);
    const CurveStyle style = look_of(entry);
    if (reading.epoch > 0) labels.push_back({way.errors.back(), elsewhere, style.ink, std::max(1.F, style.amount)});
  }
  if (reading.front > 0) labels.push_back({reading.zero, zero, Ink::truth});
  labels.push_back({reading.closed, closed, Ink::W});
  EndLabelStyle ends{.x = reading.front, .leader = canvas.narrow() ? 9.F : 16.F};
  const Axis errors{.range = range_of_errors(reading), .scale = Scale::log, .name = name_of_errors(canvas, reading)};
  const double last = reading.settings.number("epochs");
  const Axis epochs{.range = {0, last}, .name = tr("epochs"), .whole = true};
  const Axes axes = draw_axes(canvas, box.inset(0, 0, end_label_width(canvas, widest, ends), 0), epochs, errors);
  Plot plot{canvas, axes, reading, lit};
  const Region pointing = marker_region(canvas, "head_race.at", axes);
  if (pointing.held) drawing.values.set("at", std::round(axes.x_of(canvas.pointer.at.x) / last * kFilm));
  const Course* under = plot.pointed_course();
  if (!lit) plot.lit = under;
  for (int row = 0; const Course& course : reading.courses)
    if (canvas.hovers(arrival_row(arrivals, reading, row++))) plot.lit = &course;
  plot.draw_rounding();
  plot.draw_zero();
  if (!reading.over) marker_line(canvas, axes, reading.front, 1);
  plot.draw_courses();
  // The closed form needs no front: its name stands still at the right, until the others come there.
  const bool apart = axes.x_at(last) - axes.x_at(reading.front) > end_label_width(canvas, labels, ends);
  plot.draw_closed(apart ? last : reading.front);
  plot.draw_arrivals(arrivals, ends);
  const auto taken = end_labels(canvas, axes, std::span(labels).first(labels.size() - (apart ? 1 : 0)), ends);
  if (!canvas.narrow()) plot.label_start(taken);
  ends.x = last;
  if (apart) end_labels(canvas, axes, std::span(labels).last(1), ends);
  marker_handle(canvas, axes, reading.front, pointing.hovered);
  plot.show_closed();
  if (under) plot.show_course(*under);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  if (result.closed.empty()) return;
  Rect area = drawing.canvas.area.inset(2);
  const Reading reading(result, drawing.settings, drawing.values, drawing.times);
  const Course* lit = draw_switches(drawing, reading, area);
  draw_race(drawing, area, reading, lit);
}

}  // namespace figures::head_race
