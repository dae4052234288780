// The painter in a WebGL2 context: the programs of shaders/ and the textures they read.
//
// They belong to the context that is current when it is made, so whoever owns the context owns this, makes a new one
// when the context comes back after a loss, and destroys it while the context is current.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "plot/painter.hpp"

struct ImDrawCmd;

namespace plot {

class GlPainter final : public Painter {
 public:
  // Nothing where the shaders do not compile; pictures are then drawn in triangles.
  static std::unique_ptr<GlPainter> make();
  ~GlPainter() override;
  GlPainter(const GlPainter&) = delete;
  GlPainter& operator=(const GlPainter&) = delete;

  // Before a frame is drawn: what the last one asked for is done.
  void begin_frame() { surfaces_.clear(); }

  void surface(ImDrawList& list, const SurfacePaint& paint) override;

  // The context was lost and took everything with it: nothing is left to free.
  void lose() { surface_program_ = texture_ = no_vertices_ = 0; }

 private:
  struct SurfaceJob {
    GlPainter* painter;
    SurfacePaint paint;
    std::vector<float> shares;  // row-major: a texture's rows are the grid's
  };

  GlPainter() = default;
  static void run_surface(const ImDrawList* list, const ImDrawCmd* command);
  void draw(const SurfaceJob& job) const;

  unsigned surface_program_ = 0;
  unsigned texture_ = 0;
  unsigned no_vertices_ = 0;  // a vertex array without any
  std::deque<SurfaceJob> surfaces_;
};

}  // namespace plot
