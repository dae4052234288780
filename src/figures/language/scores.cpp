// Figure "language": who guesses how often right, as bars that grow guess by guess.

#include "figures/language/learn_picture.hpp"
#include "plot/panel.hpp"

namespace figures::language {
namespace {

class Scores {
 public:
  Scores(const Result& result, Drawing& drawing)
      : result_(result), drawing_(drawing), reading_(film_, result.passage.size()) {}

  // What is learned, then what is counted.
  void draw(Rect box) {
    heading(canvas_, box, tr("Guessed right"), scores_meaning());
    const double most = longest();
    const float height = std::min(box.h / kPredictors, 6 * canvas_.em);
    for (const Predictor who : kInOrder) {
      if (!has_row(result_, who)) continue;
      draw_score(box.take_top(height, 0), who, most);
    }
  }

 private:
  double right_so_far(Predictor who) const {
    const auto read = std::span(result_.passage).first(reading_.done);
    return static_cast<double>(std::ranges::count_if(read, [&](const auto& token) { return is_right(token, who); }));
  }

  std::string scores_meaning() const {
    return passage(
        {film_.over() ? counted("Of the only one that is held out.", "Of all %1 that are held out.", result_.test_rows)
         : reading_.done == 0 ? std::string(tr("So far."))
                              : tr("Of the first %1.", whole(reading_.done)),
         tr("In colour: attention, learned in two ways. Grey: tables of counts.")});
  }

  // A name over its bar, which grows guess by guess; a press shows these guesses. What is counted is there to compare.
  void draw_score(Rect row, Predictor who, double longest) {
    const PredictorScore& score = result_.score(who);
    const bool learned = who >= Predictor::closed;
    const bool chosen = marked(drawing_.values) == who;
    const bool known = who != Predictor::descent || has_descent(result_);
    if (who != Predictor::frequent && known) {
      const auto k = static_cast<std::size_t>(std::to_underlying(who)) - 1;
      constexpr std::array<std::string_view, 4> kIds = {"pairs", "runs", "closed", "descent"};
      const Region press = region(canvas_, "language.marks." + std::string(kIds[k]), row);
      if (press.clicked) drawing_.values.choose("marks", kIds[k]);
      if (press.hovered && !chosen) fill(canvas_, row.inset(-4, 0, -4, 0), canvas_.colour(Ink::raised), {4});
      if (press.hovered && film_.over()) say_score(who);
    }
    Rect words = row.take_top(line_height(canvas_, Size::small), 2);
    TextStyle name{.ink = chosen ? ink_of(who) : Ink::ink, .size = Size::small};
    if (chosen) name.face = Face::semibold;
    say_how(words, who, text_width(canvas_, name_of(result_, who), name));
    text(canvas_, words, name_of(result_, who), name);
    const float thick = (canvas_.narrow() ? 0.9F : 1.3F) * canvas_.em;
    const Rect track = row.take_top(std::min(row.h - 4, thick), 0);
    const float room = number_width() + 8;
    const double read = right_so_far(who);
    const double tokens = std::max<double>(1, static_cast<double>(result_.passage.size()));
    const float rest = eased(film_.rest);
    const double share = std::lerp(read / tokens, score.accuracy, static_cast<double>(rest)) / longest;
    const Rect bar{track.x, track.y, (track.w - room) * static_cast<float>(share), track.h};
    fill(canvas_, bar, learned || chosen ? canvas_.colour(ink_of(who)) : tint(Ink::quiet, 0.55F, canvas_.dark), {2});
    const std::string number = !known                                 ? std::string("…")
                               : film_.over()                         ? percent(score.accuracy)
                               : film_.rest > 0 || reading_.done == 0 ? ""
                                                                      : whole(read);
    text(canvas_, Rect{bar.right() + 6, track.y, room, track.h}, number,
         {.face = Face::semibold, .upright = Upright::middle});
  }

  // What it took, beside its name; of what is counted what it remembers, which is why whole windows guess well. The
  // time of what is learned at the right: when it comes, nothing moves.
  void say_how(Rect& words, Predictor who, float name) {
    TextStyle style{.ink = Ink::quiet, .size = Size::small};
    std::string how;
    if (who == Predictor::closed) how = tr("one linear system");
    if (who == Predictor::descent) how = passes_text(setting_.epochs);
    if (who == Predictor::bigram) how = tr("remembers %1", whole(result_.pairs));
    if (who == Predictor::windows) how = tr("remembers all %1 it saw", whole(result_.runs));
    const float for_time = who >= Predictor::closed ? text_width(canvas_, "88.8 ms", style) + 6 : 0;
    if (result_.runs > 0 && name + 10 + text_width(canvas_, how, style) + for_time <= words.w)
      text(canvas_, Point{words.x + name + 10, words.y}, how, style);
    const std::size_t step = std::to_underlying(who == Predictor::descent ? Step::descent : Step::closed);
    if (who < Predictor::closed || drawing_.times.size() <= step) return;
    const std::string time = duration(drawing_.times[step] / 1000);
    style.along = Along::right;
    // Whole, with its unit: the name is what is cut where both have no room.
    text(canvas_, words.take_right(text_width(canvas_, time, style) + 1, 6), time, style);
  }

  void say_score(Predictor who) {
    const PredictorScore& score = result_.score(who);
    tooltip(canvas_, canvas_.pointer.at,
            tr("%1\nsquared error %2 of that of the mean token\nguessed right %3 of %4", name_of(result_, who),
               number(score.error, 6), percent(score.accuracy),
               counted("%1 held-out token", "%1 held-out tokens", result_.test_rows)));
  }

  // Of the widest number beside a bar.
  float number_width() const {
    float width = text_width(canvas_, "88 %", {.face = Face::semibold});
    for (const PredictorScore& score : result_.scores)
      width = std::max(width, text_width(canvas_, percent(score.accuracy), {.face = Face::semibold}));
    return width;
  }

  // The longest bar, as a share of what was asked: of the passage, or of all that is held out.
  double longest() const {
    double most = 0.02;
    for (std::size_t k = 0; k < kPredictors; ++k) {
      const auto who = static_cast<Predictor>(k);
      most = std::max(most, result_.scores[k].accuracy);
      const auto right = std::ranges::count_if(result_.passage, [&](const auto& one) { return is_right(one, who); });
      if (right > 0) most = std::max(most, static_cast<double>(right) / static_cast<double>(result_.passage.size()));
    }
    return most;
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_ = drawing_.canvas;
  Setting setting_{drawing_.settings};
  Film film_ = film_shown(result_, drawing_);
  Reading reading_;
};

}  // namespace

void draw_scores(const Result& result, Drawing& drawing, Rect box) { Scores(result, drawing).draw(box); }

}  // namespace figures::language
