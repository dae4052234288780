// Where a height field lies in the canvas: its camera, what hides what, what is under the pointer; and the lines on it
// by marching squares: contours, and the folds behind which it hides itself.
//
// u, v: x and y over their ranges, from -1 to 1; w: up, 0 at the floor and rise() at the rim. Turned by yaw, `right`
// and `away` are the two coordinates in which the reader sees the ground.
#include "plot/surface.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "plot/surface_parts.hpp"

namespace plot {
namespace {

constexpr double kHalfDiagonal = std::numbers::sqrt2;
// Half of what the box has room for: a little less than the diagonal, as corners alone may stand out into its margin.
constexpr double kRoom = 1.32;

double radians(double degrees) { return degrees * std::numbers::pi / 180; }
double share(double value, const Range& range) { return (value - range.low) / (range.high - range.low); }
double value_at(double share, const Range& range) { return range.low + share * (range.high - range.low); }

constexpr int kMostLineCells = 96;
constexpr int kMostLinesToKeep = 40;  // in a picture to take away

// Lines on which a value of the grid points is 0 go from cell to cell through their edges. An edge is named by the grid
// point at its low end, twice, plus 1 where it runs along y.
class Tracer {
 public:
  Tracer(const SurfaceView& view, int columns, int rows) : columns_(columns), rows_(rows) {
    const SurfaceData& data = view.data();
    for (int j = 0; j <= columns; ++j) {
      for (int i = 0; i <= rows; ++i) {
        const Place place{std::lerp(data.x.low, data.x.high, static_cast<double>(j) / columns),
                          std::lerp(data.y.low, data.y.high, static_cast<double>(i) / rows)};
        spots_.push_back({place.x, place.y, view.height(place)});
      }
    }
    values_.resize(spots_.size());
  }

  // All lines on which value(spot) is 0.
  std::vector<std::vector<Spot>> lines(const auto& value) {
    std::ranges::transform(spots_, values_.begin(), value);
    links_.assign(2 * spots_.size(), {kNone, kNone});
    for (int j = 0; j < columns_; ++j) {
      for (int i = 0; i < rows_; ++i) link_cell(j, i);
    }
    std::vector<std::vector<Spot>> found;
    // Lines that end at a border first; what is left are rings.
    for (const bool rings : {false, true}) {
      for (std::size_t edge = 0; edge < links_.size(); ++edge) {
        const auto [a, b] = links_[edge];
        if (a != kNone && (rings || b == kNone)) found.push_back(follow(edge));
      }
    }
    return found;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t point(int column, int row) const { return static_cast<std::size_t>(row + (rows_ + 1) * column); }

  void link_cell(int column, int row) {
    const std::array<std::size_t, 4> corners = {point(column, row), point(column + 1, row), point(column + 1, row + 1),
                                                point(column, row + 1)};
    const std::array<std::size_t, 4> edges = {2 * corners[0], 2 * corners[1] + 1, 2 * corners[3], 2 * corners[0] + 1};
    std::array<std::size_t, 4> crossed{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      if ((values_[corners[k]] < 0) != (values_[corners[(k + 1) % 4]] < 0)) crossed[count++] = edges[k];
    }
    for (std::size_t k = 0; k + 1 < count; k += 2) {
      link(crossed[k], crossed[k + 1]);
      link(crossed[k + 1], crossed[k]);
    }
  }

  void link(std::size_t from, std::size_t to) { (links_[from][0] == kNone ? links_[from][0] : links_[from][1]) = to; }

  Spot crossing(std::size_t edge) const {
    const std::size_t low = edge / 2;
    const std::size_t high = low + (edge % 2 == 1 ? 1 : static_cast<std::size_t>(rows_ + 1));
    const double t = values_[low] / (values_[low] - values_[high]);
    const Spot& a = spots_[low];
    const Spot& b = spots_[high];
    return {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t), std::lerp(a.z, b.z, t)};
  }

  std::vector<Spot> follow(std::size_t edge) {
    std::vector<Spot> line;
    for (std::size_t next = edge; next != kNone;) {
      edge = next;
      line.push_back(crossing(edge));
      next = std::exchange(links_[edge][0], kNone);
      if (next == kNone) next = std::exchange(links_[edge][1], kNone);
      if (next == kNone) break;
      auto& back = links_[next];
      (back[0] == edge ? back[0] : back[1]) = kNone;
    }
    return line;
  }

