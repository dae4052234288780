#include "shell/screen.hpp"

#include <GLES3/gl3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace shell {
namespace {

// Flat pictures need no depth, stencil or multisampling; ImGui smooths its own edges.
void ask_for_webgl2() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
}

float channel(plot::Colour colour, unsigned shift) { return static_cast<float>(colour >> shift & 255U) / 255.F; }

// Fonts may have been rebuilt for this very frame, and the first frame on a screen is drawn before there is a texture
// at all: its commands name none, and would come out black.
void upload_fonts(const ImDrawData& frame) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (atlas.TexID == nullptr) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();  // that of another density
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  for (ImDrawList* list : frame.CmdLists) {
    for (ImDrawCmd& command : list->CmdBuffer) {
      if (command.TextureId == nullptr) command.TextureId = atlas.TexID;
    }
  }
}

}  // namespace

std::unique_ptr<Screen> Screen::open() {
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return nullptr;
  ask_for_webgl2();
  SDL_Window* window = SDL_CreateWindow(nullptr, 0, 0, 1, 1, SDL_WINDOW_OPENGL);
  SDL_GLContext context = window == nullptr ? nullptr : SDL_GL_CreateContext(window);
  if (context == nullptr || !ImGui_ImplOpenGL3_Init("#version 300 es")) {
    if (window != nullptr) SDL_DestroyWindow(window);
    SDL_Quit();
    return nullptr;
  }
  return std::unique_ptr<Screen>(new Screen(window, context));
}

Screen::~Screen() {
  painter_.reset();
  ImGui_ImplOpenGL3_Shutdown();
  SDL_GL_DeleteContext(context_);
  SDL_DestroyWindow(window_);
  SDL_Quit();
}

void Screen::resize(int width, int height) {
  if (width == width_ && height == height_) return;
  width_ = width;
  height_ = height;
  SDL_SetWindowSize(window_, width, height);
}

void Screen::restore() {
  ImGui_ImplOpenGL3_DestroyDeviceObjects();
  ImGui_ImplOpenGL3_CreateDeviceObjects();
  painter_->lose();
}

plot::Painter* Screen::painter() {
  painter_->begin_frame();
  return painter_.get();
}

void Screen::present(const ImDrawData& frame, plot::Colour paper) {
  ImGui_ImplOpenGL3_NewFrame();
  upload_fonts(frame);
  glViewport(0, 0, width_, height_);
  glClearColor(channel(paper, 0), channel(paper, 8), channel(paper, 16), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  // The backend takes a pointer to what it only reads.
  ImGui_ImplOpenGL3_RenderDrawData(const_cast<ImDrawData*>(&frame));
}

}  // namespace shell
