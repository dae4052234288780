// Figure "relaxation": the data, the optimum over all W, and descent from every random start.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "figures/relaxation/relaxation.hpp"
#include "learner/alternating.hpp"
#include "learner/descent/optimiser.hpp"
#include "learner/evaluate.hpp"
#include "learner/features.hpp"
#include "learner/landscape.hpp"
#include "learner/singular_values.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

namespace figures::relaxation {
namespace {

using learner::Landscape;

constexpr Index kTokens = 8;                           // n, tokens in a sequence
constexpr std::uint64_t kStartStream = 3001;           // not a stream of Task's
constexpr std::array kShareDone = {0.02, 0.04, 0.98};  // when data, optimum and starts have ended

std::uint64_t seed_of(const Values& values) { return static_cast<std::uint64_t>(values.integer("seed")); }

Trainer trainer_of(const Values& values) { return static_cast<Trainer>(values.integer("trainer")); }

int steps_of(const Values& values) {
  return values.integer(trainer_of(values) == Trainer::sweeps ? "sweeps" : "steps");
}

double rate_of(const Values& values) {
  switch (trainer_of(values)) {
    case Trainer::adam: return values.number("rate");
    case Trainer::descent: return values.number("descent_rate");
    case Trainer::sweeps: break;
  }
  return 0;
}

// A layer's answers with noise, or labels that have nothing to do with the tokens: N(0, 1) over a layer of zeros.
Expected<learner::Task> task_of(const Values& values) {
  const Index d = values.integer("d");
  if (static_cast<LabelSource>(values.integer("labels")) == LabelSource::layer) {
    return learner::random_attention({.d = d,
                                      .d_out = d,
                                      .n = kTokens,
                                      .heads = values.integer("heads"),
                                      .noise = values.number("noise"),
                                      .seed = seed_of(values)});
  }
  const double deviation = 1.0 / std::sqrt(static_cast<double>(kTokens));
  return learner::Task(Model{{{Matrix::Zero(d, d), Matrix::Zero(d, d)}}}, learner::Targets::last, 1.0, seed_of(values),
                       [d, deviation](Random& random) { return random.gaussian(d, kTokens, deviation); });
}

// Multiply-adds of one step with so many heads; a small step costs its calls.
double step_work(Trainer trainer, double d, double heads) {
  const double square = d * d;
  const double unknowns = square * (d + 1) / 2;
  if (trainer == Trainer::sweeps) {
    const double size = heads * square;
    return size * size * (d * d + size / 3) + 2 * d * unknowns * unknowns + 5e3;
  }
  return 3 * heads * square * square + d * unknowns * unknowns + 2e3;
}

class Run {
 public:
  Run(const Values& values, Reporter<Result>& reporter) : values_(values), reporter_(reporter) {
    result_.d = values.integer("d");
    result_.starts = values.integer("starts");
    result_.trainer = trainer_of(values);
    result_.steps = steps_of(values);
    result_.rate = rate_of(values);
    result_.sequences = values.integer("N");
    result_.unknowns = static_cast<std::int32_t>(learner::feature_count(result_.d));
  }

  Expected<Result> go() {
    if (auto done = draw_data(); !done) return std::unexpected(done.error());
    if (auto done = relax(); !done) return std::unexpected(done.error());
    if (auto done = descend(); !done) return std::unexpected(done.error());
    ask();
    return std::move(result_);
  }

 private:
  Expected<void> draw_data() {
    reporter_.begin(0);
    auto task = task_of(values_);
    if (!task) return std::unexpected(task.error());
    sequences_ = task->block(Split::train, 0, static_cast<std::uint64_t>(result_.sequences));
    moments_.emplace(task->shape());
    if (auto added = moments_->add(sequences_); !added) return added;
    if (static_cast<LabelSource>(values_.integer("labels")) == LabelSource::layer) {
      result_.true_heads = values_.integer("heads");
      result_.noise = values_.number("noise");
    }
    truth_ = learner::folded_coefficients(task->truth());
    reporter_.report(kShareDone[0]);
    return {};
  }

  // The optimum over all W: least squares, of least norm where the data leave directions open.
  Expected<void> relax() {
    reporter_.begin(1);
    auto solution = learner::solve_ridge(*moments_);
    if (!solution) solution = learner::solve_minimum_norm(*moments_);
    if (!solution) return std::unexpected(solution.error());
    auto loss = learner::QuadraticLoss::around(*moments_, solution->p);
    if (!loss) return std::unexpected(loss.error());
    const Matrix nothing = Matrix::Zero(solution->p.rows(), solution->p.cols());
    result_.rank = solution->rank;
    result_.zero_loss = moments_->squared_targets() / static_cast<double>(moments_->rows());
    result_.rounding = 8.0 * result_.unknowns * std::numeric_limits<double>::epsilon() * result_.zero_loss;
    result_.layer_loss = loss->value(truth_);
    result_.relaxed_loss = loss->reference_value();
    const double steepest = loss->gradient(nothing).norm();
    result_.slope = steepest > 0 ? loss->gradient(solution->p).norm() / steepest : 0;
    result_.relaxed_W = learner::unfold(solution->p, result_.d);
    auto spectrum = learner::singular_values(result_.relaxed_W);
    if (!spectrum) return std::unexpected(spectrum.error());
    result_.relaxed_sigma = std::move(spectrum->sigma);
    for (int heads = 1; heads <= result_.most_heads(); ++heads) {
      landscapes_.emplace_back(*loss, learner::Space::heads, heads);
    }
    reporter_.report(kShareDone[1]);
    return {};
  }

