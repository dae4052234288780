// Computes figure "more_heads": data, the convex optimum, random starts with 1 to d² heads, and the ground they fall
// on.
#include "figures/more_heads/more_heads.hpp"
#include "learner/descent/optimiser.hpp"
#include "learner/landscape.hpp"
#include "learner/solve.hpp"
#include "plot/sort.hpp"

namespace figures::more_heads {
namespace {

using Numbers = std::vector<double>;

constexpr std::uint64_t kStartStream = 4001;  // not a stream of Task's
constexpr double kRate = 0.03;                // of Adam, the largest

// Where a start ends.
struct End {
  Fate fate = Fate::arrived;
  Numbers theta;
  double loss = 0;
  double slope = 0, curvature = 0;  // where it is above the optimum
};

class Run {
 public:
  Run(const Values& values, Reporter<Result>& reporter, Behind* behind)
      : values_(values), reporter_(reporter), behind_(behind) {}

  Expected<Result> go() {
    reporter_.begin(0);
    auto task = task_of(values_);
    if (!task) return std::unexpected(task.error());
    data_ = task->block(Split::train, 0, static_cast<std::uint64_t>(values_.integer("N")));
    Moments moments(task->shape());
    if (auto added = moments.add(data_); !added) return std::unexpected(added.error());
    auto loss = learner::RoundLoss::of(moments);
    if (!loss) return std::unexpected(loss.error());
    // Drawn tokens and more answers than unknowns: where the least loss is at one p only, or a sentence.
    auto solution = learner::solve_ridge(moments);
    if (!solution) return std::unexpected(solution.error());
    auto quadratic = learner::QuadraticLoss::around(moments, solution->p);
    if (!quadratic) return std::unexpected(quadratic.error());
    result_.zero_loss = loss->zero();
    result_.optimum = loss->least();
    reporter_.report(0.01);
    reporter_.begin(1);
    for (int heads = 1; heads <= kMostHeads; ++heads) {
      const learner::Landscape landscape(*quadratic, learner::Space::heads, heads);
      if (auto done = add_starts(*loss, landscape, heads); !done) return std::unexpected(done.error());
    }
    reporter_.begin(2);
    for (int heads = 1; heads <= kMostHeads; ++heads) {
      add_ground(*loss, heads);
      if (reporter_.wants_preview()) reporter_.preview(result_);
    }
    reporter_.report(1);
    if (behind_ != nullptr) behind_->data = std::move(data_), behind_->plane = std::move(*plane_);
    return std::move(result_);
  }

 private:
  Expected<void> add_starts(const learner::RoundLoss& loss, const learner::Landscape& landscape, int heads) {
    std::vector<End> ends;
    const int starts = values_.integer("starts");
    for (int k = 0; k < starts; ++k) {
      auto end = descend(loss, landscape, heads, k);
      if (!end) return std::unexpected(end.error());
      ends.push_back(std::move(*end));
      if (k % 4 == 3) reporter_.report(0.01 + 0.39 * (heads - 1 + static_cast<double>(k + 1) / starts) / kMostHeads);
    }
    if (heads == 1) plane_ = choose_plane(loss, ends);
    result_.reach = plane_->reach;
    tally(loss, ends, result_.columns.emplace_back());
    check(loss, ends);
    if (behind_ != nullptr)
      for (End& end : ends) behind_->ends[static_cast<std::size_t>(heads - 1)].push_back(std::move(end.theta));
    return {};
  }

  void add_ground(const learner::RoundLoss& loss, int heads) {
    // The grid with one head takes longest: later ones find it filled.
    constexpr std::array kDone = {0.4, 0.75, 0.95, 0.975, 0.999};
    const auto index = static_cast<std::size_t>(heads - 1);
    const auto report = [&](double share) {
      reporter_.report(kDone[index] + share * (kDone[index + 1] - kDone[index]));
    };
    Column& column = result_.columns[index];
    column.heights = held_losses(loss, *plane_, side(), heads, thetas_, heads == 1 ? seeds_ : std::vector<Numbers>(),
                                 values_.seed(), report);
    if (behind_ != nullptr) behind_->places[index] = thetas_;
    column.most_above = std::max(0.0, (column.heights - bowl_of(loss)).maxCoeff());
  }

