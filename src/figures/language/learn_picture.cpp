// Figure "language", first question: a passage of the held-out text, read token by token, with a guess under each, and
// who guesses how often right; on demand the descent, pass by pass.

#include "figures/easing.hpp"
#include "figures/language/language.hpp"

namespace figures::language {
namespace {

Ink ink_of(Predictor predictor) {
  constexpr std::array kInks = {Ink::quiet, Ink::ink, Ink::ink, Ink::W, Ink::V};
  return kInks[std::to_underlying(predictor)];
}

// --- Descent --------------------------------------------------------------------------------------------------------

// From under the lowest level to over the mean token's error.
Range error_range(const Result& result) {
  constexpr double kHighest = 1.15;  // errors above are cut off: the random start of a descent
  double low = std::min({1.0, result.score(Predictor::bigram).error, result.full_error()});
  double high = std::max(1.0, std::min(result.full_error(), kHighest));
  for (const double error : result.descent) {
    low = std::min(low, error);
    high = std::max(high, std::min(error, kHighest));
  }
  const double margin = std::max(0.02, 0.1 * (high - low));
  return {std::max(0.0, low - margin), high + margin};
}

// --- Passage --------------------------------------------------------------------------------------------------------

bool is_writable(std::string_view token) {
  while (!token.empty())
    if (!Fonts::has(Face::regular, take_character(token))) return false;
  return true;
}

// What stands for characters that the canvas cannot write, where there are any.
std::string note_on_numbers(const Result& result, std::size_t who) {
  for (const PassageToken& token : result.passage) {
    for (const Token& one : {token.actual, token.guesses[who]})
      if (one.rank > 0 && one.text != "#" && written(one).starts_with("#"))
        return tr("#%1 is token %1 by frequency, in letters this picture lacks: the table has them.",
                  std::to_string(one.rank));
  }
  return "";
}

Predictor marked(const Values& values) {
  return static_cast<Predictor>(values.integer("marks") + static_cast<int>(Predictor::bigram));
}

bool is_right(const PassageToken& token, Predictor who) {
  return token.guesses[std::to_underlying(who)].rank == token.actual.rank;
}

class Learned {
 public:
  Learned(const Result& result, Drawing& drawing)
      : result_(result), drawing_(drawing), reading_(film(), result.passage.size()) {}

  void draw(Rect area) {
    // On a phone the scores come first: they stay where they are, however long the text is.
    auto [main, side] = canvas_.narrow() ? area.rows<2>({1.15F, 1}, 3 * kGrid) : area.columns<2>({1.9F, 1}, 5 * kGrid);
    if (drawing_.values.choice("shows") == "descent") {
      draw_descent(main);
    } else {
      draw_passage(main);
    }
    draw_scores(side);
  }

 private:
  // What is not learned yet has not been asked either.
  Film film() const { return result_.complete ? film_of(drawing_.values) : Film{0, 0}; }

  // --- Scores -------------------------------------------------------------------------------------------------------

  double right_so_far(Predictor who) const {
    const auto read = std::span(result_.passage).first(reading_.done);
    return static_cast<double>(std::ranges::count_if(read, [&](const auto& token) { return is_right(token, who); }));
  }

  std::string scores_meaning() const {
    if (film().over()) return tr("of all %1 that are held out", whole(result_.test_rows));
    return reading_.done == 0 ? std::string(tr("so far")) : tr("of the first %1", whole(reading_.done));
  }

