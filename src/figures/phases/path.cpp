// The hero of figure "phases": the error of each phase over six stops, a path for the sum and one for the heads.
#include "figures/phases/picture.hpp"
#include "plot/labels.hpp"

namespace figures::phases {
namespace {

constexpr float kMark = 7;       // radius of a stop
constexpr float kBeyond = 1.6F;  // errors above this are arrows
constexpr TextStyle kLevel{.ink = Ink::truth, .size = Size::small};

std::string body_row(const BodyResult& body) {
  return tr("%1 from %2 of the rows", constraints(body), percent(body.accepted / std::max(1.0, body.rows)));
}

std::string refined_row(const SumResult& refined) {
  return refined.rows == refined.same
             ? tr("from %1 of one repeated token", counted("%1 sequence", "%1 sequences", refined.rows))
             : tr("from %1 of large margin", counted("%1 row", "%1 rows", refined.rows));
}

std::string net_row(const NetResult& net) {
  if (is_exact(net.largest_error())) return tr("found, to seven digits");
  return tr("best of %1: $Θ_i$ up to %2, $W_i$ up to %3 off", counted("%1 choice", "%1 choices", net.subsets),
            error_text(net.theta_errors.maxCoeff()), error_text(net.w_errors.maxCoeff()));
}

// What became of a phase, in a few words.
std::string row_words(const Result& result, const Values& settings, int phase) {
  if (phase > result.reached) {
    if (!result.is_stopped()) return phase == result.reached + 1 ? tr("at work") : tr("waits");
    return phase == result.reached + 1 ? tr("cannot go on") : tr("not reached");
  }
  switch (phase) {
    case 1:
      return is_sum_given(settings) ? tr("of $∑ W_i$, not used: phases 2 and 4 are given the exact sum")
                                    : tr("of $∑ W_i$; %1 off even for $N → ∞$", error_text(result.limit_error));
    case 3: return refined_row(result.refined);
    case 5: return tr("of the body; random directions would lose %1 of a head", error_text(result.span.by_chance));
    case 6: return net_row(result.net);
    default: return body_row(result.body(phase));
  }
}

struct Path {
  const Result& now;
  const Result& result;
  Drawing& drawing;
  const Moment& moment;
  Labels& labels;
  float top;       // over the plot, for what is asked and claimed
  Rect plot;       // of the errors: its foot is the truth,
  float most = 1;  // its top this, 100 % or more

  Canvas& canvas() const { return drawing.canvas; }
  Rect column(int phase) const { return plot.column(phase - 1, kPhases, 0); }
  float height(double error) const {
    return plot.bottom() - plot.h * std::clamp(static_cast<float>(error), 0.F, most) / most;
  }
  Point stop(int phase) const { return {column(phase).centre().x, height(error_of(result, phase))}; }
  bool is_at_work(int phase) const { return phase == moment.phase && moment.done < result.reached; }
  bool is_stuck(int phase) const { return now.is_stopped() && phase == now.reached + 1; }
  // Where the path begins that has its first stop there.
  Point begin(int phase) const { return {column(phase).x + 5, height(1)}; }
  // Whether the path has come to a stop.
  bool is_seen(int phase) const {
    if (is_at_work(phase)) return moment.share >= kTold;
    return phase <= now.reached || (phase == 1 && !now.errors.empty());
  }

  // 100 %, where the paths begin, and the truth, a ring for each phase to reach.
  void draw_levels() const {
    const float zeros = std::round(height(1)), foot = std::round(plot.bottom());
    dashed_line(canvas(), {plot.x, zeros}, {plot.right(), zeros}, canvas().colour(Ink::truth), 1.25F);
    line(canvas(), {plot.x, foot}, {plot.right(), foot}, canvas().colour(Ink::ink), 1.5F);
    for (int phase = 1; phase <= kPhases; ++phase)
      draw_head(canvas(), {column(phase).centre().x, foot}, kMark - 1, 2, ink_of(phase));
    const bool narrow = canvas().narrow();
    place(narrow ? tr("100 %") : tr("100 % off: as far as all zeros"), kLevel, {{{plot.x, zeros - 3}}});
    labels.avoid({plot.x, zeros}, {plot.right(), zeros});
    labels.avoid({plot.x, foot}, {plot.right(), foot});
    for (const Ink quantity : {Ink::Q, Ink::W}) labels.avoid(way_of(quantity, true));
    for (int phase = 1; phase <= result.reached; ++phase) labels.avoid(around(stop(phase)));
    if (!narrow) place(tr("0 %: the truth"), kLevel, {{{column(5).x, foot - 3}, Along::centre}});
  }

