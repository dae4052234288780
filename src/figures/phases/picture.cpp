// The picture of figure "phases": six rows, and the chosen phase large beside or under them. A row says what its phase
// made and, on one axis for all, how far off it is.
#include "figures/phases/phases.hpp"

namespace figures::phases {
namespace {

// Errors beyond these are arrows at the edge of the axis.
constexpr double kLowest = 1e-3;
constexpr double kHighest = 10;
constexpr float kDisc = 11;  // radius of a phase's number

// --- What a phase made, small ---------------------------------------------------------------------------------------

// Found beside true, in one range of colours.
void draw_pair(Canvas& canvas, const Rect& box, const Matrix& found, const Matrix& truth) {
  const double limit = std::max(largest(found), largest(truth));
  const float gap = 8;
  const float side = std::min((box.w - gap) / 2, box.h);
  const Rect left{box.x, box.centre().y - side / 2, side, side};
  const Rect right{box.x + side + gap, left.y, side, side};
  matrix(canvas, left, data_of(found), {.limit = limit, .name = false});
  const MatrixView view = matrix(canvas, right, data_of(truth), {.limit = limit, .name = false});
  const Rect frame = view.cells.inset(-2);
  const Colour colour = canvas.colour(Ink::truth);
  for (const float y : {frame.y, frame.bottom()})
    dashed_line(canvas, {frame.x, y}, {frame.right(), y}, colour, 1, 3, 2);
  for (const float x : {frame.x, frame.right()})
    dashed_line(canvas, {x, frame.y}, {x, frame.bottom()}, colour, 1, 3, 2);
}

void draw_fan(Canvas& canvas, const Rect& box, const SpanResult& span) {
  const float side = std::min(box.w, box.h) - 6;
  const Fan fan{{box.x + 2, box.centre().y + side / 2}, side};
  line(canvas, fan.foot, fan.tip(0), canvas.colour(Ink::Q), 3);
  for (const double lost : span.lost) {
    line(canvas, fan.foot, fan.tip(lost), canvas.colour(Ink::Q), 1.25F);
    draw_head(canvas, fan.tip(lost), 3, 1.25F);
  }
}

void draw_mark(const Result& result, Canvas& canvas, const Rect& box, int phase) {
  switch (phase) {
    case 1: return draw_pair(canvas, box.inset(3), result.crude.sum, result.sum);
    case 3: return draw_pair(canvas, box.inset(3), result.refined.sum, result.sum);
    case 5: return draw_fan(canvas, box, result.span);
    case 6:
      for (std::size_t i = 0; i < result.Theta.size(); ++i) {
        const Rect row = box.inset(3).row(static_cast<int>(i), result.heads(), 6);
        draw_pair(canvas, row, result.net.Theta[i], result.Theta[i]);
      }
      return;
    default: draw_body_mark(canvas, box.inset(4), result.body(phase));
  }
}

// --- Errors ---------------------------------------------------------------------------------------------------------

// An error on the common axis.
struct ErrorMark {
  double error = 0;
  Ink ink = Ink::Q;       // W or Q
  bool hollow = false;    // of the truth, not of what was found: how far a head is outside the body
  std::string name = {};  // "Θ₁ outside the body"
};

// One mark for each head like `mark`; `name` has a place for the head's.
void add_heads(std::vector<ErrorMark>& marks, const Vector& errors, ErrorMark mark, std::string_view letter,
               Phrase name) {
  for (Index i = 0; i < errors.size(); ++i) {
    mark.error = errors(i);
    mark.name = tr(name, head_name(letter, i));
    marks.push_back(mark);
  }
}

// Those of one phase, the main ones first. Empty where it has no result.
std::vector<ErrorMark> marks_of(const Result& result, int phase) {
  std::vector<ErrorMark> marks;
  if (phase > result.reached && !(phase == 1 && !result.errors.empty())) return marks;
  switch (phase) {
    case 1: return {{result.crude.error, Ink::W, false, tr("the crude sum of the W")}};
    case 3: return {{result.refined.error, Ink::W, false, tr("the refined sum of the W")}};
    case 2:
    case 4: {
      const BodyResult& body = result.body(phase);
      marks.push_back(
          {.error = body.hull_distance, .name = tr("the body's point of least norm, from the plane through the Θ")});
      add_heads(marks, body.outside, {.hollow = true}, "Θ", Phrase("%1 outside the body"));
      break;
    }
    case 5: add_heads(marks, result.span.lost, {}, "Θ", Phrase("%1 outside the span")); break;
    default:
      add_heads(marks, result.net.theta_errors, {}, "Θ", Phrase("%1 found"));
      add_heads(marks, result.net.w_errors, {.ink = Ink::W}, "W", Phrase("%1 found"));
  }
  return marks;
}

// The lines of the decades, and as many of their labels as have room, that of 100 % first.
void draw_grid(Canvas& canvas, const Axes& axes, float top) {
  const Rect& plot = axes.plot();
  std::vector<double> decades = {1.0};
  for (double value = kLowest; value <= axes.x().range.high; value *= 10)
    if (std::abs(value - 1) > 1e-9) decades.push_back(value);
  Labels labels({plot.x - 40, top, plot.w + 80, line_height(canvas, Size::small) + 1});
  for (const double value : decades) {
    const float x = std::round(axes.x_at(value));
    if (value == 1) {
      rule_x(canvas, axes, value);
    } else {
      line(canvas, {x, plot.y}, {x, plot.bottom()}, tint(Ink::hairline, 0.7F, canvas.dark));
    }
    const LabelSpot above[] = {{{x, top}, Along::centre, Upright::top}};
    const std::string percents = value < 0.01 ? number(100 * value) : whole(100 * value);
    labels.place(canvas, percents + " %", kCaption, above);
  }
}

void draw_error(Canvas& canvas, const ErrorMark& mark, Point at) {
  constexpr float kDot = 4.5F;
  const Colour colour = canvas.colour(mark.ink);
  if (mark.error < kLowest) {
    arrow(canvas, {at.x + 14, at.y}, {at.x - 4, at.y}, colour, 2);
  } else if (mark.error > kHighest) {
    arrow(canvas, {at.x - 14, at.y}, {at.x + 5, at.y}, colour, 2);
  } else if (mark.hollow) {
    ring(canvas, at, kDot - 0.5F, colour, 1.5F);
  } else {
    disc(canvas, at, kDot, colour);
  }
  if (canvas.hovers({at.x - 9, at.y - 7, 18, 14}))
    tooltip(canvas, at, tr("%1\n%2 % of its size", mark.name, number(100 * mark.error, 4)));
}

// Beside the worst of the main marks.
void label_error(Canvas& canvas, const ErrorMark& mark, Point at) {
  const std::string words = is_exact(mark.error) ? tr("exact") : error_text(mark.error);
  const TextStyle style{.ink = mark.ink, .size = Size::small, .face = Face::semibold};
  const float width = text_width(canvas, words, style);
  const float left = at.x + (mark.error < kLowest ? 20 : 10);
  const float height = line_height(canvas, Size::small);
  fill(canvas, {left - 2, at.y - height / 2, width + 4, height}, with_alpha(canvas.colour(Ink::paper), 0.75F), {2});
  text(canvas, Rect{left, at.y - height / 2, width + 2, height}, words, style);
}

void draw_errors(const Result& result, Canvas& canvas, const Axes& axes, const Rect& row, int phase) {
  const std::vector<ErrorMark> marks = marks_of(result, phase);
  const float step = std::min(13.F, row.h / static_cast<float>(marks.size() + 1));
  Point at{0, row.centre().y - step * static_cast<float>(marks.size() - 1) / 2};
  const ErrorMark* worst = nullptr;
  Point worst_at;
  for (const ErrorMark& mark : marks) {
    at.x = axes.x_at(std::clamp(mark.error, kLowest, kHighest));
    draw_error(canvas, mark, at);
    if (!mark.hollow && (worst == nullptr || mark.error > worst->error)) worst = &mark, worst_at = at;
    at.y += step;
  }
  if (worst != nullptr) label_error(canvas, *worst, worst_at);
}

// --- Rows -----------------------------------------------------------------------------------------------------------

std::string_view phase_name(int phase) {
  constexpr std::array<Phrase, kPhases> kNames = {Phrase("Crude sum"),    Phrase("Sculpt"), Phrase("Refined sum"),
                                                  Phrase("Sculpt again"), Phrase("Span"),   Phrase("Net")};
  return tr(kNames[static_cast<std::size_t>(phase - 1)]);
}

std::string body_row(const BodyResult& body, bool brief) {
  const std::string outside = error_list(body.outside);
  if (brief) return tr("%1; %2 outside", constraints(body), outside);
  const std::string share = percent(body.accepted / std::max(1.0, body.rows));
  return body.outside.size() > 1
             ? tr("%1 from %2 of the rows; true heads %3 outside", constraints(body), share, outside)
             : tr("%1 from %2 of the rows; true head %3 outside", constraints(body), share, outside);
}

std::string refined_row(const SumResult& refined) {
  return refined.rows == refined.same
             ? tr("from %1 of one repeated token", counted("%1 sequence", "%1 sequences", refined.rows))
             : tr("from %1 of large margin", counted("%1 row", "%1 rows", refined.rows));
}

std::string span_row(const SpanResult& span, bool brief) {
  const std::string lost = error_list(span.lost);
  const std::string chance = error_text(span.by_chance);
  if (brief) return tr("loses %1; chance %2", lost, chance);
  return span.lost.size() > 1 ? tr("of the body; it loses %1 of the heads, chance %2", lost, chance)
                              : tr("of the body; it loses %1 of the head, chance %2", lost, chance);
}

std::string net_row(const NetResult& net, bool brief) {
  if (is_exact(net.largest_error())) return tr("found, to rounding");
  const std::string theta = error_text(net.theta_errors.maxCoeff());
  const std::string w = error_text(net.w_errors.maxCoeff());
  if (brief) return tr("$Θ_i$ up to %1, $W_i$ up to %2 off", theta, w);
  return tr("best of %1: $Θ_i$ up to %2, $W_i$ up to %3 off", counted("%1 choice", "%1 choices", net.subsets), theta,
            w);
}

// What became of a phase, in a few words.
std::string row_words(const Result& result, const Values& settings, int phase, bool brief) {
  if (phase > result.reached) {
    if (!result.is_stopped()) return tr("waits");
    return phase == result.reached + 1 ? tr("cannot go on") : tr("not reached");
  }
  switch (phase) {
    case 1:
      return is_sum_given(settings) && !brief
                 ? tr("of the $W_i$, not used: phases 2 and 4 are given the exact one")
                 : tr("of the $W_i$; %1 off even for $N → ∞$", error_text(result.limit_error));
    case 3: return refined_row(result.refined);
    case 5: return span_row(result.span, brief);
    case 6: return net_row(result.net, brief);
    default: return body_row(result.body(phase), brief);
  }
}

struct Columns {
  Rect words, mark, errors;
};

Columns columns_of(const Canvas& canvas, const Rect& row) {
  Rect rest = row.inset(kDisc * 2 + 18, 4, 4, 4);
  const Rect words = rest.take_left((canvas.narrow() ? 0.45F : 0.37F) * rest.w, 8);
  if (canvas.narrow()) return {words, {}, rest};
  const float side = std::min(rest.h, 72.F);
  const Rect mark = rest.take_left(1.3F * side, 16);
  return {words, {mark.x, mark.centre().y - side / 2, mark.w, side}, rest};
}

void draw_number(const Result& result, Canvas& canvas, const Rect& row, int phase) {
  const Point middle{row.x + kDisc + 8, row.centre().y};
  const bool done = phase <= result.reached;
  const Ink ink = result.is_stopped() && phase == result.reached + 1 ? Ink::error : Ink::quiet;
  if (done) {
    disc(canvas, middle, kDisc, canvas.colour(Ink::ink));
  } else {
    ring(canvas, middle, kDisc - 0.5F, canvas.colour(ink), 1.25F);
  }
  text(canvas, around(middle, kDisc), whole(phase), centred(done ? Ink::paper : ink, Size::small, Face::semibold));
}

// Lines do not end before a per cent sign.
std::string unbroken(std::string words) {
  for (std::size_t at = words.find(" %"); at != std::string::npos; at = words.find(" %", at))
    words.replace(at, 1, "\u00a0");
  return words;
}

// In the middle of the row.
void draw_words(const Result& result, const Drawing& drawing, Rect box, int phase) {
  Canvas& canvas = drawing.canvas;
  const std::string words = unbroken(row_words(result, drawing.settings, phase, box.w < 14 * canvas.em));
  const float name = line_height(canvas);
  const float room = std::max(0.F, box.h - name - paragraph_height(canvas, box.w, words, kCaption));
  box.take_top(room / 2, 0);
  text(canvas, box.take_top(name, 0), phase_name(phase),
       {.ink = phase <= result.reached ? Ink::ink : Ink::quiet, .face = Face::semibold, .max_width = box.w});
  paragraph(canvas, box, words, kCaption);
}

// A press on the row chooses its phase.
void draw_row(const Result& result, Drawing& drawing, const Rect& row, const Axes& axes, int phase) {
  Canvas& canvas = drawing.canvas;
  const Columns columns = columns_of(canvas, row);
  draw_words(result, drawing, columns.words, phase);
  if (phase <= result.reached && columns.mark.w > 0) draw_mark(result, canvas, columns.mark, phase);
  draw_errors(result, canvas, axes, row, phase);
  draw_number(result, canvas, row, phase);
  const Region region = plot::region(canvas, "phases." + std::to_string(phase), row);
  if (region.pressed || region.clicked) drawing.values.set("phase", phase - 1);
}

void draw_rows(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const float small = line_height(canvas, Size::small);
  const Rect header = box.take_top(2 * small + 2, 2);
  const Rect foot = box.take_bottom(small + 2, 0);
  const Rect errors = columns_of(canvas, box.row(0, kPhases, 2)).errors;
  // Room at the right for what stands beside the farthest mark.
  const Rect plot{errors.x, box.y, std::max(40.F, errors.w - 3.4F * canvas.em), box.h};
  const Axes axes(plot, {.range = {0.75 * kLowest, 1.25 * kHighest}, .scale = Scale::log}, {});
  for (int phase = 0; phase < kPhases; ++phase) {
    const Rect row = box.row(phase, kPhases, 2);
    const bool chosen = phase == drawing.values.integer("phase");
    if (chosen || canvas.hovers(row)) fill(canvas, row, with_alpha(canvas.colour(Ink::raised), chosen ? 1 : 0.6F), {4});
    if (chosen) fill(canvas, {row.x, row.y + 4, 3, row.h - 8}, canvas.colour(Ink::accent), {1.5F});
  }
  const std::string_view full = tr("relative error against the truth");
  const bool fits = text_width(canvas, full, {.size = Size::small}) <= errors.w;
  text(canvas, Rect{errors.x, header.y, errors.w, small}, fits ? full : tr("relative error"), kCaption);
  draw_grid(canvas, axes, header.y + small);
  for (int phase = 1; phase <= kPhases; ++phase) draw_row(result, drawing, box.row(phase - 1, kPhases, 2), axes, phase);
  const TextStyle style{.ink = Ink::truth, .size = Size::small};
  const std::string_view zero = tr("answering 0");
  const float width = text_width(canvas, zero, style);
  const float left = std::min(axes.x_at(1) - width / 2, foot.right() - width);
  text(canvas, Point{left, foot.y}, zero, style);
  text(canvas, foot, canvas.narrow() ? tr("● found   ○ heads outside") : tr("● found   ○ true heads outside the body"),
       {.ink = Ink::quiet, .size = Size::small, .max_width = left - foot.x - 8});
}

void draw_large(const Result& result, Drawing& drawing, Rect box) {
  const int phase = drawing.values.integer("phase") + 1;
  heading(drawing.canvas, box, finding_of(result, phase), meaning_of(result, drawing.settings, phase));
  if (phase == 1 && !result.errors.empty()) return draw_sum_panel(result, drawing, box, phase);
  if (phase > result.reached) return;
  switch (phase) {
    case 3: return draw_sum_panel(result, drawing, box, phase);
    case 5: return draw_span_panel(result, drawing.canvas, box);
    case 6: return draw_net_panel(result, drawing.canvas, box);
    default: return draw_body_panel(result.body(phase), drawing.canvas, box);
  }
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  Rect area = drawing.canvas.area.inset(2);
  if (drawing.canvas.narrow()) {
    draw_rows(result, drawing, area.take_top(0.46F * area.h, 2 * kGrid));
    return draw_large(result, drawing, area);
  }
  const auto [left, right] = area.columns<2>({1.3F, 1}, 4 * kGrid);
  draw_rows(result, drawing, left);
  draw_large(result, drawing, right);
}

}  // namespace figures::phases
