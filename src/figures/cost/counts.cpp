#include "figures/cost/counts.hpp"

namespace figures::cost {
namespace {

constexpr double kBlock = Moments::kBlock;
static_assert(kBlock == 128, "the formulas say 128");

double square(double x) { return x * x; }
double cube(double x) { return x * x * x; }

// Three substitutions forth and back and two products with A, for each of d outputs: one solution, refined twice.
double substitution_work(double rows, double d) { return d * rows * (5 * rows + 3); }

RouteCost primal_cost(const Sizes& s) {
  const double d = s.d;
  const double q = s.pairs();
  const double psi = s.unknowns();
  RouteCost cost;
  auto& [features, sums, factor, solve, spectrum, heads] = cost.parts;
  if (s.all) {
    features = {s.N * s.n * (q + d * d), 8 * kBlock * (q + d * d), "N·n·(q+d²)", "8·128·(q+d²)"};
    sums = {.work = s.N * (q * (q + 1) * (q + 5) / 6 + psi * d), .work_formula = "N·(q·(q+1)·(q+5)/6+ψ·d)"};
  } else {
    features = {s.N * ((s.n + 1) * q + d * d), 8 * kBlock * (2 * q + d * d), "N·((n+1)·q+d²)", "8·128·(2·q+d²)"};
    sums = {.work = s.N * (q * square(q + 1) / 2 + psi * d), .work_formula = "N·(q·(q+1)²/2+ψ·d)"};
  }
  sums.bytes = 8 * (q * q * (q + 1) / 2 + psi * d);
  sums.bytes_formula = "8·(q²·(q+1)/2+ψ·d)";
  factor = {cholesky_work(psi), 8 * psi * psi, "ψ·(ψ+1)·(ψ+2)/6", "8·ψ²"};
  solve = {substitution_work(psi, d), 8 * psi * d, "d·ψ·(5·ψ+3)", "8·ψ·d"};
  return cost;
}

RouteCost dual_cost(const Sizes& s) {
  const double d = s.d;
  const double q = s.pairs();
  const double psi = s.unknowns();
  const double R = s.rows();
  RouteCost cost;
  auto& [features, sums, factor, solve, spectrum, heads] = cost.parts;
  features = {s.N * (s.n + 1) * q, 8 * (s.N * q + R * d), "N·(n+1)·q", "8·(N·q+R·d)"};
  sums = s.all ? PartCost{s.N * s.N * q + R * R * (d + 1), 8 * R * R, "N²·q+R²·(d+1)", "8·R²"}
               : PartCost{R * R * (q + d + 1), 8 * R * R, "N²·(q+d+1)", "8·N²"};
  factor = {.work = cholesky_work(R), .work_formula = s.all ? "R·(R+1)·(R+2)/6" : "N·(N+1)·(N+2)/6"};
  solve = {substitution_work(R, d) + R * d * d + psi * d * (s.N + 1), 8 * (s.N * d * d + psi * d),
           s.all ? "d·(R·(5·R+3)+R·d+ψ·(N+1))" : "d·(N·(5·N+3)+N·d+ψ·(N+1))", "8·(N·d²+ψ·d)"};
  return cost;
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

}  // namespace

double cholesky_work(double rows) { return rows * (rows + 1) * (rows + 2) / 6; }

Route other(Route route) { return route == Route::primal ? Route::dual : Route::primal; }

double RouteCost::sum(double PartCost::* count) const {
  double sum = 0;
  for (const PartCost& part : parts) sum += part.*count;
  return sum;
}

RouteCost cost_of(Route route, const Sizes& sizes) {
  RouteCost cost = route == Route::primal ? primal_cost(sizes) : dual_cost(sizes);
  const double entries = square(square(sizes.d));  // of W
  cost.parts[static_cast<std::size_t>(Part::spectrum)] = {10 * cube(square(sizes.d)), 24 * entries, "10·d⁶", "24·d⁴"};
  cost.parts[static_cast<std::size_t>(Part::heads)] = {2 * entries, 16 * entries, "2·d⁴", "16·d⁴"};
  return cost;
}

Route cheaper(const Sizes& sizes) {
  return cost_of(Route::dual, sizes).work() < cost_of(Route::primal, sizes).work() ? Route::dual : Route::primal;
}

PartCost plain_sums(const Sizes& sizes) {
  const double psi = sizes.unknowns();
  return {sizes.rows() * psi * ((psi + 3) / 2 + sizes.d), 8 * psi * (psi + sizes.d),
          sizes.all ? "R·ψ·((ψ+3)/2+d)" : "N·ψ·((ψ+3)/2+d)", "8·ψ·(ψ+d)"};
}

Localized name_of(Part part, Route route) {
  constexpr std::array kNames = {Phrase("Features"),    Phrase("Gram matrix"), Phrase("Cholesky"),
                                 Phrase("Solve for W"), Phrase("SVD of W"),    Phrase("Heads")};
  if (part == Part::sums && route == Route::dual) return tr("Kernel matrix");
  return tr(kNames[static_cast<std::size_t>(part)]);
}

std::string filled(std::string_view formula, const Sizes& sizes) {
  const std::array<std::pair<std::string_view, double>, 6> letters = {{{"N", sizes.N},
                                                                       {"n", sizes.n},
                                                                       {"R", sizes.rows()},
                                                                       {"d", sizes.d},
                                                                       {"q", sizes.pairs()},
                                                                       {"ψ", sizes.unknowns()}}};
  constexpr std::array<std::string_view, 4> kPowers = {"²", "³", "⁴", "⁶"};
  const auto comes = [&formula](std::string_view words) { return formula.starts_with(words); };
  std::string words;
  while (!formula.empty()) {
    const auto found = std::ranges::find_if(letters, [&](const auto& letter) { return comes(letter.first); });
    if (found == letters.end()) {
      words += formula.front();
      formula.remove_prefix(1);
      continue;
    }
    formula.remove_prefix(found->first.size());
    const std::string value = number(found->second);
    const bool plain = value.find_first_not_of("0123456789,.") == std::string::npos;
    words += !plain && std::ranges::any_of(kPowers, comes) ? "(" + value + ")" : value;
  }
  return words;
}

std::string lettered(std::string_view formula) {
  std::string words;
  while (!formula.empty()) {
    const std::string_view letter = first_character(formula);
    formula.remove_prefix(letter.size());
    const bool splits_digits =
        !words.empty() && is_digit(words.back()) && !formula.empty() && is_digit(formula.front());
    if (letter != "·" || splits_digits) words += letter;
  }
  return words;
}

double theorem_sequences(double d, double eps, double c) {
  return std::ceil(c * (square(square(d)) + std::log(1 / kDelta)) / eps);
}

double theorem_time(double d, double n, double N, double eps) { return N * square(square(d)) * n / eps; }

double claimed_sequences(double n, double eps) { return kClaim * kGpt3 * eps / (square(square(kGpt3Width)) * n); }

double one_token_features(double d) { return d * (d + 1) * (d + 2) / 6; }

double just_enough(double d, double n, bool all) {
  const double unknowns = Sizes{.d = d}.unknowns();
  return all ? std::ceil(unknowns / std::min(n, d)) : unknowns;
}

}  // namespace figures::cost
