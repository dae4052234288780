#include "figures/head_count/head_count.hpp"

#include "figures/easing.hpp"

namespace figures::head_count {
namespace {

constexpr std::array kValueMaps = {Choice{"full", "Any V"}, Choice{"rank1", "Rank-one V"}, Choice{"one", "One output"},
                                   Choice{"shared", "One direction"}};
constexpr std::array kBeside = {Choice{"nothing", "Nothing"}, Choice{"errors", "Errors on fresh questions"},
                                Choice{"noise", "Errors over the noise"}, Choice{"heads", "The heads found"},
                                Choice{"needed", "How many could be needed"}};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStageList = {Stage{"Data", "Z"}, Stage{"Fit", "W"}, Stage{"Fewest heads", "V"},
                                   Stage{"Over the noise", ""}};

constexpr auto kFilmStops = even_stops<31>(kScenes.back());
constexpr std::array kHeadStops = {1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,  8.0,
                                   10.0, 12.0, 16.0, 20.0, 25.0, 36.0, 49.0, 64.0};
constexpr std::array kSequenceStops = {16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0};

constexpr std::array kParameters = {
    token_size(2, 8, 4, "Numbers in one token. The plain decomposition of W has up to d² heads."),
    heads("Hidden heads", 64, 2, "Heads of the attention layer that made the data. The learner is not told.")
        .with_stops(kHeadStops)
        .primary(),
    choice(
        "values", "Value maps", kValueMaps,
        "Any d × d matrix, one of rank one, a single row (an answer of one number), or all heads with answers in one "
        "direction, so that S(x) counts them as one.")
        .with_symbol("V"),
    noise(0, "Standard deviation of the noise in every answer; 1 is as much as the answers themselves.").primary(),
    sequences(1024, kSequenceStops, "Sequences to learn from, one answer each; d²(d+1)/2 are needed to decide p."),
    tokens(8),
    kSeed,
    film("at", "Step by step", kFilmStops, 50,
         "W is split head by head, S(x) is asked in one direction after another, and one cut goes through both."),
    range("cut", "Cut", kAutomaticCut, 0, kAutomaticCut,
          "Values below the largest times this power of ten count as zero; −18 leaves the choice to the figure.")
        .with_step(0.05)
        .of_picture()
        .ending_film()
        .primary(),
    choice("beside", "Also show", kBeside, "What the count is worth, or where it comes from.").of_picture(),
    range("keep", "Plain heads to compare", 0, 64, 0,
          "How many heads the SVD of W is cut to; 0 means as many as the fewest.")
        .with_symbol("W")
        .of_picture()
        .shown_while({.id = "beside", .choices = 0b00110}),
    kNewData,
};

// --- How much is tried and repeated ---------------------------------------------------------------------------------

double cubed(double x) { return x * x * x; }

constexpr double kCall = 300;  // what a sequence costs however small it is; steps of a fit cost some of these

// Of one fit and its spectra.
double fit_work(const Setting& setting) {
  const double d = setting.d;
  const double q = d * (d + 1) / 2;
  const double rows = setting.sequences;
  const double outputs = setting.d_out;
  const double solving = rows < q * d ? 9 * cubed(q * d) : cubed(q * d) / 6;
  const double drawing = kCall + 20 * d * (setting.n + 2 * setting.heads);
  const double asking = kFresh * (kCall + outputs * d * d * (d + 1) / 2);
  return rows * (q * q * (q + 1) / 2 + drawing) + solving + (30 * cubed(outputs * d) + outputs * d * asking);
}

// A step of alternating least squares on p, and one weighted by the Gram matrix.
double step_work(const Setting& setting, double heads) {
  return 10 * kCall + heads * setting.d_out * cubed(setting.d) + cubed(heads * setting.d);
}

double polish_work(const Setting& setting, double heads) {
  const double d = setting.d;
  if (heads * d * d > static_cast<double>(learner::kMaxPolishUnknowns)) return step_work(setting, heads);
  return 30 * kCall + heads * heads * cubed(d * d) + cubed(heads * d * d) / 6;
}

// A random start for a number of heads, of so many steps until it has converged or stopped falling.
double start_work(const Setting& setting, double heads) { return 200.0 * step_work(setting, heads); }

// One start for each number of heads that is tried on exact p where null spaces do not apply.
double exact_start_work(const Setting& setting) {
  const Index last = std::min<Index>(most_tried(setting), setting.heads);
  double work = 0;
  for (Index heads = std::min(setting.d, setting.d_out); heads <= last; ++heads)
    work += start_work(setting, static_cast<double>(heads));
  return work;
}

// Whether p cannot be decided: too few sequences, or tokens.
bool leaves_open(const Setting& setting) { return setting.n == 1 || setting.sequences < setting.unknowns; }

// To fit so many heads to p that is noisy or open.
double noisy_work(const Setting& setting, int heads) {
  const auto polish = static_cast<double>(polish_steps(setting, leaves_open(setting)));
  return polish * polish_work(setting, heads) +
         (heads >= std::min(setting.d, setting.d_out) ? kHeadStarts * start_work(setting, heads) : 0);
}

double swept_fit_work(const Setting& setting, int heads) { return fit_work(setting) + noisy_work(setting, heads); }

}  // namespace

Setting::Setting(const Values& values)
    : d(values.integer("d")),
      d_out(values.choice("values") == "one" ? 1 : d),
      n(values.integer("n")),
      unknowns(d * d * (d + 1) / 2),
      sequences(values.integer("N")),
      heads(values.integer("H")),
      rank_one(values.choice("values") == "rank1"),
      shared(values.choice("values") == "shared"),
      noise(values.number("noise")),
      seed(values.seed()) {}

double Setting::free_numbers(int count) const {
  count = std::min(count, always_enough(d, d_out == 1));  // more of them make the same W
  double numbers = count * (d_out * d + d * d - count);
  // With one output v_hᵀ G v_i (wᵀ z) - v_iᵀ G v_h (wᵀ z) = 0: for each pair of heads d more changes change nothing.
  if (d_out == 1) numbers -= d * count * (count - 1) / 2;
  return std::min(numbers, full_numbers());
}

int kept_heads(const Result& result, const Setting& setting, const Values& values) {
  const int most = std::max(1, static_cast<int>(result.sigma.size()));
  const int wish = values.integer("keep");
  return std::clamp(wish > 0 ? wish : result.heads > 0 ? result.heads : setting.heads, 1, most);
}

Moment moment_of(const Values& values) {
  const double at = values.number("at");
  const auto share = [at](double from, double to) {
    return static_cast<float>(std::clamp((at - from) / (to - from), 0.0, 1.0));
  };
  return {share(0, kScenes[0]), share(kScenes[0], kScenes[1]), share(kScenes[1], kScenes[2])};
}

int split_heads(const Result& result, float split) {
  return static_cast<int>(split * static_cast<float>(result.plain_heads));
}

// Direction k sets out when the share of the way, less a fall, squared is k of them: the first are watched one by one.
constexpr float kFall = 0.25F;

float fallen_share(float asked, int direction) {
  const float begins = (1 - kFall) * std::sqrt(static_cast<float>(direction) / kDirections);
  return std::clamp((asked - begins) / kFall, 0.F, 1.F);
}

int asked_directions(float asked) {
  int count = 0;
  while (count < kDirections && fallen_share(asked, count) >= 1) ++count;
  return count;
}

double cut_of(const Result& result, const Values& values) {
  const double there = is_automatic_cut(values) ? result.place : std::pow(10, values.number("cut"));
  const float swept = moment_of(values).swept;
  return swept > 0 ? std::pow(there, eased(swept)) : there;
}

int above_cut(const Vector& values, double cut) {
  return static_cast<int>((values.array() > cut * std::max(values(0), kLeast)).count());
}

Index most_tried(const Setting& setting) {
  const Index generic = learner::generic_head_bound(setting.d, setting.d_out);
  return setting.d <= 5 ? generic : std::min<Index>(generic, setting.d + 4);
}

int exact_starts(const Setting& setting) {
  constexpr double kSearchWork = 1e9;  // multiply-adds
  constexpr double kMost = 40;
  const double work = exact_start_work(setting);
  return work > 0 ? static_cast<int>(std::clamp(kSearchWork / work, 1.0 * kHeadStarts, kMost)) : kHeadStarts;
}

Index polish_steps(const Setting& setting, bool open) {
  constexpr Index kUsual = 30;
  if (!open) return kUsual;
  double all = 0;
  for (int heads = 1; heads <= setting.d; ++heads) all += polish_work(setting, heads);
  return std::clamp(static_cast<Index>(1e9 / all), kUsual, Index{200});
}

int model_count(const Setting& setting, int heads) {
  constexpr double kSweepWork = 8e8;  // multiply-adds for which more than one model is swept
  return std::clamp(static_cast<int>(kSweepWork / (kNoiseLevels.size() * swept_fit_work(setting, heads))), 1, 4);
}

Work::Work(const Setting& setting) : main(fit_work(setting)) {
  const bool exact = setting.noise == 0 && !leaves_open(setting);
  const int most = exact ? static_cast<int>(most_tried(setting)) : setting.d;
  if (!exact) {
    for (int heads = 1; heads <= setting.d; ++heads) main += noisy_work(setting, heads);
    if (setting.heads <= setting.d)
      main += static_cast<double>(polish_steps(setting, leaves_open(setting))) * polish_work(setting, setting.heads);
  } else {
    main += exact_starts(setting) * exact_start_work(setting);
  }
  // How many heads will be found, as far as that can be known before; 0: the plain decomposition stays.
  const int found = setting.heads <= most ? setting.heads : exact && setting.d <= 5 ? most : 0;
  sweep = model_count(setting, found) * (kNoiseLevels.size() * swept_fit_work(setting, found));
}

extern const Figure kFigure = declare<run, draw, describe, say, stands>({
    .id = "head_count",
    .name = "How many heads?",
    .question = "How many heads are really there?",
    .parameters = kParameters,
    .stages = kStageList,
    .jobs = kJobs,
    .shape = {.narrow = 1.6, .wide = 0.58},
    .work =
        [](const Values& values) {
          const Work work{Setting(values)};
          return work.main + work.sweep;
        },
    .act = take_next_seed,
});

}  // namespace figures::head_count
