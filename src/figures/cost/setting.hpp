// What the reader asks about: a token size, and where N comes from.
#pragma once

#include <cstdint>

#include "figures/cost/counts.hpp"
#include "figures/parameter.hpp"

namespace figures::cost {

// The order of the parameter's choices. What the theorem says is one of them, what somebody chooses the others.
enum class NumberFrom : std::uint8_t { theorem, enough, chosen };

// Token sizes that are marked: what this page learns, BERT (Devlin et al. 2019, base), GPT-3.
inline constexpr double kBertWidth = 768;
inline constexpr double kLeastWidth = 2;

struct Setting {
  NumberFrom from = NumberFrom::theorem;
  double d = kLeastWidth;
  double n = 1;
  bool all = false;
  double eps = 1;
  double c = 1;
  double chosen = 1;

  // The number of sequences at a token size.
  double sequences(double token_size) const;
  Sizes sizes(double token_size) const;
  Sizes sizes() const { return sizes(d); }
  // The paper's time without its constant, N d⁴ n / eps: for that number, and for the number that the theorem asks for.
  double paper_time(double token_size) const;
  double theorem_time(double token_size) const;
  // The N from which the paper's time is a million GPT-3s at GPT-3's width.
  double claimed_sequences() const;
};

Setting setting_of(const Values& values);

// The route that is shown in detail: the reader's choice, or the cheaper one.
Route route_of(const Values& values, const Sizes& sizes);

}  // namespace figures::cost
