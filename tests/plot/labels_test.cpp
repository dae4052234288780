// Labels that find their places: never outside, never on one another, and rather not on what is drawn.
#include "plot/labels.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "plot/headless_context.hpp"

using namespace plot;

namespace {

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void with_canvas(const std::function<void(Canvas&)>& draw) {
  HeadlessContext headless;
  headless.frame({.width = 400, .height = 300}, draw);
}

}  // namespace

TEST_CASE("a label takes the first spot while all are free") {
  with_canvas([](Canvas& canvas) {
    Labels labels(canvas.area);
    const std::vector<LabelSpot> spots = {{{100, 100}, Along::left, Upright::top},
                                          {{200, 200}, Along::left, Upright::top}};
    const Rect rect = labels.place(canvas, "first", {}, spots);
    CHECK(rect.x == 100);
    CHECK(rect.y == 100);
  });
}

TEST_CASE("a line to as far away as numbers go is avoided and dashed where it is seen, at once") {
  with_canvas([](Canvas& canvas) {
    constexpr float kFar = std::numeric_limits<float>::max();
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    Labels labels(canvas.area);
    for (const Point far : {Point{kFar / 4, 150}, Point{-kFar, kFar}, Point{kInfinite, 150}, Point{100, NAN}}) {
      labels.avoid({100, 150}, far);
      labels.avoid(far, {100, 150});
      dashed_line(canvas, {100, 150}, far, canvas.colour(Ink::ink));
      dashed_line(canvas, far, {100, 150}, canvas.colour(Ink::ink));
    }
    // To the right of (100, 150) the line lies: the second spot is free of it.
    const std::vector<LabelSpot> spots = {{{200, 143}, Along::left, Upright::top},
                                          {{200, 200}, Along::left, Upright::top}};
    CHECK(labels.place(canvas, "there", {}, spots).y == 200);
  });
  const Rect room{0, 0, 10, 20};
  CHECK_FALSE(room.part_of({-5, 5}, {-5, 30}));
  CHECK_FALSE(room.part_of({-5, 10}, {5, 50}));
  const auto part = room.part_of({-10, 5}, {30, 25});
  REQUIRE(part);
  CHECK(part->front().x == doctest::Approx(0));
  CHECK(part->front().y == doctest::Approx(10));
  CHECK(part->back().x == doctest::Approx(10));
  CHECK(part->back().y == doctest::Approx(15));
}

TEST_CASE("a label goes on to where fewer marks are") {
  with_canvas([](Canvas& canvas) {
    Labels labels(canvas.area);
    labels.avoid(Point{90, 108}, Point{160, 108});
    const std::vector<LabelSpot> spots = {{{100, 100}, Along::left, Upright::top},
                                          {{200, 200}, Along::right, Upright::bottom}};
    const Rect rect = labels.place(canvas, "second", {}, spots);
    CHECK(rect.right() == doctest::Approx(200));
    CHECK(rect.bottom() == doctest::Approx(200));
  });
}

TEST_CASE("a label that must be clear goes on to where no mark is, or is left out") {
  with_canvas([](Canvas& canvas) {
    Labels labels(canvas.area);
    labels.avoid(Point{90, 108}, Point{160, 108});
    labels.avoid(Point{205, 205});
    std::vector<LabelSpot> spots = {{{100, 100}, Along::left, Upright::top}, {{200, 200}, Along::left, Upright::top}};
    CHECK(labels.place_clear(canvas, "third", {}, spots).w == 0);
    spots.push_back({{200, 250}, Along::left, Upright::top});
    CHECK(labels.place_clear(canvas, "third", {}, spots).y == 250);
    CHECK(labels.place_clear(canvas, "third", {}, spots).w == 0);  // it is taken
  });
}

TEST_CASE("labels never overlap one another or what they must avoid, and never leave the room") {
  with_canvas([](Canvas& canvas) {
    const Rect room = canvas.area.inset(50);
    Labels labels(room);
    const Rect wall{150, 120, 60, 60};
    labels.avoid(wall);
    std::vector<LabelSpot> spots;
    for (float y = 0; y <= 300; y += 9) {
      for (float x = 0; x <= 400; x += 37) spots.push_back({{x, y}, Along::centre, Upright::middle});
    }
    std::vector<Rect> taken;
    for (int k = 0; k < 60; ++k) {
      const Rect rect = labels.place(canvas, "label", {}, spots);
      if (rect.w == 0) continue;
      CHECK(rect.x >= room.x);
      CHECK(rect.right() <= room.right());
      CHECK(rect.y >= room.y);
      CHECK(rect.bottom() <= room.bottom());
      CHECK_FALSE(overlap(rect, wall));
      for (const Rect& other : taken) CHECK_FALSE(overlap(rect, other));
      taken.push_back(rect);
    }
    CHECK(taken.size() > 10);
    CHECK(taken.size() < 60);  // in the end the room is full, and nothing is drawn
  });
}

TEST_CASE("spots along a falling line hug it from below on the left and from above on the right") {
  const std::vector<Point> line = {{0, 0}, {100, 50}, {200, 100}};
  const auto spots = spots_along(line, 4);
  REQUIRE(spots.size() >= 4);
  CHECK(spots[0].at.x == 200);
  CHECK(spots[0].at.y == 104);
  CHECK(spots[0].along == Along::right);
  CHECK(spots[0].upright == Upright::top);
  CHECK(spots[1].along == Along::left);
  CHECK(spots[1].upright == Upright::bottom);
  CHECK(spots_along(std::vector<Point>{{1, 1}}).empty());
  CHECK(spots_along({}).empty());
}
