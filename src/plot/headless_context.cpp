#include "plot/headless_context.hpp"

#include <imgui.h>
#include <imgui_internal.h>

namespace plot {

// ImGui's context without what CreateContext() adds for windows, tables and settings, and a frame without NewFrame(): a
// picture needs one draw list. 43 KB of a compressed page.
HeadlessContext::HeadlessContext() {
  if (ImGui::GetCurrentContext() == nullptr) ImGui::SetCurrentContext(own_ = IM_NEW(ImGuiContext)(nullptr));
  ImDrawListSharedData& shared = *ImGui::GetDrawListSharedData();
  shared.CurveTessellationTol = ImGui::GetStyle().CurveTessellationTol;
  shared.SetCircleTessellationMaxError(ImGui::GetStyle().CircleTessellationMaxError);
  list_ = std::make_unique<ImDrawList>(&shared);
  data_ = std::make_unique<ImDrawData>();
}

HeadlessContext::~HeadlessContext() {
  if (own_ == nullptr) return;
  IM_DELETE(own_->IO.Fonts);
  ImGui::SetCurrentContext(nullptr);
  IM_DELETE(own_);
}

void HeadlessContext::fit_fonts(const Look& look) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const float density = Fonts::nearest_density(look.density);
  if (fonts_.density() != density || fonts_.scale() != look.text_scale || !fonts_.is_current() || !atlas.IsBuilt()) {
    fonts_ = Fonts::build(atlas, density, look.text_scale);
  }
  ImDrawListSharedData& shared = *ImGui::GetDrawListSharedData();
  shared.TexUvWhitePixel = atlas.TexUvWhitePixel;
  shared.TexUvLines = atlas.TexUvLines;
}

Canvas HeadlessContext::canvas_of(const Look& look) {
  return {.list = *list_,
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
  return measure(canvas_of(look));
}

const ImDrawData& HeadlessContext::frame(const Look& look, const std::function<void(Canvas&)>& draw) {
  fit_fonts(look);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {look.width, look.height};
  io.DisplayFramebufferScale = {look.density, look.density};
  list_->_ResetForNewFrame();
  // An SVG's shapes are sharp: soft edges would be triangles of their own.
  list_->Flags = look.still ? ImDrawListFlags_None
                            : ImDrawListFlags_AntiAliasedLines | ImDrawListFlags_AntiAliasedLinesUseTex |
                                  ImDrawListFlags_AntiAliasedFill;
  list_->PushTextureID(io.Fonts->TexID);
  list_->PushClipRect({0, 0}, io.DisplaySize);
  Canvas canvas = canvas_of(look);
  // The soft edge of a line is one device pixel wide, not one CSS pixel.
  list_->_FringeScale = 1 / fonts_.density();
  draw(canvas);
  finish(canvas);
  pointed_symbol = canvas.pointed_symbol;
  wants_frame = canvas.wants_frame;
  hand = canvas.hand;
  upright = canvas.upright;
  data_->Clear();
  data_->Valid = true;
  data_->DisplaySize = io.DisplaySize;
  data_->FramebufferScale = io.DisplayFramebufferScale;
  data_->AddDrawList(list_.get());
  return *data_;
}

}  // namespace plot
