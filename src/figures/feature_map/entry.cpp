// The chosen entry of figure "feature_map" in words and numbers.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "figures/feature_map/picture.hpp"
#include "learner/features.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::feature_map {
namespace {

std::string gram_name(int j, int k) { return "$G_{" + whole(j + 1) + whole(k + 1) + "}$"; }
std::string token_name(int l) { return "$z_{" + whole(l + 1) + "}$"; }

// A number as a factor: negative ones in brackets, unless they come first.
std::string factor(double value, bool first = false) {
  return value < 0 && !first ? "(" + said(value) + ")" : said(value);
}

// "$G_{12} z_{3}$ = −1.49 × 1.2 = −1.788"
std::string product_words(const Result& result, const Entry& entry) {
  const std::string value = said(entry_value(result, entry));
  if (entry.part == Part::G) return entry_name(entry) + " = " + value;
  return entry_name(entry) + " = " + factor(result.G(entry.j, entry.k), true) + " × " +
         factor(result.Z(entry.l, result.Z.cols() - 1)) + " = " + value;
}

// "$G_{12}$, row 1 with row 2 of Z: −0.4·1.3 + 0.2·0.5 = −0.42"
std::string gram_words(const Result& result, const Entry& entry) {
  std::string sum;
  for (Index t = 0; t < result.Z.cols(); ++t) {
    sum += (t == 0 ? "" : " + ") + factor(result.Z(entry.j, t), t == 0) + "·" + factor(result.Z(entry.k, t));
  }
  const std::string name = gram_name(entry.j, entry.k);
  const std::string row = whole(entry.j + 1);
  const std::string value = said(result.G(entry.j, entry.k));
  return entry.j == entry.k ? tr("%1, row %2 of $Z$ with itself: %3 = %4", name, row, sum, value)
                            : tr("%1, row %2 with row %3 of $Z$: %4 = %5", name, row, whole(entry.k + 1), sum, value);
}

std::string place_words(const Result& result, const Entry& entry) {
  if (entry.part == Part::G) {
    return tr("Its products with the %1 numbers of $z$ stand side by side in row %2 of $X$.", whole(result.d),
              whole(entry.j + 1));
  }
  const auto [low, high] = std::minmax(entry.j, entry.k);
  const std::string place = whole(static_cast<double>(learner::folded_index(low, high, entry.l, result.d) + 1));
  if (low == high) return tr("$X$ has it once, and so does $H(Z)$, at place %1.", place);
  return tr("$X$ has it twice, since %1 = %2; $H(Z)$ keeps one, at place %3.", gram_name(low, high),
            gram_name(high, low), place);
}

// What the weights in W_a make of it: both places together are its coefficient p.
std::string weight_words(const Result& result, const Entry& entry, int output) {
  if (entry.part == Part::G) return "";
  const auto [j, k, l] = std::tuple(entry.j, entry.k, entry.l);
  const int top = output * result.d;
  const double one = result.W(top + j, k * result.d + l);
  const double other = result.W(top + k, j * result.d + l);
  const double p = j == k ? one : one + other;
  const std::string place = whole(output + 1);
  const std::string adds = number(p * entry_value(result, entry));
  const std::string answer = number(result.attended(output), 4);
  if (j == k) {
    return tr("In $W_{%1}$ its weight is %2: it adds %3 to $y_{%1} = %4$.", place, number(p), adds, answer);
  }
  return tr("In $W_{%1}$ its two places weigh %2 and %3, together $p = %4$: it adds %5 to $y_{%1} = %6$.", place,
            number(one), number(other), number(p), adds, answer);
}

void put(Canvas& canvas, Rect& box, const std::string& words) {
  const TextStyle style{.ink = Ink::quiet, .size = Size::small};
  const float height = paragraph_height(canvas, box.w, words, style);
  paragraph(canvas, box.take_top(height, 4), words, style);
}

}  // namespace

Entry chosen_entry(const Values& values, int d) {
  const auto index = [&](std::string_view id) { return std::min(values.integer(id), d) - 1; };
  Entry entry{static_cast<Part>(values.integer("part")), index("j"), index("k"), index("l")};
  if (entry.part == Part::H && entry.j > entry.k) std::swap(entry.j, entry.k);
  return entry;
}

void choose_entry(Values& values, const Entry& entry) {
  values.set("part", static_cast<int>(entry.part));
  values.set("j", entry.j + 1);
  values.set("k", entry.k + 1);
  if (entry.part != Part::G) values.set("l", entry.l + 1);
}

std::string said(double value) { return number(std::round(value * 1e6) / 1e6, 6); }

std::string entry_name(const Entry& entry) {
  const std::string gram = gram_name(entry.j, entry.k);
  return entry.part == Part::G ? gram : gram + " " + token_name(entry.l);
}

double entry_value(const Result& result, const Entry& entry) {
  if (entry.part == Part::G) return result.G(entry.j, entry.k);
  return result.X(entry.j, entry.k * result.d + entry.l);
}

void draw_entry_words(const Result& result, Canvas& canvas, Rect box, const Entry& entry, int output) {
  text(canvas, box.take_top(line_height(canvas), 6), product_words(result, entry), {.face = Face::semibold});
  const bool worked = draw_worked_entry(result, canvas, box, entry);
  if (!worked) put(canvas, box, gram_words(result, entry));
  put(canvas, box, place_words(result, entry));
  put(canvas, box, weight_words(result, entry, output));
}

}  // namespace figures::feature_map