  Rect around(Point at) const { return Rect{at.x, at.y, 0, 0}.inset(-kMark); }
  Rect place(std::string_view words, TextStyle style, const std::vector<LabelSpot>& spots) const {
    const Rect at = labels.place_clear(canvas(), words, style, spots);
    if (at.w > 0) labels.avoid(at.inset(-kGrid, 0, -kGrid, 0));
    return at;
  }

  // What the reader may guess: how near each phase that has not ended will come; one that cannot go on never does. In
  // the end, why the last ones come less near: each is held to more.
  void ask() const {
    int open = 0;
    for (int phase = 1; phase <= result.reached; ++phase) {
      if (is_seen(phase) || phase < moment.phase) continue;
      ++open;
      text(canvas(), Point{column(phase).centre().x, plot.centre().y}, "?",
           {.ink = ink_of(phase), .size = Size::title, .along = Along::centre, .upright = Upright::middle});
    }
    const bool narrow = canvas().narrow();
    const std::vector<LabelSpot> corner = {{{plot.right() - 4, top}, Along::right, Upright::top}};
    if (open > 0) {
      place(narrow ? tr("How near will each come?") : tr("How near to the truth will each phase come?"),
            {.face = Face::semibold}, corner);
    } else if (now.reached == kPhases && grows()) {
      place(narrow ? tr("Each phase asks for more") : tr("Each phase asks for more: a point, a span, a head in it"),
            kCaption, corner);
    }
  }

  // Whether the error of the heads grows from phase 4 on.
  bool grows() const {
    return error_of(result, 4) < error_of(result, 5) &&
           result.span.lost.maxCoeff() < result.net.theta_errors.maxCoeff();
  }

  // The way to a stop: a straight line, and to the first the errors of the growing average.
  std::vector<Point> way_to(int phase) const {
    const Point end = stop(phase);
    if (phase > 1) return {end};
    std::vector<Point> points;
    const auto count = static_cast<float>(result.errors.size());
    for (const double error : result.errors)
      points.push_back({std::lerp(begin(1).x, end.x, static_cast<float>(points.size() + 1) / count), height(error)});
    return points;
  }

  // Of one quantity, W or Theta: from 100 % through its stops, on to the next as far as that phase has come, or all.
  std::vector<Point> way_of(Ink quantity, bool all) const {
    std::vector<Point> points;
    for (int phase = 1; phase <= (all ? result.reached : kPhases); ++phase) {
      if (ink_of(phase) != quantity || !(all || is_seen(phase) || is_at_work(phase))) continue;
      if (points.empty()) points.push_back(begin(phase));
      const std::vector<Point> way = way_to(phase);
      const float done = is_at_work(phase) && !all ? part(moment.share, 0, kTold) : 1;
      const float along = done * static_cast<float>(way.size());
      for (std::size_t k = 0; k < way.size() && static_cast<float>(k) < along; ++k) {
        const Point from = points.back();
        const float here = std::min(1.F, along - static_cast<float>(k));
        points.push_back({std::lerp(from.x, way[k].x, here), std::lerp(from.y, way[k].y, here)});
      }
    }
    return points;
  }
  void draw_line(Ink quantity) const {
    const std::vector<Point> points = way_of(quantity, false);
    if (points.empty()) return;
    polyline(canvas(), points, tint(quantity, 0.6F, canvas().dark), 2);
    disc(canvas(), points.back(), 4, canvas().colour(quantity));
  }

