// Figure "relaxation": the data, the optimum over all W, and descent from every random start.
#include <limits>
#include <utility>

#include "figures/relaxation/relaxation.hpp"
#include "learner/alternating.hpp"
#include "learner/descent/optimiser.hpp"
#include "learner/features.hpp"
#include "learner/landscape.hpp"
#include "learner/singular_values.hpp"
#include "learner/solve.hpp"

namespace figures::relaxation {
namespace {

using learner::Landscape;
using learner::Targets;

constexpr Index kTokens = 8;                  // n, tokens in a sequence
constexpr std::uint64_t kStartStream = 3001;  // not a stream of Task's

}  // namespace

Expected<learner::Task> task_of(const Values& values) {
  const Index d = values.integer("d");
  if (true_heads(values) > 0) {
    return learner::random_attention({.d = d,
                                      .d_out = d,
                                      .n = kTokens,
                                      .heads = true_heads(values),
                                      .noise = values.number("noise"),
                                      .seed = values.seed()});
  }
  const double deviation = 1.0 / std::sqrt(static_cast<double>(kTokens));
  return learner::Task(Model{{{Matrix::Zero(d, d), Matrix::Zero(d, d)}}}, Targets::last, 1.0, values.seed(),
                       [d, deviation](Random& random) { return random.gaussian(d, kTokens, deviation); });
}

Model start_of(const Result& result, const Values& values, int run) {
  const int heads = result.heads_of(run);
  Random random = Random(values.seed())
                      .split(kStartStream)
                      .split(static_cast<std::uint64_t>(result.start_of(run)))
                      .split(static_cast<std::uint64_t>(heads));
  return learner::random_heads(result.d, result.d, heads, random);
}

namespace {

void begin_columns(Result& result) {
  const Index square = result.most_heads();
  result.losses = Matrix::Zero(kMoments + 1, result.runs());
  result.lifted = Matrix::Zero(square * square, result.runs());
  result.sigma = Matrix::Zero(square, result.runs());
  result.apart = Vector::Zero(result.runs());
}

// The run after those that are done, from where it is the only start.
void copy_next(const Result& alone, Result& result) {
  const int run = result.done++;
  const int column = run % result.most_heads();
  result.losses.col(run) = alone.losses.col(column);
  result.lifted.col(run) = alone.lifted.col(column);
  result.sigma.col(run) = alone.sigma.col(column);
  result.apart(run) = alone.apart(column);
}

template <class Told>
class Run {
 public:
  // Of so many starts from `first` on, counted from 0.
  Run(const Values& values, Reporter<Told>& reporter, int first, int starts)
      : values_(values), reporter_(reporter), training_(values), first_(first) {
    result_.d = values.integer("d");
    result_.starts = starts;
  }

  Expected<Result> go(const Pieces<Start>& pieces) {
    if (auto done = learn(pieces); !done) return std::unexpected(done.error());
    ask();
    return std::move(result_);
  }

  Expected<Start> go_alone() {
    if (auto done = learn({}); !done) return std::unexpected(done.error());
    reporter_.report(1);
    return start();
  }

 private:
  Expected<void> learn(const Pieces<Start>& pieces) {
    if (auto done = draw_data(); !done) return done;
    if (auto done = relax(); !done) return done;
    return descend(pieces);
  }

  Expected<void> draw_data() {
    reporter_.begin(0);
    auto task = task_of(values_);
    if (!task) return std::unexpected(task.error());
    sequences_ = task->block(Split::train, 0, static_cast<std::uint64_t>(values_.integer("N")));
    moments_.emplace(task->shape());
    truth_ = learner::folded_coefficients(task->truth());
    if (auto added = moments_->add(sequences_); !added) return added;
    reporter_.report(0.02);
    return {};
  }

