// The second view of figure "samples": the sequences that are needed against the token size, picture and words.
#include <limits>
#include <utility>

#include "figures/samples/samples.hpp"

namespace figures::samples {
namespace {

constexpr double kBeyond = std::numeric_limits<double>::infinity();
constexpr double kTheorem = 4;  // the power of d in the theorem's number of examples

// What one token size needs.
struct Need {
  double d;
  double N;         // the median, from which on half of the data sets teach enough; kBeyond: more than the largest
  double unknowns;  // over the equations of a sequence
  double law;       // from which on the noise leaves so little: exact for Gaussian features, near for these
  bool exact;       // N is the first with as many equations as unknowns
  std::vector<double> each;  // of the data sets; kBeyond as above
};

struct Growth {
  Growth(const Result& result, const Values& settings) : result(result), setting(settings) {
    for (std::size_t k = 0; k < result.signals.size(); ++k) {
      const Values values = with_token_size(settings, kLeastSize + static_cast<int>(k));
      const Setting one(values);
      const double unknowns = one.visible / one.equations;
      Need size{.d = one.d,
                .N = kBeyond,
                .unknowns = unknowns,
                .law = one.threshold + 1 + one.visible / (one.asked * (one.within - 1)),
                .exact = false,
                .each = {}};
      for (const double N : result.needed.col(static_cast<Index>(k))) size.each.push_back(N > 0 ? N : kBeyond);
      std::vector<double> rising = size.each;
      std::ranges::sort(rising);
      size.N = rising[(rising.size() - 1) / 2];
      size.exact = size.N == one.threshold;
      sizes.push_back(std::move(size));
    }
  }

  bool complete() const { return std::ssize(sizes) == kMostSize - kLeastSize + 1; }
  bool has_floor() const {
    return std::ranges::any_of(result.floors, [](double floor) { return floor > 0; });
  }
  bool is_reached() const {
    return std::ranges::all_of(sizes, [](const Need& size) { return size.N < kBeyond; });
  }
  bool is_exact() const { return std::ranges::all_of(sizes, &Need::exact); }

  // The power of d that N grows like, by least squares on logarithms. Precondition: is_reached().
  double power() const {
    double x = 0, y = 0, xx = 0, xy = 0;
    const auto count = static_cast<double>(sizes.size());
    for (const Need& size : sizes) {
      const double log_d = std::log(size.d), log_N = std::log(size.N);
      x += log_d, y += log_N, xx += log_d * log_d, xy += log_d * log_N;
    }
    return (count * xy - x * y) / (count * xx - x * x);
  }

  std::string said(double N) const { return N < kBeyond ? whole(N) : tr("more than %1", whole(setting.most)); }
  std::string said_of_each(const Need& size) const {
    return listed(size.each, ", ", [this](double N) { return said(N); });
  }

