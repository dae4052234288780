// One question of figure "softmax": every head is a switch, the answer is their sum. Above the answer, below each
// head's weight, over the ratio of the two tokens.

#include "figures/softmax/softmax.hpp"
#include "plot/cells.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {

namespace {

// The answer if every head flipped at once where it is half way: one step of a stair.
struct Jump {
  Index head = 0;
  double log_r = 0;
  double from = 0;
  double to = 0;
};

// Spots for a label on both sides of a point; first the left one, which the cursor has left behind.
void add_beside(std::vector<LabelSpot>& spots, Point at, float away) {
  spots.push_back({{at.x - away, at.y}, Along::right, Upright::middle});
  spots.push_back({{at.x + away, at.y}, Along::left, Upright::middle});
}

// "$y_2$" for the second coordinate.
std::string coordinate_text(Index coordinate) { return "$y_" + std::to_string(coordinate + 1) + "$"; }

std::string beta_number(double log_beta) { return number(std::exp(std::min(log_beta, 600.0)), 2); }

class Plots {
 public:
  Plots(const Result& result, Drawing& drawing, int k, const Chosen& chosen, std::span<const std::optional<Point>> told)
      : canvas_(drawing.canvas),
        values_(drawing.values),
        chosen_(chosen),
        ends_(told),
        heard_(film_of(drawing.values).heard),
        truth_(switches_of(edited(result.truth, drawing.values), chosen.u, chosen.v)) {
    if (!result.shown().empty()) found_ = switches_of(result.shown().heads, chosen.u, chosen.v);
    constexpr int kCurvePoints = 121;
    range_ = shown_ratios(truth_, k);
    reached_ = heard_to(truth_, k, heard_);
    for (int at = 0; at < kCurvePoints; ++at) {
      r_.push_back(std::exp(std::lerp(range_.low, range_.high, at / (kCurvePoints - 1.0))));
      log_r_.push_back(std::log(r_.back()));
    }
    if (chosen.asked != nullptr) {
      told_r_ = chosen.asked->ratios;
      for (std::size_t at = 0; at < told_r_.size(); ++at) told_.push_back(chosen.asked->answer(at, chosen.coordinate));
    } else {
      for (int n = 1; n < k; ++n) {
        told_r_.push_back(static_cast<double>(n) / (k - n));
        told_.push_back(truth_.answer(chosen.coordinate, std::log(told_r_.back())));
      }
    }
    for (Index i = 0; i < truth_.log_beta.size(); ++i) stair_.push_back({i, shown().log_beta(i)});
    sort(stair_, [](const Jump& a, const Jump& b) { return std::pair(a.log_r, a.head) < std::pair(b.log_r, b.head); });
    double level = shown().start(chosen.coordinate);
    for (Jump& jump : stair_) {
      jump.from = level;
      level += shown().heights(chosen.coordinate, jump.head);
      jump.to = level;
    }
    drawn_ = static_cast<std::size_t>(std::ranges::count_if(log_r_, [&](double log_r) { return log_r <= reached_; }));
  }

  void draw(Rect box) {
    auto [top, bottom] = box.rows<2>({1.5F, 1}, 6);
    const Axis x{.range = {r_.front(), r_.back()}, .scale = Scale::log, .ticks = false};
    const std::string name = answer_name();
    const Axes upper = draw_axes(canvas_, top, x, {.range = answer_range(), .name = name});
    bottom.take_left(upper.plot().x - box.x, 0);
    bottom.take_bottom(2 * line_height(canvas_, Size::small) + 6, 0);
    const Axes lower = draw_axes(canvas_, bottom, x,
                                 {.range = {-0.04, 1.04}, .name = tr("weight of each head on $u$"), .ticks = false});
    draw_ratios(lower, box);
    draw_places(upper, lower);
    draw_answer(upper);
    draw_weights(lower);
    draw_marker(upper, lower);
  }

