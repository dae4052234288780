// A height field seen from above, at an angle or straight down: a loss over two parameters, and what rolls on it.
//
//   const SurfaceView view = surface(canvas, box, {heights, 97, 97, {-1.5, 1.5}, {-1.5, 1.5}}, {.camera = {30, 45}});
//   trail(canvas, view, xs, ys, zs);
//   ball(canvas, view, {x, y, z});
//   if (const auto place = view.pick(canvas.pointer.at)) ...
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "plot/canvas.hpp"
#include "plot/painter.hpp"
#include "plot/range.hpp"

namespace plot {

// Heights over a grid, both ends of both ranges included. Not owned; finite.
struct SurfaceData {
  std::span<const double> heights;  // heights[row + rows * column], as Eigen has it: column along x, row along y
  int columns = 0;                  // >= 2
  int rows = 0;                     // >= 2
  Range x;
  Range y;
};

// Orthographic, in degrees: turned by yaw about the upright axis, raised by pitch (above 0, to 90) over the horizon.
// At yaw 0 x points to the right and y away from the reader; pitch 90 is the map.
struct Camera {
  double yaw = 0;
  double pitch = 45;
};

// Which axes have numbers.
enum class Numbered : std::uint8_t { none, upright, all };

struct SurfaceStyle {
  Camera camera = {};
  Range z = {0, 1};     // heights from the floor to the rim; what is higher is cut away
  float relief = 0.5F;  // height of the rim over the length of a side
  double contours = 0;  // height between two contour lines; 0: none
  Blend ink = Ink::accent;
  Numbered axes = Numbered::all;
  std::string_view x_name = {};
  std::string_view y_name = {};
  std::string_view z_name = {};
};

struct Place {
  double x = 0;
  double y = 0;
};

struct Spot {
  double x = 0;
  double y = 0;
  double z = 0;
};

// Where the surface lies in the canvas. Valid as long as the heights it was made from.
class SurfaceView {
 public:
  // Fits the surface into the box; while the camera turns the scale stays.
  SurfaceView(const Rect& box, const SurfaceData& data, const SurfaceStyle& style);

  Point at(const Spot& spot) const;

  // How far away from the reader, in half sides; of two spots under one point the nearer has less.
  double depth(const Spot& spot) const;

  // Height of the grid between its points (bilinear), at the border outside.
  double height(const Place& place) const;
  bool inside(const Place& place) const;

  // Above 0 where the reader sees the upper side, if nothing stands before it.
  double facing(const Place& place) const;

  // Whether the upper side of the surface stands between this spot and the reader. O(columns).
  bool hidden(const Spot& spot) const;

  // The place of the upper side under a point of the canvas, exact on the map. O(columns).
  std::optional<Place> pick(Point point) const;

  // Canvas pixels as affine in u, v, w: x and y over their ranges from -1 to 1, and up from the floor.
  std::array<float, 4> across() const;
  std::array<float, 4> down() const;
  float rise() const { return 2 * style_.relief; }  // w of the rim

  bool is_map() const { return style_.camera.pitch > 85; }
  const SurfaceData& data() const { return data_; }
  const SurfaceStyle& style() const { return style_; }

  std::vector<Rect> words;  // where the numbers and names of the axes stand, once they are drawn

 private:
  struct Ray;
  Ray ray_to(Point point) const;
  double away_of(const Spot& spot) const;
  Place place_on(const Ray& ray, double away) const;
  double clearance(const Ray& ray, double away) const;
  std::optional<double> first_hit(const Ray& ray, double limit) const;

  SurfaceData data_;
  SurfaceStyle style_;
  double sin_yaw_, cos_yaw_, sin_pitch_, cos_pitch_;
  double scale_ = 1;   // pixels of a half side
  double middle_ = 0;  // w that stands in the middle of the box
  Point centre_;
};

// Draws the surface with its axes at its feet; by canvas.painter where there is one.
SurfaceView surface(Canvas& canvas, const Rect& box, const SurfaceData& data, const SurfaceStyle& style = {});

struct TrailStyle {
  Blend ink = Ink::ink;
  float width = 2;
  float amount = 1;  // 0: not seen
};

// A way over the surface, dimmed where the surface hides it and left out outside. Three spans of equal length.
void trail(Canvas& canvas, const SurfaceView& view, std::span<const double> x, std::span<const double> y,
           std::span<const double> z, const TrailStyle& style = {});

struct BallStyle {
  Blend ink = Ink::ink;
  float radius = 5;
  bool hollow = false;
};

// A ball on the surface, dimmed where the surface hides it. Returns its middle in the canvas.
Point ball(Canvas& canvas, const SurfaceView& view, const Spot& spot, const BallStyle& style = {});

}  // namespace plot
