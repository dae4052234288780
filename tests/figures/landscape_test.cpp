// Figure "landscape" against closed forms, the data itself and its own promises.
#include "figures/landscape/landscape.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <set>

#include "figures/bench.hpp"
#include "learner/random.hpp"
#include "learner/tasks.hpp"
#include "plot/svg.hpp"
#include "plot/utf8.hpp"

namespace {

using figures::Values;
using figures::landscape::Fate;
using figures::landscape::kLifts;
using figures::landscape::kSteps;
using figures::landscape::Result;
using figures::landscape::Shown;
using figures::landscape::Terrain;
using learner::Index;
using learner::Matrix;

const figures::Figure& figure() { return *figures::find("landscape"); }

figures::Expected<Result> run(std::string_view query) {
  return bench::attempt(figures::landscape::run, bench::values_of(figure(), query));
}

// Where a ball is after so many steps, and the loss there.
plot::Spot spot(const Result& result, Index ball, Index step) {
  return result.balls[static_cast<std::size_t>(ball)].base.at(step);
}

int count(const Result& result, Fate fate, int lift = 0) {
  int found = 0;
  for (const auto& ball : result.balls) found += Shown(result, kSteps, lift).fate(ball) == fate ? 1 : 0;
  return found;
}

// The relative loss of s times the first head plus t times the second, from sequences, nothing of the figure's.
struct Data {
  std::vector<learner::Sequence> sequences;
  learner::Head first, second;
  double zero = 0;

  explicit Data(std::uint64_t seed) {
    const auto task = learner::random_attention({.d = 3, .d_out = 3, .n = 8, .heads = 2, .seed = seed});
    REQUIRE(task);
    sequences = task->block(learner::Split::train, 0, 128);
    const auto balanced = [](const learner::Head& head) {
      const double scale = std::sqrt(head.Q.norm() / head.V.norm());
      return learner::Head{head.V * scale, head.Q / scale};
    };
    first = balanced(task->truth().heads[0]);
    second = balanced(task->truth().heads[1]);
    for (const auto& sequence : sequences) zero += sequence.Y.squaredNorm();
  }
  // Of the layer with such heads, each with a weight.
  double loss_of(const std::vector<std::pair<double, learner::Head>>& heads) const {
    double sum = 0;
    for (const auto& x : sequences) {
      const auto z = x.Z.col(x.Z.cols() - 1);
      Matrix off = -x.Y;
      for (const auto& [weight, head] : heads) off += weight * head.V * x.Z * (x.Z.transpose() * (head.Q * z));
      sum += off.squaredNorm();
    }
    return sum / zero;
  }
  // Lifted by l, W is that of three heads: the one of the slice, and the two hidden ones.
  double loss(double s, double t, double l = 0) const {
    return loss_of(
        {{1 - l, {s * first.V + t * second.V, s * first.Q + t * second.Q}}, {l * s, first}, {l * t, second}});
  }
};

// --- Pointing: one view on a canvas of the test's own.
struct Hand {
  figures::View view{figure()};
  plot::HeadlessContext headless;
  plot::Look look{.width = 1080, .height = 720};
  double seconds = 10;

  explicit Hand(std::string_view query) {
    REQUIRE(view.values().read_query(query).empty());
    compute();
    at({1, 1}, false);
  }
  void compute() {
    bench::Log log;
    const auto bytes = bench::run(figure(), view.values(), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, {}, false));
  }
  void at(plot::Point point, bool down) {
    seconds += 0.05;
    headless.pointer.next(point, true, down, false);
    headless.frame(look, [&](plot::Canvas& canvas) {
      canvas.seconds = seconds;
      view.draw(canvas, false);
    });
  }
  void click(plot::Point point) {
    at(point, false);
    at(point, true);
    at(point, false);
    at({1, 1}, false);
  }
  void drag(plot::Point from, plot::Point to) {
    at(from, false);
    at(from, true);
    at({(from.x + to.x) / 2, (from.y + to.y) / 2}, true);
    at(to, true);
    at(to, false);
    at({1, 1}, false);
  }
  std::vector<double> balls() {
    const auto list = view.values().list("balls");
    return {list.begin(), list.end()};
  }
};

constexpr plot::Point kMiddle{370, 400};

}  // namespace

TEST_CASE("by itself the figure shows four of nine starts stuck above the lowest place of a real loss") {
  const auto result = run("");
  REQUIRE(result);
  CHECK(count(*result, Fate::stuck) == 4);
  CHECK(count(*result, Fate::found) == 5);
  const auto says = figures::landscape::describe(*result, bench::context("landscape"));
  CHECK(says.title == "Four of nine starts got stuck");
  // Stuck where no step of a hundredth leads down, and well above the others.
  const Data data(1);
  for (Index k = 0; k < 9; ++k) {
    const double s = spot(*result, k, kSteps).x, t = spot(*result, k, kSteps).y, here = data.loss(s, t);
    CHECK(spot(*result, k, kSteps).z == doctest::Approx(here).epsilon(1e-10));
    for (const auto& [x, y] :
         {std::pair(0.01, 0.0), std::pair(-0.01, 0.0), std::pair(0.0, 0.01), std::pair(0.0, -0.01)}) {
      CHECK(data.loss(s + x, t + y) > here);
    }
    const bool stuck = result->balls[static_cast<std::size_t>(k)].base.fate == Fate::stuck;
    CHECK((here > result->base.lowest + 0.1) == stuck);
  }
}