  // Adam from random heads; then, if it has not arrived, Levenberg and Marquardt to where the ground is level. Their
  // steps are larger: none goes uphill, but one may cross a hill.
  Expected<End> descend(const learner::RoundLoss& loss, const learner::Landscape& landscape, int heads, int k) {
    const int steps = values_.integer("steps");
    Random random = Random(values_.seed())
                        .split(kStartStream)
                        .split(static_cast<std::uint64_t>(k))
                        .split(static_cast<std::uint64_t>(heads));
    End end{.theta = loss.place(learner::random_heads(kSize, kSize, heads, random))};
    const learner::Schedule schedule{.rate = kRate};
    learner::Optimiser optimiser({}, loss.size(heads));
    Vector slope(loss.size(heads));
    for (int step = 0; step < steps; ++step) {
      const Numbers g = loss.gradient(end.theta);
      std::ranges::copy(g, slope.data());
      const Vector& change = optimiser.change(slope, learner::rate_at(schedule, step, steps));
      for (std::size_t i = 0; i < g.size(); ++i) end.theta[i] += change(static_cast<Index>(i));
    }
    end.loss = loss.value(end.theta);
    constexpr int kRest = 2000;  // most take less than 100, a few some hundreds
    if (end.loss <= loss.least() + kMargin) {
      // Long sequences have valleys that lie lower than that.
      Numbers there = end.theta;
      if (loss.improve(there, kRest, std::nullopt, kOptimal) <= loss.least() + kOptimal) return end;
    }
    end.loss = loss.improve(end.theta, kRest);
    end.fate = Fate::slow;
    if (end.loss <= loss.least() + kOptimal) return end;
    const Numbers g = loss.gradient(end.theta);
    const Eigen::Map<const Vector> gradient(g.data(), loss.size(heads));
    end.slope = gradient.norm();
    const auto curvatures = landscape.curvatures(Eigen::Map<const Vector>(end.theta.data(), loss.size(heads)));
    if (!curvatures) return std::unexpected(curvatures.error());
    end.curvature = curvatures->minCoeff() / loss.zero();
    double largest = 0;
    for (const double weight : end.theta) largest = std::max(largest, std::abs(weight));
    if (largest >= kEndless) {
      end.fate = Fate::endless;
      return end;
    }
    const double resting = std::min(kRestingSlope, kRestingShare * (end.loss - loss.least()));
    end.fate = end.slope <= resting && end.curvature >= kLevelCurvature ? Fate::stuck : Fate::open;
    return end;
  }

  // Through the valleys in which starts with one head ended, the most visited first.
  Plane choose_plane(const learner::RoundLoss& loss, const std::vector<End>& ends) {
    const End& best = *std::ranges::min_element(ends, {}, &End::loss);
    bottom_ = best.theta;
    loss.improve(bottom_, 400);
    struct Valley {
      Numbers theta, x;
      int count = 0;
    };
    std::vector<Valley> valleys;
    for (const End& end : ends) {
      if (end.fate != Fate::stuck) continue;
      const Numbers x = loss.at(end.theta);
      const auto same = std::ranges::find_if(valleys, [&](const Valley& valley) { return is_near(valley.x, x); });
      if (same == valleys.end()) {
        valleys.push_back({end.theta, x, 1});
      } else {
        ++same->count;
      }
    }
    sort(valleys,
         [](const Valley& a, const Valley& b) { return std::tuple(-a.count, a.x[0]) < std::tuple(-b.count, b.x[0]); });
    std::vector<Numbers> thetas;
    for (const Valley& valley : valleys) thetas.push_back(valley.theta);
    seeds_ = thetas;
    if (seeds_.size() > 3) seeds_.resize(3);
    seeds_.push_back(bottom_);
    return plane_through(loss, bottom_, thetas, values_.seed());
  }

