// Runs a figure's compute for JavaScript, which hears of its progress through hooks on the module object:
// onBegin(stage), onProgress(fraction), wantsPreview() -> bool, onPreview(pointer, size).
#pragma once

#include <span>
#include <string_view>

#include "figures/figure.hpp"

namespace bindings {

// A figure's settings, and what they are computed from besides; see figures::Request.
struct Asked {
  std::string_view figure;
  std::string_view query;
  std::string_view text = {};
  std::span<const std::byte> previous = {};
  std::span<const std::byte> pieces = {};
};

figures::Expected<figures::Bytes> run(const Asked& asked);
// Does one of the figure's jobs instead, see figures::Job.
figures::Expected<figures::Bytes> run_job(const Asked& asked, std::string_view job);

// Into how many pieces this run is cut, see figures::Pieces: 1 where it is too short for that, or cannot be cut.
int pieces_of(const Asked& asked);
figures::Expected<figures::Bytes> make_piece(const Asked& asked, int place);
// What can be shown of the pieces so far; no bytes: nothing yet.
figures::Expected<figures::Bytes> join_pieces(const Asked& asked);

}  // namespace bindings
