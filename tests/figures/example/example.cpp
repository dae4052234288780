// The smallest complete figure, as src/figures/README.md explains it: the spectrum of the features' Gram matrix on a
// log axis, and a threshold that the reader drags. web/new_figure.sh begins a figure of your own from it.

#include "figures/figure.hpp"
#include "figures/parameters.hpp"
#include "learner/certificate.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/panel.hpp"

namespace figures::example {
namespace {

// --- What a reader can choose ----------------------------------------------------------------------------------------

constexpr std::array kCounts = {16.0, 64.0, 256.0, 1024.0};
constexpr std::array kParameters = {
    token_size(2, 5, 3, "Numbers in one token; there are d²(d+1)/2 eigenvalues.").primary(),
    sequences(256, kCounts, "Random sequences of eight tokens.").primary(),
    range("threshold", "Threshold", -12, 2, -6, "Power of ten; drag the line in the picture.")
        .with_step(0)
        .of_picture()
        .primary(),
    kSeed,
    kNewData,
};
constexpr std::array kStages = {Stage{"Data", "Z"}, Stage{"Spectrum", "Lambda"}};

// --- The learner's part: runs in a worker, knows no screen -----------------------------------------------------------

// What the learner found out. It travels as bytes, so it lists its members.
struct Result {
  Vector eigenvalues;  // of Λ, falling; none is below 0
  void fields(auto& archive) { archive(eigenvalues); }
};

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  const Values& values = request.values;
  const auto count = static_cast<std::uint64_t>(values.integer("N"));
  const auto task = learner::random_attention(
      {.d = values.integer("d"), .d_out = 1, .n = 8, .seed = static_cast<std::uint64_t>(values.integer("seed"))});
  if (!task) return std::unexpected(task.error());
  reporter.begin(0);
  Moments moments(task->shape());
  constexpr std::uint64_t kBlock = 64;
  for (std::uint64_t first = 0; first < count; first += kBlock) {
    const auto added = moments.add(task->block(Split::train, first, std::min(kBlock, count - first)));
    if (!added) return std::unexpected(added.error());
    reporter.report(0.5 * static_cast<double>(first) / static_cast<double>(count));
  }
  reporter.begin(1);
  const auto certificate = learner::certify(moments);
  if (!certificate) return std::unexpected(certificate.error());
  reporter.report(1);
  return Result{certificate->spectrum.reverse().cwiseMax(0)};
}

// Multiply-adds: moments and the spectrum.
double work(const Values& values) {
  const double psi = std::pow(values.number("d"), 3) / 2;
  return values.number("N") * psi * psi + 9 * std::pow(psi, 3);
}

// --- What picture and words both say ---------------------------------------------------------------------------------

double threshold_of(const Values& values) { return std::pow(10, values.number("threshold")); }

Index count_above(const Result& result, double threshold) {
  return std::ranges::count_if(result.eigenvalues, [threshold](double value) { return value > threshold; });
}

std::string finding(const Result& result, double threshold) {
  return tr("%1 of %2 eigenvalues lie above %3", whole(count_above(result, threshold)),
            whole(result.eigenvalues.size()), number(threshold, 2));
}

// --- The picture: shows, never computes ------------------------------------------------------------------------------

void draw(const Result& result, Drawing& drawing) {
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  const auto count = static_cast<double>(result.eigenvalues.size());
  heading(canvas, area, tr("Eigenvalues, largest first"), tr("Drag the line up or down."));
  const Axes axes = draw_axes(canvas, area, {.range = {0.5, count + 0.5}, .name = tr("eigenvalue"), .whole = true},
                              {.range = {1e-12, 1e2}, .scale = Scale::log, .name = tr("its size")});

  const Region region = plot::region(canvas, "example.threshold", axes.plot());
  if (region.held) drawing.values.set("threshold", std::log10(axes.y_of(canvas.pointer.at.y)));
  const double threshold = threshold_of(drawing.values);
  rule_y(canvas, axes, threshold, {.ink = Ink::accent, .width = region.hovered ? 2.5F : 1.5F});

  std::vector<double> rank;
  for (double k = 1; k <= count; ++k) rank.push_back(k);
  const auto sizes = span_of(result.eigenvalues);
  if (const auto hovered = scatter(canvas, axes, rank, sizes, {.ink = Ink::V, .radius = 4}))
    tooltip(canvas, axes.at(rank[*hovered], sizes[*hovered]),
            tr("eigenvalue %1\n%2", whole(*hovered + 1), number(sizes[*hovered], 6)));
}

// --- The words: for readers who cannot see the picture, for exports and for tests ------------------------------------

Description describe(const Result& result, const Context& context) {
  Description description{.title = finding(result, threshold_of(context.values)),
                          .sentence = tr("The data are %1 sequences of eight tokens with %2 numbers each.",
                                         whole(context.settings.integer("N")), whole(context.settings.integer("d"))),
                          .table = {}};
  Rows rows(description.table);
  rows(tr("Threshold"), threshold_of(context.values));
  rows(tr("Eigenvalues"), result.eigenvalues.size());
  rows(tr("Above the threshold"), count_above(result, threshold_of(context.values)));
  for (Index k = 0; k < result.eigenvalues.size(); ++k) rows(tr("Eigenvalue %1", whole(k + 1)), result.eigenvalues(k));
  return description;
}

}  // namespace

extern const Figure kFigure = declare<run, draw, describe>({
    .id = "example",
    .name = "A spectrum",
    .question = "How many eigenvalues lie above a threshold?",
    .parameters = kParameters,
    .stages = kStages,
    .shape = {.narrow = 1.2, .wide = 0.6},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::example
