// Computes figure "landscape": the loss over the slice, its lowest places, and the balls' ways.
#include "figures/landscape/landscape.hpp"
#include "learner/features.hpp"
#include "learner/landscape.hpp"
#include "learner/solve.hpp"

namespace figures::landscape {
namespace {

using learner::Head;

constexpr Index kGridSize = 97;
constexpr double kFurthest = 16 * kWindow;

// --- The loss of a hidden layer's data ------------------------------------------------------------------------------
//
// Letters: d token dimension, n tokens in a sequence, N sequences; (V, Q) the first hidden head, (V', Q') the second
// direction of the slice, both balanced so that |V| = |Q|. Each s, t stands for the one head (s V + t V', s Q + t Q'),
// or lifted for W = s vec V vecᵀQ + t vec V' vecᵀQ'. The second direction is, at turn 0, the other hidden head, or with
// only one hidden (-V, Q), which gives the product (1 - s² + t²)²; at turn 100 a random head orthogonal to that and as
// long.

constexpr Index kSequences = 128;  // N

// The same head, as a function, with |V| = |Q|.
Head balanced(const Head& head) {
  const double scale = std::sqrt(head.Q.norm() / head.V.norm());
  return {head.V * scale, head.Q / scale};
}

// A random matrix as long as `other`, orthogonal to it.
Matrix random_across(const Matrix& other, Random& random) {
  Matrix result = random.gaussian(other.rows(), other.cols());
  result -= other * (other.cwiseProduct(result).sum() / other.squaredNorm());
  return result * (other.norm() / result.norm());
}

Head second_direction(const Model& hidden, const Setting& setting) {
  constexpr std::uint64_t kStream = 77;  // apart from the streams of the data
  const Head first = balanced(hidden.heads.front());
  const Head from = hidden.heads.size() > 1 ? balanced(hidden.heads[1]) : Head{-first.V, first.Q};
  Random random = Random(setting.seed).split(kStream);
  const Matrix V = random_across(from.V, random);
  const Matrix Q = random_across(from.Q, random);
  const double share = setting.turn / 100;
  const double length = std::sqrt((1 - share) * (1 - share) + share * share);
  return {(share * V + (1 - share) * from.V) / length, (share * Q + (1 - share) * from.Q) / length};
}

// A loss over (s, t) with where it comes from.
struct LossSlice {
  learner::Landscape landscape;
  learner::Slice slice;
  std::vector<Sequence> data;
  bool lifted;
  double zero_loss;   // mean of |y|²: the loss of answering 0
  double regression;  // the lowest loss of any W, by regression; absolute, as zero_loss

  // The loss at (s, t), once more from the data: the model's own answers, sequence by sequence.
  double on_data(double s, double t) const {
    const Vector theta = slice.at(s, t);
    const learner::Shape& shape = landscape.loss().shape();
    double sum = 0;
    for (const Sequence& sequence : data) {
      const Matrix answer = lifted ? learner::evaluate_lifted(theta.reshaped(shape.d_out * shape.d, shape.d * shape.d),
                                                              sequence.Z, shape.targets)
                                   : learner::attend(landscape.model(theta), sequence.Z, shape.targets);
      sum += (answer - sequence.Y).squaredNorm();
    }
    return sum / static_cast<double>(data.size());
  }

  // Length of the gradient's part that points out of the slice, for a step as long as 1 along s.
  double off_slope(double s, double t) const {
    Vector gradient = landscape.gradient(slice.at(s, t));
    const Vector first = slice.a.normalized();
    const Vector across = slice.b - first * first.dot(slice.b);
    gradient -= first * first.dot(gradient);
    // The two axes may run along one line.
    if (across.norm() > 1e-9 * slice.b.norm()) gradient -= across * (across.dot(gradient) / across.squaredNorm());
    return slice.a.norm() * gradient.norm();
  }
};

// Errors: those of the data and of the regression, each a sentence.
Expected<LossSlice> make_slice(const Setting& setting) {
  const auto task =
      learner::random_attention({.d = 3, .d_out = 3, .n = 8, .heads = setting.hidden, .seed = setting.seed});
  if (!task) return std::unexpected(task.error());
  std::vector<Sequence> data = task->block(Split::train, 0, kSequences);
  Moments moments(task->shape());
  if (auto added = moments.add(data); !added) return std::unexpected(added.error());
  auto fit = learner::solve_ridge(moments);
  if (!fit) return std::unexpected(fit.error());
  auto loss = learner::QuadraticLoss::around(moments, std::move(fit->p));
  if (!loss) return std::unexpected(loss.error());
  const double regression = loss->reference_value();
  const bool lifted = setting.scene == Scene::lifted;
  const learner::Landscape landscape(std::move(*loss), lifted ? learner::Space::lifted : learner::Space::heads, 1);
  const auto place = [&](const Head& head) { return landscape.place({.heads = {head}}); };
  const Matrix zero = Matrix::Zero(3, 3);
  const learner::Slice slice =
      learner::slice_with_places({place({zero, zero}), place(balanced(task->truth().heads.front())),
                                  place(second_direction(task->truth(), setting))},
                                 {Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1)});
  return LossSlice{.landscape = landscape,
                   .slice = slice,
                   .data = std::move(data),
                   .lifted = lifted,
                   .zero_loss = moments.squared_targets() / static_cast<double>(moments.rows()),
                   .regression = regression};
}

// Eigenvalues of which rounding leaves no more than a billionth of the largest are 0.
Vector without_rounding(const Vector& eigenvalues) {
  constexpr double kRounding = 1e-9;
  const double least = kRounding * eigenvalues.cwiseAbs().maxCoeff();
  return (eigenvalues.array().abs() > least).select(eigenvalues, 0.0);
}

// A surface in such units.
learner::Surface in_units(const learner::Surface& surface, double unit) {
  return {.value = [surface, unit](const Vector& x) { return surface.value(x) / unit; },
          .gradient = [surface, unit](const Vector& x) -> Vector { return surface.gradient(x) / unit; }};
}

// --- Run ------------------------------------------------------------------------------------------------------------

// What is known so far lives in `result_`, so that a preview is a copy of it.
class Run {
 public:
  Run(const Values& values, Reporter<Result>& reporter) : setting_(values), reporter_(reporter) {}

