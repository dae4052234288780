// The counts of figure "cost": against algorithms that count while they run, and against what the learner allocates.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#if defined(__GLIBC__) && !defined(LIFTED_SANITIZED)
#include <malloc.h>
#endif

#include "figures/cost/counts.hpp"
#include "figures/counting.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/least_squares.hpp"
#include "learner/tasks.hpp"

namespace {

using namespace counting;
using namespace figures::cost;

// Algorithm 1 by plain loops over one data set, each part counted. Primal; M[(a,b)][c] is symmetric in a and b, and
// where all tokens ask in all three.
struct Loops {
  std::vector<learner::Sequence> data;
  bool all = false;
  std::size_t d = 0, q = 0;

  Loops(std::size_t size, Index n, Index N, bool every, std::uint64_t seed = 1)
      : all(every), d(size), q(size * (size + 1) / 2) {
    const auto targets = all ? learner::Targets::all : learner::Targets::last;
    const auto task = learner::random_attention(
        {.d = static_cast<Index>(d), .d_out = static_cast<Index>(d), .n = n, .targets = targets, .seed = seed});
    REQUIRE(task);
    data = task->block(learner::Split::train, 0, static_cast<std::uint64_t>(N));
  }

  struct Term {
    Row g, v, r;  // vech(G); vech(z zᵀ), or g again; z yᵀ summed over the targets
  };
  std::vector<Term> terms;
  void features() {
    for (const learner::Sequence& sequence : data) {
      const Grid Z = copy_of(sequence.Z);
      const Grid Y = copy_of(sequence.Y);
      Term term;
      term.g = lower_triangle(Z);
      Grid last = grid(d, 1);
      for (std::size_t l = 0; l < d; ++l) last[l][0] = Z[l].back();
      term.v = all ? term.g : lower_triangle(last);
      for (std::size_t l = 0; l < d; ++l) {
        for (std::size_t o = 0; o < d; ++o) {
          Counted sum;
          for (std::size_t t = 0; t < Y[o].size(); ++t) sum += (all ? Z[l][t] : Z[l].back()) * Y[o][t];
          term.r.push_back(sum);
        }
      }
      terms.push_back(term);
    }
  }

  std::vector<Grid> M;
  Grid answers;
  void sums() {
    M = std::vector<Grid>(q, grid(q, q));
    answers = grid(q, d * d);
    for (const Term& term : terms) {
      for (std::size_t a = 0; a < q; ++a) {
        for (std::size_t b = a; b < q; ++b) {
          const Counted product = term.g[a] * term.g[b];
          for (std::size_t c = all ? b : 0; c < q; ++c) M[a][b][c] += product * term.v[c];
        }
        for (std::size_t k = 0; k < d * d; ++k) answers[a][k] += term.g[a] * term.r[k];
      }
    }
  }

  Counted entry(std::size_t a, std::size_t b, std::size_t c) const {
    std::vector<std::size_t> places = {a, b, c};
    std::sort(places.begin(), places.begin() + (all ? 3 : 2));
    return M[places[0]][places[1]][places[2]];
  }
  Grid A, L;
  void assemble() {
    const auto pair = [this](std::size_t j, std::size_t k) {
      return static_cast<std::size_t>(learner::pair_index(static_cast<Index>(std::min(j, k)),
                                                          static_cast<Index>(std::max(j, k)), static_cast<Index>(d)));
    };
    A = grid(q * d, q * d);
    for (std::size_t a = 0; a < q; ++a) {
      for (std::size_t b = 0; b < q; ++b) {
        for (std::size_t l = 0; l < d; ++l) {
          for (std::size_t m = 0; m < d; ++m) A[a * d + l][b * d + m] = entry(a, b, pair(l, m));
        }
      }
    }
    L = A;
  }
  void factorise() { factor(L); }

  Grid p;
  void solve_all() {
    for (std::size_t o = 0; o < d; ++o) {
      Row b;
      for (std::size_t a = 0; a < q; ++a) {
        for (std::size_t l = 0; l < d; ++l) b.push_back(answers[a][l * d + o]);
      }
      p.push_back(solve(L, A, b));
    }
  }

