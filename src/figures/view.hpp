// One figure on display: its values, the result it shows, and how both are drawn. Knows no window, no worker.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "figures/figure.hpp"

namespace figures {

class View {
 public:
  explicit View(const Figure& figure) : figure_(figure), values_(figure.parameters) {}

  const Figure& figure() const { return figure_; }
  Values& values() { return values_; }

  // Shows what Figure::compute made, with the milliseconds of each stage. False, and the last result stays, when the
  // bytes cannot be read.
  bool show(std::span<const std::byte> result, std::vector<double> times, bool preview);

  // Whether the learner has to run for the present values.
  bool is_stale() const { return !picture_ || picture_->settings() != values_.to_query(Which::result); }
  double work() const { return figure_.work(values_); }

  // Changes by id, from outside; an id that the figure does not have is ignored.
  void act(std::string_view action);
  void set(std::string_view id, double value);
  void set_stop(std::string_view id, int stop);

  // The figure's name and question while there is no result.
  Description describe() const;

  // The picture in canvas.area, over the strip of controls if asked for.
  void draw(plot::Canvas& canvas, bool strip);

 private:
  const Parameter* parameter(std::string_view id) const;

  const Figure& figure_;
  Values values_;
  std::unique_ptr<Picture> picture_;
  std::vector<double> times_;
  bool preview_ = false;
};

}  // namespace figures