TEST_CASE("a ball on a level shoulder, from where descent goes on, is on its way and not stuck") {
  const auto result = run("scene=head&seed=174&hidden=2&turn=10&lift=0&rate=0.1&optimiser=descent&balls=0.48,1.68");
  REQUIRE(result);
  CHECK(result->balls[0].base.slope < figures::landscape::kRestingSlope);
  CHECK(result->balls[0].base.fate == Fate::rolling);
}

TEST_CASE("set free in all parameters a ball goes on downhill from where it ended, and the stuck ones stay stuck") {
  const auto result = run("");
  REQUIRE(result);
  double stuck = 1;
  double others = 0;
  for (std::size_t k = 0; k < result->balls.size(); ++k) {
    const auto& ball = result->balls[k];
    CHECK(ball.free_loss < spot(*result, static_cast<Index>(k), kSteps).z);
    CHECK(ball.base.off_slope > 0.5);
    if (ball.base.fate == Fate::stuck) stuck = std::min(stuck, ball.free_loss);
    if (ball.base.fate == Fate::found) others = std::max(others, ball.free_loss);
  }
  CHECK(stuck > 1.5 * others);
  CHECK(figures::landscape::describe(*result, bench::context("landscape")).sentence.find("stuck still") !=
        std::string::npos);
}

TEST_CASE("a ball's way is gradient descent on the data: every step, by differences") {
  const auto result = run("balls=0.3,-0.6&rate=0.02");
  REQUIRE(result);
  const Data data(1);
  double s = 0.3, t = -0.6;
  constexpr double kStep = 1e-4;
  for (Index step = 1; step <= 60; ++step) {
    const double ds = (data.loss(s + kStep, t) - data.loss(s - kStep, t)) / (2 * kStep);
    const double dt = (data.loss(s, t + kStep) - data.loss(s, t - kStep)) / (2 * kStep);
    s -= 0.02 * ds;
    t -= 0.02 * dt;
    CHECK(std::abs(spot(*result, 0, step).x - s) < 1e-6);
    CHECK(std::abs(spot(*result, 0, step).y - t) < 1e-6);
  }
}

TEST_CASE("no place of the window lies under the lowest one") {
  for (const char* scene : {"bowl", "rugged", "head"}) {
    for (const char* more : {"seed=1", "seed=7&turn=35", "seed=23&hidden=1&turn=100"}) {
      CAPTURE(std::string(scene) + " " + more);
      const auto result = run("scene=" + std::string(scene) + "&" + more);
      REQUIRE(result);
      CHECK(result->disagreement < 1e-8);
      for (const auto* loss : {&result->base, &result->lifted}) {
        if (loss == &result->lifted && scene != std::string("head")) continue;
        const auto& frame = loss->frame;
        learner::Random random(3);
        for (int k = 0; k < 20000; ++k) {
          const double s = std::lerp(frame.s_low, frame.s_high, random.uniform());
          const double t = std::lerp(frame.t_low, frame.t_high, random.uniform());
          REQUIRE(loss->terrain.height(s, t) >= loss->lowest - 1e-12);
        }
        CHECK(loss->bottoms.cols() > 0);
        CHECK(loss->slope_there < 1e-9);
      }
    }
  }
}

TEST_CASE("lifted by any share the loss shown is that of a W, token by token, and the balls lie on it") {
  const Data data(4);
  const auto result = run("seed=4");
  REQUIRE(result);
  for (const int lift : {0, 1, 25, 50, 77, 99, 100}) {
    const double l = lift / 100.0;
    const Terrain terrain = result->terrain(lift);
    for (const auto& [s, t] : {std::pair(0.0, 0.0), std::pair(1.0, 0.0), std::pair(-0.8, 0.6), std::pair(1.3, 1.4)}) {
      CHECK(terrain.height(s, t) == doctest::Approx(data.loss(s, t, l)).epsilon(1e-10));
    }
    for (const auto& ball : result->balls) {
      const plot::Spot at = Shown(*result, kSteps, lift).at(ball);
      CHECK(std::abs(at.z - data.loss(at.x, at.y, l)) < 1e-10);
    }
  }
}

TEST_CASE("lifted all balls run home, from where they were stuck as from their starts") {
  constexpr double kHome = 0.02;  // s and t; the descents end within it, the flattest direction last
  for (const char* query : {"", "seed=2", "seed=3", "seed=7", "seed=9"}) {
    CAPTURE(query);
    const auto result = run(query);
    REQUIRE(result);
    CHECK(count(*result, Fate::found, kLifts) == 9);
    for (const auto& ball : result->balls) {
      const auto& rise = ball.rise;
      CHECK(rise.row(0).isApprox(ball.base.way.row(kSteps), 1e-9));
      CHECK((rise.row(kLifts) - ball.lifted.way.row(kSteps)).norm() < kHome);
      // On the way nothing jumps.
      for (Index lift = 1; lift <= kLifts; ++lift) CHECK((rise.row(lift) - rise.row(lift - 1)).head<2>().norm() < 0.35);
    }
  }
}

