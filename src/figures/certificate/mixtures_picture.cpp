// The picture of all mixtures: how far from the truth descent and the minimum norm are, or how wrong on new questions,
// against lambda_min. Where that is 0 it has a strip of its own at the left of the log axis.
#include "figures/certificate/certificate.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

namespace figures::certificate {
namespace {

constexpr double kStrip = 0.9;    // decades for lambda_min = 0, left of those of the others
constexpr double kNoError = 0.7;  // and for errors that are next to none, under those of the others
constexpr double kLeastError = 1e-6;
constexpr float kTickRoom = 5;

struct Scene {
  const Result& result;
  Canvas& canvas;
  Index moment;
  bool errors;                          // on new questions, and not distances
  double least = 1e-4, most = 0.1;      // decades of lambda_min that is not 0
  std::vector<std::size_t> order = {};  // of the mixtures, by their place
  std::vector<double> places = {};      // of them on the axis
  double height = 0;                    // of the first moment of the film, so that the axis rests while it runs

  Scene(const Result& of, Canvas& on, const Values& values)
      : result(of), canvas(on), moment(shown_moment(values)), errors(shows_errors(values)) {
    std::vector<double> positive;
    double open = 0;
    for (const Mixture& mixture : result.mixtures) {
      if (mixture.lambda_min > 0) positive.push_back(mixture.lambda_min);
      open += mixture.lambda_min > 0 ? 0 : 1;
    }
    if (!positive.empty()) {
      const auto [low, high] = std::ranges::minmax(positive);
      least = std::pow(10.0, std::floor(std::log10(low)));
      most = std::max(10 * least, 1.3 * high);
    }
    std::vector<double> all;
    double strip = 0;
    for (std::size_t k = 0; k < result.mixtures.size(); ++k) {
      const double value = result.mixtures[k].lambda_min;
      order.push_back(k);
      all.push_back(value > 0 ? value : least * std::pow(10.0, kStrip * ((++strip / (1 + open)) - 1.1)));
    }
    std::ranges::sort(order, {}, [&](std::size_t k) { return all[k]; });
    for (const std::size_t k : order) places.push_back(all[k]);
    for (std::size_t place = 0; place < places.size(); ++place)
      height = std::max(height, (errors ? 1.5 : 1.1) * unit() * measured(place).descent.col(0).maxCoeff());
  }

