// Computes figure "landscape": the loss over the slice, its lowest places, and the balls' ways.
#include "figures/landscape/landscape.hpp"
#include "learner/features.hpp"
#include "learner/landscape.hpp"
#include "learner/solve.hpp"

namespace figures::landscape {
namespace {

using learner::Head;

constexpr Index kGridSize = 97;

// --- The loss of a hidden layer's data ------------------------------------------------------------------------------
//
// Letters: d token dimension, n tokens in a sequence, N sequences; (V, Q) the first hidden head, (V', Q') the second
// direction of the slice, both balanced so that |V| = |Q|. Each s, t stands for the one head (s V + t V', s Q + t Q'),
// and lifted for W = s vec V vecᵀQ + t vec V' vecᵀQ'. The second direction is, at turn 0, the other hidden head, or
// with only one hidden (-V, Q), which gives the product (1 - s² + t²)²; at turn 100 a random head orthogonal to that
// and as long.

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

// The losses over (s, t) of a head and of W, with where they come from.
struct LossSlices {
  struct One {
    learner::Landscape landscape;
    learner::Slice slice;

    learner::Surface surface() const { return learner::restricted(landscape.surface(), slice); }
    learner::SlicePolynomial polynomial() const { return landscape.polynomial(slice); }
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
  One head, lifted;
  std::vector<Sequence> data;
  double zero_loss;   // mean of |y|²: the loss of answering 0
  double regression;  // the lowest loss of any W, by regression; absolute, as zero_loss

  // The loss at (s, t), lifted by l, once more from the data: the model's own answers, sequence by sequence.
  double on_data(double s, double t, double l) const {
    const Model model = head.landscape.model(head.slice.at(s, t));
    const learner::Shape& shape = head.landscape.loss().shape();
    const Matrix W =
        (1 - l) * learner::lift(model) + l * lifted.slice.at(s, t).reshaped(shape.d_out * shape.d, shape.d * shape.d);
    double sum = 0;
    for (const Sequence& sequence : data) {
      const Matrix answer = l > 0 ? learner::evaluate_lifted(W, sequence.Z, shape.targets)
                                  : learner::attend(model, sequence.Z, shape.targets);
      sum += (answer - sequence.Y).squaredNorm();
    }
    return sum / static_cast<double>(data.size());
  }
};

// Errors: those of the data and of the regression, each a sentence.
Expected<LossSlices> make_slices(const Setting& setting) {
  const auto task =
      learner::random_attention({.d = 3, .d_out = 3, .n = 8, .heads = setting.hidden, .seed = setting.seed});
  if (!task) return std::unexpected(task.error());
  std::vector<Sequence> data = task->block(Split::train, 0, kSequences);
  Moments moments(task->shape());
  if (auto added = moments.add(data); !added) return std::unexpected(added.error());
  // Gaussian tokens, of which kSequences determine p many times over: the Gram matrix has all digits.
  auto p = learner::solve_determined(moments);
  if (!p) return std::unexpected(p.error());
  auto loss = learner::QuadraticLoss::around(moments, *std::move(p));
  if (!loss) return std::unexpected(loss.error());
  const double regression = loss->reference_value();
  const Matrix zero = Matrix::Zero(3, 3);
  const Head first = balanced(task->truth().heads.front());
  const Head second = second_direction(task->truth(), setting);
  const auto through = [&](learner::Space space) -> LossSlices::One {
    const learner::Landscape landscape(*loss, space, 1);
    const auto place = [&](const Head& head) { return landscape.place({.heads = {head}}); };
    const learner::Slice slice =
        learner::slice_with_places({place({zero, zero}), place(first), place(second)},
                                   {Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1)});
    return {landscape, slice};
  };
  return LossSlices{.head = through(learner::Space::heads),
                    .lifted = through(learner::Space::lifted),
                    .data = std::move(data),
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
  return [surface, unit](const Vector& x) -> learner::Slope {
    const auto [value, gradient] = surface(x);
    return {value / unit, gradient / unit};
  };
}

// --- Run ------------------------------------------------------------------------------------------------------------

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
    }
    reporter_.begin(2);
    compare();
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  Expected<void> make_surface() {
    Terrain& terrain = result_.base.terrain;
    if (!setting_.is_real()) {
      terrain = setting_.scene == Scene::bowl ? smooth_bowl() : dented_bowl(setting_.seed);
      base_ = terrain.surface();
      return {};
    }
    auto real = make_slices(setting_);
    if (!real) return std::unexpected(real.error());
    real_.emplace(std::move(*real));
    const double unit = real_->zero_loss;
    terrain.polynomial = real_->head.polynomial();
    result_.lifted.terrain.polynomial = real_->lifted.polynomial();
    result_.apart = real_->head.landscape.distance(real_->head.slice, real_->lifted.landscape, real_->lifted.slice);
    for (learner::SlicePolynomial* one : {&terrain.polynomial, &result_.lifted.terrain.polynomial, &result_.apart})
      one->c /= unit;
    result_.zero_loss = unit;
    result_.regression = real_->regression / unit;
    // The balls roll on the losses themselves: near 0 the polynomials have lost their digits.
    base_ = in_units(real_->head.surface(), unit);
    lifted_ = in_units(real_->lifted.surface(), unit);
    if (auto looked = look_at_centre(real_->head, result_.base); !looked) return looked;
    return look_at_centre(real_->lifted, result_.lifted);
  }

