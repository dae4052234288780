// The picture of figure "phases": the phase at work or chosen, large, and a list of all six, each with how far off it
// is on one axis.
#include "figures/phases/phases.hpp"

namespace figures::phases {
namespace {

// Errors beyond these are arrows at the edge of the axis.
constexpr double kLowest = 1e-3;
constexpr double kHighest = 10;
constexpr float kDisc = 11;  // radius of a phase's number

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
    case 1: return {{result.crude.error, Ink::W, false, tr("the sum of the W, first estimate")}};
    case 3: return {{result.refined.error, Ink::W, false, tr("the sum of the W, better estimate")}};
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

// Beside the worst of the main marks, clear of the line of 100 %.
void label_error(Canvas& canvas, const ErrorMark& mark, Point at, float line) {
  const std::string words = is_exact(mark.error) ? tr("exact") : error_text(mark.error);
  const TextStyle style{.ink = mark.ink, .size = Size::small, .face = Face::semibold};
  const float width = text_width(canvas, words, style);
  const float beside = at.x + (mark.error < kLowest ? 20 : 10);
  const float left = beside < line + 5 && beside + width > line - 4 ? line + 5 : beside;
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
  if (worst != nullptr) label_error(canvas, *worst, worst_at, axes.x_at(1));
}

// --- Rows -----------------------------------------------------------------------------------------------------------

std::string body_row(const BodyResult& body, bool brief) {
  const std::string outside = error_list(body.outside);
  if (brief) return tr("%1; %2 outside", constraints(body), outside);
  const Phrase words = body.outside.size() > 1 ? Phrase("%1 from %2 of the rows; true heads %3 outside")
                                               : Phrase("%1 from %2 of the rows; true head %3 outside");
  return tr(words, constraints(body), percent(body.accepted / std::max(1.0, body.rows)), outside);
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
  return tr("of the body; it loses %1 of the truth, chance %2", lost, chance);
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
    if (!result.is_stopped()) return phase == result.reached + 1 ? tr("at work") : tr("waits");
    return phase == result.reached + 1 ? tr("cannot go on") : tr("not reached");
  }
  switch (phase) {
    case 1:
      return is_sum_given(settings) && !brief
                 ? tr("of $∑ W_i$, not used: phases 2 and 4 are given the exact sum")
                 : tr("of $∑ W_i$; %1 off even for $N → ∞$", error_text(result.limit_error));
    case 3: return refined_row(result.refined);
    case 5: return span_row(result.span, brief);
    case 6: return net_row(result.net, brief);
    default: return body_row(result.body(phase), brief);
  }
}

struct Columns {
  Rect words, errors;
};

Columns columns_of(const Rect& row) {
  Rect rest = row.inset(kDisc * 2 + 18, 4, 4, 4);
  const Rect words = rest.take_left(0.45F * rest.w, 8);
  return {words, rest};
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

// In the middle of the row; the name alone where there is no room for more.
void draw_words(const Result& result, const Drawing& drawing, Rect box, int phase) {
  Canvas& canvas = drawing.canvas;
  const std::string words = unbroken(row_words(result, drawing.settings, phase, box.w < 14 * canvas.em));
  const float name = line_height(canvas);
  const float caption = paragraph_height(canvas, box.w, words, kCaption);
  const bool fits = name + caption <= box.h;
  box.take_top(std::max(0.F, box.h - name - (fits ? caption : 0)) / 2, 0);
  text(canvas, box.take_top(name, 0), phase_name(phase),
       {.ink = phase <= result.reached ? Ink::ink : Ink::quiet, .face = Face::semibold, .max_width = box.w});
  if (fits) paragraph(canvas, box, words, kCaption);
}

// A press on the row shows its phase, as it ended.
void draw_row(const Result& result, Drawing& drawing, const Rect& row, const Axes& axes, int phase) {
  Canvas& canvas = drawing.canvas;
  draw_words(result, drawing, columns_of(row).words, phase);
  draw_errors(result, canvas, axes, row, phase);
  draw_number(result, canvas, row, phase);
  const Region region = plot::region(canvas, "phases." + std::to_string(phase), row);
  if (!region.pressed && !region.clicked) return;
  drawing.values.set("phase", phase - 1);
  drawing.values.set("film", kEnds.back());
}

void draw_rows(const Result& result, Drawing& drawing, Rect box, int large) {
  Canvas& canvas = drawing.canvas;
  const float small = line_height(canvas, Size::small);
  const Rect header = box.take_top(2 * small + 2, 2);
  const Rect foot = box.take_bottom(small + 2, 0);
  const Rect errors = columns_of(box.row(0, kPhases, 2)).errors;
  // Room at the right for what stands beside the farthest mark.
  const Rect plot{errors.x, box.y, std::max(40.F, errors.w - 3.4F * canvas.em), box.h};
  const Axes axes(plot, {.range = {0.75 * kLowest, 1.25 * kHighest}, .scale = Scale::log}, {});
  for (int phase = 0; phase < kPhases; ++phase) {
    const Rect row = box.row(phase, kPhases, 2);
    const bool chosen = phase + 1 == large;
    if (chosen || canvas.hovers(row)) fill(canvas, row, with_alpha(canvas.colour(Ink::raised), chosen ? 1 : 0.6F), {4});
    if (chosen) fill(canvas, {row.x, row.y + 4, 3, row.h - 8}, canvas.colour(Ink::accent), {1.5F});
  }
  const std::string_view full = tr("relative error against the truth");
  const bool fits = text_width(canvas, full, {.size = Size::small}) <= errors.w;
  text(canvas, Rect{errors.x, header.y, errors.w, small}, fits ? full : tr("relative error"), kCaption);
  draw_grid(canvas, axes, header.y + small);
  for (int phase = 1; phase <= kPhases; ++phase) draw_row(result, drawing, box.row(phase - 1, kPhases, 2), axes, phase);
  const TextStyle style{.ink = Ink::truth, .size = Size::small};
  const std::string_view zero = tr("as far off as all zeros");
  const float width = text_width(canvas, zero, style);
  const float left = std::min(axes.x_at(1) - width / 2, foot.right() - width);
  text(canvas, Point{left, foot.y}, zero, style);
  const std::string_view marks = tr("● found   ○ heads outside the body");
  const float room = left - foot.x - 8;
  text(canvas, foot, text_width(canvas, marks, kCaption) <= room ? marks : tr("● found   ○ heads outside"),
       {.ink = Ink::quiet, .size = Size::small, .max_width = room});
}

void draw_large(const Result& result, Drawing& drawing, Rect box, const Moment& moment) {
  const int phase = moment.phase;
  constexpr float kTold = 0.9F;  // of its way; then what became of it can be seen
  const std::string words = moment.share < kTold ? std::string(doing_of(phase)) : finding_of(result, phase);
  heading(drawing.canvas, box, words, meaning_of(result, drawing.settings, phase));
  if (phase == 1 && !result.errors.empty()) return draw_sum_panel(result, drawing, box, moment);
  if (phase > result.reached) return;
  switch (phase) {
    case 3: return draw_sum_panel(result, drawing, box, moment);
    case 5: return draw_span_panel(result, drawing.canvas, box, moment.share);
    case 6: return draw_net_panel(result, drawing.canvas, box, moment.share);
    default: return draw_body_panel(result.body(phase), drawing.canvas, box, moment.share);
  }
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  const Moment moment = moment_of(result, drawing.values);
  const Result now = seen(result, moment);
  Rect area = drawing.canvas.area.inset(2);
  if (drawing.canvas.narrow()) {
    draw_rows(now, drawing, area.take_top(0.42F * area.h, 2 * kGrid), moment.phase);
    return draw_large(result, drawing, area, moment);
  }
  const auto [left, right] = area.columns<2>({1, 1.8F}, 4 * kGrid);
  draw_rows(now, drawing, left, moment.phase);
  draw_large(result, drawing, right, moment);
}

}  // namespace figures::phases
