// One figure in one canvas: what the page says about size, look and pointer, and frames of it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "figures/view.hpp"
#include "plot/headless_context.hpp"
#include "shell/screen.hpp"

namespace shell {

struct Look {
  bool dark = false;
  bool reduced_motion = false;
  bool strip = false;   // the controls are drawn in the canvas
  bool coarse = false;  // touch: larger hit boxes
};

// What frame() says, added up.
enum FrameFlag : unsigned {
  kAgain = 1,    // something moves: draw another frame
  kValues = 2,   // the reader changed a value in the canvas
  kPointed = 4,  // another symbol is under the pointer
  kHand = 8,     // what is under the pointer can be pressed
  kDragging = 16,
  kUpright = 32,  // what is under the pointer can be dragged up and down
};

class Session {
 public:
  explicit Session(const figures::Figure& figure) : view_(figure) {}

  figures::View& view() { return view_; }

  // False where there is no WebGL2; everything else works without a screen.
  bool attach();
  void detach() { screen_.reset(); }
  void restore();

  // CSS pixels, and device pixels to a CSS pixel (1 to 3).
  void resize(double width, double height, double density);
  void look(const Look& look) { look_ = look; }
  double strip_height(double width);

  // CSS pixels from the canvas's top left.
  void pointer(double x, double y, bool down, bool touch);
  void leave();

  unsigned frame(double seconds);

  // The picture without controls, as it would be in a canvas of this size.
  std::string svg(double width, double height, bool dark);

  std::string pointed_symbol() const { return pointed_symbol_; }
  void highlight(std::string_view symbol) { context_.highlighted = symbol; }

 private:
  plot::Look look_of_frame() const;

  plot::HeadlessContext context_;
  figures::View view_;
  std::unique_ptr<Screen> screen_;
  Look look_;
  std::string pointed_symbol_;  // the symbol under the pointer in the last frame that was shown
  float width_ = 640;
  float height_ = 400;
  float density_ = 1;
  plot::Point at_;
  bool inside_ = false;
  bool down_ = false;
  bool touch_ = false;
};

}  // namespace shell