  // All weights are 0 where s = t = 0.
  Expected<void> look_at_centre(const LossSlices::One& real, Loss& loss) const {
    const Vector zero = Vector::Zero(real.landscape.size());
    const double step = real.slice.a.norm();  // along s, in parameters
    auto whole = real.landscape.curvatures(zero);
    if (!whole) return std::unexpected(whole.error());
    Centre& centre = loss.centre;
    centre.slope = step * real.landscape.gradient(zero).norm() / real_->zero_loss;
    centre.plane = without_rounding(loss.terrain.polynomial.curvatures(0, 0));
    centre.whole = without_rounding(*whole * (step * step / real_->zero_loss));
    return {};
  }

  // The windows, the lowest places and the rims.
  void look_around() {
    Loss& base = result_.base;
    // High enough to show every way between the head's valleys.
    constexpr double kRim = 1.5;
    base.frame.rim = kRim;
    if (setting_.scene == Scene::bowl) base.frame = frame_of_bowl(base.terrain, setting_.ring, setting_.starts);
    if (real_) base.frame = frame_of_valleys(base.terrain, base.frame);
    const Matrix found = look_for_lowest(base, base_);
    if (setting_.scene == Scene::rugged) {
      // What is made up has its zero at its bottom.
      base.terrain.polynomial.c(0, 0) -= base.lowest;
      base_ = base.terrain.surface();
      keep_lowest(base, base_, found);
      base.frame.rim = base.terrain.grid(base.frame.window(kGridSize)).maxCoeff();
    }
    if (!real_) return;
    Loss& lifted = result_.lifted;
    lifted.frame = frame_of_bowl(lifted.terrain, setting_.ring, setting_.starts);
    look_for_lowest(lifted, lifted_);
  }

  static Matrix look_for_lowest(Loss& loss, const learner::Surface& surface) {
    const learner::Window window = loss.frame.window(kGridSize);
    const Matrix found = minima(loss.terrain, loss.terrain.grid(window), window);
    loss.valleys = static_cast<std::int32_t>(found.cols());
    keep_lowest(loss, surface, found);
    return found;
  }

  static void keep_lowest(Loss& loss, const learner::Surface& surface, const Matrix& found) {
    Vector losses(found.cols());
    for (Index k = 0; k < found.cols(); ++k) losses(k) = surface(found.col(k)).value;
    loss.lowest = found.cols() > 0 ? losses.minCoeff() : loss.terrain.grid(loss.frame.window(kGridSize)).minCoeff();
    loss.bottoms.resize(2, found.cols());
    Index kept = 0;
    for (Index k = 0; k < found.cols(); ++k) {
      if (losses(k) <= loss.lowest + kFoundWithin) loss.bottoms.col(kept++) = found.col(k);
    }
    loss.bottoms.conservativeResize(2, kept);
    if (kept > 0) loss.slope_there = surface(loss.bottoms.col(0)).gradient.norm();
  }

  // The ball that starts at starts[at], starts[at + 1].
  Expected<void> roll(std::size_t at) {
    const Eigen::Vector2d start(setting_.starts[at], setting_.starts[at + 1]);
    Ball ball;
    auto base = rolled(result_.base, base_, start);
    if (!base) return std::unexpected(base.error());
    ball.base = std::move(*base);
    if (real_) {
      const auto [s, t, loss] = ball.base.at(kSteps);
      ball.base.off_slope = real_->head.off_slope(s, t) / result_.zero_loss;
      if (ball.base.fate != Fate::escaped) set_free(s, t, ball);
      ball.rise = risen({s, t});
      auto lifted = rolled(result_.lifted, lifted_, start);
      if (!lifted) return std::unexpected(lifted.error());
      ball.lifted = std::move(*lifted);
      ball.lifted.off_slope = real_->lifted.off_slope(ball.lifted.at(kSteps).x, ball.lifted.at(kSteps).y);
      ball.lifted.off_slope /= result_.zero_loss;
    }
    result_.balls.push_back(std::move(ball));
    return {};
  }

