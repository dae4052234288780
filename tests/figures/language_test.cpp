// Figure "language" against NumPy on a kept text, against the learner asked otherwise, and under the reader's hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "../golden/language_golden.hpp"
#include "figures/bench.hpp"
#include "figures/language/language.hpp"
#include "figures/language/run.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"
#include "learner/solve.hpp"

namespace {

using figures::Values;
using figures::language::Predictor;
using figures::language::Result;
using figures::language::Sketch;
using learner::Index;
using learner::Matrix;
using learner::Split;

const figures::Figure& figure() { return *figures::find("language"); }

Values settings(std::string_view query) { return bench::values_of(figure(), query); }

figures::Expected<Result> attempt(std::string_view query, std::string_view text) {
  return bench::attempt(figures::language::run, settings(query), text);
}

Result run(std::string_view query, std::string_view text = golden::kLanguageText) {
  auto result = attempt(query, text);
  REQUIRE(result);
  return std::move(*result);
}

std::string golden_query(std::string_view more) { return golden::kLanguageSettings + std::string(more); }

double error_of(const Result& result, Predictor who) { return result.score(who).error; }

double at_size(const Result& result, Sketch sketch, double size) {
  const auto* curve = curve_of(result, sketch);
  REQUIRE(curve != nullptr);
  return curve->median[nearest_size(result, size)];
}

figures::View shown(const Values& values, std::string_view text) {
  figures::View view(figure());
  REQUIRE(bench::show(view, values, text));
  return view;
}

}  // namespace

// --- Against NumPy --------------------------------------------------------------------------------------------------

TEST_CASE("errors and right guesses of the mean token, counts of pairs and triples and the closed form equal NumPy's") {
  const Result result = run(golden_query("&epochs=1"));
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(result.scores[k].error == doctest::Approx(golden::kLanguageErrors[k]).epsilon(1e-9));
    CHECK(result.scores[k].accuracy == doctest::Approx(golden::kLanguageAccuracies[k]).epsilon(1e-12));
  }
  CHECK(result.error_from_sums == doctest::Approx(golden::kLanguageErrors[3]).epsilon(1e-9));
  CHECK(result.residual < 1e-12);
}

TEST_CASE("the spectrum of the text and rho on what is held out equal NumPy's") {
  const Result result = run(golden_query("&view=certificate"));
  REQUIRE(result.text.eigenvalues.size() == std::ssize(golden::kLanguageSpectrum));
  for (Index k = 0; k < result.text.eigenvalues.size(); ++k) {
    CHECK(result.text.eigenvalues(k) == doctest::Approx(golden::kLanguageSpectrum[k]).epsilon(1e-10));
  }
  const std::size_t last = std::size(golden::kLanguageRho) - 1;
  CHECK(static_cast<Index>(last + 1) == result.test_rows);
  for (std::size_t k = 0; k <= 100; ++k) {
    CHECK(result.text.weak_rho[k] == doctest::Approx(golden::kLanguageRho[last * k / 100]).epsilon(1e-9));
  }
}

TEST_CASE("greedy features, those of highest leverage and Gaussian mixtures equal NumPy's fits") {
  const Result result = run(golden_query("&view=sketch&seeds=1"));
  for (std::size_t k = 0; k < std::size(golden::kSketchSizes); ++k) {
    const double size = golden::kSketchSizes[k];
    if (result.sizes[nearest_size(result, size)] != size) continue;
    CAPTURE(size);
    if (k < std::size(golden::kSketchGreedy))
      CHECK(at_size(result, Sketch::greedy, size) == doctest::Approx(golden::kSketchGreedy[k]).epsilon(1e-8));
    CHECK(at_size(result, Sketch::leverage, size) == doctest::Approx(golden::kSketchLeverage[k]).epsilon(1e-8));
    CHECK(at_size(result, Sketch::mixed, size) == doctest::Approx(golden::kSketchMixed[k]).epsilon(1e-8));
  }
  CHECK(result.sizes[nearest_size(result, 1)] == 1);
  CHECK(result.sizes[nearest_size(result, 5)] == 5);
}

// --- Against itself -------------------------------------------------------------------------------------------------

TEST_CASE("with all features kept every curve ends at the full solution") {
  for (const char* query : {"view=sketch&d=5&vocabulary=16", "view=sketch&d=4&targets=causal&n=4&mixture=signs",
                            "view=sketch&d=5&constant=1&units=words&vocabulary=64&penalty=fixed&lambda=0.001"}) {
    CAPTURE(std::string(query));
    const Result result = run(query, bench::some_text());
    REQUIRE(result.curves.size() == 5);
    for (const auto& curve : result.curves) {
      // Nyström has as many landmarks as there are different windows, which may be fewer.
      if (curve.sketch == Sketch::landmarks) continue;
      CHECK(curve.median.back() == doctest::Approx(result.full_error()).epsilon(1e-5));
      for (std::size_t k = 0; k < curve.median.size(); ++k) {
        CHECK(curve.low[k] <= curve.median[k]);
        CHECK(curve.median[k] <= curve.high[k]);
      }
    }
  }
}

