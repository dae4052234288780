// Figure "landscape": balls that roll down a loss by gradient descent, and where they end.
//
// s, t: places on the picture. Four scenes: a convex bowl and a bowl with dents, made up; the loss of one attention
// head on the slice theta = s (V, Q) + t (V', Q') of its parameters; the same models lifted, W = s vec V vecᵀQ +
// t vec V' vecᵀQ'. The losses of the last two are relative to that of answering 0. Source: arXiv 2410.10101, section 3,
// for the lift; the slices are ours.
#pragma once

#include <cstdint>
#include <vector>

#include "figures/figure.hpp"
#include "learner/ball.hpp"
#include "learner/matrix.hpp"

namespace figures::landscape {

// The order of the parameter's choices.
enum class Scene : std::uint8_t { bowl, rugged, heads, lifted };

// What became of a ball.
enum class Fate : std::uint8_t {
  found,    // it reached the lowest loss of the slice, up to kFoundWithin
  stuck,    // it rests in a valley that is not the lowest
  saddle,   // it rests where the slope is 0 but the ground falls to a side
  rolling,  // it was still moving after the last step
  escaped,  // the learning rate threw it out of all bounds
};
inline constexpr int kFates = 5;

inline constexpr double kWindow = 1.5;  // s and t from -kWindow to kWindow
inline constexpr int kSteps = 300;      // a ball is rolled so far
inline constexpr int kFreeSteps = 800;  // and from its end on in all parameters of a head, with momentum
inline constexpr int kMostBalls = 9;
inline constexpr double kFoundWithin = 1e-3;  // losses are in units of about the picture's height
inline constexpr double kRestingSlope = 1e-2;

struct Ball {
  Fate fate = Fate::rolling;
  std::int32_t steps = 0;  // to where it found, rests or escaped; kSteps while rolling
  double slope = 0;        // length of the gradient on the slice, at its end
  double off_slope = -1;   // and of the part that points out of the slice, in the same units; -1: there is no outside
  double fall = 0;         // lower curvature at its end: below 0 on a saddle
  double free_loss = -1;   // where it gets from its end when it may leave the slice; -1: there is no outside
  void fields(auto& archive) { archive(fate, steps, slope, off_slope, fall, free_loss); }
};

struct Result {
  Scene scene = Scene::heads;
  learner::Rolling rolling = learner::Rolling::gradient_descent;
  double rate = 0;
  std::int32_t hidden = 0;   // heads of the layer that made the data; 0: what is made up has none
  double turn = 0;           // of the slice, in hundredths
  std::int32_t planned = 0;  // balls; those that have rolled are in `balls`

  // The loss everywhere: c(i,j) s^i t^j summed, less the dents (a column each: s, t, depth, width).
  Eigen::Matrix<double, 5, 5> polynomial = Eigen::Matrix<double, 5, 5>::Zero();
  Matrix dents = Matrix(4, 0);
  Matrix heights;  // of a grid over the window, row along t, column along s
  double rim = 1;  // loss above which the picture is cut away

  Matrix bottoms;            // lowest places in the window: a column (s, t) each
  double lowest = 0;         // their loss
  std::int32_t valleys = 0;  // minima in the window; for the dents only
  double slope_there = 0;    // length of the gradient at bottoms(0): the check on `lowest`

  // A row for each step from 0 to kSteps, a column for each ball that has rolled.
  Matrix s, t, loss;
  std::vector<Ball> balls;

  // Heads and lifted.
  double zero_loss = 0;   // of answering 0: the mean of |y|²
  double regression = 0;  // the lowest loss of any W at all, by Algorithm 1's regression, relative
  // Largest difference, over the balls' ends, between the loss that they roll on and an independent value: of the model
  // there on the data, token by token; for what is made up, of its slope and differences of its height.
  double disagreement = 0;

  void fields(auto& archive) {
    archive(scene, rolling, rate, hidden, turn, planned, polynomial, dents, heights, rim);
    archive(bottoms, lowest, valleys, slope_there, s, t, loss, balls, zero_loss, regression, disagreement);
  }
};

void draw(const Result& result, Drawing& drawing);

Description describe(const Result& result, const Context& context);

}  // namespace figures::landscape
