// What a figure draws on. A figure gets a Canvas for one frame, divides `area`, and calls the words of this room:
//
//   Rect area = canvas.area;
//   text(canvas, area.take_top(title_height), "Six of nine starts got stuck", {.size = Size::title});
//   const Axes axes = draw_axes(canvas, area, {.range = {1, 1e6}, .scale = Scale::log, .name = "sequences $N$"}, ...);
//
// All lengths are CSS pixels, y downwards. Nothing here remembers anything between frames but the Pointer.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "plot/fonts.hpp"
#include "plot/rect.hpp"
#include "plot/theme.hpp"

struct ImDrawList;

namespace plot {

// Mouse, pen or finger over a canvas. Lives as long as the view; the host calls next() once before each frame.
struct Pointer {
  Point at;
  bool inside = false;    // over the canvas; false after a touch has ended
  bool down = false;      // the button is held
  bool pressed = false;   // it went down in this frame
  bool clicked = false;   // it came up in this frame and had not moved by more than 6 px
  bool dragging = false;  // held and moved by more than 6 px
  bool released = false;  // it came up in this frame
  bool touch = false;     // hit boxes of 44 px instead of 24
  Point from;             // where it went down
  Point grip;             // two numbers for the region that took the press: where what it drags stood then
  std::string held;       // id of the region that took the press, until the frame after it is released

  void next(Point now, bool is_inside, bool is_down, bool is_touch);
  // The press was taken back, as by a browser that scrolls instead: when it comes up in the next frame, that is no
  // click.
  void cancel() { dragging = dragging || down; }
};

class Painter;

// A line of text as it stands in the picture.
struct WrittenLine {
  Rect place;
  std::string words;
  bool cut = false;  // to its room, with an ellipsis
};

struct Canvas {
  ImDrawList& list;
  const Fonts& fonts;
  Pointer& pointer;
  Rect area;
  bool dark = false;
  float em = kBodyPixels;             // pixels of body text; measure layouts in it
  std::string_view highlighted = {};  // symbol that page or canvas lights now: "W"; empty for none
  bool reduced_motion = false;        // show end states
  bool still = false;                 // a picture to take away: no hover, no motion
  Painter* painter = nullptr;         // draws what triangles do badly, see painter.hpp
  double seconds = 0;                 // a clock for motion, and for nothing else

  // Set by drawing.
  std::string pointed_symbol = {};  // symbol the pointer is over
  std::string tip = {};             // text of the tooltip, see tooltip()
  Point tip_at = {};
  bool wants_frame = false;  // something moves: draw again
  bool hand = false;         // what is under the pointer can be pressed
  bool upright = false;      // and dragged up and down: a finger there does not scroll the page
  float lowest_plot = 1e9F;  // height of the lowest plot between axes, see kLeastPlot

  std::vector<WrittenLine>* written = nullptr;  // for who asks what is written, and where: tests