  // What is off: of the body its point of least norm, then the span, then the head that is farthest off.
  std::string what_of(int phase) const {
    constexpr std::array kWhat = {Phrase("the sum"), Phrase("a point"), Phrase("the sum"),
                                  Phrase("a point"), Phrase("a span"),  Phrase("a head")};
    return std::string(tr(kWhat[static_cast<std::size_t>(phase - 1)]));
  }

  // At a stop, how far off it is, and what: on a narrow canvas that is under the foot.
  void draw_stop(int phase) const {
    const double error = error_of(result, phase);
    const Point at = stop(phase);
    double other = phase == kPhases ? result.net.w_errors.maxCoeff() : 0;
    Ink ink = ink_of(phase), second = Ink::W;
    if (phase == kPhases && other > result.net.theta_errors.maxCoeff()) {
      std::swap(ink, second);
      other = result.net.theta_errors.maxCoeff();
    }
    disc(canvas(), at, is_at_work(phase) ? std::lerp(4.F, kMark, part(moment.share, kTold, 1)) : kMark,
         canvas().colour(ink));
    if (error > kBeyond) {
      arrow(canvas(), at, {at.x, at.y - 18}, canvas().colour(ink), 2);
      labels.avoid(around({at.x, at.y - kMark - 4}));
    }
    const Point below{at.x, height(other)};
    if (!is_exact(other)) labels.avoid(around(below));
    const std::string off = is_exact(error) ? std::string(tr("exact")) : error_text(error);
    const TextStyle style{.ink = ink, .size = canvas().narrow() ? Size::body : Size::title, .face = Face::semibold};
    const float over = at.y - kMark - 1, under = at.y + kMark, near = kMark - 2, next = kMark + 4;
    const std::vector<LabelSpot> spots = {{{at.x, over}, Along::centre},
                                          {{at.x - near, over}},
                                          {{at.x + near, over}, Along::right},
                                          {{at.x + next, at.y}, Along::left, Upright::middle},
                                          {{at.x - next, at.y}, Along::right, Upright::middle},
                                          {{at.x, under}, Along::centre, Upright::top},
                                          {{at.x - near, under}, Along::left, Upright::top},
                                          {{at.x + near, under}, Along::right, Upright::top}};
    const std::string named = canvas().narrow() ? off : what_of(phase) + ": " + off;
    if (place(named, style, spots).w == 0 && place(off, style, spots).w == 0) labels.place(canvas(), off, style, spots);
    if (is_exact(other)) return;
    disc(canvas(), below, kMark - 2, canvas().colour(second));
    const std::string letter = second == Ink::W ? "$W_i$" : "$Θ_i$";
    const std::vector<LabelSpot> aside = {{{below.x - kMark - 5, below.y}, Along::right, Upright::middle},
                                          {{below.x, below.y + kMark}, Along::centre, Upright::top}};
    const TextStyle small{.ink = second, .size = Size::small};
    const std::string size = "≤ " + error_text(other);
    if (place(tr("each %1: %2", letter, size), small, aside).w == 0) labels.place(canvas(), size, small, aside);
  }

  // Under the foot: the phase's name and what it is off in.
  void draw_name(int phase, Rect box) const {
    const bool seen = is_seen(phase) || phase == moment.phase;
    const bool narrow = canvas().narrow();
    const float room = box.w / canvas().em / (narrow ? 1 : 2);  // half of the name's words, on a phone
    const Size size = room < 3.5F ? Size::script : room < 4.5F ? Size::small : Size::body;
    const TextStyle style{.ink = is_stuck(phase) ? Ink::error
                                 : seen          ? Ink::ink
                                                 : Ink::quiet,
                          .size = size,
                          .face = Face::semibold,
                          .along = Along::centre,
                          .max_width = box.w};
    const std::string name = whole(phase) + " " + std::string(phase_name(phase));
    const std::size_t blank = name.find(' ', 2);
    const float height = line_height(canvas(), style.size);
    if (!narrow || blank == std::string::npos) {
      text(canvas(), box.take_top(height, 0), name, style);
    } else {
      text(canvas(), box.take_top(height, 0), std::string_view(name).substr(0, blank), style);
      text(canvas(), box.take_top(height, 0), std::string_view(name).substr(blank + 1), style);
    }
    text(canvas(), box,
         is_stuck(phase)           ? std::string(tr("stops"))
         : narrow                  ? what_of(phase)
         : ink_of(phase) == Ink::W ? "$∑ W_i$"
                                   : "$Θ_i$",
         {.ink = Ink::quiet, .size = std::min(size, Size::small), .along = Along::centre, .max_width = box.w});
  }

