// The tape of figure "turing": as it is written before the start, and as it is at the moment shown.

#include "figures/turing/turing.hpp"

namespace figures::turing {
namespace {

constexpr float kLeastCell = 22;   // width
constexpr float kLeastStart = 13;  // a long tape on a phone
constexpr float kLargestCell = 48;
constexpr float kLane = 18;       // where the head's mark of the start lies
constexpr float kStartCell = 26;  // height
constexpr float kState = 28;      // of the head with its state
constexpr float kPin = 9;         // from it to its cell
constexpr float kNowCell = 46;
constexpr float kBetween = 8;
constexpr float kUnder = 22;  // under the tape as it is now, for numbers of cells and the right state
constexpr float kPress = 2;   // em, of a button

// A step is read, then written while the head leaves.
constexpr float kRead = 0.3F;

float eased(float share) {
  const float t = std::clamp(share, 0.F, 1.F);
  return t * t * (3 - 2 * t);
}

// Which cells stand where, both tapes alike.
struct Columns {
  Columns(const Rect& box, double from, double cells, float least)
      : width(std::clamp(box.w / static_cast<float>(cells), least, kLargestCell)),
        x(box.x - static_cast<float>(from) * width),
        first(static_cast<Index>(std::floor(from))),
        last(first + static_cast<Index>(std::ceil(box.w / width)) + 1) {}

  float width, x;     // x: of cell 0
  Index first, last;  // of those that can be seen at all, and one past the last
  float at(double cell) const { return x + static_cast<float>(cell) * width; }
  Index of(float pixel) const { return static_cast<Index>(std::floor((pixel - x) / width)); }
  Rect cell(Index k, const Rect& row) const {
    return Rect{at(static_cast<double>(k)), row.y, width, row.h}.inset(1, 0, 1, 0);
  }
};

struct Tapes : Scene {
  double head_now() {
    const auto head = static_cast<double>(now.head);
    if (!(moment.glide > 0)) return head;
    return head + eased((moment.glide - kRead) / (1 - kRead)) * static_cast<double>(next.head - now.head);
  }

  // The start does not depend on the run, so that nothing moves under the pointer when an edit changes it.
  Columns start_columns(const Rect& box) {
    const bool narrow = canvas.narrow();
    const int used = std::max(static_cast<int>(std::ssize(setup.tape)), setup.head + 1);
    const int first = narrow ? -2 : -3;
    return Columns(box, first, std::max(narrow ? 11 : 17, used + 1) - first, kLeastStart);
  }

  // Under the start where the run stays there; else all that it reaches, or as much of it as fits around the head.
  Columns now_columns(const Rect& box) {
    const Columns start = start_columns(box);
    const auto low = static_cast<double>(reach.low - 1);
    const auto high = static_cast<double>(reach.high + 1);
    if (start.at(low) >= box.x - 1 && start.at(high) <= box.right() + 1) return start;
    const double fit = static_cast<double>(box.w / std::max(start.width, kLeastCell));
    if (high - low <= fit) return Columns(box, low, fit, kLeastCell);
    const double seen = std::min(high - low, std::max(1.0, static_cast<double>(box.w / kLeastCell)));
    return Columns(box, std::clamp(head_now() + 0.5 - seen / 2, low, high - seen), seen, kLeastCell);
  }

  // Cells to be written: each a button of its own.
  void draw_written(const Columns& columns, const Rect& row, const learner::Tape& tape) {
    for (Index cell = std::max<Index>(0, columns.first); cell < std::min<Index>(kMostCells, columns.last); ++cell) {
      const Rect box = columns.cell(cell, row);
      fill(canvas, box, canvas.colour(Ink::raised), {4});
      outline(canvas, box, canvas.colour(Ink::hairline), 1, {4});
      draw_symbol(canvas, box, tape.read(cell), setup.symbols);
    }
  }

  // One band without ends: the machine's to write, not the reader's.
  void draw_band(const Columns& columns, const Rect& row, const learner::Tape& tape) {
    const Colour edge = canvas.colour(Ink::quiet);
    for (const float y : {row.y, row.bottom()}) line(canvas, {row.x, y}, {row.right(), y}, edge, 1.25F);
    for (Index cell = columns.first; cell < columns.last; ++cell) {
      const float x = columns.at(static_cast<double>(cell));
      line(canvas, {x, row.y + 1}, {x, row.bottom() - 1}, canvas.colour(Ink::hairline));
      draw_symbol(canvas, columns.cell(cell, row).inset(1, 3, 1, 3), tape.read(cell), setup.symbols);
    }
  }

