// The table of figure "language": every number that is published and what each claim is held against.
#include "figures/language/words.hpp"

namespace figures::language {
namespace {

void add_text(Rows& add, const Result& result, const Setting& setting) {
  const auto of = [](std::int64_t part, std::int64_t all) { return tr("%1 of %2", whole(part), whole(all)); };
  add(tr("Tokens with an embedding, “other” included"), result.vocabulary);
  add(tr("Held-out tokens without an embedding"), percent(result.unlisted));
  add(tr("Windows learned from, of those before the last fifth of the text"), of(result.windows, result.available));
  add(tr("Questions in them"), result.rows);
  add(tr("Held-out windows asked, of the last fifth"), of(result.test_windows, result.test_available));
  add(tr("Questions in them, held out"), result.test_rows);
  add(tr("Unknowns ψ for each output"), setting.unknowns);
  add(tr("Squared error of the mean token, the unit of errors"), result.trivial_error);
  add(setting.chosen ? tr("Ridge λ, chosen") : tr("Ridge λ"), result.lambda);
  if (result.minimum_norm) add(tr("Solution"), tr("of least norm, since the questions are dependent"));
  for (std::size_t k = 0; k < result.trial_lambda.size(); ++k)
    add(tr("Tried λ = %1: error on the last fifth of what is learned from", number(result.trial_lambda[k])),
        result.trial_error[k] / result.trivial_error);
  add(tr("Closed form: error, from the sums of the held-out windows"), result.error_from_sums);
  add(tr("Closed form: error on what it was learned from"), result.training_error);
  add(tr("Closed form: what its normal equations are off by, relative"), result.residual);
  add(tr("Different pairs counted"), result.pairs);
  if (result.longest == 2) add(tr("Different triples counted"), result.runs);
  if (result.longest > 2) add(tr("Different runs of %1 counted", std::to_string(result.longest + 1)), result.runs);
}

std::string spelt(const Token& token) { return token.rank == 0 ? "…" : token.text; }

void add_scores(Rows& add, const Result& result, const Setting& setting) {
  for (const Predictor who : scored(result)) {
    const std::string name = name_of(result, who);
    add(tr("%1: error, answer by answer", name), result.score(who).error);
    add(tr("%1: guessed right", name), percent(result.score(who).accuracy));
  }
  add(tr("Guessed right by the closed form alone, by counting pairs alone"),
      tr("%1 and %2", whole(result.only_attention), whole(result.only_pairs)));
  for (std::size_t k = 0; k < result.passes.size(); ++k)
    add(tr("Descent after %1: error", passes_text(result.passes[k])), result.descent[k]);
  if (result.parameters > 0) add(tr("Descent: parameters of its heads"), result.parameters);
  if (result.passage.empty()) return;
  const std::string_view blank = setting.words ? " " : "";
  add(tr("Held-out passage"),
      listed(result.passage, blank, [](const PassageToken& token) { return spelt(token.actual); }));
  add(tr("Guessed by the closed form, each from the true tokens before it"),
      listed(result.passage, blank,
             [](const PassageToken& token) { return token.guesses[std::to_underlying(Predictor::closed)].text; }));
}

void add_sketches(Rows& add, const Result& result, const Setting& setting) {
  for (const SketchCurve& curve : result.curves) {
    for (std::size_t k = 0; k < curve.median.size() && (k == 0 || result.sizes[k - 1] < curve.most); ++k) {
      const SketchWords& words = words_of(curve.sketch, setting.signs);
      const double size = std::min(result.sizes[k], curve.most);
      add(tr(size == 1 ? words.one : words.error, whole(size)), spread(curve.median[k], curve.low[k], curve.high[k]));
    }
  }
}

// Of so many directions that such tokens can show.
void add_spectrum(Rows& add, const TokenSpectrum& spectrum, int visible, const std::string& of) {
  if (spectrum.eigenvalues.size() == 0) return;
  add(tr("%1: rank of Λ by eigenvalues", of), spectrum.rank);
  add(tr("%1: rank of Λ by Cholesky with pivoting", of), spectrum.rank_by_pivots);
  add(tr("%1: smallest eigenvalue", of), spectrum.lambda_min);
  add(tr("%1: smallest eigenvalue that is not 0, by Lanczos", of), spectrum.smallest_by_lanczos);
  add(tr("%1: largest eigenvalue", of), spectrum.lambda_max);
  if (spectrum.rank == visible)
    add(tr("%1: digits of the features that the weakest direction asks for", of), spectrum.digits());
  if (spectrum.rho.empty()) return;
  add(tr("%1: held-out questions with ρ = 0", of), percent(spectrum.exact_share));
  add(tr("%1: directions not hardly seen", of), spectrum.weak_rank);
  add(tr("%1: held-out questions with ρ below %2 against these", of, number(kHardly)), percent(spectrum.weak_share));
  for (const std::size_t k : {50UZ, 90UZ, 99UZ, 100UZ}) {
    add(tr("%1: ρ of %2 % of them is at most", of, std::to_string(k)), spectrum.rho[k]);
    add(tr("%1: ρ against these, of %2 % at most", of, std::to_string(k)), spectrum.weak_rho[k]);
  }
}

void add_certificate(Rows& add, const Result& result, const Setting& setting) {
  add(tr("Hardly seen: less than this share of the largest eigenvalue"), setting.cut);
  add_spectrum(add, result.text, setting.visible, tr("This text"));
  if (result.asked > 0) {
    add(tr("This text: held-out questions asked for ρ"), result.asked);
    add(tr("This text: of them, not among those learned from"), result.fresh);
    if (result.fresh > 0) add(tr("This text: of these, with ρ = 0"), percent(result.fresh_exact_share));
  }
  add_spectrum(add, result.gaussian, setting.unknowns, tr("Gaussian tokens"));
  for (const RareWindow& window : result.rare) {
    const std::string tokens = listed(window.tokens, setting.words ? " " : "", spelt);
    add(tr("ρ of “%1”, %2 in the data", tokens, counted("%1 time", "%1 times", window.times)), window.rho);
  }
}

void add_sweep(Rows& add, const Result& result, const Setting& setting) {
  add(tr("Unknowns ψ for each output"), setting.unknowns);
  for (const SweepCell& cell : result.sweep) {
    const std::string of =
        tr("n = %1, %2", whole(cell.n), counted("%1 token that asks", "%1 different tokens", cell.tokens));
    add(tr("%1: rank of Λ", of), cell.rank);
    add(setting.visible < setting.unknowns ? tr("%1: smallest eigenvalue that a text can show", of)
                                           : tr("%1: smallest eigenvalue", of),
        cell.lambda_min);
    add(tr("%1: largest eigenvalue", of), cell.lambda_max);
    if (cell.lambda_min > 0)
      add(tr("%1: digits of the features that the weakest direction asks for", of), cell.digits());
    add(tr("%1: held-out questions that were not learned from", of),
        tr("%1 of %2", whole(cell.fresh), whole(cell.asked)));
    if (cell.fresh > 0)
      add(tr("%1: of these, with ρ = 0", of),
          percent(static_cast<double>(cell.exact) / static_cast<double>(cell.fresh)));
  }
}

}  // namespace

void add_rows(Rows& add, const Result& result, const Setting& setting) {
  add(tr("Tokens in the text (%1)", bytes(static_cast<double>(result.bytes))), result.tokens);
  if (setting.view != View::sweep) add_text(add, result, setting);
  constexpr std::array kOwn = {add_scores, add_sketches, add_certificate, add_sweep};
  kOwn[std::to_underlying(setting.view)](add, result, setting);
}

}  // namespace figures::language
