// One figure on display: its values, the result it shows, and how both are drawn. Knows no window, no worker.
#pragma once

#include "figures/figure.hpp"
#include "plot/headless_context.hpp"

namespace figures {

class View {
 public:
  explicit View(const Figure& figure) : figure_(figure), values_(figure.parameters) {}

  const Figure& figure() const { return figure_; }
  Values& values() { return values_; }

  // Shows what Figure::compute made, with the milliseconds of each stage. False, and the last result stays, when the
  // bytes cannot be read.
  bool show(std::span<const std::byte> result, std::vector<double> times, bool preview);

  // Values::read_query. The result of a query that says where a range that plays stands is shown as it was asked for;
  // any other new result plays from its start, and a value that ends the film ends it, as by hand.
  std::vector<std::string> read_query(std::string_view query);

  // Whether the learner has to run for the present values.
  bool is_stale() const { return !picture_ || !(picture_->settings() == values_.for_result()); }
  double work() const { return figure_.work(values_.for_result()); }

  // Changes by id, from outside; an id that the figure does not have is ignored. To act on a range that plays is to
  // press its button: it runs from where it stands to its end, if it stands there from its start (a lever: back to it),
  // or it stops.
  void act(std::string_view action);
  void set(std::string_view id, double value);
  void set_stop(std::string_view id, int stop);
  // One step of a range, back (-1) or on (1): to the next stop or, where stops are finer than 1, to where its words
  // change, gliding there when it goes on. A second step first ends the one on its way.
  void step(std::string_view id, int way);
  // Plays ranges one after another, "step=300&lift=14&lift=0": each from where it stands to that value, until the
  // reader moves one.
  void play(std::string_view story);
  // In multiples of the ranges' own speed.
  void set_pace(double pace) { pace_ = pace; }

  // What a reader may do with each parameter, in order: what Values::fix has fixed, and actions that would change one
  // of those are locked.
  std::vector<Access> access() const;

  // What is shown, or nullptr.
  const Picture* picture() const { return picture_.get(); }

  // Id of the range that plays now, or nothing.
  std::string_view playing() const { return story_.empty() ? std::string_view() : story_.front().id; }

  // With the times of the stages at the end of the table. The figure's name and question while there is no result.
  Description describe() const;

  // The picture in canvas.area, over the strip of controls if asked for.
  void draw(Canvas& canvas, bool strip);

  // The picture without controls, to take away: as SVG, of the size and theme that `look` says.
  std::string svg(HeadlessContext& headless, Look look);

 private:
  const Parameter* parameter(std::string_view id) const;
  // Those of the result, fixed as the values are: advice is about what a reader can move.
  Values settings() const;
  // Whether a reader may press it now; of an action or a range that plays.
  bool is_free(const Parameter& known) const;
  // The values of what ends the film, and the film's end if they are not what they were before a hand came.
  std::vector<double> ending() const;
  void end_film(const std::vector<double>& before);
  void play_again();
  void play(Play next);
  void begin();
  void advance(Canvas& canvas);
  // The picture, or what lies between the one before and it.
  const Picture* moving(Canvas& canvas);

  const Figure& figure_;
  Values values_;
  std::unique_ptr<Picture> picture_;
  std::optional<Values> finished_;  // settings of the last result that was not a preview
  std::vector<double> times_;
  bool preview_ = false;
  bool stands_ = false;      // the next result does not play
  std::vector<Play> story_;  // what plays, and then what comes after it
  double reached_ = 0;       // its value between two stops
  double shown_ = 0;         // the value that playing gave it last: when it differs, the reader has moved it
  double clock_ = -1;        // canvas.seconds of the frame before; negative: none yet
  double pace_ = 1;
  double hurry_ = 1;  // of a step on its way: as pace_, and times it

  // From one finished result to another of the same shape, marks move.
  Written now_;                  // the result shown
  Written before_;               // what they move from; empty: nothing moves
  double moves_since_ = -1;      // canvas.seconds; negative: not drawn yet
  bool reduced_motion_ = false;  // of the canvas drawn last
  std::unique_ptr<Picture> between_;
};

}  // namespace figures
