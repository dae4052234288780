// Figure "language", certificate: the spectra of Lambda, and rho on held-out text.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/language/picture.hpp"
#include "figures/language/reading.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::language {
namespace {

// The eigenvalues that count, falling.
std::vector<double> seen(const TokenSpectrum& spectrum) {
  std::vector<double> falling;
  for (Index k = 0; k < spectrum.rank; ++k)
    falling.push_back(spectrum.eigenvalues(spectrum.eigenvalues.size() - 1 - k));
  return falling;
}

std::vector<double> ranks_of(std::size_t count) {
  std::vector<double> ranks;
  for (std::size_t k = 0; k < count; ++k) ranks.push_back(static_cast<double>(k + 1));
  return ranks;
}

void draw_unseen(const Result& result, Canvas& canvas, const Axes& axes, Labels& labels) {
  if (result.text.rank >= result.unknowns) return;
  const Rect& plot = axes.plot();
  const float left = axes.x_at(static_cast<double>(result.text.rank) + 0.5);
  const Rect zone{left, plot.y, plot.right() - left, plot.h};
  fill(canvas, zone, canvas.colour(Ink::raised));
  const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::centre};
  const Localized words = tr("never seen");
  if (text_width(canvas, words, style) + 4 > zone.w) return;
  text(canvas, Rect{zone.x, zone.y + 3, zone.w, 2 * canvas.em}, words, style);
  labels.avoid(Rect{zone.x, zone.y, zone.w, 1.4F * canvas.em});
}

std::string seen_heading(const TokenSpectrum& text, std::int32_t unknowns) {
  if (text.rank == unknowns) return tr("The text sees all %1 directions", whole(unknowns));
  return tr("The text sees %1 of %2 directions", whole(static_cast<double>(text.rank)), whole(unknowns));
}

void label_spectrum(Canvas& canvas, const Axes& axes, Labels& labels, std::span<const double> values,
                    std::string_view words, Ink ink) {
  std::vector<Point> line;
  for (std::size_t k = 0; k < values.size(); ++k) line.push_back(axes.at(static_cast<double>(k + 1), values[k]));
  labels.place(canvas, words, {.ink = ink, .size = Size::small}, spots_along(line, 5));
}

void avoid(Labels& labels, const Axes& axes, std::span<const double> values) {
  for (std::size_t k = 0; k < values.size(); ++k) labels.avoid(axes.at(static_cast<double>(k + 1), values[k]));
}

void hover_spectra(const Result& result, Canvas& canvas, const Axes& axes, std::span<const double> text,
                   std::span<const double> gaussian) {
  const auto at = curve_hover(canvas, axes, ranks_of(static_cast<std::size_t>(result.unknowns)));
  if (!at) return;
  const auto value = [&](std::span<const double> values) {
    return *at < values.size() ? number(values[*at], 4) : std::string(tr("0: never seen"));
  };
  std::string words =
      tr("eigenvalue %1 of %2\nthis text %3", whole(static_cast<double>(*at + 1)), whole(result.unknowns), value(text));
  if (!gaussian.empty()) words += "\n" + tr("Gaussian tokens %1", value(gaussian));
  tooltip(canvas, canvas.pointer.at, words);
}

std::vector<double> shares() {
  std::vector<double> x;
  for (int k = 0; k <= 100; ++k) x.push_back(k);
  return x;
}

std::string meaning_of_rho(const Result& result) {
  if (result.cut == 0) return tr("The share of a held-out question's length that lies along directions never seen.");
  return tr("The share of a held-out question's length that lies along directions seen less than %1 of the strongest.",
            number(result.cut));
}

std::string label_of_text(const Result& result) {
  return result.text.lambda_min > 0 ? tr("this text, $λ_{min}$ = %1", number(result.text.lambda_min, 2))
                                    : tr("this text, $λ_{min}$ = 0");
}

}  // namespace

void draw_spectra(const Result& result, Canvas& canvas, Rect box) {
  if (result.text.eigenvalues.size() == 0)
    return heading(canvas, box, tr("What does the text see?"), tr("The eigenvalues come with the closed form."));
  heading(canvas, box, seen_heading(result.text, result.unknowns),
          tr("Eigenvalues of $Λ$, the mean of $H H^{T}$, from this text and from Gaussian tokens of the same size and "
             "number."));
  const std::vector<double> text = seen(result.text);
  const std::vector<double> gaussian = seen(result.gaussian);
  Range range = range_of(text, Scale::log, 0.06);
  if (!gaussian.empty()) range = joined(range, range_of(gaussian, Scale::log, 0.06));
  const Axes axes = draw_axes(
      canvas, box, {.range = {0.5, result.unknowns + 0.5}, .name = tr("eigenvalue, from the largest"), .whole = true},
      {.range = range, .scale = Scale::log, .name = tr("size")});
  Labels labels(axes.plot());
  draw_unseen(result, canvas, axes, labels);
  const Level cut{result.cut * result.text.lambda_max, tr("hardly seen below"), Ink::quiet};
  if (result.cut > 0) draw_level(canvas, axes, labels, cut);
  curve(canvas, axes, ranks_of(gaussian.size()), gaussian, {.ink = Ink::truth, .width = 1.75F, .dashed = true});
  curve(canvas, axes, ranks_of(text.size()), text, {.ink = Ink::G, .width = 3});
  avoid(labels, axes, text);
  avoid(labels, axes, gaussian);
  label_spectrum(canvas, axes, labels, text, label_of_text(result), Ink::G);
  if (!gaussian.empty())
    label_spectrum(canvas, axes, labels, gaussian,
                   tr("Gaussian tokens, $λ_{min}$ = %1", number(result.gaussian.lambda_min, 2)), Ink::truth);
  if (result.cut > 0) label_level(canvas, axes, labels, cut);
  hover_spectra(result, canvas, axes, text, gaussian);
  highlight(canvas, axes.plot(), "Lambda");
}

