// Figure "landscape": balls that roll down a loss by gradient descent, and where they end.
//
// s, t: places on the picture. Three scenes: a convex bowl and a bowl with dents, made up; and the loss of one
// attention head on the slice theta = s (V, Q) + t (V', Q') of its parameters. That one can be lifted: at lift l, 0 to
// 1, (s, t) stands for
//   W_l = (1 - l) vec(s V + t V') vec(s Q + t Q')ᵀ + l (s vec V vecᵀQ + t vec V' vecᵀQ'),
// the head's own W at l = 0, and linear in s and t at l = 1. Every l in between is a model with a loss. Losses on data
// are relative to that of answering 0. Source: arXiv 2410.10101, section 3, for the lift; the slices are ours.
#pragma once

#include "figures/figure.hpp"
#include "learner/surface.hpp"
#include "plot/surface.hpp"

namespace figures::landscape {

// The order of the parameter's choices.
enum class Scene : std::uint8_t { bowl, rugged, heads };

// What became of a ball.
enum class Fate : std::uint8_t {
  found,     // it reached the lowest loss of the slice, up to kFoundWithin
  stuck,     // it rests in a valley that is not the lowest
  balanced,  // it rests where the slope is 0 but the ground falls to a side
  rolling,   // it was still on its way after the last step
  swinging,  // it gets no further: its steps are so long that they lead up about as much as down, by turns
  escaped,   // the learning rate threw it out of all bounds
};
inline constexpr int kFates = 6;

inline constexpr double kWindow = 1.5;  // s and t from -kWindow to kWindow, or farther: see frame_of_valleys()
inline constexpr double kReach = 4;     // farthest s or t of a start
inline constexpr int kSteps = 300;      // that a ball rolls on the slice
inline constexpr int kFreeSteps = 800;  // and from its end on in all parameters of a head, with momentum
inline constexpr int kLifts = 100;      // levels of lifting, in percent
inline constexpr int kRing = 9;         // balls of the figure's own
inline constexpr int kMostBalls = 12;
inline constexpr double kFoundWithin = 1e-3;  // losses are in units of about the picture's height
inline constexpr double kRestingSlope = 1e-2;
inline constexpr double kNoSlope = 1e-6;

struct Setting {
  Scene scene;
  learner::BallOptions options;
  int hidden;   // heads of the layer that made the data: 1 or 2
  double turn;  // of the slice, in hundredths
  bool slower;  // the learning rate can be smaller
  std::uint64_t seed;
  std::vector<double> ring;    // of the figure's own balls: s, t, s, t, ..
  std::vector<double> starts;  // of the balls

  explicit Setting(const Values& values);
  bool is_real() const { return scene == Scene::heads; }  // a loss on data, not made up
  int balls() const { return static_cast<int>(starts.size() / 2); }
};

// --- terrain.cpp ----------------------------------------------------------------------------------------------------

// A loss over the plane (s, t) in closed form:
//   height(s, t) = polynomial(s, t) - sum_k depth_k / (1 + |(s, t) - centre_k|² / width_k²).
struct Terrain {
  learner::SlicePolynomial polynomial;
  Matrix dents = Matrix(4, 0);  // a column each: s, t, depth, width

  double height(double s, double t) const;
  Eigen::Vector2d slope(double s, double t) const;
  Eigen::Matrix2d bending(double s, double t) const;  // second derivatives
  Matrix grid(const learner::Window& window) const;
  learner::Surface surface() const;  // it copies the terrain

  void fields(auto& archive) { archive(polynomial.c, dents); }
};

// 0.3 u² + 1.4 v², with u and v turned by the angle of (0.8, 0.6) and the bottom off the middle.
Terrain smooth_bowl();

// A shallow bowl with nine dents, one in each ninth of the square from -1.5 to 1.5.
Terrain dented_bowl(std::uint64_t seed);

// The lower eigenvalue of a symmetric 2 x 2 matrix.
double lower_curvature(const Eigen::Matrix2d& bending);

// What a place of slope 0 is, by the signs of its curvatures.
enum class Ground : std::uint8_t { hilltop, saddle, bottom, level };

// The second derivatives of the loss where all weights are 0, for a step as long as 1 along s.
struct Centre {
  double slope = 0;  // length of the whole gradient
  Vector plane;      // eigenvalues of the Hessian on the slice, rising; empty: what is shown is made up
  Vector whole;      // of the Hessian in all parameters
  void fields(auto& archive) { archive(slope, plane, whole); }

  bool is_level() const;  // the slope is 0
};

// How many are below 0, and above.
Index falling(const Vector& curvatures);
Index rising(const Vector& curvatures);
// `level`: some curvature is 0, and the rest have one sign.
Ground ground_of(const Vector& curvatures);

// Minima inside the window, by Newton's method from every point of the grid that is lower than its neighbours; columns
// (s, t), lowest first. Newton's step is taken with the curvatures' sizes, at most a grid's step long, so that it ends
// in minima; a valley whose floor is a level line gives some of its points.
Matrix minima(const Terrain& terrain, const Matrix& grid, const learner::Window& window);

// --- Result ---------------------------------------------------------------------------------------------------------

// What the picture shows of a loss: a window of the plane, and what lies below the rim.
struct Frame {
  double s_low = -kWindow, s_high = kWindow;
  double t_low = -kWindow, t_high = kWindow;
  double rim = 1;

