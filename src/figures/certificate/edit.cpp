// The question of figure "certificate" as a matrix that can be edited.
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "figures/certificate/picture.hpp"
#include "plot/matrix.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::certificate {
namespace {

// Colours of the question reach from minus to plus so much, whatever its entries: they must not change while one is
// dragged.
constexpr double kColourLimit = 3;
// Pixels of a drag that change an entry by 1.
constexpr float kPixelsToOne = 48;
// Dragged entries are multiples of it.
constexpr double kGrain = 0.01;
constexpr std::string_view kEntry = "certificate.entry.";

struct Entry {
  int row;
  int column;
};

// The id of an entry's region says what the entry was when it was taken: nothing else remembers where a drag began.
std::string entry_id(const Answer& answer, Entry at) {
  return std::string(kEntry) + std::to_string(at.row) + "." + std::to_string(at.column) + "@" +
         std::to_string(std::bit_cast<std::uint64_t>(answer.Z(at.row, at.column)));
}

struct Held {
  Entry at;
  double from;
};

std::optional<Held> held_entry(const Pointer& pointer, const MatrixView& view) {
  std::string_view id = pointer.held;
  if (!id.starts_with(kEntry)) return std::nullopt;
  id.remove_prefix(kEntry.size());
  const char* const end = id.data() + id.size();
  Held held{};
  std::uint64_t bits = 0;
  const auto row = std::from_chars(id.data(), end, held.at.row);
  const auto column = std::from_chars(row.ptr + 1, end, held.at.column);
  std::from_chars(column.ptr + 1, end, bits);
  held.from = std::bit_cast<double>(bits);
  // A result of another size may have come while the entry was held.
  if (held.at.row >= view.rows || held.at.column >= view.columns) return std::nullopt;
  return held;
}

std::optional<Entry> entry_under(const Canvas& canvas, const MatrixView& view) {
  if (!canvas.hovers(view.cells)) return std::nullopt;
  for (int column = 0; column < view.columns; ++column) {
    for (int row = 0; row < view.rows; ++row) {
      if (view.cell(row, column).contains(canvas.pointer.at)) return Entry{row, column};
    }
  }
  return std::nullopt;
}

void say_entry(Canvas& canvas, const Answer& answer, const MatrixView& view, Entry at) {
  const Rect cell = view.cell(at.row, at.column);
  outline(canvas, cell.inset(-1), canvas.colour(Ink::ink), 2);
  tooltip(canvas, {cell.right(), cell.y},
          tr("$Z_{%1,%2}$ = %3\ndrag sideways to change it", std::to_string(at.row + 1), std::to_string(at.column + 1),
             number(answer.Z(at.row, at.column), 4)));
}

// Takes an entry under the pointer, and moves the one that is held.
void edit_entries(Drawing& drawing, const Answer& answer, const MatrixView& view) {
  Canvas& canvas = drawing.canvas;
  if (canvas.still) return;
  if (const auto held = held_entry(canvas.pointer, view)) {
    const Rect cell = view.cell(held->at.row, held->at.column);
    const std::string id = canvas.pointer.held;
    const Region region = plot::region(canvas, id, cell);
    say_entry(canvas, answer, view, held->at);
    if (!region.held || !canvas.pointer.dragging) return;
    const double moved = (canvas.pointer.at.x - canvas.pointer.from.x) / kPixelsToOne;
    Matrix Z = answer.Z;
    Z(held->at.row, held->at.column) = std::round((held->from + moved) / kGrain) * kGrain;
    drawing.values.set_list("question", question_list(Z));
    drawing.values.choose("ask", "edited");
    return;
  }
  const auto under = entry_under(canvas, view);
  if (!under) return;
  region(canvas, entry_id(answer, *under), view.cell(under->row, under->column));
  say_entry(canvas, answer, view, *under);
}

// Each entry's value, in the ink that can be read on its colour.
void write_entries(Canvas& canvas, const Answer& answer, const MatrixView& view) {
  const Rect first = view.cell(0, 0);
  const Size size = first.w >= 2.6F * canvas.em ? Size::small : Size::script;
  if (first.w < text_width(canvas, "−0.0", {.size = size})) return;
  for (int column = 0; column < view.columns; ++column) {
    for (int row = 0; row < view.rows; ++row) {
      const double value = answer.Z(row, column);
      const Colour back = diverging(value / kColourLimit, canvas.dark);
      const bool plain = contrast(back, canvas.colour(Ink::ink)) >= contrast(back, canvas.colour(Ink::paper));
      text(canvas, view.cell(row, column), fixed(value, 1),
           {.ink = plain ? Ink::ink : Ink::paper, .size = size, .along = Along::centre, .upright = Upright::middle});
    }
  }
}

}  // namespace

Rect draw_certificate_question(Drawing& drawing, const Answer& answer, Rect box) {
  Canvas& canvas = drawing.canvas;
  const TextStyle small{.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle};
  const Rect top = box.take_top(line_height(canvas, Size::small), 2);
  const Rect side = box.take_left(kQuestionMargin * canvas.em, 0);
  const auto view = matrix(
      canvas, box,
      {.values = {answer.Z.data(), static_cast<std::size_t>(answer.Z.size())},
       .rows = static_cast<int>(answer.Z.rows()),
       .columns = static_cast<int>(answer.Z.cols())},
      {.symbol = "Z", .limit = kColourLimit, .block_rows = static_cast<int>(answer.Z.rows()) / 2, .name = false});
  write_entries(canvas, answer, view);
  const float half = view.cells.h / 2;
  text(canvas, Rect{side.x, view.cells.y, side.w, half}, tr("keys"), small);
  text(canvas, Rect{side.x, view.cells.y + half, side.w, half}, tr("values"), small);
  const Rect last = view.cell(0, view.columns - 1);
  TextStyle asks = small;
  asks.along = Along::centre;
  text(canvas, Point{last.centre().x, top.centre().y}, tr("asks"), asks);
  edit_entries(drawing, answer, view);
  const float taken = view.cells.right() + 2.5F * kGrid;
  return {taken, top.y, std::max(0.F, box.right() - taken), view.cells.bottom() - top.y};
}

}  // namespace figures::certificate