void draw_rho(const Result& result, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("How much of a new question is hardly seen?"), meaning_of_rho(result));
  if (result.text.weak_rho.empty()) return;
  const double most =
      std::max(result.text.weak_rho.back(), result.gaussian.weak_rho.empty() ? 0.0 : result.gaussian.weak_rho.back());
  const Axes axes =
      draw_axes(canvas, box, {.range = {0, 100}, .name = tr("% of held-out questions")},
                {.range = {0, std::max(0.1, std::min(1.0, 1.15 * most))}, .name = tr("hardly seen share, at most")});
  Labels labels(axes.plot());
  const std::vector<double> x = shares();
  const auto draw = [&](const std::vector<double>& rho, const CurveStyle& style) {
    curve(canvas, axes, x, rho, style);
    for (std::size_t k = 1; k < rho.size(); ++k) labels.avoid(axes.at(x[k - 1], rho[k - 1]), axes.at(x[k], rho[k]));
  };
  if (!result.gaussian.weak_rho.empty())
    draw(result.gaussian.weak_rho, {.ink = Ink::truth, .width = 1.75F, .dashed = true});
  draw(result.text.weak_rho, {.ink = Ink::query, .width = 3});
  const auto label = [&](const std::vector<double>& rho, std::string_view words, Ink ink) {
    std::vector<Point> line;
    for (std::size_t k = 0; k < rho.size(); ++k) line.push_back(axes.at(x[k], rho[k]));
    labels.place(canvas, words, {.ink = ink, .size = Size::small}, spots_along(line, 5));
  };
  label(result.text.weak_rho, tr("this text"), Ink::query);
  if (!result.gaussian.weak_rho.empty()) label(result.gaussian.weak_rho, tr("Gaussian tokens"), Ink::truth);
  const auto at = curve_hover(canvas, axes, x);
  if (!at) return;
  std::string words =
      tr("%1 % of held-out questions\nthis text: up to %2", whole(x[*at]), number(result.text.weak_rho[*at], 4));
  if (!result.gaussian.weak_rho.empty())
    words += "\n" + tr("Gaussian tokens: up to %1", number(result.gaussian.weak_rho[*at], 4));
  tooltip(canvas, canvas.pointer.at, words);
}

void draw_rare(const Result& result, Canvas& canvas, Rect box) {
  if (result.text.weak_rho.empty()) return;
  if (result.rare.empty())
    return heading(canvas, box, tr("No held-out question is outside"),
                   tr("Every one is a combination of questions in the text: all models that fit agree on it."));
  heading(canvas, box, tr("Where a model is least sure"),
          result.words
              ? tr("Held-out words; under them their hardly seen share and how often the data hold them.")
              : tr("Held-out characters; under them their hardly seen share and how often the data hold them."));
  const float line = line_height(canvas) + line_height(canvas, Size::small) + 0.8F * canvas.em;
  Point at{box.x, box.y};
  for (const RareWindow& window : result.rare) {
    std::string tokens;
    std::string named;
    for (std::size_t k = 0; k < window.tokens.size(); ++k) {
      tokens += (k > 0 ? " " : "") + written(window.tokens[k], window.ranks[k]);
      named += (k > 0 ? ", " : "") + quoted(window.tokens[k], window.ranks[k]);
    }
    const std::string under = fixed(window.rho, 2) + ", " + whole(static_cast<double>(window.times)) + "×";
    const float inner =
        std::max(text_width(canvas, tokens, {.verbatim = true}), text_width(canvas, under, {.size = Size::small}));
    const float width = std::min(inner, box.w);
    if (at.x > box.x && at.x + width > box.right()) at = {box.x, at.y + line};
    if (at.y + line > box.bottom() + 0.8F * canvas.em) return;
    text(canvas, Rect{at.x, at.y, width, line}, tokens, {.max_width = width, .verbatim = true});
    text(canvas, Point{at.x, at.y + line_height(canvas)}, under, {.ink = Ink::query, .size = Size::small});
    const Rect whole{at.x, at.y, width, line};
    if (canvas.hovers(whole))
      tooltip(canvas, whole.centre(),
              tr("%1\nhardly seen share %2\nin the data %3", named, number(window.rho, 4),
                 counted("%1 time", "%1 times", static_cast<double>(window.times))));
    at.x += width + 1.4F * canvas.em;
  }
}

}  // namespace figures::language
