// Runs a figure's compute for JavaScript, which hears of its progress through hooks on the module object:
// onBegin(stage), onProgress(fraction), wantsPreview() -> bool, onPreview(pointer, size).
#pragma once

#include <span>
#include <string_view>

#include "figures/figure.hpp"

namespace bindings {

// `previous`: an earlier result or preview to go on from, see figures::Request. `job`: what to do in place of the
// figure's own run, see figures::Job; empty: the run.
figures::Expected<figures::Bytes> run(std::string_view figure, std::string_view query, std::string_view text,
                                      std::span<const std::byte> previous, std::string_view job = {});

}  // namespace bindings
