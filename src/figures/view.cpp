#include "figures/view.hpp"

#include "figures/easing.hpp"
#include "figures/parameters.hpp"
#include "figures/strip.hpp"
#include "plot/canvas.hpp"
#include "plot/pixel_painter.hpp"
#include "plot/svg.hpp"

namespace figures {
namespace {

constexpr double kMove = 0.25;                             // seconds from one result to another
constexpr std::size_t kMostMoving = std::size_t{1} << 20;  // bytes of a result that is read again in every frame

}  // namespace

bool View::show(std::span<const std::byte> result, std::vector<double> times, bool preview) {
  auto picture = figure_.open(result);
  if (!picture) return false;
  // Previews of it may have been shown before: what counts is the last finished result.
  const bool other = !preview && finished_ && !(*finished_ == (*picture)->settings());
  Written next = (*picture)->written();
  const bool moves = other && !preview_ && next.bytes.size() < kMostMoving && next.numbers == now_.numbers;
  if (moves) {
    before_ = between_ ? between_->written() : std::move(now_);
    moves_since_ = -1;
  } else {
    before_ = {};
    between_.reset();
  }
  now_ = std::move(next);
  picture_ = std::move(*picture);
  if (!preview) finished_ = picture_->settings();
  times_ = std::move(times);
  preview_ = preview;
  if (other && !stands_) play_again();
  if (!preview) stands_ = false;
  return true;
}

std::vector<std::string> View::read_query(std::string_view query) {
  const std::vector<double> before = ending();
  std::vector<std::string> notices = values_.read_query(query);
  const bool says_where = std::ranges::any_of(figure_.parameters, [&](const Parameter& range) {
    return range.plays > 0 && ("&" + std::string(query)).contains("&" + std::string(range.id) + "=");
  });
  stands_ = is_stale() && says_where;
  if (!says_where) end_film(before);
  return notices;
}

// Some films show another result from their start; the first result stands as it was asked for.
void View::play_again() {
  for (const Parameter& range : figure_.parameters) {
    if (!range.replays || !values_.is_shown(range) || !is_free(range)) continue;
    values_.set(range.id, reduced_motion_ ? range.max : range.min);
    before_ = {};
    if (!reduced_motion_) play({range.id, range.max});
  }
}

void View::play(Play next) {
  story_ = {next};
  begin();
}

void View::play(std::string_view story) {
  story_.clear();
  while (!story.empty()) {
    const std::string_view part = take_part(story, '&');
    const Parameter* range = parameter(part.substr(0, part.find('=')));
    Values there = values_;
    if (range != nullptr && range->plays > 0 && there.read_query(part).empty())
      story_.push_back({range->id, there.number(range->id)});
  }
  begin();
}

void View::begin() {
  clock_ = -1;
  hurry_ = 1;
  if (!story_.empty()) reached_ = shown_ = values_.number(story_.front().id);
}

// Moves what plays by the time since the last frame.
void View::advance(Canvas& canvas) {
  constexpr double kLongestFrame = 0.1;  // a tab that was away goes on where it was
  reduced_motion_ = canvas.reduced_motion;
  if (story_.empty()) return;
  if (canvas.reduced_motion) {
    for (const Play& part : story_)
      if (is_free(*parameter(part.id))) values_.set(part.id, part.target);
    story_.clear();
    return;
  }
  if (canvas.still) return;
  const Parameter& range = *parameter(story_.front().id);
  if (values_.number(range.id) != shown_ || !is_free(range)) {
    story_.clear();
    return;
  }
  const double passed = clock_ < 0 ? 0 : std::clamp(canvas.seconds - clock_, 0.0, kLongestFrame);
  clock_ = canvas.seconds;
  const double target = story_.front().target;
  const double most = passed * pace_ * hurry_ * range.plays;
  reached_ += std::clamp(target - reached_, -most, most);
  values_.set(range.id, reached_);
  shown_ = values_.number(range.id);
  if (reached_ == target) {
    story_.erase(story_.begin());
    begin();
  }
  canvas.wants_frame = canvas.wants_frame || !story_.empty();
}

const Picture* View::moving(Canvas& canvas) {
  if (moves_since_ < 0) moves_since_ = canvas.seconds;
  const double share = std::clamp((canvas.seconds - moves_since_) / kMove, 0.0, 1.0);
  if (canvas.still || before_.bytes.empty()) return picture_.get();
  if (canvas.reduced_motion || share == 1) {
    before_ = {};
    between_.reset();
    return picture_.get();
  }
  auto between = figure_.open(mixed(before_, now_, eased(share)));
  if (between) between_ = std::move(*between);
  canvas.wants_frame = true;
  return between_ ? between_.get() : picture_.get();
}

const Parameter* View::parameter(std::string_view id) const {
  const auto found = std::ranges::find(figure_.parameters, id, &Parameter::id);
  return found == figure_.parameters.end() ? nullptr : &*found;
}

std::vector<Access> View::access() const {
  std::vector<Access> access(values_.access().begin(), values_.access().end());
  for (std::size_t at = 0; at < access.size(); ++at) {
    if (access[at] == Access::free && !is_free(figure_.parameters[at])) access[at] = Access::locked;
  }
  return access;
}

bool View::is_free(const Parameter& known) const {
  const std::span<const Access> access = values_.access();
  if (access[static_cast<std::size_t>(&known - figure_.parameters.data())] != Access::free) return false;
  if (known.kind != Kind::action || std::ranges::count(access, Access::free) == std::ssize(access)) return true;
  // Whether an action touches what is fixed is seen by trying it, on values that nobody has fixed.
  Values tried = values_;
  tried.fix({}, {});
  figure_.act(known.id, tried);
  return values_.keeps(tried);
}

void View::act(std::string_view action) {
  const Parameter* known = parameter(action);
  if (known == nullptr || !is_free(*known)) return;
  if (known->kind == Kind::action) figure_.act(action, values_);
  if (!(known->plays > 0)) return;
  if (playing() == known->id) {
    story_.clear();
    return;
  }
  const bool at_end = values_.number(known->id) >= known->max;
  if (at_end && !known->lever) values_.set(known->id, known->min);
  play({known->id, at_end && known->lever ? known->min : known->max});
}

std::vector<double> View::ending() const {
  std::vector<double> numbers;
  for (const Parameter& known : figure_.parameters)
    if (known.ends_film) numbers.push_back(values_.number(known.id));
  return numbers;
}

void View::end_film(const std::vector<double>& before) {
  if (ending() == before) return;
  for (const Parameter& known : figure_.parameters)
    if (known.is_film() && is_free(known)) values_.set(known.id, known.max);
}

void View::set(std::string_view id, double value) {
  if (parameter(id) == nullptr) return;
  const std::vector<double> before = ending();
  values_.set(id, value);
  end_film(before);
}

void View::set_stop(std::string_view id, int stop) {
  const Parameter* known = parameter(id);
  if (known == nullptr || known->kind == Kind::action || known->kind == Kind::numbers) return;
  set(id, stop_value(*known, stop));
}

void View::step(std::string_view id, int way) {
  constexpr double kGlide = 0.4;  // seconds at most
  const Parameter* known = parameter(id);
  if (known == nullptr || known->kind != Kind::range) return;
  const bool by_words = known->stops.empty() && known->step < 1;
  Values there = values_;
  const auto words = [&](int stop) {
    there.set(id, stop_value(*known, stop));
    return value_text(*known, there, picture_.get());
  };
  const auto next = [&] {
    int stop = nearest_stop(*known, values_.number(id)) + way;
    const int before = way > 0 ? 0 : 1;
    const std::string here = words(way > 0 ? stop - 1 : stop);
    while (by_words && stop > 0 && stop + 1 < stop_count(*known) && words(stop - before) == here) stop += way;
    return stop_value(*known, stop);
  };
  if (way > 0 && playing() == id && story_.front().target == next()) values_.set(id, next());
  const double away = next() - values_.number(id);
  if (!by_words || !(away > 0) || !(known->plays > 0) || !is_free(*known)) return set(id, next());
  play({known->id, next()});
  hurry_ = std::max(1.0, away / (kGlide * known->plays));
}

Values View::settings() const {
  Values settings = picture_->settings();
  settings.fix_as(values_);
  return settings;
}

Description View::describe() const {
  if (!picture_) return {.title = translated(figure_.name), .sentence = translated(figure_.question), .table = {}};
  Description description = picture_->describe({settings(), values_, times_});
  for (std::size_t stage = 0; stage < std::min(times_.size(), figure_.stages.size()); ++stage) {
    if (description.table.columns.size() != 2 || !(times_[stage] > 0)) continue;
    description.table.rows.push_back(
        {tr("Time: %1", translated(figure_.stages[stage].name)), duration(times_[stage] / 1000)});
  }
  return description;
}

void View::draw(Canvas& canvas, bool strip) {
  advance(canvas);
  const std::vector<double> before = ending();
  const Rect whole = canvas.area;
  if (strip) {
    const std::vector<Access> access = this->access();
    const Rect controls = canvas.area.take_bottom(strip_height(canvas, values_, access), 0);
    const std::string action = draw_strip(canvas, controls, values_, access, playing(), picture_.get());
    if (!action.empty()) act(action);
  }
  if (picture_) {
    const Values settings = this->settings();
    Drawing drawing{.canvas = canvas,
                    .values = values_,
                    .settings = settings,
                    .times = times_,
                    .preview = preview_,
                    .playing = playing()};
    moving(canvas)->draw(drawing);
    if (drawing.play) {
      // What it interrupts goes on after it.
      const std::vector<Play> interrupted = std::move(story_);
      play(*drawing.play);
      for (const Play& later : interrupted)
        if (later.id != drawing.play->id) story_.push_back(later);
      canvas.wants_frame = true;
    }
  }
  end_film(before);
  canvas.area = whole;
}

std::string View::svg(HeadlessContext& headless, Look look) {
  look.still = true;
  const Description description = describe();
  const Pointer pointer = headless.pointer;
  PixelPainter painter;
  const ImDrawData& drawn = headless.frame(look, [&](Canvas& canvas) {
    canvas.painter = &painter;
    draw(canvas, false);
  });
  headless.pointer = pointer;
  return to_svg(
      drawn, headless.fonts(),
      {.title = description.title, .description = description.sentence, .background = colour(Ink::paper, look.dark)});
}

}  // namespace figures