TEST_CASE("lifted no ball is stuck: who creeps along the trough is still on the way") {
  for (const char* query : {"seed=142&hidden=1&turn=5", "seed=142&hidden=1&turn=5&rate=0.01&balls=0,0",
                            "seed=4&hidden=1", "seed=5&rate=0.001", "seed=6&hidden=1&turn=30&rate=0.01"}) {
    CAPTURE(query);
    const auto result = run(query);
    REQUIRE(result);
    CHECK(count(*result, Fate::stuck, kLifts) == 0);
  }
}

TEST_CASE(
    "lifted while they roll the balls go on from where they are, on the ground, to where they would have rolled") {
  const auto result = run("");
  REQUIRE(result);
  for (const int step : {0, 20, 60, 299}) {
    for (const auto& ball : result->balls) {
      const auto at = [&](int lift) { return Shown(*result, step, lift).at(ball); };
      const auto apart = [](const plot::Spot& a, const plot::Spot& b) { return std::hypot(a.x - b.x, a.y - b.y); };
      CHECK(at(0).x == ball.base.way(step, 0));
      CHECK(at(kLifts).x == ball.lifted.way(step, 0));
      // No farther from one hundredth to the next than those that have ended.
      for (int lift = 1; lift <= kLifts; ++lift) {
        const double ended = apart(Shown(*result, kSteps, lift - 1).at(ball), Shown(*result, kSteps, lift).at(ball));
        CAPTURE(lift);
        CAPTURE(step);
        CHECK(apart(at(lift - 1), at(lift)) < ended + 0.05);
        const auto place = at(lift);
        CHECK(place.z == doctest::Approx(result->terrain(lift).height(place.x, place.y)).epsilon(1e-6));
        CHECK(Shown(*result, step, kLifts / 2).rise(ball)(lift, 0) == place.x);
      }
      const auto between = Shown(*result, step, kLifts / 2);
      const auto frame = between.frame();
      CHECK(between.at(ball).x > frame.s_low);
      CHECK(between.at(ball).x < frame.s_high);
    }
  }
}

TEST_CASE("the window holds every ball and its way, and cuts a bowl to a closed rim") {
  for (const char* query : {"", "seed=3", "seed=8", "scene=bowl", "balls=1.4,-1.2,-1,-1,0.2,0.1"}) {
    CAPTURE(query);
    const auto result = run(query);
    REQUIRE(result);
    const bool bowl = query == std::string("scene=bowl");
    for (int lift = 0; lift <= (bowl ? 0 : kLifts); ++lift) {
      const Shown shown(*result, kSteps, lift);
      const auto frame = shown.frame();
      const auto holds = [&](const plot::Spot& at) {
        return at.x >= frame.s_low && at.x <= frame.s_high && at.y >= frame.t_low && at.y <= frame.t_high &&
               at.z <= 1.06 * frame.rim;
      };
      for (const auto& ball : result->balls) {
        CHECK(holds(shown.at(ball)));
        if (!shown.is_between() && std::string(query).find("balls") == std::string::npos)
          for (Index step = 0; step <= kSteps; ++step) CHECK(holds(shown.roll(ball).at(step)));
      }
    }
    const auto& end = bowl ? result->base : result->lifted;
    const auto window = end.frame.window(60);
    for (Index k = 0; k < 60; ++k) {
      for (const double t : {window.t_low, window.t_high}) CHECK(end.terrain.height(window.s(k), t) > end.frame.rim);
      for (const double s : {window.s_low, window.s_high}) CHECK(end.terrain.height(s, window.t(k)) > end.frame.rim);
    }
  }
}

TEST_CASE("one hidden head: the product (1 - s² + t²)², with a saddle where a ball rests") {
  const auto result = run("hidden=1&balls=0,0,0,0.5,0.4,0.1,-0.4,0.1");
  REQUIRE(result);
  const Terrain terrain = result->base.terrain;
  for (const auto& [s, t] : {std::pair(0.0, 0.0), std::pair(1.2, -0.4), std::pair(-0.7, 1.1), std::pair(1.0, 0.0)}) {
    const double root = 1 - s * s + t * t;
    CHECK(terrain.height(s, t) == doctest::Approx(root * root).epsilon(1e-10));
  }
  CHECK(result->balls[0].base.fate == Fate::balanced);
  CHECK(result->balls[0].base.steps == 0);
  CHECK(spot(*result, 0, kSteps).x == 0);
  CHECK(result->balls[0].base.fall == doctest::Approx(-4));
  // Along t it runs down to the saddle, and stays until rounding errors have grown: 12 % a step.
  CHECK(std::hypot(spot(*result, 1, 120).x, spot(*result, 1, 120).y) < 0.01);
  CHECK(result->balls[2].base.fate == Fate::found);
  CHECK(result->balls[3].base.fate == Fate::found);
  CHECK(spot(*result, 2, kSteps).x == doctest::Approx(-spot(*result, 3, kSteps).x));  // the mirrored valleys
  const auto says = figures::landscape::describe(*result, bench::context("landscape"));
  CHECK(says.table.rows[0][1].find("balanced, slope 0: nudge it") != std::string::npos);
}

TEST_CASE("a ball that is leaving the saddle, however slowly, is on its way and not balanced") {
  for (const char* query : {"hidden=1&optimiser=descent&rate=0.03&balls=0,-0.15",
                            "hidden=1&optimiser=descent&rate=0.003&seed=2&balls=0,0.01"}) {
    const auto result = run(query);
    REQUIRE(result);
    const auto& roll = result->balls[0].base;
    CHECK((roll.slope > 0 && roll.slope < 0.02 && roll.fall < -1));
    CHECK(roll.fate == Fate::rolling);
  }
}

