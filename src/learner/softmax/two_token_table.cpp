#include "learner/softmax/two_token_table.hpp"

#include <utility>

namespace learner {
namespace {

void add_row(Vector& mean, double& rows, const Vector& y) {
  if (rows == 0.0) mean = Vector::Zero(y.size());
  rows += 1.0;
  mean += (y - mean) / rows;
}

}  // namespace

TokenCode code_of(const Vector& token) {
  TokenCode code = 0;
  for (Index j = 0; j < token.size(); ++j)
    if (token(j) > 0.0) code |= bit(j);
  return code;
}

Vector token_of(TokenCode code, Index d) {
  Vector token(d);
  for (Index j = 0; j < d; ++j) token(j) = (code >> j & 1u) != 0 ? 1.0 : -1.0;
  return token;
}

Matrix repeated(TokenCode u, TokenCode v, Index n_u, Index n_v, Index d) {
  Matrix Z(d, n_u + n_v);
  Z.leftCols(n_u).colwise() = token_of(u, d);
  Z.rightCols(n_v).colwise() = token_of(v, d);
  return Z;
}

Expected<void> validate_sign_examples(std::span<const Sequence> examples) {
  if (examples.empty()) return fail("There are no examples: give some.");
  const Index d = examples.front().d();
  if (const auto ok = validate({.d = d, .d_out = d, .targets = Targets::all}, examples); !ok) return ok;
  for (const Sequence& example : examples)
    if ((example.Z.cwiseAbs().array() != 1.0).any()) return fail("Entries of tokens are 1 or -1 here: code them so.");
  return {};
}

bool TwoTokenTable::add(const Sequence& sequence) {
  Key key{.u = code_of(sequence.Z.col(0)), .v = 0, .n_u = 0, .n_v = 0};
  key.v = key.u;
  std::vector<TokenCode> codes;
  for (Index t = 0; t < sequence.n(); ++t) {
    codes.push_back(code_of(sequence.Z.col(t)));
    if (codes.back() == key.u) {
      ++key.n_u;
    } else {
      if (key.n_v++ == 0) key.v = codes.back();
      if (codes.back() != key.v) return false;
    }
  }
  if (key.v < key.u) std::swap(key.u, key.v), std::swap(key.n_u, key.n_v);
  TwoTokenAnswer& answer = answers_[key];
  answer.u = key.u, answer.v = key.v, answer.n_u = key.n_u, answer.n_v = key.n_v;
  for (Index t = 0; t < sequence.n(); ++t) {
    const bool first = codes[static_cast<std::size_t>(t)] == key.u;
    add_row(first ? answer.y_u : answer.y_v, first ? answer.rows_u : answer.rows_v, sequence.Y.col(t));
  }
  return true;
}

std::vector<TwoTokenAnswer> TwoTokenTable::answers() const {
  std::vector<TwoTokenAnswer> result;
  for (const auto& [key, answer] : answers_) result.push_back(answer);
  return result;
}

std::vector<TwoTokenAnswer> TwoTokenTable::answers(TokenCode bits) const {
  std::vector<TwoTokenAnswer> result;
  for (const auto& [key, answer] : answers_)
    if ((key.u ^ key.v) == bits) result.push_back(answer);
  return result;
}

}  // namespace learner
