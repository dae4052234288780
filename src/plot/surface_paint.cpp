// Colours and light of a surface.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "plot/surface_parts.hpp"

namespace plot {
namespace {

float dot(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The lamp stands at the reader's left, whatever the yaw.
std::array<float, 3> lamp(double sin_yaw, double cos_yaw) {
  constexpr double kRight = -0.5;
  constexpr double kAway = 0.1;
  constexpr double kUp = 0.86;
  return {static_cast<float>(kRight * cos_yaw - kAway * sin_yaw),
          static_cast<float>(kRight * sin_yaw + kAway * cos_yaw), static_cast<float>(kUp)};
}

}  // namespace

Colour blend(Colour from, Colour to, float t) {
  Colour colour = 0;
  for (const unsigned shift : {0U, 8U, 16U, 24U}) {
    const float value = std::lerp(static_cast<float>(from >> shift & 255U), static_cast<float>(to >> shift & 255U), t);
    colour |= static_cast<Colour>(std::lround(value)) << shift;
  }
  return colour;
}

Colour mixed(const Stops& stops, float share) {
  const float at = std::clamp(share, 0.F, 1.F) * static_cast<float>(stops.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  return blend(stops[below], stops[below + 1], at - static_cast<float>(below));
}

Point on_canvas(const SurfacePaint& paint, float u, float v, float w) {
  const auto dot4 = [&](const std::array<float, 4>& row) { return row[0] * u + row[1] * v + row[2] * w + row[3]; };
  return {dot4(paint.across), dot4(paint.down)};
}

float light_on(const SurfacePaint& paint, float du, float dv) {
  const float length = std::sqrt(du * du + dv * dv + 1);
  return std::max(dot({-du / length, -dv / length, 1 / length}, paint.light) / paint.light[2], 0.F);
}

Colour shaded(const SurfacePaint& paint, float share, float light) {
  const Colour colour = mixed(paint.stops, share);
  const float amount = light < 1 ? kShadow * (1 - light) : kGleam * (light - 1);
  return blend(colour, light < 1 ? paint.shadow : paint.gleam, std::min(amount, 1.F));
}

Colour colour_of(const Canvas& canvas, const Blend& ink) {
  return blend(canvas.colour(ink.from), canvas.colour(ink.to), ink.share);
}

SurfacePaint paint_of(const Canvas& canvas, const SurfaceView& view) {
  const SurfaceStyle& style = view.style();
  const double yaw = style.camera.yaw * std::numbers::pi / 180;
  const double pitch = style.camera.pitch * std::numbers::pi / 180;
  SurfacePaint paint;
  paint.across = view.across();
  paint.down = view.down();
  paint.rise = view.rise();
  paint.heights = view.data().heights;
  paint.columns = view.data().columns;
  paint.rows = view.data().rows;
  paint.low = style.z.low;
  paint.high = style.z.high;
  paint.viewer = {static_cast<float>(std::sin(yaw) * std::cos(pitch)),
                  static_cast<float>(-std::cos(yaw) * std::cos(pitch)), static_cast<float>(std::sin(pitch))};
  paint.light = lamp(std::sin(yaw), std::cos(yaw));
  paint.far_is_high_u = std::sin(yaw) < 0;
  paint.far_is_high_v = std::cos(yaw) > 0;
  const auto tinted = [&](float amount) {
    const auto of = [&](Ink ink) { return tint(ink, amount, canvas.dark); };
    return blend(of(style.ink.from), of(style.ink.to), style.ink.share);
  };
  for (std::size_t k = 0; k < kStops; ++k) {
    const float share = static_cast<float>(k) / (kStops - 1);
    paint.stops[k] = tinted(canvas.dark ? std::lerp(0.8F, 0.2F, share) : std::lerp(0.8F, 0.1F, std::sqrt(share)));
  }
  paint.shadow = canvas.dark ? canvas.colour(Ink::paper) : colour_of(canvas, style.ink);
  paint.gleam = canvas.dark ? colour_of(canvas, style.ink) : 0xffffffffU;
  paint.line = with_alpha(canvas.colour(Ink::ink), 0.3F);
  paint.contours = style.contours;
  return paint;
}

}  // namespace plot
