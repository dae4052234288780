// A run cut into pieces that do not depend on each other, so that several workers of a page make them at the same time.
//
// A figure that does this has
//   struct Cut {
//     using Piece = ...;                         // with fields(), like a result
//     static int count(const Values& settings);  // by these alone, never by the machine
//     static Expected<Piece> make(const Request&, Reporter<Piece>&, int place);
//     static std::optional<Result> join(const Request&, const Pieces<Piece>&);
//   };
// and passes it to cut() before declare(). Its run asks all_pieces(): if there are none it makes everything itself, in
// the order that shows most; either way the result has the same bytes. Pieces are begun in the order of their places,
// so the longest come first. What `make` previews is a piece half-done. `join` is for previews, and works in the page's
// own thread: it only puts pieces together, as far as they are there. Of a figure that resumes it is what a run can go
// on from, so those that are not there yet stand where request.previous left them.
#pragma once

#include <charconv>

#include "figures/figure.hpp"
#include "learner/threads.hpp"

namespace figures {

// Each at its place, as far as they are there.
template <class Piece>
using Pieces = std::vector<std::optional<Piece>>;

// What the bytes of a piece begin with: the settings and its place, "d=3&N=64#5".
inline std::string settings_of_piece(const Values& settings, int place) {
  return settings.to_query(Which::result) + "#" + std::to_string(place);
}
inline int place_of_piece(std::string_view piece, std::string_view settings) {
  int place = -1;
  if (piece.starts_with(settings) && piece.substr(settings.size()).starts_with('#'))
    std::from_chars(piece.data() + settings.size() + 1, piece.data() + piece.size(), place);
  return place;
}

// Those in request.pieces that belong to these settings.
template <class Cut>
Pieces<typename Cut::Piece> restore_pieces(const Request& request) {
  const int count = Cut::count(request.values);
  const std::string settings = request.values.to_query(Which::result);
  Pieces<typename Cut::Piece> pieces(static_cast<std::size_t>(count));
  Reader reader(request.pieces);
  while (!reader.complete()) {
    Snapshot<typename Cut::Piece> snapshot;
    list(snapshot, reader);
    if (!reader.good()) break;
    const int place = place_of_piece(snapshot.settings, settings);
    if (place >= 0 && place < count) pieces[static_cast<std::size_t>(place)] = std::move(snapshot.result);
  }
  return pieces;
}

template <class Cut>
Expected<Bytes> make_piece(const Request& request, Progress& progress, int place) {
  const Values settings = request.values.for_result();
  const std::string own = settings_of_piece(settings, place);
  Reporter<typename Cut::Piece> reporter(progress, own);
  auto made = Cut::make({.values = settings, .text = request.text, .previous = request.previous}, reporter, place);
  if (!made) return std::unexpected(made.error());
  return packed(own, std::move(*made));
}

// No bytes where there is nothing to show yet.
template <class Cut>
Expected<Bytes> join_pieces(const Request& request) {
  const Values settings = request.values.for_result();
  const Request asked{.values = settings, .text = request.text, .previous = request.previous, .pieces = request.pieces};
  auto joined = Cut::join(asked, restore_pieces<Cut>(asked));
  if (!joined) return Bytes();
  return packed(settings.to_query(Which::result), std::move(*joined));
}

template <class Cut>
constexpr Figure cut(Figure figure) {
  figure.pieces = Cut::count;
  figure.piece = make_piece<Cut>;
  figure.join = join_pieces<Cut>;
  return figure;
}

// All pieces of what a run is asked for: those that were sent or, natively, made on the learner's threads where it has
// several; or none.
template <class Cut>
Pieces<typename Cut::Piece> all_pieces(const Request& request) {
  Pieces<typename Cut::Piece> pieces = restore_pieces<Cut>(request);
  if (learner::threads() > 1 && pieces.size() > 1 && request.pieces.empty()) {
    struct Unheard final : Progress {
      void begin(int) override {}
      void report(double) override {}
      bool wants_preview() override { return false; }
      void preview(Bytes) override {}
    };
    learner::in_pieces(std::ssize(pieces), [&](Index place) {
      Unheard progress;
      Reporter<typename Cut::Piece> reporter(progress, "");
      if (auto made = Cut::make(request, reporter, static_cast<int>(place)))
        pieces[static_cast<std::size_t>(place)] = std::move(*made);
    });
  }
  const bool all =
      pieces.size() > 1 && std::ranges::all_of(pieces, [](const auto& piece) { return piece.has_value(); });
  if (!all) pieces.clear();
  return pieces;
}

}  // namespace figures
