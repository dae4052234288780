// The automaton of figure "machines" as circles and arrows: a token walks to where the learned step takes it.

#include <numbers>

#include "figures/machines/diagram.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

namespace figures::machines {
namespace {

// In em.
constexpr float kToken = 0.72F;  // on its way
constexpr float kTrue = 9;       // and to the one that shows the true run

// A step's question is read, the layer answers, the token walks: parts of the step's time.
constexpr float kAnswered = 0.35F;
constexpr float kWalked = 0.95F;

struct Diagram : Layout {
  // Whether the run has gone along it; of what was learned wrongly only that is shown.
  bool is_taken(const Arrow& arrow) const {
    for (std::size_t k = 0; k < trace.shown; ++k)
      if (trace.steps[k].state == arrow.from && trace.steps[k].next == arrow.to) return true;
    return false;
  }

  bool is_current(const Arrow& arrow) const {
    return step() != nullptr && step()->state == arrow.from && step()->next == arrow.to &&
           step()->right() != arrow.learned;
  }

  void draw_arrow(const Arrow& way) {
    const std::vector<Point>& path = way.path;
    if (way.learned && !is_taken(way)) return;
    const bool current = is_current(way);
    const Colour colour = canvas.colour(way.learned ? Ink::error : current ? Ink::query : Ink::quiet);
    const float width = way.learned || current ? 2.5F : 1.25F;
    if (way.learned) {
      for (std::size_t k = 0; k + 3 < path.size(); k += 4)
        polyline(canvas, std::span(path).subspan(k, 3), colour, width);
    } else {
      polyline(canvas, std::span(path).first(path.size() - 1), colour, width);
    }
    arrow(canvas, path[path.size() - 3], path.back(), colour, width);
  }

  // The letters of the arrows, each beside the middle of its own, clear of all others.
  void draw_letters(Labels& labels) {
    for (const Point& at : places) labels.avoid(around(at, radius + 2));
    for (const Arrow& way : arrows) labels.avoid(way.path);
    if (step() != nullptr && trace.glide < kWalked) labels.avoid(around(token(), kToken * canvas.em));
    for (const Arrow& way : arrows) {
      if (way.learned && !is_taken(way)) continue;
      const TextStyle style{.ink = way.learned       ? Ink::error
                                   : is_current(way) ? Ink::query
                                                     : Ink::ink,
                            .face = Face::semibold};
      const std::string words = listed(way.letters, ", ", letter_name);
      std::vector<LabelSpot> spots;
      for (const float t : {0.5F, 0.42F, 0.58F, 0.35F, 0.65F, 0.28F, 0.72F, 0.2F, 0.8F}) {
        for (const float side : {1.F, -1.F})
          spots.push_back(spot_beside(way, t, side, text_width(canvas, words, style)));
      }
      edit(way, labels.place(canvas, words, style, spots));
    }
  }

  LabelSpot spot_beside(const Arrow& way, float t, float side, float width) const {
    const auto last = static_cast<float>(way.path.size() - 2);
    const auto k = static_cast<std::size_t>(t * last);
    const Point along{way.path[k + 1].x - way.path[k].x, way.path[k + 1].y - way.path[k].y};
    const float length = std::max(0.1F, std::hypot(along.x, along.y));
    const Point out{side * along.y / length, -side * along.x / length};
    const float away = std::abs(out.x) * width / 2 + std::abs(out.y) * 0.5F * line_height(canvas) + 3;
    return {{way.path[k].x + away * out.x, way.path[k].y + away * out.y}, Along::centre, Upright::middle};
  }

  // A letter of the table is pressed, or dragged to another state.
  void edit(const Arrow& way, const Rect& label) {
    if (label.w == 0 || way.learned) return;
    const auto count = static_cast<int>(way.letters.size());
    for (int k = 0; k < count; ++k) {
      const int letter = way.letters[static_cast<std::size_t>(k)];
      const std::string id = "machines.arrow." + std::to_string(way.from) + "." + std::to_string(letter);
      const bool dropped = canvas.pointer.released && canvas.pointer.held == id;
      const Region region = plot::region(canvas, id, label.column(k, count, 0));
      canvas.upright = canvas.upright || region.hovered;
      const std::optional<int> over = state_at(canvas.pointer.at);
      if (region.clicked) {
        cycle_entry(drawing.values, way.from, letter);
      } else if (dropped && over) {
        set_entry(drawing.values, way.from, letter, *over);
      } else if (region.held && canvas.pointer.dragging) {
        arrow(canvas, place(way.from), over ? place(*over) : canvas.pointer.at, canvas.colour(Ink::accent), 2);
      } else if (region.hovered) {
        tooltip(canvas, {label.right(), label.y},
                tr("%1 on %2 to %3\nDrag the letter to another state, or press it.", state_name(way.from),
                   letter_name(letter), state_name(way.to)));
      }
    }
  }

  std::optional<int> state_at(Point at) const {
    for (int state = 0; state < states(); ++state)
      if (distance(at, place(state)) < 1.4F * radius) return state;
    return std::nullopt;
  }

