// A figure on display, with a figure of the test's own: what plays, and what an action does.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "figures/bench.hpp"
#include "figures/catalogue.hpp"
#include "figures/parameters.hpp"
#include "figures/strip.hpp"
#include "plot/svg.hpp"

namespace {

using figures::View;

constexpr std::array kParameters = {
    figures::range("seed", "Seed", 1, 9, 1, "Of the film.").primary(),
    figures::range("step", "Step", 0, 20, 20, "Of the film.").playing(10).replaying().of_picture().primary(),
    figures::range("lever", "Lever", 0, 10, 0, "Of the projector.").playing(10).of_picture().as_lever().primary(),
    figures::action("again", "Again", "Another film.").primary(),
};

struct Film {
  double seed = 0;
  void fields(auto& archive) { archive(seed); }
};
figures::Expected<Film> run(const figures::Request& request, figures::Reporter<Film>&) {
  return Film{request.values.number("seed")};
}
std::optional<figures::Play> pressed;  // in the picture, at the next frame
void draw(const Film&, figures::Drawing& drawing) { drawing.play = std::exchange(pressed, {}); }
figures::Description describe(const Film&, const figures::Context& context) {
  return {.title = "Step " + std::to_string(context.values.integer("step")), .sentence = {}, .table = {}};
}

std::string say(const Film& film, std::string_view id, const figures::Context& context) {
  if (id != "step") return "";
  return "frame " + std::to_string(context.values.integer("step")) + " of film " + plot::whole(film.seed);
}

const figures::Figure kFilm = figures::declare<run, draw, describe, say>({
    .id = "film",
    .name = "Film",
    .question = "Does it play?",
    .parameters = kParameters,
    .stages = {},
    .work = [](const figures::Values&) { return 1.0; },
    .act = [](std::string_view, figures::Values& values) { values.set("seed", values.number("seed") + 1); },
});

// A view on a clock of its own.
struct Cinema {
  View view{kFilm};
  plot::HeadlessContext headless;
  plot::Look look;
  double seconds = 100;

  Cinema() { run(); }
  void run() {
    bench::Log log;
    const auto bytes = bench::run(kFilm, view.values(), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, {}, false));
  }
  // The frames of so many seconds, ten a second.
  void pass(double duration) {
    for (int frame = 0; frame < static_cast<int>(10 * duration + 0.5); ++frame) {
      seconds += 0.1;
      headless.frame(look, [&](plot::Canvas& canvas) {
        canvas.seconds = seconds;
        view.draw(canvas, true);
      });
    }
  }
  double step() { return view.values().number("step"); }
};

// Remembers what was drawn: numbers of either sign, and as many as the seed is odd or even.
struct Marks {
  double growing = 0;
  double turning = 0;
  std::vector<double> list;
  figures::Unmoved<std::vector<double>> seeds;
  void fields(auto& archive) { archive(growing, turning, list, seeds); }
};
Marks drawn;
figures::Expected<Marks> run_marks(const figures::Request& request, figures::Reporter<Marks>&) {
  const double seed = request.values.number("seed");
  return Marks{std::pow(10.0, seed),
               seed - 2,
               std::vector<double>(seed > 3 ? 5 : 2, 1 / seed),
               {std::vector<double>(static_cast<std::size_t>(seed), seed)}};
}
void draw_marks(const Marks& marks, figures::Drawing&) { drawn = marks; }
figures::Description describe_marks(const Marks& marks, const figures::Context&) {
  return {.title = std::to_string(marks.growing), .sentence = {}, .table = {}};
}
constexpr std::array kMarksParameters = {figures::range("seed", "Seed", 1, 9, 1, "Of the marks.").primary()};
const figures::Figure kMarks = figures::declare<run_marks, draw_marks, describe_marks>({
    .id = "marks",
    .name = "Marks",
    .question = "Do they move?",
    .parameters = kMarksParameters,
    .stages = {},
    .work = [](const figures::Values&) { return 1.0; },
});

}  // namespace

TEST_CASE("what the picture sets off interrupts what plays, which then goes on; of the same range the new one counts") {
  Cinema cinema;
  cinema.view.act("step");
  cinema.pass(1);
  const double before = cinema.step();
  CHECK(before > 5);
  pressed = figures::Play{"lever", 10};
  cinema.pass(0.5);
  CHECK(cinema.view.playing() == "lever");
  CHECK(cinema.step() < before + 2);
  cinema.pass(1);
  CHECK(cinema.view.values().number("lever") == 10);
  CHECK(cinema.view.playing() == "step");
  pressed = figures::Play{"step", 15};
  cinema.pass(3);
  CHECK(cinema.step() == 15);
  CHECK(cinema.view.playing().empty());
}

