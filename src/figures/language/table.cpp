#include "figures/language/table.hpp"

#include <string>

#include "figures/language/picture.hpp"
#include "figures/language/reading.hpp"
#include "plot/number.hpp"

namespace figures::language {
namespace {

using plot::number;
using plot::percent;
using plot::whole;

constexpr std::array<std::string_view, 7> kStages = {"the text and what is held out",
                                                     "closed form",
                                                     "its answers",
                                                     "descent",
                                                     "all answers",
                                                     "fewer features",
                                                     "certificate"};

class Rows {
 public:
  void operator()(std::string name, std::string value) { table_.rows.push_back({std::move(name), std::move(value)}); }
  void operator()(std::string name, double value) { (*this)(std::move(name), number(value, 4)); }
  void operator()(std::string name, std::int64_t value) { (*this)(std::move(name), whole(static_cast<double>(value))); }
  Table take() { return std::move(table_); }

 private:
  Table table_{.columns = {"Quantity", "Value"}, .rows = {}};
};

void add_text(Rows& add, const LanguageResult& result) {
  add("Tokens in the text (" + plot::bytes(static_cast<double>(result.bytes)) + ")", result.tokens);
  add("Tokens with an embedding, “other” included", result.vocabulary);
  add("Held-out tokens without an embedding", percent(result.unlisted));
  add("Windows learned from, of those before the last fifth of the text",
      whole(static_cast<double>(result.windows)) + " of " + whole(static_cast<double>(result.available)));
  add("Questions in them", result.rows);
  add("Held-out windows asked, of the last fifth",
      whole(static_cast<double>(result.test_windows)) + " of " + whole(static_cast<double>(result.test_available)));
  add("Questions in them, held out", result.test_rows);
  add("Unknowns ψ for each output", std::int64_t{result.unknowns});
  add("Squared error of the mean token, the unit of errors", result.trivial_error);
  add("Ridge λ" + std::string(result.chosen ? ", chosen" : ""), result.lambda);
  if (result.minimum_norm) add("Solution", "of least norm, since the questions are dependent");
  for (std::size_t k = 0; k < result.trial_lambda.size(); ++k)
    add("Tried λ = " + number(result.trial_lambda[k]) + ": error on the last fifth of what is learned from",
        result.trial_error[k] / result.trivial_error);
}

void add_closed(Rows& add, const LanguageResult& result) {
  add("Closed form: error, from the sums of the held-out windows", result.error_from_sums);
  add("Closed form: error on what it was learned from", result.training_error);
  add("Closed form: what its normal equations are off by, relative", result.residual);
  add("Different pairs counted", result.pairs);
  if (result.longest > 1) add("Different " + runs_of(result) + " counted", result.runs);
}

void add_scores(Rows& add, const LanguageResult& result) {
  for (std::size_t k = 0; k < kPredictors; ++k) {
    const auto who = static_cast<Predictor>(k);
    if (!is_told(result, who) || (who == Predictor::descent && !has_descent(result))) continue;
    const std::string name = name_of(result, who);
    add(name + ": error, answer by answer", result.scores[k].error);
    add(name + ": guessed right", percent(result.scores[k].accuracy));
  }
  for (std::size_t k = 0; k < result.passes.size(); ++k)
    add("Descent after " + number(result.passes[k]) + " passes: error", result.descent[k]);
  if (result.parameters > 0) add("Descent: parameters of its heads", result.parameters);
  std::string actual;
  for (const PassageToken& token : result.passage)
    actual += (result.words && !actual.empty() ? " " : "") + (token.rank == 0 ? "…" : token.actual);
  if (!actual.empty()) add("Held-out passage", actual);
  std::string guessed;
  for (const PassageToken& token : result.passage)
    guessed +=
        (result.words && !guessed.empty() ? " " : "") + token.guesses[static_cast<std::size_t>(Predictor::closed)];
  if (!guessed.empty()) add("Guessed by the closed form, each from the true tokens before it", guessed);
}

void add_sketches(Rows& add, const LanguageResult& result) {
  for (const SketchCurve& curve : result.curves) {
    const std::string name(name_of(curve.sketch, result.signs));
    for (std::size_t k = 0; k < curve.median.size(); ++k) {
      std::string value = number(curve.median[k], 4);
      if (curve.low[k] < curve.high[k]) value += " (" + number(curve.low[k]) + " to " + number(curve.high[k]) + ")";
      add(whole(result.sizes[k]) + " " + name + ": error", value);
    }
  }
}

void add_spectrum(Rows& add, const TokenSpectrum& spectrum, const std::string& of) {
  if (spectrum.eigenvalues.size() == 0) return;
  add(of + ": rank of Λ by eigenvalues", spectrum.rank);
  add(of + ": rank of Λ by Cholesky with pivoting", spectrum.rank_otherwise);
  add(of + ": smallest eigenvalue", spectrum.lambda_min);
  add(of + ": smallest eigenvalue that is not 0, by Lanczos", spectrum.smallest_otherwise);
  add(of + ": largest eigenvalue", spectrum.lambda_max);
  if (spectrum.rho.empty()) return;
  add(of + ": held-out questions with ρ = 0", percent(spectrum.exact_share));
  add(of + ": directions not hardly seen", spectrum.weak_rank);
  add(of + ": held-out questions with ρ below " + number(kHardly) + " against these", percent(spectrum.weak_share));
  for (const std::size_t k : {50UZ, 90UZ, 99UZ, 100UZ}) {
    add(of + ": ρ of " + std::to_string(k) + " % of them is at most", spectrum.rho[k]);
    add(of + ": ρ against these, of " + std::to_string(k) + " % at most", spectrum.weak_rho[k]);
  }
}

void add_rare(Rows& add, const LanguageResult& result) {
  for (const RareWindow& window : result.rare) {
    std::string tokens;
    for (std::size_t k = 0; k < window.tokens.size(); ++k)
      tokens += (k > 0 && result.words ? " " : "") + (window.ranks[k] == 0 ? "…" : window.tokens[k]);
    add("ρ of “" + tokens + "”, " + plot::counted(static_cast<double>(window.times), "time", "times") + " in the data",
        window.rho);
  }
}

}  // namespace

Table language_table(const LanguageResult& result, std::span<const double> times) {
  Rows add;
  add_text(add, result);
  add_closed(add, result);
  if (result.view == LanguageView::learn) add_scores(add, result);
  if (result.view == LanguageView::sketch) add_sketches(add, result);
  if (result.view == LanguageView::certificate) {
    add("Hardly seen: less than this share of the largest eigenvalue", result.cut);
    add_spectrum(add, result.text, "This text");
    add_spectrum(add, result.gaussian, "Gaussian tokens");
    add_rare(add, result);
  }
  for (std::size_t stage = 0; stage < times.size() && stage < kStages.size(); ++stage) {
    if (times[stage] > 0) add("Time: " + std::string(kStages[stage]), plot::duration(times[stage] / 1000));
  }
  return add.take();
}

}  // namespace figures::language