  // Every feature of every target, and every product of two.
  void plain() {
    const std::size_t psi = q * d;
    Grid gram = grid(psi, psi);
    Grid cross = grid(psi, d);
    for (std::size_t i = 0; i < data.size(); ++i) {
      const Grid Z = copy_of(data[i].Z);
      const Grid Y = copy_of(data[i].Y);
      for (std::size_t t = 0; t < Y[0].size(); ++t) {
        Row H;
        for (std::size_t a = 0; a < q; ++a) {
          for (std::size_t l = 0; l < d; ++l) H.push_back(terms[i].g[a] * (all ? Z[l][t] : Z[l].back()));
        }
        for (std::size_t j = 0; j < psi; ++j) {
          for (std::size_t k = 0; k <= j; ++k) gram[j][k] += H[j] * H[k];
          for (std::size_t o = 0; o < d; ++o) cross[j][o] += H[j] * Y[o][t];
        }
      }
    }
  }
};

double distance(const Grid& p, const Matrix& q) {
  Matrix copy(q.rows(), q.cols());
  for (Index i = 0; i < q.rows(); ++i) {
    for (Index j = 0; j < q.cols(); ++j) copy(i, j) = p[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].value;
  }
  return learner::relative_distance(copy, q);
}

// The dual way, counted part by part.
struct DualLoops {
  std::size_t d, q, rows, groups;
  bool all;
  Grid g, z;                       // one row a sequence, one row a target
  std::vector<std::size_t> group;  // row -> sequence
  Grid K, L, alpha, p;
  std::vector<learner::Sequence> data;

  explicit DualLoops(const Loops& loops)
      : d(loops.d), q(loops.q), rows(0), groups(0), all(loops.all), data(loops.data) {}

  void features() {
    const double scale = std::sqrt(2.0);
    for (const learner::Sequence& sequence : data) {
      const Grid Z = copy_of(sequence.Z);
      Row scaled = lower_triangle(Z);
      std::size_t at = 0;
      for (std::size_t j = 0; j < d; ++j) {
        for (std::size_t k = j; k < d; ++k, ++at) scaled[at] = scaled[at] * Counted{j == k ? 1 : scale};
      }
      g.push_back(scaled);
      for (Index t = all ? 0 : sequence.n() - 1; t < sequence.n(); ++t) {
        Row token;
        for (std::size_t l = 0; l < d; ++l) token.push_back(Z[l][static_cast<std::size_t>(t)]);
        z.push_back(token);
        group.push_back(g.size() - 1);
      }
    }
    rows = z.size();
    groups = g.size();
  }
  void kernel() {
    Grid products = grid(groups, groups);
    for (std::size_t i = 0; i < groups; ++i) {
      for (std::size_t j = 0; j < groups; ++j) {
        for (std::size_t a = 0; a < q; ++a) products[i][j] += g[i][a] * g[j][a];
      }
    }
    K = grid(rows, rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < rows; ++j) {
        for (std::size_t l = 0; l < d; ++l) K[i][j] += z[i][l] * z[j][l];
        K[i][j] = K[i][j] * products[group[i]][group[j]];
      }
    }
    L = K;
  }
  void factorise() { factor(L); }
  void solve_all() {
    std::vector<Grid> by_group(groups, grid(d, d));
    for (std::size_t o = 0; o < d; ++o) {
      Row b;
      for (const learner::Sequence& sequence : data) {
        for (Index t = 0; t < sequence.rows(); ++t) b.push_back({sequence.Y(static_cast<Index>(o), t)});
      }
      alpha.push_back(solve(L, K, b));
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t l = 0; l < d; ++l) by_group[group[i]][o][l] += alpha[o][i] * z[i][l];
      }
    }
    p = grid(d, q * d);
    std::vector<double> scales;
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = j; k < d; ++k) scales.push_back(j == k ? 1 : std::sqrt(2.0));
    }
    for (std::size_t o = 0; o < d; ++o) {
      for (std::size_t a = 0; a < q; ++a) {
        for (std::size_t l = 0; l < d; ++l) {
          for (std::size_t i = 0; i < groups; ++i) p[o][a * d + l] += by_group[i][o][l] * g[i][a];
          p[o][a * d + l] = p[o][a * d + l] * Counted{scales[a]};
        }
      }
    }
  }
};