TEST_CASE("without a penalty no more features are chosen than are independent, and that several W fit is said") {
  const std::string query = "d=6&N=256&penalty=fixed&lambda=0&seeds=1&seed=3";
  const Result result = run("view=sketch&" + query, bench::some_text());
  CHECK(result.minimum_norm);
  CHECK(result.sizes.back() == static_cast<double>(run("view=certificate&" + query, bench::some_text()).text.rank));
  const auto said = describe(result, bench::context(settings("view=sketch&kept=936&" + query)));
  CHECK(said.title.starts_with("With λ = 0 several W fit: "));
  CHECK(said.sentence.contains("with " + plot::whole(result.sizes.back()) + " features of 126, chosen greedily"));
  CHECK(said.sentence.contains("all features take that of least norm"));
}

TEST_CASE("a number of features keeps 95 % of the gain where fewer that were tried do not, and more do") {
  const std::string query = "view=sketch&d=4&seeds=1";
  Result result = run(query);
  result.sizes = {1, 2, 30, 40};
  for (auto& score : result.scores) score.error = 0.9;
  const auto title = [&](const std::vector<double>& errors) {
    result.curves[0].median = errors;
    return describe(result, bench::context(settings(query))).title;
  };
  CHECK(title({0.99, 0.95, 0.92, 0.9}) ==
        "More than 30 of 40 features are needed to keep 95 % of what all of them gain");
  CHECK(title({0.99, 0.95, 0.904, 0.9}) == "30 of 40 features keep 95 % of what all of them gain");
  CHECK(title({0.904, 0.9, 0.9, 0.9}) == "One of 40 features keeps 95 % of what all of them gain");
  // Of two that keep it, one more loses it.
  CHECK(title({0.95, 0.9, 0.92, 0.9}) == "2 of 40 features keep 95 % of what all of them gain, 30 lose it again");
  CHECK(title({0.89, 0.92, 0.92, 0.9}) == "1 of 40 features keeps 95 % of what all of them gain, 2 lose it again");
}

TEST_CASE("each cell of the sweep is what the certificate finds with its context and vocabulary") {
  const std::string some = "d=4&N=1024&targets=";
  for (const std::string targets : {"last", "causal", "last&constant=1"}) {
    const Result result = run("view=sweep&" + some + targets);
    REQUIRE(result.sweep.size() == 3 * figures::language::kSweptContexts.size());
    std::size_t k = 0;
    for (const int vocabulary : figures::language::kSweptVocabularies) {
      for (const int n : figures::language::kSweptContexts) {
        if (k == result.sweep.size()) break;
        const auto& cell = result.sweep[k++];
        CAPTURE(n);
        CAPTURE(vocabulary);
        CAPTURE(targets);
        const Result one = run("view=certificate&" + some + targets + "&n=" + std::to_string(n) +
                               "&vocabulary=" + std::to_string(vocabulary));
        CHECK(cell.n == n);
        CHECK(cell.rank == one.text.rank);
        // Beside a constant the tokens of any text leave d directions out.
        const int visible = targets.contains("constant") ? 36 : 40;
        CHECK(cell.tokens <= one.vocabulary);
        CHECK(cell.tokens + 1 >= one.vocabulary);
        const double smallest = cell.rank == visible ? one.text.smallest_by_lanczos : 0;
        CHECK(cell.lambda_min == doctest::Approx(smallest).epsilon(1e-6));
        CHECK(cell.lambda_max == doctest::Approx(one.text.lambda_max).epsilon(1e-9));
        CHECK(cell.asked == one.asked);
        CHECK(cell.fresh == one.fresh);
        if (cell.fresh > 0)
          CHECK(static_cast<double>(cell.exact) / static_cast<double>(cell.fresh) ==
                doctest::Approx(one.fresh_exact_share));
      }
    }
  }
}

