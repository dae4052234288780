#include "plot/headless_context.hpp"

#include <imgui.h>

#include "plot/svg.hpp"

namespace plot {
namespace {

void begin_window(const ImGuiIO& io) {
  constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(io.DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("picture", nullptr, kBare);
  ImGui::PopStyleVar(2);
}

}  // namespace

HeadlessContext::HeadlessContext() {
  if (ImGui::GetCurrentContext() == nullptr) own_ = ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
}

HeadlessContext::~HeadlessContext() {
  if (own_ != nullptr) ImGui::DestroyContext(own_);
}

void HeadlessContext::fit_fonts(const Look& look) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const float density = Fonts::nearest_density(look.density);
  if (fonts_.density() != density || fonts_.scale() != look.text_scale || !atlas.IsBuilt()) {
    fonts_ = Fonts::build(atlas, density, look.text_scale);
  }
}

Canvas HeadlessContext::canvas_of(const Look& look, ImDrawList& list) {
  return {.list = list,
          .fonts = fonts_,
          .pointer = pointer,
          .area = {0, 0, look.width, look.height},
          .dark = look.dark,
          .em = fonts_.em(),
          .highlighted = highlighted,
          .reduced_motion = look.reduced_motion,
          .still = look.still};
}

float HeadlessContext::measured(const Look& look, const std::function<float(const Canvas&)>& measure) {
  fit_fonts(look);
  ImDrawList list(ImGui::GetDrawListSharedData());
  return measure(canvas_of(look, list));
}

const ImDrawData& HeadlessContext::frame(const Look& look, const std::function<void(Canvas&)>& draw) {
  fit_fonts(look);
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiStyle kept = ImGui::GetStyle();
  if (look.still) prepare_for_svg(ImGui::GetStyle());
  io.DisplaySize = {look.width, look.height};
  io.DisplayFramebufferScale = {look.density, look.density};
  io.DeltaTime = 1.F / 60;
  ImGui::NewFrame();
  begin_window(io);
  Canvas canvas = canvas_of(look, *ImGui::GetWindowDrawList());
  // The soft edge of a line is one device pixel wide, not one CSS pixel.
  canvas.list._FringeScale = 1 / fonts_.density();
  draw(canvas);
  finish(canvas);
  pointed_symbol = canvas.pointed_symbol;
  wants_frame = canvas.wants_frame;
  hand = canvas.hand;
  upright = canvas.upright;
  ImGui::End();
  ImGui::Render();
  ImGui::GetStyle() = kept;
  return *ImGui::GetDrawData();
}

}  // namespace plot
