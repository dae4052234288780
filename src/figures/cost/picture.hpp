// The parts of the picture of figure "cost".
#pragma once

#include <optional>
#include <string>

#include "figures/cost/device.hpp"
#include "figures/cost/setting.hpp"

namespace figures::cost {

// All that the parts show.
struct Picture {
  const Result& result;
  Drawing& drawing;
  Setting setting;
  Route route;                   // shown in detail at the token size chosen
  std::optional<Device> device;  // nothing where nobody measured
  std::optional<Trial> trial;

  Sizes sizes() const { return setting.sizes(); }
};

Ink ink_of(Part part);

// Operations against token size. A press or drag moves the marker: it changes the values.
void draw_chart(const Picture& picture, const Rect& box);

// The numbers at the marker; where the box is lower than what panel_height asks for, fewer of them.
void draw_panel(const Picture& picture, Rect box);
float panel_height(const Picture& picture, float width);

// The time that each part takes on this device among spans of time that people know; nothing where nobody measured.
// What is left of the box is free.
void draw_ruler(const Picture& picture, Rect& box);
float ruler_height(const Picture& picture);

// --- Words that picture and description share -----------------------------------------------------------------------
// So many significant digits also before the point: "290,000".
std::string rounded(double value, int digits);

// Why a run took much longer than predicted, where it did; a sentence.
std::string overhead_words(const Trial& trial);

// Multiply-adds at the point of the claim, the cheaper way.
double claimed_cost(const Setting& setting);

// How many times the training of GPT-3 that is: "290,000".
std::string gpt3s(double work);

}  // namespace figures::cost