 private:
  const Switches& shown() const { return found_ ? *found_ : truth_; }
  float x_at(const Axes& axes, double log_ratio) const {
    return axes.x_at(std::exp(std::clamp(log_ratio, range_.low - 1, range_.high + 1)));
  }
  // What has been reached of values over the range.
  std::span<const double> drawn(const std::vector<double>& values) const { return std::span(values).first(drawn_); }
  std::vector<double> answers(const Switches& switches, Index coordinate) const {
    std::vector<double> y;
    for (const double log_ratio : log_r_) y.push_back(switches.answer(coordinate, log_ratio));
    return y;
  }

  // --- The answer ---------------------------------------------------------------------------------------------------

  // Which coordinate, and whether the learner asked.
  std::string answer_name() const {
    const std::string y = coordinate_text(chosen_.coordinate);
    if (chosen_.u == chosen_.v) return tr("%1, answered to a token $u$: $u$ = $v$, nothing to switch", y);
    if (chosen_.asked != nullptr)
      return heard_ < 1 ? tr("%1, answered to a token $u$; dots: heard, rings: to be asked", y)
                        : tr("%1, answered to a token $u$; dots: heard by the learner", y);
    return found_ ? tr("%1, answered to a token $u$; rings: never asked, foreseen", y)
                  : tr("%1, answered to a token $u$; rings: never asked", y);
  }

  // Of the chosen coordinate alone: the others go where they go.
  Range answer_range() const {
    std::vector<double> all = answers(truth_, chosen_.coordinate);
    for (const Jump& jump : stair_)
      if (found_) all.insert(all.end(), {jump.from, jump.to});
    all.insert(all.end(), told_.begin(), told_.end());
    return range_of(all, Scale::linear, 0.08);
  }

  void draw_stair(const Axes& axes) {
    const Rect& area = axes.plot();
    const Clip clip(canvas_, area.inset(-2));
    const Colour pale = tint(Ink::W, 0.5F, canvas_.dark);
    Point from{area.x, axes.y_at(stair_.front().from)};
    for (const Jump& jump : stair_) {
      if (jump.log_r > reached_) break;
      const Point to{x_at(axes, jump.log_r), axes.y_at(jump.to)};
      line(canvas_, from, {to.x, from.y}, pale, 1.25F);
      arrow(canvas_, {to.x, from.y}, to, canvas_.colour(Ink::W), 2);
      from = to;
    }
    line(canvas_, from, {std::min(area.right(), x_at(axes, reached_)), from.y}, pale, 1.25F);
  }

  // How far the answer jumps at each switch, beside it.
  void label_stair(const Axes& axes, Labels& labels) {
    for (const Jump& jump : stair_) {
      const float x = x_at(axes, jump.log_r);
      if (x < axes.plot().x || x > axes.plot().right() || jump.log_r > reached_) continue;
      std::vector<LabelSpot> spots;
      for (const double share : {0.5, 0.7, 0.3, 0.85, 0.15})
        add_beside(spots, {x, axes.y_at(std::lerp(jump.from, jump.to, share))}, 7);
      const double height = jump.to - jump.from;
      labels.place(canvas_, (height > 0 ? "+" : "") + number(height, 2), {.ink = Ink::W, .size = Size::small}, spots);
    }
  }

  // Jumps, and the names of the curves of all coordinates near their right ends. `curves`: the points of each.
  void label_answers(const Axes& axes, const std::vector<std::vector<Point>>& curves) {
    Labels labels(axes.plot());
    const auto chosen = static_cast<std::size_t>(chosen_.coordinate);
    for (std::size_t row = 0; row < curves.size(); ++row)
      for (std::size_t at = 0; at < curves[row].size(); at += row == chosen ? 1 : 2) labels.avoid(curves[row][at]);
    for (const Point at : axes.at(told_r_, told_)) labels.avoid(around(at, 5));
    for (const Jump& jump : stair_) {
      const float x = x_at(axes, jump.log_r);
      labels.avoid({x, axes.plot().y}, Point{x, axes.plot().bottom()});
    }
    spare_marker(axes, labels);
    if (found_) label_stair(axes, labels);
    if (heard_ < 1) return;
    if (found_) labels.avoid(Rect{axes.plot().x, axes.y_at(stair_.back().to) - 1, axes.plot().w, 2});
    for (std::size_t row = 0; row < curves.size(); ++row) {
      const std::span<const Point> right = std::span(curves[row]).subspan(curves[row].size() / 2);
      labels.place(canvas_, coordinate_text(static_cast<Index>(row)),
                   {.ink = row == chosen ? Ink::ink : Ink::quiet, .size = Size::small}, spots_along(right, 3));
    }
  }

