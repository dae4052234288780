// The two tokens of a question of figure "softmax", to click through.
#include <algorithm>
#include <string>

#include "figures/softmax/picture.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

constexpr float kCellHeight = 1.75F;  // em
constexpr float kCellWidth = 1.9F;
constexpr float kName = 1.4F;

struct TokenRow {
  std::string_view name;  // also the parameter
  const Vector& token;
  const Vector& other;
  Ink ink;
};

float row_width(const Canvas& canvas, Index d) { return (kName + kCellWidth * static_cast<float>(d)) * canvas.em; }

void draw_bit(Canvas& canvas, const Rect& cell, const TokenRow& row, Index j, bool hovered) {
  const bool up = row.token(j) > 0;
  const bool differs = row.token(j) != row.other(j);
  fill(canvas, cell, tint(row.ink, up ? 0.16F : 0.05F, canvas.dark), {4});
  if (hovered || differs) {
    outline(canvas, cell, canvas.colour(hovered ? Ink::accent : Ink::query), hovered ? 1.5F : 2.F, {4});
  }
  text(canvas, cell, up ? "+1" : "−1",
       {.ink = up ? Ink::ink : Ink::quiet, .size = Size::small, .along = Along::centre, .upright = Upright::middle});
}

// One region for the whole row: on touch those of single bits would cover one another.
std::optional<learner::Index> draw_row(Canvas& canvas, const TokenRow& row, Rect box) {
  const float name = kName * canvas.em;
  text(canvas, box.take_left(name, 0), "$" + std::string(row.name) + "$", {.ink = row.ink, .upright = Upright::middle});
  const auto d = static_cast<int>(row.token.size());
  const Rect bits{box.x, box.y, kCellWidth * canvas.em * static_cast<float>(d), box.h};
  const Region region = plot::region(canvas, "softmax.token." + std::string(row.name), bits);
  const float share = (canvas.pointer.at.x - bits.x) / std::max(bits.w, 1.F);
  const int under = std::clamp(static_cast<int>(share * static_cast<float>(d)), 0, d - 1);
  for (int j = 0; j < d; ++j) draw_bit(canvas, bits.column(j, d, 3), row, j, region.hovered && j == under);
  if (region.hovered && !region.held) {
    tooltip(canvas, {bits.right(), bits.y}, tr("Click to flip bit %1.", std::to_string(under + 1)));
  }
  if (region.clicked) return under;
  return std::nullopt;
}

void choose_next_asked(const Result& result, Values& values, const Chosen& chosen) {
  const std::size_t at = chosen.asked == nullptr ? 0 : static_cast<std::size_t>(chosen.asked - result.pairs.data()) + 1;
  const Pair& next = result.pairs[at % result.pairs.size()];
  choose_tokens(values, next.u, next.v);
}

}  // namespace

Rect draw_tokens(const Result& result, Drawing& drawing, const Chosen& chosen, Rect box) {
  Canvas& canvas = drawing.canvas;
  const float width = row_width(canvas, result.d);
  const std::string_view next = tr("Next question");
  const float button = text_width(canvas, next) + 2 * kGrid;
  const float gap = 2 * kGrid;
  const bool one_line = 2 * (width + gap) + button <= box.w;
  const float height = kCellHeight * canvas.em;
  Rect first = box.take_top(height, 6);
  const auto flip_u = draw_row(canvas, {"u", chosen.u, chosen.v, Ink::query}, first.take_left(width, gap));
  Rect second = one_line ? first : box.take_top(height, 6);
  const auto flip_v = draw_row(canvas, {"v", chosen.v, chosen.u, Ink::Z}, second.take_left(width, gap));
  Vector u = chosen.u;
  Vector v = chosen.v;
  if (flip_u) u(*flip_u) = -u(*flip_u);
  if (flip_v) v(*flip_v) = -v(*flip_v);
  if (flip_u || flip_v) choose_tokens(drawing.values, u, v);
  if (result.pairs.size() > 1 && button <= second.w && plot::button(canvas, "softmax.next", second.take_left(button), next)) {
    choose_next_asked(result, drawing.values, chosen);
  }
  return box;
}

}  // namespace figures::softmax