  Expected<Result> go() {
    reporter_.begin(0);
    reporter_.report(0);
    if (auto made = make_surface(); !made) return std::unexpected(made.error());
    look_around();
    reporter_.begin(1);
    for (int k = 0; k < setting_.balls(); ++k) {
      reporter_.report(0.1 + 0.8 * k / setting_.balls());
      if (auto rolled = roll(static_cast<std::size_t>(2 * k)); !rolled) return std::unexpected(rolled.error());
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
    reporter_.begin(2);
    compare();
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  Expected<void> make_surface() {
    Terrain& terrain = result_.terrain;
    if (!setting_.is_real()) {
      terrain = setting_.scene == Scene::bowl ? smooth_bowl() : dented_bowl(setting_.seed);
      surface_ = terrain.surface();
      return {};
    }
    auto real = make_slice(setting_);
    if (!real) return std::unexpected(real.error());
    real_.emplace(std::move(*real));
    const double unit = real_->zero_loss;
    terrain.polynomial = real_->landscape.polynomial(real_->slice);
    terrain.polynomial.c /= unit;
    result_.zero_loss = unit;
    result_.regression = real_->regression / unit;
    if (auto looked = look_at_centre(); !looked) return looked;
    // The balls roll on the loss itself: near 0 the polynomial has lost its digits.
    surface_ = in_units(learner::restricted(real_->landscape.surface(), real_->slice), unit);
    return {};
  }

  // All weights are 0 where s = t = 0.
  Expected<void> look_at_centre() {
    const learner::Landscape& landscape = real_->landscape;
    const Vector zero = Vector::Zero(landscape.size());
    const double step = real_->slice.a.norm();  // along s, in parameters
    auto whole = landscape.curvatures(zero);
    if (!whole) return std::unexpected(whole.error());
    Centre& centre = result_.centre;
    centre.slope = step * landscape.gradient(zero).norm() / real_->zero_loss;
    centre.plane = without_rounding(result_.terrain.polynomial.curvatures(0, 0));
    centre.whole = without_rounding(*whole * (step * step / real_->zero_loss));
    return {};
  }

  // The picture's grid, the lowest places and the rim.
  void look_around() {
    const learner::Window window{-kWindow, kWindow, -kWindow, kWindow, kGridSize, kGridSize};
    result_.heights = result_.terrain.grid(window);
    Matrix found = minima(result_.terrain, result_.heights, window);
    // The ground may fall all the way out of the window: then the lowest place is looked for further out.
    for (double reach = 2 * kWindow; found.cols() == 0 && reach <= kFurthest; reach *= 2) {
      const learner::Window wide{-reach, reach, -reach, reach, kGridSize, kGridSize};
      found = minima(result_.terrain, result_.terrain.grid(wide), wide);
    }
    result_.valleys = static_cast<std::int32_t>(found.cols());
    if (setting_.scene == Scene::rugged) {
      // What is made up has its zero at its bottom.
      const double lowest = result_.terrain.height(found(0, 0), found(1, 0));
      result_.terrain.polynomial.c(0, 0) -= lowest;
      surface_ = result_.terrain.surface();
      result_.heights.array() -= lowest;
    }
    keep_lowest(found);
    // High enough to show every way between valleys.
    const double rims[] = {1.2, result_.heights.maxCoeff(), 1.5, 3};
    result_.rim = rims[static_cast<std::size_t>(setting_.scene)];
  }

  void keep_lowest(const Matrix& found) {
    Vector losses(found.cols());
    for (Index k = 0; k < found.cols(); ++k) losses(k) = surface_.value(found.col(k));
    result_.lowest = found.cols() > 0 ? losses.minCoeff() : result_.heights.minCoeff();
    result_.bottoms.resize(2, found.cols());
    Index kept = 0;
    for (Index k = 0; k < found.cols(); ++k) {
      if (losses(k) <= result_.lowest + kFoundWithin) result_.bottoms.col(kept++) = found.col(k);
    }
    result_.bottoms.conservativeResize(2, kept);
    if (kept > 0) result_.slope_there = surface_.gradient(result_.bottoms.col(0)).norm();
  }

  // The ball that starts at starts[at], starts[at + 1].
  Expected<void> roll(std::size_t at) {
    const Eigen::Vector2d start(setting_.starts[at], setting_.starts[at + 1]);
    auto rolling = learner::Ball::drop(surface_, start, setting_.options);
    if (!rolling) return std::unexpected(rolling.error());
    Ball ball{.way = Matrix(kSteps + 1, 3)};
    Vector slopes(kSteps + 1);
    for (Index step = 0; step <= kSteps; ++step) {
      const learner::BallState& state = step == 0 ? rolling->state() : rolling->step();
      ball.way.row(step) << state.position(0), state.position(1), state.loss;
      slopes(step) = state.gradient_norm;
    }
    judge(ball, rolling->state(), slopes);
    result_.balls.push_back(std::move(ball));
    return {};
  }

  // What became of it.
  void judge(Ball& ball, const learner::BallState& end, const Vector& slopes) const {
    const auto [s, t, loss] = ball.at(kSteps);
    ball.slope = end.gradient_norm;
    ball.fall = lower_curvature(result_.terrain.bending(s, t));
    if (real_) ball.off_slope = real_->off_slope(s, t) / result_.zero_loss;
    if (setting_.scene == Scene::heads && !end.escaped) ball.free_loss = set_free(s, t);
    // Over the last steps, not the last one alone: what swings has moments of rest.
    constexpr Index kLast = 10;
    if (end.escaped) {
      ball.fate = Fate::escaped;
    } else if (ball.way.col(2).tail(kLast).maxCoeff() <= result_.lowest + kFoundWithin) {
      ball.fate = Fate::found;
    } else if (slopes.tail(kLast).maxCoeff() <= kRestingSlope) {
      ball.fate = ball.fall < -kRestingSlope ? Fate::balanced : Fate::stuck;
    }
    ball.steps = ball.fate == Fate::escaped ? static_cast<std::int32_t>(end.steps) : steps_of(ball);
  }

  // The first step from which on it stays: at the bottom, or where it rests.
  std::int32_t steps_of(const Ball& ball) const {
    constexpr double kSamePlace = 0.01;
    if (ball.fate == Fate::rolling) return kSteps;
    const auto stays = [&](int step) {
      if (ball.fate == Fate::found) return ball.way(step, 2) <= result_.lowest + kFoundWithin;
      return (ball.way.row(step) - ball.way.row(kSteps)).head<2>().norm() <= kSamePlace;
    };
    int step = kSteps;
    while (step > 0 && stays(step - 1)) --step;
    return step;
  }

  // Whether a valley is one of the slice only: the loss that is reached from here in all 18 parameters.
  double set_free(double s, double t) const {
    constexpr double kRate = 0.002;  // along s; ten times that with the momentum
    const double unit = real_->slice.a.norm();
    auto ball = learner::Ball::drop(in_units(real_->landscape.surface(), real_->zero_loss), real_->slice.at(s, t),
                                    {.rolling = learner::Rolling::momentum, .rate = kRate * unit * unit});
    if (!ball) return -1;
    while (ball->state().steps < kFreeSteps && !ball->state().escaped) ball->step();
    return ball->state().loss;
  }

  // Each end once more, in another way.
  void compare() {
    for (const Ball& ball : result_.balls) {
      const auto [s, t, loss] = ball.at(kSteps);
      const double off = real_ ? std::abs(real_->on_data(s, t) / result_.zero_loss - loss)
                               : (differences(s, t) - result_.terrain.slope(s, t)).norm();
      result_.disagreement = std::max(result_.disagreement, off / (1 + loss));
    }
  }

  Eigen::Vector2d differences(double s, double t) const {
    constexpr double kStep = 1.0 / 65536;
    const Terrain& terrain = result_.terrain;
    return {(terrain.height(s + kStep, t) - terrain.height(s - kStep, t)) / (2 * kStep),
            (terrain.height(s, t + kStep) - terrain.height(s, t - kStep)) / (2 * kStep)};
  }

  Setting setting_;
  Reporter<Result>& reporter_;
  std::optional<LossSlice> real_;
  learner::Surface surface_;
  Result result_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) { return Run(request.values, reporter).go(); }

double work(const Values& values) {
  const Setting setting(values);
  constexpr double kGridWork = 40.0 * kGridSize * kGridSize;
  constexpr double kMadeUpWork = 180;  // of a height and a slope
  constexpr double kRealWork = 2000;   // 2 d_out psi², psi = d²(d + 1) / 2
  return kGridWork + setting.balls() * (setting.is_real() ? (kSteps + kFreeSteps) * kRealWork : kSteps * kMadeUpWork);
}

}  // namespace figures::landscape
