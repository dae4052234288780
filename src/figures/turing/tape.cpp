// The tape of figure "turing": as it is at the moment shown, under its head, and thin what stood there at the start.
// Before the first step its cells are the reader's to write.

#include "figures/easing.hpp"
#include "figures/turing/turing.hpp"
#include "plot/canvas.hpp"

namespace figures::turing {
namespace {

constexpr float kLeastCell = 22;    // width, where it is pressed,
constexpr float kLeastColumn = 14;  // and over a column of the run
constexpr float kPin = 9;           // from the head to its cell
constexpr float kStart = 7;         // height of the tape as it was at the start, under the cells
constexpr float kUnder = 32;        // under the cells, for that and for words
// A step is read, then written while the head leaves.
constexpr float kRead = 0.3F;

// Sizes of one tape, smaller on a phone.
struct Sizes {
  explicit Sizes(const Canvas& canvas) : high(canvas.narrow() ? 48.F : 74.F), head(canvas.narrow() ? 28.F : 32.F) {}
  float high;  // of a cell
  float head;  // its height
};

// Which cells stand where.
struct Columns {
  float width, x;     // x: of cell 0
  Index first, last;  // of those that can be seen at all, and one past the last
  float at(double cell) const { return x + static_cast<float>(cell) * width; }
  Index of(float pixel) const { return static_cast<Index>(std::floor((pixel - x) / width)); }
  Rect cell(Index k, const Rect& row) const {
    return Rect{at(static_cast<double>(k)), row.y, width, row.h}.inset(2, 3, 2, 3);
  }
};

struct TapeNow : Scene {
  Rect row;   // of cells
  Rect lane;  // of the head, over them
  Columns columns = columns_now();

  bool strays() const { return result.first_wrong >= 0 && moment.done > result.first_wrong; }
  bool at_start() const { return moment.done == 0 && !(moment.glide > 0); }
  float passed() const { return eased((moment.glide - kRead) / (1 - kRead)); }
  double head_now() const {
    const auto head = static_cast<double>(at_start() ? setup.head : now.head);
    return head + static_cast<double>(passed()) * (moment.glide > 0 ? static_cast<double>(next.head - now.head) : 0);
  }

  // The cells as the columns of the run, under them on a phone. The start, which the reader writes, rests whatever comes
  // of it: from there the first step leads over to them. Where they are too thin the view follows the head as a walker would.
  Columns columns_now() const {
    const Lanes lanes = lanes_of(*this, row);
    const float wide = std::max(row.right() - lanes.left - kLanesEnd, 1.F);  // a picture may have no width
    const Index seen = std::clamp<Index>(static_cast<Index>(wide / kLeastCell), 1, start_reach(setup).cells());
    const float width = wide / static_cast<float>(seen);
    Index from = std::max<Index>(0, setup.head - seen + 2);
    if (lanes.column >= kLeastColumn) {
      const float share = moment.done > 0 ? 1 : passed();
      const float here = std::lerp(width, lanes.column, share);
      const float first = std::lerp(static_cast<float>(from), static_cast<float>(reach.low), share);
      return columns_from(lanes.left - first * here, here);
    }
    Walk walk(result, result.answered, result.run);
    const auto follow = [&] {
      walk.step();
      from = std::clamp(from, walk.now().head - seen + 2, walk.now().head - 1);
    };
    while (walk.done() < moment.done) follow();
    const auto before = static_cast<float>(from);
    if (moment.glide > 0) follow();
    return columns_from(lanes.left - std::lerp(before, static_cast<float>(from), passed()) * width, width);
  }
  Columns columns_from(float zero, float width) const {
    return {width, zero, static_cast<Index>(std::floor((row.x - zero) / width)),
            static_cast<Index>(std::ceil((row.right() - 2 * kLanesEnd - zero) / width))};
  }

