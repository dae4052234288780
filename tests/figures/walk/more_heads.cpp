#include <algorithm>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

const std::array<std::string, 4> kHeads = {"1 head", "2 heads", "3 heads", "4 heads"};

double stuck(const Told& told, std::size_t heads) { return told.at("Stuck with " + kHeads[heads - 1]).value; }
double starts(const Told& told) { return told.setting("starts"); }

double sum(const Told& told, const std::string& start) {
  double all = 0;
  for (const Printed one : told.column(start)) all += one.value;
  return all;
}

// Starts that are neither stuck nor arrived, with any number of heads or with these.
double late(const Told& told, const std::string& heads = "") {
  return sum(told, "Slow with " + heads) + sum(told, "Neither arrived nor in a proven valley with " + heads);
}

// "54 %" of the starts.
bool is_share(const Fit& fit, Printed share, std::size_t heads) {
  return same(share, times(exact(stuck(fit, heads)), 100 / starts(fit))) ||
         std::abs(share.value - 100 * stuck(fit, heads) / starts(fit)) <= 0.501;
}

// "47 % to 61 %" beside the share.
bool is_interval(const Fit& fit, Printed share, const std::string& interval, std::size_t heads) {
  // Of starts that are on their way nobody knows.
  if (const double slow = late(fit, kHeads[heads - 1]); slow > 0)
    return interval.ends_with(" had not arrived") && first_in(interval).value == slow;
  const std::vector<Printed> ends = values_in(interval);
  return interval == fit.cell("Share stuck with " + kHeads[heads - 1] + ", 95 % interval") && at_most(ends[0], share) &&
         at_most(share, ends[1]);
}

// The ground is the bowl: no more above it than counts as having arrived.
bool is_bowl(const Told& told, std::size_t heads) {
  const std::string cell = told.cell("Ground above the bowl at most with " + kHeads[heads - 1]);
  const double height = told.at("Height of the bowl shown at its corners").value;
  return cell.starts_with("0 up to") || below(first_in(cell), exact(1e-3 * std::min(1.0, height)));
}
bool is_bowl_from(const Told& told, std::size_t heads) {
  for (std::size_t fewer = 1; fewer < heads; ++fewer)
    if (is_bowl(told, fewer)) return false;
  return is_bowl(told, heads);
}
std::size_t bowl_from(const Told& told) {
  for (std::size_t heads = 1; heads <= 4; ++heads)
    if (is_bowl(told, heads)) return heads;
  return 0;
}

// How far above the optimum the highest valley lies in which a start got stuck: "10 × 7.69·10⁻⁵; 2 × 0.3".
double highest(const Told& told, std::size_t heads) {
  const std::vector<Printed> cells = values_in(told.cell("Losses of the valleys with " + kHeads[heads - 1]));
  double most = 0;
  for (std::size_t k = 1; k < cells.size(); k += 2) most = std::max(most, cells[k].value);
  const std::string optimum = told.cell("Convex optimum, relative to that");
  return optimum.starts_with("0 up to") ? most : most - first_in(optimum).value;
}
// What the ground that is drawn does not show, and how far the valleys lie above it.
double too_small(const Told& told) {
  return 1e-3 * std::min(1.0, told.at("Height of the bowl shown at its corners").value);
}
double above_bowl(const Told& told) {
  return told.at("Valleys above the bowl at their place, at most, with " + kHeads[bowl_from(told) - 1]).value;
}
bool is_highest(const Fit& fit) {
  const double most = highest(fit, bowl_from(fit));
  return std::abs(fit.number(1).value - most) <= 0.06 * most;
}

}  // namespace