  // Start by start, each with every number of heads, so that all columns of the picture fill together.
  Expected<void> descend() {
    reporter_.begin(2);
    const int runs = result_.runs();
    const Index square = result_.most_heads();
    result_.losses = Matrix::Zero(kRelaxationMoments + 1, runs);
    result_.lifted = Matrix::Zero(square * square, runs);
    result_.sigma = Matrix::Zero(square, runs);
    result_.apart = Vector::Zero(runs);
    best_.resize(static_cast<std::size_t>(square));
    double all = 0;
    double spent = 0;
    for (int run = 0; run < runs; ++run) all += step_work(result_.trainer, result_.d, result_.heads_of(run));
    for (int run = 0; run < runs; ++run) {
      if (auto ended = train(run); !ended) return ended;
      spent += step_work(result_.trainer, result_.d, result_.heads_of(run));
      reporter_.report(kShareDone[1] + (kShareDone[2] - kShareDone[1]) * spent / all);
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
    return {};
  }

  Expected<void> train(int run) {
    const int heads = result_.heads_of(run);
    Random random = Random(seed_of(values_))
                        .split(kStartStream)
                        .split(static_cast<std::uint64_t>(result_.start_of(run)))
                        .split(static_cast<std::uint64_t>(heads));
    const Model start = learner::random_heads(result_.d, result_.d, heads, random);
    const Model model = result_.trainer == Trainer::sweeps ? sweep(run, start) : step(run, start);
    const Matrix W = learner::lift(model);
    auto spectrum = learner::singular_values(W);
    if (!spectrum) return std::unexpected(spectrum.error());
    result_.lifted.col(run) = W.reshaped();
    result_.sigma.col(run) = spectrum->sigma;
    const Matrix& relaxed = landscapes_.front().loss().reference();
    result_.apart(run) = learner::relative_distance(learner::folded_coefficients(model), relaxed);
    result_.done = run + 1;
    if (result_.best_run(heads) == run) best_[static_cast<std::size_t>(heads - 1)] = model;
    return {};
  }

  // Writes down the loss if one of the moments falls on this step.
  template <class Loss>
  void record(int run, int step, const Loss& loss) {
    const int steps = result_.steps;
    const int first = (step * kRelaxationMoments + steps - 1) / steps;
    for (int moment = first; moment <= kRelaxationMoments && moment * steps / kRelaxationMoments == step; ++moment) {
      result_.losses(moment, run) = moment == first ? loss() : result_.losses(moment - 1, run);
    }
  }

  // Gradient descent or Adam on all heads at once, with the exact loss of the moments.
  Model step(int run, const Model& start) {
    const Landscape& landscape = landscapes_[static_cast<std::size_t>(result_.heads_of(run) - 1)];
    const learner::Schedule schedule{.rate = result_.rate};
    const auto method = result_.trainer == Trainer::adam ? learner::Method::adam : learner::Method::descent;
    learner::Optimiser optimiser({.method = method}, landscape.size());
    Vector theta = landscape.place(start);
    for (int step = 0; step < result_.steps; ++step) {
      record(run, step, [&] { return landscape.value(theta); });
      theta += optimiser.change(landscape.gradient(theta), learner::rate_at(schedule, step, result_.steps));
    }
    record(run, result_.steps, [&] { return landscape.value(theta); });
    return landscape.model(theta);
  }

  Model sweep(int run, const Model& start) {
    const learner::QuadraticLoss& loss = landscapes_.front().loss();
    learner::AlternatingLeastSquares fit(*moments_, start);
    for (int step = 0; step <= result_.steps; ++step) {
      record(run, step, [&] { return loss.value(fit.coefficients()); });
      if (step < result_.steps) fit.step();
    }
    return fit.model();
  }

  // Asks the best heads of each number, and the relaxed W, about every sequence.
  void ask() {
    reporter_.begin(3);
    const auto mean = [](const learner::TestError& error) {
      return error.squared_error / static_cast<double>(std::max<Index>(error.rows, 1));
    };
    result_.asked.resize(result_.most_heads());
    for (int heads = 1; heads <= result_.most_heads(); ++heads) {
      const Model& model = best_[static_cast<std::size_t>(heads - 1)];
      result_.asked(heads - 1) = mean(learner::test_error(model, sequences_, learner::Targets::last));
    }
    learner::TestError relaxed{.d_out = result_.d};
    for (const Sequence& sequence : sequences_) {
      relaxed.add(learner::evaluate_lifted(result_.relaxed_W, sequence.Z, learner::Targets::last), sequence.Y);
    }
    result_.asked_relaxed = mean(relaxed);
    reporter_.report(1);
  }

  const Values& values_;
  Reporter<Result>& reporter_;
  Result result_;
  std::vector<learner::Sequence> sequences_;
  std::optional<learner::Moments> moments_;
  Matrix truth_;                       // p of the layer that made the labels
  std::vector<Landscape> landscapes_;  // with 1, 2, .. d² heads
  std::vector<Model> best_;            // so far, likewise
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter) { return Run(request.values, reporter).go(); }

double work(const Values& values) {
  const double d = values.number("d");
  const double pairs = d * (d + 1) / 2;
  const double most = d * d;
  double steps = 0;
  for (double heads = 1; heads <= most; ++heads) steps += step_work(trainer_of(values), d, heads);
  const double data = values.number("N") * (pairs * pairs * (pairs + 1) / 2 + most * most * d * kTokens);
  return data + values.number("starts") * (steps_of(values) * steps + 10 * most * most * most);
}

}  // namespace figures::relaxation
