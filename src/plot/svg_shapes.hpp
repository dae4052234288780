// Filled shapes on their way into an SVG; for svg.cpp.
//
// Coordinates are whole tenths of a pixel: what is written is what is compared.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plot/theme.hpp"

namespace plot {

struct Tenths {
  int x = 0;
  int y = 0;
  bool operator==(const Tenths&) const = default;
};

Tenths tenths(float x, float y);

// "12.3", "-4", ".5": a number of tenths in the fewest characters.
void append(std::string& out, int value);

// fill="#rrggbb", with fill-opacity when see-through.
void append_fill(std::string& out, std::string_view attribute, Colour colour);

// Collects polygons in drawing order and writes as few elements as it can: neighbours of one colour share a path;
// rectangles that do not overlap one another are sorted by colour and, as cells of a matrix of one height, become
// strokes of that width.
class Shapes {
 public:
  explicit Shapes(std::string& out) : out_(out) {}

  void polygon(const std::vector<Tenths>& corners, Colour colour);

  // A piece of a line, `width` in tenths; pieces that follow one another in one colour and width share a path, and
  // where one begins at the end of the last they are one line.
  void segment(Tenths from, Tenths to, int width, Colour colour);

  // Whether a piece that begins here goes on where the last one, which still waits, has ended.
  bool continues(Tenths from, int width, Colour colour) const;

  // Writes what is waiting; before anything else is put into `out`.
  void flush();

 private:
  struct Box {
    Tenths low, high;
    Colour colour;
  };

  bool take_box(const std::vector<Tenths>& corners, Colour colour);
  bool overlaps(const Box& box) const;
  void flush_boxes();
  void flush_path();
  void flush_line();

  std::string& out_;
  std::string path_;  // the d attribute
  Tenths pen_;        // where the last subpath of path_ began
  Colour colour_ = 0;
  std::string line_;  // the d attribute of the pieces of lines that wait; one of the three waits at a time
  Tenths end_;        // of the last piece
  int line_width_ = 0;
  Colour line_colour_ = 0;
  std::vector<Box> boxes_;
  int width_ = 0;                                          // no box waiting is wider,
  int height_ = 0;                                         // or higher
  std::map<std::int64_t, std::vector<std::size_t>> grid_;  // box indices by place
};

}  // namespace plot
