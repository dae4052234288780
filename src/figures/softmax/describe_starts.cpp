// What random starts on examples come to, in words, in figure "softmax".

#include "figures/advice.hpp"
#include "figures/softmax/words.hpp"

namespace figures::softmax {
namespace {

bool all_ended(const Result& result) {
  return !result.starts.empty() && std::ranges::all_of(result.starts, &Start::ended);
}

std::string starts_title(const Result& result, const Setting& setting) {
  if (result.starts.empty()) return tr("The examples are too few");
  const std::string starts = counted("%1 random start", "%1 random starts", setting.starts);
  if (!all_ended(result)) return tr("%1 on their way", starts);
  const auto count = std::ranges::count_if(result.starts, &Start::arrived);
  if (setting.starts == 1 && count == 1 && !result.determined)
    return result.noise_hides ? tr("The one random start answered the examples, whose noise leaves the layer open")
                              : tr("The one random start answered the examples, which need not decide the layer");
  if (setting.starts == 1)
    return count == 1 ? tr("The one random start arrived") : tr("The one random start did not arrive");
  if (count == 0)
    return std::ranges::any_of(result.starts, &Start::cut)
               ? tr("None of %1 random starts arrived within %2 steps", whole(setting.starts), whole(setting.steps))
               : tr("None of %1 random starts arrived", whole(setting.starts));
  const std::string arrived = whole(count);
  if (!result.determined)
    return result.noise_hides ? tr("%1 of %2 answered the examples, whose noise leaves the layer open", arrived, starts)
                              : tr("%1 of %2 answered the examples, which need not decide the layer", arrived, starts);
  if (count == setting.starts) return tr("%1 of %2 arrived, none got stuck", arrived, starts);
  const bool cut = std::ranges::any_of(result.starts, &Start::cut);
  if (cut) return tr("%1 of %2 arrived within %3 steps", arrived, starts, whole(setting.steps));
  return count + 1 == setting.starts ? tr("%1 of %2 arrived, the other got stuck", arrived, starts)
                                     : tr("%1 of %2 arrived, the others got stuck", arrived, starts);
}

// What the start with the least residual found; nothing before the end.
Found best_start(const Result& result) {
  if (!all_ended(result)) return {};
  return std::ranges::min_element(
             result.starts, {},
             [](const Start& start) { return start.losses.size() == 0 ? 0.0 : start.losses(start.losses.size() - 1); })
      ->found;
}

std::string best_start_sentence(const Result& result) {
  const Found best = best_start(result);
  return best.empty() ? "" : tr("The layer of the best start is off by %1.", error_text(best.error()));
}

// Where no start arrived less noise need not help.
bool helps_to_lower_noise(const Result& result, const Values& values) {
  return can_lower(values, "noise") && std::ranges::any_of(result.starts, &Start::arrived);
}

// Where all examples are answered as well as they can be, and decide the layer, and it is another all the same.
std::string moved_sentence(const Result& result, const Setting& setting) {
  constexpr double kMoved = 0.1;
  if (!all_ended(result) || !result.determined || setting.noise == 0 || result.best.error() < kMoved) return "";
  return passage({tr("A fit that starts at the hidden layer ends off it by %1: that is the noise.",
                     error_text(result.best.error())),
                  helps_to_lower_noise(result, setting.values) ? tr("Lower the noise.") : std::string_view()});
}

// What no examples can tell of the hidden layer.
std::string untold_sentence(const Heads& truth) {
  const Index d = truth.Theta.rows();
  for (const Alike& alike : alike_heads(truth))
    if (std::ssize(alike.columns) == d)
      return tr("No examples can tell the W of heads %1 and %2 apart, which have the same Θ.", whole(alike.one + 1),
                whole(alike.other + 1));
  for (Index head = 0; head < truth.W.cols() / d; ++head)
    if (truth.W.middleCols(head * d, d).isZero(0))
      return tr("No examples can tell the Θ of head %1, which answers nothing, as its W is 0.", whole(head + 1));
  return "";
}

}  // namespace

std::string open_sentence(const Result& result, const Setting& setting) {
  const Values& values = setting.values;
  if (result.noise_hides)
    return passage({tr("It is the noise: without it the same examples decide the layer."),
                    helps_to_lower_noise(result, values) ? tr("Lower the noise.") : std::string_view()});
  if (std::string untold = untold_sentence(result.truth); !untold.empty()) return untold;
  if (std::string traded = traded_text(result.truth); setting.inputs == learner::Inputs::signs && !traded.empty())
    return traded;
  if (std::string cancelled = cancelled_text(result.truth);
      setting.inputs == learner::Inputs::signs && !cancelled.empty())
    return cancelled;
  if (std::string near = near_text(result.starts.empty() ? result.polish : best_start(result), result.truth);
      !near.empty())
    return near;
  constexpr std::array kWords = {
      Phrase("These examples may leave something of the layer open."),
      Phrase("These examples may leave something of the layer open; more may decide it."),
      Phrase("These examples may leave something of the layer open; longer ones may decide it."),
      Phrase("These examples may leave something of the layer open; more, or longer ones, may decide it.")};
  return tr(kWords[(can_raise(values, "N") ? 1U : 0U) + (can_raise(values, "k") ? 2U : 0U)]);
}

namespace {

std::string starts_sentence(const Result& result, const Setting& setting) {
  const std::string trouble = trouble_text(result, setting);
  if (result.starts.empty()) return trouble.empty() ? std::string(tr("The starts have not begun.")) : trouble;
  const auto arrived = std::ranges::count_if(result.starts, &Start::arrived);
  constexpr std::array kPhrases = {
      Phrase("%1 with %2 of %3 tokens: %4 ended as low as a fit that starts at the hidden layer."),
      Phrase("%1 with %2 of %3 Gaussian tokens: %4 ended as low as a fit that starts at the hidden layer."),
      Phrase("%1 with %2 of %3 tokens on a sphere: %4 ended as low as a fit that starts at the hidden layer."),
      Phrase("%1 with %2 of %3 tokens: none ended as low as a fit that starts at the hidden layer."),
      Phrase("%1 with %2 of %3 Gaussian tokens: none ended as low as a fit that starts at the hidden layer."),
      Phrase("%1 with %2 of %3 tokens on a sphere: none ended as low as a fit that starts at the hidden layer.")};
  const Phrase phrase = kPhrases[static_cast<std::size_t>(setting.inputs) + (arrived == 0 ? 3U : 0U)];
  const std::string arrivals =
      tr(phrase, counted("%1 random start", "%1 random starts", setting.starts),
         counted("%1 example", "%1 examples", setting.examples), whole(setting.k), whole(arrived));
  return passage({arrivals, best_start_sentence(result), moved_sentence(result, setting),
                  all_ended(result) && !result.determined ? open_sentence(result, setting) : "", trouble});
}

// "12 steps, residual 0.003, arrived, error 0.1".
std::string start_value(const Start& start) {
  const Index last = start.losses.size() - 1;
  std::string value = tr("%1, residual %2", counted("%1 step", "%1 steps", last), number(start.losses(last), 4));
  if (start.ended) value += ", " + state_text(start);
  if (!start.found.empty()) value += ", " + tr("error %1", error_text(start.found.error()));
  return value;
}

void add_starts(Rows& rows, const Result& result, const Setting& setting) {
  rows(tr("Random examples"), whole(setting.examples));
  if (result.starts.empty()) return;
  rows(tr("Mean squared residual of a fit that starts at the hidden layer"), result.least_loss);
  rows(tr("Of a start that has arrived, at most"), result.arrival_loss);
  rows(tr("The examples decide every head"), result.determined ? tr("yes") : tr("not shown"));
  if (!result.determined && setting.noise > 0)
    rows(tr("Without noise they do"), result.noise_hides ? tr("yes") : tr("not shown"));
  for (std::size_t k = 0; k < result.starts.size(); ++k)
    if (result.starts[k].losses.size() > 0) rows(tr("Start %1", whole(k + 1)), start_value(result.starts[k]));
  add_found(rows, Phrase("Fit that starts at the hidden layer"), result.best);
}

}  // namespace

void describe_starts(const Result& result, const Setting& setting, Description& description) {
  description.title = starts_title(result, setting);
  description.sentence = starts_sentence(result, setting);
  Rows rows(description.table);
  add_starts(rows, result, setting);
}

}  // namespace figures::softmax
