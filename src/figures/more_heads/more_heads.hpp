// Figure "more_heads": the same data, the same slice, more heads. Bad valleys shrink and vanish, and with them the
// share of random starts that end in one.
//
// One hidden head made the labels, without noise, so one head is always enough and the least loss is 0 for every H.
// Letters: d = 2, H heads, 1 to d²; x the coordinates of RoundLoss, in which the convex problem is a round bowl of
// |x|²; s, t two of them, held, as its Hold says. What is drawn is the least loss that H heads have near (s, t),
//   f_H(s, t) = min over all heads of  L + stiffness |held coordinates - (s, t)|².
// At H = 1 its valleys are those of the head's loss; more heads never lie higher, f_{H+1} <= f_H; with d² heads every W
// is a sum of heads, so f is the bowl (s² + t²) stiffness / (1 + stiffness). Losses are relative to answering 0.
// Source: the relaxation, arXiv 2410.10101, section 3; the slice is ours.
#pragma once

#include <limits>

#include "figures/check_data.hpp"
#include "figures/parameters.hpp"
#include "learner/descent/round_loss.hpp"

namespace figures::more_heads {

inline constexpr int kSize = 2;                   // d
inline constexpr int kMostHeads = kSize * kSize;  // d²
inline constexpr double kMargin = 1e-3;           // a loss so far above the convex optimum has not arrived
inline constexpr double kOptimal = 1e-6;          // nor has one that cannot be brought as near to it as this
inline constexpr double kStiffness = 300;
inline constexpr double kRestingSlope = 1e-5;     // length of the gradient where a start rests,
inline constexpr double kRestingShare = 1e-2;     // and of the loss: going on so, the optimum would be 100 away
inline constexpr double kEndless = 20;            // a weight so large; a start has them near 1
inline constexpr double kLevelCurvature = -1e-4;  // lowest curvature of a valley, up to rounding

// What became of a random start.
enum class Fate : std::uint8_t {
  arrived,  // descent came within the margin of the convex optimum, and the ground leads on to it
  slow,     // it did not in its steps; larger ones led on to the optimum, perhaps past a valley
  stuck,    // it ends in a valley above the optimum: slope 0, and no direction in which the ground falls
  endless,  // its weights grow without end, heads against heads, and the loss sinks to a value above the optimum
  open,     // it ends above the optimum on a place that is no proven valley, such as a saddle
};
inline constexpr int kFates = 5;

// Starts with one number of heads that ended in one place, as a function.
struct Crowd {
  double s = 0, t = 0;  // held coordinates
  double loss = 0;      // the least of theirs
  std::int32_t count = 0;
  void fields(auto& archive) { archive(s, t, loss, count); }
};

struct Column {
  Matrix heights;                               // f_H, row along t, column along s
  std::array<std::int32_t, kFates> fates = {};  // how many starts met each
  std::vector<Crowd> crowds;                    // of stuck and endless starts, largest first
  double most_above = 0;                        // largest f_H less the bowl
  double steepest = 0;                          // of the stuck: longest gradient, and lowest curvature
  double lowest_curvature = 0;
  double best = 0;  // least loss that a start ended with
  void fields(auto& archive) { archive(heights, fates, crowds, most_above, steepest, lowest_curvature, best); }
  int count(Fate fate) const { return fates[static_cast<std::size_t>(fate)]; }
  int starts() const { return fates[0] + fates[1] + fates[2] + fates[3] + fates[4]; }
  int caught() const { return count(Fate::stuck) + count(Fate::endless); }  // in a bad valley
};

struct Result {
  double zero_loss = 0;         // mean of |y|²
  double optimum = 0;           // the least loss over all W, relative: 0 up to rounding
  double reach = 1;             // s and t from -reach to reach
  double disagreement = 0;      // largest difference of an end's loss and of its heads' answers on the data
  std::vector<Column> columns;  // of 1, 2, .. d² heads; heights are filled one after the other