  // A click on a cell gives it the next symbol.
  void write_start(const Columns& columns, const Rect& row) {
    const Index cell = columns.of(canvas.pointer.at.x);
    const std::string id = "turing.cell." + std::to_string(cell);
    if (cell < 0 || cell >= kMostCells || (canvas.pointer.held != id && !canvas.hovers(row))) return;
    const Rect box = columns.cell(cell, row);
    const Region region = plot::region(canvas, id, box);
    const int symbol = setup.start().tape.read(cell);
    const int symbols = setup.symbols;
    const int written = (symbol + 1) % symbols;
    outline(canvas, box.inset(-1), canvas.colour(Ink::accent), 2, {4});
    tooltip(canvas, {box.right(), box.y},
            tr("cell %1: %2\npress to write %3", std::to_string(cell), symbol_word(symbol, symbols),
               symbol_word(written, symbols)));
    if (region.clicked) set_cell(drawing.values, static_cast<int>(cell), written);
  }

  // A press on the lane over the cells puts the head there, and it can be dragged along.
  void move_start(const Columns& columns, const Rect& lane) {
    Values& values = drawing.values;
    const Region mark = region(canvas, "turing.head", lane);
    if (mark.held) values.set("head", static_cast<double>(columns.of(canvas.pointer.at.x)));
    if (!mark.hovered) return;
    tooltip(
        canvas, {columns.at(values.number("head") + 1), lane.y},
        tr("the head starts on cell %1\ndrag it, or press over another cell", std::to_string(values.integer("head"))));
  }

  void draw_start(const Columns& columns, const Rect& lane, const Rect& row) {
    const Clip clip(canvas, {row.x, lane.y - 2, row.w, row.bottom() - lane.y + 4});
    draw_written(columns, row, setup.start().tape);
    const float x = columns.at(setup.head + 0.5);
    fill(canvas, {x - 6, lane.y + 3, 12, lane.h - 10}, canvas.colour(Ink::query), {3});
    arrow(canvas, {x, lane.y + 6}, {x, lane.bottom() - 1}, canvas.colour(Ink::query), 2);
    // The cells first: on touch the lane's hit box reaches down into them.
    write_start(columns, row);
    move_start(columns, lane);
  }

  // The head: its state over its cell, halfway to the next cell while it glides.
  void draw_head(const Columns& columns, const Rect& row, int symbol) {
    const double place = head_now();
    const float x = columns.at(place + 0.5);
    const float wide = std::max(columns.width - 4, 24.F);
    const Rect body{x - wide / 2, row.y - kPin - kState, wide, kState};
    const Colour ink = canvas.colour(is_astray(result, moment) ? Ink::error : Ink::query);
    const int state = moment.glide > 0.6F ? next.state : now.state;
    fill(canvas, body, ink, {5});
    arrow(canvas, {x, body.bottom() - 1}, {x, row.y}, ink, 2.5F);
    outline(canvas, Rect{x - columns.width / 2, row.y - 1, columns.width, row.h + 2}, ink, 2.5F, {4});
    text(canvas, body, state_letter(state), centred(Ink::paper, Size::body, Face::semibold));
    if (!canvas.hovers(body.inset(-2))) return;
    const std::string cell = std::to_string(now.head);
    const std::string word = symbol_word(symbol, setup.symbols);
    tooltip(canvas, {body.right(), body.y},
            now.halted() ? tr("halted on cell %1\nreads %2", cell, word)
                         : tr("in state %1 on cell %2\nreads %3", state_letter(now.state), cell, word));
  }

  // Which cells are seen, where they are not those of the start.
  void draw_cell_numbers(const Columns& columns, const Rect& row) {
    const Rect under{row.x, row.bottom() + 2, row.w, line_height(canvas, Size::script)};
    for (const Along side : {Along::left, Along::right}) {
      const Index cell = columns.of(side == Along::left ? row.x + columns.width / 2 : row.right() - columns.width / 2);
      text(canvas, under, tr("cell %1", whole(cell)), {.ink = Ink::quiet, .size = Size::script, .along = side});
    }
  }