Rules more_heads() {
  Rules rules = {
      .figure = "more_heads",
      .states = {"starts=25&N=32&n=12&steps=1000&grid=7&seed=936", "seed=55&starts=50&N=12&n=2&steps=2000&grid=7", "starts=10&steps=50&grid=7",
                 "starts=10&steps=50&grid=7&seed=2", "starts=10&steps=200&grid=7&seed=3",
                 "starts=10&steps=200&grid=7&seed=4", "starts=10&steps=200&grid=7&seed=5",
                 "starts=10&steps=200&grid=7&seed=6", "starts=10&steps=1000&grid=7&seed=5",
                 "starts=10&steps=1000&grid=7&seed=9", "starts=10&steps=1000&grid=7&seed=31",
                 "N=12&steps=50&seed=68&grid=7", "steps=50&seed=74&grid=7",
                 "starts=10&N=12&n=32&steps=500&seed=89&grid=7", "starts=10&N=12&n=32&steps=2000&seed=89&grid=7",
                 "starts=10&N=12&n=32&steps=50&seed=86&grid=7", "starts=25&n=32&steps=2000&seed=2806&grid=7",
                 "starts=25&n=32&seed=2356&grid=15", "starts=10&seed=68&N=16&n=4&steps=500&grid=7",
                 "starts=25&grid=7&seed=7", "starts=25&grid=7&seed=8"},
      .rules = {
          {"On these data no start gets stuck, with any number of heads tried",
           [](const Fit& fit) { return sum(fit, "Stuck with ") == 0 && late(fit) == 0; }},
          {"After # steps @ of @ starts had not arrived; none was seen to get stuck",
           [](const Fit& fit) {
             return sum(fit, "Stuck with ") == 0 && late(fit) > 0 && fit.number(1).value == fit.setting("steps") &&
                    fit.number(2).value == late(fit) && fit.number(3).value == 4 * starts(fit);
           }},
          {"On these data no start gets stuck with one head, but @ % do with ~",
           [](const Fit& fit) {
             const auto heads = static_cast<std::size_t>(count_of(fit.words(2)).value);
             return stuck(fit, 1) == 0 && late(fit, "1 head") == 0 && is_share(fit, fit.number(1), heads) &&
                    fit.number(1).value > 0;
           }},
          {"With one head no start was seen to get stuck, but @ of # had not arrived; with ~ @ % get stuck",
           [](const Fit& fit) {
             const auto heads = static_cast<std::size_t>(count_of(fit.words(3)).value);
             return stuck(fit, 1) == 0 && late(fit, "1 head") > 0 && fit.number(1).value == late(fit, "1 head") &&
                    fit.number(2).value == starts(fit) && is_share(fit, fit.number(4), heads) &&
                    fit.number(4).value > 0;
           }},
          {"@ % of the starts get stuck with one head, none of # with four",
           [](const Fit& fit) {
             return is_share(fit, fit.number(1), 1) && stuck(fit, 4) == 0 && fit.number(2).value == starts(fit) &&
                    late(fit, "4 heads") == 0 && late(fit, "1 head") <= stuck(fit, 1);
           }},
          {"@ % of the starts get stuck with one head, none of # with four; @ and @ had not arrived",
           [](const Fit& fit) {
             return is_share(fit, fit.number(1), 1) && stuck(fit, 4) == 0 && fit.number(2).value == starts(fit) &&
                    fit.number(3).value == late(fit, "1 head") && fit.number(4).value == late(fit, "4 heads");
           }},
          {"@ % of the starts get stuck with one head, @ % with four",
           [](const Fit& fit) {
             return is_share(fit, fit.number(1), 1) && is_share(fit, fit.number(2), 4) && stuck(fit, 4) > 0;
           },
           kRare},
          {"Of # random starts with each number of heads, these end in a bad valley: @ % with 1 head (~), @ % with "
           "2 "
           "heads (~), @ % with 3 heads (~) and @ % with 4 heads (~).",
           [](const Fit& fit) {
             for (std::size_t heads = 1; heads <= 4; ++heads)
               if (!is_share(fit, fit.number(2 * heads), heads) ||
                   !is_interval(fit, fit.number(2 * heads), fit.words(2 * heads + 1), heads))
                 return false;
             return fit.number(1).value == starts(fit) && sum(fit, "Stuck with ") > 0;
           }},
          {"Of # random starts with each number of heads none ends in a bad valley.",
           [](const Fit& fit) {
             return fit.number(1).value == starts(fit) && sum(fit, "Stuck with ") == 0 && late(fit) == 0;
           }},
          {"Of # random starts with each number of heads none was seen to end in a bad valley.",
           [](const Fit& fit) {
             return fit.number(1).value == starts(fit) && sum(fit, "Stuck with ") == 0 && late(fit) > 0;
           }},
          {"@ of the stuck starts {is in a valley|are in valleys} without a bottom, where heads grow against each "
           "other without end.",
           [](const Fit& fit) { return fit.number(1).value == sum(fit, "Of them in valleys without a bottom with "); }},
          {"@ start{ had not arrived after its|s had not arrived after their} steps.",
           [](const Fit& fit) {
             return fit.number(1).value == late(fit) && (late(fit) == 1) == fit.text.contains(" its ");
           }},
          {"More steps may tell.", [](const Fit& fit) { return late(fit) > 0 && fit.setting("steps") < 2000; }},
          {"Above the optimum still, in no proven valley: @.",
           [](const Fit& fit) {
             return fit.number(1).value == sum(fit, "Neither arrived nor in a proven valley with ");
           },
           kRare},
          {"Only with four heads is the ground shown the bowl.", [](const Fit& fit) { return is_bowl_from(fit, 4); },
           kRare},
          {"The ground shown is the bowl already from @ head{|s} on.",
           [](const Fit& fit) { return is_bowl_from(fit, static_cast<std::size_t>(fit.number(1).value)); }},
          {"With that many heads @ start{ still gets|s still get} stuck, in {a valley|valleys} that the two "
           "directions "
           "shown look past.",
           [](const Fit& fit) {
             return bowl_from(fit) > 0 && fit.number(1).value == stuck(fit, bowl_from(fit)) &&
                    fit.number(1).value > 0 && above_bowl(fit) > 0.99 * too_small(fit);
           }},
          {"With that many heads @ start{ still gets|s still get} stuck, too low for the ground to show {it|them}.",
           [](const Fit& fit) {
             return bowl_from(fit) > 0 && fit.number(1).value == stuck(fit, bowl_from(fit)) &&
                    fit.number(1).value > 0 && above_bowl(fit) < 1.01 * too_small(fit);
           }},
          {"It ends @ of answering 0 above the optimum.",
           [](const Fit& fit) { return stuck(fit, bowl_from(fit)) == 1 && is_highest(fit); }, kRare},
          {"They end at most @ of answering 0 above the optimum.",
           [](const Fit& fit) { return stuck(fit, bowl_from(fit)) > 1 && is_highest(fit); }},
      }};
  rules.due = {{"{On these data no start|With one head no start|After # steps} ~",
                [](const Told& told) { return stuck(told, 1) == 0; }},
               {"Above the optimum still, in no proven valley: @.",
                [](const Told& told) { return sum(told, "Neither arrived nor in a proven valley with ") > 0; }},
               {"@ start{ had not arrived after its|s had not arrived after their} steps.",
                [](const Told& told) { return late(told) > 0; }},
               {"With that many heads @ start{ still gets|s still get} stuck, ~", [](const Told& told) {
                  return bowl_from(told) > 0 && bowl_from(told) < 4 && stuck(told, bowl_from(told)) > 0;
                }}};
  return rules;
}

}  // namespace walk
