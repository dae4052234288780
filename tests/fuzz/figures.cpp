#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>

#include "figures/catalogue.hpp"
#include "figures/view.hpp"
#include "fuzz/target.hpp"
#include "plot/headless_context.hpp"

namespace fuzz {
namespace {

using figures::Affects;
using figures::Figure;
using figures::Kind;
using figures::Parameter;
using figures::Values;
using figures::View;

// Multiply-adds of a run: with sanitizers some milliseconds.
constexpr double kMostWork = 4e5;
// What no figure is left with that was made as small as it can be.
constexpr double kFarTooMuch = 5e7;

plot::HeadlessContext& headless() {  // one for all: fonts take longer to make than pictures
  static plot::HeadlessContext canvas;
  return canvas;
}

double in_range(Dice& dice, const Parameter& parameter) {
  switch (dice.ConsumeIntegralInRange(0, 7)) {
    case 0: return parameter.min;
    case 1: return parameter.max;
    case 2: return dice.ConsumeFloatingPointInRange(parameter.min, parameter.max);
    default: return figures::stop_value(parameter, dice.ConsumeIntegralInRange(0, figures::stop_count(parameter) - 1));
  }
}

// Another value for about half of the parameters.
void scramble(Values& values, Dice& dice) {
  for (const Parameter& parameter : values.table()) {
    if (parameter.kind == Kind::action || !dice.ConsumeBool()) continue;
    if (parameter.kind == Kind::numbers) {
      const int groups = dice.ConsumeIntegralInRange(0, parameter.most / parameter.group);
      std::vector<double> list(static_cast<std::size_t>(groups * parameter.group));
      for (double& number : list) number = in_range(dice, parameter);
      values.set_list(parameter.id, list);
    } else {
      values.set(parameter.id, in_range(dice, parameter));
    }
  }
}

// Makes a run small enough, one size after another; false where that cannot be.
bool shrink(const Figure& figure, Values& values) {
  for (int step = 0; step < 200 && !(figure.work(values) <= kMostWork); ++step) {
    Values best = values;
    for (const Parameter& parameter : values.table()) {
      if (parameter.kind == Kind::numbers || parameter.kind == Kind::action || parameter.affects != Affects::result)
        continue;
      const int stop = figures::nearest_stop(parameter, values.number(parameter.id));
      for (const int other : {0, stop / 2, stop - 1, stop + 1}) {
        if (other < 0 || other >= figures::stop_count(parameter) || other == stop) continue;
        Values tried = values;
        tried.set(parameter.id, figures::stop_value(parameter, other));
        if (figure.work(tried) < figure.work(best)) best = tried;
      }
    }
    if (best == values) break;
    values = best;
  }
  return figure.work(values) <= kFarTooMuch;
}

// Letters that no "nan" and no "inf" can be made of; mostly with something before them to learn from, most where the
// dice have run out and say 0.
std::string words(Dice& dice) {
  constexpr std::string_view kLetters = "abcdeghkl m.o,t\n";
  constexpr std::string_view kTale =
      "The cat sat by the road. A dog looked at the cat, the cat looked back. Who would go? ";
  std::string text;
  for (int k = dice.ConsumeIntegralInRange(0, 12); k < 12; ++k) text += kTale;
  const std::string drawn = dice.ConsumeRandomLengthString(200);
  const int times = dice.ConsumeIntegralInRange(1, 20);
  for (int k = 0; k < times; ++k) {
    for (const char letter : drawn) text += kLetters[static_cast<unsigned char>(letter) % kLetters.size()];
  }
  return text;
}

std::string table(Dice& dice) {
  const int d = dice.ConsumeIntegralInRange(1, 3);
  const int n = dice.ConsumeIntegralInRange(1, 4);
  const int N = dice.ConsumeIntegralInRange(0, 40);
  std::string text = "sequence,token";
  for (int k = 1; k <= d; ++k) text += ",x" + std::to_string(k);
  text += ",y1\n";
  for (int row = 0; row < N * n; ++row) {
    text += std::to_string(row / n) + "," + std::to_string(row % n + 1);
    for (int k = 0; k <= d; ++k) text += "," + std::to_string(dice.ConsumeIntegral<std::int8_t>());
    text += "\n";
  }
  return text;
}

// What the reader gives a figure to read with these values, if it reads anything.
std::string input(const Figure& figure, const Values& values, Dice& dice) {
  for (const figures::TextInput& text : figure.texts) {
    const Parameter asks{.id = "", .label = "", .shown = text.shown};
    if (values.is_shown(asks)) return text.ending == ".csv" ? table(dice) : words(dice);
  }
  return {};
}

// Listens as a page does; `previews` of them are kept.
class Listener final : public figures::Progress {
 public:
  Listener(const Figure& figure, int previews) : figure_(figure), left_(previews) {}
  void begin(int stage) override {
    hold(stage >= 0 && stage < std::ssize(figure_.stages), "A stage begins that the figure has not.", figure_.id);
  }
  void report(double fraction) override {
    hold(fraction >= done_ && fraction <= 1 + 1e-9, "Progress goes back or beyond the end.", std::to_string(fraction));
    done_ = fraction;
  }
  bool wants_preview() override { return left_ > 0; }
  void preview(figures::Bytes result) override {
    --left_;
    previews.push_back(std::move(result));
  }

