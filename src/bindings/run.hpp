// Runs a figure's compute for JavaScript, which hears of its progress through hooks on the module object:
// onBegin(stage), onProgress(fraction), wantsPreview() -> bool, onPreview(pointer, size).
#pragma once

#include <span>
#include <string_view>

#include "figures/figure.hpp"

namespace bindings {

enum class Make {
  result,
  job,    // see figures::Job
  piece,  // see figures/pieces.hpp; no bytes where there is none at that place
  join,   // what can be shown of the pieces so far; no bytes: nothing yet
};

// A figure's settings, and what is made from them and the rest; see figures::Request.
struct Asked {
  std::string_view figure;
  std::string_view query;
  std::string_view text = {};
  std::span<const std::byte> previous = {};
  std::span<const std::byte> pieces = {};
  std::string_view job = {};
  int place = 0;  // of the piece
};

figures::Expected<figures::Bytes> make(Make what, const Asked& asked);

// Into how many pieces the run is cut: 1 where it is too short for that, or cannot be cut.
int pieces_of(const Asked& asked);

}  // namespace bindings