TEST_CASE("what the middle is follows from the Hessian there: on the slice, and in all parameters") {
  const auto two = run("");
  REQUIRE(two);
  const auto& centre = two->base.centre;
  REQUIRE(centre.plane.size() == 2);
  REQUIRE(centre.whole.size() == 18);
  const Data data(1);
  constexpr double h = 1e-3;
  const double here = data.loss(0, 0);
  const double ss = (data.loss(h, 0) - 2 * here + data.loss(-h, 0)) / (h * h);
  const double tt = (data.loss(0, h) - 2 * here + data.loss(0, -h)) / (h * h);
  const double st = (data.loss(h, h) - data.loss(h, -h) - data.loss(-h, h) + data.loss(-h, -h)) / (4 * h * h);
  CHECK(centre.plane.sum() == doctest::Approx(ss + tt).epsilon(1e-4));
  CHECK(centre.plane.prod() == doctest::Approx(ss * tt - st * st).epsilon(1e-4));
  CHECK(figures::landscape::ground_of(centre.plane) == figures::landscape::Ground::hilltop);
  CHECK(figures::landscape::ground_of(centre.whole) == figures::landscape::Ground::saddle);
  // At 0 the loss is bilinear in V and Q to second order: its curvatures come in pairs of both signs.
  for (Index k = 0; k < 9; ++k) CHECK(centre.whole(k) == doctest::Approx(-centre.whole(17 - k)));
  const auto words = figures::landscape::describe(*two, bench::context("landscape")).sentence;
  CHECK(words.find("on the slice a hilltop (2 directions fall, 0 rise), in all 18 parameters a saddle (9 directions "
                   "fall, 9 rise).") != std::string::npos);

  const auto one = run("hidden=1");
  REQUIRE(one);
  CHECK(one->base.centre.plane(0) == doctest::Approx(-4));
  CHECK(one->base.centre.plane(1) == doctest::Approx(4));
  CHECK(figures::landscape::describe(*one, bench::context("landscape")).sentence.find("on the slice a saddle (1 ") !=
        std::string::npos);

  CHECK(two->lifted.centre.slope > 0.1);
  CHECK(figures::landscape::falling(two->lifted.centre.whole) == 0);
  Values values(figure().parameters);
  REQUIRE(values.read_query("lift=100").empty());
  CHECK(figures::landscape::describe(*two, bench::context(values)).sentence.find("In the middle") == std::string::npos);
  CHECK(run("scene=bowl")->base.centre.plane.size() == 0);
}

TEST_CASE("where a whole line is the lowest, no two of its places are said to be") {
  for (const std::string seed : {"1", "2", "7"}) {
    const std::string query = "hidden=1&seed=" + seed;
    Values values(figure().parameters);
    REQUIRE(values.read_query(query).empty());
    const auto result = run(query);
    REQUIRE(result);
    for (const int lift : {0, 100}) {
      values.set("lift", lift);
      const auto says = figures::landscape::describe(*result, bench::context(values));
      const auto rows = [&](std::string_view name) {
        return std::ranges::count(says.table.rows, name, [](const auto& row) { return row[0]; });
      };
      CHECK(rows("Lowest places (s, t)") == 1);
      CHECK(rows("Lowest place (s, t)") + rows("As low") == 0);
      const figures::landscape::Loss& loss = lift == 0 ? result->base : result->lifted;
      for (Index k = 0; k < loss.bottoms.cols(); ++k) {
        const double s = loss.bottoms(0, k), t = loss.bottoms(1, k);
        CHECK((lift == 0 ? s * s - t * t : s - t) == doctest::Approx(1).epsilon(1e-3));
      }
    }
  }
}

TEST_CASE("nothing is said to have happened before the step shown") {
  Values values(figure().parameters);
  REQUIRE(values.read_query("scene=bowl&balls=1,1").empty());
  const auto result = run("scene=bowl&balls=1,1");
  REQUIRE(result);
  const auto says = [&](int step) {
    values.set("step", step);
    return figures::landscape::describe(*result, bench::context(values));
  };
  CHECK(says(0).title == "The ball lies at its start");
  CHECK(says(0).sentence.find("one came to within 0.001 of the lowest loss in the window, 0 to rounding") !=
        std::string::npos);
  CHECK(says(0).sentence.find("Step 0 is shown.") != std::string::npos);
  const std::string balanced = "scene=head&balls=0,0,0.5,0.5&step=0";  // one of them at its start
  const auto two = run(balanced);
  REQUIRE(two);
  const Values at_start = bench::values_of(figure(), balanced);
  CHECK(figures::landscape::describe(*two, bench::context(at_start)).title == "Two balls lie at their starts");
  const int steps = result->balls[0].base.steps;
  CHECK(says(steps - 1).title == "The ball is in motion: where will it end?");
  CHECK(says(result->balls[0].base.steps).title == "The ball found the lowest place");
  CHECK(says(kSteps).title == "The ball found the lowest place");
  CHECK(says(kSteps).sentence.find("is shown") == std::string::npos);
}