TEST_CASE("from a result to one of the same shape marks move, and end at its own numbers") {
  View view(kMarks);
  plot::HeadlessContext headless;
  double seconds = 100;
  const auto show = [&](double seed, bool preview = false) {
    view.values().set("seed", seed);
    bench::Log log;
    const auto bytes = bench::run(kMarks, view.values(), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, {}, preview));
  };
  const auto frame = [&](double later, plot::Look look = {}) {
    seconds += later;
    headless.frame(look, [&](plot::Canvas& canvas) {
      canvas.seconds = seconds;
      view.draw(canvas, true);
    });
    return drawn.growing;
  };
  show(1);
  CHECK(frame(0) == 10);
  CHECK_FALSE(headless.wants_frame);
  show(3);
  CHECK(frame(0) == doctest::Approx(10));
  CHECK(headless.wants_frame);
  CHECK(frame(0.125) == doctest::Approx(100));  // halfway by equal factors
  CHECK(drawn.turning == doctest::Approx(0));   // through zero by equal steps
  CHECK(drawn.list.front() == doctest::Approx(std::sqrt(1.0 / 3)));
  CHECK(drawn.seeds.value == std::vector<double>{3, 3, 3});  // at once, and of any size
  CHECK(view.describe().title == "1000.000000");             // words and exports speak of the result, not of the way
  SUBCASE("to the last bit") {
    CHECK(frame(0.2) == 1000);
    CHECK(drawn.list.front() == 1.0 / 3);
    CHECK_FALSE(headless.wants_frame);
  }
  SUBCASE("another result takes them from where they are") {
    show(1);
    CHECK(frame(0.1) == doctest::Approx(100));
    CHECK(frame(0.3) == 10);
  }
  SUBCASE("not to another shape") {
    show(4);
    CHECK(frame(0) == 10000);
    CHECK_FALSE(headless.wants_frame);
  }
  SUBCASE("not for a preview, nor after one") {
    show(2, true);
    CHECK(frame(0) == 100);
    show(1);
    CHECK(frame(0) == 10);
  }
  SUBCASE("not for who asked for less motion") {
    show(1);
    CHECK(frame(0, {.reduced_motion = true}) == 10);
    CHECK_FALSE(headless.wants_frame);
  }
}

TEST_CASE("the first result stands as it was asked for, finished and at rest") {
  Cinema cinema;
  cinema.pass(1);
  CHECK(cinema.step() == 20);
  CHECK(cinema.view.playing().empty());
  CHECK_FALSE(cinema.headless.wants_frame);
}

TEST_CASE("another result plays from its start, at its speed, to its end") {
  Cinema cinema;
  cinema.view.act("again");
  cinema.run();
  CHECK(cinema.view.playing() == "step");
  CHECK(cinema.step() == 0);
  cinema.pass(1);
  CHECK(cinema.step() == doctest::Approx(9).epsilon(0.12));  // its clock starts with the first frame
  CHECK(cinema.headless.wants_frame);
  cinema.pass(1.5);
  CHECK(cinema.step() == 20);
  CHECK(cinema.view.playing().empty());
  cinema.pass(0.1);
  CHECK_FALSE(cinema.headless.wants_frame);
}

TEST_CASE("a film plays at the pace it is given") {
  for (const double pace : {0.25, 1.0}) {
    Cinema cinema;
    cinema.view.set_pace(pace);
    cinema.view.act("step");
    cinema.pass(1.7);
    CHECK(cinema.step() == doctest::Approx(16 * pace).epsilon(0.1));
  }
}

TEST_CASE("a result plays also when previews of it were shown before") {
  Cinema cinema;
  cinema.view.act("again");
  bench::Log log;
  const auto bytes = bench::run(kFilm, cinema.view.values(), log);
  REQUIRE(bytes);
  REQUIRE(cinema.view.show(*bytes, {}, true));
  CHECK(cinema.view.playing().empty());
  REQUIRE(cinema.view.show(*bytes, {}, false));
  CHECK(cinema.view.playing() == "step");
}

TEST_CASE("the same result again does not play again") {
  Cinema cinema;
  cinema.run();
  CHECK(cinema.view.playing().empty());
}

TEST_CASE("a result stands where its link says, and only that one") {
  Cinema cinema;
  CHECK(cinema.view.read_query("seed=5&step=7").empty());
  cinema.run();
  CHECK(cinema.view.playing().empty());
  CHECK(cinema.step() == 7);
  CHECK(cinema.view.read_query("step=9").empty());
  CHECK(cinema.view.read_query("seed=6").empty());
  cinema.run();
  CHECK(cinema.view.playing() == "step");
}