  const Mixture& at(std::size_t place) const { return result.mixtures[order[place]]; }
  const Measured& measured(std::size_t place) const { return errors ? at(place).varied : at(place).distance; }
  std::string say(double value) const { return errors ? percent(value) : number(value); }
  double unit() const { return errors ? 100 : 1; }  // the axis has percents
  Range range() const { return {least * std::pow(10.0, -1.1 * kStrip), most}; }
  // Errors have a log axis, and those under kLeastError share a strip at its foot.
  double foot(double decades) const { return errors ? kLeastError * unit() * std::pow(10.0, -decades) : 0; }
  double shown(double value) const {
    if (errors && value < kLeastError) return foot(kNoError / 2);
    return std::min(unit() * value, height);
  }
};

Axes draw_frame_of(const Scene& scene, const Rect& box) {
  Canvas& canvas = scene.canvas;
  const float small = line_height(canvas, Size::small);
  const Axes axes = draw_axes(
      canvas, box.inset(0, 0, 0, small + kTickRoom),
      {.range = scene.range(), .scale = Scale::log, .name = tr("smallest eigenvalue $λ_{min}$ of $Λ$"), .ticks = false},
      {.range = {scene.foot(kNoError), scene.height},
       .scale = scene.errors ? Scale::log : Scale::linear,
       .name =
           scene.errors ? tr("error on new questions, % of answering 0") : tr("distance to the truth, $‖p − p^{*}‖$")});
  const Rect& plot = axes.plot();
  const float edge = axes.x_at(scene.least * std::pow(10.0, -0.1 * kStrip));
  fill(canvas, {plot.x, plot.y, edge - plot.x, plot.h}, canvas.colour(Ink::raised));
  if (scene.errors) {
    const float top = axes.y_at(scene.foot(0));
    fill(canvas, {edge, top, plot.right() - edge, plot.bottom() - top}, canvas.colour(Ink::raised));
    text(canvas, Point{plot.x - kTickRoom, axes.y_at(scene.foot(kNoError / 2))}, "≈ 0",
         {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle});
  }
  const auto tick = [&](float x, std::string_view words) {
    line(canvas, {x, plot.bottom()}, {x, plot.bottom() + 3}, canvas.colour(Ink::quiet));
    text(canvas, Point{x, plot.bottom() + kTickRoom}, words,
         {.ink = Ink::quiet, .size = Size::small, .along = x + 12 < plot.right() ? Along::centre : Along::right});
  };
  tick((plot.x + edge) / 2, "0");
  for (double decade = scene.least; decade <= scene.most; decade *= 10) tick(axes.x_at(decade), number(decade, 1));
  return axes;
}

// Descent: each start a dot, and their mean where the axis goes on.
void draw_runs(const Scene& scene, const Axes& axes, Labels& labels) {
  std::vector<double> x, y, line_x, line_y;
  for (std::size_t place = 0; place < scene.places.size(); ++place) {
    const Measured& measured = scene.measured(place);
    for (Index start = 0; start < kStarts; ++start) {
      x.push_back(scene.places[place]);
      y.push_back(scene.shown(measured.descent(start, scene.moment)));
      labels.avoid(axes.at(x.back(), y.back()));
    }
    if (!(scene.at(place).lambda_min > 0)) continue;
    line_x.push_back(scene.places[place]);
    line_y.push_back(scene.shown(measured.mean(scene.moment)));
  }
  const Clip clip(scene.canvas, axes.plot());
  curve(scene.canvas, axes, line_x, line_y, {.ink = Ink::ink});
  labels.avoid(axes.at(line_x, line_y));
  scatter(scene.canvas, axes, x, y, {.ink = Ink::ink, .radius = 3, .amount = 0.6F});
}

void draw_least_norm(const Scene& scene, const Axes& axes, Labels& labels) {
  std::vector<double> y;
  for (std::size_t place = 0; place < scene.places.size(); ++place)
    y.push_back(scene.shown(scene.measured(place).minimum_norm));
  curve(scene.canvas, axes, scene.places, y, {.ink = Ink::W, .width = 2.5F});
  for (std::size_t place = 0; place < y.size(); ++place)
    disc(scene.canvas, axes.at(scene.places[place], y[place]), 4.5F, scene.canvas.colour(Ink::W));
  labels.avoid(axes.at(scene.places, y));
}

// Of the same runs on orthonormal questions, beside the errors on Gaussian ones: the mean over starts. Rings, as none
// of the other marks is hidden by them.
void draw_plain(const Scene& scene, const Axes& axes, Labels& labels) {
  std::vector<double> x, y;
  for (std::size_t place = 0; place < scene.places.size(); ++place) {
    x.push_back(scene.places[place]);
    y.push_back(scene.shown(scene.at(place).plain.mean(scene.moment)));
    ring(scene.canvas, axes.at(x.back(), y.back()), 7, scene.canvas.colour(Ink::quiet));
    if (scene.at(place).lambda_min > 0) continue;
    x.pop_back();
    y.pop_back();
  }
  curve(scene.canvas, axes, x, y, {.ink = Ink::quiet, .width = 2});
  labels.avoid(axes.at(x, y));
}

// Beside the last mixture with lambda_min = 0, or else the first one: how far descent is, and whether it ever comes
// nearer; and the minimum norm.
void write_labels(const Scene& scene, const Axes& axes, Labels& labels) {
  Canvas& canvas = scene.canvas;
  const auto open = static_cast<std::size_t>(
      std::ranges::count_if(scene.result.mixtures, [](const Mixture& mixture) { return mixture.missing > 0; }));
  const std::size_t at = open == 0 ? 0 : open - 1;
  const Measured& measured = scene.measured(at);
  const double mean = measured.mean(scene.moment);
  const std::string distance = scene.say(mean);
  const bool rests = open > 0 && distance == scene.say(measured.limits.mean());
  const Point beside{axes.x_at(scene.places[at]) + 9, axes.y_at(scene.shown(mean))};
  const float line = line_height(canvas);
  labels.place(canvas, rests ? tr("%1 for ever", distance) : distance, {.size = Size::title, .face = Face::semibold},
               std::array{LabelSpot{beside, Along::left, Upright::middle}});
  const std::string whose =
      scene.errors ? tr("descent, on Gaussian questions") : tr("descent from %1 random starts", whole(kStarts));
  labels.place(canvas, whose, {},
               std::array{LabelSpot{{beside.x, beside.y + 0.8F * line}, Along::left, Upright::top},
                          LabelSpot{{beside.x, beside.y - 0.8F * line}, Along::left, Upright::bottom}});
  const double norm = measured.minimum_norm;
  const float y = axes.y_at(scene.shown(norm)), right = axes.plot().right();
  labels.place(canvas, tr("minimum norm: %1", scene.errors ? percent(norm) : number(norm, 2)),
               {.ink = Ink::W, .size = canvas.narrow() ? Size::small : Size::body},
               std::array{LabelSpot{{beside.x, y - 7}, Along::left, Upright::bottom},
                          LabelSpot{{right, y - 7}, Along::right, Upright::bottom},
                          LabelSpot{{right, y - line}, Along::right, Upright::bottom}});
}

void label_plain(const Scene& scene, const Axes& axes, Labels& labels) {
  std::vector<LabelSpot> spots;
  for (std::size_t place = 0; place < scene.places.size(); ++place) {
    const Point at = axes.at(scene.places[place], scene.shown(scene.at(place).plain.mean(scene.moment)));
    for (const float away : {9.F, 20.F}) {
      spots.push_back({{at.x + 8, at.y - away}, Along::left, Upright::bottom});
      spots.push_back({{at.x, at.y - away}, Along::centre, Upright::bottom});
    }
  }
  labels.place(scene.canvas, tr("on orthonormal questions"), {.ink = Ink::quiet, .size = Size::small}, spots);
}

std::string tip_of(const Scene& scene, std::size_t place) {
  const Mixture& mixture = scene.at(place);
  const Measured& measured = scene.measured(place);
  const auto runs = measured.descent.col(scene.moment);
  return tr("%1 of %2 Gaussian, $λ_{min}$ = %3\ndescent, %4 starts: %5\nminimum norm: %6", whole(mixture.gaussian),
            whole(scene.result.sequences), number(mixture.lambda_min), whole(kStarts),
            from_to(scene.say(runs.minCoeff()), scene.say(runs.maxCoeff())),
            scene.errors ? percent(measured.minimum_norm) : number(measured.minimum_norm, 2));
}

}  // namespace

void draw_mixtures(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  if (result.mixtures.empty()) {
    return heading(canvas, box, tr("Descent and the minimum norm"), tr("They come when the data are there."));
  }
  const Scene scene(result, canvas, drawing.values);
  const Axes axes = draw_frame_of(scene, box);
  Labels labels(axes.plot());
  if (scene.errors) draw_plain(scene, axes, labels);
  draw_least_norm(scene, axes, labels);
  draw_runs(scene, axes, labels);
  write_labels(scene, axes, labels);
  if (scene.errors) label_plain(scene, axes, labels);
  if (const auto place = curve_hover(canvas, axes, scene.places))
    tooltip(canvas, axes.at(scene.places[*place], scene.shown(scene.measured(*place).mean(scene.moment))),
            tip_of(scene, *place));
  highlight(canvas, axes.plot(), "Lambda");
}

}  // namespace figures::certificate