  // A name over its bar, which grows guess by guess; a press shows these guesses.
  void draw_score(Rect row, Predictor who, double longest) {
    const PredictorScore& score = result_.score(who);
    const bool chosen = marked(drawing_.values) == who;
    const bool known = who != Predictor::descent || has_descent(result_);
    if (who != Predictor::frequent && known) {
      const auto k = static_cast<std::size_t>(std::to_underlying(who)) - 1;
      constexpr std::array<std::string_view, 4> kIds = {"pairs", "runs", "closed", "descent"};
      const Region press = region(canvas_, "language.marks." + std::string(kIds[k]), row);
      if (press.clicked) drawing_.values.choose("marks", kIds[k]);
      if (press.hovered && !chosen) fill(canvas_, row.inset(-4, 0, -4, 0), canvas_.colour(Ink::raised), {4});
      if (press.hovered && film().over()) say_score(who);
    }
    const float line = line_height(canvas_, Size::small);
    Rect words = row.take_top(line, 2);
    const std::size_t step = std::to_underlying(who == Predictor::descent ? Step::descent : Step::closed);
    if (who >= Predictor::closed && known && drawing_.times.size() > step) {
      const std::string time = duration(drawing_.times[step] / 1000);
      const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::right};
      // Whole, with its unit: the name is what is cut where both have no room.
      text(canvas_, words.take_right(text_width(canvas_, time, style) + 1, 6), time, style);
    }
    if (who == Predictor::windows && result_.runs > 0)
      say_why(words, text_width(canvas_, name_of(result_, who), {.size = Size::small, .face = Face::semibold}));
    text(
        canvas_, words, name_of(result_, who),
        {.ink = chosen ? ink_of(who) : Ink::ink, .size = Size::small, .face = chosen ? Face::semibold : Face::regular});
    const Rect track = row.take_top(std::min(row.h - 6, (canvas_.narrow() ? 1.05F : 1.5F) * canvas_.em), 0);
    const float room = number_width() + 8;
    const double read = right_so_far(who);
    const double tokens = std::max<double>(1, static_cast<double>(result_.passage.size()));
    const float rest = eased(film().rest);
    const double share = std::lerp(read / tokens, score.accuracy, static_cast<double>(rest)) / longest;
    const Rect bar{track.x, track.y, (track.w - room) * static_cast<float>(share), track.h};
    fill(canvas_, bar, canvas_.colour(ink_of(who)), {2});
    const std::string number = !known               ? std::string("…")
                               : film().over()      ? percent(score.accuracy)
                               : film().rest > 0    ? ""
                               : reading_.done == 0 ? ""
                                                    : whole(read);
    text(canvas_, Rect{bar.right() + 6, track.y, room, track.h}, number,
         {.face = Face::semibold, .upright = Upright::middle});
  }

  // Why counting whole windows guesses well; where it has room beside its name.
  void say_why(const Rect& words, float name) {
    const std::string why = tr("remembers all %1 it saw", whole(result_.runs));
    const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::right};
    if (name + 12 + text_width(canvas_, why, style) <= words.w) text(canvas_, words, why, style);
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

  void draw_scores(Rect box) {
    heading(canvas_, box, tr("Guessed right"), scores_meaning());
    const double most = longest();
    const float height = std::min(box.h / kPredictors, 5.2F * canvas_.em);
    for (std::size_t k = 0; k < kPredictors; ++k) {
      const auto who = static_cast<Predictor>(k);
      if (has_row(result_, who)) draw_score(box.take_top(height, 0), who, most);
    }
  }

  // --- The held-out text --------------------------------------------------------------------------------------------

  std::string token_tip(const PassageToken& token) {
    std::string words = tr("in truth %1", quoted(token.actual));
    for (const Predictor who : scored(result_)) {
      if (who == Predictor::frequent) continue;
      const Token& guess = token.guesses[std::to_underlying(who)];
      const std::string name = name_of(result_, who);
      words += "\n" + (guess.rank == token.actual.rank ? tr("%1: %2 ✓", name, quoted(guess))
                                                       : tr("%1: %2", name, quoted(guess)));
    }
    return words;
  }