  // One band without ends; before the first step those of its cells that can be written are buttons.
  void draw_band() {
    const learner::Tape tape = at_start() ? setup.start().tape : now.tape;
    const learner::Tape start = setup.start().tape;
    const float open = moment.done > 0 ? 0 : 1 - eased(moment.glide / kRead);
    // Before it runs, it is seen from the first cell that can be written.
    const float begins = std::lerp(row.x, std::max(row.x, columns.at(0)), open);
    for (const float y : {row.y, row.bottom()})
      line(canvas, {begins, y}, {row.right(), y}, canvas.colour(Ink::quiet), 1.25F);
    for (Index cell = columns.first; cell < columns.last; ++cell) {
      const Rect box = columns.cell(cell, row);
      line(canvas, {box.x - 2, row.y + 1}, {box.x - 2, row.bottom() - 1},
           with_alpha(canvas.colour(Ink::hairline), cell < 0 ? 1 - open : 1));
      if (open > 0 && cell >= 0 && cell < kMostCells) {
        fill(canvas, box, with_alpha(canvas.colour(Ink::raised), open), {4});
        outline(canvas, box, with_alpha(canvas.colour(Ink::accent), 0.45F * open), 1, {4});
      }
      draw_symbol(canvas, box, tape.read(cell), setup.symbols);
      draw_written(box, cell);
      draw_start(box, start.read(cell));
    }
  }

  // What the step writes shows behind the head as that leaves.
  void draw_written(const Rect& box, Index cell) {
    const float wide = written() * box.w;
    if (cell != now.head || !(wide > 0)) return;
    const Clip behind(canvas, {next.head < now.head ? box.right() - wide : box.x, box.y - 1, wide, box.h + 2});
    fill(canvas, box.inset(-1), canvas.colour(Ink::paper));
    draw_symbol(canvas, box, next.tape.read(cell), setup.symbols);
  }
  float written() const { return eased((moment.glide - kRead) / 0.45F); }

  // What stood in a cell at the start: a thin band under the tape, once that is written on, unless the run is astray.
  float start_shown() const {
    if (strays() || std::ranges::none_of(setup.tape, [](int symbol) { return symbol != 0; })) return 0;
    return moment.done > 0 ? 1 : eased(moment.glide / kRead);
  }
  void draw_start(const Rect& box, int symbol) {
    const float share = start_shown();
    if (!(share > 0)) return;
    const Rect place{box.x, row.bottom() + 4, box.w, kStart};
    const Colour back = symbol == 0 ? canvas.colour(Ink::hairline) : symbol_colour(canvas, symbol, setup.symbols);
    fill(canvas, symbol == 0 ? place.inset(0, 3, 0, 3) : place, with_alpha(back, share), {2});
  }

  // A press on a cell gives it the next symbol; later it leads back to the start.
  void write() {
    const Index cell = columns.of(canvas.pointer.at.x);
    const std::string id = "turing.cell." + std::to_string(cell);
    const bool writable = at_start() && cell >= 0 && cell < kMostCells;
    if (canvas.pointer.held != id && !canvas.hovers(row)) return;
    const Rect box = columns.cell(cell, row);
    const int symbol = (at_start() ? setup.start() : now).tape.read(cell);
    const int written = (symbol + 1) % setup.symbols;
    const std::string number = std::to_string(cell), word = symbol_word(symbol, setup.symbols);
    const Point at{box.right(), box.y};
    if (at_start() && !writable) return tooltip(canvas, at, tr("cell %1: %2", number, word));
    const Region region = plot::region(canvas, id, box.inset(-2, -3, -2, -3));
    if (writable) {
      outline(canvas, box, canvas.colour(Ink::accent), 2, {4});
      tooltip(canvas, at, tr("cell %1: %2\npress to write %3", number, word, symbol_word(written, setup.symbols)));
      if (region.clicked) set_cell(drawing.values, static_cast<int>(cell), written);
    } else {
      tooltip(canvas, at, tr("cell %1: %2\npress to go to the start, where it can be written", number, word));
      if (region.clicked) show_step(result, drawing.values, 0);
    }
  }

  // Before the first step the head can be dragged, or put over another cell by a press there.
  void move_start() {
    Values& values = drawing.values;
    const Region mark = region(canvas, "turing.head", lane);
    if (mark.held)
      values.set("head", static_cast<double>(std::clamp(columns.of(canvas.pointer.at.x), columns.first, columns.last)));
    if (!mark.hovered) return;
    tooltip(
        canvas, {columns.at(values.number("head") + 1), lane.y},
        tr("the head starts on cell %1\ndrag it, or press over another cell", std::to_string(values.integer("head"))));
  }