TEST_CASE("lifted, the same models stand at the same places, and both heads together have no loss") {
  const auto result = run("seed=5&hidden=2");
  REQUIRE(result);
  const auto& [heads, lifted] = std::tie(result->base, result->lifted);
  const Terrain below = heads.terrain, bowl = lifted.terrain;
  for (const auto& [s, t] : {std::pair(0.0, 0.0), std::pair(1.0, 0.0), std::pair(0.0, 1.0)}) {
    CHECK(below.height(s, t) == doctest::Approx(bowl.height(s, t)).epsilon(1e-10));
  }
  CHECK(lifted.bottoms(0, 0) == doctest::Approx(1));
  CHECK(lifted.bottoms(1, 0) == doctest::Approx(1));
  CHECK(lifted.lowest < 1e-20);
  CHECK(result->regression < 1e-20);
  CHECK(heads.lowest > 0.01);  // one head alone cannot be both
  CHECK(figures::landscape::lower_curvature(bowl.bending(-1.2, 0.3)) > 0);
  CHECK((bowl.bending(-1.2, 0.3) - bowl.bending(0.9, 1)).norm() < 1e-12);
}

TEST_CASE("a rate that is too large throws balls out, and nobody reads a number that is none") {
  for (const char* scene : {"bowl", "head", "rugged"}) {
    const auto result = run("rate=1&scene=" + std::string(scene));
    REQUIRE(result);
    for (const auto& ball : result->balls)
      CHECK((ball.base.way.allFinite() && ball.rise.allFinite() && ball.lifted.way.allFinite()));
    if (std::string_view(scene) != "head") continue;
    CHECK(count(*result, Fate::escaped) > 0);
    CHECK(figures::landscape::describe(*result, bench::context("landscape"))
              .title.find("flew off: the learning rate is too large") != std::string::npos);
  }
}

TEST_CASE("what swings to and fro is not said to be on its way, and a smaller rate is advised, where there is one") {
  // With one hidden head the loss on the axis is (1 - s²)²: a step goes from s to s + 4 rate s (1 - s²), and where that
  // is steeper than -1 at s = 1, for rates above 1/4, it ends in a cycle of two.
  const auto swung = run("hidden=1&balls=0.4,0&rate=0.3");
  REQUIRE(swung);
  const auto step = [](double s) { return s + 4 * 0.3 * s * (1 - s * s); };
  const double end = spot(*swung, 0, kSteps).x;
  CHECK(step(step(end)) == doctest::Approx(end));
  CHECK(std::abs(step(end) - end) > 0.3);
  CHECK(swung->balls[0].base.fate == Fate::swinging);
  const std::string sentence = figures::landscape::describe(*swung, bench::context("landscape")).sentence;
  CHECK(sentence.find("Choose a smaller learning rate.") != std::string::npos);
  const auto calm = run("hidden=1&balls=0.4,0&rate=0.1");
  REQUIRE(calm);
  CHECK(calm->balls[0].base.fate == Fate::found);
}

// Whether a ball of a state comes to rest at a rate of its own, in so many steps: nothing of what the figure judges by.
bool comes_to_rest(const Values& values, const Result& result, std::size_t ball, double rate, int steps) {
  constexpr int kRests = 100;  // steps on level ground
  const figures::landscape::Setting setting(values);
  learner::BallOptions options = setting.options;
  options.rate = rate;
  const Eigen::Vector2d start(setting.starts[2 * ball], setting.starts[2 * ball + 1]);
  auto rolling = learner::Ball::drop(result.base.terrain.surface(), start, options);
  REQUIRE(rolling);
  int level = 0;
  for (int step = 0; step < steps && level < kRests; ++step)
    level = rolling->step().gradient_norm <= figures::landscape::kRestingSlope ? level + 1 : 0;
  return level == kRests;
}

TEST_CASE("what is said to swing comes to rest at a hundredth of the rate, and what a large rate keeps in motion is") {
  int swung = 0;
  for (const char* optimiser : {"descent", "momentum", "adam"}) {
    for (const double rate : {0.2, 0.3, 0.6, 1.0}) {
      for (int seed = 1; seed <= 12; ++seed) {
        for (const char* scene : {"scene=rugged", "hidden=1"}) {
          Values values(figure().parameters);
          values.read_query(std::string(scene) + "&optimiser=" + optimiser + "&seed=" + std::to_string(seed));
          values.set("rate", rate);
          const auto result = run(values.to_query());
          REQUIRE(result);
          CAPTURE(values.to_query());
          for (std::size_t ball = 0; ball < result->balls.size(); ++ball) {
            const Fate fate = result->balls[ball].base.fate;
            swung += fate == Fate::swinging ? 1 : 0;
            if (fate == Fate::swinging) CHECK(comes_to_rest(values, *result, ball, rate / 100, 30000));
            if (fate == Fate::rolling) CHECK(comes_to_rest(values, *result, ball, rate, 2000));
          }
        }
      }
    }
  }
  CHECK(swung > 500);
}

TEST_CASE("a slow ball is not said to swing, with momentum or without") {
  for (const char* optimiser : {"momentum", "adam", "descent"}) {
    for (const char* rate : {"0.001", "0.003", "0.01"}) {
      for (int seed = 1; seed <= 40; ++seed) {
        const std::string query = std::string("optimiser=") + optimiser + "&rate=" + rate +
                                  "&seed=" + std::to_string(seed == 40 ? 1993 : seed);
        CAPTURE(query);
        const auto rugged = run("scene=rugged&" + query);
        REQUIRE(rugged);
        CHECK(count(*rugged, Fate::swinging) == 0);
      }
    }
  }
}