TEST_CASE("its button plays from where it stands, from the start when at the end, and pauses") {
  Cinema cinema;
  cinema.view.act("step");
  CHECK(cinema.step() == 0);
  cinema.pass(1);
  cinema.view.act("step");
  const double paused = cinema.step();
  CHECK(paused > 5);
  CHECK(paused < 12);
  cinema.pass(1);
  CHECK(cinema.step() == paused);
  cinema.view.act("step");
  CHECK(cinema.step() == paused);
  cinema.pass(0.5);
  CHECK(cinema.step() > paused);
}

TEST_CASE("a reader who moves the slider stops what plays") {
  Cinema cinema;
  cinema.view.act("step");
  cinema.pass(0.5);
  cinema.view.set("step", 15);
  cinema.pass(0.5);
  CHECK(cinema.step() == 15);
  CHECK(cinema.view.playing().empty());
}

TEST_CASE("under reduced motion the end is there at once") {
  Cinema cinema;
  cinema.look.reduced_motion = true;
  cinema.view.act("step");
  cinema.pass(0.1);
  CHECK(cinema.step() == 20);
  CHECK_FALSE(cinema.headless.wants_frame);
  // Not a frame later: what is said of another result is what is said of its end.
  cinema.view.act("again");
  cinema.run();
  CHECK(cinema.step() == 20);
  CHECK(cinema.view.playing().empty());
}

TEST_CASE("where motion is reduced or cannot be shown, a picture that is written out has what plays at its end") {
  Cinema cinema;
  cinema.look.reduced_motion = true;
  cinema.view.act("step");
  cinema.view.svg(cinema.headless, cinema.look);
  CHECK(cinema.step() == 20);
  CHECK(cinema.view.playing().empty());
}

TEST_CASE("a tab that was away goes on where it was") {
  Cinema cinema;
  cinema.view.act("step");
  cinema.pass(0.3);
  const double before = cinema.step();
  cinema.seconds += 1000;
  cinema.pass(0.1);
  CHECK(cinema.step() <= before + 2);
}

TEST_CASE("a description may follow what affects the picture only") {
  Cinema cinema;
  CHECK(cinema.view.describe().title == "Step 20");
  cinema.view.set("step", 7);
  CHECK_FALSE(cinema.view.is_stale());
  CHECK(cinema.view.describe().title == "Step 7");
}

TEST_CASE("a locked range neither plays nor moves, and no frame is asked for") {
  Cinema cinema;
  CHECK(cinema.view.values().fix("step", "").empty());
  cinema.view.act("step");
  cinema.view.set("step", 3);
  cinema.view.set_stop("step", 3);
  cinema.view.act("again");
  cinema.run();
  CHECK(cinema.view.playing().empty());
  cinema.pass(0.5);
  CHECK(cinema.step() == 20);
  CHECK_FALSE(cinema.headless.wants_frame);
}

TEST_CASE("what plays stops when it is locked") {
  Cinema cinema;
  cinema.view.act("step");
  cinema.pass(0.5);
  CHECK(cinema.view.values().fix("all", "").empty());
  cinema.pass(0.2);
  CHECK(cinema.view.playing().empty());
  CHECK_FALSE(cinema.headless.wants_frame);
}

TEST_CASE("an action that would change what is locked or hidden is locked, and does nothing") {
  using figures::Access;
  for (const bool hide : {false, true}) {
    Cinema cinema;
    CHECK(cinema.view.values().fix(hide ? "" : "seed", hide ? "seed" : "").empty());
    CHECK(cinema.view.access() ==
          std::vector{hide ? Access::hidden : Access::locked, Access::free, Access::free, Access::locked});
    cinema.view.act("again");
    CHECK(cinema.view.values().number("seed") == 1);
    CHECK(cinema.view.values().fix("lever", "").empty());
    CHECK(cinema.view.access() == std::vector{Access::free, Access::free, Access::locked, Access::free});
    cinema.view.act("again");
    CHECK(cinema.view.values().number("seed") == 2);
  }
}

namespace {

// Presses everywhere in the strip and drags along it; says where a finger would find something to press.
int sweep(Cinema& cinema) {
  int hands = 0;
  for (float y = cinema.look.height - 4; y > cinema.look.height - 120; y -= 8) {
    for (float x = 4; x < cinema.look.width; x += 12) {
      for (const bool down : {false, true, true, false}) {
        cinema.headless.pointer.next({down ? x + 20 : x, y}, true, down, false);
        cinema.headless.frame(cinema.look, [&](plot::Canvas& canvas) { cinema.view.draw(canvas, true); });
        hands += cinema.headless.hand ? 1 : 0;
      }
    }
  }
  return hands;
}

}  // namespace

TEST_CASE("the strip of a figure with locked controls shows them and lets nobody change them") {
  for (const bool locked : {false, true}) {
    Cinema cinema;
    CHECK(cinema.view.values().fix(locked ? "all" : "", "").empty());
    const figures::Values before = cinema.view.values();
    CHECK((sweep(cinema) == 0) == locked);
    CHECK((cinema.view.values() == before) == locked);
  }
}