  void fields(auto& archive) { archive(zero_loss, optimum, reach, disagreement, columns); }
  int grounds() const;  // of which the heights are there
  bool is_done() const { return grounds() == kMostHeads; }
  // Of the bowl as it is drawn: s and t are the reach.
  double corner() const { return 2 * reach * reach * kStiffness / (1 + kStiffness); }
  // A difference of heights that the ground drawn does not show.
  double too_small() const { return kMargin * std::min(1.0, corner()); }
  bool is_bowl(const Column& column) const { return column.most_above < too_small(); }
  const Column& of(int heads) const { return columns[static_cast<std::size_t>(heads - 1)]; }
  // f between two whole numbers of heads, blended; `heads` from 1 to grounds().
  Matrix heights(double heads) const;
  int valleys(int heads) const;  // minima of the grid, border left out, more than the margin above the optimum
  // Starts got stuck, but the ground shows no bad valley: others of the coordinates hide it.
  bool hides(int heads) const { return of(heads).caught() > 0 && heads <= grounds() && valleys(heads) == 0; }
  // How far above the optimum the highest valley lies in which a start got stuck.
  double highest(const Column& column) const {
    return std::ranges::max(column.crowds, {}, &Crowd::loss).loss - optimum;
  }
  // How far one of them lies above the bowl, at its s and t, at most.
  double above_bowl(const Column& column) const {
    const double curvature = corner() / (2 * reach * reach);
    double most = -std::numeric_limits<double>::infinity();
    for (const Crowd& one : column.crowds)
      most = std::max(most, one.loss - optimum - curvature * (one.s * one.s + one.t * one.t));
    return most;
  }
};

// A share of `of` and its 95 % interval by Wilson's score (1927): (k + z²/2 ± z sqrt(k (n - k) / n + z²/4)) / (n + z²).
struct Share {
  double value, low, high;
};
Share share_of(int count, int of);

// The two directions of the slice in x, from the starts that got stuck with one head; see slice.cpp.
struct Plane {
  std::vector<double> a, b;
  double reach = 1;
  std::array<double, 2> at(const std::vector<double>& x) const;
};
Plane plane_through(const learner::RoundLoss& loss, const std::vector<double>& bottom,
                    const std::vector<std::vector<double>>& valleys, std::uint64_t seed);

// f_H on a grid of side x side places. `thetas` holds for each place the best heads found with H - 1, none for H = 1,
// and gets those with H; `seeds` are heads to begin from everywhere. Reports how far it is, 0 to 1.
Matrix held_losses(const learner::RoundLoss& loss, const Plane& plane, Index side, int heads,
                   std::vector<std::vector<double>>& thetas, const std::vector<std::vector<double>>& seeds,
                   std::uint64_t seed, const std::function<void(double)>& report);

// What a result was made from, for a program that computes it again.
struct Behind {
  std::vector<Sequence> data;
  Plane plane;
  // With 1, 2, .. heads: where each start ended, and the best heads at each place of the grid, column after column.
  std::array<std::vector<std::vector<double>>, kMostHeads> ends, places;
};

Expected<learner::Task> task_of(const Values& settings);
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
Expected<Result> run_behind(const Request& request, Reporter<Result>& reporter, Behind& behind);
Expected<Bytes> check(const Request& request, Progress& progress);  // the job
double work(const Values& values);

void draw(const Result& result, Drawing& drawing);
void draw_chart(const Result& result, Drawing& drawing, Rect box);

Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);
// The slider of the heads stands at those whose ground is there.
double stands(const Result& result, std::string_view id, const Context& context);

// --- Words ----------------------------------------------------------------------------------------------------------

// The number of heads chosen, at most as many as have their ground.
double shown_heads(const Result& result, const Values& values);
std::string share_text(const Column& column);  // of those caught: "47 %"
std::string interval_text(const Column& column);
std::string loss_text(double loss);

}  // namespace figures::more_heads
