#include "figures/head_count/head_count.hpp"

#include <algorithm>
#include <array>

#include "figures/head_count/plan.hpp"
#include "figures/head_count/run.hpp"
#include "figures/parameters.hpp"

namespace figures::head_count {
namespace {

constexpr std::array kValueMaps = {
    Choice{.id = "full", .label = "Any V"},
    Choice{.id = "rank1", .label = "Rank-one V"},
    Choice{.id = "one", .label = "One output"},
};
constexpr std::array kStageList = {
    Stage{.name = "Data", .symbol = "Z"},
    Stage{.name = "Fit", .symbol = "W"},
    Stage{.name = "Fewest heads", .symbol = "V"},
    Stage{.name = "Over the noise", .symbol = ""},
};

constexpr std::array kHeadStops = {1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,  8.0,
                                   10.0, 12.0, 16.0, 20.0, 25.0, 36.0, 49.0, 64.0};
constexpr std::array kTokenStops = {1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0};
constexpr std::array kSequenceStops = {16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0};
constexpr std::array kNoiseStops = {0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};

constexpr std::array kParameters = {
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 2,
              .max = 8,
              .initial = 4,
              .symbol = "d",
              .help = "Numbers in one token. The plain decomposition of W has up to d² heads."},
    Parameter{.id = "H",
              .label = "True heads H",
              .min = 1,
              .max = 64,
              .initial = 2,
              .stops = kHeadStops,
              .symbol = "H",
              .help = "Heads of the attention layer that made the data. The learner is not told."},
    Parameter{.id = "values",
              .label = "Value maps",
              .kind = Kind::choice,
              .choices = kValueMaps,
              .symbol = "V",
              .help = "Any d × d matrix, one of rank one, or a single row: an answer of one number."},
    Parameter{.id = "noise",
              .label = "Noise",
              .min = 0,
              .max = 1,
              .step = 0,
              .initial = 0,
              .stops = kNoiseStops,
              .help = "Standard deviation of the noise in every answer; 1 is as much as the answers themselves."},
    Parameter{.id = "N",
              .label = "Sequences N",
              .min = 16,
              .max = 4096,
              .initial = 1024,
              .stops = kSequenceStops,
              .symbol = "N",
              .help = "Sequences to learn from, one answer each; d²(d+1)/2 are needed to decide p."},
    Parameter{.id = "n",
              .label = "Tokens n",
              .min = 1,
              .max = 32,
              .initial = 8,
              .stops = kTokenStops,
              .symbol = "n",
              .help = "Tokens in one sequence."},
    kSeed,
    Parameter{.id = "keep",
              .label = "Heads kept",
              .min = 0,
              .max = 64,
              .initial = 0,
              .symbol = "W",
              .help = "Of the plain SVD of W; 0 stands for as many as the fewest heads.",
              .affects = Affects::picture,
              .by_hand = true},
    kNewData,
};

}  // namespace

double full_numbers(const Result& result) { return static_cast<double>(result.d_out) * result.unknowns; }

double free_numbers(const Result& result, int heads) {
  const double d = result.d;
  double numbers = heads * (result.d_out * d + d * d - heads);
  // With one output v_hᵀ G v_i (wᵀ z) - v_iᵀ G v_h (wᵀ z) = 0: for each pair of heads d more changes change nothing.
  if (result.d_out == 1) numbers -= d * heads * (heads - 1) / 2;
  return std::min(numbers, full_numbers(result));
}

double noise_share(const Result& result, double noise, double numbers) {
  return noise * noise * numbers / (static_cast<double>(result.d_out) * static_cast<double>(result.sequences));
}

int kept_heads(const Result& result, const Values& values) {
  const int most = std::max(1, static_cast<int>(result.sigma.size()));
  const int wish = values.integer("keep");
  return std::clamp(wish > 0 ? wish : result.heads > 0 ? result.heads : result.true_heads, 1, most);
}

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "head_count",
    .name = "How many heads?",
    .question = "How many heads are really there?",
    .parameters = kParameters,
    .stages = kStageList,
    .shape = {.narrow = 3.9, .wide = 0.66},
    .work = [](const Values& values) { return planned_work(head_count_setting(values)); },
    .act = take_next_seed,
});

}  // namespace figures::head_count
