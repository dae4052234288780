// One canvas: its SDL window, its WebGL2 context, and ImGui's renderer in it.
//
// SDL makes the window and the context and does nothing else: it would take keys and wheel from the page, so input
// comes from the page's own pointer events (see Session).
#pragma once

#include <SDL.h>

#include <memory>

#include "plot/gl_painter.hpp"
#include "plot/theme.hpp"

struct ImDrawData;

namespace shell {

class Screen {
 public:
  // Takes the canvas that "#canvas" stands for. Nothing where the browser gives no WebGL2.
  static std::unique_ptr<Screen> open();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Device pixels. Changing the size clears the canvas, so draw at once.
  void resize(int width, int height);

  // The renderer's objects again, after the browser has restored a lost context.
  void restore();

  // For the canvas of the next frame.
  plot::Painter* painter();

  // Draws a finished frame over `paper`.
  void present(const ImDrawData& frame, plot::Colour paper);

 private:
  Screen(SDL_Window* window, SDL_GLContext context) : window_(window), context_(context) {}

  SDL_Window* window_;
  SDL_GLContext context_;
  int width_ = 0;
  int height_ = 0;
  std::unique_ptr<plot::GlPainter> painter_ = std::make_unique<plot::GlPainter>();
};

}  // namespace shell
