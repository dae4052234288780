// The lower plot of a question of figure "softmax": how each head shares its attention between the two tokens.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/softmax/scene.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

std::string beta_words(const Scene& scene, Index i) {
  return "$β_" + index_text(i) + "$ = " + number(std::exp(std::min(scene.shown().log_beta(i), 600.0)), 2);
}

void say_weight(const Scene& scene, const Axes& axes) {
  if (!scene.canvas.hovers(axes.plot())) return;
  const double log_r = std::log(axes.x_of(scene.canvas.pointer.at.x));
  std::string words = "$r$ = " + number(std::exp(log_r));
  for (Index i = 0; i < scene.m(); ++i) {
    const std::string weight = number(scene.shown().weight(i, log_r));
    const std::string truth = number(std::exp(std::min(scene.truth.log_beta(i), 600.0)), 2);
    words += "\n" + (scene.found ? tr("head %1: weight on $u$ %2, %3, truth %4", index_text(i), weight,
                                      beta_words(scene, i), truth)
                                 : tr("head %1: weight on $u$ %2, %3", index_text(i), weight, beta_words(scene, i)));
  }
  tooltip(scene.canvas, scene.canvas.pointer.at, words);
}

}  // namespace

void draw_weights(const Scene& scene, const Axes& axes) {
  const Ink ink = scene.found ? Ink::Q : Ink::truth;
  Labels labels(axes.plot());
  std::vector<double> weights(scene.r.size());
  for (Index i = 0; i < scene.m(); ++i) {
    for (std::size_t k = 0; k < scene.r.size(); ++k) weights[k] = scene.shown().weight(i, std::log(scene.r[k]));
    curve(scene.canvas, axes, scene.r, weights, {.ink = ink, .width = 1.75F, .dashed = !scene.found});
    for (std::size_t k = 0; k < scene.r.size(); k += 3) labels.avoid(axes.at(scene.r[k], weights[k]));
  }
  for (Index i = 0; i < scene.m(); ++i) {
    const double place = scene.shown().log_beta(i);
    if (std::abs(place) > 300) continue;
    const Point at = axes.at(std::exp(place), 0.5);
    if (!axes.plot().contains(at)) continue;
    disc(scene.canvas, at, 3.5F, scene.canvas.colour(ink));
    std::vector<plot::LabelSpot> spots;
    for (const float y : {0.12F, 0.24F, 0.36F, 0.64F, 0.76F, 0.88F}) {
      const float height = axes.plot().y + y * axes.plot().h;
      spots.push_back({{at.x + 6, height}, Along::left, Upright::middle});
      spots.push_back({{at.x - 6, height}, Along::right, Upright::middle});
    }
    labels.place(scene.canvas, beta_words(scene, i), {.ink = ink, .size = Size::small}, spots);
  }
  say_weight(scene, axes);
}

}  // namespace figures::softmax
