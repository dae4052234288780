// Figure "landscape" against closed forms, the data itself and its own promises.
#include "figures/landscape/landscape.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "figures/bench.hpp"
#include "learner/random.hpp"
#include "learner/tasks.hpp"

namespace {

using figures::Values;
using figures::landscape::Fate;
using figures::landscape::kSteps;
using figures::landscape::Result;
using figures::landscape::Terrain;
using learner::Index;
using learner::Matrix;

const figures::Figure& figure() { return *figures::find("landscape"); }

figures::Expected<Result> run(std::string_view query) {
  Values values(figure().parameters);
  const auto notices = values.read_query(query);
  REQUIRE(notices.empty());
  bench::Log log;
  figures::Reporter<Result> reporter(log, values.to_query(figures::Which::result));
  return figures::landscape::run({.values = values, .text = {}}, reporter);
}

// Where a ball is after so many steps, and the loss there.
plot::Spot spot(const Result& result, Index ball, Index step) {
  return result.balls[static_cast<std::size_t>(ball)].at(step);
}

int count(const Result& result, Fate fate) {
  int found = 0;
  for (const auto& ball : result.balls) found += ball.fate == fate ? 1 : 0;
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
  double loss(double s, double t) const {
    const Matrix V = s * first.V + t * second.V;
    const Matrix Q = s * first.Q + t * second.Q;
    double sum = 0;
    for (const auto& x : sequences) {
      const auto z = x.Z.col(x.Z.cols() - 1);
      sum += (V * x.Z * (x.Z.transpose() * (Q * z)) - x.Y).squaredNorm();
    }
    return sum / zero;
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
    const bool stuck = result->balls[static_cast<std::size_t>(k)].fate == Fate::stuck;
    CHECK((here > result->lowest + 0.1) == stuck);
  }
}

TEST_CASE("set free in all parameters a ball goes on downhill from where it ended, and the stuck ones stay stuck") {
  const auto result = run("");
  REQUIRE(result);
  double stuck = 1;
  double others = 0;
  for (std::size_t k = 0; k < result->balls.size(); ++k) {
    const auto& ball = result->balls[k];
    CHECK(ball.free_loss < spot(*result, static_cast<Index>(k), kSteps).z);
    CHECK(ball.off_slope > 0.5);
    if (ball.fate == Fate::stuck) stuck = std::min(stuck, ball.free_loss);
    if (ball.fate == Fate::found) others = std::max(others, ball.free_loss);
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

TEST_CASE("no place of the window lies under the lowest one, and the slope there is 0") {
  for (const char* scene : {"bowl", "rugged", "head", "lifted"}) {
    for (const char* more : {"seed=1", "seed=7&turn=35", "seed=23&hidden=1&turn=100"}) {
      CAPTURE(std::string(scene) + " " + more);
      const auto result = run("scene=" + std::string(scene) + "&" + more);
      REQUIRE(result);
      const Terrain terrain = result->terrain;
      learner::Random random(3);
      for (int k = 0; k < 20000; ++k) {
        const double s = 3 * random.uniform() - 1.5, t = 3 * random.uniform() - 1.5;
        REQUIRE(terrain.height(s, t) >= result->lowest - 1e-12);
      }
      // The bottom may lie outside the window (a lifted slice); then there is no place to name.
      if (result->bottoms.cols() > 0) CHECK(result->slope_there < 1e-9);
      CHECK(result->disagreement < 1e-8);
    }
  }
}

TEST_CASE("one hidden head: the product (1 - s² + t²)², with a saddle where a ball rests") {
  const auto result = run("hidden=1&balls=0,0,0,0.5,0.4,0.1,-0.4,0.1");
  REQUIRE(result);
  const Terrain terrain = result->terrain;
  for (const auto& [s, t] : {std::pair(0.0, 0.0), std::pair(1.2, -0.4), std::pair(-0.7, 1.1), std::pair(1.0, 0.0)}) {
    const double root = 1 - s * s + t * t;
    CHECK(terrain.height(s, t) == doctest::Approx(root * root).epsilon(1e-10));
  }
  CHECK(result->balls[0].fate == Fate::balanced);
  CHECK(result->balls[0].steps == 0);
  CHECK(spot(*result, 0, kSteps).x == 0);
  CHECK(result->balls[0].fall == doctest::Approx(-4));
  // Along t it runs down to the saddle, and stays until rounding errors have grown: 12 % a step.
  CHECK(std::hypot(spot(*result, 1, 120).x, spot(*result, 1, 120).y) < 0.01);
  CHECK(result->balls[2].fate == Fate::found);
  CHECK(result->balls[3].fate == Fate::found);
  CHECK(spot(*result, 2, kSteps).x == doctest::Approx(-spot(*result, 3, kSteps).x));  // the mirrored valleys
  const auto says = figures::landscape::describe(*result, bench::context("landscape"));
  CHECK(says.table.rows[0][1].find("balanced, slope 0: nudge it") != std::string::npos);
}

TEST_CASE("what the middle is follows from the Hessian there: on the slice, and in all parameters") {
  const auto two = run("");
  REQUIRE(two);
  const auto& centre = two->centre;
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
  CHECK(one->centre.plane(0) == doctest::Approx(-4));
  CHECK(one->centre.plane(1) == doctest::Approx(4));
  CHECK(figures::landscape::describe(*one, bench::context("landscape")).sentence.find("on the slice a saddle (1 ") !=
        std::string::npos);

  const auto lifted = run("scene=lifted");
  REQUIRE(lifted);
  CHECK(lifted->centre.slope > 0.1);
  CHECK(figures::landscape::falling(lifted->centre.whole) == 0);
  CHECK(figures::landscape::describe(*lifted, bench::context("landscape")).sentence.find("In the middle") ==
        std::string::npos);
  CHECK(run("scene=bowl")->centre.plane.size() == 0);
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
  CHECK(says(0).sentence.find("Step 0 is shown.") != std::string::npos);
  CHECK(says(result->balls[0].steps - 1).title == "The ball is still on its way");
  CHECK(says(result->balls[0].steps).title == "The ball found the lowest place");
  CHECK(says(kSteps).title == "The ball found the lowest place");
  CHECK(says(kSteps).sentence.find("is shown") == std::string::npos);
}

TEST_CASE("lifted, the same models stand at the same places, and both heads together have no loss") {
  const auto heads = run("seed=5&hidden=2"), lifted = run("scene=lifted&seed=5&hidden=2");
  REQUIRE(heads);
  REQUIRE(lifted);
  const Terrain below = heads->terrain, bowl = lifted->terrain;
  for (const auto& [s, t] : {std::pair(0.0, 0.0), std::pair(1.0, 0.0), std::pair(0.0, 1.0)}) {
    CHECK(below.height(s, t) == doctest::Approx(bowl.height(s, t)).epsilon(1e-10));
  }
  CHECK(lifted->bottoms(0, 0) == doctest::Approx(1));
  CHECK(lifted->bottoms(1, 0) == doctest::Approx(1));
  CHECK(lifted->lowest < 1e-20);
  CHECK(lifted->regression < 1e-20);
  CHECK(heads->lowest > 0.01);  // one head alone cannot be both
  CHECK(figures::landscape::lower_curvature(bowl.bending(-1.2, 0.3)) > 0);
  CHECK((bowl.bending(-1.2, 0.3) - bowl.bending(0.9, 1)).norm() < 1e-12);
}

TEST_CASE("a rate that is too large throws balls out, and nobody reads a number that is none") {
  for (const char* scene : {"bowl", "head", "lifted", "rugged"}) {
    const auto result = run("rate=1&scene=" + std::string(scene));
    REQUIRE(result);
    for (const auto& ball : result->balls) CHECK(ball.way.allFinite());
    if (std::string_view(scene) != "head") continue;
    CHECK(count(*result, Fate::escaped) > 0);
    CHECK(figures::landscape::describe(*result, bench::context("landscape"))
              .title.find("flew off: the learning rate is too large") != std::string::npos);
  }
}

TEST_CASE("what is stuck in a dent lies at a minimum that is not the lowest") {
  const auto result = run("scene=rugged&seed=2");
  REQUIRE(result);
  CHECK(result->valleys >= 5);
  CHECK(std::abs(result->lowest) < 1e-12);
  const Terrain terrain = result->terrain;
  int stuck = 0;
  for (Index k = 0; k < 9; ++k) {
    if (result->balls[static_cast<std::size_t>(k)].fate != Fate::stuck) continue;
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
  REQUIRE(hand.balls().size() == 2);  // a reader's own ball takes the place of the nine
  const double yaw = hand.view.values().number("yaw"), pitch = hand.view.values().number("pitch");
  hand.drag({kMiddle.x + 150, kMiddle.y + 170}, {kMiddle.x + 190, kMiddle.y + 190});
  CHECK(hand.balls().size() == 2);
  CHECK(hand.view.values().number("yaw") == yaw - 20);
  CHECK(hand.view.values().number("pitch") == pitch + 10);
}

TEST_CASE("a tenth ball takes the place of the oldest") {
  Hand hand("view=map&step=0&balls=0.1,0,0.2,0,0.3,0,0.4,0,0.5,0,0.6,0,0.7,0,0.8,0,0.9,0");
  hand.click({kMiddle.x - 90, kMiddle.y + 90});
  const auto balls = hand.balls();
  REQUIRE(balls.size() == 18);
  CHECK(balls[0] == 0.2);
  CHECK(balls[16] < 0);
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

TEST_CASE("a ball that rolls out of the window has not found the lowest place while the ground falls") {
  // Their lowest places lie outside the window.
  for (const char* query : {"scene=lifted&turn=50&seed=5", "scene=lifted&turn=100&seed=71"}) {
    const auto result = run(query);
    REQUIRE(result);
    REQUIRE(result->bottoms.cols() > 0);
    CHECK(result->bottoms.col(0).cwiseAbs().maxCoeff() > figures::landscape::kWindow);
    CHECK(result->slope_there < 1e-9);
    CHECK(result->lowest < result->heights.minCoeff());
    for (const auto& ball : result->balls) CHECK(ball.at(kSteps).z > result->lowest - 1e-9);
    Values values(figure().parameters);
    REQUIRE(values.read_query(query).empty());
    const auto says = figures::landscape::describe(*result, bench::context(values));
    CHECK(says.sentence.find("lowest place in the window") == std::string::npos);
  }
}