  // Rings on the axis are what will be asked; when it is, the answer rises from there to its place on the curve.
  void draw_told(const Axes& axes) {
    const bool asked = chosen_.asked != nullptr;
    std::size_t landed = 0;
    while (landed < told_r_.size() && std::log(told_r_[landed]) <= reached_) ++landed;
    for (std::size_t at = landed; at < told_r_.size(); ++at) {
      const Point foot{axes.x_at(told_r_[at]), axes.plot().bottom()};
      ring(canvas_, foot, 4, canvas_.colour(Ink::ink), 1.25F);
      const double way = 1 - (std::log(told_r_[at]) - reached_) / (0.05 * (range_.high - range_.low));
      if (way <= 0) continue;
      const Point up{foot.x, std::lerp(foot.y, axes.y_at(told_[at]), static_cast<float>(way * way))};
      line(canvas_, foot, up, canvas_.colour(Ink::ink));
      disc(canvas_, up, 4, canvas_.colour(Ink::ink));
    }
    const auto hovered = scatter(canvas_, axes, std::span(told_r_).first(landed), std::span(told_).first(landed),
                                 {.ink = Ink::ink, .radius = 4, .amount = 1, .hollow = !asked});
    if (!hovered) return;
    const double r = told_r_[*hovered];
    const double y = told_[*hovered];
    std::string words = asked ? tr("asked, $r$ = %1\nanswer %2", number(r), number(y, 6))
                              : tr("never asked, $r$ = %1\nanswer %2", number(r), number(y, 6));
    if (found_) words += "\n" + tr("layer found: %1", number(found_->answer(chosen_.coordinate, std::log(r)), 6));
    tooltip(canvas_, axes.at(r, y), words);
  }

  // A press on a curve chooses its coordinate. Whose the pointer is says the region: while it holds the press
  // Canvas::hovers is false.
  void choose_coordinate(const Axes& axes) {
    const Point at = canvas_.pointer.at;
    if (!axes.plot().contains(at)) return;
    Index nearest = chosen_.coordinate;
    float least = 14;
    for (Index row = 0; row < truth_.start.size(); ++row) {
      const float away = std::abs(axes.y_at(shown().answer(row, std::log(axes.x_of(at.x)))) - at.y);
      if (away < least) nearest = row, least = away;
    }
    if (nearest == chosen_.coordinate) return;
    const Region region = plot::region(canvas_, "softmax.answer", axes.plot());
    if (region.clicked) values_.set("coordinate", static_cast<double>(nearest + 1));
    if (canvas_.tip.empty() && region.hovered) tooltip(canvas_, at, tr("Press to see %1.", coordinate_text(nearest)));
  }

  // The other coordinates are thin, and wait until this one is told: they flip at the same places.
  void draw_answer(const Axes& axes) {
    std::vector<std::vector<Point>> curves;
    for (Index row = 0; row < truth_.start.size(); ++row) {
      const auto y = answers(shown(), row);
      curves.push_back(axes.at(r_, y));
      if (row == chosen_.coordinate || heard_ < 1) continue;
      const Clip clip(canvas_, axes.plot());
      curve(canvas_, axes, drawn(r_), drawn(y), {.ink = Ink::quiet, .width = 1, .amount = 0.45F});
    }
    if (found_) draw_stair(axes);
    curve(canvas_, axes, drawn(r_), drawn(answers(shown(), chosen_.coordinate)),
          {.ink = found_ ? Ink::ink : Ink::truth, .width = 2, .dashed = !found_});
    draw_told(axes);
    label_answers(axes, curves);
    choose_coordinate(axes);
  }

