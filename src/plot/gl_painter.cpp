#include "plot/gl_painter.hpp"

#include <GLES3/gl3.h>
#include <imgui.h>

#include <array>
#include <cmath>

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed, as in font_data.cpp

namespace plot {
namespace {

constexpr char kSurfaceVertex[] = {
#embed "surface.vert"
    , 0};
constexpr char kSurfaceFragment[] = {
#embed "surface.frag"
    , 0};
constexpr char kCellsVertex[] = {
#embed "cells.vert"
    , 0};
constexpr char kCellsFragment[] = {
#embed "cells.frag"
    , 0};

GLuint compiled(GLenum kind, const char* text) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  return shader;
}

// 0 where it cannot be linked, which a context that is lost also says.
GLuint linked(const char* vertex_text, const char* fragment_text) {
  const GLuint vertex = compiled(GL_VERTEX_SHADER, vertex_text);
  const GLuint fragment = compiled(GL_FRAGMENT_SHADER, fragment_text);
  const GLuint program = glCreateProgram();
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glLinkProgram(program);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint good = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good == GL_TRUE) return program;
  glDeleteProgram(program);
  return 0;
}

float unit_channel(Colour colour, unsigned shift) { return static_cast<float>(colour >> shift & 255U) / 255.F; }

std::array<float, 4> rgba(Colour colour) {
  return {unit_channel(colour, 0), unit_channel(colour, 8), unit_channel(colour, 16), unit_channel(colour, 24)};
}

std::array<float, 3> rgb(Colour colour) {
  return {unit_channel(colour, 0), unit_channel(colour, 8), unit_channel(colour, 16)};
}

class Uniforms {
 public:
  explicit Uniforms(GLuint program) : program_(program) { glUseProgram(program); }

  void set(const char* name, float x) const { glUniform1f(at(name), x); }
  void set(const char* name, float x, float y) const { glUniform2f(at(name), x, y); }
  void set(const char* name, int x, int y) const { glUniform2i(at(name), x, y); }
  void set(const char* name, const std::array<float, 3>& v) const { glUniform3fv(at(name), 1, v.data()); }
  void set(const char* name, const std::array<float, 4>& v) const { glUniform4fv(at(name), 1, v.data()); }
  void set(const char* name, const std::array<Colour, kPaletteSize>& colours) const {
    std::array<float, 4 * kPaletteSize> flat;
    for (std::size_t k = 0; k < kPaletteSize; ++k) {
      for (unsigned part = 0; part < 4; ++part) flat[4 * k + part] = unit_channel(colours[k], 8 * part);
    }
    glUniform4fv(at(name), kPaletteSize, flat.data());
  }
  void set(const char* name, const Stops& stops) const {
    std::array<float, 3 * kStops> rgb;
    for (std::size_t k = 0; k < kStops; ++k) {
      for (unsigned part = 0; part < 3; ++part) rgb[3 * k + part] = unit_channel(stops[k], 8 * part);
    }
    glUniform3fv(at(name), kStops, rgb.data());
  }

 private:
  GLint at(const char* name) const { return glGetUniformLocation(program_, name); }
  GLuint program_;
};

// ImGui sets no scissors for a callback.
void clip_to(const ImVec4& rect, const ImGuiIO& io) {
  const ImVec2 scale = io.DisplayFramebufferScale;
  const float top = io.DisplaySize.y * scale.y;
  glScissor(static_cast<GLint>(rect.x * scale.x), static_cast<GLint>(top - rect.w * scale.y),
            static_cast<GLsizei>((rect.z - rect.x) * scale.x), static_cast<GLsizei>((rect.w - rect.y) * scale.y));
}

}  // namespace

bool GlPainter::Program::make(const char* vertex_text, const char* fragment_text) {
  if (!tried) name = linked(vertex_text, fragment_text);
  tried = true;
  return name != 0;
}

void GlPainter::make_texture() {
  if (texture_ != 0) return;
  glGenVertexArrays(1, &no_vertices_);
  glGenTextures(1, &texture_);
}