  // How much of each state is in the answer, as a ring that fills from the top.
  void draw_answer(int state) {
    if (step() == nullptr || state >= step()->answer.size()) return;
    const float told = eased(trace.glide / kAnswered);
    const auto share = told * static_cast<float>(std::clamp(step()->answer(state), 0.0, 1.0));
    if (share < 0.02F) return;
    draw_ring(place(state), radius + kAnswer, share, canvas.colour(Ink::W), 3);
  }

  void draw_ring(Point centre, float reach, float share, Colour colour, float width) {
    constexpr int kPieces = 48;
    std::vector<Point> path;
    for (int k = 0; k <= kPieces; ++k) {
      const float turn = 2 * std::numbers::pi_v<float> * share * static_cast<float>(k) / kPieces;
      path.push_back({centre.x + reach * std::sin(turn), centre.y - reach * std::cos(turn)});
    }
    polyline(canvas, path, colour, width);
  }

  // Where the true run is, when the learned one has left it.
  void draw_truth(Labels& labels) {
    const std::size_t done = trace.done();
    if (!trace.astray(done) || done >= trace.truth.size()) return;
    const Point centre = place(trace.truth[done]);
    for (int k = 0; k < 24; ++k) {
      const float turn = std::numbers::pi_v<float> * static_cast<float>(k) / 12;
      const float reach = radius + kTrue;
      const auto at = [&](float angle) {
        return Point{centre.x + reach * std::sin(angle), centre.y - reach * std::cos(angle)};
      };
      line(canvas, at(turn), at(turn + 0.15F), canvas.colour(Ink::truth), 2);
    }
    std::vector<LabelSpot> spots;
    for (const float side : {1.F, -1.F}) {
      const Along along = side > 0 ? Along::left : Along::right;
      const float x = centre.x + side * (radius + kTrue + 4);
      spots.push_back({{x, centre.y}, along, Upright::middle});
      spots.push_back({{x - side * radius, centre.y - radius - kTrue}, along, Upright::bottom});
      spots.push_back({{x - side * radius, centre.y + radius + kTrue}, along, Upright::top});
    }
    labels.place(canvas, tr("true run"), {.ink = Ink::truth, .size = Size::small}, spots);
  }

  // Where the token is on its way.
  Point token() const {
    const TraceStep& last = *step();
    std::vector<Point> way = path_of(last.state, last.next, !last.right());
    way.insert(way.begin(), place(last.state));
    way.push_back(place(last.next));
    float whole = 0;
    for (std::size_t k = 1; k < way.size(); ++k) whole += distance(way[k - 1], way[k]);
    float left = whole * walked();
    for (std::size_t k = 1; k < way.size(); ++k) {
      const float piece = distance(way[k - 1], way[k]);
      if (left <= piece) return between(way[k - 1], way[k], piece > 0 ? left / piece : 0);
      left -= piece;
    }
    return way.back();
  }
  float walked() const { return eased((trace.glide - kAnswered) / (kWalked - kAnswered)); }
  bool walks() const { return step() != nullptr && step()->next != kHole && walked() > 0 && walked() < 1; }

  // It fills the circle where it rests, and carries its letter from one to the next.
  void draw_token() {
    const bool moves = step() != nullptr && step()->next != kHole;
    const bool there = !moves || walked() >= 1;
    const bool wrong = walks() || there ? trace.astray(trace.shown) : trace.astray(trace.shown - 1);
    const Colour colour = canvas.colour(wrong ? Ink::error : Ink::query);
    const TextStyle words = centred(Ink::paper, Size::small, Face::semibold);
    if (!walks()) {
      const int state = there ? trace.state_after(trace.shown) : trace.state_after(trace.shown - 1);
      disc(canvas, place(state), radius, colour);
      if (trace.accepts(state)) ring(canvas, place(state), radius - 3, canvas.colour(Ink::paper), 1.25F);
      text(canvas, around(place(state), radius), state_name(state), words);
      return;
    }
    const float small = kToken * canvas.em;
    const float ends = std::max({0.F, 1 - walked() / 0.2F, 1 - (1 - walked()) / 0.2F});
    const float reach = std::lerp(small, radius, ends);
    disc(canvas, token(), reach, colour);
    text(canvas, around(token(), reach), letter_name(step()->letter), words);
  }

  void draw_start() {
    const Point first = place(0);
    const float away = radius + kAnswer + 1, length = flat ? 12 : kStart * canvas.em - 8;
    const Point to = flat ? Point{first.x, first.y - away} : Point{first.x - away, first.y};
    arrow(canvas, flat ? Point{to.x, to.y - length} : Point{to.x - length, to.y}, to, canvas.colour(Ink::ink));
  }

