// The questions of figure "softmax": their switches, which was asked, which shows most, and how far the film is in one.
#include "figures/softmax/run/tasks.hpp"
#include "learner/exponential.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {
namespace {

// How well a question shows its switches: the least distance of two of them and of them from the ends of what is
// asked, times how even the steps of a coordinate are, times how far they move it.
double clearness(const Switches& switches, Index coordinate, int k) {
  constexpr double kEnough = 1.8;  // of ln r between two switches
  std::vector<double> places(switches.log_beta.begin(), switches.log_beta.end());
  sort(places);
  const double edge = std::log(std::max(2.0, k - 1.0));
  double room = kEnough;
  double low = switches.start(coordinate);
  double high = low;
  for (std::size_t i = 0; i < places.size(); ++i) {
    room = std::min(room, std::max(0.02, edge + 0.6 - std::abs(places[i])));
    if (i > 0) room = std::min(room, places[i] - places[i - 1]);
    low = std::min(low, switches.answer(coordinate, places[i]));
    high = std::max(high, switches.answer(coordinate, places[i]));
  }
  const auto steps = switches.heights.row(coordinate).cwiseAbs();
  const double whole = std::max(steps.sum(), 1e-9);
  return room * (steps.minCoeff() / whole) * (0.1 + (high - low) / whole);
}

}  // namespace

std::vector<Pair> pairs_of(const learner::TwoTokenTable& heard, Index d) {
  std::vector<Pair> pairs;
  const auto record = [](Pair& pair, double ratio, const Vector& y) {
    const auto place = std::ranges::upper_bound(pair.ratios, ratio);
    pair.answers.insert(pair.answers.begin() + (place - pair.ratios.begin()) * y.size(), y.begin(), y.end());
    pair.ratios.insert(place, ratio);
  };
  learner::TwoTokenAnswer last;
  for (const learner::TwoTokenAnswer& answer : heard.answers()) {
    if (answer.one_token()) continue;
    if (pairs.empty() || answer.u != last.u || answer.v != last.v) {
      const Vector u = learner::token_of(answer.u, d);
      const Vector v = learner::token_of(answer.v, d);
      pairs.push_back({.u = u, .v = v, .ratios = {}, .answers = {}});
      pairs.push_back({.u = v, .v = u, .ratios = {}, .answers = {}});
    }
    const double ratio = static_cast<double>(answer.n_u) / static_cast<double>(answer.n_v);
    record(pairs.end()[-2], ratio, answer.y_u);
    record(pairs.end()[-1], 1 / ratio, answer.y_v);
    last = answer;
  }
  return pairs;
}

Question clearest_question(const Result& result, const Setting& setting) {
  std::vector<Question> questions;
  for (const Pair& pair : result.pairs) {
    const Question question{pair.u, pair.v};
    if (question.flipped()) questions.push_back(question);
  }
  const Vector u = Vector::Ones(setting.d);
  for (Index j = 0; result.pairs.empty() && j < setting.d; ++j)
    questions.push_back({u, u - 2 * Vector::Unit(setting.d, j)});
  Question best;
  double clearest = -1;
  for (const Question& question : questions) {
    const Switches switches = switches_of(result.truth, question.u, question.v);
    for (int coordinate = 0; coordinate < setting.d; ++coordinate) {
      const double clear = clearness(switches, coordinate, setting.k);
      if (clear <= clearest) continue;
      clearest = clear;
      best = {question.u, question.v, coordinate};
    }
  }
  return best;
}

std::optional<Index> Question::flipped() const {
  if ((u - v).cwiseAbs().sum() != 2) return std::nullopt;
  Index at = 0;
  (u - v).cwiseAbs().maxCoeff(&at);
  return at;
}

double Switches::weight(Index i, double log_r) const { return 1 / (1 + std::exp(log_beta(i) - log_r)); }

double Switches::answer(Index coordinate, double log_r) const {
  double sum = start(coordinate);
  for (Index i = 0; i < log_beta.size(); ++i) sum += heights(coordinate, i) * weight(i, log_r);
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

double switches_error(const Heads& heads, const Switches& switches, const Question& question, int k) {
  const learner::SoftmaxLayer layer = layer_of(heads);
  double largest = 0;
  for (int n = 1; n < k; ++n) {
    Matrix Z(question.u.size(), k);
    Z.leftCols(n).colwise() = question.u;
    Z.rightCols(k - n).colwise() = question.v;
    const Vector answer = attend(layer, Z).col(0);
    for (Index row = 0; row < answer.size(); ++row) {
      // Switches::answer without a logarithm: these bits are the same everywhere.
      double sum = switches.start(row);
      for (Index i = 0; i < switches.log_beta.size(); ++i)
        sum += switches.heights(row, i) * (n / (n + (k - n) * learner::portable_exp(switches.log_beta(i))));
      largest = std::max(largest, std::abs(answer(row) - sum));
    }
  }
  return largest;
}

Film film_of(const Values& values) {
  if (values.integer("road") != 0) return {};
  const auto at = static_cast<float>(values.integer("mix"));
  const auto share = [at](int from, int to) {
    return std::clamp((at - static_cast<float>(from)) / static_cast<float>(to - from), 0.F, 1.F);
  };
  return {share(0, kAllHeard), share(kAllHeard, kAllFound), share(kAllFound, kMixes)};
}

// Values of ln r: what was asked and all switches, as far as they can be shown.
Range shown_ratios(const Switches& truth, int k) {
  constexpr double kFurthest = 9;  // e^9 copies of one token to one of the other
  constexpr double kAside = 2.6;
  const double edge = std::max(2.5, std::log(std::max(2.0, k - 1.0)) + 0.35);
  Range range{-edge, edge};
  for (const double place : truth.log_beta) {
    range.low = std::min(range.low, std::max(-kFurthest, place - kAside));
    range.high = std::max(range.high, std::min(kFurthest, place + kAside));
  }
  return range;
}

double heard_to(const Switches& truth, int k, double share) {
  const Range range = shown_ratios(truth, k);
  return share < 1 ? std::lerp(range.low, range.high, share) : range.high + 1;
}

Chosen chosen_question(const Result& result, const Values& values) {
  Chosen chosen{result.clearest};
  const auto take = [&values](const char* id, Vector& token) {
    const auto list = values.list(id);
    if (std::ssize(list) == token.size()) token = Eigen::Map<const Vector>(list.data(), token.size());
  };
  take("u", chosen.u);
  take("v", chosen.v);
  const int coordinate = values.integer("coordinate");
  if (coordinate >= 1 && coordinate <= chosen.u.size()) chosen.coordinate = coordinate - 1;
  for (const Pair& pair : result.pairs)
    if (chosen.asked == nullptr && pair.u == chosen.u && pair.v == chosen.v) chosen.asked = &pair;
  return chosen;
}

}  // namespace figures::softmax
