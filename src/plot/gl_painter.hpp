// The painter in a WebGL2 context: the programs of shaders/ and the textures they read.
//
// They belong to the context that is current when it is made, so whoever owns the context owns this, makes a new one
// when the context comes back after a loss, and destroys it while the context is current.
#pragma once

#include <cstdint>
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
  void begin_frame() {
    surfaces_.clear();
    matrices_.clear();
  }

  // A program is compiled when it is first needed: most figures have no surface. False where it does not compile.
  bool surface(ImDrawList& list, const SurfacePaint& paint) override;
  bool cells(ImDrawList& list, const CellsPaint& paint) override;

  // The context was lost and took everything with it: nothing is left to free, all is made again.
  void lose();

 private:
  struct Program {
    bool tried = false;
    unsigned name = 0;  // 0: none
    bool make(const char* vertex_text, const char* fragment_text);
  };
  struct SurfaceJob {
    GlPainter* painter;
    SurfacePaint paint;
    std::vector<float> shares;  // row-major: a texture's rows are the grid's
  };
  struct CellsJob {
    GlPainter* painter;
    CellsPaint paint;
    std::vector<std::uint8_t> numbers;
  };

  template <class Job>
  static void run(const ImDrawList* list, const ImDrawCmd* command);
  void draw(const SurfaceJob& job) const;
  void draw(const CellsJob& job) const;
  // Binds the texture that a drawing reads, and no vertices: the programs make their own.
  void make_texture();
  void bind() const;

  Program surface_program_;
  Program cells_program_;
  unsigned texture_ = 0;
  unsigned no_vertices_ = 0;  // a vertex array without any
  std::deque<SurfaceJob> surfaces_;
  std::deque<CellsJob> matrices_;
};

}  // namespace plot
