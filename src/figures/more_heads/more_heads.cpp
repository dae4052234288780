#include "figures/more_heads/more_heads.hpp"

namespace figures::more_heads {
namespace {

constexpr std::array kStages = {Stage{"Data", "Z"}, Stage{"Starts", "V"}, Stage{"Ground", "W"}};
constexpr std::array kJobs = {Job{"check", check}};
constexpr std::array kHeadStops = {1.0, 2.0, 3.0, 4.0};
constexpr std::array kStartStops = {10.0, 25.0, 50.0, 100.0, 200.0, 400.0};
constexpr std::array kSequenceStops = {12.0, 16.0, 24.0, 32.0, 64.0, 128.0, 256.0};
constexpr std::array kGridStops = {7.0, 15.0, 25.0, 41.0};
constexpr std::array kStepStops = {50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0};

constexpr std::array kParameters = {
    film("H", "Heads H", kHeadStops, 0.6, "Heads of the layer that learns, one to d² = 4; the data stay the same.")
        .with_step(0.05)
        .with_symbol("H")
        .replaying()
        .primary(),
    range("starts", "Random starts", kStartStops, 200, "For each number of heads. More starts make shorter error bars.")
        .with_step(5),
    kNewData.with_label("Another draw").with_help("Another hidden head, other data and other starts.").primary(),
    sequences(64, kSequenceStops, "Sequences to learn from, each with one label of two numbers."),
    tokens(8, std::span(kTokenStops).subspan(1)),  // one token leaves W open
    range("steps", "Steps", kStepStops, 1000,
          "Steps of Adam from each start. With few, more starts are merely slow rather than stuck.")
        .with_step(50),
    range("grid", "Places along a side", kGridStops, 41,
          "How finely the ground is drawn. At each place the least loss nearby is searched for.")
        .with_step(2),
    kSeed.with_initial(16),
    range("yaw", "Turn of the view", -180, 180, -24, "Degrees about the upright axis; drag the surface sideways.")
        .of_picture(),
    range("pitch", "Height of the view", 20, 75, 42, "Degrees over the horizon; drag the surface up or down.")
        .of_picture(),
};

}  // namespace

// --- Result ---------------------------------------------------------------------------------------------------------

int Result::grounds() const {
  return static_cast<int>(std::ranges::count_if(columns, [](const Column& one) { return one.heights.size() > 0; }));
}

Matrix Result::heights(double heads) const {
  const int below = std::clamp(static_cast<int>(heads), 1, grounds());
  const double share = heads - below;
  if (share <= 0 || below == grounds()) return of(below).heights;
  return (1 - share) * of(below).heights + share * of(below + 1).heights;
}

int Result::valleys(int heads) const {
  const Matrix& f = of(heads).heights;
  int count = 0;
  for (Index column = 1; column + 1 < f.cols(); ++column) {
    for (Index row = 1; row + 1 < f.rows(); ++row) {
      const double here = f(row, column);
      bool lowest = here > optimum + kMargin;
      for (Index k = -1; k <= 1; ++k) {
        for (Index l = -1; l <= 1; ++l) lowest = lowest && (k == 0 && l == 0 ? true : here < f(row + k, column + l));
      }
      count += lowest ? 1 : 0;
    }
  }
  return count;
}

Share share_of(int count, int of) {
  constexpr double z = 1.959963984540054;  // 97.5 % of a normal distribution lie below
  if (of < 1) return {0, 0, 1};
  const double n = of, k = count;
  const double middle = k + z * z / 2;
  const double spread = z * std::sqrt(k * (n - k) / n + z * z / 4);
  return {k / n, count == 0 ? 0 : (middle - spread) / (n + z * z), count == of ? 1 : (middle + spread) / (n + z * z)};
}

// --- Words ----------------------------------------------------------------------------------------------------------

double shown_heads(const Result& result, const Values& values) {
  return std::min(values.number("H"), std::max(1.0, static_cast<double>(result.grounds())));
}

std::string share_text(const Column& column) { return percent(share_of(column.caught(), column.starts()).value); }

std::string interval_text(const Column& column) {
  const Share share = share_of(column.caught(), column.starts());
  return tr("%1 to %2", percent(share.low), percent(share.high));
}

std::string loss_text(double loss) { return loss < 1e-12 ? std::string(tr("0 up to rounding")) : number(loss, 3); }

extern const Figure kFigure = declare<run, draw, describe, say, stands>({
    .id = "more_heads",
    .name = "More heads, fewer bad valleys",
    .question = "Why does descent so often work, if one head’s loss has bad valleys?",
    .parameters = kParameters,
    .stages = kStages,
    .jobs = kJobs,
    .shape = {.narrow = 1.65, .wide = 0.54},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::more_heads
