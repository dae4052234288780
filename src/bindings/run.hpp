// Runs a figure's compute for JavaScript, which hears of its progress through hooks on the module object:
// onBegin(stage), onProgress(fraction), wantsPreview() -> bool, onPreview(pointer, size).
#pragma once

#include <string_view>

#include "figures/figure.hpp"

namespace bindings {

figures::Expected<figures::Bytes> run(std::string_view figure, std::string_view query, std::string_view text);

}  // namespace bindings
