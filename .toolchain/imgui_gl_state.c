/* What ImGui's renderer asks GL before each frame, to put it back afterwards: answered without asking.

   A WebGL context answers a question only when everything drawn before is done. Fourteen questions a frame took 12 of
   the 15 ms of a frame of figure algorithm and 46 of the 55 ms of landscape (Chromium, drawing in software). Our
   contexts are the renderer's alone, and the viewport is set before each frame, so what is put back does not matter:
   the values are those that GL starts with, and its version is that of WebGL 2. third_party.cmake gives the renderer these
   in place of glGetIntegerv and glGetString, which would be 2 KB of scripts. */
#include <GLES3/gl3.h>

void imgui_gl_state(GLenum name, GLint* value);
const GLubyte* imgui_gl_string(GLenum name);

/* Asked for only where there is no version. */
const GLubyte* imgui_gl_string(GLenum name) {
  (void)name;
  return (const GLubyte*)"";
}

void imgui_gl_state(GLenum name, GLint* value) {
  switch (name) {
    case GL_MAJOR_VERSION: *value = 3; return;
    case GL_ACTIVE_TEXTURE: *value = GL_TEXTURE0; return;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA: *value = GL_ONE; return;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *value = GL_FUNC_ADD; return;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: value[0] = value[1] = value[2] = value[3] = 0; return;
    default: *value = 0;
  }
}