  int columns_;
  int rows_;
  std::vector<Spot> spots_;
  std::vector<double> values_;
  std::vector<std::array<std::size_t, 2>> links_;  // of each edge: the edges that its line goes on to
};

Tracer tracer_of(const SurfaceView& view, int most) {
  return Tracer(view, std::min(view.data().columns - 1, most), std::min(view.data().rows - 1, most));
}

}  // namespace

// What the reader sees in one point of the canvas: all spots (right, away, w) with w = foot - steepness * away.
struct SurfaceView::Ray {
  double right = 0;
  double foot = 0;
  double steepness = 0;
};

SurfaceView::SurfaceView(const Rect& box, const SurfaceData& data, const SurfaceStyle& style)
    : data_(data),
      style_(style),
      sin_yaw_(std::sin(radians(style.camera.yaw))),
      cos_yaw_(std::cos(radians(style.camera.yaw))),
      sin_pitch_(std::sin(radians(style.camera.pitch))),
      cos_pitch_(std::cos(radians(style.camera.pitch))),
      middle_(rise() / 2),
      centre_(box.centre()) {
  assert(data.columns >= 2 && data.rows >= 2 && sin_pitch_ > 0);
  assert(data.heights.size() == static_cast<std::size_t>(data.columns) * static_cast<std::size_t>(data.rows));
  // On the map just what is needed; else what every yaw needs, so that the surface does not breathe while it turns.
  const double half = is_map() ? std::abs(sin_yaw_) + std::abs(cos_yaw_) : kRoom;
  const double high = 2 * half * sin_pitch_ + static_cast<double>(rise()) * cos_pitch_;
  scale_ = std::max(1e-3, std::min(static_cast<double>(box.w) / (2 * half), static_cast<double>(box.h) / high));
}

std::array<float, 4> SurfaceView::across() const {
  return {static_cast<float>(scale_ * cos_yaw_), static_cast<float>(scale_ * sin_yaw_), 0, centre_.x};
}

std::array<float, 4> SurfaceView::down() const {
  return {static_cast<float>(scale_ * sin_yaw_ * sin_pitch_), static_cast<float>(-scale_ * cos_yaw_ * sin_pitch_),
          static_cast<float>(-scale_ * cos_pitch_), centre_.y + static_cast<float>(scale_ * middle_ * cos_pitch_)};
}

Point SurfaceView::at(const Spot& spot) const {
  const double u = 2 * share(spot.x, data_.x) - 1;
  const double v = 2 * share(spot.y, data_.y) - 1;
  const double up = (share(spot.z, style_.z) * static_cast<double>(rise()) - middle_) * cos_pitch_;
  const double away = v * cos_yaw_ - u * sin_yaw_;
  return {centre_.x + static_cast<float>(scale_ * (u * cos_yaw_ + v * sin_yaw_)),
          centre_.y - static_cast<float>(scale_ * (away * sin_pitch_ + up))};
}

double SurfaceView::depth(const Spot& spot) const {
  const double u = 2 * share(spot.x, data_.x) - 1;
  const double v = 2 * share(spot.y, data_.y) - 1;
  return (v * cos_yaw_ - u * sin_yaw_) * cos_pitch_ -
         share(spot.z, style_.z) * static_cast<double>(rise()) * sin_pitch_;
}

bool SurfaceView::inside(const Place& place) const {
  return place.x >= data_.x.low && place.x <= data_.x.high && place.y >= data_.y.low && place.y <= data_.y.high;
}

double SurfaceView::height(const Place& place) const {
  const auto split = [](double share_of, int count, int& low) {
    const double at = std::clamp(share_of, 0.0, 1.0) * (count - 1);
    low = std::min(static_cast<int>(at), count - 2);
    return at - low;
  };
  int column = 0;
  int row = 0;
  const double s = split(share(place.x, data_.x), data_.columns, column);
  const double t = split(share(place.y, data_.y), data_.rows, row);
  const auto h = [&](int i, int j) {
    return data_
        .heights[static_cast<std::size_t>(i) + static_cast<std::size_t>(data_.rows) * static_cast<std::size_t>(j)];
  };
  return (1 - s) * ((1 - t) * h(row, column) + t * h(row + 1, column)) +
         s * ((1 - t) * h(row, column + 1) + t * h(row + 1, column + 1));
}

double SurfaceView::facing(const Place& place) const {
  // Over a cell to both sides, as far as there is surface. u and v are 2 wide.
  const auto around = [](double middle, const Range& range, int count) {
    const double cell = (range.high - range.low) / (count - 1);
    return Range{std::max(middle - cell, range.low), std::min(middle + cell, range.high)};
  };
  const auto slope = [&](const Place& low, const Place& high) {
    const double apart =
        2 * (share(high.x, data_.x) - share(low.x, data_.x) + share(high.y, data_.y) - share(low.y, data_.y));
    return static_cast<double>(rise()) * (share(height(high), style_.z) - share(height(low), style_.z)) / apart;
  };
  const Range x = around(place.x, data_.x, data_.columns);
  const Range y = around(place.y, data_.y, data_.rows);
  const double du = slope({x.low, place.y}, {x.high, place.y});
  const double dv = slope({place.x, y.low}, {place.x, y.high});
  return (dv * cos_yaw_ - du * sin_yaw_) * cos_pitch_ + sin_pitch_;
}

SurfaceView::Ray SurfaceView::ray_to(Point point) const {
  const double right = static_cast<double>(point.x - centre_.x) / scale_;
  const double above = static_cast<double>(centre_.y - point.y) / scale_;
  return {right, middle_ + above / cos_pitch_, sin_pitch_ / cos_pitch_};
}

double SurfaceView::away_of(const Spot& spot) const {
  return (2 * share(spot.y, data_.y) - 1) * cos_yaw_ - (2 * share(spot.x, data_.x) - 1) * sin_yaw_;
}

Place SurfaceView::place_on(const Ray& ray, double away) const {
  const double u = ray.right * cos_yaw_ - away * sin_yaw_;
  const double v = ray.right * sin_yaw_ + away * cos_yaw_;
  return {value_at((u + 1) / 2, data_.x), value_at((v + 1) / 2, data_.y)};
}

// How far the ray is above the surface there, in w.
double SurfaceView::clearance(const Ray& ray, double away) const {
  return ray.foot - ray.steepness * away - share(height(place_on(ray, away)), style_.z) * static_cast<double>(rise());
}

// Where the ray, coming from the reader, first goes through the surface from above, before `limit`. Through the lower
// side, which is see-through, it comes from below; what is over the rim is not there.
std::optional<double> SurfaceView::first_hit(const Ray& ray, double limit) const {
  const double step = 1.0 / std::max(data_.columns, data_.rows);
  double away = std::max(-kHalfDiagonal, (ray.foot - static_cast<double>(rise())) / ray.steepness);
  bool was_above = false;
  for (double before = away; away < limit; before = away, away += step) {
    const bool present = inside(place_on(ray, away));
    const bool above = present && clearance(ray, away) > 0;
    if (present && was_above && !above) {
      double low = before;
      double high = away;
      for (int k = 0; k < 30; ++k) {
        const double mid = (low + high) / 2;
        (clearance(ray, mid) > 0 ? low : high) = mid;
      }
      return high;
    }
    was_above = above;
  }
  return std::nullopt;
}

bool SurfaceView::hidden(const Spot& spot) const {
  if (is_map()) return false;
  // The surface just before the spot is not in its way, unless the ray comes from under it.
  constexpr double kNear = 0.03;
  const Ray ray = ray_to(at(spot));
  const double away = away_of(spot);
  return first_hit(ray, clearance(ray, away - kNear / 4) > 0 ? away - kNear : away).has_value();
}

std::optional<Place> SurfaceView::pick(Point point) const {
  if (is_map()) {
    const double away = static_cast<double>(centre_.y - point.y) / (scale_ * sin_pitch_);
    const Place place = place_on({.right = static_cast<double>(point.x - centre_.x) / scale_}, away);
    return inside(place) ? std::optional(place) : std::nullopt;
  }
  const Ray ray = ray_to(point);
  const auto away = first_hit(ray, kHalfDiagonal);
  return away ? std::optional(place_on(ray, *away)) : std::nullopt;
}

void draw_contours(Canvas& canvas, const SurfaceView& view, const SurfacePaint& paint) {
  Tracer tracer = tracer_of(view, canvas.still ? kMostLinesToKeep : kMostLineCells);
  const auto draw = [&](double level, const WayStyle& style) {
    const auto above = [&](const Spot& spot) { return spot.z - level; };
    for (const auto& line : tracer.lines(above)) draw_way(canvas, view, line, style);
  };
  if (paint.contours > 0) {
    double level = (std::floor(paint.low / paint.contours) + 0.5) * paint.contours;
    for (; level < paint.high; level += paint.contours) draw(level, {.seen = paint.line, .part = true});
  }
  draw(paint.high, {.seen = paint.line, .width = 1.5F, .part = true});
}

void draw_folds(Canvas& canvas, const SurfaceView& view, Colour colour) {
  if (view.is_map()) return;
  const auto facing = [&](const Spot& spot) { return view.facing({spot.x, spot.y}); };
  for (const auto& line : tracer_of(view, kMostLinesToKeep).lines(facing)) {
    draw_way(canvas, view, line, {.seen = colour});
  }
}

}  // namespace plot
