// Runs cut into pieces: the same bytes whoever makes the pieces, and whatever of them is there.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>

#include "figures/bench.hpp"
#include "learner/threads.hpp"

namespace {

using figures::Bytes;
using figures::Figure;
using figures::Request;
using figures::Values;

// Of each figure that is cut: its own settings, or short ones, and larger ones.
const std::map<std::string_view, std::array<std::string_view, 2>> kSettings = {
    {"head_race", {"", "d=3&N=64&epochs=20&runs=6&vary=all&own=full"}},
    {"relaxation", {"", "d=4&starts=3&steps=500&N=512"}},
    {"samples", {"view=needed&sets=2&most=64&labels=softmax", "view=needed&sets=4&most=64&targets=all"}},
    {"language", {"view=sweep&d=3", "view=sweep&d=4&N=256&targets=causal"}},
};

std::vector<const Figure*> cut_figures() {
  std::vector<const Figure*> cut;
  std::ranges::copy_if(figures::all(), std::back_inserter(cut),
                       [](const Figure* one) { return one->pieces != nullptr; });
  return cut;
}

// Each with two seeds.
std::vector<Values> settings_of(const Figure& figure) {
  std::vector<Values> all;
  REQUIRE(kSettings.contains(figure.id));
  for (const std::string_view query : kSettings.at(figure.id)) {
    for (const double seed : {2.0, 7.0}) {
      Values& values = all.emplace_back(figure.parameters);
      REQUIRE(values.read_query(query).empty());
      values.set("seed", seed);
    }
  }
  return all;
}

Bytes whole(const Figure& figure, const Request& request) {
  bench::Log log;
  const auto bytes = figure.compute(request, log);
  REQUIRE(bytes);
  return *bytes;
}

// Every piece by itself, the last first.
std::vector<Bytes> pieces_of(const Figure& figure, const Request& request) {
  std::vector<Bytes> pieces(static_cast<std::size_t>(figure.pieces(request.values)));
  for (std::size_t k = pieces.size(); k-- > 0;) {
    bench::Log log;
    auto piece = figure.piece(request, log, static_cast<int>(k));
    REQUIRE(piece);
    CHECK(std::ranges::is_sorted(log.fractions));
    pieces[k] = std::move(*piece);
  }
  return pieces;
}

Bytes joined(const std::vector<Bytes>& pieces) {
  Bytes all;
  for (const Bytes& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}

}  // namespace

TEST_CASE(
    "a run has the same bytes with pieces from outside, in any order, with too few of them, and on three threads") {
  const std::string text = bench::some_text();
  for (const Figure* figure : cut_figures()) {
    for (const Values& values : settings_of(*figure)) {
      CAPTURE(figure->id);
      CAPTURE(values.to_query(figures::Which::changed));
      Request request{.values = values, .text = text};
      const Bytes alone = whole(*figure, request);
      std::vector<Bytes> pieces = pieces_of(*figure, request);
      REQUIRE(pieces.size() > 1);
      std::ranges::reverse(pieces);
      const Bytes all = joined(pieces);
      request.pieces = all;
      CHECK(whole(*figure, request) == alone);
      request.pieces = {};
      learner::use_threads(3);
      const Bytes shared = whole(*figure, request);
      learner::use_threads(1);
      CHECK(shared == alone);
    }
  }
}

TEST_CASE("pieces that are too few, of other settings, cut off or garbage are ignored: the run makes its own") {
  const std::string text = bench::some_text();
  for (const Figure* figure : cut_figures()) {
    CAPTURE(figure->id);
    const auto settings = settings_of(*figure);
    const Values& values = settings[2];
    Request request{.values = values, .text = text};
    const Bytes alone = whole(*figure, request);
    auto pieces = pieces_of(*figure, request);
    const Bytes all = joined(pieces);
    pieces.pop_back();
    const Bytes few = joined(pieces);
    const Bytes others = joined(pieces_of(*figure, {.values = settings[3], .text = text}));
    const Bytes garbage(64, std::byte{0xff});
    for (const std::span<const std::byte> given :
         {std::span(few), std::span(others), std::span(garbage), std::span(all).first(all.size() - 1)}) {
      request.pieces = given;
      CHECK(whole(*figure, request) == alone);
    }
  }
}

TEST_CASE(
    "some pieces, and pieces half-done, make a preview that opens and describes itself, and a run goes on from it") {
  const std::string text = bench::some_text();
  for (const Figure* figure : cut_figures()) {
    CAPTURE(figure->id);
    const Values values = settings_of(*figure)[2];
    const Request begun{.values = values, .text = text};
    const Bytes alone = whole(*figure, begun);
    const auto pieces = pieces_of(*figure, begun);
    const auto preview_of = [&](std::vector<Bytes> some) {
      const Bytes given = joined(some);
      const auto preview = figure->join({.values = values, .text = text, .pieces = given});
      REQUIRE(preview);
      if (preview->empty()) return false;
      const auto picture = figure->open(*preview);
      REQUIRE(picture);
      (*picture)->describe(bench::context(values));
      if (!figure->resumes) return true;
      Request request = begun;
      request.previous = *preview;
      CHECK(whole(*figure, request) == alone);
      // The pieces go on from there, too.
      const auto onward = pieces_of(*figure, request);
      const Bytes rest = joined(onward);
      CHECK(whole(*figure, {.values = values, .text = text, .pieces = rest}) == alone);
      // What they have not come to yet is not lost.
      request.pieces = onward[0];
      const auto again = figure->join(request);
      REQUIRE(again);
      CHECK(*again == *preview);
      return true;
    };
    CHECK_FALSE(preview_of({}));
    bool shown = false;
    for (std::size_t count = 1; count < pieces.size(); ++count)
      shown |= preview_of({pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(count)});
    bench::Log log{};
    log.previews = true;
    REQUIRE(figure->piece(begun, log, 1));
    if (!log.shown.empty()) shown |= preview_of({pieces[0], log.shown[log.shown.size() / 2]});
    CHECK(shown);
  }
}