  // As wide for every predictor, so that the lines stay when another is chosen; a character takes one place of a line,
  // or two.
  float width_of(const PassageToken& token) const {
    const TextStyle small{.size = Size::small, .verbatim = true};
    const float least = (canvas_.narrow() ? 0.8F : 1.05F) * canvas_.fonts.pixels(size_);
    float width = std::max(text_width(canvas_, written(token.actual), {.size = size_, .verbatim = true}), least);
    for (const Predictor who : scored(result_))
      width = std::max(width, text_width(canvas_, written(token.guesses[std::to_underlying(who)]), small));
    if (setting_.words) return width + 0.6F * canvas_.em;
    const float place = least + 0.15F * canvas_.em;
    return place * std::max(1.F, std::ceil(width / place - 0.2F));
  }

  // A token and the guess under it: right ones bold, wrong ones grey. On its way the guess drops in, then the cover
  // goes, if there is one.
  void draw_token(const Rect& cell, const PassageToken& token, float share, bool covered) {
    const Predictor who = marked(drawing_.values);
    const bool right = is_right(token, who);
    const float upper = line_height(canvas_, size_) + 2;
    const Rect tile{cell.x + 1, cell.y, cell.w - 2, upper};
    const Rect lower{cell.x, cell.y + upper + 1, cell.w, line_height(canvas_, Size::small)};
    const float dropped = eased(std::min(1.F, 2 * share));
    const float open = eased(std::max(0.F, 2 * share - 1));
    const bool bold = right && open > 0;
    if (open > 0 || !covered) {
      if (bold) fill(canvas_, tile, tint(ink_of(who), 0.16F, canvas_.dark), {3});
      text(canvas_, tile.centre(), written(token.actual),
           {.ink = bold || open <= 0 ? Ink::ink : Ink::quiet,
            .size = size_,
            .face = bold ? Face::semibold : Face::regular,
            .along = Along::centre,
            .upright = Upright::middle,
            .verbatim = true});
    }
    if (covered)
      fill(canvas_, {tile.x, tile.y, tile.w, tile.h * (1 - open)}, tint(Ink::quiet, 0.22F, canvas_.dark), {3});
    if (share <= 0) return;
    Rect guess = lower;
    guess.y += (1 - dropped) * lower.h * 0.6F;
    text(canvas_, Point{guess.centre().x, guess.y}, written(token.guesses[std::to_underlying(who)]),
         {.ink = bold ? ink_of(who) : Ink::quiet,
          .size = Size::small,
          .face = bold ? Face::semibold : Face::regular,
          .along = Along::centre,
          .verbatim = true});
    const Rect both{cell.x, cell.y, cell.w, lower.bottom() - cell.y};
    if (share >= 1 && canvas_.hovers(both)) tooltip(canvas_, both.centre(), token_tip(token));
  }

  // The height of a line: with little air where there are many, with more where there is room.
  float line_of(const Rect& box) const {
    float x = 0;
    float lines = 1;
    for (const PassageToken& token : result_.passage) {
      const float width = width_of(token);
      if (x + width > box.w) x = 0, ++lines;
      x += width;
    }
    const float written = line_height(canvas_, size_) + line_height(canvas_, Size::small);
    const float air = canvas_.narrow() ? 0.7F : 1.2F;
    return written + std::clamp(box.h / lines - written, air * canvas_.em, 2 * air * canvas_.em);
  }

  void draw_passage(Rect box) {
    const std::string before = setting_.causal ? std::string(tr("those before it"))
                                               : counted("the one before it", "the %1 before it", setting_.n);
    heading(
        canvas_, box, tr("Which comes next?"),
        passage({setting_.words
                     ? tr("Held-out words. Small: each guessed from %1; bold where right, grey where wrong.", before)
                     : tr("Held-out text. Small: each character guessed from %1; bold where right, grey where wrong.",
                          before),
                 setting_.words ? std::string_view() : tr("· is a blank, ↓ a new line."),
                 note_on_numbers(result_, std::to_underlying(marked(drawing_.values)))}));
    const float line = line_of(box);
    Rect cell{box.x, box.y, 0, line};
    for (std::size_t k = 0; k < result_.passage.size(); ++k) {
      cell.w = width_of(result_.passage[k]);
      if (cell.right() > box.right()) cell.x = box.x, cell.y += line;
      if (cell.y + line > box.bottom() + 0.5F * canvas_.em) return;
      draw_token(cell, result_.passage[k], reading_.share(k), cell.y > box.y);  // the first line can be read
      cell.x += cell.w;
    }
  }

