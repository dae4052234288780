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

float channel(Colour colour, unsigned shift) { return static_cast<float>(colour >> shift & 255U) / 255.F; }

std::array<float, 4> rgba(Colour colour) {
  return {channel(colour, 0), channel(colour, 8), channel(colour, 16), channel(colour, 24)};
}

std::array<float, 3> rgb(Colour colour) { return {channel(colour, 0), channel(colour, 8), channel(colour, 16)}; }

class Uniforms {
 public:
  explicit Uniforms(GLuint program) : program_(program) { glUseProgram(program); }

  void set(const char* name, float x) const { glUniform1f(at(name), x); }
  void set(const char* name, float x, float y) const { glUniform2f(at(name), x, y); }
  void set(const char* name, int x, int y) const { glUniform2i(at(name), x, y); }
  void set(const char* name, const std::array<float, 3>& v) const { glUniform3fv(at(name), 1, v.data()); }
  void set(const char* name, const std::array<float, 4>& v) const { glUniform4fv(at(name), 1, v.data()); }
  void set(const char* name, const Stops& stops) const {
    std::array<float, 3 * kStops> rgb;
    for (std::size_t k = 0; k < kStops; ++k) {
      for (unsigned part = 0; part < 3; ++part) rgb[3 * k + part] = channel(stops[k], 8 * part);
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

bool GlPainter::make() {
  if (!tried_) {
    tried_ = true;
    surface_program_ = linked(kSurfaceVertex, kSurfaceFragment);
    glGenVertexArrays(1, &no_vertices_);
    glGenTextures(1, &texture_);
  }
  return surface_program_ != 0;
}

void GlPainter::lose() {
  tried_ = false;
  surface_program_ = texture_ = no_vertices_ = 0;
}

GlPainter::~GlPainter() {
  glDeleteProgram(surface_program_);
  glDeleteTextures(1, &texture_);
  glDeleteVertexArrays(1, &no_vertices_);
}

bool GlPainter::surface(ImDrawList& list, const SurfacePaint& paint) {
  if (!make()) return false;
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
  list.AddCallback(run_surface, &job);
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  return true;
}

void GlPainter::run_surface(const ImDrawList*, const ImDrawCmd* command) {
  const auto& job = *static_cast<const SurfaceJob*>(command->UserCallbackData);
  clip_to(command->ClipRect, ImGui::GetIO());
  job.painter->draw(job);
}

void GlPainter::draw(const SurfaceJob& job) const {
  const SurfacePaint& paint = job.paint;
  const ImGuiIO& io = ImGui::GetIO();
  glBindVertexArray(no_vertices_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, paint.columns, paint.rows, 0, GL_RED, GL_FLOAT, job.shares.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  const Uniforms set(surface_program_);
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
  set.set("under", rgba(paint.under));
  const double range = paint.high - paint.low;
  const double first = (std::floor(paint.low / paint.contours) + 0.5) * paint.contours;
  set.set("contours", paint.contours > 0 ? static_cast<float>((first - paint.low) / range) : 0.F,
          static_cast<float>(paint.contours / range));
  set.set("thickness", io.DisplayFramebufferScale.x);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * paint.rows, paint.columns - 1);
}

}  // namespace plot
