#include "figures/landscape/run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "figures/landscape/slice.hpp"
#include "figures/landscape/terrain.hpp"
#include "figures/landscape/words.hpp"

namespace figures::landscape {
namespace {

constexpr Index kGrid = 97;

Scene scene_of(const Values& values) { return static_cast<Scene>(values.integer("scene")); }

// --- Balls ----------------------------------------------------------------------------------------------------------

// Nine places on a ring, 40 degrees apart, none on an axis.
std::vector<double> ring(double radius) {
  constexpr double kCos = 0.766044443118978;
  constexpr double kSin = 0.6427876096865393;
  Eigen::Vector2d place = radius * Eigen::Vector2d(0.9781476007338057, 0.20791169081775934);
  std::vector<double> list;
  for (int k = 0; k < kMostBalls; ++k) {
    // To hundredths, as places are in a link.
    for (const double x : place) list.push_back(std::round(100 * x) / 100);
    place = Eigen::Vector2d(kCos * place(0) - kSin * place(1), kSin * place(0) + kCos * place(1));
  }
  return list;
}

std::vector<double> starts_of(const Values& values) {
  const auto list = values.list("balls");
  if (!list.empty()) return {list.begin(), list.end()};
  return ring(is_real(scene_of(values)) ? 0.7 : 1.2);
}

learner::BallOptions options_of(const Values& values) {
  return {.rolling = static_cast<learner::Rolling>(values.integer("optimiser")), .rate = values.number("rate")};
}

// One run: what is known so far lives in `result_`, so that a preview is a copy of it.
class Run {
 public:
  Run(const Values& values, Reporter<Result>& reporter)
      : options_(options_of(values)), starts_(starts_of(values)), reporter_(reporter) {
    result_.scene = scene_of(values);
    result_.rolling = options_.rolling;
    result_.rate = options_.rate;
    result_.planned = static_cast<std::int32_t>(starts_.size() / 2);
    if (is_real(result_.scene)) {
      result_.hidden = values.integer("hidden") + 1;
      result_.turn = values.number("turn");
    }
    seed_ = static_cast<std::uint64_t>(values.number("seed"));
  }