  const Result& result;
  Setting setting;
  std::vector<Need> sizes;  // rising
};

// --- Words -----------------------------------------------------------------------------------------------------------

std::string title_of(const Growth& growth) {
  if (growth.sizes.empty()) return tr("How many sequences are needed?");
  const Need& last = growth.sizes.back();
  const std::string d = whole(last.d), N = growth.said(last.N);
  if (!growth.complete() || !growth.is_reached()) return tr("%1 numbers in a token need %2 sequences", d, N);
  const auto& setting = growth.setting;
  if (growth.is_exact() && !setting.all && !setting.singular)
    return tr("%1 numbers in a token need %2 sequences: as many as there are unknowns, about d³/2, not d⁴", d, N);
  const std::string power = fixed(growth.power(), 1);
  if (growth.is_exact())
    return tr("%1 numbers in a token need %2 sequences: as many equations as unknowns, growing like d to the power %3",
              d, N, power);
  return growth.power() < kTheorem - 0.5
             ? tr("%1 numbers in a token need %2 sequences: growing like d to the power %3, not 4", d, N, power)
             : tr("%1 numbers in a token need %2 sequences: growing like d to the power %3", d, N, power);
}

std::string sentence_of(const Growth& growth) {
  const auto& [result, setting, sizes] = growth;
  if (sizes.empty()) return tr("Looking for the number of sequences from which on the error is small.");
  const bool one = setting.sets == 1;
  const std::string sets = whole(setting.sets);
  const std::string within = number(setting.within);
  const std::string enough =
      !growth.has_floor()
          ? one ? std::string(tr("Enough is when nothing but rounding is left of the error of the data set."))
                : tr("Enough is when nothing but rounding is left of the median error of the data sets (%1).", sets)
      : one
          ? tr("Enough is when the error of the data set stays within %1 times its floor.", within)
          : tr("Enough is when the median error of the data sets (%1) stays within %2 times its floor.", sets, within);
  const auto list = [&](double Need::* value) {
    return listed(sizes, ", ", [&](const Need& size) { return growth.said(std::ceil(size.*value)); });
  };
  const bool none = std::ranges::none_of(sizes, [](const Need& size) { return size.N < kBeyond; });
  const std::string from = whole(sizes.front().d), to = whole(sizes.back().d);
  const std::string found =
      none ? tr("Tokens of %1 to %2 numbers all need %3 sequences.", from, to, growth.said(kBeyond))
           : tr("Tokens of %1 to %2 numbers need %3 sequences.", from, to, list(&Need::N));
  const std::string counted_out =
      growth.is_exact()
          ? std::string(tr("Each time these are the first with as many equations as unknowns for each output."))
          : tr("As many equations as unknowns for each output are in %1.", list(&Need::unknowns));
  const std::string power = growth.complete() && growth.is_reached()
                                ? tr("Over these sizes that grows like d to the power %1. The theorem's order, d⁴, is "
                                     "enough for answers of any kind; "
                                     "its constant is unknown.",
                                     fixed(growth.power(), 2))
                                : "";
  return passage({enough, found, counted_out, power});
}

// --- Picture ---------------------------------------------------------------------------------------------------------

struct Rule {
  std::string words;
  CurveStyle style;
  std::vector<double> N = {};
};

// What is counted, what noise asks for, and the theorem's slope.
std::vector<Rule> lines_of(const Growth& growth, bool narrow) {
  const Setting& setting = growth.setting;
  const std::string formula = setting.singular             ? "$d(d+1)(d+2)/6$"
                              : setting.asked >= kMostSize ? "$d(d+1)/2$"
                              : setting.asked > 1          ? "$ψ/{min}(n,d)$"
                                                           : "$d^{2}(d+1)/2$";
  std::vector<Rule> lines;
  lines.push_back({narrow ? tr("unknowns: %1", formula) : tr("as many equations as unknowns: %1", formula),
                   {.ink = Ink::W, .width = 1.75F, .dashed = true}});
  lines.push_back({narrow ? tr("the theorem's slope: $d^{4}$")
                          : tr("the theorem's order $d^{4}$: only its slope, constant unknown"),
                   {.ink = Ink::quiet, .width = 1.5F, .dashed = true}});
  for (int d = kLeastSize; d <= kMostSize; ++d) {
    const Values values = with_token_size(setting.values, d);
    const Setting one(values);
    lines[0].N.push_back(one.visible / one.equations);
    lines[1].N.push_back(one.d * one.d * one.d * one.d);
  }
  if (growth.has_floor() && setting.lambda == 0) {
    lines.push_back(
        {setting.softmax ? tr("if the floor were noise: theory") : std::string(tr("theory, with this noise")),
         {.ink = Ink::truth, .width = 1.75F, .dashed = true}});
    for (const Need& size : growth.sizes) lines.back().N.push_back(size.law);
  }
  return lines;
}

std::string tip_of(const Growth& growth, const Need& size, std::size_t set) {
  return tr("$d$ = %1, data set %2 of %3: %4 sequences\nmedian of all: %5\nunknowns over equations: %6", whole(size.d),
            whole(set + 1), whole(size.each.size()), growth.said(size.each[set]), growth.said(size.N),
            number(size.unknowns));
}

// Every data set at every size, a little aside of the others; those that need more stand at the largest N, hollow.
void draw_dots(const Growth& growth, Canvas& canvas, const Axes& axes, Labels& labels) {
  const float step_aside = canvas.narrow() ? 0.75F : 2;
  const auto draw = [&](bool reached) {
    std::vector<double> x, y;
    std::vector<std::pair<const Need*, std::size_t>> which;
    for (const Need& size : growth.sizes) {
      for (std::size_t set = 0; set < size.each.size(); ++set) {
        if ((size.each[set] < kBeyond) != reached) continue;
        const float aside = step_aside * (static_cast<float>(set) - static_cast<float>(size.each.size() - 1) / 2);
        x.push_back(axes.x_of(axes.x_at(size.d) + aside));
        y.push_back(reached ? size.each[set] : growth.setting.most);
        which.emplace_back(&size, set);
        labels.avoid(axes.at(x.back(), y.back()));
      }
    }
    const auto at =
        scatter(canvas, axes, x, y, {.ink = Ink::error, .radius = 2.5F, .amount = 0.6F, .hollow = !reached});
    if (at) tooltip(canvas, axes.at(x[*at], y[*at]), tip_of(growth, *which[*at].first, which[*at].second));
  };
  draw(false);
  draw(true);
}

// The medians, at each size: under the lines that it may fall together with.
void draw_medians(const Growth& growth, Canvas& canvas, const Axes& axes, Labels& labels) {
  std::vector<double> d, N;
  for (const Need& size : growth.sizes) {
    d.push_back(size.d);
    N.push_back(size.N);
  }
  curve(canvas, axes, d, N, {.ink = Ink::error, .width = 7, .amount = 0.3F});
  for (std::size_t k = 0; k < N.size(); ++k) {
    if (!(N[k] < kBeyond)) continue;
    labels.avoid(around(axes.at(d[k], N[k]), 6));
    if (k > 0 && N[k - 1] < kBeyond) labels.avoid(axes.at(d[k - 1], N[k - 1]), axes.at(d[k], N[k]));
  }
}

// An order has no constant: the line that has one, and others beside it.
void draw_slope(Canvas& canvas, const Axes& axes, std::span<const double> d, const Rule& rule) {
  const Clip clip(canvas, axes.plot());
  for (const double constant : {1e-4, 1e-3, 1e-2, 1e-1, 10.0}) {
    std::vector<double> N = rule.N;
    for (double& value : N) value *= constant;
    curve(canvas, axes, d, N, {.ink = Ink::quiet, .width = 1, .amount = 0.25F});
  }
}

Axes draw_frame(const Growth& growth, const std::vector<Rule>& lines, Canvas& canvas, const Rect& box) {
  std::vector<double> all;
  for (const Rule& line : lines) all.insert(all.end(), line.N.begin(), line.N.end());
  for (const Need& size : growth.sizes)
    for (const double N : size.each) all.push_back(N < kBeyond ? N : growth.setting.most);
  const Axes axes = draw_axes(
      canvas, box.inset(0, 0, 0, line_height(canvas, Size::small) + 5),
      {.range = {0.93 * kLeastSize, 1.07 * kMostSize},
       .scale = Scale::log,
       .name = tr("token size $d$"),
       .ticks = false},
      {.range = range_of(all, Scale::log, 0.06), .scale = Scale::log, .name = tr("sequences $N$ that are needed")});
  for (int d = kLeastSize; d <= kMostSize; ++d)
    text(canvas, Point{axes.x_at(d), axes.plot().bottom() + 6}, whole(d),
         {.ink = Ink::quiet, .size = Size::small, .along = Along::centre});
  return axes;
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  const Growth growth(result, drawing.settings);
  if (!growth.setting.every_size) return draw_error(result, drawing);
  Canvas& canvas = drawing.canvas;
  const std::vector<Rule> lines = lines_of(growth, canvas.narrow());
  const Axes axes = draw_frame(growth, lines, canvas, canvas.area.inset(2));
  Labels labels(axes.plot());
  std::vector<double> d;
  for (int one = kLeastSize; one <= kMostSize; ++one) d.push_back(one);
  draw_slope(canvas, axes, d, lines[1]);
  draw_medians(growth, canvas, axes, labels);
  const auto points = [&](const Rule& line) { return axes.at(std::span(d).first(line.N.size()), line.N); };
  for (const Rule& line : lines) {
    curve(canvas, axes, std::span(d).first(line.N.size()), line.N, line.style);
    labels.avoid(points(line));
  }
  draw_dots(growth, canvas, axes, labels);
  for (const Rule& line : lines)
    labels.place(canvas, line.words, {.ink = line.style.ink, .size = Size::small}, spots_along(points(line), 8));
  bool beyond = false;  // one label is enough for all of them
  for (const Need& size : growth.sizes) {
    if (std::exchange(beyond, !(size.N < kBeyond)) && beyond) continue;
    labels.place(canvas, growth.said(size.N), {.ink = Ink::error, .size = Size::small, .face = Face::semibold},
                 spots_around(axes.at(size.d, std::min(size.N, growth.setting.most))));
  }
}

Description describe(const Result& result, const Context& context) {
  const Growth growth(result, context.settings);
  const Setting& setting = growth.setting;
  if (!setting.every_size) return describe_error(result, context);
  Table table;
  Rows rows(table);
  rows(tr("Answers come from"), setting.softmax ? tr("softmax attention") : tr("linear attention"));
  rows(tr("Data sets"), setting.sets);
  rows(tr("Largest N"), setting.most);
  rows(tr("Ridge λ"), setting.lambda);
  if (growth.has_floor()) rows(tr("Close enough: times the floor"), setting.within);
  if (growth.complete() && growth.is_reached()) rows(tr("Exponent of the growth with d"), fixed(growth.power(), 3));
  for (std::size_t k = 0; k < growth.sizes.size(); ++k) {
    const Need& size = growth.sizes[k];
    const std::string d = whole(size.d);
    rows(tr("d = %1: sequences needed", d), growth.said(size.N));
    rows(tr("d = %1: unknowns over equations of a sequence", d), size.unknowns);
    rows(tr("d = %1: sequences needed by each data set", d), growth.said_of_each(size));
    rows(tr("d = %1: error of answering 0", d), result.signals[k]);
    rows(tr("d = %1: floor", d), result.floors[k]);
    if (growth.has_floor() && setting.lambda == 0) rows(tr("d = %1: sequences by theory", d), size.law);
    rows(tr("d = %1: d⁴", d), size.d * size.d * size.d * size.d);
  }
  return {.title = title_of(growth), .sentence = sentence_of(growth), .table = std::move(table)};
}

}  // namespace figures::samples