  // The optimum over all W: least squares, of least norm where the data leave directions open.
  Expected<void> relax() {
    reporter_.begin(1);
    auto solution = learner::solve_sums(*moments_);
    if (!solution) return std::unexpected(solution.error());
    auto loss = learner::QuadraticLoss::around(*moments_, solution->p);
    if (!loss) return std::unexpected(loss.error());
    const Matrix nothing = Matrix::Zero(solution->p.rows(), solution->p.cols());
    result_.rank = solution->rank;
    result_.zero_loss = moments_->squared_targets() / static_cast<double>(moments_->rows());
    result_.rounding = 8.0 * result_.unknowns() * std::numeric_limits<double>::epsilon() * result_.zero_loss;
    result_.layer_loss = loss->value(truth_);
    result_.relaxed_loss = loss->reference_value();
    // As many directions are decided as there are targets: W fits them all, and its loss is rounding.
    if (result_.rank == moments_->rows())
      result_.rounding = std::max(result_.rounding, 8 * std::exchange(result_.relaxed_loss, 0));
    const double steepest = loss->gradient(nothing).norm();
    result_.slope = steepest > 0 ? loss->gradient(solution->p).norm() / steepest : 0;
    result_.relaxed_W = learner::unfold(solution->p, result_.d);
    auto spectrum = learner::singular_values(result_.relaxed_W);
    if (!spectrum) return std::unexpected(spectrum.error());
    result_.relaxed_sigma = std::move(spectrum->sigma);
    for (int heads = 1; heads <= result_.most_heads(); ++heads) {
      landscapes_.emplace_back(*loss, learner::Space::heads, heads);
    }
    reporter_.report(0.04);
    return {};
  }

  // Start by start, each with every number of heads, so that all columns of the picture fill together.
  Expected<void> descend(const Pieces<Start>& pieces) {
    reporter_.begin(2);
    const int runs = result_.runs();
    begin_columns(result_);
    best_.resize(static_cast<std::size_t>(result_.most_heads()));
    for (int run = 0; run < runs; ++run) {
      if (!pieces.empty()) {
        take(run, *pieces[static_cast<std::size_t>(run / result_.most_heads())]);
        continue;
      }
      if (auto ended = train(run); !ended) return ended;
      reporter_.report(0.04 + 0.94 * (run + 1) / runs);
      if (reporter_.wants_preview()) show();
    }
    return {};
  }

  void show() {
    if constexpr (std::is_same_v<Told, Start>) {
      reporter_.preview({result_, {}});
    } else {
      reporter_.preview(result_);
    }
  }

  void take(int run, const Start& start) {
    copy_next(start.result, result_);
    const int heads = result_.heads_of(run);
    if (result_.best_run(heads) != run) return;
    Model& best = best_[static_cast<std::size_t>(heads - 1)];
    best.heads.clear();
    for (const auto& [V, Q] : start.heads[static_cast<std::size_t>(heads - 1)]) best.heads.push_back({V, Q});
  }

  // With one start, each number of heads has one run, and that is its best.
  Start start() {
    Start start{std::move(result_), {}};
    for (const Model& model : best_) {
      auto& heads = start.heads.emplace_back();
      for (const learner::Head& head : model.heads) heads.push_back({head.V, head.Q});
    }
    return start;
  }

  Expected<void> train(int run) {
    const int heads = result_.heads_of(run);
    const auto index = static_cast<std::size_t>(heads - 1);
    const Model start = start_of(result_, values_, first_ * result_.most_heads() + run);
    const Model model = training_.trainer == Trainer::sweeps ? sweep(run, start) : step(run, start, landscapes_[index]);
    const Matrix W = learner::lift(model);
    auto spectrum = learner::singular_values(W);
    if (!spectrum) return std::unexpected(spectrum.error());
    result_.lifted.col(run) = W.reshaped();
    result_.sigma.col(run) = spectrum->sigma;
    const Matrix& relaxed = landscapes_.front().loss().reference();
    result_.apart(run) = learner::relative_distance(learner::folded_coefficients(model), relaxed);
    result_.done = run + 1;
    if (result_.best_run(heads) == run) best_[index] = model;
    return {};
  }