  Expected<Result> go() {
    reporter_.begin(0);
    reporter_.report(0);
    if (auto made = make_surface(); !made) return std::unexpected(made.error());
    look_around();
    reporter_.begin(1);
    if (auto rolled = roll_all(); !rolled) return std::unexpected(rolled.error());
    reporter_.begin(2);
    compare();
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  Expected<void> make_surface() {
    if (!is_real(result_.scene)) {
      terrain_ = result_.scene == Scene::bowl ? smooth_bowl() : dented_bowl(seed_);
      surface_ = terrain_.surface();
      return {};
    }
    const bool lifted = result_.scene == Scene::lifted;
    auto slice = make_slice({.seed = seed_,
                             .hidden = result_.hidden,
                             .turn = result_.turn / 100,
                             .space = lifted ? learner::Space::lifted : learner::Space::heads});
    if (!slice) return std::unexpected(slice.error());
    real_.emplace(std::move(*slice));
    const double unit = real_->zero_loss;
    terrain_.polynomial = real_->landscape.polynomial(real_->slice);
    terrain_.polynomial.c /= unit;
    result_.zero_loss = unit;
    result_.regression = real_->regression / unit;
    // The balls roll on the loss itself: near 0 the polynomial has lost its digits.
    const learner::Surface exact = learner::restricted(real_->landscape.surface(), real_->slice);
    surface_ = {.value = [exact, unit](const Vector& x) { return exact.value(x) / unit; },
                .gradient = [exact, unit](const Vector& x) -> Vector { return exact.gradient(x) / unit; }};
    return {};
  }

  // The picture's grid, the lowest places and the rim.
  void look_around() {
    const learner::Window window{-kWindow, kWindow, -kWindow, kWindow, kGrid, kGrid};
    result_.heights = terrain_.grid(window);
    const Matrix found = minima(terrain_, result_.heights, window);
    result_.valleys = static_cast<std::int32_t>(found.cols());
    if (result_.scene == Scene::rugged) lower_to_zero(found);
    keep_lowest(found);
    result_.rim = rim();
    result_.polynomial = terrain_.polynomial.c;
    result_.dents = terrain_.dents;
  }

  // What is made up has its zero at its bottom.
  void lower_to_zero(const Matrix& found) {
    const double lowest = terrain_.height(found(0, 0), found(1, 0));
    terrain_.polynomial.c(0, 0) -= lowest;
    surface_ = terrain_.surface();
    result_.heights.array() -= lowest;
  }

  // Where the picture is cut open: high enough to show every way between valleys.
  double rim() const {
    switch (result_.scene) {
      case Scene::bowl: return 1.2;
      case Scene::rugged: return result_.heights.maxCoeff();
      case Scene::heads: return 1.5;
      case Scene::lifted: return 3;
    }
    return 1;
  }

  void keep_lowest(const Matrix& found) {
    const auto exact = [&](Index k) { return surface_.value(found.col(k)); };
    result_.lowest = found.cols() > 0 ? exact(0) : result_.heights.minCoeff();
    for (Index k = 1; k < found.cols(); ++k) result_.lowest = std::min(result_.lowest, exact(k));
    std::vector<Index> kept;
    for (Index k = 0; k < found.cols(); ++k) {
      if (exact(k) <= result_.lowest + kFoundWithin) kept.push_back(k);
    }
    result_.bottoms.resize(2, static_cast<Index>(kept.size()));
    for (std::size_t k = 0; k < kept.size(); ++k) result_.bottoms.col(static_cast<Index>(k)) = found.col(kept[k]);
    if (!kept.empty()) result_.slope_there = surface_.gradient(result_.bottoms.col(0)).norm();
  }

  Expected<void> roll_all() {
    const Index count = result_.planned;
    for (Index k = 0; k < count; ++k) {
      reporter_.report(0.1 + 0.8 * static_cast<double>(k) / static_cast<double>(count));
      if (auto rolled = roll(k); !rolled) return std::unexpected(rolled.error());
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
    return {};
  }

  Expected<void> roll(Index k) {
    const auto at = static_cast<std::size_t>(2 * k);
    auto ball = learner::Ball::drop(surface_, Eigen::Vector2d(starts_[at], starts_[at + 1]), options_);
    if (!ball) return std::unexpected(ball.error());
    for (Matrix* part : {&result_.s, &result_.t, &result_.loss}) part->conservativeResize(kSteps + 1, k + 1);
    Vector slopes(kSteps + 1);
    for (Index step = 0; step <= kSteps; ++step) {
      const learner::BallState& state = step == 0 ? ball->state() : ball->step();
      result_.s(step, k) = state.position(0);
      result_.t(step, k) = state.position(1);
      result_.loss(step, k) = state.loss;
      slopes(step) = state.gradient_norm;
    }
    result_.balls.push_back(verdict(ball->state(), k, slopes));
    return {};
  }

  Ball verdict(const learner::BallState& end, Index k, const Vector& slopes) const {
    Ball ball;
    const double s = end.position(0);
    const double t = end.position(1);
    ball.slope = end.gradient_norm;
    ball.fall = lower_curvature(terrain_.bending(s, t));
    if (real_) ball.off_slope = real_->off_slope(s, t) / result_.zero_loss;
    if (result_.scene == Scene::heads && !end.escaped) ball.free_loss = set_free(s, t);
    // Over the last steps, not the last one alone: what swings has moments of rest.
    constexpr Index kLast = 10;
    const bool rests = slopes.tail(kLast).maxCoeff() <= kRestingSlope;
    const double enough = result_.lowest + kFoundWithin;
    if (end.escaped) {
      ball.fate = Fate::escaped;
    } else if (result_.loss.col(k).tail(kLast).maxCoeff() <= enough) {
      ball.fate = Fate::found;
    } else if (rests) {
      ball.fate = ball.fall < -kRestingSlope ? Fate::saddle : Fate::stuck;
    }
    ball.steps = steps_of(ball.fate, end, k, enough);
    return ball;
  }

  // Whether a valley is one of the slice only: the loss that is reached from here in all 18 parameters.
  double set_free(double s, double t) const {
    constexpr double kRate = 0.002;  // along s; ten times that with the momentum
    const double unit = real_->zero_loss;
    const learner::Surface exact = real_->landscape.surface();
    const learner::Surface relative = {.value = [&](const Vector& x) { return exact.value(x) / unit; },
                                       .gradient = [&](const Vector& x) -> Vector { return exact.gradient(x) / unit; }};
    const learner::BallOptions options = {.rolling = learner::Rolling::momentum,
                                          .rate = kRate * real_->unit * real_->unit};
    auto ball = learner::Ball::drop(relative, real_->slice.at(s, t), options);
    if (!ball) return -1;
    while (ball->state().steps < kFreeSteps && !ball->state().escaped) ball->step();
    return ball->state().loss;
  }

  // The first step from which on it stays: at the bottom, or where it rests.
  std::int32_t steps_of(Fate fate, const learner::BallState& end, Index k, double enough) const {
    constexpr double kSamePlace = 0.01;
    if (fate == Fate::rolling) return kSteps;
    if (fate == Fate::escaped) return static_cast<std::int32_t>(end.steps);
    Index step = kSteps;
    const auto stays = [&](Index at) {
      if (fate == Fate::found) return result_.loss(at, k) <= enough;
      const Eigen::Vector2d place(result_.s(at, k), result_.t(at, k));
      return (place - Eigen::Vector2d(end.position)).norm() <= kSamePlace;
    };
    while (step > 0 && stays(step - 1)) --step;
    return static_cast<std::int32_t>(step);
  }

  // Each end once more, in another way.
  void compare() {
    for (Index k = 0; k < result_.s.cols(); ++k) {
      const double s = result_.s(kSteps, k);
      const double t = result_.t(kSteps, k);
      const double off = real_ ? std::abs(real_->on_data(s, t) / result_.zero_loss - result_.loss(kSteps, k))
                               : (differences(s, t) - terrain_.slope(s, t)).norm();
      result_.disagreement = std::max(result_.disagreement, off / (1 + result_.loss(kSteps, k)));
    }
  }

  Eigen::Vector2d differences(double s, double t) const {
    constexpr double kStep = 1.0 / 65536;
    return {(terrain_.height(s + kStep, t) - terrain_.height(s - kStep, t)) / (2 * kStep),
            (terrain_.height(s, t + kStep) - terrain_.height(s, t - kStep)) / (2 * kStep)};
  }

  learner::BallOptions options_;
  std::vector<double> starts_;
  Reporter<Result>& reporter_;
  std::uint64_t seed_ = 1;
  std::optional<LossSlice> real_;
  Terrain terrain_;
  learner::Surface surface_;
  Result result_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) { return Run(request.values, reporter).go(); }

double work(const Values& values) {
  const auto balls = static_cast<double>(starts_of(values).size() / 2);
  constexpr double kPolynomial = 60;  // of a height and a slope
  constexpr double kGridWork = 40.0 * kGrid * kGrid;
  if (!is_real(scene_of(values))) return kGridWork + balls * kSteps * 3 * kPolynomial;
  // Height and slope each take d_out psi² here, psi = d²(d+1)/2.
  constexpr double d = kHiddenSize;
  constexpr double kPsi = d * d * (d + 1) / 2;
  constexpr double kData = kHiddenSequences * 6.0 * 6 * 7 / 2;
  return kGridWork + kData + balls * ((kSteps + kFreeSteps) * 2 * d * kPsi * kPsi + kHiddenSequences * 300.0);
}

}  // namespace figures::landscape