  std::vector<figures::Bytes> previews;

 private:
  const Figure& figure_;
  int left_;
  double done_ = 0;
};

void check_description(const View& view) {
  const figures::Description said = view.describe();
  const std::string json = figures::description_json(said);
  std::vector<std::string> strings;
  hold(read_json(json, strings), "The description is no JSON.", json);
  hold(is_utf8(json), "The description has a broken letter.", json);
  hold(!said.title.empty() && !said.sentence.empty(), "The figure says nothing.", json);
  for (const auto& row : said.table.rows) {
    hold(row.size() == said.table.columns.size(), "A row of the table has other columns than its head.", json);
  }
  for (const std::string& text : strings) {
    hold(!has_word(text, "nan") && !has_word(text, "inf") && text.find("∞") == std::string::npos,
         "The figure says a number that is none.", json);
  }
}

void check_vertices(const ImDrawData& data) {
  for (const ImDrawList* list : data.CmdLists) {
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      hold(std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y), "Something is drawn nowhere.");
    }
  }
}

// What the picture or a control has set is within the limits: it reads back.
void check_values(View& view) {
  Values again(view.figure().parameters);
  const std::string query = view.values().to_query(figures::Which::all);
  hold(again.read_query(query).empty() && again == view.values(), "The picture has set a value that is not allowed.",
       query);
}

// Some frames with the pointer somewhere, then the picture to take away.
void look_at(View& view, Dice& dice) {
  const int most = dice.PickValueInArray({1400, 1000, 420, 60});
  plot::Look look{.width = static_cast<float>(dice.ConsumeIntegralInRange(1, most)),
                  .height = static_cast<float>(dice.ConsumeIntegralInRange(1, 1200)),
                  .dark = dice.ConsumeBool(),
                  .reduced_motion = dice.ConsumeBool()};
  const bool strip = dice.ConsumeBool();
  const bool touch = dice.ConsumeBool();
  headless().highlighted = dice.PickValueInArray({"", "W", "V", "Lambda", "no such letter"});
  double seconds = 0;
  for (int frame = dice.ConsumeIntegralInRange(1, 6); frame > 0; --frame) {
    const plot::Point at{dice.ConsumeFloatingPointInRange(-9.F, look.width + 9),
                         dice.ConsumeFloatingPointInRange(-9.F, look.height + 9)};
    headless().pointer.next(at, dice.ConsumeIntegralInRange(0, 7) > 0, dice.ConsumeBool(), touch);
    seconds += dice.ConsumeFloatingPointInRange(0.0, 2.0);
    check_vertices(headless().frame(look, [&](plot::Canvas& canvas) {
      canvas.seconds = seconds;
      view.draw(canvas, strip);
    }));
    check_values(view);
  }
  headless().pointer.next({}, false, false, touch);
  const std::string svg = view.svg(headless(), look);
  hold(is_svg(svg), "The picture is no SVG.", svg);
}