void GlPainter::bind() const {
  glBindVertexArray(no_vertices_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

void GlPainter::lose() {
  surface_program_ = cells_program_ = {};
  texture_ = no_vertices_ = 0;
}

GlPainter::~GlPainter() {
  glDeleteProgram(surface_program_.name);
  glDeleteProgram(cells_program_.name);
  glDeleteTextures(1, &texture_);
  glDeleteVertexArrays(1, &no_vertices_);
}

bool GlPainter::surface(ImDrawList& list, const SurfacePaint& paint) {
  if (!surface_program_.make(kSurfaceVertex, kSurfaceFragment)) return false;
  make_texture();
  SurfaceJob& job = surfaces_.emplace_back(SurfaceJob{this, paint, {}});
  job.shares.resize(paint.heights.size());
  const auto rows = static_cast<std::size_t>(paint.rows);
  const auto columns = static_cast<std::size_t>(paint.columns);
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row < rows; ++row) {
      const double height = paint.heights[row + rows * column];
      job.shares[column + columns * row] = static_cast<float>((height - paint.low) / (paint.high - paint.low));
    }
  }
  list.AddCallback(run<SurfaceJob>, &job);
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  return true;
}

bool GlPainter::cells(ImDrawList& list, const CellsPaint& paint) {
  if (!cells_program_.make(kCellsVertex, kCellsFragment)) return false;
  make_texture();
  CellsJob& job = matrices_.emplace_back(CellsJob{this, paint, {paint.numbers.begin(), paint.numbers.end()}});
  list.AddCallback(run<CellsJob>, &job);
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  return true;
}

template <class Job>
void GlPainter::run(const ImDrawList*, const ImDrawCmd* command) {
  const auto& job = *static_cast<const Job*>(command->UserCallbackData);
  clip_to(command->ClipRect, ImGui::GetIO());
  job.painter->bind();
  job.painter->draw(job);
}

void GlPainter::draw(const CellsJob& job) const {
  const CellsPaint& paint = job.paint;
  const ImGuiIO& io = ImGui::GetIO();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, paint.columns, paint.rows, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
               job.numbers.data());
  const Uniforms set(cells_program_.name);
  const Rect& box = paint.box;
  set.set("box", std::array{box.x, box.y, box.w, box.h});
  set.set("canvas", io.DisplaySize.x, io.DisplaySize.y);
  set.set("size", paint.columns, paint.rows);
  set.set("side", box.w / static_cast<float>(paint.columns), box.h / static_cast<float>(paint.rows));
  set.set("gap", paint.gap, paint.gap);
  set.set("palette", paint.palette);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void GlPainter::draw(const SurfaceJob& job) const {
  const SurfacePaint& paint = job.paint;
  const ImGuiIO& io = ImGui::GetIO();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, paint.columns, paint.rows, 0, GL_RED, GL_FLOAT, job.shares.data());
  const Uniforms set(surface_program_.name);
  set.set("size", paint.columns, paint.rows);
  set.set("far_is_high", paint.far_is_high_u ? 1 : 0, paint.far_is_high_v ? 1 : 0);
  set.set("rise", paint.rise);
  set.set("across", paint.across);
  set.set("down", paint.down);
  set.set("canvas", io.DisplaySize.x, io.DisplaySize.y);
  set.set("stops", paint.stops);
  set.set("viewer", paint.viewer);
  set.set("light", paint.light);
  set.set("shadow", rgb(paint.shadow));
  set.set("gleam", rgb(paint.gleam));
  set.set("amounts", kShadow, kGleam);
  set.set("line", rgba(paint.line));
  const double range = paint.high - paint.low;
  const double first = (std::floor(paint.low / paint.contours) + 0.5) * paint.contours;
  set.set("contours", paint.contours > 0 ? static_cast<float>((first - paint.low) / range) : 0.F,
          static_cast<float>(paint.contours / range));
  set.set("thickness", io.DisplayFramebufferScale.x);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * paint.rows, paint.columns - 1);
}

}  // namespace plot
