/* What ImGui's renderer asks GL before each frame, to put it back afterwards: answered without asking.

   A WebGL context answers a question only when everything drawn before is done. Fourteen questions a frame took 12 of
   the 15 ms of a frame of figure algorithm and 46 of the 55 ms of landscape (Chromium, drawing in software). Our
   contexts are the renderer's alone, and the viewport is set before each frame, so what is put back does not matter:
   the values are those that GL starts with. third_party.cmake gives the renderer this in place of glGetIntegerv. */
#include <GLES3/gl3.h>

void imgui_gl_state(GLenum name, GLint* value);

void imgui_gl_state(GLenum name, GLint* value) {
  switch (name) {
    case GL_ACTIVE_TEXTURE: *value = GL_TEXTURE0; return;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA: *value = GL_ONE; return;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *value = GL_FUNC_ADD; return;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: value[0] = value[1] = value[2] = value[3] = 0; return;
    case GL_BLEND_DST_RGB:
    case GL_BLEND_DST_ALPHA:
    case GL_CURRENT_PROGRAM:
    case GL_TEXTURE_BINDING_2D:
    case GL_SAMPLER_BINDING:
    case GL_ARRAY_BUFFER_BINDING:
    case GL_ELEMENT_ARRAY_BUFFER_BINDING:
    case GL_VERTEX_ARRAY_BINDING: *value = 0; return;
    default: glGetIntegerv(name, value);
  }
}
