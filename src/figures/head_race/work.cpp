#include "figures/head_race/work.hpp"

#include <algorithm>
#include <cmath>

#include "figures/head_race/run.hpp"

namespace figures::head_race {
namespace {

// The coefficients were fitted to times of the learner over d = 2..4, T = 5..100, 1 to 16 heads, 1 to 4 layers, linear
// and full, and hold within a factor of two; one unit is a multiply-add of the other figures' counts.

double unknowns(double d) { return d * d * (d + 1) / 2; }

// Of one layer, both passes, for one token.
double token_work(const Entry& entry, double d, double T) {
  const double heads = entry.heads;
  if (entry.full) return 300 + heads * (25 + 5 * T);
  if (entry.layers == 1) return 6.5 + 0.6 * unknowns(d);
  return 12 + std::min(0.6 * d * unknowns(d), 2.3 * heads * d * d);
}

// Of one step beside the tokens: heads put together and taken apart, moments of Adam.
double step_work(const Entry& entry, double d) {
  const double inner = entry.full ? kFullWidth : d;
  const double answers = entry.layers == 1 && !entry.full ? 1 : d;
  const double parameters = entry.heads * (inner + answers) * inner + (entry.full ? 200 : 0);
  const double folding = entry.full ? 0 : 2 * entry.heads * answers * d * d * d;
  return entry.layers * (12 * parameters + folding);
}

}  // namespace

double epoch_work(const Entry& entry, const Values& values) {
  const double d = values.number("d");
  const double tokens = values.number("N") * values.number("T");
  const double steps = std::ceil(values.number("N") / values.number("batch"));
  // Eight sequences go through the network side by side; fewer cost as much.
  const double lanes = 8 * std::ceil(values.number("batch") / 8) / values.number("batch");
  return lanes * tokens * entry.layers * token_work(entry, d, values.number("T")) + steps * step_work(entry, d);
}

double measure_work(const Entry& entry, const Values& values) {
  const double forward = entry.full || entry.layers == 1 ? 0.65 : 0.5;
  const double T = values.number("T");
  return forward * kFresh * T * entry.layers * token_work(entry, values.number("d"), T);
}

double data_work(const Values& values) {
  const double d = values.number("d");
  const double q = d * (d + 1) / 2;
  const double token = 25 * d + q * q * (q + 1) / 2;
  return values.number("runs") * (values.number("N") + kFresh) * values.number("T") * token;
}

double work(const Values& values) {
  double total = data_work(values);
  for (const Entry& entry : entries_of(values)) {
    total +=
        values.number("runs") * values.number("epochs") * (epoch_work(entry, values) + measure_work(entry, values));
  }
  return total;
}

}  // namespace figures::head_race
