// What figure "more_heads" says to readers who cannot see the picture.
#include "figures/advice.hpp"
#include "figures/more_heads/more_heads.hpp"

namespace figures::more_heads {
namespace {

// With any number of heads.
int count_of(const Result& result, Fate fate) {
  int count = 0;
  for (const Column& column : result.columns) count += column.count(fate);
  return count;
}

// Had not arrived: neither there nor caught.
int late_of(const Column& column) { return column.count(Fate::slow) + column.count(Fate::open); }

// "47 % of the starts get stuck with one head, none with four".
std::string title_of(const Result& result, double steps) {
  if (static_cast<int>(result.columns.size()) < kMostHeads) return tr("Descent from random starts");
  const Column& one = result.of(1);
  const Column& most = result.of(kMostHeads);
  const auto worst = std::ranges::max_element(result.columns, {}, &Column::caught);
  if (worst->caught() == 0) {
    const int late = count_of(result, Fate::slow) + count_of(result, Fate::open);
    return late == 0 ? std::string(tr("On these data no start gets stuck, with any number of heads tried"))
                     : tr("After %1 steps %2 of %3 starts had not arrived; none was seen to get stuck", whole(steps),
                          whole(late), whole(kMostHeads * one.starts()));
  }
  if (one.caught() == 0) {
    constexpr std::array kBut = {Phrase("On these data no start gets stuck with one head, but %1 do with two"),
                                 Phrase("On these data no start gets stuck with one head, but %1 do with three"),
                                 Phrase("On these data no start gets stuck with one head, but %1 do with four")};
    constexpr std::array kLate = {
        Phrase("With one head no start was seen to get stuck, but %2 of %3 had not arrived; with two %1 get stuck"),
        Phrase("With one head no start was seen to get stuck, but %2 of %3 had not arrived; with three %1 get stuck"),
        Phrase("With one head no start was seen to get stuck, but %2 of %3 had not arrived; with four %1 get stuck")};
    const auto heads = static_cast<std::size_t>(worst - result.columns.begin()) - 1;
    return late_of(one) == 0 ? tr(kBut[heads], share_text(*worst))
                             : tr(kLate[heads], share_text(*worst), whole(late_of(one)), whole(one.starts()));
  }
  if (most.caught() == 0) {
    // Of these more may get stuck yet: of four's any, of one head's more than have.
    const bool is_known = late_of(most) == 0 && late_of(one) <= one.caught();
    const std::string of = whole(most.starts());
    return is_known ? tr("%1 of the starts get stuck with one head, none of %2 with four", share_text(one), of)
                    : tr("%1 of the starts get stuck with one head, none of %2 with four; %3 and %4 had not arrived",
                         share_text(one), of, whole(late_of(one)), whole(late_of(most)));
  }
  return tr("%1 of the starts get stuck with one head, %2 with four", share_text(one), share_text(most));
}

// At which number of heads the ground is the bowl.
std::optional<int> bowl_from(const Result& result) {
  for (int heads = 1; heads <= result.grounds(); ++heads) {
    if (result.is_bowl(result.of(heads))) return heads;
  }
  return std::nullopt;
}

std::string starts_sentence(const Result& result) {
  const auto words = [&](int heads) {
    const Column& column = result.of(heads);
    const int late = column.count(Fate::slow) + column.count(Fate::open);
    return tr("%1 with %2 (%3)", share_text(column), heads_text(heads),
              late == 0 ? interval_text(column) : tr("%1 had not arrived", whole(late)));
  };
  const std::string starts = whole(result.of(1).starts());
  if (std::ranges::all_of(result.columns, [](const Column& column) { return column.caught() == 0; }))
    return count_of(result, Fate::slow) + count_of(result, Fate::open) == 0
               ? tr("Of %1 random starts with each number of heads none ends in a bad valley.", starts)
               : tr("Of %1 random starts with each number of heads none was seen to end in a bad valley.", starts);
  return tr("Of %1 random starts with each number of heads, these end in a bad valley: %2, %3, %4 and %5.", starts,
            words(1), words(2), words(3), words(4));
}

std::string endless_sentence(const Result& result) {
  const int endless = count_of(result, Fate::endless);
  if (endless == 0) return "";
  return counted(
      "%1 of the stuck starts is in a valley without a bottom, where heads grow against each other without end.",
      "%1 of the stuck starts are in valleys without a bottom, where heads grow against each other without end.",
      endless);
}

std::string late_sentence(const Result& result, const Values& settings) {
  const int slow = count_of(result, Fate::slow), open = count_of(result, Fate::open);
  if (slow + open == 0) return "";
  return passage({counted("%1 start had not arrived after its steps.", "%1 starts had not arrived after their steps.",
                          slow + open),
                  open == 0 ? std::string() : tr("Above the optimum still, in no proven valley: %1.", whole(open)),
                  can_raise(settings, "steps") ? tr("More steps may tell.") : std::string_view()});
}

std::string ground_sentence(const Result& result) {
  if (!result.is_done()) return "";
  const auto from = bowl_from(result);
  if (!from) return "";
  const Column& column = result.of(*from);
  const int hidden = column.caught();
  if (*from == kMostHeads) return tr("Only with four heads is the ground shown the bowl.");
  const std::string words = tr("The ground shown is the bowl already from %1 on.", heads_text(*from));
  if (hidden == 0) return words;
  if (result.above_bowl(column) < result.too_small()) {
    const std::string highest = number(result.highest(column), 2);
    return passage(
        {words,
         counted("With that many heads %1 start still gets stuck, too low for the ground to show it.",
                 "With that many heads %1 starts still get stuck, too low for the ground to show them.", hidden),
         hidden == 1 ? tr("It ends %1 of answering 0 above the optimum.", highest)
                     : tr("They end at most %1 of answering 0 above the optimum.", highest)});
  }
  return passage(
      {words,
       counted("With that many heads %1 start still gets stuck, in a valley that the two directions shown look past.",
               "With that many heads %1 starts still get stuck, in valleys that the two directions shown look past.",
               hidden)});
}

void add_column(Rows& rows, const Result& result, int heads) {
  const Column& column = result.of(heads);
  const std::string with = heads_text(heads);
  rows(tr("Stuck with %1", with), tr("%1 of %2", whole(column.caught()), whole(column.starts())));
  rows(tr("Of them in valleys without a bottom with %1", with), column.count(Fate::endless));
  rows(tr("Share stuck with %1, 95 % interval", with), interval_text(column));
  rows(tr("Slow with %1", with), column.count(Fate::slow));
  rows(tr("Neither arrived nor in a proven valley with %1", with), column.count(Fate::open));
  if (!column.crowds.empty()) {
    rows(tr("Losses of the valleys with %1", with), listed(column.crowds, "; ", [](const Crowd& crowd) {
           return tr("%1 × %2", whole(crowd.count), number(crowd.loss, 3));
         }));
  }
  if (column.count(Fate::stuck) > 0) {
    rows(tr("Longest gradient of a stuck start with %1", with), number(column.steepest, 2));
    rows(tr("Lowest curvature of a stuck start with %1", with), number(column.lowest_curvature, 2));
  }
  if (column.heights.size() == 0) return;
  rows(tr("Bad valleys of the ground shown with %1", with), result.valleys(heads));
  rows(tr("Ground above the bowl at most with %1", with), loss_text(column.most_above));
  if (!column.crowds.empty())
    rows(tr("Valleys above the bowl at their place, at most, with %1", with), number(result.above_bowl(column), 3));
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  Description description{.title = title_of(result, context.settings.number("steps")), .sentence = {}, .table = {}};
  if (static_cast<int>(result.columns.size()) == kMostHeads) {
    description.sentence = passage({starts_sentence(result), endless_sentence(result),
                                    late_sentence(result, context.settings), ground_sentence(result)});
  } else {
    description.sentence = tr("Starts are on their way.");
  }
  Rows rows(description.table);
  rows(tr("Token size d"), whole(kSize));
  rows(tr("Sequences"), whole(context.settings.integer("N")));
  rows(tr("Loss of answering 0"), number(result.zero_loss));
  rows(tr("Convex optimum, relative to that"), loss_text(result.optimum));
  rows(tr("A start has arrived within"), number(kMargin));
  rows(tr("if larger steps lead on from there to within"), number(kOptimal));
  if (result.is_done()) rows(tr("Height of the bowl shown at its corners"), result.corner());
  for (int heads = 1; heads <= static_cast<int>(result.columns.size()); ++heads) add_column(rows, result, heads);
  if (result.is_done())
    rows(tr("Check, asking every sequence: largest change of a loss"), number(result.disagreement, 2));
  return description;
}

double stands(const Result& result, std::string_view id, const Context& context) {
  return id == "H" ? shown_heads(result, context.values) : context.values.number(id);
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id != "H") return "";
  const double heads = shown_heads(result, context.values);
  const int below = static_cast<int>(heads);
  return heads > below ? tr("between %1 and %2", whole(below), whole(below + 1)) : whole(below);
}

}  // namespace figures::more_heads
