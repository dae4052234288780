#include "figures/cost/lines.hpp"

#include <algorithm>
#include <cmath>

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::cost {
namespace {

constexpr int kPoints = 61;

template <class Formula>
Line line_of(std::string words, Ink ink, Formula formula) {
  Line made{.words = std::move(words), .ink = ink};
  for (int k = 0; k < kPoints; ++k) {
    const double share = static_cast<double>(k) / (kPoints - 1);
    const double d = std::round(kLeastWidth * std::pow(kGpt3Width / kLeastWidth, share));
    made.d.push_back(d);
    made.work.push_back(formula(d));
  }
  return made;
}

Line part_line(const Picture& picture, Part part) {
  return line_of(name_of(part, picture.route), ink_of(part),
                 [&](double d) { return cost_of(picture.route, picture.setting.sizes(d)).of(part).work; });
}

Line total_line(const Picture& picture, Route route) {
  return line_of(route == Route::primal ? tr("primal, in all") : tr("dual, in all"), Ink::ink,
                 [&](double d) { return cost_of(route, picture.setting.sizes(d)).work(); });
}

}  // namespace

std::vector<Line> lines_of(const Picture& picture) {
  const bool narrow = picture.drawing.canvas.narrow();
  std::vector<Line> lines;
  lines.push_back(total_line(picture, picture.route));
  lines.back().width = 7;
  lines.back().amount = 0.22F;
  lines.push_back(total_line(picture, other(picture.route)));
  lines.back().ink = Ink::quiet;
  lines.back().width = 1.25F;
  for (const Part part : {Part::features, Part::sums, Part::factor, Part::solve, Part::spectrum}) {
    lines.push_back(part_line(picture, part));
  }
  if (picture.route == Route::primal && !narrow) {
    lines.push_back(line_of(tr("Gram matrix, the plain way"), Ink::G,
                            [&](double d) { return plain_sums(picture.setting.sizes(d)).work; }));
    lines.back().width = 1.25F;
    lines.back().amount = 0.7F;
  }
  lines.push_back(line_of(narrow ? tr("the theorem") : tr("the theorem’s time, its own $N$"), Ink::truth,
                          [&](double d) { return picture.setting.theorem_time(d); }));
  lines.back().dashed = true;
  if (picture.setting.from != NumberFrom::theorem) {
    lines.push_back(line_of(narrow ? tr("with this $N$") : tr("the same formula, this $N$"), Ink::quiet,
                            [&](double d) { return picture.setting.paper_time(d); }));
    lines.back().dashed = true;
    lines.back().width = 1.25F;
  }
  return lines;
}

Range range_of(const std::vector<Line>& lines) {
  double most = 100 * kClaim * kGpt3;
  double least = 1e6;
  for (const Line& line : lines) {
    most = std::max(most, 3 * line.work.back());
    least = std::min(least, line.work.front() / 3);
  }
  return {std::pow(10, std::floor(std::log10(least))), std::pow(10, std::ceil(std::log10(most)))};
}

std::vector<Level> levels_of(const Picture& picture) {
  std::vector<Level> levels = {{kGpt3, tr("training GPT-3, %1", number(kGpt3)), tr("training GPT-3")}};
  if (!picture.device) return levels;
  const double rate = picture.device->cholesky;
  levels.push_back({3600 * rate, tr("this device in an hour"), tr("an hour here")});
  levels.push_back({kYear * rate, tr("this device in a year"), tr("a year here")});
  levels.push_back({kSpans.back().seconds * rate, tr("… in the age of the universe"), tr("age of the universe")});
  levels.push_back({rate, tr("this device in a second"), tr("a second here")});
  return levels;
}

}  // namespace figures::cost