  Expected<Roll> rolled(const Loss& loss, const learner::Surface& surface, const Eigen::Vector2d& start) const {
    auto rolling = learner::Ball::drop(surface, start, setting_.options);
    if (!rolling) return std::unexpected(rolling.error());
    Roll roll{.way = Matrix(kSteps + 1, 3)};
    Vector slopes(kSteps + 1);
    for (Index step = 0; step <= kSteps; ++step) {
      const learner::BallState& state = step == 0 ? rolling->state() : rolling->step();
      roll.way.row(step) << state.position(0), state.position(1), state.loss;
      slopes(step) = state.gradient_norm;
    }
    judge(loss, roll, rolling->state(), slopes);
    // On a level shoulder it only rolls slowly, and goes down if it is left alone. What climbs first was thrown out of
    // its valley, as Adam's steps at large rates do.
    constexpr double kDown = 0.05;
    const double rest = roll.at(kSteps).z;
    for (int step = 0; step < 4 * kSteps && roll.fate == Fate::stuck; ++step) {
      const double height = rolling->step().loss;
      if (height > rest + kFoundWithin) break;
      if (height < rest - kDown) roll.fate = Fate::rolling, roll.steps = kSteps;
    }
    return roll;
  }

  // Whether the valley around a place goes down to the lowest loss, as far as slope and curvatures there tell: then who
  // creeps along its bottom is on the way. In a bowl that is exact.
  static bool can_sink(const Loss& loss, double s, double t) {
    const Eigen::Matrix2d bending = loss.terrain.bending(s, t);
    const Eigen::Vector2d slope = loss.terrain.slope(s, t);
    const double determinant = bending(0, 0) * bending(1, 1) - bending(0, 1) * bending(1, 0);
    if (lower_curvature(bending) < 0 || determinant <= 0) return false;
    const Eigen::Vector2d away{bending(1, 1) * slope(0) - bending(0, 1) * slope(1),
                               bending(0, 0) * slope(1) - bending(1, 0) * slope(0)};
    const double fall = slope.dot(away) / determinant / 2;
    return loss.terrain.height(s, t) - fall <= loss.lowest + kFoundWithin;
  }

  // What became of it.
  static void judge(const Loss& loss, Roll& roll, const learner::BallState& end, const Vector& slopes) {
    const auto [s, t, height] = roll.at(kSteps);
    roll.slope = end.gradient_norm;
    roll.fall = lower_curvature(loss.terrain.bending(s, t));
    // Over the last steps, not the last one alone: what swings has moments of rest.
    constexpr Index kLast = 10;
    if (end.escaped) {
      roll.fate = Fate::escaped;
    } else if (roll.way.col(2).tail(kLast).maxCoeff() <= loss.lowest + kFoundWithin) {
      roll.fate = Fate::found;
    } else if (slopes.tail(kLast).maxCoeff() <= kRestingSlope && !can_sink(loss, s, t)) {
      // A saddle it leaves, however slowly at first, unless there is no slope.
      if (roll.fall >= -kRestingSlope)
        roll.fate = Fate::stuck;
      else if (roll.slope <= kNoSlope)
        roll.fate = Fate::balanced;
    } else if (is_swinging(roll.way.col(2))) {
      roll.fate = Fate::swinging;
    }
    roll.steps = roll.fate == Fate::escaped ? static_cast<std::int32_t>(end.steps) : steps_of(loss, roll);
  }

  // Whether its steps are too long to lead down: in the second half of them the loss falls by less than half of what it
  // goes up and down. A slow ball climbs too, where it has rolled past its valley, but its momentum lasts ten steps.
  static bool is_swinging(const Vector& losses) {
    constexpr Index kSpan = kSteps / 2;
    const Vector climbs = losses.tail(kSpan) - losses.segment(kSteps - kSpan, kSpan);
    const double way = climbs.cwiseAbs().sum();
    return way > kFoundWithin && -climbs.sum() < way / 2;
  }

