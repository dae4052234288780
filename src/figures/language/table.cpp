#include "figures/language/table.hpp"

#include <string>

#include "figures/language/picture.hpp"
#include "figures/language/reading.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::language {
namespace {

constexpr std::array kTimes = {Phrase("Time: the text and what is held out"),
                               Phrase("Time: closed form"),
                               Phrase("Time: its answers"),
                               Phrase("Time: descent"),
                               Phrase("Time: all answers"),
                               Phrase("Time: fewer features"),
                               Phrase("Time: certificate")};

class Rows {
 public:
  void operator()(std::string name, std::string value) { table_.rows.push_back({std::move(name), std::move(value)}); }
  void operator()(std::string name, double value) { (*this)(std::move(name), number(value, 4)); }
  void operator()(std::string name, std::int64_t value) { (*this)(std::move(name), whole(static_cast<double>(value))); }
  Table take() { return std::move(table_); }

 private:
  Table table_{.columns = {tr("Quantity"), tr("Value")}, .rows = {}};
};

void add_text(Rows& add, const Result& result) {
  add(tr("Tokens in the text (%1)", bytes(static_cast<double>(result.bytes))), result.tokens);
  add(tr("Tokens with an embedding, “other” included"), result.vocabulary);
  add(tr("Held-out tokens without an embedding"), percent(result.unlisted));
  add(tr("Windows learned from, of those before the last fifth of the text"),
      tr("%1 of %2", whole(static_cast<double>(result.windows)), whole(static_cast<double>(result.available))));
  add(tr("Questions in them"), result.rows);
  add(tr("Held-out windows asked, of the last fifth"), tr("%1 of %2", whole(static_cast<double>(result.test_windows)),
                                                          whole(static_cast<double>(result.test_available))));
  add(tr("Questions in them, held out"), result.test_rows);
  add(tr("Unknowns ψ for each output"), std::int64_t{result.unknowns});
  add(tr("Squared error of the mean token, the unit of errors"), result.trivial_error);
  add(result.chosen ? tr("Ridge λ, chosen") : tr("Ridge λ"), result.lambda);
  if (result.minimum_norm) add(tr("Solution"), tr("of least norm, since the questions are dependent"));
  for (std::size_t k = 0; k < result.trial_lambda.size(); ++k)
    add(tr("Tried λ = %1: error on the last fifth of what is learned from", number(result.trial_lambda[k])),
        result.trial_error[k] / result.trivial_error);
}

void add_closed(Rows& add, const Result& result) {
  add(tr("Closed form: error, from the sums of the held-out windows"), result.error_from_sums);
  add(tr("Closed form: error on what it was learned from"), result.training_error);
  add(tr("Closed form: what its normal equations are off by, relative"), result.residual);
  add(tr("Different pairs counted"), result.pairs);
  if (result.longest == 2) add(tr("Different triples counted"), result.runs);
  if (result.longest > 2) add(tr("Different runs of %1 counted", std::to_string(result.longest + 1)), result.runs);
}

void add_scores(Rows& add, const Result& result) {
  for (std::size_t k = 0; k < kPredictors; ++k) {
    const auto who = static_cast<Predictor>(k);
    if (!is_told(result, who) || (who == Predictor::descent && !has_descent(result))) continue;
    const std::string name = name_of(result, who);
    add(tr("%1: error, answer by answer", name), result.scores[k].error);
    add(tr("%1: guessed right", name), percent(result.scores[k].accuracy));
  }
  for (std::size_t k = 0; k < result.passes.size(); ++k)
    add(tr("Descent after %1 passes: error", number(result.passes[k])), result.descent[k]);
  if (result.parameters > 0) add(tr("Descent: parameters of its heads"), result.parameters);
  std::string actual;
  for (const PassageToken& token : result.passage)
    actual += (result.words && !actual.empty() ? " " : "") + (token.rank == 0 ? "…" : token.actual);
  if (!actual.empty()) add(tr("Held-out passage"), actual);
  std::string guessed;
  for (const PassageToken& token : result.passage)
    guessed +=
        (result.words && !guessed.empty() ? " " : "") + token.guesses[static_cast<std::size_t>(Predictor::closed)];
  if (!guessed.empty()) add(tr("Guessed by the closed form, each from the true tokens before it"), guessed);
}

std::string error_of(Sketch sketch, bool signs, const std::string& size) {
  switch (sketch) {
    case Sketch::greedy: return tr("%1 features chosen greedily: error", size);
    case Sketch::leverage: return tr("%1 features of highest leverage: error", size);
    case Sketch::features: return tr("%1 features at random: error", size);
    case Sketch::mixed:
      return signs ? tr("%1 random sign mixtures: error", size) : tr("%1 Gaussian mixtures: error", size);
    case Sketch::landmarks: break;
  }
  return tr("%1 Nyström landmarks: error", size);
}

void add_sketches(Rows& add, const Result& result) {
  for (const SketchCurve& curve : result.curves) {
    for (std::size_t k = 0; k < curve.median.size(); ++k) {
      std::string value = number(curve.median[k], 4);
      if (curve.low[k] < curve.high[k]) value = tr("%1 (%2 to %3)", value, number(curve.low[k]), number(curve.high[k]));
      add(error_of(curve.sketch, result.signs, whole(result.sizes[k])), value);
    }
  }
}

void add_spectrum(Rows& add, const TokenSpectrum& spectrum, const std::string& of) {
  if (spectrum.eigenvalues.size() == 0) return;
  add(tr("%1: rank of Λ by eigenvalues", of), spectrum.rank);
  add(tr("%1: rank of Λ by Cholesky with pivoting", of), spectrum.rank_otherwise);
  add(tr("%1: smallest eigenvalue", of), spectrum.lambda_min);
  add(tr("%1: smallest eigenvalue that is not 0, by Lanczos", of), spectrum.smallest_otherwise);
  add(tr("%1: largest eigenvalue", of), spectrum.lambda_max);
  if (spectrum.rho.empty()) return;
  add(tr("%1: held-out questions with ρ = 0", of), percent(spectrum.exact_share));
  add(tr("%1: directions not hardly seen", of), spectrum.weak_rank);
  add(tr("%1: held-out questions with ρ below %2 against these", of, number(kHardly)), percent(spectrum.weak_share));
  for (const std::size_t k : {50UZ, 90UZ, 99UZ, 100UZ}) {
    add(tr("%1: ρ of %2 % of them is at most", of, std::to_string(k)), spectrum.rho[k]);
    add(tr("%1: ρ against these, of %2 % at most", of, std::to_string(k)), spectrum.weak_rho[k]);
  }
}

void add_rare(Rows& add, const Result& result) {
  for (const RareWindow& window : result.rare) {
    std::string tokens;
    for (std::size_t k = 0; k < window.tokens.size(); ++k)
      tokens += (k > 0 && result.words ? " " : "") + (window.ranks[k] == 0 ? "…" : window.tokens[k]);
    add(tr("ρ of “%1”, %2 in the data", tokens, counted("%1 time", "%1 times", static_cast<double>(window.times))),
        window.rho);
  }
}

}  // namespace

Table language_table(const Result& result, std::span<const double> times) {
  Rows add;
  add_text(add, result);
  add_closed(add, result);
  if (result.view == View::learn) add_scores(add, result);
  if (result.view == View::sketch) add_sketches(add, result);
  if (result.view == View::certificate) {
    add(tr("Hardly seen: less than this share of the largest eigenvalue"), result.cut);
    add_spectrum(add, result.text, tr("This text"));
    add_spectrum(add, result.gaussian, tr("Gaussian tokens"));
    add_rare(add, result);
  }
  for (std::size_t stage = 0; stage < times.size() && stage < kTimes.size(); ++stage) {
    if (times[stage] > 0) add(tr(kTimes[stage]), duration(times[stage] / 1000));
  }
  return add.take();
}

}  // namespace figures::language