  std::string tip(int phase) const {
    std::string words(phase_name(phase));
    const auto add = [&](std::string_view line) { words += "\n" + std::string(line); };
    const auto add_heads = [&](const Vector& errors, std::string_view letter, Phrase name) {
      for (Index i = 0; i < errors.size(); ++i) add(tr(name, head_name(letter, i), number(100 * errors(i), 4)));
    };
    add(row_words(now, drawing.settings, phase));
    if (phase > now.reached) return words;
    if (phase == 1 || phase == 3)
      add(tr("the sum of the W: %1 % of its size off", number(100 * error_of(result, phase), 4)));
    if (phase == 2 || phase == 4) {
      const BodyResult& body = result.body(phase);
      add(tr("its smallest Θ: %1 % off the true heads' line or plane", number(100 * body.hull_distance, 4)));
      add_heads(body.outside, "Θ", Phrase("%1 outside the body: %2 % of its size"));
    }
    if (phase == 5) add_heads(result.span.lost, "Θ", Phrase("%1 outside the span: %2 % of its size"));
    if (phase == kPhases) {
      add_heads(result.net.theta_errors, "Θ", Phrase("%1 found, %2 % of its size off"));
      add_heads(result.net.w_errors, "W", Phrase("%1 found, %2 % of its size off"));
    }
    return words;
  }

  void point(int phase, const Rect& whole_column) const {
    const Region press = region(canvas(), "phases." + std::to_string(phase), whole_column);
    if (press.hovered) tooltip(canvas(), canvas().pointer.at, tip(phase));
    if (!press.clicked) return;
    drawing.values.set("phase", phase - 1);
    drawing.values.set("film", kEnds.back());
  }
};

}  // namespace

void draw_path(const Result& now, const Result& result, Drawing& drawing, Rect box, const Moment& moment) {
  Canvas& canvas = drawing.canvas;
  const Rect all = box;
  const float small = line_height(canvas, Size::small);
  const float names = canvas.narrow() ? 3 * small : line_height(canvas) + small;
  const Rect foot = box.take_bottom(names + 6, kMark + 4);
  box.take_top(line_height(canvas, canvas.narrow() ? Size::body : Size::title) + kMark + 4, 0);
  double most = 1;
  for (int phase = 1; phase <= result.reached; ++phase) most = std::max(most, error_of(result, phase));
  Labels labels({box.x, all.y, box.w, box.bottom() - all.y});
  const Path path{now, result, drawing, moment, labels, all.y, box, std::min(static_cast<float>(most), kBeyond)};
  for (int phase = 1; phase <= kPhases; ++phase) {
    const Rect column = all.column(phase - 1, kPhases, 0).inset(3, 0, 3, 0);
    const bool chosen = phase == moment.phase;
    const Rect button{column.x, foot.y - 2, column.w, foot.h + 2};
    if (!chosen) fill(canvas, button, canvas.colour(Ink::raised), {4});
    if (chosen || canvas.hovers(column))
      fill(canvas, column, with_alpha(canvas.colour(Ink::raised), chosen ? 1 : 0.6F), {4});
    if (chosen) fill(canvas, {column.x, column.bottom() - 3, column.w, 3}, canvas.colour(Ink::accent), {1.5F});
    path.draw_name(phase, foot.column(phase - 1, kPhases, 0).inset(2, 0, 2, 0));
  }
  path.draw_levels();
  path.ask();
  for (const Ink quantity : {Ink::Q, Ink::W}) path.draw_line(quantity);
  // The last ones have the first choice of a place.
  for (int phase = kPhases; phase >= 1; --phase) {
    if (path.is_seen(phase)) path.draw_stop(phase);
    path.point(phase, all.column(phase - 1, kPhases, 0));
  }
}

}  // namespace figures::phases