  // The first step from which on it stays: at the bottom, or where it rests.
  static std::int32_t steps_of(const Loss& loss, const Roll& roll) {
    constexpr double kSamePlace = 0.01;
    if (roll.fate == Fate::rolling || roll.fate == Fate::swinging) return kSteps;
    const auto stays = [&](int step) {
      if (roll.fate == Fate::found) return roll.way(step, 2) <= loss.lowest + kFoundWithin;
      return (roll.way.row(step) - roll.way.row(kSteps)).head<2>().norm() <= kSamePlace;
    };
    int step = kSteps;
    while (step > 0 && stays(step - 1)) --step;
    return step;
  }

  // From its end on, while the loss is lifted: descent. Lifting moves the valleys where s or t is negative farther and
  // farther out, and what follows them comes back from infinity in the end. So it goes fast at first: the ground is
  // lifted under the balls, and then they roll on it.
  Matrix risen(Eigen::Vector2d place) const {
    constexpr double kRolls = 0.7;    // of the way up: from here on
    constexpr double kSlow = 0.0004;  // of all steps of a level, rates added up, below
    constexpr double kFast = 0.6;     // and above
    constexpr int kStepsOfLevel = 16;
    constexpr int kLastSteps = 400;  // at the top
    Matrix rise(kLifts + 1, 3);
    for (int lift = 0; lift <= kLifts; ++lift) {
      const Terrain terrain = result_.terrain(lift);
      const double l = static_cast<double>(lift) / kLifts;
      const double rate = std::lerp(kSlow, kFast, std::clamp((l - kRolls) / (1 - kRolls), 0.0, 1.0)) / kStepsOfLevel;
      const int steps = lift == 0 ? 0 : lift == kLifts ? kLastSteps : kStepsOfLevel;
      for (int step = 0; step < steps; ++step) {
        const Eigen::Vector2d slope = terrain.slope(place(0), place(1));
        place -= slope * std::min(rate, 1 / terrain.bending(place(0), place(1)).norm());
      }
      rise.row(lift) << place(0), place(1), terrain.height(place(0), place(1));
    }
    return rise;
  }

  // Whether a valley is one of the slice only: the loss that is reached from here in all 18 parameters.
  void set_free(double s, double t, Ball& free) const {
    constexpr double kRate = 0.002;  // along s; ten times that with the momentum
    const auto& [landscape, slice] = real_->head;
    const double unit = slice.a.norm();
    auto ball = learner::Ball::drop(in_units(landscape.surface(), real_->zero_loss), slice.at(s, t),
                                    {.rolling = learner::Rolling::momentum, .rate = kRate * unit * unit});
    if (!ball) return;
    while (ball->state().steps < kFreeSteps && !ball->state().escaped) ball->step();
    free.free_loss = ball->state().loss;
    free.free_slope = unit * ball->state().gradient_norm;
  }

  // Each end once more, in another way, and where it is half-way up.
  void compare() {
    const auto see = [&](double off, double loss) {
      result_.disagreement = std::max(result_.disagreement, std::abs(off) / (1 + loss));
    };
    for (const Ball& ball : result_.balls) {
      for (const int lift : {0, kLifts / 2, kLifts}) {
        if (!real_ && lift > 0) continue;
        const auto [s, t, loss] = Shown(result_, kSteps, lift).at(ball);
        const double l = static_cast<double>(lift) / kLifts;
        see(real_ ? real_->on_data(s, t, l) / result_.zero_loss - loss
                  : (differences(s, t) - result_.base.terrain.slope(s, t)).norm(),
            loss);
      }
    }
  }

  Eigen::Vector2d differences(double s, double t) const {
    constexpr double kStep = 1.0 / 65536;
    const Terrain& terrain = result_.base.terrain;
    return {(terrain.height(s + kStep, t) - terrain.height(s - kStep, t)) / (2 * kStep),
            (terrain.height(s, t + kStep) - terrain.height(s, t - kStep)) / (2 * kStep)};
  }

  Setting setting_;
  Reporter<Result>& reporter_;
  std::optional<LossSlices> real_;
  learner::Surface base_, lifted_;
  Result result_;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) { return Run(request.values, reporter).go(); }

double work(const Values& values) {
  const Setting setting(values);
  constexpr double kGridWork = 40.0 * kGridSize * kGridSize;
  constexpr double kMadeUpWork = 180;  // of a height and a slope
  constexpr double kRealWork = 2000;   // 2 d_out psi², psi = d²(d + 1) / 2
  return kGridWork +
         setting.balls() * (setting.is_real() ? (2 * kSteps + kFreeSteps) * kRealWork : kSteps * kMadeUpWork);
}

}  // namespace figures::landscape