  // A state, to press: it accepts, or not.
  void draw_circle(int state) {
    std::vector<bool> accepting = accepting_of(drawing.values);
    const auto at = static_cast<std::size_t>(state);
    const Region region = plot::region(canvas, "machines.state." + std::to_string(state), around(place(state), radius));
    if (region.hovered) disc(canvas, place(state), radius + 4, tint(Ink::accent, 0.2F, canvas.dark));
    const bool covered = walks() && distance(token(), place(state)) < radius;
    draw_state(canvas, place(state), radius, covered ? std::string() : state_name(state), accepting[at]);
    draw_answer(state);
    if (region.hovered)
      tooltip(canvas, {place(state).x + radius, place(state).y - radius}, state_tip(state, accepting[at]));
    if (!region.clicked) return;
    accepting[at].flip();
    drawing.values.set_list("accepting", {accepting.begin(), accepting.end()});
  }

  std::string state_tip(int state, bool accepts) const {
    const std::string name = state_name(state);
    const std::string words =
        accepts ? tr("%1 accepts\nPress to change that.", name) : tr("%1 does not accept\nPress to change that.", name);
    const std::string start = state == 0 ? "\n" + std::string(tr("The run starts here.")) : "";
    if (step() == nullptr || state >= step()->answer.size()) return words + start;
    return words + start + "\n" + tr("answer of the last step: %1", number(step()->answer(state), 4));
  }

  void draw() {
    lay_out();
    for (const Arrow& way : arrows) draw_arrow(way);
    draw_start();
    for (int state = 0; state < states(); ++state) draw_circle(state);
    Labels labels(box.inset(canvas.narrow() ? 0 : -2.5F * kGrid, -4, canvas.narrow() ? 0 : -2.5F * kGrid, -4));
    draw_letters(labels);
    draw_truth(labels);
    draw_token();
  }
};

// --- Words ----------------------------------------------------------------------------------------------------------

// What the whole run came to.
std::string verdict(const Trace& trace) {
  if (const int wrong = trace.first_wrong(); wrong >= 0) return tr("Wrong at step %1", std::to_string(wrong + 1));
  if (trace.end == TraceEnd::foreign) return tr("Stopped by a foreign letter");
  if (trace.end == TraceEnd::hole) return tr("Stopped by a hole");
  return trace.accepts(trace.state_after(trace.steps.size())) ? tr("Accepted, as it should be")
                                                              : tr("Rejected, as it should be");
}

// Under it, where there is room: the figure's sentence says the same.
std::string verdict_words(const Canvas& canvas, const Trace& trace) {
  return canvas.narrow() ? std::string() : trace_sentence(trace);
}

// What can be said of the steps shown.
void draw_verdict(Canvas& canvas, Rect box, const Trace& trace) {
  const bool told = trace.is_told();
  std::string words =
      told ? verdict(trace) : tr("In q1 it will read %1: where does it go?", letter_name(trace.word[0]));
  if (!told && trace.shown > 0) {
    const TraceStep& step = trace.steps[trace.shown - 1];
    words =
        tr("In %1 it reads %2 and goes to %3", state_name(step.state), letter_name(step.letter), state_name(step.next));
  }
  text(canvas, box.take_top(line_height(canvas, Size::title), 2), words,
       {.ink = trace.has_gone_wrong() ? Ink::error : Ink::ink, .size = Size::title, .face = Face::semibold});
  if (told) paragraph(canvas, box, verdict_words(canvas, trace), kCaption);
}

// Always enough for the last one, so that nothing moves while the run plays.
float verdict_height(const Canvas& canvas, float width, const Trace& trace) {
  return line_height(canvas, Size::title) + 2 + paragraph_height(canvas, width, verdict_words(canvas, trace), kCaption);
}

}  // namespace

void draw_state(Canvas& canvas, Point centre, float radius, std::string_view name, bool accepting) {
  const Colour colour = canvas.colour(Ink::ink);
  disc(canvas, centre, radius, canvas.colour(Ink::paper));
  ring(canvas, centre, radius, colour, 1.25F);
  if (accepting) ring(canvas, centre, radius - 3, colour, 1.25F);
  text(canvas, around(centre, radius), name,
       centred(Ink::ink, radius < 1.1F * canvas.em ? Size::script : Size::small, Face::semibold));
}

void draw_run(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Trace trace = trace_word(result, drawing.values);
  const float press = 1.8F * canvas.em;
  Rect words = box;
  Rect buttons = words.take_right(17 * canvas.em).take_top(press);
  const std::string_view title = tr("A learned step runs your machine");
  if (text_width(canvas, title, {.face = Face::semibold}) > words.w) {  // the figure's title says all that it would
    buttons = box.take_top(press);
  } else {
    const std::string from = teachers(result, drawing.settings, result.points[trace.point]);
    heading(canvas, words, title,
            result.task == Task::weights ? tr("Learned from %1.", from)
                                         : tr("Learned from %1; this one was left out.", from));
    box.take_top(words.y - box.y, 0);
  }
  draw_word_buttons(drawing, buttons, trace.word);
  draw_word(result, drawing, trace, box.take_top(strip_height(canvas), 0));
  draw_verdict(canvas, box.take_bottom(verdict_height(canvas, box.w, trace), kGrid), trace);
  Diagram{{drawing, result, trace, box}}.draw();
}

}  // namespace figures::machines