  // --- The weights --------------------------------------------------------------------------------------------------

  std::string beta_text(Index i) const {
    return "$β_" + std::to_string(i + 1) + "$ = " + beta_number(shown().log_beta(i));
  }

  void point_at_weights(const Axes& axes) {
    if (!canvas_.hovers(axes.plot())) return;
    const double log_r = std::log(axes.x_of(canvas_.pointer.at.x));
    std::string words = "$r$ = " + number(std::exp(log_r));
    for (Index i = 0; i < truth_.log_beta.size(); ++i) {
      const std::string head = std::to_string(i + 1);
      const std::string weight = number(shown().weight(i, log_r));
      words += "\n" + (found_ ? tr("head %1: weight on $u$ %2, %3, truth %4", head, weight, beta_text(i),
                                   beta_number(truth_.log_beta(i)))
                              : tr("head %1: weight on $u$ %2, %3", head, weight, beta_text(i)));
    }
    tooltip(canvas_, canvas_.pointer.at, words);
  }

  // How each head shares its attention between the two tokens.
  void draw_weights(const Axes& axes) {
    const Ink ink = found_ ? Ink::Q : Ink::truth;
    Labels labels(axes.plot());
    spare_marker(axes, labels);
    std::vector<double> weights(r_.size());
    for (Index i = 0; i < truth_.log_beta.size(); ++i) {
      for (std::size_t at = 0; at < weights.size(); ++at) weights[at] = shown().weight(i, log_r_[at]);
      curve(canvas_, axes, drawn(r_), drawn(weights), {.ink = ink, .width = 1.75F, .dashed = !found_});
      for (std::size_t at = 0; at < weights.size(); ++at) labels.avoid(axes.at(r_[at], weights[at]));
    }
    if (heard_ < 1) {
      const Point foot{x_at(axes, reached_), axes.plot().bottom() - 4};
      labels.place(canvas_, "$r$ = " + number(std::exp(reached_), 2), {.ink = Ink::accent, .size = Size::small},
                   std::array{LabelSpot{{foot.x + 12, foot.y}}, LabelSpot{{foot.x - 12, foot.y}, Along::right}});
    }
    std::string unknown;
    for (Index i = 0; i < truth_.log_beta.size() && heard_ < 1; ++i)
      if (shown().log_beta(i) > reached_) unknown += "   $β_" + std::to_string(i + 1) + "$ = ?";
    for (const Jump& jump : stair_) {
      const float x = x_at(axes, jump.log_r);
      labels.avoid({x, axes.plot().y}, Point{x, axes.plot().bottom()});
    }
    // As they come, so that each keeps its place.
    for (const auto& [i, place, from, to] : stair_) {
      if (std::abs(place) > 300 || place > reached_) continue;
      const Point at = axes.at(std::exp(place), 0.5);
      if (!axes.plot().contains(at)) continue;
      disc(canvas_, at, 3.5F, canvas_.colour(ink));
      std::vector<LabelSpot> spots;
      for (const float y : {0.12F, 0.24F, 0.36F, 0.64F, 0.76F, 0.88F})
        add_beside(spots, {at.x, axes.plot().y + y * axes.plot().h}, 6);
      labels.avoid(labels.place(canvas_, beta_text(i), {.ink = ink, .size = Size::small}, spots).inset(-8, 0, -8, 0));
      // A jump that has just been heard tells the layer something.
      const double since = (reached_ - place) / (range_.high - range_.low);
      if (const auto head = static_cast<std::size_t>(i); since < 0.12 && head < ends_.size() && ends_[head]) {
        const float turn = (axes.plot().right() + 2 * kGrid - at.x) / (ends_[head]->x - at.x);
        link(canvas_, at, *ends_[head], {.ink = ink, .turn = turn});
        ring(canvas_, at, 7, canvas_.colour(ink), 1.5F);
      }
    }
    labels.place(canvas_, unknown, {.ink = Ink::quiet, .size = Size::small},
                 std::array{LabelSpot{{axes.plot().right(), axes.plot().y + 4}, Along::right, Upright::top}});
    point_at_weights(axes);
  }

