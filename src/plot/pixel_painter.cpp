#include "plot/pixel_painter.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "plot/surface_parts.hpp"

namespace plot {
namespace {

// Canvas pixels a side of a pixel: light and colours change slowly, and borders have lines on them.
constexpr float kSide = 2;

// A grid point, and what varies between grid points: its place in pixels of the raster, its height as a share, its
// slope.
struct Corner {
  float x = 0, y = 0;
  float share = 0;
  float du = 0, dv = 0;
};

// Stands in the list for a raster: nothing calls it.
void drawn_here(const ImDrawList*, const ImDrawCmd*) {}

// dw along one axis at a grid point, by central differences, one-sided at the border; the grid is 2 wide.
float slope(const SurfacePaint& paint, int column, int row, bool along_u) {
  const auto height = [&](int by) {
    const int c = std::clamp(along_u ? column + by : column, 0, paint.columns - 1);
    const int r = std::clamp(along_u ? row : row + by, 0, paint.rows - 1);
    return paint
        .heights[static_cast<std::size_t>(r) + static_cast<std::size_t>(paint.rows) * static_cast<std::size_t>(c)];
  };
  const int at = along_u ? column : row;
  const int last = (along_u ? paint.columns : paint.rows) - 1;
  const int apart = std::min(at + 1, last) - std::max(at - 1, 0);
  const double shares = (height(1) - height(-1)) / (paint.high - paint.low);
  return paint.rise * static_cast<float>(shares * last / (2.0 * apart));
}

std::vector<Corner> corners_of(const SurfacePaint& paint) {
  std::vector<Corner> corners;
  for (int column = 0; column < paint.columns; ++column) {
    for (int row = 0; row < paint.rows; ++row) {
      const double height = paint.heights[corners.size()];
      const auto share = static_cast<float>((height - paint.low) / (paint.high - paint.low));
      const Point at =
          on_canvas(paint, 2 * static_cast<float>(column) / static_cast<float>(paint.columns - 1) - 1,
                    2 * static_cast<float>(row) / static_cast<float>(paint.rows - 1) - 1, share * paint.rise);
      corners.push_back(
          {at.x / kSide, at.y / kSide, share, slope(paint, column, row, true), slope(paint, column, row, false)});
    }
  }
  return corners;
}

float channel(Colour colour, unsigned shift) { return static_cast<float>(colour >> shift & 255U); }

Colour over(Colour above, Colour below) {
  if (above >> 24U == 255 || below >> 24U == 0) return above;
  const float a = channel(above, 24) / 255;
  const float b = channel(below, 24) / 255 * (1 - a);
  if (a + b <= 0) return below;
  return blend(below & 0xffffffU, above & 0xffffffU, a / (a + b)) | static_cast<Colour>(std::lround(255 * (a + b)))
                                                                        << 24U;
}

class Rasteriser {
 public:
  Rasteriser(const SurfacePaint& paint, Raster& raster) : paint_(paint), raster_(raster) {
    left_ = static_cast<int>(raster.box.x / kSide);
    top_ = static_cast<int>(raster.box.y / kSide);
  }

  void triangle(const Corner& a, const Corner& b, const Corner& c) {
    const float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (area == 0 || std::min({a.share, b.share, c.share}) >= kOver) return;
    // A value that varies evenly: at a, and for each pixel to the right and down.
    const auto gradient = [&](float at_a, float at_b, float at_c) {
      const float along = at_b - at_a;
      const float up = at_c - at_a;
      return std::array{(along * (c.y - a.y) - up * (b.y - a.y)) / area,
                        (up * (b.x - a.x) - along * (c.x - a.x)) / area};
    };
    const auto share = gradient(a.share, b.share, c.share);
    const auto du = gradient(a.du, b.du, c.du);
    const auto dv = gradient(a.dv, b.dv, c.dv);
    const float per_pixel = std::max(std::hypot(share[0], share[1]), 1e-9F);
    const auto [x_low, x_high] = reach(a.x, b.x, c.x, left_, raster_.width);
    const auto [y_low, y_high] = reach(a.y, b.y, c.y, top_, raster_.height);
    for (int y = y_low; y < y_high; ++y) {
      for (int x = x_low; x < x_high; ++x) {
        const float right = static_cast<float>(x + left_) + 0.5F - a.x;
        const float down = static_cast<float>(y + top_) + 0.5F - a.y;
        const float beta = (right * (c.y - a.y) - (c.x - a.x) * down) / area;
        const float gamma = ((b.x - a.x) * down - right * (b.y - a.y)) / area;
        if (!(beta >= 0 && gamma >= 0 && beta + gamma <= 1)) continue;
        const auto at = [&](float value, const std::array<float, 2>& by) {
          return value + by[0] * right + by[1] * down;
        };
        Colour& pixel = raster_.pixels[static_cast<std::size_t>(x) +
                                       static_cast<std::size_t>(raster_.width) * static_cast<std::size_t>(y)];
        pixel = over(colour(at(a.share, share), per_pixel, at(a.du, du), at(a.dv, dv), du, dv), pixel);
      }
    }
  }