// --- Formulas read as a reader reads them ---------------------------------------------------------------------------

// Evaluates "N·(q·(q+1)²/2+ψ·d)".
class Reading {
 public:
  Reading(std::string_view words, const Sizes& sizes) : rest_(words), sizes_(sizes) {}
  double value() {
    const double result = sum();
    REQUIRE(rest_.empty());
    return result;
  }

 private:
  bool take(std::string_view sign) {
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }
  double sum() {
    double result = product();
    while (take("+")) result += product();
    return result;
  }
  double product() {
    double result = power();
    for (;;) {
      if (take("·"))
        result *= power();
      else if (take("/"))
        result /= power();
      else
        return result;
    }
  }
  double power() {
    const double base = atom();
    if (take("²")) return base * base;
    if (take("⁴")) return std::pow(base, 4);
    if (take("⁶")) return std::pow(base, 6);
    return base;
  }
  double atom() {
    if (take("(")) {
      const double inside = sum();
      REQUIRE(take(")"));
      return inside;
    }
    if (take("N")) return sizes_.N;
    if (take("n")) return sizes_.n;
    if (take("R")) return sizes_.rows();
    if (take("d")) return sizes_.d;
    if (take("q")) return sizes_.pairs();
    if (take("ψ")) return sizes_.unknowns();
    std::size_t length = 0;
    const double number = std::stod(std::string(rest_), &length);
    rest_.remove_prefix(length);
    return number;
  }

  std::string_view rest_;
  Sizes sizes_;
};

}  // namespace

TEST_CASE("every count of the primal way is what plain loops count while they run") {
  for (const bool all : {false, true}) {
    for (const std::size_t d : {2U, 3U, 4U}) {
      for (const Index n : {1, 3, 5}) {
        const Index N = 60;
        CAPTURE(all);
        CAPTURE(d);
        CAPTURE(n);
        const Sizes sizes{
            .d = static_cast<double>(d), .n = static_cast<double>(n), .N = static_cast<double>(N), .all = all};
        const RouteCost cost = cost_of(Route::primal, sizes);
        Loops loops(d, n, N, all);
        CHECK(counted([&] { loops.features(); }) == cost.of(Part::features).work);
        CHECK(counted([&] { loops.sums(); }) == cost.of(Part::sums).work);
        CHECK(counted([&] { loops.plain(); }) == plain_sums(sizes).work);
        loops.assemble();
        CHECK(counted([&] { loops.factorise(); }) == cost.of(Part::factor).work);
        CHECK(counted([&] { loops.solve_all(); }) == cost.of(Part::solve).work);
        CHECK(cost.of(Part::heads).work == static_cast<double>(2 * d * d * d * d));
      }
    }
  }
}

TEST_CASE("the loops that count the primal way find what the learner finds") {
  for (const bool all : {false, true}) {
    Loops loops(3, 6, 80, all);
    loops.features();
    loops.sums();
    loops.assemble();
    loops.factorise();
    loops.solve_all();
    learner::Moments moments({.d = 3, .d_out = 3, .targets = all ? learner::Targets::all : learner::Targets::last});
    REQUIRE(moments.add(loops.data));
    const auto solution = learner::solve_ridge(moments);
    REQUIRE(solution);
    CHECK(distance(loops.p, solution->p) < 1e-9);
  }
}

