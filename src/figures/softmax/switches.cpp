#include "figures/softmax/switches.hpp"

#include <algorithm>
#include <cmath>

#include "figures/softmax/hidden.hpp"
#include "learner/exponential.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {

double Switches::weight(Index i, double log_r) const { return 1 / (1 + std::exp(log_beta(i) - log_r)); }

double Switches::answer(Index coordinate, double log_r) const {
  double sum = start(coordinate);
  for (Index i = 0; i < log_beta.size(); ++i) sum += heights(coordinate, i) * weight(i, log_r);
  return sum;
}

double Switches::answer_of(Index coordinate, double n, double others) const {
  double sum = start(coordinate);
  for (Index i = 0; i < log_beta.size(); ++i) {
    sum += heights(coordinate, i) * (n / (n + others * learner::portable_exp(log_beta(i))));
  }
  return sum;
}

Switches switches_of(const Heads& heads, const Vector& u, const Vector& v) {
  const Index d = u.size();
  const Index m = heads.Theta.cols() / d;
  Switches switches{Vector(m), Matrix(d, m), Vector::Zero(d)};
  for (Index i = 0; i < m; ++i) {
    switches.log_beta(i) = -u.dot(heads.Theta.middleCols(i * d, d) * (u - v));
    switches.heights.col(i) = heads.W.middleCols(i * d, d).transpose() * (u - v);
    switches.start += heads.W.middleCols(i * d, d).transpose() * v;
  }
  return switches;
}

std::optional<Index> Chosen::flipped() const {
  if ((u - v).cwiseAbs().sum() != 2) return std::nullopt;
  Index at = 0;
  (u - v).cwiseAbs().maxCoeff(&at);
  return at;
}

namespace {

// How well a question shows its switches: the least room between two of them and between them and the ends of what is
// asked, times how even the steps of a coordinate are, times how far they move it.
double clearness(const Result& result, const Switches& switches, Index coordinate) {
  constexpr double kEnough = 1.8;  // of ln r between two switches
  std::vector<double> places(switches.log_beta.begin(), switches.log_beta.end());
  sort(places);
  const double edge = std::log(std::max(2.0, result.k - 1.0));
  double room = kEnough;
  for (std::size_t i = 0; i < places.size(); ++i) {
    room = std::min(room, std::max(0.02, edge + 0.6 - std::abs(places[i])));
    if (i > 0) room = std::min(room, places[i] - places[i - 1]);
  }
  const auto steps = switches.heights.row(coordinate).cwiseAbs();
  double low = switches.start(coordinate);
  double high = low;
  for (const double place : places) {
    low = std::min(low, switches.answer(coordinate, place));
    high = std::max(high, switches.answer(coordinate, place));
  }
  const double whole = std::max(steps.sum(), 1e-9);
  return room * (steps.minCoeff() / whole) * (0.1 + (high - low) / whole);
}

Vector token_of(std::span<const double> list, Index d, const Vector& otherwise) {
  if (std::ssize(list) != d) return otherwise;
  return Eigen::Map<const Vector>(list.data(), d);
}

// The questions about one bit; those about two were asked with one ratio only. All about one token where nothing was
// asked.
std::vector<Chosen> showable(const Result& result) {
  std::vector<Chosen> pairs;
  for (const Pair& pair : result.pairs) {
    const Chosen question{pair.u, pair.v};
    if (question.flipped()) pairs.push_back(question);
  }
  if (!pairs.empty()) return pairs;
  const Vector u = Vector::Ones(result.d);
  for (Index j = 0; j < result.d; ++j) pairs.push_back({u, u - 2 * Vector::Unit(result.d, j)});
  return pairs;
}

}  // namespace

Chosen chosen_tokens(const Result& result, const Values& values) {
  Chosen best;
  double clearest = -1;
  for (const Chosen& pair : showable(result)) {
    const Switches switches = switches_of(result.truth, pair.u, pair.v);
    for (Index coordinate = 0; coordinate < result.d; ++coordinate) {
      const double clear = clearness(result, switches, coordinate);
      if (clear <= clearest) continue;
      clearest = clear;
      best = {pair.u, pair.v, coordinate};
    }
  }
  const Vector v = token_of(values.list("v"), result.d, best.v);
  best.u = token_of(values.list("u"), result.d, best.u);
  best.v = v;
  const int coordinate = values.integer("coordinate");
  if (coordinate >= 1 && coordinate <= result.d) best.coordinate = coordinate - 1;
  const auto asked =
      std::ranges::find_if(result.pairs, [&](const Pair& pair) { return pair.u == best.u && pair.v == best.v; });
  if (asked != result.pairs.end()) best.asked = &*asked;
  return best;
}

void choose_tokens(Values& values, const Vector& u, const Vector& v) {
  values.set_list("u", {u.begin(), u.end()});
  values.set_list("v", {v.begin(), v.end()});
}

double switches_error(const Heads& heads, const Switches& switches, const Chosen& chosen, int k) {
  double largest = 0;
  for (int n = 1; n < k; ++n) {
    Matrix Z(chosen.u.size(), k);
    Z.leftCols(n).colwise() = chosen.u;
    Z.rightCols(k - n).colwise() = chosen.v;
    const Vector answer = attend(layer_of(heads), Z).col(0);
    for (Index row = 0; row < answer.size(); ++row) {
      largest = std::max(largest, std::abs(answer(row) - switches.answer_of(row, n, k - n)));
    }
  }
  return largest;
}

LogRange shown_ratios(const Result& result, const Switches& switches) {
  constexpr double kFurthest = 9;  // e^9 copies of one token to one of the other
  constexpr double kAside = 2.6;
  const double edge = std::max(2.5, std::log(std::max(2.0, result.k - 1.0)) + 0.35);
  LogRange range{-edge, edge};
  for (const double place : switches.log_beta) {
    range.low = std::min(range.low, std::max(-kFurthest, place - kAside));
    range.high = std::max(range.high, std::min(kFurthest, place + kAside));
  }
  return range;
}

}  // namespace figures::softmax
