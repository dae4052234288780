#include "figures/cost/setting.hpp"

namespace figures::cost {

double Setting::sequences(double token_size) const {
  switch (from) {
    case NumberFrom::theorem: return theorem_sequences(token_size, eps, c);
    case NumberFrom::enough: return just_enough(token_size, n, all);
    case NumberFrom::chosen: break;
  }
  return chosen;
}

Sizes Setting::sizes(double token_size) const {
  return {.d = token_size, .n = n, .N = sequences(token_size), .all = all};
}

double Setting::paper_time(double token_size) const {
  return cost::theorem_time(token_size, n, sequences(token_size), eps);
}

double Setting::theorem_time(double token_size) const {
  return cost::theorem_time(token_size, n, theorem_sequences(token_size, eps, c), eps);
}

double Setting::claimed_sequences() const { return sequences_for(kClaim * kGpt3, kGpt3Width, n, eps); }

Setting setting_of(const Values& values) {
  return {.from = static_cast<NumberFrom>(values.integer("from")),
          .d = values.number("d"),
          .n = values.number("n"),
          .all = values.choice("targets") == "all",
          .eps = values.number("eps"),
          .c = values.number("c"),
          .chosen = values.number("N")};
}

Route route_of(const Values& values, const Sizes& sizes) {
  if (values.choice("route") == "primal") return Route::primal;
  if (values.choice("route") == "dual") return Route::dual;
  return cheaper(sizes);
}

}  // namespace figures::cost
