// The second half of figure "certificate": mixtures of examples compared. How far from the truth do descent from random
// starts and the minimum norm end, and how wrong are they on new questions, against lambda_min?
//
// Source: arXiv 2410.10101, figure 2, which has data 95 to 100 % orthonormal, N = 2^14, and descent. Ours: plain
// descent where the paper trains, by the formula of learner::DescentPath; starts with entries of deviation 1/sqrt(psi);
// the minimum norm; errors on new questions beside the distance.
#pragma once

#include "figures/figure.hpp"

namespace figures {
class CheckData;
}

namespace figures::certificate {

struct Result;

// Their shares of Gaussian examples. All are drawn from one seed: an example that is Gaussian in one mixture is the
// same in all with a larger share.
inline constexpr std::array kMixtures = {0.0, 0.003, 0.004, 0.005, 0.007, 0.01, 0.014, 0.02, 0.03, 0.05};
// Descent has so many random starts, the same for every mixture.
inline constexpr int kStarts = 8;
// The film shows descent after 2^kFirstDoubling to 2^kLastDoubling steps, at so many moments to a doubling.
inline constexpr int kFirstDoubling = 10;
inline constexpr int kLastDoubling = 16;
inline constexpr int kMomentsToADoubling = 10;
inline constexpr int kMoments = kMomentsToADoubling * (kLastDoubling - kFirstDoubling) + 1;

// New questions of each kind, the same for every mixture.
inline constexpr int kQuestions = 512;

// One measure of what was learned.
struct Measured {
  double minimum_norm = 0;  // of the fit with the least W
  Matrix descent;           // start x moment
  Vector limits;            // in the limit of many steps, for each start

  double mean(Index moment) const { return descent.col(moment).mean(); }
  void fields(auto& archive) { archive(minimum_norm, descent, limits); }
};

struct Mixture {
  std::int32_t gaussian = 0;  // examples
  std::int32_t missing = 0;   // directions that the data never saw
  double lambda_min = 0;      // 0: cannot be told from 0
  double apart = 0;           // of two runs in the limit, the mean over all pairs
  Measured distance;          // from the truth
  Measured varied, plain;  // squared error on Gaussian and on orthonormal questions, as a share of that of answering 0

  void fields(auto& archive) { archive(gaussian, missing, lambda_min, apart, distance, varied, plain); }
};

inline bool compares_mixtures(const Values& settings) { return settings.choice("mixtures") == "every"; }
inline bool shows_errors(const Values& values) { return values.choice("measure") == "errors"; }

// The moment that the film shows, and its number of steps.
Index shown_moment(const Values& values);
double steps_at(Index moment);
// "3.6 to 3.63", or one of them where both are alike.
std::string from_to(const std::string& low, const std::string& high);
// Of the random starts. The first is that of the picture of one mixture.
std::uint64_t seed_of_start(const Values& values, int start);

Expected<Result> run_mixtures(const Values& values, Reporter<Result>& reporter);
double mixtures_work(double N, double m);
void draw_mixtures(const Result& result, Drawing& drawing, Rect box);
Description describe_mixtures(const Result& result, const Context& context);
Expected<void> write_mixtures(const Values& values, const Result& result, CheckData& file);

}  // namespace figures::certificate
