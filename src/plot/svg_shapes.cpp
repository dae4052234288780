#include "plot/svg_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "plot/sort.hpp"

namespace plot {
namespace {

// Relative commands: numbers stay short.
void append_step(std::string& out, char command, Tenths from, Tenths to) {
  out += command;
  append(out, to.x - from.x);
  if (to.y >= from.y) out += ' ';
  append(out, to.y - from.y);
}

std::int64_t place(int x, int y) { return (static_cast<std::int64_t>(x) << 32) ^ static_cast<std::uint32_t>(y); }

// Boxes as strokes: one "m x y h w" for each, along the middle of their height.
std::string strokes(const std::vector<Tenths>& middles, const std::vector<int>& widths) {
  std::string d;
  Tenths pen;
  for (std::size_t k = 0; k < middles.size(); ++k) {
    append_step(d, k == 0 ? 'M' : 'm', pen, middles[k]);
    d += 'h';
    append(d, widths[k]);
    pen = {middles[k].x + widths[k], middles[k].y};
  }
  return d;
}

}  // namespace

Tenths tenths(float x, float y) {
  // Neither overflow nor what is not finite gets into the file.
  const auto one = [](float v) {
    return std::isfinite(v) ? static_cast<int>(std::lround(10 * std::clamp(v, -1e6F, 1e6F))) : 0;
  };
  return {one(x), one(y)};
}

void append(std::string& out, int value) {
  if (value < 0) out += '-';
  const int size = std::abs(value);
  if (size >= 10 || size == 0) out += std::to_string(size / 10);
  if (size % 10 != 0) {
    out += '.';
    out += static_cast<char>('0' + size % 10);
  }
}

void append_fill(std::string& out, std::string_view attribute, Colour colour) {
  out.append(" ").append(attribute).append("=\"").append(css_colour(colour)).append("\"");
  const unsigned alpha = colour >> 24U;
  if (alpha == 255) return;
  char opacity[16];
  std::snprintf(opacity, sizeof(opacity), "%.3g", alpha / 255.0);
  out.append(" ").append(attribute).append("-opacity=\"").append(opacity).append("\"");
}

void Shapes::polygon(const std::vector<Tenths>& corners, Colour colour) {
  if (corners.size() < 3 || (colour >> 24U) == 0) return;
  flush_line();
  if (take_box(corners, colour)) return;
  flush_boxes();
  // See-through shapes must not share a path: where they overlap they add up.
  if (colour != colour_ || (colour >> 24U) != 255) flush_path();
  colour_ = colour;
  append_step(path_, path_.empty() ? 'M' : 'm', path_.empty() ? Tenths{} : pen_, corners[0]);
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const Tenths from = corners[k - 1];
    const Tenths to = corners[k];
    if (from == to) continue;
    if (from.y == to.y) {
      path_ += 'h';
      append(path_, to.x - from.x);
    } else if (from.x == to.x) {
      path_ += 'v';
      append(path_, to.y - from.y);
    } else {
      append_step(path_, 'l', from, to);
    }
  }
  path_ += 'z';
  pen_ = corners[0];
}

// ImGui's widths differ by rounding: a tenth more or less is the same line.
void Shapes::segment(Tenths from, Tenths to, int width, Colour colour) {
  if ((colour >> 24U) == 0) return;
  flush_boxes();
  flush_path();
  const bool joins = continues(from, width, colour);
  // See-through lines must not share a path unless they are one: where they cross they add up.
  const bool shares = joins || (colour == line_colour_ && std::abs(width - line_width_) <= 1 && (colour >> 24U) == 255);
  if (!shares) flush_line();
  if (line_.empty()) {
    line_colour_ = colour;
    line_width_ = width;
    append_step(line_, 'M', Tenths{}, from);
    end_ = from;
  } else if (!joins) {
    append_step(line_, 'm', end_, from);
    end_ = from;
  }
  append_step(line_, 'l', end_, to);
  end_ = to;
}