TEST_CASE("rank and smallest eigenvalue agree between eigenvalues and pivots, and rho with the null space") {
  for (const char* query :
       {"view=certificate&d=5&vocabulary=8", "view=certificate&d=6&n=1", "view=certificate&d=4&n=3"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    CHECK(result.text.rank == result.text.rank_by_pivots);
    CHECK(result.gaussian.rank == result.gaussian.rank_by_pivots);
    if (result.text.lambda_min > 0)
      CHECK(result.text.smallest_by_lanczos == doctest::Approx(result.text.lambda_min).epsilon(1e-6));
    const Values values = settings(query);
    const auto source = figures::language::Source::open({.values = values, .text = golden::kLanguageText}, {});
    REQUIRE(source);
    learner::Moments moments(source->shape());
    REQUIRE(moments.add(source->block(Split::train, 0, source->train)));
    const auto space = learner::null_space(moments);
    REQUIRE(space);
    CHECK(space->rank == result.text.rank);
    Index inside = 0;
    for (const auto& sequence : source->block(Split::test, 0, source->test))
      inside += learner::rho(*space, sequence.Z, learner::Targets::last)(0) < 1e-6;
    CHECK(result.text.exact_share == static_cast<double>(inside) / static_cast<double>(result.test_rows));
  }
}

TEST_CASE(
    "a single token of context is seen in as many directions as there are tokens, and Gaussian ones in all symmetric") {
  const Result result = run("view=certificate&d=6&n=1&vocabulary=16");
  CHECK(result.text.rank == result.vocabulary - (result.unlisted == 0 ? 1 : 0));
  CHECK(result.gaussian.rank == 6 * 7 * 8 / 6);
}

TEST_CASE("the closed form has a smaller training objective than where descent ends") {
  const Result result = run("d=5&epochs=16&penalty=fixed&lambda=0");
  REQUIRE(result.descent.size() > 10);
  CHECK(result.descent.back() < result.descent.front());
  CHECK(error_of(result, Predictor::descent) == doctest::Approx(result.descent.back()).epsilon(1e-9));
  CHECK(result.training_error < 1);
}

TEST_CASE("however badly a descent goes, its errors stay numbers") {
  // Long contexts and many heads: the answers of the random start are far too large.
  const Result result = run("d=8&n=32&targets=causal&rate=0.1&H=16&epochs=1&N=256", bench::some_text());
  CHECK(std::isfinite(error_of(result, Predictor::descent)));
  for (const double error : result.descent) CHECK(error <= 1e6);
}

TEST_CASE("the passage is held-out text as it stands, and its right guesses are marked by rank") {
  for (const char* query : {"d=4&epochs=1&vocabulary=64", "d=4&epochs=1&vocabulary=64&targets=causal&n=4"}) {
    const Result result = run(query);
    std::vector<std::string> passage;
    for (const auto& token : result.passage) {
      passage.push_back(token.actual.text);
      for (std::size_t k = 0; k < figures::language::kPredictors; ++k)
        CHECK((token.guesses[k].text == token.actual.text) == (token.guesses[k].rank == token.actual.rank));
    }
    CHECK(passage.size() > 100);
    // Characters that the training part lacks have no letters in the passage: they match any.
    const std::string_view text = golden::kLanguageText;
    std::size_t place = text.size() * 4 / 5 - 5;
    const auto stands = [&](std::size_t at) {
      for (std::size_t k = 0; k < passage.size(); ++k)
        if (passage[k] != learner::Vocabulary::kOther && passage[k] != text.substr(at + k, 1)) return false;
      return true;
    };
    while (place + passage.size() <= text.size() && !stands(place)) ++place;
    CHECK(place + passage.size() <= text.size());
  }
}

TEST_CASE("the film reads the passage from nothing to all of it, never back, and the title waits for its end") {
  const std::string_view query = "d=4&epochs=1&vocabulary=64";
  Values values = settings(query);
  figures::View view = shown(values, golden::kLanguageText);
  const Result result = run(query);
  const std::string end = view.describe().title;
  CHECK(end.find('%') != std::string::npos);
  std::size_t before = 0;
  for (int at = 0; at <= figures::language::kFilm; ++at) {
    view.set("read", at);
    const auto film = figures::language::film_of(view.values());
    const figures::language::Reading reading(film, result.passage.size());
    CHECK(reading.done >= before);
    before = reading.done;
    if (at == 0) CHECK(reading.done == 0);
    if (at >= figures::language::kAllRead) CHECK(reading.done == result.passage.size());
    CHECK((view.describe().title == end) == (at == figures::language::kFilm));
    CHECK(view.describe().title.find('%') == (at == figures::language::kFilm ? end.find('%') : std::string::npos));
  }
}

// What stands at the bars: the last words of the size of text and semibold, from the top down.
std::vector<std::string> at_bars(const std::string& svg) {
  std::vector<std::string> words;
  for (std::size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
    const std::size_t begin = svg.find('>', at) + 1;
    const std::string tag = svg.substr(at, begin - at);
    if (tag.contains("font-size=\"14\"") && tag.contains("font-weight=\"600\""))
      words.push_back(svg.substr(begin, svg.find('<', begin) - begin));
  }
  REQUIRE(words.size() >= figures::language::kPredictors);
  words.erase(words.begin(), words.end() - figures::language::kPredictors);
  return words;
}

// Where a predictor's bar stands, from the top.
std::size_t place_of(std::size_t who) {
  const auto at = std::ranges::find(figures::language::kInOrder, static_cast<Predictor>(who));
  return static_cast<std::size_t>(at - figures::language::kInOrder.begin());
}

TEST_CASE("on the way the bars say how many of the characters read were guessed, at the end what of all was") {
  const std::string query = "d=4&epochs=1&vocabulary=64";
  figures::View view = shown(settings(query), golden::kLanguageText);
  const Result result = run(query);
  plot::HeadlessContext headless;
  const auto svg = [&](int at) {
    view.set("read", at);
    return view.svg(headless, {.width = 1000, .height = 540});
  };
  const std::string at_start = svg(0);
  CHECK(at_start.find("Of the first") == std::string::npos);
  for (const int at : {120, 200, 279}) {
    const std::string picture = svg(at);
    const std::size_t place = picture.find("Of the first ");
    REQUIRE(place != std::string::npos);
    const std::size_t read = std::stoul(picture.substr(place + 13));
    REQUIRE(read < result.passage.size());
    for (std::size_t who = 0; who < figures::language::kPredictors; ++who) {
      std::size_t right = 0;
      for (std::size_t k = 0; k < read; ++k)
        right += result.passage[k].guesses[who].text == result.passage[k].actual.text;
      CAPTURE(at);
      CAPTURE(who);
      CHECK(at_bars(picture)[place_of(who)] == std::to_string(right));
    }
  }
  const std::string at_end = svg(static_cast<int>(figures::language::kFilm));
  CHECK(at_end.find("Of all " + plot::whole(result.test_rows) + " that are held out.") != std::string::npos);
  for (std::size_t who = 0; who < figures::language::kPredictors; ++who)
    CHECK(at_bars(at_end)[place_of(who)] == plot::percent(result.scores[who].accuracy));
}

std::ptrdiff_t count(std::string_view text, std::string_view part) {
  std::ptrdiff_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// The heights at which tokens of the passage stand, from the top down.
std::vector<std::string> lines_of(const std::string& svg) {
  std::vector<std::string> heights;
  for (std::size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
    const std::string tag = svg.substr(at, svg.find('>', at) - at);
    const std::size_t y = tag.find(" y=\"");
    if (!tag.contains("font-size=\"17\"") || y == std::string::npos) continue;
    const std::string height = tag.substr(y + 4, tag.find('"', y + 4) - y - 4);
    if (heights.empty() || heights.back() != height) heights.push_back(height);
  }
  return heights;
}

TEST_CASE("before anything is guessed the first line of the text can be read, and no other") {
  figures::View view = shown(settings("d=4&epochs=1&vocabulary=64"), golden::kLanguageText);
  plot::HeadlessContext headless;
  const plot::Look look{.width = 1000, .height = 540};
  const auto lines = lines_of(view.svg(headless, look));
  REQUIRE(lines.size() > 3);
  view.set("read", 0);
  const std::string start = view.svg(headless, look);
  CHECK(lines_of(start) == std::vector{lines.front()});
  // Under each token of it a question mark, and no other.
  CHECK(count(start, ">?<") == count(start, "font-size=\"17\""));
  CHECK(count(start, ">?<") > 10);
}

TEST_CASE("the title names the winner") {
  const Result result = run("d=4&epochs=1");
  const Values values = settings("d=4&epochs=1");
  Result other = result;
  other.error_by_chance = false;
  const auto title = [&] { return describe(other, bench::context(values)).title; };
  other.scores = {{{1, 0.1}, {0.9, 0.3}, {0.9, 0.35}, {0.8, 0.4}, {1, 0}}};
  // Of the tokens that only one of the two guesses, a coin would give so many to one of them.
  for (const auto& [ours, theirs, chance] :
       {std::tuple{1, 0, true}, {5, 0, true}, {6, 0, false}, {15, 5, false}, {14, 6, true}, {440, 400, true}}) {
    other.only_attention = ours, other.only_pairs = theirs;
    CHECK(title().contains("right about as often: 40 % and 30 %") == chance);
  }
  // Of few answers, how many.
  other.test_rows = 27, other.only_attention = 3, other.only_pairs = 1;
  other.scores = {{{1, 0.1}, {0.9, 23 / 27.0}, {0.9, 0.35}, {0.8, 25 / 27.0}, {1, 0}}};
  CHECK(title().ends_with("right about as often: 25 of 27 and 23 of 27"));
  CHECK(describe(other, bench::context(values)).sentence.ends_with("Only 27 tokens are held out."));
  other.test_rows = 1000;
  other.scores = {{{1, 0.1}, {0.9, 0.3}, {0.9, 0.35}, {0.8, 0.4}, {1, 0}}};
  other.only_attention = 100, other.only_pairs = 0;
  CHECK(title() == "Linear attention guesses 40 % of the next characters, counting pairs 30 %");
  other.scores = {{{1, 0.1}, {0.9, 0.3}, {0.9, 0.45}, {0.8, 0.4}, {1, 0}}};
  CHECK(title() == "Linear attention: 40 % right, counting pairs: 30 %, counting triples: 45 %");
  other.scores = {{{1, 0.1}, {0.8, 0.4}, {0.7, 0.5}, {0.9, 0.3}, {1, 0}}};
  CHECK(title() == "Linear attention: 30 % right, counting pairs: 40 %, counting triples: 50 %");
  other.scores = {{{1, 0.1}, {0.8, 0.4}, {0.9, 0.38}, {0.9, 0.3}, {1, 0}}};
  CHECK(title().starts_with("Counting pairs beats linear attention: 40 %"));
  other.scores = {{{1, 0.1}, {0.9, 0.4}, {0.9, 0.5}, {0.8, 0.3}, {1, 0}}};
  CHECK(title().starts_with("Linear attention has the smaller error"));
  // To the table's digits there is no difference, though there is one in per cent.
  other.scores = {{{1, 0.1}, {0.91551, 0.4}, {0.95, 0.5}, {0.91549, 0.3}, {1, 0}}};
  CHECK(title() == "Counting pairs is right more often, at about the same error as linear attention");
  other.scores = {{{1, 0.1}, {1.07, 0.4}, {1.2, 0.5}, {1.05, 0.3}, {1, 0}}};
  CHECK(title() == "Neither linear attention nor counting pairs has less error than always answering the mean token");
  other.scores = {{{1, 0.1}, {0.9, 0.3}, {0.9, 0.3}, {0.9, 0.3}, {1, 0}}};
  CHECK(title() == "Linear attention and counting pairs are about level: 30 % and 30 % right");
  other.scores = {{{1, 0.1}, {0.9, 0.3}, {0.9, 0.3}, {0.8, 0.3}, {1, 0}}};
  CHECK(title() ==
        "Linear attention has a smaller error than counting pairs, and is right about as often: 30 % and 30 %");
  other.error_by_chance = true;
  CHECK(title() == "Linear attention and counting pairs are right about as often: 30 % and 30 %");
  other.scores[std::to_underlying(Predictor::closed)].error = 0.85;
  CHECK(title() == "Linear attention and counting pairs are about level: 30 % and 30 % right");
  other.scores[std::to_underlying(Predictor::closed)].error = 0.8;
  other.error_by_chance = false;
  other.scores = {{{1, 0.1}, {0.8, 0.3}, {0.9, 0.3}, {0.9, 0.3}, {1, 0}}};
  CHECK(title().starts_with("Counting pairs has a smaller error than linear attention"));
  other.scores = {{{1, 0.1}, {0, 0.3}, {0.9, 0.3}, {1e-12, 0.3}, {1, 0}}};
  CHECK(title() == "Linear attention and counting pairs are about level: 30 % and 30 % right");
  other.scores = {{{1, 0.1}, {0.9, 0.3}, {0.9, 0.35}, {0.9, 0.4}, {1, 0}}};
  CHECK(title() == "Linear attention is right more often, at about the same error as counting pairs");
  other.scores = {{{1, 0.1}, {0.9, 0.4}, {0.9, 0.35}, {0.9, 0.3}, {1, 0}}};
  CHECK(title() == "Counting pairs is right more often, at about the same error as linear attention");
}

TEST_CASE("marks are tokens beside the words, and counted as such") {
  const Result result = run("d=4&epochs=1&units=words&vocabulary=64");
  CHECK(describe(result, bench::context(settings("d=4&epochs=1&units=words&vocabulary=64")))
            .sentence.find(plot::whole(result.tokens) + " words and marks,") != std::string::npos);
}

// --- Any text -------------------------------------------------------------------------------------------------------

TEST_CASE("a text that cannot be learned from gets a sentence that says what to do") {
  for (const std::string& text :
       {std::string(), std::string(" \n\t "), std::string("word"), std::string(500, 'a'),
        std::string("\0\1\2\3binary", 11), std::string("\xff\xfe not UTF-8"), std::string(6'000'000, 'a')}) {
    for (const char* view : {"view=learn", "view=sketch", "view=certificate"}) {
      const auto result = attempt(view, text);
      REQUIRE_FALSE(result);
      CHECK(result.error().text().ends_with('.'));
      CHECK(result.error().text().size() > 30);
    }
  }
}

TEST_CASE("a sweep asks a short text for the tokens that its longest context needs, and no more") {
  const std::string text(golden::kLanguageText);
  for (const std::size_t tokens : {15UZ, 20UZ, 44UZ}) {
    const auto result = attempt("view=sweep&d=3", text.substr(0, tokens));
    REQUIRE_FALSE(result);
    CHECK(result.error().text().find("give at least 45") != std::string::npos);
  }
  CHECK(attempt("view=sweep&d=3", text.substr(0, 45)).has_value());
}

TEST_CASE("a text whose end repeats one token is told so, and one whose start does is learned from") {
  const auto end = attempt("d=4", std::string(400, 'a') + "b" + std::string(99, 'a'));
  REQUIRE_FALSE(end);
  CHECK(end.error().text().contains("in all that is asked of that fifth, one token repeats"));
  // The last token varies, and no whole window of four has it.
  const std::string last = std::string(60, 'a') + "b";
  CHECK_FALSE(attempt("n=4&d=3&targets=causal", last));
  CHECK(attempt("n=4&d=3&epochs=1", last));
  for (const char* query :
       {"d=4&epochs=1", "d=4&view=sketch", "d=4&view=certificate", "d=4&epochs=1&penalty=fixed&lambda=0"}) {
    const Values values = settings(query);
    figures::View view = shown(values, std::string(400, 'a') + "T" + std::string(100, 'b'));
    CHECK(view.describe().sentence.find("nan") == std::string::npos);
  }
}

TEST_CASE("any script can be learned from and drawn: no blanks, emoji, combining marks, right to left") {
  const std::string once[] = {"春眠不覺曉處處聞啼鳥夜來風雨聲花落知多少", "👩‍🚀🚀🌍👍🏽 ",
                              "e\xcc\x81t\xc3\xa9 a\xcc\x80 n\xcc\x83 ", "שלום עולם ", "Съешь ещё этих мягких булок. "};
  for (const std::string& piece : once) {
    std::string text;
    for (int k = 0; k < 60; ++k) text += piece + std::to_string(k % 7);
    for (const char* query : {"d=4&epochs=1", "d=4&view=certificate", "d=4&view=sketch"}) {
      const Values values = settings(query);
      figures::View view = shown(values, text);
      plot::HeadlessContext headless;
      CHECK(bench::draw(headless, view, {.width = 1080, .height = 720}) > 500);
      CHECK(bench::draw(headless, view, {.width = 320, .height = 700, .dark = true}) > 200);
    }
  }
}

TEST_CASE("a text without blanks that is to be read as words gets the advice to take characters") {
  std::string text;
  for (int k = 0; k < 60; ++k) text += "春眠不覺曉處處聞啼鳥";
  const auto result = attempt("units=words", text);
  REQUIRE_FALSE(result);
  CHECK(result.error().text().find("take characters as tokens") != std::string::npos);
  CHECK(attempt("units=words", "one word").error().text().find("take characters") == std::string::npos);
}

TEST_CASE("tokens that the canvas has no letters for stand by their place in the vocabulary") {
  using figures::written;
  CHECK(written({"a", 3}) == "a");
  CHECK(written({" ", 1}) == "·");
  CHECK(written({"\n", 2}) == "↓");
  CHECK(written({"花", 12}) == "#12");
  CHECK(written({"e\xcc\x81", 7}) == "#7");
  CHECK(written({"<other>", 0}) == "…");
  CHECK(written({"λ", 5}) == "λ");
}

TEST_CASE("five megabytes are read with progress, and the sentence says how much was used") {
  std::string text;
  while (text.size() < 4'900'000) text += golden::kLanguageText;
  const Values values = settings("d=4&epochs=1&N=2048");
  bench::Log log;
  const auto bytes = bench::run(figure(), values, log, text);
  REQUIRE(bytes);
  CHECK(log.fractions.size() > 60);  // 65,536 tokens lie between two reports
  figures::View view(figure());
  view.values() = values;
  REQUIRE(view.show(*bytes, {}, false));
  CHECK(view.describe().sentence.find("2,048 windows spread over 3,") != std::string::npos);
  CHECK(bytes->size() < 200'000);
}

// --- Under the reader's hand ----------------------------------------------------------------------------------------

TEST_CASE("a drag in the plot of fewer features moves the marker to a size that was tried") {
  const Values values = settings("view=sketch&d=4&seeds=1");
  figures::View view = shown(values, golden::kLanguageText);
  plot::HeadlessContext headless;
  const plot::Look look{.width = 1080, .height = 700};
  const auto at = [&](float x, float y, bool down) {
    headless.pointer.next({x, y}, true, down, false);
    headless.frame(look, [&](plot::Canvas& canvas) { view.draw(canvas, false); });
  };
  at(1000, 400, false);
  at(1000, 400, true);
  CHECK(view.values().number("kept") > 20);
  at(60, 400, true);
  CHECK(view.values().number("kept") <= 2);
  at(60, 400, false);
  CHECK_FALSE(view.is_stale());
}

TEST_CASE("pressing a predictor's name shows its guesses under the text") {
  const Values values = settings("d=4&epochs=1");
  figures::View view = shown(values, golden::kLanguageText);
  plot::HeadlessContext headless;
  const plot::Look look{.width = 1080, .height = 700};
  const auto at = [&](float x, float y, bool down) {
    headless.pointer.next({x, y}, true, down, false);
    headless.frame(look, [&](plot::Canvas& canvas) { view.draw(canvas, false); });
  };
  std::string seen;
  for (float x = 700; x < 1000; x += 100) {
    for (float y = 55; y < 460; y += 20) {
      at(x, y, false), at(x, y, true), at(x, y, false);
      const auto now = std::string(view.values().choice("marks"));
      if (!seen.ends_with(now)) seen += " " + now;
    }
  }
  CHECK(seen.find("pairs") != std::string::npos);
  CHECK(seen.find("descent") != std::string::npos);
  CHECK_FALSE(view.is_stale());
}

TEST_CASE("times appear where somebody measured") {
  const Result result = run("d=4&epochs=1");
  const Values values = settings("d=4&epochs=1");
  const std::vector<double> times = {5, 12, 1, 340, 2};
  const auto with = describe(result, bench::context(values, times));
  CHECK(with.sentence.find(" in 12 ms") != std::string::npos);
  CHECK(with.sentence.find(" in 340 ms") != std::string::npos);
}

TEST_CASE("a time is whole, with its unit, and so is a number beside a bar, however narrow the picture is") {
  figures::View view(figure());
  view.values() = settings("d=4&epochs=1");
  bench::Log log;
  const auto bytes = bench::run(figure(), view.values(), log, bench::some_text());
  REQUIRE(bytes);
  REQUIRE(view.show(*bytes, {5, 404, 1, 340, 2}, false));
  plot::HeadlessContext headless;
  for (const float width : {360.F, 620.F, 800.F}) {
    const std::string picture = view.svg(headless, {.width = width, .height = 640});
    CAPTURE(width);
    CHECK(picture.find("404 ms") != std::string::npos);
    CHECK(picture.find("404…") == std::string::npos);
  }
}

TEST_CASE("held-out questions that were learned from are told from new ones") {
  for (const char* query : {"view=certificate&d=6&n=2&vocabulary=16", "view=certificate&d=5&n=3&targets=causal"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    CHECK(result.asked > 0);
    CHECK(result.fresh <= result.asked);
    // What was learned from is seen whole, so all that is not exact is new.
    const double exact = result.text.exact_share * static_cast<double>(result.asked);
    const double fresh_exact = result.fresh_exact_share * static_cast<double>(result.fresh);
    CHECK(exact - fresh_exact == doctest::Approx(static_cast<double>(result.asked - result.fresh)));
  }
}

TEST_CASE("one pass is one") {
  CHECK(figures::language::passes_text(1) == "1 pass");
  CHECK(figures::language::passes_text(0.25) == "0.25 passes");
}

TEST_CASE("the sweep speaks of the windows that there are, and of a text that repeats itself says so") {
  std::string text;
  for (int k = 0; k < 400; ++k) text += "ab";
  const std::string query = "view=sweep&seeds=1";
  const Result result = run(query, text);
  REQUIRE(result.windows < 800);
  const auto said = describe(result, bench::context(settings(query)));
  CHECK(said.title ==
        "In what is learned from, 2 different tokens cannot show all 550 directions, whatever the context");
  CHECK(said.sentence.starts_with("In a text of "));
  // The letters a and b, each of which shows ten directions: N, and a longer text of them, would show no others.
  CHECK(
      said.sentence.contains("Each different token shows at most 10 of them. Give a text with at least 55 different"));
  std::string fox;
  for (int k = 0; k < 40; ++k) fox += "The quick brown fox jumps over the lazy dog. ";
  const auto said_of = [&](const std::string& state) {
    return describe(run(state, fox), bench::context(settings(state)));
  };
  CHECK(
      said_of("view=sweep&d=5&N=1024")
          .sentence.contains("Read 8 at a time, all windows ask only 45 different questions. Give a text that repeats "
                             "itself less."));
  // Its 29 letters would do for d = 7, its 45 questions do not.
  CHECK(said_of("view=sweep&d=10&N=1024").sentence.contains("Lower d to 4."));
  CHECK(said_of("view=sweep&d=4&N=1024").title.contains("shows all 40 directions"));
}

TEST_CASE("a sweep counts the tokens that the text has: \"other\" only where it stands for some") {
  std::string text;  // nine characters, in no order
  for (std::uint32_t k = 0, state = 1; k < 4000; ++k) text += "abcdefgh "[(state = 1664525 * state + 1013904223) % 9];
  const std::string query = "view=sweep&d=3&N=1024";
  const Result result = run(query, text);
  CHECK(result.sweep.back().tokens == 9);
  CHECK(result.sweep.front().tokens == 8);  // seven, and "other" for two
  const auto said = describe(result, bench::context(settings(query)));
  CHECK(said.title.starts_with("With 9 different tokens the text shows"));
  // Table and picture count the same.
  const auto told = std::ranges::count_if(
      said.table.rows, [](const auto& row) { return row[0].ends_with(", 9 different tokens: rank of Λ"); });
  CHECK(told == std::ssize(figures::language::kSweptContexts));
  figures::View view = shown(settings(query), text);
  plot::HeadlessContext headless;
  const std::string picture = view.svg(headless, {.width = 800, .height = 500});
  CHECK(picture.contains(">9<"));
  CHECK_FALSE(picture.contains(">10<"));
  // Of eight characters the next vocabulary tells no more apart than the first.
  std::erase(text, 'h');
  CHECK(run(query, text).sweep.size() == figures::language::kSweptContexts.size());
}

TEST_CASE("a sweep says to lower d where that shows all, in texts whose tokens come in any order or in a few") {
  const std::array<std::string, 5> words = {"cat ", "sun ", "moon ", "red ", "green "};
  for (const bool in_words : {false, true}) {
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
      std::string text;
      for (std::uint32_t k = 0, state = seed; k < 3000; ++k) {
        state = 1664525 * state + 1013904223;
        text +=
            in_words ? words[(state >> 16) % 5] : std::string(1, static_cast<char>('a' + (state >> 16) % (6 + seed)));
      }
      const auto query = [](int d) { return "view=sweep&N=1024&d=" + std::to_string(d); };
      const Result few = run(query(7), text);
      CAPTURE(seed);
      CAPTURE(in_words);
      REQUIRE(few.lower_d > 0);
      const std::string advice = "Lower d to " + std::to_string(few.lower_d) + ".";
      CHECK(describe(few, bench::context(settings(query(7)))).sentence.contains(advice));
      CHECK(run(query(few.lower_d), text).sweep.back().rank == few.lower_d * few.lower_d * (few.lower_d + 1) / 2);
      // d min(t, d (d + 1) / 2) directions, where t tokens come in every order.
      const std::int64_t t = few.sweep.back().tokens;
      if (!in_words) {
        CHECK(few.sweep.back().rank == 7 * t);
        CHECK(few.lower_d == (t >= 10 ? 4 : 3));
      }
    }
  }
}

TEST_CASE("where the difference of the errors may be chance, neither is said to be smaller") {
  int by_chance = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    learner::Random random(seed);
    std::string digits;
    for (int k = 0; k < 2000; ++k) digits += static_cast<char>('0' + random.below(10));
    const Result result = run("d=3&epochs=1", digits);
    const std::string title = describe(result, bench::context(settings("d=3&epochs=1"))).title;
    by_chance += result.error_by_chance;
    if (title.contains("smaller") || title.contains("beats")) {
      CHECK_FALSE(result.error_by_chance);
      CHECK(plot::percent(result.scores[1].error) != plot::percent(result.scores[3].error));
    }
  }
  CHECK(by_chance > 0);
}

TEST_CASE("a longer text is not advised where the text repeats itself") {
  std::string text = "yes no yes no ";
  for (int k = 0; k < 300; ++k) text += "yes yes no no ";
  const std::string query = "view=sweep&d=3&seed=161";
  for (const std::string& given : {text, text + text + text + text}) {
    const std::string sentence = describe(run(query, given), bench::context(settings(query))).sentence;
    CHECK(sentence.contains("Give a text that repeats itself less."));
    CHECK_FALSE(sentence.contains("longer"));
  }
}

TEST_CASE("one feature gains; where no held-out token has an embedding, nothing is said to be guessed") {
  const std::string fox = "The quick brown fox jumps over the lazy dog. ";
  const std::string sketch = "view=sketch&d=3&seed=121";
  CHECK(describe(run(sketch, fox), bench::context(settings(sketch))).title.starts_with("1 feature of 18 gains "));
  std::string numbers;
  for (int k = 0; k < 1000; ++k) numbers += std::to_string(k) + " ";
  const std::string learn = "view=learn&units=words&epochs=1&N=256";
  CHECK(describe(run(learn, numbers), bench::context(settings(learn))).title ==
        "No held-out word has an embedding of its own, so none can be guessed");
}

TEST_CASE("where all features lose, fewer are not said to lose nothing; a sweep says no 'at least 0 %'") {
  const auto says = [](const Result& result, const Values& values) { return describe(result, bench::context(values)); };
  Result sketched = run("view=sketch&d=3&n=1&N=256&seeds=1");
  for (auto& score : sketched.scores) score.error = 1.08;
  CHECK(says(sketched, settings("view=sketch&d=3&n=1&N=256&seeds=1")).title ==
        "However many of the 18 features are chosen, they do not gain a thousandth on the mean token");
  const Values values = settings("view=sweep&d=3&N=256");
  Result swept = run("view=sweep&d=3&N=256");
  const auto sentence = [&](std::int64_t exact_first, std::int64_t exact, std::int64_t fresh) {
    for (auto& cell : swept.sweep) cell.fresh = fresh, cell.exact = exact;
    swept.sweep.front().exact = exact_first;
    return says(swept, values).sentence;
  };
  CHECK(sentence(0, 4, 4).find("0 % to 100 % have ρ = 0, depending on context and vocabulary.") != std::string::npos);
  CHECK(sentence(1, 1, 4).find("25 % have ρ = 0, with every context and vocabulary.") != std::string::npos);
  CHECK(sentence(0, 0, 4).find("No held-out question that was not learned from has ρ = 0.") != std::string::npos);
  CHECK(sentence(4, 4, 4).find("Every held-out question that was not learned from has ρ = 0.") != std::string::npos);
  CHECK(sentence(0, 0, 0).find("Every held-out question is among those learned from.") != std::string::npos);
}
