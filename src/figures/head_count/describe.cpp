// What figure "head_count" says for readers who cannot see the picture.
#include <cmath>

#include "figures/head_count/head_count.hpp"

namespace figures::head_count {
namespace {

// Squared errors of doubles on data without noise lie near 1e-30.
constexpr double kExact = 1e-18;

// Whether the count is another, or the error larger than that of the full fit, only because the search did not come to
// what as many heads as made the data can do.
bool is_missed(const Result& result, const Setting& setting) {
  constexpr double kShort = 1.01;
  return result.makers_win &&
         (result.heads == setting.heads ||
          result.trials[static_cast<std::size_t>(setting.heads) - 1] > kShort * result.makers_error);
}

std::string open_title(const Result& result, const Setting& setting) {
  if (result.full_error < kExact)
    return setting.n == 1 ? tr("Sequences of one token leave W open, and yet are all answered rightly")
                          : tr("The data leave W open, and still every answer is right");
  // One token shows few directions of W, however many sequences there are.
  const std::string few =
      setting.n == 1 ? tr("Too few data for what one token shows of W") : tr("Too few data for all of W");
  // All that one token shows, z ⊗ z ⊗ z: other sequences show no more.
  if (setting.n == 1 && result.rank == setting.d * (setting.d + 1) * (setting.d + 2) / 6)
    return tr("Sequences of one token leave W open, however many there are");
  constexpr double kEnough = 0.1, kLittle = 1e-3, kShares = 3;
  if (result.fewest_error < std::min(kEnough, result.full_error / 3)) {
    const double noise = kShares * setting.noise_share(setting.noise, result.fewest_numbers(setting));
    const std::string finding =
        result.fewest_error < std::max(kLittle, noise)
            ? tr("%1, enough for %2", few, heads_text(result.heads))
            : tr("%1; %2 %3 of the answers’ mean square", few,
                 counted("%1 head leaves", "%1 heads leave", result.heads), percent(result.fewest_error));
    return result.heads == setting.heads ? finding : tr("%1; %2 made the data", finding, whole(setting.heads));
  }
  // Of the heads that made the data.
  const bool has_equations = setting.d_out * setting.sequences >= setting.free_numbers(setting.heads);
  if (has_equations && result.makers_error < kEnough && is_missed(result, setting))
    return tr("%1, and %2", few,
              counted("the search missed the %1 head that made them", "the search missed the %1 heads that made them",
                      setting.heads));
  return setting.noise > 0 && has_equations ? tr("Too few data, or too much noise, to count the heads")
                                            : tr("Too few data to count the heads");
}

std::string noisy_title(const Result& result, const Setting& setting) {
  if (std::min(result.full_error, result.fewest_error) > 1)
    return tr("Under this noise %1 are too few to learn from: answering 0 does better",
              counted("%1 sequence", "%1 sequences", setting.sequences));
  if (result.heads != setting.heads && is_missed(result, setting)) {
    return tr("%1; held-out data chose %2",
              counted("%1 head made the data, but the search missed it",
                      "%1 heads made the data, but the search missed them", setting.heads),
              result.is_plain() ? tr("the full fit") : whole(result.heads));
  }
  if (result.is_plain() && result.most_tried >= always_enough(setting.d, setting.d_out == 1))
    return tr("Held-out data prefer the full fit: %1 can do as well, but the search missed them",
              heads_text(result.most_tried));
  if (result.is_plain())
    return tr("Held-out data prefer the full fit to %1 or fewer: no more were tried", heads_text(result.most_tried));
  constexpr double kWorse = 1.1;
  if (result.heads != setting.heads && result.fewest_error > kWorse * result.full_error)
    return tr("Held-out data chose %1, wrongly: on fresh questions the full fit’s error is %2 smaller",
              heads_text(result.heads), percent(1 - result.full_error / result.fewest_error));
  if (setting.heads > result.most_tried) {
    if (setting.d_out == 1) {
      return tr("With one output %1 always do; held-out data chose %2", heads_text(result.most_tried),
                whole(result.heads));
    }
    return tr("%1 made the data, up to %2 were tried; held-out data chose %3", heads_text(setting.heads),
              whole(result.most_tried), whole(result.heads));
  }
  if (result.heads > setting.heads)
    return tr("%1 hide the count: %2 instead of %3",
              counted("%1 noisy sequence", "%1 noisy sequences", setting.sequences), whole(result.heads),
              heads_text(setting.heads));
  if (result.heads < setting.heads) {
    return tr("%1 made the data; under this noise held-out data show %2", heads_text(setting.heads),
              whole(result.heads));
  }
  const double factor = result.full_error / std::max(result.fewest_error, 1e-300);
  constexpr double kSame = 0.01;
  const std::string heads =
      counted("With %1 head, the right number,", "With %1 heads, the right number,", result.heads);
  if (std::abs(factor - 1) < kSame) return tr("%1 the error is that of the full fit", heads);
  const bool is_beaten = result.makers_fresh >= 0 && (1 + kSame) * result.makers_fresh < result.fewest_error;
  if (factor < 1 && is_beaten)
    return tr("%1 the search did not find the best: the full fit’s error is %2 smaller", heads, percent(1 - factor));
  if (factor < 1) return tr("%1 the error is %2 larger than that of the full fit", heads, percent(1 / factor - 1));
  if (factor < 1.2) return tr("%1 the error is %2 smaller than that of the full fit", heads, percent(1 - 1 / factor));
  return tr("%1 the error is %2 times smaller than that of the full fit", heads, number(factor, 2));
}

std::string title_of(const Result& result, const Setting& setting) {
  if (!result.counted()) return tr("Counting the heads behind %1 answers", whole(setting.sequences));
  if (result.open) return open_title(result, setting);
  if (setting.noise > 0) return noisy_title(result, setting);
  if (result.is_plain())
    return tr("At least %1; up to %2 were tried and missed", heads_text(result.slices()), whole(result.most_tried));
  if (result.heads < setting.heads)
    return tr("%1 made the data; %2 answer alike", heads_text(setting.heads), whole(result.heads));
  if (!result.is_settled()) {
    return tr("%1 needed; the plain SVD gives %2", counted("At most %1 head is", "At most %1 heads are", result.heads),
              whole(result.plain_heads));
  }
  return tr("%1 really there; the plain SVD gives %2", counted("%1 head is", "%1 heads are", result.heads),
            whole(result.plain_heads));
}

std::string open_sentence(const Result& result, const Setting& setting, const std::string& chosen) {
  const std::string rank = whole(result.rank);
  const std::string unknowns = whole(setting.unknowns);
  return tr(
      "The data decide only %1 of %2 directions of p, so S(x) of the smallest p proves nothing; held-out data "
      "chose %3.",
      rank, unknowns, chosen);
}

// How the heads were counted, and why so.
std::string held_out_sentence(const Result& result, const Setting& setting) {
  const std::string chosen =
      result.is_plain() ? tr("the full fit over 1 to %1", heads_text(result.most_tried)) : heads_text(result.heads);
  return result.open ? open_sentence(result, setting, chosen)
                     : tr("Under noise no singular value is zero, so held-out data chose %1.", chosen);
}

// What S(x) counts by its largest gap, where that says something, and something else than has been said.
std::string other_count(const Result& result) {
  if (result.exact || result.open || result.slices() == 1 || result.by_gap == result.heads) return "";
  return tr("The largest gap of S(x) would count %1.", whole(result.by_gap));
}

std::string count_sentence(const Result& result, const Setting& setting) {
  if (result.count_by == learner::HeadCountBy::held_out) return held_out_sentence(result, setting);
  if (result.exact && result.by_rank > setting.heads)
    return tr("The data decide p to a distance of %1 only, and rounding gives S(x) rank %2.",
              number(result.full_distance, 2), whole(result.by_rank));
  if (result.by_rank < result.slices()) {
    const std::string least =
        counted("The data are exact and S(x) has rank %1, so at least %1 head is needed.",
                "The data are exact and S(x) has rank %1, so at least %1 heads are needed.", result.by_rank);
    if (result.is_settled()) return passage({least, counted("%1 was found.", "%1 were found.", result.heads)});
    return passage({least, tr("Heads with answers in one direction count as one in it.")});
  }
  if (result.slices() == 1) return tr("With one output S(x) has one singular value and cannot count.");
  if (result.slices() == 2) return tr("Both singular values of S(x) differ from zero, so at least 2 heads are needed.");
  return tr("All %1 singular values of S(x) differ from zero, so at least %1 heads are needed.",
            whole(result.slices()));
}

std::string path_sentence(const Result& result) {
  const std::string starts = counted("%1 random start", "%1 random starts", result.starts);
  if (result.is_polished()) {
    return result.path == learner::HeadPath::alternating
               ? tr("Null spaces cannot give %1 here; alternating least squares on p gave a starting point, and least "
                    "squares on the data went on from there.",
                    heads_text(result.heads))
               : tr("Null spaces of S(x) gave a starting point, and least squares on the data went on from there.");
  }
  switch (result.path) {
    case learner::HeadPath::value_null_space:
      return tr("Null spaces of S(x) gave the V, least squares the Q, without a starting point.");
    case learner::HeadPath::query_null_space:
      return tr("Null spaces of S(x) gave the Q, least squares the V, without a starting point.");
    case learner::HeadPath::alternating:
      if (result.slices() == 1)
        return tr(
            "With one output a null vector of S(x) says nothing of a single head; alternating least squares found %1 "
            "from %2.",
            heads_text(result.heads), starts);
      return result.by_rank < result.slices()
                 ? tr("Null spaces did not meet p; alternating least squares did, from %1.", starts)
                 : tr("With %1 S(x) has no null space; alternating least squares found the heads from %2.",
                      heads_text(result.heads), starts);
    case learner::HeadPath::singular_values:
      if (result.count_by == learner::HeadCountBy::held_out || result.starts == 0) return "";
      return tr("Alternating least squares tried up to %1 from %2 and met p with none, so the plain ones stay.",
                heads_text(result.most_tried), starts);
    case learner::HeadPath::known:
      return tr(
          "Alternating least squares tried up to %1 from %2 and met p with none, so those that made the data stay.",
          heads_text(result.most_tried), starts);
    case learner::HeadPath::none: break;
  }
  return "";
}

std::string error_sentence(const Result& result) {
  // The plain heads are the full fit in other words.
  if (result.is_plain())
    return tr("Error on fresh questions, as a share of the answers' mean square: full fit %1.",
              number(result.full_error));
  const int cut = std::clamp(result.heads, 1, static_cast<int>(result.cut_errors.size()));
  if (result.is_polished())
    return tr(
        "Error on fresh questions, as a share of the answers' mean square: full fit %1; SVD cut to %2, %3; starting "
        "point, %4; fewest heads, %5.",
        number(result.full_error), heads_text(cut), number(result.cut_errors(cut - 1)), number(result.start_error),
        number(result.fewest_error));
  constexpr std::array kWords = {
      Phrase("Error on fresh questions, as a share of the answers' mean square: full fit %1; SVD cut to %2, %3; fewest "
             "heads, %4."),
      Phrase("Error on fresh questions, as a share of the answers' mean square: full fit %1; SVD cut to %2, %3; the "
             "heads that made the data, %4.")};
  return tr(kWords[result.is_found() ? 0 : 1], number(result.full_error), heads_text(cut),
            number(result.cut_errors(cut - 1)), number(result.fewest_error));
}

std::string sentence_of(const Result& result, const Setting& setting) {
  if (!result.counted()) {
    return tr("Least squares for %1 unknowns from %2.", whole(setting.unknowns),
              counted("%1 sequence", "%1 sequences", setting.sequences));
  }
  return passage(
      {tr("The plain SVD of W gives %1; %2 made the data.", heads_text(result.plain_heads), heads_text(setting.heads)),
       count_sentence(result, setting), other_count(result), path_sentence(result), error_sentence(result)});
}

void add_spectra(Rows& row, const Result& result) {
  for (Index k = 0; k < result.sigma.size(); ++k) {
    row(tr("Singular value %1 of W", std::to_string(k + 1)), number(result.sigma(k)));
    row(tr("Error of W cut after it"), number(result.cut_errors(k)));
    row(tr("Distance of its p"), number(result.cut_distances(k)));
  }
  row(tr("Sum of their squares"), number(result.sigma.squaredNorm(), 9));
  row(tr("Sum of the squares of the entries of W"), number(result.squared_norm, 9));
  for (Index k = 0; k < result.slice_values.size(); ++k)
    row(tr("Singular value %1 of S(x)", std::to_string(k + 1)), number(result.slice_values(k)));
}

void add_heads(Rows& row, const Result& result, const Setting& setting) {
  row(tr("Heads kept"), result.heads);
  if (result.slices() > 1 || result.count_by == learner::HeadCountBy::held_out)
    row(tr("Counted by"), result.count_by == learner::HeadCountBy::rank ? tr("rank of S(x)") : tr("held-out data"));
  constexpr std::array kPaths = {Phrase("none needed"),
                                 Phrase("null spaces, V first"),
                                 Phrase("null spaces, Q first"),
                                 Phrase("alternating least squares"),
                                 Phrase("plain SVD"),
                                 Phrase("no search: those that made the data stay")};
  const std::string path = tr(kPaths[static_cast<std::size_t>(result.path)]);
  row(tr("Found by"), result.is_polished() ? tr("%1, then least squares on the data", path) : path);
  row(tr("Random starts"), result.starts);
  for (std::size_t k = 0; k < result.trials.size(); ++k)
    row(tr("Error on held-out data, noise included, with %1", heads_text(static_cast<double>(k) + 1)),
        number(result.trials[k]));
  if (result.makers_error >= 0)
    row(tr("Error on held-out data, noise included, fitted from the heads that made the data"),
        number(result.makers_error));
  if (result.makers_fresh >= 0) row(tr("Error, fitted from the heads that made the data"), number(result.makers_fresh));
  if (result.kernel.size() > result.heads && result.heads > 0) {
    row(tr("Eigenvalue that should vanish"), number(std::max(0.0, result.kernel(result.heads - 1))));
    row(tr("Eigenvalue after it"), number(result.kernel(result.heads)));
  }
  const double full = setting.full_numbers();
  const double few = result.fewest_numbers(setting);
  row(tr("Error, full fit"), number(result.full_error));
  if (result.is_polished()) row(tr("Error of the starting point"), number(result.start_error));
  row(tr("Error, fewest heads"), number(result.fewest_error));
  row(tr("Distance of p, full fit"), number(result.full_distance));
  row(tr("Distance of p, fewest heads"), number(result.fewest_distance));
  row(tr("Numbers kept, full fit"), full);
  row(tr("Numbers kept, fewest heads"), few);
  if (setting.noise > 0 && !result.open) {
    row(tr("Least error that noise leaves on average, full fit"), number(setting.noise_share(setting.noise, full)));
    if (!result.is_plain())
      row(tr("Least error that noise leaves on average, fewest heads"),
          number(setting.noise_share(setting.noise, few)));
  }
  row(tr("Fresh questions"), kFresh);
}

void add_sweep(Rows& row, const Result& result) {
  for (std::size_t k = 0; k < result.sweep.size(); ++k) {
    const SweptFit& fit = result.sweep[k];
    const std::string noise = number(kNoiseLevels[k % kNoiseLevels.size()]);
    const std::string model = std::to_string(k / kNoiseLevels.size() + 1);
    const int cut = std::clamp(result.heads, 1, static_cast<int>(fit.cuts.size()));
    row(tr("Noise %1, model %2: full fit", noise, model), number(fit.full));
    row(tr("Noise %1, model %2: cut to %3", noise, model, heads_text(cut)), number(fit.cuts(cut - 1)));
    row(tr("Noise %1, model %2: fewest heads", noise, model), number(fit.fewest));
    if (result.slices() > 1) row(tr("Noise %1, model %2: heads by the gap", noise, model), fit.gap);
  }
}

Table table_of(const Result& result, const Setting& setting) {
  Table table;
  Rows row(table);
  row(tr("Token size d"), setting.d);
  row(tr("Numbers in an answer"), setting.d_out);
  row(tr("True heads"), setting.heads);
  row(tr("Unknowns for each number"), setting.unknowns);
  row(tr("Sequences"), setting.sequences);
  row(tr("Noise"), number(setting.noise));
  if (result.reached < Step::fit) return table;
  row(tr("Rank of the Gram matrix"), result.rank);
  row(tr("Heads of the plain SVD"), result.plain_heads);
  row(tr("Heads by the rank of S(x)"), result.by_rank);
  if (result.slices() > 1) row(tr("Heads by the largest gap of S(x)"), result.by_gap);
  for (int d = 2; d <= 8; ++d) {
    row(tr("Always enough at d = %1", whole(d)), always_enough(d, setting.d_out == 1));
    row(tr("Almost always enough at d = %1", whole(d)), almost_always_enough(d, setting.d_out == 1));
  }
  if (result.counted()) add_heads(row, result, setting);
  add_spectra(row, result);
  add_sweep(row, result);
  return table;
}

// --- The film -------------------------------------------------------------------------------------------------------

int scene_of(const Moment& now) { return now.swept > 0 ? 2 : now.asked > 0 ? 1 : 0; }

std::string scene_name(const Moment& now) {
  constexpr std::array kNames = {Phrase("The plain SVD splits W, head after head"),
                                 Phrase("S(x) is asked in one random direction after another"),
                                 Phrase("One cut through both: what stands above it?")};
  return tr(kNames[static_cast<std::size_t>(scene_of(now))]);
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const Setting setting(context.settings);
  Description description{
      .title = title_of(result, setting), .sentence = sentence_of(result, setting), .table = table_of(result, setting)};
  // The title says what was counted when the film has come to its end.
  const Moment now = moment_of(context.values);
  if (result.counted() && !now.is_end()) description.title = scene_name(now);
  return description;
}

double stands(const Result& result, std::string_view id, const Context& context) {
  return id == "cut" ? std::log10(std::max(cut_of(result, context.values), kLeast)) : context.values.number(id);
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  const auto chosen = [](bool by_figure, const std::string& value) {
    return by_figure ? tr("auto: %1", value) : value;
  };
  const Moment now = moment_of(context.values);
  const bool falls = now.swept > 0 && !now.is_end();
  if (id == "cut") return chosen(is_automatic_cut(context.values) && !falls, number(cut_of(result, context.values), 1));
  if (id == "keep")
    return chosen(context.values.integer("keep") == 0,
                  whole(kept_heads(result, Setting(context.settings), context.values)));
  if (id != "at") return "";
  constexpr std::array kNames = {Phrase("split W"), Phrase("ask S(x)"), Phrase("cut")};
  const int scene = scene_of(now);
  return tr("%1 of %2: %3", whole(scene + 1), whole(kScenes.size()), tr(kNames[static_cast<std::size_t>(scene)]));
}

}  // namespace figures::head_count
