// Of figure "language": what a sweep over contexts and vocabularies says, and what no text can show.
#include "figures/walk/language_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace walk {
namespace {

const std::string kUnknowns = "Unknowns ψ for each output";

// With tokens of d numbers. Of every token e with its constant 1, |e| = 1, so that the d products of |e|² - 1² with a
// number of who asks are 0.
double shown_by(double d, const Told& told) { return d * d * (d + 1) / 2 - (told.setting("constant") == 1 ? d : 0); }

// "All 120 directions that can be shown", or "all 126 directions".
bool is_all(const Fit& fit, std::size_t place) {
  return fit.number(place).value == visible(fit) &&
         fit.text.contains("that can be shown") == (fit.setting("constant") == 1);
}

std::vector<Printed> ranks(const Told& told) { return told.column("n = ", ": rank of Λ"); }

// Of the largest vocabulary, as every row and the picture have them.
double tokens(const Told& told) {
  double most = 0;
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with("n = ")) most = std::max(most, values_in(row[0])[1].value);
  return most;
}

// The contexts and vocabularies that show all.
double full_cells(const Told& told) {
  return static_cast<double>(std::ranges::count(ranks(told), visible(told), &Printed::value));
}

// No rank is above what can be shown by so many tokens, or by any.
bool none_shows_more(const Told& told) {
  if (!told.chose("view", "sweep")) return told.at("This text: rank of Λ by eigenvalues").value <= visible(told);
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with("n = ") && row[0].ends_with(": rank of Λ") &&
        first_in(row[1]).value > std::min(visible(told), values_in(row[0])[1].value * told.setting("d")))
      return false;
  return true;
}

// The shortest context from which on all of them show all, with the largest vocabulary.
bool is_first(const Fit& fit, double context) {
  const std::string row = ", " + std::to_string(static_cast<int>(tokens(fit))) +
                          (tokens(fit) == 1 ? " token that asks" : " different tokens") + ": rank of Λ";
  for (const int n : {1, 2, 3, 4, 6, 8})
    if ((fit.at("n = " + std::to_string(n) + row).value == visible(fit)) != (n >= context)) return false;
  return true;
}

}  // namespace

double visible(const Told& told) { return shown_by(told.setting("d"), told); }

