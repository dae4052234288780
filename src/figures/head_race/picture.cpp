// The picture of figure "head_race": what it says at the marker, the switches, the plot, the protocol.
#include <numeric>

#include "figures/head_race/head_race.hpp"

namespace figures::head_race {
namespace {

// How a model is drawn. Orange for heads of one layer, stronger and wider the more there are; green for more layers,
// ink for the full transformer, the accent for the reader's own.
CurveStyle look_of(const Entry& entry) {
  if (entry.own) return {.ink = Ink::accent, .width = 2.5F};
  if (entry.full) return {.ink = Ink::ink, .width = 2};
  if (entry.layers > 2) return {.ink = Ink::Q, .width = 2.5F};
  if (entry.layers > 1) return {.ink = Ink::Q, .width = 1.75F, .amount = 0.75F};
  switch (entry.heads) {
    case 1: return {.ink = Ink::V, .width = 1.25F, .amount = 0.6F};
    case 2: return {.ink = Ink::V, .width = 1.5F, .amount = 0.7F};
    case 4: return {.ink = Ink::V, .width = 2, .amount = 0.8F};
    case 8: return {.ink = Ink::V, .width = 2.5F, .amount = 0.9F};
    default: return {.ink = Ink::V, .width = 3.25F};
  }
}

// --- Words around the plot ------------------------------------------------------------------------------------------

// Of the closed form, the best of descent, and luck, at the marker.
std::array<Readout, 3> readouts_of(const Reading& reading) {
  const std::string closed =
      reading.time.empty() ? std::string(tr("closed form")) : tr("closed form, after %1", reading.time);
  Readout best{"–", tr("no descent yet")};
  Readout luck{"–", tr("one run shows no luck")};
  if (reading.courses.empty()) {
    best.meaning = tr("nobody runs against it");
    luck.meaning = tr("nobody needs luck");
  }
  if (const Course* first = leader(reading, reading.epoch)) {
    best = {number(first->mean[reading.epoch], 2),
            tr("best of descent at epoch %1: %2", whole(reading.epoch), short_name(first->racer->entry))};
  }
  if (const auto widest = luckiest(reading)) {
    luck = {decades_text(decades(widest->best, widest->worst)),
            tr("from best to worst run of %1", short_name(widest->course->racer->entry))};
  }
  return {Readout{number(reading.closed, 2), closed}, best, luck};
}

void draw_protocol(Canvas& canvas, Rect& area, const Reading& reading) {
  const std::string sizes = own_protocol(reading.settings);
  const std::string protocol = canvas.narrow() ? tr("The paper’s protocol, not its sizes (in brackets): %1.", sizes)
                                               : tr("As in the paper: %1. Here (there): %2.", shared_protocol(), sizes);
  const std::string runs = reading.runs == 1 ? tr("One run.")
                           : has_one_task(reading.settings)
                               ? tr("%1 runs on one task from different starts.", whole(reading.runs))
                               : tr("%1 runs, each with a task of its own.", whole(reading.runs));
  const std::string words = passage({protocol, runs});
  const Rect box = area.take_bottom(paragraph_height(canvas, area.w, words, kCaption) + 2, kGrid);
  paragraph(canvas, box, words, kCaption);
}

// --- Switches -------------------------------------------------------------------------------------------------------

struct Switch {
  std::string id;  // of its parameter
  std::string words;
  Entry entry;
  bool on = false;
};

std::vector<Switch> switches_of(const Values& values, bool narrow) {
  std::vector<Switch> all;
  for (const Offer& offer : kOffers) {
    const Entry entry = entry_of(offer, values);
    const std::string words = entry.full && !narrow ? tr("full: softmax, MLP, norm") : short_name(entry);
    all.push_back({std::string(offer.id), words, entry, values.is_on(offer.id)});
  }
  const bool own = values.choice("own") != "none";
  all.push_back({"own", own ? tr("yours") : tr("+ your own"), own_entry(values), own});
  return all;
}

// A piece of the model's curve, or an empty place for it, then its name.
void draw_switch(Canvas& canvas, const Rect& box, const Switch& one, bool hovered) {
  const CurveStyle style = look_of(one.entry);
  const Colour edge = canvas.colour(hovered ? Ink::accent : Ink::hairline);
  if (one.on) fill(canvas, box, tint(style.ink, 0.1F, canvas.dark), {4});
  outline(canvas, box, one.on && !hovered ? tint(style.ink, 0.35F, canvas.dark) : edge, 1, {4});
  const float y = box.y + box.h / 2;
  if (one.on) line(canvas, {box.x + 7, y}, {box.x + 21, y}, tint(style.ink, style.amount, canvas.dark), style.width);
  text(canvas, box.inset(one.on ? 26 : 8, 0, 6, 0), one.words,
       {.ink = one.on ? Ink::ink : Ink::quiet, .size = Size::small, .upright = Upright::middle});
}

// The switches that put models into the race, which name the colours too; takes its rows off the top of `area`. In a
// picture to take away only those that run. Returns the course of the model under the pointer.
const Course* draw_switches(Drawing& drawing, const Reading& reading, Rect& area) {
  Canvas& canvas = drawing.canvas;
  const float height = std::round(1.75F * line_height(canvas, Size::small));
  const float gap = 6;
  const Course* under = nullptr;
  float x = area.x;
  float y = area.y;
  for (const Switch& one : switches_of(drawing.values, canvas.narrow())) {
    if (canvas.still && !one.on) continue;
    const float width = text_width(canvas, one.words, {.size = Size::small}) + (one.on ? 34 : 16);
    if (x > area.x && x + width > area.right()) {
      x = area.x;
      y += height + gap;
    }
    const Rect box{x, y, width, height};
    const Region pointing = region(canvas, "head_race." + one.id, box);
    draw_switch(canvas, box, one, pointing.hovered);
    for (const Course& course : reading.courses) {
      if (pointing.hovered && one.on && course.racer->entry == one.entry) under = &course;
    }
    // Off or on; of the reader's own, none or the first kind.
    if (pointing.clicked) drawing.values.set(one.id, one.on ? 0 : 1);
    x += width + gap;
  }
  area = area.inset(0, y + height - area.y + kGrid, 0, 0);
  return under;
}

// --- Plot -----------------------------------------------------------------------------------------------------------

// With room under the closed form for its label.
Range range_of_errors(const Reading& reading, float height) {
  std::vector<double> all = {reading.closed, reading.zero};
  for (const Course& course : reading.courses) {
    all.insert(all.end(), course.low.begin(), course.low.end());
    all.insert(all.end(), course.high.begin(), course.high.end());
  }
  Range range = range_of(all, Scale::log, 0.03, 1e-40);
  const double share = std::min(0.2, 24.0 / std::max(height, 1.F));
  range.low *= std::pow(range.low / range.high, share / (1 - share));
  return range;
}

struct Plot {
  Canvas& canvas;
  const Axes& axes;
  const Reading& reading;
  const Course* lit;  // that is looked at

