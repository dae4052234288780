// One question of figure "softmax": every head is a switch, the answer is their sum. A row for each head's weight,
// under them the answer, over the ratio of the two tokens.

#include "figures/softmax/rows/plots.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {
namespace {

std::string beta_number(double log_beta) { return number(std::exp(std::min(log_beta, 600.0)), 2); }

constexpr float kShines = 0.12F;  // of the axis of r

}  // namespace

Plots::Plots(const Result& result, Drawing& drawing, int k, const Chosen& chosen)
    : canvas_(drawing.canvas),
      values_(drawing.values),
      chosen_(chosen),
      questions_(result.questions),
      film_(film_of(drawing.values)),
      truth_(switches_of(edited(result.truth, drawing.values), chosen.u, chosen.v)) {
  if (!result.shown().empty()) found_ = switches_of(result.shown().heads, chosen.u, chosen.v);
  constexpr int kCurvePoints = 121;
  range_ = shown_ratios(truth_, k);
  reached_ = heard_to(truth_, k, film_.heard);
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

void Plots::draw(std::span<const Rect> rows, const Rect& box) {
  const Axis x{
      .range = {r_.front(), r_.back()},
      .scale = Scale::log,
      .name = canvas_.narrow() ? tr("$r$: copies of $u$ per $v$") : tr("$r$ = copies of $u$ for each copy of $v$")};
  float heads = 0;  // their names stand at the left
  for (Index i = 0; i < truth_.log_beta.size(); ++i)
    heads = std::max(heads, text_width(canvas_, head_text(i), kCaption));
  const Rect stair = box.inset(heads + 2 * kGrid, 0, answer_names_width(), 0);
  const std::string name = answer_name(stair.w);
  const Axes answer = draw_axes(canvas_, stair, x, {.range = answer_range(), .name = name, .ticks = false});
  const Rect& plot = answer.plot();
  const Axes all({plot.x, rows.front().y, plot.w, plot.bottom() - rows.front().y}, x, {});
  const bool hovered = drag_ratio(all, {plot.x, rows.front().y, plot.w, rows.back().bottom() - rows.front().y});
  for (const Rect& row : rows) fill(canvas_, row, canvas_.colour(Ink::raised), {6});
  std::vector<Axes> lanes;
  const float pad = canvas_.narrow() ? 2 : 6;
  for (const Rect& row : rows)
    lanes.emplace_back(Rect{plot.x, row.y + pad, plot.w, row.h - 2 * pad}, x, Axis{.range = {-0.03, 1.03}});
  draw_places(lanes, answer);
  for (std::size_t head = 0; head < lanes.size(); ++head) draw_lane(lanes[head], static_cast<Index>(head), rows[head]);
  draw_answer(answer);
  const double r = std::min(std::exp(reached_), all.x_of(plot.right() - kMarkerHandle));
  if (film_.heard < 1) {  // not through the answer's name
    marker_line(canvas_, Axes({plot.x, rows.front().y, plot.w, rows.back().bottom() - rows.front().y}, x, {}), r);
    marker_line(canvas_, answer, r);
  }
  marker_handle(canvas_, all, r, hovered);
  point_at_weights(all, rows.back().bottom());
}

std::string Plots::beta_text(Index i) const {
  return "$β_" + std::to_string(i + 1) + "$ = " + beta_number(shown().log_beta(i));
}

void Plots::point_at_weights(const Axes& axes, float bottom) {
  const double log_r = std::log(axes.x_of(canvas_.pointer.at.x));
  if (log_r > reached_ || !canvas_.hovers({axes.plot().x, axes.plot().y, axes.plot().w, bottom - axes.plot().y}))
    return;
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

std::string Plots::head_text(Index i) const { return canvas_.narrow() ? whole(i + 1) : tr("head %1", whole(i + 1)); }

// In the corners that the curve leaves free.
void Plots::name_tokens(const Axes& axes, Index i) {
  const Rect area = axes.plot().inset(5, 1, 5, 2);
  const auto weight_at = [&](float x) { return shown().weight(i, std::log(axes.x_of(x))); };
  const bool narrow = canvas_.narrow();
  const std::string_view looks[] = {narrow ? "$v$" : std::string_view(tr("looks at $v$")),
                                    narrow ? "$u$" : std::string_view(tr("looks at $u$"))};
  TextStyle style{.ink = Ink::Z, .size = Size::small};
  const float first = area.x + text_width(canvas_, looks[0], style);
  const float last = area.right() - text_width(canvas_, looks[1], style);
  const float turn = x_at(axes, shown().log_beta(i)) - text_width(canvas_, beta_text(i), style) - 2 * kGrid;
  if (weight_at(first) < 0.4 && std::log(axes.x_of(first)) < reached_ && first < turn)
    text(canvas_, area, looks[0], style);
  style = {.ink = Ink::query, .size = Size::small, .along = Along::right, .upright = Upright::bottom};
  if (weight_at(last) > 0.6 && drawn_ == r_.size()) text(canvas_, area, looks[1], style);
}

void Plots::draw_lane(const Axes& axes, Index i, const Rect& card) {
  const Rect& plot = axes.plot();
  const Ink ink = found_ ? Ink::Q : Ink::truth;
  std::vector<double> weights;
  for (const double log_r : log_r_) weights.push_back(shown().weight(i, log_r));
  if (found_) {
    const std::vector<double> none(r_.size(), 0.0), all(r_.size(), 1.0);
    band(canvas_, axes, drawn(r_), drawn(weights), drawn(all), Ink::Z);
    band(canvas_, axes, drawn(r_), drawn(none), drawn(weights), Ink::query);
  }
  curve(canvas_, axes, drawn(r_), drawn(weights), {.ink = ink, .width = 2.25F, .dashed = !found_});
  text(canvas_, Point{card.x + kGrid, card.centre().y}, head_text(i),
       {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
  if (found_) name_tokens(axes, i);
  const double place = shown().log_beta(i);
  const Point at = axes.at(std::exp(std::clamp(place, -300.0, 300.0)), 0.5);
  if (const float from = x_at(axes, reached_); place > reached_ && found_)
    text(canvas_, {from, plot.y, plot.right() - from, plot.h}, "?", centred(Ink::quiet, Size::title));
  if (place > reached_ || !plot.contains(at)) return;
  disc(canvas_, at, 4, canvas_.colour(ink));
  TextStyle style{.ink = ink, .size = Size::small, .along = Along::right, .upright = Upright::bottom};
  const std::string words = beta_text(i);
  if (at.x - text_width(canvas_, words, style) > plot.x + kGrid) {
    text(canvas_, Point{at.x - 7, at.y - 2}, words, style);
  } else {
    style.along = Along::left, style.upright = Upright::top;
    text(canvas_, Point{at.x + 7, at.y + 2}, words, style);
  }
  // A jump that has just been heard tells something of its head: the row shines.
  if (const auto since = static_cast<float>((reached_ - place) / (range_.high - range_.low)); since < kShines) {
    const float left = 1 - since / kShines;
    ring(canvas_, at, 8, tint(ink, left, canvas_.dark), 2);
    outline(canvas_, card, tint(ink, left, canvas_.dark), 2, {6});
  }
}

// --- Both ---------------------------------------------------------------------------------------------------------

void Plots::draw_places(std::span<const Axes> lanes, const Axes& answer) {
  for (Index i = 0; i < truth_.log_beta.size(); ++i) {
    const Rect& lane = lanes[static_cast<std::size_t>(i)].plot();
    const auto draw = [&](double place, bool found) {
      const float x = x_at(answer, place);
      if (place > reached_ || x < lane.x || x > lane.right()) return;
      const float end = answer.y_at(shown().answer(chosen_.coordinate, place));
      if (found) {
        const Colour pale = tint(Ink::Q, 0.4F, canvas_.dark);
        // On a phone it would go through the numbers of other heads.
        const Rect& last = canvas_.narrow() ? lane : lanes.back().plot();
        line(canvas_, {x, lane.centre().y}, {x, last.bottom()}, pale);
        return line(canvas_, {x, answer.plot().y}, {x, end}, pale);
      }
      dashed_line(canvas_, {x, lane.y}, {x, lane.bottom()}, canvas_.colour(Ink::truth), 1.5F, 3, 4);
    };
    if (found_) draw(found_->log_beta(i), true);
    if (!found_ || film_.open == 1) draw(truth_.log_beta(i), false);
  }
}

bool Plots::drag_ratio(const Axes& axes, const Rect& rows) {
  constexpr float kBeyond = kMarkerHandle + 4;
  const Rect& plot = axes.plot();
  const Region regions[] = {
      plot::region(canvas_, "softmax.r", rows),
      plot::region(canvas_, "softmax.handle",
                   Rect{plot.x, plot.bottom(), plot.w, 0}.inset(-kBeyond, -kBeyond, -kBeyond, -kBeyond))};
  if (regions[0].held || regions[1].held) {
    const float way = (canvas_.pointer.at.x - plot.x) / std::max(1.F, plot.w);
    values_.set("mix", way >= 1 ? kMixes : std::round(std::max(0.F, way) * kAllHeard));
  }
  return regions[0].hovered || regions[1].hovered;
}

void draw_switches(const Result& result, Drawing& drawing, const Setting& setting, const Chosen& chosen,
                   std::span<const Rect> rows, Rect box) {
  Plots(result, drawing, setting.k, chosen).draw(rows, box);
}

}  // namespace figures::softmax