bool Shapes::continues(Tenths from, int width, Colour colour) const {
  return !line_.empty() && colour == line_colour_ && std::abs(width - line_width_) <= 1 &&
         std::abs(from.x - end_.x) <= 1 && std::abs(from.y - end_.y) <= 1;
}

bool Shapes::take_box(const std::vector<Tenths>& corners, Colour colour) {
  if (corners.size() != 4) return false;
  const auto [low_x, high_x] = std::minmax({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
  const auto [low_y, high_y] = std::minmax({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
  const bool upright = (corners[0].x == corners[1].x && corners[2].x == corners[3].x && corners[1].y == corners[2].y &&
                        corners[0].y == corners[3].y) ||
                       (corners[0].y == corners[1].y && corners[2].y == corners[3].y && corners[1].x == corners[2].x &&
                        corners[0].x == corners[3].x);
  if (!upright) return false;
  flush_path();
  const Box box{{low_x, low_y}, {high_x, high_y}, colour};
  if (box.low.x == box.high.x || box.low.y == box.high.y) return true;
  // A grid as coarse as the first box finds overlaps quickly; much larger boxes start a new batch.
  const int width = high_x - low_x;
  const int height = high_y - low_y;
  if (boxes_.empty() || width > 8 * width_ || height > 2 * height_ || overlaps(box)) flush_boxes();
  if (boxes_.empty()) {
    width_ = width;
    height_ = height;
  }
  for (int x = low_x / width_; x <= (high_x - 1) / width_; ++x) {
    for (int y = low_y / height_; y <= (high_y - 1) / height_; ++y) grid_[place(x, y)].push_back(boxes_.size());
  }
  boxes_.push_back(box);
  return true;
}

bool Shapes::overlaps(const Box& box) const {
  for (int x = box.low.x / width_; x <= (box.high.x - 1) / width_; ++x) {
    for (int y = box.low.y / height_; y <= (box.high.y - 1) / height_; ++y) {
      const auto found = grid_.find(place(x, y));
      if (found == grid_.end()) continue;
      for (const std::size_t k : found->second) {
        const Box& other = boxes_[k];
        if (box.low.x < other.high.x && other.low.x < box.high.x && box.low.y < other.high.y &&
            other.low.y < box.high.y) {
          return true;
        }
      }
    }
  }
  return false;
}

void Shapes::flush_boxes() {
  // They do not overlap, so their order is free: by colour and height, then as they came.
  std::vector<std::size_t> order(boxes_.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto key = [&](std::size_t k) { return std::pair(boxes_[k].colour, boxes_[k].high.y - boxes_[k].low.y); };
  sort(order, [&](std::size_t a, std::size_t b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
  for (std::size_t k = 0; k < order.size();) {
    std::vector<Tenths> middles;
    std::vector<int> widths;
    const auto [colour, height] = key(order[k]);
    for (const auto same = key(order[k]); k < order.size() && key(order[k]) == same; ++k) {
      const Box& box = boxes_[order[k]];
      // A middle between two tenths would move the box; the path is shifted by half a tenth instead.
      middles.push_back({box.low.x, box.low.y + height / 2});
      widths.push_back(box.high.x - box.low.x);
    }
    out_ += "<path";
    append_fill(out_, "stroke", colour);
    out_ += " stroke-width=\"";
    append(out_, height);
    out_ += height % 2 != 0 ? "\" transform=\"translate(0 .05)\" d=\"" : "\" d=\"";
    out_ += strokes(middles, widths) + "\"/>\n";
  }
  boxes_.clear();
  grid_.clear();
}

void Shapes::flush_path() {
  if (path_.empty()) return;
  out_ += "<path";
  append_fill(out_, "fill", colour_);
  out_ += " d=\"" + path_ + "\"/>\n";
  path_.clear();
}

void Shapes::flush_line() {
  if (line_.empty()) return;
  out_ += "<path";
  append_fill(out_, "stroke", line_colour_);
  out_ += " stroke-width=\"";
  append(out_, line_width_);
  out_ += "\" d=\"" + line_ + "\"/>\n";
  line_.clear();
}

void Shapes::flush() {
  flush_boxes();
  flush_path();
  flush_line();
}

}  // namespace plot
