#include "figures/view.hpp"

#include <algorithm>

#include "figures/strip.hpp"

namespace figures {

bool View::show(std::span<const std::byte> result, std::vector<double> times, bool preview) {
  auto picture = figure_.open(result);
  if (!picture) return false;
  picture_ = std::move(*picture);
  times_ = std::move(times);
  preview_ = preview;
  return true;
}

const Parameter* View::parameter(std::string_view id) const {
  const auto found = std::ranges::find(figure_.parameters, id, &Parameter::id);
  return found == figure_.parameters.end() ? nullptr : &*found;
}

void View::act(std::string_view action) {
  const Parameter* known = parameter(action);
  if (known != nullptr && known->kind == Kind::action) figure_.act(action, values_);
}

void View::set(std::string_view id, double value) {
  if (parameter(id) != nullptr) values_.set(id, value);
}

void View::set_stop(std::string_view id, int stop) {
  const Parameter* known = parameter(id);
  if (known != nullptr && known->kind != Kind::action) values_.set(id, stop_value(*known, stop));
}

Description View::describe() const {
  if (picture_) return picture_->describe(times_);
  return {.title = std::string(figure_.name), .sentence = std::string(figure_.question), .table = {}};
}

void View::draw(plot::Canvas& canvas, bool strip) {
  const plot::Rect whole = canvas.area;
  if (strip) {
    const plot::Rect controls = canvas.area.take_bottom(strip_height(canvas, values_), 0);
    const std::string action = draw_strip(canvas, controls, values_);
    if (!action.empty()) act(action);
  }
  if (picture_) {
    Drawing drawing{.canvas = canvas, .values = values_, .times = times_, .preview = preview_};
    picture_->draw(drawing);
  }
  canvas.area = whole;
}

}  // namespace figures
