#include "figures/samples/samples.hpp"

#include "figures/parameters.hpp"

namespace figures::samples {
namespace {

constexpr std::array kLabels = {Choice{"linear", "Linear attention"}, Choice{"softmax", "Softmax attention"}};
constexpr std::array kTargets = {Choice{"last", "Last token"}, Choice{"all", "All tokens"}};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStages = {Stage{"Floor", "y"}, Stage{"Data sets", "N"}};

constexpr std::array kLambdaStops = {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
constexpr std::array kSetStops = {1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0};
// Where the marker stops for the keyboard; a drag takes every N that was tried.
constexpr std::array kMarkerStops = {1.0,   2.0,   4.0,    8.0,    16.0,   32.0,   64.0,   128.0,
                                     256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0};

constexpr std::array kParameters = {
    choice("labels", "Answers come from", kLabels,
           "The layer to be learned: a linear one, which can be matched, or softmax, which cannot."),
    noise(0.1, "Standard deviation of the Gaussian noise added to every number of an answer.")
        .with_label("Noise σ")
        .primary(),
    token_size(2, 8, 4, "Numbers in one token; there are d²(d+1)/2 unknowns for each output.").primary(),
    choice("targets", "Who is asked", kTargets,
           "The last token only, which is one equation a sequence for each output, or every token."),
    tokens(16),
    heads("Heads H", 8, 2, "Heads of the layer that answers. The learner is not told."),
    ridge(0, kLambdaStops,
          "Penalty on W. Zero takes the smallest W that fits, which is ordinary least squares beyond the peak."),
    range("most", "Largest N", 16, 16384, 4096, "How many sequences a data set grows to.")
        .with_stops(std::span(kMarkerStops).subspan(4))
        .with_symbol("N"),
    range("sets", "Data sets", 1, 24, 8, "Independent data sets from the same layer; each is a dot at every N.")
        .with_stops(kSetStops),
    kSeed,
    range("N", "Read at N", 1, 16384, 512, "Where the marker stands: what this many sequences give.")
        .with_stops(kMarkerStops)
        .with_symbol("N")
        .of_picture()
        .primary(),
    kNewData,
};

// See Setting::sizes.
std::vector<double> sizes_of(double threshold, double most) {
  double power = 1;
  while (2 * power <= threshold / 8 && 16 * power <= most) power *= 2;
  std::vector<double> sizes;
  if (threshold <= most) sizes.push_back(threshold);
  for (; power <= most; power *= 2) {
    sizes.push_back(power);
    if (const double between = std::round(power * std::sqrt(2.0)); between <= most) sizes.push_back(between);
  }
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  return sizes;
}

}  // namespace

Setting::Setting(const Values& given)
    : values(given),
      threshold(std::ceil(visible / equations)),
      // Four times the largest data set at the least, so that what the reference is off by stays a correction.
      reference(softmax ? static_cast<int>(std::clamp(8 * most, 16384.0, 65536.0)) : 0),
      sizes(sizes_of(threshold, most)) {}

extern const Figure kFigure = declare<run, draw, describe>({
    .id = "samples",
    .name = "How much data?",
    .question = "How much data is enough?",
    .parameters = kParameters,
    .stages = kStages,
    .jobs = kJobs,
    .shape = {.narrow = 1.5, .wide = 0.64},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::samples
