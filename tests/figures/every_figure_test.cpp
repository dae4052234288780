// What must hold for every figure of the list: the default, and settings drawn from its own parameter table.
#include <doctest/doctest.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "figures/bench.hpp"
#include "figures/catalogue.hpp"
#include "learner/random.hpp"
#include "plot/axes.hpp"

namespace {

using figures::Figure;
using figures::Kind;
using figures::Parameter;
using figures::Values;
using figures::View;

// Runs larger than this many multiply-adds are left to the page; after some of these, smaller ones are preferred.
constexpr double kMostWork = 3e7;
constexpr double kSmallWork = 1e7;
#if defined(LIFTED_SANITIZED)
constexpr int kDraws = 3;  // tests/fuzz draws more, as sanitized
#elif defined(__EMSCRIPTEN__)
constexpr int kDraws = 12;  // the same code as natively, on the same bits
#else
constexpr int kDraws = 200;
#endif
constexpr int kLargeDraws = 40;

// The figures that are tried: all, or the one that the environment asks for.
std::span<const Figure* const> asked_for() {
  static const char* const id = std::getenv("LIFTED_FIGURE");
  if (id == nullptr) return figures::all();
  static const Figure* const one = figures::find(id);
  if (one != nullptr) return {&one, 1};
  FAIL_CHECK("No figure of the list in src/figures/figures.cpp has the id ", std::string(id), " in its declaration.");
  return {};
}

void scramble(Values& values, learner::Random& random) {
  for (const Parameter& parameter : values.table()) {
    if (parameter.kind == Kind::action) continue;
    if (parameter.kind == Kind::numbers) {
      const auto groups = static_cast<std::uint32_t>(parameter.most / parameter.group);
      std::vector<double> list(random.below(groups + 1) * static_cast<std::size_t>(parameter.group));
      for (double& number : list) number = parameter.min + random.uniform() * (parameter.max - parameter.min);
      values.set_list(parameter.id, list);
      continue;
    }
    const int stops = figures::stop_count(parameter);
    values.set(parameter.id,
               figures::stop_value(parameter, static_cast<int>(random.below(static_cast<std::uint32_t>(stops)))));
  }
}

bool says_something(const figures::Description& description) {
  return !description.title.empty() && description.sentence.size() > 20 && !description.table.rows.empty();
}

// No reader ever sees "nan" or "inf".
bool is_readable(const figures::Description& description) {
  std::string all = description.title + " " + description.sentence;
  for (const auto& row : description.table.rows) {
    if (row.size() != description.table.columns.size()) return false;
    for (const std::string& cell : row) all += " " + cell;
  }
  return all.find("nan") == std::string::npos && all.find("inf ") == std::string::npos &&
         all.find("∞") == std::string::npos;
}

bool is_somewhere(const ImDrawData& data) {
  for (const ImDrawList* list : data.CmdLists) {
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      if (!std::isfinite(vertex.pos.x) || !std::isfinite(vertex.pos.y)) return false;
    }
  }
  return true;
}

// A reader with a finger has nothing to click with: it is said "press".
void check_no_click(const std::string& words) {
  for (const char* const click : {"Click", " click"}) CHECK(words.find(click) == std::string::npos);
}

// With the pointer on it and the strip, also where there is no room for anything.
void check_sizes(plot::HeadlessContext& headless, View& view) {
  for (const float width : {1.F, 9.F, 50.F}) {
    for (const float height : {1.F, 30.F, 400.F}) {
      CAPTURE(width);
      CAPTURE(height);
      for (int frame = 0; frame < 3; ++frame) {
        const plot::Point at{width * (0.2F + 0.3F * static_cast<float>(frame)), height * 0.5F};
        headless.pointer.next(at, true, frame == 1, false);
        const auto draw = [&](plot::Canvas& canvas) { view.draw(canvas, frame == 2); };
        CHECK(is_somewhere(headless.frame({.width = width, .height = height}, draw)));
      }
    }
  }
  headless.pointer.next({}, false, false, false);
}

struct Run {
  explicit Run(const Figure& figure, const Values& values) {
    log.previews = true;
    bytes = bench::run(figure, values, log, bench::some_text());
  }
  bench::Log log;
  figures::Expected<figures::Bytes> bytes;
};

