#include "shell/session.hpp"

#include <cmath>
#include <utility>

#include <imgui.h>

#include "figures/strip.hpp"

namespace shell {
namespace {

int device_pixels(float length, float density) { return static_cast<int>(std::lround(length * density)); }

}  // namespace

bool Session::attach() {
  screen_ = Screen::open();
  if (!screen_) return false;
  resize(width_, height_, density_);
  return true;
}

void Session::restore() {
  if (screen_) screen_->restore();
}

void Session::resize(double width, double height, double density) {
  if (!(width > 0) || !(height > 0) || !(density > 0)) return;
  width_ = static_cast<float>(width);
  height_ = static_cast<float>(height);
  density_ = std::fmin(std::fmax(static_cast<float>(density), 1.F), 3.F);
  if (screen_) screen_->resize(device_pixels(width_, density_), device_pixels(height_, density_));
}

void Session::pointer(double x, double y, bool down, bool touch) {
  at_ = {static_cast<float>(x), static_cast<float>(y)};
  inside_ = true;
  down_ = down;
  touch_ = touch;
}

void Session::leave() {
  if (down_) context_.pointer.cancel();  // nobody let go
  inside_ = false;
  down_ = false;
}

plot::Look Session::look_of_frame() const {
  return {.width = width_,
          .height = height_,
          .density = density_,
          .dark = look_.dark,
          .reduced_motion = look_.reduced_motion};
}

double Session::strip_height(double width) {
  plot::Look look = look_of_frame();
  look.width = static_cast<float>(width);
  return std::ceil(context_.measured(
      look, [&](const plot::Canvas& canvas) { return figures::strip_height(canvas, view_.values(), view_.access()); }));
}

unsigned Session::frame(double seconds) {
  context_.pointer.next(at_, inside_, down_, touch_ || look_.coarse);
  const figures::Values values = view_.values();
  const std::string_view playing = view_.playing();
  const ImDrawData& drawn = context_.frame(look_of_frame(), [&](plot::Canvas& canvas) {
    canvas.seconds = seconds;
    canvas.painter = screen_ ? screen_->painter() : nullptr;
    view_.draw(canvas, look_.strip);
  });
  if (screen_) screen_->present(drawn, plot::colour(plot::Ink::paper, look_.dark));
  const bool changed = !(values == view_.values()) || playing != view_.playing();
  const bool pointed = std::exchange(pointed_symbol_, context_.pointed_symbol) != pointed_symbol_;
  return (context_.wants_frame || changed ? kAgain : 0U) | (changed ? kValues : 0U) | (pointed ? kPointed : 0U) |
         (context_.hand ? kHand : 0U) | (context_.upright ? kUpright : 0U) |
         (context_.pointer.held.empty() ? 0U : kDragging);
}

std::string Session::svg(double width, double height, bool dark) {
  return view_.svg(context_, {.width = static_cast<float>(width),
                              .height = static_cast<float>(height),
                              .density = density_,
                              .dark = dark,
                              .reduced_motion = look_.reduced_motion});
}

}  // namespace shell