TEST_CASE("what is stuck in a dent lies at a minimum that is not the lowest") {
  const auto result = run("scene=rugged&seed=2");
  REQUIRE(result);
  CHECK(result->base.valleys >= 5);
  CHECK(std::abs(result->base.lowest) < 1e-12);
  const Terrain terrain = result->base.terrain;
  int stuck = 0;
  for (Index k = 0; k < 9; ++k) {
    if (result->balls[static_cast<std::size_t>(k)].base.fate != Fate::stuck) continue;
    ++stuck;
    const double s = spot(*result, k, kSteps).x, t = spot(*result, k, kSteps).y;
    CHECK(terrain.slope(s, t).norm() < 0.01);
    CHECK(figures::landscape::lower_curvature(terrain.bending(s, t)) > 0);
    CHECK(terrain.height(s, t) > 1e-3);
  }
  CHECK(stuck > 3);
}

TEST_CASE("a click on the map drops a ball under the pointer") {
  Hand hand("view=map&step=0&balls=-1.5,-1.5");
  hand.click(kMiddle);
  hand.click({kMiddle.x + 60, kMiddle.y});
  hand.click({kMiddle.x, kMiddle.y - 60});
  const auto balls = hand.balls();
  REQUIRE(balls.size() == 8);
  const double right = balls[4] - balls[2];
  CHECK(right > 0.05);
  CHECK(balls[5] == doctest::Approx(balls[3]));
  CHECK(balls[7] - balls[3] == doctest::Approx(right).epsilon(0.1));  // up is t, in the same scale
  CHECK(balls[6] == doctest::Approx(balls[2]));
}

TEST_CASE("on the surface a click drops a ball on the ground that is seen there, and a drag turns it") {
  Hand hand("step=0");
  hand.click(kMiddle);
  REQUIRE(hand.balls().size() == 20);  // the nine stay
  const double yaw = hand.view.values().number("yaw"), pitch = hand.view.values().number("pitch");
  hand.drag({kMiddle.x + 150, kMiddle.y + 170}, {kMiddle.x + 190, kMiddle.y + 190});
  CHECK(hand.balls().size() == 20);
  CHECK(hand.view.values().number("yaw") == yaw - 20);
  CHECK(hand.view.values().number("pitch") == pitch + 10);
}

TEST_CASE("in the end each place where balls rest has its loss beside it, on the desk and on a phone, and no sooner") {
  for (const float width : {980.F, 352.F}) {
    const auto count_of = [&](std::string_view query, std::string_view loss) {
      Hand hand(query);
      const std::string picture = hand.view.svg(hand.headless, {.width = width, .height = width < 600 ? 394.F : 520.F});
      int count = 0;
      for (std::size_t at = picture.find(loss); at != std::string::npos; at = picture.find(loss, at + 1)) ++count;
      return count;
    };
    for (const std::string_view loss : {">0.21<", ">0.38<"}) {
      CHECK(count_of("view=opening", loss) == 2);
      CHECK(count_of("view=opening&step=200", loss) == 0);
      CHECK(count_of("view=opening&lift=50", loss) == 0);
    }
  }
}

TEST_CASE("a thirteenth ball takes the place of the oldest") {
  Hand hand("view=map&step=0&balls=0.1,0,0.2,0,0.3,0,0.4,0,0.5,0,0.6,0,0.7,0,0.8,0,0.9,0,-0.7,0.1,-0.8,0.2,-0.9,0.3");
  hand.click({kMiddle.x - 90, kMiddle.y + 90});
  const auto balls = hand.balls();
  REQUIRE(balls.size() == 24);
  CHECK(balls[0] == 0.2);
  CHECK(balls[22] < 0);
}

TEST_CASE("a ball can be taken and put elsewhere, also one of the nine and while balls roll") {
  Hand hand("view=map&step=0&balls=-1.4,-1.4");
  // Where it is: dropped by a click, so that its place on the canvas is known.
  hand.click(kMiddle);
  hand.compute();
  hand.view.values().set("step", 0);
  const auto before = hand.balls();
  REQUIRE(before.size() == 4);
  hand.drag(kMiddle, {kMiddle.x + 80, kMiddle.y});
  const auto after = hand.balls();
  REQUIRE(after.size() == before.size());
  CHECK(after[2] > before[2] + 0.1);
  CHECK(after[3] == doctest::Approx(before[3]));
  CHECK(after[0] == before[0]);
  hand.compute();
  CHECK(hand.view.playing() == "step");
  hand.drag({kMiddle.x + 80, kMiddle.y}, {kMiddle.x + 80, kMiddle.y - 50});
  CHECK(hand.balls()[3] > after[3] + 0.1);
}

TEST_CASE("taking one of the nine makes all nine the reader's own") {
  Hand hand("view=map&step=0&balls=-1.4,-1.4");
  hand.click(kMiddle);
  hand.click({kMiddle.x + 100, kMiddle.y});
  const auto two = hand.balls();
  REQUIRE(two.size() == 6);
  const double step = (two[4] - two[2]) / 100;  // s or t for a pixel
  hand.view.act("clear");
  hand.compute();
  hand.view.values().set("step", 0);
  const auto result = run("");
  REQUIRE(result);
  const double s = spot(*result, 0, 0).x, t = spot(*result, 0, 0).y;
  const plot::Point at{kMiddle.x + static_cast<float>((s - two[2]) / step),
                       kMiddle.y - static_cast<float>((t - two[3]) / step)};
  hand.drag(at, {at.x, at.y + 40});
  const auto nine = hand.balls();
  REQUIRE(nine.size() == 18);
  CHECK(nine[0] == doctest::Approx(s).epsilon(0.03));
  CHECK(nine[1] == doctest::Approx(t - 40 * step).epsilon(0.1));
  CHECK(nine[2] == spot(*result, 1, 0).x);
}