// The run of a figure's default, computed once.
const Run& default_run(const Figure& figure) {
  static std::map<std::string_view, Run> known;
  return known.try_emplace(figure.id, figure, Values(figure.parameters)).first->second;
}

void check_run(plot::HeadlessContext& headless, const Figure& figure, const Values& values, const Run& run,
               bool must_work) {
  CAPTURE(figure.id);
  CAPTURE(values.to_query(figures::Which::all));
  const auto& [log, bytes] = run;
  if (!bytes) {
    const std::string sentence = bytes.error().text();
    if (must_work) FAIL_CHECK("it does not run with its default values: ", sentence);
    CHECK(sentence.ends_with('.'));
    return;
  }
  for (std::size_t k = 1; k < log.fractions.size(); ++k) CHECK(log.fractions[k] >= log.fractions[k - 1]);
  REQUIRE_FALSE(log.fractions.empty());
  CHECK(log.fractions.front() >= 0);
  CHECK(log.fractions.back() == doctest::Approx(1));
  for (const int stage : log.stages) CHECK(stage < std::ssize(figure.stages));

  View view(figure);
  view.values() = values;
  CHECK(view.is_stale());
  for (const figures::Bytes& preview : log.shown) {
    REQUIRE(view.show(preview, {}, true));
    CHECK(is_readable(view.describe()));
    CHECK(bench::draw(headless, view, {.width = 360, .height = 520}, 1) > 0);
  }
  REQUIRE(view.show(*bytes, {}, false));
  CHECK_FALSE(view.is_stale());
  CHECK(says_something(view.describe()));
  CHECK(is_readable(view.describe()));
  CHECK(bench::draw(headless, view, {.width = 1080, .height = 720}) > 500);
  CHECK(bench::draw(headless, view, {.width = 320, .height = 460, .dark = true}) > 200);
  if (must_work) check_sizes(headless, view);
  if (must_work) check_no_click(view.describe().sentence + view.svg(headless, {.width = 1080, .height = 720}));
}

struct Indexed {
  figures::Index at = -3;
  std::vector<std::size_t> order = {7, 1};
  void fields(auto& archive) { archive(at, order); }
};

}  // namespace

TEST_CASE("an index takes eight bytes of a result, in a page too, and comes back from them") {
  Indexed indexed;
  const figures::Bytes bytes = figures::to_bytes(indexed);
  CHECK(bytes.size() == 4 * 8);
  Indexed again{0, {}};
  REQUIRE(figures::from_bytes(bytes, again));
  CHECK(again.at == -3);
  CHECK(again.order == std::vector<std::size_t>{7, 1});
}

TEST_CASE("every figure computes, draws and describes its default") {
  plot::HeadlessContext headless;
  for (const Figure* figure : asked_for())
    check_run(headless, *figure, Values(figure->parameters), default_run(*figure), true);
}

TEST_CASE("every figure computes or says why not for settings drawn from its table") {
  plot::HeadlessContext headless;  // one for all: fonts take longer to make than pictures
  for (const Figure* figure : asked_for()) {
    CAPTURE(figure->id);
    learner::Random random(7);
    Values values(figure->parameters);
    int run = 0;
    for (int attempt = 0; attempt < 100 * kDraws && run < kDraws; ++attempt) {
      scramble(values, random);
      const double work = figure->work(values);
      const bool wanted = work < kSmallWork || run < kLargeDraws || attempt % 4 == 0;
      if (work > kMostWork || !wanted) continue;
      check_run(headless, *figure, values, Run(*figure, values), false);
      ++run;
    }
    if (run < kDraws)
      FAIL_CHECK("only ", run, " of its settings were tried: `work` says that the others take more than ", kMostWork,
                 " multiply-adds");
  }
}