  void draw_levels() const {
    rule_y(canvas, axes, reading.zero);
    const Rect& area = axes.plot();
    const float closed = std::round(axes.y_at(reading.closed));
    line(canvas, {area.x, closed}, {area.right(), closed}, canvas.colour(Ink::W), 2.5F);
  }

  // At the lines, where fewest curves pass. Narrow pictures say the numbers above the plot only.
  void label_levels() const {
    const Rect& area = axes.plot();
    Labels labels(area.inset(0, -line_height(canvas, Size::small), 0, 0));
    for (const Course& course : reading.courses) labels.avoid(axes.at(course.epochs, course.mean));
    const float closed = axes.y_at(reading.closed);
    const float zero = axes.y_at(reading.zero);
    std::vector<LabelSpot> low, high;
    for (const float x : {0.F, 0.2F, 0.4F, 0.6F}) {
      low.push_back({{area.x + 6 + x * area.w, closed + 3}, Along::left, Upright::top});
      low.push_back({{area.x + 6 + x * area.w, closed - 3}, Along::left, Upright::bottom});
      high.push_back({{area.right() - x * area.w, zero - 2}, Along::right, Upright::bottom});
      high.push_back({{area.right() - x * area.w, zero + 2}, Along::right, Upright::top});
    }
    const std::string error = number(reading.closed, 2);
    const std::string words = canvas.narrow()        ? tr("closed form")
                              : reading.time.empty() ? tr("closed form: %1", error)
                                                     : tr("closed form: %1 in %2", error, reading.time);
    labels.place(canvas, words, {.ink = Ink::W, .size = Size::small, .face = Face::semibold}, low);
    labels.place(canvas, tr("answering 0"), {.ink = Ink::truth, .size = Size::small}, high);
  }

  // Through some eighty of its points: a band is no place to read fine detail from, and pictures to take away stay
  // small.
  void draw_band(const Course& course) const {
    const std::size_t apart = 1 + course.points() / 80;
    std::vector<double> epochs, low, high;
    for (std::size_t k = 0; k < course.points(); ++k) {
      if (k % apart != 0 && k + 1 < course.points()) continue;
      epochs.push_back(course.epochs[k]);
      low.push_back(course.low[k]);
      high.push_back(course.high[k]);
    }
    band(canvas, axes, epochs, low, high, look_of(course.racer->entry).ink);
  }

