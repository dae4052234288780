#include "figures/machines/diagram.hpp"
#include "plot/canvas.hpp"

namespace figures::machines {
namespace {

// In em.
constexpr float kCircle = 1.45F;      // of a circle
constexpr float kLeastRadius = 1.2F;  // on a phone

constexpr float kDiagonal = 0.71F;

}  // namespace

void Layout::lay_out() {
  next = table_of(drawing.values);
  // Until the learner has answered for a table of another size, the old one is shown.
  if (next.rows() != result.next.rows() || next.cols() != result.next.cols()) next = result.next;
  // Corners of a line, a triangle, a square; the first is on the left, where its start arrow comes from.
  constexpr std::array<std::array<Point, kMostStates>, 3> kCorners = {
      {{{{-1, 0.35F}, {1, 0.35F}}}, {{{-1, 1}, {0, -1}, {1, 1}}}, {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}}};
  radius = (canvas.narrow() ? kLeastRadius : kCircle) * canvas.em;
  const bool square = next.rows() == 4;
  float start = kStart * canvas.em;
  float loop = 1.8F * radius + line_height(canvas);
  float y = std::max(1.F, box.h / 2 - radius - (square ? kDiagonal : 1) * loop);
  const float least = radius + kAnswer + 2;
  flat = square && y < least;
  if (flat) y = least, start = 0;
  const float beside = !square ? canvas.em : flat ? loop : kDiagonal * loop;
  const float x = std::min((box.w - start) / 2 - radius - beside, std::max(1.6F * y, 8 * canvas.em));
  const Point middle{box.centre().x + start / 2, box.centre().y};
  for (int state = 0; state < static_cast<int>(next.rows()); ++state) {
    const Point corner = kCorners[static_cast<std::size_t>(next.rows() - 2)][static_cast<std::size_t>(state)];
    places.push_back({middle.x + x * corner.x, middle.y + y * corner.y});
  }
  for (int state = 0; state < states(); ++state)
    for (int letter = 0; letter < static_cast<int>(next.cols()); ++letter)
      add(state, letter, next(state, letter), false);
  for (const TraceStep& wrong : trace.steps)
    if (!wrong.right()) add(wrong.state, wrong.letter, wrong.next, true);
  for (Arrow& arrow : arrows) arrow.path = path_of(arrow.from, arrow.to, arrow.learned);
}

void Layout::add(int from, int letter, int to, bool learned) {
  if (to == kHole) return;
  const auto same = [&](const Arrow& arrow) {
    return arrow.from == from && arrow.to == to && arrow.learned == learned;
  };
  auto known = std::ranges::find_if(arrows, same);
  if (known == arrows.end()) known = arrows.insert(known, Arrow{from, to, {}, learned});
  if (std::ranges::find(known->letters, letter) == known->letters.end()) known->letters.push_back(letter);
}

Point Layout::away(int state) const {
  if (flat) return {state == 0 || state == 3 ? -1.F : 1.F, 0};
  if (states() == 4) return {state == 0 || state == 3 ? -kDiagonal : kDiagonal, state < 2 ? -kDiagonal : kDiagonal};
  return {0, states() == 3 && state != 1 ? 1.F : -1.F};
}

std::vector<Point> Layout::path_of(int from, int to, bool learned) const {
  const Point a = place(from);
  const Point b = place(to);
  const int pieces = learned ? std::max(24, static_cast<int>(distance(a, b) / 4)) : 28;
  const float bow = (states() > 3 ? 0.11F : 0.17F) + (learned ? 0.14F : 0);
  const Point turn{(a.x + b.x) / 2 + bow * (b.y - a.y), (a.y + b.y) / 2 - bow * (b.x - a.x)};
  const float loop = (learned ? 1.3F : 1) * radius;
  const auto at = [&](float t) {
    if (from != to) return between(between(a, turn, t), between(turn, b, t), t);
    const Point out = away(from);
    const float far = 10.4F * loop * t * (1 - t);
    const float wide = 10 * loop * t * (1 - t) * (2 * t - 1);
    return Point{a.x + out.x * far - out.y * wide, a.y + out.y * far + out.x * wide};
  };
  // Where it leaves the rims, by halving.
  const auto rim = [&](Point centre, float inside, float outside, float away) {
    for (int k = 0; k < 12; ++k) {
      const float t = (inside + outside) / 2;
      (distance(at(t), centre) < away ? inside : outside) = t;
    }
    return outside;
  };
  const float first = rim(a, 0, 0.5F, radius + 1);
  const float last = rim(b, 1, 0.5F, radius + kAnswer + 1.5F);
  std::vector<Point> path;
  for (int k = 0; k <= pieces; ++k)
    path.push_back(at(std::lerp(first, last, static_cast<float>(k) / static_cast<float>(pieces))));
  return path;
}

}  // namespace figures::machines