TEST_CASE("hidden controls take no room in the strip, nor does a lever, which is in the picture") {
  Cinema cinema;
  cinema.look.width = 200;  // a row for each
  const auto height = [&] {
    float tall = 0;
    cinema.headless.frame(cinema.look, [&](plot::Canvas& canvas) {
      tall = figures::strip_height(canvas, cinema.view.values(), cinema.view.access());
    });
    return tall;
  };
  const float all = height();
  CHECK(all > 0);
  CHECK(cinema.view.values().fix("", "lever").empty());
  CHECK(height() == all);
  CHECK(cinema.view.values().fix("", "again").empty());
  CHECK(height() < all);
  CHECK(cinema.view.values().fix("", "").empty());
  CHECK(cinema.view.values().fix("all", "").empty());
  CHECK(height() == all);
  CHECK(cinema.view.values().fix("", "all").empty());
  CHECK(height() == 0);
}

TEST_CASE("no label of a control in the picture is cut, whatever its value") {
  plot::HeadlessContext headless;
  const plot::Look look{.width = 980, .height = 600};
  for (const figures::Figure* figure : figures::all()) {
    View view(*figure);
    for (const figures::Parameter& parameter : figure->parameters) {
      if (parameter.kind != figures::Kind::range || !parameter.is_primary) continue;
      for (const double value : {parameter.min, parameter.initial, parameter.max}) {
        view.values().reset();
        view.values().set(parameter.id, value);
        const ImDrawData& strip = headless.frame(look, [&](plot::Canvas& canvas) {
          figures::draw_strip(canvas, canvas.area, view.values(), view.access(), "", nullptr);
        });
        CAPTURE(std::string(figure->id));
        CAPTURE(std::string(parameter.id));
        CHECK(plot::to_svg(strip, headless.fonts(), {}).find("…") == std::string::npos);
      }
    }
  }
}

TEST_CASE("a value of the picture is said as the result has it, all others as they are") {
  const Cinema cinema;
  View view(kFilm);
  const auto says = [](const View& shown, const figures::Values& values, std::string_view text) {
    const std::string json = figures::controls_json(values, values.access(), {}, shown.picture());
    return json.find("\"text\":\"" + std::string(text) + "\"") != std::string::npos;
  };
  CHECK(says(view, view.values(), "20"));  // there is no result yet
  figures::Values values(kFilm.parameters);
  values.set("step", 7);
  CHECK(says(cinema.view, values, "frame 7 of film 1"));
  values.set("seed", 3);  // of the result shown, not of the next
  CHECK(says(cinema.view, values, "frame 7 of film 1"));
  CHECK(says(cinema.view, values, "3"));
}

TEST_CASE("a lever goes to its other end, back too, and stays where it is when another result comes") {
  Cinema cinema;
  const auto lever = [&] { return cinema.view.values().number("lever"); };
  cinema.view.act("lever");
  cinema.pass(0.6);
  CHECK(lever() > 3);
  cinema.pass(1);
  CHECK(lever() == 10);
  cinema.view.act("again");
  cinema.run();
  CHECK(cinema.view.playing() == "step");
  cinema.pass(2.5);
  CHECK(lever() == 10);
  cinema.view.act("lever");
  cinema.pass(0.6);
  CHECK(lever() < 7);
  CHECK(lever() > 3);
  cinema.pass(1);
  CHECK(lever() == 0);
  CHECK(cinema.view.playing().empty());
}

TEST_CASE("under reduced motion a story is at its end in one frame, and shows nothing on the way") {
  Cinema cinema;
  cinema.look.reduced_motion = true;
  cinema.view.values().set("step", 0);
  cinema.view.play("step=20&lever=3&lever=0");
  cinema.pass(0.1);
  CHECK(cinema.step() == 20);
  CHECK(cinema.view.values().number("lever") == 0);
  CHECK(cinema.view.playing().empty());
}

TEST_CASE("a story plays one thing after another, until the reader takes a hand in it") {
  Cinema cinema;
  cinema.view.values().set("step", 10);
  cinema.view.play("step=20&lever=3&nonsense&step=never&lever=0");
  cinema.pass(0.6);
  CHECK(cinema.view.playing() == "step");
  cinema.pass(0.8);
  CHECK(cinema.step() == 20);
  CHECK(cinema.view.playing() == "lever");
  cinema.pass(1);
  CHECK(cinema.view.playing().empty());
  CHECK(cinema.view.values().number("lever") == 0);
  cinema.view.play("step=0&lever=3");
  cinema.pass(0.5);
  cinema.view.values().set("step", 7);
  cinema.pass(1);
  CHECK(cinema.step() == 7);
  CHECK(cinema.view.playing().empty());
}