  // --- Descent ------------------------------------------------------------------------------------------------------

  void draw_descent(Rect box) {
    const std::string heads = counted("%1 head", "%1 heads", setting_.heads);
    heading(canvas_, box, result_.diverged ? tr("Descent blew up") : tr("Descent, pass by pass"),
            result_.passes.empty()
                ? std::string(tr("It starts when the closed form is done."))
                : tr("%1, Adam on $V$ and $Q$: the error on the held-out text as it learns.", heads));
    if (result_.passes.empty()) return;
    const Axes axes = draw_axes(canvas_, box, {.range = {0, 1.0 * setting_.epochs}, .name = tr("passes over the data")},
                                {.range = error_range(result_), .name = tr("squared error, held out")});
    Labels labels(axes.plot());
    const Level levels[] = {{result_.full_error(), tr("closed form %1", number(result_.full_error())), Ink::W, false},
                            bigram_level(result_, Ink::truth, false),
                            {1, canvas_.narrow() ? tr("mean token 1") : tr("always the mean token: 1"), Ink::quiet}};
    draw_levels(canvas_, axes, labels, levels);
    {
      const Clip clip(canvas_, axes.plot());
      curve(canvas_, axes, result_.passes, result_.descent, {.ink = Ink::V, .width = 2.5F});
    }
    std::vector<Point> points;
    for (std::size_t k = 0; k < result_.passes.size(); ++k) {
      const Point at = axes.at(result_.passes[k], result_.descent[k]);
      if (axes.plot().inset(-1).contains(at)) points.push_back(at);
    }
    labels.avoid(points);
    labels.place(canvas_, tr("descent %1", number(result_.descent.back())),
                 {.ink = Ink::V, .size = Size::small, .face = Face::semibold}, spots_along(points));
    label_levels(canvas_, axes, labels, levels);
    const auto at = curve_hover(canvas_, axes, result_.passes);
    if (!at) return;
    const double error = result_.descent[*at];
    disc(canvas_, axes.at(result_.passes[*at], std::min(error, axes.y().range.high)), 4, canvas_.colour(Ink::V));
    tooltip(canvas_, canvas_.pointer.at,
            tr("after %1\nsquared error %2\nthe closed form %3", passes_text(result_.passes[*at]), number(error, 6),
               number(result_.full_error(), 6)));
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_ = drawing_.canvas;
  Setting setting_{drawing_.settings};
  Size size_ = canvas_.narrow() ? Size::body : Size::title;
  Reading reading_;
};

}  // namespace

std::string written(const Token& token) {
  if (token.rank == 0) return "…";
  if (token.text == " ") return "·";
  if (token.text == "\n" || token.text == "\r") return "↓";
  if (token.text == "\t") return "→";
  return is_writable(token.text) ? token.text : "#" + std::to_string(token.rank);
}

std::string quoted(const Token& token) {
  if (token.rank == 0) return tr("a token without an embedding");
  if (token.text == " ") return tr("a blank");
  if (token.text == "\n" || token.text == "\r") return tr("a new line");
  if (token.text == "\t") return tr("a tab");
  if (token.text == "$") return tr("a dollar sign");  // in a tooltip it would begin a formula
  if (!is_writable(token.text)) return tr("token %1 by frequency", std::to_string(token.rank));
  return tr("“%1”", token.text);
}

void draw_learn(const Result& result, Drawing& drawing, Rect area) { Learned(result, drawing).draw(area); }

}  // namespace figures::language
