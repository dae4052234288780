// The conditions of paper B's theorem on the hidden layer of figure "softmax": which it keeps, and what came of it.

#include "learner/softmax/conditions.hpp"
#include "figures/softmax/softmax.hpp"

namespace figures::softmax {
namespace {

// A condition whose number is not larger does not hold: that is 0 but for rounding.
constexpr double kBroken = 1e-12;

// One condition: its number, what that is, and what is so where it is 0.
struct Measure {
  double value;
  Phrase name, broken;
  bool is_kept() const { return value > kBroken; }
};

std::array<Measure, Conditions::kCount> conditions_of(const Conditions& measured) {
  return {{
      {measured.apart, Phrase("Condition, heads apart: least distance of two Θ, over the largest Θ"),
       Phrase("two heads have one Θ")},
      {measured.theta_gap, Phrase("Condition, singular values of each Θ distinct: least gap, over the largest"),
       Phrase("two singular values of a Θ coincide")},
      {measured.w_gap, Phrase("Condition, singular values of each W distinct: least gap, over the largest"),
       Phrase("two singular values of a W coincide")},
      {measured.theta_span,
       Phrase("Condition, Θ linearly independent: least singular value of all Θ, each of length 1"),
       Phrase("the Θ are linearly dependent")},
      {measured.w_span, Phrase("Condition, W linearly independent: least singular value of all W, each of length 1"),
       Phrase("the W are linearly dependent")},
  }};
}

bool is_recovered(const Found& found) { return !found.empty() && found.error() < kRecovered; }

// What questions or examples made of a layer that the theorem does not cover; nothing before the end, and where
// something else than the layer stood in the way, as noise may.
std::string_view outcome(const Result& result, const Setting& setting) {
  if (setting.method == Method::questions) {
    if (is_recovered(result.asked)) return tr("The questions recover it all the same.");
    const bool polished = is_recovered(result.polish);
    if (setting.noise == 0 && result.found_another()) return tr("The questions find another that answers alike.");
    if (!result.asked.empty())
      return polished && result.determined ? tr("The questions find it roughly, random examples recover it.")
             : setting.noise > 0           ? std::string_view()
                                           : tr("The questions find it only roughly.");
    // Where the examples do not decide the layer, to have met it was luck.
    if (polished)
      return result.determined ? tr("The questions do not recover it, random examples do.") : std::string_view();
    const bool short_of_tokens = setting.k <= setting.m;
    return setting.noise > 0 || short_of_tokens ? std::string_view() : tr("The questions do not recover it either.");
  }
  if (result.starts.empty() || !std::ranges::all_of(result.starts, &Start::ended)) return "";
  const bool any =
      std::ranges::any_of(result.starts, [](const Start& start) { return start.arrived && is_recovered(start.found); });
  if (any) return result.determined ? tr("Random examples recover it all the same.") : std::string_view();
  return setting.noise > 0 ? std::string_view() : tr("These examples do not recover it either.");
}

}  // namespace

Expected<Conditions> measure_conditions(const Heads& heads) {
  const auto measured = learner::layer_conditions(layer_of(heads));
  if (!measured) return std::unexpected(measured.error());
  return Conditions{measured->apart, measured->theta_gap, measured->w_gap, measured->theta_span, measured->w_span};
}

int Conditions::kept() const {
  return static_cast<int>(std::ranges::count_if(conditions_of(*this), &Measure::is_kept));
}

void add_conditions(Rows& rows, const Conditions& measured) {
  for (const Measure& condition : conditions_of(measured)) {
    const bool alone = !(condition.value < std::numeric_limits<double>::infinity());
    rows(tr(condition.name), alone                 ? std::string(tr("kept: there is one head"))
                             : condition.is_kept() ? tr("kept: %1", number(condition.value, 3))
                                                   : std::string(tr("not kept: 0")));
  }
}

std::string conditions_sentence(const Result& result, const Setting& setting) {
  if (result.conditions.are_kept()) {
    if (setting.structure == learner::Structure::none) return "";
    const std::string_view kept =
        tr("This layer keeps the theorem's conditions, as far as they are known without its constants.");
    if (setting.off == 0) return std::string(kept);
    const auto least = std::ranges::min(conditions_of(result.conditions), {}, &Measure::value);
    return passage({kept, tr("Of their numbers the least is %1.", number(least.value, 3))});
  }
  std::vector<Measure> broken;
  for (const Measure& condition : conditions_of(result.conditions))
    if (!condition.is_kept()) broken.push_back(condition);
  return passage({tr("The theorem, as summarised by others, does not cover this layer: %1.",
                     listed(broken, "; ", [](const Measure& one) { return std::string(tr(one.broken)); })),
                  outcome(result, setting)});
}

std::string counted_conditions_sentence(const Result& result) {
  const auto asked = asked_counts(result);
  if (std::ranges::all_of(asked, [](const Count& count) { return count.kept == count.layers; })) return "";
  return tr("Of these layers the theorem, as summarised by others, covers %1.",
            listed(asked, ", ",
                   [](const Count& count) { return tr("%1 with %2", whole(count.kept), heads_text(count.heads)); }));
}

}  // namespace figures::softmax