std::vector<Rule> sweep_rules() {
  return {
      // By hand, see shown_by().
      {"No text shows @ of the # directions, and no question needs them: of every token the squares of the other "
       "numbers add up to 1, the square of its constant.",
       [](const Fit& fit) {
         return fit.setting("constant") == 1 && fit.number(1).value == fit.setting("d") && none_shows_more(fit);
       }},
      {"No context of up to # tokens shows all @ directions[ that can be shown]",
       [](const Fit& fit) {
         return is_all(fit, 2) && full_cells(fit) == 0 && tokens(fit) * fit.setting("d") >= visible(fit);
       }},
      {"In what is learned from, @ {different tokens|token that asks} cannot show all @ directions[ that can be "
       "shown], whatever the "
       "context",
       [](const Fit& fit) {
         return is_all(fit, 2) && fit.number(1).value * fit.setting("d") < visible(fit) && full_cells(fit) == 0 &&
                fit.number(1).value == tokens(fit);
       }},
      {"Contexts and vocabularies that show all @ directions[ that can be shown]: @ of #",
       [](const Fit& fit) {
         return is_all(fit, 1) && fit.number(2).value == full_cells(fit) && full_cells(fit) > 0 &&
                ranks(fit).back().value < visible(fit);
       },
       kRare},
      {"With # different tokens every context shows all @ directions[ that can be shown]",
       [](const Fit& fit) { return is_all(fit, 2) && fit.number(1).value == tokens(fit) && is_first(fit, 1); }, kRare},
      {"With # different tokens the text shows all @ directions[ that can be shown] once it is read @ tokens at a time",
       [](const Fit& fit) {
         return is_all(fit, 2) && fit.number(1).value == tokens(fit) && is_first(fit, fit.number(3).value);
       }},
      {"In a text of # {characters|words and marks}, read 1 to 8 at a time, no context shows all @ directions[ that "
       "can "
       "be shown].",
       [](const Fit& fit) { return is_all(fit, 2) && full_cells(fit) == 0; }},
      {"In a text of # {characters|words and marks}, read 1 to 8 at a time, some contexts show all @ directions[ that "
       "can be shown]; there features known to @ digit{|s} tell the weakest of them from none.",
       [](const Fit& fit) {
         double most = 0;
         for (const Printed digits : fit.column("n = ", ": digits of the features that the weakest direction asks for"))
           most = std::max(most, digits.value);
         return is_all(fit, 2) && full_cells(fit) > 0 && std::abs(fit.number(3).value - most - 0.5) <= 0.5;
       }},
      // More windows bring others, and the text has the tokens for it.
      {"Raise N.",
       [](const Fit& fit) { return full_cells(fit) == 0 && tokens(fit) * fit.setting("d") >= visible(fit); }},
      {"Each different token shows at most # of them.",
       [](const Fit& fit) { return fit.number(1).value == fit.setting("d") && none_shows_more(fit); }},
      {"Lower d to @.",
       [](const Fit& fit) {
         const double d = fit.number(1).value;
         return d < fit.setting("d") && full_cells(fit) == 0 && shown_by(d, fit) <= tokens(fit) * d;
       }},
      {"Give a text with at least @ different tokens in its first four fifths.",
       [](const Fit& fit) {
         return fit.number(1).value * fit.setting("d") == visible(fit) && tokens(fit) < fit.number(1).value;
       },
       kRare},
      {"Give a text that repeats itself less.",
       [](const Fit& fit) {
         return full_cells(fit) == 0 &&
                fit.description.sentence.contains("Every held-out question is among those learned from.");
       },
       kRare},
      {"Give a longer text.",
       [](const Fit& fit) { return fit.at("Tokens in the text").value < 1.25 * fit.setting("N") + 20; }, kRare},
      {"Read 8 at a time, all windows ask only @ different question{|s}.",
       [](const Fit& fit) {
         return fit.number(1).value < visible(fit) && ranks(fit).back().value <= fit.number(1).value;
       }},
      {"Give a longer text, or one that repeats itself less.",
       [](const Fit& fit) {
         return fit.description.sentence.contains(" all windows ask only ") &&
                fit.column("n = ", ": held-out questions that were not learned from").back().value > 0;
       },
       kRare},
      {"Of the held-out questions that were not learned from, # % to # % have ρ = 0, depending on context and "
       "vocabulary.",
       [](const Fit& fit) {
         const std::vector<Printed> shares = fit.column("n = ", ": of these, with ρ = 0");
         const auto [least, most] = std::ranges::minmax_element(shares, {}, &Printed::value);
         return same(fit.number(1), *least) && same(fit.number(2), *most) && fit.words(1) != fit.words(2);
       }},
      {"Of the held-out questions that were not learned from, # % have ρ = 0, with every context and vocabulary.",
       [](const Fit& fit) {
         return std::ranges::all_of(fit.column("n = ", ": of these, with ρ = 0"),
                                    [&](Printed share) { return same(share, fit.number(1)); });
       },
       kRare},
      {"No held-out question that was not learned from has ρ = 0.",
       [](const Fit& fit) {
         return std::ranges::all_of(fit.column("n = ", ": of these, with ρ = 0"),
                                    [](Printed share) { return std::isnan(share.value) || share.value == 0; });
       },
       kRare},
      {"Every held-out question is among those learned from.",
       [](const Fit& fit) {
         return std::ranges::all_of(fit.column("n = ", ": held-out questions that were not learned from"),
                                    [](Printed fresh) { return fresh.value == 0; });
       },
       kRare},
      {"Every held-out question that was not learned from has ρ = 0.",
       [](const Fit& fit) {
         const std::vector<Printed> shares = fit.column("n = ", ": of these, with ρ = 0");
         return !shares.empty() && std::ranges::all_of(shares, [](Printed share) { return share.value == 100; });
       },
       kRare},
  };
}

}  // namespace walk