  Colour colour(Ink ink) const { return plot::colour(ink, dark); }
  bool narrow() const { return area.w < 600; }
  bool is_highlighted(std::string_view symbol) const { return !symbol.empty() && highlighted == symbol; }
  // Whether the pointer is in here now, and nothing else is being dragged.
  bool hovers(Rect rect) const { return !still && pointer.inside && pointer.held.empty() && rect.contains(pointer.at); }
};

// After a figure has drawn: puts the tooltip on top. Called by the host (and by HeadlessContext), once a frame.
void finish(Canvas& canvas);

// --- Text -----------------------------------------------------------------------------------------------------------
// Between two dollars stands mathematics: "error $10^{-6}$ with $λ_{min}$ of $Λ$, $W X$". Single letters are italic,
// letters that follow one another inside braces are upright words, ^ and _ raise and lower what follows (one character
// or a group in braces), spaces are kept. A letter of symbol_ink() takes its colour, glows while it is lit, and lights
// its symbol under the pointer. A dollar without a partner is a dollar.

enum class Along : std::uint8_t { left, centre, right };  // which part of the text stands at the point
enum class Upright : std::uint8_t { top, middle, bottom };

struct TextStyle {
  Ink ink = Ink::ink;
  float amount = 1;  // of the ink over the paper, see tint(): less than 1 is too pale to read
  Size size = Size::body;
  Face face = Face::regular;
  Along along = Along::left;
  Upright upright = Upright::top;
  float max_width = 0;    // > 0: smaller where longer, and where the smallest size is, cut with "…"
  bool verbatim = false;  // dollars are dollars: for the reader's own text
};
inline constexpr TextStyle kCaption{.ink = Ink::quiet, .size = Size::small};

// In the middle of a box.
constexpr TextStyle centred(Ink ink = Ink::ink, Size size = Size::body, Face face = Face::regular) {
  return {.ink = ink, .size = size, .face = face, .along = Along::centre, .upright = Upright::middle};
}

// Draws one line; returns its width.
float text(Canvas& canvas, Point at, std::string_view words, const TextStyle& style = {});

// One line in a box: along and upright say where in it. Cut where longer than the box, or than max_width if that is
// less.
float text(Canvas& canvas, const Rect& box, std::string_view words, TextStyle style = {});

// Wrapped at spaces and at "\n"; returns the height taken, which may be more than the box's. Nothing is drawn below the
// box when it has a height.
float paragraph(Canvas& canvas, const Rect& box, std::string_view words, const TextStyle& style = {});

float text_width(const Canvas& canvas, std::string_view words, const TextStyle& style = {});
float paragraph_height(const Canvas& canvas, float width, std::string_view words, const TextStyle& style = {});
float line_height(const Canvas& canvas, Size size = Size::body);

// --- Shapes ---------------------------------------------------------------------------------------------------------
struct Corners {
  float radius = 0;
};

void fill(Canvas& canvas, const Rect& rect, Colour colour, Corners corners = {});
void outline(Canvas& canvas, const Rect& rect, Colour colour, float width = 1, Corners corners = {});
void line(Canvas& canvas, Point from, Point to, Colour colour, float width = 1);
// Through all points, in one stroke.
void polyline(Canvas& canvas, std::span<const Point> points, Colour colour, float width = 1);
void dashed_line(Canvas& canvas, Point from, Point to, Colour colour, float width = 1, float dash = 5, float gap = 4);
void disc(Canvas& canvas, Point centre, float radius, Colour colour);
void ring(Canvas& canvas, Point centre, float radius, Colour colour, float width = 1.5F);
// A line with a head at `to`.
void arrow(Canvas& canvas, Point from, Point to, Colour colour, float width = 1.5F);
// A convex polygon, filled, and its sides drawn where `width` > 0. Corners in order, either way round; fewer than three
// make a line or a dot of the outline.
void polygon(Canvas& canvas, std::span<const Point> corners, Colour fill, Colour outline, float width = 1.5F);
// A ring on a disc of paper, so that what lies below does not show inside it. The disc reaches half a pixel beyond the
// ring's middle.
void open_dot(Canvas& canvas, Point centre, float radius, Colour colour, float width = 2);

// Limits drawing to a rectangle while it lives.
class Clip {
 public:
  Clip(Canvas& canvas, const Rect& rect);
  ~Clip();
  Clip(const Clip&) = delete;
  Clip& operator=(const Clip&) = delete;

 private:
  Canvas& canvas_;
};

// --- Pointing -------------------------------------------------------------------------------------------------------
// Says `words` (lines separated by "\n", first line semi-bold when there are more) beside a point: flat, always inside
// the canvas, above everything. The last call of a frame wins.
void tooltip(Canvas& canvas, Point at, std::string_view words);

// What the pointer does to a region of the picture.
struct Region {
  bool hovered = false;
  bool pressed = false;  // the press began here, in this frame
  bool held = false;     // the press began here and the button is still down, wherever the pointer is now
  bool clicked = false;
};

// A place to press or drag. The rectangle is grown to a hit box of 24 px (44 on touch); `id` must be one of its kind in
// the figure and tells who holds a drag. Draws nothing.
Region region(Canvas& canvas, std::string_view id, const Rect& rect);

// A small flat button with a label, for "drop a ball" kinds of thing; returns whether it was clicked.
bool button(Canvas& canvas, std::string_view id, const Rect& rect, std::string_view label);

// A round button with the sign for "play" or, while `playing`, for "pause"; returns whether it was clicked.
bool play_button(Canvas& canvas, std::string_view id, const Rect& rect, bool playing);

// Sets canvas.pointed_symbol when the pointer is over `rect`; returns whether the symbol is highlighted now.
bool highlight(Canvas& canvas, const Rect& rect, std::string_view symbol);

}  // namespace plot