TEST_CASE(
    "every count of the dual way is what plain loops count while they run, and they find what the learner finds") {
  for (const bool all : {false, true}) {
    for (const std::size_t d : {2U, 3U}) {
      for (const Index n : {2, 3}) {
        const Index N = all ? 2 : 4;                     // fewer targets than unknowns: a kernel matrix of full rank
        if (all && n > static_cast<Index>(d)) continue;  // no more than d targets of a sequence are independent
        CAPTURE(all);
        CAPTURE(d);
        CAPTURE(n);
        const RouteCost cost = cost_of(
            Route::dual,
            {.d = static_cast<double>(d), .n = static_cast<double>(n), .N = static_cast<double>(N), .all = all});
        DualLoops loops(Loops(d, n, N, all));
        CHECK(counted([&] { loops.features(); }) == cost.of(Part::features).work);
        CHECK(counted([&] { loops.kernel(); }) == cost.of(Part::sums).work);
        CHECK(counted([&] { loops.factorise(); }) == cost.of(Part::factor).work);
        CHECK(counted([&] { loops.solve_all(); }) == cost.of(Part::solve).work);
        const auto dual = learner::solve_dual(loops.data, all ? learner::Targets::all : learner::Targets::last);
        REQUIRE(dual);
        CHECK(dual->path == learner::Path::dual);
        CHECK(distance(loops.p, learner::coefficients(*dual)) < 1e-8);
      }
    }
  }
}

TEST_CASE("both ways cost what the learner says when it chooses between them, but for terms of lower order") {
  for (const bool all : {false, true}) {
    const auto targets = all ? learner::Targets::all : learner::Targets::last;
    const Sizes sizes{.d = 16, .n = 4, .N = 900, .all = all};
    const auto costs =
        learner::path_costs({.d = 16, .d_out = 16, .targets = targets}, static_cast<Index>(sizes.rows()), 900);
    const RouteCost primal = cost_of(Route::primal, sizes);
    const RouteCost dual = cost_of(Route::dual, sizes);
    CHECK(primal.of(Part::sums).work + primal.of(Part::factor).work == doctest::Approx(costs.primal).epsilon(0.05));
    if (all) continue;  // the learner's estimate counts the kernel of rows, not of sequences
    CHECK(dual.of(Part::sums).work + dual.of(Part::factor).work + 900 * sizes.unknowns() * 16 ==
          doctest::Approx(costs.dual).epsilon(0.05));
  }
}

TEST_CASE("each formula, read with its numbers, comes to the count beside it") {
  for (const bool all : {false, true}) {
    for (const Sizes sizes :
         {Sizes{2, 1, 7, all}, Sizes{16, 32, 2176, all}, Sizes{768, 2048, 1e6, all}, Sizes{12288, 4096, 1e18, all}}) {
      for (const Route route : {Route::primal, Route::dual}) {
        const RouteCost cost = cost_of(route, sizes);
        for (const PartCost& part : cost.parts) {
          CAPTURE(std::string(part.work_formula));
          CHECK(Reading(part.work_formula, sizes).value() == doctest::Approx(part.work).epsilon(1e-12));
          CHECK((part.bytes > 0) == !part.bytes_formula.empty());
          if (part.bytes > 0)
            CHECK(Reading(part.bytes_formula, sizes).value() == doctest::Approx(part.bytes).epsilon(1e-12));
        }
      }
      const PartCost plain = plain_sums(sizes);
      CHECK(Reading(plain.work_formula, sizes).value() == doctest::Approx(plain.work).epsilon(1e-12));
      CHECK(Reading(plain.bytes_formula, sizes).value() == doctest::Approx(plain.bytes).epsilon(1e-12));
    }
  }
}

TEST_CASE("numbers stand for letters so that powers and products stay readable") {
  const Sizes sizes{.d = 12, .n = 3, .N = 1e6};
  CHECK(filled("N·(q·(q+1)²/2+ψ·d)", sizes) == "10⁶·(78·(78+1)²/2+936·12)");
  CHECK(filled("N²·(q+d+1)", sizes) == "(10⁶)²·(78+12+1)");
  CHECK(filled("10·d⁶", sizes) == "10·12⁶");
  CHECK(lettered("N·(q·(q+1)²/2+ψ·d)") == "N(q(q+1)²/2+ψd)");
  CHECK(lettered("8·128·(q+d²)") == "8·128(q+d²)");
}