  static constexpr float kOver = 1.2F;  // share of the rim from which on nothing is seen

 private:
  static std::array<int, 2> reach(float a, float b, float c, int start, int size) {
    const auto [low, high] = std::minmax({a, b, c});
    return {std::clamp(static_cast<int>(std::floor(low)) - start, 0, size),
            std::clamp(static_cast<int>(std::ceil(high)) - start, 0, size)};
  }

  float facing(float du, float dv) const {
    return (-du * paint_.viewer[0] - dv * paint_.viewer[1] + paint_.viewer[2]) / std::sqrt(du * du + dv * dv + 1);
  }

  // As the fragment shader has it.
  Colour colour(float share, float per_pixel, float du, float dv, const std::array<float, 2>& du_by,
                const std::array<float, 2>& dv_by) const {
    const float rim = std::clamp((1 - share) / per_pixel + 0.5F, 0.F, 1.F);
    if (rim <= 0) return 0;
    const float towards = facing(du, dv);
    const float facing_per_pixel = std::max(
        std::hypot(facing(du + du_by[0], dv + dv_by[0]) - towards, facing(du + du_by[1], dv + dv_by[1]) - towards),
        1e-9F);
    const float up = std::clamp(towards / facing_per_pixel + 0.5F, 0.F, 1.F);
    return with_alpha(shaded(paint_, share, light_on(paint_, du, dv)), rim * up);
  }

  const SurfacePaint& paint_;
  Raster& raster_;
  int left_ = 0;
  int top_ = 0;
};

// Where the surface is, in whole pixels of the raster, as far as the canvas goes.
Rect box_of(const std::vector<Corner>& corners) {
  const ImVec2 canvas = ImGui::GetIO().DisplaySize;
  float left = canvas.x / kSide, top = canvas.y / kSide, right = 0, bottom = 0;
  for (const Corner& corner : corners) {
    if (corner.share > Rasteriser::kOver) continue;
    left = std::min(left, corner.x - 1);
    top = std::min(top, corner.y - 1);
    right = std::max(right, corner.x + 1);
    bottom = std::max(bottom, corner.y + 1);
  }
  left = std::floor(std::max(left, 0.F));
  top = std::floor(std::max(top, 0.F));
  right = std::ceil(std::min(right, canvas.x / kSide));
  bottom = std::ceil(std::min(bottom, canvas.y / kSide));
  return {left * kSide, top * kSide, std::max(right - left, 1.F) * kSide, std::max(bottom - top, 1.F) * kSide};
}

}  // namespace

bool PixelPainter::surface(ImDrawList& list, const SurfacePaint& paint) {
  const std::vector<Corner> corners = corners_of(paint);
  Raster& raster = rasters_.emplace_front();
  raster.box = box_of(corners);
  raster.width = static_cast<int>(std::lround(raster.box.w / kSide));
  raster.height = static_cast<int>(std::lround(raster.box.h / kSide));
  raster.pixels.resize(static_cast<std::size_t>(raster.width) * static_cast<std::size_t>(raster.height));
  Rasteriser rasteriser(paint, raster);
  const auto corner = [&](int i, int j) -> const Corner& {
    const int column = paint.far_is_high_u ? paint.columns - 1 - i : i;
    const int row = paint.far_is_high_v ? paint.rows - 1 - j : j;
    return corners[static_cast<std::size_t>(row) +
                   static_cast<std::size_t>(paint.rows) * static_cast<std::size_t>(column)];
  };
  for (int i = 0; i + 1 < paint.columns; ++i) {
    for (int j = 0; j + 1 < paint.rows; ++j) {
      rasteriser.triangle(corner(i, j), corner(i + 1, j), corner(i, j + 1));
      rasteriser.triangle(corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1));
    }
  }
  list.AddCallback(drawn_here, &raster);
  return true;
}

const Raster* PixelPainter::raster_of(const ImDrawCmd& command) {
  return command.UserCallback == drawn_here ? static_cast<const Raster*>(command.UserCallbackData) : nullptr;
}

}  // namespace plot
