// A frame of ImGui without window or GL: for tests, for SVG, and around every frame of the real shell, which differs
// only in that it renders what comes out.
//
// There is one ImGui context; this uses the current one if there is one and owns one otherwise.
#pragma once

#include <functional>
#include <memory>

#include "plot/canvas.hpp"

struct ImDrawData;
struct ImDrawList;
struct ImGuiContext;

namespace plot {

struct Look {
  float width = 640;  // CSS pixels
  float height = 400;
  float density = 1;
  float text_scale = 1;
  bool dark = false;
  bool reduced_motion = false;
  bool still = false;  // for SVG: no hover, no anti-aliasing
};

class HeadlessContext {
 public:
  HeadlessContext();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  // Draws one frame: fonts are rebuilt when density or scale changed, `draw` gets a canvas of the whole size, finish()
  // is called, and the draw data stay valid until the next frame.
  const ImDrawData& frame(const Look& look, const std::function<void(Canvas&)>& draw);

  // What `measure` finds on a canvas of this size that is never shown: no frame is drawn.
  float measured(const Look& look, const std::function<float(const Canvas&)>& measure);

  Pointer pointer;             // move it with next() before a frame
  std::string highlighted;     // symbol, chosen from outside
  std::string pointed_symbol;  // symbol that the pointer was over in the last frame
  bool wants_frame = false;
  bool hand = false;
  bool upright = false;
  const Fonts& fonts() const { return fonts_; }

 private:
  void fit_fonts(const Look& look);
  Canvas canvas_of(const Look& look);

  ImGuiContext* own_ = nullptr;
  std::unique_ptr<ImDrawList> list_;
  std::unique_ptr<ImDrawData> data_;
  Fonts fonts_;
};

}  // namespace plot