  // Where the machine would be, done rightly: its head dashed, and red under each cell that holds something else.
  void draw_truth(const Columns& columns, const Rect& row) {
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

  void draw_now(const Columns& columns, const Rect& row) {
    const Clip clip(canvas, {row.x, row.y - kPin - kState - 6, row.w, row.h + kPin + kState + 6 + kUnder});
    draw_band(columns, row, now.tape);
    // What the step writes shows behind the head as that leaves.
    const float written = eased((moment.glide - kRead) / 0.45F);
    if (written > 0) {
      const Rect cell = columns.cell(now.head, row).inset(1, 3, 1, 3);
      const float wide = written * cell.w;
      const Clip behind(canvas, {next.head < now.head ? cell.right() - wide : cell.x, cell.y, wide, cell.h});
      fill(canvas, cell, canvas.colour(Ink::paper));
      draw_symbol(canvas, cell, next.tape.read(now.head), setup.symbols);
    }
    const bool strays = result.first_wrong >= 0 && moment.done > result.first_wrong;
    if (strays) draw_truth(columns, row);
    draw_head(columns, row, now.symbol());
    if (!strays && columns.first != start_columns(row).first) draw_cell_numbers(columns, row);
    if (!canvas.hovers(row)) return;
    const Index cell = columns.of(canvas.pointer.at.x);
    tooltip(canvas, canvas.pointer.at,
            tr("cell %1: %2\nas it is now; write on the tape above", std::to_string(cell),
               symbol_word(now.tape.read(cell), setup.symbols)));
  }

  // Play, one step back, one on.
  void draw_buttons(Rect box) {
    Values& values = drawing.values;
    const bool plays = drawing.playing == "at";
    if (play_button(canvas, "turing.play", box.take_left(box.h), plays)) {
      if (!plays && moment.done == result.run.steps()) values.set("at", 0);
      drawing.play = Play{"at", plays ? values.number("at") : 100};
    }
    const int back = moment.glide > 0 ? 0 : 1;
    if (button(canvas, "turing.back", box.column(0, 2, kGrid), tr("Back")))
      show_step(result, values, moment.done - back);
    if (button(canvas, "turing.step", box.column(1, 2, kGrid), tr("Step"))) show_step(result, values, moment.done + 1);
  }

  void draw_caption(Rect box) {
    const Caption caption = caption_of(result, moment);
    const TextStyle style{.ink = caption.wrong ? Ink::error : Ink::ink, .size = Size::title, .face = Face::semibold};
    paragraph(canvas, box.take_top(paragraph_height(canvas, box.w, caption.words, style), 1), caption.words, style);
    paragraph(canvas, box, caption.meaning, kCaption);
  }

  // Brings back the tape that the machine comes with.
  void draw_example_button(const Rect& box) {
    Values& values = drawing.values;
    if (values.list("tape").empty() && setup.head == 0) return;
    const bool own = is_readers_own(setup.machine);
    if (!button(canvas, "turing.example", box, own ? tr("Blank tape") : tr("Its example"))) return;
    values.set_list("tape", {});
    values.set("head", 0);
  }

  void draw(Rect box) {
    const float line = line_height(canvas, Size::small);
    const float press = kPress * canvas.em;
    const bool first = moment.done == 0;
    const std::string steps = counted("%1 step", "%1 steps", moment.done);
    if (canvas.narrow()) {
      text(canvas, box.take_top(line, 2), tr("at the start: tap to write"), kCaption);
      const Rect lane = box.take_top(kLane, 0);
      draw_start(start_columns(box), lane, box.take_top(kStartCell, 6));
      text(canvas, box.take_top(line, 2), first ? std::string(tr("now, before step 1")) : tr("now, after %1", steps),
           kCaption);
      box.take_top(kState + kPin, 0);
      draw_now(now_columns(box), box.take_top(kNowCell, kUnder));
      Rect buttons = box.take_bottom(press, 6);
      draw_caption(box);
      draw_buttons(buttons.take_left(0.6F * buttons.w));
      return draw_example_button(buttons);
    }
    Rect caption = box.take_bottom(caption_height(canvas), 0);
    const Rect names = box.take_left(7.6F * canvas.em, kGrid);
    caption.take_left(names.w, kGrid);
    const Rect lane = box.take_top(kLane, 0);
    const Rect written = box.take_top(kStartCell, kBetween);
    const Rect shown{box.x, box.y + kState + kPin, box.w, kNowCell};
    draw_start(start_columns(box), lane, written);
    draw_now(now_columns(box), shown);
    const auto name = [&](const Rect& row, std::string_view upper, std::string_view lower) {
      text(canvas, Rect{names.x, row.centre().y - line, names.w, line}, upper, kCaption);
      text(canvas, Rect{names.x, row.centre().y, names.w, line}, lower, kCaption);
    };
    name(written, tr("at the start:"), tr("press to write"));
    name(shown, tr("now,"), first ? std::string(tr("before step 1")) : tr("after %1", steps));
    draw_buttons(caption.take_right(11 * canvas.em).take_top(press));
    draw_example_button(caption.take_right(7 * canvas.em).take_top(press));
    draw_caption(caption);
  }

  static float caption_height(const Canvas& canvas) {
    // On a phone the longest wraps.
    return (canvas.narrow() ? 2 : 1) * line_height(canvas, Size::title) + 1 + 2 * line_height(canvas, Size::small);
  }
};

}  // namespace

float tape_height(const Canvas& canvas) {
  const float tapes = kLane + kStartCell + kState + kPin + kNowCell + kUnder;
  const float below = Tapes::caption_height(canvas);
  if (!canvas.narrow()) return tapes + kBetween + below;
  return tapes + 6 + 2 * (line_height(canvas, Size::small) + 2) + below + 6 + kPress * canvas.em;
}

void draw_tapes(const Scene& scene, Rect box) { Tapes{scene}.draw(box); }

}  // namespace figures::turing