TEST_CASE("a new data set takes the next seed, and nine new balls are the figure's own") {
  Hand hand("seed=3&balls=0.5,0.5");
  hand.view.act("again");
  CHECK(hand.view.values().number("seed") == 4);
  hand.view.act("clear");
  CHECK(hand.balls().empty());
}

TEST_CASE("the lever lifts as the hand goes, goes on to the nearer end when it is let go, and a click plays it") {
  Hand hand("");
  const auto lift = [&] { return hand.view.values().number("lift"); };
  const auto wait = [&](int frames) {
    for (int k = 0; k < frames; ++k) hand.at({1, 1}, false);
  };
  // Its place: where the picture says that something can be dragged upright.
  plot::Point knob{0, 0};
  for (float x = 500; x < 740 && knob.x == 0; x += 4) {
    hand.at({x, 500}, false);
    if (hand.headless.upright) knob = {x + 8, 500};
  }
  REQUIRE(knob.x > 0);
  hand.at(knob, false);
  hand.at(knob, true);
  hand.at({knob.x, knob.y - 80}, true);
  const double half = lift();
  CHECK(half > 5);
  hand.at({knob.x, knob.y - 160}, true);
  CHECK(lift() == doctest::Approx(2 * half).epsilon(0.06));
  hand.at({knob.x, knob.y - 160}, false);
  hand.at({1, 1}, false);
  CHECK(hand.view.playing() == "lift");
  wait(60);
  CHECK(lift() == 0);
  hand.drag(knob, {knob.x, knob.y - 80 * 60 / static_cast<float>(half)});
  CHECK(lift() == doctest::Approx(60).epsilon(0.1));
  wait(60);
  CHECK(lift() == 100);
  hand.click(knob);
  wait(60);
  CHECK(lift() == 0);
  hand.drag(knob, {knob.x, 10});
  wait(5);
  CHECK(lift() == 100);
  hand.click(knob);
  wait(60);
  CHECK(lift() == 0);
  hand.click(knob);
  wait(60);
  CHECK(lift() == 100);
  CHECK(hand.balls().empty());
}

TEST_CASE("a ball that is dropped on the lifted loss rolls home there, and the lever stays") {
  Hand hand("lift=100");
  hand.click({330, 420});
  REQUIRE(hand.balls().size() == 20);
  hand.compute();
  CHECK(hand.view.values().number("lift") == 100);
  CHECK(hand.view.playing() == "step");
  const auto result = run(hand.view.values().to_query());
  REQUIRE(result);
  CHECK(count(*result, Fate::found, kLifts) == 10);
}

TEST_CASE("one ball is one: stuck, at the lowest place, and on the way up") {
  const auto says = [](const std::string& query) {
    const auto result = run(query);
    REQUIRE(result);
    Values values(figure().parameters);
    REQUIRE(values.read_query(query).empty());
    return figures::landscape::describe(*result, bench::context(values));
  };
  CHECK(says("balls=0.5,0.5").sentence.find("the stuck one gets to 0.228.") != std::string::npos);
  CHECK(says("balls=0.9,0.1,0.1,-0.9")
            .sentence.find("the stuck one gets to 0.228, the one at the lowest place to 0.111. "
                           "The stuck one is stuck still.") != std::string::npos);
  const auto rising = says("balls=0.5,0.5&lift=40");
  CHECK(rising.title.ends_with("and the ball goes with it"));
  CHECK(rising.sentence.find("the ball rolls on downhill; its loss is") != std::string::npos);
}

TEST_CASE("a ball that still rolls is not said to roll home") {
  const auto hint = [](std::string_view query) {
    Hand hand(query);
    return hand.view.svg(hand.headless, {.width = 900, .height = 600}).find("rolls home") != std::string::npos;
  };
  CHECK(hint("view=opening&lift=100"));
  CHECK_FALSE(hint("view=opening&lift=100&rate=0.001"));
}

TEST_CASE("what is said goes with the lift") {
  const auto result = run("");
  REQUIRE(result);
  Values values(figure().parameters);
  const auto says = [&](int lift) {
    values.set("lift", lift);
    return figures::landscape::describe(*result, bench::context(values));
  };
  CHECK(says(0).title == "Four of nine starts got stuck");
  CHECK(says(40).title == "The loss is lifted 40 % of the way, and the balls go with it");
  CHECK(says(100).title == "All nine starts found the lowest place");
  const auto tally = figures::landscape::tally_of(Shown(*result, kSteps, 0));
  REQUIRE(tally.size() == 2);
  CHECK(tally[0].words == "4 stuck, loss 0.38");
  CHECK(tally[1].words == "5 lowest, loss 0.21");
  CHECK(figures::landscape::tally_of(Shown(*result, kSteps, kLifts)).at(0).words == "9 lowest, loss 0");
  CHECK(figures::landscape::tally_of(Shown(*result, 0, 0)).empty());
}