  // Paler where another one is looked at, with all runs where this one is.
  void draw_courses() const {
    for (const Course& course : reading.courses) {
      if (reading.runs > 1 && (!lit || lit == &course)) draw_band(course);
    }
    for (const Course& course : reading.courses) {
      CurveStyle style = look_of(course.racer->entry);
      if (lit && lit != &course) style.amount *= 0.4F;
      curve(canvas, axes, course.epochs, course.mean, style);
    }
    if (!lit || reading.runs == 1) return;
    for (const Trial& trial : lit->racer->trials) {
      std::vector<double> epochs(trial.errors.size());
      std::iota(epochs.begin(), epochs.end(), 0.0);
      curve(canvas, axes, epochs, trial.errors, {.ink = look_of(lit->racer->entry).ink, .width = 1, .amount = 0.6F});
    }
  }

  // A line at the marker's epoch, dots on the curves, a handle on the axis.
  void draw_marker(bool hovered) const {
    const auto epoch = static_cast<double>(reading.epoch);
    if (reading.epoch < reading.last) {
      marker_line(canvas, axes, epoch);
      for (const Course& course : reading.courses) {
        if (reading.epoch >= course.points()) continue;
        disc(canvas, axes.at(epoch, course.mean[reading.epoch]), 3.5F, canvas.colour(Ink::accent));
      }
    }
    marker_handle(canvas, axes, epoch, hovered);
  }

  std::size_t pointed_epoch() const {
    const double epoch = std::round(axes.x_of(canvas.pointer.at.x));
    return static_cast<std::size_t>(std::clamp(epoch, 0.0, static_cast<double>(reading.last)));
  }

  // The course that the pointer is on or near; it has the pointer's epoch.
  const Course* pointed_course() const {
    if (!canvas.hovers(axes.plot())) return nullptr;
    const std::size_t epoch = pointed_epoch();
    const Course* nearest = nullptr;
    float least = canvas.pointer.touch ? 24 : 16;
    for (const Course& course : reading.courses) {
      if (epoch >= course.points()) continue;
      const float away = std::abs(axes.y_at(course.mean[epoch]) - canvas.pointer.at.y);
      if (away >= least) continue;
      least = away;
      nearest = &course;
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

  // Mean, standard error and every run of a course at the pointer's epoch.
  void show_course(const Course& course) const {
    const std::size_t epoch = pointed_epoch();
    const Point at = axes.at(course.epochs[epoch], course.mean[epoch]);
    ring(canvas, at, 4.5F, canvas.colour(look_of(course.racer->entry).ink), 2);
    const std::string mean = number(course.mean[epoch], 6);
    const std::string error = error_text(course.error[epoch], reading.average);
    const std::string words = reading.runs == 1 ? tr("epoch %1: %2", whole(epoch), mean)
                                                : tr("epoch %1: %2, standard error %3", whole(epoch), mean, error);
    tooltip(canvas, at, long_name(course.racer->entry) + "\n" + words + runs_words(course.of_runs(epoch)));
  }
};

// Courses, closed form, marker, and what the pointer is on. A press or a drag anywhere in it moves the marker.
void draw_plot(Drawing& drawing, const Rect& box, Reading& reading, const Course* lit) {
  Canvas& canvas = drawing.canvas;
  std::vector<std::string> names;
  for (const Course& course : reading.courses) names.push_back(short_name(course.racer->entry));
  std::vector<EndLabel> labels;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Course& course = reading.courses[k];
    if (course.points() > 0) labels.push_back({course.mean.back(), names[k], look_of(course.racer->entry).ink});
  }
  const Axis errors{
      .range = range_of_errors(reading, box.h), .scale = Scale::log, .name = tr("squared error on fresh sequences")};
  const Axis epochs{.range = {0, reading.settings.number("epochs")}, .name = tr("epochs"), .whole = true};
  const Axes axes = draw_axes(canvas, box.inset(0, 0, end_label_width(canvas, labels), 0), epochs, errors);
  Plot plot{canvas, axes, reading, lit};
  const Region pointing = region(canvas, "head_race.epoch", axes.plot());
  if (pointing.held) {
    reading.epoch = plot.pointed_epoch();
    // At the end it stands for the end of longer races too.
    drawing.values.set("epoch", reading.epoch == reading.last ? 500.0 : static_cast<double>(reading.epoch));
  }
  const Course* under = plot.pointed_course();
  if (!lit) plot.lit = under;
  plot.draw_levels();
  plot.draw_courses();
  plot.draw_marker(pointing.hovered);
  plot.label_levels();
  end_labels(canvas, axes, labels);
  plot.show_closed();
  if (under) plot.show_course(*under);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  if (result.closed.empty()) return;
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  Reading reading(result, drawing.settings, drawing.values, drawing.times);
  const Rect top = take_readouts(canvas, area, 3, area.w < 60 * canvas.em ? 2 : 1, 1.5F * kGrid);
  readouts(canvas, top, readouts_of(reading));
  const Course* lit = draw_switches(drawing, reading, area);
  draw_protocol(canvas, area, reading);
  draw_plot(drawing, area, reading, lit);
}

}  // namespace figures::head_race
