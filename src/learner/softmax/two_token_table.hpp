#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "learner/sequence.hpp"

namespace learner {

// A token of {-1, 1}^d as a number: bit j is set where entry j is 1.
using TokenCode = std::uint32_t;

inline TokenCode bit(Index j) { return TokenCode{1} << j; }
TokenCode code_of(const Vector& token);
Vector token_of(TokenCode code, Index d);

// n_u copies of u, then n_v of v: d x (n_u + n_v).
Matrix repeated(TokenCode u, TokenCode v, Index n_u, Index n_v, Index d);

// Whether these are valid sequences of one d with answers to every token (Targets::all) and tokens in {-1, 1}^d.
// Errors: no sequences, or the first that is not so. O(N d n).
Expected<void> validate_sign_examples(std::span<const Sequence> examples);

// The mean answers to n_u copies of the token u and n_v of v in one sequence, in any order. u < v as codes;
// a sequence of one token has u = v, n_v = 0.
struct TwoTokenAnswer {
  TokenCode u = 0, v = 0;
  Index n_u = 0, n_v = 0;
  Vector y_u, y_v;                    // d
  double rows_u = 0.0, rows_v = 0.0;  // how many answers each is the mean of

  bool one_token() const { return u == v; }
};

// Every answer to sequences with at most two distinct tokens, by configuration (u, v, n_u, n_v).
class TwoTokenTable {
 public:
  // False, and nothing changes, when the sequence has three distinct tokens or more.
  // Precondition: tokens in {-1, 1}^d, d <= kMaxTokenDimension; an answer for every token.
  bool add(const Sequence& sequence);

  // In the order of (u, v, n_u, n_v).
  std::vector<TwoTokenAnswer> answers() const;

  // Those whose tokens differ in exactly the bits of `bits`; bits = 0: sequences of one token.
  std::vector<TwoTokenAnswer> answers(TokenCode bits) const;

 private:
  struct Key {
    TokenCode u, v;
    Index n_u, n_v;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, TwoTokenAnswer> answers_;
};

}  // namespace learner