TEST_CASE("counts of balls at several losses name the lowest and the highest") {
  const auto result = run("scene=rugged");
  REQUIRE(result);
  double low = 1e300, high = -1e300;
  for (const auto& ball : result->balls) {
    if (ball.base.fate != Fate::stuck) continue;
    low = std::min(low, ball.base.way(kSteps, 2));
    high = std::max(high, ball.base.way(kSteps, 2));
  }
  REQUIRE(low < high);
  const auto tally = figures::landscape::tally_of(Shown(*result, kSteps, 0));
  CHECK(tally[0].words == plot::whole(count(*result, Fate::stuck)) + " stuck, loss " + plot::number(low, 2) + " to " +
                              plot::number(high, 2));
}

TEST_CASE("balls along a curve of lowest places are counted once, wherever on it they came to rest") {
  Hand hand("hidden=1&lift=100");
  const std::string svg = hand.view.svg(hand.headless, {.width = 980, .height = 600});
  CHECK(svg.contains(">9 × lowest, loss 0<"));
  CHECK(svg.find("lowest, loss") == svg.rfind("lowest, loss"));
}

TEST_CASE("every lowest place is named until the balls that came there are counted, at any width") {
  for (const std::string_view view : {"", "view=opening"}) {
    Hand hand(view);
    for (const float width : {352.F, 980.F}) {
      for (const int step : {0, kSteps}) {
        CAPTURE(view);
        CAPTURE(width);
        CAPTURE(step);
        hand.view.values().set("step", step);
        const std::string svg = hand.view.svg(hand.headless, {.width = width, .height = 560});
        const std::string drawn = svg.substr(svg.find("</desc>"));
        int named = 0, told = 0;
        for (std::size_t at = 0; (at = drawn.find(">lowest<", at)) != std::string::npos; ++at) ++named;
        for (std::size_t at = 0; (at = drawn.find(">0.21<", at)) != std::string::npos; ++at) ++told;
        CHECK(named == (step == 0 ? 2 : 0));
        if (view.empty()) {
          CHECK(drawn.contains(">lowest 0.21<") == (step == kSteps));
          CHECK(drawn.contains(">stuck 0.38<") == (step == kSteps));
          CHECK(drawn.contains("This is a slice") == (width > 600));
        } else {
          CHECK(told == (step == 0 ? 0 : 2));
        }
      }
    }
  }
}

// The letters of a face that fonts/glyphs.txt gives the first figure.
std::set<char32_t> first_letters(std::string_view face) {
  std::set<char32_t> letters = {U' ', 0xa0, 0x2007, 0x202f};
  std::string_view rest = plot::glyph_list();
  while (!rest.empty()) {
    std::string_view line = plot::take_part(rest, '\n');
    if (plot::take_part(line, ':') != "first " + std::string(face)) continue;
    while (!line.empty()) letters.insert(plot::take_character(line));
  }
  return letters;
}

TEST_CASE("the first figure writes with letters that a page has before those of the other figures") {
  const std::array faces = {first_letters("regular"), first_letters("italic"), first_letters("semibold")};
  for (const std::string_view query :
       {"", "view=opening", "view=opening&lift=100", "step=0", "step=40&turn=35", "lift=100&hidden=1",
        "view=map&optimiser=adam&rate=1", "scene=bowl&rate=1", "scene=rugged&optimiser=momentum", "scene=rugged&rate=1",
        "scene=bowl&view=map&balls=0.5,0.2,-0.3,0.8", "balls=0.5,0.2&step=20"}) {
    Hand hand(query);
    for (const float width : {360.F, 1080.F}) {
      for (int place = 0; place < 64; ++place) {
        const plot::Look look{.width = width, .height = 640};
        const plot::Point at{(static_cast<float>(place % 8) + 0.5F) * width / 8,
                             (static_cast<float>(place / 8) + 0.5F) * 80};
        hand.headless.pointer.next(at, place > 0, false, width < 600);
        const ImDrawData& drawn =
            hand.headless.frame(look, [&](plot::Canvas& canvas) { hand.view.draw(canvas, place == 0); });
        const std::string svg = plot::to_svg(drawn, hand.headless.fonts(), {});
        for (std::size_t text = 0; (text = svg.find("<text", text)) != std::string::npos; ++text) {
          const std::string_view line = std::string_view(svg).substr(text, svg.find("</text>", text) - text);
          std::string_view words = line.substr(line.find('>') + 1);
          CAPTURE(query);
          CAPTURE(std::string(words));
          const std::size_t face = line.contains("font-style") ? 1 : line.contains("font-weight") ? 2 : 0;
          while (!words.empty()) CHECK(faces[face].contains(plot::take_character(words)));
        }
      }
    }
  }
}

TEST_CASE("balls of different fates never have one printed loss") {
  const char* query = "hidden=2&turn=0&seed=1&optimiser=adam&rate=0.003";
  const auto result = run(query);
  REQUIRE(result);
  Values values(figure().parameters);
  values.read_query(query);
  const std::string sentence = figures::landscape::describe(*result, bench::context(values)).sentence;
  const auto loss_after = [&](const std::string& words) {
    const std::size_t at = sentence.find(words);
    REQUIRE(at != std::string::npos);
    return sentence.substr(at + words.size(), 8);
  };
  CHECK(loss_after("not the lowest, loss ") != loss_after("on its way, loss "));
}