// What a reader does beside the picture.
void touch_controls(View& view, Dice& dice) {
  const auto& table = view.figure().parameters;
  for (int k = dice.ConsumeIntegralInRange(0, 3); k > 0; --k) {
    const Parameter& parameter = table[dice.ConsumeIntegralInRange<std::size_t>(0, table.size() - 1)];
    view.act(parameter.id);
    view.set_stop(parameter.id, dice.ConsumeIntegral<int>());
    view.step(parameter.id, dice.ConsumeBool() ? 1 : -1);
    view.set(parameter.id, dice.ConsumeFloatingPoint<double>());
    check_values(view);
  }
}

// A run broken off at a preview and gone on with, or with bytes that were changed on the way.
void resume(const Figure& figure, const figures::Request& request, const figures::Bytes& whole, figures::Bytes left,
            Dice& dice) {
  const int edits = dice.ConsumeIntegralInRange(0, 3);
  for (int k = 0; k < edits; ++k) {
    left[dice.ConsumeIntegralInRange<std::size_t>(0, left.size() - 1)] =
        static_cast<std::byte>(dice.ConsumeIntegral<std::uint8_t>());
  }
  Listener listener(figure, 0);
  const auto resumed = figure.compute({.values = request.values, .text = request.text, .previous = left}, listener);
  hold(resumed.has_value(), "A run that is gone on with fails.", figure.id);
  hold(edits > 0 || *resumed == whole, "A run that is gone on with ends with other bytes.", figure.id);
  View view(figure);
  view.values() = request.values;
  hold(view.show(*resumed, {}, false), "A result that was gone on to cannot be read.", figure.id);
  check_description(view);
  look_at(view, dice);
}

// Bytes of a result that were changed on the way back are refused, or a picture; what was there before stays.
void damage(View& view, figures::Bytes bytes, Dice& dice) {
  const std::string before = view.describe().sentence;
  bytes.resize(dice.ConsumeIntegralInRange<std::size_t>(0, bytes.size() - 1));
  hold(!view.show(bytes, {}, false), "A result that is cut off is shown.");
  hold(view.describe().sentence == before, "A result that cannot be read has taken the place of the last one.");
}

// How many runs ended in a picture: a fuzzer that only ever sees refusals finds nothing.
struct Count {
  int runs = 0;
  int pictures = 0;
} count;

void tell() { std::fprintf(stderr, "pictures: %d of %d runs\n", count.pictures, count.runs); }

void run(const Figure& figure, Dice& dice) {
  if (count.runs++ == 0) std::atexit(tell);
  Values values(figure.parameters);
  scramble(values, dice);
  if (!shrink(figure, values)) return;
  const std::string text = input(figure, values, dice);
  const figures::Request request{.values = values, .text = text};
  Listener listener(figure, dice.ConsumeIntegralInRange(0, 2));
  const auto bytes = figure.compute(request, listener);
  if (!bytes)
    return hold(bytes.error().text().ends_with('.') && is_utf8(bytes.error().text()), "A message is no sentence.",
                bytes.error().text());
  View view(figure);
  view.values() = values;
  hold(view.is_stale(), "A view without a result is not stale.", figure.id);
  for (const figures::Bytes& preview : listener.previews) {
    hold(view.show(preview, {}, true), "A preview cannot be read.", figure.id);
    check_description(view);
  }
  hold(view.show(*bytes, std::vector<double>(figure.stages.size(), 1.5), false), "The result cannot be read.",
       figure.id);
  hold(!view.is_stale(), "The result is not that of the values.", values.to_query(figures::Which::all));
  ++count.pictures;
  check_description(view);
  look_at(view, dice);
  touch_controls(view, dice);
  check_description(view);
  look_at(view, dice);
  if (figure.resumes && !listener.previews.empty()) resume(figure, request, *bytes, listener.previews.back(), dice);
  if (!bytes->empty()) damage(view, *bytes, dice);
}

}  // namespace

std::vector<Target> every_figure() {
  std::vector<Target> targets;
  for (const Figure* figure : figures::all()) {
    targets.push_back({std::string(figure->id), [figure](Dice& dice) { run(*figure, dice); }});
  }
  return targets;
}

}  // namespace fuzz
