// What a reader needs to compute the numbers of figure "language" with a program of their own.
#include "figures/check_data.hpp"
#include "figures/language/run.hpp"
#include "learner/sketch.hpp"

namespace figures::language {
namespace {

class Silent final : public Progress {
  void begin(int) override {}
  void report(double) override {}
  bool wants_preview() override { return false; }
  void preview(Bytes) override {}
};

void write_text(std::string_view text, const Run& run, CheckData& file) {
  const Setting& setting = run.setting;
  const learner::TextTask& task = run.source.task;
  const std::vector<std::string> tokens = *learner::tokenise(text, task.options().kind);
  if (setting.words) {
    file.given("text", tokens);
  } else {
    std::string characters;
    for (const std::string& token : tokens) characters += token;
    file.given("text", characters);
  }
  file.given("vocabulary", setting.vocabulary).given("d", setting.d).given("n", setting.n);
  file.given("constant", setting.d_out < setting.d).given("causal", setting.causal);
  file.given("N", setting.windows).given("held_out", kTestWindows).given("E", task.embeddings());
}

void write_fit(const Setting& setting, const Result& result, CheckData& file) {
  if (setting.chosen) {
    file.given("lambdas", result.trial_lambda).found("lambda", result.lambda);
    const auto share = [&result](double error) { return error / result.trivial_error; };
    file.found("errors of each lambda", each_of(result.trial_error, share));
  } else {
    file.given("lambdas", std::vector{result.lambda});
  }
  file.found("tokens", result.tokens).found("vocabulary", result.vocabulary);
  file.found("windows", std::vector{result.windows, result.available, result.test_windows, result.test_available});
  file.found("questions", std::vector{result.rows, result.test_rows}).found("unlisted", result.unlisted);
  file.found("error of the mean token", result.trivial_error);
  file.found("different runs counted", std::vector{result.pairs, result.runs});
  file.found("error, closed form, training", result.training_error);
  std::vector<double> errors;
  for (const Predictor who : {Predictor::bigram, Predictor::windows, Predictor::closed})
    errors.push_back(result.score(who).error);
  file.found("errors of pairs, runs, closed form", errors);
}

Expected<void> write_descent(const Run& run, const Result& result, CheckData& file) {
  auto training = begin_descent(run);
  if (!training) return std::unexpected(training.error());
  while (!training->finished() && training->step()) {
  }
  const auto heads = training->model()->heads;
  file.given("V", each_of(heads, &learner::Head::V)).given("Q", each_of(heads, &learner::Head::Q));
  file.found("error of the descent's end", std::vector{result.descent.back(), result.score(Predictor::descent).error});
  file.found("share guessed right", each_of(result.scores, &PredictorScore::accuracy));
  return {};
}

Expected<void> write_sketches(Run& run, const Result& result, CheckData& file) {
  if (const auto done = run.prepare(); !done) return done;
  const learner::RidgeProblem problem = learner::ridge_problem(run.training, result.lambda);
  constexpr std::array kNames = {"greedy", "leverage", "features", "mixtures", "landmarks"};
  file.given("sizes", result.sizes);
  for (const SketchCurve& curve : result.curves) {
    const std::string name = kNames[std::to_underlying(curve.sketch)];
    if (curve.sketch == Sketch::mixed) {
      if (!result.minimum_norm) file.found("error, all mixtures", curve.median.back());
      continue;
    }
    std::vector<std::vector<Index>> orders;
    for (int draw = 0; draw < (curve.sketch > Sketch::leverage ? run.setting.draws : 1); ++draw)
      orders.push_back(sketch_order(run, problem, curve.sketch, draw));
    file.given(name, orders);
    file.found("errors, " + name, std::vector{curve.low, curve.median, curve.high});
  }
  return {};
}

// What is no more than rounding is written as 0.
std::vector<double> cleaned(std::vector<double> rho) {
  for (double& value : rho) value = value <= kRounding ? 0 : value;
  return rho;
}

void write_certificate(const Setting& setting, const Result& result, CheckData& file) {
  const TokenSpectrum& text = result.text;
  file.given("cut", setting.cut).given("hardly", kHardly).given("rounding", kRounding);
  file.found("eigenvalues", text.eigenvalues).found("rank", text.rank).found("rank by pivots", text.rank_by_pivots);
  file.found("lambda_min", text.lambda_min).found("lambda_max", text.lambda_max);
  if (text.lambda_min > 0) file.found("digits for the weakest direction", text.digits());
  file.found("least eigenvalue not 0", text.smallest_by_lanczos).found("directions above the cut", text.weak_rank);
  file.found("rho", cleaned(text.rho)).found("rho above the cut", cleaned(text.weak_rho));
  file.found("share with rho = 0", text.exact_share).found("share hardly unseen", text.weak_share);
  file.found("questions asked, new ones", std::vector{result.asked, result.fresh});
  file.found("share of new ones with rho = 0", result.fresh_exact_share);
  const auto rho = each_of(result.rare, &RareWindow::rho);
  file.given("rare", each_of(result.rare, [](const RareWindow& rare) { return each_of(rare.tokens, &Token::rank); }));
  file.found("largest rho", rho).found("rho of the rare", rho);
  file.found("times seen", each_of(result.rare, &RareWindow::times));
  file.found("rank, Gaussian tokens", result.gaussian.rank);
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  const View view = Setting(request.values).view;
  if (view == View::sweep)
    return learner::fail("Each cell is a certificate of its own: press one, and check that in Python.");
  Silent silent;
  Reporter<Result> reporter(silent, "");
  auto source = Source::open(request, {});
  if (!source) return std::unexpected(source.error());
  Run run(request, std::move(*source), reporter);
  constexpr std::array<std::string_view, 3> kViews = {"learn", "fewer features", "certificate"};
  file.given("question", kViews[std::to_underlying(view)]);
  write_text(request.text, run, file);
  write_fit(run.setting, result, file);
  if (view == View::learn) return write_descent(run, result, file);
  if (view == View::sketch) return write_sketches(run, result, file);
  write_certificate(run.setting, result, file);
  return {};
}

}  // namespace figures::language