  static bool is_near(const Numbers& a, const Numbers& b) {
    constexpr double kApart = 0.02;
    double square = 0;
    for (std::size_t k = 0; k < a.size(); ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
    return square < kApart * kApart;
  }

  void tally(const learner::RoundLoss& loss, const std::vector<End>& ends, Column& column) {
    std::vector<Numbers> places;
    std::vector<std::vector<const End*>> there;  // at each place
    column.best = 1e300;
    for (const End& end : ends) {
      column.best = std::min(column.best, end.loss);
      if (end.fate != Fate::stuck && end.fate != Fate::endless) {
        ++column.fates[static_cast<std::size_t>(end.fate)];
        continue;
      }
      Numbers x = loss.at(end.theta);
      const auto same = std::ranges::find_if(places, [&](const Numbers& place) { return is_near(place, x); });
      if (same != places.end()) {
        there[static_cast<std::size_t>(same - places.begin())].push_back(&end);
        continue;
      }
      const auto [s, t] = plane_->at(x);
      column.crowds.push_back({s, t, end.loss, 1});
      places.push_back(std::move(x));
      there.push_back({&end});
    }
    // A valley without a bottom is one for all who came to it, however far they went.
    for (std::size_t k = 0; k < there.size(); ++k) {
      const auto count = static_cast<std::int32_t>(there[k].size());
      column.crowds[k].count = count;
      column.crowds[k].loss = (*std::ranges::min_element(there[k], {}, &End::loss))->loss;
      const bool endless = std::ranges::any_of(there[k], [](const End* end) { return end->fate == Fate::endless; });
      column.fates[std::to_underlying(endless ? Fate::endless : Fate::stuck)] += count;
      for (const End* end : endless ? std::vector<const End*>() : there[k]) {
        column.steepest = std::max(column.steepest, end->slope);
        column.lowest_curvature = std::min(column.lowest_curvature, end->curvature);
      }
    }
    sort(column.crowds, [](const Crowd& a, const Crowd& b) {
      return std::tuple(-a.count, a.loss, a.s) < std::tuple(-b.count, b.loss, b.s);
    });
  }

  // The heads themselves, asked about every sequence, have the loss that was told.
  void check(const learner::RoundLoss& loss, const std::vector<End>& ends) {
    constexpr std::size_t kMost = 12;
    for (std::size_t k = 0; k < std::min(ends.size(), kMost); ++k) {
      const auto error = learner::test_error(loss.model(ends[k].theta), data_, learner::Targets::last);
      const double asked = error.squared_error / static_cast<double>(std::max<Index>(error.rows, 1)) / loss.zero();
      result_.disagreement = std::max(result_.disagreement, std::abs(asked - ends[k].loss));
    }
  }

  Index side() const { return values_.integer("grid"); }

  Matrix bowl_of(const learner::RoundLoss& loss) const {
    Matrix bowl(side(), side());
    for (Index column = 0; column < side(); ++column) {
      for (Index row = 0; row < side(); ++row) {
        const auto place = [&](Index k) {
          return plane_->reach * (2.0 * static_cast<double>(k) / static_cast<double>(side() - 1) - 1);
        };
        bowl(row, column) = loss.held_bowl({plane_->a, plane_->b, place(column), place(row), kStiffness});
      }
    }
    return bowl;
  }

  const Values& values_;
  Reporter<Result>& reporter_;
  Behind* behind_;  // or nothing
  Result result_;
  std::vector<Sequence> data_;
  std::optional<Plane> plane_;
  Numbers bottom_;
  std::vector<Numbers> seeds_;   // heads to begin from with one head
  std::vector<Numbers> thetas_;  // the best at each place of the grid so far
};

}  // namespace

Expected<learner::Task> task_of(const Values& values) {
  return learner::random_attention(
      {.d = kSize, .d_out = kSize, .n = values.integer("n"), .heads = 1, .seed = values.seed()});
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  return Run(request.values, reporter, nullptr).go();
}
Expected<Result> run_behind(const Request& request, Reporter<Result>& reporter, Behind& behind) {
  return Run(request.values, reporter, &behind).go();
}

// Multiply-adds: a step of descent passes twice through 12 x 16 numbers; a place of the grid takes about 240 steps of
// 1,500 altogether.
double work(const Values& values) {
  const double descent = values.number("starts") * kMostHeads * values.number("steps") * 600;
  const double side = values.number("grid");
  return descent + side * side * 240 * 1500;
}

}  // namespace figures::more_heads
