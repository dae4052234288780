// The painter in a WebGL2 context: the programs of shaders/ and the textures they read.
//
// They belong to the context that is current when it is made, so whoever owns the context owns this, makes a new one
// when the context comes back after a loss, and destroys it while the context is current.
#pragma once

#include <deque>
#include <vector>

#include "plot/painter.hpp"

struct ImDrawCmd;

namespace plot {

class GlPainter final : public Painter {
 public:
  GlPainter() = default;
  ~GlPainter() override;
  GlPainter(const GlPainter&) = delete;
  GlPainter& operator=(const GlPainter&) = delete;

  // Before a frame is drawn: what the last one asked for is done.
  void begin_frame() { surfaces_.clear(); }

  // The program is compiled for the first surface: most figures have none. False where it does not compile.
  bool surface(ImDrawList& list, const SurfacePaint& paint) override;

  // The context was lost and took everything with it: nothing is left to free, all is made again.
  void lose();

 private:
  struct SurfaceJob {
    GlPainter* painter;
    SurfacePaint paint;
    std::vector<float> shares;  // row-major: a texture's rows are the grid's
  };

  bool make();
  static void run_surface(const ImDrawList* list, const ImDrawCmd* command);
  void draw(const SurfaceJob& job) const;

  bool tried_ = false;
  unsigned surface_program_ = 0;
  unsigned texture_ = 0;
  unsigned no_vertices_ = 0;  // a vertex array without any
  std::deque<SurfaceJob> surfaces_;
};

}  // namespace plot