  // --- Both plots ---------------------------------------------------------------------------------------------------

  // Where the heads flip, through both plots.
  void draw_places(const Axes& upper, const Axes& lower) {
    for (Index at = 0; at < 2 * truth_.log_beta.size(); ++at) {
      const bool found = at % 2 == 0;
      if (found && !found_) continue;
      const double log_r = (found ? *found_ : truth_).log_beta(at / 2);
      const Point from{x_at(upper, log_r), upper.plot().y};
      const Point to{from.x, lower.plot().bottom()};
      if (log_r > reached_ || from.x < upper.plot().x || from.x > upper.plot().right()) continue;
      const Colour colour = found ? tint(Ink::Q, 0.6F, canvas_.dark) : canvas_.colour(Ink::truth);
      dashed_line(canvas_, from, to, colour, 1.5F, found ? to.y - from.y : 3, 6);
    }
  }

  // Labels give way to it.
  void spare_marker(const Axes& axes, Labels& labels) const {
    if (heard_ < 1) labels.avoid(Rect{x_at(axes, reached_) - 2, axes.plot().y, 4, axes.plot().h});
  }

  // The ratio that has been reached; the reader drags it.
  void draw_marker(const Axes& upper, const Axes& lower) {
    const Region region = plot::region(canvas_, "softmax.r", lower.plot());
    if (region.held) {
      const float way = (canvas_.pointer.at.x - lower.plot().x) / std::max(1.F, lower.plot().w);
      values_.set("mix", way >= 1 ? kMixes : std::round(std::max(0.F, way) * kAllHeard));
    }
    const double r = std::min(std::exp(reached_), lower.x_of(lower.plot().right() - kMarkerHandle));
    for (const Axes* axes : {&upper, &lower})
      if (heard_ < 1) marker_line(canvas_, *axes, r);
    marker_handle(canvas_, lower, r, region.hovered);
  }

  // The ticks of the ratio under both plots. Those of draw_axes would make the lower plot narrower than the upper one.
  void draw_ratios(const Axes& axes, const Rect& box) {
    const float y = axes.plot().bottom();
    const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::centre};
    for (const Tick& tick : ticks(axes.x(), 5)) {
      const float x = std::round(axes.x_at(tick.value));
      const float half = text_width(canvas_, tick.label, style) / 2;
      line(canvas_, {x, y}, {x, y + 4}, canvas_.colour(Ink::hairline));
      text(canvas_, Point{std::min(x, box.right() - half), y + 6}, tick.label, style);
    }
    text(canvas_, Point{axes.plot().right(), y + 6 + line_height(canvas_, Size::small)},
         tr("$r$ = copies of $u$ for each copy of $v$"),
         {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .max_width = box.w});
  }

  Canvas& canvas_;
  Values& values_;
  const Chosen& chosen_;
  std::span<const std::optional<Point>> ends_;  // where the layer says what the places of the jumps tell
  float heard_;
  double reached_ = 0;     // of ln r
  std::size_t drawn_ = 0;  // so many of the values over the range
  Switches truth_;
  std::optional<Switches> found_;  // nothing: the hidden layer alone is shown, dashed
  Range range_;                    // of ln r
  std::vector<double> r_, log_r_;  // over the range
  // What the hidden layer answers, in the chosen coordinate: as the learner was told, or, of tokens it never asked
  // about, without noise.
  std::vector<double> told_r_, told_;
  std::vector<Jump> stair_;
};

}  // namespace

void draw_switches(const Result& result, Drawing& drawing, const Setting& setting, const Chosen& chosen, Rect box,
                   std::span<const std::optional<Point>> told) {
  Plots(result, drawing, setting.k, chosen, told).draw(box);
}

}  // namespace figures::softmax
