// What learning costs: operations and bytes of every part of Algorithm 1, counted, and the paper's bound beside them.
//
// One operation is one multiply-add (a multiplication, division or root that stands alone counts as one too), as in
// Figure::work; comparisons, copies and additions alone are free. A flop is half of that.
//
// Letters: d token dimension, also of the answers; n tokens in a sequence; N sequences; R targets: N, or N n where
// every token asks; q = d(d+1)/2; psi = q d unknowns for each of d outputs. Everything in double, which overflows
// beyond 1e308; the largest count here is below 1e80.
#pragma once

#include "figures/figure.hpp"

namespace figures::cost {

struct Sizes {
  double d = 2;
  double n = 1;
  double N = 1;
  bool all = false;  // every token asks, not only the last

  double pairs() const { return d * (d + 1) / 2; }  // q
  double unknowns() const { return pairs() * d; }   // psi
  double rows() const { return all ? N * n : N; }   // R
};

// Two ways to one answer: psi unknowns (the Gram matrix of the features), or one weight a target (the kernel matrix).
enum class Route : std::uint8_t { primal, dual };
Route other(Route route);

enum class Part : std::uint8_t { features, sums, factor, solve, spectrum, heads };
inline constexpr std::array kParts = {Part::features, Part::sums,     Part::factor,
                                      Part::solve,    Part::spectrum, Part::heads};

struct PartCost {
  double work = 0;                      // multiply-adds
  double bytes = 0;                     // of what the part leaves in memory; 0 where it works in place
  std::string_view work_formula = {};   // in the letters above: "N·(q·(q+1)²/2+ψ·d)"
  std::string_view bytes_formula = {};  // empty: in place
};

struct RouteCost {
  std::array<PartCost, kParts.size()> parts;
  const PartCost& of(Part part) const { return parts[static_cast<std::size_t>(part)]; }
  double sum(double PartCost::* count) const;  // of all parts together
  double work() const { return sum(&PartCost::work); }
  double bytes() const { return sum(&PartCost::bytes); }
};

// Multiply-adds, divisions and roots of L L^T = A of so many rows.
double cholesky_work(double rows);

// How this page's learner does it. The spectrum of W, d² x d², is nominal: 10 (d²)³, as dense decompositions with both
// sets of vectors take 10 to 11 (Golub and Van Loan, "Matrix Computations", 8.6).
RouteCost cost_of(Route route, const Sizes& sizes);
Route cheaper(const Sizes& sizes);

// The sums of the primal route made the plain way: every feature vector formed, every product of two features added.
PartCost plain_sums(const Sizes& sizes);

Localized name_of(Part part, Route route);

// A formula with its letters replaced by numbers: "3.5·10¹²·(78·79²/2+936·12)".
std::string filled(std::string_view formula, const Sizes& sizes);
// The formula as people write it: "N(q(q+1)²/2+ψd)".
std::string lettered(std::string_view formula);

// --- The theorem (arXiv 2410.10101, theorem 2.2), which holds up to constants --------------------------------------
inline constexpr double kDelta = 0.05;  // it fails with at most this probability

// Sequences that are enough: c (d⁴ + ln 1/delta) / eps.
double theorem_sequences(double d, double eps, double c);
// Its time for N sequences, N d⁴ n / eps, with 1 for the unknown constant.
double theorem_time(double d, double n, double N, double eps);
// The least N whose equations are as many as the unknowns; a sequence whose tokens all ask has min(n, d) that are
// independent.
double just_enough(double d, double n, bool all);
// Of the unknowns of a sequence of one token, as many can be told apart: d(d+1)(d+2)/6, as G z is cubic in it.
double one_token_features(double d);

// --- GPT-3 (Brown et al. 2020, "Language Models are Few-Shot Learners", tables 2.1 and D.1) -------------------------
inline constexpr double kGpt3Flops = 3.14e23;
inline constexpr double kGpt3 = kGpt3Flops / 2;  // in multiply-adds
inline constexpr double kGpt3Width = 12288;
inline constexpr double kGpt3Tokens = 300e9;
// A claim that is made of this method: this many times the training of GPT-3, at GPT-3's width.
inline constexpr double kClaim = 1e6;
// The N from which theorem_time() at that width is as much.
double claimed_sequences(double n, double eps);

}  // namespace figures::cost