TEST_CASE("bytes are those of the learner's own matrices") {
  const auto size_of = [](const Matrix& matrix) { return 8 * static_cast<double>(matrix.size()); };
  for (const bool all : {false, true}) {
    const Loops data(4, 6, 12, all);
    const auto targets = all ? learner::Targets::all : learner::Targets::last;
    const Sizes sizes{.d = 4, .n = 6, .N = 12, .all = all};
    const RouteCost primal = cost_of(Route::primal, sizes);
    const RouteCost dual = cost_of(Route::dual, sizes);
    learner::Moments moments({.d = 4, .d_out = 4, .targets = targets});
    REQUIRE(moments.add(data.data));
    CHECK(size_of(moments.gram()) == primal.of(Part::factor).bytes);
    const auto solution = learner::solve_minimum_norm(moments);
    REQUIRE(solution);
    CHECK(size_of(solution->p) == primal.of(Part::solve).bytes);
    const Matrix W = learner::unfold(solution->p, 4);
    const auto spectrum = learner::head_spectrum(W, 4);
    REQUIRE(spectrum);
    CHECK(size_of(W) + size_of(spectrum->U) + size_of(spectrum->V) == primal.of(Part::spectrum).bytes);
    double heads = 0;
    for (const learner::Head& head : learner::heads_from(*spectrum, 16).heads)
      heads += size_of(head.V) + size_of(head.Q);
    CHECK(heads == primal.of(Part::heads).bytes);
    const auto questions = learner::questions_of(data.data, targets);
    CHECK(size_of(questions.g) + size_of(questions.z) == dual.of(Part::features).bytes);
    CHECK(size_of(learner::kernel(questions, questions)) == dual.of(Part::sums).bytes);
  }
}

#if defined(__GLIBC__) && !defined(LIFTED_SANITIZED)
TEST_CASE("the sums of the primal way allocate what is said, but for panels that are filled up") {
  for (const auto targets : {learner::Targets::last, learner::Targets::all}) {
    const auto in_use = [] {
      const auto info = mallinfo2();
      return static_cast<double>(info.uordblks + info.hblkhd);
    };
    const double before = in_use();
    const learner::Moments moments({.d = 16, .d_out = 16, .targets = targets});
    const double taken = in_use() - before;
    const RouteCost cost = cost_of(Route::primal, {.d = 16, .n = 32, .N = 1, .all = targets == learner::Targets::all});
    CHECK(moments.rows() == 0);
    CHECK(taken == doctest::Approx(cost.of(Part::sums).bytes + cost.of(Part::features).bytes).epsilon(0.02));
  }
}
#endif

TEST_CASE("the table of math.md §4 comes out: entries, naive entries, Cholesky, Gram") {
  for (const auto& [d, psi, cholesky, megabytes] : {std::tuple{4.0, 40.0, 2.1e4, 0.0128},
                                                    {8.0, 288.0, 8.0e6, 0.66},
                                                    {12.0, 936.0, 2.7e8, 7.0},
                                                    {16.0, 2176.0, 3.4e9, 37.9}}) {
    const RouteCost cost = cost_of(Route::primal, {.d = d, .n = 1, .N = 1});
    CHECK(Sizes{.d = d}.unknowns() == psi);
    // psi³/3 flops are psi³/6 multiply-adds; (psi+1)(psi+2) for psi² adds 3/psi.
    CHECK(2 * cost.of(Part::factor).work == doctest::Approx(cholesky).epsilon(0.02 + 3 / psi));
    CHECK(cost.of(Part::factor).bytes / 1e6 == doctest::Approx(megabytes).epsilon(0.02));
  }
  CHECK(cost_of(Route::primal, {.d = 8, .n = 1, .N = 1, .all = true}).of(Part::sums).work > 8436);
  CHECK(plain_sums({.d = 8, .n = 100, .N = 1, .all = true}).work /
            cost_of(Route::primal, {.d = 8, .n = 100, .N = 1, .all = true}).of(Part::sums).work >
        100);
}