  // The head: its state over its cell, halfway to the next cell while it glides.
  void draw_head() {
    const float x = columns.at(head_now() + 0.5);
    const float wide = std::max(0.6F * columns.width, 24.F);
    const Rect body{x - wide / 2, lane.y, wide, lane.h - kPin};
    const Colour ink = canvas.colour(is_astray(result, moment) ? Ink::error : Ink::query);
    const int state = at_start() ? 0 : moment.glide > 0.6F ? next.state : now.state;
    fill(canvas, body, ink, {5});
    arrow(canvas, {x, body.bottom() - 1}, {x, row.y}, ink, 2.5F);
    outline(canvas, Rect{x - columns.width / 2, row.y, columns.width, row.h}, ink, 3, {5});
    text(canvas, body, state_letter(state), centred(Ink::paper, Size::title, Face::semibold));
    if (at_start()) return move_start();
    if (!canvas.hovers(body.inset(-2))) return;
    const std::string cell = std::to_string(now.head);
    const std::string word = symbol_word(now.symbol(), setup.symbols);
    tooltip(canvas, {body.right(), body.y},
            now.halted() ? tr("halted on cell %1\nreads %2", cell, word)
                         : tr("in state %1 on cell %2\nreads %3", state_letter(now.state), cell, word));
  }

  // What can be done, and later what the thin band is, and which cells are seen once they are not those of the start.
  void draw_words() {
    const Rect under{row.x, row.bottom() + kStart + 6, row.w, kUnder - kStart - 6};
    if (at_start()) {
      text(canvas, under, tr("Press a cell to write, drag the head."), kCaption);
      return;
    }
    const bool numbered = columns.first != -1;
    const TextStyle quiet{.ink = Ink::quiet, .size = Size::small, .along = numbered ? Along::centre : Along::left};
    const std::string note = start_shown() > 0 ? tr("the tape at the start") : std::string();
    if (!note.empty()) text(canvas, under, note, quiet);
    if (!numbered) return;
    const float half = columns.width / 2;
    const float free = note.empty() ? row.w / 2 : (row.w - text_width(canvas, note, quiet)) / 2 - canvas.em;
    for (const auto& [side, x] : {std::pair{Along::left, row.x + half}, std::pair{Along::right, row.right() - half}}) {
      const std::string number = tr("cell %1", whole(columns.of(x)));
      if (text_width(canvas, number, quiet) < free)
        text(canvas, under, number, {.ink = Ink::quiet, .size = Size::small, .along = side});
    }
  }

  // Where the machine would be, done rightly: its head dashed, and red under each cell that holds something else.
  void draw_truth() {
    Walk walk(result, result.table, result.truth);
    while (!walk.ended() && walk.done() < moment.done) walk.step();
    const Configuration& truth = walk.now();
    for (Index cell = columns.first; cell < columns.last; ++cell) {
      if (now.tape.read(cell) == truth.tape.read(cell)) continue;
      const Rect box = columns.cell(cell, row);
      fill(canvas, {box.x, row.bottom() + 2, box.w, 4}, canvas.colour(Ink::error));
    }
    const Rect frame = columns.cell(truth.head, row).inset(-1);
    const Point corners[] = {
        {frame.x, frame.y}, {frame.right(), frame.y}, {frame.right(), frame.bottom()}, {frame.x, frame.bottom()}};
    for (int k = 0; k < 4; ++k)
      dashed_line(canvas, corners[k], corners[(k + 1) % 4], canvas.colour(Ink::truth), 2, 4, 3);
    const float x = columns.at(static_cast<double>(truth.head) + 0.5);
    const std::string words = tr("rightly in %1", state_letter(truth.state));
    const float half = text_width(canvas, words, kCaption) / 2;
    text(canvas, Point{std::clamp(x, row.x + half, row.right() - half), row.bottom() + 6}, words,
         {.ink = Ink::truth, .size = Size::small, .along = Along::centre});
  }

  void draw() {
    const Clip clip(canvas, {row.x - 2, lane.y - 2, row.w + 4, lane.h + row.h + kUnder + 2});
    draw_band();
    if (strays()) draw_truth();
    // The cells first: on touch the lane's hit box reaches down into them.
    write();
    draw_head();
    if (!strays()) draw_words();
  }
};

}  // namespace

float tape_height(const Canvas& canvas) {
  const Sizes sizes(canvas);
  return sizes.head + kPin + sizes.high + kUnder;
}

void draw_tape(const Scene& scene, Rect box) {
  const Sizes sizes(scene.canvas);
  const Rect lane = box.take_top(sizes.head + kPin, 0);
  TapeNow{scene, box.take_top(sizes.high, 0), lane}.draw();
}

}  // namespace figures::turing