TEST_CASE("every figure draws what lies between two of its results") {
  plot::HeadlessContext headless;
  for (const Figure* figure : asked_for()) {
    CAPTURE(figure->id);
    Values values(figure->parameters);
    if (std::ranges::find(figure->parameters, "seed", &Parameter::id) == figure->parameters.end()) continue;
    values.set("seed", values.number("seed") + 1);
    REQUIRE(default_run(*figure).bytes);
    const Run other(*figure, values);
    REQUIRE(other.bytes);
    View view(*figure);
    REQUIRE(view.show(*default_run(*figure).bytes, {}, false));
    view.values() = values;
    REQUIRE(view.show(*other.bytes, {}, false));
    for (int frame = 0; frame < 5; ++frame) {
      CHECK(is_somewhere(headless.frame({.width = 1080, .height = 720}, [&](plot::Canvas& canvas) {
        canvas.seconds = 100 + 0.1 * frame;
        view.draw(canvas, false);
      })));
    }
  }
}

// Checks a figure's default values, and those with every other alternative of one choice.
void for_each_choice(const Figure& figure, const auto& check) {
  const Values values(figure.parameters);
  check(values);
  for (const Parameter& parameter : figure.parameters) {
    if (parameter.kind != Kind::choice) continue;
    for (const figures::Choice& choice : parameter.choices) {
      Values chosen = values;
      chosen.choose(parameter.id, choice.id);
      if (!(chosen == values)) check(chosen);
    }
  }
}

