// The answer to one question of figure "softmax" over the ratio of the two tokens: the sum of the switches.

#include "figures/softmax/rows/plots.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"

namespace figures::softmax {
namespace {

// "$y_2$" for the second coordinate.
std::string coordinate_text(Index coordinate) { return "$y_" + std::to_string(coordinate + 1) + "$"; }

}  // namespace

std::string Plots::answer_name(float room) const {
  const std::string y = coordinate_text(chosen_.coordinate);
  if (chosen_.u == chosen_.v) return tr("%1, answered to a token $u$: $u$ = $v$, nothing to switch", y);
  const auto told = static_cast<double>(told_r_.size());
  const std::string full = chosen_.asked != nullptr
                               ? film_.heard < 1 ? tr("the answer %1 adds them up; dots: heard, rings: to be asked", y)
                                                 : tr("the answer %1 adds them up; dots: %2 of the %3 questions", y,
                                                      whole(told), whole(questions_))
                           : found_ ? tr("the answer %1 adds them up; rings: never asked, foreseen", y)
                                    : tr("the answer %1 adds them up; rings: never asked", y);
  return text_width(canvas_, full, kCaption) <= room ? full : tr("the answer %1 adds them up", y);
}

Range Plots::answer_range() const {
  std::vector<double> all = answers(truth_, chosen_.coordinate);
  for (const Jump& jump : stair_)
    if (found_) all.insert(all.end(), {jump.from, jump.to});
  all.insert(all.end(), told_.begin(), told_.end());
  return range_of(all, Scale::linear, canvas_.narrow() ? 0.65 : 0.4);  // the jumps' numbers stand above and below
}

void Plots::draw_stair(const Axes& axes) {
  const Rect& area = axes.plot();
  const Clip clip(canvas_, area.inset(-2));
  const Colour pale = tint(Ink::W, 0.6F, canvas_.dark);
  Point from{area.x, axes.y_at(stair_.front().from)};
  for (const Jump& jump : stair_) {
    if (jump.log_r > reached_) break;
    const Point to{x_at(axes, jump.log_r), axes.y_at(jump.to)};
    line(canvas_, from, {to.x, from.y}, pale, 2);
    arrow(canvas_, {to.x, from.y}, to, canvas_.colour(Ink::W), 2.5F);
    from = to;
  }
  line(canvas_, from, {std::min(area.right(), x_at(axes, reached_)), from.y}, pale, 2);
}

void Plots::label_stair(const Axes& axes, Labels& labels) {
  for (const Jump& jump : stair_) {
    const float x = x_at(axes, jump.log_r);
    if (x < axes.plot().x || x > axes.plot().right() || jump.log_r > reached_) continue;
    const double height = jump.to - jump.from;
    const float head = axes.y_at(jump.to);
    std::vector<LabelSpot> spots;
    for (const float aside : {5.F, -5.F}) {
      const Along along = aside > 0 ? Along::left : Along::right;
      spots.push_back(height > 0 ? LabelSpot{{x + aside, head - 3}, along, Upright::bottom}
                                 : LabelSpot{{x + aside, head + 3}, along, Upright::top});
    }
    for (const double share : {0.5, 0.7, 0.3, 0.85, 0.15}) {  // first at the left, which the cursor has left behind
      const float y = axes.y_at(std::lerp(jump.from, jump.to, share));
      spots.push_back({{x - 7, y}, Along::right, Upright::middle});
      spots.push_back({{x + 7, y}, Along::left, Upright::middle});
    }
    const auto [over, under] = std::minmax({axes.y_at(jump.from), axes.y_at(jump.to)});
    for (const Along along : {Along::centre, Along::right, Along::left}) {
      spots.push_back({{x, over - 5}, along, Upright::bottom});
      spots.push_back({{x, under + 5}, along, Upright::top});
    }
    const TextStyle style{.ink = Ink::W, .size = Size::small};
    if (const auto bit = chosen_.flipped()) {
      const double twice = chosen_.u(*bit) - chosen_.v(*bit);
      const Rect at = labels.place_clear(canvas_, number(twice) + " × " + number(height / twice, 2), style, spots);
      labels.avoid(at.inset(-3, 0, -3, 0));
      if (at.w > 0) continue;
    }
    labels.place(canvas_, (height > 0 ? "+" : "") + number(height, 2), style, spots);
  }
}

void Plots::label_answers(const Axes& axes, const std::vector<std::vector<Point>>& curves) {
  Labels labels(axes.plot().inset(0, -4, 0, 1));
  for (const Point at : curves[static_cast<std::size_t>(chosen_.coordinate)]) labels.avoid(at);
  for (const Point at : axes.at(told_r_, told_)) labels.avoid(around(at, 5));
  for (const double place : shown().log_beta) {
    const Point end{x_at(axes, place), axes.y_at(shown().answer(chosen_.coordinate, place))};
    if (place <= reached_) labels.avoid(Point{end.x, axes.plot().y}, end);
  }
  for (const Jump& jump : stair_) {
    const float x = x_at(axes, jump.log_r);
    const auto [over, under] = std::minmax({axes.y_at(jump.from), axes.y_at(jump.to)});
    if (found_ && jump.log_r <= reached_) labels.avoid(Rect{x - 3, over, 6, under - over});
  }
  if (film_.heard < 1) {
    const Point top{x_at(axes, reached_), axes.plot().y + 2};
    labels.avoid(Rect{top.x - 2, axes.plot().y, 4, axes.plot().h});
    labels.place(canvas_, "$r$ = " + number(std::exp(reached_), 2), {.ink = Ink::accent, .size = Size::small},
                 std::array{LabelSpot{{top.x + 8, top.y}, Along::left, Upright::top},
                            LabelSpot{{top.x - 8, top.y}, Along::right, Upright::top}});
  }
  if (found_) label_stair(axes, labels);
}

std::vector<std::string> Plots::answer_names() const {
  std::vector<std::string> names;
  for (Index row = 0; row < truth_.start.size(); ++row) names.push_back(coordinate_text(row));
  return names;
}

float Plots::answer_names_width() const {
  float width = 0;
  for (const std::string& name : answer_names())
    width = std::max(width, end_label_width(canvas_, std::array{EndLabel{.words = name}}));
  return width;
}

void Plots::name_answers(const Axes& axes) const {
  const Range& range = axes.y().range;
  const std::vector<std::string> names = answer_names();
  std::vector<EndLabel> labels;
  for (Index row = 0; row < truth_.start.size(); ++row) {
    const double end = shown().answer(row, range_.high);
    if (end < range.low || end > range.high) continue;
    labels.push_back({end, names[static_cast<std::size_t>(row)], row == chosen_.coordinate ? Ink::ink : Ink::quiet});
  }
  end_labels(canvas_, axes, labels);
}

void Plots::draw_told(const Axes& axes) {
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

void Plots::choose_coordinate(const Axes& axes) {
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

void Plots::draw_answer(const Axes& axes) {
  all_ = film_.heard == 1 && canvas_.hovers(axes.plot());
  std::vector<std::vector<Point>> curves;
  for (Index row = 0; row < truth_.start.size(); ++row) {
    const auto y = answers(shown(), row);
    curves.push_back(axes.at(r_, y));
    if (row == chosen_.coordinate || !all_) continue;
    const Clip clip(canvas_, axes.plot());
    curve(canvas_, axes, drawn(r_), drawn(y), {.ink = Ink::quiet, .width = 1, .amount = 0.45F});
  }
  if (found_) draw_stair(axes);
  curve(canvas_, axes, drawn(r_), drawn(answers(shown(), chosen_.coordinate)),
        {.ink = found_ ? Ink::ink : Ink::truth, .width = 1.5F, .dashed = !found_});
  draw_told(axes);
  label_answers(axes, curves);
  if (all_) name_answers(axes);
  choose_coordinate(axes);
}

}  // namespace figures::softmax