  // Writes down the loss if the next moments fall on this step.
  void record(int run, int step, const auto& loss) {
    if (step == 0) next_ = 0;
    const int first = next_;
    for (; next_ <= kMoments && training_.steps_until(next_) == step; ++next_)
      result_.losses(next_, run) = next_ == first ? loss() : result_.losses(first, run);
  }

  // Gradient descent or Adam on all heads at once, with the exact loss of the moments.
  Model step(int run, const Model& start, const Landscape& landscape) {
    const learner::Schedule schedule{.rate = training_.rate};
    const auto method = training_.trainer == Trainer::adam ? learner::Method::adam : learner::Method::descent;
    learner::Optimiser optimiser({.method = method}, landscape.size());
    Vector theta = landscape.place(start);
    for (int step = 0; step <= training_.steps; ++step) {
      record(run, step, [&] { return landscape.value(theta); });
      if (step == training_.steps) break;
      theta += optimiser.change(landscape.gradient(theta), learner::rate_at(schedule, step, training_.steps));
    }
    return landscape.model(theta);
  }

  Model sweep(int run, const Model& start) {
    const learner::QuadraticLoss& loss = landscapes_.front().loss();
    learner::AlternatingLeastSquares fit(*moments_, start);
    for (int step = 0; step <= training_.steps; ++step) {
      record(run, step, [&] { return loss.value(fit.coefficients()); });
      if (step < training_.steps) fit.step();
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
    for (Index k = 0; const Model& model : best_) {
      result_.asked(k++) = mean(learner::test_error(model, sequences_, Targets::last));
    }
    learner::TestError relaxed{.d_out = result_.d};
    for (const Sequence& sequence : sequences_) {
      relaxed.add(learner::evaluate_lifted(result_.relaxed_W, sequence.Z, Targets::last), sequence.Y);
    }
    result_.asked_relaxed = mean(relaxed);
    reporter_.report(1);
  }

  const Values& values_;
  Reporter<Told>& reporter_;
  Training training_;
  int first_;
  Result result_;
  std::vector<Sequence> sequences_;
  std::optional<Moments> moments_;
  Matrix truth_;                       // p of the layer that made the labels
  std::vector<Landscape> landscapes_;  // with 1, 2, .. d² heads
  std::vector<Model> best_;            // so far, likewise
  int next_ = 0;                       // moment to be kept
};

}  // namespace

Expected<Start> Cut::make(const Request& request, Reporter<Start>& reporter, int place) {
  return Run(request.values, reporter, place, 1).go_alone();
}

std::optional<Result> Cut::join(const Request& request, const Pieces<Start>& pieces) {
  if (pieces.empty() || !pieces[0]) return std::nullopt;
  Result result = pieces[0]->result;
  result.starts = request.values.integer("starts");
  result.done = 0;
  begin_columns(result);
  for (const auto& piece : pieces) {
    for (int run = 0; piece && run < piece->result.done; ++run) copy_next(piece->result, result);
    if (!piece || piece->result.done < result.most_heads()) break;
  }
  return result;
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  const auto pieces = all_pieces<Cut>(request);
  return Run(request.values, reporter, 0, request.values.integer("starts")).go(pieces);
}

double work(const Values& values) {
  const Training training(values);
  const double d = values.number("d");
  const double unknowns = d * d * (d + 1) / 2;
  const double size = 0.6 * std::pow(d, 4);  // of all V or all Q, for a number of heads in the middle
  // A small step costs its calls.
  const double step = training.trainer == Trainer::sweeps
                          ? size * size * (d * d + size / 3) + 2 * d * unknowns * unknowns + 5e3
                          : 3 * size * d * d + d * unknowns * unknowns + 2e3;
  return 9 * std::pow(d, 5) * values.number("N") + values.number("starts") * d * d * training.steps * step;
}

}  // namespace figures::relaxation