// Whether the words of both cannot be read: they share more than a sliver. The same words written twice can.
bool collide(const plot::WrittenLine& one, const plot::WrittenLine& other) {
  const auto is_blank = [](const plot::WrittenLine& line) { return line.words.empty() || line.words == " "; };
  if (one.words == other.words || is_blank(one) || is_blank(other)) return false;
  const plot::Rect a = one.place.inset(1), b = other.place.inset(1);
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void check_words(std::span<const plot::WrittenLine> written) {
  for (std::size_t one = 0; one < written.size(); ++one) {
    if (written[one].cut) FAIL_CHECK("“", written[one].words, "” is cut off");
    for (std::size_t other = 0; other < one; ++other)
      if (collide(written[one], written[other]))
        FAIL_CHECK("“", written[one].words, "” runs into “", written[other].words, "”");
  }
}

// In the widths that a page of 320, 360, 768 or 1280 pixels gives it, and that of a narrow blog, all along its film.
void check_picture(plot::HeadlessContext& headless, View& view) {
  const Figure& figure = view.figure();
  const auto film = std::ranges::find_if(figure.parameters, &Parameter::is_film);
  constexpr int kMoments = 10;
  for (const float width : {288.F, 328.F, 620.F, 707.F, 1080.F}) {
    const auto shape = static_cast<float>(width < 600 ? figure.shape.narrow : figure.shape.wide);
    for (int k = 0; k <= kMoments; ++k) {
      if (film != figure.parameters.end())
        view.values().set(film->id, std::lerp(film->min, film->max, static_cast<double>(k) / kMoments));
      else if (k > 0)
        break;
      float lowest = plot::kLeastPlot;
      std::vector<plot::WrittenLine> written;
      headless.frame({.width = width, .height = width * shape}, [&](plot::Canvas& canvas) {
        canvas.written = &written;
        view.draw(canvas, false);
        lowest = std::min(lowest, canvas.lowest_plot);
      });
      INFO(figure.id, "?", view.values().to_query(figures::Which::all), " at ", width, " pixels");
      CHECK(lowest == plot::kLeastPlot);
      check_words(written);
    }
  }
}

TEST_CASE("every plot of every figure is high enough, and all its words can be read, on phones too") {
  plot::HeadlessContext headless;
  for (const Figure* figure : asked_for()) {
    View view(*figure);
    const Values initial(figure->parameters);
    const auto check = [&](const Values& values) {
      if (!(values == initial) && figure->work(values) >= kMostWork) return;
      const Run run(*figure, values);
      if (!run.bytes) return;
      view.values() = values;
      REQUIRE(view.show(*run.bytes, {}, false));
      check_picture(headless, view);
    };
    for_each_choice(*figure, check);
  }
}

TEST_CASE("bytes that are cut, longer, or of another kind are refused and the last result stays") {
  for (const Figure* figure : asked_for()) {
    const auto& bytes = default_run(*figure).bytes;
    if (!bytes) continue;
    View view(*figure);
    CHECK(view.show(*bytes, {}, false));
    const std::string title = view.describe().title;
    for (const std::size_t length : {std::size_t{0}, std::size_t{7}, bytes->size() / 3, bytes->size() - 1}) {
      CHECK_FALSE(view.show(std::span(*bytes).first(length), {}, false));
    }
    figures::Bytes longer = *bytes;
    longer.push_back(std::byte{0});
    CHECK_FALSE(view.show(longer, {}, false));
    figures::Bytes huge(64, std::byte{0xff});
    CHECK_FALSE(view.show(huge, {}, false));
    CHECK(view.describe().title == title);
  }
}

TEST_CASE("every figure shows one to three primary controls at a time") {
  for (const Figure* figure : figures::all()) {
    const auto check = [&](const Values& values) {
      INFO(figure->id, " ", values.to_query());
      const auto shown = std::ranges::count_if(
          figure->parameters, [&](const Parameter& one) { return one.is_primary && values.is_shown(one); });
      CHECK(shown >= 1);
      CHECK(shown <= 3);
    };
    for_each_choice(*figure, check);
  }
}

TEST_CASE("every figure declares itself completely") {
  std::set<std::string_view> ids;
  for (const Figure* figure : figures::all()) {
    CAPTURE(figure->id);
    CHECK(ids.insert(figure->id).second);
    CHECK(figures::find(figure->id) == figure);
    CHECK_FALSE(figure->name.empty());
    for (const Parameter& parameter : figure->parameters) {
      CAPTURE(parameter.id);
      CHECK_FALSE(parameter.label.empty());
      CHECK((parameter.kind != Kind::choice || parameter.choices.size() >= 2));
      CHECK((parameter.kind != Kind::numbers ||
             (parameter.most > 0 && parameter.group > 0 && parameter.most % parameter.group == 0)));
      CHECK_FALSE((parameter.is_primary && parameter.kind == Kind::numbers));  // the strip has no place for a list
      CHECK((parameter.plays == 0 ||
             (parameter.kind == Kind::range && parameter.affects == figures::Affects::picture && parameter.step > 0)));
    }
  }
  CHECK(figures::find("no such figure") == nullptr);
}

TEST_CASE("the catalogue names every figure and parameter") {
  const std::string json = figures::catalogue_json();
  CHECK(json.front() == '[');
  CHECK(json.back() == ']');
  for (const Figure* figure : figures::all()) {
    CHECK(json.find("\"id\":\"" + std::string(figure->id) + "\"") != std::string::npos);
    for (const Parameter& parameter : figure->parameters) {
      CHECK(json.find("\"id\":\"" + std::string(parameter.id) + "\"") != std::string::npos);
    }
  }
}

TEST_CASE("every letter that has a colour or a meaning of its own lights something in some figure") {
  constexpr std::array<const char*, 11> kLetters = {"Z",  "G",      "z",      "W", "V",    "Q",
                                                    "Hf", "Lambda", "lambda", "y", "Theta"};
  std::set<std::string_view> dark(kLetters.begin(), kLetters.end());
  plot::HeadlessContext headless;
  for (const Figure* figure : figures::all()) {
    const auto& bytes = default_run(*figure).bytes;
    REQUIRE(bytes);
    View view(*figure);
    REQUIRE(view.show(*bytes, {}, false));
    const auto vertices = [&](const char* letter, int frames = 1) {
      headless.highlighted = letter;
      return bench::draw(headless, view, {.width = 1080, .height = 720}, frames);
    };
    for (const double share : {1.0, 0.75}) {  // of the film: at its end, and on the way, where most letters meet
      for (const Parameter& parameter : figure->parameters) {
        if (parameter.is_film()) view.set(parameter.id, std::round(share * parameter.max));
      }
      const int plain = vertices("", 3);
      std::erase_if(dark, [&](std::string_view letter) { return vertices(letter.data()) != plain; });
    }
  }
  for (const std::string_view letter : dark) FAIL_CHECK("no figure lights ", std::string(letter));
}

TEST_CASE("no help speaks of clicks") {
  for (const Figure* figure : asked_for()) {
    CAPTURE(figure->id);
    for (const Parameter& parameter : figure->parameters) check_no_click(std::string(parameter.help));
  }
}