  learner::Window window(Index size) const { return {s_low, s_high, t_low, t_high, size, size}; }
  void fields(auto& archive) { archive(s_low, s_high, t_low, t_high, rim); }
};

// For a bowl: centred on its lowest place, cut by a rim so high that these starts lie below it. `usual` are the starts
// that the rim is made for; for others it is doubled until it is high enough, so that it does not move with every ball.
Frame frame_of_bowl(const Terrain& bowl, std::span<const double> usual, std::span<const double> starts);

// The frame, a square around 0, or one as wide as it takes to hold the lowest place that is no farther out than kReach,
// where that is lower than all places of rest in the frame. The cost of two searches for minima.
Frame frame_of_valleys(const Terrain& terrain, const Frame& frame);

// A loss, what is shown of it, and what is known of it.
struct Loss {
  Terrain terrain;
  Frame frame;
  Matrix bottoms;            // lowest places in the window: a column (s, t) each; of a curve many
  double lowest = 0;         // their loss
  std::int32_t valleys = 0;  // minima in the window; told of for the dents only
  double slope_there = 0;    // length of the gradient at bottoms(0): the check on `lowest`
  Centre centre;             // of a loss on data
  void fields(auto& archive) { archive(terrain, frame, bottoms, lowest, valleys, slope_there, centre); }
  // A whole curve is as low, and `bottoms` are some of its places.
  bool is_low_along() const { return bottoms.cols() > 2; }
};

// A ball's way down one loss.
struct Roll {
  Matrix way;  // (kSteps + 1) x 3: s, t and the loss after each step
  Fate fate = Fate::rolling;
  std::int32_t steps = 0;  // to where it found, rests or escaped; kSteps while rolling
  double slope = 0;        // length of the gradient on the slice, at its end
  double off_slope = -1;   // and of the part that points out of the slice, in the same units; -1: there is no outside
  double fall = 0;         // lower curvature on the slice at its end: below 0 where the ground falls to a side

  Spot at(Index step) const { return {way(step, 0), way(step, 1), way(step, 2)}; }
  // Nobody is told what becomes of a ball before it is so.
  Fate fate_at(int step) const { return step >= steps ? fate : Fate::rolling; }
  void fields(auto& archive) { archive(way, fate, steps, slope, off_slope, fall); }
};

struct Ball {
  Roll base;
  double free_loss = -1;  // where it gets from its end when it may leave the slice; -1: there is no outside
  double free_slope = 0;  // there, along s; what is above kRestingSlope still moves
  // Of a loss that can be lifted: from its end on, kLifts + 1 rows as those of a way, it goes on downhill while the
  // loss is lifted by a hundredth after another; and from its start down the lifted loss.
  Matrix rise;
  Roll lifted;

  void fields(auto& archive) { archive(base, free_loss, free_slope, rise, lifted); }
};

struct Result {
  Loss base;
  Loss lifted;                     // what can be lifted: the loss in W
  learner::SlicePolynomial apart;  // mean of |W X - W' X|², W of the head and W' lifted, in the same units

  std::vector<Ball> balls;  // that have rolled

  // A loss on data.
  double zero_loss = 0;   // of answering 0: the mean of |y|²
  double regression = 0;  // the lowest loss of any W at all, by Algorithm 1's regression, relative
  // Largest difference, over the balls' ends, between the loss that they roll on and an independent value: of the model
  // there on the data, token by token; for what is made up, of its slope and differences of its height.
  double disagreement = 0;

  // Lifted by so many hundredths.
  Terrain terrain(int lift) const;

  void fields(auto& archive) { archive(base, lifted, apart.c, balls, zero_loss, regression, disagreement); }
};

// What is shown of a result: after so many steps, lifted by so many hundredths. Between the two ends of the lift the
// balls are where lifting takes them from their ends; those that still roll are as far from that as they were from
// their end, and come to be as far from it as they are when they have rolled so long on the lifted loss.
struct Shown {
  const Result& result;
  int step = kSteps;
  int lift = 0;

  Shown(const Result& all, const Values& settings, const Values& values);
  Shown(const Result& all, int after, int by) : result(all), step(after), lift(by) {}

  bool is_between() const { return lift > 0 && lift < kLifts; }
  // Of the loss at either end.
  const Loss& loss() const { return lift == kLifts ? result.lifted : result.base; }
  const Roll& roll(const Ball& ball) const { return lift == kLifts ? ball.lifted : ball.base; }
  Frame frame() const;
  Fate fate(const Ball& ball) const { return is_between() ? Fate::rolling : roll(ball).fate_at(step); }
  Spot at(const Ball& ball) const;
  // Where it is at each hundredth of the lift, rows as those of Ball::rise.
  Matrix rise(const Ball& ball) const;
};

// Errors: those of the data and of a ball's start, each a sentence. Cost: work() multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);

double work(const Values& values);

// --- Words of picture and description, describe.cpp -----------------------------------------------------------------

std::string heading_of(const Setting& setting, int lift);

// What is shown, and unless briefly, that it is not all. With mathematics, as text.
std::string slice_words(const Setting& setting, int lift, bool brief);
std::string_view axis_name(const Setting& setting, bool second, bool brief);

// "0.206", "0 to rounding".
std::string loss_text(double loss, int digits = 3);

// "0.21", "0": a loss where a ball of this fate is; nothing where it says nothing.
std::string brief_loss(const Shown& shown, Fate fate, double height);

// "4 stuck, loss 0.38", "5 lowest, loss 0.21": what has become of the balls by now, of each fate that some have met.
struct Tally {
  Fate fate;
  std::string words;
};
std::vector<Tally> tally_of(const Shown& shown);

// "stuck", "lowest": beside the place of several balls; and what became of one, in full.
std::string_view fate_label(Fate fate);
std::string_view fate_words(Fate fate);

}  // namespace figures::landscape
